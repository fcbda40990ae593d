//! What the terminal programs and the desktop app think before they draw: one place for what both say.
//!
//! It depends on the contract alone: requests, events, paths and errors.

pub mod answers;
pub mod transfer;
