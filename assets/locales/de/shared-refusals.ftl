### Warum Wünsche abgelehnt werden.

## Warum die Warteschlange etwas ablehnt. $job und $question sind Nummern.

refused-no-job = Auftrag { $job } gibt es nicht
refused-no-question = Frage { $question } ist nicht offen
refused-misfit = diese Antwort passt nicht zu Frage { $question }
refused-no-queue = es gibt hier keine Warteschlange
refused-not-over = Auftrag { $job } ist noch nicht fertig
refused-over = Auftrag { $job } ist fertig
refused-nothing-failed = in Auftrag { $job } ist nichts fehlgeschlagen
refused-not-recorded = es gibt keine Aufzeichnung von Auftrag { $job }, mit der er rückgängig gemacht werden könnte
refused-nothing-to-undo = Auftrag { $job } hat keinen Inhalt geändert; es gibt nichts rückgängig zu machen
refused-removed = Auftrag { $job } hat Objekte entfernt und wird nicht erneut ausgeführt; wählen, was jetzt entfernt werden soll
refused-no-copy = Auftrag { $job } hat nichts kopiert, was mit seinen Quellen verglichen werden könnte
refused-circle = Auftrag { $job } würde auf sich selbst warten
refused-unreadable = Auftrag { $job } kann nicht gelesen werden
refused-unsafe = andere Benutzer können in „{ $path }“ schreiben; dort „chmod go-w“ ausführen
refused-foreign = „{ $path }“ gehört einem anderen Benutzer
refused-queue-damaged = „{ $path }“ ist beschädigt; erst die Prozesse beenden, die es benutzen
refused-queue-emptied = „{ $path }“ wurde geleert, die Datei hat 0 Bytes; erst die Prozesse beenden, die es benutzen
refused-queue-newer = „{ $path }“ stammt von einer neueren Version; erst die Prozesse beenden, die es benutzen
# $reason ist einer der Gründe darunter oder der eines fehlgeschlagenen Schrittes.
refused-queue-fault = Die Warteschlange in „{ $path }“ kann nicht benutzt werden: { $reason }
fault-busy = ein anderer Prozess hält sie gesperrt; erneut versuchen
fault-full = auf dem Datenträger ist kein Platz mehr frei
fault-read-only = sie ist schreibgeschützt
fault-damaged = sie ist beschädigt
fault-unsupported = das Dateisystem erlaubt keine Datei, die sich mehrere Prozesse teilen

## Was an einem neuen Namen falsch ist.

name-empty = der Name ist leer
name-dots = „.“ und „..“ sind als Namen nicht möglich
name-slash = ein Name kann keinen Schrägstrich enthalten
name-too-long = der Name ist zu lang
name-twice = zwei Objekte sollen diesen Namen bekommen
name-taken = der Name ist vergeben

## Warum die Adresse eines anderen Rechners nicht geöffnet werden kann.

address-scheme = { $scheme }:// wird nicht unterstützt; sftp://rechner/pfad oder rechner:pfad eingeben
address-port = Ports stehen in ~/.ssh/config: dort „Port { $port }“ unter „Host { $host }“ schreiben und die Adresse ohne den Port eingeben
address-password = Eine Adresse kann kein Passwort enthalten; ssh braucht einen Schlüssel für diesen Rechner
address-wrong = Das ist keine Adresse eines Rechners; sftp://rechner/pfad oder rechner:pfad eingeben

## Warum Dateien nicht nach einem Text durchsucht werden können.

find-text-empty = Den Text eingeben, den die Dateien enthalten
find-text-lines = Die Dateien werden zeilenweise durchsucht; einen Teil einer Zeile eingeben
# $why ist die englische Meldung dessen, was reguläre Ausdrücke liest.
find-text-no-expression = { $text } ist kein regulärer Ausdruck: { $why }

## Pfade, die eingegeben werden, wo ein Panel einen anderen Rechner zeigt.

machine-none = Das ist kein Rechnername
typed-not-there = Dieser Pfad ist auf diesem Rechner; einen Namen oder rechner:pfad eingeben
