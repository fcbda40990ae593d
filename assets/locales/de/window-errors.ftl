### Errors in words.

## Reasons, to follow a colon: "notes.md: it does not exist."

window-error-reasons-not-found = nicht vorhanden
window-error-reasons-permission-denied = keine Berechtigung
window-error-reasons-exists = der Name ist schon vergeben
window-error-reasons-no-space = zu wenig freier Platz
window-error-reasons-read-only = das Dateisystem ist schreibgeschützt
window-error-reasons-name-too-long = der Name ist zu lang
window-error-reasons-same-file = Quelle und Ziel sind dieselbe Datei
window-error-reasons-into-itself = ein Ordner kann nicht in sich selbst kopiert werden
window-error-reasons-overlap = ist eine andere Quelle oder das Ziel, oder liegt darin
window-error-reasons-omitted-directory = ist ein Ordner, und der Auftrag nimmt nur Dateien
window-error-reasons-over-directory = ein Ordner mit diesem Namen ist vorhanden
window-error-reasons-over-non-directory = eine Datei mit diesem Namen ist vorhanden
window-error-reasons-invalid-name = das Dateisystem erlaubt diesen Namen nicht
window-error-reasons-not-kept = das Dateisystem kann sie nicht speichern
window-error-reasons-just-created = dieser Auftrag hat es gerade aus einer anderen Quelle angelegt
window-error-reasons-not-a-directory = kein Ordner
window-error-reasons-dangling-symlink = das Ziel ist ein symbolischer Link ins Leere
window-error-reasons-backup-is-source = die Sicherung würde die Quelle ersetzen
window-error-reasons-source-changed = die Quelle hat sich beim Kopieren geändert
window-error-reasons-ends-early = kürzer, als die Größe angibt
window-error-reasons-mismatch = die Kopie weicht von der Quelle ab
window-error-reasons-unsupported = hier nicht möglich
window-error-reasons-loop = ein symbolischer Link führt zurück in einen Ordner darüber
window-error-reasons-not-empty = der Ordner ist nicht leer
window-error-reasons-root = ist der Wurzelordner
window-error-reasons-working-directory = ist der Arbeitsordner oder liegt darüber
window-error-reasons-dot-directory = „.“ und „..“ werden nicht gelöscht
window-error-reasons-mount-point = hier ist ein anderes Dateisystem eingehängt, oder es ist ein Subvolume
window-error-reasons-cross-device = liegt auf einem anderen Dateisystem oder Subvolume
window-error-reasons-other-device = liegt nicht mehr auf demselben Datenträger
window-error-reasons-earlier-failed = der Auftrag, auf den er folgen sollte, wurde nicht vollständig ausgeführt
window-error-reasons-changed-since = hat sich seither geändert
window-error-reasons-original-gone = das Original wurde nicht gefunden
window-error-reasons-original-differs = weicht vom Original ab
window-error-reasons-original-unreadable = das Original ist nicht lesbar
window-error-reasons-moved-between = ein Verschieben zwischen Rechnern wird nicht rückgängig gemacht; die Objekte bitte zurückverschieben
window-error-reasons-not-in-trash = nicht mehr im Papierkorb
window-error-reasons-replaced = was dort war, wurde nicht aufbewahrt
window-error-reasons-no-home = es gibt keinen persönlichen Ordner für den Papierkorb
window-error-reasons-unreadable = dieser Auftrag ist nicht lesbar; er ist beschädigt oder stammt von einer neueren Version
window-error-reasons-io = Ein-/Ausgabefehler
window-error-reasons-disconnected = die Verbindung endete, bevor alles da war
window-error-reasons-interrupted = es wurde unterbrochen; nachsehen, was dort ist
window-error-reasons-under-way = dieselbe Kopie läuft dort schon; warten, bis sie zu Ende ist, oder sie abbrechen
window-error-reasons-unfinished = ein Rückgängigmachen oder Wiederholen davon wurde unterbrochen; dasselbe noch einmal beendet es
window-error-reasons-unreachable = es gibt keine Verbindung; ssh muss diesen Rechner ohne Rückfrage erreichen, wie mit einem Schlüssel im ssh-agent
window-error-reasons-no-fcp = auf diesem Rechner ist kein fcp oder eine andere Version davon; dort dieselbe installieren
window-error-reasons-refused = der andere Rechner hat es abgelehnt
window-error-reasons-elsewhere = es liegt auf einem anderen Rechner, wo das nicht geht
window-error-reasons-usage = ungültige Anfrage
window-error-reasons-not-an-archive = kein Archiv in einem bekannten Format
window-error-reasons-damaged = beschädigt oder abgeschnitten
window-error-reasons-encrypted = verschlüsselt
window-error-reasons-unsafe-name = der Name führt aus dem Ordner heraus oder durch einen Link
window-error-reasons-too-large = der Inhalt ist größer als die Grenze für Archive
window-error-reasons-unknown-ending = der Name eines Archivs endet auf .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) oder .tar.zst (.tzst)
window-error-reasons-not-utf8 = der Name ist kein UTF-8; zip erlaubt nur UTF-8, tar jeden Namen
window-error-reasons-internal = interner Fehler, bitte melden
window-error-reasons-other = unbekannter Fehler

