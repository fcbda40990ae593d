//! Defines the command line of `fcpq`: its commands, their flags and their help.

use std::ffi::OsString;

use clap::builder::{OsStringValueParser, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, ValueHint, value_parser};

use super::add;
use crate::cli::args;

/// The command that is meant where none is named.
pub(super) const LIST: &str = "list";

/// Commands that change jobs and take several of them.
pub(super) const CHANGES: [&str; 9] =
    ["pause", "resume", "cancel", "retry", "up", "down", "first", "last", "start"];

const NOTES: &str = "\
Examples:
  fcpq add copy -a photos /mnt/backup    prints the number of the new job, say 7
  fcpq run --detach                      runs the queue in the background
  fcpq answer 7 all newer                answers all questions of job 7
  fcpq wait 7                            waits, and exits with the code of job 7

Exit codes: 0 done, 1 some items failed, 2 usage error, or no such job, 3 could \
not run, 4 a copy differs from its source, 5 questions were left unanswered, 124 'wait' timed \
out, 130 or 143 stopped by a signal, or the job was cancelled.
The queue is one for all programs of a user. It lies in $XDG_STATE_HOME/fcp (~/.local/state/fcp) \
and outlives them: an interrupted job continues where it stopped, in the next process that runs the \
queue. fcp-tui runs it while it is open, 'fcpq run' without a screen.";

/// Reads the arguments of the process; `--json` may stand before the command, too.
pub(super) fn read(args: impl IntoIterator<Item = OsString>) -> Result<ArgMatches, clap::Error> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let is_word = |arg: &OsString| !arg.as_encoded_bytes().starts_with(b"-");
    if args.get(1).is_some_and(|arg| arg == "--json") && args.get(2).is_some_and(is_word) {
        args.swap(1, 2);
    }
    command().try_get_matches_from(args)
}

/// Builds the definition of the command line.
fn command() -> Command {
    Command::new("fcpq")
        .args_override_self(true)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Shows and changes the queue of file jobs that fcp, fmv, frm and fcp-tui share")
        .after_help(NOTES)
        .max_term_width(100)
        .args_conflicts_with_subcommands(true)
        .args(list_flags())
        .subcommands(looking())
        .subcommands(changing())
        .subcommands(running())
}

fn looking() -> [Command; 5] {
    [
        Command::new(LIST)
            .about("List the unfinished jobs [the default without a command]")
            .args(list_flags())
            .after_help(
                "A job is queued, running, not moving, flushing, verifying, cancelling, ending, paused, waits for another \
                 one ('after job 3'), needs you, or was interrupted and continues where it stopped. With --all it is also \
                 done, with failures, unanswered, cancelled, or failed. '? 3' are open questions, '✗ 2' \
                 failed items. The speed is the mean of this run.",
            ),
        Command::new("show")
            .about("Show details of a job: its state, its open questions, failed items")
            .args([job("The job"), json("Print one JSON object")]),
        Command::new("log")
            .about("Show a job's log, one event a line")
            .args([
                job("The job"),
                flag("failed", "Only failed items"),
                flag("skipped", "Only skipped items"),
                flag("null", "Print the source paths alone, each ended by a NUL, for xargs -0")
                    .short('0')
                    .long("null")
                    .conflicts_with("json"),
                json("Print the events as fcp --json does"),
            ])
            .after_help(
                "Done items are not listed, so that the log of a million files stays small.\n\
                 fcpq log 7 --failed -0 | xargs -0r ls -ld",
            ),
        Command::new("watch")
            .about("Show the jobs while they run; q quits, the jobs continue")
            .args([
                Arg::new("plan")
                    .long("plan")
                    .value_name("DIR")
                    .value_parser(OsStringValueParser::new())
                    .value_hint(ValueHint::DirPath)
                    .help("Instead, show how processes copy the parts of the plan in DIR"),
                json("Print the event stream, as fcp --json does"),
            ])
            .after_help(
                "On a terminal a table is redrawn; elsewhere each event is a line. The stream begins \
                 with events that describe all jobs. Without a terminal it ends only when fcpq gets a signal, \
                 also with '</dev/null' and with an empty queue; 'fcpq wait' and 'fcpq run' end by \
                 themselves.\n\
                 With --plan it ends when each part of the plan has ended, with the exit code of fcp plan status. The \
                 processes may run on any machine that writes to DIR; the job of an event is the number of a part.",
            ),
        Command::new("wait")
            .about("Wait until jobs have finished, and exit with the code of the worst")
            .args([
                jobs("The jobs"),
                Arg::new("timeout")
                    .long("timeout")
                    .value_name("SECONDS")
                    .value_parser(value_parser!(f64))
                    .help("Wait no longer than this; then exit with 124"),
                json("Print each job as JSON when it has finished"),
            ])
            .after_help(
                "It also waits while a job is paused, asks questions, waits for another job, or no process \
                 runs the queue; it says so on standard error.",
            ),
    ]
}

