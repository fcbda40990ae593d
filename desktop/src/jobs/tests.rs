//! Tests of the job states that windows receive, with a real queue.

use fcp_engine::event::{Envelope, Event, JobId, Outcome, SkipReason, Summary, To};
use fcp_engine::queue::Mode;
use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, Options, Verb};

use super::work::LISTED;
use crate::bench::Bench;
use crate::names::name;
use crate::wire::{
    JobAsk, JobStage, JobState, JobsAsk, LogFact, NoticeCode, Reason, Refusal, Report, ReportGroup,
    Tone, Update,
};

/// The lanes that windows receive: the jobs of each, and the ended ones last.
fn lanes(bench: &Bench) -> Vec<Vec<JobId>> {
    bench.change().lanes.into_iter().map(|lane| lane.jobs).collect()
}

/// A program with three jobs that wait.
fn three() -> (Bench, [JobId; 3]) {
    let bench = Bench::new();
    bench.write("src/a", "a");
    let mut spec = bench.copy();
    spec.options.on_conflict = ConflictPolicy::Skip;
    let jobs = [0; 3].map(|_| bench.add_paused(spec.clone()));
    // Where they are in the queue is told a moment after that they are there.
    bench.until("three jobs", || {
        let told = bench.change();
        told.all.paused == 3 && told.lanes.len() == 1
    });
    (bench, jobs)
}

#[test]
fn rows_are_told_when_they_differ_and_all_to_a_new_window() {
    let bench = Bench::new();
    bench.write("src/a", "a");
    bench.write("src/sub/b", "bb");
    let job = bench.add(bench.copy());
    assert_eq!(bench.end(job), Outcome::Completed);
    let told = bench.change();
    let [row] = &told.rows[..] else { panic!("{told:?}") };
    assert_eq!((row.job, row.stage, row.percent), (job, JobStage::Finished, Some(100)));
    assert_eq!((row.first.text.as_str(), row.items, row.bytes), ("src", 4, 3));
    assert_eq!(row.to.as_ref().unwrap().text, "~/dst");
    assert_eq!(row.reflinked + row.kernel + row.streamed, 2);
    assert!(row.undo && !row.unseen && row.ended.is_some(), "{row:?}");
    assert_eq!(bench.change().rows, []);
    bench.app.jobs.tell_all();
    assert_eq!(bench.change().rows.len(), 1);
    bench.app.jobs.ask(job, JobAsk::Clear).unwrap();
    bench.until("it to be gone", || bench.job(job).is_none());
    let told = bench.change();
    assert_eq!((told.rows, told.gone, told.lanes), (vec![], vec![job], vec![]));
}

#[test]
fn jobs_stand_in_lanes_in_the_order_of_the_queue() {
    let (bench, [a, b, c]) = three();
    assert_eq!(lanes(&bench), [[a, b, c]]);
    bench.app.jobs.ask(c, JobAsk::Before { job: Some(b) }).unwrap();
    bench.until("c before b", || lanes(&bench) == [[a, c, b]]);
    bench.app.jobs.ask(a, JobAsk::Before { job: None }).unwrap();
    bench.until("a at the end", || lanes(&bench) == [[c, b, a]]);
    bench.app.jobs.ask(b, JobAsk::Place { to: To::First }).unwrap();
    bench.until("b first", || lanes(&bench) == [[b, c, a]]);
    bench.app.jobs.ask(c, JobAsk::Start).unwrap();
    assert_eq!(bench.end(c), Outcome::Completed);
    assert_eq!(lanes(&bench), [vec![b, a], vec![c]]);
    let told = bench.change();
    let [lane, over] = &told.lanes[..] else { panic!("{told:?}") };
    assert!(lane.paused && !lane.key.is_empty() && !lane.name.is_empty(), "{lane:?}");
    assert_eq!(over.key, "");
    bench.app.jobs.ask_all(Some(&lane.key), JobsAsk::Resume).unwrap();
    bench.until("all to end", || {
        let all = bench.app.jobs.all();
        all.paused + all.queued + all.working + all.waiting == 0
    });
    let mut over = lanes(&bench);
    for jobs in &mut over {
        jobs.sort_unstable();
    }
    assert_eq!(over, [[a, b, c]]);
}

