//! `fcp compare A B`: tells how two trees differ, and changes nothing.
//!
//! `compare` is the command only where it cannot be a source: with exactly two operands behind it, and if the
//! working directory has no item of that name. Where it has one, both readings are refused; `fcp ./compare A B`
//! copies, and `fcp --compare A B` compares whatever is there.

mod words;

use std::ffi::OsString;
use std::fs::symlink_metadata;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::OsStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use fcp_browse::{CompareBatch, CompareEnd, CompareLine, CompareSpec, compare_trees};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Filter;
use signal_hook::consts::SIGPIPE;

use super::args::complaint;
use super::asked::When;
use super::console::{Console, reason};
use super::display::Mode;
use super::exit;
use super::quoting::{Bytes, Quoting};
use super::signals::{Signals, die_of};
use crate::app::look::TEXT;
use crate::terminal::{detect, is_utf8};

/// The word that begins a comparison.
const WORD: &str = "compare";

/// The option that begins one whatever the working directory has.
const OPTION: &str = "--compare";

/// Longest time between two looks at signals.
const PULSE: Duration = Duration::from_millis(50);

/// Time before progress is shown.
const QUIET: Duration = Duration::from_millis(200);

/// Batches that may wait for a slow reader.
const BATCHES: usize = 4;

const NOTES: &str = "\
A line tells one difference: 'left only', 'right only', 'left newer', 'right newer', 'different' (neither is \
newer), 'type' (a file here, a folder there), or 'failed', and the path below A and B, quoted like ls does where \
it must be. A folder that one side has is one line, for all that is in it. Lines come in the order of a walk by \
name; the sum follows on standard error. Files are the same if size and time are; with --content if every byte is. \
Symlinks are compared by their targets and never followed.

Exit codes: 0 no difference, 1 differences, 2 usage, 3 something could not be compared, 130 or 143 stopped by a \
signal.
To copy a file called compare, write fcp ./compare DEST.";

/// Runs a comparison if the command line asks for one.
pub(crate) fn run(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    let is_named = first == WORD;
    if !is_named && first != OPTION {
        return None;
    }
    let parsed = command().try_get_matches_from([OsString::from("fcp compare")].iter().chain(rest));
    let is_taken = is_named && symlink_metadata(WORD).is_ok();
    match parsed {
        Ok(_) if is_taken => {
            complain(&Bytes::from(
                "an item called 'compare' is here: write fcp ./compare to copy it, or fcp --compare to compare",
            ));
            Some(exit::USAGE)
        }
        Ok(matches) => Some(Asked::of(&matches).run()),
        Err(error) if !error.use_stderr() => {
            // Standard output may be closed.
            let _told = error.print().is_ok();
            Some(exit::DONE)
        }
        // It is a source, as it always was.
        Err(_) if is_taken => None,
        Err(error) => {
            let hint = "\nTry 'fcp compare --help' for more information.";
            complain(&Bytes::from(complaint(&error).as_str()).text(hint));
            Some(exit::USAGE)
        }
    }
}

fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let side = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .required(true)
            .value_parser(OsStringValueParser::new())
            .value_hint(ValueHint::DirPath)
            .help(help)
    };
    Command::new("fcp compare")
        .about("Tells how two folders and all that is in them differ; changes nothing")
        .override_usage("fcp compare [OPTIONS] A B\n       fcp --compare [OPTIONS] A B")
        .after_help(NOTES)
        .max_term_width(100)
        .arg(side("A", "The left folder"))
        .arg(side("B", "The right folder"))
        .arg(flag("content", "Read files of one size, and compare every byte"))
        .arg(
            Arg::new("exclude")
                .long("exclude")
                .value_name("GLOB")
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .help(
                    "Leave out what matches, on both sides; with a slash by the path below A and B",
                ),
        )
        .arg(flag("one-file-system", "Do not enter other filesystems").short('x'))
        .arg(flag("all", "Tell also what is the same"))
        .arg(flag("json", "Print one JSON object a line (assets/compare.schema.json)"))
}

/// What the command line asks for.
struct Asked {
    sides: [PathBuf; 2],
    spec: CompareSpec,
    json: bool,
}

impl Asked {
    fn of(matches: &ArgMatches) -> Self {
        let side =
            |name: &str| matches.get_one::<OsString>(name).map(PathBuf::from).unwrap_or_default();
        let exclude = matches.get_many::<String>("exclude").into_iter().flatten().cloned();
        let spec = CompareSpec {
            content: matches.get_flag("content"),
            exclude: exclude.collect(),
            cross_mounts: !matches.get_flag("one-file-system"),
            same: matches.get_flag("all"),
        };
        Self { sides: [side("A"), side("B")], spec, json: matches.get_flag("json") }
    }

