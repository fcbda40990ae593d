//! The terminal programs.
