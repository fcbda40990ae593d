### Jobs in words.

## What a job does, is doing, did, and failed to do.

verb-copy = Copy
verb-copy-doing = Copying
verb-copy-done = Copied
verb-copy-failed = Copy failed

verb-move = Move
verb-move-doing = Moving
verb-move-done = Moved
verb-move-failed = Move failed

verb-delete = Delete
verb-delete-doing = Deleting
verb-delete-done = Deleted
verb-delete-failed = Delete failed

verb-trash = Trash
verb-trash-doing = Trashing
verb-trash-done = Moved to trash
verb-trash-failed = Move to the trash failed

verb-restore = Restore
verb-restore-doing = Restoring
verb-restore-done = Restored
verb-restore-failed = Restore failed

verb-undo = Undo
verb-undo-doing = Undoing
verb-undo-done = Undone
verb-undo-failed = Undo failed

verb-verify = Verify
verb-verify-doing = Verifying
verb-verify-done = Verified
verb-verify-failed = Verification failed

verb-dedupe = Share storage of
verb-dedupe-doing = Sharing storage
verb-dedupe-done = Shared storage of
verb-dedupe-failed = Sharing storage failed

verb-extract = Extract
verb-extract-doing = Extracting
verb-extract-done = Extracted
verb-extract-failed = Extraction failed

verb-pack = Pack
verb-pack-doing = Packing
verb-pack-done = Packed
verb-pack-failed = Packing failed

verb-job = Job
verb-job-doing = Running
verb-job-done = Done
verb-job-failed = Failed

## How a job ended. $much is how much was done, as "3 items" or "1.2 GiB".

job-cancelled-after = Cancelled after { $much }
job-failed-after = Failed after { $much }
job-trashed = Moved { $much } to the trash
job-nothing-packed = Nothing packed
job-nothing-to-share = Nothing to share: no equal files with storage of their own
job-shared = Shared { $shared } in { $files }, { $freed } freed
job-removed = Removed { $items }
job-done = { $done } { $much }

## States of jobs.

state-queued = queued
state-interrupted = interrupted
state-running = running
state-needs-you = needs you
state-stalled = not moving
state-paused = paused
state-flushing = flushing
state-verifying = verifying
state-cancelling = cancelling
state-ending = ending
state-done = done
state-unanswered = unanswered
state-partly = with failures
state-cancelled = cancelled
state-failed = failed
state-after = after job { $job }
state-held = held by job { $job }

## Why an item was skipped.

skipped-kept = kept, as you chose
skipped-policy = the existing item was kept, as you chose
skipped-not-newer = the existing item is not older
skipped-archive = it is the archive itself
skipped-same = identical
skipped-filtered = left out by a filter
skipped-unanswered = its question was not answered
skipped-cancelled = the job was cancelled
skipped-duplicate = named more than once
skipped-missing = not found
skipped-not-empty = an item in it was kept
skipped-special-packed = a socket, FIFO or device, which the archive cannot hold
skipped-special = a FIFO or a device; only an exact copy (-a) includes it

## Warnings. $error is a failure as it is told elsewhere.

warning-duplicate = '{ $path }' was named more than once
warning-not-flushed = { $error }; not all of the data may be on the disk
warning-source-changed = '{ $path }' changed while it was copied; the copy may be inconsistent
warning-not-shared = '{ $path }' was copied and not shared: the other copy has its size and time, but other content, and may be damaged
warning-queue-set-aside = the queue could not be read; it was saved as '{ $path }', and a new queue was started
warning-put-off = { $error }; the job waits until it is resumed
warning-not-journaled = { $error }; after a crash this job would begin again
warning-not-recorded = { $error }; this job cannot be undone or redone
warning-part-kept = partial data is kept in '{ $path }'; run the same command to continue
warning-no-manifest = { $error }; there is no list of checksums
warning-partial-manifest = '{ $path }' lists only the copies that were verified, not all items
warning-not-trashed = { $error }; deleted it permanently
warning-not-snapshot = { $error }; its items are copied
warning-interrupted = that job was killed; its last changes may not have been recorded, and such are not undone
warning-not-linked = { $count ->
        [one] { $files } is no longer a hard link of the names that had not moved
       *[other] { $files } are no longer hard links of the names that had not moved
    }
warning-not-counted = { $count ->
        [0] an earlier run of this job was stopped; the items that it finished are not counted
       *[other] an earlier run of this job was stopped; it finished at least { $items }, which are not counted
    }
warning-nothing-removed-failures = what only '{ $path }' has was kept, because some items failed
warning-nothing-removed-limit = what only '{ $path }' has was kept: it is more than the limit allows
warning-nothing-removed-empty = what only the destination has was kept, because '{ $path }' is empty, or filters leave out all that is in it; --max-delete allows to remove it
