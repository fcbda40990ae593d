//! `fcp plan status`, `fcp plan finish` and `fcp plan retry`.

use std::path::Path;

use clap::builder::OsStringValueParser;
use clap::{Arg, ArgMatches, Command, ValueHint};
use fcp_engine::event::Withheld;
use fcp_engine::parts::{PlanError, PlanFolder, PlannedRemovals, Removed, Status};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Verb;

use super::finish::finish;
use super::words::{print, refuse};
use crate::cli::aside::{Form, flag};
use crate::cli::exit;
use crate::format;

/// The words behind `fcp plan`.
pub(super) const FORMS: [Form; 3] = [
    Form {
        word: "status",
        option: "--status",
        does: "look at a plan",
        command: || {
            define("fcp plan status", "Says how far the parts of a plan are", STATUS)
                .arg(flag("json", "Print the numbers as JSON"))
        },
        run: |matches| ended(status(matches)),
    },
    Form {
        word: "finish",
        option: "--finish",
        does: "finish a plan",
        command: || {
            let about = "Finishes a plan: sets times and modes of its folders, and removes extra items of a mirror";
            define("fcp plan finish", about, FINISH)
        },
        run: |matches| ended(open(matches).and_then(|folder| finish(&folder))),
    },
    Form {
        word: "retry",
        option: "--retry",
        does: "retry a plan",
        command: || define("fcp plan retry", "Runs failed parts again", RETRY),
        run: |matches| ended(retry(matches)),
    },
];

const STATUS: &str = "\
Exit codes: 0 all parts are done, whatever is left to fcp plan finish, 1 some items failed, differ or could not be read by the walk of the plan, or a mirror will remove nothing, 2 usage, 3 not the \
folder of a plan, or parts are missing in it, 6 parts have not ended.";

const FINISH: &str = "\
All parts must have ended. Failed parts are listed; the folders are finished nevertheless. A folder without write \
permission then accepts no more files except from root, so run finish again after a retry.
With a plan of a mirror it then removes the items that the walk of the plan found only in the destination, if no item \
has failed: to the trash, or permanently with --mirror=delete. An item that has changed since, or that the source has \
now, is kept. If a folder of the source or the destination is not the one of the walk, as where its disk is not mounted, \
nothing is removed. An item that looks the same and has another number is kept, and fails: make another plan.
With a plan of fmv it then removes the empty folders of the sources, if no part has failures. With a plan of frm it \
removes the folders, the deepest first; a folder that is not empty is kept and fails.

Exit codes: 0 done, 1 some items failed or could not be read by the walk of the plan, 2 usage, 3 could not run, or parts \
have not ended or are missing.";

const RETRY: &str = "\
A part with failed items runs again from the start, under its number: fcp part --next and --all find it, and an \
array is started for these numbers. Files that were copied before are treated as --on-conflict, -u or -n say.

Exit codes: 0 done, or nothing has failed, 2 usage, 3 could not run.";

fn define(name: &'static str, about: &'static str, notes: &'static str) -> Command {
    Command::new(name)
        .args_override_self(true)
        .version(env!("CARGO_PKG_VERSION"))
        .about(about)
        .override_usage(format!("{name} [OPTIONS] DIR"))
        .after_help(notes)
        .max_term_width(100)
        .arg(
            Arg::new("dir")
                .value_name("DIR")
                .required(true)
                .value_parser(OsStringValueParser::new())
                .value_hint(ValueHint::DirPath)
                .help("The folder of the plan"),
        )
}

fn open(matches: &ArgMatches) -> Result<PlanFolder, PlanError> {
    let dir = matches.get_raw("dir").and_then(|mut dirs| dirs.next()).unwrap_or_default();
    PlanFolder::open(Path::new(dir))
}

fn ended(result: Result<u8, PlanError>) -> u8 {
    result.unwrap_or_else(|error| refuse(&error))
}

