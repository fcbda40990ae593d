//! Keeps the answers that the user gave in earlier runs of a job, until the same questions come again.
//!
//! A process may end between an answer and the end of the item that it was for. The item is met again
//! in the next run, and the user is not asked twice.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::contract::event::{Answer, FileKind, Resolution, Scope, Side, Subject};
use crate::job::conflict::{About, about, fits};

/// Answers that reach one item or one directory; those that reach further are kept with those of this run.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// By the path of the source.
    items: HashMap<PathBuf, Vec<(Subject, Answer)>>,
    /// The newest last.
    directories: Vec<(About, PathBuf, Answer)>,
}

impl Earlier {
    /// Adds an answer, later ones after earlier ones, unless it may no longer be about what the user saw.
    pub(super) fn note(&mut self, subject: Subject, resolution: Resolution) {
        let Resolution { answer, scope } = resolution;
        if !holds_later(&subject, &answer) {
            return;
        }
        let path = source(&subject).to_owned();
        if scope == Scope::Directory
            && let Some(parent) = path.parent()
        {
            self.directories.push((about(&subject), parent.to_owned(), answer));
        } else {
            self.items.entry(path).or_default().push((subject, answer));
        }
    }

    /// Gives the answer to a question that was asked before. One that was for the item alone is given
    /// once: if its item asks again, something has changed.
    pub(super) fn take(&mut self, asked: &Subject) -> Option<Answer> {
        if self.items.is_empty() && self.directories.is_empty() {
            return None;
        }
        let path = source(asked);
        if let Some(answers) = self.items.get_mut(path)
            && let Some(at) = answers.iter().rposition(|(subject, _)| is_same(subject, asked))
        {
            return Some(answers.swap_remove(at).1);
        }
        let what = about(asked);
        let of_directory = self.directories.iter().rev().find(|(about, directory, answer)| {
            *about == what && path.parent() == Some(directory) && fits(answer, asked)
        });
        of_directory.map(|(_, _, answer)| answer.clone())
    }
}

/// Whether an answer may be given without the user in a later run, when other items may have the names.
///
/// A directory is known by its path alone, and an error says nothing of the existing file: what removes one of
/// them is asked about again.
fn holds_later(subject: &Subject, answer: &Answer) -> bool {
    let is_directory = |side: &Side| side.kind == FileKind::Directory;
    let keeps = matches!(answer, Answer::Skip);
    match subject {
        Subject::Conflict { src, dst, .. } => {
            keeps || is_directory(src) == is_directory(dst) || !is_directory(dst)
        }
        Subject::Removal { item, .. } => keeps || !is_directory(item),
        Subject::Error { .. } => !matches!(answer, Answer::Overwrite | Answer::OverwriteForGood),
    }
}

fn source(subject: &Subject) -> &Path {
    match subject {
        Subject::Conflict { src: Side { path, .. }, .. }
        | Subject::Error { src: path, .. }
        | Subject::Removal { item: Side { path, .. }, .. } => &path.0,
    }
}

/// Whether a question is about what an earlier one showed.
fn is_same(earlier: &Subject, now: &Subject) -> bool {
    match (earlier, now) {
        (
            Subject::Conflict { kind, src, dst, .. },
            Subject::Conflict { kind: kind_now, src: src_now, dst: dst_now, .. },
        ) => kind == kind_now && is_same_side(src, src_now) && is_same_side(dst, dst_now),
        (
            Subject::Removal { step, item, protected },
            Subject::Removal { step: step_now, item: item_now, protected: protected_now },
        ) => step == step_now && protected == protected_now && is_same_side(item, item_now),
        (Subject::Error { .. }, Subject::Error { .. }) => earlier == now,
        _ => false,
    }
}

/// Size and mtime of a directory change as the job works in it.
fn is_same_side(earlier: &Side, now: &Side) -> bool {
    (&earlier.path, earlier.kind) == (&now.path, now.kind)
        && (now.kind == FileKind::Directory
            || (earlier.size, earlier.mtime) == (now.size, now.mtime))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::event::ConflictKind;

    fn conflict(name: &str, size: u64) -> Subject {
        let side = |dir: &str| Side {
            path: Path::new(dir).join(name).into(),
            kind: FileKind::File,
            size,
            mtime: 5,
            mode: 0o644,
        };
        Subject::Conflict {
            kind: ConflictKind::File,
            src: side("/a/b"),
            dst: side("/c/b"),
            staged: None,
            just_created: false,
        }
    }

    #[test]
    fn an_answer_for_one_item_is_given_once_and_for_what_was_shown() {
        let mut earlier = Earlier::default();
        let given = |answer| Resolution { answer, scope: Scope::This };
        earlier.note(conflict("x", 1), given(Answer::Skip));
        earlier.note(conflict("x", 1), given(Answer::Overwrite));
        assert_eq!(earlier.take(&conflict("x", 2)), None);
        assert_eq!(earlier.take(&conflict("y", 1)), None);
        assert_eq!(earlier.take(&conflict("x", 1)), Some(Answer::Overwrite));
    }

    #[test]
    fn what_removes_something_that_was_not_shown_is_not_answered_later() {
        let error = || Subject::Error {
            src: "/a/b/x".into(),
            error: crate::contract::error::OpError::refused(
                crate::contract::error::Action::Keep,
                crate::contract::error::Code::OtherDevice,
                "/c/b/x",
            ),
        };
        let mut earlier = Earlier::default();
        let given = |answer| Resolution { answer, scope: Scope::This };
        earlier.note(error(), given(Answer::OverwriteForGood));
        assert_eq!(earlier.take(&error()), None);
        earlier.note(error(), given(Answer::Skip));
        assert_eq!(earlier.take(&error()), Some(Answer::Skip));
    }

    #[test]
    fn an_answer_for_a_directory_holds_for_all_in_it() {
        let mut earlier = Earlier::default();
        let given = Resolution { answer: Answer::Newer, scope: Scope::Directory };
        earlier.note(conflict("x", 1), given);
        for name in ["x", "y", "x"] {
            assert_eq!(earlier.take(&conflict(name, 9)), Some(Answer::Newer));
        }
        assert_eq!(earlier.take(&conflict("deeper/x", 1)), None);
    }
}
