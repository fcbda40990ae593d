//! Tests of removed folders, free space, the trash, and the palette.

use std::path::PathBuf;

use fcp_browse::Measure;
use fcp_engine::spec::{ConflictPolicy, ErrorPolicy, JobSpec, MismatchPolicy};
use fcp_engine::trash::{Contents, Trashed};

use super::*;
use crate::app::action::Action as Act;
use crate::app::dialog::picker::{Hit, Pick, Picker};
use crate::app::work::News;

fn gone(bench: &mut Bench) {
    let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else { panic!("no listing") };
    let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::NOENT);
    bench.tell(Msg::Unlisted { ticket, error });
}

#[test]
fn from_a_removed_folder_backspace_goes_to_the_nearest_that_exists() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('r');
    let lists = |effect: &Effect| match effect {
        Effect::List { ticket, dir, .. } => Some((*ticket, dir.clone())),
        _ => None,
    };
    let (ticket, dir) = bench.effects.iter().find_map(lists).unwrap();
    bench.model.sides[0].panel_mut().polled = true;
    let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::NOENT);
    bench.tell(Msg::Unlisted { ticket, error });
    let screen = bench.screen();
    assert!(!screen.contains("live updates") && !screen.contains("not live"), "{screen}");
    bench.press(KeyCode::F(7));
    assert!(bench.model.dialog.is_none() && bench.screen().contains("no longer exists"));
    bench.press(KeyCode::Backspace);
    assert_eq!(bench.model.panel().dir, Path::new("/home/anna/Pictures/2026"));
    gone(&mut bench);
    assert_eq!(bench.model.panel().dir, Path::new("/home/anna/Pictures"));
    let Some(Effect::List { ticket, .. }) = bench.last_list() else { panic!("no listing") };
    bench.listed(ticket, &backup());
    // A later listing stays at the removed folder: the user has not asked to go up.
    bench.ctrl('r');
    let (ticket, dir) = bench.effects.iter().rev().filter_map(lists).nth(1).unwrap();
    let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::NOENT);
    bench.tell(Msg::Unlisted { ticket, error });
    assert_eq!(bench.model.panel().dir, Path::new("/home/anna/Pictures"));
}

#[test]
fn a_folder_that_is_removed_while_it_is_shown_is_left_for_the_nearest_that_exists() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('r');
    let ticket = bench.model.sides[0].panel().ticket;
    let identity = fcp_browse::Identity::of(Path::new("/")).unwrap();
    bench.tell(Msg::Identity { ticket, identity });
    bench.listed(ticket, &photos());
    let dir = bench.model.sides[0].panel().dir.clone();
    bench.tell(Msg::Changed { dir: dir.clone(), polled: true });
    bench.forget().wait(10_000_000);
    let ticket = bench.model.sides[0].panel().ticket;
    let error = OpError::new(Action::OpenDir, dir.clone(), rustix::io::Errno::NOENT);
    bench.tell(Msg::Unlisted { ticket, error });
    assert_eq!(Some(bench.model.sides[0].panel().dir.as_path()), dir.parent());
    bench.shows("no longer exists; this is the folder above it");
    gone(&mut bench);
    assert_eq!(Some(bench.model.sides[0].panel().dir.as_path()), dir.parent().unwrap().parent());
}

#[test]
fn the_free_space_of_the_other_panel_is_asked_for_with_each_listing() {
    let mut bench = Bench::new(100, 30);
    let other = bench.model.other().dir.clone();
    bench.tell(Msg::Space { dir: other.clone(), space: None });
    bench.forget();
    bench.list(0, &photos());
    assert!(bench.effects.contains(&Effect::Space(other.clone())));
    bench.forget();
    bench.list(0, &photos());
    assert!(bench.effects.is_empty(), "a dead mount is asked once: {:?}", bench.effects);
    let space = Some(Space { free: 7 << 30, total: 9 << 30 });
    bench.tell(Msg::Space { dir: other, space });
    bench.shows("7.00 GiB free");
}

#[test]
fn disks_without_a_name_are_called_by_where_they_are_mounted() {
    let mut bench = Bench::new(100, 30);
    bench.play("clean-copy", halfway).press(KeyCode::F(2));
    let row = bench.model.jobs.rows().next().unwrap().job;
    let place = Event::JobPlaced {
        job: row,
        place: fcp_engine::event::Place {
            held: None,
            rank: 1,
            lanes: vec!["mem:0:25".to_owned()],
            passes: false,
            now: false,
            after: None,
            interrupted: false,
            cancelled: false,
        },
    };
    let at = bench.model.now;
    bench.tell(Msg::Event(Envelope { seq: None, at, event: place }));
    bench.shows("memory");
    let mounted = [("0:25".to_owned(), PathBuf::from("/mnt/usb"))].into();
    bench.tell(Msg::Work(News::Mounted(mounted)));
    bench.shows("/mnt/usb  one job at a time");
}

