//! The flags of the copying programs: one table from which both parsers are made.

/// Names a flag by what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    Archive,
    AttributesOnly,
    Backup,
    BackupDefault,
    CopyContents,
    Links,
    Debug,
    Dereference,
    DereferenceOperands,
    Force,
    Interactive,
    Link,
    NoClobber,
    NoDereference,
    NoPreserve,
    NoTargetDirectory,
    OneFileSystem,
    Parents,
    Preserve,
    PreserveDefault,
    Recursive,
    RemoveDestination,
    Sparse,
    Reflink,
    StripTrailingSlashes,
    Suffix,
    SymbolicLink,
    TargetDirectory,
    Update,
    UpdateDefault,
    Verbose,
    KeepDirectorySymlink,
    Context,
    ContextDefault,
    Help,
    Version,
    Workers,
    BlockSize,
    Driver,
    Gitignore,
    Glob,
    NoProgress,
    NoPerms,
    NoTimestamps,
    Ownership,
    Fsync,
    Json,
    Events,
    Control,
    OnConflict,
    OnError,
    Publish,
    Durability,
    Verify,
    Cache,
    Exclude,
    Include,
    Files0From,
    LimitRate,
    Inplace,
    DryRun,
    Resume,
    Progress,
    Color,
}

/// Says whether a flag takes a value, and what help calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    Maybe(&'static str),
    Value(&'static str),
}

/// Groups flags in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Source,
    Target,
    Existing,
    Kept,
    Bytes,
    Safety,
    Output,
}

impl Group {
    /// Gives the heading above the group.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Source => "What is copied",
            Self::Target => "Where it goes",
            Self::Existing => "When the destination exists",
            Self::Kept => "What is kept besides the data",
            Self::Bytes => "How bytes travel",
            Self::Safety => "Failures and safety",
            Self::Output => "What is told",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub(crate) struct Flag {
    pub(crate) id: Id,
    /// Letters; those of our own flags are not known under the name `cp`.
    pub(crate) short: &'static [char],
    pub(crate) long: &'static str,
    /// Another long name that help does not tell.
    pub(crate) alias: Option<&'static str>,
    pub(crate) takes: Takes,
    /// The values, where they are words of a fixed list.
    pub(crate) words: &'static [&'static str],
    pub(crate) group: Group,
    pub(crate) help: &'static str,
    /// Whether GNU's `cp` knows it, too.
    pub(crate) gnu: bool,
}

const fn flag(id: Id, short: &'static [char], long: &'static str, group: Group) -> Flag {
    Flag {
        id,
        short,
        long,
        alias: None,
        takes: Takes::Nothing,
        words: &[],
        group,
        help: "",
        gnu: true,
    }
}

impl Flag {
    const fn value(mut self, name: &'static str) -> Self {
        self.takes = Takes::Value(name);
        self
    }

    const fn maybe(mut self, name: &'static str) -> Self {
        self.takes = Takes::Maybe(name);
        self
    }

    const fn words(mut self, words: &'static [&'static str]) -> Self {
        self.words = words;
        self
    }

    const fn alias(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    const fn own(mut self) -> Self {
        self.gnu = false;
        self
    }

    const fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }

    /// Finds the row of a flag.
    pub(crate) fn of(id: Id) -> &'static Self {
        // Every variant of `Id` has a row; a test sees to it.
        COPY.iter().find(|flag| flag.id == id).unwrap_or(&COPY[0])
    }
}

/// Words of `--reflink`.
pub(crate) const REFLINK: &[&str] = &["auto", "always", "never"];
/// Words of `--sparse`.
pub(crate) const SPARSE: &[&str] = &["never", "auto", "always"];
/// Words of `--update`.
pub(crate) const UPDATE: &[&str] = &["all", "none", "none-fail", "older"];
/// Words of `--backup`; neighbours mean the same.
pub(crate) const BACKUP: &[&str] =
    &["none", "off", "simple", "never", "existing", "nil", "numbered", "t"];
/// Words of the lists of `--preserve` and `--no-preserve`.
pub(crate) const PRESERVE: &[&str] =
    &["mode", "timestamps", "ownership", "links", "context", "xattr", "all"];
/// Words of `--driver`.
pub(crate) const DRIVER: &[&str] =
    &["parfile", "parblock", "reflink", "copy_file_range", "read_write"];
/// Words of `--on-conflict`; `rename` may have a pattern after a colon.
pub(crate) const ON_CONFLICT: &[&str] = &[
    "ask",
    "fail",
    "skip",
    "overwrite",
    "rename",
    "newer",
    "older",
    "larger",
    "smaller",
    "different",
    "different-content",
];
/// Words of `--on-error`; `retry` may have a number after a colon.
pub(crate) const ON_ERROR: &[&str] = &["skip", "ask", "abort", "retry"];
/// Words of `--progress` and `--color`.
pub(crate) const WHEN: &[&str] = &["auto", "always", "never"];

