//! Tests of reading keymaps, of pressed keys and of the user's changes.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> (Keymap, Vec<String>) {
    let (keymap, mistakes) = Keymap::read("test", "test.toml", text);
    (keymap, mistakes.iter().map(ToString::to_string).collect())
}

fn step(keymap: &Keymap, place: Place, keys: &str) -> Step {
    keymap.step(place, &Key::sequence(keys).unwrap())
}

#[test]
fn presets_have_no_mistake() {
    for (name, text) in PRESETS {
        let (_, mistakes) = Keymap::read(name, name, text);
        assert_eq!(mistakes, [], "{name}");
    }
}

#[test]
fn every_preset_can_do_everything_without_the_palette() {
    for (name, _) in PRESETS {
        let keymap = Keymap::preset(name).unwrap();
        let bound: BTreeSet<_> = Place::ALL
            .iter()
            .flat_map(|&place| keymap.bindings(place))
            .map(|it| it.action)
            .collect();
        let missing: Vec<_> = Action::ALL.iter().filter(|it| !bound.contains(it)).collect();
        assert_eq!(missing, [] as [&Action; 0], "{name}");
    }
}

#[test]
fn no_single_letter_deletes_for_good_or_quits_where_one_types() {
    for (name, _) in PRESETS {
        let keymap = Keymap::preset(name).unwrap();
        for c in 'a'..='z' {
            let meant = step(&keymap, Place::Panels, &c.to_string());
            assert_ne!(meant, Step::Do(Action::Delete), "{name}, {c}");
            if name == "commander" {
                assert_eq!(meant, Step::Type(Action::Search, c));
            }
        }
    }
}

/// The table of keys that people expect; a column for each preset.
#[test]
fn habits_of_other_programs_hold() {
    let commander = Keymap::preset("commander").unwrap();
    let vim = Keymap::preset("vim").unwrap();
    for (action, in_commander, in_vim) in [
        (Action::Up, "up", "k"),
        (Action::Down, "down", "j"),
        (Action::PageDown, "pagedown", "ctrl-f"),
        (Action::First, "home", "g g"),
        (Action::Last, "end", "G"),
        (Action::HalfUp, "", "ctrl-u"),
        (Action::HalfDown, "", "ctrl-d"),
        (Action::Switch, "tab", "tab"),
        (Action::Mark, "insert", "space"),
        (Action::Mark, "ctrl-t", "insert"),
        (Action::Mark, "shift-down", "shift-down"),
        (Action::MarkRange, "", "v"),
        (Action::MarkGlob, "+", "+"),
        (Action::UnmarkGlob, "-", ""),
        (Action::MarkInvert, "*", "ctrl-r"),
        (Action::View, "f3", "f3"),
        (Action::Edit, "f4", "e"),
        (Action::Open, "enter", "o"),
        (Action::Enter, "ctrl-pagedown", "l"),
        (Action::Copy, "f5", "f5"),
        (Action::CopyHere, "shift-f5", "shift-f5"),
        (Action::Duplicate, "ctrl-d", "c d"),
        (Action::Yank, "", "y"),
        (Action::Cut, "", "x"),
        (Action::Paste, "", "p"),
        (Action::Move, "f6", "f6"),
        (Action::Rename, "shift-f6", "r"),
        (Action::MakeDirectory, "f7", "A"),
        (Action::MakeFile, "shift-f4", "a"),
        (Action::Trash, "f8", "d"),
        (Action::Delete, "shift-delete", "D"),
        (Action::Menu, "f9", "f9"),
        (Action::Quit, "f10", "q"),
        (Action::QuitHere, "shift-f10", "Q"),
        (Action::Help, "f1", "~"),
        (Action::Help, "?", "?"),
        (Action::Palette, "ctrl-p", ":"),
        (Action::Jobs, "ctrl-x j", "w"),
        (Action::Hidden, "alt-.", "."),
        (Action::Hidden, "ctrl-h", ""),
        (Action::Search, "ctrl-s", "/"),
        (Action::Filter, "ctrl-f", "f"),
        (Action::Find, "alt-?", "s"),
        (Action::Find, "alt-f7", "alt-f7"),
        (Action::Bookmarks, "ctrl-\\", "b"),
        (Action::LetterGo, "alt-'", "'"),
        (Action::LetterGive, "", "m"),
        (Action::CompareFiles, "ctrl-x ctrl-d", ""),
        (Action::SwapPanels, "ctrl-u", ""),
        (Action::EqualPanels, "alt-i", ""),
        (Action::Screen, "ctrl-o", ""),
        (Action::Shell, "", "!"),
        (Action::Reload, "ctrl-r", ""),
        (Action::Back, "alt-y", "H"),
        (Action::Forward, "alt-u", "L"),
        (Action::TabNew, "alt-t", "t"),
        (Action::Tab3, "ctrl-x 3", "3"),
        (Action::TabNext, "", "g t"),
        (Action::SortSize, "", ", s"),
        (Action::Mode, "ctrl-x c", ""),
        (Action::Undo, "alt-z", "u"),
        (Action::Suspend, "ctrl-z", "ctrl-z"),
        (Action::Copy, "esc 5", "esc 5"),
        (Action::Quit, "alt-0", "alt-0"),
    ] {
        for (keymap, keys) in [(&commander, in_commander), (&vim, in_vim)] {
            if !keys.is_empty() {
                assert_eq!(step(keymap, Place::Panels, keys), Step::Do(action), "{keys}");
            }
        }
    }
}

