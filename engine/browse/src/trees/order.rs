//! Puts the rows that threads find in the order of a depth-first walk, and tells them in batches.
//!
//! Each task of the walk has a number, and ends with slots: rows, and the numbers of tasks whose rows come
//! in between. Rows are told as far as no task before them is unfinished.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::row::{CompareBatch, Compared, Row};

/// Time between two batches.
const PACE: Duration = Duration::from_millis(50);

/// Rows in a batch.
const BATCH: usize = 1_000;

/// The number of a task.
pub(super) type Number = u64;

/// What a task left, in order.
#[derive(Debug)]
pub(super) enum Slot {
    Row(Row),
    /// The rows of another task.
    Task(Number),
}

/// The rows that were found, and how far they were told.
pub(super) struct Order<T> {
    /// Tasks that have ended, with what of them was not told.
    ended: HashMap<Number, VecDeque<Slot>>,
    /// The task whose rows come next, below those that wait for it.
    front: Vec<Number>,
    /// Rows that come next.
    ready: Vec<Row>,
    /// Rows that wait for tasks before them.
    waiting: usize,
    compared: Compared,
    last: Option<Instant>,
    told: T,
}

impl<T: FnMut(CompareBatch)> Order<T> {
    pub(super) fn new(first: Number, told: T) -> Self {
        Self {
            ended: HashMap::new(),
            front: vec![first],
            ready: Vec::new(),
            waiting: 0,
            compared: Compared::default(),
            last: None,
            told,
        }
    }

    /// Takes what a task found, and gives how many rows wait for tasks before them.
    pub(super) fn end(&mut self, task: Number, slots: Vec<Slot>, tally: &Compared) -> usize {
        self.compared.add(tally);
        for slot in &slots {
            if let Slot::Row(row) = slot {
                self.compared.count(row.verdict, row.left.as_ref(), row.right.as_ref());
                self.waiting += 1;
            }
        }
        self.ended.insert(task, slots.into());
        self.advance();
        self.tell();
        self.waiting
    }

    /// Adds what was found beside rows.
    pub(super) fn add(&mut self, tally: &Compared) {
        self.compared.add(tally);
        self.tell();
    }

    /// Tells what is left, and gives what was found in all.
    pub(super) fn finish(mut self) -> Compared {
        if !self.ready.is_empty() {
            (self.told)(CompareBatch { rows: self.ready, compared: self.compared });
        }
        self.compared
    }

    fn advance(&mut self) {
        while let Some(task) = self.front.last() {
            let Some(slots) = self.ended.get_mut(task) else { return };
            match slots.pop_front() {
                Some(Slot::Row(row)) => {
                    self.waiting -= 1;
                    self.ready.push(row);
                }
                Some(Slot::Task(next)) => self.front.push(next),
                None => {
                    self.ended.remove(task);
                    self.front.pop();
                }
            }
        }
    }

    /// Tells a batch where one is due; the lock around makes a slow reader hold up the walk.
    fn tell(&mut self) {
        let due = match self.last {
            Some(last) => self.ready.len() >= BATCH || last.elapsed() >= PACE,
            None => !self.ready.is_empty(),
        };
        if due || self.last.is_none() {
            self.last = Some(Instant::now());
        }
        if due {
            let rows = std::mem::take(&mut self.ready);
            (self.told)(CompareBatch { rows, compared: self.compared });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::row::Verdict;

    fn row(path: &str) -> Slot {
        let verdict = Verdict::LeftOnly;
        Slot::Row(Row { path: path.into(), verdict, left: None, right: None, error: None })
    }

    #[test]
    fn rows_are_told_in_the_order_of_their_tasks_and_not_of_their_ends() {
        let mut told = Vec::new();
        let mut order = Order::new(0, |batch: CompareBatch| told.extend(batch.rows));
        let none = Compared::default();
        assert_eq!(order.end(2, vec![row("d")], &none), 1);
        assert_eq!(order.end(3, vec![], &none), 1);
        let slots = vec![row("a"), Slot::Task(1), row("c"), Slot::Task(3), Slot::Task(2), row("e")];
        // All but the first row wait for the task 1.
        assert_eq!(order.end(0, slots, &none), 3);
        assert_eq!(order.end(1, vec![row("b")], &none), 0);
        assert!(order.ended.is_empty() && order.front.is_empty());
        assert_eq!(order.finish().left_only.rows, 5);
        let paths: Vec<_> = told.iter().map(|row| row.path.0.to_str().unwrap()).collect();
        assert_eq!(paths, ["a", "b", "c", "d", "e"]);
    }
}
