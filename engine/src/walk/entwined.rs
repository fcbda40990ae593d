//! Finds operands of which one brings items to the place of another, as `s/. a` does where `s/a` exists, and those that lie
//! in others.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::contract::path::WirePath;
use crate::contract::spec::{BackupKind, JobSpec, Verb};
use crate::walk::target::Target;
use fcp_sys::{self as sys, Errno, Meta, c_path};

/// A destination below the target, and the source that goes there.
type Place<'a> = (PathBuf, &'a WirePath);

impl Target {
    /// Whether what two operands bring may get one name, so that their order matters.
    pub(crate) fn meets(&self, spec: &JobSpec) -> bool {
        self.collides(spec)
            || self.is_entwined(spec)
            || spec.verb == Verb::Move && overlap(&spec.sources)
    }

    /// Whether what is in an operand gets the name of another operand, which is something else.
    pub(crate) fn is_entwined(&self, spec: &JobSpec) -> bool {
        let is_made = matches!(spec.verb, Verb::Copy | Verb::Move);
        is_made && spec.sources.len() > 1 && *self.entwined.get_or_init(|| self.find_entwined(spec))
    }

    fn find_entwined(&self, spec: &JobSpec) -> bool {
        let mut places = self.places(spec);
        let is_plain = |(path, _): &Place<'_>| path.components().count() == 1;
        if places.iter().all(is_plain) {
            return false;
        }
        // Where such a path leads is not looked at.
        let goes_up =
            |(path, _): &Place<'_>| path.components().any(|it| it == Component::ParentDir);
        if places.iter().any(goes_up) {
            return true;
        }
        places.sort();
        let mut above: Vec<&Place<'_>> = Vec::new();
        for place in &places {
            while above.last().is_some_and(|(path, _)| !place.0.starts_with(path)) {
                above.pop();
            }
            if above.iter().any(|outer| brings_another(spec, outer, place)) {
                return true;
            }
            above.push(place);
        }
        false
    }

    /// Where each source goes, without dots.
    pub(super) fn places<'a>(&self, spec: &'a JobSpec) -> Vec<Place<'a>> {
        let place = |(at, source): (usize, &'a WirePath)| {
            let name = self.name_for(at, &source.0, &spec.options);
            let path = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
            let is_name = |part: &Component<'_>| *part != Component::CurDir;
            (path.components().filter(is_name).collect(), source)
        };
        spec.sources.iter().enumerate().map(place).collect()
    }
}

/// Whether, by their names, an operand is another one or lies within it; where symlinks lead is not looked at.
pub(crate) fn overlap(sources: &[WirePath]) -> bool {
    // In a folder that was removed, relative ones are compared with each other.
    let here = std::env::current_dir().unwrap_or_default();
    let mut paths: Vec<PathBuf> =
        sources.iter().map(|source| spelt_out(&here.join(&source.0))).collect();
    paths.sort_unstable();
    paths.windows(2).any(|pair| matches!(pair, [outer, inner] if inner.starts_with(outer)))
}

/// A path without dots.
fn spelt_out(path: &Path) -> PathBuf {
    let mut spelt = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = spelt.pop(),
            Component::CurDir => {}
            part => spelt.push(part),
        }
    }
    spelt
}

/// Whether a source has in it what goes to the place of another one, and something is lost if both go there.
fn brings_another(spec: &JobSpec, outer: &Place<'_>, inner: &Place<'_>) -> bool {
    let Ok(rest) = inner.0.strip_prefix(&outer.0) else { return false };
    // Two sources of one place are looked for by their names.
    if rest.as_os_str().is_empty() {
        return false;
    }
    // The second copy would take the name of the backup, where the old file is.
    let backup = spec.options.backup.as_ref();
    let loses_backup = backup.is_some_and(|backup| backup.kind != BackupKind::Numbered);
    let brought = outer.1.0.join(rest);
    if brought == inner.1.0 {
        return loses_backup;
    }
    let stat = |path: &Path| -> Result<Meta, Errno> {
        sys::stat_at(sys::CWD, &c_path(path).ok_or(Errno::NOENT)?, false)
    };
    let (Ok(brought), Ok(other)) = (stat(&brought), stat(&inner.1.0)) else { return false };
    // Of two names of one file a move would lose one, and a copy loses nothing but a backup.
    spec.verb == Verb::Move || loses_backup || brought.id() != other.id()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::contract::spec::Destination;

    #[test]
    fn operands_within_operands_are_found() {
        let overlapping = |paths: &[&str]| {
            let sources: Vec<WirePath> = paths.iter().map(WirePath::from).collect();
            overlap(&sources)
        };
        assert!(overlapping(&["b", "a", "c", "./a/"]));
        assert!(overlapping(&["a/b/c", "x", "a"]));
        let here = std::env::current_dir().unwrap().join("a");
        assert!(overlapping(&[here.to_str().unwrap(), "b/../a/c"]));
        assert!(overlapping(&["a b", "a", "a/b"]));
        assert!(!overlapping(&["a", "ab", "a b", "b/a"]));
    }

    #[test]
    fn the_order_of_operands_counts_where_one_of_a_move_lies_in_another() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| WirePath::from(scratch.path().join(name));
        for name in ["s/a", "x", "to"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for (verb, expected) in [(Verb::Move, true), (Verb::Copy, false)] {
            let into = Destination::Into(at("to"));
            let spec = JobSpec { verb, ..JobSpec::copy([at("s/a"), at("x/../s")], into) };
            assert_eq!(Target::find(&spec).unwrap().meets(&spec), expected);
        }
    }

    #[test]
    fn only_operands_that_bring_something_to_the_place_of_another_are_entwined() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        for name in ["s/a", "t/a", "s/dir/f", "dir/f", "d/f", "elsewhere/x"] {
            fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            fs::write(at(name), name).unwrap();
        }
        fs::write(at("b"), "b").unwrap();
        fs::hard_link(at("s/a"), at("linked")).unwrap();
        fs::create_dir(at("to")).unwrap();
        let find = |verb, sources: &[&str], to: &[&str]| {
            let path = |name: &&str| WirePath::from(at("").join(name));
            let destination = if to.is_empty() {
                Destination::Into(at("to").into())
            } else {
                Destination::Each(to.iter().map(path).collect())
            };
            let spec = JobSpec { verb, ..JobSpec::copy(sources.iter().map(path), destination) };
            Target::find(&spec).unwrap().is_entwined(&spec)
        };
        let into = |sources: &[&str]| find(Verb::Copy, sources, &[]);
        assert!(into(&["s/.", "t/a"]));
        assert!(into(&["t/a", "s/."]));
        assert!(into(&["b", "s/.", "dir"]));
        assert!(!into(&["s/.", "b"]));
        assert!(!into(&["s/."]));
        assert!(!into(&["s", "t", "b"]));
        assert!(!into(&["s/.", "s/a", "s/dir"]));
        assert!(!into(&["s/.", "missing/a"]));
        assert!(!find(Verb::Verify, &["s/.", "t/a"], &[]));
        let each = |verb| find(verb, &["s", "linked"], &["to/new", "to/new/a"]);
        assert!(!each(Verb::Copy));
        assert!(each(Verb::Move));
        let below = |name| find(Verb::Copy, &["s", "t", "b"], &["to/new", "to/x", name]);
        assert!(below("to/new/a"));
        assert!(below("to/./new//dir"));
        assert!(!below("to/new/b"));
        assert!(!below("to/news"));
        assert!(below("to/new/../x/f"));
    }
}
