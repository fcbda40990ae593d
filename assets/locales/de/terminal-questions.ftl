### Fragen eines Auftrags: Konflikte, Fehler und die Regeln, die viele davon beantworten.

## Eine Frage.

needs-you = Benötigt Antwort
# Which of the open questions of a job is shown.
question-place = { $rank } von { $all } in diesem Auftrag
question-just-created = Dieser Auftrag hat die Datei eben aus einer anderen Quelle angelegt; er ersetzt sie nicht
question-already-there = Existiert schon: { $name }
question-delete = { $name } löschen?
question-protected = Das Objekt ist schreibgeschützt.
question-will-be-deleted = Das Objekt wird gelöscht.
question-applies-to = Gilt für
question-and-to-come = und spätere
question-other-rule = ← → andere Regel
question-edit = → ändern
question-keep-pattern = Muster übernehmen
# On the button: an answer, as "Skip", and what it applies to, as "all 3 in this folder".
question-enter-of = { $answer }: { $reach }
question-enter = { $answer }: { $reach }
# $condition is as "if newer".
question-enter-if = Ersetzen { $condition }: { $reach }
question-table = Tabelle
question-table-of = Tabelle ({ $shown })
question-larger = ▲ größer
question-newer = ▲ neuer
question-others-continue = { $count ->
    [one] Das andere Objekt läuft inzwischen weiter.
   *[other] { $items } laufen inzwischen weiter.
}

## Antworten: was aus jeder folgt.

question-skip = Vorhandenes bleibt, wie es ist
question-skip-error = nicht ausgeführt; steht im Bericht
question-retry = wenn die Ursache behoben ist
question-no-trash = { $key } auf den Seiten löscht endgültig, ohne Papierkorb.
question-keep = wird nicht gelöscht
question-cancel = Fertiges bleibt
question-replaced = Vorhandenes wird ersetzt
question-replaced-trash = Vorhandenes kommt in den Papierkorb
question-merge = in den vorhandenen Ordner
question-file-over-folder = eine Datei ersetzt keinen Ordner
question-folder-over-file = ein Ordner ersetzt keine Datei
question-incoming-becomes = Quelle → { $name }
question-existing-becomes = Vorhandenes → { $name }

## Wofür eine Antwort gilt. Die kurzen Formen sind für schmale Bildschirme.

reach-file = diese Datei
reach-this-folder = dieser Ordner
reach-item = dieses Objekt
reach-file-short = diese
reach-this-folder-short = dieser
reach-item-short = dieses
reach-folder = alle { $shown } im Ordner
reach-folder-short = { $shown } hier
reach-kind = alle { $shown } dieser Art
reach-kind-short = { $shown } dieser Art
reach-all = alle { $shown }

## Wie sich Inhalte vergleichen.

content-identical = identisch
content-probably-same = wohl gleich
content-different = verschieden
content-unknown = unbekannt
content-being-compared = wird verglichen
# Behind "different" and a comma.
content-sizes-differ = die Größen unterscheiden sich
# Behind "probably same" and a comma.
content-by-samples = nach Größe und Stichproben

## Bedingungen von Regeln.

rule-identical = Inhalt identisch
rule-probably-same = Inhalt wohl gleich
rule-different = Inhalt verschieden
rule-newer-and-larger = Quelle neuer und größer
rule-newer = Quelle neuer
rule-older = Quelle älter
rule-larger = Quelle größer
rule-smaller = Quelle kleiner
rule-empty = Quelle leer, Vorhandenes nicht
rule-folders = zwei Ordner
rule-mismatch = Ordner und Datei
rule-failed = etwas ist fehlgeschlagen
rule-otherwise = jede andere Frage

## Alle Fragen eines Auftrags als Tabelle.

conflicts-continues = läuft weiter
conflicts-rules = Regeln, die erste passende gilt
conflicts-everything-else = alles andere
conflicts-ask-me = fragen
conflicts-open = Offen
conflicts-ruled = Durch Regeln beantwortet
conflicts-to-the-questions = Zu den Fragen
conflicts-apply = { $count ->
    [one] { $shown } Antwort geben
   *[other] { $shown } Antworten geben
}
conflicts-cancel = Auftrag abbrechen
conflicts-none-left = alle Fragen beantwortet
conflicts-left-open = { $shown } noch offen