#[test]
fn a_job_stands_still_while_it_is_paused_and_goes_on_or_ends_as_asked() {
    let bench = Bench::new();
    bench.write("src/large", vec![7; 24 << 20]);
    let mut spec = bench.copy();
    spec.options.limit_rate = Some(4 << 20);
    let job = bench.add(spec.clone());
    bench.until_job(job, "bytes", |job| {
        job.bytes > 0 && !job.in_flight.is_empty() && job.stage == JobStage::Working
    });
    let shown = bench.job(job).unwrap();
    assert_eq!(shown.in_flight[0].name.text, "large");
    assert!(shown.in_flight[0].how.is_some() && shown.in_flight[0].percent < 100);
    assert_eq!(bench.app.jobs.written(bench.dir.path())[0].0, "dst");
    bench.app.jobs.ask(job, JobAsk::Pause).unwrap();
    bench.until_job(job, "the pause", |job| job.stage == JobStage::Paused);
    assert_eq!((bench.app.jobs.all().paused, bench.app.jobs.all().working), (1, 0));
    bench.app.jobs.ask(job, JobAsk::Limit { rate: None }).unwrap();
    bench.app.jobs.ask(job, JobAsk::Resume).unwrap();
    assert_eq!(bench.end(job), Outcome::Completed);
    assert_eq!(bench.job(job).unwrap().bytes, 24 << 20);

    spec.destination = Some(Destination::As(bench.path("other").into()));
    let job = bench.add(spec);
    bench.until_job(job, "bytes", |job| job.bytes > 0);
    bench.app.jobs.ask(job, JobAsk::Cancel).unwrap();
    assert_eq!(bench.end(job), Outcome::Cancelled);
    assert!(!bench.path("other/large").exists());
    assert!(!bench.job(job).unwrap().unseen);
}

#[test]
fn limits_and_modes_of_the_queue_are_shown_at_once() {
    let (bench, [a, b, _]) = three();
    bench.app.jobs.ask(a, JobAsk::Limit { rate: Some(1000) }).unwrap();
    assert_eq!((bench.job(a).unwrap().limit, bench.job(b).unwrap().limit), (Some(1000), None));
    bench.app.jobs.ask_all(None, JobsAsk::Limit { rate: Some(5000) }).unwrap();
    bench.app.jobs.ask_all(None, JobsAsk::Mode { mode: Mode::One }).unwrap();
    let all = bench.change().all;
    assert_eq!((all.limit, all.mode, all.paused), (Some(5000), Mode::One, 3));
    bench.app.jobs.ask(b, JobAsk::Hold { after: Some(a) }).unwrap();
    bench.until_job(b, "the hold", |job| job.after == Some(a));
    let circle = bench.app.jobs.ask(a, JobAsk::Hold { after: Some(b) });
    assert!(matches!(circle, Err(Refusal::Not { .. })), "{circle:?}");
    assert_eq!(bench.app.jobs.ask(999, JobAsk::Start), Err(Refusal::Gone));
}

#[test]
fn a_job_that_has_just_ended_keeps_no_other_of_its_disk_from_what_is_asked() {
    let (bench, [a, b, c]) = three();
    let lane = bench.change().lanes[0].key.clone();
    // The window does not know of this yet.
    let engine = bench.app.engine.get().unwrap();
    engine.cancel(a).unwrap();
    engine.wait(a).unwrap();
    let limit = JobsAsk::Limit { rate: Some(1000) };
    assert_eq!(bench.app.jobs.ask_all(Some(&lane), limit), Ok(()));
    let limits = [b, c].map(|job| bench.job(job).unwrap().limit);
    assert_eq!(limits, [Some(1000); 2]);
}

