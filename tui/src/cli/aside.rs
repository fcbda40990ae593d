//! What the forms of `fcp` share that look at files and change none: `fcp compare` and `fcp sum`.
//!
//! Their word is a command only where it cannot be a source: if its operands fit, and if the working directory
//! has no item of that name. Where it has one, both readings are refused; `fcp ./WORD …` copies, and
//! `fcp --WORD …` runs the command whatever is there.

use std::ffi::OsString;
use std::fs::symlink_metadata;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Filter;
use ratatui::text::Line;
use serde::Serialize;
use signal_hook::consts::SIGPIPE;

use super::args::{complaint, print};
use super::asked::When;
use super::console::{Console, reason};
use super::display::Mode;
use super::exit;
use super::quoting::{Bytes, Quoting};
use super::signals::{Signals, die_of};
use crate::app::look::TEXT;
use crate::terminal::{detect, is_utf8};

/// Longest time between two looks at signals.
pub(super) const PULSE: Duration = Duration::from_millis(50);

/// Time before progress is shown.
const QUIET: Duration = Duration::from_millis(200);

/// A word that is a command.
pub(super) struct Form {
    pub(super) word: &'static str,
    /// The option that runs it whatever the working directory has.
    pub(super) option: &'static str,
    /// What it does, as in "to compare".
    pub(super) does: &'static str,
    pub(super) command: fn() -> Command,
    pub(super) run: fn(&ArgMatches) -> u8,
}

impl Form {
    /// Runs the command if the command line asks for it.
    pub(super) fn run(&self, line: &[OsString]) -> Option<u8> {
        let (first, rest) = line.split_first()?;
        let is_named = first == self.word;
        if !is_named && first != self.option {
            return None;
        }
        let name = format!("fcp {}", self.word);
        let parsed =
            (self.command)().try_get_matches_from([OsString::from(&name)].iter().chain(rest));
        let is_taken = is_named && symlink_metadata(self.word).is_ok();
        self.run_parsed(&name, parsed, is_taken)
    }

    /// Runs the command, which cannot be meant as a source, with its arguments.
    pub(super) fn run_alone(&self, rest: &[OsString]) -> Option<u8> {
        let command = (self.command)();
        let name = command.get_name().to_owned();
        let parsed = command.try_get_matches_from([OsString::from(&name)].iter().chain(rest));
        self.run_parsed(&name, parsed, false)
    }

    fn run_parsed(
        &self,
        name: &str,
        parsed: Result<ArgMatches, clap::Error>,
        is_taken: bool,
    ) -> Option<u8> {
        match parsed {
            Ok(_) if is_taken => Some(refuse_taken(self.word, self.option, self.does)),
            Ok(matches) => Some((self.run)(&matches)),
            Err(error) if !error.use_stderr() => Some(print("fcp", &error)),
            // It is a source, as it always was.
            Err(_) if is_taken => None,
            Err(error) => {
                let hint = format!("\nTry '{name} --help' for more information.");
                complain(&Bytes::from(complaint(&error).as_str()).text(&hint));
                Some(exit::USAGE)
            }
        }
    }
}

/// Refuses a word that is both a command and an item of the working directory.
pub(super) fn refuse_taken(word: &str, option: &str, does: &str) -> u8 {
    let why = format!(
        "an item called '{word}' is here: write fcp ./{word} to copy it, or fcp {option} to {does}"
    );
    complain(&Bytes::from(why.as_str()));
    exit::USAGE
}

/// Makes an option without a value.
pub(super) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// Makes the option that leaves items out.
pub(super) fn exclude(help: &'static str) -> Arg {
    Arg::new("exclude")
        .long("exclude")
        .value_name("GLOB")
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .help(help)
}

/// Gives the patterns of what is left out.
pub(super) fn excluded(matches: &ArgMatches) -> Vec<String> {
    matches.get_many("exclude").into_iter().flatten().cloned().collect()
}

/// Refuses patterns if one of them is wrong.
pub(super) fn refuse_exclude(exclude: &[String]) -> Option<u8> {
    let filter = Filter { exclude: exclude.to_vec(), ..Filter::default() };
    let glob = DisplayName::new(filter.bad_glob()?);
    complain(&Bytes::from(format!("bad pattern '{glob}' in --exclude").as_str()));
    Some(exit::USAGE)
}

/// Prints lines and progress.
pub(super) struct Printer {
    /// What its messages begin with.
    program: &'static str,
    pub(super) console: Console,
    signals: Option<Signals>,
    pub(super) quoting: Quoting,
    is_live: bool,
    begun: Instant,
    failed: bool,
}

impl Printer {
    pub(super) fn new(program: &'static str) -> Self {
        let var = |name: &str| std::env::var(name).ok();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| var(name).filter(|value| !value.is_empty()));
        Self {
            program,
            console: Console::new(detect(var)),
            // Without handlers a signal ends the process at once, which leaves nothing behind.
            signals: Signals::listen().ok(),
            quoting: Quoting { utf8: is_utf8(locale.as_deref()), terminal: stdout().is_terminal() },
            is_live: Mode::choose(When::Auto) == Mode::Live,
            begun: Instant::now(),
            failed: false,
        }
    }

    /// Gives the signal that ends the command, if there is one.
    pub(super) fn signal(&self) -> Option<i32> {
        let stop = self.signals.as_ref().and_then(Signals::stop);
        stop.or_else(|| self.console.reader_left().then_some(SIGPIPE))
    }

    /// Prints a line as JSON.
    pub(super) fn json(&mut self, line: &impl Serialize) {
        match serde_json::to_string(line) {
            Ok(text) => self.console.out(&Bytes::from(text.as_str())),
            // A plain struct with text for keys is always spelled.
            Err(_) => self.failed = true,
        }
    }

    /// Prints a line to standard error.
    pub(super) fn err(&mut self, text: &str) {
        self.console.err(&Bytes::from(self.program).text(": ").text(text), TEXT);
    }

    /// Prints an error.
    pub(super) fn error(&mut self, error: &OpError) {
        self.err(&error.to_string());
    }

    /// Shows how far the command is, if that is wanted and it takes a while.
    pub(super) fn progress(&mut self, line: impl FnOnce() -> Line<'static>) {
        if self.is_live && self.begun.elapsed() > QUIET {
            self.console.draw(&[line()]);
        }
    }

    /// Sends what is buffered; gives the exit code if that fails or a signal ends the command.
    pub(super) fn sent(&mut self) -> Option<u8> {
        self.console.clear();
        self.console.flush();
        if let Some(signal) = self.signal() {
            return Some(die_of(signal));
        }
        let error = self.console.take_failure()?;
        self.err(&format!("cannot write to standard output: {}", reason(&error)));
        Some(exit::NOT_RUN)
    }

    /// Whether something could not be printed.
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }
}

/// Prints a line to standard error.
pub(super) fn complain(text: &Bytes) {
    complain_as("fcp", text);
}

/// Prints a line to standard error under the name of a program.
pub(super) fn complain_as(tool: &str, text: &Bytes) {
    let line = Bytes::from(tool).text(": ").raw(text.as_slice()).text("\n");
    // If standard error is closed, the exit code still tells.
    let _told = stderr().write_all(line.as_slice()).is_ok();
}
