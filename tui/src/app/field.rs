//! A line of text that the user edits, with the keys of readline.

use std::ffi::{OsStr, OsString};
use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_presentation::spelling::{read, safe, spell, units};

/// A line of text with a cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    text: String,
    /// The byte the cursor stands before; never inside a unit.
    cursor: usize,
    /// What the next character replaces.
    selected: Option<Range<usize>>,
    /// What was killed last.
    killed: String,
    /// Earlier texts, the newest first.
    history: Vec<String>,
    /// The place in the history, and what was being written when it was entered.
    recalled: Option<(usize, String)>,
}

impl Field {
    /// Starts with a text; the cursor stands behind it.
    pub(crate) fn of_text(text: &str) -> Self {
        let mut field = Self::default();
        field.paste(text);
        field
    }

    /// Starts with a name or a path, spelled so that [`Field::name`] gives the same bytes.
    pub(crate) fn of_name(name: impl AsRef<OsStr>) -> Self {
        let text = spell(name.as_ref());
        Self { cursor: text.len(), text, ..Self::default() }
    }

    /// Tells whether the cursor is behind the text, where Del finds nothing to delete.
    pub(crate) fn is_at_end(&self) -> bool {
        self.cursor() >= self.text().len() && self.selected().is_none()
    }

    /// Gives the field earlier texts, the newest first, for the up and down keys.
    #[must_use]
    pub(crate) fn with_history(self, history: Vec<String>) -> Self {
        Self { history, ..self }
    }

    /// Selects everything; what is typed next replaces it.
    pub(crate) fn select_all(&mut self) {
        self.cursor = self.text.len();
        self.selected = (!self.text.is_empty()).then_some(0..self.cursor);
    }

    /// Selects nothing.
    pub(crate) fn deselect(&mut self) {
        self.selected = None;
    }

    /// Selects a name without its extension.
    pub(crate) fn select_stem(&mut self) {
        let dot = |text: &str| text.rfind('.').filter(|&dot| dot > 0);
        let end = dot(&self.text).map_or(self.text.len(), |end| {
            // Archives have two extensions.
            dot(&self.text[..end]).filter(|&tar| self.text[tar..end] == *".tar").unwrap_or(end)
        });
        self.cursor = end;
        self.selected = (end > 0).then_some(0..end);
    }

    /// Gives the text as it is shown.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Gives the name or the path that the text spells.
    pub(crate) fn name(&self) -> OsString {
        read(&self.text)
    }

    /// Tells whether there is no text.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Gives the byte of the text before which the cursor stands.
    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    /// Gives the part of the text that the next character replaces.
    pub(crate) fn selected(&self) -> Option<Range<usize>> {
        self.selected.clone()
    }

    /// Replaces the text; the cursor stands behind it.
    pub(crate) fn set(&mut self, text: &str) {
        self.text.clear();
        (self.cursor, self.selected) = (0, None);
        self.paste(text);
    }

    /// Replaces the text by a name or a path; the cursor stands behind it.
    pub(crate) fn set_name(&mut self, name: impl AsRef<OsStr>) {
        self.text = spell(name.as_ref());
        (self.cursor, self.selected) = (self.text.len(), None);
    }

    /// Inserts what was pasted, as text; line ends become spaces, and those at its end are dropped.
    pub(crate) fn paste(&mut self, text: &str) {
        let text =
            text.trim_end_matches(['\n', '\r']).replace("\r\n", " ").replace(['\n', '\r'], " ");
        let text: String = text.chars().map(safe).collect();
        self.insert(&text);
    }

