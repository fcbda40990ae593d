//! Lists the trash and the recorded jobs, and makes the requests that restore or undo them.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fcp_engine::error::OpError;
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::record::{self, Recorded, Unsettled};
use fcp_engine::spec::{JobSpec, Verb};
use fcp_engine::trash::{self, Contents, Trashed};
use jiff::tz::TimeZone;

use super::asked::Asked;
use super::console::reason;
use super::exit;
use crate::app::when::exactly;
use crate::{format, home};

mod empty;

use empty::{Measured, empty};

/// A request of the command line to list, restore, undo or redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recall {
    /// List what is in the trash.
    TrashList,
    /// Move the operands out of the trash.
    TrashRestore,
    /// Delete what is in the trash permanently, or only what has been there for that long.
    TrashEmpty(Option<Duration>),
    /// List the jobs that can be undone.
    UndoList,
    /// Undo a job: by its number in the list, by its record, or the last one.
    Undo(Option<OsString>),
    /// Undo the last undo.
    Redo,
}

impl Recall {
    /// Names its flag.
    pub(crate) fn flag(&self) -> &'static str {
        match self {
            Self::TrashList => "--trash-list",
            Self::TrashRestore => "--trash-restore",
            Self::TrashEmpty(_) => "--trash-empty",
            Self::UndoList => "--undo-list",
            Self::Undo(_) => "--undo",
            Self::Redo => "--redo",
        }
    }
}

/// What the caller does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Run this job.
    Run(Box<JobSpec>),
    /// Run this delete if the user agrees.
    Delete {
        spec: Box<JobSpec>,
        /// What the user is asked first.
        question: Option<String>,
        /// Why there may be more items.
        unread: Vec<String>,
    },
    /// There is nothing to do.
    Nothing {
        /// Says so.
        text: &'static str,
        /// Why there may be something all the same.
        unread: Vec<String>,
    },
    /// Nothing more; this is the exit code.
    Exit(u8),
    /// The list lacks something, and these are the reasons.
    Incomplete(Vec<String>),
    /// It cannot be done; this is why.
    Complain(String),
    /// The command line says something that cannot be meant; this is what.
    Refuse(String),
}

/// Prints a list, or makes the job that restores, undoes or redoes.
pub(crate) fn look_up(recall: &Recall, asked: &Asked) -> Next {
    if let Some(next) = without_records(recall) {
        return next;
    }
    let wanted = || match recall {
        Recall::TrashList => trash().map(|contents| list_trash(asked.json, &contents)),
        Recall::TrashRestore => restore(&asked.operands),
        Recall::TrashEmpty(older_than) => empty(*older_than, asked),
        Recall::UndoList => Ok(print(asked.json, numbered(records(record::list)?), Numbered::line)),
        Recall::Undo(which) => undo(which.as_deref(), asked.options.dry_run),
        Recall::Redo => redo(),
    };
    match wanted().unwrap_or_else(|error: OpError| Next::Complain(error.to_string())) {
        Next::Run(spec) if asked.options.dry_run && spec.verb != Verb::Undo => Next::Complain(
            "--trash-restore has no dry run; --trash-list shows the trash".to_owned(),
        ),
        Next::Run(mut spec) => {
            refine(&mut spec, asked);
            Next::Run(spec)
        }
        Next::Delete { mut spec, question, unread } => {
            refine(&mut spec, asked);
            Next::Delete { spec, question, unread }
        }
        other => other,
    }
}

/// Takes over what the command line says of how a request is done.
fn refine(spec: &mut JobSpec, asked: &Asked) {
    let (to, from) = (&mut spec.options, &asked.options);
    to.on_error.clone_from(&from.on_error);
    if spec.verb == Verb::Restore {
        to.on_conflict.clone_from(&from.on_conflict);
        to.on_mismatch.clone_from(&from.on_mismatch);
        to.keep_replaced = from.keep_replaced;
    }
    to.dry_run = from.dry_run;
    (to.events, to.workers, to.limit_rate) = (from.events, from.workers, from.limit_rate);
}

/// Reads the records of jobs, or of undos, of this user.
fn records<T: Default>(
    list: impl FnOnce(&record::Home) -> Result<T, OpError>,
) -> Result<T, OpError> {
    home::find(|name| std::env::var_os(name)).map_or(Ok(T::default()), |home| list(&home))
}

