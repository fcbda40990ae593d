### Die beiden Seiten, die Zeilen darunter und was daneben steht.

## Zahlen mit ihren Wörtern. $count wählt die Form, $shown ist die Zahl, wie sie geschrieben wird.

count-empty-folders = { $count ->
    [one] { $shown } Ordner ohne Inhalt
   *[other] { $shown } Ordner ohne Inhalt
}
count-marked-items = { $count ->
    [one] { $shown } markiertes Objekt
   *[other] { $shown } markierte Objekte
}
count-problems = { $count ->
    [one] { $shown } Problem
   *[other] { $shown } Probleme
}
count-differences = { $count ->
    [one] { $shown } Unterschied
   *[other] { $shown } Unterschiede
}
count-questions = { $count ->
    [one] { $shown } Frage
   *[other] { $shown } Fragen
}
count-bytes = { $count ->
    [one] { $shown } Byte
   *[other] { $shown } Byte
}
count-marked = { $shown } markiert
count-failed = { $shown } fehlgeschlagen
count-unanswered = { $shown } unbeantwortet
count-skipped = { $shown } übersprungen
count-paused = { $shown } angehalten
count-with-failures = { $shown } mit Fehlern
# Numbers, or sizes.
some-of-all = { $some } von { $all }
# How many more lines there are, and the key that shows them.
more-below = noch { $shown }, { $key }

## Eine Seite.

panel-free = { $size } frei
panel-not-live = wird nicht laufend aktualisiert
panel-not-live-short = nicht live
# The title of a list of found items: $what was searched for.
panel-found-in = { $what } in { $folder }
panel-search = Suche
panel-filter = Filter
panel-cannot-open = Öffnen des Ordners nicht möglich
panel-cannot-open-archive = Öffnen des Archivs nicht möglich
panel-cannot-list = Auflisten nicht möglich
# $step is an English verb, as "stat".
panel-cannot = Ordner nicht lesbar ({ $step })
panel-looking = Suche läuft …
panel-nothing-found = Nichts gefunden
panel-nothing-matches = Nichts passt zum Filter
panel-only-hidden = Nur versteckte Namen
panel-empty = Leer

# On a screen of less than 30 columns.
screen-too-small = Zu klein

## Köpfe von Spalten.

column-name = Name
# Where the list is sorted by the extension, which has no column of its own.
column-name-by-extension = Name  Endung
column-line = Zeile
column-folder = Ordner
column-path = Pfad
column-kind = Art
column-action = Aktion
column-reason = Grund
column-deleted = Gelöscht
column-checksum = Prüfsumme
column-new-name = Neuer Name
column-items = Objekte
column-answer = Antwort
# The file that a job brings, and the one that is at the destination.
column-incoming = Quelle
column-existing = Vorhanden
column-content = Inhalt

## Arten von Einträgen.

kind-file = Datei
kind-folder = Ordner
kind-symlink = Symlink
kind-fifo = FIFO
kind-socket = Socket
kind-character-device = Zeichengerät
kind-block-device = Blockgerät
kind-unknown = unbekannter Typ

## Die Zeile unter den Seiten.

status-range = Bereich: Bewegen markiert
status-still-reading = wird noch gelesen
# Bytes that are known, and what has no size yet, as "0 B and 1 folder".
status-size-and = { $size } und { $rest }
status-fits = passt in { $free }
status-does-not-fit = mehr als { $free }
# $items is as "3 items in 2 folders".
status-marked = { $items } markiert
items-in-folders = { $count ->
    [one] { $items } in { $shown } Ordner
   *[other] { $items } in { $shown } Ordnern
}
drag-copy = { $items } nach { $folder } kopieren
drag-move = { $items } nach { $folder } verschieben
drag-drop = { $items }: auf der anderen Seite oder einem Ordner ablegen
drag-shift = Shift verschiebt
# While the program ends. $key quits at once.
leaving-to-background = Die Aufträge gehen in den Hintergrund; { $key } beendet sofort
leaving-pausing = Die Aufträge werden angehalten; { $key } beendet sofort
leaving-cancelling = Die Aufträge werden abgebrochen; { $key } beendet sofort
leaving-changing = Eine Änderung ist noch nicht fertig; { $key } beendet sofort

## Einzelheiten eines Eintrags neben den Seiten. Beschriftungen haben höchstens zwölf Zeichen.

details-title = Details
details-permissions = Rechte
details-hard-links = Feste Links
details-points-to = Zeigt auf
details-folders = Ordner
details-files = Dateien
details-items = Objekte
details-marked = Markiert
details-free = Frei
details-in-files = { $size } in Dateien

## Die Menüleiste.

menu-left = Links
menu-file = Datei
menu-command = Befehle
menu-options = Optionen
menu-right = Rechts
menu-also = auch: { $words }

