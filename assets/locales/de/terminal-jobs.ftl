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

job-cancelled-after = Abgebrochen nach { $much }
job-failed-after = Fehlgeschlagen nach { $much }
job-trashed = { $much } in den Papierkorb gelegt
job-nothing-to-share = Nichts zu teilen: keine gleichen Dateien mit eigenem Speicher
job-shared = { $shared } in { $files } geteilt, { $freed } frei geworden
job-removed = { $items } entfernt
job-done = { $done }: { $much }
