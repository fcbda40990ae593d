//! Highlights source code, in the roles of the theme.
//!
//! The grammars are loaded when the first file needs them, in the thread that reads it: they cost
//! some milliseconds and some megabytes that the start of the program must not pay.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::document::Tint;

/// Larger files are shown plain: everything before a line has to be read to know its colours.
pub(crate) const LARGEST: u64 = 2 << 20;

/// Longer lines are shown plain; patterns may take quadratic time.
const LONGEST: usize = 4 << 10;

/// Names without a dot of as many letters say nothing: grammars know them as the ends of names.
const LONGEST_ENDING: usize = 4;

/// The grammar that also reads what other shells read.
const BASH: &str = "Bourne Again Shell (bash)";

/// Lines between places at which the state of the parser is remembered.
const STEP: usize = 64;

static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// The tints of scopes, the most specific first.
static MEANINGS: LazyLock<Vec<(Scope, Option<Tint>)>> = LazyLock::new(|| {
    let table: [(&str, Option<Tint>); 33] = [
        ("comment", Some(Tint::Comment)),
        ("constant.character.escape", Some(Tint::Value)),
        ("string", Some(Tint::Quoted)),
        ("punctuation.definition.string", Some(Tint::Quoted)),
        ("punctuation.definition.comment", Some(Tint::Comment)),
        ("punctuation", Some(Tint::Muted)),
        ("keyword.operator", Some(Tint::Muted)),
        ("keyword", Some(Tint::Keyword)),
        ("storage.type.numeric", Some(Tint::Value)),
        ("storage", Some(Tint::Keyword)),
        ("constant", Some(Tint::Value)),
        ("entity.name.function", Some(Tint::Strong)),
        ("entity.name.tag", Some(Tint::Keyword)),
        ("entity.name.section", Some(Tint::Strong)),
        ("entity.other.attribute-name", Some(Tint::Type)),
        ("entity.other.inherited-class", Some(Tint::Type)),
        ("entity.name.constant", Some(Tint::Value)),
        ("entity.name", Some(Tint::Type)),
        ("support.function", Some(Tint::Strong)),
        ("support.macro", Some(Tint::Strong)),
        ("support.constant", Some(Tint::Value)),
        ("support", Some(Tint::Type)),
        ("variable.function", Some(Tint::Strong)),
        ("variable.language", Some(Tint::Keyword)),
        ("variable.other.constant", Some(Tint::Value)),
        ("markup.heading", Some(Tint::Strong)),
        ("markup.bold", Some(Tint::Strong)),
        ("markup.raw", Some(Tint::Quoted)),
        ("markup.inserted", Some(Tint::Quoted)),
        ("markup.deleted", Some(Tint::Bad)),
        ("markup.underline.link", Some(Tint::Value)),
        ("invalid", None),
        ("meta", None),
    ];
    let known = |(name, tint): (&str, Option<Tint>)| Some((Scope::new(name).ok()?, tint));
    table.into_iter().filter_map(known).collect()
});

/// Finds the grammar of a file, by its name and then by its first line.
fn grammar(path: &Path, first: &str) -> Option<&'static SyntaxReference> {
    let all = &*GRAMMARS;
    let name = path.file_name().and_then(|name| name.to_str());
    let extension = path.extension().and_then(|extension| extension.to_str());
    // A file called `f` or `sh` is not one that ends in `.f` or `.sh`; one called `Makefile` is meant by its name.
    let whole = name.filter(|name| name.len() > LONGEST_ENDING || name.contains('.'));
    whole
        .and_then(|name| all.find_syntax_by_extension(name))
        .or_else(|| all.find_syntax_by_extension(extension?))
        .or_else(|| all.find_syntax_by_extension(&extension?.to_ascii_lowercase()))
        .or_else(|| all.find_syntax_by_first_line(first))
        .filter(|found| found.name != "Plain Text")
}

/// The colours of a file, as far as it was read.
pub(crate) struct Syntax {
    grammar: &'static SyntaxReference,
    name: &'static str,
    /// The state before each `STEP`th line.
    states: Vec<(ParseState, ScopeStack)>,
    /// What a scope means, since the table is long.
    meanings: HashMap<Scope, Option<Tint>>,
    line: usize,
    state: ParseState,
    stack: ScopeStack,
}

impl std::fmt::Debug for Syntax {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Syntax").field("grammar", &self.grammar.name).finish_non_exhaustive()
    }
}

impl Syntax {
    /// Finds out what a file is written in.
    pub(crate) fn of(path: &Path, first: &str) -> Option<Self> {
        let grammar = grammar(path, first)?;
        let (state, stack) = (ParseState::new(grammar), ScopeStack::new());
        let states = vec![(state.clone(), stack.clone())];
        let says_bash = first.contains("bash") || path.to_string_lossy().contains("bash");
        let name = if grammar.name == BASH && !says_bash { "Shell" } else { &grammar.name };
        Some(Self { grammar, name, states, meanings: HashMap::new(), line: 0, state, stack })
    }

