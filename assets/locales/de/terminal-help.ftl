### Die Hilfe: welche Taste was tut. Erklärungen haben etwa 50 Zeichen.

## Die Seite.

help-title = Tasten
# $setting is a line of the configuration.
help-keeps-keys = { $setting } in config.toml behält diese Tasten
help-escape-digits = Esc 1 … Esc 0 wirken wie F1 … F10
# $name is the name of a keymap.
help-keys-of = Tasten von { $name }
help-in-the-jobs = In den Aufträgen
help-in-the-viewer = Im Betrachter
help-when-a-job-asks = Wenn ein Auftrag fragt
help-asked-dialog = Was jede Taste eines Dialogs tut
help-asked-choose = Wählen und antworten
help-asked-answers = Überspringen, Ersetzen, Beide behalten
help-asked-reach = Wofür die Antwort gilt
help-asked-later = Später; der Auftrag läuft weiter
help-in-a-line = In einer Textzeile
help-line-ends = Zum Anfang, zum Ende
help-line-words = Wortweise
help-line-cut = Ein Wort, bis zum Anfang, bis zum Ende ausschneiden
help-line-paste = Das Ausgeschnittene einfügen
help-line-earlier = Frühere Zeilen
help-line-numbers = Ein Byte, ein Zeichen durch seine Nummer

## Dialoge: Überschriften.

keys-of-answers = Antworten
keys-of-choices = Auswahl
keys-of-this-dialog = Dieser Dialog
keys-of-this-question = Diese Frage
keys-of-answers-to-the-marked-rows = Antworten für die markierten Zeilen
keys-of-the-table = Die Tabelle
keys-of-a-rule = Eine Regel
keys-of-the-report = Der Bericht
keys-of-finished-jobs = Fertige Aufträge
keys-of-copy-and-move = Kopieren und Verschieben
keys-of-dry-run = Probelauf
keys-of-equal-files = Gleiche Dateien
keys-of-the-trash = Der Papierkorb
keys-of-the-plan = Der Plan
keys-of-columns = Spalten
keys-of-folders-with-a-letter = Ordner mit Buchstaben
keys-of-two-files = Zwei Dateien
keys-of-properties = Eigenschaften
keys-of-checksums = Prüfsummen
keys-of-a-divided-job = Plan
keys-of-removal = Löschen
keys-of-new-names = Neue Namen
keys-of-permissions = Berechtigungen
keys-of-this-list = Diese Liste
keys-of-the-menus = Die Menüs

## Dialoge: was mehrere haben.

# In place of a key.
keys-any-letter = ein Buchstabe
keys-any-text = beliebiger Text
keys-another-answer = Andere Antwort
keys-choose = Wählen
keys-compare-again = Erneut vergleichen
keys-differences = Unterschiede der Dateien zeigen, Zeile für Zeile
keys-do-it = Ausführen
keys-later = Später; der Auftrag macht mit dem Rest weiter
keys-queue-paused = In die Warteschlange stellen, ohne Start
keys-retry-failed = Fehlgeschlagene Objekte erneut versuchen
keys-run-again = Den Auftrag noch einmal ausführen
keys-start-anyway = Starten, obwohl der Platz nicht reicht
keys-undo-job = Den Auftrag rückgängig machen; fragt zuerst
keys-verify-copies = Die Kopien mit ihren Quellen vergleichen
keys-view-both-sides = Beide ansehen

## Eine Frage.

keys-question-choose-an-answer = Eine Antwort wählen und geben
keys-question-apply-to-this-one = Gilt für diese, ihren Ordner, ihre Art, alle
keys-question-apply-to-more = Gilt für mehr
keys-question-another-rule-or-edit = Andere Regel, oder das Muster eines Namens ändern
keys-question-next-question-previous-question = Nächste Frage, vorige Frage
keys-question-all-questions = Alle Fragen des Auftrags als Tabelle
keys-question-compare-all-bytes = Alle Bytes vergleichen
keys-question-let-letters-answer = Buchstaben eine Frage beantworten lassen, die von selbst kam

