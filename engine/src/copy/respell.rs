//! Tells names of one inode apart, and gives an entry another spelling.

use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use super::copier::Step;
use super::naming::temporary_beside;
use crate::walk::operand::base_of;
use crate::walk::operand::parent_of;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Sys};

/// How two names of one inode are related.
pub(super) enum Identity {
    /// They are one entry of one directory.
    Entry,
    /// They are one entry of a directory that does not tell them apart.
    Spelling,
    /// They are two entries.
    Link,
}

pub(super) fn identity(step: Step<'_>) -> Sys<Identity> {
    let (old, new) = (base_of(step.item.name), base_of(step.item.dst_name));
    let from = sys::enter_dir(step.pair.src(), &parent_of(step.item.name), true)?;
    let to = sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true)?;
    // By inode, since a bind mount gives one directory two paths.
    if sys::stat_fd(from.as_fd())?.id() != sys::stat_fd(to.as_fd())?.id() {
        return Ok(Identity::Link);
    }
    if old == new {
        return Ok(Identity::Entry);
    }
    Ok(if has_entry(to.as_fd(), new)? { Identity::Link } else { Identity::Spelling })
}

/// Whether a directory lists a name in this very spelling.
fn has_entry(dir: BorrowedFd<'_>, name: &[u8]) -> Sys<bool> {
    let dir = sys::open_dir(dir, c".", true)?;
    let mut entries = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut found = false;
    sys::list(dir.as_fd(), &mut entries, |entry, _, _| {
        found = entry.to_bytes() == name;
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}

/// Gives an entry another spelling in a directory that folds case.
pub(super) fn respell(worker: &mut Worker, step: Step<'_>) -> Sys<()> {
    let (src, dst) = (step.pair.src(), step.pair.dst());
    let (old, new) = (step.item.name, step.item.dst_name);
    sys::rename(src, old, dst, new)?;
    let dir = sys::enter_dir(dst, &parent_of(new), true)?;
    if has_entry(dir.as_fd(), base_of(new))? {
        return Ok(());
    }
    // ext4 takes it for a rename to itself and does nothing: go by way of another name.
    let temporary = temporary_beside(worker, new);
    sys::rename_new(src, old, dst, &temporary)?;
    sys::rename_new(dst, &temporary, dst, new).inspect_err(|_| {
        // Back to what it was; the failure to tell is the first.
        sys::best_effort(sys::rename_new(dst, &temporary, src, old));
    })
}
