### The window, the tray, notifications and the system's own dialogs.

## Titles

desktop-title-copier = fcp copier
desktop-trash = Trash

## Choosing files in the system's own dialog

desktop-choose-files = Files to copy
desktop-choose-folder = Folders to copy
desktop-choose-target = Folder to copy into
desktop-choose = Choose
desktop-cancel = Cancel

## The menu of the tray

desktop-show = Show
desktop-pause-all = Pause all
desktop-resume-all = Resume all
desktop-quit = Quit
desktop-no-jobs = No jobs
desktop-jobs =
    { $count ->
        [one] { $shown } job
       *[other] { $shown } jobs
    }
# $percent is written with its sign.
desktop-jobs-percent =
    { $count ->
        [one] { $shown } job, { $percent }
       *[other] { $shown } jobs, { $percent }
    }
desktop-jobs-paused =
    { $count ->
        [one] { $shown } job paused
       *[other] { $shown } jobs paused
    }
desktop-needs-you =
    { $count ->
        [one] { $shown } item needs an answer
       *[other] { $shown } items need an answer
    }

## Notifications. $verb is what the job did.

# An item, and the number of the others.
desktop-and-more = { $first } and { $shown } more
desktop-finished =
    { $verb ->
        [copy] Copy finished
        [link] Linking finished
        [move] Move finished
        [delete] Delete finished
        [trash] Move to trash finished
        [restore] Restore finished
        [undo] Undo finished
        [verify] Verification finished
        [dedupe] Sharing of storage finished
        [extract] Extraction finished
       *[pack] Packing finished
    }
# Follows that a job finished, after a comma.
desktop-finished-failed =
    { $count ->
        [one] { $shown } item failed
       *[other] { $shown } items failed
    }
desktop-could-not-run =
    { $verb ->
        [copy] Copy could not run
        [link] Linking could not run
        [move] Move could not run
        [delete] Delete could not run
        [trash] Move to trash could not run
        [restore] Restore could not run
        [undo] Undo could not run
        [verify] Verification could not run
        [dedupe] Sharing of storage could not run
        [extract] Extraction could not run
       *[pack] Packing could not run
    }

## The clipboard

desktop-copied-inside = Only fcp can paste items of an archive.

## Times in lists of the viewer

desktop-day-time = { $day } { $month }, { $time }
desktop-day-of-year = { $day } { $month } { $year }
desktop-month-1 = Jan
desktop-month-2 = Feb
desktop-month-3 = Mar
desktop-month-4 = Apr
desktop-month-5 = May
desktop-month-6 = Jun
desktop-month-7 = Jul
desktop-month-8 = Aug
desktop-month-9 = Sep
desktop-month-10 = Oct
desktop-month-11 = Nov
desktop-month-12 = Dec

# $action is "run …", "suspend" or "quit".
desktop-after-dropped = A job did not complete, so fcp will not { $action }
