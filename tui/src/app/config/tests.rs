//! Tests of reading configurations.

use super::*;
use crate::app::action::Action;
use crate::app::key::Key;
use crate::app::keymap::Step;
use crate::app::look::Role;
use crate::app::theme;

const SAMPLE: &str = include_str!("../../../../assets/config.toml");

fn nothing(_: &Path) -> io::Result<String> {
    Err(io::ErrorKind::NotFound.into())
}

fn read_with(text: &str, load: Load<'_>) -> (Config, Vec<String>) {
    let (config, mistakes) =
        Config::read("config.toml", text, None, Some(Path::new("/home/anna")), load);
    (config, mistakes.iter().map(ToString::to_string).collect())
}

fn read(text: &str) -> (Config, Vec<String>) {
    read_with(text, &nothing)
}

fn step(config: &Config, keys: &str) -> Step {
    config.keymap.step(Place::Panels, &Key::sequence(keys).unwrap())
}

#[test]
fn the_sample_says_what_is_so_anyway() {
    assert_eq!(read(SAMPLE), (Config::default(), Vec::new()));
    // All of it, not only its tables.
    let live: Vec<_> = SAMPLE
        .lines()
        .map(|line| line.strip_prefix("#").filter(|it| !it.starts_with(' ')).unwrap_or(line))
        .collect();
    let (config, mistakes) = read(&live.join("\n"));
    assert_eq!(mistakes, [""; 0]);
    assert!(config == Config::default());
    for name in NAMES {
        let is_told = live.iter().any(|line| {
            line.starts_with(&format!("{name} ="))
                || [format!("[{name}]"), format!("# [[{name}]]")].iter().any(|it| it == line)
        });
        assert!(is_told, "{name}");
    }
}

#[test]
fn columns_are_read_in_their_order_and_once() {
    let (config, mistakes) = read("columns = [\"time\", \"size\", \"time\", \"linsk\"]");
    assert_eq!(config.columns, [Column::Time, Column::Size]);
    let wrong = "config.toml, line 1: no column is called 'linsk' (did you mean 'links'?)";
    assert_eq!(mistakes, [wrong]);
    let (config, mistakes) = read("columns = [\"owner:12\", \"size\", \"time:99\"]");
    assert_eq!(config.columns, [Column::Owner, Column::Size]);
    let widths = [Column::Owner, Column::Size].map(|column| config.widths.get(column));
    assert_eq!(widths, [Some(12), None]);
    let wrong = "config.toml, line 1: 'time:99': the width of 'time' is from 6 to 40";
    assert_eq!(mistakes, [wrong]);
}

#[test]
fn commands_of_the_user_are_read_and_what_is_wrong_in_one_costs_that_one() {
    let text = "[[command]]\nname = \"Pack\"\nrun = \"tar cf x.tar %s\"\nkey = \"g m\"\nwait = false\n\
        [[command]]\nname = \"No line\"\n\
        [[command]]\nname = \"Late\"\nrun = \"true\"\nkey = \"g m\"\n\
        [[command]]\nname = \"Odd\"\nrun = \"true\"\nkey = \"no\"\nspeed = 1\n\
        [[command]]\nname = \"Pack\"\nrun = \"false\"\n";
    let (config, mistakes) = read(text);
    let names: Vec<_> = config.commands.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Pack", "Late", "Odd"]);
    let first = &config.commands[0];
    assert_eq!((first.run.to_str(), first.waits), (Some("tar cf x.tar %s"), false));
    assert_eq!(first.keys, Key::sequence("g m").unwrap());
    assert!(config.commands[1..].iter().all(|it| it.keys.is_empty() && it.waits));
    assert_eq!(
        mistakes,
        [
            "config.toml, line 6: a command needs a 'name' and what to 'run'",
            "config.toml, line 11: 'Pack' has the key 'g m' already",
            "config.toml, line 15: there is no key 'no'",
            "config.toml, line 16: nothing is called 'speed'",
            "config.toml, line 17: there is a command 'Pack' already",
        ]
    );
    let (_, mistakes) = read("command = \"ls\"");
    assert_eq!(
        mistakes,
        ["config.toml, line 1: 'command' must be a list: write [[command]], not a string"]
    );
}

