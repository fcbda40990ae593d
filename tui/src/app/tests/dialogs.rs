//! Tests of dialogs: how they look, that they fit, and that no key acts by accident.

use fcp_presentation::programs::Programs;

use super::*;
use crate::app::model::Run;
use fcp_browse::edit::LinkKind;
use fcp_presentation::undo::EditRequest;

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
fn only_what_was_shown_is_deleted_as_far_as_types_tell() {
    let mut bench = Bench::new(80, 24);
    let list = |bench: &mut Bench, kind| {
        bench.list(0, &[entry("a", FileKind::Directory, 0, 1), entry("b", kind, 2, 1)]);
    };
    list(&mut bench, FileKind::File);
    bench.press(KeyCode::End).shift(KeyCode::F(8));
    bench.shows("1 file");
    // The panel hears of the change; the dialog still means what it has shown.
    list(&mut bench, FileKind::Directory);
    bench.wait(REST).keys("y");
    let seen = bench.effects.iter().find_map(|effect| match effect {
        Effect::Add { spec, .. } => spec.options.seen.clone(),
        _ => None,
    });
    let seen = seen.unwrap();
    let kinds: Vec<_> = seen.sources.iter().map(|seen| seen.map(|seen| seen.kind)).collect();
    assert!(seen.only_types && kinds == [Some(FileKind::File)], "{kinds:?}");
    // So it is for the trash, a copy and a move.
    for key in [KeyCode::F(8), KeyCode::F(5), KeyCode::F(6)] {
        list(&mut bench, FileKind::File);
        bench.forget().press(KeyCode::End).press(key);
        let spec = match &bench.model.dialog {
            Some(Dialog::Removal(ask)) => ask.spec(),
            Some(Dialog::Transfer(ask)) => ask.spec(),
            _ => panic!("no dialog"),
        };
        let kinds = spec.options.seen.unwrap().sources.into_iter().flatten().map(|it| it.kind);
        assert_eq!(kinds.collect::<Vec<_>>(), [FileKind::File]);
        bench.press(KeyCode::Esc);
    }
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
    bench.alt('r');
    // Which items they are is looked at while the user types.
    let Some(Effect::Identify { ticket, dir, names }) = bench.effects.pop() else {
        panic!("nothing is looked at")
    };
    assert_eq!(names, ["IMG_2050.CR3", "latest"]);
    let picture = dir.join("IMG_2050.CR3");
    let id = fcp_browse::edit::identities("/".as_ref(), ["proc".into()]).into_values().next();
    bench.tell(Msg::Identified { ticket, known: [(picture.clone(), id.unwrap())].into() });
    bench.keys("2050").press(KeyCode::Tab).keys("2031").press(KeyCode::Enter);
    assert_eq!(bench.effects, [], "the name is taken");
    bench.ctrl('u').keys("2051").press(KeyCode::Enter);
    let Some(Effect::Edit(EditRequest::RenameAll { dir, pairs, shown })) = bench.effects.pop()
    else {
        panic!("nothing was renamed")
    };
    assert_eq!(shown.identity(&picture), id);
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
    bench.shows("1 line for 2 items: no name was changed");
    bench.tell(told(&["one", "latest"]));
    bench.shows("Rename 1 item ");
    bench.press(KeyCode::Enter);
    assert!(matches!(bench.effects.pop(), Some(Effect::Edit(EditRequest::RenameAll { .. }))));
}

