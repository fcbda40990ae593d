### Dialogs.

## General

window-cancel = Abbrechen
window-close = Schließen
window-completions = Passende Ordner

## Copy and move

window-transfer-to = Nach
window-transfer-to-hint = Mit / am Ende kommt alles in einen Ordner
window-transfer-paused = Angehalten hinzufügen

## Open with

window-open-with-title = Öffnen mit
window-open-with-programs = Programme
window-open-with-default = { $name } (Standard)
window-open-with-none = Kein installiertes Programm kann diese Objekte öffnen.
window-open-with-loading = Programme werden gesucht
window-open-with-do = Öffnen

## Pack into an archive

window-pack-name = Name
window-pack-format = Format
window-pack-formats-zip = zip: lässt sich überall öffnen
window-pack-formats-tar-zst = tar.zst: schnell und klein
window-pack-formats-tar-gz = tar.gz: lässt sich auf jedem Unix öffnen
window-pack-formats-tar-xz = tar.xz: am kleinsten, langsam
window-pack-formats-tar = tar: nicht komprimiert
window-pack-folder = Im Ordner
window-pack-exists = Wenn das Archiv schon vorhanden ist
window-pack-on-conflict-ask = Fragen
window-pack-on-conflict-overwrite = Ersetzen
window-pack-on-conflict-overwrite-for-good = Endgültig ersetzen
window-pack-on-conflict-rename = Beide behalten
window-pack-on-conflict-skip = Überspringen

## Share storage

window-share-note = Die Dateien bleiben getrennt; sie teilen nur ihre Blöcke auf dem Datenträger.
window-share-looking = Gleiche Dateien werden gesucht. Es wird nichts geändert.
window-share-wins = Etwa { $size } können frei werden
window-share-impossible = Dieses Dateisystem kann keinen Speicher teilen.
window-share-unreadable =
    { $count ->
        [one] { $shown } Objekt ist nicht lesbar
       *[other] { $shown } Objekte sind nicht lesbar
    }
window-share-do = Speicher teilen

## Checksum

window-checksum-title = Prüfsumme
window-checksum-algorithm = Verfahren
window-checksum-compute = Berechnen
window-checksum-stop = Stoppen
window-checksum-stopped = Gestoppt
window-checksum-progress = Fortschritt
window-checksum-copy = Prüfsumme kopieren
window-checksum-compare = Vergleichen mit
window-checksum-compare-hint = Eine Prüfsumme oder die Zeile einer Liste einfügen

## Trash, delete, restore

window-removal-trash = { $what } in den Papierkorb legen
window-removal-trash-note = Objekte können aus dem Papierkorb wiederhergestellt werden. Sie belegen Platz, bis er geleert wird.
window-removal-trash-there-note = Der Papierkorb von { $machine } behält die Objekte, bis er geleert wird; Rückgängig stellt sie wieder her.
window-removal-trash-do = In den Papierkorb
window-removal-for-good = Endgültig löschen …
window-removal-delete = { $what } endgültig löschen
window-removal-delete-note = Endgültig gelöschte Objekte kommen nicht in den Papierkorb und lassen sich nicht wiederherstellen.
window-removal-delete-do = { $shown } endgültig löschen
window-removal-empty = Papierkorb leeren
# $count items are in the trash.
window-removal-empty-note =
    { $count ->
        [one] Das einzige Objekt im Papierkorb wird endgültig gelöscht und lässt sich nicht wiederherstellen.
       *[other] Alle { $shown } Objekte im Papierkorb werden endgültig gelöscht und lassen sich nicht wiederherstellen.
    }
window-removal-keep = Behalten
window-removal-restore = { $what } wiederherstellen
window-removal-restore-note = Objekte kommen zurück in ihre ursprünglichen Ordner. Bei vergebenen Namen wird gefragt.
window-removal-restore-do = Wiederherstellen

## New folder or file

window-make-directory = Neuer Ordner
window-make-file = Neue Datei
window-make-name = Name
window-make-directory-hint = Mit / verschachtelte Ordner anlegen
window-make-directory-do = Anlegen
window-make-file-do = Anlegen

## Links

