//! Tests of what users of other file managers expect, and of names that are hard to draw.

use super::*;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::limit::Target;
use crate::app::model::{Run, Typing};
use crate::app::undo::{self, Outcome};
use crate::app::work::QueueFacts;
use fcp_presentation::undo::EditRequest;

#[test]
fn esc_ends_the_quick_search_on_the_hit() {
    let mut bench = Bench::new(100, 30);
    bench.keys("lat");
    assert!(matches!(bench.model.typing, Some(Typing::Search { .. })));
    bench.press(KeyCode::Esc);
    assert_eq!(bench.model.panel().current_name().unwrap(), "latest");
    assert!(bench.model.typing.is_none() && bench.model.dialog.is_none());
    // The search alone has ended.
    bench.press(KeyCode::Insert).keys("edi").press(KeyCode::Esc);
    assert_eq!(bench.model.panel().marks().len(), 1);
}

/// Types the name of a new folder, and gives the requested change.
fn make_folder(bench: &mut Bench) -> EditRequest {
    bench.press(KeyCode::F(7)).keys("new").press(KeyCode::Enter);
    let Some(Effect::Edit(request)) = bench.effects.pop() else { panic!("nothing is made") };
    request
}

fn refused(request: &EditRequest) -> Outcome {
    let path = "/home/anna/Pictures/2026/Lofoten raw/new";
    let error = OpError::new(Action::CreateDir, path, rustix::io::Errno::ROFS);
    Outcome { wrong: Some(undo::failed(request, &error)), ..Outcome::default() }
}

#[test]
fn a_folder_that_cannot_be_made_keeps_its_name_in_the_dialog() {
    let mut bench = Bench::new(100, 30);
    let request = make_folder(&mut bench);
    let outcome = refused(&request);
    bench.tell(Msg::Edited { request: request.clone(), outcome });
    bench.shows("Cannot make the folder new: Read-only file system");
    bench.keys("2").press(KeyCode::Enter);
    let Some(Effect::Edit(EditRequest::MakeDirectory(path))) = bench.effects.pop() else {
        panic!("no second try")
    };
    assert!(path.ends_with("new2"));
    // The first one is told again when the dialog is about another.
    bench.tell(Msg::Edited { request, outcome: Outcome::default() });
    assert!(matches!(bench.model.dialog, Some(Dialog::Form(_))));
    bench.tell(Msg::Edited {
        request: EditRequest::MakeDirectory(path),
        outcome: Outcome::default(),
    });
    assert!(bench.model.dialog.is_none() && bench.screen().contains("Made the folder new2"));
}

#[test]
fn keys_after_enter_are_not_for_the_dialog_that_waits() {
    let mut bench = Bench::new(100, 30);
    let request = make_folder(&mut bench);
    bench.press(KeyCode::Down);
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.model.panel().cursor, 1);
    let outcome = refused(&request);
    bench.tell(Msg::Edited { request, outcome });
    assert!(bench.model.dialog.is_none() && bench.screen().contains("Cannot make the folder new"));
}

#[test]
fn the_dialog_of_a_limit_opens_with_the_present_one() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", |event| matches!(event, Event::JobStarted { .. }));
    bench.model.work.kept.insert(1, QueueFacts { limit: Some(20 << 20), process: None });
    bench.press(KeyCode::F(2)).keys("l");
    let Some(Dialog::Form(form)) = &bench.model.dialog else { panic!("no dialog") };
    let purpose = Purpose::Limit { target: Target::Job(1), now: Some(20 << 20) };
    assert_eq!((&form.purpose, form.rows.text(0)), (&purpose, "20M"));
    bench.forget().keys("5M").press(KeyCode::Enter);
    let set = Command::Set { job: Some(1), limit_rate: Some(5 << 20) };
    assert_eq!(bench.effects, [Effect::Command(set)]);
}

