//! Tests of what stays when a folder is left: marks, sizes, letters; and of the columns.

use fcp_browse::Measure;
use fcp_browse::SortKey;
use fcp_browse::panel::Shows;
use fcp_presentation::columns::Column;
use fcp_presentation::transfer::Shown;

use super::*;
use crate::app::dialog::picker::Pick;

/// Enters the folder under the cursor or another one, and answers its listing.
fn go(bench: &mut Bench, way: impl Fn(&mut Bench), entries: &[Entry]) {
    bench.forget();
    way(bench);
    let Some(Effect::List { ticket, .. }) = bench.last_list() else { panic!("nothing to list") };
    bench.listed(ticket, entries);
}

fn enter(bench: &mut Bench) {
    bench.press(KeyCode::Enter);
}

fn up(bench: &mut Bench) {
    bench.press(KeyCode::Backspace);
}

/// The folder `edited`, with a file and another folder.
fn edited() -> Vec<Entry> {
    vec![
        entry("layers", FileKind::Directory, 4096, 1),
        entry("one.tif", FileKind::File, 1 << 20, 1),
    ]
}

#[test]
fn marks_stay_when_their_folder_is_left() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::End).keys(" ");
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.shows("2 items, 1 item in 1 folder marked");
    bench.ctrl('a');
    let screen = bench.screen();
    assert!(screen.contains("2 marked") && screen.contains("3 items in 2 folders"), "{screen}");
    // What is done here is done with the marks of this folder alone.
    bench.press(KeyCode::F(8));
    let Some(Dialog::Removal(ask)) = &bench.model.dialog else { panic!("no dialog") };
    assert_eq!(ask.items.paths.len(), 2);
    bench.press(KeyCode::Esc);
    go(&mut bench, up, &photos());
    assert_eq!(bench.model.panel().marks().len(), 1);
    assert_eq!(bench.model.panel().marked_in_all(), (3, 2));
}

/// Answers which of the marked items are gone.
fn seen(bench: &mut Bench, gone: &[&Path]) {
    let Some(Effect::LookAtMarks { action, marks }) = bench.effects.last().cloned() else {
        panic!("{:?}", bench.effects)
    };
    let gone = marks.into_iter().map(|(path, _)| path).filter(|path| gone.contains(&&**path));
    bench.tell(Msg::MarksSeen { action, gone: gone.collect() });
}

#[test]
fn what_is_gone_or_in_a_marked_folder_is_left_out() {
    let mut bench = Bench::new(120, 40);
    let here = Path::new("/home/anna/Pictures/2026/Lofoten raw");
    // The folder `edited` and the last entry; then both entries of the folder.
    bench.press(KeyCode::End).keys(" ");
    bench.press(KeyCode::Home).press(KeyCode::Down).keys(" ");
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.ctrl('a').ctrl('x').keys("+").keys("trash").press(KeyCode::Enter);
    seen(&mut bench, &[&here.join("latest")]);
    let Some(Dialog::Removal(ask)) = &bench.model.dialog else { panic!("no dialog") };
    assert_eq!(ask.items.paths, [here.join("edited")]);
    assert!(ask.items.everywhere);
    bench.press(KeyCode::Enter);
    // All are forgotten, although the job acts in one folder alone.
    assert_eq!(bench.model.panel().marked_in_all().0, 0);
}

#[test]
fn one_item_that_is_yanked_keeps_a_mark_elsewhere_which_a_rename_forgets() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::End).keys(" ");
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.press(KeyCode::End).ctrl('y');
    assert_eq!(bench.model.register.as_ref().map(|it| it.sources.len()), Some(1));
    assert_eq!(bench.model.panel().marked_in_all(), (1, 1));
    let here = Path::new("/home/anna/Pictures/2026/Lofoten raw");
    let request = fcp_presentation::undo::EditRequest::Rename {
        from: here.join("latest"),
        to: here.join("x"),
        shown: Shown::default(),
    };
    bench.tell(Msg::Edited { request, outcome: crate::app::undo::Outcome::default() });
    assert_eq!(bench.model.panel().marked_in_all(), (0, 0));
}

