### Sätze der Statuszeile, und Fehler, die ein Formular nennt.

## Was der Warteschlange folgt.

after-no-job = Kein eigener Auftrag läuft oder wartet: erst einen starten
after-command-note = Er bekommt keine Tasten, seine letzte Zeile wird gezeigt; %f, %s, %d wie in anderen Befehlen
after-command = Befehl
after-no-command = Erst einen Befehl eingeben
after-nothing = Für das Ende der eigenen Aufträge ist nichts gewählt
after-too-late = Die eigenen Aufträge sind inzwischen beendet
after-command-set = Der Befehl läuft, wenn die eigenen Aufträge fertig sind
after-suspend-set = Bereitschaft, wenn die eigenen Aufträge fertig sind und kein anderer läuft
after-quit-set = fcp-tui beendet sich, wenn die eigenen Aufträge fertig sind
after-stopped = Abgebrochen: nach den Aufträgen geschieht nichts
after-dropped = Ein Auftrag wurde nicht fertig, darum folgt dies nicht: { $action }

## Archive.

archive-none = Auf ein Archiv gehen oder Archive markieren
extract-no-archive = { $count ->
        [one] Es ist kein Archiv eines bekannten Formats
       *[other] Keines der Objekte ist ein Archiv eines bekannten Formats
    }
pack-nothing = Auf ein Objekt gehen oder Objekte markieren
archive-no-search = Ein Archiv kann nicht durchsucht werden; { $key } entpackt es
archive-not-inside = In einem Archiv ist das nicht möglich; { $key } entpackt die markierten Objekte
archive-read-only = Archive sind nur lesbar; { $key } entpackt die markierten Objekte
archive-no-target = Archive sind nur lesbar; einen anderen Ordner eingeben
archive-nested = Ein Archiv in einem Archiv kann nicht geöffnet werden; { $key } entpackt es
archive-partial = { $error }; die Liste ist vielleicht unvollständig
archive-unsafe =
    { $count ->
        [one] 1 Eintrag wird nicht gezeigt: sein Name führt aus dem Archiv hinaus
       *[other] { $shown } Einträge werden nicht gezeigt: ihre Namen führen aus dem Archiv hinaus
    }
far-refused = Auf einem anderen Rechner nicht möglich; { $key } kopiert von und zu ihm
far-folder = Einen Ordner eines anderen Rechners öffnet { $key }; anzeigen lassen sich nur Dateien

## Umbenennen.

rename-nothing = Es gibt nichts umzubenennen
rename-folders = Die Objekte sind in verschiedenen Ordnern; immer nur einen Ordner umbenennen
rename-wrong = Nichts wurde umbenannt: erst die markierten Namen berichtigen
rename-same = Kein Name würde sich ändern
rename-lines = { $lines } für { $items }: kein Name wurde geändert

## Was eine Aktion braucht.

nothing-selected = Nichts ist markiert, und der Cursor steht auf ..
copied-checksums = Prüfsummen in die Zwischenablage kopiert
nothing-to-move = Nichts zu verschieben: die Objekte sind schon in diesem Ordner
folder-replaced = Dieser Ordner wurde ersetzt, seit er aufgelistet wurde
archive-replaced = Dieses Archiv wurde ersetzt, seit er aufgelistet wurde
start-nowhere = Den Ordner, in dem fcp-tui gestartet wurde, gibt es nicht mehr
folder-gone = Dieser Ordner existiert nicht mehr: { $key } geht aufwärts
folder-left = { $name } existiert nicht mehr; dies ist der Ordner darüber
marks-dropped = Markierung aufgehoben; { $key } bringt sie zurück
marks-gone = Keines der markierten Objekte existiert mehr
marks-left-out = { $count ->
        [one] { $shown } markiertes Objekt ausgelassen: nicht gefunden oder in einem markierten Ordner
       *[other] { $shown } markierte Objekte ausgelassen: nicht gefunden oder in einem markierten Ordner
    }
kept-to-move = { $items } zum Verschieben: zum Ordner gehen und einfügen
kept-to-copy = { $items } zum Kopieren: zum Ordner gehen und einfügen
nothing-to-paste = Nichts einzufügen
copied-names = { $count ->
        [one] { $shown } Name in die Zwischenablage kopiert
       *[other] { $shown } Namen in die Zwischenablage kopiert
    }
copied-paths = { $count ->
        [one] { $shown } Pfad in die Zwischenablage kopiert
       *[other] { $shown } Pfade in die Zwischenablage kopiert
    }
