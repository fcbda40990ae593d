### Programme, die fcp-tui startet, und warum Wünsche scheitern.

## Auf dem Bildschirm eines Programms.

run-returns = Enter führt zurück zu fcp-tui
run-screen-returns = Ctrl-O oder Enter führt zurück zu fcp-tui
run-may-ask = { $deed }: { $program } fragt vielleicht nach dem Passwort.

## Warum ein Programm nicht lief, oder wie es endete.

run-names-not-saved = die Namen für den Editor können nicht gespeichert werden: { $error }
run-names-not-text = die bearbeiteten Namen sind kein UTF-8-Text
run-no-opener = kein Programm wurde gefunden, das Dateien öffnet; opener in config.toml setzen
run-not-run = { $program } kann nicht ausgeführt werden: { $error }
run-no-sudo = sudo ist nicht installiert: fcp-tui stattdessen als root starten
run-not-found = fcp-tui ist nicht zu finden: { $error }
run-not-all = { $deed }: nicht alles wurde getan
run-has-run = { $program } ist gelaufen
run-not-suspended = Der Rechner ging nicht in Bereitschaft: { $why }
run-code = { $program } schlug fehl, Code { $code }
run-no-command = { $program }: Programm nicht gefunden (Code 127)
run-signal = { $program } wurde von Signal { $signal } beendet
run-failed = { $program } schlug fehl
run-no-terminal = das Terminal kann nicht gelesen werden: { $error }
clipboard-too-long = das ist zu lang für die Zwischenablage eines Terminals
clipboard-not-written = auf das Terminal kann nicht geschrieben werden: { $error }

## Kleine Änderungen.

deed-and-more = { $error }, und { $shown } weitere
deed-name-refused = nichts wurde umbenannt: „{ $old }“ kann nicht „{ $new }“ heißen: { $why }
deed-rename-failed = nichts wurde umbenannt: { $error }
deed-rename-stranded = „{ $old }“ wurde in „{ $now }“ umbenannt, dann: { $error }
# $deed sagt, was getan wurde, wie „In x umbenannt“.
deed-undone = Rückgängig gemacht: { $deed }

## Aufträge für die Warteschlange.

request-folder-kept = { $error }; der neue Ordner blieb: { $left }
request-is-file = „{ $name }“ ist eine Datei, kein Ordner
request-is-folder = einen Ordner „{ $name }“ gibt es schon: mit / am Ende wird in ihn kopiert
request-into-itself = Ein Ordner kann nicht in sich selbst kopiert oder verschoben werden: { $name }
request-no-room = das passt nicht: { $needs } benötigt, { $free } frei
job-not-kept = Der Datenträger der Warteschlange ist voll: Dieser Auftrag bleibt beim Beenden des Programms nicht erhalten
queue-silent = die Warteschlange antwortet nicht mehr
step-no-home = Nichts kann gemerkt werden, weil HOME nicht gesetzt ist
step-not-stored = Was beide Ordner gemeinsam haben, wurde nicht gespeichert: { $error }
