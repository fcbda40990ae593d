//! What the app needs of the system around its windows: one trait, which Linux and macOS implement.
//!
//! The rest of the app knows neither GTK nor Cocoa. What a system does not offer, its side refuses in words, so that the window
//! never shows something that has no effect.

pub(crate) mod contract;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
// Tested on every system.
#[cfg(any(test, target_os = "macos"))]
mod percent;
#[cfg(any(test, target_os = "macos"))]
mod scripts;

pub(crate) use contract::{Carried, Choice, DropHand, Progress, System};
#[cfg(target_os = "linux")]
pub(crate) use linux::Linux as Here;
#[cfg(target_os = "macos")]
pub(crate) use macos::MacOs as Here;
