//! Tests of small changes: made, reported and undone.
#![expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use fcp_browse::edit::RenameResult;
use fcp_engine::error::{Action, Code};
use fcp_presentation::transfer::Shown;

use super::*;
use crate::app::App;
use crate::trashed::in_trash;
use crate::wire::{Items, Update};

fn app() -> Arc<App> {
    App::new(None, None)
}

/// Waits for notices; that a change has begun or ended is no notice.
fn notices(app: &App) -> Vec<Notice> {
    let notice = |it| if let Update::Notice(it) = it { Some(*it) } else { None };
    loop {
        let found: Vec<_> = app.feed.heard().into_iter().filter_map(notice).collect();
        if !found.is_empty() {
            return found;
        }
    }
}

fn make(app: &App, path: &Path) {
    let name = spelling::spell(path.as_os_str());
    app.edits.edit(EditAsk::MakeFile { side: PanelSide::Left, name }).unwrap();
}

#[test]
fn names_are_taken_as_they_are_spelled() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let odd = scratch.path().join(OsString::from_vec(b"caf\xe9 \n".to_vec()));
    make(&app, &odd);
    assert!(odd.is_file());
    let [notice] = notices(&app).try_into().unwrap();
    assert_eq!((notice.code, notice.undo), (NoticeCode::Made, true));
    assert_eq!(notice.name.unwrap().text, r"caf\xe9 \n");
    let deep = format!("{}/a/b/", scratch.path().display());
    app.edits.edit(EditAsk::MakeFile { side: PanelSide::Left, name: deep.clone() }).unwrap();
    assert!(scratch.path().join("a/b").is_dir());
    let name = deep;
    let again = app.edits.edit(EditAsk::MakeDirectory { side: PanelSide::Left, name });
    assert!(matches!(again, Err(Refusal::Op { .. })));
    for bad in ["", ".", "..", "a/b"] {
        assert!(new_name(&odd, bad).is_err(), "{bad}");
    }
    assert!(new_name(&in_trash("info/x.trashinfo"), "y").is_err());
    assert_eq!(new_name(&odd, r"\xE9"), Ok(OsString::from_vec(vec![0xe9])));
}

#[test]
fn the_newest_change_is_taken_back_first_and_stays_if_it_cannot_be() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    make(&app, &one);
    make(&app, &two);
    app.edits.undo(None).unwrap();
    assert!(one.exists() && !two.exists());
    // What is in it now would be lost.
    fs::write(&one, "mine").unwrap();
    assert!(matches!(app.edits.undo(None), Err(Refusal::Op { .. })));
    assert!(matches!(app.edits.undo(None), Err(Refusal::Op { .. })));
    fs::write(&one, "").unwrap();
    app.edits.undo(None).unwrap();
    assert!(!one.exists());
    drop(notices(&app));
    app.edits.undo(None).unwrap();
    assert_eq!(notices(&app)[0].code, NoticeCode::NothingToUndo);
}

#[test]
fn what_was_undone_is_made_again_in_its_order_also_after_a_failure() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    make(&app, &one);
    make(&app, &two);
    app.edits.undo(None).unwrap();
    app.edits.undo(None).unwrap();
    drop(notices(&app));
    app.edits.redo().unwrap();
    assert!(one.exists() && !two.exists());
    assert_eq!(notices(&app)[0].code, NoticeCode::Made);
    fs::write(&two, "mine").unwrap();
    assert!(matches!(app.edits.redo(), Err(Refusal::Op { .. })));
    fs::remove_file(&two).unwrap();
    app.edits.redo().unwrap();
    assert!(two.exists());
    // It can be undone once more.
    app.edits.undo(None).unwrap();
    assert!(one.exists() && !two.exists());
    // Another change leaves nothing to redo.
    make(&app, &scratch.path().join("three"));
    drop(notices(&app));
    app.edits.redo().unwrap();
    assert_eq!(notices(&app)[0].code, NoticeCode::NothingToRedo);
}

#[test]
fn a_change_is_taken_back_by_its_number_whatever_came_after() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    make(&app, &one);
    make(&app, &two);
    let first = notices(&app)[0].change;
    assert!(first.is_some());
    app.edits.undo(first).unwrap();
    assert!(!one.exists() && two.exists());
    // The change has been undone already, and no other change is undone instead.
    app.edits.undo(first).unwrap();
    assert!(two.exists());
    app.edits.undo(None).unwrap();
    assert!(!two.exists());
}

