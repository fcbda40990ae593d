//! Tests of records: written, continued, listed and read.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::files::{LARGEST, push};
use super::*;
use crate::contract::error::Code;
use crate::contract::spec::{Destination, JobSpec, Options};
use fcp_sys::Errno;
use fcp_sys::lock;

fn recorder(state: &Path) -> Recorder {
    Recorder::new(state, &copy_of(&["a"]), 7).unwrap()
}

fn copy_of(sources: &[&str]) -> JobSpec {
    let sources = sources.iter().map(|source| WirePath::from(*source)).collect();
    let destination = Some(Destination::Into("to".into()));
    JobSpec { verb: Verb::Copy, sources, destination, options: Options::default() }
}

#[test]
fn a_record_says_what_was_noted() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let recorder = recorder(dir.path());
    let made = Line::Made { path: recorder.full(Path::new("x\n")), from: "/y".into() };
    recorder.note(&made);
    recorder.end().unwrap();
    let found = list(&home).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].verb, found[0].steps), (Verb::Copy, 1));
    assert!(found[0].sources[0].0.is_absolute());
    assert!(found[0].destination.as_ref().is_some_and(|to| to.0.ends_with("to")));
    let record = read(&found[0].path.0).unwrap();
    assert_eq!(record.lines, [made]);
    assert!(record.ended >= record.began);
    forget(&found[0].path.0).unwrap();
    assert_eq!(list(&home).unwrap(), []);
}

#[test]
fn a_job_that_did_nothing_leaves_none() {
    let dir = tempfile::tempdir().unwrap();
    recorder(dir.path()).end().unwrap();
    assert!(!dir.path().join("undo").exists());
}

#[test]
fn records_that_others_may_write_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let recorder = recorder(dir.path());
    recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
    recorder.end().unwrap();
    let path = list(&home).unwrap()[0].path.0.clone();
    let open = std::fs::Permissions::from_mode;
    std::fs::set_permissions(&path, open(0o666)).unwrap();
    assert_eq!(read(&path).unwrap_err().code, Code::PermissionDenied);
    std::fs::set_permissions(&path, open(0o600)).unwrap();
    std::fs::set_permissions(dir.path().join("undo"), open(0o777)).unwrap();
    assert_eq!(list(&home).unwrap_err().code, Code::PermissionDenied);
}

#[test]
fn a_record_that_grows_too_large_is_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let recorder = recorder(dir.path());
    let made = Line::Made { path: "/x".into(), from: "/y".into() };
    while lock(&recorder.state).written == 0 {
        recorder.note(&made);
    }
    lock(&recorder.state).written = LARGEST;
    recorder.note(&made);
    let refused = recorder.end().unwrap_err();
    assert_eq!(refused.errno, Some(Errno::FBIG.raw_os_error()));
    assert_eq!(std::fs::read_dir(dir.path().join("undo")).unwrap().count(), 0);
}

#[test]
fn a_record_goes_on_after_its_last_whole_line() {
    let dir = tempfile::tempdir().unwrap();
    let made = |name: &str| Line::Made { path: name.into(), from: "/y".into() };
    let first = recorder(dir.path());
    assert_eq!(first.path(), None);
    first.note(&made("/1"));
    first.write_down();
    let path = first.path().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"did\":\"made\",\"pa");
    std::fs::write(&path, &bytes).unwrap();

    let second = Recorder::resume(&path).unwrap();
    second.note(&made("/1"));
    second.note(&made("/2"));
    second.write_down();
    assert_eq!(read(&path).unwrap_err().code, Code::Usage);
    close(&path).unwrap();
    assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2")]);
    close(&path).unwrap();
    assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2")]);

    let third = Recorder::resume(&path).unwrap();
    third.note(&made("/3"));
    third.end().unwrap();
    assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2"), made("/3")]);
}

#[test]
fn marks_say_what_became_of_a_job() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let recorder = recorder(dir.path());
    recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
    recorder.end().unwrap();
    let path = recorder.path().unwrap();
    let listed = || list(&home).unwrap().into_iter().map(|job| job.left).collect::<Vec<_>>();
    assert_eq!(listed(), [None]);
    mark(&path, &Line::Undone { at: 1, left: 2 }).unwrap();
    assert_eq!(listed(), [Some(2)]);
    // A mark that a kill has cut is none, and the next one counts.
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, [&whole[..], b"\n{\"did\":\"und"].concat()).unwrap();
    assert_eq!(listed(), [Some(2)]);
    std::fs::write(&path, &whole).unwrap();
    mark(&path, &Line::Undone { at: 3, left: 0 }).unwrap();
    assert_eq!(listed(), []);
    assert_eq!(read(&path).unwrap().lines.len(), 1);
}

