//! Two threads that decode pictures, the newest request first: rows of older ones may be out of sight by now.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use fcp_presentation::lock;

use crate::patience::Threads;

/// Time that a picture has, its disk included; then another one is decoded beside it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many pictures are decoded at once.
const WIDTH: usize = 2;

/// Requests that wait; older ones are dropped.
const WAITING: usize = 400;

type Task = Box<dyn FnOnce(&Threads) + Send>;

/// The threads, which begin with the first task.
#[derive(Debug)]
pub(super) struct Pool {
    patience: Duration,
    stack: OnceLock<Arc<Stack>>,
}

impl Default for Pool {
    fn default() -> Self {
        Self { patience: PATIENCE, stack: OnceLock::new() }
    }
}

#[derive(Default)]
struct Stack {
    tasks: Mutex<VecDeque<Task>>,
    woken: Condvar,
    threads: Threads,
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stack").finish_non_exhaustive()
    }
}

impl Pool {
    /// Lets a picture be made; `done` gets it, or none if it fails or takes too long.
    pub(super) fn put<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> Option<T> + Send + 'static,
        done: impl FnOnce(Option<T>) + Send + 'static,
    ) {
        let stack = self.stack.get_or_init(|| {
            let stack = Arc::<Stack>::default();
            for _ in 0..WIDTH {
                let stack = Arc::clone(&stack);
                thread::spawn(move || stack.work());
            }
            stack
        });
        let mut tasks = lock(&stack.tasks);
        if tasks.len() == WAITING {
            tasks.pop_front();
        }
        // A decoder may panic on a crafted file, or wait for a dead disk: neither ends or blocks a
        // thread of the pool.
        let patience = self.patience;
        tasks.push_back(Box::new(move |threads| done(threads.within(patience, make).flatten())));
        stack.woken.notify_one();
    }
}

impl Stack {
    fn work(&self) {
        loop {
            let mut tasks = lock(&self.tasks);
            let task = loop {
                match tasks.pop_back() {
                    Some(task) => break task,
                    None => {
                        tasks = self.woken.wait(tasks).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(tasks);
            task(&self.threads);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn the_newest_comes_first_and_a_panic_costs_one_task() {
        let pool = Pool::default();
        let (hold, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (busy, is_busy) = mpsc::channel();
        let (failed, has_failed) = mpsc::channel();
        for _ in 0..WIDTH {
            let (held, busy, failed) = (Arc::clone(&held), busy.clone(), failed.clone());
            let make = move || -> Option<()> {
                busy.send(()).unwrap();
                // Ends when `hold` is dropped.
                assert!(held.lock().unwrap().recv().is_err());
                std::panic::resume_unwind(Box::new(()));
            };
            pool.put(make, move |made| failed.send(made.is_none()).unwrap());
        }
        for _ in 0..WIDTH {
            is_busy.recv().unwrap();
        }
        let (say, said) = mpsc::channel();
        for n in 0..WAITING + 5 {
            let say = say.clone();
            pool.put(move || Some(n), move |made| say.send(made.unwrap()).unwrap());
        }
        drop((hold, say, failed));
        assert_eq!(has_failed.iter().collect::<Vec<_>>(), [true; WIDTH]);
        let mut all: Vec<_> = said.iter().collect();
        // Two threads may overtake each other by one.
        assert!(all[0] >= WAITING + 3, "{all:?}");
        all.sort_unstable();
        assert_eq!(all, (5..WAITING + 5).collect::<Vec<_>>());
    }

    #[test]
    fn pictures_on_a_dead_disk_do_not_hold_up_others() {
        let pool = Pool { patience: Duration::from_millis(100), ..Pool::default() };
        let (hold, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (say, said) = mpsc::channel();
        for _ in 0..2 * WIDTH {
            let (held, say) = (Arc::clone(&held), say.clone());
            pool.put(move || held.lock().unwrap().recv().ok(), move |made| say.send(made).unwrap());
        }
        for _ in 0..2 * WIDTH {
            assert_eq!(said.recv_timeout(Duration::from_secs(60)), Ok(None));
        }
        // On a busy machine a picture may be late that has nothing to wait for.
        let made = std::iter::repeat_with(|| {
            let say = say.clone();
            pool.put(|| Some(()), move |made| say.send(made).unwrap());
            said.recv_timeout(Duration::from_secs(60)).unwrap()
        });
        assert!(made.take(100).any(|made| made.is_some()));
        drop(hold);
    }
}
