//! Reads which columns the panels have.

use fcp_presentation::columns::Column;
use fcp_presentation::settings::{Entry, Reader, did_you_mean};

/// Reads the columns of the panels; each is shown once.
pub(super) fn read(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Vec<Column> {
    let mut columns = Vec::new();
    for name in reader.strings(entry).unwrap_or_default() {
        match Column::named(&name) {
            Some(column) if !columns.contains(&column) => columns.push(column),
            Some(_) => {}
            None => {
                let meant = did_you_mean(&name, Column::ALL.iter().map(|column| column.name()));
                reader.wrong(&entry.place, format!("no column is called '{name}'{meant}"));
            }
        }
    }
    columns
}
