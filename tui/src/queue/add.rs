//! `fcpq add`, and `--queue` of the other programs: adds a job to the queue instead of running it.

use std::ffi::OsStr;
use std::io::{IsTerminal, stderr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use clap::ArgMatches;
use fcp_engine::queue::{Adding, Queue};
use fcp_engine::spec::{Destination, JobSpec, Verb};

use super::output::{Output, Trouble, say};
use super::row;
use crate::cli::asked::Asked;
use crate::cli::program::{
    DEDUPE as SHARE, EXTRACT as UNPACK, FCP, FMV, FRM, PACK as MAKE, Program,
};
use crate::cli::recall::Recall;
use crate::cli::{exit, own};

/// The end of the help of each verb.
const NOTES: &str = "The number of the job is printed; 'fcpq wait' tells how it ended.";

static COPY: Program = Program { own: "fcpq add copy", notes: NOTES, ..FCP };
static MOVE: Program = Program { own: "fcpq add move", notes: NOTES, ..FMV };
static DELETE: Program = Program { own: "fcpq add delete", notes: NOTES, ..FRM };
static TRASH: Program = Program {
    own: "fcpq add trash",
    verb: Verb::Trash,
    about: "Moves files and directories to the trash",
    notes: NOTES,
    ..FRM
};
static VERIFY: Program = Program {
    own: "fcpq add verify",
    verb: Verb::Verify,
    about: "Compares files and directories with their copies, byte by byte",
    operands: "Sources, and last their copy or the directory they were copied to",
    notes: "\
The flags mean what they meant for the copy: what it would have left out is not compared, and what it \
would have put somewhere is looked for there. Name a directory that was copied under a new name with \
-T, or 'fcpq verify JOB', since that name is taken now. Nothing is changed.
The number of the job is printed; 'fcpq wait' tells how it ended, with 4 where something differs or \
is not there.",
    ..FCP
};

static DEDUPE: Program = Program { own: "fcpq add dedupe", notes: NOTES, ..SHARE };
static EXTRACT: Program = Program { own: "fcpq add extract", notes: NOTES, ..UNPACK };
static PACK: Program = Program { own: "fcpq add pack", notes: NOTES, ..MAKE };

/// The verbs that can be added, and whose flags they take.
pub(super) static VERBS: [(&str, &Program); 8] = [
    ("copy", &COPY),
    ("move", &MOVE),
    ("delete", &DELETE),
    ("trash", &TRASH),
    ("verify", &VERIFY),
    ("dedupe", &DEDUPE),
    ("extract", &EXTRACT),
    ("pack", &PACK),
];

/// Adds what a command line asks for.
pub(super) fn run(matches: &ArgMatches) -> u8 {
    let adding = Adding {
        paused: matches.get_flag("paused"),
        first: matches.get_flag("first"),
        now: matches.get_flag("now"),
        after: matches.get_one("after").copied(),
    };
    let verb = matches.subcommand();
    let named = verb.and_then(|(name, rest)| {
        VERBS.iter().find(|(verb, _)| *verb == name).map(|(_, program)| (*program, rest))
    });
    match named {
        Some((program, rest)) => own::add(program, rest, adding, matches.get_flag("json")),
        // Not reached: the line demands a verb.
        None => exit::USAGE,
    }
}

/// Names a flag that makes no sense for a job that another process may run at another time.
pub(crate) fn misfit(asked: &Asked) -> Option<&'static str> {
    asked.queue.as_ref()?;
    match &asked.recall {
        Some(Recall::TrashList | Recall::UndoList) => {
            return Some("a list is printed at once and cannot be queued");
        }
        Some(Recall::TrashRestore | Recall::TrashEmpty(_) | Recall::Undo(_) | Recall::Redo)
        | None => {}
    }
    if asked.control {
        return Some("jobs in the queue take their commands from fcpq; leave out --control");
    }
    if asked.options.dry_run {
        return Some("a dry run prints its result at once and cannot be queued");
    }
    None
}

/// Puts a job into the queue, and prints its number.
pub(crate) fn put(tool: &str, mut spec: JobSpec, adding: &Adding, json: bool) -> u8 {
    // Count the totals first: a user who looks at the queue wants to see how far a job is.
    spec.options.totals = true;
    let added = check(&spec).and_then(|()| add(tool, spec, adding, json));
    added.unwrap_or_else(|trouble| trouble.tell(tool))
}

fn add(tool: &str, spec: JobSpec, adding: &Adding, json: bool) -> Result<u8, Trouble> {
    let queue = super::tool::open(tool)?;
    let job = queue.add(spec, adding)?;
    let mut out = Output::new();
    print(&queue, job, json, &mut out)?;
    out.flush()?;
    if !adding.paused && stderr().is_terminal() && queue.runners()? == 0 {
        say(tool, NOT_RUNNING);
    }
    Ok(exit::DONE)
}

