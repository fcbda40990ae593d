use fcp_engine::event::Answer;

use super::*;
use crate::terminal::PLAIN;

fn side_of(path: &str, size: u64, mtime: i64) -> Side {
    Side { path: path.into(), kind: FileKind::File, size, mtime, mode: 0o644 }
}

fn question(id: QuestionId) -> Question {
    // 2026-07-30 14:32 and 2025-06-21 23:14 in UTC.
    let src = side_of("2026/a.txt", 4096, 1_785_421_920_000_000);
    let dst = side_of("b/a.txt", 3 << 20, 1_750_547_640_000_000);
    Question {
        id,
        subject: Subject::Conflict {
            kind: ConflictKind::File,
            src,
            dst,
            staged: None,
            just_created: false,
        },
        waiting: 1,
    }
}

fn keys(questions: usize) -> Keys {
    let mut keys = Keys::new(Verb::Copy);
    let now = jiff::Timestamp::from_second(1_785_430_000).unwrap();
    keys.now = now.to_zoned(jiff::tz::TimeZone::UTC);
    (1..=questions).for_each(|id| keys.push(question(id as QuestionId)));
    keys
}

fn shown(keys: &mut Keys, width: usize) -> Vec<String> {
    keys.lines(width, PLAIN).iter().map(|line| line.to_string().trim_end().into()).collect()
}

fn press(keys: &mut Keys, letter: char, after: Duration) -> Option<Reply> {
    let at = keys.shown.unwrap_or_else(Instant::now) + after;
    keys.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE), at)
}

#[test]
fn both_sides_are_shown_with_what_sets_them_apart() {
    let mut keys = keys(3);
    assert_eq!(
        shown(&mut keys, 100),
        [
            "? 'b/a.txt' exists   2 more",
            "  incoming    4.00 KiB   14:32          newer          2026/a.txt",
            "  existing    3.00 MiB   21 Jun 2025    larger         b/a.txt",
            "  n or Enter Skip   y Replace   k Keep both   e Rename existing   w If newer   \
             b If larger",
            "  d If different   q Cancel job   a Applies to: this   ? Help",
        ]
    );
}

#[test]
fn lines_fit_every_width() {
    for help in [false, true] {
        for width in 1..140 {
            let mut keys = keys(2);
            keys.help = help;
            if width > 40 {
                assert!(keys.lines(width, PLAIN).iter().all(|line| line.width() < width));
            }
        }
    }
}

#[test]
fn keys_rest_before_they_answer() {
    let mut keys = keys(2);
    shown(&mut keys, 80);
    assert_eq!(press(&mut keys, 'y', REST / 2), None);
    let resolution = Resolution { answer: Answer::Overwrite, scope: Scope::This };
    assert_eq!(press(&mut keys, 'y', REST), Some(Reply::Answer(1, resolution)));
    // The next question has not been drawn yet.
    assert_eq!(press(&mut keys, 'y', REST), None);
}

fn answers_of(question: impl Fn() -> Question, verb: Verb, code: KeyCode) -> Option<Reply> {
    let mut keys = Keys::new(verb);
    keys.push(question());
    shown(&mut keys, 80);
    let at = keys.shown.unwrap() + REST;
    keys.press(KeyEvent::new(code, KeyModifiers::NONE), at)
}

fn this(answer: Answer) -> Reply {
    Reply::Answer(1, Resolution { answer, scope: Scope::This })
}

#[test]
fn y_replaces_and_n_and_enter_skip() {
    let asked = |code| answers_of(|| question(1), Verb::Copy, code);
    for yes in ['y', 'Y'] {
        assert_eq!(asked(KeyCode::Char(yes)), Some(this(Answer::Overwrite)), "{yes}");
    }
    for no in ['n', 'N', 's', 'S'] {
        assert_eq!(asked(KeyCode::Char(no)), Some(this(Answer::Skip)), "{no}");
    }
    assert_eq!(asked(KeyCode::Enter), Some(this(Answer::Skip)));
    assert_eq!(asked(KeyCode::Char('w')), Some(this(Answer::Newer)));
    assert_eq!(asked(KeyCode::Tab), None);
}

