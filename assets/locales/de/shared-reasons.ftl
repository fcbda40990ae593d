### Warum Schritte fehlschlagen, als zweite Hälfte eines Satzes.

## Gründe, für die es keine Nummer des Kernels gibt.

reason-not-found = es existiert nicht
reason-permission-denied = keine Berechtigung
reason-exists = das Ziel existiert
reason-no-space = kein Speicherplatz mehr frei
reason-read-only = das Dateisystem ist schreibgeschützt
reason-name-too-long = der Name ist zu lang
reason-same-file = Quelle und Ziel sind dieselbe Datei
reason-into-itself = ein Ordner kann nicht in sich selbst liegen
reason-omitted-directory = es ist ein Ordner, und der Auftrag umfasst keine Ordner
reason-over-directory = am Ziel ist ein Ordner
reason-over-non-directory = am Ziel ist eine Datei, kein Ordner
reason-just-created = dieser Auftrag hat es gerade aus einer anderen Quelle angelegt
reason-not-a-directory = es ist kein Ordner
reason-dangling-symlink = das Ziel ist ein symbolischer Link, der ins Leere führt
reason-backup-is-source = die Sicherung würde die Quelle überschreiben
reason-source-changed = die Quelle hat sich inzwischen geändert
reason-ends-early = es endete vor seiner Größe, der Kopie würde der Rest fehlen
reason-mismatch = die Kopie weicht von der Quelle ab
reason-unsupported = wird hier nicht unterstützt
reason-loop = ein symbolischer Link führt in einen Ordner darüber zurück
reason-not-empty = der Ordner ist nicht leer
reason-root = es ist der Wurzelordner
reason-working-directory = es ist der Arbeitsordner oder einer darüber
reason-dot-directory = „.“ und „..“ werden nicht gelöscht
reason-mount-point = dort ist etwas anderes eingehängt
reason-cross-device = es liegt auf einem anderen Dateisystem
reason-other-device = es liegt nicht auf dem Dateisystem, auf dem es beim Start des Auftrags lag; ist der Datenträger angeschlossen?
reason-changed-since = es wurde seitdem geändert
reason-original-gone = das Original wurde nicht gefunden
reason-original-differs = es weicht vom Original ab
reason-original-unreadable = das Original kann nicht gelesen werden
reason-not-in-trash = es ist nicht mehr im Papierkorb
reason-replaced = was es ersetzt hat, wurde nicht aufbewahrt
reason-no-home = es gibt keinen persönlichen Ordner; HOME setzen, oder XDG_DATA_HOME für den Papierkorb
reason-unreadable = der Auftrag kann nicht gelesen werden; er ist beschädigt oder stammt von einer neueren Version
reason-io = Ein-/Ausgabefehler
reason-overlap = es ist oder liegt in einer anderen Quelle oder im Ziel
reason-not-an-archive = es ist kein Archiv eines bekannten Formats (zip, tar, 7z, gz, xz, zst)
reason-damaged = es ist beschädigt oder abgeschnitten
reason-encrypted = es ist verschlüsselt
reason-unsafe-name = der Name führt aus dem Ordner hinaus oder durch einen Link
reason-too-large = es wird größer als die Grenze für Archive, wie gemacht, um den Datenträger zu füllen
reason-unknown-ending = der Name eines Archivs endet auf .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) oder .tar.zst (.tzst)
reason-not-utf8 = der Name ist kein UTF-8, und zip kennt keine anderen; tar schon
reason-invalid-name = das Dateisystem erlaubt solche Namen nicht
reason-not-kept = das Dateisystem speichert keine
reason-usage = der Auftrag ergibt keinen Sinn
reason-disconnected = die Verbindung endete, bevor alles da war
reason-under-way = dieselbe Kopie läuft dort schon; warten, bis sie zu Ende ist, oder sie beenden
reason-internal = interner Fehler, bitte melden
reason-other = unbekannter Fehler