    fn run(&self) -> u8 {
        let filter = Filter { exclude: self.spec.exclude.clone(), ..Filter::default() };
        if let Some(glob) = filter.bad_glob() {
            let glob = DisplayName::new(glob);
            complain(&Bytes::from(format!("bad pattern '{glob}' in --exclude").as_str()));
            return exit::USAGE;
        }
        let stop = AtomicBool::new(false);
        let mut printer = Printer::new(self.json);
        let ended = thread::scope(|scope| {
            let (sender, batches) = sync_channel::<CompareBatch>(BATCHES);
            let [left, right] = &self.sides;
            let (spec, stop) = (&self.spec, &stop);
            let compares = scope.spawn(move || {
                // The receiver goes only once the comparison is to stop.
                compare_trees(left, right, spec, stop, |batch| drop(sender.send(batch)))
            });
            loop {
                match batches.recv_timeout(PULSE) {
                    Ok(batch) => printer.batch(&batch),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if printer.signal().is_some() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            drop(batches);
            compares.join().ok()
        });
        printer.finish(ended, &self.spec)
    }
}

/// Prints rows and progress.
struct Printer {
    console: Console,
    signals: Option<Signals>,
    quoting: Quoting,
    json: bool,
    is_live: bool,
    begun: Instant,
    failed: bool,
}

impl Printer {
    fn new(json: bool) -> Self {
        let var = |name: &str| std::env::var(name).ok();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| var(name).filter(|value| !value.is_empty()));
        Self {
            console: Console::new(detect(var)),
            // Without handlers a signal ends the process at once, which leaves nothing behind.
            signals: Signals::listen().ok(),
            quoting: Quoting { utf8: is_utf8(locale.as_deref()), terminal: stdout().is_terminal() },
            json,
            is_live: Mode::choose(When::Auto) == Mode::Live,
            begun: Instant::now(),
            failed: false,
        }
    }

    /// Gives the signal that ends the comparison, if there is one.
    fn signal(&self) -> Option<i32> {
        let stop = self.signals.as_ref().and_then(Signals::stop);
        stop.or_else(|| self.console.reader_left().then_some(SIGPIPE))
    }

    fn batch(&mut self, batch: &CompareBatch) {
        for row in &batch.rows {
            if self.json {
                self.json(&CompareLine::Row(row.clone()));
            } else {
                self.console.out(&words::row(row, self.quoting));
                if let Some(error) = &row.error {
                    self.err(&error.to_string());
                }
            }
        }
        self.console.flush();
        if self.is_live && self.begun.elapsed() > QUIET {
            self.console.draw(&[words::progress(&batch.compared)]);
        }
    }

    fn json(&mut self, line: &CompareLine) {
        match serde_json::to_string(line) {
            Ok(text) => self.console.out(&Bytes::from(text.as_str())),
            // A plain struct with text for keys is always spelled.
            Err(_) => self.failed = true,
        }
    }

    fn err(&mut self, text: &str) {
        self.console.err(&Bytes::from("fcp: ").text(text), TEXT);
    }

    /// Prints the sum, and gives the exit code.
    fn finish(mut self, ended: Option<Result<CompareEnd, OpError>>, spec: &CompareSpec) -> u8 {
        self.console.clear();
        if let Some(signal) = self.signal() {
            return die_of(signal);
        }
        let compared = match ended {
            Some(Ok(end)) => end.compared,
            Some(Err(error)) => {
                self.err(&error.to_string());
                return exit::NOT_RUN;
            }
            // Its thread has panicked, and told why.
            None => return exit::NOT_RUN,
        };
        if self.json {
            self.json(&CompareLine::Compared(Box::new(compared)));
        }
        self.console.flush();
        if let Some(signal) = self.signal() {
            return die_of(signal);
        }
        if let Some(error) = self.console.take_failure() {
            self.err(&format!("cannot write to standard output: {}", reason(&error)));
            return exit::NOT_RUN;
        }
        if !self.json {
            self.console.err(&Bytes::from(words::sum(&compared, spec).as_str()), TEXT);
        }
        if compared.failed.rows > 0 || self.failed {
            exit::NOT_RUN
        } else if compared.differences() > 0 {
            exit::FAILED
        } else {
            exit::DONE
        }
    }
}

fn complain(text: &Bytes) {
    let line = Bytes::from("fcp: ").raw(text.as_slice()).text("\n");
    // If standard error is closed, the exit code still tells.
    let _told = stderr().write_all(line.as_slice()).is_ok();
}
