//! Tests of the codes and numbers that follow from the events of a job.

use fcp_engine::event::{Envelope, Progress, Totals};
use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
use fcp_engine::view::JobsView;

use super::*;

const SECOND: u64 = 1_000_000;

fn spec(options: Options) -> Box<JobSpec> {
    Box::new(JobSpec { options, ..JobSpec::copy(["/src/a"], Destination::Into("/dst".into())) })
}

fn place(rank: i64, lanes: &[&str]) -> Place {
    let lanes = lanes.iter().map(|&lane| lane.to_owned()).collect();
    Place {
        held: None,
        rank,
        lanes,
        passes: false,
        now: false,
        after: None,
        interrupted: false,
        cancelled: false,
    }
}

fn summary(outcome: Outcome) -> Summary {
    Summary { elapsed: SECOND, ..Summary::without_work(Verb::Copy, outcome, 0) }
}

/// A queued job and the events that follow.
fn view(job: JobId, events: Vec<Event>) -> JobsView {
    let mut view = JobsView::new();
    let queued = Event::JobQueued { job, spec: spec(Options::default()) };
    for event in std::iter::once(queued).chain(events) {
        view.apply(&Envelope { seq: None, at: SECOND, event });
    }
    view
}

fn state(events: Vec<Event>) -> State {
    State::of(view(1, events).row(1).unwrap(), SECOND)
}

fn started() -> Event {
    Event::JobStarted { job: 1, workers: 1 }
}

fn ended(summary: Summary) -> Event {
    Event::JobSummary { job: 1, summary }
}

#[test]
fn each_stage_of_a_job_has_its_code() {
    assert_eq!(state(vec![]), State::Queued);
    let placed = |place| vec![Event::JobPlaced { job: 1, place }];
    let after = Place { after: Some(7), ..place(1, &[]) };
    assert_eq!(state(placed(after)), State::After(7));
    assert_eq!(state(placed(Place { interrupted: true, ..place(1, &[]) })), State::Interrupted);
    assert_eq!(state(vec![started()]), State::Counting);
    let cancelled =
        || Event::JobPlaced { job: 1, place: Place { cancelled: true, ..place(1, &[]) } };
    assert_eq!(state(vec![started(), cancelled()]), State::Cancelling);
    assert_eq!(state(vec![started(), Event::JobPaused { job: 1 }, cancelled()]), State::Cancelling);
    assert_eq!(state(vec![cancelled(), ended(summary(Outcome::Cancelled))]), State::Cancelled);
    let totals = Totals { items: 2, bytes: Some(9), complete: true };
    let counted = || Event::JobTotals { job: 1, totals };
    assert_eq!(state(vec![started(), counted()]), State::Working);
    assert_eq!(state(vec![started(), Event::JobPaused { job: 1 }]), State::Paused);
    let phase = |phase| state(vec![started(), Event::JobPhase { job: 1, phase }]);
    assert_eq!(phase(Phase::Flushing), State::Flushing);
    assert_eq!(phase(Phase::Verifying), State::Verifying);
    let late = view(1, vec![started(), counted()]);
    assert_eq!(State::of(late.row(1).unwrap(), 1_000 * SECOND), State::Stalled);
}

#[test]
fn each_end_of_a_job_has_its_code_and_some_are_trouble() {
    let end = |summary: Summary| state(vec![started(), ended(summary)]);
    for (given, expected, trouble) in [
        (summary(Outcome::Completed), State::Done, false),
        (Summary { unanswered: 2, ..summary(Outcome::Completed) }, State::Unanswered(2), true),
        (summary(Outcome::CompletedWithErrors), State::Partly(0), true),
        (summary(Outcome::Cancelled), State::Cancelled, false),
        (summary(Outcome::Failed), State::Failed, true),
    ] {
        let view = view(1, vec![started(), ended(given.clone())]);
        assert_eq!(end(given), expected);
        assert_eq!(expected.has_trouble(), trouble, "{expected:?}");
        assert_eq!(has_trouble(view.row(1).unwrap()), trouble, "{expected:?}");
    }
}

