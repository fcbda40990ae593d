//! Ends a plan: `fcp plan finish`.

use fcp_engine::engine::{Earlier, Finishing, PartJob, Removals};
use fcp_engine::event::{Outcome, Summary};
use fcp_engine::parts::{PlanError, PlanFolder, Removed};
use fcp_engine::spec::Verb;

use super::report::{removed_words, removes, unreadable, withheld_words};
use super::words::{home, print};
use crate::cli::aside::complain;
use crate::cli::asked::When;
use crate::cli::display::Mode;
use crate::cli::exit;
use crate::cli::quoting::Bytes;
use crate::cli::session::{self, Asker, Setup};
use crate::cli::signals::die_of;
use crate::cli::words::Plain;
use crate::format;
use crate::terminal::detect;

/// Ends a plan; gives the exit code.
pub(super) fn finish(folder: &PlanFolder) -> Result<u8, PlanError> {
    let finishing = folder.finish()?;
    let (mut folders, mut stay, mut code) = (0, 0, exit::DONE);
    // Before the folders that they are in get their times.
    let (files, files_code) = match name_files(&finishing)? {
        Ok(named) => named,
        Err(code) => return Ok(code),
    };
    for part in finishing.jobs() {
        let summary = match run(part?) {
            Ok(summary) => summary,
            Err(code) => return Ok(code),
        };
        folders += summary.done;
        stay += summary.skipped;
        code = code.max(exit::code(&summary));
    }
    let folders_code = code;
    code = code.max(files_code);
    let removals = finishing.removals(home(), code == exit::DONE)?;
    let gone = match removals.map(remove).transpose()? {
        None => None,
        Some(Gone::Stopped(code)) => return Ok(code),
        Some(Gone::Ended(line, removed_code)) => {
            code = code.max(removed_code);
            Some(line)
        }
    };
    if code == exit::DONE {
        finishing.end()?;
    }
    let status = folder.status()?;
    let folders = format::counted(folders, "folder", "folders");
    let done = if removes(&status) { "removed" } else { "finished" };
    let compares = status.verb == Some(Verb::Verify);
    let mut lines = Vec::new();
    if !compares {
        lines.push(format!("{folders} {done}"));
    }
    if status.verb == Some(Verb::Move) && stay > 0 {
        let stay = format::counted(stay, "source folder is kept", "source folders are kept");
        lines.push(format!("{stay}, since something is left in it"));
    }
    if files > 0 {
        let files = format::counted(files, "file in pieces", "files in pieces");
        lines.push(format!("{files} put together"));
    }
    if files_code != exit::DONE {
        lines.push("Not all files in pieces could be put together; copy those with fcp".to_owned());
    }
    if folders_code != exit::DONE {
        lines.push(format!("Not all folders could be {done}; run fcp plan finish again"));
    }
    lines.extend(gone);
    if !status.failed.is_empty() {
        code = code.max(exit::FAILED);
        let items = format::items(status.items_failed);
        lines.push(format!(
            "{items} failed in {}; see fcp plan status, and fcp plan retry",
            format::counted(status.failed.len() as u64, "part", "parts")
        ));
        if status.verb == Some(Verb::Move) {
            lines.push("Source folders are kept until all parts are done".to_owned());
        }
    }
    if let Some(unreadable) = unreadable(&status) {
        code = code.max(exit::FAILED);
        lines.push(unreadable);
    }
    if code == exit::DONE {
        let items = format::items(status.items_done);
        let size = if removes(&status) {
            String::new()
        } else {
            format!(", {}", format::size(status.bytes_done))
        };
        let done = if compares { "All is equal" } else { "The plan is done" };
        lines.push(format!("{done}: {items}{size}"));
    }
    Ok(print(&lines).max(code))
}

