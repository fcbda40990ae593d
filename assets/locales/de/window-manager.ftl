### The file manager: toolbar, places, panels, preview, status line.

## General

window-manager-toolbar = Aktionen
window-manager-view = Ansicht
window-manager-list = Liste
window-manager-grid = Raster
window-manager-more = Weitere Aktionen
window-manager-copy = Kopieren
window-manager-move = Verschieben
window-manager-rename = Umbenennen
window-manager-new-folder = Neuer Ordner
window-manager-trash = Papierkorb
window-manager-verify = Prüfen
window-manager-put-back = Wiederherstellen
window-manager-empty-trash = Papierkorb leeren …
window-manager-delete-for-good = Endgültig löschen
window-manager-too-narrow = Dieses Fenster ist dafür zu schmal.
window-manager-find-or-run = Suchen oder ausführen
window-manager-places = Orte

## Groups of places

window-manager-sections-places = Orte
window-manager-sections-devices = Datenträger
window-manager-sections-bookmarks = Lesezeichen

## Places

window-manager-place-names-home = Persönlicher Ordner
window-manager-place-names-documents = Dokumente
window-manager-place-names-downloads = Downloads
window-manager-place-names-pictures = Bilder
window-manager-place-names-music = Musik
window-manager-place-names-videos = Videos
window-manager-place-names-desktop = Schreibtisch
window-manager-place-names-trash = Papierkorb
window-manager-place-names-system = System

## More words

window-manager-free = { $size } frei
window-manager-used = { $free } frei von { $size }
window-manager-add-bookmark = Lesezeichen hinzufügen
window-manager-remove-bookmark = Lesezeichen { $name } entfernen
window-manager-loading-panel = Wird geladen
window-manager-new-tab = Neuer Tab
window-manager-close-tab = Tab { $name } schließen
window-manager-go-to = Gehe zu einem Pfad
window-manager-filter = Filter
window-manager-filtered = Filter: { $text }
window-manager-end-filter = Filter aufheben
window-manager-filter-hint = Teil des Namens oder *.jpg
window-manager-search = In diesem Ordner suchen
window-manager-search-hint = Springt zum nächsten Treffer
window-manager-close = Schließen
window-manager-completions = Ordner
window-manager-mark = Markieren
window-manager-up = Übergeordneter Ordner
window-manager-writing = Wird hierher kopiert
window-manager-rename-to = Neuer Name für { $name }
window-manager-marked = { $shown } markiert
window-manager-marked-bytes = , { $size }
window-manager-polled = Hier keine sofortigen Aktualisierungen; alle 2 Sekunden wird nachgesehen
window-manager-line-at = Zeile { $shown }
window-manager-stop-finding = Stoppen
window-manager-empty = Dieser Ordner ist leer
window-manager-empty-alone = Dateien hier ablegen oder einfügen mit{" "}
window-manager-paste = Einfügen
window-manager-none-match = Nichts passt zum Filter
window-manager-all-hidden = Hier sind nur versteckte Dateien
window-manager-show-hidden = Versteckte Dateien anzeigen
window-manager-nothing-found = Nichts gefunden
window-manager-still-finding = Suche läuft
window-manager-trash-size = { $items }, zusammen { $size }
window-manager-trash-empty = Der Papierkorb ist leer
window-manager-listing = Wird geladen
# $machine is the name of another machine.
window-manager-connecting = Verbindung mit { $machine }
window-manager-on-machine = { $folder }, auf { $machine }
window-manager-far-folder = Ein Ordner eines anderen Rechners wird geöffnet; Dateien dort werden angezeigt
window-manager-failed = Dieser Ordner kann nicht geöffnet werden
window-manager-retry = Erneut versuchen
window-manager-go-up = Nach oben
window-manager-preview = Vorschau
window-manager-nothing-to-preview = Eine Datei für die Vorschau auswählen
window-manager-no-preview = Keine Vorschau für diese Datei
window-manager-empty-folder = Leerer Ordner
window-manager-more-names = und { $shown } weitere
window-manager-preview-cut = Der Anfang
window-manager-preview-around = Um Zeile { $shown }
window-manager-dimensions = Abmessungen
window-manager-pixels = { $width } × { $height } px
window-manager-size = Größe
window-manager-modified = Geändert
window-manager-deleted = Gelöscht
window-manager-in-folder = Objekte
window-manager-open = Öffnen
window-manager-properties = Eigenschaften
window-manager-thumbnail = Bild von { $name }
window-manager-split = Breite des linken Panels
window-manager-status = Status
window-manager-progress = Fortschritt aller Aufträge
window-manager-working = { $shown } in Arbeit
window-manager-paused = { $shown } angehalten
window-manager-queued = { $shown } in Warteschlange
window-manager-need-you = Fragen: { $shown }
window-manager-failed-items = { $shown } fehlgeschlagen
window-manager-nothing-running = Kein Auftrag läuft
window-manager-changing = Berechtigungen oder Besitzer werden geändert
window-manager-cancel = Abbrechen
window-manager-limited = Limit { $rate }

