### Dialogs.

## General

window-cancel = Cancel
window-close = Close
window-completions = Matching folders

## Copy and move

window-transfer-to = To
window-transfer-to-hint = End with / to put items into a folder
window-transfer-paused = Add paused

## Open with

window-open-with-title = Open with
window-open-with-programs = Programs
window-open-with-default = { $name } (default)
window-open-with-none = No installed program can open these items.
window-open-with-loading = Looking for programs
window-open-with-do = Open

## Pack into an archive

window-pack-name = Name
window-pack-format = Format
window-pack-formats-zip = zip: opens everywhere
window-pack-formats-tar-zst = tar.zst: fast and small
window-pack-formats-tar-gz = tar.gz: opens on any Unix
window-pack-formats-tar-xz = tar.xz: smallest, slow
window-pack-formats-tar = tar: not compressed
window-pack-folder = In folder
window-pack-exists = If the archive already exists
window-pack-on-conflict-ask = Ask
window-pack-on-conflict-overwrite = Replace
window-pack-on-conflict-overwrite-for-good = Replace for good
window-pack-on-conflict-rename = Keep both
window-pack-on-conflict-skip = Skip

## Share storage

window-share-note = The files stay separate; they only share their blocks on the disk.
window-share-looking = Looking for equal files. Nothing is changed.
window-share-wins = About { $size } can be freed
window-share-impossible = This filesystem cannot share storage.
window-share-unreadable =
    { $count ->
        [one] { $shown } item cannot be read
       *[other] { $shown } items cannot be read
    }
window-share-do = Share storage

## Checksum

window-checksum-title = Checksum
window-checksum-algorithm = Algorithm
window-checksum-compute = Compute
window-checksum-stop = Stop
window-checksum-stopped = Stopped
window-checksum-progress = Progress
window-checksum-copy = Copy the checksum
window-checksum-compare = Compare with
window-checksum-compare-hint = Paste a checksum, or the line of a list

## Trash, delete, restore

window-removal-trash = Move { $what } to the trash
window-removal-trash-note = Items can be restored from the trash. They use space until it is emptied.
window-removal-trash-there-note = The trash of { $machine } keeps the items until it is emptied, and undo restores them.
window-removal-trash-do = Move to Trash
window-removal-for-good = Delete permanently…
window-removal-delete = Delete { $what } permanently
window-removal-delete-note = Items deleted permanently are not moved to the trash and cannot be restored.
window-removal-delete-do = Delete { $shown } permanently
window-removal-empty = Empty the trash
# $count items are in the trash.
window-removal-empty-note =
    { $count ->
        [one] The only item in the trash is deleted permanently and cannot be restored.
       *[other] All { $shown } items in the trash are deleted permanently and cannot be restored.
    }
window-removal-keep = Keep
window-removal-restore = Restore { $what }
window-removal-restore-note = Items return to their original folders. You are asked about names that are taken.
window-removal-restore-do = Restore

## New folder or file

window-make-directory = New folder
window-make-file = New file
window-make-name = Name
window-make-directory-hint = Use / to create nested folders
window-make-directory-do = Create
window-make-file-do = Create

## Links

window-link-title = Create a link
window-link-titles = Create links
window-link-at = Link at
window-link-at-hint = End with / to use a folder; the link gets the name of the item
window-link-into = In folder
window-link-into-hint = The links get the names of the items
window-link-kind = Kind
window-link-absolute = Symlink with an absolute path
window-link-relative = Symlink with a relative path
window-link-hard = Hard link: another name of the same file
window-link-do = Create link
window-link-do-all = Create links

## Rename many

window-bulk-title = Rename { $items }
window-bulk-template = New name
window-bulk-template-hint = [N] name, [E] extension, [C] counter, [Y]-[M]-[D] date modified
window-bulk-find = Find
window-bulk-replace = Replace with
window-bulk-regex = Regular expression
window-bulk-case = Match case
window-bulk-letters = Letters
window-bulk-letters-are-keep = Unchanged
window-bulk-letters-are-lower = lowercase
window-bulk-letters-are-upper = UPPERCASE
window-bulk-letters-are-title = Title Case
window-bulk-start = Counter from
window-bulk-step = Step
window-bulk-digits = Digits
window-bulk-before = Current name
window-bulk-after = New name
window-bulk-preview = Current and new names
window-bulk-do = Rename { $shown }
window-bulk-nothing = No names change.
window-bulk-changed =
    { $count ->
        [one] { $shown } name changes
       *[other] { $shown } names change
    }
