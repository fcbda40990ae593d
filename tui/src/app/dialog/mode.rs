//! State of the dialog that changes permission bits, as a grid and as chmod(1) spells them.

use std::path::PathBuf;

use fcp_browse::edit::ModeChange;

use super::form;
use super::rows::{Row, Rows};
use super::unseen::Unseen;
use crate::app::field::Field;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;

/// Permission bits of some items, and what they become.
#[derive(Clone, Debug)]
pub(crate) struct Mode {
    /// The items.
    pub paths: Vec<PathBuf>,
    /// Those of them that the panel did not show.
    pub unseen: Unseen,
    /// What the panel showed of them.
    pub shown: Shown,
    /// Modes of those that are known, and whether they are folders.
    pub items: Vec<(u32, bool)>,
    /// The bits of [`BITS`], then how the change is spelled, from which everything else follows, and for
    /// folders whether everything below changes, too.
    pub rows: Rows,
    /// Whether the spelling was typed, and not made by the grid.
    pub typed: bool,
    /// The umask: bits that a change without `u`, `g`, `o` or `a`, such as `+w`, leaves alone.
    pub umask: u32,
    /// Why the change cannot be accepted.
    pub wrong: Option<String>,
}

/// The bits of the grid, row by row: for the owner, the group, and others.
pub(crate) const BITS: [u32; 12] = [
    0o400, 0o200, 0o100, 0o4000, //
    0o040, 0o020, 0o010, 0o2000, //
    0o004, 0o002, 0o001, 0o1000, //
];

/// Bits in a row.
pub(crate) const COLUMNS: usize = 4;

/// The row of the spelling.
pub(crate) const SPELLED: usize = 1;

/// The row of the choice whether everything below changes.
pub(crate) const CONTENTS: usize = 2;

/// Letters that a mode is spelled with.
const SPELLING: &str = "ugoa+-=rwxXst,01234567";

/// The letters of the columns.
const LETTERS: [char; COLUMNS] = ['r', 'w', 'x', 's'];

/// What some items have of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bit {
    /// All of them.
    On,
    /// None of them.
    Off,
    /// Some of them, or it is not known.
    Mixed,
}

impl Mode {
    /// Starts with the modes as they are.
    pub(crate) fn new(paths: Vec<PathBuf>, items: Vec<(u32, bool)>, umask: u32) -> Self {
        let note = tr!("mode-value-note");
        let grid = Row::Grid { columns: COLUMNS, cells: BITS.len() };
        let mut rows = vec![grid, Row::text(tr!("mode-value"), Field::default(), note)];
        if items.iter().any(|(_, folder)| *folder) {
            rows.push(Row::choice(&form::BELOW, 0));
        }
        let spells = |letter| SPELLING.contains(letter);
        let rows = Rows::new(rows).typed_into(SPELLED, spells);
        let mut mode = Self {
            paths,
            unseen: Unseen::default(),
            shown: Shown::default(),
            items,
            rows,
            typed: false,
            umask,
            wrong: None,
        };
        mode.spell([None; BITS.len()]);
        mode
    }

    /// Gives how the change is spelled.
    pub(crate) fn spelled(&self) -> &str {
        self.rows.text(SPELLED)
    }

    /// Tells whether everything below the folders changes, too.
    pub(crate) fn is_recursive(&self) -> bool {
        self.rows.chosen(CONTENTS) == 1
    }

    /// Tells whether there are folders among the items.
    pub(crate) fn has_folders(&self) -> bool {
        self.items.iter().any(|(_, folder)| *folder)
    }

    /// Gives the change; none if nothing is spelled, or nonsense.
    pub(crate) fn change(&self) -> Option<ModeChange> {
        ModeChange::parse(self.spelled().trim())
    }

    /// Gives the modes after the change.
    pub(crate) fn after(&self) -> Vec<u32> {
        let change = self.change();
        let apply = |(mode, folder): &(u32, bool)| match &change {
            Some(change) => change.apply(*mode, *folder, self.umask),
            None => *mode,
        };
        self.items.iter().map(apply).collect()
    }

    /// Gives the number of items that the change is for: those that would differ, or that may.
    pub(crate) fn changes(&self) -> usize {
        if self.change().is_none() {
            return 0;
        }
        let after = self.after();
        let differ = after.iter().zip(&self.items).filter(|(new, (old, _))| *new != old);
        differ.count() + self.paths.len() - self.items.len()
    }