#[test]
fn all_answers_of_the_copy_dialog_can_be_read() {
    for (columns, rows) in [(80, 24), (100, 30), (200, 60)] {
        let mut bench = Bench::new(columns, rows);
        bench.press(KeyCode::End).press(KeyCode::F(5));
        let screen = bench.screen();
        for answer in ["ask", "skip", "replace", "keep newer", "keep larger", "keep both"] {
            assert!(screen.contains(answer), "{answer} at {columns}:\n{screen}");
        }
        assert!(screen.contains("replace for good"), "{screen}");
        bench.press(KeyCode::Left);
        assert!(bench.screen().contains("replace for good"), "the last one is chosen");
    }
}

#[test]
fn the_status_line_uses_the_columns_on_its_left() {
    let mut bench = Bench::new(100, 30);
    let long = "a-name-that-is-longer-than-its-own-half.tar.gz";
    bench.list(0, &[entry(long, FileKind::File, 1, 1)]);
    bench.press(KeyCode::End);
    let screen = bench.screen();
    let status = screen.lines().rev().nth(1).unwrap();
    assert!(status.contains(long), "{screen}");
}

fn trashed(name: &str, deleted: i64) -> Trashed {
    Trashed {
        id: Path::new(&format!("/trash/info/{}.trashinfo", name.replace('/', "-"))).into(),
        original: Path::new(&format!("/home/anna/{name}")).into(),
        deleted,
        seen: None,
    }
}

/// Opens the page of the trash with three files.
fn page(columns: u16, rows: u16) -> Bench {
    let mut bench = Bench::new(columns, rows);
    let now = START as i64 / 1_000_000;
    let items = [("photo10", 60), ("photo9", 3_600), ("letters/dear", 90_000)];
    let items = items.map(|(name, ago)| trashed(name, now - ago)).to_vec();
    bench.tell(Msg::Trashed(Ok(Contents { items, unread: Vec::new() })));
    bench.forget();
    bench
}

#[test]
fn the_trash_tells_the_size_of_each_item_and_of_all() {
    let mut bench = Bench::new(100, 24);
    let items = vec![trashed("photo", 0), trashed("letters", 0)];
    bench.tell(Msg::Trashed(Ok(Contents { items, unread: Vec::new() })));
    let measure = bench.effects.iter().find_map(|effect| match effect {
        Effect::Measure { ticket, names, .. } => Some((*ticket, names.clone())),
        _ => None,
    });
    let (ticket, names) = measure.unwrap();
    assert_eq!(names, ["/trash/files/photo", "/trash/files/letters"]);
    let measured = |name: &str, bytes| Msg::Measured {
        ticket,
        name: Some(name.into()),
        measure: Measure { bytes, ..Measure::default() },
        whole: true,
    };
    bench.tell(measured("/trash/files/photo", 3 << 20));
    let screen = bench.screen();
    assert!(screen.contains("3.00 MiB") && screen.contains("  2 items\n"), "{screen}");
    bench.tell(measured("/trash/files/letters", 1 << 20));
    let screen = bench.screen();
    assert!(screen.contains("1.00 MiB") && screen.contains("2 items, 4.00 MiB\n"), "{screen}");
    bench.keys("E");
    let asks = "Empty the trash, deleting 2 items, 4.00 MiB, permanently?";
    assert!(bench.screen().contains(asks), "{}", bench.screen());
    // Once the page is closed, the rest is not measured.
    bench.press(KeyCode::Esc).press(KeyCode::Esc);
    bench.tell(measured("/trash/files/letters", 1));
    assert!(matches!(bench.effects.last(), Some(Effect::Drop(dropped)) if *dropped == ticket));
}

#[test]
fn the_trash_says_which_volumes_it_could_not_read() {
    let mut bench = Bench::new(100, 24);
    let errno = rustix::io::Errno::TIMEDOUT;
    let dead = || OpError::new(Action::ListDir, Path::new("/mnt/dead"), errno);
    let items = vec![trashed("photo", 0)];
    bench.tell(Msg::Trashed(Ok(Contents { items, unread: vec![dead()] })));
    let said = |bench: &Bench| {
        let screen = bench.screen();
        assert!(screen.contains("/mnt/dead") && screen.contains("timed out"), "{screen}");
    };
    said(&bench);
    bench.press(KeyCode::Esc);
    bench.tell(Msg::Trashed(Ok(Contents { items: Vec::new(), unread: vec![dead()] })));
    said(&bench);
}

