//! Plans new names for many items: a function of a rule and of what is known of the items.
//!
//! Names are bytes here. A pattern never matches half a character, and a byte that is no text is
//! touched only by a pattern that names it, so nothing is lost that the rule does not mean.

use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use jiff::tz::TimeZone;
use regex::bytes::{Regex, RegexBuilder};

use crate::spelling::read;
use crate::tr;

mod template;

use template::{Facts, Template};

/// How names change. The texts are spelled as fields spell them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// What is replaced; the whole name if empty.
    pub find: String,
    /// What it is replaced by, with variables.
    pub replace: String,
    /// Whether `find` is a regular expression.
    pub regex: bool,
    /// Whether capitals and small letters differ.
    pub case: bool,
    /// Whether the extension may change as well.
    pub extension: bool,
    /// What becomes of letters.
    pub letters: Letters,
}

/// What becomes of the letters of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// They stay.
    #[default]
    Keep,
    /// Small letters.
    Lower,
    /// Capitals.
    Upper,
    /// A capital at the start of each word, small letters behind it.
    Title,
}

/// What is known of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: OsString,
    /// Whether it is a folder; those have no extension.
    pub folder: bool,
    /// When it changed, in microseconds since the Unix epoch.
    pub mtime: Option<i64>,
}

/// Gives a new name for each item.
///
/// # Errors
/// Says why the rule cannot be followed.
pub fn plan(rule: &Rule, items: &[Item], zone: &TimeZone) -> Result<Vec<OsString>, String> {
    let find = (!rule.find.is_empty()).then(|| pattern(rule)).transpose()?;
    let template = Template::parse(&rule.replace, rule.regex);
    if let Some(group) = template.unknown_group(find.as_ref()) {
        return Err(tr!("rename-no-group", group = group));
    }
    // Counters count what changes.
    let mut number = 0;
    let new_name = |item: &Item| {
        let (stem, extension) = split(item);
        let whole = item.name.as_bytes();
        let subject = if rule.extension { whole } else { stem };
        let facts = Facts { stem, extension, number, mtime: item.mtime, zone };
        number += u64::from(find.as_ref().is_none_or(|find| find.is_match(subject)));
        let mut new = Vec::with_capacity(whole.len());
        match &find {
            Some(find) => {
                let mut end = 0;
                for captures in find.captures_iter(subject) {
                    let hit = captures.get_match();
                    new.extend_from_slice(&subject[end..hit.start()]);
                    template.expand(&facts, Some(&captures), &mut new)?;
                    end = hit.end();
                }
                new.extend_from_slice(&subject[end..]);
            }
            None if rule.replace.is_empty() => new.extend_from_slice(subject),
            None => template.expand(&facts, None, &mut new)?,
        }
        let mut new = spelled_with(&new, rule.letters).into_owned();
        new.extend_from_slice(&whole[subject.len()..]);
        Ok(OsString::from_vec(new))
    };
    items.iter().map(new_name).collect()
}

/// Makes the pattern of a rule.
fn pattern(rule: &Rule) -> Result<Regex, String> {
    let text = if rule.regex {
        Cow::Borrowed(rule.find.as_str())
    } else {
        Cow::Owned(literal(read(&rule.find).as_bytes()))
    };
    let mut builder = RegexBuilder::new(&text);
    builder.case_insensitive(!rule.case).dot_matches_new_line(true);
    builder.build().map_err(|error| {
        let why = error.to_string();
        let last = why.lines().last().unwrap_or_default();
        tr!("rename-no-expression", why = last.trim_start_matches("error: "))
    })
}

/// Gives the regular expression that matches these bytes and no others.
fn literal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += &regex::escape(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!(r"(?-u:\x{byte:02x})")));
    }
    text
}

/// Splits a name into what is before the dot of its extension, and the extension without it.
fn split(item: &Item) -> (&[u8], &[u8]) {
    let name = item.name.as_bytes();
    let dot = |name: &[u8]| name.iter().rposition(|&c| c == b'.').filter(|&dot| dot > 0);
    match dot(name).filter(|_| !item.folder) {
        Some(last) => {
            // Archives have two extensions.
            let first = dot(&name[..last]).filter(|&tar| name[tar..last] == *b".tar");
            let end = first.unwrap_or(last);
            (&name[..end], &name[end + 1..])
        }
        None => (name, b""),
    }
}

/// Changes the letters of a name; bytes that are no text have none.
fn spelled_with(name: &[u8], letters: Letters) -> Cow<'_, [u8]> {
    if letters == Letters::Keep {
        return Cow::Borrowed(name);
    }
    let mut new = Vec::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        let text = chunk.valid();
        let text = match letters {
            Letters::Keep => text.to_owned(),
            Letters::Lower => text.to_lowercase(),
            Letters::Upper => text.to_uppercase(),
            Letters::Title => title(text),
        };
        new.extend_from_slice(text.as_bytes());
        new.extend_from_slice(chunk.invalid());
    }
    Cow::Owned(new)
}

fn title(text: &str) -> String {
    let mut new = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        if inside {
            new.extend(c.to_lowercase());
        } else {
            new.extend(c.to_uppercase());
        }
        // An apostrophe does not end a word.
        inside = c.is_alphanumeric() || (inside && matches!(c, '\'' | '’'));
    }
    new
}

#[cfg(test)]
mod tests;
