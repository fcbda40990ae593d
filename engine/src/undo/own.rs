//! Tells which backups of a job hold what the job itself has made, since two of its sources had one name.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::path::{Path, PathBuf};

use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::record::{Line, Record};
use fcp_sys::Identity;

/// What an item of the job is that gave way to another one, and was kept as a backup.
#[derive(Clone, Debug)]
pub(super) enum Own {
    /// A copy of this.
    Copy(WirePath),
    Unpacked(Identity),
    /// What it has moved, and takes back as it is.
    Moved,
    /// It gave way to another item in turn, and a later line says where it was kept.
    GaveWay,
}

/// The backups that hold items of the job itself, as two of its sources had one name.
pub(super) fn own_backups(record: &Record) -> HashMap<&Path, Own> {
    let made = originals(record);
    let mut last = first_copies(record);
    let unpacked: HashMap<_, _> = record
        .lines
        .iter()
        .filter_map(|line| match line {
            Line::Extracted { id, .. } => Some((id.id, *id)),
            _ => None,
        })
        .collect();
    let mut own: HashMap<&Path, Own> = HashMap::new();
    let mut moved: HashSet<&Path> = HashSet::new();
    for line in &record.lines {
        if let Line::Moved { to, .. } = line {
            moved.insert(&to.0);
        }
        let Line::Replaced { path, from, backup: Some(backup), kept, .. } = line else { continue };
        let before = match record.verb {
            // The line of a copy comes when it is done, which may be after that of the next one.
            Verb::Copy => {
                let before = last.insert(&path.0, from.0.clone());
                // It has the name of a backup that was just made, and which gave way in turn.
                match own.get_mut(path.0.as_path()).map(|own| mem::replace(own, Own::GaveWay)) {
                    Some(Own::Copy(from)) => Some(from.0),
                    _ => before.or_else(|| inside(&made, &path.0)),
                }
            }
            _ => None,
        };
        let is_kept = |id: &&Identity| kept.is_some_and(|kept| kept.id.is(**id));
        let id = kept.and_then(|kept| unpacked.get(&kept.id.id)).filter(is_kept);
        let held = before.map(|from| Own::Copy(from.as_path().into()));
        let held = held.or(id.map(|id| Own::Unpacked(*id)));
        let has_moved = || path.0.ancestors().any(|above| moved.contains(above));
        let held = held.or_else(|| has_moved().then_some(Own::Moved));
        own.extend(held.map(|held| (backup.0.as_path(), held)));
    }
    own
}

/// Of each name the copy that got it first, as nothing gave way to it.
///
/// A source may have come twice, as an operand and in another one: to one of its two copies something gave way.
fn first_copies(record: &Record) -> HashMap<&Path, PathBuf> {
    let mut gave_way: HashMap<_, usize> = HashMap::new();
    for line in &record.lines {
        if let Line::Replaced { path, from, backup: Some(_), .. } = line {
            *gave_way.entry((path, from)).or_default() += 1;
        }
    }
    let mut first = HashMap::new();
    for line in &record.lines {
        let Line::Made { path, from } = line else { continue };
        match gave_way.get_mut(&(path, from)) {
            Some(left @ 1..) => *left -= 1,
            Some(_) | None => {
                first.insert(path.0.as_path(), from.0.clone());
            }
        }
    }
    first
}

/// The backups that hold what the job itself has made, and not only moved.
pub(super) fn kept_by_itself(record: &Record) -> impl Iterator<Item = &Path> {
    let own = own_backups(record).into_iter();
    own.filter_map(|(backup, own)| (!matches!(own, Own::Moved)).then_some(backup))
}

/// Where the job put copies, and of what.
fn originals(record: &Record) -> HashMap<&Path, &Path> {
    let made = record.lines.iter().filter_map(|line| match line {
        Line::Made { path, from } => Some((path.0.as_path(), from.0.as_path())),
        _ => None,
    });
    made.collect()
}

/// What a name without a line of its own is in a directory that the job made: the lines of a redo come in any order.
fn inside(made: &HashMap<&Path, &Path>, path: &Path) -> Option<PathBuf> {
    let (above, from) =
        path.ancestors().skip(1).find_map(|above| Some((above, made.get(above)?)))?;
    let rest = path.strip_prefix(above).ok()?;
    Some(from.join(rest))
}
