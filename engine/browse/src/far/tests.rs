use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use fcp_engine::event::FileKind;
use fcp_engine::link::{ENTRIES, Output, PROTOCOL};

use super::*;

/// Keeps what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        lock(&self.0).extend_from_slice(data);
        Ok(data.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A stream of answers, as another machine could send them.
fn answers(messages: &[Message]) -> Input {
    let kept = Kept::default();
    let output = Output::new(kept.clone());
    for message in messages {
        output.send(message).unwrap();
    }
    let bytes = std::mem::take(&mut *lock(&kept.0));
    Input::new(io::Cursor::new(bytes))
}

/// What a question is answered here.
fn answered(question: Message) -> (Input, Option<Message>) {
    let kept = Kept::default();
    let output = Output::new(kept.clone());
    let other = answer(question, &output, Path::to_owned).unwrap();
    output.flush().unwrap();
    let bytes = std::mem::take(&mut *lock(&kept.0));
    (Input::new(io::Cursor::new(bytes)), other)
}

fn far(path: &Path) -> FarPath {
    FarPath::new("web", path).unwrap()
}

#[test]
fn a_directory_is_told_with_names_of_any_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"\xff\n");
    fs::write(dir.path().join(name), "abc").unwrap();
    fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(0o640)).unwrap();
    fs::create_dir(dir.path().join("d")).unwrap();
    std::os::unix::fs::symlink("d", dir.path().join("l")).unwrap();
    for n in 0..ENTRIES {
        fs::write(dir.path().join(format!("many-{n}")), "").unwrap();
    }
    let question = Message::List { path: WirePath(dir.path().join(".")) };
    let (mut input, other) = answered(question);
    assert!(other.is_none());
    let output = Output::new(io::sink());
    let (told, entries) = list(&far(dir.path()), &mut input, &output).unwrap().unwrap();
    assert_eq!((told.as_path(), entries.len()), (dir.path(), ENTRIES + 3));
    let of = |name: &OsStr| entries.iter().find(|entry| entry.name.0.as_os_str() == name).unwrap();
    let file = of(name);
    assert_eq!((file.kind, file.size, file.mode), (FileKind::File, 3, 0o640));
    assert!(file.mtime > 0);
    assert_eq!(of(OsStr::new("d")).kind, FileKind::Directory);
    let link = of(OsStr::new("l"));
    assert_eq!((link.kind, link.leads_to), (FileKind::Symlink, Some(FileKind::Directory)));
    let (mut input, _) = answered(Message::List { path: WirePath(dir.path().join("no")) });
    let error = list(&far(Path::new("/no")), &mut input, &output).unwrap().unwrap_err();
    assert_eq!((error.code, error.path.0), (Code::NotFound, far(Path::new("/no")).to_path()));
}

#[test]
fn an_end_that_is_not_to_be_trusted_names_nothing_outside_the_directory() {
    let entry = |name: &str| Entry {
        name: name.into(),
        kind: FileKind::File,
        size: 0,
        mtime: 0,
        mode: 0,
        owner: (0, 0),
        links: 1,
        target: None,
        leads_to: None,
    };
    let entries = ["..", ".", "", "a/b", "/etc", "a\0b", "good"].map(entry).to_vec();
    let told = [Message::Entries { dir: "/d".into(), entries }, Message::End];
    let output = Output::new(io::sink());
    let at = far(Path::new("/d"));
    let (_, entries) = list(&at, &mut answers(&told), &output).unwrap().unwrap();
    assert_eq!(
        entries.iter().map(|entry| entry.name.0.as_path()).collect::<Vec<_>>(),
        [Path::new("good")]
    );
    // A directory that is nowhere, and an answer to something else.
    let relative = [Message::Entries { dir: "d".into(), entries: Vec::new() }, Message::End];
    assert!(list(&at, &mut answers(&relative), &output).is_err());
    assert!(list(&at, &mut answers(&[Message::Begun]), &output).is_err());
    // More data than was asked for.
    assert!(look(&at, 4, &mut answers(&[Message::Start { size: 9, follow: 5 }]), &output).is_err());
}

