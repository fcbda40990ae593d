//! Rows of the flag tables that several programs share.

use super::{Flag, Group, Id, flag, lists};

pub(super) const BACKUP: Flag = flag(Id::Backup, &[], "backup", Group::Conflicts)
    .maybe("METHOD")
    .words(lists::OWN_BACKUP)
    .help("Keep the old file under a backup name first");
pub(super) const DEBUG: Flag = flag(Id::Debug, &[], "debug", Group::Output)
    .help("Like -v, and print how each file was copied");
pub(super) const NO_TARGET_DIRECTORY: Flag =
    flag(Id::NoTargetDirectory, &['T'], "no-target-directory", Group::Destination)
        .help("The last operand is the new name itself, even if it is a directory");
pub(super) const SPARSE: Flag =
    flag(Id::Sparse, &[], "sparse", Group::Performance).value("WHEN").words(lists::SPARSE).help(
        "Create sparse files: auto as in the source [default], always where data is zero, or never",
    );
pub(super) const REFLINK: Flag = flag(Id::Reflink, &[], "reflink", Group::Performance)
    .maybe("WHEN")
    .words(lists::REFLINK)
    .help("Share data with the source: where possible [default], or fail, or never");
pub(super) const STRIP_TRAILING_SLASHES: Flag =
    flag(Id::StripTrailingSlashes, &[], "strip-trailing-slashes", Group::Sources)
        .help("Remove trailing slashes from each source");
pub(super) const SUFFIX: Flag = flag(Id::Suffix, &['S'], "suffix", Group::Conflicts)
    .value("SUFFIX")
    .help("Make backups, with this suffix instead of ~");
pub(super) const TARGET_DIRECTORY: Flag =
    flag(Id::TargetDirectory, &['t'], "target-directory", Group::Destination)
        .value("DIRECTORY")
        .help("Put all operands into this directory");
pub(super) const UPDATE: Flag = flag(Id::Update, &[], "update", Group::Conflicts)
    .maybe("WHICH")
    .words(lists::UPDATE)
    .help("Which existing files to replace: all, none, none-fail (and fail), or older [default without WHICH]");
pub(super) const VERBOSE: Flag =
    flag(Id::Verbose, &['v'], "verbose", Group::Output).help("Print the name of each item");
pub(super) const HELP: Flag = flag(Id::Help, &[], "help", Group::Output);
pub(super) const VERSION: Flag = flag(Id::Version, &[], "version", Group::Output);
pub(super) const BACKUP_DEFAULT: Flag =
    flag(Id::BackupDefault, &['b'], "", Group::Conflicts).help("The same as --backup");
pub(super) const UPDATE_DEFAULT: Flag =
    flag(Id::UpdateDefault, &['u'], "", Group::Conflicts).help("The same as --update=older");
pub(super) const CONTEXT_DEFAULT: Flag =
    flag(Id::ContextDefault, &['Z'], "", Group::Attributes).help("The same as --context");
pub(super) const EXCLUDE: Flag = flag(Id::Exclude, &[], "exclude", Group::Filters)
    .value("GLOB")
    .own()
    .help(
        "Skip items whose name matches. A GLOB with a slash is matched against the path below the operand, or \
         against an operand as typed; one that ends with a slash matches folders only",
    );
pub(super) const INCLUDE: Flag = flag(Id::Include, &[], "include", Group::Filters)
    .value("GLOB")
    .own()
    .help("Take only files that match, operands included; all directories are still searched");
pub(super) const GITIGNORE: Flag = flag(Id::Gitignore, &[], "gitignore", Group::Filters)
    .own()
    .help("Skip items that .gitignore files exclude, including operands");
pub(super) const GLOB: Flag = flag(Id::Glob, &['g'], "glob", Group::Sources)
    .own()
    .help("Expand wildcards in the sources, for shells that do not");
pub(super) const FILES0_FROM: Flag = flag(Id::Files0From, &[], "files0-from", Group::Sources)
    .value("FILE")
    .own()
    .help("Read sources, each ended by a NUL, from this file, or - for standard input");
pub(super) const ON_CONFLICT: Flag =
    flag(Id::OnConflict, &[], "on-conflict", Group::Conflicts).value("ANSWER").own().help(
        "What to do with an existing file: ask, fail, skip, overwrite [default], rename[:PATTERN] \
             the copy, or overwrite if the source is newer, older, larger, smaller, different in size \
             or time, or different-content",
    );
pub(super) const WORKERS: Flag = flag(Id::Workers, &['w'], "workers", Group::Performance)
    .value("N")
    .own()
    .help("Number of worker threads [default: 0, which means one per processor, and up to 32 while they wait for \
           disks]");
pub(super) const BLOCK_SIZE: Flag = flag(Id::BlockSize, &[], "block-size", Group::Performance)
    .value("SIZE")
    .own()
    .help("Bytes per step, at least 4k, e.g. 64k, 1M or 4MiB");
