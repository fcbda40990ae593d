//! Tells which requests copy from or to another machine.

use std::os::unix::ffi::OsStrExt;

use super::{Destination, JobSpec, LinkMode, NameRule, Overwrite, Reflink, Verb};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::{FarPath, WirePath, is_far};

/// The other machine of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    /// Its name, as ssh takes it.
    pub host: String,
    /// What is there.
    pub way: Way,
}

/// Which way items go between two machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The sources are on the other machine, and come here.
    Comes,
    /// The destination is on the other machine.
    Goes,
    /// All is on the other machine, and is deleted there.
    Stays,
}

impl JobSpec {
    /// Tells which other machine takes part in a request; none if all its paths are of this one.
    ///
    /// # Errors
    /// A path is on another machine, and the request is none that two machines can carry out: no plain copy or move
    /// between this one and a single other, and no deletion on one.
    pub fn far(&self) -> Result<Option<Far>, OpError> {
        let options = &self.options;
        let destinations: Vec<&WirePath> =
            self.destination.iter().flat_map(Destination::paths).collect();
        let removed = options.removals.iter().filter_map(|it| it.paths.as_ref()).flatten();
        let trees = options.reuse.iter().flat_map(|reuse| &reuse.trees);
        let others = options.manifest.iter().chain(removed).chain(trees);
        let mut all = self.sources.iter().chain(destinations.iter().copied()).chain(others.clone());
        let Some(first) = all.find(|path| is_far(&path.0)) else { return Ok(None) };
        let refused = || OpError::refused(self.verb.whole(), Code::Elsewhere, first.0.clone());
        let stays = self.can_be_done_there();
        let fits = (stays || self.can_travel()) && others.count() == 0;
        let host = |path: &WirePath| FarPath::of(&path.0).map(|path| path.host().to_owned());
        let far: Vec<Option<String>> = self.sources.iter().map(host).collect();
        let to = destinations.first().and_then(|path| host(path));
        let are_there = far.iter().all(Option::is_some);
        let host = match (are_there, to) {
            (true, None) => far.first().cloned().flatten(),
            (false, to) if far.iter().all(Option::is_none) => to,
            (true, Some(_)) | (false, _) => None,
        };
        let host = host.filter(|_| fits).ok_or_else(refused)?;
        if are_there && far.iter().any(|other| other.as_ref() != Some(&host)) {
            return Err(refused());
        }
        let way = match are_there {
            true if stays => Way::Stays,
            true => Way::Comes,
            false => Way::Goes,
        };
        Ok(Some(Far { host, way }))
    }

    /// Whether another machine can carry the request out for this one: it deletes what is there.
    pub fn can_be_done_there(&self) -> bool {
        matches!(self.verb, Verb::Delete | Verb::Trash)
            && self.destination.is_none()
            && self.options.removals.is_none()
            && self.options.filter.shard.is_none()
            && self.sources.iter().all(is_named)
    }

    /// Whether two machines can carry out the request together: it is a plain copy or move.
    pub fn can_travel(&self) -> bool {
        let options = &self.options;
        let is_known = match self.verb {
            Verb::Copy => true,
            Verb::Move => {
                !options.exchange && !options.no_copy && self.sources.iter().all(is_named)
            }
            Verb::Delete
            | Verb::Trash
            | Verb::Restore
            | Verb::Undo
            | Verb::Verify
            | Verb::Dedupe
            | Verb::Extract
            | Verb::Pack => false,
        };
        is_known
            && !matches!(self.destination, Some(Destination::Each(_)))
            && options.manifest.is_none()
            && options.removals.is_none()
            && options.reuse.is_none()
            && options.link == LinkMode::Copy
            && options.reflink != Reflink::Always
            && options.overwrite != Overwrite::InPlace
            && options.names == NameRule::Keep
            && options.filter.shard.is_none()
            && !options.parents
            && !options.attributes_only
            && !options.keep_directory_symlink
    }
}

/// Whether a source has a name of its own, and is not the home directory or one called `.`.
fn is_named(source: &WirePath) -> bool {
    let far = FarPath::of(&source.0);
    let path = far.as_ref().map_or(source.0.as_path(), FarPath::path);
    let bytes = path.as_os_str().as_bytes();
    let last = bytes.split(|byte| *byte == b'/').rfind(|part| !part.is_empty());
    last.is_some_and(|name| !matches!(name, b"." | b".." | b"~"))
}

