### Answers to questions: names, and what follows from them.

## Names and consequences. "Incoming" is what the job brings, "existing" what it finds at the destination.

answer-skip = Skip
answer-skip-does = leave the existing one alone
answer-skip-failed-does = count it as failed and continue
answer-keep = Keep
answer-keep-does = keep it where it is
answer-keep-all-does = keep it, and everything in it
answer-replace = Replace
answer-replace-does = replace the existing one
answer-for-good = Replace for good
answer-for-good-does = the existing file is not kept in the trash
answer-keep-both = Keep both
answer-keep-both-does = the incoming one gets a number
answer-rename-existing = Rename existing
answer-rename-existing-does = keep both: the existing one gets a number
answer-newer = If newer
answer-newer-does = replace it if the incoming one is newer
answer-larger = If larger
answer-larger-does = replace it if the incoming one is larger
answer-differs = If different
answer-differs-does = replace it if size or time differ
answer-content = If content differs
answer-content-does = replace it if bytes differ
answer-older = If older
answer-older-does = replace it if the incoming one is older
answer-smaller = If smaller
answer-smaller-does = replace it if the incoming one is smaller
answer-merge = Merge
answer-merge-does = add to the existing folder
answer-retry = Retry
answer-retry-does = try it again
answer-change-name = Change name
answer-change-name-does = replace the refused characters
answer-cancel = Cancel job
answer-cancel-does = end the job; finished items are kept
answer-descend = Open folder
answer-descend-does = ask about what is in it
answer-trash = Trash
answer-trash-does = move it to the trash
answer-delete = Delete
answer-delete-does = delete it permanently

## Names of at most eleven columns, for tables.

answer-replace-short = Replace
answer-for-good-short = For good
answer-skip-short = Skip
answer-keep-both-short = Keep both
answer-rename-existing-short = Rename old
answer-newer-short = If newer
answer-older-short = If older
answer-larger-short = If larger
answer-smaller-short = If smaller
answer-differs-short = If differs
answer-content-short = By content
answer-merge-short = Merge
answer-delete-short = Delete
answer-retry-short = Retry
answer-change-name-short = Change name
answer-cancel-short = Cancel job

## Whole names, as on the buttons of the window; the ends of the ids are the names of the wire.

answer-of-skip = Skip
answer-of-overwrite = Replace
answer-of-overwrite-for-good = Replace for good
answer-of-rename = Keep both
answer-of-rename-existing = Keep both, rename old
answer-of-newer = Replace if newer
answer-of-older = Replace if older
answer-of-larger = Replace if larger
answer-of-smaller = Replace if smaller
answer-of-different-meta = Replace if size or time differ
answer-of-different-content = Replace if content differs
answer-of-merge = Merge
answer-of-remove = Delete
answer-of-retry = Retry
answer-of-portable-name = Change name
answer-of-abort = Cancel job

## What "replace if newer" and the like mean for these two files.

outcome-same-time = same time: skipped
outcome-same-size = same size: skipped
outcome-same-size-and-time = same size and time: skipped
outcome-newer-replaced = incoming is newer: replaced
outcome-newer-skipped = incoming is newer: skipped
outcome-older-replaced = incoming is older: replaced
outcome-older-skipped = incoming is older: skipped
outcome-larger-replaced = incoming is larger: replaced
outcome-larger-skipped = incoming is larger: skipped
outcome-smaller-replaced = incoming is smaller: replaced
outcome-smaller-skipped = incoming is smaller: skipped
outcome-differs = size or time differs: replaced
outcome-sizes-differ = the sizes differ: replaced
outcome-compared-first = all bytes are compared first
