### Kleine Änderungen: Umbenennen nach einer Regel, Besitzer.

## Was an einer Regel für Namen falsch ist.

# $why ist die englische Meldung dessen, was reguläre Ausdrücke liest.
rename-no-expression = Kein regulärer Ausdruck: { $why }
rename-no-time = Noch ist nicht bekannt, wann alle geändert wurden
rename-no-date = So lässt sich kein Datum schreiben: { $format }

## Besitzer.

owner-no-user = einen Benutzer „{ $name }“ gibt es nicht
owner-no-group = eine Gruppe „{ $name }“ gibt es nicht
