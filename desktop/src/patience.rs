//! Runs requests that may block, such as those to disks, on other threads, and waits for each only so long.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use fcp_presentation::lock;

/// Threads of one kind that may wait for disks which do not answer.
const STUCK: usize = 8;

/// Asks on a thread of its own; none if the answer takes too long, as that of a dead mount does.
pub(crate) fn within<T: Send + 'static>(
    time: Duration,
    ask: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, answer) = mpsc::channel();
    thread::spawn(move || match done.send(ask()) {
        // The caller may have stopped waiting.
        Ok(()) | Err(_) => {}
    });
    answer.recv_timeout(time).ok()
}

/// Threads that ask disks, of which only so many may be without an answer.
#[derive(Debug, Default)]
pub(crate) struct Threads(Arc<AtomicUsize>);

/// One of them, until it has its answer.
struct Busy(Arc<AtomicUsize>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Threads {
    /// Asks as [`within`] does; none at once while too many threads are stuck, and none after a panic.
    pub(crate) fn within<T: Send + 'static>(
        &self,
        time: Duration,
        ask: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let busy = Busy(Arc::clone(&self.0));
        if self.0.fetch_add(1, Ordering::SeqCst) >= STUCK {
            return None;
        }
        within(time, move || {
            let answer = ask();
            drop(busy);
            answer
        })
    }
}

/// Asks of which only the newest counts: one at a time, and one that waits for its turn.
#[derive(Debug, Default)]
pub(crate) struct Newest {
    turns: Mutex<Turns>,
    changed: Condvar,
    threads: Threads,
}

#[derive(Debug, Default)]
struct Turns {
    last: u64,
    is_busy: bool,
}

impl Newest {
    /// Asks as [`Threads::within`] does, once the previous request has ended; none if a newer one came.
    pub(crate) fn within<T: Send + 'static>(
        &self,
        time: Duration,
        ask: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let mut turns = self.turns();
        turns.last += 1;
        let mine = turns.last;
        self.changed.notify_all();
        while turns.is_busy && turns.last == mine {
            turns = self.changed.wait(turns).unwrap_or_else(PoisonError::into_inner);
        }
        if turns.last != mine {
            return None;
        }
        turns.is_busy = true;
        drop(turns);
        let answer = self.threads.within(time, ask);
        self.turns().is_busy = false;
        self.changed.notify_all();
        answer
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        lock(&self.turns)
    }
}

#[cfg(test)]
mod tests {
    use std::thread::ScopedJoinHandle;

    use super::*;

    /// A disk that does not answer until it is dropped.
    struct Dead(Option<mpsc::Sender<()>>, Arc<Mutex<mpsc::Receiver<()>>>);

    impl Dead {
        fn new() -> Self {
            let (hold, held) = mpsc::channel();
            Self(Some(hold), Arc::new(Mutex::new(held)))
        }

        fn ask(&self) -> impl FnOnce() + Send + 'static {
            let held = Arc::clone(&self.1);
            move || assert!(held.lock().unwrap().recv().is_err())
        }
    }

    #[test]
    fn only_what_comes_in_time_counts() {
        assert_eq!(within(Duration::MAX, || 7), Some(7));
        let dead = Dead::new();
        assert_eq!(within(Duration::ZERO, dead.ask()), None);
    }

    #[test]
    fn only_so_many_threads_wait_for_a_dead_disk() {
        let (threads, mut dead) = (Threads::default(), Dead::new());
        for _ in 0..2 * STUCK {
            assert_eq!(threads.within(Duration::ZERO, dead.ask()), None);
        }
        assert_eq!(threads.0.load(Ordering::SeqCst), STUCK);
        assert_eq!(threads.within(Duration::MAX, || 7), None);
        drop(dead.0.take());
        while threads.0.load(Ordering::SeqCst) > 0 {
            thread::yield_now();
        }
        let panics = threads.within(Duration::MAX, || std::panic::resume_unwind(Box::new(())));
        assert_eq!(panics, None::<()>);
        assert_eq!(threads.within(Duration::MAX, || 7), Some(7));
    }

    #[test]
    fn a_newer_ask_replaces_the_one_that_waits() {
        let (newest, mut dead) = (&Newest::default(), Dead::new());
        let (asked, is_asked) = mpsc::channel();
        let until = |last: u64| {
            while newest.turns().last < last {
                thread::yield_now();
            }
        };
        thread::scope(|scope| {
            let ask = dead.ask();
            let first = scope.spawn(move || {
                newest.within(Duration::MAX, move || {
                    asked.send(()).unwrap();
                    ask();
                })
            });
            is_asked.recv().unwrap();
            let waiting: Vec<ScopedJoinHandle<'_, _>> = (2..40)
                .map(|n| {
                    let one = scope.spawn(move || newest.within(Duration::MAX, move || n));
                    until(n);
                    one
                })
                .collect();
            // All but the newest have given way while the disk is still dead.
            let mut answers = waiting.into_iter();
            let last = answers.next_back().unwrap();
            assert!(answers.all(|one| one.join().unwrap().is_none()));
            assert!(!first.is_finished() && !last.is_finished());
            drop(dead.0.take());
            assert_eq!(last.join().unwrap(), Some(39));
        });
    }
}
