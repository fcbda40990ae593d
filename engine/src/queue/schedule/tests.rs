//! Tests of the jobs that may start, with laws that hold for every queue.

use proptest::prelude::*;

use super::*;
use crate::contract::path::WirePath;

fn waiting(job: JobId, lanes: &str) -> Candidate {
    Candidate {
        job,
        stage: Stage::Waiting,
        paused: false,
        cancelled: false,
        lanes: lanes.chars().map(String::from).collect(),
        passes: false,
        paths: Paths::default(),
        now: false,
        after: None,
        asks: false,
        rank: job as i64,
    }
}

fn running(job: JobId, lanes: &str) -> Candidate {
    Candidate { stage: Stage::Running, ..waiting(job, lanes) }
}

#[test]
fn a_light_job_does_not_overtake_one_on_the_same_files() {
    let touches = |reads: &str, writes: &str| Paths {
        reads: vec![reads.into()],
        writes: vec![writes.into()],
    };
    let copy = Candidate { paths: touches("/src", "/dst"), ..running(1, "a") };
    let delete = Candidate { passes: true, paths: touches("/", "/src"), ..waiting(2, "b") };
    for before in [
        copy.clone(),
        Candidate { paused: true, ..copy.clone() },
        Candidate { paused: true, stage: Stage::Waiting, ..copy.clone() },
    ] {
        for mode in [Mode::Lanes, Mode::All, Mode::One] {
            assert!(choose(mode, &[before.clone(), delete.clone()]).is_empty());
        }
    }
    let now = Candidate { now: true, ..delete.clone() };
    assert_eq!(choose(Mode::Lanes, &[copy.clone(), now]), [2]);
    let first = Candidate { rank: -1, ..delete };
    let copy = Candidate { stage: Stage::Waiting, ..copy };
    assert_eq!(choose(Mode::Lanes, &[copy, first]), [2]);
}

#[test]
fn a_job_that_has_nothing_left_but_questions_lets_others_go() {
    let asks = Candidate { asks: true, ..running(1, "a") };
    assert_eq!(choose(Mode::Lanes, &[asks.clone(), waiting(2, "a")]), [2]);
    assert_eq!(choose(Mode::One, &[asks.clone(), waiting(2, "b")]), [2]);
    let ending = Candidate { cancelled: true, ..asks };
    assert!(choose(Mode::Lanes, &[ending, waiting(2, "a")]).is_empty());
}

#[test]
fn the_job_is_named_that_another_waits_for() {
    let writes = |path: &str| Paths { reads: Vec::new(), writes: vec![path.into()] };
    let paused = Candidate { paused: true, paths: writes("/x"), ..waiting(1, "a") };
    let behind = Candidate { paths: writes("/x/y"), ..waiting(2, "b") };
    let other = Candidate { paths: writes("/z"), ..waiting(3, "c") };
    let last = Candidate { paths: writes("/x/y/z"), ..waiting(4, "d") };
    let jobs = [paused, behind, other, last];
    assert_eq!(choose(Mode::Lanes, &jobs), [3]);
    assert_eq!(held_up(&jobs), BTreeMap::from([(2, 1), (4, 1)]));
    let now = jobs.map(|job| Candidate { now: true, ..job });
    assert_eq!(held_up(&now), BTreeMap::new());
}

#[test]
fn a_job_held_by_one_behind_it_does_not_hold_that() {
    let paths = Paths { reads: Vec::new(), writes: vec!["/x".into()] };
    let held = Candidate { paths: paths.clone(), after: Some(3), ..waiting(1, "a") };
    let between = Candidate { paths: paths.clone(), ..waiting(2, "b") };
    let last = Candidate { paths, ..waiting(3, "c") };
    assert_eq!(choose(Mode::Lanes, &[held.clone(), last.clone()]), [3]);
    assert_eq!(choose(Mode::Lanes, &[held, between, last]), [2]);
}

#[test]
fn not_all_light_jobs_start_at_once() {
    let light: Vec<Candidate> =
        (1..20).map(|job| Candidate { passes: true, ..waiting(job, "a") }).collect();
    assert_eq!(choose(Mode::Lanes, &light).len(), MOST_LIGHT);
    assert_eq!(choose(Mode::All, &light).len(), 19);
}

#[test]
fn one_job_starts_on_each_lane() {
    let jobs = [waiting(1, "a"), waiting(2, "a"), waiting(3, "b"), waiting(4, "ab")];
    assert_eq!(choose(Mode::Lanes, &jobs), [1, 3]);
    assert_eq!(choose(Mode::All, &jobs), [1, 2, 3, 4]);
    assert_eq!(choose(Mode::One, &jobs), [1]);
}

