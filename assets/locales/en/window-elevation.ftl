### What is done as administrator.

## Words of the dialog and of what offers it

window-elevation-retry = Retry as administrator
window-elevation-later-hint = When the job has finished, its report and its notice offer the retry
window-elevation-kept = Items that the job would ask about are skipped.
window-elevation-asking = Waiting for the password prompt
window-elevation-progress = Progress
window-elevation-stop = Stop
window-elevation-hide = Continue in background
window-elevation-no-pkexec = pkexec is not installed. Install polkit, or use fcp-tui.
window-elevation-no-agent = No polkit authentication agent is running, so the password cannot be asked for. Start one, or use fcp-tui. Nothing was changed.
window-elevation-dismissed = You closed the password prompt. Nothing was changed.
window-elevation-not-authorized = The system did not allow it: the password was wrong, or this user may not act as administrator. Nothing was changed.
window-elevation-cancelled = Cancelled. What was already done is kept.
window-elevation-later = Skip { $shown }, retry as administrator later

## What is going to be done. $verb is "copy", "move", "delete" or something else.

window-elevation-instead =
    { $verb ->
        [copy] Copy as administrator…
        [move] Move as administrator…
        [delete] Delete as administrator…
       *[other] Do it as administrator…
    }
window-elevation-start =
    { $verb ->
        [copy] Copy as administrator
        [move] Move as administrator
        [delete] Delete as administrator
       *[other] Do it as administrator
    }
window-elevation-title =
    { $verb ->
        [copy] Copy { $items } as administrator?
        [move] Move { $items } as administrator?
        [delete] Delete { $items } as administrator?
       *[other] Continue as administrator?
    }
window-elevation-refused = You do not have permission to do this.
window-elevation-whole = The job failed. All of it is done again.
window-elevation-one = { $name } failed and is tried again.
# A number of items, which is 2 at least.
window-elevation-many = { $items } failed and are tried again.
window-elevation-from = From { $place }
window-elevation-to = To { $place }
window-elevation-more-to =
    { $count ->
        [one] And to { $shown } more folder
       *[other] And to { $shown } more folders
    }
window-elevation-replaces = Existing files are replaced.
window-elevation-replaces-kept = Existing files are replaced. The old ones are moved to the trash of root.
window-elevation-of-root = The copies will belong to root.
window-elevation-how = The system asks for the password, which fcp does not see. { $program } then carries out only this request, with file permissions only.

## How far it is, and how it ended

window-elevation-running =
    { $verb ->
        [copy] Copying as administrator: { $items }, { $size }
        [move] Moving as administrator: { $items }, { $size }
        [delete] Deleting as administrator: { $items }, { $size }
       *[other] Working as administrator: { $items }, { $size }
    }
window-elevation-failed = { $items } failed
window-elevation-failed-why = { $items } failed: { $why }
window-elevation-skipped = { $items } skipped
