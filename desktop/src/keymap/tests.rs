#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use super::*;

fn user(text: &str) -> User {
    User { text: text.to_owned(), ..User::default() }
}

fn action<'a>(pairs: &'a [(String, String)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(name, _)| name == key).map(|(_, action)| action.as_str())
}

#[test]
fn presets_are_whole_and_without_mistakes() {
    for (name, _) in PRESETS {
        let (keymap, mistakes) = user("").keymap(name);
        assert_eq!(mistakes, [""; 0]);
        assert_eq!(keymap.preset, name);
        assert!(keymap.panels.len() > 50 && keymap.jobs.len() > 20, "{name}");
    }
    let (keymap, _) = user("").keymap("commander");
    assert_eq!(action(&keymap.panels, "f5"), Some("copy"));
    assert_eq!(keymap.typing, "search");
}

#[test]
fn keys_of_the_user_replace_those_of_the_preset() {
    let text = "[keys.panels]\n\"F5\" = \"move\"\n\"delete\" = \"\"\n\"ctrl-x\" = \"cut\"\n\
        [keys.jobs]\n\"x\" = \"cancel\"\n";
    let (keymap, mistakes) = user(text).keymap("commander");
    assert_eq!(mistakes, [""; 0]);
    let of = |key| action(&keymap.panels, key);
    assert_eq!((of("F5"), of("f5")), (Some("move"), None));
    assert_eq!((of("delete"), of("ctrl-x")), (None, Some("cut")));
    // What can never be finished any more means nothing.
    assert_eq!(of("ctrl-x h"), None);
    assert_eq!(of("shift-delete"), Some("delete"));
    assert_eq!(keymap.jobs.first(), Some(&("x".to_owned(), "cancel".to_owned())));
}

#[test]
fn a_mistake_costs_its_own_line() {
    let text = "theme = \"mono\"\n[keys]\npreset = \"vim\"\nviewr = {}\n[keys.panels]\n\
        \"hyper-x\" = \"copy\"\n\"f5\" = 5\n\"g x\" = \"cut\"\n\"g\" = \"copy\"\n\"f6\" = \"copy\"\n\"f8\" = \"cpy\"\nnonsense\n";
    let user = user(text);
    assert_eq!(user.preset().as_deref(), Some("vim"));
    let (keymap, mistakes) = user.keymap("commander");
    assert_eq!(action(&keymap.panels, "f6"), Some("copy"));
    assert_eq!(action(&keymap.panels, "f5"), Some("copy"));
    let expected = [
        "config.toml, line 4: nothing is called 'viewr' (did you mean 'viewer'?)",
        "config.toml, line 6: there is no key 'hyper-x'",
        "config.toml, line 7: 'f5' must be a text in quotes, not an integer",
        "config.toml, line 9: 'g x' and 'g' cannot both mean something",
        "config.toml, line 11: no action is called 'cpy' (did you mean 'copy'?)",
    ];
    assert_eq!(mistakes[..5], expected);
    assert!(mistakes[5].starts_with("config.toml, line 12: "), "{mistakes:#?}");
}

#[test]
fn a_keymap_of_the_users_own_is_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("keymaps")).unwrap();
    fs::write(
        dir.path().join("keymaps/mine.toml"),
        "typing = \"filter\"\n[panels]\nc = \"copy\"\n",
    )
    .unwrap();
    fs::write(dir.path().join(FILE), "keys = \"mine\"\n").unwrap();
    let user = User::of(Some(dir.path().to_owned()));
    assert_eq!(user.preset().as_deref(), Some("mine"));
    let (keymap, mistakes) = user.keymap("mine");
    assert_eq!((keymap.typing.as_str(), mistakes.len()), ("filter", 0));
    assert_eq!(keymap.panels, [("c".to_owned(), "copy".to_owned())]);
    let (keymap, mistakes) = user.keymap("nobody's");
    assert_eq!((keymap.preset.as_str(), mistakes.len()), ("commander", 1));
}

#[test]
fn the_language_is_that_of_the_file_and_a_wrong_one_is_told() {
    let of = |text: &str| user(text).language();
    assert_eq!(of("language = \"de\"\nkeys = \"vim\"\n"), Some(Language::German));
    assert_eq!(of("language = \"en\"\n"), Some(Language::English));
    for other in ["", "language = \"auto\"\n", "language = \"dutch\"\n", "language = 5\n"] {
        assert_eq!(of(other), None, "{other}");
    }
    let (_, mistakes) = user("language = \"de\"\n").keymap("commander");
    assert_eq!(mistakes, [""; 0]);
    let (_, mistakes) = user("language = \"dutch\"\n").keymap("commander");
    assert!(mistakes.len() == 1 && mistakes[0].contains("language"), "{mistakes:?}");
}

#[test]
fn commands_of_the_user_have_their_keys_in_the_panels_and_mistakes_are_told() {
    let text = "[[command]]\nname = \"Tar\"\nrun = \"tar\"\nkey = \"f5\"\n\
        [[command]]\nname = \"Late\"\nrun = \"late\"\nkey = \"F5\"\n\
        [[command]]\nname = \"Short\"\nrun = \"true\"\nkey = \"ctrl-x\"\n\
        [[command]]\nname = \"Tar\"\nrun = \"other\"\nkey = \"f6\"\n\
        [[command]]\nname = \"No line\"\n";
    let (keymap, mistakes) = user(text).keymap("commander");
    let pair = |keys: &str, name: &str| (keys.to_owned(), name.to_owned());
    assert_eq!(keymap.commands, [pair("f5", "Tar"), pair("ctrl-x", "Short")]);
    let of = |key| action(&keymap.panels, key);
    assert_eq!((of("f5"), of("ctrl-x h"), of("f6")), (None, None, Some("move")));
    assert_eq!(
        mistakes,
        [
            "config.toml, line 8: 'Tar' has the key 'F5' already",
            "config.toml, line 13: there is a command 'Tar' already",
            "config.toml, line 17: a command needs a 'name' and what to 'run'",
        ]
    );
    let names: Vec<_> = user(text).commands().into_iter().map(|it| it.run).collect();
    assert_eq!(names, ["tar", "late", "true"]);
}