window-bulk-problems =
    { $count ->
        [one] { $shown } name cannot be used
       *[other] { $shown } names cannot be used
    }
window-bulk-show = Show

## Properties

window-properties-kinds-file = File
window-properties-kinds-directory = Folder
window-properties-kinds-symlink = Symlink
window-properties-kinds-fifo = FIFO
window-properties-kinds-socket = Socket
window-properties-kinds-char-device = Character device
window-properties-kinds-block-device = Block device
window-properties-kinds-unknown = Unknown
window-properties-loading = Loading
window-properties-unread = Properties
window-properties-kind = Type
window-properties-folder = Location
window-properties-target = Link target
# $what is the name of an item, or a number of items.
window-properties-title = Properties of { $what }
window-properties-no-checksum = Only files have checksums. Put the cursor on a file.
window-properties-size = Size
window-properties-size-of = { $size }, { $bytes }
window-properties-at-least = at least { $amount }
window-properties-on-disk = On disk
window-properties-inside = Contents
window-properties-mtime = Modified
window-properties-ctime = Changed
window-properties-btime = Created
window-properties-links = Hard links
window-properties-filesystem = Filesystem
window-properties-access = Permissions
window-properties-mode = Mode (chmod)
window-properties-mode-hint = For example 755 or u+x,go-w
window-properties-user = Owner
window-properties-group = Group
window-properties-recursive = Apply to all contents
window-properties-specials = Special
window-properties-xattrs = Extended attributes
window-properties-do = Change

## Another machine

window-connect-title = Connect to another machine
window-connect-machine = Machine
window-connect-hint = host, or host:path and user@host:path; hosts of ~/.ssh/config are offered
window-connect-accept = Connect

## Find

window-find-title = Find in { $folder }
window-find-pattern = Name
window-find-pattern-hint = Part of the name, or a pattern such as *.jpg
window-find-kinds = Find
window-find-kinds-are-both = Files and folders
window-find-kinds-are-files = Files
window-find-kinds-are-directories = Folders
window-find-larger = At least
window-find-smaller = At most
window-find-size-hint = For example 500 kB or 2 GB
window-find-days = Modified in the last days
window-find-contains = Contains
window-find-contains-hint = Text in the files; leave it empty to find them by name alone
window-find-reads = The text is
window-find-reads-are-text = As typed
window-find-reads-are-words = Whole words
window-find-reads-are-regex = A regular expression
window-find-case = Letter case
window-find-case-are-smart = Match case if I type a capital
window-find-case-are-matters = Match case
window-find-case-are-ignored = Ignore case
window-find-hidden = Include hidden files
window-find-gitignore = Exclude files in .gitignore
window-find-bad-size = Enter a size, for example 500 kB or 2 GB
window-find-bad-days = Enter a number of days
window-find-do = Find

## Mark by name

window-marks-mark = Mark by name
window-marks-unmark = Unmark by name
window-marks-pattern = Names
window-marks-hint = Part of a name, or a pattern such as *.jpg
window-marks-mark-do = Mark
window-marks-unmark-do = Unmark

## Speed limit

window-limit-of-job = Speed limit of { $name }
window-limit-of-all = Speed limit of all jobs
window-limit-presets = Speed limit
window-limit-none = No limit
window-limit-other = Another speed
window-limit-other-hint = For example 20 MB/s or 500 kB/s
window-limit-bad = Enter a speed, for example 20 MB/s or 500 kB/s
window-limit-do = Limit

## Cancel a job

# $verb is what the job does.
window-cancel-job-done =
    { $verb ->
        [delete]
            { $count ->
                [one] { $shown } item is already deleted.
               *[other] { $shown } items are already deleted.
            }
        [trash]
            { $count ->
                [one] { $shown } item is already in the trash.
               *[other] { $shown } items are already in the trash.
            }
        [verify]
            { $count ->
                [one] { $shown } item is already verified.
               *[other] { $shown } items are already verified.
            }
       *[other]
            { $count ->
                [one] { $shown } finished item is kept.
               *[other] { $shown } finished items are kept.
            }
    }