    /// Gives what the items have of a bit before the change.
    pub(crate) fn before(&self, bit: usize) -> Bit {
        let known = self.items.len() == self.paths.len();
        let has: Vec<bool> = self.items.iter().map(|(mode, _)| mode & BITS[bit] != 0).collect();
        if known { common(&has) } else { Bit::Mixed }
    }

    /// Gives what the items have of a bit after the change.
    pub(crate) fn now(&self, bit: usize) -> Bit {
        let known = self.items.len() == self.paths.len();
        let has: Vec<bool> = self.after().iter().map(|mode| mode & BITS[bit] != 0).collect();
        match self.said(bit) {
            // An unknown mode may have any bits, unless the spelling sets them.
            None if !known => Bit::Mixed,
            Some(is_set) if has.is_empty() => common(&[is_set]),
            _ => common(&has),
        }
    }

    /// Gives what the spelling says of a bit, whatever the mode is.
    fn said(&self, bit: usize) -> Option<bool> {
        let change = self.change()?;
        let folder = self.has_folders();
        let [none, all] = [0, 0o7777].map(|mode| change.apply(mode, folder, self.umask));
        let is_set = none & BITS[bit] != 0;
        (is_set == (all & BITS[bit] != 0)).then_some(is_set)
    }

    /// Gives the new value of a bit; none if it stays as it is.
    fn wanted(&self, bit: usize) -> Option<bool> {
        match (self.before(bit), self.now(bit)) {
            (before, now) if before == now => None,
            (_, Bit::On) => Some(true),
            (_, Bit::Off) => Some(false),
            (_, Bit::Mixed) => None,
        }
    }

    /// Turns a bit: on, off, and back to what differs between the items.
    pub(crate) fn turn(&mut self, bit: usize) {
        let mut wants: [_; BITS.len()] = std::array::from_fn(|bit| self.wanted(bit));
        let next = match (self.now(bit), self.before(bit)) {
            (Bit::On, _) => Some(false),
            (Bit::Off, Bit::Mixed) => None,
            (Bit::Off | Bit::Mixed, _) => Some(true),
        };
        wants[bit] = match (next, self.before(bit)) {
            (Some(true), Bit::On) | (Some(false), Bit::Off) => None,
            (next, _) => next,
        };
        self.spell(wants);
    }

    /// Spells anew what the grid says, where nothing was typed.
    pub(crate) fn respell(&mut self) {
        if !self.typed {
            self.spell(std::array::from_fn(|bit| self.wanted(bit)));
        }
    }

    /// Spells what is wanted of the bits.
    fn spell(&mut self, wants: [Option<bool>; BITS.len()]) {
        let one = match self.items.as_slice() {
            [first, rest @ ..] if rest.iter().all(|item| item == first) => Some(*first),
            _ => None,
        };
        let known = self.items.len() == self.paths.len();
        let text = match one {
            // Below a folder there are other modes than its own.
            Some((mode, folder)) if known && !self.is_recursive() => octal(mode, folder, wants),
            _ => {
                symbolic(wants, self.is_recursive() && self.items.iter().all(|(_, folder)| *folder))
            }
        };
        if let Some(field) = self.rows.field_mut(SPELLED) {
            field.set(&text);
            field.select_all();
        }
        self.typed = false;
    }
}

fn common(has: &[bool]) -> Bit {
    match (has.contains(&true), has.contains(&false)) {
        (true, false) => Bit::On,
        (false, _) => Bit::Off,
        (true, true) => Bit::Mixed,
    }
}

/// Spells a mode with some bits turned.
fn octal(mode: u32, folder: bool, wants: [Option<bool>; BITS.len()]) -> String {
    let turn = |mode, (bit, want): (u32, Option<bool>)| match want {
        Some(true) => mode | bit,
        Some(false) => mode & !bit,
        None => mode,
    };
    let new = BITS.into_iter().zip(wants).fold(mode & 0o7777, turn);
    let text = format!("{new:03o}");
    // Folders keep bits that fewer than five digits do not name.
    let parsed = ModeChange::parse(&text);
    let right = parsed.is_some_and(|change| change.apply(mode, folder, 0) == new);
    if right { text } else { format!("{new:05o}") }
}

