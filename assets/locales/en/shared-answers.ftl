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
