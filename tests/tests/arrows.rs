//! Tests which part of the code uses which: the tables list what is allowed, and the tests read
//! the sources.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

/// The rooms of `engine/src`, the lowest first, each with the rooms that it uses. All use `fcp-sys`.
const ROOMS: &[(&str, &str)] = &[
    ("contract", ""),
    ("sum", "contract"),
    ("walk", "contract"),
    ("record", "contract"),
    ("trash", "contract walk"),
    ("stage", "contract walk"),
    ("subvolume", "walk stage"),
    ("journal", "contract walk record subvolume"),
    ("parts", "contract walk record journal"),
    ("link", "contract"),
    ("job", "contract sum walk record trash journal parts link"),
    ("in_order", "contract walk job"),
    ("copy", "contract sum walk record trash subvolume journal parts job"),
    ("remove", "contract walk record trash parts job copy"),
    ("verify", "contract walk journal parts job copy"),
    ("dedupe", "contract walk job copy"),
    ("unpack", "contract walk job copy stage"),
    ("pack", "contract walk in_order job copy stage"),
    ("remote", "contract sum walk in_order link job copy stage unpack"),
    ("undo", "contract walk record trash subvolume journal job copy remove"),
    ("plan", "contract walk parts job copy remove undo"),
    (
        "launch",
        "contract sum walk record journal parts link job copy remove verify dedupe unpack pack remote undo plan",
    ),
    ("queue", "contract walk record trash journal link job undo launch"),
    ("engine", "contract walk record journal parts link job launch queue"),
];

/// The rooms of `tui/src`, each with the rooms that it uses. What only the names `cp`, `mv` and `rm` need is
/// in `gnu`, and no other program uses it.
const TERMINAL: &[(&str, &str)] = &[
    ("format", ""),
    ("home", ""),
    ("text", ""),
    ("terminal", "app"),
    ("state", "app format"),
    ("cli", "app format home queue state terminal text"),
    ("gnu", "app cli home terminal"),
    ("queue", "app cli format home state terminal text"),
    ("app", "cli format home program queue state terminal text"),
    ("program", "app cli gnu queue"),
    ("main", ""),
];

/// The crates, the lowest first, each with those of ours that it may use.
const CRATES: &[(&str, &[&str])] = &[
    ("engine/sys", &[]),
    ("engine/archive", &[]),
    ("engine", &["fcp-archive", "fcp-sys"]),
    ("engine/browse", &["fcp-archive", "fcp-engine", "fcp-sys"]),
    ("engine/viewer", &["fcp-archive", "fcp-browse", "fcp-engine"]),
    ("engine/presentation", &["fcp-browse", "fcp-engine", "fcp-sys", "fcp-viewer"]),
];

/// The largest import cycle that a crate may have, in files. A module and its children that use its
/// types are one.
const CYCLES: &[(&str, usize)] = &[
    ("engine/sys/src", 1),
    ("engine/archive/src", 4),
    ("engine/src", 4),
    ("engine/browse/src", 4),
    ("engine/presentation/src", 4),
    ("engine/viewer/src", 4),
    ("tui/src", 4),
    ("desktop/src", 4),
];

