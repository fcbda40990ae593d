//! Foresees what becomes of items that get the name of another one of the job.

use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Planner;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{ConflictKind, FileKind};
use crate::contract::spec::{ConflictPolicy, LinkMode, Verb};
use crate::job::conflict::{
    Decision, by_policy, code_of_collision, kind_of_conflict, same_size_and_mtime,
};
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::worker::Pair;
use fcp_sys::{self as sys, Meta, lock};

/// The last item that got a name, or an older one that has it.
#[derive(Debug)]
pub(super) struct Met {
    meta: Meta,
    /// Its path, where what is in it may decide.
    path: Option<PathBuf>,
}

/// The time of a new file that does not keep that of its source: later than those of all sources.
const NOW: (i64, i64) = (i64::MAX, 0);

impl Planner {
    /// Why an item is refused that gets the name of another one of this job.
    pub(super) fn collision(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) -> Option<OpError> {
        if !self.collides {
            return None;
        }
        let (verb, options) = (self.job.spec.verb, &self.job.spec.options);
        let dst = node.dst_path(item.dst_name);
        // Of what is renamed no part can have arrived.
        let may_resume = options.resume && !self.renames(node, pair, item);
        let reads = may_resume || options.on_conflict == ConflictPolicy::DifferentContent;
        let brought = Met { meta: *meta, path: reads.then(|| node.src_path(item.name)) };
        let mut names = lock(&self.names);
        let earlier = match names.entry(dst.components().collect()) {
            Entry::Vacant(free) => {
                free.insert(brought);
                return None;
            }
            Entry::Occupied(taken) => taken.into_mut(),
        };
        let there =
            pair.dst.as_ref().and_then(|dst| sys::stat_at(dst.fd(), item.dst_name, false).ok());
        if let Some(meta) = there {
            let old = Met { meta, path: reads.then(|| dst.clone()) };
            let kind = kind_of_conflict(earlier.meta.kind, old.meta.kind);
            if kind == ConflictKind::File && self.leaves(earlier, &old, may_resume) {
                // The first one left it as it was, and so it is what the second one meets.
                *earlier = brought;
                return None;
            }
        }
        let kind = kind_of_conflict(meta.kind, earlier.meta.kind);
        let keeps_time = options.preserve.timestamps || options.link == LinkMode::Hard;
        let mtime = if keeps_time { earlier.meta.mtime } else { NOW };
        let copy = Met { meta: Meta { mtime, ..earlier.meta }, path: earlier.path.clone() };
        let replaces = self.replaces(&brought, &copy, may_resume);
        // GNU's cp lets merged trees overwrite each other.
        let merges = options.gnu && verb == Verb::Copy;
        let may_merge = merges && node.parent.is_some();
        let Some(code) = code_of_collision(verb, options, kind, replaces && !may_merge) else {
            // What is at the destination already is counted by itself.
            let is_unchanged =
                kind == ConflictKind::File && may_resume && self.resumes(&brought, &copy);
            if there.is_none() && !is_unchanged {
                self.counts.conflict(kind);
            }
            return None;
        };
        let action = if verb == Verb::Move { Action::Move } else { Action::Copy };
        Some(OpError::refused(action, code, node.src_path(item.name)).with(dst))
    }

    /// Whether a rule that compares both files leaves an existing one as it is.
    fn leaves(&self, src: &Met, dst: &Met, may_resume: bool) -> bool {
        match &self.job.spec.options.on_conflict {
            ConflictPolicy::Newer
            | ConflictPolicy::Older
            | ConflictPolicy::Larger
            | ConflictPolicy::Smaller
            | ConflictPolicy::DifferentMeta
            | ConflictPolicy::DifferentContent => !self.replaces(src, dst, may_resume),
            // It stays the same, whichever source it is like.
            ConflictPolicy::Overwrite => may_resume && self.resumes(src, dst),
            ConflictPolicy::Ask
            | ConflictPolicy::Fail
            | ConflictPolicy::Skip
            | ConflictPolicy::Rename(_) => false,
        }
    }

    /// Whether a file gives way to another one.
    fn replaces(&self, src: &Met, dst: &Met, may_resume: bool) -> bool {
        if may_resume && self.resumes(src, dst) {
            return false;
        }
        match by_policy(&self.job.spec.options, ConflictKind::File, &src.meta, &dst.meta) {
            Decision::Replace | Decision::ReplaceForGood => true,
            Decision::ReplaceIfDifferent => differ(src, dst),
            Decision::Merge
            | Decision::Skip(_)
            | Decision::Rename(_)
            | Decision::RenameExisting(_)
            | Decision::Ask
            | Decision::Fail
            | Decision::Abort => false,
        }
    }

    /// Whether `--resume` takes a file for the copy of another one.
    fn resumes(&self, src: &Met, dst: &Met) -> bool {
        let is_like = || same_size_and_mtime(&src.meta, &dst.meta);
        let is_equal = || self.job.spec.verb != Verb::Move || !differ(src, dst);
        is_like() && is_equal()
    }
}

/// Whether two files differ, or cannot be compared.
fn differ(one: &Met, other: &Met) -> bool {
    // A FIFO would wait for another program.
    let are_files = [one, other].iter().all(|it| it.meta.kind == FileKind::File);
    let paths = one.path.as_ref().zip(other.path.as_ref()).filter(|_| are_files);
    !matches!(paths.map(|(one, other)| equal(one, other)), Some(Ok(true)))
}

fn equal(one: &Path, other: &Path) -> io::Result<bool> {
    const STEP: u64 = 1 << 16;
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    loop {
        ours.clear();
        theirs.clear();
        (&mut one).take(STEP).read_to_end(&mut ours)?;
        (&mut other).take(STEP).read_to_end(&mut theirs)?;
        if ours != theirs || ours.is_empty() {
            return Ok(ours == theirs);
        }
    }
}
