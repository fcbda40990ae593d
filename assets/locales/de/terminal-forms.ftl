### Dialoge mit Zeilen zum Ausfüllen, Listen zur Auswahl und die Wörter auf ihren Tasten.

## Tasten und Hinweise: was eine Taste tut. Sie sollten kurz sein.

button-add-rule = Neue Regel
button-again = Erneut
button-all-keys = Alle Tasten
button-all-of-this-kind = Alle dieser Art
button-another-algorithm = Anderes Verfahren
button-answer = Antwort
button-answer-marked = Markierte beantworten
button-automatic = Automatisch
button-back = Zurück
button-by-content = Nach Inhalt
button-by-name = Nach Name
button-by-time = Nach Zeit
button-cancel = Abbrechen
button-change = Ändern
button-clear-search = Leeren
button-close = Schließen
button-compare-in-full = Ganz vergleichen
button-complete = Ergänzen
button-condition = Bedingung
button-copy = Kopieren
button-copy-command-line = Befehl kopieren
button-copy-these-paths = Pfade kopieren
button-count-spaces = Leerzeichen werten
button-delete = Löschen
button-delete-instead = Endgültig löschen
button-delete-permanently = Endgültig löschen
button-differences = Unterschiede
button-dry-run = Probelauf
button-edit-names = Namen bearbeiten
button-edit-rule = Regel ändern
button-empty = Leeren
button-extract-anyway = Trotzdem entpacken
button-find = Suchen
button-forget = Vergessen
button-forget-all = Alle vergessen
button-give-this-one = Diesen vergeben
button-go-there = Dorthin gehen
button-watch = Beobachten
button-go-to-file = Zur Datei
button-ignore-spaces = Leerzeichen ignorieren
button-invert = Umkehren
button-keep = Behalten
button-keep-search = Suche behalten
button-later = Später
button-leave = Lassen
button-lift-limit = Limit aufheben
button-limit = Begrenzen
button-lines = Zeilen
button-make = Anlegen
button-mark = Markieren
button-mark-open = Offene markieren
button-more = Mehr
button-move = Verschieben
button-move-to-trash = In den Papierkorb
button-next = Weiter
button-one-by-one = Einzeln
button-open = Öffnen
button-pack = Packen
button-panels = Seiten
button-previous = Zurück
button-questions = Fragen
button-queue-paused = Nur einreihen
button-remove = Entfernen
button-rename = Umbenennen
button-reorder = Umordnen
button-report = Bericht
button-restore = Wiederherstellen
button-resume = Fortsetzen
button-retry-as-administrator = Erneut als Administrator
button-retry-failed = Fehlgeschlagene erneut versuchen
button-retry-some = { $shown } erneut versuchen
button-run = Ausführen
button-run-again = Neu starten
button-set = Setzen
button-share-storage = Speicher teilen
button-show = Anzeigen
button-sideways = Seitwärts
button-start = Starten
button-start-anyway = Trotzdem
button-start-copy = Kopieren
button-start-extraction = Entpacken
button-start-move = Verschieben
button-stop = Stoppen
button-toggle = Umschalten
button-trash = Papierkorb
button-trash-instead = In den Papierkorb
button-turn = Umschalten
button-unmark = Markierung aufheben
button-verify-again = Erneut prüfen
button-view = Ansehen
button-view-both = Beide ansehen
button-width = Breite

## Beschriftungen vor einem Wert. Sie haben höchstens zehn Zeichen.

label-below = Unter
label-changed = Geändert
label-file = Datei
label-for = Für
label-from = Von
label-in = In
label-item = Objekt
label-items = Objekte
label-now = Jetzt
label-owner = Besitzer
label-points-to = Zeigt auf
label-size = Größe
label-to = Nach
label-type = Typ

## Formulare: ihre Titel.