/// The floors of `desktop/src`, the lowest first: a module uses its own floor and those below it.
const FLOORS: &[&str] = &[
    "wire names words uris system keymap standing trashed located failure home_dir patience signals worker",
    "feed engine edit_request preferences",
    "undo_stack changing",
    "checksums clipboard inspect keys jobs panels thumbs preview viewer questions listen plans edits elevation comparisons differences user_commands",
    "windows leave native after",
    "app tell greeting commands launch main bench bindings",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The modules below a directory of sources, by their path in the crate, without tests.
fn modules(src: &Path) -> BTreeMap<String, String> {
    fn visit(dir: &Path, src: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, src, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(src).unwrap().with_extension("");
                let name = name.to_str().unwrap().replace('/', "::");
                let name = name.strip_suffix("::mod").unwrap_or(&name);
                if !name.split("::").any(|part| part == "tests" || part.ends_with("_tests")) {
                    found.insert(name.to_owned(), fs::read_to_string(&path).unwrap());
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(src, src, &mut found);
    found.remove("lib");
    found
}

/// A pattern, compiled once: there are hundreds of sources.
macro_rules! pattern {
    ($text:expr) => {{
        static PATTERN: LazyLock<Regex> = LazyLock::new(|| Regex::new($text).unwrap());
        &*PATTERN
    }};
}

/// A source without its tests, comments and texts, and without what it passes on to others.
fn plain(source: &str) -> String {
    let tests = pattern!(r"#\[cfg\(test\)\]\s*(#\[[^\n]*\]\s*)*(pub(\([^)]*\))?\s+)?mod \w+ \{");
    let end = tests.find(source).map_or(source.len(), |found| found.start());
    let mut text = source.get(..end).unwrap().to_owned();
    for pattern in [
        pattern!(r"//[^\n]*"),
        pattern!(r#""(\\.|[^"\\])*""#),
        pattern!(r"\bpub(\([^)]*\))?\s+use\s+[^;]+;"),
    ] {
        text = pattern.replace_all(&text, "").into_owned();
    }
    text
}

/// Takes a tree of names apart: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inner = rest.get(..rest.rfind('}').unwrap()).unwrap();
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(inner.get(start..at).unwrap());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inner.get(start..).unwrap());
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(leaves).map(|leaf| format!("{before}{leaf}")).collect()
}

/// The paths in a module that lead to other modules of its crate, from the root of the crate.
fn paths(module: &str, source: &str) -> BTreeSet<String> {
    let text = plain(source);
    let imports = pattern!(r"\buse\s+([^;]+);");
    let spaces = pattern!(r"\s+");
    let children = pattern!(r"\bmod (\w+);");
    let children: Vec<&str> =
        children.captures_iter(&text).map(|found| found.get(1).unwrap().as_str()).collect();
    let mut found: Vec<String> = Vec::new();
    for import in imports.captures_iter(&text) {
        found.extend(leaves(&spaces.replace_all(&import[1], " ")));
    }
    let rest = imports.replace_all(&text, "").into_owned();
    let mentioned = pattern!(r"\b\w+(::\w+)+");
    found.extend(mentioned.find_iter(&rest).map(|path| path.as_str().to_owned()));
    let whole = |path: String| {
        let (head, rest) = path.split_once("::").unwrap_or((&path, ""));
        match head {
            "crate" => Some(rest.to_owned()),
            "self" => Some(format!("{module}::{rest}")),
            "super" => {
                let mut base: Vec<&str> = module.split("::").collect();
                let mut rest = path.as_str();
                while let Some(after) = rest.strip_prefix("super") {
                    base.pop();
                    rest = after.trim_start_matches("::");
                }
                base.push(rest);
                Some(base.join("::"))
            }
            child if children.contains(&child) => Some(format!("{module}::{path}")),
            _ => None,
        }
    };
    found.into_iter().filter_map(whole).collect()
}

/// For each module the modules that it uses.
fn graph(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules(src);
    let module_of = |path: &str| {
        let mut path = path;
        loop {
            if modules.contains_key(path) {
                return Some(path.to_owned());
            }
            path = path.rsplit_once("::")?.0;
        }
    };
    let uses = |(name, source): (&String, &String)| {
        let mut used: BTreeSet<String> =
            paths(name, source).iter().filter_map(|path| module_of(path)).collect();
        used.remove(name);
        (name.clone(), used)
    };
    modules.iter().map(uses).collect()
}

/// The modules that each module reaches.
fn reached(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![from];
    while let Some(at) = left.pop() {
        for next in graph.get(at).into_iter().flatten() {
            if found.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    found
}

/// Tells which modules use a room that the table does not list for theirs.
fn strangers(src: &str, rooms: &[(&str, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    let room = |module: &str| module.split("::").next().unwrap().to_owned();
    for (module, used) in graph(&root().join(src)) {
        let own = room(&module);
        let Some((_, allowed)) = rooms.iter().find(|(name, _)| *name == own) else {
            wrong.push(format!("{module}: no room is called {own}"));
            continue;
        };
        let strange = used.iter().filter(|used| {
            let other = room(used);
            other != own && !allowed.split(' ').any(|room| room == other)
        });
        wrong.extend(strange.map(|used| format!("{module} uses {used}")));
    }
    wrong
}

#[test]
fn rooms_use_those_that_are_listed_alone() {
    let mut wrong = strangers("engine/src", ROOMS);
    wrong.extend(strangers("tui/src", TERMINAL));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_room_uses_one_above_it() {
    for (at, (name, used)) in ROOMS.iter().enumerate() {
        for other in used.split_whitespace() {
            let below = ROOMS.iter().position(|(room, _)| *room == other);
            assert!(below.is_some_and(|below| below < at), "{name} uses {other}");
        }
    }
}

#[test]
fn the_parts_of_the_desktop_app_use_those_below_them() {
    let floor_of = |module: &str| {
        let part = module.split("::").next().unwrap();
        let floor = FLOORS.iter().position(|parts| parts.split(' ').any(|it| it == part));
        floor.unwrap_or_else(|| panic!("no floor has {part}"))
    };
    for (module, used) in graph(&root().join("desktop/src")) {
        for other in used {
            assert!(floor_of(&other) <= floor_of(&module), "{module} uses {other}");
        }
    }
}

#[test]
fn import_cycles_stay_small() {
    for (src, most) in CYCLES {
        let graph = graph(&root().join(src));
        let all: BTreeMap<&String, BTreeSet<String>> =
            graph.keys().map(|module| (module, reached(&graph, module))).collect();
        for (module, reached) in &all {
            let circle: BTreeSet<&String> = reached
                .iter()
                .filter(|other| all.get(other).is_some_and(|back| back.contains(*module)))
                .collect();
            assert!(circle.len() <= *most, "{src}: {} files in a circle: {circle:?}", circle.len());
        }
    }
}

/// Gives the patterns of each match in a source.
fn matches(source: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("match ") {
        let Some(open) = source[at..].find('{') else { continue };
        let (mut depth, mut patterns, mut text, mut is_body) =
            (0, Vec::new(), String::new(), false);
        for (n, letter) in source[at + open..].char_indices() {
            depth += match letter {
                '{' | '(' | '[' => 1,
                '}' | ')' | ']' => -1,
                _ => 0,
            };
            if depth == 0 {
                break;
            }
            let ends = letter == ','
                || letter == '}' && text.trim_start_matches('>').trim_start().starts_with('{');
            if depth == 1 && is_body && ends {
                (is_body, text) = (false, String::new());
            } else if depth == 1 && !is_body && source[at + open + n..].starts_with("=>") {
                patterns.push(text.trim_start_matches(['{', ',']).trim().to_owned());
                (is_body, text) = (true, String::new());
            } else {
                text.push(letter);
            }
        }
        found.push(patterns);
    }
    found
}

#[test]
fn matches_on_events_and_phases_name_every_variant() {
    let known = Regex::new(
        r"^&?(Some\()?(Event::(Hello|Bye|Reply|Job|Item|Warning|Question|Progress)|Phase::(Queued|Running|Flushing|Verifying|Finished))",
    );
    let (known, any) = (known.unwrap(), Regex::new(r"(^|\W)(Some\(_\)|_)( \| None)?$").unwrap());
    let mut found = Vec::new();
    for src in ["engine/src", "engine/presentation/src", "tui/src", "desktop/src"] {
        for (module, source) in modules(&root().join(src)) {
            for patterns in matches(&plain(&source)) {
                let is_of_events = patterns.iter().any(|pattern| known.is_match(pattern));
                if is_of_events && patterns.iter().any(|pattern| any.is_match(pattern)) {
                    found.push(format!("{src}: {module}: {patterns:?}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn crates_use_those_below_them_alone() {
    let ours = Regex::new(r"(?m)^(fcp-\w+)\b").unwrap();
    for (dir, allowed) in CRATES {
        let manifest = fs::read_to_string(root().join(dir).join("Cargo.toml")).unwrap();
        // What tests use is their own affair.
        let manifest = manifest.split("[dev-dependencies]").next().unwrap();
        for used in ours.captures_iter(manifest) {
            let used = &used[1];
            assert!(allowed.contains(&used), "{dir} uses {used}");
        }
    }
}

#[test]
fn a_path_is_found_however_it_is_written() {
    let source = "\
use crate::job::{Control, meter::{Count, Meter as M}};
use super::notes::Notes;
pub(crate) use self::child::Thing;
mod child;
fn f(x: crate::walk::Walk) -> child::Other { text(\"crate::not::this\") } // crate::nor::this
#[cfg(test)]
mod tests { use crate::queue::Queue; }";
    let found: Vec<String> = paths("copy::file", source).into_iter().collect();
    let expected = [
        "copy::file::child::Other",
        "copy::notes::Notes",
        "job::Control",
        "job::meter::Count",
        "job::meter::Meter",
        "walk::Walk",
    ];
    assert_eq!(found, expected);
}
