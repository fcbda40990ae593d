//! Defines the visitor that copies and moves: it makes every item of the source in the destination.
//!
//! # How a copy works
//!
//! 1. F5, or a command line, becomes a `JobSpec`. `Engine::submit` refuses what cannot run at all, tells
//!    `job.queued` and starts a thread for the job, which makes a pool of its own.
//! 2. The walk looks at the operands, then lists a directory at a time. Files are handed out in batches
//!    during the listing; one continuation task per directory hands out subdirectories and spawns itself
//!    again before it enters one. So each level of a tree has one outstanding task at most, a worker goes
//!    deeper first, and an idle worker steals the rest of the directory nearest to the root.
//! 3. A worker opens directories below ones it already holds. Where the kernel allows, each has a
//!    descriptor table of its own, which spares all the locking of a shared one.
//! 4. A file is opened, the conflict rules are asked if its name is taken, and its data moves by the
//!    first mover that works: reflink, `copy_file_range`, read and write; direct or uncached where asked
//!    for. What does not work between two devices is remembered in the `Route` and not tried again.
//!    Large files are cut into blocks for all workers.
//! 5. Between chunks the worker asks `Control` whether to continue. Chunks take about a hundredth
//!    of a second whatever the device, so a pause and a cancel are prompt.
//! 6. Metadata are set in the one order that works (owner, then ACLs and xattrs, mode, times, file flags), the copy
//!    is compared if asked for, flushed if asked for, and closed, which may report what did not arrive. Then it
//!    is *published*: a file that replaces another is
//!    written beside it and renamed over it; a new one above 1 MiB has no name (`O_TMPFILE`) until it is
//!    whole; smaller ones are created in place and removed if they fail. With a backup the new file and the
//!    old one change places (`backup.rs`), and what came out gets the backup's name.
//! 7. When the last item below a directory has ended, whichever worker ended it sets the directory's
//!    metadata and leaves it, deepest first.
//! 8. When nothing is outstanding and nothing waits for an answer, the job flushes if asked to and tells one
//!    `job.summary`. syncfs(2) tells of an error once to each descriptor that was open before it, so each
//!    filesystem is opened before the first write to it: the destination by the job, what is mounted below it
//!    by the worker that enters it. With `Durability::File` items wait for that on a smaller scale: their names
//!    are flushed with their directories, each once for many items, before they are told as done.
//!
//! Meanwhile a sampler adds up the workers' counters ten times a second and a counting walk finds the
//! totals. The `Hub` hands each subscriber facts in order and the newest progress.
//!
//! # How a move works
//!
//! A move is a copy of everything, by the same visitor, with two differences: it first tries to rename,
//! and in the end the source goes. `Options::complete_for_move` sets what that demands.
//!
//! 1. Each item, file or directory, is renamed with `RENAME_NOREPLACE`, without a look at it. That is all
//!    for most moves. If the name is taken, the conflict rules decide as for copies: a file is replaced
//!    by rename, a directory is entered and what is in it is moved in the same way.
//! 2. If a file cannot be renamed to the counterpart of its directory (`EXDEV`: another filesystem, a
//!    bind mount, a subvolume), nothing in that directory is tried again. A directory that cannot is
//!    made and entered, and its files are tried: overlays refuse only directories.
//! 3. A copy does not count yet. It waits in its worker's *batch*, which is flushed at 1,024 files, at
//!    256 MiB (less where a flush takes long, so that a cancel stays prompt), after a second, or when
//!    nothing else is left (`Actor::settle`). New small files have their names already, since their
//!    sources are still there; large ones and what replaces another file do not.
//! 4. A flush is a `syncfs` on a directory that was opened before the first write it answers for; or, for
//!    up to eight files, an `fsync` of each and of the directories above that are new. Then the waiting
//!    files get their names, then these are flushed.
//! 5. If a flush fails, every copy of the batch is flushed alone, dropped from the cache and compared with
//!    its source. Those that differ fail, and lose their name if they were new. The next batch opens its
//!    directory anew, since an error is told once.
//! 6. Each source is looked at again. If inode, size, mtime or ctime are not those it was read with, it
//!    stays, the item fails, and a new copy is removed. (The ctime of a file with several names tells
//!    nothing: it changes whenever one of them goes. Such names wait for the first copy to be safe and
//!    become links to it. A job of the queue has the place of that copy stored first: the last name that a killed
//!    run leaves does not show that there were others.) Only then it is unlinked, and its item ends.
//! 7. A directory is left when everything below has ended, as in a copy. Its source joins a list of the
//!    job, children before parents; the list is worked off after a flush that makes the metadata of
//!    1,024 counterparts safe at once. A directory in which something stays is left alone and told as
//!    skipped; one that is not empty for another reason fails.
//!
//! When a job is cancelled, what waits in a batch is taken back: the copies go, the sources stay.
//! `Durability::Batch` gives copies the steps 3 to 5 as well; then all files wait for their names.
//!
//! With a checksum to verify by (`checksum.rs`), a file is not copied by the kernel: a worker computes it from what it
//! reads anyway. A clone is free and is kept, and a mover that the user forced; then the source is read once
//! more. What is read back is compared with the checksum, and both are the manifest's (`job/manifest.rs`).
//!
//! # How a snapshot works
//!
//! Of a source directory that is a btrfs subvolume, `snapshot.rs` takes a snapshot if the request says so, before the
//! directory would be made; then it is done, and nothing in it is listed. `BTRFS_IOC_SNAP_CREATE_V2` is exclusive and
//! atomic; with nested subvolumes it is made under a temporary name, and each nested one in turn.
//!
//! What a kill may leave: a file with the beginning `.fcp-` in the instant in which one without a name
//! replaces another; on btrfs, and with `--verify` or parallel blocks, files wait under such names.
//! Everything else is at its source or whole at its destination, and a second run ends it.

