### Conflicts and errors that need an answer.

## Answers for many; a number follows

window-question-quick-skip = Alle überspringen:
window-question-quick-rename = Beide behalten:
window-question-quick-merge = Alle zusammenführen:
window-question-quick-overwrite = Alle ersetzen:

## Conditions of rules

window-question-conditions-identical = Identisch
window-question-conditions-probably-same = Wohl identisch
window-question-conditions-different = Verschieden
window-question-conditions-newer-and-larger = Quelle neuer und größer
window-question-conditions-newer = Quelle neuer
window-question-conditions-older = Quelle älter
window-question-conditions-larger = Quelle größer
window-question-conditions-smaller = Quelle kleiner
window-question-conditions-empty = Quelle leer
window-question-conditions-folders = Zwei Ordner
window-question-conditions-mismatch = Ordner und Datei
window-question-conditions-failed = Fehlgeschlagen
window-question-conditions-otherwise = Sonst

## Kinds of files

window-question-files-file = Datei
window-question-files-directory = Ordner
window-question-files-symlink = Link
window-question-files-fifo = FIFO
window-question-files-socket = Socket
window-question-files-char-device = Gerät
window-question-files-block-device = Gerät
window-question-files-unknown = unbekannt

## What a job does while questions wait

window-question-rest-copy = Der Rest wird weiter kopiert.
window-question-rest-move = Der Rest wird weiter verschoben.
window-question-rest-delete = Der Rest wird gelöscht.
window-question-rest-trash = Der Rest wird in den Papierkorb gelegt.
window-question-rest-restore = Der Rest wird wiederhergestellt.
window-question-rest-undo = Der Rest wird rückgängig gemacht.
window-question-rest-verify = Der Rest wird verglichen.
window-question-rest-dedupe = Der Rest wird verglichen.
window-question-rest-extract = Der Rest wird entpackt.
window-question-rest-pack = Das Archiv ist fertig und bekommt nach der Antwort seinen Namen.

## General

window-question-undecided = Später entscheiden
window-question-asks = Fragen
window-question-empty = Nichts benötigt eine Antwort
window-question-empty-why = Konflikte und Fehler werden hier gesammelt, während alles andere weiterläuft.
window-question-empty-paused = Keine offenen Fragen
window-question-resume = Fortsetzen
window-question-rest-done = Alles andere ist erledigt.
window-question-jobs = Welcher Auftrag
window-question-unlisted = Nur die ersten { $n } von { $all } werden gezeigt. Eine Regel für alle beantwortet auch die übrigen.
window-question-rules = Regeln
window-question-when = Wenn
window-question-then = Antwort
window-question-add-rule = Regel hinzufügen
window-question-change-rule = Verschieben oder entfernen
window-question-rule-before = Nach vorn
window-question-rule-after = Nach hinten
window-question-remove-rule = Entfernen
window-question-scope = Gilt für
window-question-later = und spätere in diesem Auftrag
window-question-apply = Auf { $shown } anwenden
window-question-table = Konflikte
window-question-mark-all = Alle markieren
window-question-mark = { $name } markieren

## Columns of the table

window-question-columns-name = Name
window-question-columns-incoming = Quelle
window-question-columns-existing = Vorhanden
window-question-columns-compared = Vergleich
window-question-columns-answer = Antwort

## More words

window-question-answer-to = Antwort für { $name }
window-question-protected-item = Schreibgeschützt
window-question-to-remove = Zu löschen
window-question-not-empty = nicht leer
window-question-details = Beide Seiten
window-question-position = { $at } von { $n }
window-question-previous = Vorheriger
window-question-next = Nächster

## Facts of both sides

window-question-just-created = Dieser Auftrag hat diese Datei aus einer anderen Quelle angelegt und ersetzt sie nicht.
window-question-facts-from = Von
window-question-facts-modified = Geändert
window-question-facts-size = Größe
window-question-facts-content = Inhalt
window-question-facts-owner = Besitzer
window-question-facts-mode = Berechtigungen

## More words, 2

window-question-bytes = { $shown } B
window-question-differs-at = erster Unterschied bei Byte { $shown }
window-question-compare = Jedes Byte lesen
window-question-open-both = Beide öffnen
window-question-keep-as = „Beide behalten“ nennt die Quelle
window-question-pattern = Muster des neuen Namens
window-question-recoverable = Ersetzte Dateien werden in den Papierkorb gelegt. „Rückgängig“ oder „Wiederherstellen“ holt sie zurück.
window-question-error-list = Fehlgeschlagene Objekte
window-question-wait = Nur diese warten; alles andere läuft weiter.
window-question-skip-errors = { $shown } überspringen
window-question-change-names =
    { $count ->
        [one] { $shown } Namen ändern
       *[other] { $shown } Namen ändern
    }
window-question-retry-errors = { $shown } erneut versuchen
window-question-copy-errors =
    { $count ->
        [one] Pfad von { $shown } fehlgeschlagenem Objekt kopieren
       *[other] Liste der { $shown } fehlgeschlagenen Objekte kopieren
    }
window-question-copy-some-errors = Liste von { $shown } der { $all } fehlgeschlagenen Objekte kopieren

## How two contents compare, in the column of a table

window-question-content-unknown-yet = wird verglichen
window-question-content-every-byte = jedes Byte gelesen
window-question-content-in-parts = in den gelesenen Teilen
window-question-content-samples = Größe und Stichproben sind gleich
window-question-content-differs = Inhalt ist verschieden
window-question-content-unknown = Inhalt unbekannt

## The badge of a conflict, and what stands below it

window-question-can-merge = lassen sich zusammenführen
window-question-cannot-merge = nicht zusammenführbar
window-question-existing-folder = Vorhandener Ordner
window-question-existing-file = Vorhandene Datei
window-question-existing-newer = Vorhandenes neuer
window-question-same-time = Gleiche Zeit
window-question-size-larger = { $size } größer
window-question-size-smaller = { $size } kleiner
# $size is a difference, as "3.1 MB larger".
window-question-incoming = Quelle { $size }

## Numbers of items

window-question-interrupted =
    { $count ->
        [one] { $name } wurde mit { $shown } offenen Frage unterbrochen. Sie wird erneut gestellt, wenn der Auftrag weiterläuft.
       *[other] { $name } wurde mit { $shown } offenen Fragen unterbrochen. Sie werden erneut gestellt, wenn der Auftrag weiterläuft.
    }
window-question-taken =
    { $count ->
        [one] { $shown } Objekt ist schon vorhanden
       *[other] { $shown } Objekte sind schon vorhanden
    }
window-question-undecided-items =
    { $count ->
        [one] { $shown } Objekt braucht eine Entscheidung
       *[other] { $shown } Objekte brauchen eine Entscheidung
    }
# Follows how many items exist already: "3 items already exist in Pictures."
window-question-where = {" "}in { $folder }.
window-question-errors =
    { $count ->
        [one] { $shown } Objekt fehlgeschlagen
       *[other] { $shown } Objekte fehlgeschlagen
    }

## Rules, and for what an answer counts

# $condition is one of the conditions, written as inside a sentence.
window-question-rule-of = Regel für „{ $condition }“
window-question-scope-this = Dieses Objekt
window-question-scope-marked = Markierte
window-question-scope-this-folder = Dieser Ordner
window-question-scope-folder = Ordner { $folder }
window-question-scope-all = Alle

## A pattern as people read it: "name (n).ext"

window-question-pattern-stem = Name
window-question-pattern-number = n
window-question-pattern-extension = .Endung
