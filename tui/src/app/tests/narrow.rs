//! Tests of screens that are too narrow for all words.

use fcp_engine::error::Code;
use fcp_engine::event::{Question, Subject};
use fcp_presentation::language::Language;

use super::questions::{ask, conflict};
use super::*;

#[test]
fn on_a_narrow_screen_words_are_cut_with_a_sign_and_what_is_typed_is_seen() {
    let mut bench = Bench::new(60, 16);
    bench.ctrl('x').keys("k");
    bench.shows("When the content was cha…");
    bench.press(KeyCode::Esc).keys("/").keys("raw and much more than there is room for");
    let line = bench.screen().lines().nth(1).unwrap().to_owned();
    let left = line.split(['│', '┃']).next().unwrap();
    assert!(left.contains("Search  …") && left.contains("is room for "), "{line}");
    bench.press(KeyCode::Esc).press(KeyCode::Esc).keys("!");
    let screen = bench.screen();
    assert!(screen.contains("%F and %D") && screen.contains("other panel"), "{screen}");
}

#[test]
fn no_key_does_what_a_screen_is_too_small_to_show() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::F(8)).wait(REST);
    bench.tell(Msg::Resize(20, 5));
    assert_eq!(bench.screen().trim(), "Too small");
    bench.forget().press(KeyCode::Enter).press(KeyCode::F(10)).keys("y");
    bench.tell(Msg::Pasted("y".to_owned()));
    assert_eq!(bench.effects, []);
    // What was open is there again, as it was.
    bench.tell(Msg::Resize(80, 24));
    bench.shows("Move to trash");
    bench.press(KeyCode::Enter);
    assert!(bench.effects.iter().any(|it| matches!(it, Effect::Add { .. })), "{:?}", bench.effects);
    // The program can be left all the same.
    let mut bench = Bench::new(20, 5);
    bench.press(KeyCode::F(10));
    assert!(bench.model.done);
}

#[test]
fn the_reason_of_a_failure_is_read_to_its_end() {
    let path = "/home/anna/Pictures/2026/x.zip";
    let error = OpError::refused(Action::Unpack, Code::NotAnArchive, path);
    let subject = Subject::Error { src: path.into(), error };
    let mut bench = Bench::new(60, 16);
    bench.play("clean-copy", halfway);
    ask(&mut bench, Question { id: 41, subject, waiting: 1 });
    bench.ctrl('n').wait(REST);
    bench.shows("it is not an archive of a known format");
    bench.shows("gz, xz, zst)");
}

#[test]
fn a_title_that_has_room_alone_is_whole() {
    let path = "/home/anna/Pictures/2026/x";
    let error = OpError::new(Action::Keep, path, rustix::io::Errno::ACCESS);
    let subject = Subject::Error { src: path.into(), error };
    let mut bench = Bench::new(60, 16);
    bench.play("clean-copy", halfway);
    ask(&mut bench, Question { id: 41, subject, waiting: 1 });
    bench.ctrl('n').wait(REST);
    let screen = Language::German.speaking(|| bench.screen());
    assert!(screen.contains("Ersetztes in den Papierkorb legen nicht möglich"), "{screen}");
}

#[test]
fn the_title_of_an_action_goes_before_its_note() {
    let screen = Language::German.speaking(|| {
        let mut bench = Bench::new(60, 16);
        bench.ctrl('p').keys("halbe seite");
        bench.screen()
    });
    assert!(screen.contains("Eine halbe Seite nach oben"), "{screen}");
}

#[test]
fn what_is_larger_and_newer_stands_beside_its_value() {
    let mut bench = Bench::new(60, 16);
    bench.play("clean-copy", halfway);
    ask(&mut bench, conflict(41, "x", (5, 4), (3, 2)));
    bench.ctrl('n').wait(REST);
    let screen = Language::German.speaking(|| bench.screen());
    let line = |label| screen.lines().find(|line| line.contains(label)).unwrap();
    assert!(line("Größe").contains("5 B ▲") && line("Größe").contains(" 4 B  "), "{screen}");
    assert!(line("Geändert").trim_end_matches(['│', ' ']).ends_with('▲'), "{screen}");
    assert_eq!(line("Geändert").matches('▲').count(), 1, "{screen}");
}

#[test]
fn the_path_of_a_panel_keeps_its_room() {
    let mut bench = Bench::new(60, 16);
    bench.model.panel_mut().polled = true;
    let german = |bench: &Bench| Language::German.speaking(|| bench.screen());
    let screen = german(&bench);
    let head = screen.lines().next().unwrap();
    assert!(head.contains("2026") && head.contains("nicht live"), "{screen}");
}

#[test]
fn a_badge_leaves_no_half_words_beside_it() {
    let mut bench = Bench::new(60, 16);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 3),
    );
    bench.wait(REST).press(KeyCode::Esc);
    let screen = bench.screen();
    let line = screen.lines().find(|line| line.contains("Needs you 3")).unwrap();
    assert!(line.contains("needs you") || line.contains("…"), "{screen}");
    bench.press(KeyCode::F(2));
    let german = |bench: &Bench| Language::German.speaking(|| bench.screen());
    let screen = german(&bench);
    let line = screen.lines().next().unwrap();
    assert!(line.contains("1 benötigt Ant…  ? Benötigt Antwort 3"), "{screen}");
    bench.ctrl('n').wait(REST).keys("t");
    let screen = german(&bench);
    assert!(screen.lines().any(|line| line.ends_with("Antwort ━━━━")), "{screen}");
}

#[test]
fn the_table_of_questions_shows_them_and_their_answers_on_any_screen() {
    for (columns, rows) in [(40, 10), (30, 8), (48, 24)] {
        let mut bench = Bench::new(120, 40);
        super::questions::table(&mut bench);
        bench.tell(Msg::Resize(columns, rows));
        let screen = bench.screen();
        let answers = ["Skip", "Replace", "Keep both", "?"];
        let is_row = |line: &&str| answers.iter().any(|answer| line.contains(answer));
        // The last two lines name keys.
        let lines: Vec<&str> = screen.lines().take(usize::from(rows) - 3).skip(1).collect();
        assert!(lines.iter().filter(|line| is_row(line)).count() >= 1, "{screen}");
        let has_rules = screen.contains("everything else");
        assert_eq!(has_rules, rows == 24, "{screen}");
        assert!(!has_rules || screen.contains("ask me"), "{screen}");
    }
}

#[test]
fn no_number_is_written_over_another_one() {
    let mut bench = Bench::new(120, 40);
    bench
        .play("clean-copy", |event| matches!(event, Event::JobSummary { .. }))
        .press(KeyCode::F(2));
    let ended = |bench: &Bench| {
        let screen = bench.screen();
        screen.lines().find(|line| line.contains("  done ")).unwrap().to_owned()
    };
    let whole = ended(&bench);
    let (words, time) = whole.trim().rsplit_once("  ").unwrap();
    let words = words.trim();
    for columns in 30..120 {
        bench.tell(Msg::Resize(columns, 24));
        let line = ended(&bench);
        let line = line.trim();
        let is_apart = line.starts_with(words) && line[words.len()..].starts_with("  ");
        let is_alone = words.starts_with(line.trim_end_matches('…'));
        assert!(is_alone || is_apart && line.ends_with(time), "{columns}: {line}");
    }
    // The title of a report, too.
    bench.press(KeyCode::Enter);
    for columns in 30..120 {
        bench.tell(Msg::Resize(columns, 24));
        let screen = bench.screen();
        let line = screen.lines().next().unwrap();
        assert!(line.contains("Copied  ") || line.ends_with("Copied"), "{columns}: {screen}");
    }
}
