//! Errors in a command line, worded for both dialects, GNU's and our own.

use std::ffi::{OsStr, OsString};

use fcp_presentation::settings::nearest;

use super::quoting::{Bytes, Quoting};

/// A command line that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misuse {
    /// What the parser itself found.
    Syntax(Bytes),
    /// A word that is not, or not clearly, on its list.
    Word { flag: &'static str, word: OsString, ambiguous: bool, words: &'static [&'static str] },
    /// A value that cannot be read; `why` says what would be right.
    Value { flag: &'static str, value: OsString, why: &'static str },
    /// Flags that exclude each other, or are incomplete.
    Flags(&'static str),
    /// No operand at all.
    NoOperand,
    /// A source, but nowhere to copy it.
    NoDestination(OsString),
    /// One operand too many.
    Extra(OsString),
    /// A target that is no directory, and what the system says.
    Target { flag: bool, path: OsString, reason: String },
    /// A value that is not the only one there is.
    Unrecognized { flag: &'static str, value: OsString },
    /// A flag that means nothing beside another one.
    Beside { request: &'static str, flag: String },
    /// The same as `Flags`, but without the pointer to `--help`.
    Refused(&'static str),
    /// Operands that make no sense, and what would.
    Meant(Bytes),
    /// A list of operands that cannot be read.
    List { path: OsString, reason: String },
    /// A list of operands that has none.
    EmptyList(OsString),
    /// A glob that cannot be understood.
    Glob { flag: &'static str, glob: OsString },
}

impl Misuse {
    /// Tells whether the message ends with a pointer to `--help`.
    pub(crate) fn points_to_help(&self) -> bool {
        !matches!(
            self,
            Self::Target { .. }
                | Self::Unrecognized { .. }
                | Self::Refused(_)
                | Self::Meant(_)
                | Self::List { .. }
                | Self::EmptyList(_)
        )
    }

    /// Gives the message in our own words: one line, with the value that was probably meant.
    pub(crate) fn plainly(&self) -> Bytes {
        let quoting = Quoting { utf8: true, terminal: true };
        match self {
            Self::Word { flag, word, ambiguous, words } => {
                let known: Vec<&str> =
                    words.iter().filter_map(|meaning| meaning.split('|').next()).collect();
                let kind = if *ambiguous { "ambiguous" } else { "invalid" };
                let text = Bytes::from(kind).text(" value ").raw(&quoting.shell(word));
                let text = text.text(" for '").text(flag).text("'");
                let near = nearest(&word.to_string_lossy(), known.iter().copied());
                match near.filter(|_| !ambiguous) {
                    Some(near) => text.text("; did you mean '").text(near).text("'?"),
                    None => text.text("; choose one of ").text(&known.join(", ")),
                }
            }
            Self::Target { flag: false, reason, .. }
                if matches!(reason.as_str(), "No such file or directory" | "Not a directory") =>
            {
                let text = self.message(quoting);
                text.text("; several sources go into a directory")
            }
            _ => self.message(quoting),
        }
    }

    /// Gives the message in GNU's words, without the program's name.
    pub(crate) fn message(&self, quoting: Quoting) -> Bytes {
        let name = |path: &OsStr| quoting.shell(path);
        match self {
            Self::Syntax(text) | Self::Meant(text) => text.clone(),
            Self::Word { flag, word, ambiguous, words } => {
                let text = if *ambiguous { "ambiguous argument " } else { "invalid argument " };
                let mark = |word: &str| quoting.word(OsStr::new(word));
                let mut text = Bytes::from(text)
                    .raw(&quoting.word(word))
                    .text(" for ")
                    .raw(&mark(flag))
                    .text("\nValid arguments are:");
                for meaning in *words {
                    for (at, word) in meaning.split('|').enumerate() {
                        let before = if at == 0 { "\n  - " } else { ", " };
                        text = text.text(before).raw(&mark(word));
                    }
                }
                text
            }
            Self::Value { flag, value, why } => Bytes::from("invalid value ")
                .raw(&name(value))
                .text(" for ")
                .text(flag)
                .text(": ")
                .text(why),
            Self::Unrecognized { flag, value } => {
                Bytes::from("unrecognized ").text(flag).text(" argument: ").raw(&name(value))
            }
            Self::Flags(text) | Self::Refused(text) => Bytes::from(*text),
            Self::Beside { request, flag } => {
                Bytes::from("cannot combine ").text(request).text(" with ").text(flag)
            }
            Self::NoOperand => Bytes::from("missing file operand"),
            Self::NoDestination(source) => {
                Bytes::from("missing destination file operand after ").raw(&name(source))
            }
            Self::Extra(operand) => Bytes::from("extra operand ").raw(&name(operand)),
            Self::Target { flag, path, reason } => {
                Bytes::from(if *flag { "target directory " } else { "target " })
                    .raw(&name(path))
                    .text(": ")
                    .text(reason)
            }
            Self::EmptyList(path) => {
                Bytes::from("the list of operands in ").raw(&name(path)).text(" is empty")
            }
            Self::Glob { flag, glob } => {
                Bytes::from("bad pattern ").raw(&name(glob)).text(" in ").text(flag)
            }
            Self::List { path, reason } => Bytes::from("cannot read the list of sources in ")
                .raw(&name(path))
                .text(": ")
                .text(reason),
        }
    }
}

/// Finds a word, or the only meaning it abbreviates; gives the first name of that meaning.
pub(crate) fn word(
    flag: &'static str,
    word: &OsStr,
    words: &'static [&'static str],
) -> Result<&'static str, Misuse> {
    let bytes = word.as_encoded_bytes();
    let meanings = || words.iter().map(|names| names.split('|'));
    let exact = meanings().find(|names| names.clone().any(|known| known.as_bytes() == bytes));
    if let Some(name) = exact.and_then(|mut names| names.next()) {
        return Ok(name);
    }
    let mut near = meanings().filter_map(|mut names| {
        let fits = names.clone().any(|known| known.as_bytes().starts_with(bytes));
        names.next().filter(|_| fits)
    });
    let (first, second) = (near.next(), near.next());
    match (first, second) {
        (Some(only), None) => Ok(only),
        _ => Err(Misuse::Word { flag, word: word.to_owned(), ambiguous: first.is_some(), words }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flags::lists::{BACKUP, PRESERVE, REFLINK, UPDATE};

    const UTF8: Quoting = Quoting { utf8: true, terminal: false };

    #[test]
    fn a_word_may_be_abbreviated_to_one_meaning() {
        assert_eq!(word("", OsStr::new("x"), PRESERVE), Ok("xattr"));
        assert_eq!(word("", OsStr::new("none"), UPDATE), Ok("none"));
        assert_eq!(word("", OsStr::new("none-"), UPDATE), Ok("none-fail"));
        assert_eq!(word("", OsStr::new("o"), BACKUP), Ok("none"));
        let ambiguous = word("backup type", OsStr::new("n"), BACKUP).unwrap_err();
        assert_eq!(
            ambiguous.message(UTF8).to_string(),
            "ambiguous argument ‘n’ for ‘backup type’\nValid arguments are:\n  - ‘none’, ‘off’\n  \
             - ‘simple’, ‘never’\n  - ‘existing’, ‘nil’\n  - ‘numbered’, ‘t’"
        );
    }

    #[test]
    fn in_our_own_words_a_wrong_word_is_one_line_with_the_one_that_was_meant() {
        use crate::cli::flags::lists::ON_CONFLICT;
        let told = |text: &str, words| word("--x", OsStr::new(text), words).unwrap_err().plainly();
        assert_eq!(
            told("overwite", ON_CONFLICT).to_string(),
            "invalid value 'overwite' for '--x'; did you mean 'overwrite'?"
        );
        assert_eq!(
            told("zzzzzz", REFLINK).to_string(),
            "invalid value 'zzzzzz' for '--x'; choose one of auto, always, never"
        );
        assert_eq!(
            told("n", BACKUP).to_string(),
            "ambiguous value 'n' for '--x'; choose one of none, simple, existing, numbered"
        );
        let glob = Misuse::Glob { flag: "--exclude", glob: "[".into() };
        assert_eq!(glob.plainly().to_string(), "bad pattern '[' in --exclude");
    }

    #[test]
    fn a_wrong_word_is_told_with_the_right_ones() {
        let wrong = word("--reflink", OsStr::new("x"), REFLINK).unwrap_err();
        let ascii = Quoting { utf8: false, terminal: false };
        assert_eq!(
            wrong.message(ascii).to_string(),
            "invalid argument 'x' for '--reflink'\nValid arguments are:\n  - 'auto'\n  - \
             'always'\n  - 'never'"
        );
        assert!(wrong.points_to_help());
    }
}