## Gründe, die das Dateisystem nennen.

reason-volume-without-trash = der Datenträger hat keinen Papierkorb
reason-snapshot-changes = der Auftrag filtert, prüft oder ändert, was er kopiert
reason-snapshot-elsewhere = die Kopie kommt auf ein anderes Dateisystem
reason-snapshot-mounted = darin ist etwas eingehängt
reason-filesystem-shares-nothing = { $filesystem } kann Speicher nicht zwischen Dateien teilen
reason-shares-nothing = das Dateisystem kann den Speicher nicht mit dem einer gleichen Datei teilen
reason-filesystem-keeps-none = { $filesystem } speichert keine (einmal gemeldet)
reason-filesystem-takes-no-name = { $filesystem } erlaubt solche Namen nicht
# Steht für den Namen eines unbekannten Dateisystems.
reason-its-filesystem = das Dateisystem

## Gründe, die der Kernel durch eine Nummer nennt.
# Was hier fehlt, wird englisch gezeigt.

errno-eperm = Vorgang nicht erlaubt
errno-enoent = Datei oder Ordner nicht gefunden
errno-eintr = unterbrochener Systemaufruf
errno-eio = Ein-/Ausgabefehler
errno-enxio = Gerät oder Adresse nicht gefunden
errno-e2big = Argumentliste zu lang
errno-enoexec = kein ausführbares Format
errno-ebadf = ungültiger Dateideskriptor
errno-eagain = vorübergehend nicht verfügbar
errno-enomem = nicht genug Arbeitsspeicher
errno-eacces = keine Berechtigung
errno-efault = ungültige Adresse
errno-ebusy = Gerät oder Datei wird benutzt
errno-eexist = Datei existiert bereits
errno-exdev = nicht über Dateisysteme hinweg möglich
errno-enodev = Gerät nicht gefunden
errno-enotdir = kein Ordner
errno-eisdir = ist ein Ordner
errno-einval = ungültiges Argument
errno-enfile = zu viele offene Dateien im System
errno-emfile = zu viele offene Dateien
errno-enotty = für dieses Gerät nicht möglich
errno-etxtbsy = Programm wird gerade ausgeführt
errno-efbig = Datei zu groß
errno-enospc = kein Speicherplatz mehr frei
errno-espipe = Position nicht wählbar
errno-erofs = Dateisystem ist schreibgeschützt
errno-emlink = zu viele Links
errno-epipe = Verbindung unterbrochen
errno-edeadlk = gegenseitiges Warten vermieden
errno-enametoolong = Dateiname zu lang
errno-enolck = keine Sperren verfügbar
errno-enosys = Funktion fehlt
errno-enotempty = Ordner nicht leer
errno-eloop = zu viele symbolische Links hintereinander
errno-enodata = keine Daten verfügbar
errno-eremoteio = Ein-/Ausgabefehler auf der Gegenseite
errno-eproto = Protokollfehler
errno-ebadmsg = ungültige Nachricht
errno-eoverflow = Wert zu groß für seinen Datentyp
errno-eilseq = ungültiges oder unvollständiges Zeichen
errno-eopnotsupp = Vorgang wird nicht unterstützt
errno-enetunreach = Netzwerk nicht erreichbar
errno-econnreset = Verbindung von der Gegenseite beendet
errno-enotconn = nicht verbunden
errno-etimedout = Zeitüberschreitung der Verbindung
errno-econnrefused = Verbindung abgelehnt
errno-ehostdown = Rechner nicht in Betrieb
errno-ehostunreach = Rechner nicht erreichbar
errno-estale = Datei ist dort nicht mehr bekannt
errno-euclean = Dateisystem muss repariert werden
errno-edquot = Speicherkontingent überschritten
errno-enomedium = kein Datenträger gefunden
errno-emediumtype = falscher Datenträger
errno-ecanceled = Vorgang abgebrochen
errno-enokey = benötigter Schlüssel fehlt
