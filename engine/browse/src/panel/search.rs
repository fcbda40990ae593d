//! Keeps what a search told a panel beside the names of its hits.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;

use super::{Entry, Panel, Subject};
use crate::{Batch, FindEnd, FindSpec, Listing, MatchedLine};

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
        let there: Vec<_> = self
            .entries()
            .filter(|entry| entry.meta.is_some())
            .map(|entry| (entry.name.to_owned(), entry.kind))
            .collect();
        if there.len() < self.listing.len() {
            self.hits.clone_from(&there);
            self.take(Arc::new(Listing::new(there)));
        }
    }
}
