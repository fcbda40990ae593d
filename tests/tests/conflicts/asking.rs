//! Tests of jobs with questions.

use super::*;

/// Files in two directories, all of them taken; a directory in the way of a file.
fn taken() -> Scratch {
    let scratch = Scratch::new();
    for path in ["s", "s/a", "s/b", "t", "t/s", "t/s/a", "t/s/b", "t/s/x"] {
        mkdir(scratch.join(path));
    }
    for file in ["a/1", "a/2", "b/3", "b/4"] {
        put(scratch.join("s").join(file), "new");
        put(scratch.join("t/s").join(file), "old");
    }
    put(scratch.join("s/x"), "new");
    put(scratch.join("s/free"), "new");
    scratch
}

fn ask(scratch: &Scratch) -> Running {
    copy_into(&[scratch.join("s")], scratch.join("t"))
        .with(|options| {
            options.on_conflict = ConflictPolicy::Ask;
            options.on_mismatch = MismatchPolicy::Ask;
        })
        .start()
}

/// The questions by the end of their source path, when so many are open.
fn questions(running: &mut Running, count: usize) -> BTreeMap<String, Question> {
    let status = |running: &Running| running.engine.status()[0].questions.clone();
    while status(running).len() < count {
        running.until(|event| matches!(event, Event::QuestionAsked { .. }));
    }
    let open = status(running);
    assert_eq!(open.len(), count, "{open:#?}");
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    open.into_iter()
        .map(|question| match &question.subject {
            Subject::Conflict { src, .. } => (name(&src.path.0), question),
            Subject::Error { src, .. } => (name(&src.0), question),
            Subject::Removal { item, .. } => (name(&item.path.0), question),
        })
        .collect()
}

fn answer(running: &Running, question: &Question, answer: Answer, scope: Scope) {
    running.engine.answer(question.id, &Resolution { answer, scope }).unwrap();
}

/// Which files of [`taken`] are new now.
fn replaced(scratch: &Scratch) -> Vec<&'static str> {
    let files = ["a/1", "a/2", "b/3", "b/4"];
    let is_new = |file: &&str| get(scratch.join("t/s").join(file)) == b"new";
    files.into_iter().filter(is_new).collect()
}

/// Waits for the one file with which nothing is in conflict; it has its name a moment before it is done.
fn the_free_file_is_done(running: &mut Running) {
    running.until_once(|event| match event {
        Event::ItemDone { src, .. } => src.0.ends_with("free"),
        _ => false,
    });
}

#[test]
fn all_others_go_on_while_questions_are_open() {
    let scratch = taken();
    let mut running = ask(&scratch);
    questions(&mut running, 5);
    the_free_file_is_done(&mut running);
    assert_eq!(replaced(&scratch), Vec::<&str>::new());
    running.engine.cancel(running.job).unwrap();
    let told = running.end();
    assert_eq!(told.summary.outcome, Outcome::Cancelled);
    assert_eq!((told.summary.skipped, told.summary.unanswered), (5, 5));
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Unanswered));
    // The free file and three directories.
    assert_eq!((told.summary.done, told.summary.failed), (4, 0));
    assert_eq!(replaced(&scratch), Vec::<&str>::new());
}

#[test]
fn scopes_reach_what_they_say() {
    for (scope, open, reached) in [
        (Scope::This, 4, vec!["a/1"]),
        (Scope::Directory, 3, vec!["a/1", "a/2"]),
        (Scope::Kind, 1, vec!["a/1", "a/2", "b/3", "b/4"]),
        // A directory in the way cannot be overwritten, so the answer does not reach it.
        (Scope::All, 1, vec!["a/1", "a/2", "b/3", "b/4"]),
    ] {
        let scratch = taken();
        let mut running = ask(&scratch);
        let asked = questions(&mut running, 5);
        answer(&running, &asked["1"], Answer::Overwrite, scope);
        assert_eq!(running.engine.status()[0].questions.len(), open, "{scope:?}");
        for question in running.engine.status()[0].questions.clone() {
            answer(&running, &question, Answer::Skip, Scope::This);
        }
        let told = running.end().failed_with(&[]);
        assert_eq!(replaced(&scratch), reached, "{scope:?}");
        assert_eq!(told.skipped.len(), open, "{scope:?}");
    }
}

