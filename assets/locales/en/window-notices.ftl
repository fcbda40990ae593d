### Messages about what happened.

## General

window-notice-command-ran = Command finished
window-notice-command-failed = Command failed
window-notice-names-left-out =
    { $count ->
        [one] 1 entry is not shown: its name leads out of the archive
       *[other] { $shown } entries are not shown: their names lead out of the archive
    }
window-notice-listed-in-part = The list may not be complete
window-notice-after-dropped = Nothing happens after the jobs
window-notice-output = Show output
window-notice-undo = Undo
window-notice-show = Show
window-notice-retry = Retry { $shown } failed
window-notice-decide = Decide
window-notice-dismiss = Dismiss

## How jobs ended. $verb is what the job did; "job" where that is not known.

window-notice-done =
    { $verb ->
        [copy] Copied { $what }
        [link] Linked { $what }
        [move] Moved { $what }
        [delete] Deleted { $what }
        [trash] Moved { $what } to the trash
        [restore] Restored { $what }
        [undo] Undid { $what }
        [verify] Verified { $what }
        [dedupe] Shared the storage of { $what }
        [extract] Extracted { $what }
       *[pack] Packed { $what }
    }
window-notice-done-replaced = { $shown } replaced
window-notice-done-no-archive = No archive was made: the one that was there is kept
window-notice-done-renamed = { $shown } renamed
window-notice-done-removed = Removed { $items }
# These two follow what was done, after a comma.
window-notice-done-removed-also = removed { $shown }
window-notice-done-skipped = skipped { $shown }
window-notice-amount-on-disk = On disk in { $place }
window-notice-amount-to = To { $place }
window-notice-amount-verified = verified
window-notice-cancelled =
    { $verb ->
        [copy] Cancelled the copy of { $name }
        [move] Cancelled the move of { $name }
        [delete] Cancelled the deletion of { $name }
        [trash] Cancelled the move to the trash of { $name }
        [restore] Cancelled the restore of { $name }
        [undo] Cancelled the undo of { $name }
        [verify] Cancelled the verification of { $name }
        [dedupe] Cancelled the sharing of storage of { $name }
        [extract] Cancelled the extraction of { $name }
        [pack] Cancelled the packing of { $name }
       *[job] Cancelled the job of { $name }
    }
window-notice-cancelled-more = What was already done is kept.
window-notice-could-not =
    { $verb ->
        [copy] { $name } could not be copied
        [move] { $name } could not be moved
        [delete] { $name } could not be deleted
        [trash] { $name } could not be moved to the trash
        [restore] { $name } could not be restored
        [undo] { $name } could not be undone
        [verify] { $name } could not be verified
        [dedupe] the storage of { $name } could not be shared
        [extract] { $name } could not be extracted
        [pack] { $name } could not be packed
       *[job] { $name } could not be done
    }
window-notice-errors =
    { $count ->
        [one] { $shown } item failed
       *[other] { $shown } items failed
    }
window-notice-errors-of =
    { $count ->
        [one] { $shown } item of { $name } failed
       *[other] { $shown } items of { $name } failed
    }
window-notice-errors-rest = The rest is done.

## Jobs that wait

# A number of jobs, which is 2 at least.
window-notice-jobs = { $shown } jobs
# $about is a number of jobs, or the name of the item of one.
window-notice-needs-you =
    { $count ->
        [one] { $shown } question about { $about }
       *[other] { $shown } questions about { $about }
    }
window-notice-needs-you-done =
    { $count ->
        [0] The rest of the job is done.
        [one] The rest of the job is done.
       *[other] The rest of these jobs is done.
    }
window-notice-needs-you-more =
    { $count ->
        [0] The rest of the job continues.
        [one] The rest of the job continues.
       *[other] The rest of these jobs continues.
    }
window-notice-put-off-disk = { $name } cannot continue: its disk is not connected
window-notice-put-off-disk-more = Connect the disk, then resume the job. If you resume it without the disk, it copies into the folder at that path on another disk.
window-notice-put-off = { $name } cannot continue
window-notice-put-off-more = { $why } Resume the job when this is solved.

## Small changes

window-notice-renamed = Renamed { $items }
window-notice-renamed-to = Renamed to { $name }
window-notice-created = Created { $name }
window-notice-changed = Changed { $what }
window-notice-change-errors = Changed { $items }, { $failed } failed
window-notice-change-stopped = Cancelled; changed { $items }
window-notice-replaced = It was replaced after the dialog opened. Look at it and delete it again.
window-notice-undo-done = Undo: { $items } undone
window-notice-undo-errors = Undo: { $items } undone, { $failed } could not be undone
window-notice-redo-done = Redo: { $items } redone
window-notice-redo-errors = Redo: { $items } redone, { $failed } could not be redone
window-notice-undone = Undone
window-notice-nothing-to-undo = Nothing to undo
window-notice-nothing-to-redo = Nothing to redo
window-notice-copied = Copied { $what } to the clipboard
window-notice-copied-it = Copied to the clipboard
window-notice-cut = Cut { $what }
window-notice-cut-more = Paste moves it.
window-notice-nothing-to-paste = The clipboard holds no files

## Other messages

window-notice-failed = Not possible
window-notice-failed-of = Not possible: { $what }
window-notice-drop-missing =
    { $count ->
        [one] { $shown } item is left out: it is not on this computer
       *[other] { $shown } items are left out: they are not on this computer
    }
window-notice-launch-missing =
    { $count ->
        [one] { $shown } item does not exist
       *[other] { $shown } items do not exist
    }
window-notice-not-found = Nothing found
window-notice-folder-left = { $name } no longer exists
window-notice-folder-left-more = The panel now shows the folder { $folder }.
window-notice-compared-same = Both panels have the same items
window-notice-compared =
    { $count ->
        [one] { $shown } item differs
       *[other] { $shown } items differ
    }
window-notice-compared-more = They are marked.
window-notice-handed-on = The jobs continue in the background
window-notice-reloaded = The window was reloaded
window-notice-reloaded-more = Its page had crashed. The jobs continue.
window-notice-queue-trouble = The queue could not be restored
window-notice-settings-trouble = The settings could not be read
window-notice-elevation-done = Done as administrator: { $items }
window-notice-elevation-errors = As administrator: { $items } done, { $failed } failed
