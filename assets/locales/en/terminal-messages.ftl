### Sentences of the status line, and mistakes that a form tells.

## What follows the queue.

after-no-job = No job of yours is running or waiting: start one first
after-command-note = It gets no keys, and its last line is shown; %f, %s, %d as in other commands
after-command = Command
after-no-command = Type a command first
after-nothing = Nothing is set to happen when your jobs finish
after-too-late = Your jobs have ended meanwhile
after-command-set = The command runs when your jobs have completed
after-suspend-set = Suspends when your jobs have completed and no others run
after-quit-set = fcp-tui quits when your jobs have completed
after-stopped = Cancelled: nothing happens when your jobs finish
after-dropped = A job did not complete, so fcp-tui will not { $action }

## Archives.

archive-none = Put the cursor on an archive, or mark archives
extract-no-archive = { $count ->
        [one] It is not an archive of a known format
       *[other] None of the items is an archive of a known format
    }
pack-nothing = Put the cursor on an item, or mark items
archive-no-search = An archive cannot be searched; { $key } extracts it
archive-not-inside = This is not possible in an archive; { $key } extracts the marked items
archive-read-only = Archives are read-only; { $key } extracts the marked items
archive-no-target = Archives are read-only; type another folder
archive-nested = An archive in an archive cannot be entered; { $key } extracts it
archive-partial = { $error }; the list may not be complete
archive-unsafe =
    { $count ->
        [one] 1 entry is not shown: its name leads out of the archive
       *[other] { $shown } entries are not shown: their names lead out of the archive
    }
far-refused = Not available on another machine; { $key } copies to and from it
far-folder = { $key } opens a folder on another machine; only files can be shown

## Renaming.

rename-nothing = There is nothing to rename
rename-folders = The items are in different folders; rename one folder at a time
rename-wrong = Nothing was renamed: correct the marked names first
rename-same = No name would change
rename-lines = { $lines } for { $items }: no name was changed

## What an action needs.

nothing-selected = No item is marked, and the cursor is on ..
copied-checksums = Copied the checksums to the clipboard
nothing-to-move = Nothing to move: the items are in this folder already
folder-replaced = This folder was replaced since it was listed
archive-replaced = This archive was replaced since it was listed
start-nowhere = The folder where fcp-tui was started no longer exists
folder-gone = This folder no longer exists: { $key } goes up
folder-left = { $name } no longer exists; this is the folder above it
marks-dropped = Unmarked; { $key } brings the marks back
marks-gone = None of the marked items exists any more
marks-left-out = { $count ->
        [one] { $shown } marked item is left out: missing, or in a marked folder
       *[other] { $shown } marked items are left out: missing, or in a marked folder
    }
kept-to-move = { $items } to move: go to the folder and paste
kept-to-copy = { $items } to copy: go to the folder and paste
nothing-to-paste = Nothing to paste
copied-names = { $count ->
        [one] Copied { $shown } name to the clipboard
       *[other] Copied { $shown } names to the clipboard
    }
copied-paths = { $count ->
        [one] Copied { $shown } path to the clipboard
       *[other] Copied { $shown } paths to the clipboard
    }
nothing-to-undo = Nothing to undo
nothing-to-redo = Nothing to redo
list-empty = { $title }: none yet
list-go = Go there
sort-title = Sort
columns-choose = Choose a column; a chooses automatically
commands-none = Write your own commands into config.toml as [[command]]
commands-title = Commands

## Folders that are compared.

step-doubted = The saved state of these folders cannot be used: { $why }
step-forget = Delete the saved state of these folders? Then each item that only one side has counts as new there.
step-forgotten = These folders are not kept in step any more
step-changed = The folders have changed since the comparison; nothing was started
step-choices-forgotten = Your choices for single rows were reset
step-running = The folders are still being compared; Esc stops that
step-not-all = Not all was compared; r compares again
step-nothing = There is nothing to copy or remove
step-left-empty = The left side has nothing to copy here
step-right-empty = The right side has nothing to copy here
step-on-both = Only items that exist on one side can be removed
step-left-alone = This row is left alone
step-no-lines = Only a row with a file on both sides has lines to compare
step-kept = Both folders are kept in step from now on
mounts-free = { $free } of { $total } free
mounts-title = Disks
diff-archive = Files in archives cannot be compared; extract them first
diff-mark-two = Mark two files, or one in each panel
diff-same-file = Both panels show this file; mark two files, or go to another folder
diff-files-only = Only two files can be compared this way
diff-running = The files are still being compared
diff-first = This is the first difference
diff-last = This is the last difference

## The search below a folder.

