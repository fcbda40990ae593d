### Was der Betrachter über eine Datei sagt.

## What a document is. $format is the name of a format, as PNG.

viewed-kind-text = Text
viewed-kind-folder = Ordner
viewed-kind-link = Link
viewed-kind-fifo = FIFO
viewed-kind-socket = Socket
viewed-kind-block-device = Blockgerät
viewed-kind-character-device = Zeichengerät
viewed-kind-packed-file = Datei in einem Archiv
viewed-kind-packed-special = Spezialdatei
viewed-kind-image = Bild
viewed-kind-picture = { $format }-Bild
viewed-kind-archive = { $format }-Archiv
viewed-kind-tar-gzip = tar-Archiv, gzip
viewed-kind-audio = { $format }-Audio
viewed-kind-video = { $format }-Video
viewed-kind-database = { $format }-Datenbank
viewed-kind-program = Programm
viewed-kind-camera-raw = Kamera-Rohdaten
viewed-kind-disk-image = Datenträgerabbild
viewed-kind-java-class = Java-Klasse
viewed-kind-data = Daten

## What is in a folder. $count chooses the form, $shown is the number as it is written.

count-items = { $count ->
        [one] { $shown } Objekt
       *[other] { $shown } Objekte
    }
viewed-files-in-all = { $count ->
        [one] insgesamt { $shown } Datei
       *[other] insgesamt { $shown } Dateien
    }
# While they are counted.
viewed-files-so-far = { $count ->
        [one] bisher insgesamt { $shown } Datei
       *[other] bisher insgesamt { $shown } Dateien
    }
count-folders = { $count ->
        [one] { $shown } Ordner
       *[other] { $shown } Ordner
    }
count-files = { $count ->
        [one] { $shown } Datei
       *[other] { $shown } Dateien
    }
# Behind a number of files.
viewed-in-files = { $size } darin
viewed-links = { $count ->
        [one] { $shown } Link
       *[other] { $shown } Links
    }
viewed-others = { $count ->
        [one] { $shown } anderes Objekt
       *[other] { $shown } andere Objekte
    }
# Of the items above.
viewed-hidden = { $count ->
        [one] { $shown } davon ist versteckt
       *[other] { $shown } davon sind versteckt
    }
viewed-empty-folder = Leer
viewed-newest-files = Neueste Dateien
viewed-largest-files = Größte Dateien

## Archives. $reason is one of those in shared-reasons.ftl, or what the system says.

viewed-unpacked = { $size } entpackt
# Entries that are not listed.
viewed-more = { $shown } weitere
viewed-list-ends = Die Liste endet hier: { $reason }
viewed-empty-archive = Das Archiv ist leer
viewed-packed-too-large = Sie ist größer als 64 MiB; erst entpackt lässt sich ihr Inhalt ansehen
viewed-far-beginning = die ersten { $size } von { $whole }
viewed-packed-folder = Ein Ordner in einem Archiv
viewed-packed-special = Eine FIFO oder ein Gerät hat keinen Inhalt, der sich zeigen lässt

## Why there is nothing to see. $reason is what the system or a library says.

viewed-too-large = Zu groß zum Darstellen
viewed-too-large-with = Zu groß zum Darstellen: { $width } × { $height }
viewed-damaged = Beschädigt: { $reason }
viewed-dangling-link = Das Ziel des Links existiert nicht
viewed-fifo-unread = Eine Pipe zwischen Programmen; sie zu lesen nähme ihnen Daten weg
viewed-socket-unread = Ein Socket hat keinen Inhalt, der sich zeigen lässt
viewed-device-unread = Ein Gerät; es wird nicht gelesen
viewed-shrunk = Die Datei ist kürzer geworden
viewed-failed = Der Betrachter konnte diese Datei nicht zeigen; die Datei noch einmal öffnen
viewed-no-thread = Kein Thread lässt sich starten: { $reason }
viewed-unreadable = Nicht lesbar: { $reason }

## Sound and moving pictures.

viewed-fact-duration = Dauer
viewed-fact-audio = Audio
viewed-fact-video = Video
viewed-audio = { $format }, { $rate } Hz, { $channels }, { $bits } Bit
viewed-mono = Mono
viewed-stereo = Stereo
viewed-channels = { $shown } Kanäle
