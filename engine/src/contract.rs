//! Defines requests and events: plain data that can be stored and sent, and a pure fold over it.
//!
//! Nothing here reads a clock, a file or a variable, and nothing of the engine is imported.

pub(crate) mod checksum;
pub mod error;
pub mod event;
pub mod path;
mod presets;
pub mod spec;
pub mod view;
pub(crate) mod wire;
