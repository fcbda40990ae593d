//! Lists the answers to questions: keys, names and consequences, the same for all programs.
//!
//! `y` and `n` are yes and no as in every other program: `y` does what the job was started for, `n`
//! leaves the item alone. No answer that replaces a file has a key that moves a cursor or opens a
//! file in a panel.

use fcp_engine::event::{Answer, ConflictKind, Removal, Subject};
use fcp_engine::spec::{DEFAULT_RENAME, Verb};

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

const LEAVE: &str = "leave the existing one alone";

impl Offer {
    const fn new(key: char, name: &'static str, consequence: &'static str, answer: Answer) -> Self {
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
    Offer::new('n', "Skip", consequence, Answer::Skip).or('s')
}

/// Keeps an item that the job would delete.
pub fn keep(consequence: &'static str) -> Offer {
    Offer::new('n', "Keep", consequence, Answer::Skip).or('s')
}

/// Replaces the existing file.
pub fn replace() -> Offer {
    Offer::new('y', "Replace", "replace the existing one", Answer::Overwrite)
}

/// Replaces the existing file without moving it to the trash.
pub fn replace_for_good() -> Offer {
    let consequence = "existing is not kept in the trash";
    Offer::new('p', "Replace for good", consequence, Answer::OverwriteForGood)
}

/// Gives the incoming item another name.
pub fn keep_both(pattern: String) -> Offer {
    let consequence = "the incoming one gets a number";
    Offer::new('k', "Keep both", consequence, Answer::Rename(pattern)).or('r')
}

/// Gives the existing item another name.
pub fn rename_existing(pattern: String) -> Offer {
    let consequence = "keep both: the existing one gets a number";
    Offer::new('e', "Rename existing", consequence, Answer::RenameExisting(pattern))
}

/// The answers that replace the existing file on a condition.
pub const CONDITIONS: [Offer; 6] = [
    Offer::new('w', "If newer", "replace it if the incoming one is newer", Answer::Newer),
    Offer::new('b', "If larger", "replace it if the incoming one is larger", Answer::Larger),
    Offer::new('d', "If different", "replace it if size or time differ", Answer::DifferentMeta),
    Offer::new('D', "If content differs", "replace it if bytes differ", Answer::DifferentContent),
    Offer::new('W', "If older", "replace it if the incoming one is older", Answer::Older),
    Offer::new('B', "If smaller", "replace it if the incoming one is smaller", Answer::Smaller),
];

/// Adds the incoming folder to the existing one.
pub fn merge() -> Offer {
    Offer::new('y', "Merge", "add to the existing folder", Answer::Merge).or('m')
}

/// Tries a failed item again.
pub fn retry() -> Offer {
    Offer::new('y', "Retry", "try it again", Answer::Retry).or('r')
}

/// Gives a failed item a name that its filesystem takes.
pub fn portable_name() -> Offer {
    let consequence = "replace the refused characters";
    Offer::new('c', "Change name", consequence, Answer::PortableName)
}

/// Ends the job.
pub fn cancel() -> Offer {
    let consequence = "end the job; finished items are kept";
    Offer::new(CANCEL, "Cancel job", consequence, Answer::Abort)
}

/// Deletes an item, moves it to the trash, or enters a folder.
pub fn remove(step: Removal, verb: Verb) -> Offer {
    match (step, verb) {
        (Removal::Descend, _) => {
            Offer::new('y', "Descend", "ask about what is in it", Answer::Remove).or('e')
        }
        (Removal::Remove, Verb::Trash) => {
            Offer::new('y', "Trash", "move it to the trash", Answer::Remove).or('t')
        }
        (Removal::Remove, _) => {
            Offer::new('y', "Delete", "delete it permanently", Answer::Remove).or('d')
        }
    }
}

/// Gives the answers that a command offers for a question, the harmless one first.
pub fn offers(subject: &Subject, verb: Verb) -> Vec<Offer> {
    let keep_both = keep_both(DEFAULT_RENAME.to_owned());
    let rename_existing = rename_existing(DEFAULT_RENAME.to_owned());
    match subject {
        Subject::Conflict { kind: ConflictKind::File, .. } => {
            let [newer, larger, different, ..] = CONDITIONS;
            let unconditional = [skip(LEAVE), replace(), keep_both, rename_existing];
            unconditional.into_iter().chain([newer, larger, different, cancel()]).collect()
        }
        Subject::Conflict { kind: ConflictKind::Directory, .. } => {
            vec![skip(LEAVE), merge(), keep_both, cancel()]
        }
        Subject::Conflict { .. } => vec![skip(LEAVE), keep_both, rename_existing, cancel()],
        Subject::Error { .. } => {
            let offers =
                [skip("count it as failed and continue"), retry(), portable_name(), cancel()];
            offers.into_iter().filter(|offer| offer.answer.fits(subject)).collect()
        }
        Subject::Removal { step, .. } => {
            let kept = match step {
                Removal::Descend => "keep it, and everything in it",
                Removal::Remove => "keep it where it is",
            };
            vec![keep(kept), remove(*step, verb), cancel()]
        }
    }
}

/// Gives every answer that some question offers.
fn all() -> Vec<Offer> {
    let pattern = || DEFAULT_RENAME.to_owned();
    let unconditional = [skip(LEAVE), merge(), replace(), retry()];
    let removals = [(Removal::Remove, Verb::Delete), (Removal::Remove, Verb::Trash)];
    let removals = removals.into_iter().chain([(Removal::Descend, Verb::Delete)]);
    unconditional
        .into_iter()
        .chain(removals.map(|(step, verb)| remove(step, verb)))
        .chain([keep_both(pattern()), rename_existing(pattern()), replace_for_good()])
        .chain([portable_name()])
        .chain(CONDITIONS)
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

/// Names an answer in at most ten columns, for tables.
pub fn short(answer: &Answer) -> &'static str {
    match answer {
        Answer::Overwrite => "Replace",
        Answer::OverwriteForGood => "For good",
        Answer::Skip => "Skip",
        Answer::Rename(_) => "Keep both",
        Answer::RenameExisting(_) => "Rename old",
        Answer::Newer => "If newer",
        Answer::Older => "If older",
        Answer::Larger => "If larger",
        Answer::Smaller => "If smaller",
        Answer::DifferentMeta => "If differs",
        Answer::DifferentContent => "If content",
        Answer::Merge => "Merge",
        Answer::Remove => "Delete",
        Answer::Retry => "Retry",
        Answer::PortableName => "Change name",
        Answer::Abort => "Cancel job",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fcp_engine::error::{Action, Code, OpError};
    use fcp_engine::event::{FileKind, Side};

    use super::*;

    fn subjects() -> Vec<Subject> {
        let side =
            || Side { path: "/d/x".into(), kind: FileKind::File, size: 1, mtime: 0, mode: 0o644 };
        let conflict = |kind| Subject::Conflict { kind, src: side(), dst: side() };
        let error = OpError::refused(Action::Read, Code::SameFile, "x");
        vec![
            conflict(ConflictKind::File),
            conflict(ConflictKind::Directory),
            conflict(ConflictKind::DirectoryInTheWay),
            conflict(ConflictKind::FileInTheWay),
            Subject::Error { src: "x".into(), error },
            Subject::Removal { step: Removal::Remove, item: side(), protected: false },
            Subject::Removal { step: Removal::Descend, item: side(), protected: false },
        ]
    }

    #[test]
    fn n_is_the_harmless_answer_to_every_question_and_y_goes_on() {
        for subject in subjects() {
            for verb in [Verb::Copy, Verb::Delete, Verb::Trash] {
                let offers = offers(&subject, verb);
                assert_eq!((offers[0].key, &offers[0].answer), ('n', &Answer::Skip));
                let yes = offers.iter().find(|offer| offer.key == 'y').map(|offer| &offer.answer);
                let harmless = [&Answer::Skip, &Answer::Abort];
                assert!(yes.is_none_or(|answer| !harmless.contains(&answer)), "{subject:?}");
                assert!(offers.iter().all(|offer| offer.answer.fits(&subject)), "{subject:?}");
            }
        }
    }

    #[test]
    fn no_two_answers_share_a_key_and_none_has_that_of_the_scope() {
        for subject in subjects() {
            let mut offers = offers(&subject, Verb::Copy);
            offers.push(replace_for_good());
            offers.extend(CONDITIONS.into_iter().skip(3));
            let keys: Vec<char> =
                offers.iter().flat_map(|it| [Some(it.key), it.alias]).flatten().collect();
            let different: BTreeSet<char> = keys.iter().copied().collect();
            assert_eq!(different.len(), keys.len(), "{keys:?}");
            assert!(!different.contains(&SCOPE));
        }
    }

    #[test]
    fn the_letters_give_the_answers_that_are_offered() {
        let letters = letters();
        for subject in subjects() {
            for offer in offers(&subject, Verb::Copy) {
                for letter in [Some(offer.key), offer.alias].into_iter().flatten() {
                    let (_, answers) = letters.iter().find(|(it, _)| *it == letter).unwrap();
                    let first = answers.iter().find(|answer| answer.fits(&subject));
                    assert_eq!(first, Some(&offer.answer), "{letter}: {subject:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_replaces_by_a_key_that_moves_or_opens() {
        let replaces = [replace(), replace_for_good()].into_iter().chain(CONDITIONS);
        for offer in replaces {
            assert!(!"hjklgGnNoe/ ".contains(offer.key), "{offer:?}");
            assert_eq!(offer.alias, None, "{offer:?}");
        }
    }
}
