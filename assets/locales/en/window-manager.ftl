### The file manager: toolbar, places, panels, preview, status line.

## General

window-manager-toolbar = Actions
window-manager-view = View
window-manager-list = List
window-manager-grid = Grid
window-manager-more = More actions
window-manager-copy = Copy
window-manager-move = Move
window-manager-rename = Rename
window-manager-new-folder = New folder
window-manager-trash = Trash
window-manager-verify = Verify
window-manager-put-back = Restore
window-manager-empty-trash = Empty trash…
window-manager-delete-for-good = Delete permanently
window-manager-too-narrow = This window is too narrow for it.
window-manager-find-or-run = Find or run
window-manager-places = Places

## Groups of places

window-manager-sections-places = Places
window-manager-sections-devices = Disks
window-manager-sections-bookmarks = Bookmarks

## Places

window-manager-place-names-home = Home
window-manager-place-names-documents = Documents
window-manager-place-names-downloads = Downloads
window-manager-place-names-pictures = Pictures
window-manager-place-names-music = Music
window-manager-place-names-videos = Videos
window-manager-place-names-desktop = Desktop
window-manager-place-names-trash = Trash
window-manager-place-names-system = System

## More words

window-manager-free = { $size } free
window-manager-used = { $free } free of { $size }
window-manager-add-bookmark = Add bookmark
window-manager-remove-bookmark = Remove bookmark { $name }
window-manager-loading-panel = Loading
window-manager-new-tab = New tab
window-manager-close-tab = Close the tab { $name }
window-manager-go-to = Go to a path
window-manager-filter = Filter
window-manager-filtered = Filter: { $text }
window-manager-end-filter = Clear filter
window-manager-filter-hint = Part of the name, or *.jpg
window-manager-search = Search in this folder
window-manager-search-hint = Jumps to the next match
window-manager-close = Close
window-manager-completions = Folders
window-manager-mark = Mark
window-manager-up = Parent folder
window-manager-writing = Copying here
window-manager-rename-to = New name for { $name }
window-manager-marked = { $shown } marked
window-manager-marked-bytes = , { $size }
window-manager-polled = No live updates here; checked every 2 seconds
window-manager-line-at = Line { $shown }
window-manager-stop-finding = Stop
window-manager-empty = This folder is empty
window-manager-empty-alone = Drop files here, or paste some with{" "}
window-manager-paste = Paste
window-manager-none-match = Nothing matches the filter
window-manager-all-hidden = Only hidden files here
window-manager-show-hidden = Show hidden files
window-manager-nothing-found = Nothing found
window-manager-still-finding = Searching
window-manager-trash-size = { $items }, { $size } in all
window-manager-trash-empty = The trash is empty
window-manager-listing = Loading
# $machine is the name of another machine.
window-manager-connecting = Connecting to { $machine }
window-manager-on-machine = { $folder }, on { $machine }
window-manager-far-folder = A folder of another machine is entered; files there are shown
window-manager-failed = This folder cannot be opened
window-manager-retry = Try again
window-manager-go-up = Go up
window-manager-preview = Preview
window-manager-nothing-to-preview = Select a file to preview it
window-manager-no-preview = No preview for this file
window-manager-empty-folder = Empty folder
window-manager-more-names = and { $shown } more
window-manager-preview-cut = The beginning
window-manager-preview-around = Around line { $shown }
window-manager-dimensions = Dimensions
window-manager-pixels = { $width } × { $height } px
window-manager-size = Size
window-manager-modified = Modified
window-manager-deleted = Deleted
window-manager-in-folder = Items
window-manager-open = Open
window-manager-properties = Properties
window-manager-thumbnail = Picture of { $name }
window-manager-split = Width of the left panel
window-manager-status = Status
window-manager-progress = Progress of all jobs
window-manager-working = { $shown } working
window-manager-paused = { $shown } paused
window-manager-queued = { $shown } queued
window-manager-need-you = Needs you: { $shown }
window-manager-failed-items = { $shown } failed
window-manager-nothing-running = Nothing running
window-manager-changing = Changing permissions or owners
window-manager-cancel = Cancel
window-manager-limited = Limit { $rate }

## Hints in the status line: a key stands before each

window-manager-hints-switch-panel = other panel
window-manager-hints-mark = mark
window-manager-hints-jobs = jobs
window-manager-hints-help = all keys

## More words, 2

window-manager-menu = Actions

## Menus

window-manager-menus-open-tab = Open in a new tab
window-manager-menus-open-other = Open in the other panel
window-manager-menus-eject = Eject
window-manager-menus-remove-bookmark = Remove bookmark
window-manager-menus-close-tab = Close
window-manager-menus-close-others = Close others
window-manager-menus-folders-first = Folders first
window-manager-menus-descending = Reverse order

## More words, 3

window-manager-error = { $folder }: { $why }

## The panels; $side is "left" or "right".

window-manager-panel =
    { $side ->
        [left] { $folder }, left panel
       *[right] { $folder }, right panel
    }
window-manager-tabs =
    { $side ->
        [left] Tabs of the left panel
       *[right] Tabs of the right panel
    }
window-manager-path =
    { $side ->
        [left] Path of the left panel
       *[right] Path of the right panel
    }
# A key follows.
window-manager-empty-hint =
    { $side ->
        [left] Drop files here, or mark some on the left and press{" "}
       *[right] Drop files here, or mark some on the right and press{" "}
    }
window-manager-column-name = Name
window-manager-column-line = Line

## Searches. $sought is what was looked for; $among is the number of files or items that were searched.

window-manager-sought = “{ $contains }”
window-manager-sought-in = “{ $contains }” in { $pattern }
window-manager-finding = Searching for { $sought }: { $among }, { $shown } found
window-manager-hits =
    { $count ->
        [one] { $shown } hit for { $sought } among { $among }
       *[other] { $shown } hits for { $sought } among { $among }
    }
window-manager-hits-more = { $hits }; stopped here, there may be more
window-manager-hits-unread = { $hits }; { $unread }
window-manager-hits-stopped = Stopped: { $hits }
window-manager-unread = { $what } could not be read
window-manager-unread-both = { $folders } and { $files } could not be read
window-manager-lines-found = { $shown } lines
window-manager-lines-found-more = { $shown }+ lines
window-manager-nothing-found-text = Try a shorter text; files that are no text are not searched
window-manager-nothing-found-name = Try a shorter part of the name, or a pattern such as *.jpg
