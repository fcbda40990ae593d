//! What an interrupted run left is told from what was there before.

use super::*;
use crate::contract::error::Code;

#[test]
fn what_was_there_before_keeps_its_policy() {
    for policy in [ConflictPolicy::Skip, ConflictPolicy::Overwrite] {
        let at = place();
        let there = at.dst.join("src");
        fs::create_dir(&there).unwrap();
        for name in ["a", "b", "c"] {
            write(&at.src.join(name), 1, 5000);
        }
        write(&there.join("a"), 9, 100);
        let kept = Kept::new(&at.root);
        // Made by the job, and not reported: a truncation.
        write(&there.join("b"), 1, 10);
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = policy.clone();
        let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        let is_kept = policy == ConflictPolicy::Skip;
        assert_eq!(fs::metadata(there.join("a")).unwrap().len(), if is_kept { 100 } else { 5000 });
        assert_eq!(summary.skipped, u64::from(is_kept));
        for name in ["b", "c"] {
            assert_eq!(fs::read(there.join(name)).unwrap(), fs::read(at.src.join(name)).unwrap());
        }
    }
}

#[test]
fn what_was_edited_since_the_machine_was_started_anew_is_not_torn() {
    for edited in [false, true] {
        let at = place();
        let there = at.dst.join("src");
        fs::create_dir(&there).unwrap();
        write(&at.src.join("f"), 1, 5000);
        let kept = Kept::new(&at.root);
        let torn_or_edited = || write(&there.join("f"), 9, 100);
        if !edited {
            torn_or_edited();
        }
        let booted = let_the_clock_tick(&at.root);
        if edited {
            let_the_clock_tick(&at.root);
            torn_or_edited();
        }
        let past = Past { rebooted: true, lost: true, booted, ..kept.past() };
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = ConflictPolicy::Overwrite;
        let ran = start(&spec, past, None, |_| {}).end();
        let told = ran.events.iter().filter(|event| match event {
            Event::ItemFailed { error, .. } => error.code == Code::ChangedSince,
            _ => false,
        });
        assert_eq!(told.count(), usize::from(edited));
        assert_eq!(fs::metadata(there.join("f")).unwrap().len(), if edited { 100 } else { 5000 });
    }
}

#[test]
fn a_torn_file_is_known_where_the_clock_of_the_destination_is_behind() {
    let hour = 3_600_000_000;
    for (ahead, skipped) in [(-hour, 0), (0, 1)] {
        let at = place();
        let there = at.dst.join("src");
        fs::create_dir(&there).unwrap();
        write(&at.src.join("f"), 1, 5000);
        let mut kept = Kept::new(&at.root);
        // A truncation that the job made an hour ago, by the clock of the destination.
        write(&there.join("f"), 1, 10);
        kept.past.began += hour as u64;
        kept.past.ahead = ahead;
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = ConflictPolicy::Skip;
        let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        assert_eq!(summary.skipped, skipped, "{ahead}");
        let size = fs::metadata(there.join("f")).unwrap().len();
        assert_eq!(size, if skipped == 0 { 5000 } else { 10 });
    }
}

#[test]
fn made_up_names_are_not_made_up_again() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 5000);
    write(&at.src.join("f (1)"), 2, 6000);
    write(&at.src.join("g"), 3, 7000);
    for name in ["f", "g"] {
        write(&there.join(name), 9, 100);
    }
    let kept = Kept::new(&at.root);
    // Not reported: a copy of `f (1)` under its own name, and half a copy of `g` under one made up.
    write(&there.join("f (1)"), 2, 6000);
    write(&there.join("g (1)"), 3, 3500);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Rename(crate::contract::spec::DEFAULT_RENAME.into());
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let read = |name: &str| fs::read(there.join(name)).unwrap();
    let source = |name: &str| fs::read(at.src.join(name)).unwrap();
    assert_eq!(read("f (1)"), source("f (1)"));
    assert_eq!(read("f (2)"), source("f"));
    assert_eq!(read("g (1)"), source("g"));
    assert_eq!(read("g").len(), 100);
    assert_eq!(fs::read_dir(&there).unwrap().count(), 5);
}

/// What a run has reported of items in the one directory that is copied.
fn ended(at: &Trees, names: &[&str]) -> Entry {
    let mut bytes = format!("{}//\0", at.src.display()).into_bytes();
    for name in names {
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
    }
    bytes.push(0);
    let counts = Counts { done: names.len() as u64, ..Counts::default() };
    Entry::Ended { seq: 1, names: bytes, links: Vec::new(), counts }
}

#[test]
fn the_copy_of_another_item_is_not_a_leftover() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("h"), 1, 5000);
    write(&at.src.join("h (1)"), 2, 6000);
    write(&there.join("h"), 9, 100);
    let mut kept = Kept::new(&at.root);
    write(&there.join("h (1)"), 1, 5000);
    kept.entries.push(ended(&at, &["h"]));
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Rename(crate::contract::spec::DEFAULT_RENAME.into());
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let read = |name: &str| fs::read(there.join(name)).unwrap();
    let source = |name: &str| fs::read(at.src.join(name)).unwrap();
    assert_eq!(read("h (1)"), source("h"));
    assert_eq!(read("h (1) (1)"), source("h (1)"));
}

#[test]
fn of_two_items_with_one_name_the_first_stays() {
    let at = place();
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.sources.clear();
    for (n, dir) in ["x", "y"].into_iter().enumerate() {
        fs::create_dir(at.src.join(dir)).unwrap();
        write(&at.src.join(dir).join("f"), n as u8, 5000);
        spec.sources.push(at.src.join(dir).join("f").into());
    }
    let mut kept = Kept::new(&at.root);
    write(&at.dst.join("f"), 0, 5000);
    let first = spec.sources[0].0.to_str().unwrap();
    let names = format!("\0{first}\0\0").into_bytes();
    kept.entries.push(Entry::Ended { seq: 1, names, links: Vec::new(), counts: Counts::default() });
    spec.options.on_conflict = ConflictPolicy::Overwrite;
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (0, 1));
    assert_eq!(fs::read(at.dst.join("f")).unwrap(), fs::read(&spec.sources[0].0).unwrap());
}

#[test]
fn a_backup_is_not_replaced_by_a_leftover() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 5000);
    symlink("f", at.src.join("s")).unwrap();
    write(&there.join("f"), 9, 100);
    write(&there.join("s"), 9, 200);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Overwrite;
    spec.options.backup = Some(crate::contract::spec::Backup {
        kind: crate::contract::spec::BackupKind::Simple,
        suffix: "~".into(),
    });
    let kept = Kept::new(&at.root);
    for _ in 0..2 {
        start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        assert_eq!(fs::metadata(there.join("f~")).unwrap().len(), 100);
        assert_eq!(fs::metadata(there.join("f")).unwrap().len(), 5000);
        assert_eq!(fs::symlink_metadata(there.join("s~")).unwrap().len(), 200);
        assert_eq!(fs::read_link(there.join("s")).unwrap(), Path::new("f"));
    }
}
