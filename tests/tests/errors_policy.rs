//! Tests of errors: what every policy and answer does with a failed item.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;

use copy::{Copy, Running, copy_into, get, lines, mkdir, names, noise, put, tool};
use fcp_engine::error::Code;
use fcp_engine::event::{Answer, Envelope, Event, Outcome, Question, Resolution, Scope, Subject};
use fcp_engine::spec::{ConflictPolicy, Driver, ErrorPolicy, EventLevel};
use fcp_test_support::{Kind, Scratch, has_strace, needs, tampered, with_mounts};

const SIZE: usize = 3 << 20;

/// Copies `big` into a filesystem of 4 MiB that `filler` nearly fills, over an old `big`.
fn on_full_disk(test: impl FnOnce(&Path, &Path, Copy) + Send) {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) =
            (mounts.filesystem(Kind::Tmpfs, 64 << 20), mounts.filesystem(Kind::Tmpfs, 4 << 20));
        put(from.join("big"), noise(1, SIZE));
        put(to.join("filler"), noise(2, 2 << 20));
        put(to.join("big"), "old");
        let job = copy_into(&[from.join("big")], &to);
        test(&from, &to, job.with(|options| options.on_error = ErrorPolicy::Ask));
    });
}

fn code(question: &Question) -> Code {
    match &question.subject {
        Subject::Error { error, .. } => error.code,
        Subject::Conflict { .. } | Subject::Removal { .. } => panic!("{question:?}"),
    }
}

fn answer(running: &Running, question: &Question, answer: Answer, scope: Scope) {
    running.engine.answer(question.id, &Resolution { answer, scope }).unwrap();
}

#[test]
fn a_retry_succeeds_once_the_cause_is_gone() {
    on_full_disk(|from, to, job| {
        let mut running = job.start();
        let question = running.next_question();
        assert_eq!(code(&question), Code::NoSpace);
        assert_eq!(get(to.join("big")), b"old");
        assert_eq!(names(to), ["big", "filler"], "something partial is left");
        let progress = &running.engine.status()[0].progress;
        assert_eq!(progress.items_failed, 0);
        assert_eq!(progress.bytes_done, 0, "a copy that was removed is still counted");
        // A retry that changes nothing is asked again.
        answer(&running, &question, Answer::Retry, Scope::This);
        let again = running.next_question();
        fcp_test_support::remove_all(&to.join("filler")).unwrap();
        answer(&running, &again, Answer::Retry, Scope::This);
        let told = running.end().clean();
        assert_eq!(told.summary.done, 1);
        assert_eq!(get(to.join("big")), get(from.join("big")));
        assert_eq!(names(to), ["big"]);
    });
}

#[test]
fn blocks_of_a_copy_that_was_removed_are_taken_back() {
    on_full_disk(|_, _, job| {
        let job = job.with(|options| {
            options.driver = Some(Driver::Parblock);
            options.block_size = Some(1 << 20);
        });
        let mut running = job.start();
        let question = running.next_question();
        assert_eq!(code(&question), Code::NoSpace);
        let counted = || running.engine.status()[0].progress.bytes_done;
        assert_eq!(counted(), 0, "blocks that were removed are still counted");
        answer(&running, &question, Answer::Skip, Scope::This);
        running.end().failed_with(&[("big", Code::NoSpace)]);
    });
}

/// The answer to an error must not be taken for one to the conflict that comes with it.
#[test]
fn a_skipped_error_is_a_failed_item_and_not_a_skipped_one() {
    for scope in [Scope::This, Scope::Kind, Scope::All] {
        on_full_disk(|_, to, job| {
            let mut running = job.start();
            let question = running.next_question();
            answer(&running, &question, Answer::Skip, scope);
            let told = running.end().failed_with(&[("big", Code::NoSpace)]);
            assert_eq!((told.summary.skipped, told.summary.done), (0, 0));
            assert_eq!(get(to.join("big")), b"old");
            assert_eq!(names(to), ["big", "filler"]);
        });
    }
}

#[test]
fn an_aborted_error_cancels_the_job() {
    on_full_disk(|_, to, job| {
        let mut running = job.start();
        let question = running.next_question();
        answer(&running, &question, Answer::Abort, Scope::This);
        let told = running.end();
        assert_eq!(told.summary.outcome, Outcome::Cancelled);
        assert_eq!(told.failed.len(), 1);
        assert_eq!(get(to.join("big")), b"old");
    });
}

#[test]
fn an_abort_reaches_a_paused_job() {
    on_full_disk(|_, _, job| {
        let mut running = job.start();
        let question = running.next_question();
        running.engine.pause(running.job).unwrap();
        answer(&running, &question, Answer::Abort, Scope::This);
        assert_eq!(running.end().summary.outcome, Outcome::Cancelled);
    });
}

#[test]
fn only_fitting_answers_are_taken() {
    on_full_disk(|_, _, job| {
        let mut running = job.start();
        let question = running.next_question();
        for misfit in [Answer::Overwrite, Answer::Merge, Answer::Rename("{stem}{n}".into())] {
            let resolution = Resolution { answer: misfit, scope: Scope::This };
            assert!(running.engine.answer(question.id, &resolution).is_err());
        }
        answer(&running, &question, Answer::Skip, Scope::This);
        running.end().failed_with(&[("big", Code::NoSpace)]);
    });
}

