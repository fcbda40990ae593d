//! Matches names and paths of any bytes against wildcards.
//!
//! `?` and `[…]` stand for one character, which may have several bytes; a byte that is no part of one stands for itself. A
//! regular expression knows either characters or bytes: by bytes `?` is half an umlaut, and by characters no name that is not
//! UTF-8 matches anything.

use std::borrow::Cow;

/// Alternatives that one pattern may have: `{a,b}{c,d}` has four.
const MOST: usize = 4096;
/// Braces that may stand in each other.
const DEEPEST: usize = 100;
/// What a byte that is no part of a character is more than that byte: no character has such a number.
const BYTE: u32 = 0x11_0000;

/// A pattern ready to be compared; with `{a,b}` it has several ways to match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wildcard {
    ways: Vec<Way>,
    /// Whether names are compared in small letters.
    folds: bool,
}

/// The names of a path from the first to the last.
type Way = Vec<Part>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// `**`: any number of directories.
    Directories,
    Name(Vec<Token>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Text(Vec<u8>),
    /// `?`
    One,
    /// `*`
    Many,
    /// `[a-z]`: ranges of characters, or with `!` all others.
    Class {
        ranges: Vec<(u32, u32)>,
        negated: bool,
    },
}

impl Wildcard {
    /// Understands a pattern with `*`, `?`, `[…]`, `**`, `{a,b}` and backslashes before what is meant literally; none if it cannot
    /// be understood, or has too many alternatives.
    pub fn new(pattern: &[u8]) -> Option<Self> {
        let ways: Option<Vec<Way>> =
            alternatives(pattern, 0)?.iter().map(|way| parts(way)).collect();
        let ways: Vec<Way> = ways?.into_iter().filter(|way| !way.is_empty()).collect();
        (!ways.is_empty()).then_some(Self { ways, folds: false })
    }

    /// Understands a pattern as [`Self::new`] does, in which slashes are characters like all others: `*` and `?` stand for
    /// them, too.
    pub fn of_text(pattern: &[u8]) -> Option<Self> {
        let alternatives = alternatives(pattern, 0)?;
        let ways: Option<Vec<Way>> =
            alternatives.iter().map(|way| tokens(way, true).map(whole)).collect();
        Some(Self { ways: ways?, folds: false })
    }

    /// Understands one name of a pattern as a shell does that expands no braces, and knows no backslashes.
    pub fn of_name(pattern: &[u8]) -> Option<Self> {
        Some(Self { ways: vec![whole(tokens(pattern, false)?)], folds: false })
    }

    /// Compares names in small letters, in which the pattern must be, too.
    #[must_use]
    pub fn folding(self) -> Self {
        Self { folds: true, ..self }
    }

    /// Whether it matches a name.
    pub fn matches(&self, name: &[u8]) -> bool {
        if !self.folds {
            return self.leads_to(&[name]);
        }
        self.leads_to(&[&*small(name)])
    }

    /// Whether it matches a path, which is given by its names.
    pub fn matches_names(&self, names: &[&[u8]]) -> bool {
        if !self.folds {
            return self.leads_to(names);
        }
        let small: Vec<Cow<'_, [u8]>> = names.iter().map(|name| small(name)).collect();
        let names: Vec<&[u8]> = small.iter().map(|name| &**name).collect();
        self.leads_to(&names)
    }

    fn leads_to(&self, names: &[&[u8]]) -> bool {
        self.ways.iter().any(|way| leads_to(way, names))
    }
}

/// A way of one name.
fn whole(tokens: Vec<Token>) -> Way {
    vec![Part::Name(tokens)]
}

/// Gives a name in small letters. A letter stays one character, so that `?` stands for it; bytes that are no text have no
/// case.
fn small(name: &[u8]) -> Cow<'_, [u8]> {
    if name.is_ascii() {
        return if name.iter().any(u8::is_ascii_uppercase) {
            name.to_ascii_lowercase().into()
        } else {
            name.into()
        };
    }
    let mut small = Vec::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            let mut all = letter.to_lowercase();
            let letter = if all.len() == 1 { all.next().unwrap_or(letter) } else { letter };
            small.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
        small.extend_from_slice(chunk.invalid());
    }
    small.into()
}

