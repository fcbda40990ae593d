### Messages about what happened.

## General

window-notice-command-ran = Befehl beendet
window-notice-command-failed = Befehl fehlgeschlagen
window-notice-names-left-out =
    { $count ->
        [one] 1 Eintrag wird nicht gezeigt: Sein Name führt aus dem Archiv hinaus
       *[other] { $shown } Einträge werden nicht gezeigt: Ihre Namen führen aus dem Archiv hinaus
    }
window-notice-listed-in-part = Die Liste ist vielleicht unvollständig
window-notice-after-dropped = Nach den Aufträgen geschieht nichts
window-notice-output = Ausgabe zeigen
window-notice-undo = Rückgängig
window-notice-show = Anzeigen
window-notice-retry = { $shown } fehlgeschlagene erneut versuchen
window-notice-decide = Entscheiden
window-notice-dismiss = Ausblenden

## How jobs ended. $verb is what the job did; "job" where that is not known.

window-notice-done =
    { $verb ->
        [copy] { $what } kopiert
        [link] { $what } verlinkt
        [move] { $what } verschoben
        [delete] { $what } gelöscht
        [trash] { $what } in den Papierkorb gelegt
        [restore] { $what } wiederhergestellt
        [undo] { $what } rückgängig gemacht
        [verify] { $what } geprüft
        [dedupe] Speicher geteilt: { $what }
        [extract] { $what } entpackt
       *[pack] { $what } gepackt
    }
window-notice-done-replaced = { $shown } ersetzt
window-notice-done-no-archive = Es wurde kein Archiv erstellt; das alte bleibt
window-notice-done-renamed = { $shown } umbenannt
window-notice-done-removed = { $items } entfernt
# These two follow what was done, after a comma.
window-notice-done-removed-also = { $shown } entfernt
window-notice-done-skipped = { $shown } übersprungen
window-notice-amount-on-disk = Auf dem Datenträger in { $place }
window-notice-amount-to = Nach { $place }
window-notice-amount-verified = geprüft
window-notice-cancelled =
    { $verb ->
        [copy] Kopieren von { $name } abgebrochen
        [move] Verschieben von { $name } abgebrochen
        [delete] Löschen von { $name } abgebrochen
        [trash] Verschieben von { $name } in den Papierkorb abgebrochen
        [restore] Wiederherstellen von { $name } abgebrochen
        [undo] Rückgängigmachen von { $name } abgebrochen
        [verify] Prüfen von { $name } abgebrochen
        [dedupe] Teilen des Speichers von { $name } abgebrochen
        [extract] Entpacken von { $name } abgebrochen
        [pack] Packen von { $name } abgebrochen
       *[job] Auftrag für { $name } abgebrochen
    }
window-notice-cancelled-more = Was schon erledigt war, bleibt erhalten.
window-notice-could-not =
    { $verb ->
        [copy] { $name } konnte nicht kopiert werden
        [move] { $name } konnte nicht verschoben werden
        [delete] { $name } konnte nicht gelöscht werden
        [trash] { $name } konnte nicht in den Papierkorb gelegt werden
        [restore] { $name } konnte nicht wiederhergestellt werden
        [undo] { $name } konnte nicht rückgängig gemacht werden
        [verify] { $name } konnte nicht geprüft werden
        [dedupe] der Speicher von { $name } konnte nicht geteilt werden
        [extract] { $name } konnte nicht entpackt werden
        [pack] { $name } konnte nicht gepackt werden
       *[job] { $name } konnte nicht erledigt werden
    }
window-notice-errors =
    { $count ->
        [one] { $shown } Objekt fehlgeschlagen
       *[other] { $shown } Objekte fehlgeschlagen
    }
window-notice-errors-of =
    { $count ->
        [one] { $shown } Objekt von { $name } fehlgeschlagen
       *[other] { $shown } Objekte von { $name } fehlgeschlagen
    }
window-notice-errors-rest = Der Rest ist erledigt.

## Jobs that wait

