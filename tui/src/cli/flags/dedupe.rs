//! The flags of `fcp dedupe`.

use super::{Flag, Group, Id, flag, shared};

/// Every flag.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::OneFileSystem, &['x'], "one-file-system", Group::Sources)
        .help("Do not enter subvolumes; what is mounted below the operands is never entered"),
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    flag(Id::MinSize, &[], "min-size", Group::Filters)
        .value("SIZE")
        .own()
        .help("Leave out smaller files [default: 4k]"),
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::WORKERS,
    shared::LIMIT_RATE,
    flag(Id::DryRun, &[], "dry-run", Group::Output)
        .own()
        .help("List the equal files and the space that can be freed, change nothing"),
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::QUEUE,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
