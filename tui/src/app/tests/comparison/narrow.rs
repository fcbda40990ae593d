//! Tests of the comparison on narrow screens.

use super::*;

#[test]
fn a_narrow_plan_shows_its_names_and_all_of_its_question() {
    for columns in [40, 52, 69] {
        let mut bench = compared(columns, 24);
        bench.press(KeyCode::Tab).press(KeyCode::Tab);
        bench.press(KeyCode::Home).press(KeyCode::Down).press(KeyCode::Delete);
        let screen = bench.screen();
        for name in ["albums/Iceland/", "IMG_2031.CR3", "sorted", "trash"] {
            assert!(screen.contains(name), "{screen}");
        }
        // A row without sizes has no room for the reason of a failure.
        if columns < 52 {
            bench.press(KeyCode::Down);
            bench.shows("Permission denied");
        }
        bench.press(KeyCode::Enter);
        let screen = bench.screen();
        let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentence = "Move 1 file to the trash, copy 121 files (3.03 GiB) to 2026, 1 file (70 B) to Lofoten raw";
        assert!(words.contains(sentence), "{screen}");
        assert!(words.contains("Replaced items are moved to the trash"), "{screen}");
        assert!(words.contains("Enter Start Esc Back"), "{screen}");
    }
}

#[test]
fn sums_say_which_side_loses_what_where_both_do() {
    let mut bench = compared(100, 30);
    let sums = |bench: &Bench| bench.screen().lines().rev().nth(1).unwrap_or_default().to_owned();
    bench.press(KeyCode::Home).press(KeyCode::Delete);
    assert!(sums(&bench).contains("trash 1"), "{}", sums(&bench));
    bench.press(KeyCode::Down).press(KeyCode::Delete);
    let sums = sums(&bench);
    assert!(sums.contains("trash right 1") && sums.contains("trash left 1"), "{sums}");
}

#[test]
fn folders_with_the_same_contents_say_so_only_where_contents_were_compared() {
    let mut bench = compared(100, 30);
    bench.keys("c");
    let [Effect::Compare { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    let same = Count { rows: 1, files: 1, bytes: 0 };
    let compared = Compared { looked_at: 1, same, ..Compared::default() };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(CompareEnd { compared, stopped: false }) });
    let screen = bench.screen();
    assert!(
        screen.contains("✓ Both folders have the same contents: 1 file is in both"),
        "{screen}"
    );
}