form-after = Nach der Warteschlange
form-command = Befehl ausführen
form-copy-here = Hier kopieren
form-find = Suchen
form-go-to = Gehe zu
form-machine = Mit anderem Rechner verbinden
form-hard-links = Feste Links anlegen
form-limit-all = Tempolimit aller Aufträge
form-limit-disk = Tempolimit dieses Datenträgers
form-limit-job = Tempolimit dieses Auftrags
form-make-file = Datei anlegen
form-make-folder = Ordner anlegen
form-mark = Nach Namen markieren
form-open-with = Öffnen mit
form-owner = Besitzer
form-pack = Packen
form-rename = Umbenennen
form-symlinks = Symlinks anlegen
form-unmark = Nach Namen Markierung aufheben

## Formulare mit einer Zeile: ihre Beschriftung (höchstens zehn Zeichen) und ein Hinweis.

form-label-command = Befehl
form-label-folder = Ordner
form-label-machine = Rechner
form-label-name = Name
form-label-pattern = Muster
form-label-per-second = Je Sekunde
form-label-program = Programm
# %f, %s, %d, %F and %D are typed as they are.
form-command-note = %f ist das Objekt unter dem Cursor, %s die markierten, %d dieser Ordner; %F und %D sind die der anderen Seite
form-copy-here-note = Ein Name in diesem Ordner oder ein Pfad
form-go-to-note = Tab ergänzt; ~ ist der persönliche Ordner, rechner:pfad ein anderer Rechner
form-machine-note = Rechner, oder rechner:pfad und benutzer@rechner:pfad; Tab ergänzt einen aus ~/.ssh/config
form-watch-plan-note = Der Ordner eines Plans, wie fcp plan ihn angelegt hat; Tab ergänzt
form-make-file-note = Legt eine leere Datei an; mit / am Ende des Namens einen Ordner
form-make-folder-note = a/b legt beide Ordner an
form-mark-note = Teil eines Namens oder ein Muster mit * und ?
form-open-with-note = Das Programm erhält die Datei als letztes Argument oder an der Stelle von %f
form-pack-note = Endet auf .zip, .tar, .tar.gz, .tar.xz oder .tar.zst
form-rename-note = Nichts wird überschrieben

## Das Tempolimit.

limit-all-jobs = alle Aufträge zusammen
# For how many jobs a limit is.
limit-each-job = { $count ->
    [one] { $shown } Auftrag
   *[other] jeder von { $shown } Aufträgen
}
limit-none = keines
limit-note = 20M, 500k; leer hebt es auf
limit-wrong = eine Größe je Sekunde wie 20M oder 500k, oder nichts

## Auswahl: eine Beschriftung (zehn Zeichen), ihre Antworten (17 Zeichen) und was aus jeder folgt.

