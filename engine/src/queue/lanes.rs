//! Finds the physical devices that a job uses, of which each is a lane of the queue.

mod machine;

use std::collections::BTreeSet;
use std::path::Path;

use self::machine::{Machine, Spot};
use crate::contract::event::FileKind;
use crate::contract::path::is_far;
use crate::contract::spec::{Destination, Follow, JobSpec, Verb};
use crate::record::{self, Line, There, bookkeeping};
use fcp_sys::c_path;
use fcp_sys::{self as sys, Meta};

/// Paths that are looked at for one job; those of a larger one lie where these do.
const LOOKED_AT: usize = 1000;

/// Names the lanes of a job, sorted: `disk:nvme0n1`, `net:server`, `pool:tank`, `mem:0:25` or, where
/// nothing better is known, `dev:0:40`.
///
/// Looks at operands alone, not at what is mounted below them.
pub(crate) fn of(spec: &JobSpec) -> Vec<String> {
    let look = |path: &Path| stat(path, true).map(Spot::from);
    let machine = Machine::new(Path::new("/"), &look);
    let mut lanes = BTreeSet::new();
    for spot in spots(spec) {
        machine.find(spot, &mut lanes);
    }
    // One copy at a time goes to or from another machine, as for a server of files.
    let far = spec.far().ok().flatten().map(|far| far.host);
    let undone = || spec.sources.first().filter(|_| spec.verb == Verb::Undo);
    let host = far.or_else(|| undone().and_then(|undone| There::of(&undone.0)).map(|it| it.host));
    if let Some(host) = host {
        lanes.insert(format!("net:{host}"));
    }
    lanes.into_iter().collect()
}

/// Tells where everything lies that a job touches, as far as known.
fn spots(spec: &JobSpec) -> BTreeSet<Spot> {
    let mut spots = BTreeSet::new();
    let mut add = |path: &Path, follow| spots.extend(nearest(path, follow).map(Spot::from));
    for source in spec.sources.iter().take(LOOKED_AT) {
        if spec.verb == Verb::Undo {
            let lines = record::glance(&source.0).map(|(_, lines)| lines).unwrap_or_default();
            lines.iter().flat_map(touched).take(LOOKED_AT).for_each(|path| add(path, false));
        } else {
            add(&source.0, follows(spec));
        }
    }
    let paths = spec.destination.iter().flat_map(Destination::paths);
    paths.take(LOOKED_AT).for_each(|path| add(&path.0, true));
    spots
}

/// The paths that taking back a line of a record touches.
fn touched(line: &Line) -> impl Iterator<Item = &Path> {
    let (one, other) = match line {
        // It is compared with its original.
        Line::Made { path, from } | Line::Snapshot { path, from, .. } => (Some(path), Some(from)),
        Line::Replaced { path, trashed, .. } => (Some(path), trashed.as_ref()),
        Line::Moved { from, to, .. } => (Some(from), Some(to)),
        Line::Exchanged { one, other, .. } => (Some(one), Some(other)),
        Line::Trashed { from, id } => (Some(from), Some(id)),
        Line::Restored { path, .. }
        | Line::Extracted { path, .. }
        | Line::Parent { path, .. }
        | Line::Rights { path, .. } => (Some(path), None),
        Line::Emptied(folder) => (Some(&folder.path), None),
        bookkeeping!() => (None, None),
    };
    one.into_iter().chain(other).map(|path| path.0.as_path())
}

/// Whether a job acts on what a symlink leads to, if an operand is one.
///
/// With a slash at its end it is none to the kernel either.
pub(super) fn follows(spec: &JobSpec) -> bool {
    match spec.verb {
        Verb::Copy | Verb::Verify => spec.options.follow != Follow::Never,
        // The archive is read wherever it is.
        Verb::Extract => true,
        Verb::Move
        | Verb::Delete
        | Verb::Trash
        | Verb::Restore
        | Verb::Undo
        | Verb::Dedupe
        | Verb::Pack => false,
    }
}

