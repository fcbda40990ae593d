//! State of the dialog in which the user chooses the columns of the panels.

use fcp_presentation::columns::Arrangement;

use crate::app::widths::Widths;

/// The columns, and the one that keys go to.
#[derive(Clone, Debug)]
pub(crate) struct ColumnChoice {
    /// All columns in the user's order.
    pub columns: Arrangement,
    /// How wide they are.
    pub widths: Widths,
    /// The row that keys go to.
    pub cursor: usize,
}
