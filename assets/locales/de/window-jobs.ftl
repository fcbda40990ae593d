### The drawer with the jobs and the history.

## What a job does

window-jobs-verbs-copy = Kopieren
window-jobs-verbs-move = Verschieben
window-jobs-verbs-delete = Löschen
window-jobs-verbs-trash = In den Papierkorb
window-jobs-verbs-restore = Wiederherstellen
window-jobs-verbs-undo = Rückgängig
window-jobs-verbs-verify = Prüfen
window-jobs-verbs-dedupe = Speicher teilen
window-jobs-verbs-extract = Entpacken
window-jobs-verbs-pack = Packen

## What a job is doing

window-jobs-at-work-copy = Wird kopiert
window-jobs-at-work-move = Wird verschoben
window-jobs-at-work-delete = Wird gelöscht
window-jobs-at-work-trash = Wird in den Papierkorb gelegt
window-jobs-at-work-restore = Wird wiederhergestellt
window-jobs-at-work-undo = Wird rückgängig gemacht
window-jobs-at-work-verify = Wird geprüft
window-jobs-at-work-dedupe = Speicher wird geteilt
window-jobs-at-work-extract = Wird entpackt
window-jobs-at-work-pack = Wird gepackt

## How a job ended

window-jobs-outcomes-completed = Fertig
window-jobs-outcomes-completed-with-errors = Mit Fehlern
window-jobs-outcomes-failed = Fehlgeschlagen
window-jobs-outcomes-cancelled = Abgebrochen

## How data travels

window-jobs-travel-reflinked = Reflink
window-jobs-travel-snapshot = Schnappschuss
window-jobs-travel-kernel = Kernel
window-jobs-travel-streamed = gelesen und geschrieben

## General

window-jobs-drawer = Aufträge
window-jobs-resize = Höhe des Auftragsbereichs
window-jobs-hide = Ausblenden (Strg J)
window-jobs-show = Einblenden (Strg J)
window-jobs-tablist = Aufträge, Fragen und Verlauf
window-jobs-saved = { $size } Platz gespart
window-jobs-sources = und { $shown } weitere
window-jobs-needs-you = Fragen: { $shown }
window-jobs-failed = { $shown } fehlgeschlagen
window-jobs-limited = Limit { $rate }
window-jobs-after = nach { $name }
window-jobs-other-process = durch ein anderes fcp, Prozess { $process }
window-jobs-verifies = wird danach geprüft
window-jobs-over = Beendet
window-jobs-pause-lane = Alle auf { $name } anhalten
window-jobs-resume-lane = Alle auf { $name } fortsetzen
window-jobs-no-limit = Kein Limit
window-jobs-limit-title = Tempolimit aller Aufträge
window-jobs-pause-all = Alle anhalten
window-jobs-resume-all = Alle fortsetzen
window-jobs-clear = Beendete entfernen
window-jobs-pause = Anhalten
window-jobs-resume = Fortsetzen
window-jobs-cancel = Abbrechen …
window-jobs-more = Mehr
window-jobs-more-of = Mehr für { $name }
window-jobs-first = Nach vorn
window-jobs-up = Nach oben
window-jobs-down = Nach unten
window-jobs-start = Jetzt starten
window-jobs-hold = Starten nach …
window-jobs-hold-not = Nicht warten
window-jobs-limit-job = Tempolimit …
window-jobs-command = Als Befehl kopieren
window-jobs-source = Quelle anzeigen
window-jobs-target = Ziel anzeigen
window-jobs-report = Bericht
window-jobs-retry = { $shown } fehlgeschlagene erneut versuchen
window-jobs-anyway = Trotzdem entpacken …
window-jobs-repeat = Erneut ausführen
window-jobs-verify-again = Erneut prüfen
window-jobs-undo = Rückgängig
window-jobs-forget = Entfernen
window-jobs-details = Details
window-jobs-drag = Ziehen, um in der Warteschlange zu verschieben, oder Alt und eine Pfeiltaste drücken
window-jobs-empty = Kein Auftrag läuft
window-jobs-empty-why = Kopieren, Verschieben und Löschen erscheint hier, nach Datenträgern geordnet.
window-jobs-empty-then = Fragen werden unter „Benötigt Antwort“ gesammelt, während der Rest weiterläuft.

## History

