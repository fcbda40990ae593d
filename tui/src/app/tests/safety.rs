//! Tests that no key acts on another item than the one that the screen shows.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::{Batch, Found, Measure, Room};
use fcp_engine::spec::{Destination, Verb};

use super::*;
use crate::app::command::UserCommand;
use crate::app::mouse::{Hit, Kind, Mouse};

fn answers(bench: &Bench) -> usize {
    bench.effects.iter().filter(|effect| matches!(effect, Effect::Command(_))).count()
}

#[test]
fn a_folder_that_changes_is_listed_again_and_not_all_the_time() {
    let mut bench = Bench::new(80, 24);
    let dir = bench.model.panel().dir.clone();
    for (took, pause) in [(1_000, 100_000), (20_000, 400_000), (1_500_000, 3_000_000)] {
        let ticket = bench.model.panel().filling;
        bench.tell(Msg::Whole { ticket, took });
        bench.forget().tell(Msg::Changed { dir: dir.clone(), polled: false });
        assert!(bench.last_list().is_none(), "it was listed a moment ago");
        assert_eq!(bench.model.panel().relists_at(), Some(bench.model.now + pause));
        bench.wait(pause);
        assert!(bench.last_list().is_some());
    }
}

#[test]
fn a_folder_that_is_there_again_is_live_again() {
    let mut bench = Bench::new(80, 24);
    let dir = bench.model.panel().dir.clone();
    for polled in [true, false] {
        bench.tell(Msg::Changed { dir: dir.clone(), polled });
        assert_eq!(bench.screen().contains("not live"), polled, "{}", bench.screen());
    }
}

#[test]
fn the_program_does_not_end_in_the_middle_of_a_change() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::F(7)).keys("new").press(KeyCode::Enter);
    let Some(Effect::Edit(request)) = bench.effects.pop() else { panic!("nothing is made") };
    bench.press(KeyCode::F(10));
    assert!(bench.model.done && !bench.model.is_over());
    let outcome = crate::app::undo::Outcome::default();
    bench.tell(Msg::Edited { request, outcome });
    assert!(bench.model.is_over());
}

#[test]
fn letters_with_ctrl_or_alt_answer_nothing() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.ctrl('n').wait(REST).ctrl('y').alt('y').ctrl('s');
    assert_eq!(answers(&bench), 0);
    bench.keys("y");
    assert_eq!(answers(&bench), 1);

    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway).press(KeyCode::F(10)).ctrl('c');
    assert_eq!((answers(&bench), bench.model.leaving), (0, false));
    assert!(bench.model.dialog.is_none());
}

#[test]
fn whoever_types_on_answers_nothing() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.ctrl('n');
    for _ in 0..10 {
        bench.wait(REST - 1).keys("y");
    }
    assert_eq!(answers(&bench), 0);
    bench.wait(REST).keys("y");
    assert_eq!(answers(&bench), 1);
}

/// The destination of the job that was begun, if one was.
fn destination(bench: &Bench) -> Option<Destination> {
    bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Add { spec, .. } => spec.destination.clone(),
        _ => None,
    })
}

#[test]
fn a_copy_begins_once_it_is_known_whether_its_destination_is_a_folder() {
    for (kind, into) in [(Some(FileKind::Directory), true), (None, false)] {
        let mut bench = Bench::new(80, 24);
        bench.press(KeyCode::End).press(KeyCode::F(5)).ctrl('u').keys("/x/yz");
        let asked = bench.effects.iter().rev().find_map(|effect| match effect {
            Effect::Room { ticket, to, .. } => Some((*ticket, to.clone())),
            _ => None,
        });
        let (ticket, to) = asked.unwrap();
        assert_eq!(to, Path::new("/x/yz"));
        bench.press(KeyCode::Enter);
        // Facts about `/x/y` do not apply to the destination that is typed now.
        let room = Room { kind: Some(FileKind::Directory), ..Room::default() };
        bench.tell(Msg::Room { ticket, to: PathBuf::from("/x/y"), room });
        assert_eq!(destination(&bench), None);
        bench.tell(Msg::Room { ticket, to: to.clone(), room: Room { kind, ..Room::default() } });
        let to = to.into();
        let wanted = if into { Destination::Into(to) } else { Destination::As(to) };
        assert_eq!(destination(&bench), Some(wanted));
    }
}

#[test]
fn a_list_that_comes_late_takes_no_keys_from_another_dialog() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(8));
    bench.tell(Msg::Mounts(Vec::new()));
    assert!(matches!(bench.model.dialog, Some(Dialog::Removal(_))));
}