/// Gives the only request.
fn added(bench: &Bench) -> &JobSpec {
    let mut specs = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Add { spec, .. } => Some(&**spec),
        _ => None,
    });
    let (Some(spec), None) = (specs.next(), specs.next()) else { panic!("{:?}", bench.effects) };
    spec
}

fn asked(bench: &Bench) -> (Verb, Vec<PathBuf>) {
    let spec = added(bench);
    (spec.verb, spec.sources.iter().map(|source| source.0.clone()).collect())
}

#[test]
fn the_trash_is_a_page() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = page(columns, rows);
        bench.press(KeyCode::Down).keys(" ");
        insta::assert_snapshot!(format!("trash-{columns}x{rows}"), bench.screen());
    }
}

#[test]
fn many_items_of_the_trash_are_restored_at_once() {
    let mut bench = page(80, 24);
    bench.keys("*").press(KeyCode::Down).keys(" ").press(KeyCode::Enter);
    let info = |name: &str| PathBuf::from(format!("/trash/info/{name}.trashinfo"));
    // By name: dear, photo9, photo10; the second was marked and is not any more.
    assert_eq!(asked(&bench), (Verb::Restore, vec![info("photo10"), info("letters-dear")]));
    // Names that are taken are asked about, and what is replaced goes to the trash, as in a copy.
    let options = &added(&bench).options;
    assert_eq!(options.on_conflict, ConflictPolicy::Ask);
    assert_eq!(options.on_mismatch, MismatchPolicy::Ask);
    assert_eq!(options.on_error, ErrorPolicy::Ask);
    assert!(options.keep_replaced);
}

#[test]
fn the_trash_is_searched_by_name_and_folder() {
    let mut bench = page(80, 24);
    bench.keys("/letters").press(KeyCode::Enter).press(KeyCode::Enter);
    assert_eq!(asked(&bench).1, [Path::new("/trash/info/letters-dear.trashinfo")]);
}

#[test]
fn items_of_the_trash_are_deleted_after_a_question_and_a_rest() {
    let mut bench = page(80, 24);
    bench.keys("sdy");
    assert_eq!(bench.effects, [Effect::Trashed], "typed ahead");
    bench.forget();
    bench.shows("Delete 1 item permanently?");
    bench.wait(REST).keys("y");
    let places = ["/trash/files/photo10", "/trash/info/photo10.trashinfo"];
    assert_eq!(asked(&bench), (Verb::Delete, places.map(PathBuf::from).to_vec()));
    assert!(added(&bench).options.force, "what is gone by then is no failure");
    let mut bench = page(80, 24);
    bench.keys("E").press(KeyCode::Enter);
    assert_eq!(bench.effects, [Effect::Trashed]);
    bench.shows("3 items");
    bench.forget().keys("E").wait(REST).keys("y");
    assert_eq!(asked(&bench).1.len(), 6);
}

#[test]
fn what_another_program_restores_or_deletes_leaves_the_page_of_the_trash() {
    let contents = |names: &[&str]| {
        let items = names.iter().map(|name| trashed(name, 9)).collect();
        Msg::Trashed(Ok(Contents { items, unread: Vec::new() }))
    };
    let mut bench = page(80, 24);
    // The page is listed again when its directory changes, once at a time.
    let change = |bench: &mut Bench| {
        bench.tell(Msg::Changed { dir: "/trash/info".into(), polled: false });
    };
    change(&mut bench);
    change(&mut bench);
    let lists =
        |bench: &Bench| bench.effects.iter().filter(|effect| **effect == Effect::Trashed).count();
    assert_eq!(lists(&bench), 1);
    bench.tell(contents(&["photo10", "photo9", "letters/dear", "new"]));
    assert_eq!(lists(&bench), 2, "it has changed while it was listed");
    bench.shows("4 items");
    bench.tell(contents(&["photo10", "photo9", "letters/dear"]));
    // A question about what is gone begins anew, and means what is there.
    bench.keys("E").wait(REST);
    bench.tell(contents(&["photo10", "photo9"]));
    bench.forget().keys("y");
    assert_eq!(bench.effects, [], "the keys rest again");
    bench.shows("deleting 2 items");
    bench.wait(REST).keys("y");
    assert_eq!(asked(&bench).1.len(), 4);
    // The next item must not take the place of one that was asked about.
    let mut bench = page(80, 24);
    bench.press(KeyCode::Home).keys("d");
    bench.tell(contents(&["photo10", "photo9"]));
    assert!(!bench.screen().contains("permanently?"), "{}", bench.screen());
    bench.tell(contents(&[]));
    assert!(bench.model.dialog.is_none());
}

