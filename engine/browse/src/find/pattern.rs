//! Compares names with what the user typed.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use fcp_engine::Wildcard;

use crate::spellings::{globs, spellings};

/// A pattern ready to be compared.
#[derive(Debug)]
pub(super) struct Pattern {
    kind: PatternKind,
    /// Whether capitals and small letters are the same.
    folds: bool,
    /// Whether the path is compared, not the name alone.
    pub(super) with_path: bool,
}

#[derive(Debug)]
enum PatternKind {
    /// In each spelling; in small letters if case does not matter.
    Part(Vec<String>),
    /// In each spelling.
    Globs(Vec<Wildcard>),
}

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        let folds = !text.chars().any(char::is_uppercase);
        // What cannot be a glob is taken literally: `a[1` is a name, too.
        let kind = globs(text, folds, Wildcard::new)
            .map_or_else(|| PatternKind::Part(spellings(text)), PatternKind::Globs);
        Self { kind, folds, with_path: text.contains('/') }
    }

    pub(super) fn matches(&self, name: &OsStr) -> bool {
        match &self.kind {
            PatternKind::Globs(globs) => {
                let names: Vec<&[u8]> = name.as_bytes().split(|byte| *byte == b'/').collect();
                globs.iter().any(|glob| glob.matches_names(&names))
            }
            PatternKind::Part(parts) => {
                parts.iter().any(|part| self.contains(name.as_bytes(), part.as_bytes()))
            }
        }
    }

    fn contains(&self, name: &[u8], part: &[u8]) -> bool {
        if part.is_empty() {
            return true;
        }
        if !self.folds {
            return name.windows(part.len()).any(|window| window == part);
        }
        if name.is_ascii() {
            return name.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
        }
        // Bytes that are no text have no case, and stay what they are.
        let mut small = Vec::with_capacity(name.len());
        for chunk in name.utf8_chunks() {
            small.extend_from_slice(chunk.valid().to_lowercase().as_bytes());
            small.extend_from_slice(chunk.invalid());
        }
        small.windows(part.len()).any(|window| window == part)
    }
}
