//! Two threads that decode, the newest request first: what was asked for long ago is out of sight by now.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;

/// How many pictures are decoded at once.
const WIDTH: usize = 2;

/// Requests that wait; older ones are dropped.
const WAITING: usize = 400;

type Task = Box<dyn FnOnce() + Send>;

/// The threads, which begin with the first task.
#[derive(Debug, Default)]
pub(super) struct Pool(OnceLock<Arc<Stack>>);

#[derive(Default)]
struct Stack {
    tasks: Mutex<VecDeque<Task>>,
    woken: Condvar,
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stack").finish_non_exhaustive()
    }
}

impl Pool {
    /// Gives the threads something to do.
    pub(super) fn put(&self, task: impl FnOnce() + Send + 'static) {
        let stack = self.0.get_or_init(|| {
            let stack = Arc::<Stack>::default();
            for _ in 0..WIDTH {
                let stack = Arc::clone(&stack);
                thread::spawn(move || stack.work());
            }
            stack
        });
        let mut tasks = stack.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.len() == WAITING {
            tasks.pop_front();
        }
        tasks.push_back(Box::new(task));
        stack.woken.notify_one();
    }
}

impl Stack {
    fn work(&self) {
        loop {
            let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            let task = loop {
                match tasks.pop_back() {
                    Some(task) => break task,
                    None => {
                        tasks = self.woken.wait(tasks).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(tasks);
            // A decoder may trip over a file that was made for it; the thread serves the next one.
            drop(catch_unwind(AssertUnwindSafe(task)));
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
        for _ in 0..WIDTH {
            let (held, busy) = (Arc::clone(&held), busy.clone());
            pool.put(move || {
                busy.send(()).unwrap();
                // Ends when `hold` is dropped.
                assert!(held.lock().unwrap().recv().is_err());
                std::panic::resume_unwind(Box::new(()));
            });
        }
        for _ in 0..WIDTH {
            is_busy.recv().unwrap();
        }
        let (say, said) = mpsc::channel();
        for n in 0..WAITING + 5 {
            let say = say.clone();
            pool.put(move || say.send(n).unwrap());
        }
        drop((hold, say));
        let mut all: Vec<_> = said.iter().collect();
        // Two threads may overtake each other by one.
        assert!(all[0] >= WAITING + 3, "{all:?}");
        all.sort_unstable();
        assert_eq!(all, (5..WAITING + 5).collect::<Vec<_>>());
    }
}
