//! Puts the report of a job into words: totals, and items by reason.

use std::path::{Path, PathBuf};

use fcp_engine::error::OpError;
use fcp_engine::event::{Outcome, Phase, SkipReason, Summary, Warning};
use fcp_engine::spec::{JobSpec, Verb};
use fcp_engine::view::{JobRow, LISTED};
use fcp_presentation::errors::cannot;
use fcp_presentation::jobs::{self, has_trouble};
use fcp_presentation::report::{self, Group, Part, Reason};
use fcp_presentation::tr;

use super::look::{ACCENT, BAD, GOOD, MUTED, Paint, WAIT};
use crate::{format, state};

/// One item of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Which list it is in.
    pub part: Part,
    /// The item.
    pub path: PathBuf,
    /// What became of it.
    pub what: String,
    /// The kernel's name and number of the error, where there is one.
    pub errno: String,
}

/// Gives the heading of a list.
pub(crate) fn heading(part: Part) -> &'static str {
    match part {
        Part::Failed => tr!("report-failed"),
        Part::Warnings => tr!("report-warnings"),
        Part::Skipped => tr!("report-skipped"),
        Part::Finished => tr!("report-finished"),
    }
}

/// Gives the items of a report: list by list, and in each those of one reason together.
pub(crate) fn items(row: &JobRow) -> Vec<Item> {
    let of_group = |group: Group<'_>| {
        let part = group.reason.part();
        let what = match &group.reason {
            Reason::Failed(error) => cannot(error),
            Reason::Warning(warning) => warned(warning),
            Reason::Skipped(why) => state::skipped(*why, row.verb).to_owned(),
            Reason::Finished => state::done(row.verb).to_owned(),
        };
        let item = move |it: report::Item<'_>| Item {
            part,
            path: it.path.to_owned(),
            // Items of one group share the step and the kind of reason, not each word.
            what: it.error.map_or_else(|| what.clone(), cannot),
            errno: it.error.map(errno).unwrap_or_default(),
        };
        group.items.into_iter().map(item).collect::<Vec<Item>>()
    };
    report::groups(row, &[], LISTED).into_iter().flat_map(of_group).collect()
}

/// Gives the request that extracts the archives which a job refused as too large, whatever their size; none if it refused
/// none.
pub(crate) fn unlimited(row: &JobRow) -> Option<JobSpec> {
    fcp_presentation::unlimited::again(row.spec.as_deref()?, &row.failed.items)
}

/// Gives a path as it is shown beside its job.
pub(crate) fn below<'a>(row: &JobRow, path: &'a Path) -> &'a Path {
    jobs::below(jobs::base(row.sources()), path)
}

/// Gives the kernel's name and number of an error: `EACCES, 13`.
pub(crate) fn errno(error: &OpError) -> String {
    match error.errno {
        Some(number) => {
            let name = nix::errno::Errno::from_raw(number);
            match name {
                nix::errno::Errno::UnknownErrno => tr!("report-errno", number = number.to_string()),
                name => format!("{name:?}, {number}"),
            }
        }
        None => String::new(),
    }
}

fn warned(warning: &Warning) -> String {
    match warning {
        Warning::DuplicateSource { .. } => tr!("warned-duplicate").to_owned(),
        Warning::SourceChanged { .. } => tr!("warned-source-changed").to_owned(),
        Warning::NotShared { .. } => tr!("warned-not-shared").to_owned(),
        Warning::PartialManifest { .. } => tr!("warned-partial-manifest").to_owned(),
        Warning::QueueSetAside { .. } => tr!("warned-queue-set-aside").to_owned(),
        Warning::PartKept { .. } => tr!("warned-part-kept").to_owned(),
        Warning::Interrupted { .. } => tr!("warned-interrupted").to_owned(),
        Warning::NothingRemoved { .. } => tr!("warned-nothing-removed").to_owned(),
        Warning::NotLinked { .. } => tr!("warned-not-linked").to_owned(),
        Warning::NotCounted { .. } => tr!("warned-not-counted").to_owned(),
        Warning::Metadata { error }
        | Warning::NotFlushed { error }
        | Warning::NotJournaled { error }
        | Warning::PutOff { error }
        | Warning::NotRecorded { error }
        | Warning::NoManifest { error }
        | Warning::NotTrashed { error }
        | Warning::NotSnapshot { error } => cannot(error),
    }
}

/// One line of totals.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    /// The glyph of the state.
    pub glyph: &'static str,
    /// Its paint.
    pub paint: Paint,
    /// The word.
    pub word: &'static str,
    /// How many items.
    pub items: u64,
    /// How many bytes, where that is known.
    pub bytes: Option<u64>,
    /// How, or why.
    pub note: String,
}

