//! Answers that are waited for no longer than a person would.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Asks on a thread of its own; none if the answer takes too long, as that of a dead mount does.
pub(crate) fn within<T: Send + 'static>(
    time: Duration,
    ask: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, answer) = mpsc::channel();
    thread::spawn(move || match done.send(ask()) {
        // Nobody waits any more.
        Ok(()) | Err(_) => {}
    });
    answer.recv_timeout(time).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_comes_in_time_counts() {
        assert_eq!(within(Duration::MAX, || 7), Some(7));
        let (hold, held) = mpsc::channel::<()>();
        assert_eq!(within(Duration::ZERO, move || held.recv().is_ok()), None);
        drop(hold);
    }
}
