//! The flags of `fcp extract`.

use super::{Flag, Group, Id, flag, shared};

/// Every flag.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Archive, &['a'], "archive", Group::Attributes)
        .help("Keep everything: also set-ID bits, FIFOs, and for root owners and devices"),
    shared::BACKUP,
    shared::INTERACTIVE,
    shared::NO_CLOBBER,
    flag(Id::NoPreserve, &[], "no-preserve", Group::Attributes)
        .value("LIST")
        .help("Do not keep these of the archive: mode, timestamps"),
    shared::SUFFIX,
    shared::TARGET_DIRECTORY,
    shared::UPDATE,
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    shared::BACKUP_DEFAULT,
    flag(Id::PreserveDefault, &['p'], "", Group::Attributes)
        .help("Keep permissions exactly, without the umask; the owner, for root"),
    shared::UPDATE_DEFAULT,
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GLOB,
    shared::FILES0_FROM,
    flag(Id::Folder, &[], "folder", Group::Destination)
        .own()
        .help("Make a folder named after the archive if it has more than one item at its top"),
    flag(Id::UnpackLimit, &[], "unpack-limit", Group::Conflicts)
        .value("SIZE")
        .own()
        .help(
            "Refuse an archive that becomes larger; 0 for no limit [default: 200 times its size, and at least \
             1 GiB]",
        ),
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
