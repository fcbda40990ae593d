//! Keys: what they do, and where one reads of them.

use super::*;
use crate::app::keymap::Keymap;

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
    snap("menu", |bench| {
        bench.press(KeyCode::F(9)).press(KeyCode::Down).press(KeyCode::Down);
        bench.press(KeyCode::Enter);
    });
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
fn the_help_tries_the_keys_of_the_other_preset() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::F(1)).press(KeyCode::Tab);
    assert!(bench.screen().contains("keys = \"vim\" in config.toml keeps them"));
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
