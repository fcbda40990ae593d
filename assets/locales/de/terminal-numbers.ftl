### Zahlen mit ihren Wörtern: Größen, Anzahlen, Dauern und Zeiten.

## Größen: $part ist eine Zahl mit oder ohne Einheit, $whole hat eine.

size-of = { $part } von { $whole }

## Anzahlen. $count bestimmt die Form, $shown ist die Zahl, wie sie geschrieben wird.

count-snapshots = { $count ->
        [one] { $shown } Schnappschuss eines Subvolumes
       *[other] { $shown } Schnappschüsse von Subvolumes
    }
count-jobs = { $count ->
        [one] { $shown } Auftrag
       *[other] { $shown } Aufträge
    }
count-hits = { $count ->
        [one] { $shown } Treffer
       *[other] { $shown } Treffer
    }
count-lines = { $count ->
        [one] { $shown } Zeile
       *[other] { $shown } Zeilen
    }
# $done ist, wie viele von $shown fertig sind.
count-items-of = { $count ->
        [one] { $done } von { $shown } Objekt
       *[other] { $done } von { $shown } Objekten
    }

## Was ein Auftrag getan hat. $items ist eine Anzahl von Objekten, $notes nennt die beiden folgenden, $shown ist eine Zahl.

done-replaced = { $shown } ersetzt
done-renamed = { $shown } umbenannt
done-with-notes = { $items } ({ $notes })
done-and-removed = { $done }, { $shown } entfernt

## Verbleibende Zeit. $time ist eine Zahl oder ein Bereich mit Einheit.

left-seconds = noch wenige Sekunden
left-under = noch unter { $time }
left-about = noch etwa { $time }
left-range = noch { $time }

## Zeiten, in den Buchstaben von strftime. Die ersten drei haben höchstens 13 Spalten, die kurzen 6.

# %b ist in jeder Sprache englisch.
when-today = %H:%M
when-this-year = %d.%m. %H:%M
when-earlier = %d.%m.%Y
when-short-today = %H:%M
when-short-this-year = %d.%m.
when-short-earlier = %Y
when-exactly = %d.%m.%Y %H:%M:%S
# Hinter einer Zeit auf die Sekunde die Stellen, in denen eine andere abweicht.
when-fraction = { $time },{ $fraction }
