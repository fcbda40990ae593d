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
//! # Example
//! ```
//! use fcp_engine::engine::Engine;
//! use fcp_engine::event::Outcome;
//! use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
//!
//! # let dir = tempfile::tempdir()?;
//! # std::env::set_current_dir(&dir)?;
//! # std::fs::create_dir("photos")?;
//! let engine = Engine::new();
//! let job = engine.submit(JobSpec {
//!     verb: Verb::Copy,
//!     sources: vec!["photos".into()],
//!     destination: Some(Destination::As("backup".into())),
//!     options: Options::default(),
//! })?;
//! let summary = engine.wait(job)?;
//! assert_eq!(summary.outcome, Outcome::Completed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod anchors;
pub mod background;
pub mod browse;
pub mod command_line;
mod conflict;
mod control;
pub mod edit;
pub mod engine;
pub mod error;
pub mod event;
mod exec;
mod filter;
pub mod foresee;
pub mod home;
mod hub;
mod job;
mod journal;
pub mod keep;
mod launch;
mod limit;
mod meter;
mod mountinfo;
mod node;
pub mod owners;
pub mod path;
mod plan;
pub mod presentation;
mod questions;
pub mod queue;
pub mod quoting;
pub mod record;
mod remove;
pub mod rename;
mod route;
mod run;
mod sampler;
pub mod settings;
pub mod spec;
pub mod spelling;
pub mod started;
mod step;
mod store;
mod sys;
mod temporary;
pub mod trash;
mod tree;
pub mod typed;
mod undo;
mod verify;
pub mod view;
mod walk;
mod worker;

pub use conflict::new_name;
pub use engine::Engine;
pub use hub::Events;