nothing-to-undo = Nichts rückgängig zu machen
nothing-to-redo = Nichts zu wiederholen
list-empty = { $title }: noch keine
list-go = Dorthin
sort-title = Sortieren
columns-choose = Eine Spalte wählen; a wählt selbsttätig
commands-none = Eigene Befehle als [[command]] in config.toml schreiben
commands-title = Befehle

## Ordner, die verglichen werden.

step-doubted = Der gespeicherte Stand dieser Ordner gilt nicht: { $why }
step-forget = Den gespeicherten Stand dieser Ordner verwerfen? Danach gilt alles, was nur eine Seite hat, als neu.
step-forgotten = Diese Ordner werden nicht mehr abgeglichen
step-changed = Die Ordner haben sich seit dem Vergleich geändert; nichts wurde gestartet
step-choices-forgotten = Die Wahl für einzelne Zeilen wurde zurückgesetzt
step-running = Die Ordner werden noch verglichen; Esc stoppt das
step-not-all = Nicht alles wurde verglichen; r vergleicht erneut
step-nothing = Es gibt nichts zu kopieren oder zu entfernen
step-left-empty = Die linke Seite hat hier nichts zu kopieren
step-right-empty = Die rechte Seite hat hier nichts zu kopieren
step-on-both = Nur was es auf einer Seite allein gibt, kann entfernt werden
step-left-alone = Diese Zeile bleibt, wie sie ist
step-no-lines = Nur eine Zeile mit einer Datei auf beiden Seiten hat Zeilen zum Vergleichen
step-kept = Beide Ordner werden von nun an abgeglichen
mounts-free = { $free } von { $total } frei
mounts-title = Datenträger
diff-archive = Dateien in Archiven können nicht verglichen werden; erst entpacken
diff-mark-two = Zwei Dateien markieren oder eine auf jeder Seite
diff-same-file = Beide Seiten zeigen diese Datei; zwei Dateien markieren oder in einen anderen Ordner gehen
diff-files-only = Nur zwei Dateien können so verglichen werden
diff-running = Die Dateien werden noch verglichen
diff-first = Das ist der erste Unterschied
diff-last = Das ist der letzte Unterschied

## Die Suche unterhalb eines Ordners.

find-pattern-note = Teil eines Namens oder Muster mit * und ?; mit / ein Pfad
find-contains-note = Text in den Dateien; leer lassen, um nur nach den anderen Zeilen zu suchen
find-pattern = Muster
find-contains = Enthält
find-size-note = Nur Dateien: 500k, 20M, 1G; leer für jede Größe
find-at-least = Mindestens
find-at-most = Höchstens
find-changed = Geändert
find-changed-note = Innerhalb von 2h, 3d, 1w oder 1 month; leer für jede Zeit
find-no-size = { $text } ist keine Größe; etwa 500k, 20M oder 1G schreiben
find-folders = Ordner enthalten keinen Text; Dateien oder alle wählen
find-nothing = Erst ein Muster, einen Text, eine Größe oder eine Zeit eingeben
find-no-time = { $text } ist keine Zeit; etwa 2h, 3d, 1w oder 1 month schreiben

## Formulare für Links und Besitzer.

form-more = { $shown } weitere
owner-same = Erst einen anderen Benutzer oder eine andere Gruppe eingeben
link-no-name = Erst einen Ordner oder einen Namen eingeben
link-in = In
link-in-note = Ein Ordner; die Links bekommen die Namen der Objekte
link-name = Link
link-name-note = Ein Name; mit / am Ende ein Ordner
owner-note = Ein Name oder eine Nummer; leer ändert nichts
owner-user = Benutzer
owner-group = Gruppe

## Aufträge.

jobs-nothing-open = Nichts benötigt eine Antwort
jobs-none-running = Kein Auftrag läuft
jobs-none = Es gibt keinen Auftrag
jobs-finished = Dieser Auftrag ist fertig
jobs-already-running = Dieser Auftrag läuft schon; anhalten, um andere vorzulassen
jobs-all-at-once = Alle Aufträge laufen zugleich
jobs-one-by-one = Ein Auftrag läuft nach dem anderen
jobs-one-per-disk = Auf jedem Datenträger läuft ein Auftrag; kleine müssen nicht warten
jobs-no-queue = Es gibt keine Warteschlange: jeder Auftrag startet sofort
jobs-need-queue = Ohne Warteschlange nicht möglich
elevate-root = Dies läuft als root: Erneut versuchen hat dieselben Rechte
jobs-still-running = Dieser Auftrag läuft noch; erst abbrechen
elevate-nothing-failed = In diesem Auftrag ist nichts fehlgeschlagen
elevate-not-this = Nur Kopieren, Verschieben und endgültiges Löschen können als Administrator erneut versucht werden
elevate-all = Der ganze Auftrag wird als root erneut ausgeführt.
elevate-some = { $items } fehlgeschlagen; als root wird das erneut versucht.
undo-needs-queue = Ohne Warteschlange nicht möglich: nichts hat aufgezeichnet, was der Auftrag tat
undo-running = Dieser Auftrag wird gerade rückgängig gemacht
copied-command = Befehlszeile in die Zwischenablage kopiert
no-command = Keine Befehlszeile tut dasselbe: { $why }
copied-report-paths = Pfade in die Zwischenablage kopiert
requests-cancelled = { $count ->
        [one] { $shown } Auftrag abgebrochen, bevor die Warteschlange ihn hatte
       *[other] { $shown } Aufträge abgebrochen, bevor die Warteschlange sie hatte
    }

