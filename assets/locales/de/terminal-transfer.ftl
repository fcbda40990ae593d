### Bevor ein Kopieren, Verschieben, Löschen oder Teilen von Speicher beginnt.

## Der Kopierdialog: seine Auswahl. Beschriftungen haben 10 Zeichen, Antworten 17, Folgen 61.

transfer-conflicts = Konflikte
transfer-conflicts-ask = fragen
transfer-conflicts-ask-note = Der Auftrag läuft weiter und sammelt die Fragen.
transfer-conflicts-skip = überspringen
transfer-conflicts-skip-note = Die vorhandene Datei bleibt, diese wird nicht kopiert.
transfer-conflicts-replace = ersetzen
transfer-conflicts-replace-note = Die vorhandene Datei kommt in den Papierkorb.
transfer-conflicts-keep-newer = neuere behalten
transfer-conflicts-keep-newer-note = Eine vorhandene Datei wird ersetzt, wenn die Quelle neuer ist.
transfer-conflicts-keep-larger = größere behalten
transfer-conflicts-keep-larger-note = Eine vorhandene wird ersetzt, wenn die Quelle größer ist.
transfer-conflicts-keep-both = beide behalten
transfer-conflicts-keep-both-note = Die kopierte Datei bekommt einen freien Namen.
transfer-conflicts-replace-for-good = endgültig ersetzen
transfer-conflicts-replace-for-good-note = Die vorhandene Datei wird endgültig gelöscht.
transfer-preserve = Erhalten
transfer-preserve-everything = alles
transfer-preserve-everything-note = Berechtigungen, Besitzer, Zeiten, Attribute, feste Links, Löcher.
transfer-preserve-as-cp-does = wie cp
transfer-preserve-as-cp-does-note = Nur Berechtigungen; Benutzer und Zeit sind die von jetzt.
transfer-errors = Bei Fehler
transfer-errors-ask = fragen
transfer-errors-ask-note = Der Auftrag läuft weiter und sammelt die Fehler.
transfer-errors-skip = überspringen
transfer-errors-skip-note = Der Bericht nennt die Fehler; mit dem Rest geht es weiter.
transfer-errors-cancel-the-job = Auftrag abbrechen
transfer-errors-cancel-the-job-note = Der erste Fehler bricht ab; fertige Dateien bleiben.
transfer-verify = Prüfen
transfer-verify-off = aus
transfer-verify-off-note = Kopien werden nicht zurückgelesen.
transfer-verify-on = an
transfer-verify-on-note = Jede Kopie wird verglichen; das dauert etwa doppelt so lange.
transfer-verify-by-the-archive = durch das Archiv
transfer-verify-by-the-archive-note = Daten werden mit den Prüfsummen des Archivs verglichen.
transfer-start = Start
transfer-start-in-its-turn = wenn frei
transfer-start-in-its-turn-note = Sobald auf diesen Datenträgern nichts anderes läuft.
transfer-start-at-once = sofort
transfer-start-at-once-note = Neben anderen Aufträgen auf diesen Datenträgern.
transfer-start-first = als erster
transfer-start-first-note = Als erster in der Warteschlange.
transfer-start-last-paused = zuletzt, Pause
transfer-start-last-paused-note = Er wartet, bis er fortgesetzt wird.
transfer-symlinks = Symlinks
transfer-symlinks-kept = behalten
transfer-symlinks-kept-note = Ein Symlink wird als Symlink kopiert.
transfer-symlinks-followed = folgen
transfer-symlinks-followed-note = Das Ziel jedes Symlinks wird kopiert.
transfer-subvolumes = Subvolumes
transfer-subvolumes-copied = kopieren
transfer-subvolumes-copied-note = Ihr Inhalt wird kopiert wie der anderer Ordner.
transfer-subvolumes-snapshot = Schnappschuss
transfer-subvolumes-snapshot-note = Btrfs macht sofort einen Schnappschuss, ohne Speicherbedarf.
transfer-subvolumes-read-only = nur lesen
transfer-subvolumes-read-only-note = Ein Schnappschuss, in dem sich nichts ändern lässt.
transfer-extract-symlinks = Symlinks
transfer-extract-symlinks-kept = behalten
transfer-extract-symlinks-kept-note = Ein Symlink wird als Symlink entpackt.

## Der Kopierdialog: der Rest.

# $verb is "Copy", "Move" or "Extract".
transfer-title = { $verb }: { $items }
transfer-completes = Tab ergänzt
transfer-edit-completes = ↑ bearbeiten, Tab ergänzt
transfer-to-note = Tab ergänzt; mit / am Ende ist der Name ein Ordner.
transfer-to-note-name = Ohne / bekommt ein einzelnes Objekt diesen Namen.
folders-with-files = { $folders } mit { $files }
# Behind a size: how much of the items it is of.
items-in-folders-too = und der Inhalt der Ordner
items-counted = gezählt
items-so-far = bisher

## Was vom Ziel bekannt ist.

room-same = selbes Dateisystem
room-other = anderes Dateisystem
room-folder-made = Der Ordner wird zuerst angelegt.
room-file-exists = Eine Datei mit diesem Namen ist vorhanden.
# The two parts of a line: "✓ rename: no extra space, at once".
room-rename = Umbenennen
room-rename-note = ohne Speicherbedarf, sofort
room-reflink = Reflink möglich
room-reflink-note = ohne Speicherbedarf
room-short = Zu wenig Platz: { $needed } nötig, { $free } frei.
# $claimed is what other jobs of the queue will write there.
room-short-queued = Zu wenig Platz: { $needed } nötig, { $free } frei, { $claimed } eingeplant.

## Probelauf.

dry-run-copy = Probelauf: { $items } kopieren
dry-run-move = Probelauf: { $items } verschieben
dry-run-extract = Probelauf: { $items } entpacken
dry-run-counting = Zählt; nichts wird geändert …
# Before the reason; ten columns at most.
plan-not-possible = Unmöglich

## Löschen.

removal-delete = { $items } endgültig löschen
removal-trash = { $items } in den Papierkorb verschieben
removal-delete-note = Umgeht den Papierkorb und lässt sich nicht rückgängig machen. Symlinks werden gelöscht, ihre Ziele nicht.
removal-trash-one-note = Der Papierkorb behält es; Rückgängig stellt es wieder her.
removal-trash-note = Der Papierkorb behält sie; Rückgängig stellt sie wieder her.
removal-trash-there-note = Der Papierkorb von { $machine } behält es; Rückgängig stellt es wieder her.

## Speicher teilen.

sharing-title = Speicher teilen in { $items }
sharing-looking = Sucht gleiche Dateien; nichts wird geändert …
sharing-note = Die Dateien bleiben getrennt; sie teilen nur ihre Blöcke auf dem Datenträger.

