### The report of a finished job.

## Why items were skipped, to follow a colon

window-report-skipped-policy = existing file kept, as you chose
window-report-skipped-not-newer = existing file is not older
window-report-skipped-same = identical
window-report-skipped-filtered = excluded by a filter
window-report-skipped-unanswered = not answered
window-report-skipped-cancelled = the job was cancelled
window-report-skipped-duplicate = named more than once
window-report-skipped-missing = did not exist
window-report-skipped-not-empty = some of its items were kept
window-report-skipped-special = a socket, FIFO or device, which is not extracted, or which the archive cannot hold

## Warnings, to follow a colon

window-report-warnings-duplicate-source = named more than once
window-report-warnings-metadata = not all of the metadata was kept
window-report-warnings-not-flushed = not all of the data may be on the disk
window-report-warnings-source-changed = the source changed while it was read
window-report-warnings-not-shared = copied and not shared: the other copy may be damaged
window-report-warnings-put-off = postponed, something it needs is missing
window-report-warnings-not-snapshot = its items were copied, since no snapshot could be taken
window-report-warnings-not-journaled = progress could not be stored
window-report-warnings-queue-set-aside = the queue could not be read and was set aside
window-report-warnings-not-recorded = cannot be undone, it was not recorded
window-report-warnings-part-kept = ended early; what arrived is kept
window-report-warnings-no-manifest = no list of checksums was written
window-report-warnings-partial-manifest = the list of checksums has only the copies that were verified
window-report-warnings-not-trashed = deleted permanently, since it could not be moved to the trash
window-report-warnings-interrupted = the job was killed, and its last changes may not have been recorded
window-report-warnings-not-linked = no longer hard links of the names that had not moved
window-report-warnings-not-counted = the items that an earlier run of the job finished are not counted
window-report-warnings-nothing-removed = what only the destination has was kept, because an item failed or the limit was exceeded

## General

window-report-back = Back to the history
window-report-loading = Loading the report
window-report-show = Show
window-report-filter = Filter by name
window-report-retry = Retry { $shown } failed

## Numbers; each stands above its word

window-report-stats-label = Summary
window-report-stats-took = in { $duration }
window-report-stats-reflinked = reflinked
window-report-stats-kernel = kernel
window-report-stats-streamed = read and written
window-report-stats-saved = space saved
window-report-stats-failed = failed
window-report-stats-skipped = skipped
window-report-stats-items = items

## More words

window-report-groups = Failed, warned about, skipped and finished
window-report-more = { $shown } in total; only the first are shown
window-report-clean = Nothing failed or was skipped.
window-report-rate = Rate
window-report-rates = average { $mean }, peak { $peak }
window-report-last-minute = last minute
window-report-how = Copy methods
window-report-reflinked = reflinked, no space used
window-report-kernel = copied in the kernel
window-report-streamed = read and written

## What happened. $verb is what the job did; $amount is how much, as "3 of 16 items".

window-report-title-completed =
    { $verb ->
        [copy] Copied { $items }
        [link] Linked { $items }
        [move] Moved { $items }
        [delete] Deleted { $items }
        [trash] Moved { $items } to the trash
        [restore] Restored { $items }
        [undo] Undid { $items }
        [verify] Verified { $items }
        [dedupe] Shared the storage of { $items }
        [extract] Extracted { $items }
       *[pack] Packed { $items }
    }
# These follow, after a comma.
window-report-title-skipped = { $shown } skipped
window-report-title-skipped-also = skipped { $shown }
window-report-title-rest =
    { $verb ->
        [copy] the rest was copied
        [link] the rest was linked
        [move] the rest was moved
        [delete] the rest was deleted
        [trash] the rest was moved to the trash
        [restore] the rest was restored
        [undo] the rest was undone
        [verify] the rest was verified
        [dedupe] the storage of the rest was shared
        [extract] the rest was extracted
       *[pack] the rest was packed
    }
# $failed of all items; $count and $shown are the number of all.
window-report-title-errors =
    { $count ->
        [one] { $failed } of { $shown } item failed
       *[other] { $failed } of { $shown } items failed
    }
window-report-title-cancelled = Cancelled after { $amount }
window-report-title-failed = Failed after { $amount }
window-report-finished-at = finished { $time }
window-report-on-disk = on disk
window-report-verified = verified
window-report-not-verified = not verified

## Groups of items with one reason

window-report-group-failed = { $shown } failed: { $why }
window-report-group-skipped = { $shown } skipped: { $why }
window-report-group-finished = { $items } finished
window-report-group-warning =
    { $count ->
        [one] { $shown } warning: { $what }
       *[other] { $shown } warnings: { $what }
    }