#[test]
fn what_is_not_what_was_chosen_any_more_is_not_tried_again() {
    use fcp_engine::error::{Action, Code, OpError};

    let failure = |code| {
        let src = WirePath::from("/a");
        Failed { error: OpError::refused(Action::Delete, code, "/a"), src }
    };
    let (changed, denied) = (failure(Code::ChangedSince), failure(Code::PermissionDenied));
    let row = |verb, is_over: bool, failed: u64| {
        let mut row = view(1, vec![started()]).row(1).unwrap().clone();
        (row.verb, row.progress.items_failed) = (Some(verb), failed);
        row.summary = is_over.then(|| summary(Outcome::CompletedWithErrors));
        row
    };
    let trash = row(Verb::Trash, true, 1);
    assert!(!can_retry(&trash, std::slice::from_ref(&changed)));
    assert!(can_retry(&trash, std::slice::from_ref(&denied)));
    assert!(!can_retry(&row(Verb::Trash, false, 1), std::slice::from_ref(&denied)), "it runs");
    assert!(!can_retry(&row(Verb::Copy, true, 0), &[]), "nothing failed");
    // Other failures than those that are known, and other jobs: these look at the item anew.
    assert!(can_retry(&row(Verb::Trash, true, 2), std::slice::from_ref(&changed)));
    assert!(can_retry(&row(Verb::Copy, true, 1), std::slice::from_ref(&changed)));
    let options = Options { seen: Some(fcp_engine::spec::Seen::default()), ..Options::default() };
    let mut mirror = row(Verb::Copy, true, 1);
    mirror.spec = Some(spec(options));
    assert!(!can_retry(&mirror, &[changed]));
}

#[test]
fn amounts_are_bytes_where_there_are_any_and_items_otherwise() {
    let progress = |bytes, items| {
        let progress = Progress { bytes_done: bytes, items_done: items, ..Progress::default() };
        Event::Progress { job: 1, progress }
    };
    let totals =
        |items, bytes| Event::JobTotals { job: 1, totals: Totals { items, bytes, complete: true } };
    let amount = |events: Vec<Event>| {
        let events = std::iter::once(started()).chain(events).collect();
        Amount::of(view(1, events).row(1).unwrap())
    };
    assert_eq!(amount(vec![]), Amount::Nothing);
    assert_eq!(amount(vec![progress(0, 3)]), Amount::Items(3, None));
    assert_eq!(amount(vec![progress(5, 3)]), Amount::Bytes(5, None));
    assert_eq!(amount(vec![progress(5, 3), totals(7, Some(9))]), Amount::Bytes(5, Some(9)));
    assert_eq!(amount(vec![progress(0, 3), totals(7, Some(0))]), Amount::Items(3, Some(7)));
    let done = Summary { done: 4, ..summary(Outcome::Completed) };
    assert_eq!(amount(vec![ended(done.clone())]), Amount::Items(4, None));
    assert_eq!(amount(vec![ended(Summary { bytes: 8, ..done })]), Amount::Bytes(8, None));
}

#[test]
fn a_short_job_and_reflinked_data_have_no_speed() {
    let copied = Summary { bytes: 10, bytes_reflinked: 4, ..summary(Outcome::Completed) };
    assert_eq!(mean_rate(&copied, 2 * SECOND), Some(3));
    assert_eq!(mean_rate(&copied, SECOND - 1), None);
    let reflinked = Summary { bytes_reflinked: 10, ..copied };
    assert_eq!(mean_rate(&reflinked, 2 * SECOND), None);
    assert_eq!(per_second(5, 0), 0);
}

#[test]
fn rows_have_numbers_while_the_job_works() {
    let events = vec![
        started(),
        Event::JobTotals { job: 1, totals: Totals { items: 2, bytes: Some(8), complete: true } },
        Event::Progress {
            job: 1,
            progress: Progress { bytes_done: 4, items_failed: 1, ..Progress::default() },
        },
    ];
    let pace = Pace { rate: Speed { bytes: 3, items: 1 }, ..Pace::default() };
    let working = view(1, events.clone());
    let row = Row::of(working.row(1).unwrap(), pace);
    assert_eq!((row.percent, row.thousandths, row.failed), (Some(50), Some(500), 1));
    assert_eq!((row.rate, row.is_live), (Some(Rate::Bytes(3)), true));
    let paused = view(1, [events.clone(), vec![Event::JobPaused { job: 1 }]].concat());
    assert_eq!(Row::of(paused.row(1).unwrap(), pace).rate, None);
    let over = view(1, [events, vec![ended(summary(Outcome::Completed))]].concat());
    let row = Row::of(over.row(1).unwrap(), pace);
    assert_eq!((row.percent, row.failed, row.rate, row.is_live), (None, 0, None, false));
}