## Alle Fragen eines Auftrags.

keys-table-answers-skip-leave-the-item = Überspringen: das Objekt lassen
keys-table-answers-yes-replace-merge-retry = Ja: ersetzen, vereinen, erneut versuchen, löschen
keys-table-answers-replace-if-newer = Ersetzen, wenn neuer
keys-table-answers-keep-both-the-incoming = Beide behalten: Die Quelle bekommt eine Nummer
keys-table-answers-rename-existing = Vorhandenes umbenennen
keys-table-answers-replace-for-good = Endgültig ersetzen: ohne Papierkorb
keys-table-answers-cancel-job-finished-items = Auftrag abbrechen; Fertiges bleibt
keys-table-answers-no-answer = Keine Antwort
keys-table-mark-the-row = Die Zeile markieren
keys-table-mark-all-rows-without = Alle Zeilen ohne Antwort markieren, oder keine
keys-table-give-all-answers = Alle Antworten geben, die die Tabelle zeigt
keys-table-this-question-alone = Nur diese Frage
keys-table-compare-all-bytes = Alle Bytes der markierten Zeilen vergleichen
keys-table-to-the-rules = Zu den Regeln
keys-table-add-a-rule = Eine Regel hinzufügen
keys-rule-another-condition = Andere Bedingung
keys-rule-move-the-rule-up = Die Regel verschieben: Die erste passende gilt
keys-rule-remove-the-rule = Die Regel entfernen
keys-rule-back-to-the-questions = Zurück zu den Fragen

## Berichte und fertige Aufträge.

keys-report-extract-anyway = Archive entpacken, die als zu groß abgelehnt wurden
keys-report-go-to-the-item = Zum Objekt gehen
keys-report-copy-the-command-line = Den Befehl kopieren, der dasselbe tut
keys-report-copy-the-paths = Die Pfade dieser Liste kopieren
keys-finished-show-the-report = Den Bericht zeigen
keys-finished-forget-the-job = Vergessen; Rückgängig ist dann nicht mehr möglich
keys-finished-forget-all-finished-jobs = Alle fertigen Aufträge vergessen; fragt zuerst

## Bevor ein Auftrag startet.

keys-transfer-dry-run-show = Probelauf: zuerst den Plan zeigen
keys-transfer-next-choice-previous-choice = Nächste Auswahl, vorige Auswahl
keys-rehearsal-back-to-the-choices = Zurück zur Auswahl
keys-sharing-let-the-equal-files = Gleiche Dateien ihren Speicher teilen lassen
keys-sharing-add-the-job = Den Auftrag ohne Start in die Warteschlange stellen
keys-removal-move-to-the-trash = In den Papierkorb; beim Löschen: behalten
keys-removal-delete-permanently = Endgültig löschen, wo der Dialog es sagt
keys-removal-between-moving = Zwischen Papierkorb und Löschen wechseln

## Der Papierkorb.

keys-trash-restore-the-marked-items = Markierte Objekte wiederherstellen, oder dieses
keys-trash-mark-or-unmark = Markierung umschalten und weiter nach unten
keys-trash-swap-marked-and-unmarked = Markierung umkehren
keys-trash-delete-the-marked-items = Markierte endgültig löschen; fragt zuerst
keys-trash-empty-the-trash-asks = Papierkorb leeren; fragt zuerst
keys-trash-search-names-and-folders = Namen und Ordner durchsuchen
keys-trash-sort-by-name = Nach Name oder Zeit des Löschens sortieren

## Prüfsummen, Spalten und Buchstaben.

