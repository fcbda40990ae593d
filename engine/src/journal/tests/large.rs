//! Resuming in the middle of a large file.

use super::*;

#[test]
fn a_large_file_goes_on_where_it_stopped() {
    const SIZE: usize = 24 << 20;
    let at = place();
    write(&at.src.join("large"), 1, SIZE);
    // A second one, with a hole.
    let sparse = File::create(at.src.join("sparse")).unwrap();
    sparse.set_len(SIZE as u64).unwrap();
    write(&at.root.join("part"), 5, 8 << 20);
    let part = fs::read(at.root.join("part")).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&sparse, &part, 9 << 20).unwrap();
    drop(sparse);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.limit_rate = Some(40 << 20);
    spec.options.block_size = Some(1 << 20);
    spec.options.reflink = crate::contract::spec::Reflink::Never;
    let mut kept = Kept::new(&at.root);
    let small = |journal: &mut Journal| journal.large_from = 1 << 20;
    let mut inodes: BTreeMap<PathBuf, u64> = BTreeMap::new();
    let mut runs = 0;
    for offset in [1, 6 << 20, 12 << 20] {
        let (ran, entries) = start(&spec, kept.past(), None, small).halt_at(offset);
        kept.entries.extend(entries);
        kept.entries.extend(ran.entries);
        runs += u32::from(ran.summary.is_none());
        for file in kept.past().large {
            let inode = *inodes.entry(file.src.0.clone()).or_insert(file.inode.1);
            assert_eq!(inode, file.inode.1, "{} began again", file.src.0.display());
            let there = fs::metadata(&file.temporary.0);
            assert!(there.is_ok_and(|there| there.ino() == inode) || file.offset == SIZE as u64);
        }
    }
    assert_eq!(runs, 3);
    let begun: u64 = kept.past().large.iter().map(|file| file.offset).sum();
    assert!(begun > 12 << 20);
    spec.options.limit_rate = None;
    let ran = start(&spec, kept.past(), None, small).end();
    let summary = ran.summary.unwrap();
    assert_eq!((summary.done, summary.bytes), (3, 2 * SIZE as u64));
    for name in ["large", "sparse"] {
        let inode = inodes[&PathBuf::from(format!("{}//{name}", at.src.display()))];
        assert_eq!(fs::metadata(at.dst.join("src").join(name)).unwrap().ino(), inode);
    }
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
}

#[test]
fn a_large_file_begins_again_if_something_changed() {
    type Change = fn(&Trees, &Path, u64);
    let changes: [Change; 4] = [
        |at, _, _| write(&at.src.join("large"), 7, 17 << 20),
        |_, temporary, offset| {
            // Near the offset, where a power cut would show.
            let file = File::options().write(true).open(temporary).unwrap();
            std::os::unix::fs::FileExt::write_all_at(&file, b"other", offset - 4096).unwrap();
        },
        |_, temporary, _| {
            let bytes = fs::read(temporary).unwrap();
            fs::remove_file(temporary).unwrap();
            fs::write(temporary, bytes).unwrap();
        },
        |_, temporary, _| fs::remove_file(temporary).unwrap(),
    ];
    for change in changes {
        let at = place();
        let spec = spec(Verb::Copy, &at.src, &at.dst);
        let kept = half_a_large_file(&at, &spec);
        change(&at, &temporaries(&at.dst)[0], kept.past().large[0].offset);
        let small = |journal: &mut Journal| journal.large_from = 1 << 20;
        let summary = start(&spec, kept.past(), None, small).end().summary.unwrap();
        assert_eq!(summary.outcome, Outcome::Completed);
        assert_same(&at.src, &at.dst.join("src"), &What::everything());
        assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
    }
}

#[test]
fn the_beginning_of_a_large_file_goes_if_it_is_not_taken_up() {
    type Change = fn(&Trees);
    let changes: [Change; 2] = [
        |at| fs::remove_file(at.src.join("large")).unwrap(),
        // All but the first become links to the copy of that one.
        |at| {
            for n in 0..8 {
                let dir = at.src.join(format!("d{n}"));
                fs::create_dir(&dir).unwrap();
                fs::hard_link(at.src.join("large"), dir.join("large")).unwrap();
            }
            fs::rename(at.src.join("large"), at.src.join("d4/other")).unwrap();
        },
    ];
    for (verb, change) in [Verb::Copy, Verb::Move].into_iter().flat_map(|v| changes.map(|c| (v, c)))
    {
        let Some(there) = elsewhere() else { return };
        let mut at = place();
        at.dst = there.path().to_owned();
        let spec = spec(verb, &at.src, &at.dst);
        let kept = half_a_large_file(&at, &spec);
        change(&at);
        let small = |journal: &mut Journal| journal.large_from = 1 << 20;
        let summary = start(&spec, kept.past(), None, small).end().summary.unwrap();
        assert_eq!(summary.outcome, Outcome::Completed);
        assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
    }
}

#[test]
fn a_published_large_file_is_not_copied_again() {
    for rebooted in [false, true] {
        let at = place();
        let spec = spec(Verb::Copy, &at.src, &at.dst);
        let kept = half_a_large_file(&at, &spec);
        let small = |journal: &mut Journal| journal.large_from = 1 << 20;
        // Ends, but its end is never reported.
        start(&spec, kept.past(), None, small).end().summary.unwrap();
        let copy = at.dst.join("src/large");
        let inode = fs::metadata(&copy).unwrap().ino();
        let past = Past { rebooted, lost: rebooted, ..kept.past() };
        let summary = start(&spec, past.clone(), None, small).end().summary.unwrap();
        assert_eq!((summary.done, summary.bytes), (2, 16 << 20));
        assert_eq!(fs::metadata(&copy).unwrap().ino(), inode);
        // After a reboot nothing is believed that can be compared.
        let mut bytes = fs::read(&copy).unwrap();
        bytes[3 << 20] ^= 1;
        fs::write(&copy, &bytes).unwrap();
        start(&spec, past, None, small).end().summary.unwrap();
        let is_same = fs::read(&copy).unwrap() == fs::read(at.src.join("large")).unwrap();
        assert_eq!(is_same, rebooted);
    }
}