#[test]
fn small_changes_replace_nothing_and_stay_in_their_directory() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a"), "a").unwrap();
    fs::write(at("b"), "b").unwrap();
    let change = |change: Change| {
        let (mut input, _) = answered(Message::Change { change });
        match input.message().unwrap() {
            Message::Done { .. } => Ok(()),
            Message::Failed { error, .. } => Err(error.code),
            other => panic!("{other:?}"),
        }
    };
    let rename = |name: &str| change(Change::Rename { path: WirePath(at("a")), name: name.into() });
    assert_eq!(rename("b"), Err(Code::Exists));
    for name in ["../a", "/tmp/a", "..", ".", "", "c/d"] {
        assert_eq!(rename(name), Err(Code::UnsafeName), "{name}");
    }
    assert_eq!(rename("c"), Ok(()));
    assert_eq!(fs::read_to_string(at("c")).unwrap(), "a");
    assert_eq!(change(Change::MakeDirectory { path: WirePath(at("d/e")) }), Ok(()));
    assert!(at("d/e").is_dir());
    assert_eq!(change(Change::MakeDirectory { path: WirePath(at("d")) }), Err(Code::Exists));
}

#[test]
fn a_small_change_is_undone_there_unless_something_else_has_changed() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let change = |change: Change| {
        let (mut input, _) = answered(Message::Change { change });
        match input.message().unwrap() {
            Message::Done { made } => Ok(made),
            Message::Failed { error, .. } => Err(error.code),
            other => panic!("{other:?}"),
        }
    };
    // As the asking end keeps it, and as it asks for the undo.
    let asked = |path: &str, made: Option<ChangeMade>| {
        let edit = made_there(&far(&at(path)), made).unwrap();
        assert!(edit::undo(&edit).is_err(), "it is none of this machine");
        let (at, made) = undo::asked(&edit).unwrap();
        assert_eq!(at.host(), "web");
        Change::Undo { made }
    };
    let made = change(Change::MakeDirectory { path: WirePath(at("new/inner")) }).unwrap();
    let undo_directories = asked("new/inner", made);
    fs::write(at("a"), "a").unwrap();
    let renamed = change(Change::Rename { path: WirePath(at("a")), name: "b".into() }).unwrap();
    let undo_rename = asked("a", renamed);
    // Another item has come to the name.
    fs::rename(at("b"), at("c")).unwrap();
    fs::write(at("b"), "another").unwrap();
    assert_eq!(change(undo_rename.clone()), Err(Code::ChangedSince));
    fs::rename(at("c"), at("b")).unwrap();
    assert_eq!(change(undo_rename), Ok(None));
    assert_eq!(fs::read_to_string(at("a")).unwrap(), "a");
    assert!(!at("b").exists());
    fs::write(at("new/inner/file"), "").unwrap();
    assert_eq!(change(undo_directories.clone()), Err(Code::NotEmpty));
    fs::remove_file(at("new/inner/file")).unwrap();
    assert_eq!(change(undo_directories), Ok(None));
    assert!(!at("new").exists());
}

#[test]
fn the_beginning_of_a_file_is_sent_and_nothing_waits_for_a_fifo() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "abcdef").unwrap();
    let read = |path: &Path, most| {
        let (mut input, _) = answered(Message::Look { path: WirePath(path.to_owned()), most });
        look(&far(path), most, &mut input, &Output::new(io::sink())).unwrap()
    };
    assert_eq!(read(&path, 4).unwrap(), FarStart { data: b"abcd".to_vec(), size: 6 });
    assert_eq!(read(&path, 9).unwrap(), FarStart { data: b"abcdef".to_vec(), size: 6 });
    let fifo = dir.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    assert!(read(&fifo, 4).is_err() && read(dir.path(), 4).is_err());
}

#[test]
fn what_is_no_question_of_a_file_manager_is_given_back() {
    assert!(matches!(answered(Message::Begun).1, Some(Message::Begun)));
}

