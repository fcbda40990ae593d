//! Tests the texts of the apps: each language has all of them, code asks for those that exist with the variables
//! that they name, and none is left that no code asks for.
//!
//! `FCP_BLESS=1` rewrites the types by which the page of the window knows its texts.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fcp_presentation::language::Language;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use regex::Regex;

/// Texts whose identifiers code puts together, by how those begin; a test of that code asks for each of them, or the types
/// of the page do.
const PUT_TOGETHER: &[&str] = &[
    "action-",
    "answer-of-",
    "configured-",
    "errno-",
    "missing-",
    "window-comparison-actions-",
    "window-comparison-verdicts-",
    "window-error-reasons-",
    "window-error-steps-",
    "window-jobs-at-work-",
    "window-jobs-travel-",
    "window-jobs-outcomes-",
    "window-jobs-verbs-",
    "window-plan-verbs-",
    "window-question-conditions-",
    "window-question-files-",
    "window-question-rest-",
    "window-report-skipped-",
];

/// A message: its file, and the names of its variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Message {
    file: String,
    variables: BTreeSet<String>,
}

type Messages = BTreeMap<String, Message>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Adds the variables of a pattern.
fn variables(pattern: &Pattern<String>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, found);
        }
    }
}

fn of_expression(expression: &Expression<String>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, found),
        Expression::Select { selector, variants } => {
            of_inline(selector, found);
            for variant in variants {
                variables(&variant.value, found);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<String>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.clone());
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                of_inline(argument, found);
            }
        }
        InlineExpression::Placeable { expression } => of_expression(expression, found),
        _ => {}
    }
}

/// Reads all messages of a language.
fn messages(language: Language) -> Messages {
    let folder = root().join("assets/locales").join(language.code());
    let mut all = Messages::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let mut found = Message { file: file.clone(), ..Message::default() };
            assert!(message.attributes.is_empty(), "{file}: {} has attributes", message.id.name);
            let value =
                message.value.unwrap_or_else(|| panic!("{file}: {} is empty", message.id.name));
            variables(&value, &mut found.variables);
            let before = all.insert(message.id.name.clone(), found);
            assert!(before.is_none(), "{file}: {} stands twice", message.id.name);
        }
    }
    all
}

