//! Waits for what must come, and repeats tests of time limits, which a busy machine may fail.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Child;
use std::time::{Duration, Instant};

use crate::bin::PATIENCE;

/// Looks again and again until something is so.
///
/// # Panics
///
/// If it is not so in two minutes: a test that waits for ever would take all the others with it.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a process has ended as far as that is its own doing.
///
/// The kernel keeps a thread whose call a server of FUSE has taken, or whose data goes to one of NFS, until that answers, even
/// after `SIGKILL` (`request_wait_answer` in `fs/fuse/dev.c`, `wait_on_commit` in `fs/nfs/write.c`), and with it the process, as a zombie or as one that is being killed.
pub fn has_given_up(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let value = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_default().trim().to_owned()
    };
    let pending = u64::from_str_radix(&value("SigPnd:"), 16).unwrap_or_default();
    status.is_empty() || value("State:").starts_with('Z') || pending & 1 << (9 - 1) != 0
}

/// Runs a test up to three times, until it passes once.
///
/// For upper bounds of time alone: what a busy machine delays once it does not delay three times, and what
/// our own code delays it delays always.
pub fn thrice(test: impl Fn()) {
    for _ in 0..2 {
        if catch_unwind(AssertUnwindSafe(&test)).is_ok() {
            return;
        }
    }
    if let Err(failure) = catch_unwind(AssertUnwindSafe(test)) {
        resume_unwind(failure);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_test_may_fail_twice_and_not_three_times() {
        let runs = |failures: u32| {
            let tried = Cell::new(0);
            let test = || {
                tried.set(tried.get() + 1);
                assert!(tried.get() > failures, "too early");
            };
            (catch_unwind(AssertUnwindSafe(|| thrice(test))).is_ok(), tried.get())
        };
        assert_eq!([runs(0), runs(2), runs(3)], [(true, 1), (true, 3), (false, 3)]);
    }
}