/// Gives the files their names of which several parts have pieces; gives how many, or the exit code of a process that is
/// stopped.
fn name_files(finishing: &Finishing<'_>) -> Result<Result<(u64, u8), u8>, PlanError> {
    let (mut files, mut code) = (0, exit::DONE);
    for part in finishing.files() {
        let (part, failed) = part?;
        match run(part) {
            Ok(summary) => {
                files += summary.done;
                // Of what failed in a part its retry takes care, whatever becomes of the folders.
                let is_more = summary.failed > failed;
                if is_more || summary.outcome != Outcome::CompletedWithErrors {
                    code = code.max(exit::code(&summary));
                }
            }
            Err(code) => return Ok(Err(code)),
        }
    }
    Ok(Ok((files, code)))
}

/// Runs a job of the last step to its end; else gives the exit code.
fn run(part: PartJob) -> Result<Summary, u8> {
    let voice = Plain {
        tool: "fcp plan",
        verb: part.spec.verb,
        verbose: false,
        debug: false,
        takes: Vec::new(),
    };
    let setup = Setup {
        engine: part.engine,
        voice: Box::new(voice),
        asker: Asker::NoSource,
        mode: Mode::choose(When::Never),
        look: detect(|name| std::env::var(name).ok()),
        redoes: false,
    };
    let ending = session::run(part.spec, setup).map_err(|error| {
        complain(&Bytes::from(error.to_string().as_str()));
        exit::NOT_RUN
    })?;
    match (ending.signal, ending.summary) {
        (Some(signal), _) => Err(die_of(signal)),
        (None, Some(summary)) => Ok(summary),
        (None, None) => Err(exit::NOT_RUN),
    }
}

/// What came of the removals of a mirror.
enum Gone {
    /// The line that tells it, and the exit code.
    Ended(String, u8),
    /// The process ends with this code.
    Stopped(u8),
}

/// Removes what a mirror removes, after all of it was compared.
fn remove(removals: Removals<'_>) -> Result<Gone, PlanError> {
    let nothing = |reason, earlier| {
        let line = match earlier {
            Earlier::Nothing => withheld_words("Nothing was removed", reason),
            Earlier::Items(items) => {
                let items = format::items(items);
                let what = format!(
                    "{items} removed in the destination by an earlier run, and nothing more"
                );
                withheld_words(&what, reason)
            }
            Earlier::Unknown => {
                let what = "Nothing more was removed after an earlier run that had begun to";
                withheld_words(what, reason)
            }
        };
        Gone::Ended(line, exit::FAILED)
    };
    let steps = match removals {
        Removals::Withheld(reason, earlier) => return Ok(nothing(reason, earlier)),
        Removals::Over(removed) => return Ok(Gone::Ended(removed_words(removed), exit::DONE)),
        Removals::Steps(steps) => steps,
    };
    let mut withheld = None;
    for comparison in steps.comparisons() {
        let comparison = comparison?;
        match run(comparison.job.clone()) {
            Ok(summary) => withheld = withheld.or(steps.compared(&comparison, &summary)),
            Err(code) => return Ok(Gone::Stopped(code)),
        }
    }
    if let Some(reason) = withheld {
        return Ok(nothing(reason, steps.earlier()?));
    }
    steps.begin()?;
    let (mut removed, mut code) = (Removed::default(), exit::DONE);
    for removal in steps.removals() {
        let removal = removal?;
        match run(removal.job.clone()) {
            Ok(summary) => code = code.max(exit::code(&summary)),
            Err(code) => return Ok(Gone::Stopped(code)),
        }
        if !removal.is_whole() {
            code = code.max(exit::FAILED);
        }
        removed = removed.and(removal.removed());
    }
    if code == exit::DONE {
        steps.end(removed)?;
        return Ok(Gone::Ended(removed_words(removed), code));
    }
    let items = format::items(removed.removed);
    let line = if removed.doubtful == 0 {
        format!(
            "{items} removed in the destination, and not all could be; run fcp plan finish again"
        )
    } else {
        let kept = format::counted(
            removed.doubtful,
            "item is kept, since it looks the same but has another inode number",
            "items are kept, since they look the same but have other inode numbers",
        );
        format!("{items} removed in the destination; {kept}; make another plan")
    };
    Ok(Gone::Ended(line, code))
}
