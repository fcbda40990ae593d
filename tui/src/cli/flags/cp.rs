//! The flags of `fcp` and `cp`.

use super::{Flag, Group, Id, flag, lists, shared};

/// What makes the destination like the source.
pub(super) const MIRROR: Flag = flag(Id::Mirror, &[], "mirror", Group::Destination)
    .maybe("HOW")
    .words(lists::MIRROR)
    .own()
    .help(
        "Make DEST like SOURCE: as -a, skip unchanged files (size and time), and at the end remove extra items, \
         to the trash [default] or permanently (delete). Nothing is removed if an item fails",
    );

/// How much a mirror may remove.
pub(super) const MAX_DELETE: Flag = flag(Id::MaxDelete, &[], "max-delete", Group::Destination)
    .value("N")
    .own()
    .help("With --mirror: remove nothing if that would be more than N items");

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    shared::ARCHIVE,
    shared::ATTRIBUTES_ONLY,
    shared::BACKUP,
    shared::COPY_CONTENTS,
    shared::DEBUG,
    flag(Id::Dereference, &['L'], "dereference", Group::Sources)
        .help("Follow all symlinks in the source"),
    shared::FORCE,
    shared::INTERACTIVE,
    shared::LINK,
    shared::NO_CLOBBER,
    shared::NO_DEREFERENCE,
    shared::NO_PRESERVE,
    shared::NO_TARGET_DIRECTORY,
    shared::ONE_FILE_SYSTEM,
    flag(Id::Parents, &[], "parents", Group::Destination)
        .alias("path")
        .help("Recreate the whole source path inside the target directory"),
    shared::PRESERVE,
    shared::RECURSIVE,
    shared::REMOVE_DESTINATION,
    shared::SPARSE,
    shared::REFLINK,
    shared::STRIP_TRAILING_SLASHES,
    shared::SUFFIX,
    flag(Id::SymbolicLink, &['s'], "symbolic-link", Group::Destination)
        .help("Make symlinks instead of copies"),
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::VERBOSE,
    shared::KEEP_DIRECTORY_SYMLINK,
    flag(Id::Context, &[], "context", Group::Attributes)
        .maybe("CONTEXT")
        .help("Set the security context of the copies"),
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    shared::LINKS,
    shared::DEREFERENCE_OPERANDS,
    shared::PRESERVE_DEFAULT,
    shared::UPDATE_DEFAULT,
    shared::CONTEXT_DEFAULT,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    flag(Id::Shard, &[], "shard", Group::Filters)
        .value("K/N")
        .own()
        .help(
            "Copy only part K of N of the files, chosen by a hash of the path, and all folders; N processes with the \
             same operands copy all",
        ),
    shared::GLOB,
    shared::FILES0_FROM,
    MIRROR,
    MAX_DELETE,
    flag(Id::LinkDest, &[], "link-dest", Group::Destination)
        .value("DIR")
        .own()
        .help(
            "Make hard links to the files in this earlier copy that are unchanged (size, time, mode, owner); \
             may be given several times",
        ),
    flag(Id::CloneDest, &[], "clone-dest", Group::Destination)
        .value("DIR")
        .own()
        .help("Like --link-dest, but share the data by reflink where the filesystem can"),
    flag(Id::SnapshotSubvolumes, &[], "snapshot-subvolumes", Group::Destination)
        .maybe("HOW")
        .words(lists::SNAPSHOT)
        .own()
        .help(
            "Take snapshots of source folders that are btrfs subvolumes: writable [default] or read-only; they are \
             copied where that is not possible",
        ),
    flag(Id::Names, &[], "names", Group::Destination)
    .value("WHICH")
    .words(lists::NAMES)
    .own()
    .help(
        "Names at the destination: keep [default]; portable, with look-alikes for the characters that FAT, exFAT, \
         NTFS and Windows refuse (\" * : < > ? \\ | and others); or original, which undoes that",
    ),
    shared::REMOTE_SHELL,
    shared::REMOTE_PROGRAM,
    shared::NUMERIC_IDS,
    shared::CONNECTIONS,
    shared::ON_CONFLICT,
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
    shared::MANIFEST,
    shared::ON_ERROR,
    shared::RESUME,
    shared::DRY_RUN,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::QUEUE,
    shared::KEEP_REPLACED,
    shared::UNDO,
    shared::REDO,
    shared::UNDO_LIST,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
