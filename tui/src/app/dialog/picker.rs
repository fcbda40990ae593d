//! State of a list that the user filters by typing, to choose one entry.

use std::path::PathBuf;

use fcp_presentation::programs::Program;

use crate::app::action::Action;
use crate::app::field::Field;
use crate::app::fuzzy;
use fcp_presentation::tr;

/// A list, what was typed, and what matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picker {
    /// What is chosen from it.
    pub title: &'static str,
    /// What Enter does, as a verb.
    pub verb: &'static str,
    /// What was typed.
    pub field: Field,
    /// All items of the list.
    pub items: Vec<Item>,
    /// What matches, the best first; without a text all, as they are given.
    pub shown: Vec<Hit>,
    /// Index into the shown ones.
    pub cursor: usize,
    /// The first row on the screen.
    pub top: usize,
    /// Whether a typed path may be chosen that is not in the list.
    pub takes_paths: bool,
    /// Whether Del removes the bookmark under the cursor.
    pub removes: bool,
    /// What stands beside the title, where that is not the number of the items.
    pub about: Option<String>,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// What is typed to find it; escaped if it is a name.
    pub label: String,
    /// More about it.
    pub note: String,
    /// Where it belongs; shown as a heading as long as nothing is typed.
    pub group: &'static str,
    /// Its keys as they are written.
    pub keys: String,
    /// Other words for it, which find it.
    pub also: String,
    /// The result of choosing it.
    pub pick: Pick,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Do this.
    Action(Action),
    /// Run the command of the user's with this number.
    Command(usize),
    /// Do this with what is marked in all folders.
    WithAllMarked(Action),
    /// Open the file with this program.
    Program(Box<Program>, PathBuf),
    /// Ask for a command that opens the file.
    OpenCommand(PathBuf),
    /// Go there.
    Path(PathBuf),
    /// Say where this is set.
    Configured,
    /// Nothing: this feature does not exist yet.
    Missing,
}

/// An item that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The item.
    pub item: Item,
    /// Which characters of its label were typed, by number.
    pub places: Vec<usize>,
}

impl Item {
    /// Makes an item with nothing but a label.
    pub(crate) fn new(label: impl Into<String>, pick: Pick) -> Self {
        let label = label.into();
        Self {
            label,
            note: String::new(),
            group: "",
            keys: String::new(),
            also: String::new(),
            pick,
        }
    }

    /// Adds what stands beside the label.
    #[must_use]
    pub(crate) fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Adds where it belongs.
    #[must_use]
    pub(crate) fn group(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    /// Adds other words for it.
    #[must_use]
    pub(crate) fn also(self, also: impl Into<String>) -> Self {
        Self { also: also.into(), ..self }
    }

    /// Adds its keys.
    #[must_use]
    pub(crate) fn keys(self, keys: impl Into<String>) -> Self {
        Self { keys: keys.into(), ..self }
    }
}

impl Picker {
    /// Opens a list.
    pub(crate) fn new(title: &'static str, verb: &'static str, items: Vec<Item>) -> Self {
        let mut picker = Self { title, verb, items, ..Self::default() };
        picker.search();
        picker
    }

    /// Lets a typed path be chosen that is not in the list.
    #[must_use]
    pub(crate) fn with_paths(self) -> Self {
        Self { takes_paths: true, ..self }
    }

    /// Says in the title what the items are for, in place of their number.
    #[must_use]
    pub(crate) fn about(self, about: String) -> Self {
        Self { about: Some(about), ..self }
    }

    /// Takes the item under the cursor out of the list.
    pub(crate) fn remove(&mut self) {
        let Some(pick) = self.chosen().map(|item| item.pick.clone()) else { return };
        let cursor = self.cursor;
        self.items.retain(|item| item.pick != pick);
        self.search();
        self.cursor = cursor.min(self.shown.len().saturating_sub(1));
    }

    /// Gives how many rows the list has on a screen of this height; typing does not change it.
    pub(crate) fn rows(&self, height: u16) -> usize {
        let all = self.items.len() + usize::from(self.takes_paths);
        usize::from(height.saturating_sub(10)).min(16).min(all.max(3)).max(1)
    }

    /// Gives the item under the cursor.
    pub(crate) fn chosen(&self) -> Option<&Item> {
        self.shown.get(self.cursor).map(|hit| &hit.item)
    }

    /// Moves the cursor by rows.
    pub(crate) fn step(&mut self, rows: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(rows).min(last);
    }

