//! Tests that the committed TypeScript types match the Rust ones, and that both sides know each command.
//!
//! `FCP_BLESS=1 cargo test -p fcp-desktop bindings` rewrites them.

#![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fcp_engine::event::Answer;
use fcp_presentation::rules::{Condition, Rule};
use fcp_presentation::{actions, answers};
use ts_rs::TS;

use crate::wire;

fn names(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| path.strip_prefix(dir).unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// Gives what stands between two parts of a text.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, text) = text.split_once(begin).unwrap();
    text.split_once(end).unwrap().0
}

/// Tauri refuses a command that `build.rs` or the capability leaves out, although its handler is there.
#[test]
fn each_command_is_registered_allowed_and_typed() {
    let handled: BTreeSet<_> = between(include_str!("commands.rs"), "generate_handler![", "]")
        .split(',')
        .filter_map(|path| path.trim().strip_prefix("$crate::commands::")?.split_once("::"))
        .map(|(_, name)| name.to_owned())
        .collect();
    assert!(handled.contains("subscribe"), "{handled:?}");
    let build = between(include_str!("../build.rs"), "COMMANDS: &[&str] = &[", "]");
    let build: BTreeSet<_> = build.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(build, handled, "build.rs");
    let capability: serde_json::Value =
        serde_json::from_str(include_str!("../capabilities/windows.json")).unwrap();
    let allowed: BTreeSet<_> = capability["permissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap().strip_prefix("allow-").unwrap().replace('-', "_"))
        .collect();
    assert_eq!(allowed, handled, "capabilities/windows.json");
    let page = include_str!("../../ui-web/src/model/commands.ts");
    let page = page.split_once("export interface Commands {").unwrap().1;
    let mut typed: BTreeSet<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once(": {"))
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.contains([' ', '*']))
        .collect();
    // `host.ts` opens the channel itself.
    typed.insert("subscribe".to_owned());
    assert_eq!(typed, handled, "commands.ts");
}

/// Writes the letters of answers as the page reads them. It folds case, and cancels jobs by a button alone.
fn answer_keys() -> String {
    let line = |(letter, answers): (char, Vec<Answer>)| {
        let kinds: Vec<_> =
            answers.iter().filter(|it| **it != Answer::Abort).map(kind_of).collect();
        let is_used = letter.is_ascii_lowercase() && !kinds.is_empty();
        is_used.then(|| format!("  {letter}: [{}],\n", kinds.join(", ")))
    };
    let lines: String = answers::letters().into_iter().filter_map(line).collect();
    let harmless: Vec<_> =
        Answer::every().iter().filter(|it| answers::is_harmless(it)).map(kind_of).collect();
    format!(
        "// Generated from the engine's list of answers (presentation/answers.rs). Do not edit.\n\
         /** The letters of answers; of the answers of a letter, the first that fits a question counts. */\n\
         export const ANSWER_KEYS = {{\n{lines}}} as const;\n\
         /** Answers that leave all that is there as it is. */\n\
         export const HARMLESS: readonly string[] = [{}];\n",
        harmless.join(", ")
    )
}

/// Writes the conditions of rules and the answers that each allows, as the page reads them; null asks.
fn rule_answers() -> String {
    let line = |when: Condition| {
        let kind = |answer: &Option<Answer>| answer.as_ref().map_or("null".to_owned(), kind_of);
        let answers: Vec<_> = when.answers().iter().map(kind).collect();
        let when = serde_json::to_value(when).unwrap();
        format!("  {}: [{}],\n", when.as_str().unwrap(), answers.join(", "))
    };
    let lines: String = Condition::ALL.into_iter().map(line).collect();
    format!(
        "// Generated from the language of rules (presentation/rules.rs). Do not edit.\n\
         /** The conditions as they are offered, each with its answers, the harmless one first; null asks. */\n\
         export const RULE_ANSWERS = {{\n{lines}}} as const;\n"
    )
}

/// Writes the names of all actions that keymaps know.
fn action_names() -> String {
    let list = |names: &[&str]| format!("  \"{}\",\n", names.join("\",\n  \""));
    format!(
        "// Generated from the names that keymaps know (presentation/actions.rs). Do not edit.\n\
         /** Actions of the terminal, most of which the window has as well. */\n\
         export const TERMINAL_ACTIONS = [\n{}] as const;\n\
         /** Actions that only the window has. */\n\
         export const WINDOW_ACTIONS: readonly string[] = [\n{}];\n\
         /** Actions that are refused where the panel in use shows another machine. */\n\
         export const HERE: readonly string[] = [\n{}];\n\
         /** Actions that are refused where either panel shows another machine. */\n\
         export const HERE_IN_BOTH: readonly string[] = [\n{}];\n",
        list(actions::TERMINAL),
        list(actions::WINDOW),
        list(actions::HERE),
        list(actions::HERE_IN_BOTH)
    )
}

/// Gives the name of an answer without its pattern, in quotes.
fn kind_of(answer: &Answer) -> String {
    let value = serde_json::to_value(answer).unwrap();
    let name = value.as_object().and_then(|object| object.keys().next().cloned());
    format!("\"{}\"", name.unwrap_or_else(|| value.as_str().unwrap().to_owned()))
}

#[test]
fn typescript_types_are_current() {
    let fresh = tempfile::tempdir().unwrap();
    let config = ts_rs::Config::new().with_out_dir(fresh.path()).with_large_int("number");
    macro_rules! export {
        ($($name:ident)*) => {$( wire::$name::export_all(&config).unwrap(); )*};
    }
    export! {
        Update Refusal
        PanelAsk PanelsAsk
        Items Target Choose Choices PlanVerb EditAsk RenameRule RenamePreview Properties Preview TextOf
        JobAsk UndoAsk JobsAsk Report JobLog History QuitChoice
        ComparisonAsk ComparisonState ComparisonRow
        QuestionDetail RuleScope RulesPreview AnswerAsk ViewerAsk ChecksumMatch Program
        ElevationOf ElevationPlan DiffOf DiffState DiffRow DiffPlace KeysAsk KeyClash ForeseenPlan
        AfterAsk TooLarge
    }
    Rule::export_all(&config).unwrap();
    fs::write(fresh.path().join("answerKeys.ts"), answer_keys()).unwrap();
    fs::write(fresh.path().join("ruleAnswers.ts"), rule_answers()).unwrap();
    fs::write(fresh.path().join("actionNames.ts"), action_names()).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-web/src/bindings/desktop");
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-web/src/bindings");
    let engine: Vec<_> = names(&shared);
    let bless = std::env::var_os("FCP_BLESS").is_some();
    let mut own = Vec::new();
    for name in names(fresh.path()) {
        // What the engine declares is generated by its own test.
        if engine.contains(&name) {
            continue;
        }
        let mut text = fs::read_to_string(fresh.path().join(&name)).unwrap();
        for other in &engine {
            let other = other.file_stem().unwrap().to_str().unwrap();
            text = text.replace(&format!("from \"./{other}\""), &format!("from \"../{other}\""));
        }
        let path = committed.join(&name);
        if bless {
            fs::create_dir_all(&committed).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let is_current = fs::read_to_string(&path).is_ok_and(|committed| committed == text);
        assert!(is_current, "{} is stale; run with FCP_BLESS=1", path.display());
        own.push(name);
    }
    assert_eq!(names(&committed), own, "a type is gone, its file is not");
}
