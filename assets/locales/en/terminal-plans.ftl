### Plans of dry runs, a line for each fact.

## Labels of lines, of at most 11 columns.

plan-label-copy = To copy
plan-label-move = To move
plan-label-remove = To remove
plan-label-trash = To trash
plan-label-restore = To restore
plan-label-undo = To undo
plan-label-redo = To redo
plan-label-verify = To verify
plan-label-share = To share
plan-label-extract = To extract
plan-label-pack = To pack
plan-label-no-trash = No trash
plan-label-keep = Would keep
plan-label-win = Would free
plan-label-reflinks = Reflinks
plan-label-shared = Shared
plan-label-unchanged = Unchanged
plan-label-snapshots = Snapshots
plan-label-space = Space
plan-label-conflicts = Conflicts
plan-label-missing = Missing
plan-label-fail = Would fail
plan-label-unreadable = Unreadable
plan-label-folder = New folder

## What an undo would do.

plan-trashed = { $items } to the trash
plan-put-back = { $items } back to the old place
plan-rights = { $count ->
        [one] { $shown } folder gets its mode and owner back
       *[other] { $shown } folders get their mode and owner back
    }
plan-nothing = nothing
plan-deleted = { $items } deleted permanently
plan-kept = { $items }: { $reason }

## What equal files would share. $files and $size say how much.

plan-nothing-to-share = nothing: no equal files whose storage could be shared
plan-share = { $count ->
        [one] { $files } in { $shown } set of equal files, { $size }
       *[other] { $files } in { $shown } sets of equal files, { $size }
    }
plan-win = about { $size }
plan-cannot-share = not possible: the filesystem cannot share storage
plan-shared = { $count ->
        [one] { $shown } file shares its storage already
       *[other] { $shown } files share their storage already
    }

## The lines of a plan.

plan-no-space-needed = none needed: everything stays on its filesystem
plan-unchanged = { $files } already up to date
plan-shared-with-copy = { $count ->
        [one] { $files } with another copy of it
       *[other] { $files } with another copy of them
    }
plan-snapshots = { $snapshots }; what is in them is not counted
plan-files-exist = { $count ->
        [one] { $shown } file exists
       *[other] { $shown } files exist
    }
plan-folders-exist = { $count ->
        [one] { $shown } folder exists
       *[other] { $shown } folders exist
    }
plan-folder-for-file = { $folders } with the name of an incoming file
plan-file-for-folder = { $files } with the name of an incoming folder
# $fate is one of the sentences below.
plan-conflict = { $what }; { $fate }
plan-removed-permanently = { $items }, deleted permanently
plan-removed-to-trash = { $items }, counting what is in folders, moved to the trash
plan-missing = { $items }: { $name }
plan-failing = { $items }: { $reasons }
plan-failing-and-more = { $items }: { $reasons }, …
plan-failing-item = { $name } ({ $reason })
plan-missing-and-more = { $items }: { $name }, …

## What becomes of existing items, by their number.

fate-asks = the job will ask
fate-fails = this will fail
fate-kept = { $count ->
        [one] it will be kept
       *[other] they will be kept
    }
fate-both = { $count ->
        [one] it will be kept, and the incoming item gets another name
       *[other] they will be kept, and the incoming items get other names
    }
fate-exchanged = { $count ->
        [one] it will be exchanged with the source
       *[other] they will be exchanged with the source
    }
fate-merged = { $count ->
        [one] its contents will be merged
       *[other] their contents will be merged
    }
fate-replaced = { $count ->
        [one] it will be replaced
       *[other] they will be replaced
    }
fate-replaced-backup = { $count ->
        [one] it will be replaced, with a backup
       *[other] they will be replaced, with a backup
    }
fate-replaced-meta = { $count ->
        [one] it will be replaced where size or time differ
       *[other] they will be replaced where size or time differ
    }
fate-replaced-newer = { $count ->
        [one] it will be replaced where the source is newer
       *[other] they will be replaced where the source is newer
    }
fate-replaced-older = { $count ->
        [one] it will be replaced where the source is older
       *[other] they will be replaced where the source is older
    }
fate-replaced-larger = { $count ->
        [one] it will be replaced where the source is larger
       *[other] they will be replaced where the source is larger
    }
fate-replaced-smaller = { $count ->
        [one] it will be replaced where the source is smaller
       *[other] they will be replaced where the source is smaller
    }
fate-replaced-content = { $count ->
        [one] it will be replaced where the content differs
       *[other] they will be replaced where the content differs
    }
fate-replaced-empty = { $count ->
        [one] it will be replaced if empty
       *[other] they will be replaced if empty
    }

## How much a job moves or copies, and how. $count and $shown are the folders.

plan-by-rename = { $items } by rename
plan-by-rename-merged = { $items } by rename, { $folders } merged
plan-partly-by-rename = { $count ->
        [one] { $items } by rename, { $files } in { $shown } folder by copying, { $size }
       *[other] { $items } by rename, { $files } in { $shown } folders by copying, { $size }
    }
plan-what = { $count ->
        [one] { $files } in { $shown } folder, { $size }
       *[other] { $files } in { $shown } folders, { $size }
    }

## What the destination needs.

plan-space-shared = none: the data can be shared with the source; { $free } free
plan-space-missing = { $needed } needed, only { $free } free: { $missing } missing
plan-space = { $needed } needed, { $free } free
plan-reflinks = possible
plan-no-reflinks = not possible between these places
