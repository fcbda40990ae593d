### Die Liste der Aufträge und Namen von Aufträgen.

## Die Liste.

jobs-title = Aufträge
jobs-none-yet = Keine Aufträge. { $key } kopiert von einer Seite zur anderen.
jobs-more-below = { $shown } weiter unten
jobs-need-you = Benötigt Antwort { $shown }: { $key }
jobs-being-added = wird angelegt; die Quelle antwortet nicht
jobs-mode-lanes = ein Auftrag nach dem anderen
jobs-mode-all = alle Aufträge zugleich
jobs-mode-one = insgesamt ein Auftrag
jobs-limit = Limit { $rate }
jobs-limit-all = { $rate } für alle
disk-memory = Arbeitsspeicher
disk-network = Netzwerk
disk-pool = Pool
verb-redo = Wiederholen

## Ein Auftrag.

job-in-background = läuft in Prozess { $process }
job-asked-again = { $count ->
    [one] stellt { $shown } Frage erneut
   *[other] stellt { $shown } Fragen erneut
}
job-interrupted = unterbrochen, läuft der Reihe nach weiter
job-starts-now = startet jetzt
job-flushing = kopiert, wird auf den Datenträger geschrieben
job-flushing-short = wird geschrieben
job-items-per-second = { $shown } Objekte/s
job-elapsed = seit { $time }
job-in-flight = in Arbeit
job-and-more = und noch { $shown }
# Below a question: the job behind it works on. $job is as "copy".
job-behind = Der Auftrag läuft weiter ({ $job }): { $files } in Arbeit
job-behind-percent = Der Auftrag läuft weiter ({ $job }): { $percent }, { $files } in Arbeit

## Worum es bei einem Auftrag geht.

items-in = { $items } in { $folder }
items-in-both = { $items } in { $folder } und { $other }
items-from-trash = { $items } aus dem Papierkorb
path-and-more = { $path } und noch { $shown }
finished-redone = Wiederholt: { $items }
an-earlier-job = ein früherer Auftrag

## Was ein Auftrag tat, als Hauptwort.

deed-copy = Kopieren ({ $what })
deed-copy-to = Kopieren ({ $what } nach { $to })
deed-move = Verschieben ({ $what })
deed-move-to = Verschieben ({ $what } nach { $to })
deed-trash = Verschieben ({ $what } in den Papierkorb)
deed-delete = Löschen ({ $what })
deed-restore = Wiederherstellen ({ $what })
deed-undo = Rückgängigmachen ({ $what })
deed-verify = Prüfen ({ $what })
deed-dedupe = Speicher teilen ({ $what })
deed-extract = Entpacken ({ $what })
deed-extract-to = Entpacken ({ $what } nach { $to })
deed-pack = Packen ({ $what })
deed-pack-to = Packen ({ $what } nach { $to })
# $deed is one of those above.
deed-to = { $deed } nach { $to }

## Fertige Aufträge.

finished-title = Fertige Aufträge
finished-ended = Beendet
finished-what = Was
finished-from-and-to = Von und nach
finished-none = Noch kein Auftrag ist fertig
finished-in-time = in { $time }
# $note is a size, or how many items failed.
finished-note-in-time = { $note } in { $time }
finished-forgets-all = X vergisst alle, auch für Rückgängig; jede andere Taste behält sie
reading-the-log = Protokoll wird gelesen …

## Der Bericht eines Auftrags.

report-finished-at = fertig { $time }
report-took = dauerte { $time }
report-waited = wartete { $time } auf Antwort
report-not-listed = { $shown } weitere stehen nicht in der Liste
report-same-command = Gleich diesem Befehl

## Nach der Warteschlange.

after-title = Die Aufträge sind fertig
after-stops = Jede Taste hält es auf

