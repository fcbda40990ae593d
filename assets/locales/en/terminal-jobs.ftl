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
job-nothing-to-share = Nothing to share: no equal files with storage of their own
job-shared = Shared { $shared } in { $files }, { $freed } freed
job-removed = Removed { $items }
job-done = { $done } { $much }