#[test]
fn everything_can_be_set() {
    let text = r#"
        language = "de"
        theme = "light"
        ascii = true
        icons = true
        mouse = false
        remember = false
        hidden = true
        sort = "size"
        reverse = true
        directories-first = false
        panels = 1
        preview = true
        pictures = "sixel"
        drawer = false
        editor = "vi -R"
        opener = "open"
        notify = "osc9"
        bookmarks = ["~/src", "/mnt/caf\\xe9", "~"]
        [keys]
        preset = "vim"
        panels = { x = "copy", d = "" }
        [jobs]
        on-conflict = "newer"
        on-error = "skip"
        preserve = "mode"
        verify = true
        symlinks = "follow"
    "#;
    let (config, mistakes) = read(text);
    assert_eq!(mistakes, [""; 0]);
    let theme = Wanted::Theme(Box::new(*theme::light()));
    let order = Order { key: SortKey::Size, descending: true, directories_first: false };
    let jobs = Choices {
        on_conflict: OnConflict::Newer,
        on_error: OnError::Skip,
        preserve_all: false,
        verify: true,
        follow: true,
    };
    let mark = step(&config, "space");
    assert_eq!((step(&config, "x"), step(&config, "d")), (Step::Do(Action::Copy), Step::Nothing));
    assert_eq!((config.keymap.name.as_str(), mark), ("vim", Step::Do(Action::Mark)));
    assert_eq!(config.bookmarks[0], Path::new("/home/anna/src"));
    assert_eq!(config.bookmarks[2], Path::new("/home/anna"));
    assert_eq!(config.bookmarks[1].as_os_str().as_encoded_bytes(), b"/mnt/caf\xe9");
    let found = Config { keymap: keymap::default(), bookmarks: Vec::new(), ..config };
    let wanted = Config {
        language: Some(Language::German),
        theme,
        ascii: true,
        icons: true,
        mouse: false,
        remember: false,
        hidden: true,
        order,
        one_panel: true,
        preview: true,
        pictures: Some(crate::app::viewer::Pixels::Sixel),
        drawer: false,
        editor: Some("vi -R".into()),
        opener: Some("open".into()),
        notify: Notify::Osc9,
        jobs,
        ..Config::default()
    };
    assert_eq!(found, wanted);
}

#[test]
fn each_mistake_is_one_line_and_the_rest_counts() {
    let text = "hiden = true\ntheme = \"drak\"\nkeys = \"vmi\"\npanels = 3\nhidden = true\n\
        [jobs]\non-conflict = \"replace\"\nlane = 1\n";
    let (config, mistakes) = read(text);
    assert_eq!(
        mistakes,
        [
            "config.toml, line 1: nothing is called 'hiden' (did you mean 'hidden'?)",
            "config.toml, line 2: no theme is called 'drak' (did you mean 'dark'?)",
            "config.toml, line 3: no keymap is called 'vmi' (did you mean 'vim'?)",
            "config.toml, line 4: 'panels' is from 1 to 2",
            "config.toml, line 7: 'on-conflict' can be 'ask', 'skip', 'overwrite', 'newer', 'larger' or \
            'rename', not 'replace'",
            "config.toml, line 8: nothing is called 'lane'",
        ]
    );
    assert_eq!(config, Config { hidden: true, ..Config::default() });
    let (_, mistakes) = read("[keys.panels]\nf5 = \"cpy\"\n[keys.drawer]\n");
    assert_eq!(
        mistakes,
        [
            "config.toml, line 2: no action is called 'cpy' (did you mean 'copy'?)",
            "config.toml, line 3: nothing is called 'drawer'",
        ]
    );
}

