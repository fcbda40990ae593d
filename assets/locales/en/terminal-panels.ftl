### The two panels, the lines below them, and what stands beside them.

## Numbers with their nouns. $count chooses the form, $shown is the number as it is written.

count-empty-folders = { $count ->
    [one] { $shown } empty folder
   *[other] { $shown } empty folders
}
count-marked-items = { $count ->
    [one] { $shown } marked item
   *[other] { $shown } marked items
}
count-problems = { $count ->
    [one] { $shown } problem
   *[other] { $shown } problems
}
count-differences = { $count ->
    [one] { $shown } difference
   *[other] { $shown } differences
}
count-questions = { $count ->
    [one] { $shown } question
   *[other] { $shown } questions
}
count-bytes = { $count ->
    [one] { $shown } byte
   *[other] { $shown } bytes
}
count-marked = { $shown } marked
count-failed = { $shown } failed
count-unanswered = { $shown } unanswered
count-skipped = { $shown } skipped
count-paused = { $shown } paused
count-with-failures = { $shown } with failures
# Numbers, or sizes.
some-of-all = { $some } of { $all }
# How many more lines there are, and the key that shows them.
more-below = { $shown } more, { $key }

## A panel.

panel-free = { $size } free
panel-not-live = no live updates
panel-not-live-short = not live
# The title of a list of found items: $what was searched for.
panel-found-in = { $what } in { $folder }
panel-search = Search
panel-filter = Filter
panel-cannot-open = Cannot open this folder
panel-cannot-open-archive = Cannot open this archive
panel-cannot-list = Cannot list this folder
# $step is an English verb, as "stat".
panel-cannot = Cannot { $step } this folder
panel-looking = Looking…
panel-nothing-found = Nothing found
panel-nothing-matches = Nothing matches the filter
panel-only-hidden = Only hidden names
panel-empty = Empty

# On a screen of less than 30 columns.
screen-too-small = Too small

## Heads of columns.

column-name = Name
# Where the list is sorted by the extension, which has no column of its own.
column-name-by-extension = Name  extension
column-line = Line
column-folder = Folder
column-path = Path
column-kind = Kind
column-action = Action
column-reason = Reason
column-deleted = Deleted
column-checksum = Checksum
column-new-name = New name
column-items = Items
column-answer = Answer
# The file that a job brings, and the one that is at the destination.
column-incoming = Incoming
column-existing = Existing
column-content = Content

## Types of entries.

kind-file = file
kind-folder = folder
kind-symlink = symlink
kind-fifo = FIFO
kind-socket = socket
kind-character-device = character device
kind-block-device = block device
kind-unknown = unknown type

## The line below the panels.

status-range = Range: moving marks
status-still-reading = still reading
# Bytes that are known, and what has no size yet, as "0 B and 1 folder".
status-size-and = { $size } and { $rest }
status-fits = fits in { $free }
status-does-not-fit = more than { $free }
# $items is as "3 items in 2 folders".
status-marked = { $items } marked
items-in-folders = { $count ->
    [one] { $items } in { $shown } folder
   *[other] { $items } in { $shown } folders
}
drag-copy = Copy { $items } to { $folder }
drag-move = Move { $items } to { $folder }
drag-drop = { $items }: drop on the other panel or on a folder
drag-shift = Shift moves
# While the program ends. $key quits at once.
leaving-to-background = Leaving the jobs to the background; { $key } quits at once
leaving-pausing = Pausing the jobs; { $key } quits at once
leaving-cancelling = Cancelling the jobs; { $key } quits at once
leaving-changing = A change has not finished; { $key } quits at once

## Details of an entry, beside the panels. Labels have twelve columns at most.

details-title = Details
details-permissions = Permissions
details-hard-links = Hard links
details-points-to = Points to
details-folders = Folders
details-files = Files
details-items = Items
details-marked = Marked
details-free = Free
details-in-files = { $size } in files

## The bar of menus.

menu-left = Left
menu-file = File
menu-command = Command
menu-options = Options
menu-right = Right
menu-also = also: { $words }

