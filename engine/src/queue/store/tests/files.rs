//! Tests of the queue's file: its owner and mode, and what happens to one that cannot be used.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::*;
use crate::queue::error::Why;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn the_queue_is_its_users_alone() {
    let (dir, mut store) = scratch();
    store.add(&copy("/a")).unwrap();
    let state = dir.path().join("fcp");
    assert_eq!(mode(&state), 0o700);
    for name in ["fcp.db", "fcp.db-wal", "fcp.db-shm"] {
        assert_eq!(mode(&state.join(name)), 0o600, "{name}");
    }
    let refused = |path: &Path| {
        let old = fs::metadata(path).unwrap().permissions();
        fs::set_permissions(path, fs::Permissions::from_mode(0o770)).unwrap();
        assert_eq!(Store::open(&state).unwrap_err(), QueueError::Unsafe(path.to_owned()));
        fs::set_permissions(path, old).unwrap();
    };
    refused(&state);
    refused(&state.join("fcp.db"));
    Store::open(&state).unwrap();
}

#[test]
fn a_file_in_the_way_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("fcp"), "").unwrap();
    let error = Store::open(&dir.path().join("fcp")).unwrap_err();
    assert!(error.to_string().contains("/fcp': "), "{error}");
    fs::create_dir_all(dir.path().join("other/fcp.db")).unwrap();
    fs::set_permissions(dir.path().join("other"), fs::Permissions::from_mode(0o700)).unwrap();
    let error = Store::open(&dir.path().join("other")).unwrap_err();
    assert!(error.to_string().contains("other/fcp.db'"), "{error}");
}

#[test]
fn a_newer_queue_is_put_aside() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    store.add(&copy("/a")).unwrap();
    store.db.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(store);
    let (mut store, aside) = Store::open(&state).unwrap();
    let aside = aside.unwrap();
    assert_eq!((aside.path.clone(), aside.why), (state.join("fcp.db.newer-1"), Why::Newer));
    assert!(aside.path.is_file());
    assert_eq!(store.list(Which::All).unwrap(), []);
    let (_, aside) = Store::open(&state).unwrap();
    assert_eq!(aside, None);
}

#[test]
fn what_a_living_process_uses_is_not_put_aside() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    let me = store.enlist(true).unwrap();
    store.db.execute_batch("PRAGMA user_version = 99").unwrap();
    let in_use = QueueError::InUse { path: state.join("fcp.db"), why: Why::Newer };
    assert_eq!(Store::open(&state).unwrap_err(), in_use);
    assert!(in_use.to_string().contains("written by a newer version"));
    drop(me);
    drop(store);
    let (mut store, aside) = Store::open(&state).unwrap();
    assert!(aside.is_some());
    // Numbers of processes begin anew, and so do their locks.
    let me = store.enlist(true).unwrap();
    assert_eq!((me.id, store.runners().unwrap().len()), (1, 1));
}

#[test]
fn the_file_of_another_program_is_put_aside() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("fcp");
    fs::create_dir_all(&state).unwrap();
    fs::set_permissions(&state, fs::Permissions::from_mode(0o700)).unwrap();
    for (n, content) in [(1, "not a database at all, but long enough"), (2, "x")] {
        fs::write(state.join("fcp.db"), content).unwrap();
        fs::set_permissions(state.join("fcp.db"), fs::Permissions::from_mode(0o600)).unwrap();
        let (store, aside) = Store::open(&state).unwrap();
        let aside = aside.unwrap();
        assert_eq!(aside.path, state.join(format!("fcp.db.corrupt-{n}")));
        assert_eq!(fs::read_to_string(&aside.path).unwrap(), content);
        drop(store);
        fs::remove_file(state.join("fcp.db")).unwrap();
    }
    let foreign = Connection::open(state.join("fcp.db")).unwrap();
    foreign.execute_batch("CREATE TABLE job (id)").unwrap();
    drop(foreign);
    fs::set_permissions(state.join("fcp.db"), fs::Permissions::from_mode(0o600)).unwrap();
    let (_, aside) = Store::open(&state).unwrap();
    assert_eq!(aside.map(|aside| aside.why), Some(Why::Corrupt));
}

