//! The flags of `frm` and `rm`.

use super::{Flag, Group, Id, flag, lists, shared};

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Force, &['f'], "force", Group::Confirmation)
        .help("Never ask, and ignore missing files"),
    flag(Id::Interactive, &[], "interactive", Group::Confirmation)
        .maybe("WHEN")
        .words(lists::INTERACTIVE)
        .help("When to ask: never, once, always (default if WHEN is omitted)"),
    flag(Id::OneFileSystem, &[], "one-file-system", Group::Sources)
        .help("Do not enter other filesystems; frm enters nothing that is mounted anyway"),
    flag(Id::NoPreserveRoot, &[], "no-preserve-root", Group::Confirmation)
        .help("Remove even the root directory"),
    flag(Id::PreserveRoot, &[], "preserve-root", Group::Confirmation)
        .maybe("WHICH")
        .words(&["all"])
        .help("Refuse the root directory [default]; with =all, also mount points"),
    // GNU's own tests make a pipe look like a terminal with it; help is silent about it there, too.
    flag(Id::PresumeTerminal, &[], "-presume-input-tty", Group::Confirmation),
    flag(Id::Recursive, &['r', 'R'], "recursive", Group::Sources)
        .help("Remove directories and their contents"),
    flag(Id::Directories, &['d'], "dir", Group::Sources).help("Remove empty directories"),
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    flag(Id::InteractiveAlways, &['i'], "", Group::Confirmation).help("Ask before each removal"),
    flag(Id::InteractiveOnce, &['I'], "", Group::Confirmation)
        .help("Ask once before more than three operands, or whole directories, are removed"),
    flag(Id::CrossMounts, &[], "cross-mounts", Group::Sources)
        .own()
        .help("Also empty what is mounted below the operands, and subvolumes"),
    flag(Id::Trash, &[], "trash", Group::Trash).own().help("Move to the trash instead of removing"),
    flag(Id::TrashList, &[], "trash-list", Group::Trash)
        .own()
        .help("List what is in the trash, the newest first"),
    flag(Id::TrashRestore, &[], "trash-restore", Group::Trash)
        .own()
        .help("Move the operands out of the trash, to where they were"),
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
