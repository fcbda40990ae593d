//! Lists the answers to questions: keys, names and consequences, the same for all programs.
//!
//! `y` and `n` are yes and no as in every other program: `y` does what the job was started for, `n`
//! leaves the item alone. No answer that replaces a file has a key that moves a cursor or opens a
//! file in a panel.

use std::cmp::Ordering;

use fcp_engine::error::Code;
use fcp_engine::event::{Answer, ConflictKind, Removal, Side, Subject};
use fcp_engine::spec::{DEFAULT_RENAME, Verb};

use crate::jobs::does_refuse_changed;
use crate::tr;

/// An answer as it is offered to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Its key.
    pub key: char,
    /// Another key for the same answer, which only the help names.
    pub alias: Option<char>,
    /// Its name.
    pub name: &'static str,
    /// What follows from it.
    pub consequence: &'static str,
    /// What is sent to the job.
    pub answer: Answer,
}

/// The key that widens what an answer applies to.
pub const SCOPE: char = 'a';

/// The key of the answer that ends the job.
pub const CANCEL: char = 'q';

impl Offer {
    fn new(key: char, name: &'static str, consequence: &'static str, answer: Answer) -> Self {
        Self { key, alias: None, name, consequence, answer }
    }

    fn or(self, alias: char) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// Tells whether a letter stands for this answer.
    pub fn is_meant_by(&self, letter: char) -> bool {
        self.key == letter || self.alias == Some(letter)
    }
}

/// Leaves an existing or a failed item alone.
pub fn skip(consequence: &'static str) -> Offer {
    Offer::new('n', tr!("answer-skip"), consequence, Answer::Skip).or('s')
}

/// Keeps an item that the job would delete.
pub fn keep(consequence: &'static str) -> Offer {
    Offer::new('n', tr!("answer-keep"), consequence, Answer::Skip).or('s')
}

/// Replaces the existing file.
pub fn replace() -> Offer {
    Offer::new('y', tr!("answer-replace"), tr!("answer-replace-does"), Answer::Overwrite)
}

/// Replaces the existing file without moving it to the trash.
pub fn replace_for_good() -> Offer {
    let consequence = tr!("answer-for-good-does");
    Offer::new('p', tr!("answer-for-good"), consequence, Answer::OverwriteForGood)
}

/// Gives the incoming item another name.
pub fn keep_both(pattern: String) -> Offer {
    let consequence = tr!("answer-keep-both-does");
    Offer::new('k', tr!("answer-keep-both"), consequence, Answer::Rename(pattern)).or('r')
}

/// Gives the existing item another name.
pub fn rename_existing(pattern: String) -> Offer {
    let consequence = tr!("answer-rename-existing-does");
    Offer::new('e', tr!("answer-rename-existing"), consequence, Answer::RenameExisting(pattern))
}

/// Gives the answers that replace the existing file on a condition.
pub fn conditions() -> [Offer; 6] {
    [
        Offer::new('w', tr!("answer-newer"), tr!("answer-newer-does"), Answer::Newer),
        Offer::new('b', tr!("answer-larger"), tr!("answer-larger-does"), Answer::Larger),
        Offer::new('d', tr!("answer-differs"), tr!("answer-differs-does"), Answer::DifferentMeta),
        Offer::new(
            'D',
            tr!("answer-content"),
            tr!("answer-content-does"),
            Answer::DifferentContent,
        ),
        Offer::new('W', tr!("answer-older"), tr!("answer-older-does"), Answer::Older),
        Offer::new('B', tr!("answer-smaller"), tr!("answer-smaller-does"), Answer::Smaller),
    ]
}

/// Adds the incoming folder to the existing one.
pub fn merge() -> Offer {
    Offer::new('y', tr!("answer-merge"), tr!("answer-merge-does"), Answer::Merge).or('m')
}

/// Tries a failed item again.
pub fn retry() -> Offer {
    Offer::new('y', tr!("answer-retry"), tr!("answer-retry-does"), Answer::Retry).or('r')
}

/// Gives a failed item a name that its filesystem takes.
pub fn portable_name() -> Offer {
    let consequence = tr!("answer-change-name-does");
    Offer::new('c', tr!("answer-change-name"), consequence, Answer::PortableName)
}

/// Ends the job.
pub fn cancel() -> Offer {
    let consequence = tr!("answer-cancel-does");
    Offer::new(CANCEL, tr!("answer-cancel"), consequence, Answer::Abort)
}

/// Deletes an item, moves it to the trash, or enters a folder.
pub fn remove(step: Removal, verb: Verb) -> Offer {
    match (step, verb) {
        (Removal::Descend, _) => {
            Offer::new('y', tr!("answer-descend"), tr!("answer-descend-does"), Answer::Remove)
                .or('e')
        }
        (Removal::Remove, Verb::Trash) => {
            Offer::new('y', tr!("answer-trash"), tr!("answer-trash-does"), Answer::Remove).or('t')
        }
        (Removal::Remove, _) => {
            Offer::new('y', tr!("answer-delete"), tr!("answer-delete-does"), Answer::Remove).or('d')
        }
    }
}