/// Two panels that show a folder each, with items of the left one.
fn linking(items: &[&str]) -> (tempfile::TempDir, Arc<App>, Items) {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let at = |name: &str| scratch.path().join(name);
    for dir in ["from", "to"] {
        fs::create_dir(at(dir)).unwrap();
    }
    for name in items {
        fs::write(at("from").join(name), name).unwrap();
    }
    app.panels.open([Some(at("from")), Some(at("to"))]);
    let drop = items.iter().map(|name| at("from").join(name)).collect();
    let items = Items::Drop { drop: app.plans.keep_drop(drop) };
    (scratch, app, items)
}

#[test]
fn links_are_made_as_the_user_chose_all_or_none() {
    let (scratch, app, items) = linking(&["a", "b"]);
    let at = |name: &str| scratch.path().join(name);
    let link = |at: &str, kind| {
        let (items, at, side) = (items.clone(), at.to_owned(), PanelSide::Right);
        app.edits.edit(EditAsk::Links { items, at, side, kind })
    };
    link("./", LinkKind::Relative).unwrap();
    assert_eq!(fs::read_link(at("to/b")).unwrap(), Path::new("../from/b"));
    app.edits.undo(None).unwrap();
    assert!(!at("to/a").exists() && !at("to/b").exists());
    link(".", LinkKind::Absolute).unwrap();
    assert_eq!(fs::read_link(at("to/a")).unwrap(), at("from/a"));
    app.edits.undo(None).unwrap();
    link("", LinkKind::Hard).unwrap_err();
    link("./", LinkKind::Hard).unwrap();
    assert_eq!(fs::metadata(at("from/a")).unwrap().nlink(), 2);
    app.edits.undo(None).unwrap();
    fs::write(at("to/b"), "mine").unwrap();
    assert!(matches!(link("./", LinkKind::Relative), Err(Refusal::Op { .. })));
    assert!(fs::symlink_metadata(at("to/a")).is_err(), "none is made if one cannot be");
}

#[test]
fn a_single_link_gets_the_typed_name_and_in_a_folder_that_of_its_item() {
    let (scratch, app, items) = linking(&["file"]);
    let at = |name: &str| scratch.path().join(name);
    fs::create_dir(at("to/dir")).unwrap();
    for (typed, there) in [("other", "to/other"), ("dir", "to/dir/file"), ("./", "to/file")] {
        let (items, side) = (items.clone(), PanelSide::Right);
        let ask = EditAsk::Links { items, at: typed.into(), side, kind: LinkKind::Absolute };
        app.edits.edit(ask).unwrap();
        assert_eq!(fs::read_link(at(there)).unwrap(), at("from/file"));
    }
}

#[test]
fn modes_change_and_come_back() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let file = scratch.path().join("sub/file");
    fs::create_dir(scratch.path().join("sub")).unwrap();
    fs::write(&file, "").unwrap();
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o7777;
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let drop = app.plans.keep_drop(vec![scratch.path().join("sub")]);
    let ask = |mode: &str, recursive| {
        let items = crate::wire::Items::Drop { drop };
        EditAsk::Mode { items, mode: mode.to_owned(), recursive }
    };
    assert!(matches!(app.edits.edit(ask("rwx", true)), Err(Refusal::Not { .. })));
    app.edits.edit(ask("go+r", true)).unwrap();
    let notice = notices(&app).remove(0);
    let expected = (NoticeCode::Changed, Some(2), true);
    assert_eq!((notice.code, notice.count, notice.undo), expected);
    assert_eq!(mode(), 0o644);
    app.edits.undo(None).unwrap();
    assert_eq!(mode(), 0o600);
    let _undone = notices(&app);
    app.edits.redo().unwrap();
    assert_eq!(notices(&app)[0].code, NoticeCode::Changed);
    assert_eq!(mode(), 0o644);
    app.edits.undo(None).unwrap();
    app.edits.edit(ask("700", false)).unwrap();
    assert_eq!(mode(), 0o600);
}

