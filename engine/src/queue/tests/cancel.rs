//! Tests of jobs that are cancelled.

use super::*;
use crate::queue::request::new_job;

#[test]
fn a_cancelled_job_that_ran_before_is_over_at_once() {
    let (_dir, queue) = scratch();
    let job = add(&queue, "/a");
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    // Its owner dies.
    drop(me);
    queue.cancel(job).unwrap();
    let found = queue.find(job).unwrap();
    assert_eq!(found.stage, Stage::Finished);
    assert_eq!(found.summary.unwrap().outcome, Outcome::Cancelled);
    assert_eq!(queue.runners().unwrap(), 0);
    queue.cancel(job).unwrap();
    // The process that cancelled it was killed before it had cleaned up.
    let job = add(&queue, "/b");
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    store.change(job, Change::Cancel).unwrap();
    drop(me);
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().stage, Stage::Finished);
    assert_eq!(queue.cancel(99), Err(QueueError::NoJob(99)));
}

#[test]
fn a_cancelled_job_leaves_no_temporary_file() {
    let (dir, queue) = scratch();
    let (source, out) = (dir.path().join("big"), dir.path().join("out"));
    fs::write(&source, "whole").unwrap();
    fs::create_dir(&out).unwrap();
    let mut spec = copy("");
    spec.sources = vec![source.clone().into()];
    spec.destination = Some(Destination::Into(out.clone().into()));
    let job = queue.add(spec, &Adding::default()).unwrap();
    let key = crate::journal::key(job, queue.find(job).unwrap().added);
    let temporary = out.join(format!(".fcp-{key:08x}-1"));
    fs::write(&temporary, "wh").unwrap();
    fs::create_dir(out.join(format!(".fcp-{key:08x}-2"))).unwrap();
    fs::write(out.join("other"), "stays").unwrap();
    let path = c_path(&temporary).unwrap();
    let inode = sys::stat_at(sys::CWD, &path, false).unwrap().id();
    let large = Large {
        src: source.into(),
        temporary: temporary.into(),
        inode,
        source: (0, 5, (0, 0), (0, 0)),
        offset: 2,
        synced: 0,
    };
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    store.past(job).unwrap();
    let journal = vec![(job, Entry::Large(large))];
    store.write(&Report { owner: me.id, journal, ..Report::default() }).unwrap();
    drop(me);
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().summary.unwrap().outcome, Outcome::Cancelled);
    let left: Vec<_> = fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["other"]);
}

#[test]
fn a_cancelled_command_leaves_no_temporary_file() {
    let (dir, queue) = scratch();
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    let mut spec = copy("/source");
    spec.destination = Some(Destination::Into(out.clone().into()));
    let mut store = queue.connect().unwrap();
    let me = store.enlist(false).unwrap();
    // It had chosen its key before it was shown in the queue.
    let new = new_job(spec, &Adding::default()).unwrap();
    let job = store.adopt(me.id, &new, (sys::now(), 0xabc)).unwrap();
    fs::write(out.join(".fcp-00000abc-1"), "wh").unwrap();
    fs::write(out.join(".fcp-00000abd-1"), "of another job").unwrap();
    drop(me);
    queue.cancel(job).unwrap();
    let left: Vec<_> = fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, [".fcp-00000abd-1"]);
}

#[test]
fn a_running_job_is_cancelled_by_the_process_that_runs_it() {
    let (_dir, queue) = scratch();
    let job = add(&queue, "/a");
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().stage, Stage::Running);
    assert!(store.requests(me.id).unwrap()[0].cancelled);
}
