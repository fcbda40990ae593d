//! Divides a copy into parts that processes on many machines run, by files in a directory that all of them see.
//!
//! One walk (`fcp plan`) writes lists of items; any launcher then starts processes (`fcp part`), each of which
//! claims a list and copies what it names; at the end `fcp plan finish` gives the directories their times and modes.
//! No process of ours stays between these, and nothing but files and renames is shared.
//!
//! # How a job is divided
//!
//! A dry run writes the lists while it walks (`lists.rs`): items to parts, cut by count and bytes, names of one inode into
//! one part, and directories in the order in which the walk leaves them. A part is an ordinary copy whose walk takes the
//! names of each directory from its list instead of listing it (`selection.rs`); directories on the way are made and left
//! alone. The last step sets the directories' metadata list by list, children before parents. A program
//! that watches reads the results of parts and what is new in their files of events (`watch.rs`).
//!
//! A delete is divided in the same way (`remove/part.rs`). Its lists name what is no directory, and with each item what tells
//! it from another one (`stamp.rs`): a part removes nothing that has got a name since. The last step removes the directories
//! from which the filters keep nothing.
//!
//! A part of a move is an ordinary move that renames nothing: it copies, flushes, looks once more at each source, and
//! then removes it, whatever other attempts at the part have done or say. So nothing that a process notes is needed for
//! the safety of a source. Directories stay until the last step, which gives their counterparts the times that the
//! plan noted, since items have left them since, and removes those that are empty.
//!
//! A mirror is a copy whose walk lists, too, what the destination has and the sources lack, each item with what tells it
//! from others and from what it may become (`extras.rs`, `stamp.rs`, `tree.rs`). Whenever the last step is taken, it first
//! compares the directories of all these lists once more (`sweep.rs`, `copy/sweep.rs`). Then it removes what is in a list,
//! has not changed, and is lacking in the source now: the fewer of what is extra now, what was when an earlier run began to
//! remove, and what was in the walk. Where items are deleted and not moved to the trash, each item in a directory is
//! listed, so that a step that is taken again continues.
//!
//! An item of another type that is in the way of a planned one is removed by a part, which compares it with what the walk
//! has found there (`ways.rs`). It goes to the trash by one rename, never piece by piece: so no part leaves a directory
//! behind that is neither that of the walk nor another one.
//!
//! A comparison is a job that reads alone: its parts compare, and there is no last step but to sum up.
//!
//! # The directory of a plan
//!
//! | name | what it is |
//! |---|---|
//! | `plan.json` | the request, what its roots were, and a checksum; written last, so a plan without it is not whole |
//! | `parts/000017` | a list that no process has claimed |
//! | `taken/000017.…` | the same file, claimed by the process that its name tells |
//! | `done/`, `failed/` | the same file, when its part has ended; a retry renames it from `failed` to `parts` |
//! | `folders/000000` | lists of directories, children before parents, for the last step |
//! | `removals/000000` | lists of what the last step of a mirror removes |
//! | `files/000000` | lists of files of which several parts have pieces (`pieces.rs`), which the last step names |
//! | `results/000017.json` | the summary of a part that has ended |
//! | `ways/000000` | lists of what is in the way of directories of a mirror |
//! | `results/removals-000000` | what a list of removals was found to be before the first removal: a checksum, and a letter for each item |
//! | `results/.fcp-…` | which file has this hidden name, to which several parts write |
//! | `results/.fcp-…~…` | that the last step gives the final name to a copy of it, of this inode and birth |
//! | `results/removals.json` | what the last step of a mirror has removed |
//! | `journal/`, `events/` | what each attempt at a part has reported, for the next attempt and for people |
//!
//! # Claims
//!
//! A rename claims: `parts/N` becomes `taken/N.CLAIM`, and of two processes the kernel, or the server, lets one
//! succeed. A reply may be lost on its way from a server; then the second try reports `ENOENT`, and the claim is ours
//! if a file with our name for it is there. A claim is dead if its process is: one on this machine is looked for by
//! its number, and one on another machine by the age of its file, whose time the owner renews. Two processes that run
//! the same part, because one of them was taken for dead, do no harm: each file is published by rename or created
//! exclusively, and both write the same.
//!
//! # Retries
//!
//! A part that failed begins anew with all of its items, under its number. Which of them failed is told for people only: a
//! process that is killed, or a job that is aborted, does not tell all that it has left alone.

pub(crate) mod claim;
pub(crate) mod copies;
pub(crate) mod disk;
mod divided;
mod error;
mod events;
pub(crate) mod extras;
mod filling;
pub(crate) mod folder;
pub(crate) mod format;
pub(crate) mod groups;
pub(crate) mod lists;
pub(crate) mod pieces;
pub(crate) mod planned;
mod planning;
pub(crate) mod progress;
mod result;
pub(crate) mod retry;
pub(crate) mod roots;
pub(crate) mod selection;
pub(crate) mod stamp;
pub(crate) mod status;
pub(crate) mod sweep;
pub(crate) mod swept;
mod tree;
mod watch;
pub(crate) mod ways;

pub use claim::{Claim, Patience};
pub use error::PlanError;
pub use events::EventsFile;
pub use folder::{Next, PlanFolder};
pub use lists::{Cut, Lists};
pub use planned::{Planned, PlannedRemovals};
pub use planning::Planning;
pub use result::{PartResult, PartState};
pub use retry::Retried;
pub use status::{Claimed, Failure, Status};
pub use sweep::Removed;
pub use watch::{PlanWatch, Sums};

/// Gives the moment that an event is told at, in microseconds since the Unix epoch.
pub fn now() -> u64 {
    fcp_sys::now()
}
