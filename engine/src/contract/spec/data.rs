//! Defines how items are copied, kept and removed.

use serde::{Deserialize, Serialize};

use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::wire::wire;

/// Size in bytes up to which a new file is created directly under its final name.
///
/// A rename costs 30-40 % on tiny files on ext4 and xfs and 3x on btrfs; above this size it
/// disappears beside the data.
pub const SMALL_FILE: u64 = 1 << 20;

wire! {
    /// Says which names items get where they are copied to; names of exact paths are kept. Only for copies that remove
    /// nothing and recreate no path.
    #[derive(Copy, Default)]
    pub enum NameRule {
        /// Their own.
        #[default]
        Keep,
        /// Names that all filesystems take: what some do not take is replaced by what looks like it.
        Portable,
        /// The names that such items had before.
        Original,
    }

    /// Says which source symlinks are followed.
    #[derive(Copy, Default)]
    pub enum Follow {
        /// None: a link is copied as a link (`-P`).
        #[default]
        Never,
        /// Only operands that lead to something other than a directory, as `fcp` does without `-r`.
        Files,
        /// Only operands (`-H`).
        Operands,
        /// All of them (`-L`).
        Always,
    }

    /// Says whether files are copied or linked.
    #[derive(Copy, Default)]
    pub enum LinkMode {
        /// Copy the data.
        #[default]
        Copy,
        /// Make hard links to the sources (`-l`).
        Hard,
        /// Make symbolic links to the sources (`-s`).
        Symbolic,
    }

    /// Says how permission bits are chosen.
    #[derive(Copy, Default)]
    pub enum ModeRule {
        /// The source's permission bits, less the umask, as `cp` does.
        #[default]
        Masked,
        /// The source's bits exactly, set-user-ID and ACLs included (`-p`).
        Exact,
        /// As for any new file or directory (`--no-preserve=mode`).
        Fresh,
    }

    /// Says what besides the data is kept.
    #[derive(Copy, Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Preserve {
        /// How permission bits are chosen.
        pub mode: ModeRule,
        /// User and group, as far as allowed.
        pub ownership: bool,
        /// Access and modification times, in nanoseconds.
        pub timestamps: bool,
        /// Hard links between files of this job.
        pub links: bool,
        /// Extended attributes.
        pub xattr: bool,
        /// Fail an item when its extended attributes or context cannot be kept, instead of warning.
        pub required: bool,
        /// The security context.
        pub context: bool,
    }

    /// Says whether extents are shared with the source.
    #[derive(Copy, Default)]
    pub enum Reflink {
        /// Where the filesystem can, else copy.
        #[default]
        Auto,
        /// Or fail.
        Always,
        /// Never, even where it would be free.
        Never,
    }

    /// Says what becomes of source directories that are btrfs subvolumes.
    ///
    /// A snapshot keeps all metadata, whatever is to be preserved, and shares all data. Subvolumes inside become
    /// snapshots, too, or empty directories where other filesystems are not to be entered. Where a snapshot is not
    /// possible, or the job filters, checks or changes what it copies, the directory is copied, with a warning.
    #[derive(Copy, Default)]
    pub enum Subvolumes {
        /// They are copied, as all directories are.
        #[default]
        Copy,
        /// Snapshots are taken of them.
        Snapshot,
        /// Snapshots are taken of them that cannot be changed.
        SnapshotReadOnly,
    }

    /// Says what becomes of holes.
    #[derive(Copy, Default)]
    pub enum Sparse {
        /// Holes of the source stay holes.
        #[default]
        Auto,
        /// Runs of zeros become holes, too.
        Always,
        /// No holes.
        Never,
    }

    /// Forces how bytes travel and how large files are cut.
    #[derive(Copy, Hash)]
    pub enum Driver {
        /// One worker per file (xcp's name).
        Parfile,
        /// Large files in parallel blocks (xcp's name).
        Parblock,
        /// Only `FICLONE`.
        Reflink,
        /// Only `copy_file_range(2)`.
        CopyFileRange,
        /// Only `read(2)` and `write(2)`.
        ReadWrite,
    }

    /// Says how the page cache is treated.
    #[derive(Copy, Default)]
    pub enum Cache {
        /// As usual, until the job has filled half of the memory; then large files leave nothing behind.
        #[default]
        Auto,
        /// As usual.
        Keep,
        /// Leave nothing of large files behind.
        Drop,
        /// Bypass it with `O_DIRECT` where alignment allows, else as `drop`.
        Direct,
    }

    /// Says how an existing destination is replaced.
    #[derive(Copy, Default)]
    pub enum Overwrite {
        /// Write a new inode beside it and rename it over the old one.
        #[default]
        Replace,
        /// Truncate it and write into it, as `cp` does; hard links to it see the new data.
        InPlace,
        /// Remove it first (`--remove-destination`).
        RemoveFirst,
    }

    /// Says which new files are written beside their final name first.
    #[derive(Copy, Default)]
    pub enum Publish {
        /// Those above [`SMALL_FILE`] bytes; smaller ones are created in place.
        #[default]
        Auto,
        /// All.
        Always,
    }

    /// Says when data reaches stable storage; a copy or move of the queue is on it before it ends.
    #[derive(Copy, Default, PartialOrd, Ord)]
    pub enum Durability {
        /// Whenever the kernel likes.
        #[default]
        None,
        /// Before the job ends, with one syncfs(2).
        End,
        /// Before files get their final names, many at a time; moves always do this at least, with
        /// what they copy, before they remove a source.
        Batch,
        /// Data before each file gets its final name, and the name before the item is told as done.
        File,
    }

    /// Says what a copy removes at its destination when everything else has ended and nothing has failed.
    #[derive(Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Removals {
        /// These items, directories with all that is in them; by default what the destination has and the
        /// sources lack, in all directories that are copied (a mirror).
        pub paths: Option<Vec<WirePath>>,
        /// The most items that may be removed, those in directories included; if there are more, none is.
        /// A mirror of an empty directory removes nothing without a limit.
        pub limit: Option<u64>,
        /// Delete permanently, instead of moving to the trash of the volume.
        pub permanent: bool,
    }

    /// Says what a plan that the user saw has found of the items of its job: none of them is replaced or removed that
    /// has changed since, also when the job is resumed much later.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct Seen {
        /// When the plan began to look, in microseconds since the Unix epoch. A directory with something in it that
        /// changed later is another one.
        pub at: u64,
        /// The sources, in their order; without [`super::Destination::Each`], one without is not compared.
        pub sources: Vec<Option<SeenItem>>,
        /// What had the paths of [`super::Destination::Each`], in their order; none where nothing had.
        #[serde(default)]
        pub existing: Vec<Option<SeenItem>>,
        /// What [`Removals::paths`] named, in their order.
        #[serde(default)]
        pub removed: Vec<Option<SeenItem>>,
        /// Only the types count, and of a removal what was made or renamed to its place after `at`: what a file holds may
        /// change while the user decides.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub only_types: bool,
    }

    /// Tells one state of an item from another.
    #[derive(Copy)]
    #[serde(deny_unknown_fields)]
    pub struct SeenItem {
        /// Its type; a symlink is not followed.
        pub kind: FileKind,
        /// Its size in bytes, if it is a file.
        pub size: u64,
        /// Its modification time in microseconds since the Unix epoch, unless it is a directory.
        pub mtime: i64,
    }

    /// Names copies of the sources that were made before, and says how their files are shared.
    ///
    /// A file is shared if type, size and mtime are those of the source, and mode and owner as far as they
    /// are kept.
    #[serde(deny_unknown_fields)]
    pub struct Reuse {
        /// Directories that were the destination of such a copy; the first that has the file counts.
        pub trees: Vec<WirePath>,
        /// How a file is shared.
        #[serde(default)]
        pub by: Sharing,
    }

    /// Says how two copies share a file.
    #[derive(Copy, Default)]
    pub enum Sharing {
        /// By a hard link: one file with two names.
        #[default]
        HardLink,
        /// By a reflink where the filesystem can; elsewhere the file is copied.
        Reflink,
    }

    /// Says what a delete refuses, whatever else was asked.
    #[derive(Copy)]
    #[serde(default, deny_unknown_fields)]
    pub struct Protect {
        /// The root directory.
        pub root: bool,
        /// The working directory and those above it.
        pub working_directory: bool,
        /// Operands that are mount points (`--preserve-root=all`).
        pub mount_points: bool,
    }

    /// Says what a delete asks about first.
    #[derive(Copy, Default)]
    pub enum Confirm {
        /// Nothing.
        #[default]
        Never,
        /// What the user may not write to, as `rm` does on a terminal.
        Protected,
        /// Everything, one after the other in the order of a depth-first walk (`-i`).
        Each,
    }

    /// Says how the old file is kept.
    #[serde(deny_unknown_fields)]
    pub struct Backup {
        /// Which names are used.
        pub kind: BackupKind,
        /// The suffix of simple backups.
        pub suffix: String,
    }

    /// Says which names backups get.
    #[derive(Copy)]
    pub enum BackupKind {
        /// `name~`.
        Simple,
        /// `name.~1~`, `name.~2~` and so on.
        Numbered,
        /// Numbered if a numbered one exists, else simple.
        Existing,
    }
}

impl Follow {
    /// Whether an item is opened through the symlink that it may be; its kind is the one that the
    /// walk found.
    pub(crate) fn holds_for(self, is_operand: bool, kind: FileKind) -> bool {
        match self {
            Self::Never => false,
            // Of a symlink to a directory the walk found the symlink.
            Self::Files => is_operand && !matches!(kind, FileKind::Directory | FileKind::Symlink),
            Self::Operands => is_operand,
            Self::Always => true,
        }
    }
}

impl Default for Protect {
    fn default() -> Self {
        Self { root: true, working_directory: true, mount_points: false }
    }
}

impl Preserve {
    /// Everything the filesystem can keep, as `-a` and both apps do.
    pub const ALL: Self = Self {
        mode: ModeRule::Exact,
        ownership: true,
        timestamps: true,
        links: true,
        xattr: true,
        required: false,
        context: true,
    };
}