    /// Gives the name of the language.
    pub(crate) fn name(&self) -> &str {
        self.name
    }

    /// Forgets what was read, since the file is another.
    pub(crate) fn clear(&mut self) {
        self.states.truncate(1);
        (self.state, self.stack) = self.states[0].clone();
        self.line = 0;
    }

    /// Goes to a line, counted from 0, or as near before it as states are remembered, and tells
    /// which line has to be fed next.
    pub(crate) fn seek(&mut self, line: usize) -> usize {
        if line < self.line || line >= self.line + STEP {
            let nearest = (line / STEP).min(self.states.len() - 1);
            if line < self.line || nearest * STEP > self.line {
                (self.state, self.stack) = self.states[nearest].clone();
                self.line = nearest * STEP;
            }
        }
        self.line
    }

    /// Reads the next line and gives what its pieces mean.
    pub(crate) fn feed(&mut self, line: &str) -> Vec<(Range<usize>, Tint)> {
        let tints = if line.len() > LONGEST { Vec::new() } else { self.parse(line) };
        self.line += 1;
        if self.line == self.states.len() * STEP {
            self.states.push((self.state.clone(), self.stack.clone()));
        }
        tints
    }

    fn parse(&mut self, line: &str) -> Vec<(Range<usize>, Tint)> {
        let mut text = line.to_owned();
        text.push('\n');
        // A grammar that fails leaves the rest of the line plain.
        let Ok(changes) = self.state.parse_line(&text, &GRAMMARS) else { return Vec::new() };
        let mut tints: Vec<(Range<usize>, Tint)> = Vec::new();
        let mut from = 0;
        for (place, change) in
            changes.into_iter().chain([(line.len(), syntect::parsing::ScopeStackOp::Noop)])
        {
            let to = place.min(line.len());
            if to > from {
                let tint = self.tint();
                match tints.last_mut() {
                    Some((range, last)) if *last == tint && range.end == from => range.end = to,
                    _ => tints.push((from..to, tint)),
                }
                from = to;
            }
            if self.stack.apply(&change).is_err() {
                self.stack = ScopeStack::new();
            }
        }
        tints
    }

    fn tint(&mut self) -> Tint {
        let meanings = &mut self.meanings;
        let mut meaning = |scope: &Scope| {
            *meanings.entry(*scope).or_insert_with(|| {
                let known = MEANINGS.iter().find(|(known, _)| known.is_prefix_of(*scope));
                known.and_then(|(_, tint)| *tint)
            })
        };
        self.stack.as_slice().iter().rev().find_map(&mut meaning).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tinted(syntax: &mut Syntax, line: &str) -> Vec<(String, Tint)> {
        syntax.feed(line).into_iter().map(|(range, tint)| (line[range].to_owned(), tint)).collect()
    }

    #[test]
    fn words_have_their_meaning() {
        let mut rust = Syntax::of(Path::new("a.rs"), "").unwrap();
        assert_eq!(rust.name(), "Rust");
        let line = r#"pub fn go(n: u8) { say("x", 12); } // end"#;
        let tints = tinted(&mut rust, line);
        for wanted in [
            ("go", Tint::Strong),
            ("\"x\"", Tint::Quoted),
            ("12", Tint::Value),
            ("// end", Tint::Comment),
        ] {
            assert!(tints.contains(&(wanted.0.to_owned(), wanted.1)), "{wanted:?} in {tints:?}");
        }
        assert!(tints[0].0.starts_with("pub") && tints[0].1 == Tint::Keyword, "{tints:?}");
    }

    #[test]
    fn a_state_reaches_over_lines_and_is_found_again() {
        let mut c = Syntax::of(Path::new("a.c"), "").unwrap();
        c.feed("/* begins");
        for _ in 1..200 {
            c.feed("inside");
        }
        assert_eq!(c.seek(130), 128);
        assert_eq!(tinted(&mut c, "int i;"), [("int i;".to_owned(), Tint::Comment)]);
        assert_eq!(c.seek(199), 192);
        assert_eq!(c.seek(0), 0);
        assert_ne!(tinted(&mut c, "int i;")[0].1, Tint::Comment);
    }

    #[test]
    fn names_and_first_lines_tell_the_language() {
        let name =
            |path: &str, first| Syntax::of(Path::new(path), first).map(|s| s.name().to_owned());
        assert_eq!(name("Cargo.toml", ""), Some("TOML".to_owned()));
        assert_eq!(name("Makefile", ""), Some("Makefile".to_owned()));
        assert_eq!(name("run", "#!/bin/bash"), Some("Bourne Again Shell (bash)".to_owned()));
        assert_eq!(name("a.txt", "words"), None);
        for short in ["f", "d", "m", "r", "v", "sh"] {
            assert_eq!(name(short, "words"), None, "{short}");
        }
        assert_eq!(name("run", "#!/bin/sh"), Some("Shell".to_owned()));
        assert_eq!(name("v", "#!/bin/bash -e"), Some("Bourne Again Shell (bash)".to_owned()));
    }
}
