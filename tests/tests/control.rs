//! Tests of pause, resume, cancel and speed limits while files are being copied.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;
use std::time::{Duration, Instant};

use copy::{Copy, Running, copy, copy_into, get, mkdir, names, noise, put};
use fcp_engine::Engine;
use fcp_engine::event::{Event, Outcome, Phase, SkipReason};
use fcp_engine::spec::{Driver, JobSpec, Overwrite};
use fcp_test_support::{Kind, Scratch, thrice, with_filesystem};

const MIB: u64 = 1 << 20;

/// Copies one file of 64 MiB at 32 MiB/s on a tmpfs, where nothing else takes time.
fn large(test: impl FnOnce(&Path, Copy) + Send) {
    with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
        put(root.join("src"), noise(1, 64 << 20));
        let job = copy(root.join("src"), root.join("dst"));
        test(root, job.with(|options| options.limit_rate = Some(32 * MIB)));
    });
}

fn bytes(running: &Running) -> u64 {
    running.engine.status()[0].progress.bytes_done
}

#[test]
fn a_pause_holds_and_a_resume_goes_on() {
    thrice(|| {
        for driver in [None, Some(Driver::Parblock), Some(Driver::ReadWrite)] {
            large(|root, job| {
                let mut running = job
                    .with(|options| {
                        options.driver = driver;
                        options.block_size = Some(MIB);
                    })
                    .start();
                running.until_midway();
                let asked = Instant::now();
                running.engine.pause(running.job).unwrap();
                running.engine.pause(running.job).unwrap();
                let mut before = bytes(&running);
                let mut changed = asked;
                // Half a second is five times what a pause may take.
                while asked.elapsed() < Duration::from_millis(500) {
                    let now = bytes(&running);
                    if now != before {
                        (before, changed) = (now, Instant::now());
                    }
                    std::thread::yield_now();
                }
                assert!(changed - asked < Duration::from_millis(100), "{:?}", changed - asked);
                assert!(before < 64 * MIB);
                assert!(running.engine.status()[0].progress.paused);
                running.engine.set_limit_rate(running.job, 0).unwrap();
                running.engine.resume(running.job).unwrap();
                running.engine.resume(running.job).unwrap();
                let told = running.end().clean();
                assert_eq!(told.summary.bytes, 64 * MIB);
                assert!(get(root.join("src")) == get(root.join("dst")), "{driver:?}");
            });
        }
    });
}

/// Cancels a job midway; gives how long the end took.
fn cancelled(mut running: Running, paused: bool) -> Duration {
    running.until_midway();
    if paused {
        running.engine.pause(running.job).unwrap();
    }
    let asked = Instant::now();
    running.engine.cancel(running.job).unwrap();
    let told = running.end();
    let took = asked.elapsed();
    assert_eq!(told.summary.outcome, Outcome::Cancelled);
    assert_eq!((told.summary.done, told.summary.failed), (0, 0));
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Cancelled));
    took
}

#[test]
fn a_cancelled_copy_ends_at_once_and_leaves_nothing() {
    thrice(|| {
        for driver in [None, Some(Driver::Parblock), Some(Driver::ReadWrite)] {
            for (old, paused) in [(false, false), (true, false), (false, true), (true, true)] {
                large(|root, job| {
                    if old {
                        put(root.join("dst"), "old");
                    }
                    let job = job.with(|options| {
                        options.driver = driver;
                        options.block_size = Some(MIB);
                    });
                    let took = cancelled(job.start(), paused);
                    assert!(took < Duration::from_millis(250), "{driver:?}: {took:?}");
                    if old {
                        assert_eq!(names(root), ["dst", "src"], "{driver:?}");
                        assert_eq!(get(root.join("dst")), b"old");
                    } else {
                        assert_eq!(names(root), ["src"], "{driver:?}");
                    }
                });
            }
        }
    });
}

#[test]
fn a_cancelled_tree_keeps_what_is_whole_and_nothing_else() {
    with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
        mkdir(root.join("src"));
        for n in 0..200 {
            put(root.join(format!("src/{n}")), noise(n, 200_000));
        }
        mkdir(root.join("dst"));
        let mut running = copy_into(&[root.join("src")], root.join("dst"))
            .with(|options| options.limit_rate = Some(20 * MIB))
            .start();
        running.until_midway();
        running.engine.cancel(running.job).unwrap();
        let told = running.end();
        assert_eq!(told.summary.outcome, Outcome::Cancelled);
        let there = names(root.join("dst/src"));
        for name in &there {
            assert!(get(root.join("src").join(name)) == get(root.join("dst/src").join(name)));
        }
        // The directory is done, too.
        assert_eq!(told.summary.done, there.len() as u64 + 1);
        assert!(there.len() < 200);
    });
}