#[test]
fn the_rank_decides_and_not_the_place_in_the_list() {
    let jobs = [waiting(1, "a"), Candidate { rank: -1, ..waiting(2, "a") }];
    assert_eq!(choose(Mode::Lanes, &jobs), [2]);
    assert_eq!(choose(Mode::One, &jobs), [2]);
}

#[test]
fn a_job_on_two_lanes_is_not_overtaken_on_one_of_them() {
    let jobs = [running(1, "a"), waiting(2, "ab"), waiting(3, "b"), waiting(4, "c")];
    assert_eq!(choose(Mode::Lanes, &jobs), [4]);
    // Held or paused it is no obstacle.
    let held = Candidate { after: Some(1), ..waiting(2, "ab") };
    assert_eq!(choose(Mode::Lanes, &[running(1, "a"), held, waiting(3, "b")]), [3]);
    let paused = Candidate { paused: true, ..waiting(2, "ab") };
    assert_eq!(choose(Mode::Lanes, &[running(1, "a"), paused, waiting(3, "b")]), [3]);
}

#[test]
fn a_paused_job_lets_others_go() {
    let paused = Candidate { paused: true, ..running(1, "a") };
    assert_eq!(choose(Mode::Lanes, &[paused.clone(), waiting(2, "a")]), [2]);
    assert_eq!(choose(Mode::One, &[paused.clone(), waiting(2, "b")]), [2]);
    let ending = Candidate { cancelled: true, ..paused };
    assert!(choose(Mode::Lanes, &[ending, waiting(2, "a")]).is_empty());
}

#[test]
fn light_jobs_and_those_that_start_now_pass() {
    let light = Candidate { passes: true, ..waiting(2, "a") };
    let now = Candidate { now: true, ..waiting(3, "a") };
    let jobs = [running(1, "a"), light, now, waiting(4, "a")];
    assert_eq!(choose(Mode::Lanes, &jobs), [2, 3]);
    // Strictly one, unless the user asks for this very one.
    assert_eq!(choose(Mode::One, &jobs), [3]);
    let light = Candidate { passes: true, ..running(2, "a") };
    let now = Candidate { now: true, ..running(3, "a") };
    let jobs = [light, now, waiting(4, "a")];
    assert_eq!(choose(Mode::Lanes, &jobs), [4]);
    assert!(choose(Mode::One, &jobs).is_empty());
}

#[test]
fn what_is_to_be_cleaned_up_waits_for_nothing() {
    let left = Candidate { cancelled: true, paused: true, after: Some(9), ..waiting(2, "a") };
    for mode in [Mode::Lanes, Mode::One, Mode::All] {
        assert_eq!(choose(mode, &[running(1, "a"), left.clone()]), [2]);
    }
    assert_eq!(choose(Mode::Lanes, &[left, waiting(3, "a")]), [2, 3]);
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let stage = prop_oneof![
        4 => Just(Stage::Waiting),
        2 => Just(Stage::Running),
        1 => Just(Stage::Finished),
    ];
    let rare = || proptest::bool::weighted(0.2);
    let lanes = prop::collection::btree_set(0_u8..4, 0..3);
    let one = (stage, rare(), rare(), lanes, rare(), rare(), rare(), -3_i64..3);
    prop::collection::vec(one, 0..12).prop_map(|rows| {
        let candidate = |(at, row)| {
            let (stage, paused, cancelled, lanes, passes, now, held, rank) = row;
            let lanes: std::collections::BTreeSet<u8> = lanes;
            let lanes = lanes.into_iter().map(|lane: u8| format!("disk:{lane}")).collect();
            let after = if held { Some(1000) } else { None };
            let job = at as JobId;
            let paths = Paths::default();
            let asks = stage == Stage::Running && held;
            Candidate {
                job,
                stage,
                paused,
                cancelled,
                lanes,
                passes,
                now,
                paths,
                after,
                asks,
                rank,
            }
        };
        rows.into_iter().enumerate().map(candidate).collect()
    })
}

