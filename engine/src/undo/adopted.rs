//! Writes down what an undo had done when it was killed, and had not written down: the next one goes on with its record.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::look::{exists, identity, leads_to, stat};
use super::own::kept_by_itself;
use super::rights::has_rights;
use super::steps::noted_paths;
use crate::job::Job;
use crate::record::{Line, Record, Stamp, Undos, bookkeeping};
use crate::trash::{self, Trashed};
use fcp_sys::Identity;

/// Adds to the record of an undo what those before it have done that were killed, and no line says; `origin` is the job that
/// a redo does again.
pub(super) fn adopt(job: &Job, record: &Record, origin: Option<&Record>, undos: &Undos) {
    let Some(recorder) = job.recorder.as_ref().filter(|it| it.is_interrupted()) else { return };
    let was_then = |at: i64| undos.lived_at(at);
    let came = |path: &Path| stat(path).is_ok_and(|meta| was_then(meta.ctime_micros()));
    let noted = origin.map(noted_paths).unwrap_or_default();
    // Those of its own items that gave way to others go as well.
    let mut gone: HashMap<_, _> =
        kept_by_itself(record).map(|path| (path.to_owned(), path)).collect();
    for line in &record.lines {
        match line {
            Line::Made { path, .. }
            | Line::Extracted { path, .. }
            | Line::Restored { path, .. } => {
                let path = path.0.as_path();
                gone.insert(path.to_owned(), path);
                gone.extend(trash::spelt_out(path).map(|spelt| (spelt, path)));
            }
            Line::Moved { from, to, id } if !exists(&to.0) && came(&from.0) => {
                // By rename as the same inode, or anew on another filesystem.
                let is_it = |now: &Identity| now.is(*id) || now.id.0 != id.id.0;
                if let Some(id) = identity(&from.0).ok().filter(is_it) {
                    let line = Line::Moved { from: to.clone(), to: from.clone(), id };
                    recorder.adopt(&from.0, &line);
                }
            }
            Line::Trashed { from, id }
                if trash::place(&id.0).is_some_and(|place| !exists(&place))
                    && came(&from.0)
                    && !from.0.ancestors().any(|above| noted.contains(above)) =>
            {
                let (path, stamp) = (from.clone(), Stamp::of(&from.0).ok());
                recorder.adopt(&from.0, &Line::Restored { path, stamp });
            }
            Line::Exchanged { one, other, ids: [first, second] }
                if leads_to(&one.0, *second) && leads_to(&other.0, *first) && came(&one.0) =>
            {
                let (ids, path) = ([*second, *first], &one.0);
                let (one, other) = (one.clone(), other.clone());
                recorder.adopt(path, &Line::Exchanged { one, other, ids });
            }
            Line::Rights { path, id, was, now, acls }
                if came(&path.0) && has_rights(&path.0, *was, acls.as_ref().map(|it| &it[0])) =>
            {
                let acls = acls.clone().map(|[was, now]| [now, was]);
                let (path, was, now) = (path.clone(), *now, *was);
                recorder.adopt(&path.0.clone(), &Line::Rights { path, id: *id, was, now, acls });
            }
            _ => {}
        }
    }
    let kept: HashSet<&Path> = record.lines.iter().filter_map(kept_in_trash).collect();
    adopt_trashed(job, &gone, |item| {
        // Times in the trash are whole seconds, and the job may have moved an old file of this name there just before.
        !kept.contains(item.id.0.as_path()) && was_then(item.deleted.saturating_mul(1_000_000))
    });
}

/// What describes an old file in the trash that gave way to an item of the job.
fn kept_in_trash(line: &Line) -> Option<&Path> {
    match line {
        Line::Replaced { trashed: Some(id), .. } => Some(&id.0),
        _ => None,
    }
}

/// Adds what was moved to the trash.
fn adopt_trashed(
    job: &Job,
    gone: &HashMap<PathBuf, &Path>,
    was_trashed_then: impl Fn(&Trashed) -> bool,
) {
    let Some(recorder) = job.recorder.as_ref().filter(|_| !gone.is_empty()) else { return };
    let data = job.home.as_ref().map(|home| home.data.as_path());
    let Ok(contents) = trash::list(data) else { return };
    for item in contents.items {
        let original = &item.original.0;
        // It may have been in a folder that was copied.
        let own = original.ancestors().find_map(|above| Some((above, gone.get(above)?)));
        if let Some((above, path)) = own
            && was_trashed_then(&item)
            && !exists(original)
        {
            let rest = original.strip_prefix(above).unwrap_or(Path::new(""));
            let from =
                if rest.as_os_str().is_empty() { path.to_path_buf() } else { path.join(rest) };
            let line = Line::Trashed { from: from.as_path().into(), id: item.id };
            recorder.adopt(&from, &line);
        }
    }
}

/// Whether what a line of an undo's record says is still so: nothing has brought it back.
pub(super) fn still_is(line: &Line) -> bool {
    match line {
        Line::Moved { to, id, .. } => leads_to(&to.0, *id),
        Line::Exchanged { one, other, ids } => {
            leads_to(&one.0, ids[0]) && leads_to(&other.0, ids[1])
        }
        // What has left the trash and is not where it was may come back, or is told.
        Line::Trashed { from, id } => {
            trash::place(&id.0).is_some_and(|place| exists(&place)) || !exists(&from.0)
        }
        Line::Restored { path, stamp } => {
            stamp.is_some_and(|stamp| Stamp::of(&path.0).is_ok_and(|now| now.is(stamp)))
        }
        Line::Parent { path, id } => leads_to(&path.0, *id),
        Line::Emptied(folder) => !exists(&folder.path.0),
        Line::Rights { path, id, now, acls, .. } => {
            leads_to(&path.0, *id) && has_rights(&path.0, *now, acls.as_ref().map(|it| &it[1]))
        }
        // Those of jobs.
        Line::Made { .. }
        | Line::Snapshot { .. }
        | Line::Extracted { .. }
        | Line::Replaced { .. }
        | bookkeeping!() => false,
    }
}
