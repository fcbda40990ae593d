//! Dialogs: how they look, that they fit, and that they do nothing by accident.

use super::*;
use crate::app::model::Run;
use crate::app::undo::Deed;

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

#[test]
fn many_new_names() {
    pictures("bulk", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).keys("      ");
        bench.alt('r').keys("img_").press(KeyCode::Tab).keys("Lofoten {n:03} ");
    });
}

#[test]
fn new_names_that_cannot_be() {
    pictures("bulk-problems", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).keys("      ");
        bench.alt('r').press(KeyCode::Tab).keys("IMG_2040");
        for _ in 0..3 {
            bench.press(KeyCode::Tab);
        }
    });
}

#[test]
fn nothing_is_renamed_while_there_is_a_problem() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::Up).keys("  ");
    bench.alt('r').keys("2050").press(KeyCode::Tab).keys("2031").press(KeyCode::Enter);
    assert_eq!(bench.effects, [], "the name is taken");
    bench.ctrl('u').keys("2051").press(KeyCode::Enter);
    let Some(Effect::Edit(Deed::RenameAll { dir, pairs })) = bench.effects.pop() else {
        panic!("nothing was renamed")
    };
    assert!(dir.ends_with("Lofoten raw"));
    assert_eq!(pairs, [("IMG_2050.CR3".into(), "IMG_2051.CR3".into())], "latest does not change");
}

#[test]
fn names_from_the_editor_are_a_preview() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::Up).keys("  ").alt('r').press(KeyCode::F(4));
    let Some(Effect::Run(Run::Names { names })) = bench.effects.pop() else { panic!("no editor") };
    assert_eq!(names, ["IMG_2050.CR3", "latest"]);
    let told = |names: &[&str]| {
        let result = Ok(names.iter().map(Into::into).collect());
        Msg::Named { result, screen: (80, 24) }
    };
    bench.tell(told(&["one"]));
    assert!(bench.screen().contains("1 line for 2 items: nothing was taken"));
    bench.tell(told(&["one", "latest"]));
    assert!(bench.screen().contains("Rename 1 item "));
    bench.press(KeyCode::Enter);
    assert!(matches!(bench.effects.pop(), Some(Effect::Edit(Deed::RenameAll { .. }))));
}
