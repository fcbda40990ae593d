### The report of a finished job.

## Why items were skipped, to follow a colon

window-report-skipped-policy = Vorhandenes behalten, wie gewünscht
window-report-skipped-not-newer = Vorhandenes ist nicht älter
window-report-skipped-same = identisch
window-report-skipped-filtered = durch einen Filter ausgeschlossen
window-report-skipped-unanswered = nicht beantwortet
window-report-skipped-cancelled = der Auftrag wurde abgebrochen
window-report-skipped-duplicate = mehr als einmal genannt
window-report-skipped-missing = war nicht vorhanden
window-report-skipped-not-empty = einige Objekte darin wurden behalten
window-report-skipped-special = ein Socket, eine FIFO oder ein Gerät, das nicht entpackt wird oder das das Archiv nicht speichern kann

## Warnings, to follow a colon

window-report-warnings-duplicate-source = mehr als einmal genannt
window-report-warnings-metadata = nicht alle Metadaten wurden übernommen
window-report-warnings-not-flushed = nicht alle Daten sind sicher auf dem Datenträger
window-report-warnings-source-changed = die Quelle hat sich beim Lesen geändert
window-report-warnings-not-shared = kopiert und nicht geteilt: die andere Kopie ist vielleicht beschädigt
window-report-warnings-put-off = aufgeschoben, etwas Nötiges fehlt
window-report-warnings-not-snapshot = die Objekte darin wurden kopiert, da kein Schnappschuss möglich war
window-report-warnings-not-journaled = der Fortschritt konnte nicht gespeichert werden
window-report-warnings-queue-set-aside = die Warteschlange war nicht lesbar und wurde beiseitegelegt
window-report-warnings-not-recorded = lässt sich nicht rückgängig machen, da nicht aufgezeichnet
window-report-warnings-part-kept = vorzeitig beendet; was angekommen ist, bleibt erhalten
window-report-warnings-no-manifest = keine Liste der Prüfsummen wurde geschrieben
window-report-warnings-partial-manifest = die Liste der Prüfsummen enthält nur die geprüften Kopien
window-report-warnings-not-trashed = endgültig gelöscht, da es nicht in den Papierkorb gelegt werden konnte
window-report-warnings-interrupted = der Auftrag wurde gewaltsam beendet, und seine letzten Änderungen wurden vielleicht nicht aufgezeichnet
window-report-warnings-not-linked = keine festen Links der nicht verschobenen Namen mehr
window-report-warnings-not-counted = was ein früherer Lauf des Auftrags erledigt hat, ist nicht mitgezählt
window-report-warnings-nothing-removed = was nur das Ziel hat, blieb, weil ein Objekt fehlschlug oder die Grenze überschritten war

## General

window-report-back = Zurück zum Verlauf
window-report-loading = Bericht wird geladen
window-report-show = Anzeigen
window-report-filter = Nach Namen filtern
window-report-retry = { $shown } fehlgeschlagene erneut versuchen

## Numbers; each stands above its word

window-report-stats-label = Zusammenfassung
window-report-stats-took = in { $duration }
window-report-stats-reflinked = Reflink
window-report-stats-kernel = Kernel
window-report-stats-streamed = gelesen und geschrieben
window-report-stats-saved = Platz gespart
window-report-stats-failed = fehlgeschlagen
window-report-stats-skipped = übersprungen
window-report-stats-items = Objekte

## More words

window-report-groups = Fehlgeschlagen, mit Warnung, übersprungen und fertig
window-report-more = { $shown } insgesamt; nur die ersten werden gezeigt
window-report-clean = Nichts ist fehlgeschlagen oder wurde übersprungen.
window-report-rate = Tempo
window-report-rates = im Mittel { $mean }, höchstens { $peak }
window-report-last-minute = letzte Minute
window-report-how = Kopierverfahren
window-report-reflinked = als Reflink, ohne Platzbedarf
window-report-kernel = vom Kernel kopiert
window-report-streamed = gelesen und geschrieben

## What happened. $verb is what the job did; $amount is how much, as "3 of 16 items".

window-report-title-completed =
    { $verb ->
        [copy] { $items } kopiert
        [link] { $items } verlinkt
        [move] { $items } verschoben
        [delete] { $items } gelöscht
        [trash] { $items } in den Papierkorb gelegt
        [restore] { $items } wiederhergestellt
        [undo] { $items } rückgängig gemacht
        [verify] { $items } geprüft
        [dedupe] Speicher geteilt: { $items }
        [extract] { $items } entpackt
       *[pack] { $items } gepackt
    }
# These follow, after a comma.
window-report-title-skipped = { $shown } übersprungen
window-report-title-skipped-also = { $shown } übersprungen
window-report-title-rest =
    { $verb ->
        [copy] der Rest wurde kopiert
        [link] der Rest wurde verlinkt
        [move] der Rest wurde verschoben
        [delete] der Rest wurde gelöscht
        [trash] der Rest wurde in den Papierkorb gelegt
        [restore] der Rest wurde wiederhergestellt
        [undo] der Rest wurde rückgängig gemacht
        [verify] der Rest wurde geprüft
        [dedupe] der Rest teilt seinen Speicher
        [extract] der Rest wurde entpackt
       *[pack] der Rest wurde gepackt
    }
# $failed of all items; $count and $shown are the number of all.
window-report-title-errors =
    { $count ->
        [one] { $failed } von { $shown } Objekt fehlgeschlagen
       *[other] { $failed } von { $shown } Objekten fehlgeschlagen
    }
window-report-title-cancelled = Abgebrochen nach { $amount }
window-report-title-failed = Fehlgeschlagen nach { $amount }
window-report-finished-at = beendet { $time }
window-report-on-disk = auf dem Datenträger
window-report-verified = geprüft
window-report-not-verified = nicht geprüft

## Groups of items with one reason

window-report-group-failed = { $shown } fehlgeschlagen: { $why }
window-report-group-skipped = { $shown } übersprungen: { $why }
window-report-group-finished = { $items } fertig
window-report-group-warning =
    { $count ->
        [one] { $shown } Warnung: { $what }
       *[other] { $shown } Warnungen: { $what }
    }
