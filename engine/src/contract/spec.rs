//! Defines requests: a [`JobSpec`] of verb, operands and [`Options`].
//!
//! Everything here is plain data that can be stored and sent. A field at its default means what
//! `fcp -r` does without further flags.

use serde::{Deserialize, Serialize};

use crate::contract::checksum::Algorithm;
use crate::contract::path::WirePath;
use crate::contract::wire::wire;
use fcp_sys::Keep;

mod data;
mod far;
mod policy;

pub use data::{
    Backup, BackupKind, Cache, Confirm, Driver, Durability, Follow, LinkMode, ModeRule, NameRule,
    Overwrite, Preserve, Protect, Publish, Reflink, Removals, Reuse, SMALL_FILE, Seen, SeenItem,
    Sharing, Sparse, Subvolumes,
};
pub use far::{Far, Way};
pub use policy::{
    ConflictPolicy, DEFAULT_RENAME, DirectoryPolicy, ErrorPolicy, EventLevel, Filter,
    MismatchPolicy, Shard,
};

wire! {
    /// Names what a job does with its operands.
    #[derive(Copy, Hash)]
    pub enum Verb {
        /// Copy the sources to the destination.
        Copy,
        /// Rename, or copy and then remove the source.
        Move,
        /// Remove for good.
        Delete,
        /// Move to the desktop's trash.
        Trash,
        /// Move out of the trash, to where it was; the sources are the ids of items in it.
        Restore,
        /// Take back a job that was recorded; the one source is its record.
        Undo,
        /// Compare the sources with what a copy made of them, and change nothing.
        Verify,
        /// Let equal files among the sources, and in them, share their storage.
        Dedupe,
        /// Unpack the sources, which are archives, into the destination.
        Extract,
        /// Make the destination an archive of the sources; the ending of its name says its format.
        Pack,
    }

    /// Says where the sources go.
    pub enum Destination {
        /// Each source keeps its base name (or its whole path with `parents`) inside this directory.
        Into(WirePath),
        /// The one source gets exactly this path; or the archive, into which all sources go.
        As(WirePath),
        /// Each source gets exactly the path at its position, so that one job can copy in several
        /// directions. Directories that are missing above a path are made.
        Each(Vec<WirePath>),
    }

    /// Asks for one unit of work.
    #[serde(deny_unknown_fields)]
    pub struct JobSpec {
        /// What to do.
        pub verb: Verb,
        /// The operands, in order.
        pub sources: Vec<WirePath>,
        /// Where they go, or went where they are compared; none for delete, trash and undo.
        #[serde(default)]
        pub destination: Option<Destination>,
        /// How to do it.
        #[serde(default)]
        pub options: Options,
    }

    /// Says how to do it.
    #[serde(default, deny_unknown_fields)]
    pub struct Options {
        /// Copy and delete directories; otherwise a directory operand is an error. Moves take them anyway.
        pub recursive: bool,
        /// Which source symlinks are followed.
        pub follow: Follow,
        /// Make links instead of copies.
        pub link: LinkMode,
        /// What besides the data is kept.
        pub preserve: Preserve,
        /// Recreate the whole source path below the destination.
        pub parents: bool,
        /// What `parents` leaves out: of a source below this directory only the rest of its path is recreated.
        pub below: Option<WirePath>,
        /// Remove trailing slashes from each source.
        pub strip_trailing_slashes: bool,
        /// Enter destination symlinks that lead to directories, instead of replacing them.
        pub keep_directory_symlink: bool,
        /// Create the files without their data; those that exist keep theirs.
        pub attributes_only: bool,
        /// Where files are written in place, write through symlinks below the destination, too, as
        /// `cp` does, instead of replacing them.
        pub write_through: bool,
        /// Read FIFOs and devices below the operands as if they were files.
        pub copy_contents: bool,
        /// Read FIFOs and devices among the operands as if they were files, as `fcp` does without `-r` and `-a`.
        pub read_operands: bool,
        /// Do not enter other filesystems below the operands.
        pub one_file_system: bool,
        /// Move by rename alone, and fail where data would have to be copied.
        pub no_copy: bool,
        /// Move: let source and destination change places.
        pub exchange: bool,
        /// Delete empty directories, even if the job is not recursive.
        pub empty_directories: bool,
        /// Delete what is mounted below the operands, too; otherwise mount points and subvolumes stay.
        pub cross_mounts: bool,
        /// What a delete refuses.
        pub protect: Protect,
        /// What a delete asks about first.
        pub confirm: Confirm,
        /// Whether extents are shared with the source.
        pub reflink: Reflink,
        /// What becomes of source directories that are btrfs subvolumes.
        pub subvolumes: Subvolumes,
        /// What becomes of holes.
        pub sparse: Sparse,
        /// Forces how bytes travel and how large files are cut.
        pub driver: Option<Driver>,
        /// How the page cache is treated.
        pub cache: Cache,
        /// Bytes per step and per parallel block; the default adapts to the speed of the device.
        pub block_size: Option<u64>,
        /// Worker threads; by default as many as there are processors, and up to 32 while they wait for disks.
        pub workers: Option<u16>,
        /// How an existing destination is replaced.
        pub overwrite: Overwrite,
        /// Keep to the rules of GNU's `cp` about a destination that exists and about the modes of new files, where they differ from ours.
        pub gnu: bool,
        /// Remove a destination that cannot be opened, and try again; deletes: what is not there is no failure.
        pub force: bool,
        /// Which new files are written beside their final name first.
        pub publish: Publish,
        /// When data reaches stable storage.
        pub durability: Durability,
        /// Read every copy back and compare it with its source before it is published.
        pub verify: bool,
        /// Compare by this checksum, computed while the source is read once, instead of byte by byte; needs `verify`.
        pub verify_by: Option<Algorithm>,
        /// A list of the checksums of all copies that were verified, written at the end; needs `verify_by`.
        pub manifest: Option<WirePath>,
        /// The answer to a file in the way.
        pub on_conflict: ConflictPolicy,
        /// The answer to a directory in the way of a directory.
        pub on_directory: DirectoryPolicy,
        /// The answer to a directory in the way of a file, or a file in the way of a directory.
        pub on_mismatch: MismatchPolicy,
        /// Keep the old file under a backup name before it is replaced.
        pub backup: Option<Backup>,
        /// Move what is replaced to the trash of its volume; where that is not possible, the item fails.
        ///
        /// A backup goes before it.
        pub keep_replaced: bool,
        /// The answer to a failed item.
        pub on_error: ErrorPolicy,
        /// Which items below the operands are left out.
        pub filter: Filter,
        /// Which names the items get at the destination.
        pub names: NameRule,
        /// Bytes per second, at most.
        pub limit_rate: Option<u64>,
        /// Only plan: count, foresee conflicts, change nothing.
        pub dry_run: bool,
        /// Leave alone what an earlier, interrupted run has finished (equal size and mtime).
        pub resume: bool,
        /// What a copy removes at its destination after everything else, if nothing has failed.
        pub removals: Option<Removals>,
        /// What the plan has seen of the items, if the user was shown one.
        pub seen: Option<Seen>,
        /// Other copies of the sources, whose unchanged files are shared instead of being copied.
        pub reuse: Option<Reuse>,
        /// The least size of the files that are to share their storage, in bytes; by default [`SHARED_FROM`].
        pub min_size: Option<u64>,
        /// Archives with more than one item at their top are unpacked into a folder named after them.
        pub unpack_folder: bool,
        /// Bytes that an archive may become; 0 is no limit. By default 200 times its size, or a gibibyte if that is more.
        pub unpack_limit: Option<u64>,
        /// How hard an archive is packed, from 0 (not at all) to 9; by default as its format usually is.
        pub pack_level: Option<u8>,
        /// Which item events are told.
        pub events: EventLevel,
        /// Count the totals beside the copy, for a percentage and an ETA.
        pub totals: bool,
    }
}

