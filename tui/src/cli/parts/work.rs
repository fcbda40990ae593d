//! `fcp part DIR`: copies one part of a plan, or parts until none is left.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::builder::OsStringValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use fcp_engine::Engine;
use fcp_engine::event::{Event, Outcome, Summary};
use fcp_engine::parts::{Claim, EventsFile, Next, PartState, Patience, PlanError, PlanFolder};
use fcp_engine::spec::Verb;

use super::index;
use super::words::{home, print, refuse};
use crate::cli::aside::{Form, PULSE, complain, flag};
use crate::cli::asked::When;
use crate::cli::display::Mode;
use crate::cli::exit;
use crate::cli::quoting::Bytes;
use crate::cli::session::{self, Asker, Setup};
use crate::cli::signals::die_of;
use crate::cli::words::Plain;
use crate::format;
use crate::terminal::detect;
use waiting::{IN_VAIN, Waiting};

/// How a part is asked for.
pub(super) const FORM: Form =
    Form { word: "part", option: "--part", does: "run a part of a plan", command, run };

const NOTES: &str = "\
DIR is the folder of a plan, see fcp plan --help. Without N, --next and --all the part is the one that the launcher \
names in the environment: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, PBS_ARRAY_INDEX, LSB_JOBINDEX, SGE_TASK_ID, \
HQ_TASK_ID, AWS_BATCH_JOB_ARRAY_INDEX, OMPI_COMM_WORLD_RANK, PMI_RANK or SLURM_PROCID, in this order. Parts are \
numbered from 0; numbers of LSF and SGE, which begin at 1, are corrected.
A part copies, or removes, the items of its list. A process claims its part, so that no two run the same one. If it \
is killed, the same command resumes the part where it stopped. A process reports every 15 seconds that it is alive. \
The part of a process on another machine is free again when that process has not reported for --dead-after seconds. \
Of a move such a part is free only if --dead-after is given: make sure that the process is dead, since a live process \
would continue to remove sources. With --all a process that finds nothing more to do waits for the parts of others, \
and takes over those whose process dies. Events are also written to DIR/events, as JSON lines.

Exit codes: 0 done, also if the part was done before; 1 some items failed, see fcp plan retry; 2 usage; 3 could not \
run, try again; 4 a copy differs from its source; 6 all parts have ended, or there is no such part; 7 another process has \
the part, or all remaining parts; 130 or 143 stopped by a signal, try again.
To copy a file called part, write fcp ./part DEST.";

fn command() -> Command {
    Command::new("fcp part")
        .args_override_self(true)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Runs a part of a plan, or parts until none is left")
        .override_usage("fcp part [OPTIONS] DIR [N]")
        .after_help(NOTES)
        .max_term_width(100)
        .arg(
            Arg::new("dir")
                .value_name("DIR")
                .required(true)
                .value_parser(OsStringValueParser::new())
                .value_hint(ValueHint::DirPath)
                .help("The folder of the plan"),
        )
        .arg(
            Arg::new("number")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .conflicts_with_all(["next", "all"])
                .help("The number of the part, from 0"),
        )
        .arg(flag("next", "Copy any part that no other process has").conflicts_with("all"))
        .arg(flag("all", "Copy parts until all have ended, also those of processes that die meanwhile"))
        .arg(
            Arg::new("dead-after")
                .long("dead-after")
                .value_name("SECONDS")
                .value_parser(value_parser!(u64).range(30..))
                .default_value("300")
                .help("Take over a part when its process on another machine has not reported for this long"),
        )
        .arg(
            Arg::new("progress")
                .long("progress")
                .value_name("WHEN")
                .action(ArgAction::Set)
                .value_parser(["auto", "always", "never"])
                .default_value("auto")
                .help("Show progress: auto, on a terminal; always; or never"),
        )
}

/// What is asked for.
struct WorkRequest {
    dir: PathBuf,
    patience: Patience,
    mode: Mode,
}

/// What came of one part.
enum PartEnd {
    /// It ended with this exit code.
    Code(u8),
    /// A signal ended it.
    Signal(i32),
}