#[test]
fn y_deletes_and_n_and_enter_keep() {
    for (step, verb) in [
        (Removal::Remove, Verb::Delete),
        (Removal::Descend, Verb::Delete),
        (Removal::Remove, Verb::Trash),
    ] {
        let subject = || Subject::Removal { step, item: side_of("x", 0, 1), protected: false };
        let question = || Question { id: 1, subject: subject(), waiting: 1 };
        let asked = |code| answers_of(question, verb, code);
        assert_eq!(asked(KeyCode::Char('y')), Some(this(Answer::Remove)));
        assert_eq!(asked(KeyCode::Char('Y')), Some(this(Answer::Remove)));
        assert_eq!(asked(KeyCode::Char('n')), Some(this(Answer::Skip)));
        assert_eq!(asked(KeyCode::Char('N')), Some(this(Answer::Skip)));
        assert_eq!(asked(KeyCode::Enter), Some(this(Answer::Skip)));
    }
}

#[test]
fn y_does_nothing_where_neither_side_can_replace_the_other() {
    let question = || {
        let Subject::Conflict { src, dst, .. } = question(1).subject else { unreachable!() };
        let subject = Subject::Conflict {
            kind: ConflictKind::DirectoryInTheWay,
            src,
            dst,
            staged: None,
            just_created: false,
        };
        Question { id: 1, subject, waiting: 1 }
    };
    assert_eq!(answers_of(question, Verb::Copy, KeyCode::Char('y')), None);
    assert_eq!(answers_of(question, Verb::Copy, KeyCode::Char('n')), Some(this(Answer::Skip)));
}

#[test]
fn an_answer_may_reach_further() {
    let mut keys = keys(1);
    shown(&mut keys, 80);
    assert_eq!(press(&mut keys, 'a', REST), Some(Reply::Redraw));
    assert!(
        shown(&mut keys, 80).last().unwrap().contains("a Applies to: all like this in this folder")
    );
    press(&mut keys, 'a', REST);
    let resolution = Resolution { answer: Answer::Skip, scope: Scope::Kind };
    assert_eq!(press(&mut keys, 's', REST), Some(Reply::Answer(1, resolution)));
    assert!(!keys.is_asking());
}

#[test]
fn help_names_every_consequence() {
    let mut keys = keys(1);
    shown(&mut keys, 80);
    press(&mut keys, '?', REST);
    let help = shown(&mut keys, 80);
    assert!(
        help.iter().any(|line| line.contains("y     Replace          replace the existing one"))
    );
    assert_eq!(press(&mut keys, 'x', REST), None);
}

#[test]
fn control_keys_are_not_answers() {
    let mut keys = keys(1);
    let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    assert_eq!(keys.press(control('c'), Instant::now()), Some(Reply::Interrupt));
    assert_eq!(keys.press(control('z'), Instant::now()), Some(Reply::Suspend));
    assert_eq!(keys.press(control('o'), Instant::now()), None);
}

#[test]
fn a_failed_item_can_be_tried_again() {
    use fcp_engine::error::{Action, OpError};
    let error = OpError::new(Action::Read, "x\x1b", rustix::io::Errno::IO);
    let mut keys = keys(0);
    let subject = Subject::Error { src: "x\x1b".into(), error };
    keys.push(Question { id: 7, subject, waiting: 1 });
    assert_eq!(
        shown(&mut keys, 80),
        [
            r"? cannot read 'x\x1b': Input/output error",
            "  n or Enter Skip   y Retry   q Cancel job   a Applies to: this   ? Help",
        ]
    );
    let resolution = Resolution { answer: Answer::Retry, scope: Scope::This };
    assert_eq!(press(&mut keys, 'r', REST), Some(Reply::Answer(7, resolution)));
}

#[test]
fn a_removal_is_deleted_entered_or_trashed() {
    let asked = |verb, step, protected| {
        let item = side_of("x", 0, 1);
        let mut keys = Keys::new(verb);
        keys.push(Question {
            id: 7,
            subject: Subject::Removal { step, item, protected },
            waiting: 1,
        });
        shown(&mut keys, 80)
    };
    let delete = asked(Verb::Delete, Removal::Remove, true);
    assert!(delete[0].starts_with("? Delete write-protected '"), "{delete:?}");
    assert_eq!(
        delete[1],
        "  n or Enter Keep   y Delete   q Cancel job   a Applies to: this   ? Help"
    );
    let enter = asked(Verb::Delete, Removal::Descend, false);
    assert!(enter[0].starts_with("? Open '"), "{enter:?}");
    assert_eq!(
        enter[1],
        "  n or Enter Keep   y Open folder   q Cancel job   a Applies to: this   ? Help"
    );
    let trash = asked(Verb::Trash, Removal::Remove, false);
    assert!(trash[0].starts_with("? Trash '"), "{trash:?}");
    assert_eq!(
        trash[1],
        "  n or Enter Keep   y Trash   q Cancel job   a Applies to: this   ? Help"
    );
}