/// Gives the answers that a command offers for a question, the harmless one first.
pub fn offers(subject: &Subject, verb: Verb) -> Vec<Offer> {
    let keep_both = keep_both(DEFAULT_RENAME.to_owned());
    let rename_existing = rename_existing(DEFAULT_RENAME.to_owned());
    match subject {
        Subject::Conflict { kind: ConflictKind::File, .. } => {
            let [newer, larger, different, ..] = conditions();
            let unconditional =
                [skip(tr!("answer-skip-does")), replace(), keep_both, rename_existing];
            let offers = unconditional.into_iter().chain([newer, larger, different, cancel()]);
            offers.filter(|offer| offer.answer.fits(subject)).collect()
        }
        Subject::Conflict { kind: ConflictKind::Directory, .. } => {
            vec![skip(tr!("answer-skip-does")), merge(), keep_both, cancel()]
        }
        Subject::Conflict { .. } => {
            vec![skip(tr!("answer-skip-does")), keep_both, rename_existing, cancel()]
        }
        Subject::Error { error, .. } => {
            let is_refused = error.code == Code::ChangedSince && does_refuse_changed(verb);
            let offers = [skip(tr!("answer-skip-failed-does")), retry(), portable_name(), cancel()];
            let fits =
                |answer: &Answer| answer.fits(subject) && !(is_refused && *answer == Answer::Retry);
            offers.into_iter().filter(|offer| fits(&offer.answer)).collect()
        }
        Subject::Removal { step, .. } => {
            let kept = match step {
                Removal::Descend => tr!("answer-keep-all-does"),
                Removal::Remove => tr!("answer-keep-does"),
            };
            vec![keep(kept), remove(*step, verb), cancel()]
        }
    }
}

/// Gives the answers to a question that make sense, the harmless one first.
///
/// To replace for good is another answer only where the job `keeps` what it replaces.
pub fn possible(subject: &Subject, keeps: bool) -> Vec<Answer> {
    let is_offered = |answer: &Answer| match (answer, subject) {
        (Answer::OverwriteForGood, _) if !keeps => false,
        // A folder is merged, and never replaced as a whole.
        (Answer::Overwrite | Answer::OverwriteForGood, Subject::Conflict { kind, .. }) => {
            *kind == ConflictKind::File
        }
        // The apps have another button for it beside a conflict.
        (Answer::Abort, Subject::Conflict { .. }) => false,
        _ => true,
    };
    Answer::every()
        .into_iter()
        .filter(|answer| is_offered(answer) && answer.fits(subject))
        .collect()
}

/// Gives every answer that some question offers.
fn all() -> Vec<Offer> {
    let pattern = || DEFAULT_RENAME.to_owned();
    let unconditional = [skip(tr!("answer-skip-does")), merge(), replace(), retry()];
    let removals = [(Removal::Remove, Verb::Delete), (Removal::Remove, Verb::Trash)];
    let removals = removals.into_iter().chain([(Removal::Descend, Verb::Delete)]);
    unconditional
        .into_iter()
        .chain(removals.map(|(step, verb)| remove(step, verb)))
        .chain([keep_both(pattern()), rename_existing(pattern()), replace_for_good()])
        .chain([portable_name()])
        .chain(conditions())
        .chain([cancel()])
        .collect()
}

/// Gives the letters and the answers that each stands for; of these, the first that fits a question
/// counts. First come the letters that are shown, and then the others.
pub fn letters() -> Vec<(char, Vec<Answer>)> {
    let offers = all();
    let keys = offers.iter().map(|offer| (offer.key, &offer.answer));
    let aliases = offers.iter().filter_map(|offer| Some((offer.alias?, &offer.answer)));
    let mut letters: Vec<(char, Vec<Answer>)> = Vec::new();
    for (letter, answer) in keys.chain(aliases) {
        match letters.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, answers)) if answers.contains(answer) => {}
            Some((_, answers)) => answers.push(answer.clone()),
            None => letters.push((letter, vec![answer.clone()])),
        }
    }
    letters
}

