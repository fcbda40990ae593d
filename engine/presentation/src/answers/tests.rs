//! Tests of the list of answers.

use std::collections::BTreeSet;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{FileKind, Side};

use crate::language::Language;

use super::*;

fn subjects() -> Vec<Subject> {
    let side =
        || Side { path: "/d/x".into(), kind: FileKind::File, size: 1, mtime: 0, mode: 0o644 };
    let conflict = |kind| Subject::Conflict {
        kind,
        src: side(),
        dst: side(),
        staged: None,
        just_created: false,
    };
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
fn a_command_offers_no_retry_that_is_refused_again() {
    let retries = |verb, code| {
        let error = OpError::refused(Action::Delete, code, "x");
        let offers = offers(&Subject::Error { src: "x".into(), error }, verb);
        offers.iter().any(|offer| offer.answer == Answer::Retry)
    };
    assert!(!retries(Verb::Delete, Code::ChangedSince));
    assert!(retries(Verb::Delete, Code::Io) && retries(Verb::Copy, Code::ChangedSince));
}

#[test]
fn every_answer_is_known_and_possible_somewhere() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../../assets/events.schema.json")).unwrap();
    let declared = schema["$defs"]["Answer"]["oneOf"].as_array().unwrap().len();
    let every = Answer::every();
    assert_eq!(every.len(), declared);
    let mut subjects = subjects();
    for (action, code) in [(Action::Keep, Code::Io), (Action::CreateFile, Code::InvalidName)] {
        let error = OpError::refused(action, code, "x");
        subjects.push(Subject::Error { src: "x".into(), error });
    }
    for answer in &every {
        let is_possible = |subject: &Subject| possible(subject, true).contains(answer);
        assert!(subjects.iter().any(is_possible), "no question takes {answer:?}");
        assert!(all().iter().any(|offer| offer.answer == *answer), "{answer:?} has no key");
    }
}

#[test]
fn no_two_answers_share_a_key_and_none_has_that_of_the_scope() {
    for subject in subjects() {
        let mut offers = offers(&subject, Verb::Copy);
        offers.push(replace_for_good());
        offers.extend(conditions().into_iter().skip(3));
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
    let replaces = [replace(), replace_for_good()].into_iter().chain(conditions());
    for offer in replaces {
        assert!(!"hjklgGnNoe/ ".contains(offer.key), "{offer:?}");
        assert_eq!(offer.alias, None, "{offer:?}");
    }
}

#[test]
fn answers_and_what_follows_are_in_german_for_a_german_user() {
    let named = || {
        let offers = subjects().into_iter().flat_map(|subject| {
            [Verb::Copy, Verb::Delete, Verb::Trash].map(|verb| offers(&subject, verb))
        });
        let offers: Vec<Offer> = offers.flatten().chain(all()).collect();
        let keys: Vec<char> = offers.iter().map(|offer| offer.key).collect();
        let texts = offers.iter().flat_map(|it| [it.name, it.consequence, short(&it.answer)]);
        (keys, texts.collect::<Vec<&str>>())
    };
    let (english, german) = (named(), Language::German.speaking(named));
    assert_eq!(english.0, german.0, "the keys are the same");
    for (english, german) in english.1.iter().zip(&german.1) {
        assert_ne!(english, german);
    }
    let cancel = Language::German.speaking(cancel);
    assert_eq!((cancel.key, cancel.name), ('q', "Auftrag abbrechen"));
    assert_eq!(cancel.consequence, "den Auftrag abbrechen; Fertiges bleibt");
    for offer in Language::German.speaking(all) {
        let short = Language::German.speaking(|| short(&offer.answer));
        assert!(short.chars().count() <= 11, "{short}");
    }
}
