### The log of a job.

## General

window-log-title = Protokoll
window-log-list = Was in diesem Auftrag geschehen ist
window-log-loading = Protokoll wird geladen
window-log-refused = Das Protokoll konnte nicht gelesen werden. { $why }

## What happened, in the order of a job; the name of an item stands before a word with a small letter.

window-log-added = Hinzugefügt
window-log-waits = Wartet, bis er an der Reihe ist
window-log-started =
    { $count ->
        [one] Mit { $shown } Thread gestartet
       *[other] Mit { $shown } Threads gestartet
    }
window-log-counted = { $items } insgesamt
window-log-counted-size = { $items }, { $size } insgesamt
window-log-paused = Angehalten
window-log-resumed = Fortgesetzt
window-log-flushing = Wird auf den Datenträger geschrieben
window-log-verifying = Wird mit der Quelle verglichen
window-log-failed = fehlgeschlagen: { $why }
window-log-skipped = übersprungen: { $why }
window-log-asked = benötigt eine Antwort
window-log-answered = Beantwortet
window-log-more = { $all } Zeilen insgesamt; nur die neuesten { $newest } werden gezeigt
