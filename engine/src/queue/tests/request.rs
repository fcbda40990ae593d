//! Tests of what the queue makes of a request.

use super::*;

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
