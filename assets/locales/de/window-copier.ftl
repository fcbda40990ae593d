### The compact window.

## Nothing chosen yet

window-copier-empty-title = Dateien hier ablegen
window-copier-empty-note = oder wählen, was kopiert, verschoben oder verlinkt wird
window-copier-empty-files = Dateien wählen …
window-copier-empty-folder = Ordner wählen …

## General

window-copier-manager = Dateiverwaltung öffnen

## A plan

window-copier-ask-to = Nach
window-copier-ask-nowhere = Zielordner wählen
window-copier-ask-type = Pfad eingeben
window-copier-ask-change = Ändern …
window-copier-ask-choose = Wählen …
window-copier-ask-verbs = Aktion
window-copier-ask-cancel = Abbrechen

## A running job

window-copier-running-speeds = jetzt { $now }, im Mittel { $mean }
window-copier-running-graph = Tempo in der letzten Minute
window-copier-running-in-flight = In Arbeit
window-copier-running-needs-you = Benötigt Antwort: { $shown }.
window-copier-running-taken = { $name } ist schon vorhanden.
window-copier-running-failed = { $name } ist fehlgeschlagen.
window-copier-running-asked = { $name } benötigt eine Antwort.
window-copier-running-decide = Entscheiden
window-copier-running-starts = startet als Nächstes, { $left }
window-copier-running-start = Jetzt starten
window-copier-running-more = Mehr
window-copier-running-pause = Anhalten
window-copier-running-resume = Fortsetzen
window-copier-running-space = Leertaste

## Questions

window-copier-questions-note = Der Rest läuft weiter.
window-copier-questions-back = Zurück

## A finished job

window-copier-done-show = Anzeigen
window-copier-done-undo = Rückgängig
window-copier-done-retry = { $shown } fehlgeschlagene erneut versuchen
window-copier-done-command = Als Befehl kopieren
window-copier-done-close = Fertig
window-copier-done-drop = Weitere Dateien können jederzeit hier abgelegt werden.
window-copier-done-failed = { $items } fehlgeschlagen
window-copier-done-skipped = { $items } übersprungen
window-copier-done-taken-back = Rückgängig gemacht
window-copier-done-on-disk = Auf dem Datenträger
window-copier-done-not-on-disk = Noch nicht auf den Datenträger geschrieben
window-copier-done-verified = geprüft
window-copier-done-not-verified = nicht geprüft

## What is going to be copied: "136 files in 2 folders so far, from Pictures / Fjord shoot"

# $files is a number of files, as "136 files"; $count and $shown are the number of folders.
window-copier-files-in-folders =
    { $count ->
        [one] { $files } in { $shown } Ordner
       *[other] { $files } in { $shown } Ordnern
    }
window-copier-so-far = { $what } bisher
window-copier-from = { $what }, aus { $from }

## What an operation means

window-copier-about-copy = Originale bleiben erhalten.
window-copier-about-copy-shared = Originale bleiben erhalten. Gleicher Datenträger: Blöcke können geteilt werden.
window-copier-about-copy-same-disk = Originale bleiben erhalten. Gleicher Datenträger: Daten werden gelesen und geschrieben.
window-copier-about-copy-other-disk = Originale bleiben erhalten. Anderer Datenträger: Jedes Byte wird geschrieben.
window-copier-about-move-same-disk = Gleicher Datenträger: wird sofort umbenannt.
window-copier-about-move = Originale werden erst entfernt, wenn die Kopie auf dem Datenträger ist.
window-copier-about-link = Kleine Links, die auf die Originale zeigen.

## A running job. $stage is what it does, as "Copying"; $what its item, or their number.

window-copier-running-title = { $stage }: { $what }
window-copier-running-title-to = { $stage }: { $what } auf { $device }
window-copier-running-next = Danach
window-copier-running-next-on = Danach auf { $lane }
# $verb is the name of the operation, as "copy".
window-copier-running-cancel = { $verb } abbrechen
