//! Pictures of the main screens in German, to see that nothing is cut and no English word is left.

use fcp_presentation::language::Language;

use super::*;

/// Takes pictures in both sizes that the design names.
fn pictures(name: &str, scene: impl Fn(&mut Bench)) {
    Language::German.speaking(|| snap(&format!("german-{name}"), scene));
}

#[test]
fn panels_and_marks() {
    pictures("browse", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).keys("  ").press(KeyCode::PageDown);
    });
}

#[test]
fn a_copy() {
    pictures("copy", |bench| {
        bench.press(KeyCode::Down).keys("   ").press(KeyCode::F(5)).press(KeyCode::Right);
        bench.press(KeyCode::Down);
    });
}

#[test]
fn a_removal() {
    pictures("delete", |bench| {
        bench.press(KeyCode::Down).keys("   ").shift(KeyCode::F(8));
    });
}

#[test]
fn a_conflict() {
    pictures("conflict", |bench| {
        bench.play(
            "conflicts-answered",
            |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
        );
        bench.ctrl('n').wait(REST).press(KeyCode::Down).keys("2");
    });
}

#[test]
fn all_conflicts() {
    pictures("conflicts", |bench| {
        bench.play(
            "conflicts-answered",
            |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
        );
        bench.ctrl('n').wait(REST).keys("t");
    });
}

#[test]
fn an_error() {
    pictures("error", |bench| {
        let second = |event: &Event| matches!(event, Event::Progress { .. });
        bench.play("unanswered", second).ctrl('n').wait(REST).keys("s");
    });
}

#[test]
fn jobs_at_work() {
    pictures("jobs", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2));
    });
}

#[test]
fn a_report() {
    pictures("report", |bench| {
        bench.play("copy-with-failures", |_| false).press(KeyCode::F(2)).press(KeyCode::Enter);
    });
}

#[test]
fn the_help() {
    pictures("help", |bench| {
        bench.press(KeyCode::F(1));
    });
}

#[test]
fn the_help_of_a_dialog() {
    pictures("help-of-a-copy", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::F(5)).press(KeyCode::F(1));
    });
}

#[test]
fn new_names() {
    pictures("bulk", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).keys("      ");
        bench.alt('r').press(KeyCode::Tab).keys("IMG_2040");
    });
}

#[test]
fn a_text_without_umlauts_where_only_ascii_is_shown() {
    let screen = Language::German.speaking(|| {
        let mut bench = Bench::new(80, 24);
        bench.press(KeyCode::Down).press(KeyCode::F(5));
        bench.screen_as(Look { ascii: true, ..LOOK })
    });
    assert!(screen.is_ascii(), "{screen}");
    assert!(screen.contains("uberspringen"), "{screen}");
}

#[test]
fn permissions() {
    pictures("mode", |bench| {
        bench.press(KeyCode::Down).keys("   ").alt('m').press(KeyCode::Right).keys(" ");
    });
}

#[test]
fn two_folders() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let screen =
            Language::German.speaking(|| super::comparison::compared(columns, rows).screen());
        insta::assert_snapshot!(format!("german-comparison-{columns}x{rows}"), screen);
    }
}

#[test]
fn the_menus() {
    pictures("menu", |bench| {
        bench.press(KeyCode::F(9));
    });
}
