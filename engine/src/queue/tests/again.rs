//! Tests of jobs that do again what failed.

use super::*;

#[test]
fn a_retry_removes_nothing_that_the_job_was_to_remove() {
    let spec = JobSpec::copy(["/from/a", "/from/b"], Destination::Into("/to".into()));
    let removals = Removals { paths: Some(vec!["/to/old".into()]), ..Removals::default() };
    let spec = spec.with(|options| options.removals = Some(removals));
    let retry = again(spec.clone(), vec!["/from/a/x".into()]);
    assert_eq!(retry.sources, ["/from/a".into()]);
    assert_eq!(retry.options.removals, None);
    // Where only a removal failed, nothing is copied once more.
    let retry = again(spec, vec!["/to/old/x".into()]);
    assert_eq!((retry.verb, retry.sources), (Verb::Trash, vec!["/to/old/x".into()]));
    assert_eq!(retry.destination, None);
}

#[test]
fn a_retry_does_what_failed_and_nothing_else() {
    let (dir, queue) = scratch();
    let from = dir.path().join("from");
    fs::create_dir_all(from.join("sub/deep")).unwrap();
    for name in ["good", "bad", "sub/good", "sub/deep/one", "sub/deep/two"] {
        fs::write(from.join(name), name).unwrap();
    }
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    let mut spec = copy("");
    spec.sources = vec![from.clone().into(), dir.path().join("other").into()];
    spec.destination = Some(Destination::Into(out.clone().into()));
    let job = queue.add(spec.clone(), &Adding::default()).unwrap();
    assert_eq!(queue.retry(job), Err(QueueError::NotOver(job)));
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    let failed = |name: &str| {
        let path = from.join(name);
        let error = OpError::new(Action::Read, &path, Errno::IO);
        (1, Event::ItemFailed { job, src: path.into(), error })
    };
    let facts = vec![failed("bad"), failed("sub/deep")];
    store.write(&Report { owner: me.id, facts, ..Report::default() }).unwrap();
    let summary = Summary::without_work(Verb::Copy, Outcome::CompletedWithErrors, 2);
    store.finish(job, &summary, None).unwrap();

    let retry = queue.spec(queue.retry(job).unwrap()).unwrap();
    assert_eq!(retry.sources, [from.into()]);
    let engine = Engine::new();
    let summary = engine.wait(engine.submit(retry).unwrap()).unwrap();
    assert_eq!(summary.outcome, Outcome::Completed);
    let there = |name: &str| out.join("from").join(name).exists();
    assert!(there("bad") && there("sub/deep/one") && there("sub/deep/two"));
    assert!(!there("good") && !there("sub/good"));

    let repeat = queue.repeat(job).unwrap();
    assert_eq!(queue.spec(repeat).unwrap(), spec);
    // What has the name of a removed item now was not meant.
    for verb in [Verb::Delete, Verb::Trash] {
        let spec = JobSpec { verb, destination: None, ..copy("/a") };
        let removed = queue.add(spec, &Adding::default()).unwrap();
        assert_eq!(queue.repeat(removed), Err(QueueError::Removed(removed)));
    }
    let cancelled = add(&queue, "/a");
    queue.cancel(cancelled).unwrap();
    assert_eq!(queue.retry(cancelled), Err(QueueError::NothingFailed(cancelled)));
    assert_eq!(queue.undo(cancelled), Err(QueueError::NothingToUndo(cancelled)));
}

#[test]
fn a_job_that_changed_nothing_is_told_from_one_without_a_record() {
    let (_dir, queue) = scratch();
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    let mut ended = |verb, warns: bool| {
        let job = queue.add(copy("/a"), &Adding::default()).unwrap();
        store.claim(me.id, |_, _| vec![job]).unwrap();
        let error = OpError::new(Action::Record, "/state", Errno::NOSPC);
        let warning =
            Event::Warning { job, warning: crate::contract::event::Warning::NotRecorded { error } };
        let facts = warns.then_some((1, warning)).into_iter().collect();
        store.write(&Report { owner: me.id, facts, ..Report::default() }).unwrap();
        store.finish(job, &Summary::without_work(verb, Outcome::Completed, 1), None).unwrap();
        job
    };
    let skipped = ended(Verb::Copy, false);
    assert_eq!(queue.undo(skipped), Err(QueueError::NothingToUndo(skipped)));
    assert_eq!(queue.foresee_undo(skipped), Err(QueueError::NothingToUndo(skipped)));
    let unwritten = ended(Verb::Copy, true);
    assert_eq!(queue.undo(unwritten), Err(QueueError::NotRecorded(unwritten)));
}

#[test]
fn a_file_whose_folder_was_missing_is_retried_into_it() {
    let dir = tempfile::tempdir().unwrap();
    let (file, folder) = (dir.path().join("file"), dir.path().join("new/"));
    fs::write(&file, "x").unwrap();
    let spec = JobSpec {
        sources: vec![file.clone().into()],
        destination: Some(Destination::As(folder.clone().into())),
        ..copy("")
    };
    assert_eq!(into_folder(spec.clone()), spec);
    fs::create_dir(&folder).unwrap();
    let retried = into_folder(spec.clone());
    assert_eq!(retried.destination, Some(Destination::Into(folder.into())));
    // A folder of that name is what the copy of a folder becomes.
    let tree = JobSpec { sources: vec![dir.path().into()], ..spec };
    assert_eq!(into_folder(tree.clone()), tree);
}

#[test]
fn a_delete_is_retried_with_what_stayed() {
    let spec = JobSpec { verb: Verb::Delete, destination: None, ..copy("/a") };
    let retry = again(spec, vec!["/a/b".into()]);
    assert_eq!(retry.sources, ["/a/b".into()]);
    assert!(retry.options.filter.only.is_empty());
}

#[test]
fn a_restore_is_retried_with_what_is_still_in_the_trash() {
    let ids = ["/t/info/a.trashinfo", "/t/info/a.2.trashinfo", "/t/info/b.trashinfo"];
    let seen = |size| Some(SeenItem { kind: FileKind::File, size, mtime: 0 });
    let spec = JobSpec::restore(ids.map(WirePath::from)).with(|options| {
        let sources = vec![seen(1), seen(2), seen(3)];
        options.seen = Some(Seen { sources, ..Seen::default() });
    });
    // One that could not be moved, and one whose description was not found.
    let retry = again(spec.clone(), vec!["/t/files/a.2/x".into(), "/t/info/b.trashinfo".into()]);
    assert_eq!(retry.sources, [ids[1].into(), ids[2].into()]);
    assert_eq!(retry.options.seen.unwrap().sources, [seen(2), seen(3)]);
    // Where the job itself failed, all of it is done again.
    assert_eq!(again(spec, vec!["/t".into()]).sources, ids.map(WirePath::from));
}