#[test]
fn a_search() {
    pictures("find", |bench| {
        bench.alt('?').keys("*.cr3").press(KeyCode::Down).keys("Canon").press(KeyCode::Down);
        bench.press(KeyCode::Right);
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

#[test]
fn links_go_to_the_other_panel() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).keys(" ").press(KeyCode::Up).keys(" ").ctrl('x').keys("s");
    bench.press(KeyCode::Down).press(KeyCode::Right).press(KeyCode::Enter);
    let Some(Effect::Edit(EditRequest::Links { sources, to, into, kind, .. })) =
        bench.effects.pop()
    else {
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
    bench.shows("Type another user or group first");
    bench.press(KeyCode::Down).keys("7").press(KeyCode::Enter);
    let Some(Effect::Edit(EditRequest::Owner { user, group, recursive, .. })) = bench.effects.pop()
    else {
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
    bench.shows("Nothing would change");
    bench.press(KeyCode::Right).press(KeyCode::Right).keys(" ").press(KeyCode::Enter);
    let Some(Effect::Edit(EditRequest::Mode { change, recursive, .. })) = bench.effects.pop()
    else {
        panic!("no change")
    };
    assert_eq!((change.apply(0o644, false, 0), recursive), (0o744, false));
    bench.alt('m').keys("zgo-r8").press(KeyCode::Enter);
    bench.shows("go-r8 is not a mode");
    bench.press(KeyCode::Backspace);
    bench.shows("rw-r--r-- → rw-------");
}

/// A way to open a dialog.
type Open = for<'a> fn(&'a mut Bench) -> &'a mut Bench;

/// Every dialog that a key opens, and those that events open.
const DIALOGS: [(&str, Open); 32] = [
    ("copy", |bench| bench.press(KeyCode::F(5))),
    ("move", |bench| bench.press(KeyCode::F(6))),
    ("trash", |bench| bench.press(KeyCode::F(8))),
    ("delete", |bench| bench.shift(KeyCode::F(8))),
    ("rename", |bench| bench.shift(KeyCode::F(6))),
    ("copy here", |bench| bench.shift(KeyCode::F(5))),
    ("folder", |bench| bench.press(KeyCode::F(7))),
    ("file", |bench| bench.shift(KeyCode::F(4))),
    ("go to", |bench| bench.ctrl('g')),
    ("mark", |bench| bench.keys("+")),
    ("command", |bench| bench.keys("!")),
    ("open with", |bench| {
        bench.ctrl('x').keys("w");
        bench.tell(Msg::Programs("/home/anna/x".into(), Programs::default()));
        bench
    }),
    ("columns", |bench| bench.ctrl('x').keys("k")),
    ("letters", |bench| bench.ctrl('x').keys("mw").ctrl('x').keys("'")),
    ("all marks", |bench| bench.ctrl('a').ctrl('x').keys("+")),
    ("after", |bench| bench.play("clean-copy", halfway).ctrl('x').keys("a")),
    ("differences", |bench| {
        bench.model.panel_mut().drop_marks();
        for name in ["IMG_2031", "IMG_2032"] {
            bench.model.panel_mut().mark_matching(name, true);
        }
        bench.ctrl('x').ctrl('d')
    }),
    ("symlinks", |bench| bench.ctrl('x').keys("s")),
    ("hard links", |bench| bench.ctrl('x').keys("l")),
    ("mode", |bench| bench.alt('m')),
    ("owner", |bench| bench.ctrl('x').keys("o")),
    ("bulk", |bench| bench.alt('r')),
    ("find", |bench| bench.alt('?')),
    ("palette", |bench| bench.ctrl('p')),
    ("menu", |bench| bench.press(KeyCode::F(9))),
    ("order", |bench| bench.ctrl('x').keys(",")),
    ("help", |bench| bench.press(KeyCode::F(1))),
    ("quit", |bench| bench.play("clean-copy", halfway).press(KeyCode::F(10))),
    ("cancel", |bench| bench.play("clean-copy", halfway).press(KeyCode::F(2)).press(KeyCode::F(8))),
    ("limit", |bench| bench.play("clean-copy", halfway).press(KeyCode::F(2)).keys("l")),
    ("report", |bench| {
        bench.play("copy-with-failures", |_| false).press(KeyCode::F(2)).press(KeyCode::Enter)
    }),
    ("error", |bench| {
        let asked = |event: &Event| matches!(event, Event::Progress { .. });
        bench.play("unanswered", asked).ctrl('n').wait(REST)
    }),
];

/// Asserts that nothing was drawn over the frame of a dialog.
fn assert_whole_frame(bench: &Bench, what: &str) {
    let (columns, rows) = bench.model.screen;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal
        .draw(|frame| {
            paint::screen(&bench.model, LOOK, frame.buffer_mut());
        })
        .unwrap();
    let buffer = terminal.backend().buffer();
    let find = |symbol: &str| {
        let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        cells.into_iter().find(|&(x, y)| buffer[(x, y)].symbol() == symbol)
    };
    let Some((left, top)) = find("╭") else { return };
    let (right, bottom) = (find("╮").unwrap().0, find("╰").unwrap().1);
    for y in top + 1..bottom {
        for x in [left, right] {
            let symbol = buffer[(x, y)].symbol();
            // The right edge marks where more of the dialog is.
            let is_mark = x == right && matches!(symbol, "▲" | "▼");
            assert!(symbol == "│" || is_mark, "{what}: {symbol}\n{}", bench.screen());
        }
    }
    assert_eq!(buffer[(right, bottom)].symbol(), "╯", "{what}\n{}", bench.screen());
}

fn dialog_key() -> impl Strategy<Value = KeyEvent> {
    let codes = vec![
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Enter,
        KeyCode::F(2),
        KeyCode::F(3),
        KeyCode::F(4),
    ];
    let chars = prop::sample::select(
        "y dqbcsonremtf123+-=xuga07*?/.~%{}()$[\\é夏".chars().collect::<Vec<_>>(),
    );
    let plain = prop_oneof![prop::sample::select(codes), chars.prop_map(KeyCode::Char)];
    let control = prop::sample::select("waeukydn".chars().collect::<Vec<_>>());
    prop_oneof![
        8 => plain.prop_map(KeyEvent::from),
        1 => control.prop_map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn keys_break_no_dialog_and_esc_does_nothing(
        (name, open) in prop::sample::select(DIALOGS.to_vec()),
        size in prop::sample::select(vec![(80, 24), (60, 20), (45, 14), (30, 8), (120, 40)]),
        marked in 0..4_usize,
        keys in prop::collection::vec(dialog_key(), 0..200),
    ) {
        let fresh = || {
            let mut bench = Bench::new(size.0, size.1);
            bench.press(KeyCode::End);
            for _ in 0..marked {
                bench.keys(" ").press(KeyCode::Up);
            }
            open(&mut bench);
            bench
        };
        let mut bench = fresh();
        prop_assert!(bench.model.dialog.is_some(), "{name} does not open");
        for (n, key) in keys.into_iter().enumerate() {
            bench.tell(Msg::Key(key));
            if n % 8 == 0 {
                bench.wait(REST);
            }
            if bench.model.dialog.is_none() {
                bench = fresh();
            }
            if n % 4 == 0 {
                assert_whole_frame(&bench, name);
            }
        }
        bench.wait(REST).forget();
        // Esc first ends what was begun inside the dialog.
        for _ in 0..3 {
            if bench.model.dialog.is_some() {
                bench.wait(REST).press(KeyCode::Esc);
            }
        }
        prop_assert!(bench.model.dialog.is_none(), "{name} stays\n{}", bench.screen());
        let harmless = |effect: &Effect| matches!(effect, Effect::Drop(_));
        prop_assert!(bench.effects.iter().all(harmless), "{name}: {:?}", bench.effects);
    }
}

#[test]
fn pasted_text_filters_the_help_and_not_the_dialog_behind_it() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::F(7)).press(KeyCode::F(1)).keys("/");
    bench.tell(Msg::Pasted("history".to_owned()));
    assert_eq!(bench.model.dialog_help.as_ref().unwrap().filter.text(), "history");
    let Some(Dialog::Form(form)) = &bench.model.dialog else { panic!("no form") };
    assert_eq!(form.rows.text(0), "");
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::F(1)).tell(Msg::Pasted("x".to_owned()));
    bench.keys("/").tell(Msg::Pasted("rename".to_owned()));
    let Some(Dialog::Help(help)) = &bench.model.dialog else { panic!("no help") };
    assert_eq!(help.filter.text(), "rename");
}