/// Gives the sources below a folder, and what each contains.
fn sources(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | "node_modules" | "dist" | "bindings") {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

fn rust() -> Vec<(String, String)> {
    ["engine", "tui/src", "desktop/src"]
        .into_iter()
        .flat_map(|folder| sources(folder, &[".rs"]))
        .collect()
}

/// Gives what stands between the parenthesis that opens here and the one that closes it.
fn inside(text: &str) -> &str {
    let (mut depth, mut at) = (1, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'"' => at = end_of_string(bytes, at),
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
        at += 1;
    }
    text
}

/// Gives the place of the quote that ends a string.
fn end_of_string(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Splits arguments at the commas between them.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut at, mut begin, mut found) = (0, 0, 0, Vec::new());
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'"' => at = end_of_string(bytes, at),
            b',' if depth == 0 => {
                found.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found.push(text[begin.min(text.len())..].trim());
    found.retain(|argument| !argument.is_empty());
    found
}

#[test]
fn every_language_has_all_texts_with_the_same_variables() {
    let english = messages(Language::English);
    assert!(!english.is_empty());
    let mut wrong = Vec::new();
    for language in Language::ALL.into_iter().skip(1) {
        let other = messages(language);
        for (id, message) in &english {
            match other.get(id) {
                None => wrong.push(format!("{}: {id} is missing", language.code())),
                Some(found) if found != message => {
                    wrong.push(format!(
                        "{}: {id} is {found:?}, in English {message:?}",
                        language.code()
                    ));
                }
                Some(_) => {}
            }
        }
        for id in other.keys().filter(|id| !english.contains_key(*id)) {
            wrong.push(format!("{}: {id} is not in English", language.code()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_programs_contain_all_files_that_they_need() {
    let list =
        fs::read_to_string(root().join("engine/presentation/src/language/catalogue.rs")).unwrap();
    for message in
        messages(Language::English).values().filter(|message| !message.file.starts_with("window-"))
    {
        assert!(
            list.contains(&format!("/{}\"", message.file)),
            "catalogue.rs does not name {}",
            message.file
        );
    }
}

#[test]
fn code_asks_for_texts_that_exist_with_the_variables_that_they_name() {
    let known = messages(Language::English);
    let call = Regex::new(r"\btr!\(").unwrap();
    let (mut wrong, mut calls) = (Vec::new(), 0);
    for (path, text) in rust() {
        // The documentation of the macro itself shows how it is used.
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).fold(
            String::new(),
            |mut code, line| {
                writeln!(code, "{line}").unwrap();
                code
            },
        );
        for found in call.find_iter(&code) {
            calls += 1;
            let arguments = arguments(inside(&code[found.end()..]));
            let Some(id) = arguments.first().map(|id| id.trim_matches('"')) else { continue };
            let given: BTreeSet<_> = arguments[1..]
                .iter()
                .map(|argument| argument.split('=').next().unwrap().trim().to_owned())
                .collect();
            match known.get(id) {
                None => wrong.push(format!("{path}: no text {id}")),
                Some(message) if message.variables != given => {
                    wrong.push(format!(
                        "{path}: {id} names {:?} and gets {given:?}",
                        message.variables
                    ));
                }
                Some(message) if message.file.starts_with("window-") => {
                    wrong.push(format!("{path}: {id} is known to the page alone"));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(calls > 0, "no code asks for a text");
}

#[test]
fn no_text_is_left_that_no_code_asks_for() {
    let mut code = rust();
    code.extend(sources("ui-web/src", &[".ts", ".svelte"]));
    let literal = Regex::new(r#"["']([a-z][a-zA-Z0-9_-]*)["']"#).unwrap();
    let used: BTreeSet<&str> = code
        .iter()
        .flat_map(|(_, text)| {
            literal.captures_iter(text).map(|found| found.get(1).unwrap().as_str())
        })
        .collect();
    let unused: Vec<_> = messages(Language::English)
        .into_keys()
        .filter(|id| !used.contains(id.as_str()))
        .filter(|id| !PUT_TOGETHER.iter().any(|begin| id.starts_with(begin)))
        .collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn the_page_knows_its_texts_and_their_variables() {
    let mut types = String::from(
        "// Generated from assets/locales/en by tests/tests/texts.rs. Do not edit.\n\n\
         /** The texts that the page may ask for, and the variables of each. */\nexport interface Texts {\n",
    );
    let known = messages(Language::English);
    for (id, message) in known.iter().filter(|(_, message)| {
        message.file.starts_with("window-") || message.file.starts_with("shared-")
    }) {
        let names = message.variables.iter().map(|name| format!("{name}: string | number"));
        let names: Vec<_> = names.collect();
        let value = if names.is_empty() {
            "null".to_owned()
        } else {
            format!("{{ {} }}", names.join("; "))
        };
        writeln!(types, "  \"{id}\": {value};").unwrap();
    }
    types.push_str("}\n");
    let path = root().join("ui-web/src/bindings/texts/Texts.ts");
    let committed = fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("FCP_BLESS").is_some() && committed != types {
        fs::write(&path, types).unwrap();
    } else {
        assert!(committed == types, "{} is stale; run with FCP_BLESS=1", path.display());
    }
}

#[test]
fn german_has_one_word_each_for_what_a_job_brings_and_what_it_finds() {
    let other = Regex::new(r"(?i)\b(das neue|das vorhandene|neue ist)\b").unwrap();
    for (path, text) in sources("assets/locales/de", &[".ftl"]) {
        let found: Vec<&str> = text.lines().filter(|line| other.is_match(line)).collect();
        assert!(found.is_empty(), "{path}: say Quelle and Vorhandenes: {found:#?}");
    }
}

/// English words with a German word that is kept for something else, such as "wiederholen" for redo.
const OTHER_WORDS: &[(&str, &str)] = &[
    (r"(?i)\bretr(y|ied)\b", r"(?i)wiederhol"),
    (r"(?i)\bredo(ne)?\b", r"(?i)\berneut\b"),
    (r"(?i)\bholes\b", r"(?i)lücke"),
    (r"(?i)\bscroll\b", r"(?i)\brollen\b"),
    (r"\bFIFO\b", r"\bein FIFO\b"),
    (r"(?i)\bfollowed\b", r"(?i)\bverfolg"),
    (r"(?i)\bpaused\b", r"(?i)\bwartend\b"),
];

#[test]
fn german_has_one_word_for_one_thing() {
    let line = Regex::new(r"^([a-z0-9-]+) = (.+)$").unwrap();
    let texts = |language: &str| -> BTreeMap<String, String> {
        let sources = sources(&format!("assets/locales/{language}"), &[".ftl"]);
        let lines = sources.iter().flat_map(|(_, text)| text.lines());
        let found = lines.filter_map(|text| line.captures(text));
        found.map(|found| (found[1].to_owned(), found[2].to_owned())).collect()
    };
    let (english, german) = (texts("en"), texts("de"));
    let mut wrong = Vec::new();
    for (word, other) in OTHER_WORDS {
        let (word, other) = (Regex::new(word).unwrap(), Regex::new(other).unwrap());
        for (id, text) in &german {
            let is_meant = english.get(id).is_some_and(|english| word.is_match(english));
            if is_meant && other.is_match(text) {
                wrong.push(format!("{id}: {text}"));
            }
        }
    }
    // The panels of the terminal are called Seiten there.
    for (path, text) in sources("assets/locales/de", &[".ftl"]) {
        let panel = |line: &&str| !line.starts_with('#') && line.contains("Panel");
        if path.contains("/terminal-") {
            wrong.extend(text.lines().filter(panel).map(str::to_owned));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