/// Size in bytes from which equal files share their storage: a block of most filesystems. Btrfs keeps what is
/// smaller than half of it beside the metadata, where it cannot be shared.
pub const SHARED_FROM: u64 = 4096;

impl Default for Options {
    fn default() -> Self {
        Self {
            recursive: true,
            follow: Follow::default(),
            link: LinkMode::default(),
            preserve: Preserve::default(),
            parents: false,
            below: None,
            strip_trailing_slashes: false,
            keep_directory_symlink: false,
            attributes_only: false,
            write_through: false,
            copy_contents: false,
            read_operands: false,
            one_file_system: false,
            no_copy: false,
            exchange: false,
            empty_directories: false,
            cross_mounts: false,
            protect: Protect::default(),
            confirm: Confirm::default(),
            reflink: Reflink::default(),
            subvolumes: Subvolumes::default(),
            sparse: Sparse::default(),
            driver: None,
            cache: Cache::default(),
            block_size: None,
            workers: None,
            overwrite: Overwrite::default(),
            gnu: false,
            force: false,
            publish: Publish::default(),
            durability: Durability::default(),
            verify: false,
            verify_by: None,
            manifest: None,
            on_conflict: ConflictPolicy::default(),
            on_directory: DirectoryPolicy::default(),
            on_mismatch: MismatchPolicy::default(),
            backup: None,
            keep_replaced: false,
            on_error: ErrorPolicy::default(),
            filter: Filter::default(),
            names: NameRule::default(),
            limit_rate: None,
            dry_run: false,
            resume: false,
            removals: None,
            seen: None,
            reuse: None,
            min_size: None,
            unpack_folder: false,
            unpack_limit: None,
            pack_level: None,
            events: EventLevel::default(),
            totals: false,
        }
    }
}

