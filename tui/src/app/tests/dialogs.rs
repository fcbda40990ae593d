//! Dialogs: how they look, that they fit, and that they do nothing by accident.

use fcp_engine::browse::{FindSpec, Kinds};

use super::*;
use crate::app::model::Run;
use crate::app::undo::{Deed, LinkKind};

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

#[test]
fn a_search() {
    pictures("find", |bench| {
        bench.alt('?').keys("*.cr3").press(KeyCode::Down).press(KeyCode::Right);
    });
}

#[test]
fn another_owner() {
    pictures("owner", |bench| {
        bench.press(KeyCode::Down).keys("   ").ctrl('x').keys("o");
        let known = [vec!["anna".into(), "anton".into(), "root".into()], vec!["wheel".into()]];
        bench.tell(Msg::Accounts(known));
        bench.keys("a").press(KeyCode::Tab);
    });
}

#[test]
fn symlinks() {
    pictures("symlinks", |bench| {
        bench.press(KeyCode::Down).keys("   ").ctrl('x').keys("s").press(KeyCode::Down);
    });
}

/// Gives the last search that was begun.
fn search(bench: &Bench) -> (u64, FindSpec) {
    let found = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Find { ticket, what, .. } => Some((*ticket, what.clone())),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn a_search_says_what_it_looks_for_and_can_be_stopped() {
    let mut bench = Bench::new(120, 40);
    bench.alt('?').keys("raw").press(KeyCode::Down).press(KeyCode::Right);
    bench.press(KeyCode::Up).press(KeyCode::Up).keys("3d").press(KeyCode::Up).keys("20Q");
    bench.press(KeyCode::Enter);
    assert!(bench.screen().contains("20Q is no size"));
    bench.press(KeyCode::Backspace).keys("M").press(KeyCode::Enter);
    let (ticket, what) = search(&bench);
    assert_eq!(
        (what.pattern.as_str(), what.kinds, what.smaller),
        ("raw", Kinds::Files, Some(20 << 20))
    );
    assert_eq!(what.newer, Some(START as i64 - 3 * 86_400_000_000));
    let screen = bench.screen();
    assert!(screen.contains("raw, files, at most 20.0 MiB, sin"), "{screen}");
    bench.press(KeyCode::Esc);
    assert_eq!(bench.effects.pop(), Some(Effect::Drop(ticket)));
    bench.effects.clear();
    bench.press(KeyCode::Esc);
    assert_eq!(bench.effects, []);
    // What was chosen is chosen again, and what was typed comes back.
    bench.alt('?').press(KeyCode::Up).keys("s").press(KeyCode::Enter);
    let (_, what) = search(&bench);
    assert_eq!((what.pattern.as_str(), what.kinds, what.smaller), ("raws", Kinds::Files, None));
}

#[test]
fn links_go_to_the_other_panel() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).keys(" ").press(KeyCode::Up).keys(" ").ctrl('x').keys("s");
    bench.press(KeyCode::Down).press(KeyCode::Right).press(KeyCode::Enter);
    let Some(Effect::Edit(Deed::Links { sources, to, into, kind })) = bench.effects.pop() else {
        panic!("no links")
    };
    assert_eq!((sources.len(), into, kind), (2, true, LinkKind::Relative));
    assert_eq!(to, Path::new("/mnt/backup/Pictures/2026"));
    assert_eq!(bench.model.link_target, 1, "it is chosen again next time");
}

#[test]
fn an_owner_changes_only_where_another_is_typed() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).ctrl('x').keys("o").press(KeyCode::Enter);
    assert!(bench.screen().contains("Type another user or group first"));
    bench.press(KeyCode::Down).keys("7").press(KeyCode::Enter);
    let Some(Effect::Edit(Deed::Owner { user, group, recursive, .. })) = bench.effects.pop() else {
        panic!("no change")
    };
    assert_eq!((user, group, recursive), (None, Some("7".to_owned()), false));
}

#[test]
fn lines_that_were_typed_come_back() {
    let mut bench = Bench::new(80, 24);
    bench.keys("!echo 1").press(KeyCode::Enter);
    bench.keys("!echo 2").press(KeyCode::Enter).keys("!");
    bench.press(KeyCode::Up).press(KeyCode::Up).keys("2").press(KeyCode::Enter);
    let Some(Effect::Run(Run::Command { line, .. })) = bench.effects.pop() else { panic!("none") };
    assert_eq!(line, "echo 12");
}

#[test]
fn modes() {
    pictures("mode", |bench| {
        bench.press(KeyCode::Down).keys("   ").alt('m').press(KeyCode::Right).keys(" ");
    });
}

#[test]
fn a_mode_is_turned_or_typed() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::Up).alt('m').press(KeyCode::Enter);
    assert!(bench.screen().contains("No mode would change"));
    bench.press(KeyCode::Right).press(KeyCode::Right).keys(" ").press(KeyCode::Enter);
    let Some(Effect::Edit(Deed::Mode { change, recursive, .. })) = bench.effects.pop() else {
        panic!("no change")
    };
    assert_eq!((change.apply(0o644, false, 0), recursive), (0o744, false));
    bench.alt('m').keys("zgo-r8").press(KeyCode::Enter);
    assert!(bench.screen().contains("go-r8 is no mode"));
    bench.press(KeyCode::Backspace);
    assert!(bench.screen().contains("rw-r--r-- → rw-------"), "{}", bench.screen());
}