fn leads_to(way: &[Part], names: &[&[u8]]) -> bool {
    let (mut part, mut name) = (0, 0);
    // Where the last `**` is, and the first name that it has not taken yet.
    let mut again: Option<(usize, usize)> = None;
    loop {
        match (way.get(part), names.get(name)) {
            (None, None) => return true,
            (Some(Part::Directories), _) => {
                part += 1;
                again = Some((part, name));
                continue;
            }
            (Some(Part::Name(tokens)), Some(it)) if fits(tokens, it) => {
                (part, name) = (part + 1, name + 1);
                continue;
            }
            _ => {}
        }
        match again {
            Some((after, from)) if from < names.len() => {
                again = Some((after, from + 1));
                (part, name) = (after, from + 1);
            }
            _ => return false,
        }
    }
}

fn fits(tokens: &[Token], name: &[u8]) -> bool {
    // Most names are ruled out by their ends.
    if let Some(Token::Text(end)) = tokens.last()
        && !name.ends_with(end)
    {
        return false;
    }
    let (mut token, mut rest) = (0, name);
    // What follows the last `*`, and what it has not taken yet.
    let mut again: Option<(usize, &[u8])> = None;
    loop {
        match tokens.get(token) {
            None if rest.is_empty() => return true,
            Some(Token::Many) => {
                token += 1;
                again = Some((token, rest));
                continue;
            }
            Some(it) => {
                if let Some(left) = it.takes(rest) {
                    (token, rest) = (token + 1, left);
                    continue;
                }
            }
            None => {}
        }
        let Some((after, from)) = again else { return false };
        let Some((_, from)) = first(from) else { return false };
        again = Some((after, from));
        (token, rest) = (after, from);
    }
}

impl Token {
    /// Takes what it matches from the beginning of a name; gives what is left.
    fn takes<'a>(&self, name: &'a [u8]) -> Option<&'a [u8]> {
        match self {
            Self::Text(text) => name.strip_prefix(text.as_slice()),
            Self::One | Self::Many => first(name).map(|(_, rest)| rest),
            Self::Class { ranges, negated } => {
                let (number, rest) = first(name)?;
                let is_in = ranges.iter().any(|(from, to)| (*from..=*to).contains(&number));
                (is_in != *negated).then_some(rest)
            }
        }
    }
}

/// Splits off the first character of a name, or its first byte if that is none.
fn first(name: &[u8]) -> Option<(u32, &[u8])> {
    let (byte, rest) = name.split_first()?;
    if byte.is_ascii() {
        return Some((u32::from(*byte), rest));
    }
    let start = name.get(..4).unwrap_or(name);
    let letter = start.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    match letter {
        Some(letter) => Some((letter.into(), name.get(letter.len_utf8()..).unwrap_or_default())),
        None => Some((BYTE + u32::from(*byte), rest)),
    }
}

/// Splits a pattern, which is in so many braces, at its own; none if one has no other.
fn alternatives(pattern: &[u8], depth: usize) -> Option<Vec<Vec<u8>>> {
    if depth > DEEPEST {
        return None;
    }
    let mut done: Vec<Vec<u8>> = vec![Vec::new()];
    let mut rest = pattern;
    while let Some((byte, after)) = rest.split_first() {
        let literal = match byte {
            b'{' => {
                let (inside, after) = braces(after)?;
                let mut choices = Vec::new();
                for choice in inside {
                    choices.extend(alternatives(choice, depth + 1)?);
                }
                // An empty one is none, unless there is no other.
                if choices.iter().any(|it| !it.is_empty()) {
                    choices.retain(|it| !it.is_empty());
                }
                if done.len().saturating_mul(choices.len()) > MOST {
                    return None;
                }
                let joined = done.iter().flat_map(|start| {
                    choices.iter().map(move |choice| [start.as_slice(), choice].concat())
                });
                done = joined.collect();
                rest = after;
                continue;
            }
            b'}' => return None,
            b'[' => 1 + class(after)?.1,
            b'\\' => 1 + first(after).map_or(0, |(_, left)| after.len() - left.len()),
            _ => 1,
        };
        let (taken, left) = rest.split_at_checked(literal)?;
        for start in &mut done {
            start.extend_from_slice(taken);
        }
        rest = left;
    }
    Some(done)
}

