//! Suspends the program on Ctrl-Z and SIGTSTP, as the job control of shells expects.
//!
//! In raw mode Ctrl-Z is a key and no signal, and SIGTSTP is caught, since the screen must be given back
//! before the process stops. A shell that waits for a pipeline or a script notices only when its whole
//! group has stopped, so the key stops the group, as the terminal does outside raw mode.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;

/// The state of suspensions, shared by the loop and the thread of the signals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suspension {
    /// Whether another program has the terminal.
    lent: Arc<AtomicBool>,
    /// SIGTSTPs that this program sent to its own group and that must not stop it again.
    sent: Arc<AtomicUsize>,
    /// SIGCONTs that end a suspension that the loop itself began.
    expected: Arc<AtomicUsize>,
}

/// The request of a signal of job control to the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobControl {
    /// Give the terminal back and stop.
    Stop,
    /// Take the terminal again: the process was stopped without being asked.
    Continue,
}

/// Tells whether a shell waits for this program; a process that nothing continues must not stop.
///
/// SIGTSTP does not stop an orphaned process group, such as the group of a session leader.
pub(crate) fn is_possible() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

impl Suspension {
    /// Notes whether another program has the terminal.
    pub(crate) fn lend(&self, lent: bool) {
        self.lent.store(lent, Ordering::Relaxed);
    }

    /// Tells whether another program has the terminal.
    pub(crate) fn is_lent(&self) -> bool {
        self.lent.load(Ordering::Relaxed)
    }

    /// Says what the loop does about SIGTSTP.
    pub(crate) fn on_stop(&self) -> Option<JobControl> {
        if take_one(&self.sent) {
            return None;
        }
        if !self.is_lent() {
            return Some(JobControl::Stop);
        }
        // The terminal stopped the program that has it and this one together; the loop waits for that
        // program, and there is no screen to give back.
        if is_possible() {
            stop();
        }
        None
    }

    /// Says what the loop does about SIGCONT.
    pub(crate) fn on_continue(&self) -> Option<JobControl> {
        let was_expected = take_one(&self.expected);
        (!was_expected && !self.is_lent()).then_some(JobControl::Continue)
    }

    /// Stops this process, with its group if the user pressed the key, and returns when it continues.
    pub(crate) fn stop(&self, group: bool) {
        self.expected.fetch_add(1, Ordering::Relaxed);
        if group {
            self.sent.fetch_add(1, Ordering::Relaxed);
            if kill_current_process_group(Signal::TSTP).is_err() {
                self.sent.fetch_sub(1, Ordering::Relaxed);
            }
        }
        stop();
    }
}

/// Stops this process as SIGTSTP does by default.
fn stop() {
    match emulate_default_handler(SIGTSTP) {
        // If the signal cannot be raised, the program keeps running, which the user sees.
        Ok(()) | Err(_) => {}
    }
}

/// Counts one down, and tells whether there was one.
fn take_one(count: &AtomicUsize) -> bool {
    let less = |n: usize| n.checked_sub(1);
    count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_of_our_own_asks_for_nothing() {
        let suspension = Suspension::default();
        assert_eq!(suspension.on_stop(), Some(JobControl::Stop));
        suspension.sent.store(1, Ordering::Relaxed);
        assert_eq!((suspension.on_stop(), suspension.on_stop()), (None, Some(JobControl::Stop)));
        suspension.expected.store(1, Ordering::Relaxed);
        let next = [suspension.on_continue(), suspension.on_continue()];
        assert_eq!(next, [None, Some(JobControl::Continue)]);
        suspension.lend(true);
        assert_eq!(suspension.on_continue(), None);
    }
}