#[test]
fn a_cursor_that_was_moved_stays_where_it_was_moved() {
    let mut bench = Bench::new(80, 24);
    bench.model.panel_mut().load.listed = false;
    let last = bench.model.panel().shown().last().map(|entry| entry.name.to_owned());
    bench.model.panel_mut().stand_on(&OsString::from("to come"));
    bench.press(KeyCode::End);
    let mut entries = photos();
    entries.push(entry("to come", FileKind::File, 0, 0));
    bench.list(0, &entries);
    assert_eq!(bench.model.panel().current_name(), last);
}

#[test]
fn sizes_of_folders_stay_in_their_folder() {
    let mut bench = Bench::new(80, 24);
    let run = |bench: &mut Bench| {
        bench.ctrl('p').keys("Count the sizes of folders").press(KeyCode::Enter);
        bench.effects.iter().rev().find_map(|effect| match effect {
            Effect::Measure { ticket, names, .. } => Some((*ticket, names[0].clone())),
            _ => None,
        })
    };
    let (ticket, name) = run(&mut bench).unwrap();
    bench.press(KeyCode::Home).press(KeyCode::Enter);
    bench.list(0, &photos());
    bench.forget();
    let measure = Measure { bytes: 12_345, ..Measure::default() };
    bench.tell(Msg::Measured { ticket, name: Some(name), measure, whole: true });
    assert!(bench.model.panel().sizes.is_empty());
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
}

#[test]
fn hits_that_come_while_others_are_looked_at_are_kept() {
    let mut bench = Bench::new(80, 24);
    bench.alt('?').keys("x").press(KeyCode::Enter);
    let ticket = bench.model.panel().ticket;
    let batch = |range: std::ops::Range<usize>| {
        let hit =
            |n: usize| Found { path: format!("x{n}").into(), kind: FileKind::File, line: None };
        Batch { found: range.map(hit).collect(), ..Batch::default() }
    };
    bench.tell(Msg::Found { ticket, batch: batch(0..10) });
    let filling = bench.model.panel().filling;
    bench.tell(Msg::Found { ticket, batch: batch(10..5_000) });
    // Those that are not listed yet are not taken for removed ones.
    bench.tell(Msg::Whole { ticket: filling, took: 1 });
    bench.wait(200_000);
    assert_eq!(bench.model.panel().counts().1, 5_000);
    // Nor does an answer that numbers a shorter list of hits end with only those.
    bench.tell(Msg::Whole { ticket: filling, took: 1 });
    assert_eq!(bench.model.panel().counts().1, 5_000);
}

#[test]
fn looking_for_hits_where_nothing_is_shown_is_survived() {
    let mut bench = Bench::new(80, 24);
    bench.model.search = "x".to_owned();
    bench.alt('?').keys("x").press(KeyCode::Enter);
    bench.ctrl('p').keys("Previous name that matches").press(KeyCode::Enter);
    assert!(bench.model.panel().is_empty());
}

#[test]
fn what_acts_on_items_that_are_not_shown_says_so() {
    type Opens = fn(&mut Bench);
    let mut bench = Bench::new(80, 24);
    let file = |name| entry(name, FileKind::File, 2, 1);
    let names = [".env", "a.log", "b.log", "c.log", "d.log", "e.txt"];
    bench.list(0, &names.map(file));
    bench.keys("+*.log").press(KeyCode::Enter).ctrl('f').keys("txt").press(KeyCode::Enter);
    let screen = bench.screen();
    assert!(screen.contains("4 marked, 4 not shown, 8 B"), "{screen}");
    let told = "4 not shown: a.log, b.log, c.log, …";
    let run = "wc %s".into();
    let mine = UserCommand { name: "Mine".to_owned(), keys: Vec::new(), run, waits: true };
    bench.model.commands = vec![mine];
    let open: [(&str, Opens); 12] = [
        ("copy", |it| {
            it.press(KeyCode::F(5));
        }),
        ("move", |it| {
            it.press(KeyCode::F(6));
        }),
        ("trash", |it| {
            it.press(KeyCode::F(8));
        }),
        ("delete", |it| {
            it.shift(KeyCode::F(8));
        }),
        ("rename", |it| {
            it.alt('r');
        }),
        ("mode", |it| {
            it.ctrl('x').keys("c");
        }),
        ("owner", |it| {
            it.ctrl('x').keys("o");
        }),
        ("symlink", |it| {
            it.ctrl('x').keys("s");
        }),
        // Without hidden marks these open no dialog.
        ("duplicate", |it| {
            it.ctrl('d');
        }),
        ("extract here", |it| {
            it.alt('x');
        }),
        ("command", |it| {
            it.ctrl('p').keys("Mine").press(KeyCode::Enter);
        }),
        ("pack", |it| it.tell(Msg::Key(KeyEvent::new(KeyCode::F(5), KeyModifiers::ALT)))),
    ];
    for (name, open) in open {
        for size in [(80, 24), (60, 20)] {
            bench.model.screen = size;
            open(&mut bench);
            let (screen, told) =
                (bench.screen(), &told[..if size.0 < 80 { 20 } else { told.len() }]);
            assert!(screen.contains(told), "{name}: {screen}");
            bench.press(KeyCode::Esc);
            assert!(bench.model.dialog.is_none(), "{name}");
        }
    }
    // All is shown again, but for what has a hidden name.
    bench.ctrl('f').ctrl('u').press(KeyCode::Enter);
    assert!(!bench.screen().contains("not shown"), "{}", bench.screen());
    bench.press(KeyCode::F(5));
    assert!(!bench.screen().contains("not shown"), "{}", bench.screen());
}

