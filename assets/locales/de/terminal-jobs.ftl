### Aufträge in Worten.

## Was ein Auftrag tut, gerade tut, tat und nicht tun konnte.

verb-copy = Kopieren
verb-copy-doing = Wird kopiert
verb-copy-done = Kopiert
verb-copy-failed = Kopieren fehlgeschlagen

verb-move = Verschieben
verb-move-doing = Wird verschoben
verb-move-done = Verschoben
verb-move-failed = Verschieben fehlgeschlagen

verb-delete = Löschen
verb-delete-doing = Wird gelöscht
verb-delete-done = Gelöscht
verb-delete-failed = Löschen fehlgeschlagen

verb-trash = In den Papierkorb
verb-trash-doing = Wird in den Papierkorb gelegt
verb-trash-done = In den Papierkorb gelegt
verb-trash-failed = Verschieben in den Papierkorb fehlgeschlagen

verb-restore = Wiederherstellen
verb-restore-doing = Wird wiederhergestellt
verb-restore-done = Wiederhergestellt
verb-restore-failed = Wiederherstellen fehlgeschlagen

verb-undo = Rückgängig
verb-undo-doing = Wird rückgängig gemacht
verb-undo-done = Rückgängig gemacht
verb-undo-failed = Rückgängigmachen fehlgeschlagen

verb-verify = Prüfen
verb-verify-doing = Wird geprüft
verb-verify-done = Geprüft
verb-verify-failed = Prüfung fehlgeschlagen

verb-dedupe = Speicher teilen
verb-dedupe-doing = Speicher wird geteilt
verb-dedupe-done = Speicher geteilt
verb-dedupe-failed = Speicher teilen fehlgeschlagen

verb-extract = Entpacken
verb-extract-doing = Wird entpackt
verb-extract-done = Entpackt
verb-extract-failed = Entpacken fehlgeschlagen

verb-pack = Packen
verb-pack-doing = Wird gepackt
verb-pack-done = Gepackt
verb-pack-failed = Packen fehlgeschlagen

verb-job = Auftrag
verb-job-doing = Läuft
verb-job-done = Fertig
verb-job-failed = Fehlgeschlagen

## Wie ein Auftrag endete. $much ist, wie viel getan wurde, etwa „3 Objekte“ oder „1,2 GiB“.

job-cancelled-after = Abgebrochen, { $much } erledigt
job-failed-after = Fehlgeschlagen, { $much } erledigt
job-trashed = { $much } in den Papierkorb gelegt
job-nothing-packed = Nichts gepackt
job-nothing-to-share = Nichts zu teilen: keine gleichen Dateien mit eigenem Speicher
job-shared = { $shared } in { $files } geteilt, { $freed } frei geworden
job-removed = { $items } entfernt
job-done = { $done }: { $much }

## Zustände von Aufträgen.

state-queued = wartet
state-interrupted = unterbrochen
state-running = läuft
state-needs-you = benötigt Antwort
state-stalled = steht
state-paused = angehalten
state-flushing = wird gesichert
state-verifying = wird geprüft
state-cancelling = bricht ab
state-ending = endet
state-done = fertig
state-unanswered = unbeantwortet
state-partly = mit Fehlern
state-cancelled = abgebrochen
state-failed = fehlgeschlagen
state-after = nach Auftrag { $job }
state-held = wegen Auftrag { $job } angehalten

## Warum ein Objekt übersprungen wurde.

skipped-kept = behalten, wie gewählt
skipped-policy = Vorhandenes wurde behalten, wie gewählt
skipped-not-newer = Vorhandenes ist nicht älter
skipped-archive = es ist das Archiv selbst
skipped-same = identisch
skipped-filtered = von einem Filter ausgelassen
skipped-unanswered = die Frage dazu wurde nicht beantwortet
skipped-cancelled = der Auftrag wurde abgebrochen
skipped-duplicate = mehrfach genannt
skipped-missing = nicht gefunden
skipped-not-empty = etwas darin wurde behalten
skipped-special-packed = ein Socket, eine FIFO oder ein Gerät; ein Archiv kann das nicht enthalten
skipped-special = eine FIFO oder ein Gerät; nur eine exakte Kopie (-a) enthält das

## Warnungen. $error ist ein Fehler, wie er überall genannt wird.

warning-duplicate = „{ $path }“ wurde mehrfach genannt
warning-not-flushed = { $error }; vielleicht sind nicht alle Daten auf dem Datenträger
warning-source-changed = „{ $path }“ änderte sich während des Kopierens; die Kopie ist vielleicht nicht stimmig
warning-not-shared = „{ $path }“ wurde kopiert und nicht geteilt: Die andere Kopie hat gleiche Größe und Zeit, aber anderen Inhalt, und ist vielleicht beschädigt
warning-queue-set-aside = die Warteschlange war nicht lesbar; sie wurde als „{ $path }“ aufbewahrt und eine neue begonnen
warning-put-off = { $error }; der Auftrag wartet, bis er fortgesetzt wird
warning-not-journaled = { $error }; nach einem Absturz würde dieser Auftrag von vorn beginnen
warning-not-recorded = { $error }; dieser Auftrag lässt sich nicht rückgängig machen oder wiederholen
warning-part-kept = der angekommene Teil bleibt in „{ $path }“; derselbe Befehl setzt fort
warning-no-manifest = { $error }; es gibt keine Liste der Prüfsummen
warning-partial-manifest = „{ $path }“ nennt nur die geprüften Kopien, nicht alle Objekte
warning-not-trashed = { $error }; es wurde endgültig gelöscht
warning-not-snapshot = { $error }; der Inhalt wird kopiert
warning-interrupted = jener Auftrag wurde gewaltsam beendet; seine letzten Änderungen wurden vielleicht nicht aufgezeichnet und bleiben dann
warning-not-linked = { $count ->
        [one] { $files } ist kein fester Link der nicht verschobenen Namen mehr
       *[other] { $files } sind keine festen Links der nicht verschobenen Namen mehr
    }
warning-not-counted = { $count ->
        [0] ein früherer Lauf dieses Auftrags wurde angehalten; was er erledigt hat, ist nicht mitgezählt
       *[other] ein früherer Lauf dieses Auftrags wurde angehalten; er hat mindestens { $items } erledigt, die nicht mitgezählt sind
    }
warning-nothing-removed-failures = was nur „{ $path }“ hat, blieb, weil einiges fehlschlug
warning-nothing-removed-limit = was nur „{ $path }“ hat, blieb: es ist mehr, als die Grenze erlaubt
warning-nothing-removed-empty = was nur das Ziel hat, blieb, weil „{ $path }“ leer ist oder Filter alles darin auslassen; --max-delete erlaubt, es zu entfernen
