//! Tests of questions that are answered elsewhere.

use super::*;

/// A copy that asks about two files and a folder.
fn asking(user: &User) -> (Stream, Vec<Question>) {
    user.file("s/x", b"new").file("s/y", b"new").file("d/s/x", b"old").file("d/s/y", b"old");
    user.add(&["copy", "--on-conflict=ask", "s", "d"]);
    let mut runs = user.stream(&["run", "--json"]);
    for _ in 0..2 {
        runs.hear(|event| matches!(event, Event::QuestionAsked { .. }).then_some(()));
    }
    // The process that runs the job tells itself first, and then the queue.
    let mut open: Vec<Question> = Vec::new();
    until("the queue knows both questions", || {
        open = parsed(&user.q(&["answer", "1", "--json"]));
        open.len() == 2
    });
    (runs, open)
}

#[test]
fn questions_are_answered_from_elsewhere() {
    let user = User::temporary();
    let (runs, open) = asking(&user);
    let shown = user.q(&["answer", "1"]);
    assert!(shown.contains("Incoming") && shown.contains("d/s/x"), "{shown}");
    let number = (open[0].id & 0xff_ffff).to_string();
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "merge"]);
    assert_eq!(code, 2);
    assert!(err.contains("'merge' fits none"), "{err}");
    let (code, _, err) = user.told("fcpq", &["answer", "1", "999", "skip"]);
    assert_eq!(code, 2);
    assert!(err.contains("no open question 999"), "{err}");
    assert_eq!(user.q(&["answer", "1", &number, "skip"]), "Answered 1 question: skip\n");
    let (code, out, err) = user.told("fcpq", &["answer", "1", "all", "overwrite"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Answered ") && out.ends_with(": replace\n"), "{out}");
    let (events, _, code) = runs.end();
    assert_eq!(code, 0);
    check_stream("answers", &events);
    let kept = ["x", "y"].map(|name| fs::read(user.at("d/s").join(name)).unwrap());
    assert_eq!(kept.iter().filter(|content| *content == b"old").count(), 1);
}

#[test]
fn a_run_without_a_user_leaves_questions_to_the_next_one() {
    let user = User::temporary();
    user.file("s/x", b"new").file("d/s/x", b"old").file("a", b"1");
    user.add(&["copy", "--on-conflict=ask", "s", "d"]);
    user.add(&["copy", "a", "b"]);
    for _ in 0..2 {
        let (code, _, err) = user.told("fcpq", &["run", "--unattended"]);
        let why = "fcpq: job 1 did not finish: it has 1 question, and asks again at the next run\n";
        assert_eq!((code, err.as_str()), (5, why));
        assert_eq!(fs::read(user.at("b")).unwrap(), b"1");
    }
    let runs = user.stream(&["run", "--json"]);
    until("it asks", || user.told("fcpq", &["answer", "1", "all", "overwrite"]).0 == 0);
    assert_eq!(runs.end().2, 0);
    assert_eq!(fs::read(user.at("d/s/x")).unwrap(), b"new");
}

#[test]
fn all_questions_are_answered_at_once() {
    let user = User::temporary();
    let (runs, _) = asking(&user);
    assert_eq!(user.q(&["answer", "1", "all", "rename={stem}-{n}{ext}"]).lines().count(), 1);
    assert_eq!(runs.end().2, 0);
    assert!(user.at("d/s/x-1").exists() && user.at("d/s/y-1").exists());
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "newer"]);
    assert_eq!((code, err.as_str()), (2, "fcpq: job 1 has no open questions\n"));
}

#[test]
fn an_answer_for_all_tells_of_the_questions_that_are_not_open_yet() {
    let user = User::temporary();
    for n in 0..1_200 {
        user.file(&format!("s/{n}"), b"new").file(&format!("d/s/{n}"), b"old");
    }
    user.add(&["copy", "--on-conflict=ask", "s", "d"]);
    let runs = user.stream(&["run", "--json"]);
    until("the queue knows all questions", || user.list(&[])[0].questions == 1_200);
    let told = user.q(&["answer", "1", "all", "skip"]);
    assert_eq!(told, "Answered 1,000 questions, and those like them among 200 more: skip\n");
    assert_eq!(runs.end().2, 0);
    assert_eq!(user.job(1).summary.unwrap().skipped, 1_200);
}

#[test]
fn a_job_that_asks_goes_back_and_asks_again() {
    let user = User::temporary();
    let (runs, open) = asking(&user);
    runs.signal(Signal::INT);
    let (events, _, code) = runs.end();
    assert_eq!(code, 130);
    let asked = |event: &Envelope| matches!(event.event, Event::QuestionAsked { .. });
    let answered = |event: &Envelope| matches!(event.event, Event::QuestionAnswered { .. });
    let count = |of: &dyn Fn(&Envelope) -> bool| events.iter().filter(|event| of(event)).count();
    assert_eq!((count(&asked), count(&answered)), (2, 2), "nobody can answer them any more");
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "skip"]);
    assert_eq!((code, err.as_str()), (2, "fcpq: job 1 has no open questions\n"));
    let mut runs = user.stream(&["run", "--json"]);
    for _ in 0..2 {
        let again = |event: &Event| match event {
            Event::QuestionAsked { question, .. } => Some(question.id),
            _ => None,
        };
        let id = runs.hear(again);
        assert!(open.iter().all(|old| old.id != id), "the numbers are new");
    }
    while user.told("fcpq", &["answer", "1", "all", "overwrite"]).0 != 0 {}
    assert_eq!(runs.end().2, 0);
    assert_eq!(fs::read(user.at("d/s/x")).unwrap(), b"new");
}