#[test]
fn a_job_whose_process_died_is_listed_as_interrupted() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let recorder = recorder(dir.path());
    let made = |name: &str| Line::Made { path: name.into(), from: "/y".into() };
    recorder.keep_up();
    assert_eq!(recorder.path(), None);
    recorder.note(&made("/1"));
    recorder.keep_up();
    recorder.note(&made("/2"));
    recorder.keep_up();
    // This process lives.
    assert_eq!(list(&home).unwrap(), []);
    let path = recorder.path().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let own = format!("\"pid\":{}", std::process::id());
    assert_eq!(text.matches(&own).count(), 1);
    // No process has this number (pid_max is at most 2^22), and the last line is cut by the kill.
    std::fs::write(&path, text.replace(&own, "\"pid\":99999999") + "{\"did\":\"ma").unwrap();
    let found = list(&home).unwrap();
    assert!(found[0].interrupted && found[0].steps == 2, "{found:?}");
    let touched = std::fs::metadata(&path).unwrap().modified().unwrap();
    let touched = touched.duration_since(std::time::UNIX_EPOCH).unwrap().as_micros() as u64;
    let ended = read(&path).unwrap().ended;
    assert_eq!(ended, touched + 2_000_000);

    close_interrupted(&path, touched).unwrap();
    mark(&path, &Line::Undone { at: 1, left: 2 }).unwrap();
    let record = read(&path).unwrap();
    assert!(record.interrupted && record.left == Some(2) && record.ended == ended);
    assert_eq!(record.lines, [made("/1"), made("/2")]);
}

#[test]
fn a_record_says_whose_it_is_from_its_first_bytes_on() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let earlier = recorder(dir.path());
    earlier.note(&Line::Made { path: "/x".into(), from: "/y".into() });
    earlier.end().unwrap();
    let earlier = earlier.path().unwrap();
    let recorder = recorder(dir.path());
    // It writes by itself when much was gathered.
    while recorder.path().is_none() {
        recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
    }
    let path = recorder.path().unwrap();
    assert_ne!(path, earlier);
    let open = unsettled(&home).unwrap().unwrap();
    assert_eq!(open.path.0, path);
    let own = format!("\"pid\":{}", std::process::id());
    let text = std::fs::read_to_string(&path).unwrap().replace(&own, "\"pid\":99999999");
    let second = text.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
    let first = text.find('\n').unwrap();
    for cut in (0..second + 300).step_by(7).chain([first, first + 1, second - 1, second]) {
        std::fs::write(&path, &text[..cut]).unwrap();
        let found = list(&home).unwrap();
        let is_first = found[0].path.0 == path;
        // Never is the earlier job taken for the last one.
        let is_open = match unsettled(&home) {
            Ok(open) => open.is_some(),
            Err(_) => true,
        };
        assert!(is_first != is_open, "{cut} {found:?}");
        assert_eq!(is_first, cut >= second - 1, "{cut}");
    }
}

#[test]
fn half_a_record_is_none() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.undo");
    let (sources, destination) = (Vec::new(), None);
    let began = Line::Began {
        version: 1,
        verb: Verb::Copy,
        at: 1,
        sources,
        destination,
        mounts: Vec::new(),
        host: None,
        handle: None,
        reached: None,
    };
    let mut bytes = Vec::new();
    push(&mut bytes, &began);
    push(&mut bytes, &Line::Made { path: "/x".into(), from: "/y".into() });
    std::fs::write(&path, &bytes).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(read(&path).unwrap_err().code, Code::Usage);
}

#[test]
fn a_resumed_job_knows_what_gave_way_before_it_was_killed() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| WirePath::from(name);
    let made = |name: &str| Line::Made { path: path(name), from: "/from".into() };
    let replaced = |name: &str, backup: Option<&str>| {
        let backup = backup.map(WirePath::from);
        Line::Replaced { path: path(name), from: "/from".into(), backup, trashed: None, kept: None }
    };
    let first = recorder(dir.path()).of_queue(5);
    let gives_way = |name: &str| first.note_replacing(Path::new(name), Path::new("/from"));
    assert_eq!(left_by(dir.path(), 5, 0), None);
    gives_way("/known");
    // The process may be killed at any moment from now on.
    let record = left_by(dir.path(), 5, 0).unwrap();
    assert_eq!((first.path(), left_by(dir.path(), 6, 0)), (Some(record.clone()), None));
    first.note(&replaced("/known", Some("/known~")));
    gives_way("/torn");
    gives_way("/never met again");
    first.note(&made("/lost with the process"));

    let second = Recorder::resume(&record).unwrap();
    for name in ["/known", "/torn", "/new"] {
        second.note_leftover(&path(name), &"/from".into(), &made(name));
    }
    second.end().unwrap();
    // The process may be killed before it has ended the job, too; a job that was added later has the key by chance.
    let later = fcp_sys::now() + 1;
    let left = [0, later].map(|added| left_by(dir.path(), 5, added));
    assert_eq!(left, [Some(record.clone()), None]);
    let read = read(&record).unwrap();
    assert!(!read.interrupted);
    assert_eq!(
        read.lines,
        [
            replaced("/known", Some("/known~")),
            made("/known"),
            replaced("/torn", None),
            made("/new"),
            replaced("/never met again", None),
        ]
    );
}