window-cancel-job-nothing = No item is finished yet.
window-cancel-job-flight =
    { $count ->
        [one] { $shown } unfinished file will be removed.
       *[other] { $shown } unfinished files will be removed.
    }
window-cancel-job-keep = Continue
window-cancel-job-do = Cancel job

## Forget the history

window-forget-title = Forget the history?
window-forget-lost = The reports and logs of all finished jobs are deleted, and none of them can be undone or retried.
window-forget-do = Forget history
window-forget-keep = Keep it

## Undo a job

window-undo-job-copies =
    { $count ->
        [one] { $shown } copy will be moved to the trash.
       *[other] { $shown } copies will be moved to the trash.
    }
window-undo-job-snapshots =
    { $count ->
        [one] { $shown } snapshot will be moved to the trash.
       *[other] { $shown } snapshots will be moved to the trash.
    }
window-undo-job-back =
    { $count ->
        [one] { $shown } item will be moved back.
       *[other] { $shown } items will be moved back.
    }
window-undo-job-replaced =
    { $count ->
        [one] { $shown } replaced file will be restored.
       *[other] { $shown } replaced files will be restored.
    }
window-undo-job-rights =
    { $count ->
        [one] { $shown } folder gets its mode and owner back.
       *[other] { $shown } folders get their mode and owner back.
    }
window-undo-job-lost =
    { $count ->
        [one] { $shown } replaced file cannot be restored: the old content was not kept.
       *[other] { $shown } replaced files cannot be restored: the old content was not kept.
    }
window-undo-job-there = { $machine } undoes it, if it can be reached.
window-undo-job-changed = Items that have changed since are kept.
window-undo-job-do = Undo
window-undo-job-stay = Cancel

## Columns of the panels

window-columns-title = Columns
window-columns-note = They stand beside the name, from left to right. A panel without the room leaves out the last ones.
window-columns-size-note = Of a folder the number of its items, until it is measured
window-columns-time-note = When the content was changed
window-columns-permissions = Permissions
window-columns-permissions-note = As ls writes them
window-columns-owner = Owner
window-columns-owner-note = The user
window-columns-group = Group
window-columns-group-note = The group of users
window-columns-extension = Extension
window-columns-extension-note = What follows the last dot of a name
window-columns-links = Links
window-columns-links-note = How many names the file has
window-columns-earlier = Move { $column } to the left
window-columns-later = Move { $column } to the right
window-columns-usual-widths = Usual widths
window-columns-width = Width of { $column } in pixels
window-columns-width-hint = Drag to change the width; double-click to fit it

## Preferences

window-preferences-title = Preferences
window-preferences-theme = Theme
window-preferences-themes-system = System
window-preferences-themes-light = Light
window-preferences-themes-dark = Dark
window-preferences-two-panels = Two panels
window-preferences-places = Places
window-preferences-preview = Preview
window-preferences-grid = Grid of thumbnails
window-preferences-compact = Compact rows
window-preferences-keys = Keys
window-preferences-presets-commander = Commander
window-preferences-presets-vim = Vim
window-preferences-drops = Drops
window-preferences-same = On the same disk
window-preferences-other = To another disk
window-preferences-rules-ask = Ask
window-preferences-rules-copy = Copy without asking
window-preferences-rules-move = Move without asking
window-preferences-rules-link = Link without asking
window-preferences-notifications = Notify about long jobs and questions
window-preferences-mistakes = Errors in your configuration

## Quit

window-quit-title =
    { $count ->
        [one] { $shown } job is not finished
       *[other] { $shown } jobs are not finished
    }
window-quit-hand-on = Keep running in background
window-quit-pause = Pause until next start
window-quit-elevated = What is done as administrator is cancelled when fcp quits. What was already done is kept.
window-quit-changing = Permissions or owners are still being changed
window-quit-changes = The change of permissions or owners is cancelled when fcp quits. What was already changed is kept.
window-quit-cancel-change = Cancel change
window-quit-stay = Don’t quit

