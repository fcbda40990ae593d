//! Tests of the words for failures, against those that the errors write themselves.

use fcp_engine::engine::ControlError;
use fcp_engine::path::WirePath;
use fcp_engine::queue::QueueError;
use fcp_engine::queue::error::{Fault, Why};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::*;

/// Gives all values of a type of the wire contract, as its schema lists them.
fn all<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../assets/events.schema.json")).unwrap();
    let listed = schema["$defs"][name]["oneOf"].as_array().unwrap();
    listed.iter().map(|value| serde_json::from_value(value["const"].clone()).unwrap()).collect()
}

/// Gives failures of each step for each reason, with and without what else may be known.
fn failures() -> Vec<OpError> {
    let mut found = Vec::new();
    let errnos = [None, Some(Errno::EACCES as i32), Some(Errno::EMULTIHOP as i32), Some(99_999)];
    for action in all::<Action>("Action") {
        for code in all::<Code>("Code") {
            for other in [None, Some(WirePath("/to/it's\n".into()))] {
                for filesystem in [None, Some("vfat".to_owned())] {
                    for errno in errnos {
                        let (other, filesystem) = (other.clone(), filesystem.clone());
                        let path = WirePath("/a b".into());
                        found.push(OpError {
                            action,
                            code,
                            path,
                            other,
                            filesystem,
                            errno,
                            said: None,
                        });
                    }
                }
            }
        }
    }
    found
}

#[test]
fn failures_are_told_in_english_as_they_write_themselves() {
    for error in failures() {
        assert_eq!(told(&error), error.to_string(), "{error:?}");
        assert_eq!(reason(&error), error.reason(), "{error:?}");
    }
}

#[test]
fn no_failure_is_told_in_english_to_a_german_user() {
    Language::German.speaking(|| {
        for error in failures().iter().filter(|error| error.errno.is_none()) {
            let (told, beside) = (told(error), cannot(error));
            assert!(told.contains("/a b") || error.action == Action::Start, "{told}");
            for text in [told, beside] {
                let words = [" is ", " it ", "cannot", "annot ", " the ", " not ", "{", "error-"];
                assert!(!words.iter().any(|word| text.contains(word)), "{text}");
            }
        }
        let denied = |action| OpError::new(action, "/x", rustix::io::Errno::ACCESS);
        assert_eq!(
            told(&denied(Action::Read)),
            "„/x“ kann nicht gelesen werden: keine Berechtigung"
        );
        assert_eq!(cannot(&denied(Action::ListDir)), "Auflisten nicht möglich: keine Berechtigung");
    });
}

#[test]
fn numbers_of_the_kernel_have_the_words_of_the_system_in_english() {
    let known = (1..200).filter_map(|number| Some((number, of_errno(number)?)));
    let known: Vec<(i32, &str)> = known.collect();
    assert!(known.len() > 50, "{known:?}");
    for (number, text) in known {
        let system = io::Error::from_raw_os_error(number);
        assert_eq!(of_io(&system), system.to_string());
        assert!(system.to_string().starts_with(text));
        let german = Language::German.speaking(|| of_errno(number));
        assert!(german.is_some_and(|german| german != text), "{text}");
    }
    let own = io::Error::other("no number");
    assert_eq!(of_io(&own), "no number");
}

#[test]
fn refusals_are_told_in_english_as_they_write_themselves() {
    let path = || "/queue's".into();
    let refused = OpError::refused(Action::Copy, Code::SameFile, "a").with("b");
    let mut all = vec![
        QueueError::NoJob(3),
        QueueError::NoQuestion(4),
        QueueError::Misfit(5),
        QueueError::NotOver(6),
        QueueError::Over(7),
        QueueError::NothingFailed(8),
        QueueError::NotRecorded(9),
        QueueError::NothingToUndo(10),
        QueueError::Removed(11),
        QueueError::NoCopy(11),
        QueueError::Circle(12),
        QueueError::Unreadable(13),
        QueueError::Refused(refused.clone()),
        QueueError::Unsafe(path()),
        QueueError::Foreign(path()),
    ];
    for why in [Why::Corrupt, Why::Emptied, Why::Newer] {
        all.push(QueueError::InUse { path: path(), why });
    }
    for fault in [
        Fault::Busy,
        Fault::Full,
        Fault::ReadOnly,
        Fault::Denied,
        Fault::Io,
        Fault::Corrupt,
        Fault::Unsupported,
        Fault::System(13),
        Fault::System(3_999),
        Fault::Other(11),
    ] {
        all.push(QueueError::Fault { path: path(), fault });
    }
    for error in &all {
        assert_eq!(of_queue(error), error.to_string());
    }
    let mut others = vec![
        ControlError::NoJob(1),
        ControlError::NoQuestion(2),
        ControlError::Misfit(3),
        ControlError::NoQueue,
        ControlError::Refused(refused),
    ];
    others.extend(all.into_iter().map(ControlError::Queue));
    for error in others {
        assert_eq!(of_control(&error), error.to_string());
    }
}

#[test]
fn texts_are_refused_in_english_as_they_write_themselves() {
    let (text, why) = ("a(b".to_owned(), "unclosed group".to_owned());
    for error in [TextError::Empty, TextError::Lines, TextError::NoExpression { text, why }] {
        assert_eq!(of_text(&error), error.to_string());
    }
}

#[test]
fn names_are_refused_in_english_in_the_words_of_the_edit() {
    for problem in [
        Problem::Empty,
        Problem::Dots,
        Problem::Slash,
        Problem::TooLong,
        Problem::Twice,
        Problem::Taken,
    ] {
        assert_eq!(of_name(problem), problem.words());
    }
}
