### The compact window.

## Nothing chosen yet

window-copier-empty-title = Drop files here
window-copier-empty-note = or choose what to copy, move or link
window-copier-empty-files = Choose files…
window-copier-empty-folder = Choose a folder…

## General

window-copier-manager = Open the file manager

## A plan

window-copier-ask-to = To
window-copier-ask-nowhere = Choose a destination
window-copier-ask-type = Type a path
window-copier-ask-change = Change…
window-copier-ask-choose = Choose…
window-copier-ask-verbs = Action
window-copier-ask-cancel = Cancel

## A running job

window-copier-running-speeds = { $now } now, { $mean } average
window-copier-running-graph = Speed in the last minute
window-copier-running-in-flight = In flight
window-copier-running-needs-you = Needs you: { $shown }.
window-copier-running-taken = { $name } already exists.
window-copier-running-failed = { $name } failed.
window-copier-running-asked = { $name } needs an answer.
window-copier-running-decide = Decide
window-copier-running-starts = starts next, { $left }
window-copier-running-start = Start now
window-copier-running-more = More
window-copier-running-pause = Pause
window-copier-running-resume = Resume
window-copier-running-space = Space

## Questions

window-copier-questions-note = The rest continues.
window-copier-questions-back = Back

## A finished job

window-copier-done-show = Show
window-copier-done-undo = Undo
window-copier-done-retry = Retry { $shown } failed
window-copier-done-command = Copy as command
window-copier-done-close = Done
window-copier-done-drop = Drop more files here at any time.
window-copier-done-failed = { $items } failed
window-copier-done-skipped = { $items } skipped
window-copier-done-taken-back = Undone
window-copier-done-on-disk = On disk
window-copier-done-not-on-disk = Not yet flushed to disk
window-copier-done-verified = verified
window-copier-done-not-verified = not verified

## What is going to be copied: "136 files in 2 folders so far, from Pictures / Fjord shoot"

# $files is a number of files, as "136 files"; $count and $shown are the number of folders.
window-copier-files-in-folders =
    { $count ->
        [one] { $files } in { $shown } folder
       *[other] { $files } in { $shown } folders
    }
window-copier-so-far = { $what } so far
window-copier-from = { $what }, from { $from }

## What an operation means

window-copier-about-copy = Originals are kept.
window-copier-about-copy-shared = Originals are kept. Same disk: blocks can be shared.
window-copier-about-copy-same-disk = Originals are kept. Same disk: read and written.
window-copier-about-copy-other-disk = Originals are kept. Another disk: every byte is written.
window-copier-about-move-same-disk = Same disk: renamed immediately.
window-copier-about-move = Originals are removed only after the copy is on the disk.
window-copier-about-link = Small links that point to the originals.

## A running job. $stage is what it does, as "Copying"; $what its item, or their number.

window-copier-running-title = { $stage } { $what }
window-copier-running-title-to = { $stage } { $what } to { $device }
window-copier-running-next = Next
window-copier-running-next-on = Next on { $lane }
# $verb is the name of the operation, as "copy".
window-copier-running-cancel = Cancel { $verb }
