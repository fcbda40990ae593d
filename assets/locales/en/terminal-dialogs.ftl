### Questions of the program itself: cancel, quit, undo, administrator.

## Answers, and what follows.

way-leave = Do not retry
way-administrator = As administrator
way-administrator-does = sudo asks for your password
way-stay-does = nothing changes
way-pause-queued-does = pauses; Space resumes it, even after a restart
way-pause-does = pauses; Space resumes it, until you quit
way-cancel-jobs = Cancel jobs
way-cancel-job = Cancel job
way-keep-running = Keep running
way-keep-paused = Keep paused
way-pause = Pause
way-paused-already = it is paused already
way-cancel-does = finished items are kept, unfinished ones removed
way-stay-here = Stay here
way-background-does = { $count ->
    [one] it continues; fcp-tui and fcpq show it
   *[other] they continue; fcp-tui and fcpq show them
}
way-background = Background
way-pause-and-quit = Pause and quit
way-pause-and-quit-does = { $count ->
    [one] it waits until you resume it
   *[other] they wait until you resume them
}
way-no-queue = there is no queue to keep them in
way-cancel-and-quit = Cancel and quit
way-undo = Undo
way-redo = Redo
way-impossible = not possible
way-undo-does = items that have changed since are kept
way-keep = Keep it
way-unlimited-does = however large it becomes

## What the administrator would do. $item is a path.

elevate-items = { $count ->
        [one] { $item } and { $shown } other
       *[other] { $item } and { $shown } others
    }
elevate-to = to { $folder }
elevate-more-to = { $count ->
    [one] and to one more folder
   *[other] and to { $shown } more folders
}
elevate-replaces = Existing files are replaced.
elevate-of-root = The copies will belong to root.
elevate-trash = Replaced items are moved to the trash of root.

## What undoing a job would do.

undo-copies = { $count ->
        [one] { $shown } copy will be moved to the trash
       *[other] { $shown } copies will be moved to the trash
    }
undo-snapshots = { $count ->
        [one] { $shown } snapshot will be moved to the trash
       *[other] { $shown } snapshots will be moved to the trash
    }
undo-back = { $count ->
        [one] { $shown } item will be moved back
       *[other] { $shown } items will be moved back
    }
undo-replaced = { $count ->
        [one] { $shown } replaced file will be restored
       *[other] { $shown } replaced files will be restored
    }
undo-rights = { $count ->
        [one] { $shown } folder gets its mode and owner back
       *[other] { $shown } folders get their mode and owner back
    }
undo-there = { $machine } undoes it, if it can be reached.
undo-nothing = Nothing can be undone.
undo-lost = { $count ->
        [one] { $shown } replaced file cannot be restored: the old content was not kept.
       *[other] { $shown } replaced files cannot be restored: the old content was not kept.
    }

## Titles of the questions, and sentences below them.

cancel-title = Cancel this job
cancel-titles = Cancel { $jobs }
cancel-so-far-bytes = { $items }, { $size } done so far.
cancel-so-far = { $items } done so far.
# $deed says what a job did, as "copy of 4 items to usb".
undo-title = Undo { $deed }?
redo-title = Redo { $deed }?
undo-title-job = Undo this job?
undo-reading = Reading what the job did…
undo-impossible = It cannot be undone: { $why }.
unlimited-title = Extract without a limit?
unlimited-note = An archive can be made to fill the disk. Extract it only if you know where it is from.
elevate-move = Move as administrator?
elevate-delete = Delete as administrator?
elevate-copy = Copy as administrator?
quit-command-title = The command after the queue is still running
quit-command = It may fail when fcp-tui quits. Quit anyway?
quit-title = { $count ->
        [one] { $shown } job is still running
       *[other] { $shown } jobs are still running
    }
quit-what = { $count ->
        [one] What should happen to it?
       *[other] What should happen to them?
    }
