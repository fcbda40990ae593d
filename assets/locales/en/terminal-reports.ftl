### Reports of jobs, how they ended, and searches.

## Lists of a report.

report-failed = Failed
report-warnings = Warnings
report-skipped = Skipped
report-finished = Finished

## Warnings beside the path of their item.

warned-duplicate = named more than once
warned-source-changed = changed while it was copied
warned-not-shared = copied and not shared: the other copy may be damaged
warned-partial-manifest = lists only the copies that were verified
warned-queue-set-aside = a queue that could not be read
warned-interrupted = the last changes of a killed job may not have been recorded
warned-part-kept = partial data is kept; the same command continues
warned-not-linked = no longer hard links of the names that had not moved
warned-not-counted = the items that an earlier run finished are not counted
warned-nothing-removed = what only it has was kept
report-errno = errno { $number }

## Totals of a report.

report-sources-untouched = sources untouched
report-freed = { $size } freed
report-reflinked = { $shown } reflinked, { $size }
report-holes = { $size } of holes
report-mismatched = { $count ->
        [one] { $shown } item differs from its source
       *[other] { $shown } items differ from their sources
    }

## How many items were skipped, by reason.

skipped-count-policy = { $shown } as you chose
skipped-count-not-newer = { $shown } not older
skipped-count-same = { $shown } identical
skipped-count-filtered = { $shown } filtered
skipped-count-unanswered = { $shown } unanswered
skipped-count-cancelled = { $shown } cancelled
skipped-count-duplicate = { $shown } named twice
skipped-count-missing = { $shown } not found
skipped-count-not-empty = { $shown } not empty
skipped-count-special = { $shown } special files

## Titles of a report. $done says what the job did.

report-waits = { $count ->
        [one] Waits for { $shown } answer
       *[other] Waits for { $shown } answers
    }
report-paused = Paused
report-queued = Queued
report-running-waits = { $count ->
        [one] Running, waits for { $shown } answer
       *[other] Running, waits for { $shown } answers
    }
report-running = Running
report-unanswered = { $count ->
        [one] { $done }, { $shown } question unanswered
       *[other] { $done }, { $shown } questions unanswered
    }
report-with-failures = { $count ->
        [one] { $done } with { $shown } failure
       *[other] { $done } with { $shown } failures
    }
report-cancelled = Cancelled

## How jobs ended, in the status line. $keys are keys that lead to the report.

ended-undo = Undo: { $items } undone
ended-undo-failed = Undo: { $items } undone, { $failed } could not be undone: { $keys } shows why
ended-redo = Redo: { $items } redone
ended-redo-failed = Redo: { $items } redone, { $failed } could not be redone: { $keys } shows why
ended-undo-cancelled = Undo cancelled: { $items } undone
ended-redo-cancelled = Redo cancelled: { $items } redone
# $what says what the job did and how much.
ended-in = { $what } in { $time }
ended-archive-kept = { $what }: the existing archive was kept
ended-some-failed = { $what }, { $failed } failed: { $keys } shows them
ended-failed = { $what }: { $keys } shows why
# Two keys, one after the other.
keys-then = { $first }, then { $second }

## What a search looks for.

sought-text = “{ $text }”
sought-words = words “{ $text }”
sought-files = files
sought-folders = folders
sought-larger = at least { $size }
sought-smaller = at most { $size }
sought-since = since { $time }

## How far a search is, and how it ended. $among is how much was looked at, $hits how many were found.

search-runs = Searching… { $among }, { $shown } found, { $key } stops
search-stopped = Stopped after { $hits } among { $among }; { $key } searches again
search-full = Stopped at { $hits } among { $among }; there may be more
search-ended = { $hits } among { $among }
search-folders-and-files = { $folders } and { $files }
search-unread = { $found }; { $unread } could not be read

## Small changes, in the past tense.

done-folder = Made the folder { $name }
done-file = Made the file { $name }
done-symlink = Made the symlink { $name }
done-hard-link = Made the hard link { $name }
done-symlinks = { $count ->
        [one] Made { $shown } symlink in { $folder }
       *[other] Made { $shown } symlinks in { $folder }
    }
done-hard-links = { $count ->
        [one] Made { $shown } hard link in { $folder }
       *[other] Made { $shown } hard links in { $folder }
    }
done-rename = Renamed to { $name }
done-renames = Renamed { $items }
done-mode = { $count ->
        [one] Changed the permissions of { $shown } item
       *[other] Changed the permissions of { $shown } items
    }
done-owner = { $count ->
        [one] Changed the owner of { $shown } item
       *[other] Changed the owner of { $shown } items
    }
not-folder = Cannot make the folder { $name }: { $reason }
not-file = Cannot make the file { $name }: { $reason }
not-rename = Cannot rename { $from } to { $to }: { $reason }

## What follows the queue.

after-run = run { $command }
after-suspend = suspend
after-quit = quit
countdown-command = This runs: { $command } in { $seconds } s
countdown-suspend = The machine is suspended in { $seconds } s
countdown-quit = fcp-tui quits in { $seconds } s
after-then = then { $action }

## Requests with the rights of the administrator.

elevated-copy = Copying { $items } as administrator
elevated-move = Moving { $items } as administrator
elevated-delete = Deleting { $items } as administrator
elevated-other = { $doing } { $items } as administrator
request-dedupe = Share storage

## Notifications through the terminal.

notify-answer = A job needs your answer

## The palette, the menus, and the shell.

palette-title = All actions
palette-run = Run
palette-own-commands = Your commands
palette-missing = – not available yet
palette-configured = – in the configuration file
no-shell-waits = No shell is waiting for this program
program-not-run = the program could not be run
shell-not-shown = cannot show the shell: { $error }
part-failed = a part of the program has failed; a report is in '{ $path }'
part-failed-silently = a part of the program has failed; the report could not be written: { $why }