/// Gives the totals of a report.
pub(crate) fn totals(row: &JobRow) -> [Total; 3] {
    let progress = &row.progress;
    let bytes = row.summary.as_ref().map_or(row.copied(), |summary| summary.bytes);
    let verb = state::done(row.verb);
    let carries = matches!(row.verb, Some(Verb::Copy | Verb::Move));
    let failed = if carries && row.is_over() { tr!("report-sources-untouched") } else { "" };
    [
        Total {
            glyph: "✓",
            paint: GOOD,
            word: verb,
            items: report::finished(row),
            bytes: (carries || bytes > 0).then_some(bytes),
            note: row.summary.as_ref().map(how).unwrap_or_default(),
        },
        Total {
            glyph: "–",
            paint: MUTED,
            word: tr!("report-skipped"),
            items: progress.items_skipped,
            bytes: (progress.bytes_skipped > 0).then_some(progress.bytes_skipped),
            note: why_skipped(row),
        },
        Total {
            glyph: "✗",
            paint: BAD,
            word: tr!("report-failed"),
            items: progress.items_failed,
            bytes: None,
            note: failed.to_owned(),
        },
    ]
}

/// Says how the data was copied.
fn how(summary: &Summary) -> String {
    let mut parts = Vec::new();
    if summary.verb == Verb::Dedupe {
        return tr!("report-freed", size = format::size(summary.bytes_freed));
    }
    if summary.reflinked > 0 {
        let size = format::size(summary.bytes_reflinked);
        parts.push(tr!("report-reflinked", shown = format::count(summary.reflinked), size = size));
    }
    if summary.carried.snapshots > 0 {
        parts.push(format::snapshots(summary.carried.snapshots));
    }
    if summary.bytes_holes > 0 {
        parts.push(tr!("report-holes", size = format::size(summary.bytes_holes)));
    }
    if summary.mismatched > 0 {
        let (count, shown) = (summary.mismatched, format::count(summary.mismatched));
        parts.push(tr!("report-mismatched", count = count, shown = shown));
    }
    parts.join(", ")
}

/// Counts the reasons of what was skipped, the most frequent first, as far as it is listed.
fn why_skipped(row: &JobRow) -> String {
    let mut counts: Vec<(SkipReason, u64)> = Vec::new();
    for skipped in &row.skipped.items {
        match counts.iter_mut().find(|(reason, _)| *reason == skipped.reason) {
            Some((_, n)) => *n += 1,
            None => counts.push((skipped.reason, 1)),
        }
    }
    counts.sort_by_key(|(_, n)| u64::MAX - n);
    if let [(only, _)] = counts[..] {
        return state::skipped(only, row.verb).to_owned();
    }
    let parts = counts.iter().map(|(why, n)| short(*why, format::count(*n)));
    parts.collect::<Vec<_>>().join(", ")
}

/// Counts items that were skipped for a reason.
fn short(reason: SkipReason, shown: String) -> String {
    match reason {
        SkipReason::Policy => tr!("skipped-count-policy", shown = shown),
        SkipReason::NotNewer => tr!("skipped-count-not-newer", shown = shown),
        SkipReason::Same => tr!("skipped-count-same", shown = shown),
        SkipReason::Filtered => tr!("skipped-count-filtered", shown = shown),
        SkipReason::Unanswered => tr!("skipped-count-unanswered", shown = shown),
        SkipReason::Cancelled => tr!("skipped-count-cancelled", shown = shown),
        SkipReason::Duplicate => tr!("skipped-count-duplicate", shown = shown),
        SkipReason::Missing => tr!("skipped-count-missing", shown = shown),
        SkipReason::NotEmpty => tr!("skipped-count-not-empty", shown = shown),
        SkipReason::Special => tr!("skipped-count-special", shown = shown),
    }
}

/// Gives the title of a report, with its glyph.
pub(crate) fn title(row: &JobRow) -> (&'static str, Paint, String) {
    let what = state::done(row.verb);
    match row.outcome() {
        None => {
            let (count, shown) = (row.waiting(), format::count(row.waiting()));
            match row.phase {
                _ if row.waits_only() => {
                    ("?", WAIT, tr!("report-waits", count = count, shown = shown))
                }
                _ if row.paused => ("║", WAIT, tr!("report-paused").to_owned()),
                Phase::Queued => ("·", MUTED, tr!("report-queued").to_owned()),
                Phase::Running | Phase::Flushing | Phase::Verifying | Phase::Finished
                    if row.waiting() > 0 =>
                {
                    ("►", ACCENT, tr!("report-running-waits", count = count, shown = shown))
                }
                Phase::Running | Phase::Flushing | Phase::Verifying | Phase::Finished => {
                    ("►", ACCENT, tr!("report-running").to_owned())
                }
            }
        }
        Some(Outcome::Completed) if has_trouble(row) => {
            let open = row.summary.as_ref().map_or(0, |summary| summary.unanswered);
            let text =
                tr!("report-unanswered", done = what, count = open, shown = format::count(open));
            ("?", WAIT, text)
        }
        Some(Outcome::Completed) => ("✓", GOOD, what.to_owned()),
        Some(Outcome::CompletedWithErrors | Outcome::Failed)
            if row.summary.as_ref().is_some_and(|summary| summary.done == 0) =>
        {
            ("✗", BAD, state::nothing_done(row.verb).to_owned())
        }
        Some(Outcome::CompletedWithErrors) => {
            let failed = row.progress.items_failed;
            let text = tr!(
                "report-with-failures",
                done = what,
                count = failed,
                shown = format::count(failed)
            );
            ("✗", BAD, text)
        }
        Some(Outcome::Cancelled) => ("–", MUTED, tr!("report-cancelled").to_owned()),
        Some(Outcome::Failed) => ("✗", BAD, tr!("report-failed").to_owned()),
    }
}
