//! The plan that brings two trees in step: what differs, what is done about it, and the one job that does it.

mod action;
mod identity;
mod job;
mod keeper;
mod kept;
mod memory;
mod sums;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::{Facts, Row, Verdict};
use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;
use sums::add;

use crate::tr;

pub use action::{Action, Direction};
pub use keeper::{Keeper, Wish};
pub use kept::{KeptEnd, Recalled, compare, remember};
pub use memory::{Memory, forget, is_kept};
pub use sums::{Sum, Sums};

/// Says why two folders cannot be brought in step, if they cannot.
pub fn refusal([left, right]: [&Path; 2]) -> Option<&'static str> {
    if left == right {
        Some(tr!("step-same-folder"))
    } else if left.starts_with(right) || right.starts_with(left) {
        Some(tr!("step-inside"))
    } else {
        None
    }
}

/// A row of the plan, as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its path below both folders; empty for the folders themselves.
    pub path: &'a Path,
    /// How the sides compare.
    pub verdict: Verdict,
    /// The left side, if it is known.
    pub left: Option<Facts>,
    /// The right side, if it is known.
    pub right: Option<Facts>,
    /// What is done about it.
    pub action: Action,
    /// Whether the user chose that.
    pub is_chosen: bool,
    /// Why it could not be compared.
    pub error: Option<&'a OpError>,
    /// Whether each side is as it was when both were alike; none if they are not known to have been.
    pub unchanged: Option<[bool; 2]>,
}

impl Entry<'_> {
    /// Says what has happened since both sides were alike, if that is known.
    pub fn since(&self) -> Option<&'static str> {
        if self.error.is_some() {
            // Nothing is known of what could not be read.
            return None;
        }
        let sides = [self.left.is_some(), self.right.is_some()];
        Some(match (self.unchanged?, sides) {
            ([true, _], [true, false]) => tr!("since-removed-right"),
            ([_, true], [false, true]) => tr!("since-removed-left"),
            (_, [true, false]) => {
                tr!("since-changed-left-removed-right")
            }
            (_, [false, true]) => {
                tr!("since-changed-right-removed-left")
            }
            ([true, false], _) => tr!("since-changed-right"),
            ([false, true], _) => tr!("since-changed-left"),
            ([false, false], _) => tr!("since-changed-both"),
            ([true, true], _) => return None,
        })
    }
}

/// What differs between two trees, and what is done about it.
///
/// Paths are packed into one buffer, so that hundreds of thousands of rows take little more than their names.
#[derive(Clone, Debug)]
pub struct Plan {
    roots: [PathBuf; 2],
    direction: Direction,
    /// When they were first looked at, in microseconds since the Unix epoch.
    began: u64,
    /// What both folders had in common, if they are kept in step.
    memory: Option<Arc<Memory>>,
    rows: Vec<Packed>,
    paths: Vec<u8>,
    /// Why rows could not be compared, by their number.
    errors: Vec<(u32, Box<OpError>)>,
    /// Verdicts whose rows are not shown.
    hidden: Vec<Verdict>,
    /// Numbers of the rows that are shown.
    shown: Vec<u32>,
    sums: Sums,
    /// How many rows there are of each verdict, hidden ones included.
    counts: [usize; Verdict::ALL.len()],
    /// The last row of a folder that one side alone has: what could not be read in it follows.
    lone: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Packed {
    /// Where its path ends in the buffer; it begins where that of the row before ends.
    end: usize,
    verdict: Verdict,
    left: Option<Facts>,
    right: Option<Facts>,
    chosen: Option<Action>,
    /// Whether it is a folder in which something could not be read, so that nothing is known of what it holds.
    is_partial: bool,
    /// Whether each side is as it was when both were alike.
    unchanged: Option<[bool; 2]>,
}

impl Packed {
    fn action(&self, direction: Direction) -> Action {
        self.chosen.unwrap_or_else(|| {
            let proposed = action::proposed(self.verdict, direction, self.unchanged);
            if self.is_kept_from(proposed) { Action::Leave } else { proposed }
        })
    }

    /// Whether an action may be chosen.
    fn is_possible(&self, action: Action) -> bool {
        action::possible(self.verdict).contains(&action) && !self.is_kept_from(action)
    }

    /// Whether an action would remove a folder that could not be read: the user has not seen what is in it.
    fn is_kept_from(&self, action: Action) -> bool {
        self.is_partial && matches!(action, Action::RemoveLeft | Action::RemoveRight)
    }