## Buchstaben und Lesezeichen. $folder ist ein Pfad.

letters-none = Noch hat kein Ordner einen Buchstaben
letter-moved = Buchstabe { $letter } führt jetzt zu { $folder } (vorher: { $before })
letter-given = Der Buchstabe { $letter } führt zu { $folder }
letter-unknown = Kein Ordner hat den Buchstaben { $letter }
recent-title = Zuletzt besuchte Ordner
bookmarks-title = Lesezeichen
bookmark-added = Lesezeichen { $folder } hinzugefügt
bookmark-removed = Lesezeichen { $folder } entfernt
tab-only = Das ist der einzige Tab

## Fehler in dem, was eingegeben wurde.

line-empty = Erst etwas eingeben
line-marked = { $shown } markiert
line-unmarked = { $shown } nicht mehr markiert
line-dots = . und .. sind schon Ordner; einen anderen Namen eingeben
line-slash = Namen können kein / enthalten; Verschieben ändert den Ordner
line-itself = Das ist die Datei selbst: einen anderen Namen eingeben
line-archive = Der Name muss auf .zip, .tar, .tar.gz, .tar.xz oder .tar.zst enden
line-program = Erst ein Programm eingeben
mode-nothing = Erst ein Bit umschalten oder Berechtigungen eingeben
mode-wrong = { $text } ist keine Berechtigung; etwa 644 oder u+x,go-w schreiben
mode-same = Nichts würde sich ändern
sizes-none = Es gibt keine Ordner zu zählen

## Markierungen.

marks-none-here = Auf dieser Seite ist nichts markiert; die andere hat Markierungen
marks-none = Nichts ist markiert
marks-copy = Kopieren
marks-move = Verschieben
marks-trash = In den Papierkorb
marks-delete = Endgültig löschen
marks-yank = In die Zwischenablage kopieren
marks-cut = In die Zwischenablage ausschneiden
marks-unmark = Markierungen aufheben
marks-to-other = Auf die andere Seite; fragt vorher
marks-asks = Fragt vorher
marks-to-paste = Zum Einfügen mit fcp-tui
marks-in-all = In allen Ordnern
marks-title = Markierte aller Ordner
marks-do = Ausführen
compared-same = Beide Ordner haben dieselben Namen, Größen und Zeiten
compared-differ = { $count ->
        [one] { $shown } Objekt weicht in Name, Größe oder Zeit ab und ist markiert
       *[other] { $shown } Objekte weichen in Name, Größe oder Zeit ab und sind markiert
    }

## Das Programm, das eine Datei öffnet.

open-default-terminal = Standard, im Terminal
open-default = Standard
open-terminal = im Terminal
open-this-type = Dieser Typ
open-others = Andere
open-command = Ein Befehl …
open-command-note = Das Programm selbst eingeben
open-command-words = befehl programm eingeben
open-title = Öffnen mit
open-verb = Öffnen
not-available = Das gibt es noch nicht
set-in-file = Das wird in { $file } eingestellt; „fcp-tui --check-config“ prüft sie

## Kopieren und Verschieben, Papierkorb, Betrachter.

transfer-checking = Das Ziel wird geprüft; Esc bricht ab
transfer-no-folder = Erst einen Ordner eingeben
transfer-itself = { $name } würde sich selbst ersetzen; einen anderen Ordner oder Namen eingeben
transfer-no-room = Das passt nicht: F2 reiht es angehalten ein, F4 startet trotzdem
trash-empty = Der Papierkorb ist leer
viewer-last = Das ist die letzte Datei der Liste
viewer-first = Das ist die erste Datei der Liste
viewing-left = Linke Seite; die rechte folgt nach dem Schließen
viewing-right = Schließen führt zurück zum Vergleich
viewing-incoming = Quelle; Vorhandenes folgt nach dem Schließen
viewing-existing = Schließen führt zurück zur Frage
