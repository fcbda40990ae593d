### Seiten: Papierkorb, zwei Ordner, zwei Dateien, Prüfsummen, neue Namen.

## Der Papierkorb.

trash-title = Papierkorb
trash-asks-delete = { $items } endgültig löschen?
trash-asks-empty = Papierkorb leeren und { $items } endgültig löschen?

## Zwei Ordner.

compare-title = Vergleich
compare-by-content = nach Inhalt
compare-by-time = nach Größe und Zeit
# $shown is how many items were compared.
compare-running-content = vergleicht nach Inhalt: { $shown }
compare-running-time = vergleicht nach Größe und Zeit: { $shown }
compare-stopped = gestoppt nach { $shown }
compare-failed = fehlgeschlagen
compare-nothing-so-far = Bisher kein Unterschied
compare-all-hidden = Alle Zeilen sind ausgeblendet; 1 bis 7 zeigen sie
compare-nothing-stopped = Kein Unterschied, bis der Vergleich gestoppt wurde
compare-same-files = { $count ->
    [one] Der Inhalt beider Ordner ist gleich: { $shown } Datei in beiden
   *[other] Der Inhalt beider Ordner ist gleich: { $shown } Dateien in beiden
}
compare-same-sizes = { $count ->
    [one] Größen und Zeiten sind gleich: { $shown } Datei in beiden; c vergleicht Inhalte
   *[other] Größen und Zeiten sind gleich: { $shown } Dateien in beiden; c vergleicht Inhalte
}
verdict-left-only = nur links
verdict-right-only = nur rechts
verdict-left-newer = links neuer
verdict-right-newer = rechts neuer
verdict-different = verschieden
verdict-other-type = anderer Typ
verdict-failed = Fehler
verdict-same = gleich
# In place of the size of a link; six columns.
compare-link = Link
compare-copy-right = kopieren →
compare-copy-left = ← kopieren
compare-trash = Papierkorb
compare-trash-right = Papierkorb rechts
compare-trash-left = Papierkorb links
compare-decide = offen
compare-update-right = Rechts aktualisieren
compare-update-left = Links aktualisieren
compare-update-both = Beide aktualisieren
compare-in-step = Beide abgleichen
compare-mirror-right = Nach rechts spiegeln
compare-mirror-left = Nach links spiegeln
compare-looking-again = Vergleicht noch einmal
compare-replaced = Ersetztes kommt in den Papierkorb
# $change is what happened since the folders were in step.
compare-since = Geschehen: { $change }

## Was ein Auftrag mit zwei Ordnern tut: Teile eines Satzes, der groß beginnt.

# $amount is as "3 files".
compare-trashed = { $amount } in den Papierkorb verschieben
# $copies is one of the next, or several with commas.
compare-copies = { $copies } kopieren
compare-copied = { $amount } ({ $size }) nach { $folder }
compare-left-undecided = { $count ->
    [one] { $shown } Zeile unentschieden lassen
   *[other] { $shown } Zeilen unentschieden lassen
}
# Where both folders have one name.
compare-the-left = links
compare-the-right = rechts

## Zwei Dateien.

diff-comparing = Wird verglichen …
diff-same = Beide Dateien haben den gleichen Inhalt, { $size }
diff-spaces-alone = Nur Leerzeichen, Tabs oder der letzte Zeilenumbruch sind verschieden
diff-place = { $count ->
    [one] { $place } von { $shown } Unterschied
   *[other] { $place } von { $shown } Unterschieden
}
diff-spaces-ignored = Leerzeichen ignoriert
diff-rough = ungefähr: die Dateien sind zu verschieden
diff-for-their-size = Byte für Byte verglichen, weil die Dateien groß sind.
diff-left-ends = Die linke Datei endet nach { $shown } Byte
diff-right-ends = Die rechte Datei endet nach { $shown } Byte
diff-first-byte = Der erste Unterschied ist an Stelle { $shown } ({ $hex })
diff-no-line-break = kein Umbruch

