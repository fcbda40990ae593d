//! Uses what the desktop offers around the windows: tray, notifications, the taskbar, titles.

pub(crate) mod follow;
mod notify;
mod taskbar;
mod title;
pub(crate) mod tray;
