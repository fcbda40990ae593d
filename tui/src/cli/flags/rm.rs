//! The flags of `frm` and `rm`.

use super::Group::{Asking, Back, Safety, Source};
use super::{Flag, Id, flag, lists, shared};

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const FLAGS: &[Flag] = &[
    flag(Id::Force, &['f'], "force", Asking).help("Never ask, and pass over what is not there"),
    flag(Id::Interactive, &[], "interactive", Asking)
        .maybe("WHEN")
        .words(lists::INTERACTIVE)
        .help("Ask never, once for all, or always, which is meant without WHEN"),
    flag(Id::OneFileSystem, &[], "one-file-system", Source)
        .help("Do not enter other filesystems; frm enters nothing that is mounted anyway"),
    flag(Id::NoPreserveRoot, &[], "no-preserve-root", Safety)
        .help("Remove even the root directory"),
    flag(Id::PreserveRoot, &[], "preserve-root", Safety)
        .maybe("WHICH")
        .words(&["all"])
        .help("Refuse the root directory [default]; with =all, any operand that is mounted"),
    // GNU's own tests make a pipe look like a terminal with it; help is silent about it there, too.
    flag(Id::PresumeTerminal, &[], "-presume-input-tty", Asking),
    flag(Id::Recursive, &['r', 'R'], "recursive", Source)
        .help("Remove directories and all that is in them"),
    flag(Id::Directories, &['d'], "dir", Source).help("Remove empty directories"),
    shared::VERBOSE,
    shared::HELP,
    shared::VERSION,
    flag(Id::InteractiveAlways, &['i'], "", Asking).help("Ask before each removal"),
    flag(Id::InteractiveOnce, &['I'], "", Asking)
        .help("Ask once before more than three operands, or whole directories, are removed"),
    flag(Id::CrossMounts, &[], "cross-mounts", Source)
        .own()
        .help("Also empty what is mounted below the operands, and subvolumes"),
    flag(Id::Trash, &[], "trash", Source).own().help("Move to the trash instead of removing"),
    flag(Id::TrashList, &[], "trash-list", Back)
        .own()
        .help("List what is in the trash, the newest first"),
    flag(Id::TrashRestore, &[], "trash-restore", Back)
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
    shared::UNDO_LIST,
    shared::JSON,
    shared::EVENTS,
    shared::CONTROL,
];
