### Antworten auf Fragen: Namen, und was aus ihnen folgt.

## Namen und Folgen. „Quelle“ ist, was der Auftrag bringt, „Vorhandenes“, was er am Ziel findet.

answer-skip = Überspringen
answer-skip-does = Vorhandenes so lassen
answer-skip-failed-does = als fehlgeschlagen zählen und weitermachen
answer-keep = Behalten
answer-keep-does = es bleibt, wo es ist
answer-keep-all-does = es bleibt mit allem, was darin ist
answer-replace = Ersetzen
answer-replace-does = Vorhandenes ersetzen
answer-for-good = Endgültig ersetzen
answer-for-good-does = Vorhandenes kommt nicht in den Papierkorb
answer-keep-both = Beide behalten
answer-keep-both-does = die Quelle bekommt eine Nummer
answer-rename-existing = Vorhandenes umbenennen
answer-rename-existing-does = beide behalten: Vorhandenes bekommt eine Nummer
answer-newer = Wenn neuer
answer-newer-does = ersetzen, wenn die Quelle neuer ist
answer-larger = Wenn größer
answer-larger-does = ersetzen, wenn die Quelle größer ist
answer-differs = Wenn anders
answer-differs-does = ersetzen, wenn Größe oder Zeit abweichen
answer-content = Wenn Inhalt anders
answer-content-does = ersetzen, wenn der Inhalt abweicht
answer-older = Wenn älter
answer-older-does = ersetzen, wenn die Quelle älter ist
answer-smaller = Wenn kleiner
answer-smaller-does = ersetzen, wenn die Quelle kleiner ist
answer-merge = Zusammenführen
answer-merge-does = zum vorhandenen Ordner hinzufügen
answer-retry = Erneut versuchen
answer-retry-does = noch einmal versuchen
answer-change-name = Name ändern
answer-change-name-does = die abgelehnten Zeichen ersetzen
answer-cancel = Auftrag abbrechen
answer-cancel-does = den Auftrag abbrechen; Fertiges bleibt
answer-descend = Ordner öffnen
answer-descend-does = nach dem fragen, was darin ist
answer-trash = Papierkorb
answer-trash-does = in den Papierkorb legen
answer-delete = Löschen
answer-delete-does = endgültig löschen

## Namen von höchstens elf Spalten, für Tabellen.

answer-replace-short = Ersetzen
answer-for-good-short = Endgültig
answer-skip-short = Überspr.
answer-keep-both-short = Beide
answer-rename-existing-short = Alte umben.
answer-newer-short = Neuere
answer-older-short = Ältere
answer-larger-short = Größere
answer-smaller-short = Kleinere
answer-differs-short = Andere
answer-content-short = Nach Inhalt
answer-merge-short = Vereinen
answer-delete-short = Löschen
answer-retry-short = Erneut
answer-change-name-short = Name ändern
answer-cancel-short = Abbrechen

## Ganze Namen, wie auf den Knöpfen des Fensters; die Enden der Kennungen sind die Namen der Schnittstelle.

answer-of-skip = Überspringen
answer-of-overwrite = Ersetzen
answer-of-overwrite-for-good = Endgültig ersetzen
answer-of-rename = Beide behalten
answer-of-rename-existing = Beide behalten, Vorhandenes umbenennen
answer-of-newer = Ersetzen, wenn neuer
answer-of-older = Ersetzen, wenn älter
answer-of-larger = Ersetzen, wenn größer
answer-of-smaller = Ersetzen, wenn kleiner
answer-of-different-meta = Ersetzen, wenn Größe oder Zeit abweicht
answer-of-different-content = Ersetzen, wenn der Inhalt abweicht
answer-of-merge = Zusammenführen
answer-of-remove = Löschen
answer-of-retry = Erneut versuchen
answer-of-portable-name = Namen ändern
answer-of-abort = Auftrag abbrechen

## Was „ersetzen, wenn neuer“ und Ähnliches für diese zwei Dateien bedeuten.

outcome-same-time = gleiche Zeit: übersprungen
outcome-same-size = gleiche Größe: übersprungen
outcome-same-size-and-time = gleiche Größe und Zeit: übersprungen
outcome-newer-replaced = Quelle ist neuer: ersetzt
outcome-newer-skipped = Quelle ist neuer: übersprungen
outcome-older-replaced = Quelle ist älter: ersetzt
outcome-older-skipped = Quelle ist älter: übersprungen
outcome-larger-replaced = Quelle ist größer: ersetzt
outcome-larger-skipped = Quelle ist größer: übersprungen
outcome-smaller-replaced = Quelle ist kleiner: ersetzt
outcome-smaller-skipped = Quelle ist kleiner: übersprungen
outcome-differs = Größe oder Zeit verschieden: ersetzt
outcome-sizes-differ = Größen verschieden: ersetzt
outcome-compared-first = erst werden alle Bytes verglichen