/// Splits what is in braces at its commas; gives what follows the second brace, too.
fn braces(pattern: &[u8]) -> Option<(Vec<&[u8]>, &[u8])> {
    let (mut choices, mut depth, mut from, mut at) = (Vec::new(), 0, 0, 0);
    while let Some(byte) = pattern.get(at) {
        match byte {
            b'{' => depth += 1,
            b',' if depth == 0 => {
                choices.push(pattern.get(from..at)?);
                from = at + 1;
            }
            b'}' if depth == 0 => {
                choices.push(pattern.get(from..at)?);
                return Some((choices, pattern.get(at + 1..)?));
            }
            b'}' => depth -= 1,
            b'[' => at += class(pattern.get(at + 1..)?)?.1,
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Splits a pattern without braces into its names; dots and slashes that mean nothing are none.
fn parts(pattern: &[u8]) -> Option<Way> {
    let mut parts = Vec::new();
    for name in pattern.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b"**" => parts.push(Part::Directories),
            name => parts.push(Part::Name(tokens(name, true)?)),
        }
    }
    // It stands for what is in the directories before it.
    if parts.last() == Some(&Part::Directories) {
        parts.push(Part::Name(vec![Token::Many]));
    }
    Some(parts)
}

fn tokens(mut pattern: &[u8], escapes: bool) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    while let Some((byte, after)) = pattern.split_first() {
        let mut text = std::slice::from_ref(byte);
        pattern = after;
        match byte {
            b'?' => {
                tokens.push(Token::One);
                continue;
            }
            b'*' => {
                if tokens.last() != Some(&Token::Many) {
                    tokens.push(Token::Many);
                }
                continue;
            }
            b'[' => {
                let (class, length) = class(after)?;
                tokens.push(class);
                pattern = after.get(length..)?;
                continue;
            }
            b'\\' if escapes => (text, pattern) = after.split_at_checked(1)?,
            _ => {}
        }
        match tokens.last_mut() {
            Some(Token::Text(before)) => before.extend_from_slice(text),
            _ => tokens.push(Token::Text(text.to_vec())),
        }
    }
    Some(tokens)
}