/// Spells which bits are turned; `search` lets only folders and programs be executed.
fn symbolic(wants: [Option<bool>; BITS.len()], search: bool) -> String {
    let letters = |row: usize, wanted: bool| {
        let bits = (0..COLUMNS).filter(|column| wants[row * COLUMNS + column] == Some(wanted));
        let letter = |column: usize| match (LETTERS[column], row) {
            ('s', 2) => 't',
            ('x', _) if search && wanted => 'X',
            (letter, _) => letter,
        };
        let letters: String = bits.map(letter).collect();
        let sign = if wanted { '+' } else { '-' };
        if letters.is_empty() { letters } else { format!("{sign}{letters}") }
    };
    let rows = [0, 1, 2].map(|row| letters(row, true) + &letters(row, false));
    let mut clauses: Vec<(String, &str)> = Vec::new();
    for (who, row) in ['u', 'g', 'o'].into_iter().zip(&rows) {
        match clauses.iter_mut().find(|(_, known)| known == row) {
            _ if row.is_empty() => {}
            Some((names, _)) => names.push(who),
            None => clauses.push((who.to_string(), row)),
        }
    }
    let clause = |(names, row): &(String, &str)| {
        let names = if names == "ugo" { "a" } else { names };
        format!("{names}{row}")
    };
    clauses.iter().map(clause).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(items: &[(u32, bool)]) -> Mode {
        Mode::new(vec![PathBuf::from("a"); items.len()], items.to_vec(), 0o022)
    }

    #[test]
    fn one_mode_is_a_number_and_several_are_letters() {
        let mut mode = of(&[(0o644, false)]);
        assert_eq!((mode.spelled(), mode.changes()), ("644", 0));
        mode.turn(2);
        assert_eq!((mode.spelled(), mode.now(2)), ("744", Bit::On));
        let mut mode = of(&[(0o644, false), (0o755, true)]);
        assert_eq!((mode.spelled(), mode.now(2)), ("", Bit::Mixed));
        mode.turn(2);
        mode.turn(6);
        mode.turn(0);
        assert_eq!(mode.spelled(), "u+x-r,g+x");
        assert_eq!((mode.after(), mode.changes()), (vec![0o354, 0o355], 2));
        // Through on and off a bit comes back to what differs.
        mode.turn(2);
        assert_eq!(mode.now(2), Bit::Off);
        mode.turn(2);
        assert_eq!(mode.now(2), Bit::Mixed);
    }

    #[test]
    fn below_folders_only_folders_and_programs_get_to_be_executed() {
        let mut mode = of(&[(0o700, true)]);
        mode.rows.choose(CONTENTS, 1);
        mode.respell();
        assert_eq!(mode.spelled(), "");
        for bit in [4, 6, 8, 10] {
            mode.turn(bit);
        }
        assert_eq!(mode.spelled(), "go+rX");
        mode.rows.choose(CONTENTS, 0);
        mode.respell();
        assert_eq!(mode.spelled(), "755");
    }

    #[test]
    fn the_set_id_bits_of_folders_go_when_they_are_turned_off() {
        let mut mode = of(&[(0o2755, true)]);
        mode.turn(7);
        assert_eq!((mode.spelled(), mode.after()), ("00755", vec![0o755]));
    }

    #[test]
    fn what_is_not_known_is_mixed_until_it_is_said() {
        let mut mode = Mode::new(vec!["a".into(), "b".into()], vec![(0o644, false)], 0o022);
        assert_eq!((mode.now(0), mode.changes()), (Bit::Mixed, 0));
        mode.turn(0);
        assert_eq!((mode.spelled(), mode.now(0), mode.changes()), ("u+r", Bit::On, 1));
        mode.rows.field_mut(SPELLED).unwrap().set("600");
        assert_eq!((mode.now(0), mode.now(4)), (Bit::On, Bit::Off));
    }

    proptest! {
        #[test]
        fn grid_and_text_say_the_same(
            items in prop::collection::vec((0..0o10000_u32, any::<bool>()), 1..4),
            turns in prop::collection::vec((0..BITS.len(), any::<bool>()), 0..12),
        ) {
            let mut mode = of(&items);
            let mut touched = [false; BITS.len()];
            for (bit, recursive) in turns {
                let (before, now) = (mode.before(bit), mode.now(bit));
                mode.turn(bit);
                touched[bit] = true;
                let expected = match (now, before) {
                    (Bit::On, _) => Bit::Off,
                    (Bit::Off, Bit::Mixed) => Bit::Mixed,
                    (Bit::Off | Bit::Mixed, _) => Bit::On,
                };
                let all_folders = items.iter().all(|(_, folder)| *folder);
                prop_assert!(mode.now(bit) == expected || (mode.is_recursive() && !all_folders));
                mode.rows.choose(CONTENTS, recursive.into());
                mode.respell();
                // Bits that were not turned keep their values.
                for other in (0..BITS.len()).filter(|bit| !touched[*bit]) {
                    prop_assert_eq!(mode.now(other), mode.before(other));
                }
            }
        }
    }
}
