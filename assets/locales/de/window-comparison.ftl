### The page that compares two folders and brings them in step.

## How an item differs

window-comparison-verdicts-left-only = Nur links
window-comparison-verdicts-right-only = Nur rechts
window-comparison-verdicts-left-newer = Links neuer
window-comparison-verdicts-right-newer = Rechts neuer
window-comparison-verdicts-different = Verschieden
window-comparison-verdicts-type-changed = Anderer Typ
window-comparison-verdicts-failed = Fehlgeschlagen
window-comparison-verdicts-same = Gleich

## What is done about an item

window-comparison-actions-copy-right = Kopieren →
window-comparison-actions-copy-left = ← Kopieren
window-comparison-actions-remove-right = Rechts in den Papierkorb
window-comparison-actions-remove-left = Links in den Papierkorb
window-comparison-actions-leave = So lassen
window-comparison-actions-undecided = Entscheiden

## General

window-comparison-title = Ordner vergleichen
window-comparison-direction = Richtung

## Directions

window-comparison-directions-update-right = Rechten Ordner aktualisieren
window-comparison-directions-update-left = Linken Ordner aktualisieren
window-comparison-directions-both = Beide Ordner aktualisieren
window-comparison-directions-in-step = Beide Ordner synchron halten
window-comparison-directions-mirror-right = Nach rechts spiegeln
window-comparison-directions-mirror-left = Nach links spiegeln

## More words

window-comparison-content = Inhalte vergleichen
window-comparison-rows = Unterschiede
window-comparison-action-of = Aktion für { $path }
window-comparison-proposal = Wie vorgeschlagen
window-comparison-path = Pfad
window-comparison-left = Links
window-comparison-right = Rechts
window-comparison-do = Aktion
window-comparison-kind = Unterschied
window-comparison-link = Link
window-comparison-special = Spezialdatei
window-comparison-stop = Stoppen
window-comparison-again = Erneut vergleichen
window-comparison-start = Starten
window-comparison-back = Zurück
window-comparison-keep = Synchron halten
window-comparison-forget = Vergessen
window-comparison-kept = Wird synchron gehalten: Was in einem Ordner gelöscht wurde, wird auch im anderen gelöscht.
window-comparison-forget-hint = Diese Ordner nicht mehr synchron halten
window-comparison-doubt = Was diese Ordner gemeinsam hatten, zählt nicht: { $why }.
window-comparison-replaced = Ersetzte Dateien werden in den Papierkorb gelegt.

## Verdicts, actions and stages with their numbers

# $verdict is one of the verdicts above; $shown is the number of rows.
window-comparison-verdict-of = { $verdict } { $shown }
window-comparison-all = { $action } für alle: { $verdict }
window-comparison-stage-running =
    { $count ->
        [one] Vergleich: { $shown } Objekt
       *[other] Vergleich: { $shown } Objekte
    }
window-comparison-stage-checking = Vor dem Start des Auftrags wird noch einmal verglichen
window-comparison-stage-stopped =
    { $count ->
        [one] Gestoppt nach { $shown } Objekt
       *[other] Gestoppt nach { $shown } Objekten
    }
window-comparison-stage-failed = Der Vergleich ist fehlgeschlagen
window-comparison-stage-started = Gestartet
window-comparison-stage-same =
    { $count ->
        [one] Der Inhalt beider Ordner ist gleich: { $shown } Datei in beiden
       *[other] Der Inhalt beider Ordner ist gleich: { $shown } Dateien in beiden
    }
window-comparison-stage-same-sizes =
    { $count ->
        [one] Größen und Zeiten sind gleich: { $shown } Datei in beiden
       *[other] Größen und Zeiten sind gleich: { $shown } Dateien in beiden
    }
window-comparison-stage-hidden = Alle Unterschiede sind ausgeblendet
window-comparison-stage-done =
    { $count ->
        [one] { $shown } Objekt verglichen
       *[other] { $shown } Objekte verglichen
    }

## What the job is going to do. $files is a number of files, as "3 files"; $size is their size.

window-comparison-sum-files =
    { $action ->
        [copy_right] { $files }, { $size } nach rechts kopieren
        [copy_left] { $files }, { $size } nach links kopieren
        [remove_right] { $files }, { $size } rechts in den Papierkorb legen
       *[remove_left] { $files }, { $size } links in den Papierkorb legen
    }
window-comparison-sum-leave =
    { $count ->
        [one] { $shown } Zeile so lassen
       *[other] { $shown } Zeilen so lassen
    }
window-comparison-sum-undecided =
    { $count ->
        [one] { $shown } Zeile braucht eine Entscheidung
       *[other] { $shown } Zeilen brauchen eine Entscheidung
    }
