### Kleine Änderungen: Umbenennen nach einer Regel, Besitzer.

## Was an einer Regel für Namen falsch ist.

# $why ist die englische Meldung dessen, was reguläre Ausdrücke liest.
rename-no-expression = Kein gültiger regulärer Ausdruck: { $why }
rename-no-time = Die Änderungszeiten werden noch gelesen
rename-no-date = Das ist kein Datumsformat: { $format }

## Besitzer.

owner-no-user = einen Benutzer „{ $name }“ gibt es nicht
owner-no-group = eine Gruppe „{ $name }“ gibt es nicht
