//! The flags of `fcp plan`: those of `fcp` that processes which know nothing of each other can keep, and its own.

use super::{Flag, Group, Id, flag, lists, shared};

/// Every flag.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Archive, &['a'], "archive", Group::Attributes)
        .help("Keep everything: links as links, mode, owner, times, ACLs, xattrs, hard links"),
    flag(Id::AttributesOnly, &[], "attributes-only", Group::Attributes)
        .help("Set the attributes only, and leave the data alone"),
    flag(Id::CopyContents, &[], "copy-contents", Group::Sources)
        .help("Also below directories, read FIFOs and devices as if they were files"),
    flag(Id::Force, &['f'], "force", Group::Conflicts)
        .help("Remove a destination that cannot be written, and try again"),
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
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    flag(Id::KeepDirectorySymlink, &[], "keep-directory-symlink", Group::Destination)
        .help("Follow symlinks to directories in the destination"),
    shared::HELP,
    shared::VERSION,
    flag(Id::Links, &['d'], "", Group::Attributes).help("The same as -P --preserve=links"),
    flag(Id::DereferenceOperands, &['H'], "", Group::Sources)
        .help("Follow symlinks among the operands"),
    flag(Id::PreserveDefault, &['p'], "", Group::Attributes).help("The same as --preserve"),
    shared::UPDATE_DEFAULT,
    flag(Id::Out, &[], "out", Group::Destination)
        .value("DIR")
        .own()
        .help("Write the plan to this new or empty folder, which every machine that copies must see"),
    flag(Id::PartItems, &[], "part-items", Group::Performance)
        .value("N")
        .own()
        .help("At most this many items in a part [default: 10000]; all names of a hard link are in one part"),
    flag(Id::PartSize, &[], "part-size", Group::Performance)
        .value("SIZE")
        .own()
        .help("End a part as soon as it has this much data [default: 8G]"),
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
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
    shared::ON_ERROR,
    flag(Id::Resume, &[], "resume", Group::Durability)
        .own()
        .help("Skip what an interrupted run has finished"),
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::EVENTS,
];