find-pattern-note = Part of a name, or a pattern with * and ?; with a / it is a path
find-contains-note = Text in the files; leave empty to search by the other fields only
find-pattern = Pattern
find-contains = Contains
find-size-note = Files only: 500k, 20M, 1G; empty for any size
find-at-least = At least
find-at-most = At most
find-changed = Changed
find-changed-note = Within 2h, 3d, 1w or 1 month; empty for any time
find-no-size = { $text } is not a size; write 500k, 20M or 1G
find-folders = Folders contain no text; choose files or any
find-nothing = Type a pattern, a text, a size or a time first
find-no-time = { $text } is not a time; write 2h, 3d, 1w or 1 month

## Forms for links and owners.

form-more = { $shown } more
owner-same = Type another user or group first
link-no-name = Type a folder or a name first
link-in = In
link-in-note = A folder; the links get the names of the items
link-name = Link
link-name-note = A name; end it with / for a folder
owner-note = A name or a number; empty leaves it as it is
owner-user = User
owner-group = Group

## Jobs.

jobs-nothing-open = Nothing needs you
jobs-none-running = No job is running
jobs-none = There is no job
jobs-finished = This job has finished
jobs-already-running = This job is already running; pause it to let others go first
jobs-all-at-once = All jobs run at once
jobs-one-by-one = One job runs after the other
jobs-one-per-disk = One job runs on each disk; small jobs need not wait
jobs-no-queue = There is no queue: every job starts at once
jobs-need-queue = Not possible without a queue
elevate-root = You are root: Retry has the same rights
jobs-still-running = This job is still running; cancel it first
elevate-nothing-failed = Nothing failed in this job
elevate-not-this = Only copies, moves and permanent deletes can be retried as administrator
elevate-all = The whole job will run again as root.
elevate-some = { $items } failed, and will be retried as root.
undo-needs-queue = Not possible without a queue: nothing recorded what the job did
undo-running = This job is being undone
copied-command = Copied the command line to the clipboard
no-command = No command line does the same: { $why }
copied-report-paths = Copied the paths to the clipboard
requests-cancelled = { $count ->
        [one] Cancelled { $shown } job before the queue had them
       *[other] Cancelled { $shown } jobs before the queue had them
    }

## Letters and bookmarks. $folder is a path.

letters-none = No folder has a letter yet
letter-moved = Letter { $letter } now leads to { $folder } (before: { $before })
letter-given = The letter { $letter } leads to { $folder }
letter-unknown = No folder has the letter { $letter }
recent-title = Recent folders
bookmarks-title = Bookmarks
bookmark-added = Added the bookmark { $folder }
bookmark-removed = Removed the bookmark { $folder }
tab-only = This is the only tab

## Mistakes in what was typed.

line-empty = Type something first
line-marked = { $shown } marked
line-unmarked = { $shown } unmarked
line-dots = . and .. are folders already; type another name
line-slash = Names cannot contain /; use Move to change the folder
line-itself = That is the file itself: type another name
line-archive = The name must end in .zip, .tar, .tar.gz, .tar.xz or .tar.zst
line-program = Type a program first
mode-nothing = Toggle a bit, or type permissions first
mode-wrong = { $text } is not a mode; write 644 or u+x,go-w
mode-same = Nothing would change
sizes-none = There are no folders to count

## Marks.

marks-none = Nothing is marked
marks-none-here = Nothing is marked in this panel; the other one has marks
marks-copy = Copy
marks-move = Move
marks-trash = Move to trash
marks-delete = Delete permanently
marks-yank = Copy to clipboard
marks-cut = Cut to clipboard
marks-unmark = Unmark all
marks-to-other = To the other panel; asks first
marks-asks = Asks first
marks-to-paste = To be pasted with fcp-tui
marks-in-all = In all folders
marks-title = Marks of all folders
marks-do = Do it
compared-same = Both folders have the same names, sizes and times
compared-differ = { $count ->
        [one] { $shown } item differs by name, size or time, and is marked
       *[other] { $shown } items differ by name, size or time, and are marked
    }

## The program that opens a file.

open-default-terminal = default, in the terminal
open-default = default
open-terminal = in the terminal
open-this-type = This type
open-others = Others
open-command = A command…
open-command-note = Type the program yourself
open-command-words = command program type
open-title = Open with
open-verb = Open
not-available = This is not available yet
set-in-file = This is set in { $file }; “fcp-tui --check-config” checks it

## Copies and moves, the trash, the viewer.

transfer-checking = Checking the destination; Esc cancels
transfer-no-folder = Type a folder first
transfer-itself = { $name } would replace itself; type another folder or name
transfer-no-room = This does not fit: F2 queues it paused, F4 starts it anyway
trash-empty = The trash is empty
viewer-last = This is the last file of the panel
viewer-first = This is the first file of the panel
viewing-left = Left side; the right one follows when you close it
viewing-right = Close it to go back to the comparison
viewing-incoming = Incoming; the existing one follows when you close it
viewing-existing = Close it to go back to the question
