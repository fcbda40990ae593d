//! What to copy, and how.

use std::path::PathBuf;

use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, Destination, ErrorPolicy, JobSpec, MismatchPolicy, Options,
    Preserve, Verb,
};

/// A copy that is about to start.
#[derive(Clone, Debug)]
pub struct CopyAsk {
    /// The directory the items are in.
    pub from: PathBuf,
    /// The items.
    pub sources: Vec<PathBuf>,
    /// Folders among them.
    pub folders: usize,
    /// Bytes of the files among them.
    pub size: u64,
    /// The directory they go into.
    pub to: PathBuf,
    /// Index into [`POLICIES`].
    pub policy: usize,
}

/// Answers that can be given before a copy: name, policy, consequence.
pub const POLICIES: [(&str, &str); 5] = [
    ("ask me later", "The job goes on; questions are collected under Needs you."),
    ("skip", "What is there stays as it is."),
    ("overwrite", "What is there is replaced."),
    ("keep newer", "What is there is replaced where the incoming file is newer."),
    ("rename incoming", "What is there stays; the incoming file gets a free name."),
];

impl CopyAsk {
    /// Gives the request.
    pub fn spec(&self) -> JobSpec {
        let on_conflict = match self.policy {
            1 => ConflictPolicy::Skip,
            2 => ConflictPolicy::Overwrite,
            3 => ConflictPolicy::Newer,
            4 => ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()),
            _ => ConflictPolicy::Ask,
        };
        JobSpec {
            verb: Verb::Copy,
            sources: self.sources.iter().map(|path| path.clone().into()).collect(),
            destination: Some(Destination::Into(self.to.clone().into())),
            options: Options {
                preserve: Preserve::ALL,
                on_conflict,
                on_mismatch: MismatchPolicy::Ask,
                on_error: ErrorPolicy::Ask,
                totals: true,
                ..Options::default()
            },
        }
    }
}
