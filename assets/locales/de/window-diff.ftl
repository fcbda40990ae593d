### The page that shows how two files differ.

## Words of the page

window-diff-title = Dateien vergleichen
window-diff-loading = Beide Dateien werden gelesen
window-diff-table = Zeilen beider Dateien
window-diff-bytes = Bytes beider Dateien
window-diff-left = Linke Datei
window-diff-right = Rechte Datei
window-diff-line = Zeile
window-diff-change = Änderung
window-diff-next = Nächster Unterschied
window-diff-previous = Vorheriger Unterschied
window-diff-ignore-space = Leerzeichen ignorieren
window-diff-wrap = Zeilen umbrechen
window-diff-again = Erneut vergleichen
window-diff-open = Unterschiede zeigen
window-diff-none = In dieser Richtung gibt es keinen weiteren Unterschied
window-diff-no-break = kein Zeilenumbruch
window-diff-at = Unterschied { $nth } von { $all }

## What a row is, for users of a screen reader

window-diff-only-right = nur rechts
window-diff-only-left = nur links
window-diff-changed = geändert

## What the comparison found. $bytes is a number of bytes, as "3 bytes".

window-diff-same = Beide Dateien haben denselben Inhalt, { $bytes }.
window-diff-spaces = Nur Leerzeichen sind verschieden.
window-diff-differences =
    { $count ->
        [one] { $shown } Unterschied
       *[other] { $shown } Unterschiede
    }
window-diff-rough = { $differences }, grob ermittelt: Die Dateien unterscheiden sich stark
window-diff-large = Die Dateien sind zu groß für einen Vergleich Zeile für Zeile. { $where }
window-diff-not-text = Mindestens eine Datei ist kein Text. { $where }
window-diff-ends =
    { $side ->
        [left] Die linke Datei endet nach { $bytes }.
       *[right] Die rechte Datei endet nach { $bytes }.
    }
window-diff-offset = Der erste Unterschied ist an Stelle { $offset } ({ $hex }).
