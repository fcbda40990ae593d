//! Copies trees in parallel and tells everything it does as one stream of events.
//!
//! # Words
//! A **job** is a unit of work, asked for by a **job spec**: a **verb**, operands and options. It
//! consists of **ops**, file-level steps. A **mover** is how bytes travel; to **publish** is to give
//! a finished file its final name. A **conflict** is a destination that is taken; a **question** is
//! a conflict or an error that waits for an answer; a **resolution** is the answer with its
//! **scope**; a **policy** is an answer given beforehand. A **fact** is an event that is never
//! dropped; **progress** is sampled.
//!
//! A **visitor** is what a job does with each item that the **walk** finds; a **route** is what the job has learned of two
//! devices; a **batch** is what waits for one flush. A **lane** is a disk of the queue, on which jobs run one after the
//! other; a **lease** says which process runs a job. A **journal** says which items have ended, to resume a job; a
//! **record** says what a job changed, to undo it. A **stage** is the hidden directory in which items arrive before they
//! get their names. A **plan** divides a job into **parts** for many machines.
//!
//! # Example
//! ```
//! use fcp_engine::Engine;
//! use fcp_engine::event::Outcome;
//! use fcp_engine::spec::{Destination, JobSpec};
//!
//! # let dir = tempfile::tempdir()?;
//! # std::env::set_current_dir(&dir)?;
//! # std::fs::create_dir("photos")?;
//! let engine = Engine::new();
//! let job = engine.submit(JobSpec::copy(["photos"], Destination::As("backup".into())))?;
//! let summary = engine.wait(job)?;
//! assert_eq!(summary.outcome, Outcome::Completed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two programs in `examples/` do a little more: `backup` and `compare`.
//!
//! # What is added later
//! Later versions add fields and variants. Events, phases, error codes and requests are matched to the last variant
//! and made by programs, so they have no `#[non_exhaustive]`: the compiler then names each place that has to think
//! of a new one. Make requests by the presets of [`spec::JobSpec`] and `..Default::default()`, and a
//! [`event::Summary`] by its `without_work`. `#[non_exhaustive]` stands on what only the engine makes and programs
//! only read, such as the status of a plan. Readers of JSON ignore what they do not know.
//!
//! # Features
//! `queue`, on by default: the queue that all processes of a user share ([`queue`]), with SQLite. Without it
//! jobs start at once, and are not kept when the process ends.

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]
// Only the queue gives a job a journal, stops it to be resumed elsewhere, and reads what it told.
#![cfg_attr(not(feature = "queue"), allow(dead_code, unused_imports))]

mod contract;
mod copy;
mod dedupe;
pub mod engine;
mod in_order;
mod job;
mod journal;
mod launch;
pub mod link;
mod pack;
pub mod parts;
mod plan;
#[cfg(feature = "queue")]
pub mod queue;
pub mod record;
mod remote;
mod remove;
mod stage;
mod subvolume;
pub mod sum;
pub mod trash;
mod undo;
mod unpack;
mod verify;
mod walk;

pub use contract::{error, event, path, spec, view};
pub use engine::Engine;
pub use job::conflict::{fails_by_policy, kind_of_conflict, mismatch_policy, new_name};
pub use job::hub::Events;
pub use pack::can_be_archive;
pub use record::foresee;
pub use unpack::{error_of, usual_limit};
pub use walk::gitignore;
pub use walk::globs::Globs;
pub use walk::spelling::folded;
pub use walk::temporary::is_temporary;
pub use walk::wildcard::Wildcard;