/// Uses all that commands use; errors are fine, panics are not.
fn use_all(store: &mut Store) -> Result<(), QueueError> {
    let job = store.add(&copy("/b"))?;
    for found in store.list(Which::All)? {
        store.spec(found.job)?;
        store.log(found.job)?;
        store.failed(found.job)?;
        store.past(found.job)?;
        store.sticky(found.job)?;
    }
    store.questions(None)?;
    let me = store.enlist(true)?;
    store.claim(me.id, all)?;
    store.requests(me.id)?;
    store.news(None, 0, |_| true)?;
    store.write(&Report { journal: vec![(job, ended(1, b"/\0a\0\0"))], ..report(me.id) })?;
    store.finish(job, &done(), None)?;
    store.clear(None)?;
    store.leave(me)?;
    store.checkpoint()
}

#[test]
fn damage_is_put_aside_or_told_and_never_a_panic() {
    let (dir, mut store, me, job) = running();
    let facts = vec![(1, Event::QuestionAsked { job, question: Box::new(conflict(5)) })];
    store
        .write(&Report { facts, journal: vec![(job, ended(1, b"/\0a\0\0"))], ..report(me.id) })
        .unwrap();
    store.leave(me).unwrap();
    drop(store);
    let whole = fs::read(dir.path().join("fcp/fcp.db")).unwrap();
    let (mut fresh, mut told, mut unharmed) = (0, 0, 0);
    let cuts = (0..whole.len()).step_by(whole.len() / 23);
    let flips = (0..whole.len()).step_by(whole.len() / 211).chain(0..100);
    let damaged = cuts.map(|cut| whole[..cut].to_vec()).chain(flips.map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        bytes
    }));
    for bytes in damaged {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("fcp.db");
        fs::write(&file, bytes).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        match Store::open(scratch.path()) {
            Ok((mut store, aside)) => match (use_all(&mut store), aside) {
                (Ok(()), Some(_)) => fresh += 1,
                (Ok(()), None) => unharmed += 1,
                (Err(error), aside) => {
                    assert_eq!(aside, None, "a fresh queue does not work: {error}");
                    told += 1;
                }
            },
            Err(error) => {
                assert!(error.to_string().contains("fcp.db"), "{error}");
                told += 1;
            }
        }
    }
    assert!(fresh > 20, "{fresh} fresh, {told} told, {unharmed} unharmed");
}

#[test]
fn what_journals_have_freed_goes_back() {
    let (dir, mut store, me, job) = running();
    let names = vec![b'x'; 32 << 10];
    let journal = (1..=100).map(|seq| (job, ended(seq, &names))).collect();
    store.write(&Report { journal, ..report(me.id) }).unwrap();
    let size = || fs::metadata(dir.path().join("fcp/fcp.db")).unwrap().len();
    store.checkpoint().unwrap();
    assert!(size() > 3 << 20);
    store.finish(job, &done(), None).unwrap();
    store.checkpoint().unwrap();
    store.checkpoint().unwrap();
    assert!(size() < 1 << 20, "{}", size());
}

#[test]
fn many_make_the_file_at_once() {
    for _ in 0..20 {
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("fcp");
        let barrier = std::sync::Barrier::new(6);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    barrier.wait();
                    let (mut store, aside) = Store::open(&state).unwrap();
                    assert_eq!(aside, None);
                    store.add(&copy("/a")).unwrap();
                });
            }
        });
        let (mut store, _) = Store::open(&state).unwrap();
        assert_eq!(store.list(Which::All).unwrap().len(), 6);
    }
}

#[test]
fn a_queue_without_a_log_works_as_well() {
    let (dir, mut store) = scratch();
    store.db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).unwrap();
    use_all(&mut store).unwrap();
    let state = dir.path().join("fcp");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let (mut store, aside) = Store::open(&state).unwrap();
                assert_eq!(aside, None);
                let version = store.version().unwrap();
                for _ in 0..5 {
                    store.add(&copy("/a")).unwrap();
                }
                assert_ne!(store.version().unwrap(), version);
            });
        }
    });
    assert_eq!(store.list(Which::Open).unwrap().len(), 20);
    assert!(!state.join("fcp.db-wal").exists());
}

#[test]
fn a_damaged_log_is_never_a_panic() {
    let (dir, mut store) = scratch();
    let job = store.add(&copy("/a")).unwrap();
    store.change(job, Change::Pause).unwrap();
    // As a kill leaves them: no process has closed the file.
    let part = |name: &str| fs::read(dir.path().join("fcp").join(name)).unwrap();
    let (whole, log) = (part("fcp.db"), part("fcp.db-wal"));
    let flips = (0..log.len()).step_by(log.len() / 67).chain(0..32).map(|at| {
        let mut bytes = log.clone();
        bytes[at] ^= 0x55;
        bytes
    });
    let cuts = (0..log.len()).step_by(log.len() / 23).map(|cut| log[..cut].to_vec());
    for bytes in flips.chain(cuts).chain([log.clone()]) {
        let scratch = tempfile::tempdir().unwrap();
        for (name, content) in [("fcp.db", &whole), ("fcp.db-wal", &bytes)] {
            fs::write(scratch.path().join(name), content).unwrap();
            let mode = fs::Permissions::from_mode(0o600);
            fs::set_permissions(scratch.path().join(name), mode).unwrap();
        }
        let (mut store, _) = Store::open(scratch.path()).unwrap();
        use_all(&mut store).unwrap();
    }
}

