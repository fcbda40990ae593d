//! Dialogs: how they look, that they fit, and that they do nothing by accident.

use super::*;

/// Takes a picture in the sizes in which dialogs have to fit.
fn pictures(name: &str, scene: impl Fn(&mut Bench)) {
    for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
        let mut bench = Bench::new(columns, rows);
        scene(&mut bench);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), bench.screen());
    }
}

#[test]
fn a_copy() {
    pictures("transfer", |bench| {
        bench.press(KeyCode::Down).keys("   ").press(KeyCode::F(5)).press(KeyCode::Right);
        bench.press(KeyCode::Down);
    });
}

#[test]
fn a_move_to_the_trash() {
    pictures("trash", |bench| {
        bench.press(KeyCode::End).press(KeyCode::F(8));
    });
}

#[test]
fn a_deletion_for_good() {
    pictures("delete", |bench| {
        bench.press(KeyCode::Down).keys("   ").shift(KeyCode::F(8));
    });
}

#[test]
fn a_new_name() {
    pictures("rename", |bench| {
        bench.press(KeyCode::End).press(KeyCode::Up).shift(KeyCode::F(6));
    });
}

#[test]
fn deleting_for_good_takes_a_letter_after_a_rest() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).shift(KeyCode::F(8)).keys("y").wait(REST - 1).keys("d");
    bench.wait(REST - 1).keys("y");
    assert_eq!(bench.effects, [], "keys that were typed ahead begin the rest again");
    bench.wait(REST).keys("dD").press(KeyCode::Enter);
    assert!(bench.model.dialog.is_none());
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Add { .. })));
    bench.shift(KeyCode::F(8)).wait(REST).keys("y");
    let Some(Effect::Add { spec, .. }) = bench.effects.last() else { panic!("nothing deleted") };
    assert_eq!(spec.verb, Verb::Delete);
}
