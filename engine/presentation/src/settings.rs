//! Reads the user's TOML files so that a mistake costs only its own line.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use fcp_engine::path::DisplayName;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; none if it is the whole file.
    pub line: Option<usize>,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}, line {line}: {}", self.file, self.text),
            None => write!(f, "{}: {}", self.file, self.text),
        }
    }
}

/// A value and where it stands.
pub type Value<'a> = Spanned<DeValue<'a>>;

/// A file that is being read.
#[derive(Debug)]
pub struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    mistakes: Vec<Mistake>,
}

impl<'a> Reader<'a> {
    /// Begins to read a file.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, mistakes: Vec::new() }
    }

    /// Gives what is wrong in the file, by lines.
    pub fn mistakes(mut self) -> Vec<Mistake> {
        self.mistakes.sort_by_key(|mistake| mistake.line);
        self.mistakes
    }

    /// Notes that something is wrong at a place.
    pub fn wrong(&mut self, place: &Range<usize>, text: impl Into<String>) {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = 1 + before.matches('\n').count();
        // A key or a value may hold anything, and ends on a terminal.
        let text = DisplayName::new(&text.into()).to_string();
        self.mistakes.push(Mistake { file: self.file.to_owned(), line: Some(line), text });
    }

    /// Gives the entries of the file in the order in which they stand there.
    pub fn entries(&mut self) -> Vec<Entry<'a>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let place = error.span().unwrap_or(self.text.len()..self.text.len());
            self.wrong(&place, error.message());
        }
        in_order(table.into_inner())
    }

    /// Gives the entries of a table.
    pub fn table<'b>(&mut self, entry: Entry<'b>) -> Vec<Entry<'b>> {
        match entry.value.into_inner() {
            DeValue::Table(table) => in_order(table),
            other => {
                self.expected(&entry.place, &entry.name, "a table", &other).unwrap_or_default()
            }
        }
    }

    /// Gives the entries of each table of a list, with the place of the table.
    pub fn tables<'b>(&mut self, entry: Entry<'b>) -> Vec<(Range<usize>, Vec<Entry<'b>>)> {
        let (name, place) = (entry.name, entry.place);
        let array = match entry.value.into_inner() {
            DeValue::Array(array) => array,
            other => {
                let what = format!("a list: write [[{name}]]");
                return self.expected(&place, &name, &what, &other).unwrap_or_default();
            }
        };
        let mut tables = Vec::new();
        for value in array {
            let at = value.span();
            match value.into_inner() {
                DeValue::Table(table) => tables.push((at, in_order(table))),
                other => {
                    self.expected::<()>(&at, &name, "a list of tables", &other);
                }
            }
        }
        tables
    }

    /// Gives a text.
    pub fn string(&mut self, entry: &Entry<'_>) -> Option<String> {
        match entry.value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            other => self.expected(&entry.place, &entry.name, "a text in quotes", other),
        }
    }

    /// Gives a text that must be one of these.
    pub fn choice<T: Copy>(&mut self, entry: &Entry<'_>, choices: &[(&str, T)]) -> Option<T> {
        let text = self.string(entry)?;
        if let Some((_, meaning)) = choices.iter().find(|(name, _)| *name == text) {
            return Some(*meaning);
        }
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let text = format!("'{}' can be {}, not '{text}'", entry.name, listed(&names));
        self.wrong(&entry.place, text);
        None
    }

    /// Gives yes or no.
    pub fn flag(&mut self, entry: &Entry<'_>) -> Option<bool> {
        match entry.value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            other => self.expected(&entry.place, &entry.name, "true or false", other),
        }
    }

    /// Gives a whole number within bounds.
    pub fn number(&mut self, entry: &Entry<'_>, bounds: Range<i64>) -> Option<i64> {
        let DeValue::Integer(number) = entry.value.get_ref() else {
            return self.expected(&entry.place, &entry.name, "a number", entry.value.get_ref());
        };
        let number = i64::from_str_radix(number.as_str(), number.radix()).ok();
        let found = number.filter(|number| bounds.contains(number));
        if found.is_none() {
            let (name, last) = (&entry.name, bounds.end - 1);
            self.wrong(&entry.place, format!("'{name}' is from {} to {last}", bounds.start));
        }
        found
    }

    /// Gives a list of texts.
    pub fn strings(&mut self, entry: &Entry<'_>) -> Option<Vec<String>> {
        let DeValue::Array(array) = entry.value.get_ref() else {
            return self.expected(&entry.place, &entry.name, "a list", entry.value.get_ref());
        };
        let mut texts = Vec::new();
        for value in array {
            match value.get_ref() {
                DeValue::String(text) => texts.push(text.to_string()),
                other => {
                    let what = "a list of texts in quotes";
                    self.expected::<()>(&value.span(), &entry.name, what, other);
                }
            }
        }
        Some(texts)
    }

    /// Notes that an entry has a name that nothing has, and what may have been meant.
    pub fn unknown(&mut self, entry: &Entry<'_>, known: &[&str]) {
        let meant = did_you_mean(&entry.name, known.iter().copied());
        self.wrong(&entry.place, format!("nothing is called '{}'{meant}", entry.name));
    }

    fn expected<T>(
        &mut self,
        place: &Range<usize>,
        name: &str,
        wanted: &str,
        found: &DeValue<'_>,
    ) -> Option<T> {
        let found = found.type_str();
        let article = if found.starts_with(['a', 'i']) { "an" } else { "a" };
        self.wrong(place, format!("'{name}' must be {wanted}, not {article} {found}"));
        None
    }
}

