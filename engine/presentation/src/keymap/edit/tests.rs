use super::*;
use crate::keymap::{PRESETS, table};
use crate::settings::Reader;

const FILE: &str = "# Mine.\ntheme = \"dark\" # at night\n\n[keys]\npreset = \"vim\"\n\n[keys.panels]\n\
    # Files that are not needed.\n\"ctrl-d\" = \"trash\"\n\"x y\" = \"copy\" # often\n\n[[command]]\n\
    name = \"Tar\"\nrun = \"tar c %s\"\n";

fn preset(name: &str) -> Vec<Line> {
    let (_, text) = PRESETS.iter().find(|(known, _)| *known == name).unwrap();
    let mut reader = Reader::new(name, text);
    let panels = reader.entries().into_iter().find(|it| it.name == "panels").unwrap();
    table(&mut reader, panels)
}

fn changed(text: &str, change: impl FnOnce(&mut KeysFile)) -> String {
    let mut file = KeysFile::read(text).unwrap();
    change(&mut file);
    file.text()
}

#[test]
fn a_key_is_added_and_everything_else_is_kept() {
    let text = changed(FILE, |file| {
        file.bind("panels", "alt-x", "cut", &preset("commander")).unwrap();
    });
    assert_eq!(text, FILE.replace("# often\n", "# often\nalt-x = \"cut\"\n"));
    let text = changed("", |file| file.bind("jobs", "f9", "pause", &[]).unwrap());
    assert_eq!(text, "[keys.jobs]\nf9 = \"pause\"\n");
    let text = changed("theme = \"dark\"\n", |file| file.bind("jobs", "f9", "pause", &[]).unwrap());
    assert_eq!(text, "theme = \"dark\"\n\n[keys.jobs]\nf9 = \"pause\"\n");
}

#[test]
fn a_preset_that_is_named_in_short_is_kept() {
    let text = changed("keys = \"vim\" # as in vi\n", |file| {
        file.bind("panels", "f5", "move", &preset("vim")).unwrap();
    });
    assert_eq!(text, "# as in vi\n[keys]\npreset = \"vim\"\n\n[keys.panels]\nf5 = \"move\"\n");
    let text = changed("keys = { preset = \"vim\" }\n", |file| {
        file.bind("panels", "f5", "move", &preset("vim")).unwrap();
    });
    let mut reader = Reader::new("f", &text);
    assert_eq!(reader.entries().len(), 1, "{text}");
    assert!(text.contains("preset = \"vim\"") && text.contains("f5 = \"move\""), "{text}");
}