#[test]
fn placeholders_mean_what_they_mean_in_mc() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::Tab).press(KeyCode::Down).press(KeyCode::Tab);
    bench.keys("!cat %f").press(KeyCode::Enter);
    let Some(Effect::Run(Run::Command { line, context, .. })) = bench.effects.pop() else {
        panic!("no command")
    };
    assert_eq!(line, "cat \"${FCP_CURRENT}\"");
    assert_eq!(context.dir, Path::new("/home/anna/Pictures/2026/Lofoten raw"));
    assert_eq!(context.other_dir, Path::new("/mnt/backup/Pictures/2026"));
    assert_eq!((context.current.to_str(), context.items.len()), (Some("latest"), 1));
    assert_eq!(context.other_current, bench.model.other().current_name().unwrap());
    // On `..` nothing is marked, and the item under the cursor is the parent.
    bench.press(KeyCode::Home).keys("!ls %s").press(KeyCode::Enter);
    let Some(Effect::Run(Run::Command { context, .. })) = bench.effects.pop() else {
        panic!("no command")
    };
    assert_eq!((context.current.to_str(), context.items.len()), (Some(".."), 0));
}

#[test]
fn the_third_column_sums_up_the_folder() {
    let mut bench = Bench::new(200, 60);
    let files = [
        entry("folder", FileKind::Directory, 4096, 1),
        entry("a", FileKind::File, 3 << 20, 1),
        entry("b", FileKind::File, 1 << 20, 1),
    ];
    bench.list(0, &files);
    bench.press(KeyCode::End).press(KeyCode::Insert).press(KeyCode::Home);
    let screen = bench.screen();
    for fact in [
        "Folders      1",
        "Files        2",
        "Size         4.00 MiB in files",
        "Marked       1 item",
    ] {
        assert!(screen.contains(fact), "{fact}: {screen}");
    }
}

#[test]
fn wide_and_joined_characters_keep_the_columns_straight() {
    let mut bench = Bench::new(100, 30);
    let names = [
        "夏の写真.jpg",
        "冬の写真.jpg",
        "👩\u{200d}👩\u{200d}👧.png",
        "שלום.txt",
        "e\u{301}.txt",
        "plain",
    ];
    let files = names.map(|name| entry(name, FileKind::File, 1 << 20, 1));
    bench.list(0, &files);
    for ascii in [false, true] {
        let screen = bench.screen_as(Look { ascii, ..LOOK });
        let rows: Vec<&str> = screen.lines().skip(2).take(names.len()).collect();
        let divider = if ascii { '|' } else { '│' };
        let at = |row: &&str| crate::text::width(row.split(divider).next().unwrap());
        let columns: Vec<usize> = rows.iter().map(at).collect();
        assert!(columns.iter().all(|column| *column == columns[0]), "{columns:?}\n{screen}");
        let shown = |row: &&str| row[..row.len().min(60)].contains('?');
        assert!(!rows.iter().any(shown), "{screen}");
    }
    assert!(bench.screen().contains(names[2]), "an emoji is no escape");
}

#[test]
fn a_search_without_a_hit_has_a_sign() {
    let mut bench = Bench::new(80, 24);
    let line = |bench: &Bench| bench.screen().lines().nth(1).unwrap().to_owned();
    bench.keys("/").keys("lat");
    assert!(line(&bench).contains("Search  lat ") && !line(&bench).contains('✗'));
    bench.keys("z");
    assert!(line(&bench).contains("Search  latz ✗ "), "{}", line(&bench));
}

#[test]
fn backspace_takes_from_a_search_what_is_seen_as_one_character() {
    let mut bench = Bench::new(80, 24);
    // An accent behind its letter, and an emoji of several.
    bench.keys("/").keys("xe\u{301}").press(KeyCode::Backspace);
    assert_eq!(bench.model.search, "x");
    bench.keys("👩\u{200d}💻").press(KeyCode::Backspace);
    assert_eq!(bench.model.search, "x");
}

#[test]
fn sizes_of_marks_add_up_as_the_panel_shows_them() {
    let mut bench = Bench::new(100, 30);
    // Files with holes; the sum of their sizes is more than a number of 64 bits.
    let sparse = |name: &str| entry(name, FileKind::File, (1 << 63) - 1, 1);
    bench.list(0, &[sparse("a"), sparse("b"), sparse("c")]);
    bench.keys("*");
    bench.shows("3 marked, 16.0 EiB, more than 188 GiB");
}
