//! Tests of small changes: made, reported and undone.
#![expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::app::App;
use crate::wire::Update;

fn app() -> Arc<App> {
    App::new(None, None)
}

fn notices(app: &App) -> Vec<Notice> {
    let heard = app.feed.heard().into_iter();
    heard.filter_map(|it| if let Update::Notice(it) = it { Some(*it) } else { None }).collect()
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
    assert!(new_name(Path::new("/t/info/x.trashinfo"), "y").is_err());
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

#[test]
fn a_link_in_a_folder_has_the_name_of_what_it_leads_to() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    fs::create_dir(at("dir")).unwrap();
    fs::write(at("file"), "text").unwrap();
    let (_, path) = link(&at("file"), at("dir"), false, false).unwrap();
    assert_eq!((&path, fs::read_link(&path).unwrap()), (&at("dir/file"), at("file")));
    let (_, path) = link(&at("file"), at("hard"), false, true).unwrap();
    assert_eq!(fs::read(path).unwrap(), b"text");
    assert!(link(&at("file"), at("hard"), false, true).is_err());
    assert!(link(&at("file"), at("gone"), true, false).is_err());
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
    app.edits.edit(ask("700", false)).unwrap();
    assert_eq!(mode(), 0o600);
}

#[test]
fn owners_are_names_or_numbers_or_stay() {
    assert_eq!(number("", owners::uid), Ok(None));
    assert_eq!(number(" 0 ", owners::gid), Ok(Some(0)));
    assert!(matches!(number("-x", owners::uid), Err(Refusal::Not { .. })));
}
