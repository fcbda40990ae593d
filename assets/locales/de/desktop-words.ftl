### The window, the tray, notifications and the system's own dialogs.

## Titles

desktop-title-copier = fcp-Kopierer
desktop-trash = Papierkorb

## Choosing files in the system's own dialog

desktop-choose-files = Dateien zum Kopieren
desktop-choose-folder = Ordner zum Kopieren
desktop-choose-target = Zielordner
desktop-choose = Wählen
desktop-cancel = Abbrechen

## The menu of the tray

desktop-show = Anzeigen
desktop-pause-all = Alle anhalten
desktop-resume-all = Alle fortsetzen
desktop-quit = Beenden
desktop-no-jobs = Keine Aufträge
desktop-jobs =
    { $count ->
        [one] { $shown } Auftrag
       *[other] { $shown } Aufträge
    }
# $percent is written with its sign.
desktop-jobs-percent =
    { $count ->
        [one] { $shown } Auftrag, { $percent }
       *[other] { $shown } Aufträge, { $percent }
    }
desktop-jobs-paused =
    { $count ->
        [one] { $shown } Auftrag angehalten
       *[other] { $shown } Aufträge angehalten
    }
desktop-needs-you =
    { $count ->
        [one] { $shown } Objekt benötigt eine Antwort
       *[other] { $shown } Objekte benötigen eine Antwort
    }

## Notifications. $verb is what the job did.

# An item, and the number of the others.
desktop-and-more = { $first } und { $shown } weitere
desktop-finished =
    { $verb ->
        [copy] Kopieren beendet
        [link] Verlinken beendet
        [move] Verschieben beendet
        [delete] Löschen beendet
        [trash] Verschieben in den Papierkorb beendet
        [restore] Wiederherstellen beendet
        [undo] Rückgängigmachen beendet
        [verify] Prüfen beendet
        [dedupe] Teilen des Speichers beendet
        [extract] Entpacken beendet
       *[pack] Packen beendet
    }
# Follows that a job finished, after a comma.
desktop-finished-failed =
    { $count ->
        [one] { $shown } Objekt fehlgeschlagen
       *[other] { $shown } Objekte fehlgeschlagen
    }
desktop-could-not-run =
    { $verb ->
        [copy] Kopieren nicht möglich
        [link] Verlinken nicht möglich
        [move] Verschieben nicht möglich
        [delete] Löschen nicht möglich
        [trash] Verschieben in den Papierkorb nicht möglich
        [restore] Wiederherstellen nicht möglich
        [undo] Rückgängigmachen nicht möglich
        [verify] Prüfen nicht möglich
        [dedupe] Teilen des Speichers nicht möglich
        [extract] Entpacken nicht möglich
       *[pack] Packen nicht möglich
    }

## Die Zwischenablage

desktop-copied-inside = Nur fcp kann Objekte eines Archivs einfügen.

## Times in lists of the viewer

desktop-day-time = { $day }. { $month }, { $time }
desktop-day-of-year = { $day }. { $month } { $year }
desktop-month-1 = Jan.
desktop-month-2 = Feb.
desktop-month-3 = März
desktop-month-4 = Apr.
desktop-month-5 = Mai
desktop-month-6 = Juni
desktop-month-7 = Juli
desktop-month-8 = Aug.
desktop-month-9 = Sep.
desktop-month-10 = Okt.
desktop-month-11 = Nov.
desktop-month-12 = Dez.

# $action is "run …", "suspend" or "quit".
desktop-after-dropped = Ein Auftrag wurde nicht fertig, darum folgt dies nicht: { $action }