/// Names an answer in at most eleven columns, for tables.
pub fn short(answer: &Answer) -> &'static str {
    match answer {
        Answer::Overwrite => tr!("answer-replace-short"),
        Answer::OverwriteForGood => tr!("answer-for-good-short"),
        Answer::Skip => tr!("answer-skip-short"),
        Answer::Rename(_) => tr!("answer-keep-both-short"),
        Answer::RenameExisting(_) => tr!("answer-rename-existing-short"),
        Answer::Newer => tr!("answer-newer-short"),
        Answer::Older => tr!("answer-older-short"),
        Answer::Larger => tr!("answer-larger-short"),
        Answer::Smaller => tr!("answer-smaller-short"),
        Answer::DifferentMeta => tr!("answer-differs-short"),
        Answer::DifferentContent => tr!("answer-content-short"),
        Answer::Merge => tr!("answer-merge-short"),
        Answer::Remove => tr!("answer-delete-short"),
        Answer::Retry => tr!("answer-retry-short"),
        Answer::PortableName => tr!("answer-change-name-short"),
        Answer::Abort => tr!("answer-cancel-short"),
    }
}

/// Says what an answer that replaces on a condition means for these two files.
pub fn outcome(answer: &Answer, src: &Side, dst: &Side) -> &'static str {
    let (time, size) = (src.mtime.cmp(&dst.mtime), src.size.cmp(&dst.size));
    match (answer, time, size) {
        (Answer::Newer | Answer::Older, Ordering::Equal, _) => tr!("outcome-same-time"),
        (Answer::Newer, Ordering::Greater, _) => tr!("outcome-newer-replaced"),
        (Answer::Newer, Ordering::Less, _) => tr!("outcome-older-skipped"),
        (Answer::Older, Ordering::Less, _) => tr!("outcome-older-replaced"),
        (Answer::Older, Ordering::Greater, _) => tr!("outcome-newer-skipped"),
        (Answer::Larger | Answer::Smaller, _, Ordering::Equal) => tr!("outcome-same-size"),
        (Answer::Larger, _, Ordering::Greater) => tr!("outcome-larger-replaced"),
        (Answer::Larger, _, Ordering::Less) => tr!("outcome-smaller-skipped"),
        (Answer::Smaller, _, Ordering::Less) => tr!("outcome-smaller-replaced"),
        (Answer::Smaller, _, Ordering::Greater) => tr!("outcome-larger-skipped"),
        (Answer::DifferentMeta, Ordering::Equal, Ordering::Equal) => {
            tr!("outcome-same-size-and-time")
        }
        (Answer::DifferentMeta, ..) => tr!("outcome-differs"),
        (Answer::DifferentContent, _, Ordering::Equal) => tr!("outcome-compared-first"),
        (Answer::DifferentContent, ..) => tr!("outcome-sizes-differ"),
        (
            Answer::Overwrite
            | Answer::OverwriteForGood
            | Answer::Skip
            | Answer::Rename(_)
            | Answer::RenameExisting(_)
            | Answer::Merge
            | Answer::Remove
            | Answer::Retry
            | Answer::PortableName
            | Answer::Abort,
            ..,
        ) => "",
    }
}

/// Tells whether an answer leaves all that is there as it is, under its name.
pub fn is_harmless(answer: &Answer) -> bool {
    match answer {
        Answer::Skip | Answer::Rename(_) | Answer::Retry | Answer::PortableName => true,
        Answer::Overwrite
        | Answer::OverwriteForGood
        | Answer::RenameExisting(_)
        | Answer::Newer
        | Answer::Older
        | Answer::Larger
        | Answer::Smaller
        | Answer::DifferentMeta
        | Answer::DifferentContent
        | Answer::Merge
        | Answer::Remove
        | Answer::Abort => false,
    }
}

/// Gives the word for an answer that is typed at a command line, and what it does. A name pattern may follow the words
/// of answers that have one.
pub fn typed(answer: &Answer) -> (&'static str, &'static str) {
    match answer {
        Answer::Overwrite => ("replace", "replace the existing file"),
        Answer::OverwriteForGood => {
            ("replace-for-good", "replace it, and do not keep it in the trash")
        }
        Answer::Skip => {
            ("skip", "leave the existing item, the failed item or the item to delete alone")
        }
        Answer::Newer => ("newer", "replace it if the source is newer"),
        Answer::Older => ("older", "replace it if the source is older"),
        Answer::Larger => ("larger", "replace it if the source is larger"),
        Answer::Smaller => ("smaller", "replace it if the source is smaller"),
        Answer::DifferentMeta => ("different", "replace it if size or time differ"),
        Answer::DifferentContent => ("different-content", "replace it if the bytes differ"),
        Answer::Rename(_) => {
            ("keep-both", "give the incoming item another name, such as 'x (1).txt'")
        }
        Answer::RenameExisting(_) => ("rename-existing", "give the existing item another name"),
        Answer::Merge => ("merge", "copy into the existing folder"),
        Answer::Retry => ("retry", "try the failed item again"),
        Answer::PortableName => {
            ("portable-name", "try it again with the refused characters replaced")
        }
        Answer::Remove => ("delete", "delete the item"),
        Answer::Abort => ("cancel", "cancel the job; finished items are kept"),
    }
}

#[cfg(test)]
mod tests;
