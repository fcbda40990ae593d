### Pages: the trash, two folders, two files, checksums, new names.

## The trash.

trash-title = Trash
trash-asks-delete = Delete { $items } permanently?
trash-asks-empty = Empty the trash, deleting { $items } permanently?

## Two folders.

compare-title = Compare
compare-by-content = by content
compare-by-time = by size and time
# $shown is how many items were compared.
compare-running-content = comparing by content: { $shown }
compare-running-time = comparing by size and time: { $shown }
compare-stopped = stopped after { $shown }
compare-failed = failed
compare-nothing-so-far = Nothing differs so far
compare-all-hidden = All rows are hidden; 1 to 7 show them
compare-nothing-stopped = Nothing differed until the comparison was stopped
compare-same-files = { $count ->
    [one] Both folders have the same contents: { $shown } file is in both
   *[other] Both folders have the same contents: { $shown } files are in both
}
compare-same-sizes = { $count ->
    [one] Sizes and times are the same: { $shown } file is in both; c compares contents
   *[other] Sizes and times are the same: { $shown } files are in both; c compares contents
}
verdict-left-only = left only
verdict-right-only = right only
verdict-left-newer = left newer
verdict-right-newer = right newer
verdict-different = different
verdict-other-type = other type
verdict-failed = failed
verdict-same = same
# In place of the size of a link; six columns.
compare-link = link
compare-copy-right = copy →
compare-copy-left = ← copy
compare-trash = trash
compare-trash-right = trash right
compare-trash-left = trash left
compare-decide = undecided
compare-update-right = Update the right
compare-update-left = Update the left
compare-update-both = Update both
compare-in-step = Keep both in step
compare-mirror-right = Mirror to the right
compare-mirror-left = Mirror to the left
compare-looking-again = Comparing once more
compare-replaced = Replaced items are moved to the trash
# $change is what happened since the folders were in step.
compare-since = This was { $change }

## What a job does with two folders: parts of a sentence that begins with a capital letter.

# $amount is as "3 files".
compare-trashed = move { $amount } to the trash
# $copies is one of the next, or several with commas.
compare-copies = copy { $copies }
compare-copied = { $amount } ({ $size }) to { $folder }
compare-left-undecided = { $count ->
    [one] leave { $shown } row undecided
   *[other] leave { $shown } rows undecided
}
# Where both folders have one name.
compare-the-left = the left
compare-the-right = the right

## Two files.

diff-comparing = Comparing…
diff-same = Both files have the same content, { $size }
diff-spaces-alone = The files differ by spaces, tabs or a last line break alone
diff-place = { $count ->
    [one] { $place } of { $shown } difference
   *[other] { $place } of { $shown } differences
}
diff-spaces-ignored = spaces ignored
diff-rough = approximate: the files differ too much
diff-for-their-size = Compared byte by byte because the files are large.
diff-left-ends = The left file ends after { $shown } bytes
diff-right-ends = The right file ends after { $shown } bytes
diff-first-byte = The first difference is at offset { $shown } ({ $hex })
diff-no-line-break = no line break

## Checksums.

checksums-title = Checksums
checksums-reading = Reading
checksums-stopped = Stopped
checksums-compare-with = Compare with
checksum-not-understood = Not a checksum
checksum-is-other = This is { $algorithm }
checksum-not-yet = Not found so far
checksum-equal = Equal
checksum-different = Different

## A plan whose parts processes on many machines run.

divided-title = Plan
divided-reading = Reading the plan…
divided-silent = The folder of the plan has not answered for { $time }
divided-silent-since = The folder has not answered for { $time }; these numbers are old
# The states follow, divided by commas.
divided-parts = Parts:
divided-waiting = { $shown } waiting
divided-running = { $shown } running
divided-done = { $shown } done
divided-failed = { $shown } with failures
divided-missing = { $shown } missing
divided-retry = { $items } failed; 'fcp plan retry' runs their parts again
divided-unreadable = { $items } could not be read when the plan was made, and belong to no part
divided-part-missing = Part { $part } is missing: the plan is incomplete
divided-idle = No process is running; start one with 'fcp part FOLDER --all'
divided-finish = All parts have ended; the last step is fcp plan finish
divided-is-finished = The plan is finished
divided-failures = Latest failures
column-part = Part
column-machine = Machine
column-attempt = Attempt
column-state = State

## New names for many items.

rename-items = Rename { $items }
bulk-find = Find
bulk-find-note = Empty matches the whole name
bulk-new-text = New text
bulk-match = Match
bulk-match-plain-text = plain text
bulk-match-plain-text-note = Each occurrence is replaced.
bulk-match-a-regex = a regex
bulk-match-a-regex-note = Regular expression; $1 and ${"{"}name{"}"} in the new text are its groups.
bulk-case = Case
bulk-case-ignored = ignored
bulk-case-ignored-note = Upper and lower case match each other.
bulk-case-exact = exact
bulk-case-exact-note = Upper and lower case differ.
bulk-extension = Extension
bulk-extension-kept = kept
bulk-extension-kept-note = The rule applies to the part before the dot.
bulk-extension-changes-too = changes too
bulk-extension-changes-too-note = The rule applies to the whole name.
bulk-letters = Letters
bulk-letters-unchanged = unchanged
bulk-letters-unchanged-note = Upper and lower case stay as they are.
bulk-letters-lower-case = lower case
bulk-letters-lower-case-note = All small letters.
bulk-letters-upper-case = UPPER CASE
bulk-letters-upper-case-note = All capitals.
bulk-letters-title-case = Title Case
bulk-letters-title-case-note = A capital at the start of each word.
bulk-edited = Names as they were edited

## Properties.

properties-title = Properties of { $items }
properties-looking = Reading
properties-on-disk = On disk
properties-contents = Contents
properties-so-far = { $amount }, still counting
properties-unread = { $items } could not be read
properties-modified = Modified
properties-metadata = Metadata changed
properties-created = Created
properties-filesystem = Filesystem
properties-attributes = Attributes
properties-more = { $shown } more
