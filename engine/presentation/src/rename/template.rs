//! Expands the replacement of a rename rule: text with variables.

use jiff::Timestamp;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use regex::bytes::{Captures, Regex};

use super::{Letters, spelled_with};
use crate::spelling::{is_escape, read, units};
use crate::tr;
use std::os::unix::ffi::OsStrExt;

/// Digits of a counter at most.
const WIDEST: usize = 20;

/// How a date is written that says nothing else.
const DATE: &str = "%Y-%m-%d";

/// What variables stand for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    /// The name without its extension.
    pub(super) stem: &'a [u8],
    /// The extension without its dot.
    pub(super) extension: &'a [u8],
    /// The number of the item, from 0.
    pub(super) number: u64,
    /// When it changed, in microseconds since the Unix epoch.
    pub(super) mtime: Option<i64>,
    /// The zone of dates.
    pub(super) zone: &'a TimeZone,
}

/// Text with variables.
#[derive(Clone, Debug)]
pub(super) struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(Vec<u8>),
    Name(Letters),
    Extension(Letters),
    /// A counter; missing numbers before it are zeros.
    Number {
        width: usize,
        start: i64,
        step: i64,
    },
    Date(String),
    Group(String),
}

impl Template {
    /// Reads a text as fields spell it; what looks like a variable and is none is text.
    pub(super) fn parse(text: &str, groups: bool) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        let mut rest = text;
        while let Some(unit) = units(rest).next() {
            let found = match unit {
                _ if is_escape(unit) => None,
                "{" if rest.starts_with("{{") => Some((Part::Literal(b"{".to_vec()), 2)),
                "{" => variable(rest),
                "$" if groups => group(rest),
                _ => None,
            };
            let literal = || (Part::Literal(read(unit).as_bytes().to_vec()), unit.len());
            let (part, len) = found.unwrap_or_else(literal);
            match (parts.last_mut(), part) {
                (Some(Part::Literal(before)), Part::Literal(more)) => before.extend(more),
                (_, part) => parts.push(part),
            }
            rest = &rest[len..];
        }
        Self(parts)
    }

    /// Gives the first group that an expression does not have.
    pub(super) fn unknown_group(&self, find: Option<&Regex>) -> Option<&str> {
        let is_known = |name: &str| {
            find.is_some_and(|find| match name.parse::<usize>() {
                Ok(number) => number < find.captures_len(),
                Err(_) => find.capture_names().flatten().any(|known| known == name),
            })
        };
        let groups = self.0.iter().filter_map(|part| match part {
            Part::Group(name) => Some(name.as_str()),
            _ => None,
        });
        groups.into_iter().find(|name| !is_known(name))
    }

    /// Adds the text to a name.
    pub(super) fn expand(
        &self,
        facts: &Facts<'_>,
        captures: Option<&Captures<'_>>,
        new: &mut Vec<u8>,
    ) -> Result<(), String> {
        for part in &self.0 {
            match part {
                Part::Literal(text) => new.extend_from_slice(text),
                Part::Name(letters) => new.extend_from_slice(&spelled_with(facts.stem, *letters)),
                Part::Extension(letters) => {
                    new.extend_from_slice(&spelled_with(facts.extension, *letters));
                }
                Part::Number { width, .. } if *width > WIDEST => {
                    return Err(tr!("rename-too-many-digits", most = WIDEST as u64));
                }
                Part::Number { width, start, step } => {
                    let number = i128::from(*start) + i128::from(*step) * i128::from(facts.number);
                    new.extend_from_slice(format!("{number:0width$}").as_bytes());
                }
                Part::Date(format) => new.extend_from_slice(date(facts, format)?.as_bytes()),
                Part::Group(name) => {
                    let hit = captures.and_then(|captures| match name.parse() {
                        Ok(number) => captures.get(number),
                        Err(_) => captures.name(name),
                    });
                    new.extend_from_slice(hit.map_or(b"", |hit| hit.as_bytes()));
                }
            }
        }
        Ok(())
    }
}

fn date(facts: &Facts<'_>, format: &str) -> Result<String, String> {
    let mtime = facts.mtime.ok_or(tr!("rename-no-time"))?;
    let time = Timestamp::from_microsecond(mtime).map_err(|error| error.to_string())?;
    let time = time.to_zoned(facts.zone.clone());
    strtime::format(format, &time).map_err(|_| tr!("rename-no-date", format = format))
}

/// Reads `{name}` and the like, and gives its length.
fn variable(text: &str) -> Option<(Part, usize)> {
    let end = text.find('}')?;
    let body = &text[1..end];
    let (name, how) = body.split_once(':').map_or((body, None), |(name, how)| (name, Some(how)));
    let part = match name {
        "name" => Part::Name(letters(how)?),
        "ext" => Part::Extension(letters(how)?),
        "n" => number(how.unwrap_or("1"))?,
        "date" => Part::Date(how.unwrap_or(DATE).to_owned()),
        _ => return None,
    };
    Some((part, end + 1))
}

fn letters(how: Option<&str>) -> Option<Letters> {
    Some(match how {
        None => Letters::Keep,
        Some("lower") => Letters::Lower,
        Some("upper") => Letters::Upper,
        Some("title") => Letters::Title,
        Some(_) => return None,
    })
}

/// Reads `03`, `03:10` or `03:10:5`: digits, the first number, and by how much it grows.
fn number(how: &str) -> Option<Part> {
    let mut numbers = how.split(':');
    let digits = numbers.next().filter(|text| is_number(text))?;
    let mut next = || numbers.next().map_or(Some(1), |text| text.parse().ok());
    let (start, step) = (next()?, next()?);
    let width = digits.parse().unwrap_or(usize::MAX);
    numbers.next().is_none().then_some(Part::Number { width, start, step })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads `$1` or `${name}`, and gives its length; `$$` is a dollar.
fn group(text: &str) -> Option<(Part, usize)> {
    let body = &text[1..];
    if body.starts_with('$') {
        return Some((Part::Literal(b"$".to_vec()), 2));
    }
    if let Some(inside) = body.strip_prefix('{') {
        let end = inside.find('}')?;
        return Some((Part::Group(inside[..end].to_owned()), end + 3));
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| (Part::Group(body[..digits].to_owned()), digits + 1))
}
