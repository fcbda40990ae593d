//! Jobs that are halted or killed do the rest, and nothing twice.

use super::*;

#[test]
fn a_job_that_is_halted_again_and_again_does_everything_once() {
    let at = place();
    Tree::user(7).entries(400).build(&at.src).unwrap();
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let other = at.root.join("other");
    fs::create_dir(&other).unwrap();
    let whole = plain(&spec, &other);
    spec.options.limit_rate = Some(200 << 20);
    let mut kept = Kept::new(&at.root);
    let mut seen = HashSet::new();
    for n in 0.. {
        assert!(n < 200, "it never ends");
        let ran = start(&spec, kept.past(), None, |_| {}).halt_after(23);
        for event in &ran.events {
            if let Event::ItemSkipped { reason, .. } = event {
                assert_ne!(*reason, SkipReason::Cancelled);
            }
        }
        kept.entries.extend(ran.entries);
        if let Some(summary) = ran.summary {
            assert_counts(&summary, &whole);
            break;
        }
        let last = ran.events.last();
        let is_queued = |phase: &Phase| *phase == Phase::Queued;
        assert!(
            matches!(last, Some(Event::JobPhase { phase, .. }) if is_queued(phase)),
            "{last:?}"
        );
        for entry in &kept.entries {
            if let Entry::Ended { names, .. } = entry {
                seen.insert(names.clone());
            }
        }
    }
    assert!(seen.len() > 1, "it was never halted");
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
}