#[test]
fn jobs_are_grouped_by_their_devices_and_those_at_work_come_first() {
    let mut view = JobsView::new();
    let mut tell = |event| view.apply(&Envelope { seq: None, at: SECOND, event });
    for (job, rank, lanes) in
        [(1, 3, &["disk:a"][..]), (2, 2, &["disk:b"]), (3, 1, &["disk:a"]), (4, 4, &["disk:a"])]
    {
        tell(Event::JobQueued { job, spec: spec(Options::default()) });
        tell(Event::JobPlaced { job, place: place(rank, lanes) });
    }
    tell(Event::JobQueued { job: 5, spec: spec(Options { dry_run: true, ..Options::default() }) });
    tell(Event::JobStarted { job: 4, workers: 1 });
    let lane = |device: &str, jobs: &[JobId]| Lane {
        devices: vec![device.to_owned()],
        jobs: jobs.to_vec(),
    };
    assert_eq!(lanes(view.rows()), [lane("disk:a", &[4, 3, 1]), lane("disk:b", &[2])]);
}

#[test]
fn paths_are_shown_below_the_operands() {
    let sources: [WirePath; 2] = ["/home/anna/a".into(), "/home/anna/b".into()];
    let below = |sources: &[WirePath], path| below(base(sources), Path::new(path)).to_owned();
    assert_eq!(below(&sources, "/home/anna/a/x"), Path::new("a/x"));
    assert_eq!(below(&sources, "/mnt/x"), Path::new("/mnt/x"));
    assert_eq!(below(&sources[..1], "/home/anna/a/x"), Path::new("x"));
    assert_eq!(below(&sources[..1], "/home/anna/a"), Path::new("a"));
    assert_eq!(below(&[], "/x"), Path::new("/x"));
}

#[test]
fn what_is_in_a_trash_is_named_by_what_follows_its_directories() {
    let rest = |path: &str| in_trash(Path::new(path)).map(|rest| rest.to_str().unwrap().to_owned());
    assert_eq!(rest("/home/a/.local/share/Trash/files/f.2").as_deref(), Some("f.2"));
    assert_eq!(rest("/mnt/.Trash-1000/files/dir/files/x").as_deref(), Some("dir/files/x"));
    assert_eq!(rest("/mnt/.Trash/1000/files/x").as_deref(), Some("x"));
    assert_eq!(rest("/home/a/files/x"), None);
    assert_eq!(rest("/home/a/Trash/files"), None);
}

#[test]
fn a_job_that_brings_folders_into_step_names_them_and_not_its_first_item() {
    let paths = |paths: &[&str]| paths.iter().map(WirePath::from).collect::<Vec<_>>();
    let of = |from: &[&str], to: &[&str]| {
        let (from, to) = (paths(from), Destination::Each(paths(to)));
        let sides = sides(&from, Some(&to));
        sides.map(|it| (it.from.to_owned(), it.to.to_owned(), it.both))
    };
    let one_way = of(&["/l/a/b/c", "/l/a/d"], &["/r/a/b/c", "/r/a/d"]);
    assert_eq!(one_way, Some(("/l/a".into(), "/r/a".into(), false)));
    // The queue names the first sources only.
    let both = of(&["/l/a/b"], &["/r/a/b", "/l/c"]);
    assert_eq!(both, Some(("/l".into(), "/r".into(), true)));
    assert_eq!(of(&["/l/a"], &["/r/a"]), None, "a single item has paths of its own");
    assert_eq!(of(&[], &["/r/a", "/r/b"]), None);
    let into = Destination::Into("/r".into());
    assert_eq!(sides(&paths(&["/l/a", "/l/b"]), Some(&into)), None);
}
