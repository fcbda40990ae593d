//! Tests of the page that shows how two files differ.

use std::path::PathBuf;

use fcp_presentation::diff::{Diff, diff};
use std::sync::atomic::AtomicBool;

use super::*;
use crate::app::dialog::diff::Stage;

/// Compares two contents as the program does.
fn compared(left: &[u8], right: &[u8], ignores_space: bool) -> Diff {
    let scratch = tempfile::tempdir().unwrap();
    let paths = [scratch.path().join("left"), scratch.path().join("right")];
    fs::write(&paths[0], left).unwrap();
    fs::write(&paths[1], right).unwrap();
    let paths = [paths[0].as_path(), paths[1].as_path()];
    diff(paths, ignores_space, &AtomicBool::new(false)).unwrap().unwrap()
}

/// Marks two files, and shows how they differ.
fn shown(columns: u16, rows: u16, left: &[u8], right: &[u8]) -> Bench {
    let mut bench = Bench::new(columns, rows);
    for name in ["IMG_2031", "IMG_2032"] {
        bench.model.panel_mut().mark_matching(name, true);
    }
    bench.ctrl('x').ctrl('d');
    tell(&mut bench, left, right);
    bench
}

fn tell(bench: &mut Bench, left: &[u8], right: &[u8]) {
    let Some(Effect::Diff { ticket, ignores_space, .. }) = bench.effects.pop() else {
        panic!("{:?}", bench.effects)
    };
    bench.forget().tell(Msg::Diffed { ticket, result: Ok(compared(left, right, ignores_space)) });
}

fn texts() -> [String; 2] {
    let line = |n: u32| format!("{n:03} the quick brown fox jumps over the lazy dog, and again\n");
    let left: String = (0..60).map(line).collect();
    let right = left
        .replace("005 the quick", "005 the very quick")
        .replace("020 ", "020 \t\u{202e}")
        .replacen(&line(40), "", 1)
        .replacen(&line(50), &format!("{}a new line\x1b[31m\n", line(50)), 1);
    [left, right]
}

#[test]
fn two_files_stand_side_by_side() {
    let [left, right] = texts();
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = shown(columns, rows, left.as_bytes(), right.as_bytes());
        bench.shows("1 of 4 differences");
        bench.shows("the very quick");
        insta::assert_snapshot!(format!("diff-{columns}x{rows}"), bench.screen());
        bench.keys("n").keys("n");
        let screen = bench.screen();
        assert!(screen.contains("3 of 4 differences") && screen.contains("‹"), "{screen}");
        bench.press(KeyCode::Enter).press(KeyCode::Enter);
        bench.shows("This is the last difference");
        // Nothing in a file reaches the terminal as it is.
        assert!(bench.screen().contains(r"a new line\x1b[31m"), "{}", bench.screen());
        bench.keys("NNN");
        bench.shows("1 of 4 differences");
    }
}

#[test]
fn both_sides_scroll_together_and_lines_move_sideways() {
    let [left, right] = texts();
    let mut bench = shown(80, 24, left.as_bytes(), right.as_bytes());
    bench.press(KeyCode::End);
    let screen = bench.screen();
    let last = screen.lines().find(|line| line.contains("59 the quick")).unwrap();
    assert_eq!(last.matches("059 the quick").count(), 2, "{screen}");
    bench.press(KeyCode::Right);
    assert!(!bench.screen().contains("059 the") && bench.screen().contains("quick brown"));
    bench.press(KeyCode::Left).press(KeyCode::Home);
    bench.shows("000 the quick");
}

#[test]
fn spaces_are_ignored_if_the_user_wants_that() {
    let (left, right) = (b"a b\nc\n".as_slice(), b"a  b\nc\n".as_slice());
    let mut bench = shown(80, 24, left, right);
    bench.shows("1 of 1 difference");
    bench.keys("w");
    tell(&mut bench, left, right);
    bench.shows("differ by spaces, tabs or a last line");
}

#[test]
fn of_binary_files_the_first_byte_that_differs_is_shown() {
    let mut left = vec![0; 100];
    left[40..45].copy_from_slice(b"hello");
    let mut right = left.clone();
    right[42] = b'L';
    right.extend(b"more");
    let bench = shown(80, 24, &left, &right);
    let screen = bench.screen();
    assert!(screen.contains("The first difference is at offset 42 (0x2a)"), "{screen}");
    insta::assert_snapshot!("diff-binary-80x24", screen);
    let bench = shown(80, 24, &left, &left);
    bench.shows("✓ Both files have the same content, 100 B");
    let bench = shown(80, 24, &left, &left[..60]);
    bench.shows("The right file ends after 60 bytes");
}

#[test]
fn the_files_are_the_marked_ones_or_one_of_each_panel() {
    let mut bench = Bench::new(80, 24);
    let paths = |bench: &mut Bench| -> Option<[PathBuf; 2]> {
        bench.forget().ctrl('x').ctrl('d');
        let Some(Effect::Diff { paths, .. }) = bench.effects.pop() else { return None };
        bench.press(KeyCode::Esc);
        Some(paths)
    };
    // The cursor is on the way up, and then on a folder.
    assert_eq!(paths(&mut bench), None);
    bench.press(KeyCode::Down);
    assert_eq!(paths(&mut bench), None);
    bench.press(KeyCode::End).press(KeyCode::Tab).press(KeyCode::End);
    let left = "/home/anna/Pictures/2026/Lofoten raw/latest";
    let right = "/mnt/backup/Pictures/2026/README.txt";
    // The left file stays on the left, whichever panel has the keys.
    assert_eq!(paths(&mut bench), Some([left.into(), right.into()]));
    bench.press(KeyCode::Tab);
    assert_eq!(paths(&mut bench), Some([left.into(), right.into()]));
    bench.model.panel_mut().mark_matching("IMG_203", true);
    bench.ctrl('x').ctrl('d');
    bench.shows("Mark two files, or one in each panel");
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_a_late_answer_changes_nothing() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).ctrl('x').ctrl('d').press(KeyCode::Esc);
    bench.press(KeyCode::Tab).press(KeyCode::End).ctrl('x').ctrl('d');
    let tickets: Vec<u64> = bench
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Diff { ticket, .. } => Some(*ticket),
            _ => None,
        })
        .collect();
    let error = || OpError::new(Action::Open, "/home/anna/x", rustix::io::Errno::ACCESS);
    if let [first, _] = tickets[..] {
        bench.tell(Msg::Diffed { ticket: first, result: Err(error()) });
        let Some(Dialog::Diff(page)) = &bench.model.dialog else { panic!("no page") };
        assert!(matches!(page.stage, Stage::Running));
    }
    let ticket = *tickets.last().unwrap();
    bench.tell(Msg::Diffed { ticket, result: Err(error()) });
    bench.shows("Permission denied");
    bench.press(KeyCode::Esc);
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.effects.last(), Some(&Effect::Drop(ticket)));
}

#[test]
fn the_two_files_of_a_question_are_compared_and_the_question_comes_back() {
    let mut bench = Bench::new(80, 24);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
    );
    bench.ctrl('n').wait(REST);
    bench.forget().keys("=");
    tell(&mut bench, b"a\n", b"b\n");
    bench.shows("1 of 1 difference");
    bench.press(KeyCode::Esc);
    let Some(Dialog::Question(ask)) = &bench.model.dialog else { panic!("no question") };
    // Keys that were meant for the page answer nothing.
    assert_eq!(ask.opened, bench.model.now);
    assert!(bench.screen().contains("= Differences") || bench.screen().contains("View both"));
}
