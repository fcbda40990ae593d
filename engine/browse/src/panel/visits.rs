//! Keeps the folders that a panel has shown, to go back and forward.

use std::ffi::OsString;
use std::path::PathBuf;

use super::{Panel, Subject, Visit};

impl Panel {
    /// Goes to a directory; the cursor will stand on `wanted` if it is there.
    pub fn go(&mut self, dir: PathBuf, wanted: Option<OsString>) {
        let here = self.visit();
        if here.dir != dir || self.subject != Subject::Directory {
            self.past.push(here);
            self.future.clear();
        }
        self.turn_to(Visit { dir, name: wanted });
    }

    /// Goes back to the directory before.
    pub fn back(&mut self) -> bool {
        let Some(visit) = self.past.pop() else { return false };
        self.future.push(self.visit());
        self.turn_to(visit);
        true
    }

    /// Goes forward again.
    pub fn forward(&mut self) -> bool {
        let Some(visit) = self.future.pop() else { return false };
        self.past.push(self.visit());
        self.turn_to(visit);
        true
    }

    pub(super) fn visit(&self) -> Visit {
        let name = self.current().map(|entry| entry.name.to_owned());
        Visit { dir: self.dir.clone(), name }
    }

    pub(super) fn turn_to(&mut self, visit: Visit) {
        let fresh = Self::new(visit.dir, self.shows.clone());
        let mut old = std::mem::replace(self, fresh);
        old.keep_marks();
        (self.keeps_marks, self.elsewhere) = (old.keeps_marks, old.elsewhere);
        (self.past, self.future) = (old.past, old.future);
        (self.ticket, self.filling) = (old.ticket, old.filling);
        self.wanted = visit.name;
    }
}
