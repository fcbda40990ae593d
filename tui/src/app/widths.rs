//! How wide the columns of the panels are, beside the name: usually, and where the user has changed it.

use fcp_presentation::columns::Column;

/// The widest that the user can make a column.
const MOST: u16 = 40;

/// The widths that the user has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Widths([Option<u16>; Column::COUNT]);

impl Widths {
    /// Gives the width that the user has chosen for a column.
    pub(crate) fn get(&self, column: Column) -> Option<u16> {
        self.0.get(column as usize).copied().flatten()
    }

    /// Chooses the width of a column, within its bounds.
    pub(crate) fn set(&mut self, column: Column, width: u16) {
        if let Some(place) = self.0.get_mut(column as usize) {
            *place = Some(width.clamp(least(column), MOST));
        }
    }

    /// Makes a column wider or narrower by one.
    pub(crate) fn change(&mut self, column: Column, wider: bool) {
        let now = self.or_usual(column);
        self.set(column, if wider { now + 1 } else { now.saturating_sub(1) });
    }

    /// Gives the width of a column where there is room.
    pub(crate) fn or_usual(&self, column: Column) -> u16 {
        self.get(column).unwrap_or_else(|| usual(column, true))
    }

    /// Spells a column with its width, as `owner:12`.
    pub(crate) fn spell(&self, column: Column) -> String {
        let name = column.name();
        self.get(column).map_or_else(|| name.to_owned(), |width| format!("{name}:{width}"))
    }
}

/// Reads a column that may have a width; the second is what is no column, or no width.
pub(crate) fn read(text: &str) -> Result<(Column, Option<u16>), &str> {
    let (name, width) = match text.split_once(':') {
        None => (text, None),
        Some((name, width)) => {
            let bounds = Column::named(name).map_or(0, least)..=MOST;
            let width = width.trim().parse().ok().filter(|width| bounds.contains(width));
            (name, Some(width.ok_or(text)?))
        }
    };
    Ok((Column::named(name).ok_or(name)?, width))
}

/// Gives the width of a column that the user has not changed; a wide panel has room for the long forms.
pub(crate) fn usual(column: Column, is_wide: bool) -> u16 {
    match (column, is_wide) {
        (Column::Size, true) => 7,
        (Column::Time, true) => LONG_TIME,
        (Column::Size | Column::Time, false) | (Column::Extension, _) => 6,
        (Column::Permissions, _) => 11,
        (Column::Owner | Column::Group, _) => 8,
        (Column::Links, _) => 5,
    }
}

/// Width from which a time is shown in its long form.
pub(crate) const LONG_TIME: u16 = 13;

/// The narrowest that a column can be: what has fixed lengths must fit.
fn least(column: Column) -> u16 {
    match column {
        Column::Size | Column::Time => 6,
        Column::Permissions => 11,
        Column::Owner | Column::Group | Column::Extension | Column::Links => 3,
    }
}

/// Says which widths a column can have.
pub(crate) fn bounds(column: Column) -> (u16, u16) {
    (least(column), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_stays_within_its_bounds_and_is_spelled_as_it_is_read() {
        let mut widths = Widths::default();
        assert_eq!(widths.spell(Column::Owner), "owner");
        widths.change(Column::Owner, true);
        assert_eq!((widths.get(Column::Owner), widths.get(Column::Group)), (Some(9), None));
        assert_eq!(read(&widths.spell(Column::Owner)), Ok((Column::Owner, Some(9))));
        for wider in [false, true] {
            for column in Column::ALL {
                (0..100).for_each(|_| widths.change(column, wider));
                let (least, most) = bounds(column);
                assert_eq!(widths.get(column), Some(if wider { most } else { least }));
            }
        }
        assert_eq!(read("size"), Ok((Column::Size, None)));
        for wrong in ["size:x", "size:5", "size:41", "size:"] {
            assert_eq!(read(wrong), Err(wrong));
        }
        assert_eq!((read("colour"), read("colour:7")), (Err("colour"), Err("colour")));
    }
}