#[test]
fn skip_all_reaches_every_kind() {
    let scratch = taken();
    let mut running = ask(&scratch);
    let asked = questions(&mut running, 5);
    answer(&running, &asked["x"], Answer::Skip, Scope::All);
    assert_eq!(running.end().clean().skipped.len(), 5);
}

#[test]
fn every_answer_does_what_it_says() {
    let scratch = taken();
    let mut running = ask(&scratch);
    let asked = questions(&mut running, 5);
    let rename = || DEFAULT.to_owned();
    answer(&running, &asked["1"], Answer::Rename(rename()), Scope::This);
    answer(&running, &asked["2"], Answer::RenameExisting(rename()), Scope::This);
    answer(&running, &asked["3"], Answer::DifferentContent, Scope::This);
    answer(&running, &asked["4"], Answer::Larger, Scope::This);
    answer(&running, &asked["x"], Answer::RenameExisting(rename()), Scope::This);
    running.end().clean();
    let file = |name: &str| get(scratch.join("t/s").join(name));
    assert_eq!((file("a/1"), file("a/1 (1)")), (b"old".to_vec(), b"new".to_vec()));
    assert_eq!((file("a/2"), file("a/2 (1)")), (b"new".to_vec(), b"old".to_vec()));
    assert_eq!((file("b/3"), file("b/4")), (b"new".to_vec(), b"old".to_vec()));
    assert_eq!(file("x"), b"new");
    assert!(scratch.join("t/s/x (1)").is_dir());
}

#[test]
fn misfits_and_second_answers_are_refused() {
    let scratch = taken();
    let mut running = ask(&scratch);
    let asked = questions(&mut running, 5);
    let say = |id, answer| running.engine.answer(id, &Resolution { answer, scope: Scope::This });
    let (file, mismatch) = (asked["1"].id, asked["x"].id);
    for misfit in [
        Answer::Merge,
        Answer::Retry,
        Answer::Rename(String::new()),
        Answer::Rename("../{stem}".to_owned()),
    ] {
        assert_eq!(say(file, misfit), Err(ControlError::Misfit(file)));
    }
    for misfit in [Answer::Overwrite, Answer::Merge, Answer::Newer] {
        assert_eq!(say(mismatch, misfit), Err(ControlError::Misfit(mismatch)));
    }
    assert_eq!(running.engine.status()[0].questions.len(), 5);
    say(file, Answer::Overwrite).unwrap();
    assert_eq!(say(file, Answer::Skip), Err(ControlError::NoQuestion(file)));
    assert_eq!(say(u64::MAX, Answer::Skip), Err(ControlError::NoQuestion(u64::MAX)));
    answer(&running, &asked["2"], Answer::Skip, Scope::All);
    running.end().clean();
    assert_eq!(replaced(&scratch), ["a/1"]);
}

#[test]
fn abort_cancels_the_job_and_leaves_the_rest_unanswered() {
    let scratch = taken();
    let mut running = ask(&scratch);
    let asked = questions(&mut running, 5);
    the_free_file_is_done(&mut running);
    answer(&running, &asked["1"], Answer::Abort, Scope::This);
    let told = running.end();
    assert_eq!(told.summary.outcome, Outcome::Cancelled);
    assert_eq!((told.summary.skipped, told.summary.unanswered), (5, 4));
    assert_eq!(replaced(&scratch), Vec::<&str>::new());
}

/// A taken file beside a taken directory, whose taken contents are met only after a merge.
fn nested() -> (Scratch, Running) {
    let scratch = Scratch::new();
    for path in ["s", "s/d", "s/d/e", "t", "t/s", "t/s/d", "t/s/d/x"] {
        mkdir(scratch.join(path));
    }
    for (path, there) in [("f", true), ("d/g", true), ("d/e/h", false), ("d/x", false)] {
        put(scratch.join("s").join(path), "new");
        if there {
            put(scratch.join("t/s").join(path), "old");
        }
    }
    let running = copy(scratch.join("s"), scratch.join("t/s"))
        .with(|options| {
            options.on_conflict = ConflictPolicy::Ask;
            options.on_directory = DirectoryPolicy::Ask;
            options.on_mismatch = MismatchPolicy::Ask;
        })
        .start();
    (scratch, running)
}