    /// Finds what matches the text again; the cursor goes to the best.
    pub(crate) fn search(&mut self) {
        let text = self.field.text();
        let mut hits: Vec<_> = self.items.iter().filter_map(|item| rank(text, item)).collect();
        // The sort is stable: what is equally good stays in the order of the list.
        if !text.trim().is_empty() {
            hits.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        }
        self.shown = hits.into_iter().map(|(_, hit)| hit).collect();
        if self.takes_paths && text.contains('/') {
            let path =
                Item::new(text, Pick::Path(self.field.name().into())).note(tr!("picker-this-path"));
            self.shown.push(Hit { item: path, places: Vec::new() });
        }
        (self.cursor, self.top) = (0, 0);
    }

    /// Scrolls so that the cursor is among `rows` visible ones.
    pub(crate) fn scroll(&mut self, rows: usize) {
        let last = self.shown.len().saturating_sub(rows);
        self.top = self.top.min(self.cursor).max((self.cursor + 1).saturating_sub(rows)).min(last);
    }
}

/// The score of an item that has the typed words as other names: higher than any match of letters.
const NAMED: i32 = 1_000_000;

/// Ranks an item: what matches its label counts, what is only said about it counts nothing.
fn rank(text: &str, item: &Item) -> Option<(i32, Hit)> {
    let is_missing = matches!(item.pick, Pick::Configured | Pick::Missing);
    if is_missing && !is_named(text, item) {
        return None;
    }
    let found = fuzzy::find(text, &item.label).or_else(|| words(text, item));
    let is_label = item.label.to_lowercase() == text.trim().to_lowercase();
    let named = match is_named(text, item) {
        _ if is_label => 2 * NAMED,
        true => NAMED - i32::from(is_missing),
        false => 0,
    };
    let found = found.or_else(|| (named > 0).then(fuzzy::Match::default))?;
    Some((found.score + named, Hit { item: item.clone(), places: found.places }))
}

/// Tells whether every word that was typed is another word for the item, or begins one.
fn is_named(text: &str, item: &Item) -> bool {
    let begins = |typed: &str| {
        let typed = typed.to_lowercase();
        item.also
            .split(' ')
            .any(|word| word == typed || (typed.len() > 2 && word.starts_with(&typed)))
    };
    !text.trim().is_empty() && text.split_whitespace().all(begins)
}

/// Finds words as they are in everything that is said about an item.
fn words(text: &str, item: &Item) -> Option<fuzzy::Match> {
    let all = format!("{} {} {}", item.label, item.note, item.group).to_lowercase();
    let has = |word: &str| all.contains(&word.to_lowercase());
    text.split_whitespace().all(has).then(fuzzy::Match::default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picker() -> Picker {
        let item = |label: &str, note: &str| Item::new(label, Pick::Path(label.into())).note(note);
        Picker::new(
            "Test",
            "Go",
            vec![
                item("Make directory", "Make a folder"),
                item("Edit", "Edit a folder's copy"),
                item("Copy", "Copy to the other panel"),
            ],
        )
    }

    fn shown(picker: &Picker) -> Vec<&str> {
        picker.shown.iter().map(|hit| hit.item.label.as_str()).collect()
    }

    #[test]
    fn labels_come_before_notes() {
        let mut picker = picker();
        assert_eq!(shown(&picker), ["Make directory", "Edit", "Copy"]);
        picker.field.set("copy");
        picker.search();
        assert_eq!(shown(&picker), ["Copy", "Edit"]);
        picker.field.set("folder");
        picker.search();
        assert_eq!(shown(&picker), ["Make directory", "Edit"]);
        assert!(picker.shown.iter().all(|hit| hit.places.is_empty()));
    }

    #[test]
    fn a_path_that_is_not_listed_comes_last() {
        let mut picker = picker().with_paths();
        picker.field.set("/x");
        picker.search();
        assert_eq!(picker.chosen().unwrap().pick, Pick::Path("/x".into()));
        picker.field.set("dir");
        picker.search();
        assert_eq!(shown(&picker), ["Make directory"]);
    }

    #[test]
    fn the_cursor_stays_in_the_list() {
        let mut picker = picker();
        picker.step(isize::MAX);
        picker.scroll(2);
        assert_eq!((picker.cursor, picker.top), (2, 1));
        picker.step(isize::MIN);
        picker.scroll(2);
        assert_eq!((picker.cursor, picker.top), (0, 0));
    }
}
