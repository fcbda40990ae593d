//! Reads a command line as GNU programs do: permuted, abbreviated, checked in order.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::cli::flags::{Flag, Id, Takes, Token};
use crate::cli::misuse::Misuse;
use crate::cli::quoting::Bytes;

/// Walks over a command line; operands that stand before flags are given last.
#[derive(Debug)]
pub(crate) struct GetOpt {
    table: &'static [Flag],
    rest: VecDeque<OsString>,
    /// Letters of a cluster such as `-rf` that are still to come.
    cluster: VecDeque<u8>,
    operands: VecDeque<OsString>,
    /// Whether the first operand ends the flags, as `POSIXLY_CORRECT` demands.
    strict: bool,
    /// Whether only operands follow.
    ended: bool,
}

impl GetOpt {
    /// Starts with the arguments after the program's name.
    pub(crate) fn new(
        table: &'static [Flag],
        args: impl IntoIterator<Item = OsString>,
        strict: bool,
    ) -> Self {
        Self {
            table,
            rest: args.into_iter().collect(),
            cluster: VecDeque::new(),
            operands: VecDeque::new(),
            strict,
            ended: false,
        }
    }

    fn letter(&mut self, letter: u8) -> Result<Token, Bytes> {
        let known = |flag: &&Flag| flag.gnu && flag.short.contains(&char::from(letter));
        let Some(flag) = self.table.iter().find(known) else {
            return Err(Bytes::from("invalid option -- '").raw(&[letter]).text("'"));
        };
        if !matches!(flag.takes, Takes::Value(_)) {
            return Ok(Token::Flag(flag.id, None));
        }
        let joined: Vec<u8> = self.cluster.drain(..).collect();
        let value = if joined.is_empty() {
            self.rest.pop_front()
        } else {
            Some(OsString::from_vec(joined))
        };
        match value {
            Some(value) => Ok(Token::Flag(flag.id, Some(value))),
            None => Err(Bytes::from("option requires an argument -- '").raw(&[letter]).text("'")),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<Token, Misuse> {
        let (name, value) = match word.iter().position(|&byte| byte == b'=') {
            Some(at) => (&word[..at], Some(OsStr::from_bytes(&word[at + 1..]).to_owned())),
            None => (word, None),
        };
        let (flag, long) = self.look_up(name, word).map_err(Misuse::Syntax)?;
        let complaint =
            |what: &str| Err(Misuse::Syntax(Bytes::from("option '--").text(long).text(what)));
        match (flag.takes, value) {
            (Takes::Nothing, Some(_)) => complaint("' doesn't allow an argument"),
            (Takes::Value(_), None) => match self.rest.pop_front() {
                Some(value) => Ok(Token::Flag(flag.id, Some(value))),
                None => complaint("' requires an argument"),
            },
            // As in GNU's rm, this flag must be spelled in full, since it lifts a protection.
            _ if flag.id == Id::NoPreserveRoot && name != long.as_bytes() => {
                Err(Misuse::Refused("you may not abbreviate the --no-preserve-root option"))
            }
            (_, value) => Ok(Token::Flag(flag.id, value)),
        }
    }

    /// Finds a long flag; only GNU's own may be abbreviated, so that ours never make one ambiguous.
    fn look_up(&self, name: &[u8], word: &[u8]) -> Result<(&'static Flag, &'static str), Bytes> {
        // A program that scripts take for GNU's never touches the queue.
        let known = || self.table.iter().filter(|flag| flag.id != Id::Queue);
        let longs = || {
            known().flat_map(|flag| {
                let own = (!flag.long.is_empty()).then_some(flag.long);
                own.into_iter().chain(flag.alias).map(move |long| (flag, long))
            })
        };
        if let Some(exact) = longs().find(|(_, long)| long.as_bytes() == name) {
            return Ok(exact);
        }
        let mut near = longs().filter(|(flag, long)| flag.gnu && long.as_bytes().starts_with(name));
        let Some(first) = near.next() else {
            return Err(Bytes::from("unrecognized option '--").raw(word).text("'"));
        };
        // Another name of the same flag is no ambiguity.
        let others: Vec<_> = near.filter(|(flag, _)| flag.id != first.0.id).collect();
        if others.is_empty() {
            return Ok(first);
        }
        let mut text = Bytes::from("option '--").raw(word).text("' is ambiguous; possibilities:");
        for (_, long) in std::iter::once(&first).chain(&others) {
            text = text.text(" '--").text(long).text("'");
        }
        Err(text)
    }
}

impl Iterator for GetOpt {
    /// A token, or what GNU's `getopt_long` would say.
    type Item = Result<Token, Misuse>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(letter) = self.cluster.pop_front() {
            return Some(self.letter(letter).map_err(Misuse::Syntax));
        }
        while !self.ended {
            let Some(arg) = self.rest.pop_front() else { break };
            match arg.as_bytes() {
                b"--" => self.ended = true,
                [b'-', b'-', word @ ..] => return Some(self.word(word)),
                [b'-', letter, more @ ..] => {
                    self.cluster = more.iter().copied().collect();
                    return Some(self.letter(*letter).map_err(Misuse::Syntax));
                }
                _ => {
                    self.operands.push_back(arg);
                    self.ended = self.strict;
                }
            }
        }
        self.operands
            .pop_front()
            .or_else(|| self.rest.pop_front())
            .map(|name| Ok(Token::Operand(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flags::cp::FLAGS;
    use crate::cli::quoting::Quoting;

    const ASCII: Quoting = Quoting { utf8: false, terminal: false };

    fn read(line: &[&str], strict: bool) -> Vec<Result<Token, String>> {
        GetOpt::new(FLAGS, line.iter().map(OsString::from), strict)
            .map(|item| item.map_err(|misuse| misuse.message(ASCII).to_string()))
            .collect()
    }

    fn flag(id: Id) -> Token {
        Token::Flag(id, None)
    }

    fn operand(name: &str) -> Token {
        Token::Operand(name.into())
    }

    /// Reads a line that must be right.
    fn good(line: &[&str], strict: bool) -> Vec<Token> {
        read(line, strict).into_iter().collect::<Result<_, _>>().unwrap()
    }

    fn error(line: &[&str]) -> String {
        read(line, false).into_iter().find_map(Result::err).unwrap()
    }

    #[test]
    fn operands_and_flags_may_come_in_any_order() {
        let expected = [flag(Id::Verbose), flag(Id::Recursive), operand("a"), operand("-v")];
        assert_eq!(good(&["a", "-vr", "--", "-v"], false), expected);
        assert_eq!(good(&["a", "-v"], true), [operand("a"), operand("-v")]);
        assert_eq!(good(&["-", "-v"], false), [flag(Id::Verbose), operand("-")]);
    }

    #[test]
    fn values_may_be_joined_or_follow() {
        let value = |id| vec![Token::Flag(id, Some("x".into()))];
        assert_eq!(good(&["-tx"], false), value(Id::TargetDirectory));
        assert_eq!(good(&["-t", "x"], false), value(Id::TargetDirectory));
        assert_eq!(good(&["--target-directory", "x"], false), value(Id::TargetDirectory));
        assert_eq!(good(&["--targ=x"], false), value(Id::TargetDirectory));
        assert_eq!(good(&["--reflink", "x"], false), [flag(Id::Reflink), operand("x")]);
    }

    #[test]
    fn abbreviations_know_gnu_flags_only() {
        assert_eq!(good(&["--recurs"], false), [flag(Id::Recursive)]);
        // Our --workers and --json cause no ambiguity, and cannot be abbreviated.
        assert_eq!(error(&["--work"]), "unrecognized option '--work'");
        assert_eq!(good(&["--json"], false), [flag(Id::Json)]);
        assert_eq!(error(&["-w"]), "invalid option -- 'w'");
    }

    #[test]
    fn complaints_are_in_getopts_words() {
        assert_eq!(error(&["--foo"]), "unrecognized option '--foo'");
        assert_eq!(
            error(&["--re=x"]),
            "option '--re=x' is ambiguous; possibilities: '--recursive' '--remove-destination' \
             '--reflink'"
        );
        assert_eq!(error(&["--verb=3"]), "option '--verbose' doesn't allow an argument");
        assert_eq!(error(&["--sparse"]), "option '--sparse' requires an argument");
        assert_eq!(error(&["-t"]), "option requires an argument -- 't'");
        assert!(error(&["--p"]).ends_with("possibilities: '--parents' '--preserve'"));
        assert_eq!(good(&["--pa"], false), [flag(Id::Parents)]);
    }
}
