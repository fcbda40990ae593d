//! Defines the text that a search looks for in files.

use std::fmt;
use std::sync::Arc;

use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};

/// Bytes that one compiled expression may take: a user types it, and `a{1000}{1000}` is short.
const COMPILED: usize = 10 << 20;

/// The text that files must contain, ready to be looked for.
#[derive(Clone, Debug)]
pub struct Contains(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    typed: Typed,
    matcher: RegexMatcher,
}

/// What the user typed, and how it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Typed {
    text: String,
    reads: Reads,
    case: Case,
}

/// Says why files cannot be searched for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// It is empty.
    Empty,
    /// It would match more than a part of one line.
    Lines,
    /// It is no regular expression.
    NoExpression {
        /// What the user typed.
        text: String,
        /// What is wrong with it, in the words of the regex crate.
        why: String,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("Type the text that the files contain"),
            Self::Lines => {
                f.write_str("The files are searched line by line; type a part of one line")
            }
            Self::NoExpression { text, why } => {
                write!(f, "{text} is not a regular expression: {why}")
            }
        }
    }
}

impl std::error::Error for TextError {}

/// How the text of a search in files is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// As it was typed, wherever it is in a line.
    #[default]
    Text,
    /// As it was typed, where no letter, digit or underscore is directly before or after it.
    Words,
    /// As a regular expression in the syntax of the crate `regex`.
    Regex,
}

/// Whether capitals and small letters differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// They differ if there is a capital in the text.
    #[default]
    Smart,
    /// They differ.
    Matters,
    /// They are the same.
    Ignored,
}

impl Contains {
    /// Compiles what the user typed.
    ///
    /// # Errors
    /// It is empty, matches more than a part of one line, or is no regular expression.
    pub fn new(text: &str, reads: Reads, case: Case) -> Result<Self, TextError> {
        if text.is_empty() {
            return Err(TextError::Empty);
        }
        if text.contains(['\n', '\0']) {
            return Err(TextError::Lines);
        }
        let built = RegexMatcherBuilder::new()
            .fixed_strings(reads != Reads::Regex)
            .word(reads == Reads::Words)
            .case_smart(case == Case::Smart)
            .case_insensitive(case == Case::Ignored)
            .multi_line(true)
            // `$` is the end of the line in files of Windows as well.
            .crlf(true)
            .ban_byte(Some(0))
            .size_limit(COMPILED)
            .build(text);
        let matcher = built.map_err(|error| {
            if matches!(error.kind(), ErrorKind::NotAllowed(_) | ErrorKind::Banned(_)) {
                return TextError::Lines;
            }
            // The other lines draw the expression with an arrow below.
            let error = error.to_string();
            let why = error.lines().last().unwrap_or_default();
            let why = why.strip_prefix("error: ").unwrap_or(why);
            TextError::NoExpression { text: text.to_owned(), why: why.to_owned() }
        })?;
        let typed = Typed { text: text.to_owned(), reads, case };
        Ok(Self(Arc::new(Compiled { typed, matcher })))
    }

    /// Gives what the user typed.
    pub fn text(&self) -> &str {
        &self.0.typed.text
    }

    /// Gives how the text is read.
    pub fn reads(&self) -> Reads {
        self.0.typed.reads
    }

    /// Gives whether capitals and small letters differ.
    pub fn case(&self) -> Case {
        self.0.typed.case
    }

    pub(super) fn matcher(&self) -> &RegexMatcher {
        &self.0.matcher
    }
}

impl PartialEq for Contains {
    fn eq(&self, other: &Self) -> bool {
        self.0.typed == other.0.typed
    }
}

impl Eq for Contains {}