## Sharing of storage, in numbers

# $what is the name of an item, or a number of items.
window-share-title = Share storage in { $what }
window-share-none = There are no equal files whose storage could be shared.
# $files is a number of files, as "3 files"; $count and $shown are the number of sets of equal files.
window-share-equal =
    { $count ->
        [one] { $files } in { $shown } set of equal files, { $size }
       *[other] { $files } in { $shown } sets of equal files, { $size }
    }
window-share-shared =
    { $count ->
        [one] { $shown } file shares its storage already
       *[other] { $shown } files share their storage already
    }

## What a pasted checksum is

window-checksum-not-understood = This is not a checksum
window-checksum-other = This is a checksum of another algorithm: { $algorithm }
window-checksum-same = The file has this checksum
window-checksum-not-yet = The checksum of the file is not known yet
window-checksum-different = The checksum is different

## Properties, in numbers, and permissions

window-properties-inside-of = { $files }, { $folders }
window-properties-others = Others
window-properties-read = Read
window-properties-write = Write
window-properties-execute = Execute
window-properties-set-user-id = Set user id
window-properties-set-group-id = Set group id
window-properties-sticky = Sticky
# A box of the table of permissions, for users of a screen reader: "Owner: read".
window-properties-bit = { $who }: { $may }

## Questions about jobs. $verb is what the job does.

window-cancel-job-title =
    { $verb ->
        [copy] Cancel copying { $name }?
        [move] Cancel moving { $name }?
        [delete] Cancel deleting { $name }?
        [trash] Cancel moving { $name } to the trash?
        [restore] Cancel restoring { $name }?
        [undo] Cancel undoing { $name }?
        [verify] Cancel verifying { $name }?
        [dedupe] Cancel sharing the storage of { $name }?
        [extract] Cancel extracting { $name }?
       *[pack] Cancel packing { $name }?
    }
# $what is the name of an item, or a number of items.
window-undo-job-title =
    { $verb ->
        [copy] Undo copy of { $what }?
        [move] Undo move of { $what }?
        [delete] Undo deletion of { $what }?
        [trash] Undo move to the trash of { $what }?
        [restore] Undo restore of { $what }?
        [undo] Undo undo of { $what }?
        [verify] Undo verification of { $what }?
        [dedupe] Undo sharing of storage of { $what }?
        [extract] Undo extraction of { $what }?
       *[pack] Undo packing of { $what }?
    }
window-quit-note =
    { $count ->
        [one] It can keep running in the background, or pause until the next start.
       *[other] They can keep running in the background, or pause until the next start.
    }
window-quit-cancel =
    { $count ->
        [one] Cancel job
       *[other] Cancel jobs
    }

## When jobs finish

window-after-title = When jobs finish
window-after-note = It happens once all jobs of this window have completed, after 30 seconds in which any key or click stops it. If a job fails, it does not happen.
window-after-label = Then
window-after-actions-nothing = Nothing
window-after-actions-command = Run a command
window-after-actions-suspend = Suspend the computer
window-after-actions-quit = Quit fcp
window-after-command = Command
window-after-command-hint = It runs in the folder of the panel; %f, %s and %d mean the items that are chosen now
window-after-do = Apply
# $action is "command", "suspend" or "quit".
window-after-then =
    { $action ->
        [command] then { $command }
        [suspend] then suspend
       *[quit] then quit
    }
window-after-counts =
    { $action ->
        [command] Your jobs have completed. Next: { $command }
        [suspend] Your jobs have completed. Next: suspend the computer
       *[quit] Your jobs have completed. Next: quit fcp
    }
window-after-seconds = { $shown } s
window-after-stops = Any key or click stops it.
window-after-stop = Stop

## Archives that become too large

window-anyway-title = Extract without a limit
window-anyway-looking = Looking how large it becomes
window-anyway-packed = { $size } packed
window-anyway-becomes = Becomes { $size }; the limit is { $limit }
window-anyway-becomes-more = Becomes more than { $limit }; how much is not known before
window-anyway-note = An archive can be made to fill the disk. Extract it only if you know where it is from.
window-anyway-do = Extract anyway
window-anyway-keep = Cancel

## The output of a command

window-output-title = Output of the command