fn run(matches: &ArgMatches) -> u8 {
    let dir = matches.get_raw("dir").and_then(|mut dirs| dirs.next()).unwrap_or_default();
    let progress = match matches.get_one::<String>("progress").map(String::as_str) {
        Some("always") => When::Always,
        Some("never") => When::Never,
        _ => When::Auto,
    };
    let seconds = matches.get_one::<u64>("dead-after").copied().unwrap_or(300);
    let silence = Duration::from_secs(seconds);
    let is_said = matches.value_source("dead-after") == Some(ValueSource::CommandLine);
    let request = WorkRequest {
        dir: PathBuf::from(dir),
        patience: Patience { silence, is_said },
        mode: Mode::choose(progress),
    };
    let done = if matches.get_flag("all") {
        request.all()
    } else if matches.get_flag("next") {
        request.next()
    } else {
        match matches.get_one::<u64>("number") {
            Some(number) => request.one(*number),
            None => match index::from(|name| std::env::var(name).ok()) {
                Ok(Some(number)) => request.one(number),
                Ok(None) => {
                    let why = "no launcher says which part this is; name its number, or say --next or --all";
                    complain(&Bytes::from(why));
                    return exit::USAGE;
                }
                Err(why) => {
                    complain(&Bytes::from(why.as_str()));
                    return exit::USAGE;
                }
            },
        }
    };
    match done {
        Ok(PartEnd::Code(code)) => code,
        Ok(PartEnd::Signal(signal)) => die_of(signal),
        Err(error) => refuse(&error),
    }
}

impl WorkRequest {
    fn one(&self, number: u64) -> Result<PartEnd, PlanError> {
        let folder = PlanFolder::open(&self.dir)?;
        let told = match folder.claim(number, self.patience)? {
            Next::Claimed(claim) => return self.copy(&claim),
            Next::Ended(PartState::Done) => return Ok(PartEnd::Code(exit::DONE)),
            Next::Ended(PartState::Failed) => {
                let text =
                    format!("items of part {number} failed; fcp plan retry runs the part again");
                complain(&Bytes::from(text.as_str()));
                return Ok(PartEnd::Code(exit::FAILED));
            }
            Next::Ended(PartState::Left | PartState::Claimed) | Next::Taken | Next::Nothing => {
                format!("another process has part {number}")
            }
        };
        complain(&Bytes::from(told.as_str()));
        Ok(PartEnd::Code(exit::HELD))
    }

    fn next(&self) -> Result<PartEnd, PlanError> {
        let mut folder = PlanFolder::open(&self.dir)?;
        match folder.claim_next(self.patience)? {
            Next::Claimed(claim) => self.copy(&claim),
            Next::Ended(_) | Next::Taken | Next::Nothing if folder.is_held()? => {
                complain(&Bytes::from("other processes have the parts that have not ended"));
                Ok(PartEnd::Code(exit::HELD))
            }
            Next::Ended(_) | Next::Taken | Next::Nothing => Ok(PartEnd::Code(exit::NO_PART)),
        }
    }

    fn all(&self) -> Result<PartEnd, PlanError> {
        let mut folder = PlanFolder::open(&self.dir)?;
        let (mut worst, mut in_vain) = (exit::DONE, 0);
        let mut waiting: Option<Waiting> = None;
        loop {
            match folder.claim_next(self.patience)? {
                Next::Claimed(claim) => {
                    waiting = None;
                    let code = match self.copy(&claim) {
                        Ok(PartEnd::Code(code)) => code,
                        Ok(PartEnd::Signal(signal)) => return Ok(PartEnd::Signal(signal)),
                        // No part can be copied here.
                        Err(error @ PlanError::Elsewhere(_)) => return Err(error),
                        Err(error) => refuse(&error),
                    };
                    worst = worst.max(code);
                    if code == exit::NOT_RUN {
                        folder.pass_over(claim.number);
                        in_vain += 1;
                        if in_vain == IN_VAIN {
                            return Ok(PartEnd::Code(worst));
                        }
                    } else {
                        in_vain = 0;
                    }
                }
                Next::Ended(_) | Next::Taken | Next::Nothing => {
                    if !folder.is_held()? {
                        return match folder.missing_part()? {
                            Some(number) => Err(PlanError::Missing(number)),
                            None => Ok(PartEnd::Code(worst)),
                        };
                    }
                    // A process that dies now leaves its part to this one.
                    if let Some(signal) = waiting.get_or_insert_with(Waiting::begin).rest() {
                        return Ok(PartEnd::Signal(signal));
                    }
                }
            }
        }
    }

    /// Copies a part that this process has claimed; what keeps it from that gives the claim back.
    fn copy(&self, claim: &Claim) -> Result<PartEnd, PlanError> {
        let copied = self.try_copy(claim);
        if copied.is_err() {
            // The first failure is the one to tell; the claim dies with this process anyway.
            drop(claim.release());
        }
        copied
    }