#[test]
fn control_of_a_finished_job_is_harmless() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    let mut running = copy(scratch.join("a"), scratch.join("b")).start();
    running.until(|event| matches!(event, Event::JobSummary { .. }));
    let (engine, job) = (running.engine.clone(), running.job);
    let late = engine.subscribe();
    while late.try_next().is_some() {}
    engine.pause(job).unwrap();
    engine.resume(job).unwrap();
    engine.cancel(job).unwrap();
    engine.set_limit_rate(job, 1).unwrap();
    assert_eq!(late.try_next(), None, "an event after the summary");
    assert_eq!(engine.status()[0].phase, Phase::Finished);
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    for unknown in [engine.pause(99), engine.resume(99), engine.cancel(99)] {
        assert!(unknown.is_err());
    }
}

/// How long it takes to copy 32 MiB at 16 MiB/s.
fn paced(job: Copy) -> Duration {
    let begun = Instant::now();
    job.with(|options| options.limit_rate = Some(16 * MIB)).run().clean();
    begun.elapsed()
}

#[test]
fn a_rate_limit_is_kept_within_a_fifth() {
    thrice(|| {
        with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
            put(root.join("one"), noise(1, 32 << 20));
            mkdir(root.join("many"));
            for n in 0..256 {
                put(root.join(format!("many/{n}")), noise(n, 128 << 10));
            }
            for (source, driver) in [("one", None), ("one", Some(Driver::Parblock)), ("many", None)]
            {
                let dst = root.join("dst");
                let job = copy(root.join(source), &dst).with(|options| options.driver = driver);
                let took = paced(job).as_secs_f64();
                assert!((1.6..2.4).contains(&took), "{source} {driver:?}: {took} s instead of 2");
                fcp_test_support::remove_all(&dst).unwrap();
            }
        });
    });
}

#[test]
fn a_limit_that_is_lifted_or_raised_takes_effect_at_once() {
    for rate in [0, 1 << 40] {
        large(|_, job| {
            // One step at this rate takes more than an hour.
            let running = job.with(|options| options.limit_rate = Some(1)).start();
            while running.engine.status()[0].progress.bytes_done == 0 {
                std::thread::yield_now();
            }
            let changed = Instant::now();
            running.engine.set_limit_rate(running.job, rate).unwrap();
            running.end().clean();
            assert!(changed.elapsed() < Duration::from_secs(20), "{:?}", changed.elapsed());
        });
    }
}

#[test]
fn a_limit_that_is_lowered_takes_effect() {
    large(|_, job| {
        let mut running = job.with(|options| options.limit_rate = Some(64 * MIB)).start();
        running.until_midway();
        running.engine.set_limit_rate(running.job, 4 * MIB).unwrap();
        let (from, begun) = (bytes(&running), Instant::now());
        while bytes(&running) < from + 12 * MIB {
            std::thread::yield_now();
        }
        // Three seconds, but for the chunk at hand when the limit fell: it may be a tenth of a second
        // at the old rate, and is paid for at the new one. The old rate takes a fifth of a second.
        let took = begun.elapsed().as_secs_f64();
        assert!((1.2..20.0).contains(&took), "{took} s for 12 MiB");
        running.engine.cancel(running.job).unwrap();
        assert_eq!(running.end().summary.outcome, Outcome::Cancelled);
    });
}

/// Two jobs of one engine, each of which copies a file of 16 MiB.
fn two(test: impl FnOnce(Engine, [JobSpec; 2]) + Send) {
    with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
        let job = |name: &str| {
            put(root.join(name), noise(1, 16 << 20));
            copy(root.join(name), root.join(format!("{name} too"))).0
        };
        test(Engine::new(), [job("one"), job("other")]);
    });
}

#[test]
fn jobs_share_a_limit_within_a_fifth() {
    thrice(|| {
        two(|engine, jobs| {
            engine.set_limit_all(16 * MIB);
            let begun = Instant::now();
            for job in jobs.map(|spec| engine.submit(spec).unwrap()) {
                assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
            }
            let took = begun.elapsed().as_secs_f64();
            assert!((1.6..2.4).contains(&took), "{took} s instead of 2");
        });
    });
}

#[test]
fn a_shared_limit_that_is_lifted_frees_all_jobs() {
    two(|engine, jobs| {
        engine.set_limit_all(1);
        let jobs = jobs.map(|spec| engine.submit(spec).unwrap());
        // One step at this rate takes more than an hour, and only one job can have the first.
        while engine.status().iter().all(|job| job.progress.bytes_done == 0) {
            std::thread::yield_now();
        }
        assert!(engine.status().iter().all(|job| job.summary.is_none()));
        let changed = Instant::now();
        engine.set_limit_all(0);
        for job in jobs {
            assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
        }
        assert!(changed.elapsed() < Duration::from_secs(20), "{:?}", changed.elapsed());
    });
}

/// Writing in place is the one way that cannot undo itself; it must still say so.
#[test]
fn a_cancelled_copy_in_place_is_not_told_as_done() {
    large(|root, job| {
        put(root.join("dst"), "old");
        let job = job.with(|options| options.overwrite = Overwrite::InPlace);
        cancelled(job.start(), false);
    });
}
