//! The flags of `fcp` and `cp`.

use super::Group::{Bytes, Existing, Kept, Safety, Source, Target};
use super::{Flag, Id, flag, lists, shared};

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Archive, &['a'], "archive", Kept)
        .help("Keep everything: links as links, mode, owner, times, ACLs, xattrs, hard links"),
    flag(Id::AttributesOnly, &[], "attributes-only", Kept)
        .help("Create or update the attributes, leave the data alone"),
    shared::BACKUP,
    flag(Id::CopyContents, &[], "copy-contents", Source)
        .help("Also below directories, read FIFOs and devices as if they were files"),
    shared::DEBUG,
    flag(Id::Dereference, &['L'], "dereference", Source).help("Follow all symlinks in the source"),
    flag(Id::Force, &['f'], "force", Existing)
        .help("Remove a destination that cannot be written, and try again"),
    flag(Id::Interactive, &['i'], "interactive", Existing)
        .help("Ask before each overwrite; the same as --on-conflict=ask"),
    flag(Id::Link, &['l'], "link", Bytes).help("Make hard links instead of copies"),
    flag(Id::NoClobber, &['n'], "no-clobber", Existing)
        .help("Skip what exists, silently; the same as --update=none"),
    flag(Id::NoDereference, &['P'], "no-dereference", Source)
        .help("Copy symlinks as symlinks, also those among the operands"),
    flag(Id::NoPreserve, &[], "no-preserve", Kept)
        .value("LIST")
        .help("Do not keep these: as --preserve"),
    shared::NO_TARGET_DIRECTORY,
    flag(Id::OneFileSystem, &['x'], "one-file-system", Source)
        .help("Do not enter other filesystems"),
    flag(Id::Parents, &[], "parents", Target)
        .alias("path")
        .help("Recreate the whole source path inside the target directory"),
    flag(Id::Preserve, &[], "preserve", Kept).maybe("LIST").help(
        "Keep mode, ownership, timestamps, or those listed: mode, ownership, timestamps, links, \
         context, xattr, all",
    ),
    flag(Id::Recursive, &['R', 'r'], "recursive", Source)
        .help("Copy operands as what they are: symlinks as symlinks, FIFOs as FIFOs"),
    flag(Id::RemoveDestination, &[], "remove-destination", Existing)
        .help("Remove each existing file before it is replaced"),
    shared::SPARSE,
    shared::REFLINK,
    shared::STRIP_TRAILING_SLASHES,
    shared::SUFFIX,
    flag(Id::SymbolicLink, &['s'], "symbolic-link", Bytes).help("Make symlinks instead of copies"),
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::VERBOSE,
    flag(Id::KeepDirectorySymlink, &[], "keep-directory-symlink", Target)
        .help("Enter symlinks to directories that are in the destination"),
    flag(Id::Context, &[], "context", Kept)
        .maybe("CONTEXT")
        .help("Set the security context of the copies"),
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    flag(Id::Links, &['d'], "", Kept).help("The same as -P --preserve=links"),
    flag(Id::DereferenceOperands, &['H'], "", Source).help("Follow symlinks among the operands"),
    flag(Id::PreserveDefault, &['p'], "", Kept).help("The same as --preserve"),
    shared::UPDATE_DEFAULT,
    shared::CONTEXT_DEFAULT,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::ON_CONFLICT,
    flag(Id::Inplace, &[], "inplace", Existing)
        .own()
        .help("Write into the existing file instead of putting a new one in its place"),
    flag(Id::NoPerms, &[], "no-perms", Kept).own().help("The same as --no-preserve=mode"),
    flag(Id::NoTimestamps, &[], "no-timestamps", Kept)
        .own()
        .help("The same as --no-preserve=timestamps"),
    flag(Id::Ownership, &['o'], "ownership", Kept).own().help("The same as --preserve=ownership"),
    shared::WORKERS,
    shared::BLOCK_SIZE,
    flag(Id::Driver, &[], "driver", Bytes)
        .value("NAME")
        .words(lists::DRIVER)
        .own()
        .help("Force how bytes travel and how large files are cut"),
    shared::CACHE,
    shared::LIMIT_RATE,
    flag(Id::Publish, &[], "publish", Safety)
        .value("WHICH")
        .words(&["auto", "always"])
        .own()
        .help("Which new files get their name only when they are complete: larger ones, or all"),
    shared::DURABILITY,
    flag(Id::Fsync, &[], "fsync", Safety).own().help("The same as --durability=file"),
    shared::VERIFY,
    shared::ON_ERROR,
    flag(Id::Resume, &[], "resume", Safety)
        .own()
        .help("Leave alone what an interrupted run has finished"),
    shared::DRY_RUN,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::QUEUE,
    shared::KEEP_REPLACED,
    shared::UNDO,
    shared::UNDO_LIST,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