/// One line of a table.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// What stands before the equals sign.
    pub name: String,
    /// Where that stands.
    pub place: Range<usize>,
    /// What stands behind it.
    pub value: Value<'a>,
}

impl Entry<'_> {
    /// Gives the text that stands there, if one does.
    pub fn text(&self) -> Option<&str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// Tells whether the entry is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }
}

fn in_order(table: DeTable<'_>) -> Vec<Entry<'_>> {
    let mut entries: Vec<_> = table
        .into_iter()
        .map(|(key, value)| Entry { place: key.span(), name: key.into_inner().into_owned(), value })
        .collect();
    entries.sort_by_key(|entry| entry.place.start);
    entries
}

/// Gives the known word that a mistyped one was probably meant to be.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|known| (strsim::damerau_levenshtein(word, known), known)).min();
    let limit = word.chars().count().div_ceil(3);
    near.filter(|&(distance, _)| distance <= limit).map(|(_, known)| known)
}

/// Asks whether the nearest known word was meant; empty if none is near.
pub fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(word, known).map_or(String::new(), |known| format!(" (did you mean '{known}'?)"))
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mistake_names_its_line_and_the_rest_counts() {
        let text = "a = 1\nb = \nc = \"x\"\nd = 3 4\ne = true\n";
        let mut reader = Reader::new("f.toml", text);
        let entries = reader.entries();
        let of = |name: &str| entries.iter().find(|entry| entry.name == name).unwrap();
        assert_eq!(reader.number(of("a"), 0..2), Some(1));
        assert_eq!(reader.string(of("c")).as_deref(), Some("x"));
        assert_eq!(reader.flag(of("e")), Some(true));
        assert_eq!(reader.flag(of("a")), None);
        assert_eq!(reader.number(of("a"), 2..4), None);
        assert_eq!(reader.choice(of("c"), &[("y", 1), ("z", 2)]), None);
        let lines: Vec<_> = reader.mistakes().iter().map(ToString::to_string).collect();
        assert!(
            lines[0].starts_with("f.toml, line 1: 'a' must be true or false, not an integer"),
            "{lines:#?}"
        );
        assert_eq!(lines[1], "f.toml, line 1: 'a' is from 2 to 3");
        assert!(lines[2].starts_with("f.toml, line 2: "), "{lines:#?}");
        assert_eq!(lines[3], "f.toml, line 3: 'c' can be 'y' or 'z', not 'x'");
        assert!(lines[4].starts_with("f.toml, line 4: "), "{lines:#?}");
    }

    #[test]
    fn what_is_near_may_have_been_meant() {
        let known = ["copy", "move", "make-directory"];
        let meant = |word| did_you_mean(word, known.into_iter());
        assert_eq!(meant("cpy"), " (did you mean 'copy'?)");
        assert_eq!(meant("make-direcotry"), " (did you mean 'make-directory'?)");
        assert_eq!(meant("zzz"), "");
    }
}