## Hints in the status line: a key stands before each

window-manager-hints-switch-panel = anderes Panel
window-manager-hints-mark = markieren
window-manager-hints-jobs = Aufträge
window-manager-hints-help = alle Tasten

## More words, 2

window-manager-menu = Aktionen

## Menus

window-manager-menus-open-tab = In neuem Tab öffnen
window-manager-menus-open-other = Im anderen Panel öffnen
window-manager-menus-eject = Auswerfen
window-manager-menus-remove-bookmark = Lesezeichen entfernen
window-manager-menus-close-tab = Schließen
window-manager-menus-close-others = Andere schließen
window-manager-menus-folders-first = Ordner zuerst
window-manager-menus-descending = Reihenfolge umkehren

## More words, 3

window-manager-error = { $folder }: { $why }

## The panels; $side is "left" or "right".

window-manager-panel =
    { $side ->
        [left] { $folder }, linkes Panel
       *[right] { $folder }, rechtes Panel
    }
window-manager-tabs =
    { $side ->
        [left] Tabs des linken Panels
       *[right] Tabs des rechten Panels
    }
window-manager-path =
    { $side ->
        [left] Pfad des linken Panels
       *[right] Pfad des rechten Panels
    }
# A key follows.
window-manager-empty-hint =
    { $side ->
        [left] Dateien hier ablegen, oder links markieren und kopieren mit{" "}
       *[right] Dateien hier ablegen, oder rechts markieren und kopieren mit{" "}
    }
window-manager-column-name = Name
window-manager-column-line = Zeile

## Searches. $sought is what was looked for; $among is the number of files or items that were searched.

window-manager-sought = „{ $contains }“
window-manager-sought-in = „{ $contains }“ in { $pattern }
window-manager-finding = Suche nach { $sought }: { $among }, { $shown } gefunden
window-manager-hits =
    { $count ->
        [one] { $shown } Treffer für { $sought }, durchsucht: { $among }
       *[other] { $shown } Treffer für { $sought }, durchsucht: { $among }
    }
window-manager-hits-more = { $hits }; hier beendet, es kann mehr geben
window-manager-hits-unread = { $hits }; { $unread }
window-manager-hits-stopped = Gestoppt: { $hits }
window-manager-unread = nicht lesbar: { $what }
window-manager-unread-both = nicht lesbar: { $folders } und { $files }
window-manager-lines-found = { $shown } Zeilen
window-manager-lines-found-more = über { $shown } Zeilen
window-manager-nothing-found-text = Einen kürzeren Text versuchen; Dateien ohne Text werden nicht durchsucht
window-manager-nothing-found-name = Einen kürzeren Teil des Namens versuchen oder ein Muster wie *.jpg
