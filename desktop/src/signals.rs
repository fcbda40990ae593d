//! Handles the signals that ask this process to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

/// Listens to those that ask for an end; the second one ends the process at once, whatever it is doing.
pub(crate) fn listen() -> io::Result<Signals> {
    let again = Arc::new(AtomicBool::new(false));
    let ends = [SIGINT, SIGTERM, SIGHUP];
    for signal in ends {
        flag::register_conditional_default(signal, Arc::clone(&again))?;
        flag::register(signal, Arc::clone(&again))?;
    }
    // A file that grows too long is then a failed write like any other.
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    Signals::new(ends)
}
