//! Keeps what a search told a panel beside the names of its hits.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;

use super::{Entry, Panel, Subject};
use crate::{Batch, FindEnd, FindSpec, Listing, MatchedLine};

/// The least microseconds from one listing of the hits to the next, and what each hit adds: all of them are sorted.
const PACE: u64 = 100_000;
const EACH: u64 = 20;

/// What a search told so far, beside its hits.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Entries that were looked at.
    pub looked_at: u64,
    /// Files that were searched for text.
    pub searched: u64,
    /// How the search ended; none while it runs, and if the user stopped it.
    pub end: Option<FindEnd>,
    /// The first line that matches in each hit, by its path below the directory.
    pub lines: Arc<HashMap<OsString, Arc<MatchedLine>>>,
    /// Number of the hits that are listed.
    listed: usize,
    /// When they were listed, in microseconds since the Unix epoch.
    listed_at: u64,
}

impl Progress {
    /// Notes how far a search is, and gives the hits of a batch as names with their types.
    pub fn take(&mut self, batch: Batch) -> Vec<(OsString, fcp_engine::event::FileKind)> {
        self.looked_at = self.looked_at.max(batch.looked_at);
        self.searched = self.searched.max(batch.searched);
        let mut names = Vec::with_capacity(batch.found.len());
        for hit in batch.found {
            let name = hit.path.into_os_string();
            if let Some(line) = hit.line {
                Arc::make_mut(&mut self.lines).insert(name.clone(), line);
            }
            names.push((name, hit.kind));
        }
        names
    }

    /// Notes how a search ended.
    pub fn finish(&mut self, end: FindEnd) {
        (self.looked_at, self.searched, self.end) = (end.looked_at, end.searched, Some(end));
    }
}

impl Panel {
    /// Shows the hits of a search below the directory.
    pub fn search(&mut self, what: FindSpec) {
        let here = self.visit();
        self.past.push(here.clone());
        self.turn_to(super::Visit { dir: here.dir, name: None });
        self.subject = Subject::Found { what, over: false };
    }

    /// Gives when hits are to be listed that are not listed yet, in microseconds since the Unix epoch: the more
    /// there are, the longer it waits, so that a search with many hits leaves time for keys.
    pub fn lists_hits_at(&self) -> Option<u64> {
        let Progress { listed, listed_at, .. } = self.progress;
        let pause = PACE.max(EACH * self.hits.len() as u64);
        let first = if listed == 0 { 0 } else { listed_at + pause };
        (self.hits.len() > listed).then_some(first)
    }

    /// Lists all hits.
    pub fn list_hits(&mut self, now: u64) {
        (self.progress.listed, self.progress.listed_at) = (self.hits.len(), now);
        self.take(Arc::new(Listing::new(self.hits.iter().cloned())));
    }

    /// Gives the line that a search found in a file.
    pub fn line(&self, entry: &Entry<'_>) -> Option<&MatchedLine> {
        self.progress.lines.get(entry.name).map(Arc::as_ref)
    }

    /// Gives the search whose hits are shown, if it is for text in files.
    pub fn contains(&self) -> Option<&crate::Contains> {
        match &self.subject {
            Subject::Found { what, .. } => what.contains.as_ref(),
            Subject::Directory => None,
        }
    }

    /// Forgets hits of a search that are gone by now.
    pub(super) fn drop_missing(&mut self) {
        if self.hits.len() > self.progress.listed {
            // Those that are not listed yet were not asked for their size.
            return;
        }
        let there: Vec<_> = self
            .entries()
            .filter(|entry| entry.meta.is_some())
            .map(|entry| (entry.name.to_owned(), entry.kind))
            .collect();
        if there.len() < self.listing.len() {
            self.progress.listed = there.len();
            self.hits.clone_from(&there);
            self.take(Arc::new(Listing::new(there)));
        }
    }
}
