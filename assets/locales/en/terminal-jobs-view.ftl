### The list of jobs, and names of jobs.

## The list.

jobs-title = Jobs
jobs-none-yet = No jobs. { $key } in a panel copies to the other one.
jobs-more-below = { $shown } more below
jobs-need-you = Needs you { $shown }: { $key }
jobs-being-added = being added; the source does not answer
jobs-mode-lanes = one job at a time
jobs-mode-all = all jobs at once
jobs-mode-one = one job in all
jobs-limit = limit { $rate }
jobs-limit-all = { $rate } for all
disk-memory = memory
disk-network = network
disk-pool = pool
verb-redo = Redo

## One job.

job-in-background = run by process { $process }
job-asked-again = { $count ->
    [one] will ask { $shown } question again
   *[other] will ask { $shown } questions again
}
job-interrupted = interrupted, resumes in its turn
job-starts-now = starts now
job-flushing = copied, flushing to disk
job-flushing-short = flushing
job-items-per-second = { $shown } items/s
job-elapsed = elapsed { $time }
job-in-flight = in flight
job-and-more = and { $shown } more
# Below a question: the job behind it works on. $job is as "copy".
job-behind = The { $job } continues: { $files } in flight
job-behind-percent = The { $job } continues: { $percent }, { $files } in flight

## What a job is about.

items-in = { $items } in { $folder }
items-in-both = { $items } in { $folder } and { $other }
items-from-trash = { $items } from the trash
path-and-more = { $path } and { $shown } more
finished-redone = Redone { $items }
an-earlier-job = an earlier job

## What a job did, as a noun: "Undo copy of 4 items to usb?"

deed-copy = copy of { $what }
deed-copy-to = copy of { $what } to { $to }
deed-move = move of { $what }
deed-move-to = move of { $what } to { $to }
deed-trash = move of { $what } to the trash
deed-delete = deletion of { $what }
deed-restore = restore of { $what }
deed-undo = undo of { $what }
deed-verify = verification of { $what }
deed-dedupe = sharing of storage of { $what }
deed-extract = extraction of { $what }
deed-extract-to = extraction of { $what } to { $to }
deed-pack = packing of { $what }
deed-pack-to = packing of { $what } to { $to }
# $deed is one of those above.
deed-to = { $deed } to { $to }

## Finished jobs.

finished-title = Finished jobs
finished-ended = Ended
finished-what = What
finished-from-and-to = From and to
finished-none = No job has finished yet
finished-in-time = in { $time }
# $note is a size, or how many items failed.
finished-note-in-time = { $note } in { $time }
finished-forgets-all = X forgets all of them, and how to undo them; any other key keeps them
reading-the-log = Reading the log…

## The report of a job.

report-finished-at = finished { $time }
report-took = took { $time }
report-waited = waited { $time } for you
report-not-listed = { $shown } more are not listed
report-same-command = Same as this command

## After the queue.

after-title = Your jobs have completed
after-stops = Any key stops it