/// Understands what follows a bracket; gives its length, the second bracket included.
fn class(pattern: &[u8]) -> Option<(Token, usize)> {
    let negated = matches!(pattern.first(), Some(b'!' | b'^'));
    let mut rest = if negated { pattern.get(1..)? } else { pattern };
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut is_range = false;
    loop {
        let (letter, after) = first(rest)?;
        rest = after;
        match u8::try_from(letter) {
            Ok(b']') if !ranges.is_empty() => break,
            Ok(b'-') if !ranges.is_empty() && !is_range => {
                is_range = true;
                continue;
            }
            _ => {}
        }
        match ranges.last_mut().filter(|_| is_range) {
            Some((from, _)) if letter < *from => return None,
            Some((_, to)) => *to = letter,
            None => ranges.push((letter, letter)),
        }
        is_range = false;
    }
    if is_range {
        ranges.push((b'-'.into(), b'-'.into()));
    }
    Some((Token::Class { ranges, negated }, pattern.len() - rest.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(pattern: &str, path: &[u8]) -> bool {
        let names: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        Wildcard::new(pattern.as_bytes()).unwrap().matches_names(&names)
    }

    #[test]
    fn a_character_is_one_and_so_is_a_byte_that_is_none() {
        for pattern in ["?", "[äö]", "[!a]", "[à-ü]", "*", "{x,ä}"] {
            assert!(matches(pattern, "ä".as_bytes()), "{pattern}");
        }
        for pattern in ["??", "[!ä]", "a", "[a-z]"] {
            assert!(!matches(pattern, "ä".as_bytes()), "{pattern}");
        }
        let name = b"l\xe4t.txt";
        for pattern in ["*", "l?t.txt", "*.txt", "l[!a]t*", "**/l*"] {
            assert!(matches(pattern, name), "{pattern}");
        }
        for pattern in ["l??t.txt", "lät.txt", "l[ä]t.txt", "l[a-z]t.txt"] {
            assert!(!matches(pattern, name), "{pattern}");
        }
        let own = Wildcard::of_name(b"l\xe4*").unwrap();
        assert!(own.matches(name) && !own.matches("lät.txt".as_bytes()));
        assert!(Wildcard::of_name(b"{a,\\b}").unwrap().matches(b"{a,\\b}"));
    }

    #[test]
    fn a_slash_is_a_character_of_a_text() {
        let text = |pattern: &str| Wildcard::of_text(pattern.as_bytes()).unwrap();
        assert!(text("a*d").matches(b"a/b/c/d") && text("a?b").matches(b"a/b"));
        assert!(text("a/*").matches(b"a/b/c") && !text("*").matches_names(&[b"a", b"b"]));
        assert!(text("{*.rs,b}").matches(b"a/b.rs") && text(r"\*").matches(b"*"));
        assert!(!text(r"\*").matches(b"a") && Wildcard::of_text(b"[a").is_none());
    }

    #[test]
    fn names_are_compared_in_small_letters_and_each_stays_one_character() {
        let folds = |pattern: &str, name: &[u8]| {
            Wildcard::new(pattern.as_bytes()).unwrap().folding().matches(name)
        };
        assert!(folds("*.jpg", b"A.JPG") && folds("[ä-ü]x", "ÖX".as_bytes()));
        assert!(folds("?", "Ä".as_bytes()) && !folds("??", "Ä".as_bytes()));
        // Its small letter is two characters.
        assert!(folds("?", "İ".as_bytes()) && !folds("??", "İ".as_bytes()));
        assert!(folds("l?t", b"L\xe4T") && !folds("l??t", b"L\xe4T"));
        let path = Wildcard::new("src/*".as_bytes()).unwrap().folding();
        assert!(path.matches_names(&[b"SRC", b"A"]) && !path.matches_names(&[b"A", b"SRC"]));
    }

    #[test]
    fn what_cannot_be_understood_is_no_pattern() {
        let (many, deep) = ("{a,b}".repeat(13), "{".repeat(60_000) + &"}".repeat(60_000));
        for pattern in ["[", "[a", "[z-a]", "{a", "a}", "a\\", "", "/", ".", "{[a,b}", &many, &deep]
        {
            assert_eq!(Wildcard::new(pattern.as_bytes()), None, "{pattern}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn plain_names_match_as_they_do_in_globset(
            pattern in r"(\*\*/)?[ab*?!{},/^\]\[.\\-]{0,9}(/\*\*)?", path in "[ab.,-]{1,3}(/[ab.^]{1,3}){0,3}",
        ) {
            let parts: Vec<&str> = pattern.split('/').filter(|it| !matches!(*it, "" | ".")).collect();
            let plain = parts.join("/");
            // Slashes in brackets and braces are understood otherwise, and so are dots and `**` there.
            if pattern.contains('/') && pattern.contains(['[', '{', '\\'])
                || pattern.contains('{') && (pattern.contains('.') || pattern.contains("**"))
            {
                return Ok(());
            }
            let other = globset::GlobBuilder::new(&plain).literal_separator(true).build().ok();
            let other = other.filter(|_| !parts.is_empty()).map(|it| it.compile_matcher());
            let own = Wildcard::new(pattern.as_bytes());
            // No name is empty.
            let is_nothing = own.is_none() && other.as_ref().is_some_and(|other| other.is_match(""));
            prop_assume!(!is_nothing);
            prop_assert_eq!(own.is_some(), other.is_some(), "{}", pattern);
            if let Some((own, other)) = own.zip(other) {
                let names: Vec<&[u8]> = path.as_bytes().split(|byte| *byte == b'/').collect();
                // It does not take a bracket for a slash.
                prop_assume!(names.len() == 1 || !pattern.contains('['));
                prop_assert_eq!(own.matches_names(&names), other.is_match(&path), "{} {}", pattern, path);
            }
        }
    }
}