#[test]
fn what_a_change_that_failed_in_part_has_changed_can_be_undone() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let mode = || fs::metadata(&file).unwrap().permissions().mode() & 0o7777;
    let request = |paths| {
        let change = ModeChange::parse("644").unwrap();
        EditRequest::Mode { paths, change, recursive: false, shown: Shown::default() }
    };
    let both = request(vec![file.clone(), scratch.path().join("gone")]);
    assert!(matches!(app.edits.make(both), Err(Refusal::Op { .. })), "the dialog says why");
    let notice = notices(&app).remove(0);
    let told = (notice.code, notice.count, notice.done, notice.undo);
    assert_eq!(told, (NoticeCode::ChangeErrors, Some(1), Some(1), true));
    assert_eq!(mode(), 0o644);
    app.edits.undo(notice.change).unwrap();
    assert_eq!(mode(), 0o600);
    let _undone = notices(&app);
    // The same again, by another key: that it failed in part is told once, and it can be undone once more.
    app.edits.redo().unwrap();
    assert_eq!((mode(), notices(&app)[0].code), (0o644, NoticeCode::ChangeErrors));
    app.edits.undo(None).unwrap();
    assert_eq!(mode(), 0o600);
    app.edits.redo().unwrap();
    app.edits.redo().unwrap();
    assert_eq!(notices(&app).pop().unwrap().code, NoticeCode::NothingToRedo);
    app.edits.undo(None).unwrap();
    let _undone = notices(&app);
    let gone = request(vec![scratch.path().join("gone")]);
    assert!(app.edits.make(gone).is_err());
    // Nothing changed.
    app.edits.undo(None).unwrap();
    assert_eq!(notices(&app)[0].code, NoticeCode::NothingToUndo);
}

#[test]
fn names_that_could_not_be_given_back_can_be_undone() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let at = |name: &str| scratch.path().join(name);
    fs::write(at("a"), "").unwrap();
    let pairs = vec![("a".into(), "b".into()), ("c".into(), "d".into())];
    let mut result = edit::rename_all(scratch.path(), &pairs[..1]);
    let error = OpError::refused(Action::Move, Code::Exists, at("b"));
    let stranded = RenameResult::Stranded { now: "b".into(), error: error.clone() };
    result.results = vec![stranded, RenameResult::Failed(error)];
    let refused = app.edits.renamed(scratch.path().to_owned(), pairs, Shown::default(), result);
    let Err(Refusal::Not { text }) = refused else { panic!("{refused:?}") };
    assert!(text.starts_with("'a' was renamed to 'b'"), "{text}");
    app.edits.undo(None).unwrap();
    assert!(at("a").exists() && !at("b").exists());
}

#[test]
fn quitting_asks_about_a_change_that_runs_and_leaves_what_undoes_it() {
    let (scratch, app) = (tempfile::tempdir().unwrap(), app());
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let (began, begins) = std::sync::mpsc::channel();
    let (path, change) = (file.clone(), ModeChange::parse("644").unwrap());
    let change_all = move |stop: &AtomicBool| {
        let changed = edit::set_mode(&[path], &|_| None, &change, true, &AtomicBool::new(false));
        began.send(()).unwrap();
        while !stop.load(std::sync::atomic::Ordering::Relaxed) {
            thread::yield_now();
        }
        Changed { stopped: true, ..changed }
    };
    let request = || EditRequest::MakeFile(file.clone());
    app.edits.change_all(request(), true, change_all).unwrap();
    begins.recv().unwrap();
    let question = Update::Quit { jobs: 0, elevated: 0, changes: 1 };
    assert_eq!(app.exit.question(), Some(question));
    assert!(app.engine.begin_to_quit());
    app.exit.settle_all(crate::wire::QuitChoice::HandOn).unwrap();
    assert_eq!(app.exit.question(), None);
    let notice = notices(&app).remove(0);
    let expected = (NoticeCode::ChangeStopped, Some(1), true);
    assert_eq!((notice.code, notice.count, notice.undo), expected);
    // Nothing begins any more.
    assert!(app.edits.change_all(request(), true, |_stop| Changed::default()).is_err());
    app.edits.undo(None).unwrap();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, 0o600);
}

#[test]
fn owners_are_names_or_numbers_or_stay() {
    assert_eq!(named(""), None);
    assert_eq!(named(" 0 ").as_deref(), Some("0"));
    let user = Some("-x".to_owned());
    let request = EditRequest::Owner {
        paths: vec!["/x".into()],
        user,
        group: None,
        recursive: false,
        shown: Shown::default(),
    };
    assert!(matches!(app().edits.make(request), Err(Refusal::Not { .. })));
}