    /// What the row adds to the sum of an action: the side that is copied or removed.
    fn weight(&self, action: Action) -> Sum {
        let facts = match action {
            Action::CopyRight | Action::RemoveLeft => self.left,
            Action::CopyLeft | Action::RemoveRight => self.right,
            Action::Leave | Action::Undecided => self.left.or(self.right),
        };
        let facts = facts.map_or((0, 0), |facts| (facts.files, facts.size));
        Sum { rows: 1, files: facts.0, bytes: facts.1 }
    }
}

impl Plan {
    /// Starts the plan of two folders, without a row.
    pub fn new(left: PathBuf, right: PathBuf, direction: Direction) -> Self {
        Self {
            roots: [left, right],
            direction,
            began: crate::now(),
            memory: None,
            rows: Vec::new(),
            paths: Vec::new(),
            errors: Vec::new(),
            hidden: Vec::new(),
            shown: Vec::new(),
            sums: Sums::default(),
            counts: [0; Verdict::ALL.len()],
            lone: None,
        }
    }

    /// Takes what both folders had in common, before the first row.
    pub fn recall(&mut self, memory: Arc<Memory>) {
        self.memory = Some(memory);
    }

    /// Tells whether both folders are known to have been alike.
    pub fn has_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Tells whether another comparison of the same folders has found the same.
    pub fn has_rows_of(&self, other: &Self) -> bool {
        let is_same = |(one, two): (&Packed, &Packed)| {
            let facts = |row: &Packed| (row.end, row.verdict, row.left, row.right, row.unchanged);
            facts(one) == facts(two)
        };
        self.paths == other.paths
            && self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(is_same)
    }

    /// Gives the two folders.
    pub fn roots(&self) -> &[PathBuf; 2] {
        &self.roots
    }

    /// Adds a row behind all others.
    pub fn push(&mut self, row: Row) {
        let number = self.rows.len() as u32;
        if row.verdict == Verdict::Failed {
            self.know_less(&row.path.0);
        }
        self.paths.extend_from_slice(row.path.0.as_os_str().as_bytes());
        let Row { verdict, left, right, error, ref path } = row;
        self.errors.extend(error.map(|error| (number, error)));
        let is_lone = [left, right].into_iter().flatten().any(|it| it.kind == FileKind::Directory);
        if is_lone && matches!(verdict, Verdict::LeftOnly | Verdict::RightOnly) {
            self.lone = Some(number);
        }
        let end = self.paths.len();
        let sides = [left.as_ref(), right.as_ref()];
        let unchanged = self.memory.as_ref().and_then(|it| it.unchanged(&path.0, sides));
        let packed =
            Packed { end, verdict, left, right, chosen: None, is_partial: false, unchanged };
        let action = packed.action(self.direction);
        add(&mut self.sums.0[action as usize], packed.weight(action));
        self.counts[verdict as usize] += 1;
        self.rows.push(packed);
        if !self.hidden.contains(&verdict) {
            self.shown.push(number);
        }
    }

    /// Notes that something at a path could not be read, which may be in the folder of an earlier row.
    fn know_less(&mut self, path: &Path) {
        let Some(lone) = self.lone.map(|lone| lone as usize) else { return };
        if !path.starts_with(self.path(lone)) {
            return;
        }
        if let Some(row) = self.rows.get_mut(lone) {
            row.is_partial = true;
            row.chosen = row.chosen.filter(|action| row.is_possible(*action));
        }
        self.recount();
    }

    /// Gives how many rows there are, hidden ones included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Tells whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Gives how many rows are shown.
    pub fn shown(&self) -> usize {
        self.shown.len()
    }

    /// Gives a row by its place among those that are shown.
    pub fn get(&self, at: usize) -> Option<Entry<'_>> {
        let number = *self.shown.get(at)?;
        let row = self.rows.get(number as usize)?;
        let error = self.errors.binary_search_by_key(&number, |(of, _)| *of).ok();
        Some(Entry {
            path: self.path(number as usize),
            verdict: row.verdict,
            left: row.left,
            right: row.right,
            action: row.action(self.direction),
            is_chosen: row.chosen.is_some(),
            error: error.and_then(|at| Some(&*self.errors.get(at)?.1)),
            unchanged: row.unchanged,
        })
    }

