### What a job is going to do.

## What a job does

window-plan-verbs-copy = Copy
window-plan-verbs-move = Move
window-plan-verbs-link = Link
window-plan-verbs-trash = Trash
window-plan-verbs-delete = Delete
window-plan-verbs-restore = Restore
window-plan-verbs-verify = Verify
window-plan-verbs-dedupe = Share storage
window-plan-verbs-extract = Extract
window-plan-verbs-pack = Pack

## Names that exist already at the destination

window-plan-taken-file =
    { $count ->
        [one] { $shown } item already exists there
       *[other] { $shown } items already exist there
    }
window-plan-taken-directory =
    { $count ->
        [one] { $shown } folder will be merged with existing ones
       *[other] { $shown } folders will be merged with existing ones
    }
window-plan-taken-directory-in-the-way =
    { $count ->
        [one] { $shown } file has the name of an existing folder
       *[other] { $shown } files have the name of an existing folder
    }
window-plan-taken-file-in-the-way =
    { $count ->
        [one] { $shown } folder has the name of an existing file
       *[other] { $shown } folders have the name of an existing file
    }

## General

window-plan-so-far = so far
# $machine is the name of another machine.
window-plan-uncounted = { $machine } counts the items when the job begins
window-plan-across = Over ssh, with { $machine } at the other end
window-plan-reflink-likely = Reflink likely
window-plan-reflink-why = on the same { $filesystem } disk: quick, and almost no space
window-plan-renames = Same disk
window-plan-renames-why = moved by a rename, without copying
window-plan-free = { $size } free
window-plan-free-after = at least { $size } after
window-plan-room-now = { $free } free, { $after } after
window-plan-too-full = Needs { $bytes }; { $missing } is missing
window-plan-makes = The folder will be created.
window-plan-behind =
    { $count ->
        [one] Starts after { $shown } job
       *[other] Starts after { $shown } jobs
    }

## What is done if an item already exists

window-plan-on-conflict-ask = Ask, and continue with the rest
window-plan-on-conflict-skip = Skip
window-plan-on-conflict-overwrite = Replace
window-plan-on-conflict-overwrite-for-good = Replace for good
window-plan-on-conflict-newer = Replace if newer
window-plan-on-conflict-larger = Replace if larger
window-plan-on-conflict-rename = Keep both

## What is done if something fails

window-plan-on-error-ask = Ask, and continue with the rest
window-plan-on-error-skip = Skip
window-plan-on-error-abort = Cancel the job

## When a job starts

window-plan-start-queue = When the disks are free
window-plan-start-now = Immediately
window-plan-start-first = First in the queue
window-plan-start-paused = When I resume it

## Labels

window-plan-labels-on-conflict = If an item already exists
window-plan-labels-on-error = If something fails
window-plan-labels-preserve = Keep owner, times, attributes
window-plan-labels-preserve-hint = otherwise only permissions
window-plan-labels-verify = Verify after copying
window-plan-labels-verify-hint = reads every copy back
window-plan-labels-follow = Follow symlinks
window-plan-labels-follow-hint = copies their targets
window-plan-labels-start = Start

## What is going to happen. $what is the name of an item, or a number of items.

# Starts what does not fit.
window-plan-anyway =
    { $verb ->
        [copy] Copy anyway
        [move] Move anyway
        [link] Link anyway
        [trash] Trash anyway
        [delete] Delete anyway
        [restore] Restore anyway
        [verify] Verify anyway
        [dedupe] Share storage anyway
        [extract] Extract anyway
       *[pack] Pack anyway
    }
window-plan-what =
    { $verb ->
        [copy] Copy { $what }
        [move] Move { $what }
        [link] Link { $what }
        [trash] Move { $what } to the trash
        [delete] Delete { $what }
        [restore] Restore { $what }
        [verify] Verify { $what }
        [dedupe] Share the storage of { $what }
        [extract] Extract { $what }
       *[pack] Pack { $what }
    }
# Follows a size; $files is a number of files, $count and $shown are the number of folders.
window-plan-inside-files = in { $files }
window-plan-inside =
    { $count ->
        [one] in { $files } and { $shown } folder
       *[other] in { $files } and { $shown } folders
    }
window-plan-missing =
    { $count ->
        [one] One dropped item is not on this computer
       *[other] { $shown } dropped items are not on this computer
    }