fn changing() -> Vec<Command> {
    let mut commands = vec![
        Command::new("add")
            .about("Add a job")
            .args([
                flag("paused", "Add it paused"),
                flag("first", "Put it first"),
                flag("now", "Start it immediately, beside other jobs"),
                Arg::new("after")
                    .long("after")
                    .value_name("JOB")
                    .value_parser(number)
                    .help("Start it only after this job has completed"),
                json("Print the job as JSON, not only its number"),
            ])
            .subcommand_required(true)
            .subcommand_value_name("VERB")
            .subcommand_help_heading("Verbs")
            .disable_help_subcommand(true)
            .subcommands(add::VERBS.iter().map(|(name, program)| {
                args::command(program)
                    .name(*name)
                    // These make sense only for a job that runs in this process.
                    .mut_args(|arg| {
                        let elsewhere =
                            ["Queue", "Control", "DryRun", "Progress", "NoProgress", "UndoList", "Redo"];
                        let hidden = elsewhere.contains(&arg.get_id().as_str());
                        arg.hide(hidden)
                    })
            }))
            .after_help(
                "Each verb takes the flags of fcp, fmv or frm: fcpq add copy --help. The job keeps the \
                 operands by their absolute paths. Its number is printed. With --after it waits until that \
                 job has completed; if that fails in part or is cancelled, this one stays paused until it is \
                 resumed by its number.\n\
                 fcpq add --after 7 move -n /srv/in /srv/out",
            ),
    ];
    commands.extend(CHANGES.map(change));
    commands.extend([
        Command::new("hold")
            .about("Start a job only after another has completed")
            .args([
                job("The job"),
                Arg::new("after")
                    .long("after")
                    .value_name("OTHER")
                    .value_parser(number)
                    .help("The job that must complete first"),
                flag("none", "Wait for no other job"),
                json(CHANGED),
            ])
            .after_help(
                "If the other job fails in part or is cancelled, this one stays paused until it is resumed by its number. \
                 Two jobs cannot each wait for the other.",
            )
            .group(ArgGroup::new("how").args(["after", "none"]).required(true)),
        Command::new("answer")
            .about("Show a job's questions, or answer them")
            .args([
                job("The job"),
                Arg::new("which")
                    .value_name("WHICH")
                    .requires("answer")
                    .help("all, the number of a question, a range of them (3-7), or a kind"),
                Arg::new("answer")
                    .value_name("ANSWER")
                    .allow_hyphen_values(true)
                    .help("The answer"),
                flag("folder", "With a number: also for questions of that kind in the same folder"),
                json("Print the open questions as JSON"),
            ])
            .after_help(super::answer::help()),
        Command::new("again")
            .about("Add the same job once more, unless it removed items")
            .args([jobs("The jobs"), json("Print the new jobs as JSON, not only their numbers")]),
        Command::new("undo")
            .about("Add a job that undoes another, unless changed since")
            .args([job("The job"), json("Print the new job as JSON, not only its number")])
            .after_help(
                "It moves the copies to the trash, moves back what was moved or trashed, and restores what \
                 a copy replaced if a backup or the trash has it. Files that changed since are kept, and \
                 named in the log.",
            ),
        Command::new("verify")
            .about("Add jobs that compare finished copies with their sources once more")
            .args([
                jobs("The copies").required(false).required_unless_present("manifest"),
                Arg::new("manifest")
                    .long("manifest")
                    .value_name("FILE")
                    .value_parser(OsStringValueParser::new())
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("")
                    .help("Instead, check immediately the checksums in FILE, or in the list of the job"),
                json("Print the new jobs as JSON, not only their numbers; with --manifest what fcp sum prints"),
            ])
            .after_help(
                "Both sides are read from their disks, byte by byte, and nothing is changed. Files \
                 that differ or are missing fail; 'fcpq wait' then exits with 4, and 'fcpq log --failed' \
                 names them. Times, owners and permissions are not compared, and extra files \
                 beside the copies are ignored. A list, as --manifest of fcp writes it, is checked without the sources: names \
                 in it are those below its folder, and the exit code is that of 'fcp sum --check'.\n\
                 fcpq verify --manifest 7; fcpq verify --manifest=/mnt/backup/SUMS",
            ),
        Command::new("clear").about("Forget finished jobs, and their logs").args([
            jobs("The jobs; all finished ones if none is named").required(false),
            json("Print the forgotten jobs as JSON"),
        ]),
        Command::new("limit").about("Limit the speed, in bytes per second, or show the limit").args([
            Arg::new("rate").value_name("RATE").help("A size, e.g. 20M; or none"),
            job("The job; all jobs together if none is named").required(false),
            json(CHANGED),
        ]),
        Command::new("mode")
            .about("Choose which jobs run at the same time")
            .args([
                Arg::new("mode")
                    .value_name("MODE")
                    .value_parser(PossibleValuesParser::new(["lanes", "all", "one"]))
                    .help("lanes: one per disk [default]; all: all at once; one: one after the other"),
                json("Print the settings as JSON"),
            ])
            .after_help(
                "Small jobs (renames, reflinks, few small files) and jobs started with 'fcpq start' need \
                 not wait for a disk. Without MODE the settings are printed.",
            ),
    ]);
    commands
}