/// Five files that exist already, and one for which there is no room.
#[test]
fn skip_of_a_kind_leaves_other_kinds_open() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) =
            (mounts.filesystem(Kind::Tmpfs, 64 << 20), mounts.filesystem(Kind::Tmpfs, 1 << 20));
        let mut sources = vec![from.join("big")];
        put(&sources[0], noise(1, SIZE));
        for n in 0..5 {
            let name = n.to_string();
            sources.push(from.join(&name));
            put(from.join(&name), "new");
            put(to.join(&name), "old");
        }
        let mut running = copy_into(&sources, &to)
            .with(|options| {
                options.on_conflict = ConflictPolicy::Fail;
                options.on_error = ErrorPolicy::Ask;
            })
            .start();
        let asked: Vec<Question> = (0..6).map(|_| running.next_question()).collect();
        let taken = asked.iter().find(|question| code(question) == Code::Exists).unwrap();
        answer(&running, taken, Answer::Skip, Scope::Kind);
        let left = running.engine.status()[0].questions.clone();
        assert_eq!(left.iter().map(code).collect::<Vec<_>>(), [Code::NoSpace]);
        answer(&running, &left[0], Answer::Skip, Scope::This);
        let told = running.end();
        assert_eq!(told.summary.failed, 6);
        assert_eq!(told.failed.iter().filter(|(_, e)| e.code == Code::Exists).count(), 5);
        assert_eq!(names(&to), ["0", "1", "2", "3", "4"]);
    });
}

fn many(scratch: &Scratch) -> Vec<std::path::PathBuf> {
    mkdir(scratch.join("to"));
    let sources: Vec<_> = (0..500).map(|n| scratch.join(format!("{n}"))).collect();
    for source in &sources {
        put(source, "x");
    }
    sources
}

#[test]
fn abort_as_a_policy_starts_nothing_more() {
    // Missing from the start, and failing when its turn comes.
    for missing in [true, false] {
        let scratch = Scratch::new();
        let mut sources = many(&scratch);
        let bad = scratch.join("bad");
        if !missing {
            put(&bad, "new");
            put(scratch.join("to/bad"), "old");
        }
        sources.insert(0, bad);
        let told = copy_into(&sources, scratch.join("to"))
            .with(|options| {
                options.on_error = ErrorPolicy::Abort;
                options.on_conflict = ConflictPolicy::Fail;
                options.workers = Some(1);
            })
            .run();
        assert_eq!(told.summary.outcome, Outcome::Failed);
        assert_eq!(told.summary.failed, 1);
        assert_eq!(told.summary.done, 0, "missing: {missing}");
    }
}

#[test]
fn skip_as_a_policy_goes_on() {
    let scratch = Scratch::new();
    let mut sources = many(&scratch);
    sources.insert(0, scratch.join("missing"));
    let told = copy_into(&sources, scratch.join("to")).run();
    assert_eq!(told.failed_with(&[("missing", Code::NotFound)]).summary.done, 500);
}

#[test]
fn retries_are_bounded() {
    on_full_disk(|_, to, job| {
        let mut running = job
            .with(|options| {
                options.on_error = ErrorPolicy::Retry(3);
                options.events = EventLevel::Trace;
            })
            .start();
        let mut tries = 0;
        loop {
            let wanted = |event: &Event| {
                matches!(event, Event::ItemStarted { .. } | Event::ItemFailed { .. })
            };
            match running.until(wanted) {
                Event::ItemFailed { .. } => break,
                _ => tries += 1,
            }
        }
        assert_eq!(tries, 4);
        running.end().failed_with(&[("big", Code::NoSpace)]);
        assert_eq!(get(to.join("big")), b"old");
    });
}

/// The numbers that the user sees beside a failure do not count what was removed again.
#[test]
fn a_copy_that_cannot_get_its_name_is_taken_back_before_its_failure_is_told() {
    needs!(has_strace());
    with_mounts(&[Kind::Ext4], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 32 << 20);
        let (from, to) = (at.join("from"), at.join("to"));
        mkdir(&from);
        mkdir(&to);
        put(from.join("big"), noise(1, SIZE));
        put(to.join("big"), "old");
        let (source, fixed) = (from.join("big"), to.join("big"));
        tool("chattr", &["+i", fixed.to_str().unwrap()]);
        for driver in ["parfile", "parblock"] {
            let driver = format!("--driver={driver}");
            let args = ["-f", "--block-size=1M", &driver];
            let ends = [source.to_str().unwrap(), to.to_str().unwrap()];
            // The temporary file is removed slowly, so that samples would show what is counted then.
            let slowly = "delay_enter=1500000";
            let done = tampered("fcp", "unlinkat", slowly, 1, &[&args[..], &ends].concat());
            let lines = lines(&done);
            let told = lines
                .iter()
                .position(|line| matches!(line.event, Event::ItemFailed { .. }))
                .unwrap();
            let counted = |line: &&Envelope| match &line.event {
                Event::Progress { progress, .. } => progress.bytes_done > 0,
                _ => false,
            };
            assert!(lines[..told].iter().any(|line| counted(&line)), "{driver}: it was not slow");
            // A sample that was just being taken may be told late.
            let late = lines[told..].iter().filter(counted).count();
            assert!(late <= 1, "{driver}: {late} samples count what was removed");
            assert_eq!(names(&to), ["big"]);
        }
        tool("chattr", &["-i", fixed.to_str().unwrap()]);
    });
}