## Prüfsummen.

checksums-title = Prüfsummen
checksums-reading = Wird gelesen
checksums-stopped = Gestoppt
checksums-compare-with = Vergleichen mit
checksum-not-understood = Keine Prüfsumme
checksum-is-other = Das ist { $algorithm }
checksum-not-yet = Noch nicht gefunden
checksum-equal = Gleich
checksum-different = Verschieden

## Ein Plan, dessen Teile Prozesse auf vielen Rechnern ausführen.

divided-title = Plan
divided-reading = Der Plan wird gelesen …
divided-silent = Der Ordner des Plans antwortet seit { $time } nicht
divided-silent-since = Der Ordner antwortet seit { $time } nicht; die Zahlen sind alt
# The states follow, divided by commas.
divided-parts = Teile:
divided-waiting = { $shown } warten
divided-running = { $shown } laufen
divided-done = { $shown } fertig
divided-failed = { $shown } mit Fehlern
divided-missing = { $shown } fehlen
divided-retry = { $items } fehlgeschlagen; „fcp plan retry“ führt ihre Teile noch einmal aus
divided-unreadable = { $items } waren beim Planen nicht lesbar und gehören zu keinem Teil
divided-part-missing = Teil { $part } fehlt: Der Plan ist unvollständig
divided-idle = Kein Prozess läuft; „fcp part ORDNER --all“ startet einen
divided-finish = Alle Teile sind beendet; der letzte Schritt ist fcp plan finish
divided-is-finished = Der Plan ist abgeschlossen
divided-failures = Letzte Fehler
column-part = Teil
column-machine = Rechner
column-attempt = Versuch
column-state = Zustand

## Neue Namen für viele Objekte.

rename-items = { $items } umbenennen
bulk-find = Suchen
bulk-find-note = Leer passt auf den ganzen Namen
bulk-new-text = Neuer Text
bulk-match = Muster
bulk-match-plain-text = einfacher Text
bulk-match-plain-text-note = Jedes Vorkommen wird ersetzt.
bulk-match-a-regex = ein Regex
bulk-match-a-regex-note = Regulärer Ausdruck; $1 und ${"{"}name{"}"} im neuen Text sind seine Gruppen.
bulk-case = Groß/klein
bulk-case-ignored = egal
bulk-case-ignored-note = Groß- und Kleinbuchstaben sind gleich.
bulk-case-exact = genau
bulk-case-exact-note = Groß- und Kleinbuchstaben sind verschieden.
bulk-extension = Endung
bulk-extension-kept = behalten
bulk-extension-kept-note = Die Regel gilt für den Teil vor dem Punkt.
bulk-extension-changes-too = auch ändern
bulk-extension-changes-too-note = Die Regel gilt für den ganzen Namen.
bulk-letters = Buchstaben
bulk-letters-unchanged = unverändert
bulk-letters-unchanged-note = Groß- und Kleinschreibung bleibt, wie sie ist.
bulk-letters-lower-case = kleinbuchstaben
bulk-letters-lower-case-note = Alles in Kleinbuchstaben.
bulk-letters-upper-case = GROSSBUCHSTABEN
bulk-letters-upper-case-note = Alles in Großbuchstaben.
bulk-letters-title-case = Jedes Wort Groß
bulk-letters-title-case-note = Ein Großbuchstabe am Anfang jedes Wortes.
bulk-edited = Namen, wie sie bearbeitet wurden

## Eigenschaften.

properties-title = Eigenschaften von { $items }
properties-looking = Wird gelesen
properties-on-disk = Belegt
properties-contents = Inhalt
properties-so-far = { $amount }, wird noch gezählt
properties-unread = { $items } nicht lesbar
properties-modified = Geändert
properties-metadata = Metadaten
properties-created = Erstellt
properties-filesystem = Dateisystem
properties-attributes = Attribute
properties-more = { $shown } weitere
