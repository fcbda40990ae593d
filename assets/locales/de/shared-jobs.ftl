### Aufträge: Befehlszeilen, und der Prozess im Hintergrund.

## Warum keine Befehlszeile dasselbe tut wie ein Auftrag.

no-command-restore = er holt etwas aus dem Papierkorb zurück
no-command-undo = er macht einen anderen Auftrag rückgängig
no-command-verify = er vergleicht eine Kopie mit ihren Quellen
no-command-each = jedes seiner Objekte hat einen eigenen Zielpfad
no-command-no-folders = er kopiert keine Ordner
no-command-gnu = er folgt den Regeln von GNU cp
no-command-below = er legt Pfade unterhalb eines damals aktuellen Ordners an
no-command-through = er schreibt durch symbolische Links am Ziel hindurch
no-command-mirror = er spiegelt, ohne alle Attribute zu erhalten
no-command-follow = er folgt symbolischen Links auf eine Weise, die keine Option hat
no-command-removals = er entfernt einzeln gewählte Objekte
no-command-working-directory = er darf den Ordner entfernen, in dem er läuft
no-command-part = er tut nur einen Teil dessen, was ein anderer Auftrag tat
no-command-attributes = er erhält Attribute auf eine Weise, die keine Option hat
no-command-folders = er behandelt Ordner am Ziel auf seine eigene Weise

## Warum der Prozess nicht beginnt, der die Aufträge ausführt.

background-no-process = ein Prozess kann nicht gestartet werden: { $error }
# $status ist, was das System sagt, auf Englisch.
background-ended = der Prozess im Hintergrund endete: { $status }
background-silent = der Prozess im Hintergrund begann nicht innerhalb von { $seconds } s

## Warum der Administrator etwas nicht ausführt.

elevated-not-this = nur Kopieren, Verschieben und Löschen können als Administrator wiederholt werden
elevated-removes = ein Auftrag, der auch entfernt, wird nicht als Administrator ausgeführt: die Ordner erneut vergleichen
elevated-no-program = { $program } fehlt: neben fcp-desktop installieren
elevated-replaceable = nicht nur root kann { $place } ändern, daher wird { $program } nicht als root gestartet: das Paket installieren, oder das Programm als root nach /usr/local/bin kopieren
elevated-no-pkexec = pkexec ist nicht installiert: polkit installieren oder fcp-tui verwenden
