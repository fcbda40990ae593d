//! Says what the administrator would do, for the user to confirm.

use std::path::{Path, PathBuf};

use fcp_engine::path::WirePath;
use fcp_engine::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, JobSpec, LinkMode, MismatchPolicy, Options, Verb,
};

/// Gives the items that a request is about: those that failed, where it retries a job.
pub fn items(spec: &JobSpec) -> &[WirePath] {
    let only = &spec.options.filter.only;
    if only.is_empty() { &spec.sources } else { only }
}

/// Gives the folder that all items of a request are in, or below.
pub fn source_folder(spec: &JobSpec) -> PathBuf {
    let parent = |item: &WirePath| item.0.parent().unwrap_or(Path::new("/")).to_owned();
    let mut parents = items(spec).iter().map(parent);
    let first = parents.next().unwrap_or_else(|| "/".into());
    parents.fold(first, |mut common, parent| {
        // It ends at the root, with which each path begins.
        while !parent.starts_with(&common) && common.pop() {}
        common
    })
}

/// Gives the folders and names to which the items go, each once.
pub fn targets(spec: &JobSpec) -> Vec<&Path> {
    let mut targets: Vec<&Path> = match &spec.destination {
        None => Vec::new(),
        Some(Destination::Into(path) | Destination::As(path)) => vec![&path.0],
        Some(Destination::Each(paths)) => paths.iter().filter_map(|path| path.0.parent()).collect(),
    };
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Tells whether files that exist at the destination may be replaced without a question.
pub fn replaces(spec: &JobSpec) -> bool {
    let of_files = match spec.options.on_conflict {
        ConflictPolicy::Ask
        | ConflictPolicy::Fail
        | ConflictPolicy::Skip
        | ConflictPolicy::Rename(_) => false,
        ConflictPolicy::Overwrite
        | ConflictPolicy::Newer
        | ConflictPolicy::Older
        | ConflictPolicy::Larger
        | ConflictPolicy::Smaller
        | ConflictPolicy::DifferentMeta
        | ConflictPolicy::DifferentContent => true,
    };
    let Options { on_directory, on_mismatch, exchange, .. } = &spec.options;
    let replaces = of_files
        || *on_directory == DirectoryPolicy::Replace
        || *on_mismatch == MismatchPolicy::Replace;
    // Two names that change places replace nothing.
    spec.verb != Verb::Delete && replaces && !exchange
}

/// Tells whether what the job makes belongs to root, and not to the owners of the sources.
pub fn belongs_to_root(spec: &JobSpec) -> bool {
    // A hard link is the source itself, and a move keeps all.
    let makes = spec.verb == Verb::Copy && spec.options.link != LinkMode::Hard;
    makes && !spec.options.preserve.ownership
}

#[cfg(test)]
mod tests {
    use fcp_engine::spec::Preserve;

    use super::*;

    fn spec(verb: Verb, sources: &[&str]) -> JobSpec {
        let to = Destination::Into("/to".into());
        JobSpec { verb, ..JobSpec::copy(sources.iter().copied(), to) }
    }

    #[test]
    fn what_is_replaced_and_to_whom_copies_belong_is_known_before() {
        let plain = spec(Verb::Copy, &["/a"]).with(|options| {
            options.on_conflict = ConflictPolicy::Overwrite;
            options.preserve = Preserve::default();
        });
        assert!(replaces(&plain) && belongs_to_root(&plain));
        let kept = plain.clone().with(|options| options.preserve.ownership = true);
        assert!(!belongs_to_root(&kept) && !belongs_to_root(&spec(Verb::Move, &["/a"])));
        let linked = plain.clone().with(|options| options.link = LinkMode::Hard);
        assert!(!belongs_to_root(&linked) && !belongs_to_root(&spec(Verb::Delete, &["/a"])));
        for policy in [ConflictPolicy::Ask, ConflictPolicy::Skip, ConflictPolicy::Fail] {
            let spec = plain.clone().with(|options| options.on_conflict = policy);
            assert!(!replaces(&spec));
            let replacing = spec.with(|options| options.on_mismatch = MismatchPolicy::Replace);
            assert!(replaces(&replacing));
        }
        assert!(!replaces(&spec(Verb::Delete, &["/a"])));
        assert!(!replaces(&spec(Verb::Move, &["/a"]).with(|options| options.exchange = true)));
    }

    #[test]
    fn items_come_from_the_folder_that_they_have_in_common() {
        let from = |sources: &[&str]| source_folder(&spec(Verb::Copy, sources));
        assert_eq!(from(&["/a/b/c"]), Path::new("/a/b"));
        assert_eq!(from(&["/a/b/c", "/a/bc/d"]), Path::new("/a"));
        assert_eq!(from(&["/a/b/c", "/x"]), Path::new("/"));
        assert_eq!(from(&["/"]), Path::new("/"));
        // Where a job is retried, what failed is what counts.
        let retried = spec(Verb::Copy, &["/a"]).with(|options| {
            options.filter.only = vec!["/a/b/one".into(), "/a/b/two".into()];
        });
        assert_eq!(source_folder(&retried), Path::new("/a/b"));
    }

    #[test]
    fn each_folder_that_items_go_to_is_named_once() {
        assert_eq!(targets(&spec(Verb::Copy, &["/a"])), [Path::new("/to")]);
        let each = ["/x/1", "/y/2", "/x/3"].map(WirePath::from).to_vec();
        let to = Some(Destination::Each(each));
        let spec = JobSpec { destination: to, ..spec(Verb::Copy, &["/1", "/2", "/3"]) };
        assert_eq!(targets(&spec), [Path::new("/x"), Path::new("/y")]);
        assert!(targets(&JobSpec { destination: None, ..spec }).is_empty());
    }
}