window-link-title = Link anlegen
window-link-titles = Links anlegen
window-link-at = Link in
window-link-at-hint = Mit / am Ende in einem Ordner; der Link bekommt den Namen des Objekts
window-link-into = Im Ordner
window-link-into-hint = Die Links bekommen die Namen der Objekte
window-link-kind = Art
window-link-absolute = Symbolischer Link mit absolutem Pfad
window-link-relative = Symbolischer Link mit relativem Pfad
window-link-hard = Fester Link: ein weiterer Name derselben Datei
window-link-do = Link anlegen
window-link-do-all = Links anlegen

## Rename many

window-bulk-title = { $items } umbenennen
window-bulk-template = Neuer Name
window-bulk-template-hint = [N] Name, [E] Endung, [C] Zähler, [Y]-[M]-[D] Änderungsdatum
window-bulk-find = Suchen
window-bulk-replace = Ersetzen durch
window-bulk-regex = Regulärer Ausdruck
window-bulk-case = Groß- und Kleinschreibung beachten
window-bulk-letters = Buchstaben
window-bulk-letters-are-keep = Unverändert
window-bulk-letters-are-lower = kleinbuchstaben
window-bulk-letters-are-upper = GROSSBUCHSTABEN
window-bulk-letters-are-title = Jedes Wort Groß
window-bulk-start = Zähler ab
window-bulk-step = Schritt
window-bulk-digits = Stellen
window-bulk-before = Bisheriger Name
window-bulk-after = Neuer Name
window-bulk-preview = Bisherige und neue Namen
window-bulk-do = { $shown } umbenennen
window-bulk-nothing = Kein Name ändert sich.
window-bulk-changed =
    { $count ->
        [one] { $shown } Name ändert sich
       *[other] { $shown } Namen ändern sich
    }
window-bulk-problems =
    { $count ->
        [one] { $shown } Name ist nicht möglich
       *[other] { $shown } Namen sind nicht möglich
    }
window-bulk-show = Anzeigen

## Properties

window-properties-kinds-file = Datei
window-properties-kinds-directory = Ordner
window-properties-kinds-symlink = Symbolischer Link
window-properties-kinds-fifo = FIFO
window-properties-kinds-socket = Socket
window-properties-kinds-char-device = Zeichengerät
window-properties-kinds-block-device = Blockgerät
window-properties-kinds-unknown = Unbekannt
window-properties-loading = Wird geladen
window-properties-unread = Eigenschaften
window-properties-kind = Typ
window-properties-folder = Ort
window-properties-target = Ziel des Links
# $what is the name of an item, or a number of items.
window-properties-title = Eigenschaften: { $what }
window-properties-no-checksum = Nur Dateien haben Prüfsummen. Den Cursor auf eine Datei setzen.
window-properties-size = Größe
window-properties-size-of = { $size }, { $bytes }
window-properties-at-least = mindestens { $amount }
window-properties-on-disk = Auf dem Datenträger
window-properties-inside = Inhalt
window-properties-mtime = Geändert
window-properties-ctime = Status geändert
window-properties-btime = Erstellt
window-properties-links = Feste Links
window-properties-filesystem = Dateisystem
window-properties-access = Berechtigungen
window-properties-mode = Modus (chmod)
window-properties-mode-hint = Zum Beispiel 755 oder u+x,go-w
window-properties-user = Besitzer
window-properties-group = Gruppe
window-properties-recursive = Auf den ganzen Inhalt anwenden
window-properties-specials = Besonderes
window-properties-xattrs = Erweiterte Attribute
window-properties-do = Ändern

## Another machine

window-connect-title = Mit anderem Rechner verbinden
window-connect-machine = Rechner
window-connect-hint = rechner, oder rechner:pfad und benutzer@rechner:pfad; Rechner aus ~/.ssh/config werden angeboten
window-connect-accept = Verbinden

## Find

window-find-title = Suchen in { $folder }
window-find-pattern = Name
window-find-pattern-hint = Teil des Namens oder ein Muster wie *.jpg
window-find-kinds = Suchen nach
window-find-kinds-are-both = Dateien und Ordnern
window-find-kinds-are-files = Dateien
window-find-kinds-are-directories = Ordnern
window-find-larger = Mindestens
window-find-smaller = Höchstens
window-find-size-hint = Zum Beispiel 500 kB oder 2 GB
window-find-days = Geändert in den letzten Tagen
window-find-contains = Enthält
window-find-contains-hint = Text in den Dateien; leer lassen, um nur nach Namen zu suchen
window-find-reads = Der Text ist
window-find-reads-are-text = Wie eingegeben
window-find-reads-are-words = Ganze Wörter
window-find-reads-are-regex = Ein regulärer Ausdruck
window-find-case = Groß/klein
window-find-case-are-smart = Beachten, wenn ich einen Großbuchstaben eingebe
window-find-case-are-matters = Beachten
window-find-case-are-ignored = Nicht beachten
window-find-hidden = Auch versteckte Dateien
window-find-gitignore = Ohne Dateien aus .gitignore
window-find-bad-size = Eine Größe eingeben, zum Beispiel 500 kB oder 2 GB
window-find-bad-days = Eine Anzahl von Tagen eingeben
window-find-do = Suchen