/// Makes what was not reported look as if it had been under way.
fn damage(kept: &Kept, src: &Path, dst: &Path, n: &mut u32) {
    for entry in fs::read_dir(dst).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (src.join(entry.file_name()), entry.path());
        if kept.knows(&from) {
            continue;
        }
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            damage(kept, &from, &to, n);
            // As left by a job that has not set its metadata.
            let stray = to.join(format!(".fcp-{KEY:08x}-0000{n:08x}"));
            drop(File::create(stray));
        } else if kind.is_file() && fs::metadata(&from).is_ok_and(|from| from.nlink() == 1) {
            *n += 1;
            let file = File::options().write(true).open(&to);
            if let Ok(file) = file.as_ref().map_err(|_| ())
                && n.is_multiple_of(2)
            {
                let size = file.metadata().unwrap().len();
                if size <= 1 << 20 {
                    file.set_len(size / 2).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_job_that_is_killed_does_again_what_was_not_reported() {
    for (seed, policy) in [
        (1, ConflictPolicy::Skip),
        (2, ConflictPolicy::Ask),
        (3, ConflictPolicy::Overwrite),
        (4, ConflictPolicy::Fail),
        (5, ConflictPolicy::Newer),
    ] {
        let at = place();
        Tree::user(seed).entries(300).build(&at.src).unwrap();
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = policy;
        spec.options.limit_rate = Some(200 << 20);
        let mut kept = Kept::new(&at.root);
        for n in 0.. {
            // Where one report covers all that a run does, and is lost, none goes on where the last one stopped;
            // then it ends only when a run may do everything.
            assert!(n < 400, "it never ends");
            let ran = start(&spec, kept.past(), None, |_| {}).halt_after(40 + n);
            let is_over = ran.summary.is_some();
            let reports = ran.entries.len();
            // The last reports never reached the store.
            kept.entries.extend(ran.entries.into_iter().take(reports - reports.min(1)));
            if is_over && n > 3 {
                break;
            }
            if at.dst.join("src").exists() {
                damage(&kept, &at.src, &at.dst.join("src"), &mut 0);
            }
        }
        let last = start(&spec, kept.past(), None, |_| {}).end();
        assert_eq!(
            last.summary.unwrap().outcome,
            Outcome::Completed,
            "{:?}",
            spec.options.on_conflict
        );
        assert_same(&at.src, &at.dst.join("src"), &What::everything());
        assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
    }
}

#[test]
fn what_was_counted_before_a_kill_at_any_report_is_counted_once() {
    let at = place();
    Tree::user(8).entries(300).build(&at.src).unwrap();
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    plain(&spec, &at.dst);
    spec.verb = Verb::Verify;
    spec.options.workers = Some(4);
    let mut removed = 0;
    let mut todo = vec![at.dst.clone()];
    while let Some(dir) = todo.pop() {
        for (n, entry) in fs::read_dir(&dir).unwrap().enumerate() {
            let path = entry.unwrap().path();
            if fs::symlink_metadata(&path).unwrap().is_dir() {
                todo.push(path);
            } else if n % 3 == 0 {
                fs::remove_file(path).unwrap();
                removed += 1;
            }
        }
    }
    let counts = |summary: &Summary| (summary.done, summary.skipped, summary.failed);
    let often = |journal: &mut Journal| journal.report_every = Duration::ZERO;
    let whole = start(&spec, Past::default(), None, often).end();
    let (summary, reports) = (whole.summary.unwrap(), whole.entries);
    assert!(summary.failed == removed && removed > 50 && reports.len() > 40, "{summary:?}");
    for killed in 0..reports.len() {
        let mut kept = Kept::new(&at.root);
        kept.entries.extend_from_slice(&reports[..killed]);
        let rest = start(&spec, kept.past(), None, often).end().summary.unwrap();
        assert_eq!(counts(&rest), counts(&summary), "after {killed} of {} reports", reports.len());
        assert_eq!(rest.outcome, summary.outcome);
    }
}

#[test]
fn files_of_a_megabyte_share_their_reports() {
    let at = place();
    for n in 0..10 {
        write(&at.src.join(format!("{n}")), n, 1 << 20);
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.workers = Some(1);
    let reports = || {
        let ran = start(&spec, Past::default(), None, |journal| journal.report_every = LONG).end();
        ran.entries.iter().filter(|entry| matches!(entry, Entry::Ended { .. })).count()
    };
    assert_eq!(reports(), 1);
    // One that takes long is reported by itself, and what came before it does not wait for it.
    fs::remove_dir_all(at.dst.join("src")).unwrap();
    File::create(at.src.join("long")).unwrap().set_len(16 << 20).unwrap();
    let reports = reports();
    assert!((2..=3).contains(&reports), "{reports}");
}

#[test]
fn what_an_interrupted_delete_has_removed_is_no_failure() {
    let at = place();
    write(&at.src.join("f"), 1, 10);
    let mut spec = spec(Verb::Delete, &at.src, &at.dst);
    spec.destination = None;
    spec.sources.insert(0, at.root.join("gone").into());
    let kept = Kept::new(&at.root);
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.skipped, summary.failed), (1, 0));
    assert!(!at.src.exists());
}

#[test]
fn after_a_reboot_only_what_was_synced_counts() {
    // Where a flush takes no time, whatever else the machine does.
    let Some(there) = elsewhere() else { return };
    let dst = there.path().to_owned();
    let at = Trees { dst, ..place() };
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = half_a_large_file(&at, &spec);
    let inode = kept.past().large[0].inode.1;
    assert_eq!(kept.past_after_reboot().large[0].synced, 0);
    let slow =
        Options { limit_rate: Some(10 << 20), block_size: Some(1 << 20), ..spec.options.clone() };
    let slow = JobSpec { options: slow, ..spec.clone() };
    let quick = |journal: &mut Journal| {
        journal.large_from = 1 << 20;
        journal.sync_every = Duration::from_millis(20);
    };
    let running = start(&slow, kept.past(), None, quick);
    while let Ok((_, entry)) = running.entries.recv_timeout(LONG) {
        let is_synced = matches!(&entry, Entry::Synced { offsets, .. } if offsets.iter().any(|(_, offset)| *offset >= 5 << 20));
        kept.entries.push(entry);
        if is_synced {
            break;
        }
    }
    running.job.halt();
    kept.entries.extend(running.end().entries);
    let mut past = kept.past_after_reboot();
    assert!((5 << 20..=past.large[0].offset).contains(&past.large[0].synced));
    // As if it had come further since.
    past.large[0].synced -= 1 << 20;
    let synced = past.large[0].synced;
    // What was not synced is lost.
    let temporary = &past.large[0].temporary.0;
    let mut bytes = fs::read(temporary).unwrap();
    bytes[synced as usize..].fill(0);
    fs::write(temporary, bytes).unwrap();
    let small = |journal: &mut Journal| journal.large_from = 1 << 20;
    start(&spec, past, None, small).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(fs::metadata(at.dst.join("src/large")).unwrap().ino(), inode);
}
