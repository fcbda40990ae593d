//! `fcpq show`: prints everything about one job.

use clap::ArgMatches;
use fcp_engine::event::Question;
use fcp_engine::path::DisplayName;
use fcp_engine::queue::{Queue, QueueError, QueuedJob, Stage};
use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
use fcp_engine::view::Failed;
use jiff::tz::TimeZone;
use ratatui::text::Line;
use serde::Serialize;

use super::add::NOT_RUNNING;
use super::output::{Output, Trouble, say};
use super::row::{Row, shown};
use super::tool::{TOOL, now};
use super::waits::Waits;
use super::{facts, line, list, questions};
use crate::app::look::{BAD, Look, MUTED, Paint, STRONG, TEXT};
use crate::app::when::exactly;
use crate::cli::exit;
use crate::cli::screen::span;
use crate::format;

/// Operands and failed items that people are shown.
const LISTED: usize = 20;
/// Columns of a label.
const LABEL: usize = 11;

/// A job with what belongs to it, as JSON.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    job: &'a QueuedJob,
    spec: &'a JobSpec,
    open: &'a [Question],
    failures: Vec<Failure<'a>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    src: &'a fcp_engine::path::WirePath,
    error: &'a fcp_engine::error::OpError,
}

/// Tells all about a job.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    // This also takes back the jobs of processes that died.
    let runners = queue.runners()?;
    for job in line::jobs_of(matches) {
        let found = queue.find(job)?;
        let (spec, unreadable) = match queue.spec(job) {
            Err(error @ QueueError::Unreadable(_)) => (outline(&found), Some(error)),
            spec => (spec?, None),
        };
        let open: Vec<Question> =
            queue.questions(Some(job))?.into_iter().map(|(_, question)| question).collect();
        let failed = queue.failed(job)?;
        if matches.get_flag("json") {
            let failures =
                failed.iter().map(|it| Failure { src: &it.src, error: &it.error }).collect();
            out.json(&Whole { job: &found, spec: &spec, open: &open, failures })?;
            continue;
        }
        let zone = TimeZone::system();
        let look = out.look;
        let waits = Waits::of(queue)?.reason(&found);
        out.lines(&lines(&found, &spec, waits, now(), &zone, look))?;
        if !open.is_empty() {
            let questions = format::counted(open.len() as u64, "question", "questions");
            out.lines(&[Line::default(), head(&format!("? {questions}"), look)])?;
            let width = out.width();
            out.lines(&questions::lines(&open, width, &zone, look))?;
            out.lines(&[Line::from(span(format!("fcpq answer {job} …"), MUTED, look))])?;
        }
        if let Some(error) = unreadable {
            let text = Trouble::from(error).text();
            out.lines(&[Line::default(), Line::from(span(text, BAD, look))])?;
        }
        out.lines(&failures(job, &failed, look))?;
        out.flush()?;
        if out.is_terminal && list::is_waiting(&found) && runners == 0 {
            say(TOOL, NOT_RUNNING);
        }
    }
    Ok(exit::DONE)
}

/// What the queue still knows of a request that cannot be read.
fn outline(job: &QueuedJob) -> JobSpec {
    JobSpec {
        verb: job.verb,
        sources: job.sources.clone(),
        destination: job.destination.clone(),
        options: Options::default(),
    }
}

fn lines(
    job: &QueuedJob,
    spec: &JobSpec,
    waits: Option<String>,
    now: u64,
    zone: &TimeZone,
    look: Look,
) -> Vec<Line<'static>> {
    let Some(row) = Row::of(job, now) else { return Vec::new() };
    let time = |at: u64| exactly(at as i64, zone);
    let mut lines = vec![Line::from(vec![
        span(format!("{:<LABEL$}", format!("Job {}", job.job)), STRONG, look),
        span(format!("{} {}", row.state.glyph, row.state.word), row.state.paint, look),
    ])];
    let mut put = |label: &str, text: String| {
        if !text.is_empty() {
            let label = span(format!("{label:<LABEL$}"), MUTED, look);
            lines.push(Line::from(vec![label, span(text, TEXT, look)]));
        }
    };
    put("Verb", row.verb.to_owned());
    for (at, source) in spec.sources.iter().take(LISTED).enumerate() {
        put(if at == 0 { "From" } else { "" }, shown(&source.0));
    }
    let more = spec.sources.len().saturating_sub(LISTED) as u64;
    put("", if more > 0 { format!("{} more", format::count(more)) } else { String::new() });
    match &spec.destination {
        Some(Destination::Into(path)) => put("Into", shown(&path.0)),
        Some(Destination::As(path)) => put("To", shown(&path.0)),
        Some(Destination::Each(paths)) => {
            for (at, path) in paths.iter().take(LISTED).enumerate() {
                put(if at == 0 { "To" } else { "" }, shown(&path.0));
            }
            let more = paths.len().saturating_sub(LISTED) as u64;
            put("", if more > 0 { format!("{} more", format::count(more)) } else { String::new() });
        }
        None => {}
    }
    put("Options", options(&spec.options));
    put("Place", place(job, waits));
    put(
        "Disks",
        job.lanes.iter().map(|it| DisplayName::new(it).to_string()).collect::<Vec<_>>().join(", "),
    );
    put("Limit", job.limit_rate.map(format::rate).unwrap_or_default());
    put("Added", time(job.added));
    put("Started", job.started.map(time).unwrap_or_default());
    put("Ended", job.ended.map(time).unwrap_or_default());
    put("Process", job.pid.map(|pid| pid.to_string()).unwrap_or_default());
    if job.summary.is_none() {
        let parts = [row.percent, row.amount, items(job), row.rate, row.left];
        put(
            "Progress",
            parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", "),
        );
    }
    if let Some(summary) = &job.summary {
        put("Result", facts::result(summary, look));
    }
    let undoable = job.record.is_some() && job.stage == Stage::Finished;
    let undoable = undoable && spec.verb != Verb::Undo;
    put("Undo", if undoable { format!("fcpq undo {}", job.job) } else { String::new() });
    lines
}

