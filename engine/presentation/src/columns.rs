//! The columns of a listing beside the name, which the user chooses and orders.

use serde::{Deserialize, Serialize};

use crate::tr;

/// A column: of the panels of both apps, and in the messages of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[cfg_attr(feature = "bindings", ts(rename = "PanelColumn"))]
pub enum Column {
    /// The size; of a folder once it was measured, and in the window the number of its items until then.
    Size,
    /// The time of modification.
    Time,
    /// The permission bits, as `ls` writes them.
    Permissions,
    /// The owner.
    Owner,
    /// The group.
    Group,
    /// What follows the last dot of a file's name.
    Extension,
    /// How many names the file has.
    Links,
}

impl Column {
    /// How many columns there are.
    pub const COUNT: usize = 7;

    /// All columns, in the order in which they are offered.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Size,
        Self::Time,
        Self::Permissions,
        Self::Owner,
        Self::Group,
        Self::Extension,
        Self::Links,
    ];

    /// Gives the name by which files of the user's know it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Time => "time",
            Self::Permissions => "permissions",
            Self::Owner => "owner",
            Self::Group => "group",
            Self::Extension => "extension",
            Self::Links => "links",
        }
    }

    /// Gives its texts.
    pub fn texts(self) -> Texts {
        let (name, head, note) = match self {
            Self::Size => (tr!("column-size"), tr!("column-size"), tr!("column-size-note")),
            Self::Time => (tr!("column-changed"), tr!("column-time"), tr!("column-changed-note")),
            Self::Permissions => (
                tr!("column-permissions"),
                tr!("column-permissions-head"),
                tr!("column-permissions-note"),
            ),
            Self::Owner => (tr!("column-owner"), tr!("column-owner"), tr!("column-owner-note")),
            Self::Group => (tr!("column-group"), tr!("column-group"), tr!("column-group-note")),
            Self::Extension => (
                tr!("column-extension"),
                tr!("column-extension-head"),
                tr!("column-extension-note"),
            ),
            Self::Links => (tr!("column-links"), tr!("column-links"), tr!("column-links-note")),
        };
        Texts { name, head, note }
    }

    /// Finds a column by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }
}

/// The texts of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    /// Its name.
    pub name: &'static str,
    /// What stands above a narrow column.
    pub head: &'static str,
    /// What it shows.
    pub note: &'static str,
}

/// All columns in the user's order: those that are shown and those that are not. Empty choices mean that the app
/// decides by the room that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    columns: Vec<(Column, bool)>,
}

impl Arrangement {
    /// Begins with the columns that are shown, in their order; the others follow.
    pub fn new(shown: &[Column]) -> Self {
        let others = Column::ALL.into_iter().filter(|column| !shown.contains(column));
        let shown = shown.iter().map(|&column| (column, true));
        Self { columns: shown.chain(others.map(|column| (column, false))).collect() }
    }

    /// Gives all columns, and whether each is shown.
    pub fn columns(&self) -> &[(Column, bool)] {
        &self.columns
    }

    /// Shows a column or hides it.
    pub fn toggle(&mut self, at: usize) {
        if let Some((_, is_shown)) = self.columns.get_mut(at) {
            *is_shown = !*is_shown;
        }
    }

    /// Moves a column by one place; gives where it is then.
    pub fn shift(&mut self, at: usize, down: bool) -> usize {
        let to = if down { at + 1 } else { at.saturating_sub(1) };
        if at < self.columns.len() && to < self.columns.len() {
            self.columns.swap(at, to);
            return to;
        }
        at
    }

    /// Gives the columns that are shown, in their order.
    pub fn shown(&self) -> Vec<Column> {
        self.columns.iter().filter(|(_, is_shown)| *is_shown).map(|(column, _)| *column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_shown_hidden_and_moved() {
        let mut columns = Arrangement::new(&[Column::Time, Column::Size]);
        assert_eq!(columns.shown(), [Column::Time, Column::Size]);
        assert_eq!(columns.columns().len(), Column::COUNT);
        assert_eq!(columns.shift(1, false), 0);
        assert_eq!(columns.shown(), [Column::Size, Column::Time]);
        assert_eq!((columns.shift(0, false), columns.shift(6, true)), (0, 6));
        columns.toggle(0);
        columns.toggle(6);
        assert_eq!(columns.shown(), [Column::Time, Column::Links]);
    }

    #[test]
    fn each_column_is_found_by_its_name() {
        for column in Column::ALL {
            assert_eq!(Column::named(column.name()), Some(column));
            // Messages and stored preferences of the window have the same name.
            let written = serde_json::to_value(column).unwrap();
            assert_eq!(written.as_str(), Some(column.name()));
        }
        assert_eq!(Column::named("colour"), None);
    }
}
