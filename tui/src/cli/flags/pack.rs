//! The flags of `fcp pack`.

use super::{Flag, Group, Id, flag, shared};

/// Every flag.
pub(crate) const FLAGS: &[Flag] = &[
    shared::BACKUP,
    flag(Id::Force, &['f'], "force", Group::Conflicts)
        .help("Replace an existing archive without a question; overrides -i and -n"),
    flag(Id::Interactive, &['i'], "interactive", Group::Conflicts)
        .help("Ask before an existing archive is replaced; the same as --on-conflict=ask"),
    flag(Id::NoClobber, &['n'], "no-clobber", Group::Conflicts)
        .help("Do nothing if the archive exists; the same as --on-conflict=skip"),
    shared::SUFFIX,
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    flag(Id::Level, &[], "level", Group::Performance)
        .value("N")
        .own()
        .help("Compression level, from 0 (none) to 9; zst has 0 and 1 [default: 6, zst: 1]"),
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::WORKERS,
    shared::ON_CONFLICT,
    shared::LIMIT_RATE,
    shared::DURABILITY,
    shared::ON_ERROR,
    shared::DRY_RUN,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::QUEUE,
    shared::KEEP_REPLACED,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
