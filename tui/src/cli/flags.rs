//! The flags: a table for each program, from which both of its parsers are built.

pub(crate) mod cp;
pub(crate) mod dedupe;
pub(crate) mod extract;
pub(crate) mod lists;
pub(crate) mod mv;
pub(crate) mod pack;
pub(crate) mod plan;
pub(crate) mod rm;
mod shared;

use std::ffi::OsString;

/// One thing the command line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Flag(Id, Option<OsString>),
    Operand(OsString),
}

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
    NoCopy,
    Exchange,
    InteractiveOnce,
    InteractiveAlways,
    Directories,
    PreserveRoot,
    NoPreserveRoot,
    CrossMounts,
    PresumeTerminal,
    Trash,
    TrashList,
    TrashRestore,
    TrashEmpty,
    OlderThan,
    Undo,
    Redo,
    UndoList,
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
    Names,
    Publish,
    Durability,
    Verify,
    Manifest,
    Cache,
    Exclude,
    Include,
    Files0From,
    LimitRate,
    MinSize,
    Folder,
    UnpackLimit,
    Level,
    Out,
    RemoteShell,
    RemoteProgram,
    NumericIds,
    Connections,
    PartItems,
    PartSize,
    VerifyOnly,
    Shard,
    Inplace,
    KeepReplaced,
    DryRun,
    Mirror,
    MaxDelete,
    LinkDest,
    CloneDest,
    SnapshotSubvolumes,
    Resume,
    Progress,
    Queue,
    Color,
}

/// Says whether a flag takes a value, and what help calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    Maybe(&'static str),
    Value(&'static str),
}

/// Groups flags in the help, in the order of its headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    Output,
    Sources,
    Destination,
    Attributes,
    Conflicts,
    Confirmation,
    Filters,
    Performance,
    Durability,
    Queue,
    Trash,
}

impl Group {
    /// Gives the heading above the group.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Sources => "Sources",
            Self::Filters => "Filters",
            Self::Destination => "Destination",
            Self::Conflicts => "Conflicts",
            Self::Attributes => "Attributes",
            Self::Performance => "Performance",
            Self::Confirmation => "Confirmation",
            Self::Durability => "Durability",
            Self::Queue => "Queue",
            Self::Trash => "Trash and undo",
            Self::Output => "Output",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    pub(crate) id: Id,
    /// Letters; those of our own flags are not known under GNU's names.
    pub(crate) short: &'static [char],
    pub(crate) long: &'static str,
    /// Another long name that help does not tell.
    pub(crate) alias: Option<&'static str>,
    pub(crate) takes: Takes,
    /// The values, where they are words of a fixed list; see [`lists`].
    pub(crate) words: &'static [&'static str],
    pub(crate) group: Group,
    pub(crate) help: &'static str,
    /// Whether GNU's program knows it, too.
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

    /// Names it as on a command line.
    pub(crate) fn shown(&self) -> String {
        match self.short {
            [letter, ..] if self.long.is_empty() => format!("-{letter}"),
            _ => format!("--{}", self.long),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: [&[Flag]; 9] = [
        cp::FLAGS,
        mv::FLAGS,
        rm::FLAGS,
        dedupe::FLAGS,
        extract::FLAGS,
        pack::FLAGS,
        plan::FLAGS,
        plan::REMOVALS,
        plan::MOVES,
    ];

    #[test]
    fn every_flag_has_one_row_in_a_table() {
        for table in TABLES {
            for (at, row) in table.iter().enumerate() {
                assert!(!table[..at].iter().any(|other| other.id == row.id), "{:?}", row.id);
                assert!(!row.long.is_empty() || !row.short.is_empty());
            }
        }
        let mut ids: Vec<usize> = TABLES.concat().iter().map(|row| row.id as usize).collect();
        ids.sort_unstable();
        ids.dedup();
        // The last variant's number is the count of the others.
        assert_eq!(ids.len(), Id::Color as usize + 1);
    }

    #[test]
    fn no_letter_or_name_is_taken_twice() {
        for table in TABLES {
            for (at, row) in table.iter().enumerate() {
                for other in &table[..at] {
                    assert!(row.long.is_empty() || row.long != other.long, "{}", row.long);
                    assert!(!row.short.iter().any(|letter| other.short.contains(letter)));
                }
            }
        }
    }

    #[test]
    fn gnus_flags_come_first() {
        for table in TABLES {
            assert!(table.is_sorted_by_key(|row| !row.gnu));
        }
    }
}
