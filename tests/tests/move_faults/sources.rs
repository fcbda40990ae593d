//! Tests of sources that change while they are moved.

use super::*;

/// A move of a small and a large file, in that order, that stops in the midst of the large one.
struct Midway<'a> {
    running: Running,
    from: &'a Path,
    to: &'a Path,
}

const LARGE: usize = 8 << 20;

fn midway(test: impl Fn(Midway<'_>) + Sync) {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        put(from.join("small"), noise(1, 1000));
        put(from.join("large"), noise(2, LARGE));
        let slow = |o: &mut Options| {
            o.limit_rate = Some(4 << 20);
            o.workers = Some(1);
        };
        let job = mv_into(&[from.join("small"), from.join("large")], &to).with(slow);
        let mut running = job.start();
        running.until(|event| match event {
            Event::Progress { progress, .. } => progress.bytes_done > 1000,
            _ => false,
        });
        test(Midway { running, from: &from, to: &to });
    });
}

/// Changes a file while it waits to be removed, and expects that it stays.
fn changed(code: Code, stays: bool, change: impl Fn(&Path) + Sync) {
    midway(|Midway { running, from, to }| {
        let file = from.join("small");
        change(&file);
        let now = exists(&file).then(|| get(&file));
        let engine = running.engine.clone();
        engine.set_limit_rate(running.job, 0).unwrap();
        let told = running.end().failed_with(&[("small", code)]);
        assert_eq!(told.summary.done, 1);
        assert_eq!(now, exists(&file).then(|| get(&file)));
        assert_eq!(exists(to.join("small")), stays);
        if !stays {
            // What was removed again is no longer counted.
            let progress = engine.status().into_iter().next().map(|status| status.progress);
            assert_eq!(progress.map(|progress| progress.bytes_done), Some(LARGE as u64));
        }
        assert!(!exists(from.join("large")));
    });
}

#[test]
fn a_source_that_was_appended_to_stays() {
    changed(Code::SourceChanged, false, |file| {
        OpenOptions::new().append(true).open(file).unwrap().write_all(b"more").unwrap();
    });
}

#[test]
fn a_source_that_was_written_to_stays() {
    changed(Code::SourceChanged, false, |file| {
        OpenOptions::new().write(true).open(file).unwrap().write_all_at(b"other", 0).unwrap();
    });
}

#[test]
fn a_source_that_was_truncated_stays() {
    changed(Code::SourceChanged, false, |file| {
        OpenOptions::new().write(true).open(file).unwrap().set_len(10).unwrap();
    });
}

#[test]
fn a_source_that_was_replaced_stays() {
    changed(Code::SourceChanged, false, |file| {
        let other = file.with_file_name("other");
        put(&other, noise(1, 1000));
        std::fs::File::open(&other)
            .unwrap()
            .set_modified(file.metadata().unwrap().modified().unwrap())
            .unwrap();
        rustix::fs::rename(&other, file).unwrap();
    });
}

#[test]
fn the_copy_of_a_source_that_went_away_stays() {
    changed(Code::NotFound, true, |file| rustix::fs::unlink(file).unwrap());
}

#[test]
fn a_source_that_grows_while_it_is_read_stays() {
    midway(|Midway { running, from, to }| {
        let file = from.join("large");
        OpenOptions::new().append(true).open(&file).unwrap().write_all(b"more").unwrap();
        running.engine.set_limit_rate(running.job, 0).unwrap();
        running.end().failed_with(&[("large", Code::SourceChanged)]);
        assert_eq!(get(&file).len(), LARGE + 4);
        assert_eq!(names(to), ["small"]);
    });
}

#[test]
fn a_cancelled_move_leaves_each_file_once() {
    for paused in [false, true] {
        midway(|Midway { running, from, to }| {
            if paused {
                running.engine.pause(running.job).unwrap();
            }
            running.engine.cancel(running.job).unwrap();
            let told = running.end();
            assert_eq!(told.summary.outcome, Outcome::Cancelled);
            assert_eq!(told.skipped.len(), 2, "{told:?}");
            assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Cancelled));
            assert_eq!(names(from), ["large", "small"]);
            assert_eq!(names(to), [""; 0]);
            mv_into(&[from.join("small"), from.join("large")], to).run().clean();
            assert_eq!(names(to), ["large", "small"]);
            assert_eq!(
                (get(to.join("small")), get(to.join("large"))),
                (noise(1, 1000), noise(2, LARGE))
            );
            assert_eq!(names(from), [""; 0]);
        });
    }
}

#[test]
fn a_directory_that_gets_new_entries_stays_with_them() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(from.join("dir"));
        put(from.join("dir/large"), noise(2, LARGE));
        let slow = |o: &mut Options| o.limit_rate = Some(4 << 20);
        let mut running = mv_into(&[from.join("dir")], &to).with(slow).start();
        running.until_midway();
        put(from.join("dir/late"), b"late");
        running.engine.set_limit_rate(running.job, 0).unwrap();
        let told = running.end().failed_with(&[("dir", Code::NotEmpty)]);
        assert_eq!(told.failed[0].1.action, Action::Remove);
        assert_eq!(names(from.join("dir")), ["late"]);
        assert_eq!(get(to.join("dir/large")), noise(2, LARGE));
        mv_into(&[from.join("dir")], &to).run().clean();
        assert_eq!(names(to.join("dir")), ["large", "late"]);
    });
}
