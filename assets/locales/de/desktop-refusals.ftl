### Why the program of the window did not do what it was asked for.

## What the program cannot do now, as it says instead

desktop-archive-name = Erst einen Namen für das Archiv eingeben
desktop-no-item = Kein Objekt ausgewählt
desktop-clipboard-empty = Die Zwischenablage enthält keine Dateien
desktop-clipboard-elsewhere = Die Objekte in der Zwischenablage sind nicht auf diesem Rechner
desktop-archive-not-inside = Das ist in einem Archiv nicht möglich; das Objekt zuerst herauskopieren
desktop-archive-read-only = Archive sind schreibgeschützt; Objekte lassen sich herauskopieren
desktop-far = Das geht nur auf diesem Rechner; Objekte zuerst hierher kopieren
desktop-far-between = Ein Ende einer Kopie oder Verschiebung ist dieser Rechner; in einem Panel einen Ordner dieses Rechners zeigen
desktop-far-picture = Bilder eines anderen Rechners werden nicht angezeigt; die Datei zuerst hierher kopieren
# Folgt in Klammern darauf, warum es keine Verbindung gibt.
desktop-connecting-stopped = das Warten darauf wurde beendet
desktop-being-undone = Dieser Auftrag wird gerade rückgängig gemacht
desktop-unknown-preference = Unbekannte Einstellung
desktop-into-trash = In den Papierkorb kommt nur, was gelöscht wird; einen anderen Ordner wählen
desktop-restore-first = Objekte zuerst aus dem Papierkorb wiederherstellen
desktop-queue-opening = Die Warteschlange wird noch geöffnet
desktop-clipboard-refused = Die Zwischenablage hat die Dateien nicht angenommen
desktop-clipboard-silent = Das Programm, dem die Zwischenablage gehört, antwortet nicht
desktop-destination-changed = Das Ziel hat sich geändert. Den Plan noch einmal ansehen
desktop-quitting = fcp wird gerade beendet
desktop-choose-folder-first = Zuerst einen Ordner wählen
desktop-disk-silent = Der Datenträger antwortet nicht
desktop-not-on-macos = Auf macOS kann fcp das noch nicht
desktop-kept-already = Diese Ordner werden schon synchron gehalten
desktop-start-first = Erst einmal „Starten“ drücken, dann lassen sich die Ordner synchron halten
desktop-archive-no-links = Archive sind schreibgeschützt; kein Link kann hineinführen
desktop-type-name = Zuerst einen Namen eingeben
desktop-name-slash = Namen können kein „/“ enthalten; mit „Verschieben“ in einen anderen Ordner
desktop-trash-empty = Der Papierkorb ist leer
desktop-trash-names = Objekte im Papierkorb behalten ihre Namen, bis sie wiederhergestellt werden
desktop-different-folders = Die Objekte sind in verschiedenen Ordnern; nur innerhalb eines Ordners umbenennen
desktop-find-folder-text = Ordner enthalten keinen Text; stattdessen nach Dateien suchen
desktop-find-nothing = Zuerst ein Muster, einen Text, eine Größe oder eine Zeit eingeben
desktop-no-folder = Kein Ordner ausgewählt
desktop-only-tab = Das ist der einzige Tab
desktop-folders-opening = Die Ordner werden noch gelesen
desktop-no-bookmarks = Lesezeichen lassen sich nicht speichern: Es gibt keinen Konfigurationsordner
desktop-restore-then-open = Erst wiederherstellen, dann öffnen
desktop-no-directory = Das ist kein Ordner
desktop-no-queue = Es gibt keine Warteschlange
desktop-eject-busy = Auf den Datenträger wird noch geschrieben; später noch einmal auswerfen
desktop-eject-no-program = Es ist kein Programm installiert, das Datenträger auswirft
desktop-select-one = Eine Datei auswählen
desktop-comparison-starting = Der Auftrag eines anderen Vergleichs startet gerade
desktop-comparison-partial = Der Vergleich ist unvollständig. Erneut vergleichen
desktop-comparison-hidden = Einige Zeilen waren ausgeblendet; zuerst alle ansehen
desktop-comparison-nothing = Es gibt nichts zu kopieren oder zu entfernen
desktop-comparison-changed = Der Plan hat sich geändert; noch einmal ansehen
desktop-comparison-row = Das geht mit dieser Zeile nicht
desktop-comparison-outdated = Die Ordner haben sich seit dem Vergleich geändert; nichts wurde gestartet
desktop-queue-closed = Die Warteschlange ist nicht offen
desktop-name-empty-slash = Namen können nicht leer sein und kein „/“ enthalten
desktop-viewer-go = Eine Zeilennummer, einen Anteil (50%) oder eine Byteposition (0x1F00) eingeben
desktop-viewer-extract = Das Objekt zum Ansehen entpacken
desktop-quit-lost = Die Aufträge lassen sich nicht speichern und gingen verloren; zum Beenden abbrechen
desktop-rehearsal-verbs = Nur Kopieren und Verschieben haben einen Probelauf
desktop-administrator-folder = Zuerst den Ordner als Administrator anlegen
desktop-diff-mark = Zwei Dateien markieren, oder eine in jedem Panel
desktop-diff-row = Nur eine Zeile mit einer Datei auf beiden Seiten hat Zeilen zum Vergleichen
desktop-diff-same = Beide Panels zeigen diese Datei; zwei Dateien markieren oder in einen anderen Ordner gehen
desktop-diff-archive = Dateien in Archiven lassen sich nicht vergleichen; zuerst entpacken
desktop-diff-files = Nur zwei Dateien lassen sich so vergleichen
desktop-root = Das Programm läuft schon als root; „Erneut versuchen“ benutzen
desktop-administrator-busy = Eine andere Anfrage wird gerade als Administrator ausgeführt
# $why is what a program said, or one of the reasons of the administrator.
desktop-administrator-failed = Der Prozess des Administrators ist fehlgeschlagen: { $why }
desktop-administrator-not-started = pkexec hat das Programm nicht gestartet: { $why }. Nichts wurde geändert.
desktop-administrator-silent = er endete vorzeitig ohne Meldung
desktop-no-home-folder = Es gibt keinen persönlichen Ordner