fn status(matches: &ArgMatches) -> Result<u8, PlanError> {
    let status = open(matches)?.status()?;
    let lines = if matches.get_flag("json") {
        // Plain data with text for keys is always spelled.
        vec![serde_json::to_string(&status).unwrap_or_default()]
    } else {
        words(&status)
    };
    Ok(print(&lines).max(code(&status)))
}

/// Gives the exit code that tells how far a plan is.
pub(crate) fn code(status: &Status) -> u8 {
    if !status.missing.is_empty() {
        exit::NOT_RUN
    } else if status.left > 0 || !status.claimed.is_empty() {
        exit::NO_PART
    } else if status.failed.is_empty() && status.unreadable == 0 && withheld(status).is_none() {
        exit::DONE
    } else {
        exit::FAILED
    }
}

/// Says how far a plan is.
pub(crate) fn words(status: &Status) -> Vec<String> {
    let running: u64 = status.claimed.iter().map(|claimed| claimed.items).sum();
    let bytes: u64 = status.claimed.iter().map(|claimed| claimed.bytes).sum();
    let ended = status.items_done + status.items_skipped;
    let items = format!("{} of {}", format::count(ended + running), format::count(status.items));
    let mut lines = vec![format!("Items   {items}")];
    if !removes(status) {
        let done = format::size(status.bytes_done + bytes);
        lines.push(format!("Data    {done} of {}", format::size(status.bytes)));
    }
    lines.push(format!("Parts   {}", parts(status)));
    if let Some(rate) = status.rate.filter(|_| !removes(status)) {
        lines.push(format!("Speed   {} since the plan was made", format::rate(rate)));
    }
    if status.pieced > 0 {
        let files = format::files(status.pieced);
        lines.push(format!("Pieces  {files} in pieces, which 'fcp plan finish' puts together"));
    }
    lines.push(folders(status).to_owned());
    lines.extend(removals(status.removals.as_ref(), status.is_removing, status.removed));
    for claimed in &status.claimed {
        let items = format::items(claimed.items);
        let size = if removes(status) {
            String::new()
        } else {
            format!(", {}", format::size(claimed.bytes))
        };
        let host = DisplayName::new(Path::new(&claimed.host));
        lines.push(format!("  part {} on {host}: {items}{size}", claimed.part));
    }
    lines.extend(troubles(status));
    lines
}

/// Whether the plan removes.
pub(super) fn removes(status: &Status) -> bool {
    status.verb == Some(Verb::Delete)
}

/// The word for what a plan does.
fn deed(verb: Option<Verb>) -> &'static str {
    match verb {
        Some(Verb::Delete) => "remove",
        Some(Verb::Move) => "move",
        Some(Verb::Verify) => "compare",
        _ => "copy",
    }
}

/// Says how many parts are in which state.
pub(crate) fn parts(status: &Status) -> String {
    let failed = status.failed.len() as u64;
    let mut parts = Vec::new();
    for (count, word) in [
        (status.done, "done"),
        (status.claimed.len() as u64, "claimed"),
        (failed, "with failures"),
        (status.left, "left"),
        (status.missing.len() as u64, "missing"),
    ] {
        if count > 0 || word == "done" {
            parts.push(format!("{} {word}", format::count(count)));
        }
    }
    parts.join(", ")
}

/// Says whether the folders have their times and modes, or what gives them those.
pub(crate) fn folders(status: &Status) -> &'static str {
    let is_over = status.left == 0 && status.claimed.is_empty();
    if status.verb == Some(Verb::Verify) {
        let is_whole = status.failed.is_empty() && status.missing.is_empty();
        return match is_over {
            true if is_whole && status.unreadable == 0 => "All is compared",
            true => "All parts have ended",
            false => "Nothing is changed",
        };
    }
    if removes(status) {
        return match (is_over, status.is_finished) {
            (true, true) => "Folders are removed",
            (true, false) => "Folders are removed by fcp plan finish",
            (false, _) => "Folders are removed when all parts have ended",
        };
    }
    let moves = status.verb == Some(Verb::Move);
    match (is_over, status.is_finished) {
        (true, true) => "Folders have their times and modes",
        (true, false) if moves => {
            "Folders get their times and modes, and those of the sources go, by fcp plan finish"
        }
        (true, false) => "Folders get their times and modes by fcp plan finish",
        (false, _) => "Folders get their times and modes when all parts have ended",
    }
}

