//! Tests of questions about removals.

use super::*;

/// Makes a tree of the classic shape.
fn classic(top: &Path) {
    for dir in ["", "b", "b/c"] {
        mkdir(top.join(dir));
    }
    for file in ["b/x", "b/c/y"] {
        put(top.join(file), b"");
    }
}

/// Answers removals by a script of y and n; gives the questions.
fn answered(job: copy::Copy, answers: &str) -> (Vec<(Removal, String)>, Told) {
    let mut running = job.start();
    let mut asked = Vec::new();
    let mut answers = answers.chars();
    loop {
        let event = running
            .until(|event| matches!(event, Event::QuestionAsked { .. } | Event::JobSummary { .. }));
        let Event::QuestionAsked { question, .. } = event else { return (asked, running.end()) };
        let Subject::Removal { step, item, .. } = &question.subject else {
            panic!("asked {question:?}")
        };
        let name = item.path.0.file_name().unwrap().to_string_lossy().into_owned();
        asked.push((*step, name));
        let answer = match answers.next() {
            Some('y') => Answer::Remove,
            Some('a') => Answer::Abort,
            _ => Answer::Skip,
        };
        running.engine.answer(question.id, &Resolution { answer, scope: Scope::This }).unwrap();
    }
}

#[test]
fn each_removal_is_asked_about_in_its_turn() {
    use Removal::{Descend, Remove};
    let scratch = Scratch::new();
    let top = scratch.join("top");
    let each = |o: &mut Options| o.confirm = Confirm::Each;
    let ask = |answers: &str| {
        let (asked, told) = answered(delete(&[&top]).with(each), answers);
        let asked: Vec<String> = asked
            .into_iter()
            .map(|(step, name)| format!("{}{name}", if step == Descend { ">" } else { "" }))
            .collect();
        assert!(!asked.is_empty() && Remove != Descend);
        (asked.join(" "), told)
    };

    // An empty directory is asked about once.
    mkdir(&top);
    assert_eq!(ask("n").0, "top");
    assert_eq!(ask("y").0, "top");
    assert!(!is_there(&top));

    // With one file per directory there is only one order.
    for dir in ["", "b", "b/c"] {
        mkdir(top.join(dir));
    }
    put(top.join("b/c/y"), b"");
    assert_eq!(ask("n").0, ">top");
    assert_eq!(ask("yn").0, ">top >b");
    let (asked, told) = ask("yyyn");
    assert_eq!(asked, ">top >b >c y c b top");
    assert_eq!(told.summary.skipped, 4);
    let (asked, told) = ask("yyynyyy");
    // A user who keeps the file but agrees to remove its directory gets ENOTEMPTY, as with rm.
    assert_eq!(asked, ">top >b >c y c");
    told.failed_with(&[("c", Code::NotEmpty)]);
    let (asked, told) = ask("yya");
    assert_eq!((asked.as_str(), told.summary.outcome), (">top >b >c", Outcome::Cancelled));
    assert!(is_there(top.join("b/c/y")));
    assert_eq!(ask("yyyyyyy").0, ">top >b >c y c b top");
    assert!(!is_there(&top));
}

#[test]
fn an_answer_for_all_ends_the_questions() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    for (answer, there) in [(Answer::Remove, false), (Answer::Skip, true)] {
        if !is_there(&top) {
            classic(&top);
        }
        let mut running = delete(&[&top]).with(|o| o.confirm = Confirm::Each).start();
        let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
        let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
        running.engine.answer(question.id, &Resolution { answer, scope: Scope::All }).unwrap();
        running.end();
        assert_eq!(is_there(&top), there);
        classic_again(&top);
    }
}

fn classic_again(top: &Path) {
    if !is_there(top) {
        classic(top);
    }
}

#[test]
fn protected_items_wait_for_an_answer_while_the_rest_goes() {
    let scratch = Scratch::new().open_to_all();
    let top = scratch.join("top");
    while_nobody(|| {
        classic(&top);
        put(top.join("b/z"), b"");
        symlink("/", top.join("link"));
        for (path, mode) in [("b/x", 0o444), ("b/c", 0o555), ("b/c/y", 0o444)] {
            chmod(top.join(path), mode);
        }
        let protected = |o: &mut Options| o.confirm = Confirm::Protected;
        let mut running = delete(&[&top]).with(protected).start();
        let mut open = Vec::new();
        while open.len() < 2 {
            let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
            let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
            let Subject::Removal { step, item, protected: true } = &question.subject else {
                panic!("{question:?}")
            };
            open.push((question.id, *step, item.path.0.clone()));
        }
        open.sort_by(|a, b| a.2.cmp(&b.2));
        assert_eq!((open[0].1, &open[0].2), (Removal::Descend, &top.join("b/c")));
        assert_eq!((open[1].1, &open[1].2), (Removal::Remove, &top.join("b/x")));
        // The rest of the delete does not wait for the questions.
        let deadline = Instant::now() + Duration::from_secs(60);
        while is_there(top.join("b/z")) || is_there(top.join("link")) {
            assert!(Instant::now() < deadline, "the rest waits");
            std::thread::yield_now();
        }
        let answer = |id, answer| {
            running.engine.answer(id, &Resolution { answer, scope: Scope::This }).unwrap();
        };
        answer(open[0].0, Answer::Skip);
        answer(open[1].0, Answer::Remove);
        let told = running.end();
        assert_eq!((told.summary.failed, told.summary.done), (0, 3));
        let expected =
            [("b", SkipReason::NotEmpty), ("c", SkipReason::Policy), ("top", SkipReason::NotEmpty)];
        assert_eq!(skips(&told), expected.map(|(name, why)| (name.to_owned(), why)));
        assert_eq!(names(top.join("b")), ["c"]);
        // Emptied, a protected directory is asked about once more.
        chmod(top.join("b/c"), 0o755);
        delete(&[top.join("b/c/y")]).run().clean();
        chmod(top.join("b/c"), 0o555);
        let (asked, told) = answered(delete(&[&top]).with(protected), "y");
        assert_eq!(asked, [(Removal::Remove, "c".to_owned())]);
        told.clean();
    });
}

#[test]
fn failures_are_asked_about_and_tried_again() {
    with_filesystem(Kind::Ext4, 16 << 20, |root| {
        let top = root.join("top");
        classic(&top);
        let fixed = top.join("b/c/y");
        tool("chattr", &["+i", text(&fixed)]);
        let mut running = delete(&[&top]).with(|o| o.on_error = ErrorPolicy::Ask).start();
        let asked = running.until(|event| matches!(event, Event::QuestionAsked { .. }));
        let Event::QuestionAsked { question, .. } = asked else { unreachable!() };
        tool("chattr", &["-i", text(&fixed)]);
        let again = Resolution { answer: Answer::Retry, scope: Scope::This };
        running.engine.answer(question.id, &again).unwrap();
        running.end().clean();
        assert!(!is_there(&top));

        classic(&top);
        tool("chattr", &["+i", text(&fixed)]);
        for policy in [ErrorPolicy::Retry(3), ErrorPolicy::Abort] {
            let told = delete(&[&top]).with(|o| o.on_error = policy).run();
            assert_eq!(codes(&told), [Code::PermissionDenied], "{policy:?}");
            assert!(is_there(&fixed));
        }
        tool("chattr", &["-i", text(&fixed)]);
    });
}
