//! The flags of `fmv` and `mv`.

use super::{Flag, Group, Id, flag, shared};

pub(super) const FORCE: Flag = flag(Id::Force, &['f'], "force", Group::Conflicts)
    .help("Replace without asking [default]; the same as --on-conflict=overwrite");

pub(super) const NO_CLOBBER: Flag = flag(Id::NoClobber, &['n'], "no-clobber", Group::Conflicts)
    .help("Skip existing files; their sources are kept; the same as --update=none");

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    shared::BACKUP,
    flag(Id::ContextDefault, &['Z'], "context", Group::Attributes)
        .help("Set the default security context of moved files"),
    shared::DEBUG,
    flag(Id::Exchange, &[], "exchange", Group::Destination)
        .help("Exchange source and destination atomically"),
    FORCE,
    shared::INTERACTIVE,
    NO_CLOBBER,
    flag(Id::NoCopy, &[], "no-copy", Group::Destination)
        .help("Rename only, and fail where data would have to be copied"),
    shared::NO_TARGET_DIRECTORY,
    shared::STRIP_TRAILING_SLASHES,
    shared::SUFFIX,
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    shared::UPDATE_DEFAULT,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::ON_CONFLICT,
    shared::REFLINK.own(),
    shared::SPARSE.own(),
    shared::WORKERS,
    shared::BLOCK_SIZE,
    shared::CACHE,
    shared::LIMIT_RATE,
    flag(Id::Durability, &[], "durability", Group::Durability).value("WHEN").words(&["batch", "file"]).own().help(
        "When copied data must have reached the disk: before sources are removed, many at a time \
         [default], or file by file",
    ),
    shared::VERIFY,
    shared::MANIFEST,
    shared::ON_ERROR,
    flag(Id::Resume, &[], "resume", Group::Durability).own().help(
        "Compare files that an interrupted run copied, and remove the source if they are equal",
    ),
    shared::DRY_RUN,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::REMOTE_SHELL,
    shared::REMOTE_PROGRAM,
    shared::NUMERIC_IDS,
    shared::CONNECTIONS,
    shared::QUEUE,
    shared::KEEP_REPLACED,
    shared::UNDO,
    shared::REDO,
    shared::UNDO_LIST,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
