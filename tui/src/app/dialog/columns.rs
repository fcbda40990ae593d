//! State of the dialog in which the user chooses the columns of the panels.

use fcp_presentation::columns::{Arrangement, Column};

/// The columns, and the one that keys go to.
#[derive(Clone, Debug)]
pub(crate) struct ColumnChoice {
    /// All columns in the user's order.
    pub columns: Arrangement,
    /// The row that keys go to.
    pub cursor: usize,
}

/// Gives what a column shows.
pub(crate) fn words(column: Column) -> (&'static str, &'static str) {
    match column {
        Column::Size => ("Size", "Of a folder once it was counted"),
        Column::Time => ("Changed", "When the content was changed"),
        Column::Permissions => ("Permissions", "As ls writes them"),
        Column::Owner => ("Owner", "The user"),
        Column::Group => ("Group", "The group of users"),
        Column::Extension => ("Extension", "What follows the last dot of a name"),
        Column::Links => ("Links", "How many names the file has"),
    }
}