/// Describes a job's place in the queue.
fn place(job: &QueuedJob, waits: Option<String>) -> String {
    if job.stage == Stage::Finished {
        return String::new();
    }
    let mut parts = Vec::from_iter(waits);
    if job.now {
        parts.push("starts at once, whatever else runs".to_owned());
    }
    if job.passes {
        parts.push("small: starts at once".to_owned());
    }
    if job.interrupted {
        parts.push("interrupted: continues where it stopped".to_owned());
    }
    parts.join(", ")
}

fn items(job: &QueuedJob) -> String {
    let progress = &job.progress;
    match progress.totals {
        Some(totals) if totals.complete => format::items_of(progress.items_done, totals.items),
        _ if progress.items_done > 0 => format::items(progress.items_done),
        _ => String::new(),
    }
}

/// Names the options that are not as usual, as they are spelled in JSON.
fn options(options: &Options) -> String {
    let fields = |options: &Options| match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    // Every job of the queue counts its totals, and its limit may be another by now.
    let Options { totals, limit_rate, .. } = *options;
    let usual = fields(&Options { totals, limit_rate, ..Options::default() });
    let unusual =
        fields(options).into_iter().filter(|(name, value)| usual.get(name) != Some(value));
    let spelled = unusual.map(|(name, value)| match value {
        serde_json::Value::Bool(true) => name,
        serde_json::Value::String(word) => format!("{name}={word}"),
        other => format!("{name}={other}"),
    });
    DisplayName::new(&spelled.collect::<Vec<_>>().join(", ")).to_string()
}

fn failures(job: u64, failed: &[Failed], look: Look) -> Vec<Line<'static>> {
    if failed.is_empty() {
        return Vec::new();
    }
    let part = |text: String, paint: Paint| Line::from(span(text, paint, look));
    let count = format::counted(failed.len() as u64, "item", "items");
    let mut lines = vec![Line::default(), head(&format!("✗ {count} failed"), look)];
    lines.extend(failed.iter().take(LISTED).map(|it| part(it.error.to_string(), BAD)));
    let more = failed.len().saturating_sub(LISTED) as u64;
    if more > 0 {
        let how = format!("{} more: fcpq log {job} --failed", format::count(more));
        lines.push(part(how, MUTED));
    }
    lines.push(part(format!("fcpq retry {job}"), MUTED));
    lines
}

fn head(text: &str, look: Look) -> Line<'static> {
    Line::from(span(text.to_owned(), STRONG, look))
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::Outcome;
    use fcp_engine::spec::{Backup, BackupKind, ConflictPolicy};

    use super::*;
    use crate::queue::row::tests::{NOW, finished, running};
    use crate::terminal::PLAIN;

    fn text(job: &QueuedJob, options: Options) -> String {
        let spec = JobSpec {
            verb: job.verb,
            sources: job.sources.clone(),
            destination: job.destination.clone(),
            options,
        };
        let lines = lines(job, &spec, None, NOW, &TimeZone::UTC, PLAIN);
        lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn all_that_is_known_is_told() {
        let mut job = running(7);
        (job.interrupted, job.now, job.limit_rate) = (true, true, Some(20 << 20));
        job.lanes = vec!["8:0".into(), "nfs nas\x1b".into()];
        let options = Options {
            on_conflict: ConflictPolicy::Rename("{n}\u{202e}".into()),
            backup: Some(Backup { kind: BackupKind::Simple, suffix: "~".into() }),
            verify: true,
            ..Options::default()
        };
        insta::assert_snapshot!("show-running", text(&job, options));
        let mut job = finished(5, Outcome::CompletedWithErrors, 2);
        job.record = Some("/state/record".into());
        insta::assert_snapshot!("show-finished", text(&job, Options::default()));
    }
}