## Steps that failed, to follow a name

window-error-steps-stat = Eigenschaften können nicht gelesen werden
window-error-steps-stat-destination = die Eigenschaften des Ziels können nicht gelesen werden
window-error-steps-open = kann nicht geöffnet werden
window-error-steps-open-dir = der Ordner kann nicht geöffnet werden
window-error-steps-list-dir = der Ordner kann nicht aufgelistet werden
window-error-steps-read = kann nicht gelesen werden
window-error-steps-write = kann nicht geschrieben werden
window-error-steps-close = kann nicht fertig geschrieben werden
window-error-steps-clone = kein Reflink möglich
window-error-steps-snapshot = kein Schnappschuss möglich
window-error-steps-create-file = die Datei kann nicht angelegt werden
window-error-steps-create-dir = der Ordner kann nicht angelegt werden
window-error-steps-create-symlink = der Link kann nicht angelegt werden
window-error-steps-create-hard-link = der feste Link kann nicht angelegt werden
window-error-steps-create-fifo = die FIFO kann nicht angelegt werden
window-error-steps-create-special = die Spezialdatei kann nicht angelegt werden
window-error-steps-read-link = der Link kann nicht gelesen werden
window-error-steps-set-mode = die Berechtigungen können nicht gesetzt werden
window-error-steps-set-owner = der Besitzer kann nicht gesetzt werden
window-error-steps-set-times = die Zeiten können nicht gesetzt werden
window-error-steps-set-xattr = die erweiterten Attribute können nicht gesetzt werden
window-error-steps-publish = der Name kann nicht vergeben werden
window-error-steps-backup = die vorhandene Datei kann nicht aufbewahrt werden
window-error-steps-keep = die ersetzte Datei kann nicht in den Papierkorb gelegt werden
window-error-steps-remove = kann nicht entfernt werden
window-error-steps-move = kann nicht verschoben werden
window-error-steps-exchange = kann nicht ausgetauscht werden
window-error-steps-trash = kann nicht in den Papierkorb gelegt werden
window-error-steps-restore = kann nicht wiederhergestellt werden
window-error-steps-undo = kann nicht rückgängig gemacht werden
window-error-steps-record = kann nicht aufgezeichnet werden
window-error-steps-journal = das Journal kann nicht geschrieben werden
window-error-steps-sync = kann nicht auf den Datenträger geschrieben werden
window-error-steps-verify = kann nicht zurückgelesen werden
window-error-steps-dedupe = der Speicher kann nicht geteilt werden
window-error-steps-unpack = kann nicht entpackt werden
window-error-steps-pack = kann nicht gepackt werden
window-error-steps-send = kann nicht gesendet werden
window-error-steps-receive = kann nicht empfangen werden
window-error-steps-target = das Ziel ist nicht benutzbar
window-error-steps-copy = kann nicht kopiert werden
window-error-steps-delete = kann nicht gelöscht werden
window-error-steps-start = die Threads können nicht gestartet werden

## More reasons

window-error-disk-silent = der Datenträger antwortet nicht
# $said are words of another program, such as ssh.
window-error-said = { $reason } ({ $said })
window-error-trash-is-no-folder = der Papierkorb des Datenträgers ist kein Ordner
window-error-cannot-share = das Dateisystem kann keinen Speicher zwischen Dateien teilen
window-error-cannot-share-on = { $filesystem } kann keinen Speicher zwischen Dateien teilen
window-error-unsupported-on = { $filesystem } kann es nicht speichern
window-error-invalid-name-on = { $filesystem } erlaubt diesen Namen nicht

## Whole sentences

window-error-unlisted-permission = Keine Berechtigung, diesen Ordner zu öffnen.
window-error-gone = Das gibt es nicht mehr.
window-error-stale-plan = Inzwischen hat sich etwas geändert. Noch einmal ansehen, dann bestätigen.