## The same with names and numbers; what stands after a colon is the reason

desktop-no-mode = „{ $mode }“ ist keine gültige Berechtigung
desktop-rename-refused = Nichts wurde umbenannt: „{ $old }“ kann nicht „{ $new }“ heißen: { $why }
desktop-rename-stranded = „{ $old }“ wurde in „{ $now }“ umbenannt, aber dann: { $error }
desktop-opened-at-most = Höchstens { $shown } Dateien werden auf einmal geöffnet
desktop-keep-unstored = Der Stand der beiden Ordner konnte nicht gespeichert werden: { $error }
desktop-quit-no-background = die Aufträge können nicht im Hintergrund laufen: { $why }
desktop-preferences-damaged = „{ $file }“ ist beschädigt, daher gelten die Voreinstellungen; die Datei bleibt als { $kept }: { $why }
desktop-preferences-unreadable = „{ $file }“ ist nicht lesbar, daher gelten die Voreinstellungen: { $why }
desktop-config-unreadable = { $file } ist nicht lesbar: { $error }
desktop-keymap-unknown = keine Tastenbelegung heißt „{ $name }“
desktop-keymap-unreadable = die Tastenbelegung „{ $name }“ ist nicht lesbar: { $error }
desktop-jobs-not-kept = Aufträge bleiben nach dem Beenden nicht erhalten: { $why }
desktop-correct-first = Zuerst { $file } korrigieren: { $why }

## Reasons, to follow a colon

desktop-gone = das gemeinte Objekt gibt es nicht mehr
desktop-no-home = es gibt keinen persönlichen Ordner
desktop-no-queue-place = es gibt keinen Ordner, in dem die Warteschlange gespeichert werden könnte
desktop-command-folder = In diesem Ordner kann kein Programm arbeiten
