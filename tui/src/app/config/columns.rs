//! Reads which columns the panels have, and how wide they are.

use fcp_presentation::columns::Column;
use fcp_presentation::settings::{Entry, Reader, did_you_mean};

use crate::app::widths::{self, Widths};

/// Reads the columns of the panels; each is shown once.
pub(super) fn read(reader: &mut Reader<'_>, entry: &Entry<'_>) -> (Vec<Column>, Widths) {
    let (mut columns, mut widths) = (Vec::new(), Widths::default());
    for text in reader.strings(entry).unwrap_or_default() {
        match widths::read(&text) {
            Ok((column, _)) if columns.contains(&column) => {}
            Ok((column, width)) => {
                columns.push(column);
                if let Some(width) = width {
                    widths.set(column, width);
                }
            }
            Err(wrong) => reader.wrong(&entry.place, complaint(wrong)),
        }
    }
    (columns, widths)
}

/// Says what is wrong with a column, or with its width.
fn complaint(wrong: &str) -> String {
    let name = wrong.split_once(':').map_or(wrong, |(name, _)| name);
    if let Some(column) = Column::named(name) {
        let (least, most) = widths::bounds(column);
        return format!("'{wrong}': the width of '{name}' is from {least} to {most}");
    }
    let meant = did_you_mean(name, Column::ALL.iter().map(|column| column.name()));
    format!("no column is called '{name}'{meant}")
}