#[test]
fn the_end_of_a_job_is_told_once_with_what_can_be_done_about_it() {
    let bench = Bench::new();
    let told = bench.app.jobs.tap();
    bench.write("src/a", "a");
    let job = bench.add(bench.copy());
    bench.end(job);
    let notice = told.try_recv().unwrap();
    assert_eq!((notice.code, notice.tone), (NoticeCode::JobDone, Tone::Good));
    assert_eq!((notice.job, notice.count, notice.undo), (Some(job), Some(2), true));
    assert_eq!(notice.name.unwrap().text, "src");
    // It is the newest change.
    let asked = bench.app.edits.undo(None).unwrap().unwrap();
    assert_eq!((asked.job, asked.verb, asked.first.text.as_str()), (job, Verb::Copy, "src"));
    assert!(asked.copies > 0 && asked.lost == 0, "{asked:?}");
    assert!(bench.path("dst/a").exists(), "nothing is undone before the user agrees");
    bench.app.jobs.ask(job, JobAsk::UndoNow).unwrap();
    bench.until("the undo", || bench.change().all.working == 0 && !bench.path("dst/a").exists());
    let undo = job + 1;
    bench.end(undo);
    let notice = told.try_recv().unwrap();
    assert_eq!((notice.job, notice.undo, notice.code), (Some(undo), false, NoticeCode::UndoDone));
    assert_eq!(notice.name.unwrap().text, "src", "called like the job it takes back");
    let offered = || bench.app.jobs.history(0, 9, false).unwrap().jobs.into_iter();
    let offered = || offered().map(|job| (job.job, job.undo)).collect::<Vec<_>>();
    assert_eq!(
        offered(),
        [(undo, true), (job, false)],
        "the undo can be redone, and the job is undone"
    );
    assert!(!bench.job(job).unwrap().undo && bench.job(undo).unwrap().undo);
    let compares = || {
        let past = bench.app.jobs.history(0, 9, false).unwrap().jobs;
        let past = past.iter().find(|it| it.job == job).unwrap().verifiable;
        (bench.job(job).unwrap().verifiable, past)
    };
    assert_eq!(compares(), (false, false), "nothing is there to compare");
    assert!(told.try_recv().is_err());
    bench.app.edits.undo(None).unwrap();
    assert!(bench.app.feed.heard().iter().any(|update| {
        matches!(update, Update::Notice(notice) if notice.code == NoticeCode::NothingToUndo)
    }));
    // So is what does it again; the operand of each is a file of ours.
    bench.app.jobs.ask(undo, JobAsk::Undo).unwrap();
    let redo = undo + 1;
    bench.end(redo);
    bench.until("the redo", || bench.path("dst/a").exists());
    let notice = told.try_recv().unwrap();
    assert_eq!((notice.job, notice.name.unwrap().text.as_str()), (Some(redo), "src"));
    assert_eq!(offered(), [(redo, true), (undo, false), (job, true)], "both mean the same undo");
    assert!(bench.job(job).unwrap().undo && !bench.job(undo).unwrap().undo);
    assert_eq!(compares(), (true, true));
    let history = bench.app.jobs.history(0, 2, false).unwrap().jobs;
    for (shown, is_redo) in
        [bench.job(redo).unwrap()].iter().chain(&history).zip([true, true, false])
    {
        assert_eq!((shown.first.text.as_str(), shown.undone), ("src", Some(Verb::Copy)));
        assert_eq!(shown.redo, is_redo);
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the record disappears")]
fn a_job_that_can_never_be_undone_lets_the_change_before_it_be_undone() {
    let bench = Bench::new();
    bench.write("src/a", "a");
    let jobs = ["dst", "more"].map(|name| {
        let mut spec = bench.copy();
        spec.destination = Some(Destination::As(bench.path(name).into()));
        let job = bench.add(spec);
        bench.end(job);
        job
    });
    let record = bench.app.engine.get().unwrap().queue().unwrap().find(jobs[1]).unwrap().record;
    std::fs::remove_file(&record.unwrap().0).unwrap();
    let asked = bench.app.edits.undo(None).unwrap();
    assert_eq!(asked.map(|ask| ask.job), Some(jobs[0]));
}

#[test]
fn a_job_that_has_ended_says_what_it_replaced_and_renamed() {
    let bench = Bench::new();
    bench.write("src/a", "new");
    bench.write("dst/a", "old");
    for (policy, expected) in [
        (ConflictPolicy::Rename("{stem} ({n}){ext}".into()), (0, 1)),
        (ConflictPolicy::Overwrite, (1, 0)),
    ] {
        let mut spec = bench.copy();
        spec.options.on_conflict = policy;
        let job = bench.add(spec);
        assert_eq!(bench.end(job), Outcome::Completed);
        let shown = bench.job(job).unwrap();
        assert_eq!((shown.replaced, shown.renamed), expected);
    }
}

#[test]
fn what_failed_is_unseen_until_it_is_looked_at_and_grouped_in_the_report() {
    let bench = Bench::new();
    for name in ["a", "b"] {
        bench.write(&format!("src/{name}"), "x");
        bench.write(&format!("dst/{name}"), "y");
    }
    let mut spec = bench.copy();
    spec.sources.extend(["gone", "away"].map(|name| bench.path(name).into()));
    spec.destination = Some(Destination::Into(bench.path("into").into()));
    spec.options.on_conflict = ConflictPolicy::Skip;
    bench.write("into/src/a", "there");
    let job = bench.add(spec);
    assert_eq!(bench.end(job), Outcome::CompletedWithErrors);
    let shown = bench.job(job).unwrap();
    assert_eq!((shown.unseen, shown.failed, shown.skipped), (true, 2, 1));
    assert!(shown.retry);
    assert_eq!(bench.app.jobs.all().failed, 2);
    bench.app.jobs.ask(job, JobAsk::Seen).unwrap();
    assert_eq!((bench.app.jobs.all().failed, bench.job(job).unwrap().unseen), (0, false));

    let names = |report: &Report| -> Vec<(u64, Vec<String>)> {
        let names = |group: &ReportGroup| {
            let mut names: Vec<_> = group.items.iter().map(|it| it.name.text.clone()).collect();
            names.sort();
            (group.count, names)
        };
        report.groups.iter().map(names).collect()
    };
    let finished = shown.items - shown.failed - shown.skipped;
    // Of the finished ones no operand is named: in the only one that is there, an item was skipped.
    let lost = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let expected = [(2, lost(&["away", "gone"])), (1, lost(&["src/a"])), (finished, vec![])];
    let told = bench.app.jobs.report(job).unwrap();
    assert_eq!(names(&told), expected);
    assert!(matches!(told.groups[0].reason, Reason::Failed { .. }));
    assert_eq!(told.groups[1].reason, Reason::Skipped { why: SkipReason::Policy });
    assert_eq!(told.bytes_kernel + told.bytes_streamed + told.bytes_reflinked, 1);
    // A job that is in the history alone tells what failed.
    bench.app.jobs.lock().view.forget(job);
    let past = bench.app.jobs.report(job).unwrap();
    assert_eq!(names(&past)[0], expected[0]);
    assert_eq!(past.job.outcome, Some(Outcome::CompletedWithErrors));
    // So it does what happened in it.
    let log = bench.app.jobs.log(job).unwrap();
    let facts: Vec<&LogFact> = log.lines.iter().map(|line| &line.fact).collect();
    assert_eq!((facts.first(), log.count), (Some(&&LogFact::Added), facts.len() as u64));
    let end = LogFact::Ended { outcome: Outcome::CompletedWithErrors };
    assert_eq!(facts.last(), Some(&&end));
    let skipped = name("src/a");
    assert!(facts.contains(&&LogFact::Skipped { name: skipped, why: SkipReason::Policy }));
    let failed = |fact: &&&LogFact| matches!(fact, LogFact::Failed { .. });
    assert_eq!(facts.iter().filter(failed).count(), 2);
    assert!(log.lines.is_sorted_by_key(|line| line.at) && log.lines[0].at > 0);
}

#[test]
fn a_job_with_very_many_questions_leaves_room_for_those_of_others() {
    let share = |most, lengths: &[usize]| super::share(most, lengths.iter().copied());
    assert_eq!(share(1000, &[3, 5]), usize::MAX);
    assert_eq!(share(1000, &[1000, 2]), 998);
    assert_eq!(share(1000, &[1000, 1000, 10]), 495);
    assert_eq!((share(1, &[4, 4]), share(usize::MAX, &[1000])), (1, usize::MAX));

    let bench = Bench::new();
    for name in ["a", "b", "c"] {
        bench.write(&format!("src/{name}"), "x");
        bench.write(&format!("dst/{name}"), "y");
        bench.write(&format!("more/{name}"), "z");
    }
    let jobs = ["dst", "more"].map(|name| {
        let destination = Some(Destination::As(bench.path(name).into()));
        bench.add(JobSpec { destination, ..bench.copy() })
    });
    // It need not wait for the disk.
    drop(bench.app.jobs.ask(jobs[1], JobAsk::Start));
    bench.until("all questions", || bench.app.jobs.question_count() == 6);
    let told: Vec<_> = bench.app.jobs.asked_first(4).iter().map(|it| it.job.id).collect();
    assert_eq!(told, [jobs[0], jobs[0], jobs[1], jobs[1]]);
    assert_eq!(bench.app.jobs.asked_first(6).len(), 6);
    let every = bench.app.jobs.asked(|_, _| true);
    assert_eq!(every.len(), 6);
}

/// How long jobs took, as the list of jobs and as the history says it.
fn jobs_took(bench: &Bench, past: &[JobState]) -> Vec<(u64, u64)> {
    past.iter().map(|job| (bench.job(job.job).unwrap().active, job.active)).collect()
}

#[test]
fn the_history_begins_with_the_newest_and_its_jobs_run_again() {
    let bench = Bench::new();
    bench.write("src/a", "a");
    let first = bench.add(bench.copy());
    bench.end(first);
    let sources = vec![bench.path("dst").into()];
    let options = Options { recursive: true, force: true, ..Options::default() };
    let second = bench.add(JobSpec { verb: Verb::Delete, sources, destination: None, options });
    bench.end(second);
    let told = bench.app.jobs.history(0, 10, false).unwrap();
    let jobs: Vec<_> = told.jobs.iter().map(|job| (job.job, job.verb)).collect();
    assert_eq!((told.count, jobs), (2, vec![(second, Verb::Delete), (first, Verb::Copy)]));
    assert!(told.jobs.iter().all(|job| job.stage == JobStage::Finished && job.ended.is_some()));
    // The list of jobs and the history say the same of how long each took.
    let took = jobs_took(&bench, &told.jobs);
    assert!(took.iter().all(|(listed, past)| listed == past && *past > 0), "{took:?}");
    let older = bench.app.jobs.history(1, 1, false).unwrap();
    assert_eq!((older.count, older.jobs[0].job), (2, first));
    assert_eq!(bench.app.jobs.history(0, 10, true).unwrap().count, 0);
    let line = bench.app.jobs.command_line(first).unwrap();
    assert!(line.starts_with("fcp ") && line.ends_with("/dst"), "{line}");
    let verifiable: Vec<_> = told.jobs.iter().map(|job| job.verifiable).collect();
    assert_eq!(verifiable, [false, true]);
    // What was deleted is missed.
    bench.app.jobs.ask(first, JobAsk::Verify).unwrap();
    assert_eq!(bench.end(second + 1), Outcome::CompletedWithErrors);
    let troubled = bench.app.jobs.history(0, 10, true).unwrap();
    assert_eq!((troubled.count, troubled.jobs[0].job), (1, second + 1));
    bench.app.jobs.ask(first, JobAsk::Repeat).unwrap();
    bench.end(second + 2);
    assert_eq!(bench.read("dst/a"), "a");
    bench.app.jobs.ask(first, JobAsk::Verify).unwrap();
    assert_eq!(bench.end(second + 3), Outcome::Completed);
    assert!(matches!(bench.app.jobs.ask(second, JobAsk::Verify), Err(Refusal::Not { .. })));
    assert!(matches!(bench.app.jobs.ask(first, JobAsk::Retry), Err(Refusal::Not { .. })));
    // To clear the list takes nothing from the history; to forget it does.
    let count = bench.app.jobs.history(0, 10, false).unwrap().count;
    bench.app.jobs.ask(second, JobAsk::Clear).unwrap();
    assert!(bench.job(second).is_none() && bench.job(first).is_some());
    bench.app.jobs.ask_all(None, JobsAsk::Clear).unwrap();
    assert!(bench.job(first).is_none());
    assert_eq!(bench.app.jobs.history(0, 10, false).unwrap().count, count);
    assert!(bench.app.jobs.report(second).is_ok());
    bench.app.jobs.ask_all(None, JobsAsk::Forget).unwrap();
    assert_eq!(bench.app.jobs.history(0, 10, false).unwrap().count, 0);
}

#[test]
fn the_undo_of_a_job_of_before_the_start_is_called_like_that() {
    let bench = Bench::new();
    bench.write("src/a", "a");
    let job = bench.add(bench.copy());
    bench.end(job);
    let bench = bench.restart();
    assert_eq!(bench.job(job), None);
    for (undo, is_redo) in [(job + 1, false), (job + 2, true)] {
        let told = bench.app.jobs.tap();
        let ask = if is_redo { JobAsk::Undo } else { JobAsk::UndoNow };
        bench.app.jobs.ask(undo - 1, ask).unwrap();
        bench.until("it to be listed", || bench.job(undo).is_some());
        bench.end(undo);
        let shown = bench.job(undo).unwrap();
        let of = (shown.first.text.as_str(), shown.undone, shown.redo);
        assert_eq!(of, ("src", Some(Verb::Copy), is_redo));
        assert_eq!(told.try_recv().unwrap().name.unwrap().text, "src");
    }
}

#[test]
fn an_undo_reads_few_records_however_many_jobs_have_ended() {
    let bench = Bench::new();
    let ended = |job| {
        let summary = Summary::without_work(Verb::Copy, Outcome::CompletedWithErrors, 1);
        let queued = Event::JobQueued { job, spec: Box::new(bench.copy()) };
        [queued, Event::JobSummary { job, summary }]
    };
    let told = |event| Envelope { seq: None, at: 0, event };
    let events: Vec<_> = (1..=1_000).flat_map(ended).map(told).collect();
    bench.app.jobs.take(&events);
    // Those of the listed jobs.
    let over = bench.app.jobs.lock().view.rows().filter(|row| row.is_over()).count();
    assert_eq!(over, LISTED);
}

#[test]
fn an_undo_reads_only_the_records_that_it_may_have_changed() {
    let bench = Bench::new();
    bench.write("src/a", "a");
    let copy = |name: &str| {
        let destination = Some(Destination::As(bench.path(name).into()));
        let job = bench.add(JobSpec { destination, ..bench.copy() });
        bench.end(job);
        job
    };
    let (first, other) = (copy("dst"), copy("more"));
    let changed_by = |undo| bench.app.jobs.lock().changed_by(undo);
    bench.app.jobs.ask(first, JobAsk::UndoNow).unwrap();
    let undo = other + 1;
    bench.until("it to be listed", || bench.job(undo).is_some());
    bench.end(undo);
    assert_eq!(changed_by(undo), [first, undo]);
    bench.app.jobs.ask(undo, JobAsk::Undo).unwrap();
    let redo = undo + 1;
    bench.until("it to be listed", || bench.job(redo).is_some());
    bench.end(redo);
    assert_eq!(changed_by(redo), [first, undo, redo]);
    let offered = [first, other, undo, redo].map(|job| bench.job(job).unwrap().undo);
    assert_eq!(offered, [true, true, false, true]);
    // Without the undo between them, nothing tells what the redo belongs to.
    bench.app.jobs.lock().clear(Some(undo));
    assert_eq!(changed_by(redo), [first, other, redo]);
}

#[test]
fn a_restart_does_not_forget_that_a_paused_job_has_questions() {
    let bench = Bench::new();
    bench.write("src", "new");
    bench.write("dst", "old");
    let job = bench.add(bench.copy());
    bench.until_job(job, "the question", |job| job.questions == 1);
    bench.app.jobs.ask(job, JobAsk::Pause).unwrap();
    bench.until_job(job, "the pause", |job| job.stage == JobStage::Paused);

    let bench = bench.restart();
    bench.until_job(job, "what it had asked", |job| {
        (job.stage, job.questions, job.asks_again) == (JobStage::Paused, 0, 1)
    });
    bench.app.jobs.ask(job, JobAsk::Resume).unwrap();
    bench.until_job(job, "the question again", |job| job.questions == 1 && job.asks_again == 0);
}

#[test]
fn a_failed_job_is_listed_after_a_restart_until_the_user_has_looked_at_it() {
    let bench = Bench::new();
    let spec = |bench: &Bench| JobSpec { sources: vec![bench.path("gone").into()], ..bench.copy() };
    let [looked_at, cleared, unseen] = [(); 3].map(|()| {
        let job = bench.add(spec(&bench));
        assert_eq!(bench.end(job), Outcome::CompletedWithErrors);
        job
    });
    bench.app.jobs.ask(looked_at, JobAsk::Seen).unwrap();
    bench.app.jobs.ask(cleared, JobAsk::Clear).unwrap();

    let bench = bench.restart();
    assert_eq!(lanes(&bench), [[unseen]]);
    assert_eq!(bench.app.jobs.all().failed, 1);
    let shown = bench.job(unseen).unwrap();
    assert!(shown.unseen && shown.ended.is_some(), "{shown:?}");
    assert_eq!(bench.app.jobs.report(unseen).unwrap().groups[0].count, 1);

    let spec = spec(&bench);
    let (bench, away) = bench.restart_after(spec);
    assert_eq!((lanes(&bench), bench.app.jobs.all().failed), (vec![vec![away, unseen]], 2));
    bench.app.jobs.ask(unseen, JobAsk::Retry).unwrap();
    bench.app.jobs.ask(away, JobAsk::Seen).unwrap();
    assert_eq!(bench.app.jobs.all().failed, 0);
}

#[test]
fn an_archive_that_was_refused_as_too_large_is_extracted_anyway() {
    let bench = Bench::new();
    bench.write("src/a", vec![b'x'; 100_000]);
    let archive = bench.path("x.zip");
    let packed = bench.add(JobSpec::pack([bench.path("src")], archive.clone()));
    bench.end(packed);
    bench.write("out/other", "");
    let extract = JobSpec::extract([archive], Destination::Into(bench.path("out").into()));
    let job = bench.add(extract.with(|options| options.unpack_limit = Some(1000)));
    bench.end(job);
    assert!(bench.job(job).unwrap().too_large && !bench.job(packed).unwrap().too_large);
    assert!(bench.app.jobs.report(job).unwrap().job.too_large);
    let told = bench.app.plans.too_large(job).unwrap();
    assert_eq!((told.archives, told.first.text.as_str(), told.limit), (1, "x.zip", 1000));
    assert!(told.packed < 10_000 && told.unpacked == Some(100_000), "{told:?}");
    bench.app.jobs.ask(job, JobAsk::Anyway).unwrap();
    let anyway = job + 1;
    bench.until("the job", || bench.job(anyway).is_some());
    assert_eq!(bench.end(anyway), Outcome::Completed);
    assert_eq!(bench.read("out/src/a").len(), 100_000);
    assert_eq!(bench.app.jobs.ask(packed, JobAsk::Anyway), Err(Refusal::Gone));
}