/// Says what is missing where no job of this user can be recorded.
fn without_records(recall: &Recall) -> Option<Next> {
    let reads = matches!(recall, Recall::UndoList | Recall::Undo(None) | Recall::Redo)
        || matches!(recall, Recall::Undo(Some(which)) if !Path::new(which).is_file());
    let has_state =
        || home::find(|name| std::env::var_os(name)).is_some_and(|it| it.state.is_some());
    (reads && !has_state()).then(|| Next::Complain(NO_RECORDS.to_owned()))
}

/// Said where there is no home directory with the records of jobs.
const NO_RECORDS: &str = "there is no home directory with the records of jobs; set HOME, or XDG_DATA_HOME and \
                          XDG_STATE_HOME";

/// A job in the list, with the number that `--undo` takes.
#[derive(serde::Serialize)]
struct Numbered {
    number: usize,
    #[serde(flatten)]
    job: Recorded,
}

fn numbered(jobs: Vec<Recorded>) -> Vec<Numbered> {
    jobs.into_iter().zip(1..).map(|(job, number)| Numbered { number, job }).collect()
}

impl Numbered {
    fn line(&self) -> String {
        format!("{:>3}  {}", self.number, job_line(&self.job))
    }
}

fn trash() -> Result<Contents, OpError> {
    trash::list(data().as_deref())
}

/// The data directory of the user, which has the trash of its filesystem.
fn data() -> Option<PathBuf> {
    home::find(|name| std::env::var_os(name)).map(|home| home.data)
}

/// Prints what is in the trash, and complains of what could not be read.
fn list_trash(json: bool, contents: &Contents) -> Next {
    let items = contents.items.iter().map(Measured::of);
    match print(json, items, Measured::line) {
        Next::Exit(exit::DONE) if !contents.unread.is_empty() => {
            Next::Incomplete(contents.unread.iter().map(OpError::to_string).collect())
        }
        next => next,
    }
}

/// Prints a list: sentences for people, or one JSON object a line.
fn print<T: serde::Serialize>(
    json: bool,
    list: impl IntoIterator<Item = T>,
    line: impl Fn(&T) -> String,
) -> Next {
    // Each line is written when it is known, as items of the trash are measured one after the other.
    let mut out = stdout().lock();
    let write = |item: T| {
        let text =
            if json { serde_json::to_string(&item).unwrap_or_default() } else { line(&item) };
        writeln!(out, "{text}")
    };
    let written = list.into_iter().try_for_each(write);
    match written.and_then(|()| stdout().flush()) {
        Ok(()) => Next::Exit(exit::DONE),
        // The reader closed the pipe, as `head` does, and needs no more of the list.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Next::Exit(exit::DONE),
        Err(error) => {
            Next::Complain(format!("cannot write to standard output: {}", reason(&error)))
        }
    }
}

fn job_line(job: &Recorded) -> String {
    let time = exactly(job.began as i64, &TimeZone::system());
    let verb = match job.verb {
        Verb::Copy => "copy",
        Verb::Move => "move",
        Verb::Trash => "trash",
        Verb::Undo => "undo",
        Verb::Extract => "extraction",
        Verb::Pack => "archive",
        Verb::Restore => "restore",
        // These leave no record.
        Verb::Delete | Verb::Verify | Verb::Dedupe => "job",
    };
    let name = |path: &WirePath| DisplayName::new(&path.0).to_string();
    let first = job.sources.first().map(name).unwrap_or_default();
    let more = job.sources.len().saturating_sub(1);
    let others = match more {
        0 => String::new(),
        // The record does not name the others.
        _ if job.sources.len() >= record::NAMED => format!(" and at least {more} more"),
        _ => format!(" and {more} more"),
    };
    let to = job.destination.as_ref().map(|to| format!(" to {}", name(to))).unwrap_or_default();
    let items = format::items(job.steps);
    let left = match job.left {
        None | Some(0) => String::new(),
        Some(left) => format!("; {} could not be undone", format::items(left)),
    };
    let killed = if job.interrupted { "; killed before its end" } else { "" };
    format!("{time}  {verb:5}  {first}{others}{to} ({items}{left}{killed})")
}