# A number of jobs, which is 2 at least.
window-notice-jobs = { $shown } Aufträgen
# $about is a number of jobs, or the name of the item of one.
window-notice-needs-you =
    { $count ->
        [one] { $shown } Frage zu { $about }
       *[other] { $shown } Fragen zu { $about }
    }
window-notice-needs-you-done =
    { $count ->
        [0] Der Rest des Auftrags ist erledigt.
        [one] Der Rest des Auftrags ist erledigt.
       *[other] Der Rest dieser Aufträge ist erledigt.
    }
window-notice-needs-you-more =
    { $count ->
        [0] Der Rest des Auftrags läuft weiter.
        [one] Der Rest des Auftrags läuft weiter.
       *[other] Der Rest dieser Aufträge läuft weiter.
    }
window-notice-put-off-disk = { $name } kann nicht fortgesetzt werden: Der Datenträger ist nicht angeschlossen
window-notice-put-off-disk-more = Den Datenträger anschließen, dann den Auftrag fortsetzen. Ohne ihn kopiert der Auftrag in den Ordner mit diesem Pfad auf einem anderen Datenträger.
window-notice-put-off = { $name } kann nicht fortgesetzt werden
window-notice-put-off-more = { $why } Wenn das behoben ist, den Auftrag fortsetzen.

## Small changes

window-notice-renamed = { $items } umbenannt
window-notice-renamed-to = Umbenannt in { $name }
window-notice-created = { $name } angelegt
window-notice-changed = { $what } geändert
window-notice-change-errors = { $items } geändert, { $failed } fehlgeschlagen
window-notice-change-stopped = Abgebrochen; geändert: { $items }
window-notice-replaced = Es wurde ersetzt, nachdem sich der Dialog geöffnet hatte. Nachsehen, dann noch einmal löschen.
window-notice-undo-done = Rückgängig gemacht: { $items }
window-notice-undo-errors = Rückgängig gemacht: { $items }; nicht möglich: { $failed }
window-notice-redo-done = Wiederholt: { $items }
window-notice-redo-errors = Wiederholt: { $items }; nicht möglich: { $failed }
window-notice-undone = Rückgängig gemacht
window-notice-nothing-to-undo = Nichts rückgängig zu machen
window-notice-nothing-to-redo = Nichts zu wiederholen
window-notice-copied = { $what } in die Zwischenablage kopiert
window-notice-copied-it = In die Zwischenablage kopiert
window-notice-cut = { $what } ausgeschnitten
window-notice-cut-more = Beim Einfügen wird verschoben.
window-notice-nothing-to-paste = Die Zwischenablage enthält keine Dateien

## Other messages

window-notice-failed = Nicht möglich
window-notice-failed-of = Nicht möglich: { $what }
window-notice-drop-missing =
    { $count ->
        [one] { $shown } Objekt wird ausgelassen: Es ist nicht auf diesem Rechner
       *[other] { $shown } Objekte werden ausgelassen: Sie sind nicht auf diesem Rechner
    }
window-notice-launch-missing =
    { $count ->
        [one] { $shown } Objekt ist nicht vorhanden
       *[other] { $shown } Objekte sind nicht vorhanden
    }
window-notice-not-found = Nichts gefunden
window-notice-folder-left = { $name } ist nicht mehr vorhanden
window-notice-folder-left-more = Das Panel zeigt jetzt den Ordner { $folder }.
window-notice-compared-same = Beide Panels haben dieselben Objekte
window-notice-compared =
    { $count ->
        [one] { $shown } Objekt ist verschieden
       *[other] { $shown } Objekte sind verschieden
    }
window-notice-compared-more = Sie sind markiert.
window-notice-handed-on = Die Aufträge laufen im Hintergrund weiter
window-notice-reloaded = Das Fenster wurde neu geladen
window-notice-reloaded-more = Seine Seite war abgestürzt. Die Aufträge laufen weiter.
window-notice-queue-trouble = Die Warteschlange konnte nicht wiederhergestellt werden
window-notice-settings-trouble = Die Einstellungen konnten nicht gelesen werden
window-notice-elevation-done = Als Administrator erledigt: { $items }
window-notice-elevation-errors = Als Administrator: { $items } erledigt, { $failed } fehlgeschlagen
