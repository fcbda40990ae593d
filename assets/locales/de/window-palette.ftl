### The palette and the list of keys.

## General

window-palette-label = Suchen oder ausführen
window-palette-placeholder = Eine Aktion, ein Ort oder ein Ordner
window-palette-places-only = Ein Ort oder ein Ordner
window-palette-go = Gehe zu
window-palette-nothing = Nichts passt
window-palette-choose = wählen
window-palette-run = ausführen
window-palette-close = Schließen (Esc)
window-palette-keys = Tasten
window-palette-find-keys = Eine Taste oder Aktion suchen
window-palette-in-panels = In den Panels
window-palette-in-jobs = Bei einem Auftrag
window-palette-mistakes = Fehler in config.toml

## Groups of actions

window-palette-groups-browse = Navigation
window-palette-groups-files = Dateien
window-palette-groups-jobs = Aufträge
window-palette-groups-program = Fenster

## What actions and keys do

window-palette-actions-up = Eine Zeile nach oben
window-palette-actions-down = Eine Zeile nach unten
window-palette-actions-left = Eine Kachel nach links
window-palette-actions-right = Eine Kachel nach rechts
window-palette-actions-page-up = Eine Seite nach oben
window-palette-actions-page-down = Eine Seite nach unten
window-palette-actions-half-page-up = Eine halbe Seite nach oben
window-palette-actions-half-page-down = Eine halbe Seite nach unten
window-palette-actions-first = Erste Zeile
window-palette-actions-last = Letzte Zeile
window-palette-actions-switch-panel = Anderes Panel
window-palette-actions-escape = Suche, Filter oder Auswahl abbrechen
window-palette-actions-open = Öffnen
window-palette-actions-enter = Ordner betreten
window-palette-actions-parent = Übergeordneter Ordner
window-palette-actions-back = Zurück
window-palette-actions-forward = Vorwärts
window-palette-actions-home = Zum persönlichen Ordner
window-palette-actions-root = Zum Wurzelverzeichnis
window-palette-actions-go-to = Gehe zu einem Pfad …
window-palette-actions-connect = Mit anderem Rechner verbinden…
window-palette-actions-trashed = Papierkorb öffnen
window-palette-actions-bookmark-add = Lesezeichen hinzufügen oder entfernen
window-palette-actions-bookmarks = Ort wählen …
window-palette-actions-mounts = Laufwerk wählen …
window-palette-actions-find = Dateien suchen, oder Text in Dateien …
window-palette-actions-tab-new = Neuer Tab
window-palette-actions-tab-close = Tab schließen
window-palette-actions-tab-next = Nächster Tab
window-palette-actions-tab-previous = Vorheriger Tab
window-palette-actions-tab-1 = Erster Tab
window-palette-actions-tab-2 = Zweiter Tab
window-palette-actions-tab-3 = Dritter Tab
window-palette-actions-tab-4 = Vierter Tab
window-palette-actions-tab-5 = Fünfter Tab
window-palette-actions-tab-6 = Sechster Tab
window-palette-actions-tab-7 = Siebter Tab
window-palette-actions-tab-8 = Achter Tab
window-palette-actions-tab-9 = Neunter Tab
window-palette-actions-open-tab = In neuem Tab öffnen
window-palette-actions-open-other = Im anderen Panel öffnen
window-palette-actions-swap-panels = Panels tauschen
window-palette-actions-equal-panels = Diesen Ordner im anderen Panel zeigen
window-palette-actions-compare-panels = Unterschiede zwischen den Panels markieren
window-palette-actions-compare-folders = Ordner vergleichen und abgleichen …
window-palette-actions-compare-files = Dateien nebeneinander vergleichen
window-palette-actions-hidden = Versteckte Dateien anzeigen
window-palette-actions-sort-name = Nach Name sortieren
window-palette-actions-sort-size = Nach Größe sortieren
window-palette-actions-sort-time = Nach Datum sortieren
window-palette-actions-sort-extension = Nach Endung sortieren
window-palette-actions-sort-reverse = Reihenfolge umkehren
window-palette-actions-filter = Nach Namen filtern
window-palette-actions-search = In diesem Ordner suchen
window-palette-actions-search-next = Nächster Treffer
window-palette-actions-search-previous = Vorheriger Treffer
window-palette-actions-reload = Aktualisieren
window-palette-actions-one-panel = Ein oder zwei Panels
window-palette-actions-preview = Vorschau
window-palette-actions-view = Inhalt ansehen
window-palette-actions-view-hex = Als Bytes ansehen
window-palette-actions-directory-sizes = Ordnergrößen berechnen
window-palette-actions-mark = Markieren und nach unten
window-palette-actions-mark-up = Markieren und nach oben
window-palette-actions-mark-here = Markieren oder Markierung aufheben
window-palette-actions-mark-range = Markierten Bereich beginnen oder beenden
window-palette-actions-mark-all = Alle markieren
window-palette-actions-mark-files = Alle Dateien markieren, keine Ordner
window-palette-actions-mark-none = Alle Markierungen aufheben
window-palette-actions-mark-invert = Markierungen umkehren
window-palette-actions-mark-extension = Alle mit dieser Endung markieren
window-palette-actions-mark-glob = Nach Namen markieren …
window-palette-actions-unmark-glob = Markierung nach Namen aufheben …
window-palette-actions-copy = Ins andere Panel kopieren …
window-palette-actions-move = Ins andere Panel verschieben …
window-palette-actions-copy-here = Hier unter anderem Namen kopieren …
window-palette-actions-duplicate = Duplizieren
window-palette-actions-yank = In die Zwischenablage kopieren
window-palette-actions-cut = Ausschneiden
window-palette-actions-paste = Hier einfügen …
window-palette-actions-rename = Umbenennen
window-palette-actions-bulk-rename = Markierte Objekte umbenennen …
window-palette-actions-make-directory = Neuer Ordner …
window-palette-actions-make-file = Neue Datei …
window-palette-actions-symlink = Symbolische Links im anderen Panel anlegen …
window-palette-actions-hard-link = Feste Links im anderen Panel anlegen …
window-palette-actions-trash = In den Papierkorb …
window-palette-actions-delete = Endgültig löschen …
window-palette-actions-restore = Aus dem Papierkorb wiederherstellen
window-palette-actions-empty-trash = Papierkorb leeren …
window-palette-actions-verify = Kopien im anderen Panel prüfen
window-palette-actions-share-storage = Speicher gleicher Dateien teilen …
window-palette-actions-extract = Archive entpacken nach …
window-palette-actions-extract-here = Archive hier entpacken
window-palette-actions-pack = In ein Archiv packen …
window-palette-actions-properties = Eigenschaften
window-palette-actions-checksums = Prüfsumme …
window-palette-actions-mode = Berechtigungen ändern …
window-palette-actions-owner = Besitzer ändern …
window-palette-actions-edit = Mit dem Standardprogramm öffnen
window-palette-actions-open-with = Mit einem anderen Programm öffnen …
window-palette-actions-copy-path = Pfad als Text kopieren
window-palette-actions-copy-name = Namen als Text kopieren
window-palette-actions-undo = Rückgängig
window-palette-actions-redo = Wiederholen
window-palette-actions-jobs = Aufträge ein- oder ausblenden
window-palette-actions-drawer = Aufträge ein- oder ausblenden
window-palette-actions-answer = Zeigen, was eine Antwort benötigt
window-palette-actions-questions = Zeigen, was eine Antwort benötigt
window-palette-actions-finished = Verlauf anzeigen
window-palette-actions-pause-all = Alle Aufträge anhalten oder fortsetzen
window-palette-actions-limit-all = Tempolimit aller Aufträge …
window-palette-actions-queue-mode = Aufträge je Datenträger, alle zugleich oder nacheinander
window-palette-actions-clear = Beendete Aufträge aus der Liste entfernen
window-palette-actions-pause = Auftrag anhalten oder fortsetzen
window-palette-actions-pause-lane = Alle Aufträge dieses Datenträgers anhalten oder fortsetzen
window-palette-actions-cancel = Auftrag abbrechen …
window-palette-actions-job-up = Auftrag nach oben
window-palette-actions-job-down = Auftrag nach unten
window-palette-actions-job-first = Auftrag an den Anfang der Warteschlange
window-palette-actions-job-start = Auftrag jetzt starten
window-palette-actions-job-limit = Tempolimit des Auftrags …
window-palette-actions-retry = Fehlgeschlagene Objekte wiederholen
window-palette-actions-retry-administrator = Fehlgeschlagene als Administrator wiederholen
window-palette-actions-repeat = Auftrag erneut ausführen
window-palette-actions-undo-job = Auftrag rückgängig machen …
window-palette-actions-copy-command = Auftrag als Befehlszeile kopieren
window-palette-actions-help = Tasten
window-palette-actions-change-keys = Tasten ändern …
window-palette-actions-palette = Suchen oder ausführen …
window-palette-actions-menu = Suchen oder ausführen …
window-palette-actions-quit = Beenden
window-palette-actions-quit-here = Beenden
window-palette-actions-preferences = Einstellungen …
window-palette-actions-show-places = Seitenleiste mit Orten
window-palette-actions-list = Als Liste anzeigen
window-palette-actions-grid = Als Raster anzeigen
window-palette-actions-compact = Schmale Zeilen
window-palette-actions-theme-system = Design des Systems
window-palette-actions-theme-light = Helles Design
window-palette-actions-theme-dark = Dunkles Design
window-palette-actions-show-copier = Kleines Fenster anzeigen
window-palette-actions-region-next = Nächster Bereich
window-palette-actions-region-previous = Vorheriger Bereich