/// Drags a row of the left panel to the right one, and gives the screen as it was before the button went up.
fn drag(bench: &mut Bench, row: usize, keys: KeyModifiers) -> String {
    let mouse = |bench: &mut Bench, kind, hit, keys| {
        bench.tell(Msg::Mouse(Mouse { kind, hit: Some(hit), keys }));
    };
    mouse(bench, Kind::Press, Hit::Row { side: 0, row }, KeyModifiers::NONE);
    mouse(bench, Kind::Drag, Hit::Panel { side: 1 }, keys);
    let screen = bench.screen();
    mouse(bench, Kind::Release, Hit::Panel { side: 1 }, keys);
    screen
}

#[test]
fn a_drag_out_of_an_archive_extracts_and_moves_nothing() {
    let mut bench = Bench::new(100, 30);
    bench.list(0, &[entry("a.txt", FileKind::File, 2, 1)]);
    bench.model.panel_mut().archive = Some(bench.model.panel().dir.clone());
    drag(&mut bench, 1, KeyModifiers::SHIFT);
    assert!(bench.model.dialog.is_none());
    bench.shows("Archives are read-only");
    drag(&mut bench, 1, KeyModifiers::NONE);
    let Some(Dialog::Transfer(ask)) = &bench.model.dialog else { panic!("no dialog") };
    assert_eq!(ask.spec().verb, Verb::Extract);
}

#[test]
fn a_drag_means_the_item_below_the_mouse() {
    let drag = |bench: &mut Bench, row| drag(bench, row, KeyModifiers::NONE);
    let mut bench = Bench::new(80, 24);
    let names = ["a.txt", "b.txt", "c.txt"];
    bench.list(0, &names.map(|name| entry(name, FileKind::File, 2, 1)));
    bench.keys("+[ab]*").press(KeyCode::Enter);
    assert_eq!(bench.model.panel().marks().len(), 2);
    // An item that is not marked is meant alone, and the marks stay.
    let screen = drag(&mut bench, 3);
    assert!(screen.contains("Copy 1 item to"), "{screen}");
    let sources = |bench: &Bench| {
        let Some(Dialog::Transfer(ask)) = &bench.model.dialog else { panic!("no dialog") };
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        ask.items.paths.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(sources(&bench), ["c.txt"]);
    bench.press(KeyCode::Enter);
    assert_eq!(bench.model.panel().marks().len(), 2);
    // A marked one takes the others along.
    let screen = drag(&mut bench, 2);
    assert!(screen.contains("Copy 2 items to"), "{screen}");
    assert_eq!(sources(&bench), ["a.txt", "b.txt"]);
    bench.press(KeyCode::Esc);
    // The row that leads up is nothing that can be carried.
    drag(&mut bench, 0);
    assert!(bench.model.dialog.is_none());
}

#[test]
fn what_is_marked_fits_only_once_all_sizes_are_known() {
    let mut bench = Bench::new(100, 30);
    bench.list(0, &[entry("a", FileKind::Directory, 4096, 1), entry("b", FileKind::File, 2, 1)]);
    bench.press(KeyCode::Down).keys(" ");
    bench.shows("1 marked, 0 B and 1 folder   ");
    bench.keys(" ");
    bench.shows("2 marked, 2 B and 1 folder");
    assert!(!bench.screen().contains("fits in"), "{}", bench.screen());
    bench.press(KeyCode::Up).keys(" ");
    bench.shows("1 marked, 2 B, fits in 188 GiB");
}