mod above;
mod arrived;
mod backup;
mod backup_name;
mod batch;
mod blocks;
mod buffer;
mod checksum;
mod clearing;
mod copied;
mod copier;
mod created;
mod data;
mod dir;
mod discard;
mod empty;
mod ends;
mod exchange;
mod existing;
pub(crate) mod extras;
mod file;
mod finish;
mod flush;
mod fstab;
mod gathered;
mod gathered_copy;
mod gnu;
mod holes;
pub(crate) mod in_the_way;
mod inherit;
mod lacking;
mod large;
mod leave;
mod leftovers;
mod links;
mod locks;
mod looked;
mod meta;
mod naming;
mod nested;
pub(crate) mod noted;
mod numbered;
mod operand;
mod other;
mod pace;
mod parents;
mod pending;
mod pieces;
mod planned;
mod publish;
mod range;
mod reflink;
mod relocation;
mod removals;
pub(crate) mod removing;
mod rename;
mod respell;
mod retain;
mod reuse;
mod seen;
mod settle;
mod snapshot;
mod source_dirs;
mod spared;
mod stage;
pub(crate) mod sweep;
pub(crate) mod tally;
mod tell;
mod uncached;
mod unchanged;
mod undo_lines;
mod unpacked;
mod verify;
mod views;
mod visit;
mod writeback;

pub(crate) use above::is_above_source;
pub(crate) use copier::{Copier, Relocation};
pub(crate) use discard::Discarder;
pub(crate) use ends::DataError;
pub(crate) use lacking::{does_not_fit, is_bearable, is_not_kept};
pub(crate) use meta::give_owner;
pub(crate) use nested::Nested;
pub(crate) use operand::{Operand, is_one_directory, operands};
pub(crate) use publish::close_stored;
pub(crate) use relocation::make_way_to;
pub(crate) use reuse::Trees;
pub(crate) use snapshot::{Snapshot, recorded};
pub(crate) use unchanged::Likeness;
pub(crate) use unchanged::has_attributes;
pub(crate) use unpacked::{DirectoryMeta, Unpacked};
pub(crate) use verify::differ;
