//! The flags of `fcp plan`, `fmv plan` and `frm plan`: those of `fcp`, `fmv` and `frm` that processes which know
//! nothing of each other can keep, and their own.

use super::{Flag, Group, Id, cp, flag, mv, rm, shared};

const OUT: Flag = flag(Id::Out, &[], "out", Group::Destination)
    .value("DIR")
    .own()
    .help("Write the plan to this new or empty folder, which every machine that works must see");

const PART_ITEMS: Flag = flag(Id::PartItems, &[], "part-items", Group::Performance)
    .value("N")
    .own()
    .help("At most this many items in a part [default: 10000]; all names of a hard link are in one part");

const PART_SIZE: Flag = flag(Id::PartSize, &[], "part-size", Group::Performance)
    .value("SIZE")
    .own()
    .help("End a part as soon as it has this much data [default: 8G]");

const EVENTS: Flag = shared::EVENTS.help("Which events the parts write to DIR/events");

// A part asks nothing, and what one part names another does not know.
const ON_CONFLICT: Flag = shared::ON_CONFLICT.help(
    "What to do with an existing file: fail, skip, overwrite [default], or overwrite if the source is newer, older, \
     larger, smaller, different in size or time, or different-content",
);
const ON_ERROR: Flag =
    shared::ON_ERROR.help("What to do when an item fails: skip [default], abort, retry[:N]");

/// Those of `fmv plan`.
pub(crate) const MOVES: &[Flag] = &[
    mv::FORCE,
    mv::NO_CLOBBER,
    shared::NO_TARGET_DIRECTORY,
    shared::STRIP_TRAILING_SLASHES,
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::HELP,
    shared::VERSION,
    shared::UPDATE_DEFAULT,
    OUT,
    PART_ITEMS,
    PART_SIZE,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GLOB,
    shared::FILES0_FROM,
    ON_CONFLICT,
    shared::REFLINK.own(),
    shared::SPARSE.own(),
    shared::WORKERS,
    shared::BLOCK_SIZE,
    shared::CACHE,
    shared::LIMIT_RATE,
    shared::VERIFY,
    ON_ERROR,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    EVENTS,
];

/// Those of `frm plan`.
pub(crate) const REMOVALS: &[Flag] = &[
    rm::FORCE,
    rm::INTERACTIVE,
    rm::ONE_FILE_SYSTEM,
    rm::NO_PRESERVE_ROOT,
    rm::PRESERVE_ROOT,
    rm::RECURSIVE,
    shared::HELP,
    shared::VERSION,
    rm::CROSS_MOUNTS,
    OUT,
    PART_ITEMS.help("At most this many items in a part [default: 10000]"),
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::WORKERS,
    ON_ERROR,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    EVENTS,
];

/// Those of `fcp plan`.
pub(crate) const FLAGS: &[Flag] = &[
    shared::ARCHIVE,
    shared::ATTRIBUTES_ONLY,
    shared::COPY_CONTENTS,
    shared::FORCE,
    shared::LINK,
    shared::NO_CLOBBER,
    shared::NO_DEREFERENCE,
    shared::NO_PRESERVE,
    shared::NO_TARGET_DIRECTORY,
    shared::ONE_FILE_SYSTEM,
    shared::PRESERVE,
    shared::RECURSIVE,
    shared::REMOVE_DESTINATION,
    shared::SPARSE,
    shared::REFLINK,
    shared::STRIP_TRAILING_SLASHES,
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::HELP,
    shared::VERSION,
    shared::LINKS,
    shared::DEREFERENCE_OPERANDS,
    shared::PRESERVE_DEFAULT,
    shared::UPDATE_DEFAULT,
    OUT,
    PART_ITEMS,
    PART_SIZE,
    cp::MIRROR,
    cp::MAX_DELETE,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    ON_CONFLICT,
    shared::INPLACE,
    shared::NO_PERMS,
    shared::NO_TIMESTAMPS,
    shared::OWNERSHIP,
    shared::WORKERS,
    shared::BLOCK_SIZE,
    shared::DRIVER,
    shared::CACHE,
    shared::LIMIT_RATE,
    shared::PUBLISH,
    shared::DURABILITY,
    shared::FSYNC,
    shared::VERIFY,
    flag(Id::VerifyOnly, &[], "verify-only", Group::Durability)
        .own()
        .help("Divide a comparison of the sources with their copies, which changes nothing"),
    ON_ERROR,
    shared::RESUME,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    EVENTS,
];
