//! `fcpq limit` and `fcpq mode`: change speed limits and the settings of the whole queue.

use std::ffi::OsStr;

use clap::ArgMatches;
use fcp_engine::queue::{Mode, Queue};

use super::line;
use super::output::{Output, Trouble};
use crate::cli::exit;
use crate::cli::quoting::Quoting;
use crate::cli::size::parse_size;
use crate::format;

/// Limits one job, or all together, or tells the limit.
pub(super) fn limit(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let job = line::jobs_of(matches).first().copied();
    match matches.get_one::<String>("rate") {
        Some(text) => queue.set_limit(job, rate(text)?)?,
        None if !matches.get_flag("json") => tell_limit(queue.settings()?.limit_rate, out)?,
        None => {}
    }
    if matches.get_flag("json") {
        match job {
            Some(job) => out.json(&queue.find(job)?)?,
            None => out.json(&queue.settings()?)?,
        }
    }
    Ok(exit::DONE)
}

/// Reads a rate; 0 lifts a limit as `none` does.
fn rate(text: &str) -> Result<Option<u64>, Trouble> {
    if text == "none" {
        return Ok(None);
    }
    let rate = parse_size("RATE", OsStr::new(text)).map_err(|misuse| {
        Trouble::Usage(misuse.message(Quoting { utf8: true, terminal: true }).to_string())
    })?;
    Ok(Some(rate).filter(|rate| *rate > 0))
}

/// Chooses which jobs run beside each other, or tells.
pub(super) fn mode(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let wanted = matches.get_one::<String>("mode").map(|word| match word.as_str() {
        "all" => Mode::All,
        "one" => Mode::One,
        _ => Mode::Lanes,
    });
    if let Some(mode) = wanted {
        queue.set_mode(mode)?;
    }
    if matches.get_flag("json") {
        out.json(&queue.settings()?)?;
    } else if wanted.is_none() {
        let settings = queue.settings()?;
        let mode = match settings.mode {
            Mode::Lanes => "lanes   one job per disk; small jobs need not wait",
            Mode::All => "all     all jobs at once",
            Mode::One => "one     one job after the other",
        };
        out.line(&format!("Mode    {mode}"))?;
        tell_limit(settings.limit_rate, out)?;
    }
    Ok(exit::DONE)
}

fn tell_limit(limit: Option<u64>, out: &mut Output) -> Result<(), Trouble> {
    let limit = limit.map_or("none".to_owned(), format::rate);
    out.line(&format!("Limit   {limit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_sizes_or_none() {
        assert_eq!(rate("20M").ok(), Some(Some(20 << 20)));
        assert_eq!(rate("none").ok(), Some(None));
        assert_eq!(rate("0").ok(), Some(None));
        let Err(Trouble::Usage(text)) = rate("fast") else { panic!() };
        assert_eq!(text, "invalid value 'fast' for RATE: a size, e.g. 4096, 64k, 1M or 4MiB");
    }
}