pub(super) const CACHE: Flag = flag(Id::Cache, &[], "cache", Group::Performance)
    .value("HOW")
    .words(&["auto", "keep", "drop", "direct"])
    .own()
    .help("How large files use the page cache: auto [default] keeps them until they fill half of the memory; keep; \
           drop; or direct (O_DIRECT)");
pub(super) const LIMIT_RATE: Flag = flag(Id::LimitRate, &[], "limit-rate", Group::Performance)
    .value("SIZE")
    .own()
    .help("At most this much per second, e.g. 20M");
pub(super) const DURABILITY: Flag =
    flag(Id::Durability, &[], "durability", Group::Durability)
        .value("WHEN")
        .words(&["none", "end", "batch", "file"])
        .own()
        .help("When data is flushed: none; end, before the job ends; batch, many files before they get their names; or \
         file, each file");
pub(super) const VERIFY: Flag = flag(Id::Verify, &[], "verify", Group::Durability)
    .maybe("HOW")
    .words(lists::VERIFY)
    .own()
    .help(
        "Read each copy back and compare it with its source: byte by byte [default], or by a checksum, for \
         which the source is read only once",
    );
pub(super) const MANIFEST: Flag = flag(Id::Manifest, &[], "manifest", Group::Durability)
    .value("FILE")
    .own()
    .help("Write the checksums of all copies that were verified to the new FILE, which fcp sum checks [with --verify=blake3]");
pub(super) const ON_ERROR: Flag = flag(Id::OnError, &[], "on-error", Group::Conflicts)
    .value("ANSWER")
    .own()
    .help("What to do when an item fails: skip [default], ask, abort, retry[:N]");
pub(super) const DRY_RUN: Flag = flag(Id::DryRun, &[], "dry-run", Group::Output)
    .own()
    .help("Show what would happen, change nothing; fails where it foresees failures");
pub(super) const PROGRESS: Flag = flag(Id::Progress, &[], "progress", Group::Output)
    .value("WHEN")
    .words(lists::WHEN)
    .own()
    .help(
        "Show progress: auto, on a terminal [default]; always, without a terminal as one line every 10 \
         seconds; or never",
    );
pub(super) const NO_PROGRESS: Flag = flag(Id::NoProgress, &[], "no-progress", Group::Output)
    .own()
    .help("The same as --progress=never");
pub(super) const COLOR: Flag = flag(Id::Color, &[], "color", Group::Output)
    .value("WHEN")
    .words(lists::WHEN)
    .own()
    .help("Use colour");
pub(super) const KEEP_REPLACED: Flag = flag(Id::KeepReplaced, &[], "keep-replaced", Group::Trash)
    .own()
    .help("Move replaced files to the trash; an item fails where there is no trash");
pub(super) const UNDO: Flag = flag(Id::Undo, &[], "undo", Group::Trash)
    .maybe("N")
    .own()
    .help("Undo the last job, or job N of --undo-list; items changed since are kept");
pub(super) const REDO: Flag =
    flag(Id::Redo, &[], "redo", Group::Trash).own().help("Redo the job that was undone last");
pub(super) const UNDO_LIST: Flag = flag(Id::UndoList, &[], "undo-list", Group::Trash)
    .own()
    .help("List the jobs that can be undone, the last one first");
pub(super) const REMOTE_SHELL: Flag =
    flag(Id::RemoteShell, &['e'], "rsh", Group::Destination).value("COMMAND").own().help(
        "Command that connects to the host of HOST:PATH [default: ssh], with options, as in 'ssh -p 2222', and \
         quotes around blanks, as for rsync",
    );
pub(super) const REMOTE_PROGRAM: Flag =
    flag(Id::RemoteProgram, &[], "remote-fcp", Group::Destination)
        .value("PATH")
        .own()
        .help("Path of fcp on the other machine, if it is not in PATH there");
pub(super) const NUMERIC_IDS: Flag = flag(Id::NumericIds, &[], "numeric-ids", Group::Attributes)
    .own()
    .help("With HOST:PATH: keep numeric owner IDs instead of matching names");
pub(super) const CONNECTIONS: Flag =
    flag(Id::Connections, &[], "connections", Group::Performance).value("N").own().help(
        "With HOST:PATH: bring the data of files over N connections at a time, 1 to 16 [default: 1]; for far \
         machines, where ssh brings no more than 2 MiB in a round trip over each",
    );
pub(super) const QUEUE: Flag = flag(Id::Queue, &[], "queue", Group::Queue)
    .maybe("HOW")
    .words(lists::QUEUE)
    .own()
    .help(
        "Add the job to the queue instead of running it: at its end [default], paused, first, or to \
         start now; see fcpq",
    );
pub(super) const JSON: Flag =
    flag(Id::Json, &[], "json", Group::Output).own().help("Print events as JSON, one a line");
pub(super) const EVENTS: Flag = flag(Id::Events, &[], "events", Group::Output)
    .value("LEVEL")
    .words(&["facts", "all", "trace"])
    .own()
    .help("Which events --json prints");
pub(super) const CONTROL: Flag = flag(Id::Control, &[], "control", Group::Output)
    .own()
    .help("With --json: take commands as JSON lines from standard input");