#[test]
fn many_put_a_damaged_file_aside_once() {
    let dir = tempfile::tempdir().unwrap();
    let barrier = std::sync::Barrier::new(6);
    fs::write(dir.path().join("fcp.db"), vec![b'x'; 5_000]).unwrap();
    fs::set_permissions(dir.path().join("fcp.db"), fs::Permissions::from_mode(0o600)).unwrap();
    let aside: usize = std::thread::scope(|scope| {
        let open = || {
            barrier.wait();
            let (mut store, aside) = Store::open(dir.path()).unwrap();
            store.add(&copy("/a")).unwrap();
            usize::from(aside.is_some())
        };
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(aside, 1);
    let (mut store, _) = Store::open(dir.path()).unwrap();
    assert_eq!(store.list(Which::All).unwrap().len(), 6);
}

#[test]
fn a_file_of_0_bytes_is_not_taken_for_an_empty_queue() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    store.add(&copy("/a")).unwrap();
    drop(store);
    fs::File::options().write(true).open(state.join("fcp.db")).unwrap().set_len(0).unwrap();
    let (mut store, aside) = Store::open(&state).unwrap();
    let aside = aside.unwrap();
    assert_eq!((aside.path.clone(), aside.why), (state.join("fcp.db.empty-1"), Why::Emptied));
    assert!(aside.to_string().contains("its file has 0 bytes"), "{aside}");
    assert_eq!(store.list(Which::All).unwrap(), []);
}

#[test]
fn the_log_of_a_file_that_was_removed_is_not_played_into_the_new_one() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    store.add(&copy("/a")).unwrap();
    // As a kill leaves it: no process has closed the file.
    let log = fs::read(state.join("fcp.db-wal")).unwrap();
    drop(store);
    fs::remove_file(state.join("fcp.db")).unwrap();
    fs::write(state.join("fcp.db-wal"), log).unwrap();
    let (mut store, aside) = Store::open(&state).unwrap();
    assert_eq!((store.list(Which::All).unwrap(), aside), (Vec::new(), None));
    let check = || store.db.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0));
    assert_eq!(check().unwrap(), "ok");
    use_all(&mut store).unwrap();
}

#[test]
fn what_one_program_put_aside_is_told_by_another_until_it_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("fcp");
    drop(Store::open(&state).unwrap());
    fs::write(state.join("fcp.db"), "not a database at all").unwrap();
    let (_, aside) = Store::open(&state).unwrap();
    let aside = aside.unwrap();
    for _ in 0..2 {
        let opened = crate::queue::Queue::open(&state).unwrap();
        assert_eq!(opened.aside, Some(aside.clone()));
    }
    crate::queue::Queue::open(&state).unwrap().queue.aside_was_told();
    assert_eq!(crate::queue::Queue::open(&state).unwrap().aside, None);
}

#[test]
fn a_file_without_the_columns_that_came_later_gets_them_once() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    let job = store.add(&copy("/a")).unwrap();
    let older = "ALTER TABLE job DROP COLUMN asks; ALTER TABLE job DROP COLUMN filesystem;
        ALTER TABLE journal DROP COLUMN links;
        INSERT INTO linked (job, dev, ino, copy, seq) VALUES (1, 7, 8, CAST('/there/1' AS BLOB), 1)";
    store.db.execute_batch(older).unwrap();
    drop(store);
    let open = || {
        let (mut store, aside) = Store::open(&state).unwrap();
        assert_eq!(aside, None);
        store.note_asking(job, true).unwrap();
        store.filesystem(job).unwrap()
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        for one in all {
            assert_eq!(one.join().unwrap(), None);
        }
    });
    // What an older program has written is read as well.
    let past = Store::open(&state).unwrap().0.past(job).unwrap();
    let links = past.links.iter().flat_map(|links| PackedLinks::read(links));
    assert_eq!(links.map(|link| link.source).collect::<Vec<_>>(), [(7, 8)]);
}
