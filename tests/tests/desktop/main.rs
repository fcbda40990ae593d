//! The desktop app in its real window, with the real engine behind it, driven as a user drives it.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

mod browse;