    /// Takes a key and tells whether it had a meaning here.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        match (key.code, ctrl, alt) {
            // AltGr arrives as Ctrl and Alt together, and its characters are text.
            (KeyCode::Char(c), ctrl, alt) if ctrl == alt => self.insert(&safe(c)),
            (KeyCode::Left, false, false) | (KeyCode::Char('b'), true, false) => {
                let to = self.selected.as_ref().map(|part| part.start);
                self.go(to.unwrap_or_else(|| self.before()));
            }
            (KeyCode::Right, false, false) | (KeyCode::Char('f'), true, false) => {
                let to = self.selected.as_ref().map(|part| part.end);
                self.go(to.unwrap_or_else(|| self.after()));
            }
            (KeyCode::Home, _, _) | (KeyCode::Char('a'), true, false) => self.go(0),
            (KeyCode::End, _, _) | (KeyCode::Char('e'), true, false) => self.go(self.text.len()),
            (KeyCode::Left, _, _) | (KeyCode::Char('b'), false, true) => {
                self.go(self.word_before());
            }
            (KeyCode::Right, _, _) | (KeyCode::Char('f'), false, true) => {
                self.go(self.word_after());
            }
            (KeyCode::Backspace, false, false) | (KeyCode::Char('h'), true, false) => {
                self.delete(self.before()..self.cursor);
            }
            (KeyCode::Delete, false, false) | (KeyCode::Char('d'), true, false) => {
                self.delete(self.cursor..self.after());
            }
            (KeyCode::Backspace, _, _) => self.kill(self.word_before()..self.cursor),
            (KeyCode::Delete, _, _) | (KeyCode::Char('d'), false, true) => {
                self.kill(self.cursor..self.word_after());
            }
            (KeyCode::Char('w'), true, false) => self.kill(self.component()..self.cursor),
            (KeyCode::Char('u'), true, false) => self.kill(0..self.cursor),
            (KeyCode::Char('k'), true, false) => self.kill(self.cursor..self.text.len()),
            (KeyCode::Char('y'), true, false) => self.insert(&self.killed.clone()),
            (KeyCode::Up, false, false) if !self.history.is_empty() => self.recall(true),
            (KeyCode::Down, false, false) if self.recalled.is_some() => self.recall(false),
            _ => return false,
        }
        true
    }

    fn insert(&mut self, text: &str) {
        let part = self.selected.take().unwrap_or(self.cursor..self.cursor);
        self.cursor = part.start + text.len();
        self.text.replace_range(part, text);
        self.settle();
    }

    /// Deletes the selected part, or else this one.
    fn delete(&mut self, part: Range<usize>) {
        let part = self.selected.take().unwrap_or(part);
        self.cursor = part.start;
        self.text.replace_range(part, "");
        self.settle();
    }

    fn kill(&mut self, part: Range<usize>) {
        self.selected = None;
        if !part.is_empty() {
            self.killed = self.text[part.clone()].to_owned();
        }
        self.delete(part);
    }

    fn go(&mut self, to: usize) {
        (self.cursor, self.selected) = (to, None);
    }

    /// Leaves a unit that has formed around the cursor.
    fn settle(&mut self) {
        let end = self.starts().find(|&start| start >= self.cursor);
        self.cursor = end.unwrap_or(self.text.len());
    }

    /// Goes through the history; below its newest entry is the text that the user was writing.
    fn recall(&mut self, older: bool) {
        let (place, draft) = match self.recalled.take() {
            None => (0, self.text.clone()),
            Some((n, draft)) if older => ((n + 1).min(self.history.len() - 1), draft),
            Some((0, draft)) => {
                self.cursor = draft.len();
                (self.text, self.selected) = (draft, None);
                return;
            }
            Some((n, draft)) => (n - 1, draft),
        };
        self.set(&self.history[place].clone());
        self.recalled = Some((place, draft));
    }

    /// Gives where the units begin.
    fn starts(&self) -> impl Iterator<Item = usize> {
        units(&self.text).scan(0, |end, unit| {
            let start = *end;
            *end += unit.len();
            Some(start)
        })
    }

    fn before(&self) -> usize {
        self.starts().take_while(|&start| start < self.cursor).last().unwrap_or(0)
    }

    fn after(&self) -> usize {
        self.starts().find(|&start| start > self.cursor).unwrap_or(self.text.len())
    }

    /// Gives where the word before the cursor begins: letters and digits, as readline has it.
    fn word_before(&self) -> usize {
        self.back_over(is_word)
    }

    fn word_after(&self) -> usize {
        let tail = units(&self.text[self.cursor..]);
        let rest = tail.skip_while(|unit| !is_word(unit)).skip_while(|unit| is_word(unit));
        self.text.len() - rest.map(str::len).sum::<usize>()
    }

    /// Gives where the part of a path before the cursor begins, or the word between spaces.
    fn component(&self) -> usize {
        self.back_over(|unit| unit != "/" && !unit.starts_with(char::is_whitespace))
    }

    /// Gives where the last units before the cursor begin that are of one kind.
    fn back_over(&self, is_kind: impl Fn(&str) -> bool) -> usize {
        let head: Vec<_> = units(&self.text[..self.cursor]).collect();
        let back = head.iter().rev();
        let rest = back.skip_while(|unit| !is_kind(unit)).skip_while(|unit| is_kind(unit));
        rest.map(|unit| unit.len()).sum()
    }
}