use Group::{Bytes, Existing, Kept, Output, Safety, Source, Target};

/// Every flag, GNU's first and in GNU's order, which shows in its message about abbreviations.
pub(crate) const COPY: &[Flag] = &[
    flag(Id::Archive, &['a'], "archive", Kept)
        .help("Keep everything: links as links, mode, owner, times, ACLs, xattrs, hard links"),
    flag(Id::AttributesOnly, &[], "attributes-only", Kept)
        .help("Create or update the attributes, leave the data alone"),
    flag(Id::Backup, &[], "backup", Existing)
        .maybe("METHOD")
        .words(BACKUP)
        .help("Keep the old file under a backup name first"),
    flag(Id::CopyContents, &[], "copy-contents", Source)
        .help("Below directories, read FIFOs and devices as if they were files"),
    flag(Id::Debug, &[], "debug", Output).help("Like -v, and tell how each file was copied"),
    flag(Id::Dereference, &['L'], "dereference", Source).help("Follow all symlinks in the source"),
    flag(Id::Force, &['f'], "force", Existing)
        .help("Remove a destination that cannot be written, and try again"),
    flag(Id::Interactive, &['i'], "interactive", Existing)
        .help("Ask before each overwrite; the same as --on-conflict=ask"),
    flag(Id::Link, &['l'], "link", Bytes).help("Make hard links instead of copies"),
    flag(Id::NoClobber, &['n'], "no-clobber", Existing)
        .help("Skip what exists, silently; the same as --update=none"),
    flag(Id::NoDereference, &['P'], "no-dereference", Source)
        .help("Copy symlinks as symlinks [default]"),
    flag(Id::NoPreserve, &[], "no-preserve", Kept)
        .value("LIST")
        .help("Do not keep these: as --preserve"),
    flag(Id::NoTargetDirectory, &['T'], "no-target-directory", Target)
        .help("The last operand is the copy itself, even if it is a directory"),
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
        .help("Copy directories, too; fcp always does"),
    flag(Id::RemoveDestination, &[], "remove-destination", Existing)
        .help("Remove each existing file before it is replaced"),
    flag(Id::Sparse, &[], "sparse", Bytes)
        .value("WHEN")
        .words(SPARSE)
        .help("Make holes: as the source has them, wherever there are zeros, or nowhere"),
    flag(Id::Reflink, &[], "reflink", Bytes)
        .maybe("WHEN")
        .words(REFLINK)
        .help("Share data with the source: where possible [default], or fail, or never"),
    flag(Id::StripTrailingSlashes, &[], "strip-trailing-slashes", Source)
        .help("Remove trailing slashes from each source"),
    flag(Id::Suffix, &['S'], "suffix", Existing)
        .value("SUFFIX")
        .help("Make backups, with this suffix instead of ~"),
    flag(Id::SymbolicLink, &['s'], "symbolic-link", Bytes).help("Make symlinks instead of copies"),
    flag(Id::TargetDirectory, &['t'], "target-directory", Target)
        .value("DIRECTORY")
        .help("Copy all operands into this directory"),
    flag(Id::Update, &[], "update", Existing)
        .maybe("WHICH")
        .words(UPDATE)
        .help("Replace all, none, none and fail, or only older files"),
    flag(Id::Verbose, &['v'], "verbose", Output).help("Print the name of each item"),
    flag(Id::KeepDirectorySymlink, &[], "keep-directory-symlink", Target)
        .help("Enter symlinks to directories that are in the destination"),
    flag(Id::Context, &[], "context", Kept)
        .maybe("CONTEXT")
        .help("Set the security context of the copies"),
    flag(Id::Help, &[], "help", Output),
    flag(Id::Version, &[], "version", Output),
    flag(Id::BackupDefault, &['b'], "", Existing).help("The same as --backup"),
    flag(Id::Links, &['d'], "", Kept).help("The same as -P --preserve=links"),
    flag(Id::DereferenceOperands, &['H'], "", Source).help("Follow symlinks among the operands"),
    flag(Id::PreserveDefault, &['p'], "", Kept).help("The same as --preserve"),
    flag(Id::UpdateDefault, &['u'], "", Existing).help("The same as --update=older"),
    flag(Id::ContextDefault, &['Z'], "", Kept).help("The same as --context"),
    flag(Id::Exclude, &[], "exclude", Source)
        .value("GLOB")
        .own()
        .help("Leave out what matches, by name or, with a slash, by path"),
    flag(Id::Include, &[], "include", Source)
        .value("GLOB")
        .own()
        .help("Copy only files that match"),
    flag(Id::Gitignore, &[], "gitignore", Source)
        .own()
        .help("Leave out what .gitignore files name"),
    flag(Id::Glob, &['g'], "glob", Source)
        .own()
        .help("Expand wildcards in the sources, for shells that do not"),
    flag(Id::Files0From, &[], "files0-from", Source)
        .value("FILE")
        .own()
        .help("Read sources, each ended by a NUL, from this file, or - for standard input"),
    flag(Id::OnConflict, &[], "on-conflict", Existing).value("ANSWER").own().help(
        "Answer to a file in the way: ask, fail, skip, overwrite [default], rename[:PATTERN], \
             newer, older, larger, smaller, different, different-content",
    ),
    flag(Id::Inplace, &[], "inplace", Existing)
        .own()
        .help("Write into the existing file instead of putting a new one in its place"),
    flag(Id::NoPerms, &[], "no-perms", Kept).own().help("The same as --no-preserve=mode"),
    flag(Id::NoTimestamps, &[], "no-timestamps", Kept)
        .own()
        .help("The same as --no-preserve=timestamps"),
    flag(Id::Ownership, &['o'], "ownership", Kept).own().help("The same as --preserve=ownership"),
    flag(Id::Workers, &['w'], "workers", Bytes)
        .value("N")
        .own()
        .help("Number of worker threads [default: one per processor]"),
    flag(Id::BlockSize, &[], "block-size", Bytes)
        .value("SIZE")
        .own()
        .help("Bytes per step, as 64k, 1M or 4MiB"),
    flag(Id::Driver, &[], "driver", Bytes)
        .value("NAME")
        .words(DRIVER)
        .own()
        .help("Force how bytes travel and how large files are cut"),
    flag(Id::Cache, &[], "cache", Bytes)
        .value("HOW")
        .words(&["keep", "drop", "direct"])
        .own()
        .help("How the page cache is treated"),
    flag(Id::LimitRate, &[], "limit-rate", Bytes)
        .value("SIZE")
        .own()
        .help("At most this much per second, as 20M"),
    flag(Id::Publish, &[], "publish", Safety)
        .value("WHICH")
        .words(&["auto", "always"])
        .own()
        .help("Which new files get their name only when they are complete: larger ones, or all"),
    flag(Id::Durability, &[], "durability", Safety)
        .value("WHEN")
        .words(&["none", "end", "file"])
        .own()
        .help("When data must have reached the disk: never, before the end, or file by file"),
    flag(Id::Fsync, &[], "fsync", Safety).own().help("The same as --durability=file"),
    flag(Id::Verify, &[], "verify", Safety)
        .own()
        .help("Read each copy back and compare it with its source"),
    flag(Id::OnError, &[], "on-error", Safety)
        .value("ANSWER")
        .own()
        .help("Answer to a failed item: skip [default], ask, abort, retry[:N]"),
    flag(Id::Resume, &[], "resume", Safety)
        .own()
        .help("Leave alone what an interrupted run has finished"),
    flag(Id::DryRun, &[], "dry-run", Safety).own().help("Tell what would happen, change nothing"),
    flag(Id::Progress, &[], "progress", Output)
        .value("WHEN")
        .words(WHEN)
        .own()
        .help("Show progress: on a terminal [default], also elsewhere, or never"),
    flag(Id::NoProgress, &[], "no-progress", Output).own().help("The same as --progress=never"),
    flag(Id::Color, &[], "color", Output).value("WHEN").words(WHEN).own().help("Use colour"),
    flag(Id::Json, &[], "json", Output).own().help("Print events as JSON, one a line"),
    flag(Id::Events, &[], "events", Output)
        .value("LEVEL")
        .words(&["facts", "all", "trace"])
        .own()
        .help("Which events --json prints"),
    flag(Id::Control, &[], "control", Output)
        .own()
        .help("With --json: take commands as JSON lines from standard input"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_one_row() {
        for (at, row) in COPY.iter().enumerate() {
            assert_eq!(Flag::of(row.id).id, row.id);
            assert!(!COPY[..at].iter().any(|other| other.id == row.id), "{:?}", row.id);
            assert!(!row.long.is_empty() || !row.short.is_empty());
        }
        // The last variant's number is the count of the others.
        assert_eq!(COPY.len(), Id::Color as usize + 1);
    }

    #[test]
    fn no_letter_or_name_is_taken_twice() {
        for (at, row) in COPY.iter().enumerate() {
            for other in &COPY[..at] {
                assert!(row.long.is_empty() || row.long != other.long, "{}", row.long);
                assert!(!row.short.iter().any(|letter| other.short.contains(letter)));
            }
        }
    }
}