#[test]
fn what_is_being_restored_is_not_listed_again() {
    let mut bench = page(80, 24);
    bench.press(KeyCode::Home).press(KeyCode::Enter);
    let names = ["photo10", "photo9", "letters/dear"];
    let items = names.iter().map(|name| trashed(name, 9)).collect();
    bench.tell(Msg::Trashed(Ok(Contents { items, unread: Vec::new() })));
    bench.shows("2 items");
}

/// Gives what the palette lists first for a text.
fn found(text: &str) -> Picker {
    let bench = Bench::new(120, 40);
    let mut picker = crate::app::palette::all(&bench.model);
    picker.field.set(text);
    picker.search();
    picker
}

#[test]
fn the_palette_knows_the_words_of_users() {
    let words = "verify extract checksum hash unpack zip sync mirror duplicate clone chmod chown \
        permission attributes properties info select deselect regex grep content refresh dotfiles \
        hotlist favorite drive disk sftp ssh ftp remote connect sudo theme color settings options \
        config save about version error skip overwrite conflict bandwidth priority background \
        detach touch date du redo eject unmount columns split compress random plugin macro execute \
        snapshot notification";
    for word in words.split_whitespace() {
        assert!(found(word).chosen().is_some(), "nothing is found for {word}");
    }
    for text in ["select all", "disk usage", "empty trash", "new file"] {
        assert!(found(text).chosen().is_some(), "nothing is found for {text}");
    }
    for (text, action) in [
        ("copy", Act::Copy),
        ("rename", Act::Rename),
        ("view", Act::View),
        ("trash", Act::Trash),
        ("delete", Act::Delete),
        ("restore", Act::Trashed),
        ("remove", Act::Trash),
        ("duplicate", Act::Duplicate),
        ("new file", Act::MakeFile),
        ("chmod", Act::Mode),
        ("refresh", Act::Reload),
        ("sync", Act::CompareFolders),
        ("checksum", Act::Checksums),
        ("sftp", Act::Connect),
        ("ssh", Act::Connect),
        ("connect", Act::Connect),
        ("server", Act::Connect),
        ("history", Act::History),
        ("bookmark", Act::Bookmarks),
        ("favourites", Act::Bookmarks),
        ("deselect", Act::MarkNone),
        ("info", Act::Properties),
        ("diff", Act::CompareFiles),
        ("redraw", Act::Reload),
    ] {
        assert_eq!(found(text).chosen().unwrap().pick, Pick::Action(action), "{text}");
    }
    for text in ["settings", "theme", "dark", "language"] {
        assert_eq!(found(text).chosen().unwrap().pick, Pick::Configured, "{text}");
    }
    for text in ["sftp", "ssh", "connect", "server", "settings", "theme"] {
        let missing = |hit: &Hit| hit.item.pick == Pick::Missing;
        assert!(!found(text).shown.iter().any(missing), "{text}");
    }
    for text in ["tree", "ftp", "encrypt", "print"] {
        let picker = found(text);
        let missing = picker.shown.iter().position(|hit| hit.item.pick == Pick::Missing);
        assert!(missing.is_some_and(|at| at < 3), "{text}");
    }
    assert!(!found("").shown.iter().any(|hit| hit.item.pick == Pick::Missing));
}

#[test]
fn the_palette_says_where_settings_are() {
    let mut bench = Bench::new(120, 40);
    bench.model.config_file = "/home/anna/.config/fcp/config.toml".into();
    let picker = found("theme");
    bench.model.dialog = Some(Dialog::Picker(picker));
    bench.press(KeyCode::Enter);
    bench.shows("This is set in ~/.config/fcp/config.toml");
}

#[test]
fn bookmarks_are_removed_in_their_list() {
    let mut bench = Bench::new(100, 30);
    bench.model.bookmarks = vec!["/mnt/one".into(), "/mnt/two".into()];
    bench.model.places = vec!["/mnt/three".into()];
    bench.model.config_file = "/home/anna/.config/fcp/config.toml".into();
    bench.ctrl('\\').press(KeyCode::Down);
    bench.shows("Del Remove");
    bench.press(KeyCode::Delete);
    let removed = Effect::Bookmark { dir: "/mnt/two".into(), add: false };
    assert_eq!(bench.effects, [removed]);
    assert_eq!(bench.model.bookmarks, [PathBuf::from("/mnt/one")]);
    let screen = bench.screen();
    assert!(screen.contains("▌ /mnt/three") && !screen.contains("   /mnt/two"), "{screen}");
    bench.forget();
    // The configuration file is the user's.
    bench.press(KeyCode::Delete);
    assert!(bench.effects.is_empty() && bench.screen().contains("~/.config/fcp/config.toml"));
}