## Mark by name

window-marks-mark = Nach Namen markieren
window-marks-unmark = Markierung nach Namen aufheben
window-marks-pattern = Namen
window-marks-hint = Teil eines Namens oder ein Muster wie *.jpg
window-marks-mark-do = Markieren
window-marks-unmark-do = Markierung aufheben

## Speed limit

window-limit-of-job = Tempolimit von { $name }
window-limit-of-all = Tempolimit aller Aufträge
window-limit-presets = Tempolimit
window-limit-none = Kein Limit
window-limit-other = Anderes Tempo
window-limit-other-hint = Zum Beispiel 20 MB/s oder 500 kB/s
window-limit-bad = Ein Tempo eingeben, zum Beispiel 20 MB/s oder 500 kB/s
window-limit-do = Begrenzen

## Cancel a job

# $verb is what the job does.
window-cancel-job-done =
    { $verb ->
        [delete]
            { $count ->
                [one] { $shown } Objekt ist schon gelöscht.
               *[other] { $shown } Objekte sind schon gelöscht.
            }
        [trash]
            { $count ->
                [one] { $shown } Objekt ist schon im Papierkorb.
               *[other] { $shown } Objekte sind schon im Papierkorb.
            }
        [verify]
            { $count ->
                [one] { $shown } Objekt ist schon geprüft.
               *[other] { $shown } Objekte sind schon geprüft.
            }
       *[other]
            { $count ->
                [one] { $shown } fertiges Objekt bleibt erhalten.
               *[other] { $shown } fertige Objekte bleiben erhalten.
            }
    }
window-cancel-job-nothing = Noch ist kein Objekt fertig.
window-cancel-job-flight =
    { $count ->
        [one] { $shown } unfertige Datei wird entfernt.
       *[other] { $shown } unfertige Dateien werden entfernt.
    }
window-cancel-job-keep = Weiterlaufen lassen
window-cancel-job-do = Auftrag abbrechen

## Forget the history

window-forget-title = Verlauf löschen?
window-forget-lost = Die Berichte und Protokolle aller beendeten Aufträge werden gelöscht; keiner davon lässt sich danach rückgängig machen oder erneut versuchen.
window-forget-do = Verlauf löschen
window-forget-keep = Behalten

## Undo a job

window-undo-job-copies =
    { $count ->
        [one] { $shown } Kopie wird in den Papierkorb gelegt.
       *[other] { $shown } Kopien werden in den Papierkorb gelegt.
    }
window-undo-job-snapshots =
    { $count ->
        [one] { $shown } Schnappschuss wird in den Papierkorb gelegt.
       *[other] { $shown } Schnappschüsse werden in den Papierkorb gelegt.
    }
window-undo-job-back =
    { $count ->
        [one] { $shown } Objekt wird zurückverschoben.
       *[other] { $shown } Objekte werden zurückverschoben.
    }
window-undo-job-replaced =
    { $count ->
        [one] { $shown } ersetzte Datei wird wiederhergestellt.
       *[other] { $shown } ersetzte Dateien werden wiederhergestellt.
    }
window-undo-job-rights =
    { $count ->
        [one] { $shown } Ordner erhält Berechtigungen und Besitzer zurück.
       *[other] { $shown } Ordner erhalten Berechtigungen und Besitzer zurück.
    }
window-undo-job-lost =
    { $count ->
        [one] { $shown } ersetzte Datei lässt sich nicht wiederherstellen: Der alte Inhalt wurde nicht aufbewahrt.
       *[other] { $shown } ersetzte Dateien lassen sich nicht wiederherstellen: Der alte Inhalt wurde nicht aufbewahrt.
    }