/// Says what failed or is missing, and what to do about it.
pub(crate) fn troubles(status: &Status) -> Vec<String> {
    let mut lines = Vec::new();
    if status.items_failed > 0 || !status.failed.is_empty() {
        let items = format::items(status.items_failed);
        lines.push(format!("{items} failed; 'fcp plan retry' runs their parts again"));
    }
    lines.extend(unreadable(status));
    lines.extend(withheld(status).map(|reason| withheld_words("Nothing will be removed", reason)));
    if let Some(number) = status.missing.first() {
        lines.push(PlanError::Missing(*number).to_string());
    }
    for failure in &status.failures {
        lines.push(format!("  part {}: {}", failure.part, failure.error));
    }
    lines
}

/// Gives why a mirror will remove nothing.
fn withheld(status: &Status) -> Option<Withheld> {
    status.removals.as_ref()?.withheld.filter(|_| status.removed.is_none() && !status.is_removing)
}

/// Says why a mirror removes nothing.
pub(super) fn withheld_words(what: &str, reason: Withheld) -> String {
    let why = match reason {
        Withheld::Failures => {
            "since not all of the source could be copied and compared with the destination"
        }
        Withheld::Limit => "since that would be more than --max-delete allows",
        Withheld::EmptySource => {
            "since a source is empty, or filters leave out all that is in it: its disk may not be mounted; with --max-delete it counts as meant"
        }
    };
    format!("{what}, {why}")
}

/// Says what a mirror removes in the end, or has removed.
pub(super) fn removals(
    planned: Option<&PlannedRemovals>,
    is_removing: bool,
    removed: Option<Removed>,
) -> Option<String> {
    let planned = planned?;
    match removed {
        Some(removed) => Some(removed_words(removed)),
        None if planned.withheld.is_some() => None,
        None if planned.items == 0 => {
            Some("Nothing is to be removed in the destination".to_owned())
        }
        None if is_removing => {
            let items = format::items(planned.items);
            Some(format!(
                "fcp plan finish has begun to remove {items} in the destination, counting what is in folders; run it again if it has ended"
            ))
        }
        None => {
            let items = format::items(planned.items);
            Some(format!(
                "{items} in the destination, counting what is in folders, will be removed by fcp plan finish"
            ))
        }
    }
}

/// Says what a mirror has removed.
pub(super) fn removed_words(removed: Removed) -> String {
    let items = format!("{} removed in the destination", format::items(removed.removed));
    match removed.stayed {
        0 => items,
        stayed => {
            let kept = format::counted(
                stayed,
                "item is kept, since it has changed, the source has it now, or it is protected",
                "items are kept, since they have changed, the source has them now, or they are protected",
            );
            format!("{items}; {kept}")
        }
    }
}

/// Says how many items are in no part.
pub(super) fn unreadable(status: &Status) -> Option<String> {
    (status.unreadable > 0).then(|| {
        let items = format::items(status.unreadable);
        let deed = deed(status.verb);
        format!("{items} could not be read when the plan was made, and belong to no part; {deed} them by another plan")
    })
}

fn retry(matches: &ArgMatches) -> Result<u8, PlanError> {
    let folder = open(matches)?;
    let retried = folder.retry()?;
    let (Some(first), Some(last)) = (retried.parts.first(), retried.parts.last()) else {
        return Ok(print(&["Nothing has failed".to_owned()]));
    };
    let items = format::items(retried.items);
    let parts = match retried.parts.len() {
        1 => format!("part {first}"),
        count if last - first + 1 == count as u64 => format!("parts {first}-{last}"),
        _ => {
            let numbers: Vec<String> = retried.parts.iter().map(u64::to_string).collect();
            format!("parts {}", numbers.join(","))
        }
    };
    let deed = deed(Some(folder.plan().spec.verb));
    Ok(print(&[format!("{items} to {deed} again in {parts}")]))
}