#[test]
fn one_action_is_about_the_marks_of_all_folders() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::End).keys(" ");
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.ctrl('a').ctrl('x').keys("+");
    bench.shows("3 items in 2 folders ─");
    insta::assert_snapshot!("all-marks-120x40", bench.screen());
    let open = |bench: &mut Bench, word: &str| {
        bench.ctrl('x').keys("+").keys(word).press(KeyCode::Enter);
    };
    bench.press(KeyCode::Enter);
    seen(&mut bench, &[]);
    let Some(Dialog::Transfer(ask)) = &bench.model.dialog else { panic!("no dialog") };
    let here = Path::new("/home/anna/Pictures/2026/Lofoten raw");
    let paths = [here.join("edited/layers"), here.join("edited/one.tif"), here.join("latest")];
    assert_eq!(ask.items.paths, paths);
    bench.shows("2 folders");
    bench.press(KeyCode::Esc);
    open(&mut bench, "trash");
    seen(&mut bench, &[]);
    let Some(Dialog::Removal(ask)) = &bench.model.dialog else { panic!("no dialog") };
    assert_eq!((ask.items.paths.len(), ask.for_good), (3, false));
    bench.press(KeyCode::Enter);
    assert_eq!(bench.model.panel().marked_in_all(), (0, 0));
    bench.ctrl('x').keys("+");
    bench.shows("Nothing is marked");
    bench.ctrl('a');
    open(&mut bench, "cut");
    seen(&mut bench, &[]);
    let register = bench.model.register.clone().unwrap();
    assert_eq!((register.verb, register.sources.len()), (Verb::Move, 2));
}

#[test]
fn the_list_of_all_marks_unmarks_all() {
    let mut bench = Bench::new(80, 24);
    bench.ctrl('a').press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.ctrl('x').keys("+").press(KeyCode::End).keys("unmark");
    let Some(Dialog::Picker(picker)) = &bench.model.dialog else { panic!("no list") };
    assert!(matches!(picker.chosen().map(|it| &it.pick), Some(Pick::WithAllMarked(_))));
    bench.press(KeyCode::Enter);
    assert_eq!(bench.model.panel().marked_in_all(), (0, 0));
}

/// Counts the folders of the panel.
fn measure(bench: &mut Bench, sizes: &[(&str, u64)]) {
    let panel = bench.model.panel();
    let ticket = panel.measuring;
    for &(name, bytes) in sizes {
        let measure = Measure { bytes, ..Measure::default() };
        bench.tell(Msg::Measured { ticket, name: Some(name.into()), measure, whole: true });
    }
    bench.tell(Msg::Sized { ticket });
}

fn sizes(bench: &Bench) -> Vec<(String, u64)> {
    let panel = bench.model.panel();
    let folders = panel.shown().filter(fcp_browse::panel::Entry::is_directory);
    let name = |entry: &fcp_browse::panel::Entry<'_>| entry.name.to_str().unwrap().to_owned();
    folders.filter_map(|entry| Some((name(&entry), panel.size(&entry)?))).collect()
}

#[test]
fn sizes_of_folders_are_known_again_when_the_panel_comes_back() {
    let mut bench = Bench::new(120, 40);
    let ctrl_space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::CONTROL);
    bench.tell(Msg::Key(ctrl_space));
    measure(&mut bench, &[("edited", 7 << 20), ("夏の写真 2026", 9 << 20)]);
    // They order the rows as soon as they are known.
    let shows = Shows::default();
    let order = fcp_browse::Order { key: SortKey::Size, descending: true, ..shows.order };
    bench.model.panel_mut().show_as(Shows { order, ..shows });
    let known = [("夏の写真 2026".to_owned(), 9 << 20), ("edited".to_owned(), 7 << 20)];
    assert_eq!(sizes(&bench), known);
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    assert!(sizes(&bench).is_empty());
    go(&mut bench, up, &photos());
    assert_eq!(sizes(&bench), known);
    bench.shows("9.00 M");
    // A folder that was modified since has no size.
    let mut later = photos();
    later[0].1.mtime += 1;
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    go(&mut bench, up, &later);
    assert_eq!(sizes(&bench), known[..1]);
}

