### The drawer with the jobs and the history.

## What a job does

window-jobs-verbs-copy = Copy
window-jobs-verbs-move = Move
window-jobs-verbs-delete = Delete
window-jobs-verbs-trash = Trash
window-jobs-verbs-restore = Restore
window-jobs-verbs-undo = Undo
window-jobs-verbs-verify = Verify
window-jobs-verbs-dedupe = Share storage
window-jobs-verbs-extract = Extract
window-jobs-verbs-pack = Pack

## What a job is doing

window-jobs-at-work-copy = Copying
window-jobs-at-work-move = Moving
window-jobs-at-work-delete = Deleting
window-jobs-at-work-trash = Moving to the trash
window-jobs-at-work-restore = Restoring
window-jobs-at-work-undo = Undoing
window-jobs-at-work-verify = Verifying
window-jobs-at-work-dedupe = Sharing storage
window-jobs-at-work-extract = Extracting
window-jobs-at-work-pack = Packing

## How a job ended

window-jobs-outcomes-completed = Completed
window-jobs-outcomes-completed-with-errors = With errors
window-jobs-outcomes-failed = Failed
window-jobs-outcomes-cancelled = Cancelled

## How data travels

window-jobs-travel-reflinked = reflink
window-jobs-travel-snapshot = snapshot
window-jobs-travel-kernel = kernel
window-jobs-travel-streamed = read and written

## General

window-jobs-drawer = Jobs
window-jobs-resize = Height of the drawer
window-jobs-hide = Hide (Ctrl J)
window-jobs-show = Show (Ctrl J)
window-jobs-tablist = Jobs, questions and history
window-jobs-saved = { $size } of space saved
window-jobs-sources = and { $shown } more
window-jobs-needs-you = Needs you: { $shown }
window-jobs-failed = { $shown } failed
window-jobs-limited = limit { $rate }
window-jobs-after = after { $name }
window-jobs-other-process = by another fcp, process { $process }
window-jobs-verifies = will be verified
window-jobs-over = Finished
window-jobs-pause-lane = Pause all on { $name }
window-jobs-resume-lane = Resume all on { $name }
window-jobs-no-limit = No limit
window-jobs-limit-title = Speed limit of all jobs
window-jobs-pause-all = Pause all
window-jobs-resume-all = Resume all
window-jobs-clear = Clear finished
window-jobs-pause = Pause
window-jobs-resume = Resume
window-jobs-cancel = Cancel…
window-jobs-more = More
window-jobs-more-of = More for { $name }
window-jobs-first = Move to the front
window-jobs-up = Move up
window-jobs-down = Move down
window-jobs-start = Start now
window-jobs-hold = Start after…
window-jobs-hold-not = Do not wait
window-jobs-limit-job = Speed limit…
window-jobs-command = Copy as command
window-jobs-source = Show source
window-jobs-target = Show target
window-jobs-report = Report
window-jobs-retry = Retry { $shown } failed
window-jobs-anyway = Extract anyway…
window-jobs-repeat = Run again
window-jobs-verify-again = Verify again
window-jobs-undo = Undo
window-jobs-forget = Clear
window-jobs-details = Details
window-jobs-drag = Drag to move in the queue, or press Alt and an arrow key
window-jobs-empty = Nothing is running
window-jobs-empty-why = Copies, moves and deletions are listed here by disk.
window-jobs-empty-then = Questions are collected under Needs you while the rest continues.

## History

window-jobs-history-list = Finished jobs
window-jobs-history-forget = Forget history…
window-jobs-history-filter = Which jobs are listed
window-jobs-history-all = All
window-jobs-history-troubled = With errors
window-jobs-history-no-trouble = All of these jobs completed.
window-jobs-history-empty = No finished jobs yet
window-jobs-history-empty-why = Finished jobs are kept here: open a report, run a job again, or undo it.
window-jobs-history-loading = Loading the history
window-jobs-history-open = Open the report

## What a job does, before the name of its item; $verb is what is undone.

window-jobs-verb-link = Link
window-jobs-at-work-link = Linking
window-jobs-verb-undo-of =
    { $verb ->
        [copy] Undo copy of
        [move] Undo move of
        [delete] Undo deletion of
        [trash] Undo move to the trash of
        [restore] Undo restore of
        [verify] Undo verification of
        [dedupe] Undo sharing of storage of
        [extract] Undo extraction of
       *[pack] Undo packing of
    }
window-jobs-verb-redo-of =
    { $verb ->
        [copy] Redo copy of
        [move] Redo move of
        [delete] Redo deletion of
        [trash] Redo move to the trash of
        [restore] Redo restore of
        [verify] Redo verification of
        [dedupe] Redo sharing of storage of
        [extract] Redo extraction of
       *[pack] Redo packing of
    }

## How a job stands

window-jobs-stage-queued = Queued
window-jobs-stage-counting = Counting
window-jobs-stage-needs-you = Needs you
window-jobs-stage-stalled = Stalled
window-jobs-stage-cancelling = Cancelling
window-jobs-stage-paused = Paused
window-jobs-stage-flushing = Flushing
window-jobs-stage-verifying = Verifying
window-jobs-speed-waiting = Waiting

## More about it, in parts that commas join

window-jobs-how-reflinked = reflinked { $shown }
window-jobs-how-kernel = kernel { $shown }
window-jobs-how-streamed = read and written { $shown }
window-jobs-skipped = { $shown } skipped
window-jobs-taken-back = undone
window-jobs-on-disk = on disk
window-jobs-verified = verified
window-jobs-about-interrupted = continues where it stopped
window-jobs-about-queued = waiting for its turn
window-jobs-about-waiting =
    { $count ->
        [one] { $shown } question; everything else is done
       *[other] { $shown } questions; everything else is done
    }
window-jobs-about-stalled = no progress for several seconds
window-jobs-about-cancelling = ends as soon as its disks answer
window-jobs-about-mid-file = stopped in the middle of a file
window-jobs-about-flushing = all copied, being written to the disk
window-jobs-about-flushing-left = all copied, { $size } still to be written to the disk
window-jobs-about-verifying = reading the copies back
window-jobs-asks-again =
    { $count ->
        [one] will ask { $shown } question again
       *[other] will ask { $shown } questions again
    }
window-jobs-disk-missing = its disk is not connected
window-jobs-size-on-disk = { $size } on disk
window-jobs-speed-items = { $shown } items/s
window-jobs-rest-left = { $size } to go
window-jobs-rest-took = in { $duration }
window-jobs-working = { $shown } working
window-jobs-paused = { $shown } paused
window-jobs-waiting-for-you =
    { $count ->
       *[other] { $shown } waiting for you
    }
window-jobs-spoken-needs-you = needs you: { $shown }

## The rows and what they wait for. $verb is what the job does, as "Copy".

window-jobs-tab-history = History
window-jobs-row = { $verb } { $name }
window-jobs-row-to = { $verb } { $name } to { $target }
window-jobs-hold-for = { $verb } { $name } has finished
window-jobs-hold-for-to = { $verb } { $name } to { $target } has finished