impl Preserve {
    /// Which extended attributes are kept, ACLs among them.
    pub(crate) fn attributes(self) -> Keep {
        Keep { acl: self.mode == ModeRule::Exact, context: self.context, xattr: self.xattr }
    }
}

impl Options {
    /// Whether a copy has the data of its source, and not a link to it or nothing.
    pub(crate) fn makes_copies(&self) -> bool {
        self.link == LinkMode::Copy && !self.attributes_only
    }

    /// Whether a copy removes what the destination has and the sources lack.
    pub fn mirrors(&self) -> bool {
        self.removals.as_ref().is_some_and(|removals| removals.paths.is_none())
    }

    /// Whether FIFOs and devices are read as if they were files.
    pub(crate) fn reads_special(&self, is_operand: bool) -> bool {
        self.copy_contents || !self.recursive || is_operand && self.read_operands
    }

    /// Drops what has no meaning where existing files keep their data: nothing gives way, and nothing
    /// can be compared.
    pub(crate) fn complete_for_attributes(&mut self) {
        if self.overwrite == Overwrite::Replace {
            self.backup = None;
        }
        self.verify = false;
    }

    /// Gives the algorithm by which copies are compared, if they are and not byte by byte.
    pub(crate) fn checksum(&self) -> Option<Algorithm> {
        self.verify_by.filter(|_| self.verify)
    }

    /// Sets what has no other meaning for the entries of an archive.
    pub(crate) fn complete_for_extract(&mut self) {
        self.recursive = true;
        self.follow = Follow::Never;
        self.link = LinkMode::Copy;
        self.attributes_only = false;
        self.overwrite = Overwrite::Replace;
        self.force = true;
        self.verify = false;
        self.manifest = None;
    }

    /// Sets what has no other meaning for what comes from another machine, where it was chosen and read.
    pub(crate) fn complete_for_arrival(&mut self) {
        let removes_first = self.overwrite == Overwrite::RemoveFirst;
        self.complete_for_extract();
        if removes_first {
            self.overwrite = Overwrite::RemoveFirst;
        }
        (self.copy_contents, self.read_operands) = (false, false);
        // Without them, nothing could be left alone the next time.
        self.preserve.timestamps = true;
        self.unpack_limit = Some(0);
    }

    /// Sets what has no other meaning for an archive that is made.
    pub(crate) fn complete_for_pack(&mut self) {
        self.complete_for_extract();
        self.one_file_system = false;
    }

    /// Sets what a move cannot do otherwise: the source will be gone, so all of it is kept.
    pub(crate) fn complete_for_move(&mut self) {
        self.recursive = true;
        self.follow = Follow::Never;
        self.link = LinkMode::Copy;
        self.attributes_only = false;
        self.copy_contents = false;
        self.read_operands = false;
        self.preserve = Preserve { required: self.preserve.required, ..Preserve::ALL };
        // A rename asks for no permission to write to what it replaces.
        self.force = true;
        self.overwrite = Overwrite::Replace;
    }
}

impl Destination {
    /// Gives the directory or the path that items are copied to; of several paths the first.
    pub fn path(&self) -> Option<&WirePath> {
        match self {
            Self::Into(path) | Self::As(path) => Some(path),
            Self::Each(paths) => paths.first(),
        }
    }

    /// Gives all paths that it names.
    pub fn paths_mut(&mut self) -> &mut [WirePath] {
        match self {
            Self::Into(path) | Self::As(path) => std::slice::from_mut(path),
            Self::Each(paths) => paths,
        }
    }

    /// Gives all paths that it names.
    pub fn paths(&self) -> &[WirePath] {
        match self {
            Self::Into(path) | Self::As(path) => std::slice::from_ref(path),
            Self::Each(paths) => paths,
        }
    }
}

impl Verb {
    /// Whether sources leave the place where they are.
    pub(crate) fn moves(self) -> bool {
        match self {
            Self::Move | Self::Restore | Self::Undo => true,
            Self::Copy
            | Self::Delete
            | Self::Trash
            | Self::Verify
            | Self::Dedupe
            | Self::Extract
            | Self::Pack => false,
        }
    }
}

#[cfg(test)]
mod tests;
