//! fcp's engine.
pub mod browse;
pub mod engine;
pub mod error;
pub mod event;
pub mod path;
pub mod spec;
pub mod view;