#[test]
fn alt_enter_is_no_enter() {
    for open in [KeyCode::F(5), KeyCode::F(7), KeyCode::F(8)] {
        let mut bench = Bench::new(80, 24);
        bench.press(KeyCode::End).press(open).keys("x").forget();
        bench.wait(REST).tell(Msg::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::ALT)));
        assert!(bench.model.dialog.is_some() && bench.effects.is_empty(), "{:?}", bench.effects);
    }
}

#[test]
fn a_path_that_is_typed_takes_the_place_of_the_folder_of_the_other_panel() {
    let typed = |keys: &dyn Fn(&mut Bench)| {
        let mut bench = Bench::new(80, 24);
        bench.press(KeyCode::End).press(KeyCode::F(5));
        keys(&mut bench);
        let Some(Dialog::Transfer(ask)) = &bench.model.dialog else { panic!("no dialog") };
        ask.typed().to_owned()
    };
    let folder = "/mnt/backup/Pictures/2026/";
    assert_eq!(
        typed(&|bench| {
            bench.keys("/home/zz/");
        }),
        "/home/zz/"
    );
    assert_eq!(typed(&|bench| bench.tell(Msg::Pasted("/home/zz/\n".to_owned()))), "/home/zz/");
    let goes_on = |code| {
        typed(&move |bench| {
            bench.press(KeyCode::Up).press(code).keys("x");
        })
    };
    assert_eq!(goes_on(KeyCode::End), format!("{folder}x"));
    assert_eq!(goes_on(KeyCode::Right), format!("{folder}x"));
    assert_eq!(goes_on(KeyCode::Tab), format!("{folder}x"));
    assert_eq!(goes_on(KeyCode::Home), format!("x{folder}"));
    // The keys of the choices leave it alone.
    assert_eq!(
        typed(&|bench| {
            bench.keys("  ").press(KeyCode::Right);
        }),
        folder
    );
}

#[test]
fn no_rename_of_0_items_is_offered() {
    let mut bench = Bench::new(80, 24);
    bench.alt('r');
    assert!(!bench.screen().contains("Rename 0"), "{}", bench.screen());
    bench.keys("latest").press(KeyCode::Tab).keys("newest");
    bench.shows("Rename 1 item ");
}
