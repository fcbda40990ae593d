### What a job is going to do.

## What a job does

window-plan-verbs-copy = Kopieren
window-plan-verbs-move = Verschieben
window-plan-verbs-link = Verlinken
window-plan-verbs-trash = In den Papierkorb
window-plan-verbs-delete = Löschen
window-plan-verbs-restore = Wiederherstellen
window-plan-verbs-verify = Prüfen
window-plan-verbs-dedupe = Speicher teilen
window-plan-verbs-extract = Entpacken
window-plan-verbs-pack = Packen

## Names that exist already at the destination

window-plan-taken-file =
    { $count ->
        [one] { $shown } Objekt ist dort schon vorhanden
       *[other] { $shown } Objekte sind dort schon vorhanden
    }
window-plan-taken-directory =
    { $count ->
        [one] { $shown } Ordner wird mit einem vorhandenen zusammengeführt
       *[other] { $shown } Ordner werden mit vorhandenen zusammengeführt
    }
window-plan-taken-directory-in-the-way =
    { $count ->
        [one] { $shown } Datei heißt wie ein vorhandener Ordner
       *[other] { $shown } Dateien heißen wie ein vorhandener Ordner
    }
window-plan-taken-file-in-the-way =
    { $count ->
        [one] { $shown } Ordner heißt wie eine vorhandene Datei
       *[other] { $shown } Ordner heißen wie eine vorhandene Datei
    }

## General

window-plan-so-far = bisher
# $machine is the name of another machine.
window-plan-uncounted = { $machine } zählt die Objekte, wenn der Auftrag beginnt
window-plan-across = Über ssh, am anderen Ende { $machine }
window-plan-reflink-likely = Reflink wahrscheinlich
window-plan-reflink-why = auf demselben { $filesystem }-Datenträger: schnell und fast ohne Platz
window-plan-renames = Gleicher Datenträger
window-plan-renames-why = wird umbenannt, nicht kopiert
window-plan-free = { $size } frei
window-plan-free-after = danach mindestens { $size }
window-plan-room-now = { $free } frei, danach { $after }
window-plan-too-full = Braucht { $bytes }; { $missing } fehlen
window-plan-makes = Der Ordner wird angelegt.
window-plan-behind =
    { $count ->
        [one] Startet nach { $shown } Auftrag
       *[other] Startet nach { $shown } Aufträgen
    }

## What is done if an item already exists

window-plan-on-conflict-ask = Fragen und mit dem Rest weitermachen
window-plan-on-conflict-skip = Überspringen
window-plan-on-conflict-overwrite = Ersetzen
window-plan-on-conflict-overwrite-for-good = Endgültig ersetzen
window-plan-on-conflict-newer = Ersetzen, wenn neuer
window-plan-on-conflict-larger = Ersetzen, wenn größer
window-plan-on-conflict-rename = Beide behalten

## What is done if something fails

window-plan-on-error-ask = Fragen und mit dem Rest weitermachen
window-plan-on-error-skip = Überspringen
window-plan-on-error-abort = Auftrag abbrechen

## When a job starts

window-plan-start-queue = Sobald die Datenträger frei sind
window-plan-start-now = Sofort
window-plan-start-first = Als Erster in der Warteschlange
window-plan-start-paused = Wenn ich ihn fortsetze

## Labels

window-plan-labels-on-conflict = Wenn ein Objekt schon vorhanden ist
window-plan-labels-on-error = Wenn etwas fehlschlägt
window-plan-labels-preserve = Besitzer, Zeiten und Attribute übernehmen
window-plan-labels-preserve-hint = sonst nur Berechtigungen
window-plan-labels-verify = Nach dem Kopieren prüfen
window-plan-labels-verify-hint = liest jede Kopie zurück
window-plan-labels-follow = Symbolischen Links folgen
window-plan-labels-follow-hint = kopiert ihre Ziele
window-plan-labels-start = Start

## What is going to happen. $what is the name of an item, or a number of items.

# Starts what does not fit.
window-plan-anyway =
    { $verb ->
        [copy] Trotzdem kopieren
        [move] Trotzdem verschieben
        [link] Trotzdem verlinken
        [trash] Trotzdem in den Papierkorb
        [delete] Trotzdem löschen
        [restore] Trotzdem wiederherstellen
        [verify] Trotzdem prüfen
        [dedupe] Trotzdem Speicher teilen
        [extract] Trotzdem entpacken
       *[pack] Trotzdem packen
    }
window-plan-what =
    { $verb ->
        [copy] { $what } kopieren
        [move] { $what } verschieben
        [link] { $what } verlinken
        [trash] { $what } in den Papierkorb legen
        [delete] { $what } löschen
        [restore] { $what } wiederherstellen
        [verify] { $what } prüfen
        [dedupe] Speicher teilen: { $what }
        [extract] { $what } entpacken
       *[pack] { $what } packen
    }
# Follows a size; $files is a number of files, $count and $shown are the number of folders.
window-plan-inside-files = in { $files }
window-plan-inside =
    { $count ->
        [one] in { $files } und { $shown } Ordner
       *[other] in { $files } und { $shown } Ordnern
    }
window-plan-missing =
    { $count ->
        [one] Ein abgelegtes Objekt ist nicht auf diesem Rechner
       *[other] { $shown } abgelegte Objekte sind nicht auf diesem Rechner
    }
