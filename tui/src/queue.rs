//! `fcpq`: shows and changes the queue that all programs share.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::ArgMatches;
use fcp_engine::queue::Queue;

use crate::cli::args;
use output::{Output, Trouble};
use tool::{TOOL, open};

pub(crate) mod add;
mod answer;
mod cancelling;
mod change;
pub(crate) mod detach;
mod face;
mod facts;
mod line;
mod list;
mod live;
mod log;
mod output;
mod plan;
mod questions;
mod row;
mod settings;
mod show;
mod table;
pub(crate) mod tool;
mod wait;
mod waits;
mod watch;
mod work;

/// Runs `fcpq`.
pub(crate) fn run() -> ExitCode {
    let matches = match line::read(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => return ExitCode::from(args::tell(TOOL, &error)),
    };
    let (name, matches) = matches.subcommand().unwrap_or((line::LIST, &matches));
    let code = match (name, matches.try_get_one::<OsString>("plan")) {
        ("add", _) => add::run(matches),
        ("watch", Ok(Some(dir))) => plan::run(dir.as_ref(), matches.get_flag("json")),
        _ => obey(name, matches),
    };
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
        "verify" if matches.contains_id("manifest") => {
            let list = matches.get_one::<OsString>("manifest");
            change::check(queue, list.map_or(OsStr::new(""), OsString::as_os_str), matches)
        }
        name => change::run(queue, name, matches, out),
    }
}