#[test]
fn a_directory_conflict_parks_its_subtree_and_answers_stick() {
    let (scratch, mut running) = nested();
    let root = questions(&mut running, 1);
    assert!(!scratch.join("t/s/d/e").exists());
    answer(&running, &root["s"], Answer::Merge, Scope::This);
    let asked = questions(&mut running, 2);
    assert!(!scratch.join("t/s/d/e").exists(), "the subtree was not parked");
    answer(&running, &asked["f"], Answer::Overwrite, Scope::All);
    // Overwriting a directory is to merge it, so only the mismatch below it is left.
    let last = questions(&mut running, 1);
    let kind = match &last["x"].subject {
        Subject::Conflict { kind, .. } => *kind,
        Subject::Error { .. } | Subject::Removal { .. } => panic!("{last:?}"),
    };
    assert_eq!(kind, ConflictKind::DirectoryInTheWay);
    answer(&running, &last["x"], Answer::Skip, Scope::This);
    running.end().clean();
    for file in ["f", "d/g", "d/e/h"] {
        assert_eq!(get(scratch.join("t/s").join(file)), b"new", "{file}");
    }
    assert!(scratch.join("t/s/d/x").is_dir());
}

/// An answer for files says nothing about directories, even if it is given for all.
#[test]
fn an_answer_that_does_not_fit_later_questions_is_not_taken_for_one() {
    let (_scratch, mut running) = nested();
    let root = questions(&mut running, 1);
    answer(&running, &root["s"], Answer::Merge, Scope::This);
    let asked = questions(&mut running, 2);
    answer(&running, &asked["f"], Answer::Newer, Scope::All);
    answer(&running, &asked["d"], Answer::Merge, Scope::This);
    let last = questions(&mut running, 1);
    answer(&running, &last["x"], Answer::Skip, Scope::This);
    let told = running.end().clean();
    let is_g = |(path, reason): &(std::path::PathBuf, SkipReason)| {
        path.ends_with("g") && *reason == SkipReason::NotNewer
    };
    assert!(told.skipped.iter().any(is_g), "{:?}", told.skipped);
}

#[test]
fn a_skipped_directory_is_one_skipped_item() {
    let (scratch, mut running) = nested();
    let root = questions(&mut running, 1);
    answer(&running, &root["s"], Answer::Skip, Scope::This);
    let told = running.end().clean();
    assert_eq!((told.summary.done, told.summary.skipped), (0, 1));
    assert_eq!(names(scratch.join("t/s")), ["d", "f"]);
}

#[test]
fn the_copy_of_another_source_is_asked_about_without_answers_that_replace_it() {
    let scratch = Scratch::new();
    for path in ["x", "y", "c", "taken"] {
        mkdir(scratch.join(path));
    }
    for path in ["x/f", "y/f", "taken/f"] {
        put(scratch.join(path), path);
    }
    let start = |to: &str| {
        let sources = ["x/f", "y/f"].map(|path| scratch.join(path));
        let job = copy_into(&sources, scratch.join(to));
        job.with(|options| options.on_conflict = ConflictPolicy::Ask).start()
    };
    let is_own =
        |subject: &Subject| matches!(subject, Subject::Conflict { just_created: true, .. });
    let check = |running: &mut Running| {
        let asked = running.until(
            |event| matches!(event, Event::QuestionAsked { question, .. } if is_own(&question.subject)),
        );
        let Event::QuestionAsked { question, .. } = asked else { panic!("{asked:?}") };
        let wrong = Resolution { answer: Answer::Overwrite, scope: Scope::This };
        assert!(running.engine.answer(question.id, &wrong).is_err());
        answer(running, &question, Answer::Rename(DEFAULT.into()), Scope::This);
    };
    let mut running = start("c");
    check(&mut running);
    assert_eq!(
        (running.end().summary.done, names(scratch.join("c"))),
        (2, ["f", "f (1)"].map(String::from).to_vec())
    );
    // To replace what was there does not mean to replace what replaced it.
    let mut running = start("taken");
    let first = questions(&mut running, 2).into_values().next().unwrap();
    answer(&running, &first, Answer::Overwrite, Scope::Kind);
    check(&mut running);
    assert_eq!(
        (running.end().summary.failed, names(scratch.join("taken"))),
        (0, ["f", "f (1)"].map(String::from).to_vec())
    );
}
