//! Tells how the process was started, where Rust's runtime hides it.

/// Whether standard output was closed when the process was started.
///
/// Rust's runtime puts /dev/null in its place, so that what is written there would be lost without a
/// word.
pub fn stdout_was_closed() -> bool {
    fcp_sys::stdout_was_closed()
}
