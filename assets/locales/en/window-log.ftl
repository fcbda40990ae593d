### The log of a job.

## General

window-log-title = Log
window-log-list = What happened in this job
window-log-loading = Loading the log
window-log-refused = The log could not be read. { $why }

## What happened, in the order of a job; the name of an item stands before a word with a small letter.

window-log-added = Added
window-log-waits = Waiting for its turn
window-log-started =
    { $count ->
        [one] Started with { $shown } worker
       *[other] Started with { $shown } workers
    }
window-log-counted = { $items } in all
window-log-counted-size = { $items }, { $size } in all
window-log-paused = Paused
window-log-resumed = Resumed
window-log-flushing = Flushing to disk
window-log-verifying = Comparing with the source
window-log-failed = failed: { $why }
window-log-skipped = skipped: { $why }
window-log-asked = needs an answer
window-log-answered = Answered
window-log-more = { $all } lines in total; only the newest { $newest } are shown