    fn try_copy(&self, claim: &Claim) -> Result<PartEnd, PlanError> {
        let part = Engine::of_part(claim, home())?;
        let mut file = EventsFile::create(claim, part.attempt)?;
        let events = part.engine.subscribe();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        // The stream is read to its end even if the file cannot be written, since the job waits for its readers.
        let writing = thread::spawn(move || {
            let mut written = Ok(());
            let mut note = |result: Result<(), PlanError>| {
                if written.is_ok() {
                    written = result;
                }
            };
            let mut has_summary = false;
            loop {
                // First the flag: what was told before it was set is taken below.
                let is_last = over.load(Ordering::Acquire);
                let timeout = if is_last || has_summary { Duration::ZERO } else { PULSE };
                let first = events.next_within(timeout);
                let is_idle = first.is_none();
                for envelope in first.into_iter().chain(events.take(4_096)) {
                    has_summary |= matches!(envelope.event, Event::JobSummary { .. });
                    note(file.write(envelope.at, envelope.event));
                }
                if is_idle {
                    note(file.flush());
                    if is_last {
                        return (file, written);
                    }
                    if has_summary {
                        // No event will end a wait for one: the flag does, so that a part takes no time after its end.
                        thread::park_timeout(PULSE);
                    }
                }
            }
        });
        let beating = Beating::begin(claim, &part.engine);
        let spec = part.spec;
        let voice = Plain {
            tool: "fcp part",
            verb: spec.verb,
            verbose: false,
            debug: false,
            takes: Vec::new(),
        };
        let setup = Setup {
            engine: part.engine,
            voice: Box::new(voice),
            asker: Asker::NoSource,
            mode: self.mode,
            look: detect(|name| std::env::var(name).ok()),
            redoes: false,
        };
        let ran = session::run(spec, setup);
        let is_lost = beating.end();
        is_over.store(true, Ordering::Release);
        writing.thread().unpark();
        let written = writing.join().ok();
        let ending = match ran {
            Ok(ending) => ending,
            Err(error) => {
                complain(&Bytes::from(error.to_string().as_str()));
                claim.release()?;
                return Ok(PartEnd::Code(exit::NOT_RUN));
            }
        };
        let code = match (&ending.summary, ending.signal) {
            (_, Some(signal)) => {
                claim.release()?;
                return Ok(PartEnd::Signal(signal));
            }
            (_, None) if is_lost => return Err(PlanError::Lost(claim.number)),
            (None, None) => {
                claim.release()?;
                return Ok(PartEnd::Code(exit::NOT_RUN));
            }
            (Some(summary), None) if summary.outcome == Outcome::Cancelled => {
                claim.release()?;
                return Ok(PartEnd::Code(exit::NOT_RUN));
            }
            (Some(summary), None) => {
                let code = exit::code(summary);
                if let Some((mut file, written)) = written {
                    let bye = file.write(fcp_engine::parts::now(), Event::Bye { exit: code });
                    // Failed items are told from it, and a retry does not need it.
                    if let Err(error) = written.and(bye).and_then(|()| file.flush()) {
                        complain(&Bytes::from(error.to_string().as_str()));
                    }
                }
                let state = claim.end(summary)?;
                tell(claim.number, summary);
                // It has run, and to try again is the work of fcp plan retry.
                if state == PartState::Failed && code == exit::NOT_RUN {
                    exit::FAILED
                } else {
                    code
                }
            }
        };
        Ok(PartEnd::Code(code))
    }
}

fn tell(number: u64, summary: &Summary) {
    let state = if summary.outcome == Outcome::Completed { "done" } else { "ended with failures" };
    let items = format::items(summary.done);
    let took = format::duration(summary.elapsed);
    let size = match summary.verb {
        Verb::Delete => String::new(),
        _ => format!(", {}", format::size(summary.bytes)),
    };
    let failed = match summary.failed {
        0 => String::new(),
        failed => format!("; {} failed", format::items(failed)),
    };
    let line = format!("part {number} {state}: {items}{size} in {took}{failed}");
    // Standard output may be closed; the part has ended all the same.
    let _code = print(&[line]);
}

/// Gives signs of life while a part is copied.
struct Beating {
    end: std::sync::mpsc::Sender<()>,
    thread: thread::JoinHandle<bool>,
}

impl Beating {
    /// Begins; if another process takes the part over, the job is ended.
    fn begin(claim: &Claim, engine: &Engine) -> Self {
        let (end, ends) = channel();
        let (claim, engine) = (claim.clone(), engine.clone());
        let thread = thread::spawn(move || {
            loop {
                match ends.recv_timeout(Claim::beats_every()) {
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return false,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                // A server that does not answer now may answer next time.
                if matches!(claim.beat(), Ok(false)) {
                    for job in engine.status() {
                        // One that has ended needs no end.
                        drop(engine.cancel(job.job));
                    }
                    return true;
                }
            }
        });
        Self { end, thread }
    }

    /// Ends; tells whether another process has taken the part over.
    fn end(self) -> bool {
        // The thread may have ended already.
        let _is_heard = self.end.send(()).is_ok();
        self.thread.join().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests;
mod waiting;
