//! How the project speaks: words that leave the reader to guess who acts are in no comment and no text.
//!
//! `whoever`, `somebody` and `nobody` stand for a worker, a process, a user or another program, and the
//! reader has to find out which. The longer lists are for what users read: documents, the English catalogues of the
//! screens, and the help in the code of the commands.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Words that name no one.
const VAGUE: &str = r"(?i)\b(whoever|somebody|nobody)\b";

/// What else users do not read: riddles, and sentences that were translated.
const RIDDLES: &str = r"(?i)\b(what is in the way|what was asked|gives up|go(es)? on)\b";

/// Idioms that were translated, which nothing says that a program itself shows.
const IDIOMS: &str =
    r"(?i)\b(gone|anew|as ever|all the same|in the end|tak(es|en) (it |that |them )?back)\b";

/// Documents and texts for users.
const TEXTS: [&str; 10] = [
    "README.md",
    "assets/manual",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "BENCHMARKS.md",
    "desktop/README.md",
    "assets/config.toml",
    "assets/man",
    CATALOGUES,
];

/// The English texts of both apps.
const CATALOGUES: &str = "assets/locales/en";

/// Their German texts.
const GERMAN: &str = "assets/locales/de";

/// Code whose strings are the help and the messages of the commands.
const COMMANDS: [&str; 2] = ["tui/src/cli", "tui/src/queue"];

/// What describes the programs to their users.
const MANUALS: [&str; 4] = ["README.md", "desktop/README.md", "assets/man", "assets/manual"];

/// Where code is.
const CODE: [&str; 4] = ["engine", "tui/src", "desktop/src", "ui-web/src"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files below a path, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries.flat_map(|path| files(&path)).collect();
    found.sort();
    found
}

/// The lines of a text in which a pattern occurs, with their place.
fn lines(path: &Path, text: &str, pattern: &Regex) -> Vec<String> {
    let place = path.strip_prefix(root()).unwrap().display();
    let hits = text.lines().enumerate().filter(|(_, line)| pattern.is_match(line));
    hits.map(|(at, line)| format!("{place}:{}: {}", at + 1, line.trim())).collect()
}

/// A source with everything but its comments blanked out.
fn comments(source: &str) -> String {
    let comment = Regex::new(r"(^|\s)(//.*)$|^\s*(/?\*.*)$").unwrap();
    let only = |line| comment.find(line).map_or("", |found| found.as_str());
    source.lines().map(only).collect::<Vec<&str>>().join("\n")
}

/// A source with everything but its strings blanked out, up to its tests.
fn strings(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let token = Regex::new(r#"(?s)//[^\n]*|'(?:[^'\\]|\\.)'|"(?:[^"\\]|\\.)*"|\n|."#).unwrap();
    let only = |token: &str| match token.chars().next() {
        Some('"') => token.to_owned(),
        Some('\n') => "\n".to_owned(),
        _ => String::new(),
    };
    token.find_iter(code).map(|found| only(found.as_str())).collect()
}

/// A catalogue with the names of its messages and its comments blanked out.
fn values(catalogue: &str) -> String {
    let name = Regex::new(r"(?m)^(#.*|[a-z][\w-]* =)").unwrap();
    name.replace_all(catalogue, "").into_owned()
}

/// What the programs say in English: their places, and the texts.
fn said() -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf, part: fn(&str) -> String| {
        fs::read_to_string(&path).ok().map(|text| (path, part(&text)))
    };
    let below = |path: &str| files(&root().join(path));
    let catalogues = below(CATALOGUES).into_iter().filter_map(|path| read(path, values));
    let commands = COMMANDS.iter().flat_map(|path| below(path));
    let commands = commands.filter_map(|path| read(path, strings));
    let manuals = MANUALS.iter().flat_map(|path| below(path));
    let manuals = manuals.filter_map(|path| read(path, str::to_owned));
    catalogues.chain(commands).chain(manuals).collect()
}