keys-properties-permissions = Berechtigungen ändern
keys-properties-owner = Besitzer und Gruppe ändern
keys-properties-checksums = Prüfsummen berechnen
keys-checksums-compare-with-this-checksum = Mit dieser Prüfsumme oder Zeile einer Liste vergleichen
keys-checksums-copy-the-checksum = Kopieren: eine Prüfsumme, oder mehrere Zeilen
keys-checksums-compute-with-another-algorithm = Mit anderem Verfahren berechnen
keys-checksums-move-in-the-list = In der Liste bewegen
keys-checksums-stop-reading-then-close = Lesen stoppen; danach schließen
keys-divided-move-in-the-list = In der Liste bewegen
keys-divided-to-an-end-of-the-list = Zum ersten Teil, zum letzten Fehler
keys-divided-close = Schließen; die Prozesse laufen weiter
keys-columns-show-these-columns = Diese Spalten zeigen
keys-columns-show-the-column = Die Spalte zeigen oder ausblenden
keys-columns-move-the-column-up = Die Spalte verschieben, wie Shift mit Pfeil
keys-columns-change-the-width = Die Spalte schmaler oder breiter machen, wie Links und Rechts
keys-columns-show-what-there = Spalten selbsttätig wählen
keys-letters-go-to-its-folder = Zu seinem Ordner, oder ihn diesem Ordner geben
keys-letters-go-to-the-previous = Zum vorigen Ordner
keys-letters-choose-a-letter = Einen Buchstaben aus der Liste wählen
keys-letters-take-the-letter = Dem Ordner den Buchstaben nehmen

## Zwei Dateien, zwei Ordner.

keys-diff-next-difference = Nächster Unterschied
keys-diff-previous-difference = Voriger Unterschied
keys-diff-scroll-both-files = Beide Dateien scrollen
keys-diff-move-in-long-lines = In langen Zeilen bewegen
keys-diff-ignore-differences-of-spaces = Leerzeichen und Tabs ignorieren oder werten
keys-diff-view-both-files = Beide Dateien ansehen
keys-diff-close-back = Schließen; zurück zur vorigen Anzeige
keys-comparison-show-what-will-happen = Zeigen, was geschehen wird, dann starten
keys-comparison-copy-this-row = Diese Zeile nach links, nach rechts kopieren
keys-comparison-copy-all-rows = Alle Zeilen dieser Art nach links, nach rechts
keys-comparison-leave-this-row-alone = Diese Zeile lassen, oder wieder der Vorschlag
keys-comparison-leave-all-rows = Alle Zeilen dieser Art lassen
keys-comparison-move-what-only-one = Was nur eine Seite hat, in den Papierkorb
keys-comparison-another-direction = Andere Richtung für den ganzen Plan
keys-comparison-hide-or-show = Zeilen einer Art aus- oder einblenden
keys-comparison-show-how-two-files = Unterschiede zweier Dateien zeigen
keys-comparison-compare-again-by-content = Erneut nach Inhalt, oder nach Größe und Zeit
keys-comparison-forget = Den Abgleich dieser Ordner vergessen; fragt vorher
keys-comparison-stop-the-comparison-then = Vergleich stoppen; danach schließen

## Formulare, Berechtigungen, neue Namen, Listen und Menüs.

keys-bulk-edit-the-names = Die Namen im Editor bearbeiten
keys-bulk-next-field-previous-field = Nächstes Feld, voriges Feld
keys-bulk-scroll-the-names = Die Namen scrollen
keys-mode-change-the-permissions = Die Berechtigungen ändern
keys-mode-choose-a-bit = Ein Bit wählen
keys-mode-turn-the-bit = Das Bit setzen oder löschen
keys-mode-to-the-text = Zum Text der Berechtigungen und zurück
keys-picker-show-only-lines = Nur Zeilen mit diesen Wörtern zeigen
keys-picker-remove-a-bookmark = Das Lesezeichen entfernen, in der Liste der Lesezeichen
keys-menu-previous-menu-next-menu = Voriges Menü, nächstes Menü
keys-menu-go-to-an-entry = Zu einem Eintrag, nach Namen oder anderem Wort
keys-form-next-row-previous-row = Nächste, vorige Zeile; Tab ergänzt einen Pfad
keys-prompt-complete-a-path = Einen Pfad ergänzen
