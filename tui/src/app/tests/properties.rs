//! Tests of the dialog that shows what is known of the chosen items.

use std::path::PathBuf;

use fcp_browse::{Inspected, Measure};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::path::WirePath;
use fcp_presentation::properties::Properties;

use super::*;

const DAY: i64 = 86_400_000_000;

fn folder(path: &str) -> Properties {
    let made = START as i64 - 3 * DAY;
    Properties {
        items: 1,
        path: path.into(),
        found: Inspected {
            kind: FileKind::Directory,
            size: 4096,
            allocated: 4096,
            mode: 0o2750,
            uid: 1000,
            gid: 100,
            links: 3,
            mtime: made + DAY,
            ctime: made + 2 * DAY,
            btime: Some(made),
            target: None,
            xattrs: vec![("user.origin".into(), b"card 3".to_vec())],
        },
        measured: Measure {
            files: 1_204,
            directories: 12,
            bytes: 62 << 30,
            allocated: 63 << 30,
            holes: 0,
            errors: 2,
        },
        is_whole: false,
        user: "anna".to_owned(),
        group: "users".to_owned(),
        filesystem: "btrfs".to_owned(),
    }
}

/// Opens the dialog, and gives the number of its request and the items.
fn asked(bench: &mut Bench) -> (u64, Vec<PathBuf>) {
    bench.press(KeyCode::Down).alt('a');
    match bench.effects.pop() {
        Some(Effect::Inspect { ticket, paths }) => (ticket, paths),
        other => panic!("{other:?}"),
    }
}

fn told(bench: &mut Bench, ticket: u64, known: Properties, is_done: bool) {
    bench.tell(Msg::Inspected { ticket, known: Ok(Box::new(known)), is_done });
}

#[test]
fn properties() {
    snap("properties", |bench| {
        let (ticket, paths) = asked(bench);
        let known = folder(&paths[0].display().to_string());
        told(bench, ticket, Properties { is_whole: true, ..known }, true);
    });
}

#[test]
fn what_is_still_counted_is_not_shown_as_the_whole() {
    let mut bench = Bench::new(120, 40);
    let (ticket, _) = asked(&mut bench);
    bench.shows("Reading");
    told(&mut bench, ticket, folder("/x"), false);
    assert_eq!(bench.screen().matches("still counting").count(), 1, "{}", bench.screen());
    told(&mut bench, ticket, Properties { is_whole: true, ..folder("/x") }, true);
    let screen = bench.screen();
    assert!(!screen.contains("counting") && screen.contains("2 items could not be read"));
}

#[test]
fn several_items_are_told_by_what_they_take_together() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::Down).press(KeyCode::Insert).press(KeyCode::Insert);
    let (ticket, paths) = asked(&mut bench);
    assert_eq!(paths.len(), 2);
    told(&mut bench, ticket, Properties { items: 2, is_whole: true, ..folder("/x") }, true);
    let screen = bench.screen();
    assert!(screen.contains("2 marked items") && screen.contains("62"), "{screen}");
    assert!(!screen.contains("rwxr-s---") && !screen.contains("user.origin"), "{screen}");
}

#[test]
fn closing_stops_the_count_and_a_letter_leads_to_a_change() {
    for (key, opens) in
        [(KeyCode::Esc, ""), (KeyCode::Char('m'), "setuid"), (KeyCode::Char('o'), "Owner")]
    {
        let mut bench = Bench::new(120, 40);
        let (ticket, _) = asked(&mut bench);
        told(&mut bench, ticket, folder("/x"), false);
        bench.press(key);
        assert!(bench.effects.contains(&Effect::Drop(ticket)), "{:?}", bench.effects);
        assert_eq!(bench.model.dialog.is_some(), !opens.is_empty());
        assert!(bench.screen().contains(opens), "{}", bench.screen());
        // What comes late is dropped, and the thread is told to stop.
        bench.forget();
        told(&mut bench, ticket, folder("/x"), false);
        assert_eq!(bench.effects, [Effect::Drop(ticket)]);
    }
}

#[test]
fn an_item_that_is_gone_is_told_as_such() {
    let mut bench = Bench::new(120, 40);
    let (ticket, _) = asked(&mut bench);
    let error = OpError {
        action: Action::Stat,
        code: Code::NotFound,
        path: WirePath("/x/gone".into()),
        other: None,
        filesystem: None,
        errno: Some(2),
        said: None,
    };
    bench.tell(Msg::Inspected { ticket, known: Err(error), is_done: true });
    bench.shows("No such file or directory");
}
