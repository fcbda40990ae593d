### The palette and the list of keys.

## General

window-palette-label = Find or run
window-palette-placeholder = An action, a place or a folder
window-palette-places-only = A place or a folder
window-palette-go = Go to
window-palette-nothing = Nothing matches
window-palette-choose = choose
window-palette-run = run
window-palette-close = Close (Esc)
window-palette-keys = Keys
window-palette-find-keys = Find a key or an action
window-palette-in-panels = In the panels
window-palette-in-jobs = On a job
window-palette-mistakes = Errors in config.toml

## Groups of actions

window-palette-groups-browse = Navigation
window-palette-groups-files = Files
window-palette-groups-jobs = Jobs
window-palette-groups-program = Window

## What actions and keys do

window-palette-actions-up = One row up
window-palette-actions-down = One row down
window-palette-actions-left = One tile to the left
window-palette-actions-right = One tile to the right
window-palette-actions-page-up = One page up
window-palette-actions-page-down = One page down
window-palette-actions-half-page-up = Half a page up
window-palette-actions-half-page-down = Half a page down
window-palette-actions-first = First row
window-palette-actions-last = Last row
window-palette-actions-switch-panel = Other panel
window-palette-actions-escape = Cancel a search, a filter or a selection
window-palette-actions-open = Open
window-palette-actions-enter = Enter the folder
window-palette-actions-parent = Go up
window-palette-actions-back = Go back
window-palette-actions-forward = Go forward
window-palette-actions-home = Go to the home folder
window-palette-actions-root = Go to the root folder
window-palette-actions-go-to = Go to a path…
window-palette-actions-connect = Connect to another machine…
window-palette-actions-trashed = Open the trash
window-palette-actions-bookmark-add = Add or remove bookmark
window-palette-actions-bookmarks = Choose a place…
window-palette-actions-mounts = Choose a disk…
window-palette-actions-find = Find files, or text in files…
window-palette-actions-tab-new = New tab
window-palette-actions-tab-close = Close the tab
window-palette-actions-tab-next = Next tab
window-palette-actions-tab-previous = Previous tab
window-palette-actions-tab-1 = First tab
window-palette-actions-tab-2 = Second tab
window-palette-actions-tab-3 = Third tab
window-palette-actions-tab-4 = Fourth tab
window-palette-actions-tab-5 = Fifth tab
window-palette-actions-tab-6 = Sixth tab
window-palette-actions-tab-7 = Seventh tab
window-palette-actions-tab-8 = Eighth tab
window-palette-actions-tab-9 = Ninth tab
window-palette-actions-open-tab = Open in a new tab
window-palette-actions-open-other = Open in the other panel
window-palette-actions-swap-panels = Swap the panels
window-palette-actions-equal-panels = Show this folder in the other panel
window-palette-actions-compare-panels = Mark differences between the panels
window-palette-actions-compare-folders = Compare and synchronize folders…
window-palette-actions-compare-files = Compare files side by side
window-palette-actions-hidden = Show hidden files
window-palette-actions-sort-name = Sort by name
window-palette-actions-sort-size = Sort by size
window-palette-actions-sort-time = Sort by date
window-palette-actions-sort-extension = Sort by extension
window-palette-actions-sort-reverse = Reverse order
window-palette-actions-filter = Filter by name
window-palette-actions-search = Search in this folder
window-palette-actions-search-next = Next match
window-palette-actions-search-previous = Previous match
window-palette-actions-reload = Refresh
window-palette-actions-one-panel = One or two panels
window-palette-actions-preview = Preview
window-palette-actions-view = View the content
window-palette-actions-view-hex = View as bytes
window-palette-actions-directory-sizes = Calculate folder sizes
window-palette-actions-mark = Mark and move down
window-palette-actions-mark-up = Mark and move up
window-palette-actions-mark-here = Mark or unmark
window-palette-actions-mark-range = Start or end a range of marks
window-palette-actions-mark-all = Mark all
window-palette-actions-mark-files = Mark all files, no folders
window-palette-actions-mark-none = Unmark all
window-palette-actions-mark-invert = Invert marks
window-palette-actions-mark-extension = Mark all with this extension
window-palette-actions-mark-glob = Mark by name…
window-palette-actions-unmark-glob = Unmark by name…
window-palette-actions-copy = Copy to the other panel…
window-palette-actions-move = Move to the other panel…
window-palette-actions-copy-here = Copy here under another name…
window-palette-actions-duplicate = Duplicate
window-palette-actions-yank = Copy to the clipboard
window-palette-actions-cut = Cut
window-palette-actions-paste = Paste here…
window-palette-actions-rename = Rename
window-palette-actions-bulk-rename = Rename marked items…
window-palette-actions-make-directory = New folder…
window-palette-actions-make-file = New file…
window-palette-actions-symlink = Make symlinks in the other panel…
window-palette-actions-hard-link = Make hard links in the other panel…
window-palette-actions-trash = Move to Trash…
window-palette-actions-delete = Delete permanently…
window-palette-actions-restore = Restore from the trash
window-palette-actions-empty-trash = Empty trash…
window-palette-actions-verify = Verify the copies in the other panel
window-palette-actions-share-storage = Share storage of equal files…
window-palette-actions-extract = Extract archives to…
window-palette-actions-extract-here = Extract archives here
window-palette-actions-pack = Pack into an archive…
window-palette-actions-properties = Properties
window-palette-actions-checksums = Checksum…
window-palette-actions-mode = Change permissions…
window-palette-actions-owner = Change owner…
window-palette-actions-edit = Open with the default program
window-palette-actions-open-with = Open with another program…
window-palette-actions-copy-path = Copy the path as text
window-palette-actions-copy-name = Copy the name as text
window-palette-actions-undo = Undo
window-palette-actions-redo = Redo
window-palette-actions-jobs = Show or hide the jobs
window-palette-actions-drawer = Show or hide the jobs
window-palette-actions-answer = Show what needs you
window-palette-actions-questions = Show what needs you
window-palette-actions-finished = Show the history
window-palette-actions-pause-all = Pause or resume all jobs
window-palette-actions-limit-all = Speed limit of all jobs…
window-palette-actions-queue-mode = Run jobs per disk, all at once or one by one
window-palette-actions-clear = Clear finished jobs from the list
window-palette-actions-pause = Pause or resume the job
window-palette-actions-pause-lane = Pause or resume all jobs of this disk
window-palette-actions-cancel = Cancel the job…
window-palette-actions-job-up = Move the job up
window-palette-actions-job-down = Move the job down
window-palette-actions-job-first = Move the job to the front of the queue
window-palette-actions-job-start = Start the job now
window-palette-actions-job-limit = Speed limit of the job…
window-palette-actions-retry = Retry failed items
window-palette-actions-retry-administrator = Retry failed items as administrator
window-palette-actions-repeat = Run the job again
window-palette-actions-undo-job = Undo the job…
window-palette-actions-copy-command = Copy the job as a command line
window-palette-actions-help = Keys
window-palette-actions-change-keys = Change keys…
window-palette-actions-palette = Find or run…
window-palette-actions-menu = Find or run…
window-palette-actions-quit = Quit
window-palette-actions-quit-here = Quit
window-palette-actions-preferences = Preferences…
window-palette-actions-show-places = Places sidebar
window-palette-actions-list = Show a list
window-palette-actions-grid = Show a grid
window-palette-actions-compact = Compact rows
window-palette-actions-theme-system = System theme
window-palette-actions-theme-light = Light theme
window-palette-actions-theme-dark = Dark theme
window-palette-actions-show-copier = Show the compact window
window-palette-actions-region-next = Next pane
window-palette-actions-region-previous = Previous pane