window-jobs-history-list = Beendete Aufträge
window-jobs-history-forget = Verlauf löschen …
window-jobs-history-filter = Welche Aufträge gezeigt werden
window-jobs-history-all = Alle
window-jobs-history-troubled = Mit Fehlern
window-jobs-history-no-trouble = Alle diese Aufträge wurden vollständig ausgeführt.
window-jobs-history-empty = Noch keine beendeten Aufträge
window-jobs-history-empty-why = Beendete Aufträge werden hier aufbewahrt: Bericht öffnen, Auftrag erneut ausführen oder rückgängig machen.
window-jobs-history-loading = Verlauf wird geladen
window-jobs-history-open = Bericht öffnen

## What a job does, before the name of its item; $verb is what is undone.

window-jobs-verb-link = Verlinken
window-jobs-at-work-link = Wird verlinkt
window-jobs-verb-undo-of =
    { $verb ->
        [copy] Kopieren rückgängig
        [move] Verschieben rückgängig
        [delete] Löschen rückgängig
        [trash] Papierkorb rückgängig
        [restore] Wiederherstellen rückgängig
        [verify] Prüfen rückgängig
        [dedupe] Speicher teilen rückgängig
        [extract] Entpacken rückgängig
       *[pack] Packen rückgängig
    }
window-jobs-verb-redo-of =
    { $verb ->
        [copy] Kopieren wiederholen
        [move] Verschieben wiederholen
        [delete] Löschen wiederholen
        [trash] Papierkorb wiederholen
        [restore] Wiederherstellen wiederholen
        [verify] Prüfen wiederholen
        [dedupe] Speicher teilen wiederholen
        [extract] Entpacken wiederholen
       *[pack] Packen wiederholen
    }

## How a job stands

window-jobs-stage-queued = In Warteschlange
window-jobs-stage-counting = Wird gezählt
window-jobs-stage-needs-you = Benötigt Antwort
window-jobs-stage-stalled = Stockt
window-jobs-stage-cancelling = Wird abgebrochen
window-jobs-stage-paused = Angehalten
window-jobs-stage-flushing = Wird geschrieben
window-jobs-stage-verifying = Wird geprüft
window-jobs-speed-waiting = Wartet

## More about it, in parts that commas join

window-jobs-how-reflinked = Reflink { $shown }
window-jobs-how-kernel = Kernel { $shown }
window-jobs-how-streamed = gelesen und geschrieben { $shown }
window-jobs-skipped = { $shown } übersprungen
window-jobs-taken-back = rückgängig gemacht
window-jobs-on-disk = auf dem Datenträger
window-jobs-verified = geprüft
window-jobs-about-interrupted = macht weiter, wo er aufgehört hat
window-jobs-about-queued = wartet, bis er an der Reihe ist
window-jobs-about-waiting =
    { $count ->
        [one] { $shown } Frage; alles andere ist fertig
       *[other] { $shown } Fragen; alles andere ist fertig
    }
window-jobs-about-stalled = seit einigen Sekunden kein Fortschritt
window-jobs-about-cancelling = endet, sobald die Datenträger antworten
window-jobs-about-mid-file = mitten in einer Datei angehalten
window-jobs-about-flushing = alles kopiert, wird auf den Datenträger geschrieben
window-jobs-about-flushing-left = alles kopiert, { $size } noch auf den Datenträger zu schreiben
window-jobs-about-verifying = Kopien werden zurückgelesen
window-jobs-asks-again =
    { $count ->
        [one] wird { $shown } Frage erneut stellen
       *[other] wird { $shown } Fragen erneut stellen
    }
window-jobs-disk-missing = der Datenträger ist nicht angeschlossen
window-jobs-size-on-disk = { $size } geschrieben
window-jobs-speed-items = { $shown } Objekte/s
window-jobs-rest-left = noch { $size }
window-jobs-rest-took = in { $duration }
window-jobs-working = { $shown } in Arbeit
window-jobs-paused = { $shown } angehalten
window-jobs-waiting-for-you =
    { $count ->
        [one] { $shown } wartet auf Antwort
       *[other] { $shown } warten auf Antwort
    }
window-jobs-spoken-needs-you = benötigt Antwort: { $shown }

## The rows and what they wait for. $verb is what the job does, as "Copy".

window-jobs-tab-history = Verlauf
window-jobs-row = { $verb }: { $name }
window-jobs-row-to = { $verb }: { $name } nach { $target }
window-jobs-hold-for = { $verb }: { $name } ist fertig
window-jobs-hold-for-to = { $verb }: { $name } nach { $target } ist fertig