window-undo-job-there = { $machine } macht es rückgängig, wenn der Rechner zu erreichen ist.
window-undo-job-changed = Seither geänderte Objekte bleiben erhalten.
window-undo-job-do = Rückgängig machen
window-undo-job-stay = Abbrechen

## Columns of the panels

window-columns-title = Spalten
window-columns-note = Sie stehen neben dem Namen, von links nach rechts. Wo der Platz fehlt, entfallen die letzten.
window-columns-size-note = Bei Ordnern die Zahl der Objekte, bis sie gemessen sind
window-columns-time-note = Wann der Inhalt geändert wurde
window-columns-permissions = Berechtigungen
window-columns-permissions-note = Wie ls sie schreibt
window-columns-owner = Besitzer
window-columns-owner-note = Der Benutzer
window-columns-group = Gruppe
window-columns-group-note = Die Benutzergruppe
window-columns-extension = Endung
window-columns-extension-note = Was nach dem letzten Punkt des Namens steht
window-columns-links = Links
window-columns-links-note = Wie viele Namen die Datei hat
window-columns-earlier = { $column } nach links verschieben
window-columns-later = { $column } nach rechts verschieben
window-columns-usual-widths = Übliche Breiten
window-columns-width = Breite von „{ $column }“ in Pixeln
window-columns-width-hint = Ziehen ändert die Breite, Doppelklick passt sie an

## Preferences

window-preferences-title = Einstellungen
window-preferences-theme = Design
window-preferences-themes-system = System
window-preferences-themes-light = Hell
window-preferences-themes-dark = Dunkel
window-preferences-two-panels = Zwei Panels
window-preferences-places = Orte
window-preferences-preview = Vorschau
window-preferences-grid = Raster mit Vorschaubildern
window-preferences-compact = Schmale Zeilen
window-preferences-keys = Tasten
window-preferences-presets-commander = Commander
window-preferences-presets-vim = Vim
window-preferences-drops = Ablegen
window-preferences-same = Auf demselben Datenträger
window-preferences-other = Auf einen anderen Datenträger
window-preferences-rules-ask = Fragen
window-preferences-rules-copy = Ohne Nachfrage kopieren
window-preferences-rules-move = Ohne Nachfrage verschieben
window-preferences-rules-link = Ohne Nachfrage verlinken
window-preferences-notifications = Über lange Aufträge und Fragen benachrichtigen
window-preferences-mistakes = Fehler in der Konfiguration

## Quit

window-quit-title =
    { $count ->
        [one] { $shown } Auftrag ist nicht fertig
       *[other] { $shown } Aufträge sind nicht fertig
    }
window-quit-hand-on = Im Hintergrund weiterlaufen lassen
window-quit-pause = Bis zum nächsten Start anhalten
window-quit-elevated = Was als Administrator ausgeführt wird, wird beim Beenden von fcp abgebrochen. Was schon erledigt war, bleibt erhalten.
window-quit-changing = Berechtigungen oder Besitzer werden noch geändert
window-quit-changes = Das Ändern der Berechtigungen oder Besitzer wird beim Beenden von fcp abgebrochen. Was schon geändert war, bleibt geändert.
window-quit-cancel-change = Ändern abbrechen
window-quit-stay = Nicht beenden

## Sharing of storage, in numbers

# $what is the name of an item, or a number of items.
window-share-title = Speicher teilen: { $what }
window-share-none = Es gibt keine gleichen Dateien, deren Speicher geteilt werden könnte.
# $files is a number of files, as "3 files"; $count and $shown are the number of sets of equal files.
window-share-equal =
    { $count ->
        [one] { $files } in { $shown } Gruppe gleicher Dateien, { $size }
       *[other] { $files } in { $shown } Gruppen gleicher Dateien, { $size }
    }
window-share-shared =
    { $count ->
        [one] { $shown } Datei teilt ihren Speicher schon
       *[other] { $shown } Dateien teilen ihren Speicher schon
    }

## What a pasted checksum is

window-checksum-not-understood = Das ist keine Prüfsumme
window-checksum-other = Das ist eine Prüfsumme eines anderen Verfahrens: { $algorithm }
window-checksum-same = Die Datei hat diese Prüfsumme
window-checksum-not-yet = Die Prüfsumme der Datei ist noch nicht bekannt
window-checksum-different = Die Prüfsumme ist eine andere

## Properties, in numbers, and permissions

