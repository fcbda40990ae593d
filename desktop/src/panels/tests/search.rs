//! Tests of searches, filters and names that are sought.

use super::*;

#[test]
fn a_search_is_a_panel_of_hits() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/a/b")).unwrap();
        fs::write(root.join("left/a/b/one.txt"), "123").unwrap();
        fs::write(root.join("left/two.txt"), "").unwrap();
        fs::write(root.join("left/three.md"), "").unwrap();
    });
    desk.listed(LEFT, "left");
    let what = |pattern: &str| FindAsk {
        pattern: pattern.to_owned(),
        hidden: false,
        gitignore: false,
        kinds: FindKinds::Files,
        larger: None,
        smaller: None,
        days: None,
        contains: None,
    };
    assert!(matches!(desk.refused(PanelAsk::Find { what: what("") }), Refusal::Not { .. }));
    desk.ask(PanelAsk::Find { what: what("*.txt") });
    let is_over = |state: &PanelState| matches!(&state.subject, PanelSubject::Found { pattern, contains: None, over: true, .. } if pattern == "*.txt");
    let hits = desk.until(LEFT, |state| is_over(state) && is_whole(state));
    assert_eq!(names(&hits), ["a/b/one.txt", "two.txt"]);
    let (_, one) = row(&hits, "a/b/one.txt");
    assert_eq!((one.size, one.enters), (Some(3), false));
    desk.ask(PanelAsk::Go { to: Go::Entry { id: one.id.unwrap() } });
    let there = desk.listed(LEFT, "left/a/b");
    assert_eq!(row(&there, "one.txt").0, there.cursor);
    desk.ask(PanelAsk::Go { to: Go::Back });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Find { what: what("nothing") });
    let none =
        desk.until(LEFT, |state| matches!(&state.subject, PanelSubject::Found { over: true, .. }));
    assert!(none.rows.is_empty() && !none.loading);
}

#[test]
fn text_is_found_in_files_with_its_line() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/a")).unwrap();
        fs::write(root.join("left/a/one.txt"), "hay\n  a Needle\x1b here\nneedle\n").unwrap();
        fs::write(root.join("left/two.txt"), "none").unwrap();
        fs::write(root.join("left/binary"), b"needle\0").unwrap();
    });
    desk.listed(LEFT, "left");
    let what = |text: &str, reads, kinds| FindAsk {
        pattern: String::new(),
        hidden: false,
        gitignore: false,
        kinds,
        larger: None,
        smaller: None,
        days: None,
        contains: Some(FindText { text: text.to_owned(), reads, case: FindCase::Smart }),
    };
    let refused = |what| match desk.refused(PanelAsk::Find { what }) {
        Refusal::Not { text } => text,
        other => panic!("{other:?}"),
    };
    let wrong = refused(what("a(", FindReads::Regex, FindKinds::Both));
    assert_eq!(wrong, "a( is not a regular expression: unclosed group");
    let wrong = refused(what("a", FindReads::Text, FindKinds::Directories));
    assert_eq!(wrong, "Folders contain no text; find files instead");
    desk.ask(PanelAsk::Find { what: what("needle", FindReads::Words, FindKinds::Both) });
    let progress = FindProgress { among: 3, ..FindProgress::default() };
    let subject = PanelSubject::Found {
        pattern: String::new(),
        contains: Some("needle".to_owned()),
        over: true,
        progress,
    };
    let hits = desk.until(LEFT, |state| state.subject == subject && is_whole(state));
    let line = RowLine {
        number: 2,
        before: "a ".to_owned(),
        hit: "Needle".to_owned(),
        after: r"\x1b here".to_owned(),
        lines: 2,
        more: false,
    };
    assert_eq!(names(&hits), ["a/one.txt"]);
    assert_eq!(row(&hits, "a/one.txt").1.line, Some(line));
    assert_eq!(desk.app.panels.current(LEFT).map(|(_, _, line)| line), Some(Some(2)));
    // The hits are files like others.
    let (_, one) = row(&hits, "a/one.txt");
    desk.ask(PanelAsk::Go { to: Go::Entry { id: one.id.unwrap() } });
    let there = desk.listed(LEFT, "left/a");
    assert_eq!(row(&there, "one.txt").1.line, None);
}

#[test]
fn names_are_filtered_hidden_and_sought() {
    let desk = Desk::new(|root| {
        // The last one is an unfinished copy, which counts only where hidden names are shown.
        for name in ["apple", "apricot", ".hidden", "banana", ".fcp-0000abcd-12345678"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    let state = desk.listed(LEFT, "left");
    assert_eq!((names(&state).len(), state.shown, state.total), (4, 3, 4));
    desk.ask(PanelAsk::Hidden { shown: true });
    desk.until(LEFT, |state| state.hidden && state.len == 6);
    let seek = |text: &str, here, backwards| {
        desk.ask(PanelAsk::Seek { text: text.to_owned(), here, backwards });
        desk.app.panels.marked(LEFT).pop().map(|path| path.file_name().unwrap().to_owned())
    };
    assert_eq!(seek("ap", true, false).unwrap(), "apple");
    assert_eq!(seek("ap", true, false).unwrap(), "apple");
    assert_eq!(seek("ap", false, false).unwrap(), "apricot");
    assert_eq!(seek("ap", false, true).unwrap(), "apple");
    assert_eq!(seek("zzz", false, true).unwrap(), "apple");
    let code = desk.told(|update| match update {
        Update::Notice(notice) => Some(notice.code),
        _ => None,
    });
    assert_eq!(code, NoticeCode::NotFound);
    desk.ask(PanelAsk::Filter { text: "an".to_owned() });
    let state = desk.until(LEFT, |state| state.filter == "an");
    assert_eq!(names(&state), ["..", "banana"]);
}

#[test]
fn an_archive_that_is_cut_off_is_listed_as_far_as_it_goes_and_says_so() {
    let desk = Desk::new(|root| {
        let left = root.join("left");
        fs::write(left.join("x"), "x").unwrap();
        fs::write(left.join("y"), "y".repeat(4096)).unwrap();
        let mut tar = std::process::Command::new("tar");
        assert!(tar.current_dir(&left).args(["cf", "a.tar", "x", "y"]).status().unwrap().success());
        let bytes = fs::read(left.join("a.tar")).unwrap();
        fs::write(left.join("a.tar"), &bytes[..1100]).unwrap();
    });
    let listed = desk.listed(LEFT, "left");
    let (_, archive) = row(&listed, "a.tar");
    desk.ask(PanelAsk::Go { to: Go::Entry { id: archive.id.unwrap() } });
    let (mut error, mut shown) = (None, None);
    desk.told(|update| {
        match update {
            Update::Notice(notice) if notice.code == NoticeCode::ListedInPart => {
                error = notice.error;
            }
            Update::Panel(state) if state.path.ends_with("a.tar") && is_whole(&state) => {
                shown = Some(*state);
            }
            _ => {}
        }
        (error.is_some() && shown.is_some()).then_some(())
    });
    assert_eq!(error.unwrap().code, fcp_engine::error::Code::Damaged);
    assert!(names(&shown.unwrap()).contains(&"x"));
}