#[test]
fn a_machine_that_is_silent_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("rsh");
    fcp_test_support::script(&script, "exec sleep 1000");
    let reach = Reach::by(Some(script.into()), None, "/usr/bin:/bin".into());
    let machines = Machines::new(reach);
    let error = machines.list(&far(Path::new("/")), &|| true).unwrap_err();
    assert_eq!(error.code, Code::Disconnected);
    // Where there is no way at all, that is said.
    let machines = Machines::new(Err("no way".to_owned()));
    let error = machines.list(&far(Path::new("/")), &|| false).unwrap_err();
    assert_eq!((error.code, error.said.as_deref()), (Code::NoFcp, Some("no way")));
}

/// A script in the place of `ssh` that says what the other end has to say in each of its runs, and then no more.
fn saying(dir: &Path, runs: &[&[Message]]) -> Arc<Machines> {
    // It listens to the end, so that no message to it fails.
    saying_then(dir, runs, "exec >&-\ncat >/dev/null", TIMEOUT)
}

/// The same with another end of each run, and another timeout with a change.
fn saying_then(dir: &Path, runs: &[&[Message]], then: &str, timeout: Duration) -> Arc<Machines> {
    let hello = Message::Hello {
        protocol: PROTOCOL,
        version: "1".to_owned(),
        browses: true,
        joins: false,
        undoes: false,
    };
    for (run, messages) in runs.iter().enumerate() {
        let kept = Kept::default();
        let output = Output::new(kept.clone());
        output.send(&hello).unwrap();
        messages.iter().for_each(|message| output.send(message).unwrap());
        fs::write(dir.join(format!("run-{run}")), &*lock(&kept.0)).unwrap();
    }
    let script = dir.join("rsh");
    let text = format!(
        "cd '{}'\nn=$(ls -d begun-* 2>/dev/null | wc -l)\nmkdir begun-$n\ncat run-$n\n{then}",
        dir.display()
    );
    fcp_test_support::script(&script, &text);
    let reach = Reach::by(Some(script.into()), None, "/usr/bin:/bin".into());
    Arc::new(Machines { reach: reach.map(Reach::silent), idle: Mutex::default(), timeout })
}

fn done() -> Message {
    Message::Done { made: None }
}

/// Refuses, as the root directory is no file.
fn no_file() -> Message {
    let error = OpError::refused(Action::Open, Code::Unsupported, "/");
    Message::Failed { path: "/".into(), error }
}

#[test]
fn a_change_whose_answer_is_lost_is_not_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let exists = OpError::refused(Action::CreateDir, Code::Exists, "/b");
    let exists = Message::Failed { path: "/b".into(), error: exists };
    let machines = saying(dir.path(), &[&[done(), no_file()], &[exists]]);
    let made = |name: &str| machines.make_directory(&far(Path::new(name))).map_err(|it| it.code);
    assert_eq!(made("/a"), Ok(None));
    // The connection answers, takes the request, and ends.
    assert_eq!(made("/b"), Err(Code::Disconnected));
    assert!(!dir.path().join("begun-1").exists(), "it may be there by now");
}

#[test]
fn a_change_is_made_by_a_new_connection_if_the_one_that_waited_has_ended() {
    let dir = tempfile::tempdir().unwrap();
    let machines = saying(dir.path(), &[&[done()], &[done()]]);
    let made = |name: &str| machines.make_directory(&far(Path::new(name))).map_err(|it| it.code);
    assert_eq!((made("/a"), made("/b")), (Ok(None), Ok(None)));
    assert!(dir.path().join("begun-1").exists());
}

#[test]
fn a_machine_that_says_nothing_to_a_change_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let silent = "exec sleep 1000";
    let machines = saying_then(dir.path(), &[&[]], silent, Duration::from_millis(300));
    let made = machines.make_directory(&far(Path::new("/a"))).map_err(|it| it.code);
    assert_eq!(made, Err(Code::Disconnected));
    // One that has fallen silent while it waited was not told of the change, which is made by another one.
    let dir = tempfile::tempdir().unwrap();
    let runs: [&[Message]; 2] = [&[done()], &[done()]];
    let machines = saying_then(dir.path(), &runs, silent, Duration::from_secs(12));
    let made = |name: &str| machines.make_directory(&far(Path::new(name))).map_err(|it| it.code);
    assert_eq!((made("/a"), made("/b")), (Ok(None), Ok(None)));
    assert!(dir.path().join("begun-1").exists());
}
