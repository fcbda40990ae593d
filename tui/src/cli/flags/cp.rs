//! The flags of `fcp` and `cp`.

use super::{Flag, Group, Id, flag, lists, shared};

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Archive, &['a'], "archive", Group::Attributes)
        .help("Keep everything: links as links, mode, owner, times, ACLs, xattrs, hard links"),
    flag(Id::AttributesOnly, &[], "attributes-only", Group::Attributes)
        .help("Set the attributes only, and leave the data alone"),
    shared::BACKUP,
    flag(Id::CopyContents, &[], "copy-contents", Group::Sources)
        .help("Also below directories, read FIFOs and devices as if they were files"),
    shared::DEBUG,
    flag(Id::Dereference, &['L'], "dereference", Group::Sources)
        .help("Follow all symlinks in the source"),
    flag(Id::Force, &['f'], "force", Group::Conflicts)
        .help("Remove a destination that cannot be written, and try again"),
    flag(Id::Interactive, &['i'], "interactive", Group::Conflicts)
        .help("Ask before each overwrite; the same as --on-conflict=ask"),
    flag(Id::Link, &['l'], "link", Group::Destination).help("Make hard links instead of copies"),
    flag(Id::NoClobber, &['n'], "no-clobber", Group::Conflicts)
        .help("Skip what exists, silently; the same as --update=none"),
    flag(Id::NoDereference, &['P'], "no-dereference", Group::Sources)
        .help("Copy symlinks as symlinks, also those among the operands"),
    flag(Id::NoPreserve, &[], "no-preserve", Group::Attributes)
        .value("LIST")
        .help("Do not keep these, named as for --preserve"),
    shared::NO_TARGET_DIRECTORY,
    flag(Id::OneFileSystem, &['x'], "one-file-system", Group::Sources)
        .help("Do not enter other filesystems"),
    flag(Id::Parents, &[], "parents", Group::Destination)
        .alias("path")
        .help("Recreate the whole source path inside the target directory"),
    flag(Id::Preserve, &[], "preserve", Group::Attributes).maybe("LIST").help(
        "Keep mode, ownership, timestamps, or those listed: mode, ownership, timestamps, links, \
         context, xattr, all",
    ),
    flag(Id::Recursive, &['R', 'r'], "recursive", Group::Sources)
        .help("Copy operands as what they are: symlinks as symlinks, FIFOs as FIFOs"),
    flag(Id::RemoveDestination, &[], "remove-destination", Group::Conflicts)
        .help("Remove each existing file before it is replaced"),
    shared::SPARSE,
    shared::REFLINK,
    shared::STRIP_TRAILING_SLASHES,
    shared::SUFFIX,
    flag(Id::SymbolicLink, &['s'], "symbolic-link", Group::Destination)
        .help("Make symlinks instead of copies"),
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::VERBOSE,
    flag(Id::KeepDirectorySymlink, &[], "keep-directory-symlink", Group::Destination)
        .help("Follow symlinks to directories in the destination"),
    flag(Id::Context, &[], "context", Group::Attributes)
        .maybe("CONTEXT")
        .help("Set the security context of the copies"),
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    flag(Id::Links, &['d'], "", Group::Attributes).help("The same as -P --preserve=links"),
    flag(Id::DereferenceOperands, &['H'], "", Group::Sources)
        .help("Follow symlinks among the operands"),
    flag(Id::PreserveDefault, &['p'], "", Group::Attributes).help("The same as --preserve"),
    shared::UPDATE_DEFAULT,
    shared::CONTEXT_DEFAULT,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    flag(Id::Shard, &[], "shard", Group::Filters)
        .value("K/N")
        .own()
        .help(
            "Take only share K of N of the files, by hashes of their paths, and all folders; N processes with the same \
             operands copy all",
        ),
    shared::GLOB,
    shared::FILES0_FROM,
    flag(Id::Mirror, &[], "mirror", Group::Destination)
        .maybe("HOW")
        .words(lists::MIRROR)
        .own()
        .help(
            "Like -a, leave alone what has the same size and time, and in the end move to the trash, or \
             delete permanently, what the destination has and the source lacks; nothing if an item fails",
        ),
    flag(Id::MaxDelete, &[], "max-delete", Group::Destination)
        .value("N")
        .own()
        .help("With --mirror: remove nothing if that would be more than N items"),
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
    shared::NAMES,
    shared::ON_CONFLICT,
    flag(Id::Inplace, &[], "inplace", Group::Conflicts)
        .own()
        .help("Write into the existing file instead of putting a new one in its place"),
    flag(Id::NoPerms, &[], "no-perms", Group::Attributes)
        .own()
        .help("The same as --no-preserve=mode"),
    flag(Id::NoTimestamps, &[], "no-timestamps", Group::Attributes)
        .own()
        .help("The same as --no-preserve=timestamps"),
    flag(Id::Ownership, &['o'], "ownership", Group::Attributes)
        .own()
        .help("The same as --preserve=ownership"),
    shared::WORKERS,
    shared::BLOCK_SIZE,
    flag(Id::Driver, &[], "driver", Group::Performance)
        .value("NAME")
        .words(lists::DRIVER)
        .own()
        .help("Force a copy method"),
    shared::CACHE,
    shared::LIMIT_RATE,
    flag(Id::Publish, &[], "publish", Group::Durability)
        .value("WHICH")
        .words(&["auto", "always"])
        .own()
        .help(
            "Which new files get their name only when they are complete: auto, those above 1 MiB \
             [default], or always",
        ),
    shared::DURABILITY,
    flag(Id::Fsync, &[], "fsync", Group::Durability).own().help("The same as --durability=file"),
    shared::VERIFY,
    shared::MANIFEST,
    shared::ON_ERROR,
    flag(Id::Resume, &[], "resume", Group::Durability)
        .own()
        .help("Skip what an interrupted run has finished"),
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
