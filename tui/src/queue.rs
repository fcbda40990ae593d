//! `fcpq`: shows and changes the queue that all programs share.

use std::process::ExitCode;

use clap::ArgMatches;
use fcp_engine::queue::Queue;

use crate::cli::exit;
use crate::home;
use output::{Output, Trouble, say};

pub(crate) mod add;
mod answer;
mod change;
mod detach;
mod face;
mod facts;
mod line;
mod list;
mod live;
mod log;
mod output;
mod questions;
mod row;
mod settings;
mod show;
mod table;
mod wait;
mod waits;
mod watch;
mod work;

/// The name of the program.
pub(crate) const TOOL: &str = "fcpq";

/// Runs `fcpq`.
pub fn run() -> ExitCode {
    let matches = match line::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help goes to standard output, complaints to standard error; either may be closed.
            let _told = error.print().is_ok();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(exit::USAGE));
        }
    };
    let (name, matches) = matches.subcommand().unwrap_or((line::LIST, &matches));
    let code = if name == "add" { add::run(matches) } else { obey(name, matches) };
    ExitCode::from(code)
}

fn obey(name: &str, matches: &ArgMatches) -> u8 {
    let mut out = Output::new();
    let done = open(TOOL).and_then(|queue| {
        let code = command(name, &queue, matches, &mut out)?;
        out.flush()?;
        Ok(code)
    });
    done.unwrap_or_else(|trouble| trouble.tell(TOOL))
}

fn command(
    name: &str,
    queue: &Queue,
    matches: &ArgMatches,
    out: &mut Output,
) -> Result<u8, Trouble> {
    match name {
        line::LIST => list::run(queue, matches, out),
        "show" => show::run(queue, matches, out),
        "log" => log::run(queue, matches, out),
        "watch" => watch::run(queue, matches.get_flag("json")),
        "wait" => wait::run(queue, matches, out),
        "hold" => change::hold(queue, matches, out),
        "answer" => questions::run(queue, matches, out),
        "clear" => change::clear(queue, matches, out),
        "limit" => settings::limit(queue, matches, out),
        "mode" => settings::mode(queue, matches, out),
        "run" => work::run(queue, matches),
        name => change::run(queue, name, matches, out),
    }
}

/// Opens the queue. If its file was unusable and was put aside, says so in one line and continues
/// with a new one.
fn open(tool: &str) -> Result<Queue, Trouble> {
    let Some(state) = home::state(|name| std::env::var_os(name)) else {
        return Err(Trouble::Not(
            "there is no home directory for the queue; set HOME or XDG_STATE_HOME".to_owned(),
        ));
    };
    let opened = Queue::open(&state)?;
    if let Some(aside) = opened.aside {
        say(tool, &aside.to_string());
        opened.queue.aside_was_told();
    }
    Ok(opened.queue)
}

/// Exit codes, the worst last.
const WORSE: [u8; 7] = [
    exit::DONE,
    exit::CANCELLED,
    exit::UNANSWERED,
    exit::FAILED,
    exit::USAGE,
    exit::NOT_RUN,
    exit::MISMATCH,
];

/// Starts a process that runs the queue until nothing is left to do.
///
/// # Errors
/// Says why there is none.
pub(crate) fn run_in_background() -> Result<u32, String> {
    detach::spawn(false)
}

/// Gives the worse code of two jobs or commands.
fn worse(one: u8, other: u8) -> u8 {
    let rank = |code| WORSE.iter().position(|it| *it == code);
    if rank(other) > rank(one) { other } else { one }
}

/// Microseconds since the Unix epoch, as in the events.
fn now() -> u64 {
    jiff::Timestamp::now().as_microsecond().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_several_jobs_is_the_worst() {
        assert_eq!(worse(exit::DONE, exit::CANCELLED), exit::CANCELLED);
        assert_eq!(worse(exit::FAILED, exit::UNANSWERED), exit::FAILED);
        assert_eq!(worse(exit::FAILED, exit::MISMATCH), exit::MISMATCH);
        assert_eq!(worse(exit::MISMATCH, exit::NOT_RUN), exit::MISMATCH);
    }
}
