//! The terminal programs of fcp: `fcp`, `fmv`, `frm`, `fcpq` and the file manager `fcp-tui`.
//!
//! # Where things are
//!
//! They are one executable: `program.rs` chooses by the name under which it was started. `format.rs`, `text.rs`, `state.rs` and
//! `terminal.rs` (numbers, text measured in columns, jobs in words, what the terminal can do) serve all programs.
//! `cli/` is the commands `fcp`, `fmv` and `frm`. To add a flag, add its row to the program's table and its
//! meaning to the file of the same name in `asked/`.
//!
//! | | |
//! |---|---|
//! | `program.rs` | what tells the three apart: names, verb, flags, words of the help |
//! | `flags.rs`, `flags/` | a table of flags for each program; rows that several have, lists of words |
//! | `args.rs` | a line into tokens |
//! | `asked.rs`, `asked/` | turns tokens into the options of a run; `cp`'s meaning, and how `mv` and `rm` differ |
//! | `request.rs` | turns options and operands into a `JobSpec` |
//! | `own.rs`, `words.rs` | our own manners and words |
//! | `session.rs` | one job: events into lines (`voice.rs`), questions into answers (`ask.rs` and `once.rs` keys, `lines.rs` lines) |
//! | `plan.rs`, `progress.rs`, `display.rs` | a dry run in words; the live lines, and when they are shown |
//! | `stream.rs` | `--json` and `--control` |
//! | `compare.rs`, `sum.rs`, `aside.rs` | `fcp compare` and `fcp sum`, which change nothing |
//! | `dedupe.rs`, `extract.rs`, `pack.rs` | the other forms of `fcp` |
//! | `parts/`, `remote/` | plans and their parts; sources and destinations on other machines |
//! | `recall.rs` | `--undo`, `--redo`, `--trash-list` and the like |
//! | `elevated.rs` | one request with the rights of the administrator |
//! | `console.rs`, `screen.rs`, `signals.rs` | what is written beside the live lines; their rows; signals |
//! | `misuse.rs`, `meant.rs`, `exit.rs`, `quoting.rs`, `size.rs` | errors of command lines, and what was meant; exit codes; names and sizes as text |
//!
//! `gnu.rs` and `gnu/` are what only the names `cp`, `mv` and `rm` need:
//!
//! | | |
//! |---|---|
//! | `getopt.rs` | a line into tokens, as GNU's programs read it |
//! | `cp.rs`, `mv.rs`, `rm.rs` | how each program asks and in which order it works |
//! | `messages.rs`, `messages/` | GNU's words, `cp.rs`, `mv.rs` and `rm.rs` each |
//!
//! `queue/` is `fcpq`. Its commands only change and read the queue; `work.rs` alone runs jobs.
//!
//! | | |
//! |---|---|
//! | `line.rs` | the commands, their flags and their help |
//! | `add.rs` | `fcpq add`, and `--queue` of the other three |
//! | `list.rs`, `show.rs`, `log.rs`, `wait.rs` | what the queue knows, once or until jobs have finished |
//! | `change.rs`, `cancelling.rs`, `settings.rs` | pause, order, retry; what a cancelled job still waits for; limits and mode |
//! | `answer.rs`, `questions.rs` | answers as they are typed; questions with both sides |
//! | `row.rs`, `table.rs`, `facts.rs` | a job in words, all jobs in columns, facts as sentences |
//! | `watch.rs`, `plan.rs` | events of all processes; the parts of a plan |
//! | `work.rs`, `detach.rs` | a process that runs jobs, here or in the background |
//! | `tool.rs` | opens the queue; the worse of two exit codes |
//! | `face.rs`, `live.rs`, `output.rs` | told as a table that is redrawn, as lines, or as the stream |
//!
//! `app/` is the file manager:
//!
//! | | |
//! |---|---|
//! | `model.rs`, `state.rs`, `derived.rs`, `dialog.rs` | everything the screen is a function of, its parts, and what follows from it |
//! | `dialog/rows.rs`, `dialog/form.rs` | the rows of all dialogs, and the dialogs that are nothing but rows |
//! | `area.rs`, `layout.rs`, `paint/divide.rs` | where things are on the screen, for drawing and for scrolling alike |
//! | `msg.rs`, `effect.rs`, `mouse.rs` | messages to the model and effects from it; what lies where on the screen that was drawn last |
//! | `action.rs` | everything that a key, the palette or a button can ask for |
//! | `key.rs`, `keymap.rs`, `palette.rs`, `dialog/menu.rs` | which keys do what; the bar, hints, help, palette and menus are made from it |
//! | `config.rs`, `theme.rs` | the user's files |
//! | `field.rs`, `fuzzy.rs` | a line that is edited and spells any name; which lines match what is typed |
//! | `unasked.rs`, `waits.rs` | when a question may take the keys although the user did not ask for it; how long jobs waited for the user |
//! | `suspend.rs` | Ctrl-Z, SIGTSTP and SIGCONT: the terminal goes back to the shell and is taken again |
//! | `undo.rs`, `command.rs`, `history.rs` | small changes and how they went, what can be undone and redone; typed commands without names in them; lines typed before |
//! | `line.rs`, `shell.rs`, `subshell.rs` | the command line; functions for shells that follow the panel; the shell below the panels |
//! | `listed.rs` | what the folders of the panels are known by, so that no action meets others of the same paths |
//! | `searches.rs`, `when.rs`, `widths.rs` | a search in words; times; the widths of columns |
//! | `after.rs`, `notify.rs`, `elevation.rs` | what follows the queue; what is told to a user who looks elsewhere; requests as administrator |
//! | `update.rs`, `update/` | model × message → effects, pure |
//! | `runner.rs` | carries out effects; what may hang gets a thread |
//! | `viewer.rs`, `viewer/state.rs`, `viewer/scroll.rs`, `viewer/typed.rs`, `viewer/rows.rs` | the viewer: requests to a document and its replies; which part of it the screen shows |
//! | `viewer/picture.rs`, `runner/view.rs` | pictures for the terminal; opens documents, which the crate `fcp-viewer` reads |
//! | `work.rs` | jobs beside their events: lanes, limits, what the user has seen |
//! | `divided.rs`, `runner/divided.rs` | a plan of parts in words; the thread that looks at it |
//! | `report.rs`, `finished.rs` | the report of a job: totals, failed and skipped items; the finished jobs |
//! | `ways.rs` | the questions that the program itself asks, with their answers |
//! | `paint.rs`, `paint/`, `page.rs`, `look.rs` | draws; colours and glyphs by their meaning |
//! | `panic.rs` | gives the terminal back after a panic, and writes a report |
//! | `request.rs` | jobs that the queue does not have yet; kept for the next start if need be |
//! | `synonyms.rs` | other words for actions, and what is not available yet, for the palette |
//! | `tty.rs`, `saver.rs` | keys and the end of the terminal; the session written while the program runs |
//! | `screen.rs`, `lend.rs` | the loop between terminal and model, the only place that reads clocks and keys; the terminal lent to an editor or a shell |
//! | `links.rs` | `--install-links`: the names of the other programs |
//! | `../app.rs` | the start and the end: command line, signals, state |

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

mod app;
mod cli;
mod format;
mod gnu;
mod home;
mod program;
mod queue;
mod state;
mod terminal;
mod text;

pub use program::run;