fn undo(which: Option<&OsStr>, dry_run: bool) -> Result<Next, OpError> {
    let jobs = records(record::list)?;
    let Some(which) = which else {
        // No earlier job is undone in its place.
        if let Some(open) = records(record::unsettled)? {
            if open.is_redo {
                return Ok(Next::Complain(format!(
                    "the redo of {} has not ended; --redo finishes one that was interrupted",
                    named(&open)
                )));
            }
            if open.sources.is_empty() {
                return Ok(Next::Complain(unreadable(&open)));
            }
            return Ok(Next::Complain(format!(
                "the newest job, {}, has not ended or its record is damaged; --undo-list shows the earlier ones, \
                 and --undo=N undoes one",
                named(&open)
            )));
        }
        // A job whose undo failed once is tried again only by its number, so that it does not block
        // the jobs before it.
        let Some(job) = jobs.iter().find(|job| job.left.is_none()) else {
            let text = if jobs.is_empty() {
                "there is nothing to undo".to_owned()
            } else {
                "the earlier jobs could not be undone completely; --undo-list shows them, and \
                 --undo=N tries one again"
                    .to_owned()
            };
            return Ok(Next::Complain(text));
        };
        if let Some(host) = job.host().filter(|_| !is_undone_there(job)) {
            if !dry_run {
                record::pass_over(&job.path.0)?;
            }
            let text = elsewhere(job, &host);
            return Ok(Next::Complain(format!(
                "{text}; the next --undo is about the job before it"
            )));
        }
        announce("Undoing", job);
        return Ok(Next::Run(Box::new(JobSpec::undo(job.path.clone()))));
    };
    let shown = DisplayName::new(Path::new(which));
    let Some(number) = which.to_str().and_then(|text| text.parse::<usize>().ok()) else {
        // Records can be named as well.
        return Ok(if Path::new(which).is_file() {
            Next::Run(Box::new(JobSpec::undo(WirePath::from(which.to_owned()))))
        } else {
            Next::Refuse(format!("'{shown}' is no number of --undo-list"))
        });
    };
    Ok(match number.checked_sub(1).and_then(|at| jobs.get(at)) {
        Some(job) => match job.host().filter(|_| !is_undone_there(job)) {
            Some(host) => Next::Complain(elsewhere(job, &host)),
            None => Next::Run(Box::new(JobSpec::undo(job.path.clone()))),
        },
        None if jobs.is_empty() => Next::Complain("there is nothing to undo".to_owned()),
        None => {
            let can = match jobs.len() {
                1 => "only 1 job can be undone".to_owned(),
                count => format!("only {count} jobs can be undone"),
            };
            Next::Complain(format!(
                "--undo={shown}: {can}; --undo-list shows them (1 is the newest)"
            ))
        }
    })
}

/// Says how to go on where nothing can be read of the newest record.
fn unreadable(record: &Unsettled) -> String {
    format!(
        "the record of the newest job, '{}', is empty or damaged; --undo-list shows the earlier jobs, \
         --undo=N undoes one, and without that file it is passed over",
        DisplayName::new(&record.path.0)
    )
}

/// Whether the other machine undoes a job that it has done, when it is asked.
fn is_undone_there(job: &Recorded) -> bool {
    job.there.as_ref().is_some_and(|there| there.check().is_ok())
}

/// Says where a job can be undone that was done on another machine.
fn elsewhere(job: &Recorded, host: &str) -> String {
    let what = ways(&job.sources, job.destination.as_ref());
    match job.verb {
        Verb::Move => format!("the move of {what} is not undone; move the items back"),
        _ => format!("the copy of {what} is undone there, with 'ssh {host} fcp --undo'"),
    }
}

/// Names a job by what it was asked.
fn named(job: &Unsettled) -> String {
    ways(&job.sources, job.destination.as_ref())
}

/// Names the first source of a job, and where it went.
fn ways(sources: &[WirePath], destination: Option<&WirePath>) -> String {
    let name = |path: &WirePath| DisplayName::new(&path.0).to_string();
    let first = sources.first().map(name).unwrap_or_default();
    let to = destination.map(|to| format!(" to {}", name(to))).unwrap_or_default();
    format!("{first}{to}")
}

