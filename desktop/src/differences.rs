//! Shows how the contents of two files differ: two files of the panels, of a conflict or of compared folders.
//!
//! The files are compared on a thread of their own (`fcp_presentation::diff`), which is bounded in memory and time; the
//! page gets a few rows at a time.

mod rows;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use fcp_engine::error::OpError;
use fcp_presentation::diff::{self, Diff};
use fcp_presentation::lock;
use fcp_presentation::tr;

use crate::comparisons::Comparisons;
use crate::feed::Feed;
use crate::home_dir::HomeDir;
use crate::jobs::place;
use crate::located::{all_here, refuse_far};
use crate::panels::Panels;
use crate::questions::Questions;
use crate::trashed::on_disk;
use crate::wire::{DiffOf, DiffPlace, DiffRow, DiffState, EntryId, PanelSide, Refusal, Update};

/// The two files that are shown, of which there is one pair at most.
#[derive(Debug)]
pub(crate) struct Differences {
    feed: Arc<Feed>,
    home: HomeDir,
    panels: Arc<Panels>,
    questions: Arc<Questions>,
    comparisons: Arc<Comparisons>,
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    id: u64,
    diff: Option<Diff>,
    stop: Arc<AtomicBool>,
}

impl Drop for Differences {
    fn drop(&mut self) {
        lock(&self.shown).stop.store(true, Ordering::Relaxed);
    }
}

impl Differences {
    /// Shows nothing yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        home: HomeDir,
        panels: Arc<Panels>,
        questions: Arc<Questions>,
        comparisons: Arc<Comparisons>,
    ) -> Arc<Self> {
        Arc::new(Self { feed, home, panels, questions, comparisons, shown: Mutex::default() })
    }

    /// Begins to compare two files; what is found comes as an update.
    pub(crate) fn begin(
        self: &Arc<Self>,
        of: &DiffOf,
        ignores_space: bool,
    ) -> Result<DiffState, Refusal> {
        let paths = self.paths(of)?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut shown = lock(&self.shown);
        shown.stop.store(true, Ordering::Relaxed);
        let id = shown.id + 1;
        *shown = Shown { id, diff: None, stop: Arc::clone(&stop) };
        drop(shown);
        let [left, right] = paths.each_ref().map(|path| place(path, self.home.path()));
        let state = DiffState { id, left, right, found: None, error: None };
        let (differences, running) = (Arc::clone(self), state.clone());
        thread::spawn(move || {
            let both = paths.each_ref().map(PathBuf::as_path);
            // Without a result it was stopped.
            if let Some(result) = diff::diff(both, ignores_space, &stop).transpose() {
                differences.told(running, result);
            }
        });
        Ok(state)
    }

    /// Gives rows of lines, from one on.
    pub(crate) fn rows(&self, id: u64, from: u64) -> Result<Vec<DiffRow>, Refusal> {
        match &lock(&self.shown).of(id)?.diff {
            Some(Diff::Lines(lines)) => Ok(rows::rows(lines, from)),
            Some(Diff::Same(_) | Diff::Bytes(_)) | None => Ok(Vec::new()),
        }
    }

    /// Gives the difference after a row, or before it; the first one where no row is given.
    pub(crate) fn next(
        &self,
        id: u64,
        row: Option<u64>,
        back: bool,
    ) -> Result<Option<DiffPlace>, Refusal> {
        match &lock(&self.shown).of(id)?.diff {
            Some(Diff::Lines(lines)) => {
                let after = |row| lines.next(usize::try_from(row).unwrap_or(usize::MAX), back);
                let next = row.map_or(Some(0), after);
                Ok(next.and_then(|n| rows::place(lines, n)))
            }
            Some(Diff::Same(_) | Diff::Bytes(_)) | None => Ok(None),
        }
    }

    /// Forgets the files, and stops reading them.
    pub(crate) fn close(&self, id: u64) {
        let mut shown = lock(&self.shown);
        if shown.id == id {
            shown.stop.store(true, Ordering::Relaxed);
            shown.diff = None;
        }
    }

    fn told(&self, state: DiffState, result: Result<Diff, OpError>) {
        let mut shown = lock(&self.shown);
        if shown.id != state.id || shown.stop.load(Ordering::Relaxed) {
            return;
        }
        let state = match result {
            Ok(diff) => {
                let found = rows::found(&diff);
                shown.diff = Some(diff);
                DiffState { found: Some(found), ..state }
            }
            Err(error) => DiffState { error: Some(error), ..state },
        };
        // Told under the lock, so that a page never hears of files after newer ones.
        self.feed.say(Update::Diff(Box::new(state)));
    }

    fn paths(&self, of: &DiffOf) -> Result<[PathBuf; 2], Refusal> {
        match of {
            DiffOf::Panel { side, current } => self.pair(*side, *current),
            DiffOf::Question { id } => {
                let paths = self.questions.both_sides(*id)?;
                refuse_far(&paths).map(|()| paths)
            }
            DiffOf::Comparison { comparison, row, order } => {
                self.comparisons.both_files(*comparison, *row, *order)
            }
        }
    }

    /// Gives the two files that are meant in the panels, that of the left panel on the left.
    fn pair(&self, side: PanelSide, current: Option<EntryId>) -> Result<[PathBuf; 2], Refusal> {
        let other = match side {
            PanelSide::Left => PanelSide::Right,
            PanelSide::Right => PanelSide::Left,
        };
        let chosen = all_here(self.panels.meant(side, current)?)?;
        let mut pair = match &chosen[..] {
            [one, two] => return self.both(&[one.clone(), two.clone()]),
            [one] => [
                one.clone(),
                self.partner(other, one)?
                    .ok_or_else(|| Refusal::because(tr!("desktop-diff-files")))?,
            ],
            _ => return Err(Refusal::because(tr!("desktop-diff-mark"))),
        };
        if pair[0] == pair[1] {
            let why = tr!("desktop-diff-same");
            return Err(Refusal::because(why));
        }
        if side == PanelSide::Right {
            pair.reverse();
        }
        self.both(&pair)
    }

    /// Gives the file of the other panel: the one that is marked there, the one of the same name, or the one under the
    /// cursor.
    ///
    /// # Errors
    /// That panel shows another machine.
    fn partner(&self, there: PanelSide, one: &Path) -> Result<Option<PathBuf>, Refusal> {
        let dir = self.panels.dir(there).here()?;
        let mut marked = all_here(self.panels.marked(there))?;
        if marked.len() == 1 {
            return Ok(marked.pop());
        }
        let same = one.file_name().map(|name| dir.join(name));
        let current = || self.panels.current(there).map(|(_, path, _)| path.here());
        match same.filter(|path| path.is_file()) {
            Some(same) => Ok(Some(same)),
            None => current().transpose(),
        }
    }

    fn both(&self, paths: &[PathBuf; 2]) -> Result<[PathBuf; 2], Refusal> {
        if self.panels.archive_of(paths).is_some() {
            let why = tr!("desktop-diff-archive");
            return Err(Refusal::because(why));
        }
        Ok(paths.each_ref().map(|path| on_disk(path)))
    }
}

impl Shown {
    fn of(&self, id: u64) -> Result<&Self, Refusal> {
        if self.id == id { Ok(self) } else { Err(Refusal::Gone) }
    }
}
