### The viewer.

## General

window-viewer-label = { $name } ansehen
window-viewer-text = Inhalt von { $name }
window-viewer-loading = Wird geladen
window-viewer-find = Suchen
window-viewer-find-hint = Text, oder Bytes als x:DEADBEEF
window-viewer-next = Nächster Treffer
window-viewer-previous = Vorheriger Treffer
window-viewer-go = Gehe zu
window-viewer-go-hint = Zeile, 50% oder 0x1F00
window-viewer-mode = Anzeigen als

## How a file is shown

window-viewer-modes-auto = Erkannt
window-viewer-modes-bytes = Bytes

## More words

window-viewer-wrap = Zeilen umbrechen
window-viewer-numbers = Zeilennummern
window-viewer-follow = Neuen Zeilen folgen
window-viewer-open = Mit dem Standardprogramm öffnen
window-viewer-close = Schließen
window-viewer-position = Stelle in der Datei
window-viewer-picture = Bild { $name }
window-viewer-keys = Im Betrachter

## What actions and keys do

window-viewer-actions-escape = Schließen
window-viewer-actions-up = Eine Zeile nach oben
window-viewer-actions-down = Eine Zeile nach unten
window-viewer-actions-page-up = Eine Seite nach oben
window-viewer-actions-page-down = Eine Seite nach unten
window-viewer-actions-half-page-up = Eine halbe Seite nach oben
window-viewer-actions-half-page-down = Eine halbe Seite nach unten
window-viewer-actions-first = Zum Anfang
window-viewer-actions-last = Zum Ende
window-viewer-actions-viewer-close = Schließen
window-viewer-actions-viewer-edit = Mit dem Standardprogramm öffnen
window-viewer-actions-viewer-find = Suchen
window-viewer-actions-viewer-find-back = Suchen
window-viewer-actions-viewer-find-next = Nächster Treffer
window-viewer-actions-viewer-find-previous = Vorheriger Treffer
window-viewer-actions-viewer-follow = Neuen Zeilen folgen
window-viewer-actions-viewer-go-to = Gehe zu einer Zeile oder einem Byte
window-viewer-actions-viewer-hex = Als Bytes oder als Text anzeigen
window-viewer-actions-viewer-left = Nach links
window-viewer-actions-viewer-next = Nächste Datei
window-viewer-actions-viewer-numbers = Zeilennummern
window-viewer-actions-viewer-preview = Schließen und die Vorschau zeigen
window-viewer-actions-viewer-previous = Vorherige Datei
window-viewer-actions-viewer-reload = Die Datei noch einmal lesen
window-viewer-actions-viewer-right = Nach rechts
window-viewer-actions-viewer-encoding = Kodierung
window-viewer-actions-viewer-wrap = Zeilen umbrechen

## More words, 2

window-viewer-searching = Suche läuft
window-viewer-search-stopped = Suche gestoppt
window-viewer-last-file = Dies ist die letzte Datei des Panels
window-viewer-first-file = Dies ist die erste Datei des Panels

## How large a file is, and where a search ended

window-viewer-lines =
    { $count ->
        [one] { $shown } Zeile
       *[other] { $shown } Zeilen
    }
window-viewer-found = Gefunden
window-viewer-not-found = Nicht gefunden
# These three are joined by commas; the first letter becomes a capital.
window-viewer-found-which = Treffer { $nth } von { $all }
window-viewer-found-where = Zeile { $line }, Spalte { $column }
window-viewer-found-wrapped = vom anderen Ende fortgesetzt
