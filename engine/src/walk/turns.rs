//! Divides the operands of a move into turns, where one is inside another, as with `d/x d`.
//!
//! Between filesystems all operands of a walk are worked on at a time: the outer one would bring what the inner one has
//! not moved yet, and both would have it at the destination. `mv` moves each after the one before it, too.

use std::collections::{BTreeSet, HashSet};
use std::env::current_dir;
use std::iter;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::contract::spec::{JobSpec, Verb};

/// Gives the operands that may be worked on at a time, in their order; one range if nothing is moved, or none of them is
/// inside another.
///
/// Only their spelling is looked at.
pub(crate) fn turns(spec: &JobSpec) -> Vec<Range<usize>> {
    if spec.verb != Verb::Move {
        return iter::once(0..spec.sources.len()).collect();
    }
    let here = current_dir().unwrap_or_default();
    let (mut turns, mut start, mut of_turn) = (Vec::new(), 0, BTreeSet::new());
    for (at, source) in spec.sources.iter().enumerate() {
        let path = spelt_out(&here, &source.0);
        if nests(&of_turn, &path) {
            turns.push(start..at);
            start = at;
            of_turn.clear();
        }
        of_turn.insert(path);
    }
    turns.push(start..spec.sources.len());
    turns
}

/// Tells which operands of a move are inside one that has gone before them.
pub(crate) fn gone_with_others(spec: &JobSpec) -> HashSet<usize> {
    let turns = turns(spec);
    if turns.len() < 2 {
        return HashSet::new();
    }
    let here = current_dir().unwrap_or_default();
    let mut before: Vec<Vec<u8>> = Vec::new();
    let mut gone = HashSet::new();
    for (at, source) in spec.sources.iter().enumerate() {
        let path = spelt_out(&here, &source.0);
        if before.iter().any(|above| path != *above && path.starts_with(above)) {
            gone.insert(at);
        }
        before.push(path);
    }
    gone
}

/// Whether one of these paths has this one in it, or is in it; two of one name are told by other means.
///
/// None of them is in another, so that only those next to it in order can be above or below.
fn nests(paths: &BTreeSet<Vec<u8>>, path: &[u8]) -> bool {
    !paths.contains(path)
        && (paths.range(..path.to_owned()).next_back().is_some_and(|above| path.starts_with(above))
            || paths.range(path.to_owned()..).next().is_some_and(|below| below.starts_with(path)))
}

/// An absolute path without dots, with a slash at its end.
fn spelt_out(here: &Path, path: &Path) -> Vec<u8> {
    let path = here.join(path);
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let mut bytes = parts.collect::<PathBuf>().as_os_str().as_bytes().to_owned();
    if !bytes.ends_with(b"/") {
        bytes.push(b'/');
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::spec::Options;

    #[test]
    fn an_operand_inside_another_has_a_turn_of_its_own() {
        let spec = |sources: &[&str]| {
            let sources = sources.iter().map(|source| Path::new(source).into()).collect();
            JobSpec { verb: Verb::Move, sources, destination: None, options: Options::default() }
        };
        let starts = |spec: &JobSpec| turns(spec).iter().map(|turn| turn.start).collect::<Vec<_>>();
        let of = |sources: &[&str]| starts(&spec(sources));
        assert_eq!(of(&["a", "b", "a-", "a.b", "b"]), [0]);
        assert_eq!(of(&["d", "d"]), [0]);
        assert_eq!(of(&["d", "d/x"]), [0, 1]);
        assert_eq!(of(&["e", "d/x", "d", "f"]), [0, 2]);
        assert_eq!(of(&["d/x", "d-x", "./d/"]), [0, 2]);
        assert_eq!(of(&["d/x/y", "d/x", "d"]), [0, 1, 2]);
        assert_eq!(of(&["d/a", "d/c", "e/b", "d/b/f", "d/b/g", "d/b"]), [0, 5]);
        let here = current_dir().unwrap();
        assert_eq!(of(&["d", here.join("d/x/y").to_str().unwrap()]), [0, 1]);
        assert_eq!(of(&["/d/f", "/"]), [0, 1]);
        assert_eq!(
            gone_with_others(&spec(&["e", "d/x", "d", "f", "d/y", "e/"])),
            HashSet::from([4])
        );
        let copies = JobSpec { verb: Verb::Copy, ..spec(&["d", "d/x"]) };
        assert_eq!(starts(&copies), [0]);
    }
}