#[test]
fn no_comment_is_lost_whatever_is_changed() {
    let usual = preset("commander");
    let file = "# Head.\nkeys = \"vim\" # vi\ntheme = \"dark\"\n# [jobs]\n# verify = true\n";
    let text = changed(file, |file| file.bind("panels", "f5", "move", &usual).unwrap());
    let order = ["# Head.", "# vi", "theme", "# verify = true", "[keys.panels]", "f5"];
    let places: Vec<_> = order.iter().map(|part| text.find(part)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");

    let file = "[keys.panels]\nx = \"cut\"\n# g = \"undo\"\nf6 = \"trash\" # rarely\n";
    for change in [
        &mut |file: &mut KeysFile| file.bind("panels", "f6", "cut", &usual).unwrap(),
        &mut |file: &mut KeysFile| file.unbind("panels", "f6", &usual).unwrap(),
        &mut |file: &mut KeysFile| file.reset("panels", &["trash", "cut"], &usual),
    ] as [&mut dyn FnMut(&mut KeysFile); 3]
    {
        let text = changed(file, change);
        assert!(text.contains("# g = \"undo\"\n# rarely\n"), "{text}");
        KeysFile::read(&text).unwrap();
    }

    let only = "# theme = \"dark\"\n# keys = \"vim\"\n";
    let text = changed(only, |file| file.bind("panels", "f5", "move", &usual).unwrap());
    assert_eq!(text, format!("{only}\n[keys.panels]\nf5 = \"move\"\n"));
}

#[test]
fn lines_end_as_before() {
    let text =
        changed("theme = \"dark\"\r\n", |file| file.bind("jobs", "f9", "pause", &[]).unwrap());
    assert_eq!(text, "theme = \"dark\"\r\n\r\n[keys.jobs]\r\nf9 = \"pause\"\r\n");
}

#[test]
fn what_could_never_be_finished_gives_way() {
    // Both spellings are one key.
    let text = changed(FILE, |file| {
        file.bind("panels", "Ctrl-D", "cut", &preset("commander")).unwrap();
    });
    assert!(text.contains("\"ctrl-d\"") != text.contains("Ctrl-D = \"cut\""), "{text}");
    // The comment of a line that is replaced is kept.
    assert!(text.contains("# Files that are not needed."), "{text}");
    let text = changed(FILE, |file| {
        file.bind("panels", "x", "cut", &preset("commander")).unwrap();
    });
    assert!(!text.contains("x y") && text.contains("x = \"cut\""), "{text}");
}

#[test]
fn a_key_of_the_preset_is_taken_away_by_a_line_and_one_of_the_users_by_its_removal() {
    let usual = preset("commander");
    let text = changed(FILE, |file| file.unbind("panels", "ctrl-d", &[]).unwrap());
    assert!(!text.contains("ctrl-d") && text.contains("# Files that are not needed."), "{text}");
    let text = changed("", |file| file.unbind("panels", "f5", &usual).unwrap());
    assert_eq!(text, "[keys.panels]\nf5 = \"\"\n");
    // Where the file changed its meaning, that of the preset returns.
    let changed_before = "[keys.panels]\nf5 = \"cut\"\n";
    let back = changed(changed_before, |file| file.unbind("panels", "f5", &usual).unwrap());
    assert_eq!(back, "[keys.panels]\n");
    // The same key again needs no line.
    let text = changed(&text, |file| {
        file.unbind("panels", "f5", &[]).unwrap();
        file.bind("panels", "f5", "copy", &usual).unwrap();
    });
    assert_eq!(text, "[keys.panels]\n");
}

#[test]
fn a_reset_concerns_the_actions_that_are_meant_alone() {
    let usual = preset("commander");
    let text = "[keys.panels]\nf5 = \"\"\nf6 = \"trash\"\nx = \"copy\"\ny = \"suspend\"\n";
    let of_copy = changed(text, |file| file.reset("panels", &["copy"], &usual));
    assert_eq!(of_copy, "[keys.panels]\nf6 = \"trash\"\ny = \"suspend\"\n");
    let of_move = changed(text, |file| file.reset("panels", &["move"], &usual));
    assert!(!of_move.contains("f6") && of_move.contains("f5 = \"\""), "{of_move}");
    assert_eq!(changed(text, |file| file.reset("jobs", &["copy"], &usual)), text);
}

#[test]
fn a_key_that_a_terminal_sends_alike_gives_way() {
    let file = "[keys.panels]\n# Mine.\nctrl-m = \"cut\"\nx = \"copy\"\n";
    let text = changed(file, |file| {
        file.bind("panels", "enter", "rename", &preset("commander")).unwrap();
    });
    assert_eq!(text, "[keys.panels]\n# Mine.\nx = \"copy\"\nenter = \"rename\"\n");
}

#[test]
fn a_command_loses_its_key_to_an_action_of_the_panels() {
    let file = "[[command]]\nname = \"Tar\"\nrun = \"tar c %s\"\n# As in mc.\nkey = \"ctrl-i\"\n\n\
        [[command]]\nname = \"Sync\"\nkey = \"g s\"\nrun = \"sync\"\n";
    let usual = preset("commander");
    let bound = |keys| changed(file, |file| file.bind("panels", keys, "cut", &usual).unwrap());
    let text = bound("tab");
    assert!(!text.contains("ctrl-i") && text.contains("g s"), "{text}");
    assert!(text.contains("# As in mc."), "{text}");
    let text = bound("g");
    assert!(text.contains("ctrl-i") && !text.contains("g s"), "{text}");
    assert_eq!(
        changed(&text, |file| file.bind("jobs", "tab", "cut", &[]).unwrap())
            .matches("ctrl-i")
            .count(),
        1
    );
    let inline = "command = [{ name = \"Tar\", run = \"tar\", key = \"g s\" }]\n";
    let text = changed(inline, |file| file.bind("panels", "g s", "cut", &usual).unwrap());
    assert!(text.contains("run = \"tar\"") && !text.contains("key ="), "{text}");
}

#[test]
fn after_a_reset_no_key_hides_those_of_the_preset() {
    let usual = preset("commander");
    let (_, action) = ("ctrl-x h", meaning(&usual, &Key::sequence("ctrl-x h").unwrap()).unwrap());
    let text = "[keys.panels]\nctrl-x = \"cut\"\n\"f5 f5\" = \"cut\"\ny = \"cut\"\n";
    let reset = |actions: &[&str]| changed(text, |file| file.reset("panels", actions, &usual));
    assert_eq!(reset(&[action]), text.replace("ctrl-x = \"cut\"\n", ""));
    assert_eq!(reset(&["copy"]), text.replace("\"f5 f5\" = \"cut\"\n", ""));
    // A key without a meaning hides nothing, and that of Tab at a terminal does.
    let text = "[keys.panels]\nctrl-x = \"\"\nctrl-i = \"cut\"\n";
    let reset = |actions: &[&str]| changed(text, |file| file.reset("panels", actions, &usual));
    assert_eq!(reset(&[action]), text);
    assert_eq!(reset(&["switch-panel"]), text.replace("ctrl-i = \"cut\"\n", ""));
}

#[test]
fn a_file_that_is_no_toml_is_not_changed() {
    let why = KeysFile::read("a = 1\nb = = 2\n").unwrap_err();
    assert!(why.starts_with("line 2: "), "{why}");
    let mut file = KeysFile::read("keys = 5\n").unwrap();
    assert!(file.bind("panels", "f5", "move", &[]).is_err());
    assert!(file.bind("panels", "hyper-x", "move", &[]).unwrap_err().contains("no key"));
    assert_eq!(file.text(), "keys = 5\n");
}

#[test]
fn a_command_gets_keys_and_loses_them() {
    let text = changed(FILE, |file| file.bind_command("Tar", "x").unwrap());
    // `x y` could never be finished beside it.
    let without = FILE.replace("\"x y\" = \"copy\" # often\n", "");
    assert_eq!(text.replace("# often\n", ""), format!("{without}key = \"x\"\n"));
    let other =
        format!("{text}\n[[command]]\nname = \"Zip\"\nrun = \"zip\"\nkey = \"alt-z\" # mine\n");
    let moved = changed(&other, |file| file.bind_command("Zip", "x").unwrap());
    assert!(!moved.contains("key = \"x\"\n"), "{moved}");
    assert!(moved.contains("key = \"x\" # mine\n"), "{moved}");
    let none = changed(&moved, |file| file.unbind_command("Zip"));
    assert!(!none.contains("key ="), "{none}");
    let inline =
        "command = [{ name = \"A\", run = \"a\" }, { name = \"B\", run = \"b\", key = \"g\" }]\n";
    let text = changed(inline, |file| file.bind_command("A", "g t").unwrap());
    let lists = |text: &str| KeysFile::read(text).is_ok() && text.contains("key = \"g t\"");
    assert!(lists(&text) && !text.contains("key = \"g\""), "{text}");
    let mut file = KeysFile::read(FILE).unwrap();
    assert!(
        file.bind_command("Nothing", "g").is_err() && file.bind_command("Tar", "no-key").is_err()
    );
    assert_eq!(file.text(), FILE);
}