#[test]
fn sequences_wait_and_an_unknown_end_means_nothing() {
    let (keymap, mistakes) = read("[panels]\n\"g g\" = \"first\"\n\"g h\" = \"home\"\n");
    assert_eq!(mistakes, [""; 0]);
    assert_eq!(step(&keymap, Place::Panels, "g"), Step::More);
    assert_eq!(step(&keymap, Place::Panels, "g h"), Step::Do(Action::Home));
    assert_eq!(step(&keymap, Place::Panels, "g x"), Step::Nothing);
    let next: Vec<_> = keymap.next(Place::Panels, &Key::sequence("g").unwrap());
    assert_eq!(
        next.iter().map(|(_, meaning)| *meaning).collect::<Vec<_>>(),
        [Next::Do(Action::First), Next::Do(Action::Home)]
    );
}

#[test]
fn the_keys_of_a_users_command_mean_that_command_only_in_the_panels() {
    let text = "[panels]\n\"x\" = \"copy\"\n\"g g\" = \"first\"\n[jobs]\nx = \"cancel\"\n";
    let (mut keymap, _) = read(text);
    let keys = |text: &str| Key::sequence(text).unwrap();
    keymap.bind_commands(vec![Vec::new(), keys("x"), keys("g m")]);
    assert_eq!(step(&keymap, Place::Panels, "x"), Step::Run(1));
    assert_eq!(step(&keymap, Place::Jobs, "x"), Step::Do(Action::Cancel));
    assert_eq!(step(&keymap, Place::Panels, "g"), Step::More);
    assert_eq!(step(&keymap, Place::Panels, "g m"), Step::Run(2));
    let next = keymap.next(Place::Panels, &keys("g"));
    assert_eq!(
        next.iter().map(|it| it.1).collect::<Vec<_>>(),
        [Next::Do(Action::First), Next::Run(2)]
    );
    // A key alone takes the place of the sequences that begin with it.
    keymap.bind_commands(vec![keys("g")]);
    assert_eq!(step(&keymap, Place::Panels, "g"), Step::Run(0));
    assert_eq!(step(&keymap, Place::Panels, "x"), Step::Nothing);
}

#[test]
fn esc_does_its_work_and_still_begins_a_function_key() {
    let (keymap, _) = read("[panels]\nesc = \"escape\"\n\"esc 5\" = \"copy\"\nf5 = \"copy\"\n");
    assert_eq!(step(&keymap, Place::Panels, "esc"), Step::DoAndMore(Action::Escape));
    assert_eq!(step(&keymap, Place::Panels, "esc 5"), Step::Do(Action::Copy));
    assert_eq!(step(&keymap, Place::Panels, "esc f5"), Step::Do(Action::Copy));
    assert_eq!(step(&keymap, Place::Panels, "esc esc"), Step::DoAndMore(Action::Escape));
}

#[test]
fn the_user_comes_before_the_preset() {
    let (mut keymap, _) = read("[panels]\nf5 = \"copy\"\n\"g g\" = \"first\"\nx = \"cut\"\n");
    let text =
        "[panels]\nalt-c = \"copy\"\ng = \"home\"\nx = \"\"\nc = \"cpy\"\nhyper-c = \"copy\"\n";
    let mut reader = Reader::new("config.toml", text);
    let table = reader.entries().remove(0);
    keymap.change(&mut reader, Place::Panels, table);
    let lines: Vec<_> = reader.mistakes().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "config.toml, line 5: no action is called 'cpy' (did you mean 'copy'?)",
            "config.toml, line 6: there is no key 'hyper-c'",
        ]
    );
    assert_eq!(keymap.keys(Place::Panels, Action::Copy).collect::<Vec<_>>(), ["Alt-C", "F5"]);
    assert_eq!(step(&keymap, Place::Panels, "g"), Step::Do(Action::Home));
    assert_eq!(step(&keymap, Place::Panels, "x"), Step::Nothing);
}

#[test]
fn what_the_user_changed_holds_in_the_other_preset_too() {
    let mut keymap = default();
    let mut reader = Reader::new("config.toml", "[panels]\nf5 = \"move\"\n\"ctrl-y\" = \"\"\n");
    let table = reader.entries().remove(0);
    keymap.change(&mut reader, Place::Panels, table);
    let other = keymap.next_preset().unwrap();
    assert_eq!(other.name, "vim");
    assert_eq!(step(&other, Place::Panels, "f5"), Step::Do(Action::Move));
    assert_eq!(step(&other, Place::Panels, "y"), Step::Do(Action::Yank));
    let back = other.next_preset().unwrap();
    assert!(back == keymap);
}

#[test]
fn a_key_that_hides_another_is_a_mistake() {
    let (_, mistakes) = read("[panels]\n\"g g\" = \"first\"\ng = \"home\"\n[shelves]\n[jbos]\n");
    assert_eq!(
        mistakes,
        [
            "test.toml, line 3: 'g g' and 'g' cannot both mean something",
            "test.toml, line 4: nothing is called 'shelves'",
            "test.toml, line 5: nothing is called 'jbos' (did you mean 'jobs'?)",
        ]
    );
}

proptest! {
    #[test]
    fn no_file_breaks_the_reader(text in "(\\[|\\]|panels|jobs|=|\"|g|f5| |\n|copy|#|é|\\\\){0,40}") {
        let (keymap, _) = Keymap::read("x", "x", &text);
        keymap.step(Place::Panels, &[Key::ESC]);
    }
}