/// Stats a path, or the nearest one above it that exists.
pub(super) fn nearest(path: &Path, follow: bool) -> Option<Meta> {
    if is_far(path) {
        return None;
    }
    let mut above = path.ancestors();
    let first = above.next().and_then(|path| stat(path, follow));
    first.or_else(|| above.find_map(|path| stat(path, true)))
}

/// Stats a path and tells on which mount it is.
pub(super) fn stat(path: &Path, follow: bool) -> Option<Meta> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    sys::stat_placed(sys::CWD, &c_path(path)?, follow).ok()
}

impl From<Meta> for Spot {
    fn from(meta: Meta) -> Self {
        let block = (meta.kind == FileKind::BlockDevice).then(|| sys::device_numbers(meta.rdev));
        Self { device: sys::device_numbers(meta.dev), mount: meta.mount, block }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::path::WirePath;
    use crate::contract::spec::Options;
    #[cfg(target_os = "linux")]
    use crate::record::Recorder;
    #[cfg(target_os = "linux")]
    use fcp_sys::Identity;

    fn spec(verb: Verb, sources: Vec<WirePath>, destination: Option<Destination>) -> JobSpec {
        JobSpec { verb, sources, destination, options: Options::default() }
    }

    fn spot(path: &Path) -> Spot {
        stat(path, true).map(Spot::from).unwrap()
    }

    #[test]
    fn what_is_missing_lies_where_it_would() {
        let dir = tempfile::tempdir().unwrap();
        let here = spot(dir.path());
        let into = Destination::Into(dir.path().join("not/yet").into());
        let copy = spec(Verb::Copy, vec![dir.path().join("no/such").into()], Some(into));
        assert_eq!(Vec::from_iter(spots(&copy)), [here]);
        let device = here.device;
        assert_ne!(of(&copy), Vec::<String>::new(), "{device:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_link_lies_elsewhere_than_what_it_leads_to() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/proc", &link).unwrap();
        let mut copy = spec(Verb::Copy, vec![link.clone().into()], None);
        assert_eq!(Vec::from_iter(spots(&copy)), [spot(dir.path())]);
        copy.options.follow = Follow::Operands;
        assert_eq!(Vec::from_iter(spots(&copy)), [spot(Path::new("/proc"))]);
        copy.verb = Verb::Verify;
        assert_eq!(Vec::from_iter(spots(&copy)), [spot(Path::new("/proc"))]);
        let delete = JobSpec { verb: Verb::Delete, ..copy };
        assert_eq!(Vec::from_iter(spots(&delete)), [spot(dir.path())]);
        let mut slash = link.into_os_string();
        slash.push("/");
        let copy = spec(Verb::Copy, vec![WirePath(slash.into())], None);
        assert_eq!(Vec::from_iter(spots(&copy)), [spot(Path::new("/proc"))]);
        // Whatever follows, nothing fails.
        assert!(of(&spec(Verb::Copy, vec!["".into(), "\0".into()], None)).len() <= 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn taking_a_job_back_touches_what_its_record_names() {
        let dir = tempfile::tempdir().unwrap();
        let job = spec(Verb::Move, vec!["a".into()], None);
        let recorder = Recorder::new(dir.path(), &job, 1).unwrap();
        let moved = ("/sys/gone".into(), "/proc/version".into());
        recorder.note(&Line::Moved {
            from: moved.0,
            to: moved.1,
            id: Identity { id: (1, 2), born: None },
        });
        recorder.end().unwrap();
        let undo = std::fs::read_dir(dir.path().join("undo")).unwrap().next().unwrap().unwrap();
        let undo = JobSpec::undo(undo.path());
        let expected = BTreeSet::from([spot(Path::new("/sys")), spot(Path::new("/proc"))]);
        assert_eq!(spots(&undo), expected);
    }
}