## Other words that people look for, besides the names of actions. A language lists its own.

window-palette-also-trash = delete remove recycle bin
window-palette-also-delete = remove erase
window-palette-also-empty-trash = empty bin recycle purge wastebasket
window-palette-also-restore = undelete put back
window-palette-also-compare-folders = synchronize synchronise sync mirror difference directories
window-palette-also-compare-files = diff difference text lines
window-palette-also-verify = compare check bytes checksum
window-palette-also-extract = unpack unzip untar decompress zip tar 7z
window-palette-also-extract-here = unpack unzip untar decompress zip tar 7z
window-palette-also-pack = create archive compress zip tar gz xz zst
window-palette-also-share-storage = dedupe deduplicate duplicates equal same reflink space
window-palette-also-preferences = settings options configuration
window-palette-also-duplicate = clone copy same folder
window-palette-also-yank = copy
window-palette-also-open-with = application choose program app
window-palette-also-symlink = relative absolute soft symbolic link
window-palette-also-undo = take back revert
window-palette-also-redo = repeat
window-palette-also-properties = permissions owner size information
window-palette-also-checksums = hash digest blake3 sha256 xxh3 verify
window-palette-also-make-directory = create directory mkdir
window-palette-also-make-file = create
window-palette-also-bulk-rename = batch
window-palette-also-find = search subfolders grep content contents
window-palette-also-reload = reload read again
window-palette-also-hidden = dotfiles
window-palette-also-directory-sizes = measure
window-palette-also-limit-all = throttle bandwidth
window-palette-also-questions = conflicts errors answer
window-palette-also-finished = log report
window-palette-also-view = viewer read text show lister
window-palette-also-view-hex = viewer hexadecimal binary dump
window-palette-also-preview = quick look
window-palette-also-help = shortcuts keyboard help
window-palette-also-quit = exit close
window-palette-also-bookmarks = favourites devices
window-palette-also-connect = ssh sftp scp remote server host network login
window-palette-also-bookmark-add = favourite
window-palette-also-show-places = sidebar
window-palette-also-repeat = run again
window-palette-also-retry-administrator = sudo root pkexec polkit rights permission

## More words

window-palette-eject = Eject { $name }
window-palette-eject-also = unmount umount remove safely usb

## Why an action cannot be done now

window-palette-here = This works on this machine alone; copy the items here first
window-palette-needs-items = Select an item first
window-palette-needs-entry = Select an item first
window-palette-needs-panels = Needs two panels
window-palette-needs-pair = Select an item first; its copy must be in the other panel
window-palette-needs-job = Select a job first
window-palette-needs-jobs = No job is running

## What people look for that fcp does not have, and other words for it

# $preset is the name of a keymap, as "Vim".
window-palette-keys-hint = { $preset } keys
window-palette-missing-eject = Eject
window-palette-missing-eject-also = eject unmount umount
window-palette-missing-eject-why = No removable disk is connected