/// Waiting jobs that share lanes and files and are held by each other, but not in a circle.
fn tangled() -> impl Strategy<Value = Vec<Candidate>> {
    let lanes = prop::sample::subsequence(vec!["a", "b", "c"], 0..3);
    let path = prop::option::of(prop::sample::select(vec!["/x", "/x/y", "/z"]));
    // Each is held by one with a lesser key, or by none.
    let row = (lanes, path, any::<u8>(), 0_usize..12);
    prop::collection::vec(row, 0..12).prop_map(|rows| {
        let keys: Vec<u8> = rows.iter().map(|row| row.2).collect();
        let candidate = |(at, (lanes, path, key, after)): (usize, (Vec<&str>, _, u8, usize))| {
            let first: Option<&str> = path;
            let writes = first.map(WirePath::from).into_iter().collect();
            let paths = Paths { reads: Vec::new(), writes };
            let is_first = keys.get(after).is_some_and(|first| *first < key);
            let after = is_first.then_some(after as JobId);
            Candidate { paths, after, ..waiting(at as JobId, &lanes.concat()) }
        };
        rows.into_iter().enumerate().map(candidate).collect()
    })
}

/// The jobs after the chosen ones were started.
fn started(mode: Mode, jobs: &[Candidate]) -> Vec<Candidate> {
    let chosen = choose(mode, jobs);
    let start = |job: &Candidate| {
        let stage = if chosen.contains(&job.job) { Stage::Running } else { job.stage };
        Candidate { stage, ..job.clone() }
    };
    jobs.iter().map(start).collect()
}

fn overlap(one: &Candidate, other: &Candidate) -> bool {
    one.lanes.iter().any(|lane| other.lanes.contains(lane))
}

/// Whether a job comes before another.
fn is_before(one: &Candidate, other: &Candidate) -> bool {
    (one.rank, one.job) < (other.rank, other.job)
}

/// A job that is ready and waits for lanes.
fn queues(job: &Candidate) -> bool {
    job.is_ready() && job.keeps_to_lanes() && !job.cancelled
}

proptest! {
    #[test]
    fn only_what_may_start_does(jobs in candidates()) {
        for mode in [Mode::Lanes, Mode::One, Mode::All] {
            let chosen = choose(mode, &jobs);
            for job in &chosen {
                let job = jobs.iter().find(|other| other.job == *job).unwrap();
                prop_assert_eq!(job.stage, Stage::Waiting);
                prop_assert!(job.cancelled || (!job.paused && job.after.is_none()));
            }
            let mut sorted = chosen.clone();
            sorted.sort_by_key(|job| (jobs[*job as usize].rank, *job));
            sorted.dedup();
            prop_assert_eq!(chosen, sorted);
            // Once they run, there is nothing more to start.
            prop_assert_eq!(choose(mode, &started(mode, &jobs)), Vec::<JobId>::new());
        }
    }

    #[test]
    fn a_lane_has_one_job_and_keeps_its_order(jobs in candidates()) {
        let chosen = choose(Mode::Lanes, &jobs);
        let works = |job: &&Candidate| job.works() && job.keeps_to_lanes();
        for job in jobs.iter().filter(|job| queues(job)) {
            let rivals = jobs.iter().filter(|other| other.job != job.job && overlap(job, other));
            let rivals: Vec<&Candidate> = rivals.collect();
            let blocked = rivals.iter().copied().find(works).is_some()
                || rivals.iter().any(|other| queues(other) && is_before(other, job));
            // It starts if and only if no job works on its lanes or waits for them before it.
            prop_assert_eq!(chosen.contains(&job.job), !blocked);
        }
        for job in jobs.iter().filter(|job| job.is_ready() && !queues(job)) {
            prop_assert!(chosen.contains(&job.job));
        }
    }

    #[test]
    fn one_after_the_other_is_one(jobs in candidates()) {
        let chosen = choose(Mode::One, &jobs);
        let waits = |job: &Candidate| job.is_ready() && !job.now && !job.cancelled;
        let alone = !jobs.iter().any(Candidate::works)
            && !jobs.iter().any(|job| job.is_ready() && job.now);
        let mut first: Vec<&Candidate> = jobs.iter().filter(|job| waits(job)).collect();
        first.sort_by_key(|job| (job.rank, job.job));
        let expected = first.first().filter(|_| alone).map(|job| job.job);
        let ordinary = |job: &JobId| waits(&jobs[*job as usize]);
        let ordinary: Vec<JobId> = chosen.into_iter().filter(ordinary).collect();
        prop_assert_eq!(ordinary, Vec::from_iter(expected));
    }

    #[test]
    fn all_jobs_end_whatever_they_wait_for(jobs in tangled()) {
        for mode in [Mode::Lanes, Mode::One, Mode::All] {
            let mut jobs = jobs.clone();
            while !jobs.is_empty() {
                let chosen = choose(mode, &jobs);
                prop_assert!(!chosen.is_empty(), "nothing starts of {jobs:#?}");
                jobs.retain(|job| !chosen.contains(&job.job));
                for job in &mut jobs {
                    job.after = job.after.filter(|first| !chosen.contains(first));
                }
            }
        }
    }
}
