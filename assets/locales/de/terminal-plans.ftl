### Pläne von Probeläufen, eine Zeile für jede Tatsache.

## Beschriftungen der Zeilen, höchstens 11 Spalten.

plan-label-copy = Kopieren
plan-label-move = Verschieben
plan-label-remove = Entfernen
plan-label-trash = Papierkorb
plan-label-restore = Zurückholen
plan-label-undo = Rückgängig
plan-label-redo = Wiederholen
plan-label-verify = Prüfen
plan-label-share = Teilen
plan-label-extract = Entpacken
plan-label-pack = Packen
plan-label-no-trash = Ohne Korb
plan-label-keep = Behalten
plan-label-win = Wird frei
plan-label-reflinks = Reflinks
plan-label-shared = Geteilt
plan-label-unchanged = Unverändert
plan-label-snapshots = Schnappschüsse
plan-label-space = Platz
plan-label-conflicts = Konflikte
plan-label-missing = Es fehlen
plan-label-fail = Scheitern
plan-label-unreadable = Unlesbar
plan-label-folder = Neu

## Was das Rückgängigmachen täte.

plan-trashed = { $items } in den Papierkorb
plan-put-back = { $items } zurück an den alten Ort
plan-rights = { $count ->
        [one] { $shown } Ordner erhält Berechtigungen und Besitzer zurück
       *[other] { $shown } Ordner erhalten Berechtigungen und Besitzer zurück
    }
plan-nothing = nichts
plan-deleted = { $items } endgültig gelöscht
plan-kept = { $items }: { $reason }

## Was gleiche Dateien teilen würden. $files und $size sagen, wie viel.

plan-nothing-to-share = nichts: keine gleichen Dateien, deren Speicher geteilt werden könnte
plan-share = { $count ->
        [one] { $files } in { $shown } Gruppe gleicher Dateien, { $size }
       *[other] { $files } in { $shown } Gruppen gleicher Dateien, { $size }
    }
plan-win = etwa { $size }
plan-cannot-share = nicht möglich: das Dateisystem kann keinen Speicher teilen
plan-shared = { $count ->
        [one] { $shown } Datei teilt ihren Speicher schon
       *[other] { $shown } Dateien teilen ihren Speicher schon
    }

## Die Zeilen eines Plans.

plan-no-space-needed = keiner nötig: alles bleibt auf seinem Dateisystem
plan-unchanged = { $files } schon aktuell
plan-shared-with-copy = { $count ->
        [one] { $files } mit einer anderen Kopie davon
       *[other] { $files } mit anderen Kopien davon
    }
plan-snapshots = { $snapshots }; ihr Inhalt ist nicht gezählt
plan-files-exist = { $count ->
        [one] { $shown } Datei existiert
       *[other] { $shown } Dateien existieren
    }
plan-folders-exist = { $count ->
        [one] { $shown } Ordner existiert
       *[other] { $shown } Ordner existieren
    }
plan-folder-for-file = { $folders } mit dem Namen einer Datei der Quelle
plan-file-for-folder = { $files } mit dem Namen eines Ordners der Quelle
# $fate ist einer der Sätze unten.
plan-conflict = { $what }; { $fate }
plan-removed-permanently = { $items }, endgültig gelöscht
plan-removed-to-trash = { $items }, den Inhalt von Ordnern mitgezählt, in den Papierkorb gelegt
plan-missing = { $items }: { $name }
plan-failing = { $items }: { $reasons }
plan-failing-and-more = { $items }: { $reasons }, …
plan-failing-item = { $name } ({ $reason })
plan-missing-and-more = { $items }: { $name }, …

## Was mit vorhandenen Objekten geschieht, nach ihrer Anzahl.

fate-asks = der Auftrag wird fragen
fate-fails = das wird fehlschlagen
fate-kept = { $count ->
        [one] wird behalten
       *[other] werden behalten
    }
fate-both = { $count ->
        [one] wird behalten, und die Quelle bekommt einen anderen Namen
       *[other] werden behalten, und die Quelle bekommt einen anderen Namen
    }
fate-exchanged = { $count ->
        [one] wird mit der Quelle getauscht
       *[other] werden mit der Quelle getauscht
    }
fate-merged = { $count ->
        [one] Inhalt wird zusammengeführt
       *[other] Inhalt wird zusammengeführt
    }
fate-replaced = { $count ->
        [one] wird ersetzt
       *[other] werden ersetzt
    }
fate-replaced-backup = { $count ->
        [one] wird ersetzt, mit Sicherungskopie
       *[other] werden ersetzt, mit Sicherungskopie
    }
fate-replaced-meta = { $count ->
        [one] wird ersetzt, wo Größe oder Zeit abweichen
       *[other] werden ersetzt, wo Größe oder Zeit abweichen
    }
fate-replaced-newer = { $count ->
        [one] wird ersetzt, wo die Quelle neuer ist
       *[other] werden ersetzt, wo die Quelle neuer ist
    }
fate-replaced-older = { $count ->
        [one] wird ersetzt, wo die Quelle älter ist
       *[other] werden ersetzt, wo die Quelle älter ist
    }
fate-replaced-larger = { $count ->
        [one] wird ersetzt, wo die Quelle größer ist
       *[other] werden ersetzt, wo die Quelle größer ist
    }
fate-replaced-smaller = { $count ->
        [one] wird ersetzt, wo die Quelle kleiner ist
       *[other] werden ersetzt, wo die Quelle kleiner ist
    }
fate-replaced-content = { $count ->
        [one] wird ersetzt, wo der Inhalt abweicht
       *[other] werden ersetzt, wo der Inhalt abweicht
    }
fate-replaced-empty = { $count ->
        [one] wird ersetzt, falls leer
       *[other] werden ersetzt, falls leer
    }

## Wie viel ein Auftrag verschiebt oder kopiert, und wie. $count und $shown sind die Ordner.

plan-by-rename = { $items } durch Umbenennen
plan-by-rename-merged = { $items } durch Umbenennen, { $folders } zusammengeführt
plan-partly-by-rename = { $count ->
        [one] { $items } durch Umbenennen, { $files } in { $shown } Ordner durch Kopieren, { $size }
       *[other] { $items } durch Umbenennen, { $files } in { $shown } Ordnern durch Kopieren, { $size }
    }
plan-what = { $count ->
        [one] { $files } in { $shown } Ordner, { $size }
       *[other] { $files } in { $shown } Ordnern, { $size }
    }

## Was das Ziel braucht.

plan-space-shared = keiner: die Daten können mit der Quelle geteilt werden; { $free } frei
plan-space-missing = { $needed } benötigt, nur { $free } frei: { $missing } fehlen
plan-space = { $needed } benötigt, { $free } frei
plan-reflinks = möglich
plan-no-reflinks = zwischen diesen Orten nicht möglich
