### Drops.

## General

window-drop-cancel = Abbrechen

## What is done with the files

window-drop-verb-copy = Kopieren
window-drop-verb-move = Verschieben
window-drop-verb-link = Verlinken

## What is going to happen. $what is the name of an item, or a number of items.

# Files of which the number is not known yet.
window-drop-files = Dateien
window-drop-into =
    { $verb ->
        [copy] { $what } nach { $folder } kopieren
        [move] { $what } nach { $folder } verschieben
       *[link] { $what } in { $folder } verlinken
    }
window-drop-here =
    { $verb ->
        [copy] { $what } hierher kopieren
        [move] { $what } hierher verschieben
       *[link] { $what } hier verlinken
    }
window-drop-pill = { $first } und { $shown } weitere
# What is not possible: $verbs are names of buttons, $reason says why.
window-drop-refused = { $verbs }: { $reason }

## What is done from now on

window-drop-always-same-disk =
    { $verb ->
        [copy] Auf demselben Datenträger immer ohne Nachfrage kopieren
        [move] Auf demselben Datenträger immer ohne Nachfrage verschieben
       *[link] Auf demselben Datenträger immer ohne Nachfrage verlinken
    }
window-drop-always-other-disks =
    { $verb ->
        [copy] Auf andere Datenträger immer ohne Nachfrage kopieren
        [move] Auf andere Datenträger immer ohne Nachfrage verschieben
       *[link] Auf anderen Datenträgern immer ohne Nachfrage verlinken
    }
window-drop-always-other-disks-as =
    { $verb ->
        [copy] Auf andere Datenträger (wie { $device }) immer ohne Nachfrage kopieren
        [move] Auf andere Datenträger (wie { $device }) immer ohne Nachfrage verschieben
       *[link] Auf anderen Datenträgern (wie { $device }) immer ohne Nachfrage verlinken
    }
