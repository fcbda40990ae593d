### Why the program of the window did not do what it was asked for.

## What the program cannot do now, as it says instead

desktop-archive-name = Type a name for the archive
desktop-no-item = No item selected
desktop-clipboard-empty = The clipboard holds no files
desktop-clipboard-elsewhere = The items in the clipboard are not on this computer
desktop-archive-not-inside = This is not possible in an archive; copy the item out of it first
desktop-archive-read-only = Archives are read-only; copy items out of them
desktop-far = Not available on another machine; copy the items here first
desktop-far-between = One end of a copy or move must be this machine; show one of its folders in one panel
desktop-far-picture = Pictures of another machine are not shown; copy the file here first
# Follows why there is no connection, in brackets.
desktop-connecting-stopped = you stopped waiting for it
desktop-being-undone = This job is being undone
desktop-unknown-preference = Unknown preference
desktop-into-trash = Only a deletion puts items into the trash; choose another folder
desktop-restore-first = Restore items from the trash first
desktop-queue-opening = The queue is still being opened
desktop-clipboard-refused = The clipboard did not accept the files
desktop-clipboard-silent = The program that owns the clipboard does not answer
desktop-destination-changed = The destination has changed. Check the plan again
desktop-quitting = fcp is about to quit
desktop-choose-folder-first = Choose a folder first
desktop-disk-silent = The disk does not answer
desktop-not-on-macos = fcp cannot do this on macOS yet
desktop-kept-already = These folders are already kept in step
desktop-start-first = Press Start once before the folders can be kept in step
desktop-archive-no-links = Archives are read-only; links cannot lead into them
desktop-type-name = Type a name first
desktop-name-slash = Names can't contain “/”; use Move to change folders
desktop-trash-empty = The trash is empty
desktop-trash-names = Items in the trash keep their names until they are restored
desktop-different-folders = The items are in different folders; rename one folder at a time
desktop-find-folder-text = Folders contain no text; find files instead
desktop-find-nothing = Type a pattern, a text, a size or a time first
desktop-no-folder = No folder selected
desktop-only-tab = This is the only tab
desktop-folders-opening = The folders are still being read
desktop-no-bookmarks = Bookmarks cannot be saved: there is no configuration folder
desktop-restore-then-open = Restore it first, then open it
desktop-no-directory = This is not a folder
desktop-no-queue = There is no queue
desktop-eject-busy = The disk is still being written to; eject it again later
desktop-eject-no-program = No program that ejects disks is installed
desktop-select-one = Select one file
desktop-comparison-starting = The job of another comparison is about to start
desktop-comparison-partial = The comparison is incomplete. Compare again
desktop-comparison-hidden = Some rows were hidden; look at all of them first
desktop-comparison-nothing = There is nothing to copy or remove
desktop-comparison-changed = The plan has changed; look at it again
desktop-comparison-row = This action is not possible for this row
desktop-comparison-outdated = The folders have changed since the comparison; nothing was started
desktop-queue-closed = The queue is not open
desktop-name-empty-slash = Names can't be empty or contain “/”
desktop-viewer-go = Type a line number, a percentage (50%) or a byte offset (0x1F00)
desktop-viewer-extract = Extract the item to view it
desktop-quit-lost = The jobs cannot be stored and would be lost; cancel them to quit
desktop-rehearsal-verbs = Only copies and moves have a dry run
desktop-administrator-folder = Create the folder as administrator first
desktop-diff-mark = Mark two files, or one in each panel
desktop-diff-row = Only a row with a file on both sides has lines to compare
desktop-diff-same = Both panels show this file; mark two files, or go to another folder
desktop-diff-archive = Files in archives cannot be compared; extract them first
desktop-diff-files = Only two files can be compared this way
desktop-root = You are already root; use Retry
desktop-administrator-busy = Another request is already running as administrator
# $why is what a program said, or one of the reasons of the administrator.
desktop-administrator-failed = The process of the administrator failed: { $why }
desktop-administrator-not-started = pkexec did not start the program: { $why }. Nothing was changed.
desktop-administrator-silent = it stopped early without a message
desktop-no-home-folder = There is no home folder

## The same with names and numbers; what stands after a colon is the reason

desktop-no-mode = '{ $mode }' is not a valid mode
desktop-rename-refused = Nothing was renamed: '{ $old }' cannot become '{ $new }': { $why }
desktop-rename-stranded = '{ $old }' was renamed to '{ $now }', but then: { $error }
desktop-opened-at-most = At most { $shown } files are opened at once
desktop-keep-unstored = The state of the two folders could not be saved: { $error }
desktop-quit-no-background = the jobs cannot run in the background: { $why }
desktop-preferences-damaged = '{ $file }' is damaged, so the defaults are used, and it is kept as { $kept }: { $why }
desktop-preferences-unreadable = '{ $file }' cannot be read, so the defaults are used: { $why }
desktop-config-unreadable = { $file } cannot be read: { $error }
desktop-keymap-unknown = no keymap is called '{ $name }'
desktop-keymap-unreadable = keymap '{ $name }' cannot be read: { $error }
desktop-jobs-not-kept = jobs will not be kept after you quit: { $why }
desktop-correct-first = Correct { $file } first: { $why }

## Reasons, to follow a colon

desktop-gone = this item no longer exists
desktop-no-home = there is no home directory
desktop-no-queue-place = there is no folder in which the queue could be stored
desktop-command-folder = This folder cannot be entered by a program