fn is_word(unit: &str) -> bool {
    unit.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use proptest::prelude::*;

    use super::*;

    fn press(field: &mut Field, keys: &str) {
        for word in keys.split(' ') {
            let (bits, rest) = match word.split_once('-') {
                Some(("C", rest)) => (KeyModifiers::CONTROL, rest),
                Some(("A", rest)) => (KeyModifiers::ALT, rest),
                _ => (KeyModifiers::NONE, word),
            };
            let code = match rest {
                "left" => KeyCode::Left,
                "right" => KeyCode::Right,
                "home" => KeyCode::Home,
                "del" => KeyCode::Delete,
                "back" => KeyCode::Backspace,
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                c => KeyCode::Char(c.chars().next().unwrap()),
            };
            assert!(field.key(KeyEvent::new(code, bits)), "{word}");
        }
    }

    fn shown(field: &Field) -> String {
        let (before, after) = field.text.split_at(field.cursor);
        format!("{before}|{after}")
    }

    #[test]
    fn keys_edit_as_in_readline() {
        let mut field = Field::of_text("/mnt/back up/pictures");
        press(&mut field, "C-w");
        assert_eq!(shown(&field), "/mnt/back up/|");
        press(&mut field, "A-b A-b C-k C-a C-y");
        assert_eq!(shown(&field), "back up/|/mnt/");
        press(&mut field, "left left C-h left C-d A-f");
        assert_eq!(shown(&field), "backp|//mnt/");
        press(&mut field, "C-u");
        assert_eq!(shown(&field), "|//mnt/");
        press(&mut field, "C-right A-back C-e x");
        assert_eq!(shown(&field), "///x|");
    }

    #[test]
    fn keys_without_a_meaning_are_left_to_others() {
        let mut field = Field::of_text("a");
        for code in [KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::Up, KeyCode::F(5)] {
            assert!(!field.key(KeyEvent::from(code)));
        }
        assert!(!field.key(KeyEvent::new(KeyCode::Char('p'), KeyModifiers::CONTROL)));
        assert_eq!(shown(&field), "a|");
    }

    #[test]
    fn a_selected_stem_is_replaced_by_what_is_typed() {
        for (name, rest) in [("a b.txt", ".txt"), ("x.tar.gz", ".tar.gz"), (".profile", "")] {
            let mut field = Field::of_name(name);
            field.select_stem();
            press(&mut field, "n e w");
            assert_eq!(shown(&field), format!("new|{rest}"));
        }
        let mut field = Field::of_name("a.txt");
        field.select_stem();
        press(&mut field, "right x");
        assert_eq!(shown(&field), "ax|.txt");
        field.select_all();
        press(&mut field, "back");
        assert!(field.is_empty());
    }

    #[test]
    fn the_cursor_steps_over_clusters_and_escapes() {
        let mut field = Field::of_name(OsString::from_vec(b"e\xcc\x81\xff\xe5\xa4\x8f".to_vec()));
        press(&mut field, "left left");
        assert_eq!(shown(&field), "e\u{301}|\\xff夏");
        press(&mut field, "del back");
        assert_eq!(shown(&field), "|夏");
        press(&mut field, "\\ x f f");
        assert_eq!(field.name().into_vec(), b"\xff\xe5\xa4\x8f");
    }

    #[test]
    fn pasted_controls_become_escapes() {
        let mut field = Field::default();
        field.paste("a\x1b[2J\u{202e}b\nc\n");
        assert_eq!(field.text(), r"a\x1b[2J\u{202e}b c");
    }

    #[test]
    fn the_history_keeps_what_was_being_written() {
        let mut field = Field::of_text("dra").with_history(vec!["new".into(), "old".into()]);
        press(&mut field, "up up up");
        assert_eq!(shown(&field), "old|");
        press(&mut field, "down down");
        assert_eq!(shown(&field), "dra|");
        assert!(!field.key(KeyEvent::from(KeyCode::Down)));
    }

    proptest! {
        #[test]
        fn no_key_breaks_the_text(
            bytes in prop::collection::vec(any::<u8>(), 0..40),
            keys in prop::collection::vec(prop::sample::select(&[
                "left", "right", "del", "back", "C-a", "C-e", "C-w", "C-u", "C-k", "C-y", "A-b",
                "A-f", "A-d", "\\", "x", "4", "1", "é", "\u{301}", "C-left",
            ][..]), 0..40),
        ) {
            let mut field = Field::of_name(OsString::from_vec(bytes));
            for key in keys {
                press(&mut field, key);
                let ends: Vec<_> = field.starts().chain([field.text.len()]).collect();
                prop_assert!(ends.contains(&field.cursor));
            }
        }
    }
}
