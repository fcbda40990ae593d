### Numbers and times. $shown is the number as the page writes it.

## Counts

window-count-items =
    { $count ->
        [one] { $shown } Objekt
       *[other] { $shown } Objekte
    }
window-count-files =
    { $count ->
        [one] { $shown } Datei
       *[other] { $shown } Dateien
    }
window-count-folders =
    { $count ->
        [one] { $shown } Ordner
       *[other] { $shown } Ordner
    }
window-count-jobs =
    { $count ->
        [one] { $shown } Auftrag
       *[other] { $shown } Aufträge
    }
window-count-bytes =
    { $count ->
        [one] { $shown } Byte
       *[other] { $shown } Bytes
    }

## Parts of a whole

# Two sizes: "255 of 413 GB".
window-format-size-of = { $done } von { $total }
# $done of all items; $count and $shown are the number of all.
window-format-items-of =
    { $count ->
        [one] { $done } von { $shown } Objekt
       *[other] { $done } von { $shown } Objekten
    }

## The time that is left. $time is a time with its unit, as "20 min" or "50–70 s".

window-format-left-few = noch einige Sekunden
window-format-left-under = noch weniger als { $time }
window-format-left-about = noch etwa { $time }
window-format-left = noch { $time }

## Days. $time is a time of the day, as "08:55".

window-format-today = Heute, { $time }
window-format-yesterday = Gestern, { $time }
window-format-day = { $day }. { $month }
window-format-day-of-year = { $day }. { $month } { $year }
window-format-day-time = { $day }, { $time }
window-format-month-1 = Jan.
window-format-month-2 = Feb.
window-format-month-3 = März
window-format-month-4 = Apr.
window-format-month-5 = Mai
window-format-month-6 = Juni
window-format-month-7 = Juli
window-format-month-8 = Aug.
window-format-month-9 = Sep.
window-format-month-10 = Okt.
window-format-month-11 = Nov.
window-format-month-12 = Dez.