/// Said where jobs wait and no process would start them.
pub(super) const NOT_RUNNING: &str =
    "the queue is not running; start it with 'fcpq run --detach', or 'fcpq run' to watch it";

/// Refuses paths that mean something else, or nothing, in another process.
fn check(spec: &JobSpec) -> Result<(), Trouble> {
    if matches!(spec.verb, Verb::Delete | Verb::Trash)
        && spec.options.protect.working_directory
        && let Some(path) = spec.sources.iter().find(|path| holds_us(&path.0))
    {
        return Err(Trouble::Usage(format!(
            "refusing to remove '{}': it is the working directory, or above it; start from another \
             place",
            row::shown(&path.0)
        )));
    }
    let destinations = spec.destination.iter().flat_map(Destination::paths);
    match spec.sources.iter().chain(destinations).find(|path| is_of_process(&path.0)) {
        None => Ok(()),
        Some(path) => Err(Trouble::Usage(format!(
            "'{}' belongs to this process, and another one may run the job",
            row::shown(&path.0)
        ))),
    }
}

/// Whether a path leads to the working directory of this process, or above it.
///
/// A delete refuses that itself, but by the working directory of the process that runs it.
fn holds_us(path: &Path) -> bool {
    let Ok(here) = std::env::current_dir() else { return false };
    let Ok(found) = rustix::fs::lstat(path) else { return false };
    let is_it = |at: &Path| {
        rustix::fs::stat(at).is_ok_and(|at| (at.st_dev, at.st_ino) == (found.st_dev, found.st_ino))
    };
    here.ancestors().any(is_it)
}

/// Whether a path leads to what a process has open.
fn is_of_process(path: &Path) -> bool {
    let own = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/dev/tty", "/proc/self"];
    path.as_os_str() == OsStr::from_bytes(b"-") || own.iter().any(|own| path.starts_with(own))
}

/// Prints a new job: its number, or all of it.
pub(super) fn print(queue: &Queue, job: u64, json: bool, out: &mut Output) -> Result<(), Trouble> {
    if json { out.json(&queue.find(job)?) } else { out.line(&job.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::asked::{self, Dialect, Env};
    use crate::cli::misuse::Misuse;
    use crate::cli::{args, program};
    use crate::gnu::getopt::GetOpt;

    fn asked(line: &str) -> Asked {
        let matches = args::command(&FCP).try_get_matches_from(line.split(' ')).unwrap();
        let tokens = args::tokens(&FCP, &matches).into_iter().map(Ok);
        asked::fold(tokens, &FCP, Dialect::Own, &Env::default()).unwrap()
    }

    #[test]
    fn a_flag_adds_instead_of_running() {
        assert_eq!(asked("fcp a b").queue, None);
        assert_eq!(asked("fcp --queue a b").queue, Some(Adding::default()));
        let first = Adding { first: true, paused: true, ..Adding::default() };
        assert_eq!(asked("fcp --queue=first --queue=paused a b").queue, Some(first));
        let now = Adding { now: true, ..Adding::default() };
        assert_eq!(asked("fcp --queue=now a b").queue, Some(now));
    }

    #[test]
    fn gnus_names_know_no_queue() {
        for program in program::ALL {
            let tokens = GetOpt::new(program.flags, ["--queue".into()], false);
            let error = asked::fold(tokens, program, Dialect::Gnu, &Env::default()).unwrap_err();
            assert_eq!(error, Misuse::Syntax("unrecognized option '--queue'".into()));
        }
    }

    #[test]
    fn what_makes_no_sense_in_a_queue_is_refused() {
        for line in [
            "fcp --queue --dry-run a b",
            "fcp --queue --json --control a b",
            "fcp --queue --undo-list",
        ] {
            assert!(misfit(&asked(line)).is_some(), "{line}");
        }
        assert_eq!(misfit(&asked("fcp --queue -i a b")), None);
        assert_eq!(misfit(&asked("fcp --queue --undo=3")), None);
        assert_eq!(misfit(&asked("fcp --dry-run a b")), None);
    }

    #[test]
    fn what_a_process_has_open_is_no_operand() {
        for path in ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/1", "/dev/stdout"] {
            assert!(is_of_process(Path::new(path)), "{path}");
        }
        for path in ["./-", "/dev/sda", "a/dev/stdin", "/dev/stdin.txt"] {
            assert!(!is_of_process(Path::new(path)), "{path}");
        }
    }
}
