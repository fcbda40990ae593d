//! Small changes to files, and the stack for undo and redo.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::edit::{Edit, ModeChange};
use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_engine::path::DisplayName;

use crate::format;

/// A change that is so small that it needs no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Make a directory, and those above it.
    MakeDirectory(PathBuf),
    /// Make an empty file.
    MakeFile(PathBuf),
    /// Make links: all of them or none.
    Links {
        /// To what.
        sources: Vec<PathBuf>,
        /// The link, or the folder of links that get the names of what they lead to.
        to: PathBuf,
        /// Whether `to` is certainly a folder; otherwise it is one if a folder of that name exists.
        into: bool,
        /// What kind of links.
        kind: LinkKind,
    },
    /// Give something another name.
    Rename {
        /// The name.
        from: PathBuf,
        /// The new name.
        to: PathBuf,
    },
    /// Give many things other names.
    RenameAll {
        /// Where they are.
        dir: PathBuf,
        /// Names, and new names.
        pairs: Vec<(OsString, OsString)>,
    },
    /// Change mode bits.
    Mode {
        /// Of what.
        paths: Vec<PathBuf>,
        /// How.
        change: ModeChange,
        /// Whether everything below changes too.
        recursive: bool,
    },
    /// Change owner and group.
    Owner {
        /// Of what.
        paths: Vec<PathBuf>,
        /// The user, by name or number; none leaves it.
        user: Option<String>,
        /// The group, by name or number; none leaves it.
        group: Option<String>,
        /// Whether everything below changes too.
        recursive: bool,
    },
}

/// How a link leads to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A symlink that holds a path from the root.
    Absolute,
    /// A symlink that holds a path from its own directory.
    Relative,
    /// Another name of a file.
    Hard,
}

/// How a small change went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// What undoes the change.
    pub undo: Option<Edit>,
    /// What went wrong.
    pub wrong: Option<String>,
}

impl Deed {
    /// Says in the past tense what was done.
    pub fn done(&self) -> String {
        let items = |n: usize| format::counted(n as u64, "item", "items");
        match self {
            Self::MakeDirectory(path) => format!("Made the folder {}", name(path)),
            Self::MakeFile(path) => format!("Made the file {}", name(path)),
            Self::Links { sources, to, into, kind } => {
                let word = if *kind == LinkKind::Hard { "hard link" } else { "symlink" };
                match sources.as_slice() {
                    [one] if *into => format!("Made the {word} {}", name(one)),
                    [_] => format!("Made the {word} {}", name(to)),
                    many => {
                        let links = format::counted(many.len() as u64, word, &format!("{word}s"));
                        format!("Made {links} in {}", name(to))
                    }
                }
            }
            Self::Rename { to, .. } => format!("Renamed to {}", name(to)),
            Self::RenameAll { pairs, .. } => format!("Renamed {}", items(pairs.len())),
            Self::Mode { paths, .. } => {
                format!("Changed the permissions of {}", items(paths.len()))
            }
            Self::Owner { paths, .. } => format!("Changed the owner of {}", items(paths.len())),
        }
    }

    /// Says why it could not be done.
    pub fn failed(&self, error: &OpError) -> String {
        let cannot = match self {
            Self::MakeDirectory(path) => format!("Cannot make the folder {}", name(path)),
            Self::MakeFile(path) => format!("Cannot make the file {}", name(path)),
            Self::Rename { from, to } => format!("Cannot rename {} to {}", name(from), name(to)),
            Self::Links { .. }
            | Self::RenameAll { .. }
            | Self::Mode { .. }
            | Self::Owner { .. } => {
                return error.to_string();
            }
        };
        format!("{cannot}: {}", error.reason())
    }

    /// Gives the name that the cursor goes to when it is done, and where.
    pub fn leads_to(&self) -> Option<PathBuf> {
        match self {
            Self::MakeDirectory(path) | Self::MakeFile(path) => Some(path.clone()),
            Self::Links { sources, to, into: true, .. } => {
                Some(to.join(sources.first()?.file_name()?))
            }
            Self::Links { to, .. } | Self::Rename { to, .. } => Some(to.clone()),
            Self::RenameAll { .. } | Self::Mode { .. } | Self::Owner { .. } => None,
        }
    }
}

fn name(path: &Path) -> String {
    DisplayName::new(path.file_name().unwrap_or(path.as_os_str())).to_string()
}

/// A change that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What a job did.
    Job(JobId),
    /// A small change: what it was, and what undoes it.
    Edit(Deed, Edit),
}

/// What can be undone and redone, the last change last.
///
/// A change stays until its undo has succeeded, so that a failed one can be tried again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// Undos at work, each with the job that it undoes.
    running: BTreeMap<JobId, JobId>,
    /// What each undo undoes, also when it has ended.
    of: BTreeMap<JobId, (JobId, Way)>,
    /// A small change that is made again.
    redoing: Option<Deed>,
}