fn redo() -> Result<Next, OpError> {
    if let Some(open) = records(record::unsettled_undo)? {
        if open.sources.is_empty() {
            return Ok(Next::Complain(unreadable(&open)));
        }
        return Ok(Next::Complain(
            "the last undo has not ended; --undo finishes one that was interrupted".to_owned(),
        ));
    }
    let undone = records(record::list_undone)?;
    // An undo that could not be redone must not block those before it, but can be tried again
    // when nothing else is left.
    let untried = undone.iter().find(|undo| undo.left.is_none());
    Ok(match untried.or(undone.first()) {
        Some(undo) => {
            announce("Redoing", undo);
            Next::Run(Box::new(JobSpec::undo(undo.path.clone())))
        }
        None => Next::Complain("there is nothing to redo".to_owned()),
    })
}

/// Tells the user which job is undone or redone.
fn announce(what: &str, job: &Recorded) {
    if stderr().is_terminal() {
        let _told = writeln!(stderr(), "{what}: {}", job_line(job)).is_ok();
    }
}

fn restore(operands: &[OsString]) -> Result<Next, OpError> {
    if operands.is_empty() {
        return Ok(Next::Refuse(
            "missing operand: name the items to restore; --trash-list shows them".to_owned(),
        ));
    }
    let items = trash()?.items;
    let mut ids = Vec::new();
    for operand in operands {
        match choose(Path::new(operand), &items) {
            Ok(item) => ids.push(item.id.clone()),
            Err(complaint) => return Ok(Next::Complain(complaint)),
        }
    }
    Ok(Next::Run(Box::new(JobSpec::restore(ids))))
}

/// Finds what an operand means: where something was, or its name alone if only one was called so.
fn choose<'a>(operand: &Path, items: &'a [Trashed]) -> Result<&'a Trashed, String> {
    let shown = DisplayName::new(operand);
    let full = std::path::absolute(operand).unwrap_or_else(|_| operand.to_owned());
    let linked = full.parent().and_then(|parent| parent.canonicalize().ok());
    let real = linked.and_then(|parent| Some(parent.join(full.file_name()?)));
    // The newest is listed first.
    let by_path = |item: &&Trashed| {
        let original = &item.original.0;
        *original == full || Some(original) == real.as_ref() || item.id.0 == operand
    };
    if let Some(item) = items.iter().find(by_path) {
        return Ok(item);
    }
    let is_name = operand.components().count() == 1;
    let named = |item: &&Trashed| is_name && item.original.0.file_name() == operand.file_name();
    let mut namesakes = items.iter().filter(named);
    let Some(first) = namesakes.next() else {
        return Err(format!("no item in the trash was at '{shown}'; --trash-list shows them all"));
    };
    match namesakes.find(|other| other.original != first.original) {
        None => Ok(first),
        Some(other) => Err(format!(
            "the trash has '{}' and '{}'; name the one to restore by its path",
            DisplayName::new(&first.original.0),
            DisplayName::new(&other.original.0)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, original: &str, deleted: i64) -> Trashed {
        Trashed { id: id.into(), original: original.into(), deleted, seen: None }
    }

    #[test]
    fn a_name_is_enough_if_it_means_one_place() {
        let items = [item("3", "/a/x", 3), item("2", "/a/x", 2), item("1", "/b/y", 1)];
        assert_eq!(choose(Path::new("x"), &items), Ok(&items[0]));
        assert_eq!(choose(Path::new("/b/y"), &items), Ok(&items[2]));
        assert_eq!(choose(Path::new("2"), &items), Ok(&items[1]));
        assert!(choose(Path::new("z"), &items).unwrap_err().contains("no item in the trash"));
        assert!(choose(Path::new("a/x"), &items).is_err());
        let two = [item("2", "/a/x", 2), item("1", "/b/x", 1)];
        assert!(choose(Path::new("x"), &two).unwrap_err().contains("'/a/x' and '/b/x'"));
        assert_eq!(choose(Path::new("/b/x"), &two), Ok(&two[1]));
    }

    #[test]
    fn lines_name_time_and_place() {
        let job = Recorded {
            path: "r".into(),
            verb: Verb::Move,
            began: 1_782_076_447_000_000,
            sources: vec!["/a".into(), "/b".into()],
            destination: Some("/c".into()),
            steps: 2,
            left: Some(1),
            interrupted: false,
            there: None,
        };
        let line = numbered(vec![job])[0].line();
        assert!(line.starts_with("  1  20"), "{line}");
        let told = "  move   /a and 1 more to /c (2 items; 1 item could not be undone)";
        assert!(line.ends_with(told), "{line}");
    }
}
