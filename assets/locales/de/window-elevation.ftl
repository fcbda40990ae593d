### What is done as administrator.

## Words of the dialog and of what offers it

window-elevation-retry = Als Administrator erneut versuchen
window-elevation-later-hint = Wenn der Auftrag beendet ist, bieten sein Bericht und seine Meldung einen neuen Versuch an
window-elevation-kept = Objekte, zu denen der Auftrag fragen würde, werden übersprungen.
window-elevation-asking = Wartet auf die Passwortabfrage
window-elevation-progress = Fortschritt
window-elevation-stop = Stoppen
window-elevation-hide = Im Hintergrund fortsetzen
window-elevation-no-pkexec = pkexec ist nicht installiert. polkit installieren oder fcp-tui verwenden.
window-elevation-no-agent = Kein Authentifizierungsagent von polkit läuft, also lässt sich nicht nach dem Passwort fragen. Einen starten oder fcp-tui verwenden. Nichts wurde geändert.
window-elevation-dismissed = Die Passwortabfrage wurde geschlossen. Nichts wurde geändert.
window-elevation-not-authorized = Das System hat es nicht erlaubt: Das Passwort war falsch, oder dieser Benutzer darf nicht als Administrator handeln. Nichts wurde geändert.
window-elevation-cancelled = Abgebrochen. Was schon erledigt war, bleibt erhalten.
window-elevation-later = { $shown } überspringen, später als Administrator erneut versuchen

## What is going to be done. $verb is "copy", "move", "delete" or something else.

window-elevation-instead =
    { $verb ->
        [copy] Als Administrator kopieren …
        [move] Als Administrator verschieben …
        [delete] Als Administrator löschen …
       *[other] Als Administrator ausführen …
    }
window-elevation-start =
    { $verb ->
        [copy] Als Administrator kopieren
        [move] Als Administrator verschieben
        [delete] Als Administrator löschen
       *[other] Als Administrator ausführen
    }
window-elevation-title =
    { $verb ->
        [copy] { $items } als Administrator kopieren?
        [move] { $items } als Administrator verschieben?
        [delete] { $items } als Administrator löschen?
       *[other] Als Administrator fortfahren?
    }
window-elevation-refused = Dafür fehlt die Berechtigung.
window-elevation-whole = Der Auftrag ist fehlgeschlagen. Alles wird noch einmal ausgeführt.
window-elevation-one = { $name } ist fehlgeschlagen und wird noch einmal versucht.
# A number of items, which is 2 at least.
window-elevation-many = { $items } sind fehlgeschlagen und werden noch einmal versucht.
window-elevation-from = Aus { $place }
window-elevation-to = Nach { $place }
window-elevation-more-to =
    { $count ->
        [one] Und in { $shown } weiteren Ordner
       *[other] Und in { $shown } weitere Ordner
    }
window-elevation-replaces = Vorhandene Dateien werden ersetzt.
window-elevation-replaces-kept = Vorhandene Dateien werden ersetzt. Die alten werden in den Papierkorb von root verschoben.
window-elevation-of-root = Die Kopien werden root gehören.
window-elevation-how = Das System fragt nach dem Passwort, das fcp nicht sieht. { $program } führt dann nur diese Anfrage aus, nur mit den Rechten für Dateien.

## How far it is, and how it ended

window-elevation-running =
    { $verb ->
        [copy] Wird als Administrator kopiert: { $items }, { $size }
        [move] Wird als Administrator verschoben: { $items }, { $size }
        [delete] Wird als Administrator gelöscht: { $items }, { $size }
       *[other] Wird als Administrator ausgeführt: { $items }, { $size }
    }
window-elevation-failed = { $items } fehlgeschlagen
window-elevation-failed-why = { $items } fehlgeschlagen: { $why }
window-elevation-skipped = { $items } übersprungen
