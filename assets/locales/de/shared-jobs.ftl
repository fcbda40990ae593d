### Aufträge: Befehlszeilen, und der Prozess im Hintergrund.

## Warum keine Befehlszeile dasselbe tut wie ein Auftrag.

no-command-restore = er holt etwas aus dem Papierkorb zurück
no-command-undo = er macht einen anderen Auftrag rückgängig
no-command-verify = er vergleicht eine Kopie mit ihren Quellen
no-command-each = jedes seiner Objekte hat einen eigenen Zielpfad
no-command-elsewhere = seine Objekte sind auf einem anderen Rechner
no-command-no-folders = er kopiert keine Ordner
no-command-gnu = er folgt den Regeln von GNU cp
no-command-below = seine Pfade gelten von einem früheren Arbeitsordner aus
no-command-through = er schreibt durch symbolische Links am Ziel hindurch
no-command-mirror = er spiegelt, ohne alle Attribute zu erhalten
no-command-follow = er folgt symbolischen Links auf eine Weise, die keine Option hat
no-command-removals = er entfernt einzeln gewählte Objekte
no-command-working-directory = er darf den Ordner entfernen, in dem er läuft
no-command-part = er tut nur einen Teil dessen, was ein anderer Auftrag tat
no-command-attributes = er erhält Attribute auf eine Weise, die keine Option hat
no-command-folders = er behandelt vorhandene Ordner auf eine Weise, die keine Option hat

## Warum der Prozess nicht beginnt, der die Aufträge ausführt.

background-no-process = ein Prozess kann nicht gestartet werden: { $error }
# $status ist, was das System sagt, auf Englisch.
background-ended = der Prozess im Hintergrund endete: { $status }
background-silent = der Prozess im Hintergrund begann nicht innerhalb von { $seconds } s

## Warum der Administrator etwas nicht ausführt.

elevated-not-this = nur Kopieren, Verschieben und Löschen können als Administrator erneut versucht werden
elevated-removes = ein Auftrag, der auch entfernt, wird nicht als Administrator ausgeführt: die Ordner erneut vergleichen
elevated-relative = relative Pfade sind als Administrator nicht möglich
elevated-elsewhere = Kopien von und zu anderen Rechnern werden nicht als Administrator ausgeführt
elevated-dry-run = ein Probelauf ändert nichts und wird nicht als Administrator ausgeführt
elevated-manifest = ein Auftrag, der eine Liste von Prüfsummen schreibt, wird nicht als Administrator ausgeführt: ohne die Liste starten
elevated-symlinks = ein Auftrag, der symbolischen Links folgt, wird nicht als Administrator ausgeführt, da sie von anderen Benutzern sein können
elevated-contents = ein Auftrag, der Geräte und FIFOs wie Dateien liest, wird nicht als Administrator ausgeführt
elevated-mounts = ein Auftrag, der Eingehängtes löscht, wird nicht als Administrator ausgeführt
elevated-shares = ein Auftrag, der feste Links auf frühere Kopien anlegt, wird nicht als Administrator ausgeführt, da andere Benutzer die Kopien dann ändern könnten
elevated-modes = ein Auftrag, der Berechtigungen ohne Besitzer erhält, wird nicht als Administrator ausgeführt: Programme anderer liefen als root
elevated-unprotected = ein Auftrag, der den Wurzelordner löschen darf, wird nicht als Administrator ausgeführt
elevated-confirms = ein Auftrag, der vor dem Löschen fragt, wird nicht als Administrator ausgeführt
elevated-no-program = { $program } fehlt: neben fcp-desktop installieren
elevated-replaceable = nicht nur root kann { $place } ändern, daher wird { $program } nicht als root gestartet: das Paket installieren, oder das Programm als root nach /usr/local/bin kopieren
elevated-no-pkexec = pkexec ist nicht installiert: polkit installieren oder fcp-tui verwenden
elevated-unread = die Anfrage ist nicht zu lesen: { $error }
elevated-too-large = die Anfrage ist zu groß
elevated-unconfirmed = die Anfrage ist nicht die, die bestätigt wurde
# $error is in English.
elevated-unreadable = die Anfrage ist nicht zu verstehen: { $error }
elevated-other-version = die Anfrage kommt von einer anderen Version von fcp
elevated-rights = Rechte, die der Auftrag nicht braucht, konnten nicht abgegeben werden: { $error }