#[test]
fn comments_name_who_acts() {
    let vague = Regex::new(VAGUE).unwrap();
    let mut found = Vec::new();
    for path in CODE.iter().flat_map(|dir| files(&root().join(dir))) {
        let kind = path.extension().and_then(|extension| extension.to_str());
        if matches!(kind, Some("rs" | "ts" | "svelte" | "css")) {
            let text = comments(&fs::read_to_string(&path).unwrap());
            found.extend(lines(&path, &text, &vague));
        }
    }
    assert!(found.is_empty(), "{} lines\n{}", found.len(), found.join("\n"));
}

#[test]
fn texts_for_users_are_plain() {
    let mut found = Vec::new();
    for pattern in [VAGUE, RIDDLES].map(|pattern| Regex::new(pattern).unwrap()) {
        for path in TEXTS.iter().flat_map(|text| files(&root().join(text))) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            found.extend(lines(&path, &text, &pattern));
        }
    }
    assert!(found.is_empty(), "{} lines\n{}", found.len(), found.join("\n"));
}

#[test]
fn screens_and_help_are_plain() {
    let said = said();
    let mut found = Vec::new();
    for pattern in [VAGUE, RIDDLES, IDIOMS].map(|pattern| Regex::new(pattern).unwrap()) {
        for (path, text) in &said {
            found.extend(lines(path, text, &pattern));
        }
    }
    assert!(found.is_empty(), "{} lines\n{}", found.len(), found.join("\n"));
}

/// German words for which the catalogues have another one, and `du` and `Sie`: texts ask as buttons do, `Ordner wählen`.
const OTHER_GERMAN: &str = r"(?x)
    \b(\p{L}*([Ll]aufwerk|[Ff]estplatte|[Vv]erzeichnis|[Vv]organg|Snapshot|Hardlink|Computer)\p{L}*
    | Platte | Jobs? | [Dd]u | [Dd]ir | [Dd]ich | [Dd]eine?[mnrs]? )\b
    | \b\p{L}+en\ Sie\b";

/// German texts are written with „these“ quotes, and with a space before the sign for more to come.
const OTHER_SIGNS: &str = r#"[“”]\p{L}|"\p{L}|\p{L}"|»|«|\.\.\.|\p{L}…$"#;

#[test]
fn german_texts_have_one_word_for_one_thing() {
    let mut found = Vec::new();
    for path in files(&root().join(GERMAN)) {
        // Other words that people look for are what these messages are for.
        let searched = |line: &&str| !line.contains("-also-") && !line.contains("-words = ");
        let text = fs::read_to_string(&path).unwrap();
        let text = text.lines().map(|line| if searched(&line) { line } else { "" });
        let text = values(&text.collect::<Vec<_>>().join("\n"));
        for pattern in [OTHER_GERMAN, OTHER_SIGNS].map(|pattern| Regex::new(pattern).unwrap()) {
            found.extend(lines(&path, &text, &pattern));
        }
    }
    assert!(found.is_empty(), "{} lines\n{}", found.len(), found.join("\n"));
}

#[test]
fn strings_and_values_are_found_and_nothing_else_is() {
    let source = "// \"no\"\nlet gone = ('\"', \"a \\\"b\n c\");\n#[cfg(test)]\nlet x = \"no\";";
    assert_eq!(strings(source), "\n\"a \\\"b\n c\"\n");
    let catalogue = "# gone\nfolder-gone = It left\nfew = { $n ->\n   *[other] many\n}\n";
    assert_eq!(values(catalogue), "\n It left\n { $n ->\n   *[other] many\n}\n");
}

#[test]
fn comments_are_found_and_code_is_not() {
    let source =
        "let nobody = 1; // a comment\n/// Docs.\n/* block\n * more */\nlet url = \"a//b\";";
    assert_eq!(comments(source), " // a comment\n/// Docs.\n/* block\n * more */\n");
}