fn running() -> [Command; 1] {
    [Command::new("run")
        .about("Run the queue in this process, until no job is left that can start")
        .args([
            flag("keep", "Keep running, and wait for more jobs"),
            flag(
                "unattended",
                "Do not wait for answers: end when the remaining jobs are paused or wait for one; their \
                 questions are asked again at the next run",
            )
            .conflicts_with_all(["keep", "detach"]),
            flag(
                "detach",
                "Run in the background, and print the process number. The process ends when the \
                 remaining jobs are paused or wait for answers; their questions are asked again at the next run",
            )
                .conflicts_with("json"),
            flag("detached", "").hide(true).conflicts_with("json"),
            json("Print the event stream, as fcp --json does"),
        ])
        .after_help(
            "Ctrl-C, SIGTERM and SIGHUP stop the jobs of this process where they are; they stay in the \
             queue, and the next process that runs it continues them. A second signal ends fcpq at \
             once, and at most the last moment's work is lost. The exit code is that of the worst job \
             that ended during the run; 3 if a job is left that cannot start, because it waits for \
             one that is paused, or because its disk is not connected; 5 if questions are left. At a question \
             the run waits until another program has answered it; with --unattended, for cron and scripts, it \
             leaves the question to the next run.",
        )]
}

/// Says what a command does to jobs.
fn change(name: &'static str) -> Command {
    let (about, all) = match name {
        "pause" => ("Pause jobs", Some("All unfinished jobs")),
        "resume" => (
            "Resume paused jobs",
            Some("All paused jobs, but those held by a job that did not complete"),
        ),
        "cancel" => ("Cancel jobs; partial files are deleted", Some("All unfinished jobs")),
        "retry" => {
            ("Add jobs that retry the failed items of these", Some("All jobs with failed items"))
        }
        "start" => ("Start jobs immediately, beside other jobs", Some("All waiting jobs")),
        "up" => ("Move jobs one place up", None),
        "down" => ("Move jobs one place down", None),
        "first" => ("Put jobs first", None),
        _ => ("Put jobs last", None),
    };
    let notes = match name {
        "pause" => {
            "A running job stops at its next chunk, a waiting one does not start. Pausing twice is harmless."
        }
        "cancel" => {
            "Complete copies are kept. A waiting job ends at once. A running one ends as soon as its disks answer; if \
             that takes longer than some seconds, the command says what the job waits for, and does not wait."
        }
        "retry" => {
            "The new job has the options of the old one, but only the items that failed. Its number \
             is printed."
        }
        "start" => "A paused job is resumed, too.",
        "first" | "last" => "Several jobs keep the order in which they are named.",
        _ => "",
    };
    let command = Command::new(name).about(about).after_help(notes);
    match all {
        None => command.args([jobs("The jobs"), json(CHANGED)]),
        Some(which) => command
            .args([jobs("The jobs").required(false), flag("all", which), json(CHANGED)])
            .group(ArgGroup::new("which").args(["job", "all"]).required(true)),
    }
}