#[test]
fn what_changes_in_a_folder_takes_the_sizes_of_the_folders_above_it() {
    let mut bench = Bench::new(120, 40);
    bench.tell(Msg::Key(KeyEvent::new(KeyCode::Char(' '), KeyModifiers::CONTROL)));
    measure(&mut bench, &[("edited", 7), ("夏の写真 2026", 9)]);
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    let dir = "/home/anna/Pictures/2026/Lofoten raw/edited".into();
    bench.tell(Msg::Changed { dir, polled: false });
    go(&mut bench, up, &photos());
    assert_eq!(sizes(&bench), [("夏の写真 2026".to_owned(), 9)]);
}

#[test]
fn columns_are_chosen_and_moved() {
    let mut bench = Bench::new(120, 40);
    bench.ctrl('x').keys("k");
    // Time first, without the size, and the number of names last.
    bench.keys(" -").press(KeyCode::End).keys(" ");
    insta::assert_snapshot!("columns-dialog-120x40", bench.screen());
    // The changed column gets the room of names, as far as they keep what they need.
    bench.press(KeyCode::Home).press(KeyCode::Down).press(KeyCode::Down);
    let time = |bench: &Bench| bench.model.widths.get(Column::Time);
    bench.keys(">>>").press(KeyCode::Enter);
    assert_eq!(time(&bench), Some(16));
    bench.ctrl('x').keys("k<<").press(KeyCode::Esc);
    assert_eq!(time(&bench), Some(16), "Escape changes nothing");
    let names: Vec<_> = bench.model.columns.iter().map(|column| column.name()).collect();
    assert_eq!(names, ["time", "links"]);
    let screen = bench.screen();
    assert!(screen.contains("Links") && !screen.contains("Size"), "{screen}");
    insta::assert_snapshot!("columns-120x40", screen);
    bench.ctrl('x').keys("ka");
    assert!(bench.model.columns.is_empty() && time(&bench).is_none());
    bench.ctrl('x').keys("k").keys("  ").press(KeyCode::Enter);
    assert!(bench.model.dialog.is_some(), "no column at all");
    bench.press(KeyCode::Esc);
    assert!(bench.model.columns.is_empty());
}

#[test]
fn a_letter_leads_to_its_folder() {
    let mut bench = Bench::new(80, 24);
    bench.alt('\'');
    bench.shows("No folder has a letter yet");
    bench.ctrl('x').keys("mw");
    bench.shows("The letter w leads to");
    bench.press(KeyCode::Home).press(KeyCode::Down);
    go(&mut bench, enter, &edited());
    bench.ctrl('x').keys("me");
    bench.alt('\'');
    insta::assert_snapshot!("letters-80x24", bench.screen());
    let raw = Path::new("/home/anna/Pictures/2026/Lofoten raw");
    go(
        &mut bench,
        |bench| {
            bench.keys("w");
        },
        &photos(),
    );
    assert_eq!(bench.model.panel().dir, raw);
    // Twice the same key goes back, as in vim.
    go(
        &mut bench,
        |bench| {
            bench.alt('\'').keys("'");
        },
        &edited(),
    );
    assert_eq!(bench.model.panel().dir, raw.join("edited"));
    bench.alt('\'').keys("x");
    bench.shows("No folder has the letter x");
    bench.alt('\'').press(KeyCode::Delete).press(KeyCode::Esc);
    assert_eq!(bench.model.letters.keys().collect::<String>(), "w");
    // Control characters are no letters, and nothing is given by accident.
    bench.alt('\'').ctrl('w');
    assert!(matches!(bench.model.dialog, Some(Dialog::Letters(_))));
}