impl Verb {
    /// The step that stands for all of a job.
    pub(crate) fn whole(self) -> Action {
        match self {
            Self::Copy => Action::Copy,
            Self::Move => Action::Move,
            Self::Delete => Action::Delete,
            Self::Trash => Action::Trash,
            Self::Restore => Action::Restore,
            Self::Undo => Action::Undo,
            Self::Verify => Action::Verify,
            Self::Dedupe => Action::Dedupe,
            Self::Extract => Action::Unpack,
            Self::Pack => Action::Pack,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::spec::Options;

    fn far(host: &str, path: &str) -> WirePath {
        WirePath(FarPath::new(host, path).unwrap().to_path())
    }

    fn spec(verb: Verb, sources: Vec<WirePath>, into: Option<WirePath>) -> JobSpec {
        let destination = into.map(Destination::Into);
        JobSpec { verb, sources, destination, options: Options::default() }
    }

    #[test]
    fn a_copy_has_one_other_machine_at_one_end() {
        let way = |sources: Vec<WirePath>, into: WirePath| {
            let way = spec(Verb::Copy, sources, Some(into)).far();
            way.map(|far| far.map(|far| (far.host, far.way == Way::Comes)))
                .map_err(|error| error.code)
        };
        let (a, b) = (far("web", "/a"), far("web", "b"));
        let some = |sends| Ok(Some(("web".to_owned(), sends)));
        assert_eq!(way(vec!["/a".into()], "/b".into()), Ok(None));
        assert_eq!(way(vec![a.clone(), b.clone()], "/b".into()), some(true));
        assert_eq!(way(vec!["/a".into(), "/c".into()], b.clone()), some(false));
        for (sources, into) in [
            (vec![a.clone()], b.clone()),
            (vec![a.clone(), "/x".into()], "/b".into()),
            (vec![a.clone(), "/x".into()], b.clone()),
            (vec![a.clone(), far("db", "/a")], "/b".into()),
        ] {
            assert_eq!(way(sources, into), Err(Code::Elsewhere));
        }
    }

    #[test]
    fn nothing_but_a_plain_copy_move_or_deletion_takes_a_path_of_another_machine() {
        for verb in [Verb::Delete, Verb::Trash] {
            let deletion = |sources| spec(verb, sources, None).far();
            let far_there = deletion(vec![far("web", "/a"), far("web", "b")]).unwrap().unwrap();
            assert_eq!((far_there.host.as_str(), far_there.way), ("web", Way::Stays));
            assert!(deletion(vec![far("web", "/a"), "/b".into()]).is_err());
            assert!(deletion(vec![far("web", "/a"), far("db", "/b")]).is_err());
            assert!(
                ["/", ".", "~", "a/.."]
                    .iter()
                    .all(|name| deletion(vec![far("web", name)]).is_err())
            );
        }
        for verb in [Verb::Delete, Verb::Trash, Verb::Restore, Verb::Undo] {
            let error = spec(verb, vec![far("web", "/a")], Some("/b".into())).far().unwrap_err();
            assert_eq!((error.code, error.action), (Code::Elsewhere, verb.whole()));
        }
        for verb in [Verb::Verify, Verb::Dedupe, Verb::Extract, Verb::Pack] {
            assert!(spec(verb, vec!["/a".into()], Some(far("web", "/b"))).far().is_err());
        }
        let mut copy = spec(Verb::Copy, vec!["/a".into()], Some(far("web", "/b")));
        copy.options.attributes_only = true;
        assert!(copy.far().is_err());
        for name in ["/", ".", "..", "a/.", "~", "b/..//", ""] {
            for source in [far("web", name), name.into()] {
                let into =
                    if FarPath::of(&source.0).is_some() { "/b".into() } else { far("web", "/b") };
                let moving = spec(Verb::Move, vec!["/c".into(), source.clone()], Some(into));
                assert!(moving.far().is_err(), "{source:?}");
            }
        }
        let mut exchange = spec(Verb::Move, vec!["/a".into()], Some(far("web", "/b")));
        assert!(exchange.far().is_ok_and(|far| far.is_some_and(|far| far.way == Way::Goes)));
        exchange.options.exchange = true;
        assert!(exchange.far().is_err());
        let mut copy = spec(Verb::Copy, vec!["/a".into()], Some("/b".into()));
        copy.options.manifest = Some(far("web", "/sums"));
        assert!(copy.far().is_err());
    }
}
