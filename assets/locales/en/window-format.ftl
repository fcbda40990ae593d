### Numbers and times. $shown is the number as the page writes it.

## Counts

window-count-items =
    { $count ->
        [one] { $shown } item
       *[other] { $shown } items
    }
window-count-files =
    { $count ->
        [one] { $shown } file
       *[other] { $shown } files
    }
window-count-folders =
    { $count ->
        [one] { $shown } folder
       *[other] { $shown } folders
    }
window-count-jobs =
    { $count ->
        [one] { $shown } job
       *[other] { $shown } jobs
    }
window-count-bytes =
    { $count ->
        [one] { $shown } byte
       *[other] { $shown } bytes
    }

## Parts of a whole

# Two sizes: "255 of 413 GB".
window-format-size-of = { $done } of { $total }
# $done of all items; $count and $shown are the number of all.
window-format-items-of =
    { $count ->
        [one] { $done } of { $shown } item
       *[other] { $done } of { $shown } items
    }

## The time that is left. $time is a time with its unit, as "20 min" or "50–70 s".

window-format-left-few = a few seconds left
window-format-left-under = under { $time } left
window-format-left-about = about { $time } left
window-format-left = { $time } left

## Days. $time is a time of the day, as "08:55".

window-format-today = Today, { $time }
window-format-yesterday = Yesterday, { $time }
window-format-day = { $day } { $month }
window-format-day-of-year = { $day } { $month } { $year }
window-format-day-time = { $day }, { $time }
window-format-month-1 = Jan
window-format-month-2 = Feb
window-format-month-3 = Mar
window-format-month-4 = Apr
window-format-month-5 = May
window-format-month-6 = Jun
window-format-month-7 = Jul
window-format-month-8 = Aug
window-format-month-9 = Sep
window-format-month-10 = Oct
window-format-month-11 = Nov
window-format-month-12 = Dec