const CHANGED: &str = "Print the changed jobs as JSON";

fn list_flags() -> [Arg; 2] {
    [flag("all", "Also list the finished jobs"), json("Print one JSON object a line")]
}

fn job(help: &'static str) -> Arg {
    Arg::new("job").value_name("JOB").required(true).value_parser(number).help(help)
}

/// Reads the number of a job.
fn number(text: &str) -> Result<u64, String> {
    let hint = if text == "all" { "; --all means all jobs" } else { "" };
    text.parse().map_err(|_| format!("'{text}' is not a job number{hint}"))
}

fn jobs(help: &'static str) -> Arg {
    job(help).num_args(1..)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn json(help: &'static str) -> Arg {
    flag("json", help)
}

/// Gives the jobs that were named.
pub(super) fn jobs_of(matches: &ArgMatches) -> Vec<u64> {
    matches.get_many("job").into_iter().flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        command().try_get_matches_from(line.split(' ')).unwrap_err().to_string()
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn commands_and_flags_are_known() {
        for line in [
            "fcpq",
            "fcpq --json",
            "fcpq --all",
            "fcpq list --all --json",
            "fcpq list --all --all",
            "fcpq --json --json",
            "fcpq show 7",
            "fcpq add --paused --first --now --after 3 copy -a --exclude *.o a b",
            "fcpq add --json move -n a b",
            "fcpq add delete -r a",
            "fcpq add trash a",
            "fcpq add verify -a --exclude *.o a b",
            "fcpq pause 1 2 3",
            "fcpq cancel --all --json",
            "fcpq up 4",
            "fcpq hold 4 --after 3",
            "fcpq hold 4 --none",
            "fcpq again 4 5",
            "fcpq answer 7",
            "fcpq answer 7 all newer",
            "fcpq answer 7 3-5 rename={stem}-{n}{ext}",
            "fcpq wait 1 2 --timeout 0.5",
            "fcpq log 7 --failed -0",
            "fcpq clear",
            "fcpq clear 1 2",
            "fcpq undo 3",
            "fcpq verify 3 4",
            "fcpq limit 20M",
            "fcpq limit none 3",
            "fcpq mode",
            "fcpq mode one",
            "fcpq run --keep",
            "fcpq run --detach",
            "fcpq watch --json",
            "fcpq --json pause 1",
            "fcpq --json add copy a b",
            "fcpq watch --plan dir --json",
        ] {
            let read = read(line.split(' ').map(OsString::from));
            assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(error("fcpq pause").contains("<JOB|--all>"), "{}", error("fcpq pause"));
        assert!(error("fcpq pause 1 --all").contains("cannot be used with"));
        assert!(error("fcpq pause x").contains("'x' is not a job number"));
        assert!(error("fcpq add --after x copy a b").contains("'x' is not a job number"));
        assert!(error("fcpq up").contains("<JOB>"));
        assert!(error("fcpq hold 4").contains("<--after <OTHER>|--none>"));
        assert!(error("fcpq answer 7 all").contains("<ANSWER>"));
        assert!(error("fcpq mode some").contains("[possible values: lanes, all, one]"));
        assert!(error("fcpq add").contains("subcommand"));
        assert!(error("fcpq lst").contains("'list'"));
        assert!(error("fcpq log 7 -0 --json").contains("cannot be used with"));
    }
}
