### The page that compares two folders and brings them in step.

## How an item differs

window-comparison-verdicts-left-only = Left only
window-comparison-verdicts-right-only = Right only
window-comparison-verdicts-left-newer = Left newer
window-comparison-verdicts-right-newer = Right newer
window-comparison-verdicts-different = Different
window-comparison-verdicts-type-changed = Other type
window-comparison-verdicts-failed = Failed
window-comparison-verdicts-same = Same

## What is done about an item

window-comparison-actions-copy-right = Copy →
window-comparison-actions-copy-left = ← Copy
window-comparison-actions-remove-right = Trash the right one
window-comparison-actions-remove-left = Trash the left one
window-comparison-actions-leave = Leave
window-comparison-actions-undecided = Decide

## General

window-comparison-title = Compare folders
window-comparison-direction = Direction

## Directions

window-comparison-directions-update-right = Update the right folder
window-comparison-directions-update-left = Update the left folder
window-comparison-directions-both = Update both folders
window-comparison-directions-in-step = Keep both folders in step
window-comparison-directions-mirror-right = Mirror to the right
window-comparison-directions-mirror-left = Mirror to the left

## More words

window-comparison-content = Compare contents
window-comparison-rows = Differences
window-comparison-action-of = Action for { $path }
window-comparison-proposal = As proposed
window-comparison-path = Path
window-comparison-left = Left
window-comparison-right = Right
window-comparison-do = Action
window-comparison-kind = Difference
window-comparison-link = link
window-comparison-special = special
window-comparison-stop = Stop
window-comparison-again = Compare again
window-comparison-start = Start
window-comparison-back = Back
window-comparison-keep = Keep in step
window-comparison-forget = Forget
window-comparison-kept = Kept in step: items deleted from one folder are deleted from the other.
window-comparison-forget-hint = Stop keeping these folders in step
window-comparison-doubt = What these folders had in common does not count: { $why }.
window-comparison-replaced = Files that are replaced are moved to the trash.

## Verdicts, actions and stages with their numbers

# $verdict is one of the verdicts above; $shown is the number of rows.
window-comparison-verdict-of = { $verdict } { $shown }
window-comparison-all = { $action } for all: { $verdict }
window-comparison-stage-running =
    { $count ->
        [one] Comparing: { $shown } item
       *[other] Comparing: { $shown } items
    }
window-comparison-stage-checking = Comparing once more before the job starts
window-comparison-stage-stopped =
    { $count ->
        [one] Stopped after { $shown } item
       *[other] Stopped after { $shown } items
    }
window-comparison-stage-failed = The comparison failed
window-comparison-stage-started = Started
window-comparison-stage-same =
    { $count ->
        [one] Both folders have the same contents: { $shown } file is in both
       *[other] Both folders have the same contents: { $shown } files are in both
    }
window-comparison-stage-same-sizes =
    { $count ->
        [one] Sizes and times are the same: { $shown } file is in both
       *[other] Sizes and times are the same: { $shown } files are in both
    }
window-comparison-stage-hidden = All differences are hidden
window-comparison-stage-done =
    { $count ->
        [one] Compared { $shown } item
       *[other] Compared { $shown } items
    }

## What the job is going to do. $files is a number of files, as "3 files"; $size is their size.

window-comparison-sum-files =
    { $action ->
        [copy_right] Copy { $files }, { $size } to the right
        [copy_left] Copy { $files }, { $size } to the left
        [remove_right] Move { $files }, { $size } on the right to the trash
       *[remove_left] Move { $files }, { $size } on the left to the trash
    }
window-comparison-sum-leave =
    { $count ->
        [one] Leave { $shown } row
       *[other] Leave { $shown } rows
    }
window-comparison-sum-undecided =
    { $count ->
        [one] { $shown } row needs a decision
       *[other] { $shown } rows need a decision
    }
