### Fragen des Programms selbst: abbrechen, beenden, rückgängig, Administrator.

## Antworten, und was folgt.

way-leave = Nicht erneut versuchen
way-administrator = Als Administrator
way-administrator-does = sudo fragt nach dem Passwort
way-stay-does = nichts ändert sich
way-pause-queued-does = hält an; Leertaste setzt fort, auch nach einem Neustart
way-pause-does = hält an; Leertaste setzt fort, bis zum Beenden
way-cancel-jobs = Aufträge abbrechen
way-cancel-job = Auftrag abbrechen
way-keep-running = Weiterlaufen lassen
way-keep-paused = Angehalten lassen
way-pause = Anhalten
way-paused-already = schon angehalten
way-cancel-does = Fertiges bleibt, Unfertiges wird entfernt
way-stay-here = Hier bleiben
way-background-does = { $count ->
    [one] er läuft weiter; fcp-tui und fcpq zeigen ihn
   *[other] sie laufen weiter; fcp-tui und fcpq zeigen sie
}
way-background = Hintergrund
way-pause-and-quit = Anhalten und beenden
way-pause-and-quit-does = { $count ->
    [one] er wartet, bis er fortgesetzt wird
   *[other] sie warten, bis sie fortgesetzt werden
}
way-no-queue = keine Warteschlange kann sie aufbewahren
way-cancel-and-quit = Abbrechen und beenden
way-undo = Rückgängig
way-redo = Wiederholen
way-impossible = nicht möglich
way-undo-does = was sich seitdem geändert hat, bleibt
way-keep = So lassen
way-unlimited-does = wie groß es auch wird

## Was der Administrator tun würde. $item ist ein Pfad.

elevate-items = { $count ->
        [one] { $item } und { $shown } weiteres
       *[other] { $item } und { $shown } weitere
    }
elevate-to = nach { $folder }
elevate-more-to = { $count ->
    [one] und in einen weiteren Ordner
   *[other] und in { $shown } weitere Ordner
}
elevate-replaces = Vorhandene Dateien werden ersetzt.
elevate-of-root = Die Kopien werden root gehören.
elevate-trash = Ersetztes kommt in den Papierkorb von root.

## Was das Rückgängigmachen eines Auftrags tun würde.

undo-copies = { $count ->
        [one] { $shown } Kopie kommt in den Papierkorb
       *[other] { $shown } Kopien kommen in den Papierkorb
    }
undo-snapshots = { $count ->
        [one] { $shown } Schnappschuss kommt in den Papierkorb
       *[other] { $shown } Schnappschüsse kommen in den Papierkorb
    }
undo-back = { $count ->
        [one] { $shown } Objekt wird zurückverschoben
       *[other] { $shown } Objekte werden zurückverschoben
    }
undo-replaced = { $count ->
        [one] { $shown } ersetzte Datei wird wiederhergestellt
       *[other] { $shown } ersetzte Dateien werden wiederhergestellt
    }
undo-rights = { $count ->
        [one] { $shown } Ordner erhält Berechtigungen und Besitzer zurück
       *[other] { $shown } Ordner erhalten Berechtigungen und Besitzer zurück
    }
undo-there = { $machine } macht es rückgängig, wenn der Rechner zu erreichen ist.
undo-nothing = Nichts kann rückgängig gemacht werden.
undo-lost = { $count ->
        [one] { $shown } ersetzte Datei kann nicht wiederhergestellt werden: der alte Inhalt wurde nicht aufbewahrt.
       *[other] { $shown } ersetzte Dateien können nicht wiederhergestellt werden: der alte Inhalt wurde nicht aufbewahrt.
    }

## Titel der Fragen, und Sätze darunter.

cancel-title = Diesen Auftrag abbrechen
cancel-titles = { $jobs } abbrechen
cancel-so-far-bytes = Bisher fertig: { $items }, { $size }.
cancel-so-far = Bisher fertig: { $items }.
# $deed sagt, was ein Auftrag tat, etwa „Kopie von 4 Objekten nach usb“.
undo-title = Rückgängig: { $deed }?
redo-title = Wiederholen: { $deed }?
undo-title-job = Diesen Auftrag rückgängig machen?
undo-reading = Es wird gelesen, was der Auftrag tat …
undo-impossible = Es kann nicht rückgängig gemacht werden: { $why }.
unlimited-title = Ohne Grenze entpacken?
unlimited-note = Ein Archiv kann dazu gemacht sein, den Datenträger zu füllen. Nur entpacken, wenn bekannt ist, woher es kommt.
elevate-move = Als Administrator verschieben?
elevate-delete = Als Administrator löschen?
elevate-copy = Als Administrator kopieren?
quit-command-title = Der Befehl nach der Warteschlange läuft noch
quit-command = Er kann fehlschlagen, wenn fcp-tui endet. Trotzdem beenden?
quit-title = { $count ->
        [one] { $shown } Auftrag läuft noch
       *[other] { $shown } Aufträge laufen noch
    }
quit-what = { $count ->
        [one] Was soll mit ihm geschehen?
       *[other] Was soll mit ihnen geschehen?
    }