choice-contents = Inhalt
choice-contents-leave = lassen
choice-contents-leave-note = Der Inhalt der Ordner behält Berechtigungen und Besitzer.
choice-contents-change-too = auch ändern
choice-contents-change-too-note = Auch der Inhalt der Ordner; Symlinks wird nicht gefolgt.
choice-then = Danach
choice-then-nothing = nichts
choice-then-nothing-note = Nichts folgt.
choice-then-run-a-command = Befehl ausführen
choice-then-run-a-command-note = Der Befehl darunter läuft in diesem Ordner, ohne das Terminal.
choice-then-suspend = Bereitschaft
choice-then-suspend-note = Der Rechner schläft, sobald kein Auftrag mehr läuft.
choice-then-quit = beenden
choice-then-quit-note = Das Programm endet.
choice-target = Ziel
choice-target-absolute = absolut
choice-target-absolute-note = Ab dem Wurzelordner: Der Link ist beweglich, sein Ziel nicht.
choice-target-relative = relativ
choice-target-relative-note = Ab dem Ordner des Links: Beide sind zusammen beweglich.
choice-find-text = Text ist
choice-find-text-as-typed = wie getippt
choice-find-text-as-typed-note = Der Text, wie er getippt ist, an jeder Stelle einer Zeile.
choice-find-text-whole-words = ganze Wörter
choice-find-text-whole-words-note = Wie getippt, ohne Buchstabe oder Ziffer direkt daneben.
choice-find-text-a-regex = ein Regex
choice-find-text-a-regex-note = Ein regulärer Ausdruck wie in ripgrep, Zeile für Zeile.
choice-find-case = Groß/klein
choice-find-case-smart = nach Bedarf
choice-find-case-smart-note = Groß- und Kleinbuchstaben sind verschieden, wenn der Text einen großen enthält.
choice-find-case-matters = zählt
choice-find-case-matters-note = Groß- und Kleinbuchstaben sind verschieden.
choice-find-case-ignored = egal
choice-find-case-ignored-note = Groß- und Kleinbuchstaben sind gleich.
choice-find-type = Typ
choice-find-type-any = alle
choice-find-type-any-note = Dateien, Ordner, Links und Spezialdateien.
choice-find-type-files = Dateien
choice-find-type-files-note = Alles außer Ordnern.
choice-find-type-folders = Ordner
choice-find-type-folders-note = Nur Ordner.
choice-find-hidden = Versteckte
choice-find-hidden-as-the-panel = wie die Seite
choice-find-hidden-as-the-panel-note = Versteckte Namen nur, wenn die Seite sie zeigt.
choice-find-hidden-found-too = mitsuchen
choice-find-hidden-found-too-note = Versteckte Namen und der Inhalt versteckter Ordner auch.
choice-find-hidden-left-out = auslassen
choice-find-hidden-left-out-note = Weder versteckte Namen noch der Inhalt versteckter Ordner.
choice-find-ignore = .gitignore
choice-find-ignore-ignored = nicht anwenden
choice-find-ignore-ignored-note = Dateien, die Git ignoriert, werden auch gefunden.
choice-find-ignore-obeyed = anwenden
choice-find-ignore-obeyed-note = Dateien, die Git ignoriert, werden ausgelassen.
choice-find-mounts = Eingehängt
choice-find-mounts-not-entered = auslassen
choice-find-mounts-not-entered-note = Die Suche bleibt in diesem Dateisystem.
choice-find-mounts-entered = mitsuchen
choice-find-mounts-entered-note = Eingehängte Dateisysteme werden auch durchsucht.

## Berechtigungen.

mode-title = Berechtigungen
mode-value = Wert
mode-value-note = 644 oder u+x,go-w; X setzt x nur für Ordner und Programme
mode-becomes = Wird zu
mode-changes = { $all }, davon ändern sich { $some }
mode-differs = ~ steht, wo sie verschieden sind; das bleibt so
mode-read = Lesen
mode-write = Schreiben
mode-execute = Ausführen
mode-special = Spezial
mode-owner = Besitzer
mode-group = Gruppe
mode-others = Andere

## Die Spalten der Seiten: Namen und was sie zeigen. Köpfe sind so breit wie ihre Spalte.

columns-title = Spalten
columns-order = von links nach rechts
column-size = Größe
column-size-note = Bei Ordnern, sobald sie gezählt sind
column-changed = Geändert
column-changed-note = Wann der Inhalt geändert wurde
column-time = Zeit
column-permissions = Berechtigungen
column-permissions-head = Rechte
column-permissions-note = Wie ls sie schreibt
column-owner = Besitzer
column-owner-note = Der Benutzer
column-group = Gruppe
column-group-note = Die Benutzergruppe
column-extension = Endung
column-extension-head = Endung
column-extension-note = Was nach dem letzten Punkt steht
column-links = Links
column-links-note = Wie viele Namen die Datei hat

## Ordner mit Buchstaben.

letters-give = Buchstabe für Ordner
letters-give-note = Den Buchstaben drücken, der künftig zu diesem Ordner führt
letters-go = Zum Buchstaben gehen
letters-go-note = Einen Buchstaben drücken; ' ist der vorige Ordner

## Listen zur Auswahl.

nothing-matches = Nichts passt
picker-this-path = dieser Pfad
