### Conflicts and errors that need an answer.

## Answers for many; a number follows

window-question-quick-skip = Skip all
window-question-quick-rename = Keep both
window-question-quick-merge = Merge all
window-question-quick-overwrite = Replace all

## Conditions of rules

window-question-conditions-identical = Identical
window-question-conditions-probably-same = Probably identical
window-question-conditions-different = Different
window-question-conditions-newer-and-larger = Incoming newer and larger
window-question-conditions-newer = Incoming newer
window-question-conditions-older = Incoming older
window-question-conditions-larger = Incoming larger
window-question-conditions-smaller = Incoming smaller
window-question-conditions-empty = Incoming empty
window-question-conditions-folders = Two folders
window-question-conditions-mismatch = A folder and a file
window-question-conditions-failed = Failed
window-question-conditions-otherwise = Otherwise

## Kinds of files

window-question-files-file = file
window-question-files-directory = folder
window-question-files-symlink = link
window-question-files-fifo = FIFO
window-question-files-socket = socket
window-question-files-char-device = device
window-question-files-block-device = device
window-question-files-unknown = unknown

## What a job does while questions wait

window-question-rest-copy = The rest keeps copying.
window-question-rest-move = The rest keeps moving.
window-question-rest-delete = The rest is being deleted.
window-question-rest-trash = The rest is being moved to the trash.
window-question-rest-restore = The rest is being restored.
window-question-rest-undo = The rest is being undone.
window-question-rest-verify = The rest is being compared.
window-question-rest-dedupe = The rest is being compared.
window-question-rest-extract = The rest is being extracted.
window-question-rest-pack = The archive is finished, and gets its name after your answer.

## General

window-question-undecided = Decide later
window-question-asks = Ask
window-question-empty = Nothing needs you
window-question-empty-why = Conflicts and errors are collected here while everything else continues.
window-question-empty-paused = No open questions
window-question-resume = Resume
window-question-rest-done = Everything else is done.
window-question-jobs = Which job
window-question-unlisted = Only the first { $n } of { $all } are listed. A rule for all also answers the rest.
window-question-rules = Rules
window-question-when = When
window-question-then = Answer
window-question-add-rule = Add a rule
window-question-change-rule = Move or remove
window-question-rule-before = Move before
window-question-rule-after = Move after
window-question-remove-rule = Remove
window-question-scope = Apply to
window-question-later = and later ones in this job
window-question-apply = Apply to { $shown }
window-question-table = Conflicts
window-question-mark-all = Mark all
window-question-mark = Mark { $name }

## Columns of the table

window-question-columns-name = Name
window-question-columns-incoming = Incoming
window-question-columns-existing = Existing
window-question-columns-compared = Compared
window-question-columns-answer = Answer

## More words

window-question-answer-to = Answer for { $name }
window-question-protected-item = Write-protected
window-question-to-remove = To be deleted
window-question-not-empty = not empty
window-question-details = Both sides
window-question-position = { $at } of { $n }
window-question-previous = Previous
window-question-next = Next

## Facts of both sides

window-question-just-created = This job has made the existing file from another source, and does not replace it.
window-question-facts-from = From
window-question-facts-modified = Modified
window-question-facts-size = Size
window-question-facts-content = Content
window-question-facts-owner = Owner
window-question-facts-mode = Permissions

## More words, 2

window-question-bytes = { $shown } B
window-question-differs-at = first difference at byte { $shown }
window-question-compare = Read every byte
window-question-open-both = Open both
window-question-keep-as = “Keep both” names the new file
window-question-pattern = Pattern of the new name
window-question-recoverable = Replaced files are moved to the trash. Undo or Restore brings them back.
window-question-error-list = Failed items
window-question-wait = Only these are waiting; everything else continues.
window-question-skip-errors = Skip { $shown }
window-question-change-names =
    { $count ->
        [one] Change { $shown } name
       *[other] Change { $shown } names
    }
window-question-retry-errors = Retry { $shown }
window-question-copy-errors =
    { $count ->
        [one] Copy path of { $shown } failed item
       *[other] Copy list of { $shown } failed items
    }
window-question-copy-some-errors = Copy list of { $shown } of { $all } failed items

## How two contents compare, in the column of a table

window-question-content-unknown-yet = being compared
window-question-content-every-byte = every byte read
window-question-content-in-parts = in the parts that were read
window-question-content-samples = size and samples are equal
window-question-content-differs = content differs
window-question-content-unknown = content unknown

## The badge of a conflict, and what stands below it

window-question-can-merge = can be merged
window-question-cannot-merge = cannot merge
window-question-existing-folder = Existing folder
window-question-existing-file = Existing file
window-question-existing-newer = Existing newer
window-question-same-time = Same time
window-question-size-larger = { $size } larger
window-question-size-smaller = { $size } smaller
# $size is a difference, as "3.1 MB larger".
window-question-incoming = incoming { $size }

## Numbers of items

window-question-interrupted =
    { $count ->
        [one] { $name } was interrupted with { $shown } open question. It is asked again when the job continues.
       *[other] { $name } was interrupted with { $shown } open questions. They are asked again when the job continues.
    }
window-question-taken =
    { $count ->
        [one] { $shown } item already exists
       *[other] { $shown } items already exist
    }
window-question-undecided-items =
    { $count ->
        [one] { $shown } item needs a decision
       *[other] { $shown } items need a decision
    }
# Follows how many items exist already: "3 items already exist in Pictures."
window-question-where = {" "}in { $folder }.
window-question-errors =
    { $count ->
        [one] { $shown } item failed
       *[other] { $shown } items failed
    }

## Rules, and for what an answer counts

# $condition is one of the conditions, written as inside a sentence.
window-question-rule-of = Rule for { $condition }
window-question-scope-this = This item
window-question-scope-marked = Marked
window-question-scope-this-folder = This folder
window-question-scope-folder = Folder { $folder }
window-question-scope-all = All

## A pattern as people read it: "name (n).ext"

window-question-pattern-stem = name
window-question-pattern-number = n
window-question-pattern-extension = .ext
