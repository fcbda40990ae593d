### Kleine Änderungen: Umbenennen nach einer Regel, Besitzer.

## Was an einer Regel für Namen falsch ist.

# $why ist die englische Meldung dessen, was reguläre Ausdrücke liest.
rename-no-expression = Kein gültiger regulärer Ausdruck: { $why }
rename-no-group = Der Ausdruck hat keine Gruppe { $group }
rename-too-many-digits = Eine Nummer hat höchstens { $most } Ziffern
rename-no-time = Die Änderungszeiten werden noch gelesen
rename-no-date = Das ist kein Datumsformat: { $format }

## Besitzer.

owner-no-user = einen Benutzer „{ $name }“ gibt es nicht
owner-no-group = eine Gruppe „{ $name }“ gibt es nicht

## Marked items that a filter or a hidden name keeps off the panel.

count-not-shown = { $shown } nicht angezeigt
# $names are the first names, as "a.log, b.log, …".
dialog-not-shown = { $shown } nicht angezeigt: { $names }