pub(super) const ARCHIVE: Flag = flag(Id::Archive, &['a'], "archive", Group::Attributes)
    .help("Keep everything: links as links, mode, owner, times, ACLs, xattrs, hard links");
pub(super) const ATTRIBUTES_ONLY: Flag =
    flag(Id::AttributesOnly, &[], "attributes-only", Group::Attributes)
        .help("Set the attributes only, and leave the data alone");
pub(super) const COPY_CONTENTS: Flag = flag(Id::CopyContents, &[], "copy-contents", Group::Sources)
    .help("Read FIFOs and devices as if they were files, also inside directories");
pub(super) const FORCE: Flag = flag(Id::Force, &['f'], "force", Group::Conflicts)
    .help("Remove a destination that cannot be written, and try again");
pub(super) const INTERACTIVE: Flag = flag(Id::Interactive, &['i'], "interactive", Group::Conflicts)
    .help("Ask before each overwrite; the same as --on-conflict=ask");
pub(super) const LINK: Flag =
    flag(Id::Link, &['l'], "link", Group::Destination).help("Make hard links instead of copies");
pub(super) const NO_CLOBBER: Flag = flag(Id::NoClobber, &['n'], "no-clobber", Group::Conflicts)
    .help("Skip what exists, silently; the same as --update=none");
pub(super) const NO_DEREFERENCE: Flag =
    flag(Id::NoDereference, &['P'], "no-dereference", Group::Sources)
        .help("Copy symlinks as symlinks, also those among the operands");
pub(super) const NO_PRESERVE: Flag = flag(Id::NoPreserve, &[], "no-preserve", Group::Attributes)
    .value("LIST")
    .help("Do not keep these, named as for --preserve");
pub(super) const ONE_FILE_SYSTEM: Flag =
    flag(Id::OneFileSystem, &['x'], "one-file-system", Group::Sources)
        .help("Do not enter other filesystems");
pub(super) const PRESERVE: Flag =
    flag(Id::Preserve, &[], "preserve", Group::Attributes).maybe("LIST").help(
        "Keep mode, ownership, timestamps, or those listed: mode, ownership, timestamps, links, \
         context, xattr, all",
    );
pub(super) const RECURSIVE: Flag = flag(Id::Recursive, &['R', 'r'], "recursive", Group::Sources)
    .help("Do not read operands that are symlinks, FIFOs or devices; copy them as such");
pub(super) const REMOVE_DESTINATION: Flag =
    flag(Id::RemoveDestination, &[], "remove-destination", Group::Conflicts)
        .help("Remove each existing file before it is replaced");
pub(super) const KEEP_DIRECTORY_SYMLINK: Flag =
    flag(Id::KeepDirectorySymlink, &[], "keep-directory-symlink", Group::Destination)
        .help("Follow symlinks to directories in the destination");
pub(super) const LINKS: Flag =
    flag(Id::Links, &['d'], "", Group::Attributes).help("The same as -P --preserve=links");
pub(super) const DEREFERENCE_OPERANDS: Flag =
    flag(Id::DereferenceOperands, &['H'], "", Group::Sources)
        .help("Follow symlinks among the operands");
pub(super) const PRESERVE_DEFAULT: Flag =
    flag(Id::PreserveDefault, &['p'], "", Group::Attributes).help("The same as --preserve");
pub(super) const INPLACE: Flag = flag(Id::Inplace, &[], "inplace", Group::Conflicts)
    .own()
    .help("Write into the existing file instead of putting a new one in its place");
pub(super) const NO_PERMS: Flag = flag(Id::NoPerms, &[], "no-perms", Group::Attributes)
    .own()
    .help("The same as --no-preserve=mode");
pub(super) const NO_TIMESTAMPS: Flag =
    flag(Id::NoTimestamps, &[], "no-timestamps", Group::Attributes)
        .own()
        .help("The same as --no-preserve=timestamps");
pub(super) const OWNERSHIP: Flag = flag(Id::Ownership, &['o'], "ownership", Group::Attributes)
    .own()
    .help("The same as --preserve=ownership");
pub(super) const DRIVER: Flag = flag(Id::Driver, &[], "driver", Group::Performance)
    .value("NAME")
    .words(lists::DRIVER)
    .own()
    .help("Force a copy method: parfile, one worker per file; parblock, several workers per large file; or only \
           reflink, copy_file_range or read_write");
pub(super) const PUBLISH: Flag = flag(Id::Publish, &[], "publish", Group::Durability)
    .value("WHICH")
    .words(&["auto", "always"])
    .own()
    .help(
        "Which new files get their name only when they are complete: auto, those above 1 MiB \
             [default]; or always, all of them",
    );
pub(super) const FSYNC: Flag =
    flag(Id::Fsync, &[], "fsync", Group::Durability).own().help("The same as --durability=file");
pub(super) const RESUME: Flag = flag(Id::Resume, &[], "resume", Group::Durability)
    .own()
    .help("Skip files that an interrupted run completed");
