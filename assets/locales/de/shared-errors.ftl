### Fehlgeschlagene Schritte an Dateien, wie alle Ansichten sie nennen.

## Ein ganzer Fehler. $what ist der Schritt mit seinem Pfad, $reason der Grund.

error-of-step = { $what }: { $reason }
# Für eine ersetzte Datei, die nicht in den Papierkorb kann; $error ist der Fehler wie oben.
error-keep-hint = { $error }; endgültig ersetzen oder überspringen
# Ein fehlgeschlagener Systemaufruf: $reason wie unten, $number ist die Nummer des Fehlers.
error-with-number = { $reason } (Fehler { $number })

## Schritte mit dem Pfad, an dem sie arbeiteten, und mit $other, wo zwei Pfade zählen.

error-stat = „{ $path }“ kann nicht abgefragt werden
error-open = „{ $path }“ kann nicht geöffnet werden
error-list-dir = „{ $path }“ kann nicht aufgelistet werden
error-read = „{ $path }“ kann nicht gelesen werden
error-write = „{ $path }“ kann nicht geschrieben werden
error-close = „{ $path }“ kann nicht geschlossen werden
error-clone = „{ $path }“ kann nicht als Reflink angelegt werden
error-create-file = Datei „{ $path }“ kann nicht angelegt werden
error-create-dir = Ordner „{ $path }“ kann nicht angelegt werden
error-create-symlink = Symbolischer Link „{ $path }“ kann nicht angelegt werden
error-create-hard-link = Fester Link „{ $path }“ kann nicht angelegt werden
error-create-fifo = FIFO „{ $path }“ kann nicht angelegt werden
error-create-special = Spezialdatei „{ $path }“ kann nicht angelegt werden
error-read-link = Symbolischer Link „{ $path }“ kann nicht gelesen werden
error-set-mode = Berechtigungen von „{ $path }“ können nicht gesetzt werden
error-set-owner = Besitzer von „{ $path }“ kann nicht gesetzt werden
error-set-times = Zeiten von „{ $path }“ können nicht gesetzt werden
error-set-xattr = Erweiterte Attribute von „{ $path }“ können nicht gesetzt werden
error-publish = „{ $path }“ kann seinen endgültigen Namen nicht bekommen
error-backup = „{ $path }“ kann nicht gesichert werden
error-keep = Ersetztes „{ $path }“ kann nicht in den Papierkorb gelegt werden
error-remove = „{ $path }“ kann nicht entfernt werden
error-move = „{ $path }“ kann nicht verschoben werden
error-exchange = „{ $path }“ kann nicht getauscht werden
error-trash = „{ $path }“ kann nicht in den Papierkorb gelegt werden
error-restore = „{ $path }“ kann nicht wiederhergestellt werden
error-undo = „{ $path }“ kann nicht rückgängig gemacht werden
error-record = Aufzeichnen für das Rückgängigmachen in „{ $path }“ nicht möglich
error-journal = Fortschritt kann nicht in „{ $path }“ gespeichert werden
error-sync = „{ $path }“ kann nicht sicher auf den Datenträger geschrieben werden
error-verify = „{ $path }“ kann nicht geprüft werden
error-dedupe = Speicher von „{ $path }“ kann nicht geteilt werden
error-unpack = „{ $path }“ kann nicht entpackt werden
error-pack = „{ $path }“ kann nicht gepackt werden
error-send = „{ $path }“ kann nicht gesendet werden
error-receive = „{ $path }“ kann nicht empfangen werden
error-target = Nach „{ $path }“ kann nicht kopiert werden
error-copy = „{ $path }“ kann nicht kopiert werden
error-delete = „{ $path }“ kann nicht gelöscht werden
error-snapshot = Schnappschuss von „{ $path }“ nicht möglich
error-create-hard-link-to = Fester Link „{ $path }“ auf „{ $other }“ kann nicht angelegt werden
error-copy-to = „{ $path }“ kann nicht nach „{ $other }“ kopiert werden
error-move-to = „{ $path }“ kann nicht nach „{ $other }“ verschoben werden
error-exchange-and = „{ $path }“ und „{ $other }“ können nicht getauscht werden
# Keine Datei ist der Grund.
error-start = Threads können nicht gestartet werden

## Schritte neben ihrem Pfad.

cannot-stat = Abfragen nicht möglich
cannot-open = Öffnen nicht möglich
cannot-list-dir = Auflisten nicht möglich
cannot-read = Lesen nicht möglich
cannot-write = Schreiben nicht möglich
cannot-close = Schließen nicht möglich
cannot-clone = Reflink nicht möglich
cannot-create-file = Anlegen der Datei nicht möglich
cannot-create-dir = Anlegen des Ordners nicht möglich
cannot-create-symlink = Anlegen des symbolischen Links nicht möglich
cannot-create-hard-link = Anlegen des festen Links nicht möglich
cannot-create-fifo = Anlegen der FIFO nicht möglich
cannot-create-special = Anlegen der Spezialdatei nicht möglich
cannot-read-link = Lesen des symbolischen Links nicht möglich
cannot-set-mode = Setzen der Berechtigungen nicht möglich
cannot-set-owner = Setzen des Besitzers nicht möglich
cannot-set-times = Setzen der Zeiten nicht möglich
cannot-set-xattr = Setzen der erweiterten Attribute nicht möglich
cannot-publish = Vergeben des Namens nicht möglich
cannot-backup = Sichern nicht möglich
cannot-keep = Ersetztes in den Papierkorb legen nicht möglich
cannot-remove = Entfernen nicht möglich
cannot-move = Verschieben nicht möglich
cannot-exchange = Tauschen nicht möglich
cannot-trash = In den Papierkorb legen nicht möglich
cannot-restore = Wiederherstellen nicht möglich
cannot-undo = Rückgängigmachen nicht möglich
cannot-record = Aufzeichnen nicht möglich
cannot-journal = Speichern des Fortschritts nicht möglich
cannot-sync = Sicheres Schreiben auf den Datenträger nicht möglich
cannot-verify = Prüfen nicht möglich
cannot-dedupe = Teilen des Speichers nicht möglich
cannot-unpack = Entpacken nicht möglich
cannot-pack = Packen nicht möglich
cannot-send = Senden nicht möglich
cannot-receive = Empfangen nicht möglich
cannot-target = Kopieren nicht möglich
cannot-copy = Kopieren nicht möglich
cannot-delete = Löschen nicht möglich
cannot-snapshot = Schnappschuss nicht möglich
cannot-start = Threads können nicht gestartet werden

## Warum ein Plan mit Teilen nicht beobachtet werden kann.

plan-is-none = „{ $path }“ ist kein vollständiger Plan: plan.json fehlt
plan-is-newer = „{ $path }“ wurde von einer neueren Version geschrieben
plan-is-damaged = „{ $path }“ ist beschädigt
