//! Tests of what the queue makes of a request.

use super::*;
use crate::engine::ControlError;
use crate::record::Home;

#[test]
fn paths_mean_the_same_to_every_process() {
    let mut spec = copy("a/");
    let operands = ["b/.", "..", "/c", ""];
    spec.sources.extend(operands.map(WirePath::from));
    spec.destination = Some(Destination::As("d/".into()));
    let spec = absolute(spec, Path::new("/here"));
    let bytes: Vec<_> = spec.sources.iter().map(|path| path.0.as_os_str().to_owned()).collect();
    assert_eq!(bytes, ["/here/a/", "/here/b/.", "/here/..", "/c", ""]);
    assert_eq!(spec.destination, Some(Destination::As("/here/d/".into())));
    assert_eq!(spec.options.below, None);
    let trashed = JobSpec::restore(["x".into()]);
    assert_eq!(absolute(trashed.clone(), Path::new("/here")), trashed);
}

#[test]
fn parents_are_recreated_as_far_as_they_were_written() {
    let dir = tempfile::tempdir().unwrap();
    let here = dir.path().join("here");
    for name in ["here/a/b", "here/c/d", "out"] {
        fs::create_dir_all(dir.path().join(name)).unwrap();
    }
    fs::write(here.join("a/b/f"), "f").unwrap();
    fs::write(here.join("c/d/g"), "g").unwrap();
    let whole = here.join("c/d/g");
    let mut spec = copy("a/b/f");
    spec.sources.push(whole.clone().into());
    spec.destination = Some(Destination::Into(dir.path().join("out").into()));
    spec.options.parents = true;
    let engine = Engine::new();
    let job = engine.submit(absolute(spec, &here)).unwrap();
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    let out = dir.path().join("out");
    assert_eq!(fs::read_to_string(out.join("a/b/f")).unwrap(), "f");
    assert_eq!(fs::read_to_string(out.join(whole.strip_prefix("/").unwrap())).unwrap(), "g");
    let mut names: Vec<PathBuf> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into()).collect();
    names.sort();
    let first = whole.components().nth(1).unwrap();
    assert_eq!(names, [PathBuf::from("a"), PathBuf::from(first.as_os_str())]);
}

#[test]
fn a_process_in_another_directory_does_not_delete_the_working_directory_of_the_caller() {
    let (_dir, queue) = scratch();
    let delete = |source: &Path, protected| {
        let mut spec = JobSpec { verb: Verb::Delete, destination: None, ..copy("") };
        spec.sources = vec![source.into()];
        spec.options.protect.working_directory = protected;
        queue.add(spec, &Adding { paused: true, ..Adding::default() })
    };
    let here = std::env::current_dir().unwrap();
    for path in [&here, here.parent().unwrap()] {
        let error = OpError::refused(Action::Delete, Code::WorkingDirectory, path);
        assert_eq!(delete(path, true), Err(QueueError::Refused(error)));
        delete(path, false).unwrap();
    }
    delete(&here.join("src"), true).unwrap();
    assert_eq!(queue.list().unwrap().len(), 3);
    queue.list().unwrap().iter().for_each(|job| queue.cancel(job.job).unwrap());
}

#[test]
fn what_can_never_run_is_not_added() {
    let (_dir, queue) = scratch();
    let mut spec = copy("/a");
    spec.sources.clear();
    assert!(matches!(queue.add(spec, &Adding::default()), Err(QueueError::Refused(_))));
    let mut spec = copy("/a");
    spec.options.filter.exclude = vec!["[".to_owned()];
    assert!(matches!(queue.add(spec, &Adding::default()), Err(QueueError::Refused(_))));
    assert_eq!(queue.list_all().unwrap(), []);
}

#[test]
fn what_makes_room_runs_although_the_disk_of_the_queue_is_full() {
    let (dir, queue) = scratch();
    let home = Home { data: dir.path().join("data"), state: Some(dir.path().join("state")) };
    // So many names that the request does not fit into the pages that the file has.
    let names = |folder: &str| -> Vec<WirePath> {
        let folder = dir.path().join(folder);
        fs::create_dir(&folder).unwrap();
        let path = |n: usize| folder.join(format!("{n:0200}"));
        (0..300).map(path).inspect(|path| fs::write(path, "").unwrap()).map(Into::into).collect()
    };
    let spec =
        |verb, sources: Vec<WirePath>| JobSpec { verb, sources, destination: None, ..copy("") };
    let (one, two) = (names("one"), names("two"));
    // A copy that is paused holds up what deletes its sources.
    let reads = JobSpec { sources: vec![dir.path().join("two").into()], ..copy("") };
    queue.add(reads, &Adding { paused: true, ..Adding::default() }).unwrap();
    let engine = Engine::on_queue(home, queue).unwrap();
    lock(&engine.queue().unwrap().store).fill();
    let copies = JobSpec { sources: one.clone(), ..copy("") };
    let is_full = |refused: Result<JobId, ControlError>| match refused {
        Err(ControlError::Queue(error)) => error.is_full(),
        other => panic!("{other:?}"),
    };
    let adding = Adding::default();
    assert!(is_full(engine.add(copies, &adding)));
    assert!(is_full(engine.add(spec(Verb::Delete, two.clone()), &adding)), "it has to wait");
    let paused = Adding { paused: true, ..Adding::default() };
    assert!(is_full(engine.add(spec(Verb::Delete, one.clone()), &paused)), "nor is it kept");
    let job = engine.add(spec(Verb::Delete, one.clone()), &adding).unwrap();
    assert!(!engine.is_kept(job));
    assert_eq!(engine.wait(job).unwrap().done, 300);
    assert!(one.iter().all(|path| !path.0.exists()) && two.iter().all(|path| path.0.exists()));
}
