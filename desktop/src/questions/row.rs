//! Converts questions into the rows and details that the windows show.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use fcp_browse as browse;
use fcp_engine::error::Code;
use fcp_engine::event::{Answer, ConflictKind, FileKind, Side, Subject};
use fcp_engine::spec::{DEFAULT_RENAME, Verb};
use fcp_presentation::jobs::{asked_about, below, in_trash};
use fcp_presentation::probes::Verdict;
use fcp_presentation::{answers, owners, tr};

use crate::jobs::{self, OpenQuestion};
use crate::names::name;
use crate::thumbs::{Thumbs, is_picture};
use crate::wire::{About, Compared, QuestionDetail, QuestionRow, Refusal, SideState};

/// Gives a question as it is shown.
pub(super) fn of(asked: &OpenQuestion, verdict: Option<Verdict>, thumbs: &Thumbs) -> QuestionRow {
    let OpenQuestion { question, job } = asked;
    let path = asked.place();
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = match trashed(asked, path) {
        Some(place) => name(place.parent().unwrap_or(&place)),
        None => name(below(job.base.as_deref(), folder)),
    };
    let extension = path.extension().map(|ext| name(ext).text);
    let mut answers = answers::possible(&question.subject, job.keeps);
    let error = match &question.subject {
        Subject::Error { error, .. } => Some(error.code),
        Subject::Conflict { .. } | Subject::Removal { .. } => None,
    };
    if job.refuses_changed && error == Some(Code::ChangedSince) {
        answers.retain(|answer| *answer != Answer::Retry);
    }
    QuestionRow {
        id: question.id,
        job: job.id,
        job_name: job.name.clone(),
        name: name(path.file_name().unwrap_or(path.as_os_str())),
        folder,
        extension: extension.map(|ext| format!(".{ext}")).unwrap_or_default(),
        about: about(&question.subject, verdict, thumbs),
        answers,
    }
}

/// Tells more of a question: what must be looked up.
pub(super) fn detail(
    asked: &OpenQuestion,
    verdict: Option<&Verdict>,
    pattern: Option<&str>,
    home: Option<&Path>,
) -> Result<QuestionDetail, Refusal> {
    let subject = &asked.question.subject;
    // Where it is, which only what is looked up needs.
    let incoming = asked_about(None, subject);
    let existing = match subject {
        Subject::Conflict { dst, .. } => Some(dst.path.0.as_path()),
        Subject::Error { .. } | Subject::Removal { .. } => None,
    };
    let owner = |path: &Path| {
        // A file that no longer exists has no owner.
        browse::inspect(path).map_or(String::new(), |found| owners::user(found.uid))
    };
    let rename = match existing {
        Some(existing) => Some(free_name(subject, pattern.unwrap_or(DEFAULT_RENAME), existing)?),
        None => None,
    };
    Ok(QuestionDetail {
        id: asked.question.id,
        incoming: match trashed(asked, incoming) {
            Some(place) => name(&place),
            None => jobs::place(incoming, home),
        },
        existing: existing.map(|path| jobs::place(path, home)),
        owners: [Some(incoming), existing].into_iter().flatten().map(owner).collect(),
        differs_at: verdict.and_then(|verdict| verdict.differs_at),
        rename: rename.map(|path| name(path.file_name().unwrap_or(OsStr::new("")))),
    })
}

/// Gives where an item of a job that restores is in the trash, in words instead of the directories of the trash.
fn trashed(asked: &OpenQuestion, path: &Path) -> Option<PathBuf> {
    let rest = in_trash(path).filter(|_| asked.job.verb == Some(Verb::Restore))?;
    Some(Path::new(tr!("desktop-trash")).join(rest))
}

/// Gives the name that a pattern makes beside what is there, the first that is free.
fn free_name(subject: &Subject, pattern: &str, taken: &Path) -> Result<PathBuf, Refusal> {
    if !Answer::Rename(pattern.to_owned()).fits(subject) {
        return Err(Refusal::because(tr!("desktop-name-empty-slash")));
    }
    let old = taken.file_name().unwrap_or(OsStr::new(""));
    let mut tries =
        (1..u32::MAX).map(|n| taken.with_file_name(fcp_engine::new_name(pattern, old, n)));
    let is_free = |path: &PathBuf| browse::inspect(path).is_err();
    tries.find(is_free).ok_or(Refusal::Gone)
}

fn about(subject: &Subject, verdict: Option<Verdict>, thumbs: &Thumbs) -> About {
    let side = |it: &Side| side(it, thumbs);
    match subject {
        Subject::Conflict { kind, src, dst, just_created, .. } => About::Conflict {
            kind: *kind,
            incoming: side(src),
            existing: side(dst),
            compared: compared(*kind, src, dst, verdict),
            just_created: *just_created,
        },
        Subject::Error { error, .. } => About::Error { error: error.clone() },
        Subject::Removal { step, item, protected } => {
            About::Removal { step: *step, protected: *protected, item: side(item) }
        }
    }
}

fn side(side: &Side, thumbs: &Thumbs) -> SideState {
    let is_shown = side.kind == FileKind::File && is_picture(&side.path.0);
    SideState {
        kind: side.kind,
        size: side.size,
        mtime: side.mtime,
        mode: side.mode,
        thumb: is_shown.then(|| thumbs.keep(side.path.0.clone())),
    }
}

fn compared(kind: ConflictKind, src: &Side, dst: &Side, verdict: Option<Verdict>) -> Compared {
    let difference = i64::try_from(src.size.abs_diff(dst.size)).unwrap_or(i64::MAX);
    let larger = match kind {
        ConflictKind::File if src.size < dst.size => -difference,
        ConflictKind::File => difference,
        // The size of a folder is not that of what is in it.
        ConflictKind::Directory | ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => 0,
    };
    Compared {
        newer: src.mtime.cmp(&dst.mtime) as i8,
        larger,
        thorough: verdict.as_ref().is_some_and(|verdict| verdict.thorough),
        content: verdict.map(|verdict| verdict.content),
    }
}
