### Programs that fcp-tui runs, and why requests fail.

## On the screen of a program.

run-returns = Enter returns to fcp-tui
run-screen-returns = Ctrl-O or Enter returns to fcp-tui
run-may-ask = { $deed }: { $program } may ask for your password.

## Why a program did not run, or how it ended.

run-names-not-saved = cannot save the names for the editor: { $error }
run-names-not-text = the edited names are not UTF-8 text
run-no-opener = no program was found that opens files; set opener in config.toml
run-not-run = cannot run { $program }: { $error }
run-no-sudo = sudo is not installed: run fcp-tui as root instead
run-not-found = cannot find fcp-tui: { $error }
run-not-all = { $deed }: not everything was done
run-has-run = { $program } has run
run-not-suspended = The machine was not suspended: { $why }
run-code = { $program } failed with exit code { $code }
run-no-command = { $program }: program not found (exit code 127)
run-signal = { $program } was killed by signal { $signal }
run-failed = { $program } failed
run-no-terminal = cannot read the terminal: { $error }
clipboard-too-long = this is too long for the clipboard of a terminal
clipboard-not-written = cannot write to the terminal: { $error }

## Small changes.

deed-and-more = { $error }, and { $shown } more
deed-name-refused = nothing was renamed: '{ $old }' cannot become '{ $new }': { $why }
deed-rename-failed = nothing was renamed: { $error }
deed-rename-stranded = '{ $old }' was renamed to '{ $now }', then: { $error }
# $deed says in the past tense what was done, as "Renamed to x".
deed-undone = Undone: { $deed }

## Requests for the queue.

request-folder-kept = { $error }; the new folder was kept: { $left }
request-is-file = '{ $name }' is a file, not a folder
request-is-folder = a folder '{ $name }' exists: end its name with / to copy into it
request-into-itself = A folder cannot be copied or moved into itself: { $name }
request-no-room = this does not fit: { $needs } needed, { $free } free
job-not-kept = The disk of the queue is full: this job will not be kept after you quit
queue-silent = the queue stopped answering
step-no-home = Nothing can be remembered because HOME is not set
step-not-stored = What both folders have in common was not stored: { $error }
