### Numbers with their words: sizes, counts, durations and times.

## Sizes: $part is a number with or without its unit, $whole has one.

size-of = { $part } of { $whole }

## Counts. $count chooses the form, $shown is the number as it is written.

count-snapshots = { $count ->
        [one] { $shown } subvolume snapshot
       *[other] { $shown } subvolume snapshots
    }
count-jobs = { $count ->
        [one] { $shown } job
       *[other] { $shown } jobs
    }
count-hits = { $count ->
        [one] { $shown } hit
       *[other] { $shown } hits
    }
count-lines = { $count ->
        [one] { $shown } line
       *[other] { $shown } lines
    }
# $done is how many of $shown are done.
count-items-of = { $count ->
        [one] { $done } of { $shown } item
       *[other] { $done } of { $shown } items
    }

## What a job has done. $items is a count of items, $notes lists the two that follow, $shown is a number.

done-replaced = { $shown } replaced
done-renamed = { $shown } renamed
done-with-notes = { $items } ({ $notes })
done-and-removed = { $done }, removed { $shown }

## Time left. $time is a number or a range with its unit.

left-seconds = a few seconds left
left-under = under { $time } left
left-about = about { $time } left
left-range = { $time } left

## Times, in the letters of strftime. The first three have at most 13 columns, the short ones 6.

# %b is English in every language.
when-today = %H:%M
when-this-year = %-d %b %H:%M
when-earlier = %-d %b %Y
when-short-today = %H:%M
when-short-this-year = %-d %b
when-short-earlier = %Y
when-exactly = %Y-%m-%d %H:%M:%S
# Behind a time to the second, the digits in which another one differs.
when-fraction = { $time }.{ $fraction }