#[test]
fn a_move_that_was_killed_is_told_from_one_that_was_handed_over() {
    for is_killed in [false, true] {
        let dir = tempfile::tempdir().unwrap();
        let spec = JobSpec { verb: Verb::Move, ..copy_of(&["a"]) };
        let first = Recorder::new(dir.path(), &spec, 7).unwrap().of_queue(5);
        let id = Identity { id: (1, 2), born: None };
        first.note(&Line::Moved { from: "/a".into(), to: "/b".into(), id });
        if !is_killed {
            first.hand_over();
        }
        let record = first.path().unwrap();
        Recorder::resume(&record).unwrap().end().unwrap();
        let read = read(&record).unwrap();
        assert_eq!((read.interrupted, read.lines.len()), (is_killed, 1));
    }
}

#[test]
fn the_runs_of_a_job_of_another_machine_become_one_record() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
    let made = |name: &str| Line::Made { path: name.into(), from: "/y".into() };
    let run = |names: &[&str], job| {
        let recorder = Recorder::new(dir.path(), &copy_of(&["a"]), job).unwrap();
        let recorder = recorder.called(None, Some("handle".to_owned()));
        for name in names {
            recorder.note(&made(name));
        }
        recorder.end().unwrap();
        recorder.path().unwrap()
    };
    let found = || of_handle(&home, "handle", false);
    let first = run(&["/1", "/2"], 1);
    assert_eq!(found().unwrap(), first);
    // The second run has met an item of the first one.
    let second = run(&["/2", "/3"], 2);
    let before = std::fs::read(&second).unwrap();
    assert_eq!(found().unwrap(), first);
    assert!(!second.exists());
    let record = read(&first).unwrap();
    assert_eq!(record.lines, [made("/1"), made("/2"), made("/3")]);
    assert!(record.spans().len() <= 2 && !record.interrupted);
    // A kill in between has left the second one.
    std::fs::write(&second, &before).unwrap();
    std::fs::set_permissions(&second, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(found().unwrap(), first);
    assert_eq!(read(&first).unwrap().lines, record.lines);
    // Where one was undone alone, it is not known what is left of the others.
    let third = run(&["/4"], 3);
    mark(&third, &Line::Undone { at: 1, left: 2 }).unwrap();
    assert!(found().unwrap_err().contains("one was undone"));
    assert!(first.exists() && third.exists());
    forget(&third).unwrap();
    assert_eq!(found().unwrap(), first);
}

#[test]
fn what_a_kill_has_left_of_a_record_is_removed_when_that_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let run = || {
        let recorder = recorder(dir.path());
        recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
        recorder.end().unwrap();
        recorder.path().unwrap()
    };
    let joined = |record: &Path| PathBuf::from(format!("{}.joined", record.display()));
    let first = run();
    let other = first.with_file_name("00000000000000000001-1-1.undo");
    for record in [&first, &other] {
        std::fs::write(joined(record), "").unwrap();
    }
    run();
    // That of a record may be written just now.
    assert_eq!([joined(&first).exists(), joined(&other).exists()], [true, false]);
}

#[test]
fn the_directory_of_records_is_read_once_for_many_jobs() {
    let dir = tempfile::tempdir().unwrap();
    let recorder = recorder(dir.path());
    recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
    recorder.end().unwrap();
    let path = recorder.path().unwrap();
    // As a redo does, whose record begins as that of the job did.
    let redone = path.with_file_name("99999999999999999999-1-1.undo");
    std::fs::rename(&path, &redone).unwrap();
    let other = path.with_file_name("00000000000000000001-1-1.undo");
    let mut today = Today::default();
    assert_eq!((today.of(&path), today.of(&other)), (Some(redone.clone()), None));
    std::fs::remove_file(&redone).unwrap();
    assert_eq!(today.of(&path), Some(redone), "it was not looked for again");
    assert_eq!(Today::default().of(&path), None);
}
