//! Chooses the waiting jobs that may start now.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::entry::{Mode, Stage};
use super::paths::{Paths, Touched};
use crate::contract::event::JobId;

/// Light jobs that run at once; each has threads of its own.
const MOST_LIGHT: usize = 8;

/// Jobs that run at once where all may.
const MOST: usize = 32;

/// What the schedule looks at in a job that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The job.
    pub(crate) job: JobId,
    /// Whether it waits or runs; a finished one is passed over.
    pub(crate) stage: Stage,
    /// Whether it does nothing until it is resumed.
    pub(crate) paused: bool,
    /// Whether it was cancelled; one that waits has only to be cleaned up.
    pub(crate) cancelled: bool,
    /// The devices it uses.
    pub(crate) lanes: Vec<String>,
    /// Whether it is so light that it waits for no lane.
    pub(crate) passes: bool,
    /// Whether it is to start now, whatever runs.
    pub(crate) now: bool,
    /// What it reads and changes.
    pub(crate) paths: Paths,
    /// The job that must end first; none if that has ended.
    pub(crate) after: Option<JobId>,
    /// Whether all that is left of it waits for answers.
    pub(crate) asks: bool,
    /// Its rank; the job with the least comes first.
    pub(crate) rank: i64,
}

impl Candidate {
    /// Whether it runs and gets in the way of others; one that is paused, or has nothing left but
    /// questions, does not, unless it is ending. Once it is answered it continues beside them.
    pub(crate) fn works(&self) -> bool {
        let rests = self.paused || self.asks;
        self.stage == Stage::Running && (!rests || self.cancelled)
    }

    /// Whether a process runs it.
    pub(crate) fn runs(&self) -> bool {
        self.stage == Stage::Running
    }

    /// Whether it has lanes to itself while it works.
    fn keeps_to_lanes(&self) -> bool {
        !self.passes && !self.now
    }

    /// Whether it could start, were it alone.
    fn is_ready(&self) -> bool {
        let held = self.paused || self.after.is_some();
        self.stage == Stage::Waiting && (self.cancelled || !held)
    }
}

/// Chooses the waiting jobs that start now, in the order in which they do.
///
/// A job that is paused, or waits for the end of another one, is passed over and holds up no other. A waiting
/// job that was cancelled has left something behind, whose removal waits for nothing.
pub(crate) fn choose(mode: Mode, jobs: &[Candidate]) -> Vec<JobId> {
    let mut jobs: Vec<&Candidate> = jobs.iter().collect();
    jobs.sort_by_key(|job| (job.rank, job.job));
    let mut ready = jobs.clone();
    ready.retain(|job| job.is_ready());
    keep_order(&jobs, &mut ready);
    match mode {
        Mode::All => keep_few(&jobs, &mut ready, MOST, |_| true),
        Mode::One => keep_one(&jobs, &mut ready),
        Mode::Lanes => keep_to_lanes(&jobs, &mut ready),
    }
    ready.into_iter().map(|job| job.job).collect()
}

/// Leaves those that touch nothing that a job before them touches, or that runs, even if paused.
fn keep_order(jobs: &[&Candidate], ready: &mut Vec<&Candidate>) {
    let mut before = Touched::default();
    for job in jobs.iter().filter(|job| job.stage == Stage::Running) {
        before.add(&job.paths);
    }
    let mut stopped = HashSet::new();
    for job in in_turn(jobs) {
        if !job.now && !job.cancelled && before.stops(&job.paths) {
            stopped.insert(job.job);
        }
        before.add(&job.paths);
    }
    ready.retain(|job| !stopped.contains(&job.job));
}

/// Tells for which job each waits that may not overtake it, since both touch the same files.
pub(crate) fn held_up(jobs: &[Candidate]) -> BTreeMap<JobId, JobId> {
    let mut jobs: Vec<&Candidate> = jobs.iter().collect();
    jobs.sort_by_key(|job| (job.rank, job.job));
    let runs = |job: &&&Candidate| job.stage == Stage::Running;
    let mut before: Vec<&Candidate> = jobs.iter().filter(runs).copied().collect();
    let mut all = Touched::default();
    for job in &before {
        all.add(&job.paths);
    }
    let mut found = BTreeMap::new();
    for job in in_turn(&jobs) {
        if job.is_ready() && !job.now && !job.cancelled && all.stops(&job.paths) {
            let stops = |other: &&&Candidate| {
                let mut touched = Touched::default();
                touched.add(&other.paths);
                touched.stops(&job.paths)
            };
            found.extend(before.iter().find(stops).map(|other| (job.job, other.job)));
        }
        all.add(&job.paths);
        before.push(job);
    }
    found
}

/// The waiting jobs in their order, but each behind the one that must end first.
///
/// Otherwise two jobs that touch the same files could wait for each other.
fn in_turn<'a>(jobs: &[&'a Candidate]) -> Vec<&'a Candidate> {
    let waiting = || jobs.iter().copied().filter(|job| job.stage == Stage::Waiting);
    let mut ahead: HashSet<JobId> = waiting().map(|job| job.job).collect();
    let mut held: HashMap<JobId, Vec<&Candidate>> = HashMap::new();
    let mut turn = Vec::new();
    for job in waiting() {
        let mut next = vec![job];
        while let Some(job) = next.pop() {
            if let Some(first) = job.after.filter(|first| ahead.contains(first)) {
                held.entry(first).or_default().push(job);
                continue;
            }
            ahead.remove(&job.job);
            turn.push(job);
            next.extend(held.remove(&job.job).into_iter().flatten().rev());
        }
    }
    turn
}

/// Leaves no more of a kind than may work at once.
fn keep_few(
    jobs: &[&Candidate],
    ready: &mut Vec<&Candidate>,
    most: usize,
    of_kind: impl Fn(&Candidate) -> bool,
) {
    let counts = |job: &Candidate| of_kind(job) && !job.now && !job.cancelled;
    let mut working = jobs.iter().filter(|job| job.works() && counts(job)).count();
    ready.retain(|job| {
        working += usize::from(counts(job));
        !counts(job) || working <= most
    });
}

/// Leaves the first job, if none works, and those that wait for nothing.
fn keep_one(jobs: &[&Candidate], ready: &mut Vec<&Candidate>) {
    let mut busy = jobs.iter().any(|job| job.works()) || ready.iter().any(|job| job.now);
    ready.retain(|job| job.now || job.cancelled || !std::mem::replace(&mut busy, true));
}

/// Leaves the jobs all lanes of which are free, and those that wait for nothing.
///
/// A job that cannot start takes its lanes all the same: what comes behind it would otherwise overtake
/// it again and again, if it needs two lanes that are never free at once.
fn keep_to_lanes<'a>(jobs: &[&'a Candidate], ready: &mut Vec<&'a Candidate>) {
    let working = jobs.iter().filter(|job| job.works() && job.keeps_to_lanes());
    let mut taken: HashSet<&str> =
        working.flat_map(|job| job.lanes.iter().map(String::as_str)).collect();
    ready.retain(|job| {
        if job.cancelled || !job.keeps_to_lanes() {
            return true;
        }
        let lanes = || job.lanes.iter().map(String::as_str);
        let free = lanes().all(|lane| !taken.contains(lane));
        taken.extend(lanes());
        free
    });
    keep_few(jobs, ready, MOST_LIGHT, |job| job.passes);
}

#[cfg(test)]
mod tests {
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
            let candidate =
                |(at, (lanes, path, key, after)): (usize, (Vec<&str>, _, u8, usize))| {
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
}
