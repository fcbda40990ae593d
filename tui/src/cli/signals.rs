//! Catches signals, from other processes and from keys of the terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGUSR1};
use signal_hook::{flag, low_level};

/// Remembers signals until the program looks for them.
///
/// The first of SIGINT, SIGTERM and SIGHUP is only remembered; a second one ends the process at
/// once, whatever it is doing.
#[derive(Debug)]
pub(crate) struct Signals {
    stop: Arc<AtomicUsize>,
    suspend: Arc<AtomicBool>,
    status: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen.
    pub(crate) fn listen() -> io::Result<Self> {
        let stop = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(AtomicBool::new(false));
        let ignored = ignored();
        let is_ignored = |signal: i32| ignored >> (signal - 1) & 1 == 1;
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // nohup and background jobs of plain shells are started with these ignored.
            if is_ignored(signal) {
                continue;
            }
            flag::register_conditional_default(signal, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
            flag::register_usize(signal, Arc::clone(&stop), signal.unsigned_abs() as usize)?;
        }
        let suspend = Arc::new(AtomicBool::new(false));
        if !is_ignored(SIGTSTP) {
            flag::register(SIGTSTP, Arc::clone(&suspend))?;
        }
        let status = Arc::new(AtomicBool::new(false));
        flag::register(SIGUSR1, Arc::clone(&status))?;
        // SIGCONT needs no action, but without a handler it would not interrupt a blocked read.
        flag::register(SIGCONT, Arc::new(AtomicBool::new(false)))?;
        // A file that grows too long is then a failed write like any other (EFBIG), instead of the
        // end of the process with half a file left behind.
        let too_long = rustix::process::Signal::XFSZ.as_raw();
        flag::register(too_long, Arc::new(AtomicBool::new(false)))?;
        Ok(Self { stop, suspend, status })
    }

    /// Gives the signal that asks for an end.
    pub(crate) fn stop(&self) -> Option<i32> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            signal => i32::try_from(signal).ok(),
        }
    }

    /// Takes a request to stop for a while.
    pub(crate) fn take_suspend(&self) -> bool {
        self.suspend.swap(false, Ordering::Relaxed)
    }

    /// Takes a request for a status line.
    pub(crate) fn take_status(&self) -> bool {
        self.status.swap(false, Ordering::Relaxed)
    }
}

/// Stops this process as SIGTSTP would have, until it is continued.
pub(crate) fn suspend() {
    // If the process cannot be stopped, it keeps running.
    let _stopped = low_level::emulate_default_handler(SIGTSTP).is_ok();
}

/// Ends this process by a signal, so that its parent sees what happened.
pub(crate) fn die_of(signal: i32) -> u8 {
    let _died = low_level::emulate_default_handler(signal).is_ok();
    // Only reached where the signal could not be raised; shells spell it like this.
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// Gives the signals that the parent wanted ignored, as a mask.
fn ignored() -> u64 {
    // The mask is in hexadecimal; where there is no such file, nothing is taken as ignored.
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
