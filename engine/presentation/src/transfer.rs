//! Builds requests for copies and moves, as both apps make them.

use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, DirectoryPolicy, JobSpec, MismatchPolicy, Options,
};

/// Lets the copies of a request get free names beside their sources, whatever was chosen for conflicts.
#[must_use]
pub fn beside_sources(spec: JobSpec) -> JobSpec {
    let pattern = || DEFAULT_RENAME.to_owned();
    let options = Options {
        on_conflict: ConflictPolicy::Rename(pattern()),
        on_directory: DirectoryPolicy::Rename(pattern()),
        on_mismatch: MismatchPolicy::Rename(pattern()),
        ..spec.options
    };
    JobSpec { options, ..spec }
}