    fn path(&self, number: usize) -> &Path {
        let start = number.checked_sub(1).and_then(|before| self.rows.get(before));
        let end = self.rows.get(number).map_or(0, |row| row.end);
        let bytes = self.paths.get(start.map_or(0, |row| row.end)..end).unwrap_or_default();
        Path::new(OsStr::from_bytes(bytes))
    }

    /// Gives the direction in which actions are proposed.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Proposes anew in a direction; what was chosen for single rows is forgotten.
    pub fn set_direction(&mut self, direction: Direction) {
        self.direction = direction;
        for row in &mut self.rows {
            row.chosen = None;
        }
        self.recount();
    }

    /// Tells whether an action may be chosen for a row that is shown.
    pub fn can(&self, at: usize, action: Action) -> bool {
        let row = self.shown.get(at).and_then(|&number| self.rows.get(number as usize));
        row.is_some_and(|row| row.is_possible(action))
    }

    /// Chooses an action for a row that is shown; tells whether it is possible there.
    pub fn choose(&mut self, at: usize, action: Action) -> bool {
        let Some(row) = self.shown.get(at).and_then(|&number| self.rows.get_mut(number as usize))
        else {
            return false;
        };
        let is_possible = row.is_possible(action);
        if is_possible {
            let before = row.action(self.direction);
            row.chosen = Some(action);
            let (gone, new) = (row.weight(before), row.weight(action));
            let sum = &mut self.sums.0[before as usize];
            sum.rows -= gone.rows;
            sum.files -= gone.files;
            sum.bytes -= gone.bytes;
            add(&mut self.sums.0[action as usize], new);
        }
        is_possible
    }

    /// Chooses an action for all rows of a verdict; tells whether it is possible there.
    pub fn choose_all(&mut self, verdict: Verdict, action: Action) -> bool {
        let is_possible = action::possible(verdict).contains(&action);
        if is_possible {
            for row in self.rows.iter_mut().filter(|row| row.verdict == verdict) {
                row.chosen = Some(action).filter(|action| row.is_possible(*action));
            }
            self.recount();
        }
        is_possible
    }

    /// Takes back what was chosen for a row that is shown.
    pub fn propose_again(&mut self, at: usize) {
        if let Some(row) = self.shown.get(at).and_then(|&number| self.rows.get_mut(number as usize))
        {
            row.chosen = None;
        }
        self.recount();
    }

    /// Tells whether the user chose an action for a row.
    pub fn has_choices(&self) -> bool {
        self.rows.iter().any(|row| row.chosen.is_some())
    }

    /// Tells whether the rows of a verdict are shown.
    pub fn shows(&self, verdict: Verdict) -> bool {
        !self.hidden.contains(&verdict)
    }

    /// Hides the rows of a verdict, or shows them again.
    pub fn toggle(&mut self, verdict: Verdict) {
        match self.hidden.iter().position(|hidden| *hidden == verdict) {
            Some(at) => drop(self.hidden.remove(at)),
            None => self.hidden.push(verdict),
        }
        let numbers = (0_u32..).zip(&self.rows);
        let shown = numbers.filter(|(_, row)| !self.hidden.contains(&row.verdict));
        self.shown = shown.map(|(number, _)| number).collect();
    }

    /// Shows the rows of all verdicts.
    pub fn show_all(&mut self) {
        self.hidden.clear();
        self.shown = (0..self.rows.len() as u32).collect();
    }

    /// Gives how many rows have a verdict.
    pub fn count_of(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    /// Gives what is done in all.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Gives what gives way to an item of another type that is copied: that counts as removed.
    pub fn gives_way(&self) -> Sum {
        let mut sum = Sum::default();
        if self.count_of(Verdict::TypeChanged) == 0 {
            return sum;
        }
        for row in self.rows.iter().filter(|row| row.verdict == Verdict::TypeChanged) {
            match row.action(self.direction) {
                Action::CopyRight => add(&mut sum, row.weight(Action::RemoveRight)),
                Action::CopyLeft => add(&mut sum, row.weight(Action::RemoveLeft)),
                Action::RemoveLeft | Action::RemoveRight | Action::Leave | Action::Undecided => {}
            }
        }
        sum
    }

    fn recount(&mut self) {
        let mut sums = Sums::default();
        for row in &self.rows {
            let action = row.action(self.direction);
            add(&mut sums.0[action as usize], row.weight(action));
        }
        self.sums = sums;
    }
}