/// How an undo or redo of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It was an undo.
    Undo,
    /// It undid an undo.
    Redo,
}

impl Changes {
    /// Remembers a job that has ended.
    pub fn job(&mut self, job: JobId) {
        self.undone.clear();
        self.done.push(Change::Job(job));
    }

    /// Notes how a small change went, and what undoes it.
    pub fn edited(&mut self, deed: Deed, undo: Option<Edit>) {
        let is_again = self.redoing.as_ref() == Some(&deed);
        if is_again {
            self.redoing = None;
        }
        if let Some(edit) = undo {
            if !is_again {
                self.undone.clear();
            }
            self.done.push(Change::Edit(deed, edit));
        }
    }

    /// Gives the change that is undone next.
    pub fn last(&self) -> Option<&Change> {
        self.done.last()
    }

    /// Takes out the small change that is undone next.
    pub fn take_edit(&mut self) -> Option<(Deed, Edit)> {
        match self.done.pop()? {
            Change::Edit(deed, edit) => Some((deed, edit)),
            job @ Change::Job(_) => {
                self.done.push(job);
                None
            }
        }
    }

    /// Takes in whether a small change was undone.
    pub fn unedited(&mut self, change: Change, succeeded: bool) {
        if succeeded { &mut self.undone } else { &mut self.done }.push(change);
    }

    /// Gives what is redone next: an undo that is undone, or a small change that is made again.
    pub fn redo(&mut self) -> Option<Change> {
        let change = self.undone.last()?.clone();
        if let Change::Edit(deed, _) = &change {
            self.redoing = Some(deed.clone());
            self.undone.pop();
        }
        Some(change)
    }

    /// Notes that a job is being undone.
    pub fn begun(&mut self, of: JobId, by: JobId) {
        self.running.insert(by, of);
        let of = self.of.get(&of).map_or((of, self.way(by)), |(first, _)| (*first, self.way(by)));
        self.of.insert(by, of);
    }

    /// Gives the job that an undo or redo is about, and which of both it is.
    pub fn about(&self, by: JobId) -> Option<(JobId, Way)> {
        self.of.get(&by).copied()
    }

    /// Tells whether a job is being undone.
    pub fn is_running(&self, job: JobId) -> bool {
        self.running.values().any(|of| *of == job)
    }

    /// Tells whether a running undo undoes an undo.
    pub fn way(&self, by: JobId) -> Way {
        let of = self.running.get(&by).copied();
        let is_redo = of.is_some_and(|of| self.undone.contains(&Change::Job(of)));
        if is_redo { Way::Redo } else { Way::Undo }
    }

    /// Takes in that an undo has ended; one that left something to do can be tried again.
    pub fn ended(&mut self, by: JobId, succeeded: bool) {
        let way = self.way(by);
        let Some(of) = self.running.remove(&by).filter(|_| succeeded) else { return };
        let (from, to) = match way {
            Way::Undo => (&mut self.done, &mut self.undone),
            Way::Redo => (&mut self.undone, &mut self.done),
        };
        from.retain(|change| *change != Change::Job(of));
        to.push(Change::Job(by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_whose_undo_failed_can_be_undone_again() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.begun(1, 2);
        assert!(changes.is_running(1));
        changes.ended(2, false);
        assert_eq!(changes.last(), Some(&Change::Job(1)));
        assert_eq!(changes.redo(), None);
        let deed = Deed::MakeFile("/a".into());
        changes.edited(deed.clone(), Some(Edit::Made(Vec::new())));
        let (deed, edit) = changes.take_edit().unwrap();
        let change = Change::Edit(deed, edit);
        changes.unedited(change.clone(), false);
        assert_eq!(changes.last(), Some(&change));
    }

    #[test]
    fn what_was_undone_can_be_redone_and_undone_again() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.begun(1, 2);
        changes.ended(2, true);
        assert_eq!(changes.last(), None);
        assert_eq!(changes.redo(), Some(Change::Job(2)));
        changes.begun(2, 3);
        assert_eq!(changes.way(3), Way::Redo);
        changes.ended(3, true);
        assert_eq!(changes.last(), Some(&Change::Job(3)));
        assert_eq!(changes.redo(), None);
    }

    #[test]
    fn a_job_that_was_undone_from_its_report_is_not_undone_twice() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.job(4);
        changes.begun(1, 5);
        changes.ended(5, true);
        assert_eq!(changes.last(), Some(&Change::Job(4)));
    }

    #[test]
    fn a_new_change_leaves_nothing_to_redo() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.begun(1, 2);
        changes.ended(2, true);
        changes.job(6);
        assert_eq!(changes.redo(), None);
    }
}
