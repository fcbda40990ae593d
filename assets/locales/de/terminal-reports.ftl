### Berichte über Aufträge, wie sie endeten, und Suchen.

## Listen eines Berichts.

report-failed = Fehlgeschlagen
report-warnings = Warnungen
report-skipped = Übersprungen
report-finished = Fertig

## Warnungen neben dem Pfad ihres Objekts.

warned-duplicate = mehrfach genannt
warned-source-changed = änderte sich während des Kopierens
warned-not-shared = kopiert und nicht geteilt: Die andere Kopie ist vielleicht beschädigt
warned-partial-manifest = nennt nur die geprüften Kopien
warned-queue-set-aside = eine Warteschlange, die nicht lesbar war
warned-interrupted = die letzten Änderungen eines gewaltsam beendeten Auftrags wurden vielleicht nicht aufgezeichnet
warned-part-kept = der angekommene Teil bleibt erhalten; derselbe Befehl setzt fort
warned-not-linked = keine festen Links der nicht verschobenen Namen mehr
warned-not-counted = was ein früherer Lauf erledigt hat, ist nicht mitgezählt
warned-nothing-removed = was nur dort ist, blieb
report-errno = Fehler { $number }

## Summen eines Berichts.

report-sources-untouched = Quellen unverändert
report-freed = { $size } frei geworden
report-reflinked = { $shown } als Reflink, { $size }
report-holes = { $size } Löcher
report-mismatched = { $count ->
        [one] { $shown } Objekt weicht von der Quelle ab
       *[other] { $shown } Objekte weichen von der Quelle ab
    }

## Wie viele Objekte übersprungen wurden, nach Grund.

skipped-count-policy = { $shown } wie gewählt
skipped-count-not-newer = { $shown } nicht älter
skipped-count-same = { $shown } identisch
skipped-count-filtered = { $shown } gefiltert
skipped-count-unanswered = { $shown } unbeantwortet
skipped-count-cancelled = { $shown } abgebrochen
skipped-count-duplicate = { $shown } doppelt genannt
skipped-count-missing = { $shown } nicht gefunden
skipped-count-not-empty = { $shown } nicht leer
skipped-count-special = { $shown } Spezialdateien

## Titel eines Berichts. $done sagt, was der Auftrag tat.

report-waits = { $count ->
        [one] Wartet auf { $shown } Antwort
       *[other] Wartet auf { $shown } Antworten
    }
report-paused = Angehalten
report-queued = Wartet
report-running-waits = { $count ->
        [one] Läuft, wartet auf { $shown } Antwort
       *[other] Läuft, wartet auf { $shown } Antworten
    }
report-running = Läuft
report-unanswered = { $count ->
        [one] { $done }, { $shown } Frage unbeantwortet
       *[other] { $done }, { $shown } Fragen unbeantwortet
    }
report-with-failures = { $count ->
        [one] { $done }, { $shown } fehlgeschlagen
       *[other] { $done }, { $shown } fehlgeschlagen
    }
report-cancelled = Abgebrochen

## Wie Aufträge endeten, in der Statuszeile. $keys sind Tasten, die zum Bericht führen.

ended-undo = Rückgängig gemacht: { $items }
ended-undo-failed = Rückgängig gemacht: { $items }, { $failed } nicht rückgängig: { $keys } zeigt, warum
ended-redo = Wiederholt: { $items }
ended-redo-failed = Wiederholt: { $items }, { $failed } nicht wiederholbar: { $keys } zeigt, warum
ended-undo-cancelled = Rückgängigmachen abgebrochen: { $items } rückgängig gemacht
ended-redo-cancelled = Wiederholen abgebrochen: { $items } wiederholt
# $what sagt, was der Auftrag tat und wie viel.
ended-in = { $what } in { $time }
ended-archive-kept = { $what }: das alte Archiv bleibt
ended-some-failed = { $what }, { $failed } fehlgeschlagen: { $keys } zeigt sie
ended-failed = { $what }: { $keys } zeigt, warum
# Zwei Tasten nacheinander.
keys-then = { $first }, dann { $second }

## Wonach eine Suche sucht.

sought-text = „{ $text }“
sought-words = Wörter „{ $text }“
sought-files = Dateien
sought-folders = Ordner
sought-larger = mindestens { $size }
sought-smaller = höchstens { $size }
sought-since = seit { $time }

## Wie weit eine Suche ist und wie sie endete. $among ist, wie viel durchsucht wurde, $hits, wie viel gefunden wurde.

search-runs = Sucht … { $among }, { $shown } gefunden, { $key } stoppt
search-stopped = Gestoppt: { $hits }, { $among } durchsucht; { $key } sucht erneut
search-full = Gestoppt: { $hits }, { $among } durchsucht; es kann mehr geben
search-ended = { $hits }, { $among } durchsucht
search-folders-and-files = { $folders } und { $files }
search-unread = { $found }; { $unread } nicht lesbar

## Kleine Änderungen, in der Vergangenheit.

done-folder = Ordner { $name } angelegt
done-file = Datei { $name } angelegt
done-symlink = Symbolischer Link { $name } angelegt
done-hard-link = Fester Link { $name } angelegt
done-symlinks = { $count ->
        [one] { $shown } symbolischer Link in { $folder } angelegt
       *[other] { $shown } symbolische Links in { $folder } angelegt
    }
done-hard-links = { $count ->
        [one] { $shown } fester Link in { $folder } angelegt
       *[other] { $shown } feste Links in { $folder } angelegt
    }
done-rename = In { $name } umbenannt
done-renames = { $items } umbenannt
done-mode = { $count ->
        [one] Berechtigungen von { $shown } Objekt geändert
       *[other] Berechtigungen von { $shown } Objekten geändert
    }
done-owner = { $count ->
        [one] Besitzer von { $shown } Objekt geändert
       *[other] Besitzer von { $shown } Objekten geändert
    }
not-folder = Ordner { $name } kann nicht angelegt werden: { $reason }
not-file = Datei { $name } kann nicht angelegt werden: { $reason }
not-rename = { $from } kann nicht in { $to } umbenannt werden: { $reason }

## Was der Warteschlange folgt.

after-run = „{ $command }“ ausführen
after-suspend = Bereitschaft
after-quit = beenden
countdown-command = Dies läuft in { $seconds } s: { $command }
countdown-suspend = Der Rechner geht in { $seconds } s in Bereitschaft
countdown-quit = fcp-tui beendet sich in { $seconds } s
after-then = danach { $action }

## Aufträge mit den Rechten des Administrators.

elevated-copy = { $items } als Administrator kopieren
elevated-move = { $items } als Administrator verschieben
elevated-delete = { $items } als Administrator löschen
elevated-other = { $doing }: { $items }, als Administrator
request-dedupe = Speicher teilen

## Hinweise durch das Terminal.

notify-answer = Ein Auftrag benötigt eine Antwort

## Palette, Menüs und Shell.

palette-title = Alle Aktionen
palette-run = Ausführen
palette-own-commands = Eigene Befehle
palette-missing = – noch nicht vorhanden
palette-configured = – in der Konfigurationsdatei
no-shell-waits = Keine Shell wartet auf dieses Programm
program-not-run = das Programm konnte nicht ausgeführt werden
shell-not-shown = die Shell kann nicht gezeigt werden: { $error }
part-failed = ein Teil des Programms ist abgestürzt; ein Bericht ist in „{ $path }“
part-failed-silently = ein Teil des Programms ist abgestürzt; der Bericht konnte nicht geschrieben werden: { $why }