#[test]
fn keymaps_and_themes_of_the_users_own_are_beside_the_file() {
    let load = |path: &Path| match path.to_str() {
        Some("keymaps/mine.toml") => Ok("[panels]\nx = \"copy\"\ny = \"cpy\"\n".to_owned()),
        Some("themes/mine.toml") => Ok("mark = \"#010203\"\n".to_owned()),
        Some("../other.toml") => Err(io::ErrorKind::PermissionDenied.into()),
        _ => nothing(path),
    };
    let (config, mistakes) = read_with("keys = \"mine\"\ntheme = \"mine\"\n", &load);
    let line = "keymaps/mine.toml, line 3: no action is called 'cpy' (did you mean 'copy'?)";
    assert_eq!(mistakes, [line]);
    assert_eq!(step(&config, "x"), Step::Do(Action::Copy));
    let Wanted::Theme(theme) = config.theme else { panic!("{:?}", config.theme) };
    assert_eq!(theme.text(Role::Mark).rgb, [1, 2, 3]);
    let (_, mistakes) = read_with("keys = \"../other.toml\"\n", &load);
    assert_eq!(mistakes, ["config.toml, line 1: cannot read '../other.toml': permission denied"]);
}

#[test]
fn no_mistake_steers_the_terminal() {
    let (_, mistakes) = read("\"\\u001b[2J\" = 1\n");
    assert_eq!(mistakes, [r"config.toml, line 1: nothing is called '\x1b[2J'"]);
}

#[test]
fn a_name_like_no_other_is_answered_with_all_there_are() {
    let load = |_: &Path| Err(io::Error::from(io::ErrorKind::NotFound));
    let wrong = theme_named("qqqqqq", &load).unwrap_err();
    assert!(wrong.starts_with("no theme is called 'qqqqqq'; there are "), "{wrong}");
    assert!(wrong.contains("dark") && wrong.contains("mono"), "{wrong}");
}

#[test]
fn a_command_that_takes_a_key_from_an_action_is_noted() {
    let command =
        |key: &str| format!("[[command]]\nname = \"Mine\"\nrun = \"true\"\nkey = \"{key}\"\n");
    let (config, mistakes) = read(&command("f5"));
    assert!(mistakes.is_empty(), "it may be wanted: {mistakes:?}");
    assert_eq!(config.replaced_keys(), ["note: the command 'Mine' takes F5 from 'copy'"]);
    let (config, _) = read(&command("alt-b x"));
    assert_eq!(config.replaced_keys(), ["note: the command 'Mine' takes Alt-B from 'user-menu'"]);
    let (config, _) = read(&(command("f5") + "[keys.panels]\nf5 = \"\"\n"));
    assert_eq!(config.replaced_keys(), [] as [String; 0], "the user has freed the key");
    assert!(read(&command("ctrl-alt-f9")).0.replaced_keys().is_empty());
}

#[test]
fn a_key_that_the_user_gives_both_to_a_command_and_to_an_action_is_told_at_the_start() {
    let both = |key: &str, bound: &str| {
        let command = format!("[[command]]\nname = \"Mine\"\nrun = \"true\"\nkey = \"{key}\"\n");
        // The tables may stand in any order.
        let keys = format!("[keys.panels]\n\"{bound}\" = \"copy\"\n");
        let line = "line 6: the command 'Mine' takes the key";
        let told = format!("config.toml, {line} '{bound}' from 'copy'");
        (read(&(command.clone() + &keys)).1, read(&(keys + &command)).1.len(), told)
    };
    for (key, bound) in [("F9", "f9"), ("ctrl-i", "tab"), ("alt-b x", "alt-b")] {
        let (mistakes, turned, told) = both(key, bound);
        assert_eq!((mistakes, turned), (vec![told], 1));
    }
    assert_eq!(both("f9", "f8").0, [] as [String; 0]);
}

#[test]
fn what_is_no_regular_file_is_refused_and_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("config.toml");
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    let (_, mistakes) = files::load(Some(dir.path()), None, &files::Overrides::default()).unwrap();
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["config.toml: cannot be read: it is not a regular file"]);
    let asked = files::Overrides { file: Some(file.clone()), ..files::Overrides::default() };
    let told = files::load(None, None, &asked).unwrap_err();
    assert_eq!(told, format!("cannot read '{}': it is not a regular file", file.display()));
}