## Other words that people look for, besides the names of actions. A language lists its own.

window-palette-also-trash = löschen entfernen wegwerfen mülleimer delete
window-palette-also-delete = entfernen vernichten delete
window-palette-also-empty-trash = leeren ausleeren mülleimer entsorgen empty
window-palette-also-restore = zurückholen wiederherstellen restore
window-palette-also-compare-folders = synchronisieren sync spiegeln unterschied verzeichnisse abgleich
window-palette-also-compare-files = diff unterschied text zeilen
window-palette-also-verify = vergleichen bytes prüfsumme verifizieren verify
window-palette-also-extract = auspacken entzippen dekomprimieren zip tar 7z extract
window-palette-also-extract-here = auspacken entzippen dekomprimieren zip tar 7z extract
window-palette-also-pack = archiv erstellen komprimieren zippen zip tar gz xz zst
window-palette-also-share-storage = deduplizieren doppelte duplikate gleiche reflink platz dedupe
window-palette-also-preferences = optionen konfiguration settings
window-palette-also-duplicate = klonen kopieren gleicher ordner
window-palette-also-yank = kopieren copy
window-palette-also-open-with = anwendung programm wählen app
window-palette-also-symlink = relativ absolut symlink verknüpfung
window-palette-also-undo = zurücknehmen undo
window-palette-also-redo = wiederherstellen redo
window-palette-also-properties = berechtigungen rechte besitzer größe informationen
window-palette-also-checksums = hash blake3 sha256 xxh3 prüfen checksum
window-palette-also-make-directory = anlegen erstellen verzeichnis mkdir
window-palette-also-make-file = anlegen erstellen
window-palette-also-bulk-rename = mehrere stapel mehrfach
window-palette-also-find = finden durchsuchen unterordner grep inhalt
window-palette-also-reload = neu laden einlesen
window-palette-also-hidden = punktdateien ausblenden
window-palette-also-directory-sizes = messen
window-palette-also-limit-all = drosseln bandbreite geschwindigkeit
window-palette-also-questions = konflikte fehler antworten
window-palette-also-finished = protokoll bericht
window-palette-also-view = betrachter lesen text zeigen anzeigen lister
window-palette-also-view-hex = betrachter hexadezimal binär dump
window-palette-also-preview = schnellansicht
window-palette-also-help = tastenkürzel tastatur hilfe
window-palette-also-quit = schließen verlassen exit
window-palette-also-bookmarks = favoriten geräte
window-palette-also-connect = ssh sftp scp entfernt server rechner netzwerk anmelden
window-palette-also-bookmark-add = favorit
window-palette-also-show-places = seitenleiste
window-palette-also-repeat = nochmal starten
window-palette-also-retry-administrator = sudo root pkexec polkit rechte berechtigung

## More words

window-palette-eject = { $name } auswerfen
window-palette-eject-also = aushängen unmount entfernen sicher usb eject

## Why an action cannot be done now

window-palette-here = Das geht nur auf diesem Rechner; Objekte zuerst hierher kopieren
window-palette-needs-items = Zuerst ein Objekt auswählen
window-palette-needs-entry = Zuerst ein Objekt auswählen
window-palette-needs-panels = Braucht zwei Panels
window-palette-needs-pair = Zuerst ein Objekt auswählen, dessen Kopie im anderen Panel ist
window-palette-needs-job = Zuerst einen Auftrag auswählen
window-palette-needs-jobs = Kein Auftrag läuft

## What people look for that fcp does not have, and other words for it

# $preset is the name of a keymap, as "Vim".
window-palette-keys-hint = Tasten wie { $preset }
window-palette-missing-eject = Auswerfen
window-palette-missing-eject-also = auswerfen aushängen eject unmount
window-palette-missing-eject-why = Kein Wechseldatenträger ist angeschlossen
