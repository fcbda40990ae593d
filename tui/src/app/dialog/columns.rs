//! State of the dialog in which the user chooses the columns of the panels.

use fcp_presentation::columns::{Arrangement, Column};
use fcp_presentation::tr;

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
        Column::Size => (tr!("column-size"), tr!("column-size-note")),
        Column::Time => (tr!("column-changed"), tr!("column-changed-note")),
        Column::Permissions => (tr!("column-permissions"), tr!("column-permissions-note")),
        Column::Owner => (tr!("column-owner"), tr!("column-owner-note")),
        Column::Group => (tr!("column-group"), tr!("column-group-note")),
        Column::Extension => (tr!("column-extension"), tr!("column-extension-note")),
        Column::Links => (tr!("column-links"), tr!("column-links-note")),
    }
}
