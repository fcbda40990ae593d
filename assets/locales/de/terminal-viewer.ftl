### Der Betrachter.

## Wo im Dokument der Bildschirm steht.

viewer-opening = wird geöffnet
viewer-picture = Bild
viewer-all = alles
viewer-lines = Zeilen { $first }–{ $last }
viewer-line = Zeile { $shown }
viewer-line-and-column = Zeile { $line }, Spalte { $column }
viewer-byte = Byte { $shown }
viewer-follows = Folgt dem Ende

## Suchen und Sprünge.

viewer-find = Suche
viewer-find-above = Suche aufwärts
viewer-go-to = Gehe zu
viewer-go-to-note = Zeile, 50%, Byte 0x1F00
viewer-go-to-wrong = Eine Zeile, ein Teil wie 50% oder ein Byte wie 0x1F00
viewer-no-search = Noch nichts gesucht; / drücken
viewer-searching = sucht
viewer-search-stopped = gestoppt
viewer-not-found = nicht gefunden
# Behind the number of a hit and a comma: the search went on there.
viewer-from-the-end = vom Ende an
viewer-from-the-start = vom Anfang an
viewer-next = weiter
viewer-previous = zurück
viewer-stop = stoppen

## Bilder.

viewer-few-colours = Dieses Terminal hat zu wenige Farben für Bilder
viewer-no-pictures = Dieses Terminal zeigt keine Bilder
viewer-not-encoded = Das Bild ließ sich nicht darstellen
