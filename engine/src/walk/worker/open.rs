//! Opens the directories of the walk, each below one that the worker holds.

use std::ffi::{CStr, CString};
use std::rc::Rc;
use std::sync::Arc;

use super::{Counterpart, Dir, OpenFailure, OpenRules, Pair, Worker};
use crate::walk::node::DirNode;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd};

impl Worker {
    /// Gives the open pair of a node, opening it below the nearest one this worker holds.
    pub(crate) fn pair(
        &mut self,
        node: &Arc<DirNode>,
        rules: OpenRules,
    ) -> Result<Rc<Pair>, OpenFailure> {
        match self.open(node, rules) {
            Err(OpenFailure { errno: Errno::MFILE | Errno::NFILE, .. }) => {
                self.forget_directories();
                self.open(node, rules)
            }
            result => result,
        }
    }

    fn open(&mut self, node: &Arc<DirNode>, rules: OpenRules) -> Result<Rc<Pair>, OpenFailure> {
        if let Some(pair) = self.cached(node) {
            return Ok(pair);
        }
        let mut chain = Vec::new();
        let mut at = Arc::clone(node);
        let mut base = loop {
            if let Some(pair) = self.cached(&at) {
                break pair;
            }
            let parent = at.parent.clone();
            match parent {
                Some(parent) => chain.push(std::mem::replace(&mut at, parent)),
                None => break self.open_top(&at, rules)?,
            }
        };
        // Operands are opened by their own path, everything below without symlinks.
        if chain.last().is_some_and(|first| first.is_operand())
            && let Some(operand) = chain.pop()
        {
            let pair = open_operand(&base, &operand, rules)?;
            base = self.keep(&operand, pair);
        }
        while !chain.is_empty() {
            let (steps, src, dst) = next_leg(&chain);
            let last = chain.len() - steps;
            let src = sys::open_beneath(base.src(), &src, rules.follow_source)
                .and_then(|src| match chain.get(last) {
                    Some(node) if rules.exact => same(node, src),
                    _ => Ok(src),
                })
                .map_err(|errno| OpenFailure { is_source: true, errno })?;
            let dst = rules.counterpart(|| {
                let above = base.dst.as_ref().ok_or(Errno::NOENT)?;
                // A directory that may not be listed takes names all the same.
                sys::enter_beneath(above.fd(), &dst, rules.follow_destination)
            })?;
            let pair = Pair::new(Dir::Open(src), dst);
            base = match chain.get(last) {
                Some(node) => self.keep(&Arc::clone(node), pair),
                None => Rc::new(pair),
            };
            chain.truncate(last);
        }
        Ok(base)
    }

    /// Gives the open directory above a node, by way of `..` where that is near.
    ///
    /// In a deep tree the path from the top is long, and what was entered first is long forgotten.
    pub(crate) fn above(
        &mut self,
        node: &DirNode,
        parent: &Arc<DirNode>,
        rules: OpenRules,
    ) -> Result<Rc<Pair>, OpenFailure> {
        if let Some(pair) = self.cached(parent) {
            return Ok(pair);
        }
        if parent.parent.is_some()
            && let Some(here) = self.cached(node)
            && let Ok(src) = sys::open_dir(here.src(), c"..", false)
            && let Ok(src) = same(parent, src)
            && let Ok(dst) = above_counterpart(&here, parent, rules)
        {
            return Ok(self.keep(parent, Pair::new(Dir::Open(src), dst)));
        }
        self.pair(parent, rules)
    }

    fn open_top(&mut self, top: &DirNode, rules: OpenRules) -> Result<Rc<Pair>, OpenFailure> {
        let dst = match &top.target {
            Some(path) => rules.counterpart(|| {
                let dir = sys::enter_dir(sys::CWD, path, true)?;
                // It may be the mount point that a disk has left since the job began.
                let id = sys::stat_fd(dir.as_fd())?.id();
                let began = top.counterpart.get_or_init(|| id);
                if began.0 == id.0 { Ok(dir) } else { Err(Errno::NODEV) }
            })?,
            None => Some(Dir::Cwd),
        };
        Ok(self.keep(top, Pair::new(Dir::Cwd, dst)))
    }
}

/// Refuses a directory that is not the one a node was made for.
fn same(node: &DirNode, dir: OwnedFd) -> sys::Sys<OwnedFd> {
    if sys::stat_fd(dir.as_fd())?.id() == node.meta.id() { Ok(dir) } else { Err(Errno::STALE) }
}

/// Opens the counterpart of the directory above by way of `..`, where there must be one.
fn above_counterpart(here: &Pair, parent: &DirNode, rules: OpenRules) -> sys::Sys<Option<Dir>> {
    if rules.destination == Counterpart::Unused {
        return Ok(None);
    }
    let known = parent.counterpart.get().ok_or(Errno::NOENT)?;
    let dir = here.dst.as_ref().ok_or(Errno::NOENT)?;
    let above = sys::open_dir(dir.fd(), c"..", false)?;
    if sys::stat_fd(above.as_fd())?.id() == *known {
        Ok(Some(Dir::Open(above)))
    } else {
        Err(Errno::STALE)
    }
}

fn open_operand(top: &Pair, node: &DirNode, rules: OpenRules) -> Result<Pair, OpenFailure> {
    let side = |is_source| move |errno| OpenFailure { is_source, errno };
    let src =
        sys::open_dir(top.src(), &node.src_name, rules.follow_operands).map_err(side(true))?;
    // Another directory under the operand's name is not the one this job began with.
    let found = sys::stat_fd(src.as_fd()).map_err(side(true))?;
    if found.id() != node.meta.id() {
        return Err(OpenFailure { is_source: true, errno: Errno::STALE });
    }
    let dst = rules.counterpart(|| {
        let above = top.dst.as_ref().ok_or(Errno::NOENT)?;
        // What this job made is no symlink; one that stands there now leads astray.
        let dir = sys::enter_dir(above.fd(), &node.dst_name, !node.created)?;
        match node.counterpart.get() {
            Some(began) if began.0 != sys::stat_fd(dir.as_fd())?.id().0 => Err(Errno::NODEV),
            _ => Ok(dir),
        }
    })?;
    Ok(Pair::new(Dir::Open(src), dst))
}

/// Joins as many names as fit one lookup; `chain` runs from the deepest node to the shallowest.
fn next_leg(chain: &[Arc<DirNode>]) -> (usize, CString, CString) {
    // PATH_MAX is 4096 with its NUL.
    const LEG: usize = 4000;
    let (mut src, mut dst): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    let mut steps = 0;
    for node in chain.iter().rev() {
        let longer = |path: &[u8], name: &CStr| path.len() + 1 + name.to_bytes().len() > LEG;
        if steps > 0 && (longer(&src, &node.src_name) || longer(&dst, &node.dst_name)) {
            break;
        }
        for (path, name) in [(&mut src, &node.src_name), (&mut dst, &node.dst_name)] {
            if !path.is_empty() {
                path.push(b'/');
            }
            path.extend_from_slice(name.to_bytes());
        }
        steps += 1;
    }
    // Names come from C strings, so neither holds a NUL.
    (steps, CString::new(src).unwrap_or_default(), CString::new(dst).unwrap_or_default())
}
