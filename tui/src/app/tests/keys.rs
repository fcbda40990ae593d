//! Tests of keys: what they do, and where the screen explains them.

use super::*;
use fcp_browse::SortKey;

use crate::app::keymap::Keymap;
use crate::app::mouse::{self, Mouse};

#[test]
fn help() {
    snap("help", |bench| {
        bench.keys("?");
    });
}

#[test]
fn help_for_a_word() {
    snap("help-word", |bench| {
        bench.keys("?/tab");
    });
}

#[test]
fn palette() {
    snap("palette", |bench| {
        bench.ctrl('p').keys("cop").press(KeyCode::Down);
    });
}

#[test]
fn menu() {
    for (columns, rows) in [(80, 24), (100, 30), (140, 45)] {
        let mut bench = Bench::new(columns, rows);
        bench.press(KeyCode::F(9)).press(KeyCode::Down);
        insta::assert_snapshot!(format!("menu-left-{columns}x{rows}"), bench.screen());
        bench.press(KeyCode::Right).press(KeyCode::End);
        insta::assert_snapshot!(format!("menu-file-{columns}x{rows}"), bench.screen());
        bench.press(KeyCode::Right).keys("pau");
        insta::assert_snapshot!(format!("menu-command-{columns}x{rows}"), bench.screen());
        bench.press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Left);
        insta::assert_snapshot!(format!("menu-right-{columns}x{rows}"), bench.screen());
    }
}

#[test]
fn the_menu_of_a_panel_acts_on_that_panel() {
    let mut bench = Bench::new(100, 30);
    let order = |bench: &Bench, side: usize| bench.model.sides[side].panel().shows.order.key;
    let before = order(&bench, 0);
    // To the left of the first menu is the last one.
    bench.press(KeyCode::F(9)).press(KeyCode::Left).keys("sort by s").press(KeyCode::Enter);
    assert!(bench.model.dialog.is_none() && bench.model.side == 1);
    assert_eq!((order(&bench, 0), order(&bench, 1)), (before, SortKey::Size));
    bench.press(KeyCode::Down).press(KeyCode::F(9)).keys("chmod").press(KeyCode::Enter);
    assert!(matches!(bench.model.dialog, Some(Dialog::Mode(_))));
    bench.press(KeyCode::Esc).press(KeyCode::F(9)).press(KeyCode::F(9));
    assert!(bench.model.dialog.is_none());
}

#[test]
fn the_mouse_opens_menus_and_runs_entries() {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::F(9));
    let click = |bench: &mut Bench, text: &str| {
        let screen = bench.screen();
        let found = screen.lines().zip(0..).find_map(|(line, y)| {
            let at = line.find(text)?;
            Some((crate::text::width(&line[..at]) as u16, y))
        });
        let (x, y) = found.unwrap_or_else(|| panic!("no {text}: {screen}"));
        let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
        let mut hit = None;
        terminal
            .draw(|frame| {
                hit = paint::screen(&bench.model, LOOK, frame.buffer_mut()).zones.at(x, y);
            })
            .unwrap();
        let keys = KeyModifiers::NONE;
        bench.tell(Msg::Mouse(Mouse { kind: mouse::Kind::Press, hit, keys }));
    };
    click(&mut bench, "Right");
    click(&mut bench, "Sort by time");
    assert_eq!(bench.model.sides[1].panel().shows.order.key, SortKey::Time);
    assert!(bench.model.dialog.is_none() && bench.model.side == 1);
    bench.press(KeyCode::F(9));
    click(&mut bench, "Options");
    click(&mut bench, "Help");
    assert!(matches!(bench.model.dialog, Some(Dialog::Help(_))));
}

#[test]
fn pending_keys() {
    snap("pending", |bench| {
        bench.ctrl('x');
    });
}

#[test]
fn icons_stand_before_names_and_take_room_from_them() {
    let bench = Bench::new(80, 24);
    let screen = bench.screen_as(Look { icons: true, ..LOOK });
    assert!(screen.contains("   \u{f07b} edited/ "), "{screen}");
    assert!(screen.contains("   \u{f15b} IMG_2031.CR3 "), "{screen}");
    let plain = bench.screen_as(Look { icons: true, ascii: true, ..LOOK });
    assert!(plain.contains("   edited/ "), "{plain}");
}

#[test]
fn keys_of_vim() {
    snap("vim", |bench| {
        bench.model.keymap = Keymap::preset("vim").unwrap();
        bench.keys("jjv ");
    });
}

#[test]
fn keys_that_were_begun_can_be_left() {
    let mut bench = Bench::new(80, 24);
    bench.ctrl('x').press(KeyCode::Esc);
    assert!(bench.model.pending.is_empty());
    bench.ctrl('x').keys("j");
    assert!(bench.model.in_jobs);
    // Esc and a digit, one after the other, are a function key.
    bench.press(KeyCode::Esc).keys("1");
    assert!(matches!(bench.model.dialog, Some(Dialog::Help(_))));
    bench.press(KeyCode::Esc).press(KeyCode::Esc).press(KeyCode::Down);
    assert_eq!(bench.model.panel().cursor, 1);
    // But not if something else was meant.
    bench.press(KeyCode::Esc).wait(1_500_000).keys("1");
    assert!(bench.model.dialog.is_none() && bench.model.typing.is_some());
}

#[test]
fn a_sequence_of_keys_begins_anew_after_esc() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Esc).ctrl('x').keys("j");
    assert!(bench.model.in_jobs);
}

#[test]
fn the_help_tries_the_keys_of_the_other_preset() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::F(1)).press(KeyCode::Tab);
    bench.shows("keys = \"vim\" in config.toml keeps these keys");
    bench.press(KeyCode::Esc).keys("jj");
    assert_eq!(bench.model.panel().cursor, 2);
    bench.keys("?").press(KeyCode::Tab).press(KeyCode::Esc);
    assert_eq!(bench.model.keymap.name, "commander");
}

#[test]
fn what_was_chosen_last_is_listed_first() {
    let mut bench = Bench::new(80, 24);
    bench.ctrl('p').keys("hidden").press(KeyCode::Enter);
    assert!(bench.model.panel().shows.hidden);
    bench.ctrl('p');
    let Some(Dialog::Picker(picker)) = &bench.model.dialog else { panic!("no palette") };
    assert_eq!(picker.chosen().unwrap().label, "Hidden");
    assert_eq!(picker.chosen().unwrap().keys, "Ctrl-H");
}

#[test]
fn the_wheel_turns_a_page_wherever_the_pointer_is() {
    let turns = |bench: &mut Bench| {
        let kind = mouse::Kind::Wheel(1);
        let before = bench.screen();
        bench.tell(Msg::Mouse(Mouse { kind, hit: None, keys: KeyModifiers::NONE }));
        assert_ne!(bench.screen(), before);
    };
    let mut bench = Bench::new(60, 12);
    bench.press(KeyCode::F(1));
    turns(&mut bench);
    // That of a dialog, too.
    bench.press(KeyCode::Esc).press(KeyCode::Down).press(KeyCode::F(5)).press(KeyCode::F(1));
    turns(&mut bench);
}
