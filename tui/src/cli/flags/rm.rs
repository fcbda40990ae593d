//! The flags of `frm` and `rm`.

use super::{Flag, Group, Id, flag, lists, shared};

pub(super) const FORCE: Flag = flag(Id::Force, &['f'], "force", Group::Confirmation)
    .help("Never ask, and ignore missing files");

pub(super) const INTERACTIVE: Flag = flag(Id::Interactive, &[], "interactive", Group::Confirmation)
    .maybe("WHEN")
    .words(lists::INTERACTIVE)
    .help("When to ask: never, once, always (default if WHEN is omitted)");

pub(super) const ONE_FILE_SYSTEM: Flag =
    flag(Id::OneFileSystem, &[], "one-file-system", Group::Sources)
        .help("Do not enter other filesystems; frm enters nothing that is mounted anyway");

pub(super) const NO_PRESERVE_ROOT: Flag =
    flag(Id::NoPreserveRoot, &[], "no-preserve-root", Group::Confirmation)
        .help("Remove even the root directory");

pub(super) const PRESERVE_ROOT: Flag =
    flag(Id::PreserveRoot, &[], "preserve-root", Group::Confirmation)
        .maybe("WHICH")
        .words(&["all"])
        .help("Refuse the root directory [default]; with =all, also mount points");

pub(super) const RECURSIVE: Flag = flag(Id::Recursive, &['r', 'R'], "recursive", Group::Sources)
    .help("Remove directories and their contents");

pub(super) const DIRECTORIES: Flag =
    flag(Id::Directories, &['d'], "dir", Group::Sources).help("Remove empty directories");

pub(super) const CROSS_MOUNTS: Flag = flag(Id::CrossMounts, &[], "cross-mounts", Group::Sources)
    .own()
    .help("Also delete inside mounted filesystems and subvolumes");

pub(super) const ON_CONFLICT: Flag = flag(Id::OnConflict, &[], "on-conflict", Group::Trash)
    .value("ANSWER")
    .own()
    .help(
        "What --trash-restore does where a name is taken: ask [default on a terminal], fail [default elsewhere], skip, \
         overwrite, and move the existing file to the trash, rename[:PATTERN] the restored one, or overwrite if that is \
         newer, older, larger, smaller, different in size or time, or different-content",
    );

pub(super) const TRASH: Flag =
    flag(Id::Trash, &[], "trash", Group::Trash).own().help("Move to the trash instead of removing");

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    FORCE,
    INTERACTIVE,
    ONE_FILE_SYSTEM,
    NO_PRESERVE_ROOT,
    PRESERVE_ROOT,
    // GNU's own tests make a pipe look like a terminal with it; help is silent about it there, too.
    flag(Id::PresumeTerminal, &[], "-presume-input-tty", Group::Confirmation),
    RECURSIVE,
    DIRECTORIES,
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    flag(Id::InteractiveAlways, &['i'], "", Group::Confirmation).help("Ask before each removal"),
    flag(Id::InteractiveOnce, &['I'], "", Group::Confirmation)
        .help("Ask once before removing more than three operands, or any directory"),
    CROSS_MOUNTS,
    TRASH,
    flag(Id::TrashList, &[], "trash-list", Group::Trash)
        .own()
        .help("List the items in the trash with their sizes, the newest first"),
    flag(Id::TrashRestore, &[], "trash-restore", Group::Trash)
        .own()
        .help("Move the operands out of the trash, to where they were"),
    ON_CONFLICT,
    flag(Id::TrashEmpty, &[], "trash-empty", Group::Trash)
        .own()
        .help("Delete the items in the trash permanently; asks first, on a terminal, unless -f is given"),
    flag(Id::OlderThan, &[], "older-than", Group::Trash)
        .value("AGE")
        .own()
        .help("--trash-empty deletes only what was moved to the trash this long ago or earlier, e.g. 12h, 30d or 8w"),
    shared::EXCLUDE,
    shared::INCLUDE,
    shared::GITIGNORE,
    shared::GLOB,
    shared::FILES0_FROM,
    shared::WORKERS,
    shared::ON_ERROR,
    shared::DRY_RUN,
    shared::PROGRESS,
    shared::NO_PROGRESS,
    shared::COLOR,
    shared::QUEUE,
    shared::UNDO,
    shared::REDO,
    shared::UNDO_LIST,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
