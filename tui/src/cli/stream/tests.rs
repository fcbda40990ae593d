//! Tests of the stream of events that a command prints.

use super::inbox::obey;
use super::*;

fn replied(line: &str, obeyed: Obeyed) -> (u64, bool, Option<String>) {
    match obey(&Engine::new(), &Inbox::default(), line.as_bytes(), obeyed) {
        Event::Reply { id, ok, error, .. } => (id, ok, error),
        other => panic!("{other:?}"),
    }
}

fn obeyed(line: &str) -> (u64, bool, Option<String>) {
    replied(line, |_| true)
}

#[test]
fn a_command_that_is_not_obeyed_gets_a_reply_that_says_so() {
    let line = r#"{"id":4,"cmd":"status"}"#;
    let (id, ok, error) = replied(line, |command| !matches!(command, Command::Status));
    assert_eq!((id, ok), (4, false));
    assert_eq!(error.as_deref(), Some("this process does not obey this command"));
}

#[test]
fn lines_that_make_no_sense_get_a_reply() {
    assert!(matches!(obeyed("nonsense"), (0, false, Some(_))));
    assert!(matches!(obeyed(r#"{"id":7,"cmd":"dance"}"#), (7, false, Some(_))));
    assert!(matches!(obeyed(r#"{"id":7}"#), (7, false, Some(_))));
    let (id, ok, error) = obeyed(r#"{"id":8,"cmd":"pause","job":3}"#);
    assert_eq!((id, ok, error.as_deref()), (8, false, Some("there is no job 3")));
    assert_eq!(obeyed(r#"{"id":9,"cmd":"status"}"#), (9, true, None));
    assert_eq!(obeyed(r#"{"id":10,"cmd":"pause"}"#), (10, true, None));
}

#[test]
fn the_end_of_the_stream_waits_for_the_reply_to_a_command() {
    let inbox = Arc::new(Inbox::default());
    inbox.set_obeys(true);
    let replied = Arc::new(AtomicBool::new(false));
    let (other, told) = (Arc::clone(&inbox), Arc::clone(&replied));
    let listener = thread::spawn(move || {
        told.store(true, Ordering::Release);
        other.set_obeys(false);
    });
    inbox.wait_for_reply();
    assert!(replied.load(Ordering::Acquire));
    listener.join().unwrap();
}

#[test]
fn the_code_of_several_jobs_is_the_worst() {
    assert_eq!(worse(exit::DONE, exit::FAILED), exit::FAILED);
    assert_eq!(worse(exit::FAILED, exit::DONE), exit::FAILED);
    assert_eq!(worse(exit::FAILED, exit::MISMATCH), exit::MISMATCH);
    assert_eq!(worse(exit::MISMATCH, exit::FAILED), exit::MISMATCH);
}