window-properties-inside-of = { $files }, { $folders }
window-properties-others = Andere
window-properties-read = Lesen
window-properties-write = Schreiben
window-properties-execute = Ausführen
window-properties-set-user-id = Set-User-ID
window-properties-set-group-id = Set-Group-ID
window-properties-sticky = Sticky
# A box of the table of permissions, for users of a screen reader: "Owner: read".
window-properties-bit = { $who }: { $may }

## Questions about jobs. $verb is what the job does.

window-cancel-job-title =
    { $verb ->
        [copy] Kopieren von { $name } abbrechen?
        [move] Verschieben von { $name } abbrechen?
        [delete] Löschen von { $name } abbrechen?
        [trash] Verschieben von { $name } in den Papierkorb abbrechen?
        [restore] Wiederherstellen von { $name } abbrechen?
        [undo] Rückgängigmachen von { $name } abbrechen?
        [verify] Prüfen von { $name } abbrechen?
        [dedupe] Teilen des Speichers von { $name } abbrechen?
        [extract] Entpacken von { $name } abbrechen?
       *[pack] Packen von { $name } abbrechen?
    }
# $what is the name of an item, or a number of items.
window-undo-job-title =
    { $verb ->
        [copy] Kopieren rückgängig machen: { $what }?
        [move] Verschieben rückgängig machen: { $what }?
        [delete] Löschen rückgängig machen: { $what }?
        [trash] Verschieben in den Papierkorb rückgängig machen: { $what }?
        [restore] Wiederherstellen rückgängig machen: { $what }?
        [undo] Rückgängigmachen zurücknehmen: { $what }?
        [verify] Prüfen rückgängig machen: { $what }?
        [dedupe] Teilen des Speichers rückgängig machen: { $what }?
        [extract] Entpacken rückgängig machen: { $what }?
       *[pack] Packen rückgängig machen: { $what }?
    }
window-quit-note =
    { $count ->
        [one] Er kann im Hintergrund weiterlaufen oder bis zum nächsten Start anhalten.
       *[other] Sie können im Hintergrund weiterlaufen oder bis zum nächsten Start anhalten.
    }
window-quit-cancel =
    { $count ->
        [one] Auftrag abbrechen
       *[other] Aufträge abbrechen
    }

## When jobs finish

window-after-title = Wenn die Aufträge fertig sind
window-after-note = Es geschieht, sobald alle Aufträge dieses Fensters abgeschlossen sind, nach 30 Sekunden, in denen jede Taste und jeder Klick es stoppt. Schlägt ein Auftrag fehl, geschieht es nicht.
window-after-label = Danach
window-after-actions-nothing = Nichts
window-after-actions-command = Einen Befehl ausführen
window-after-actions-suspend = Den Rechner in Bereitschaft versetzen
window-after-actions-quit = fcp beenden
window-after-command = Befehl
window-after-command-hint = Er läuft im Ordner des Panels; %f, %s und %d meinen die jetzt gewählten Objekte
window-after-do = Übernehmen
# $action is "command", "suspend" or "quit".
window-after-then =
    { $action ->
        [command] danach { $command }
        [suspend] danach Bereitschaft
       *[quit] danach beenden
    }
window-after-counts =
    { $action ->
        [command] Die Aufträge sind abgeschlossen. Als Nächstes: { $command }
        [suspend] Die Aufträge sind abgeschlossen. Als Nächstes: Bereitschaft des Rechners
       *[quit] Die Aufträge sind abgeschlossen. Als Nächstes: fcp beenden
    }
window-after-seconds = { $shown } s
window-after-stops = Jede Taste und jeder Klick stoppt es.
window-after-stop = Stoppen

## Archives that become too large

window-anyway-title = Ohne Grenze entpacken
window-anyway-looking = Die Größe wird ermittelt
window-anyway-packed = { $size } gepackt
window-anyway-becomes = Wird zu { $size }; die Grenze ist { $limit }
window-anyway-becomes-more = Wird zu mehr als { $limit }; wie viel, ist vorher nicht bekannt
window-anyway-note = Ein Archiv kann dazu gemacht sein, den Datenträger zu füllen. Nur entpacken, wenn bekannt ist, woher es kommt.
window-anyway-do = Trotzdem entpacken
window-anyway-keep = Abbrechen

## The output of a command

window-output-title = Ausgabe des Befehls
