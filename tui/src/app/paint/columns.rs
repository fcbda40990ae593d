//! Where the columns of a panel are.

use super::hit;
use crate::app::area::Area;
use fcp_browse::panel::Panel;
use fcp_presentation::columns::Column;

/// Width from which a panel shows permissions, owner and group too, where the user has chosen nothing.
const DETAILED: u16 = 90;

/// Width from which a panel shows size and time beside lines that were found.
const ROOMY: u16 = 110;

/// What a panel shows of itself.
const BRIEF: [Column; 2] = [Column::Size, Column::Time];
const DETAILS: [Column; 5] =
    [Column::Size, Column::Time, Column::Permissions, Column::Owner, Column::Group];

/// Columns that the name gets at least beside the first two columns, and beside more.
const LEAST: u16 = 8;
const ENOUGH: u16 = 12;

/// A column beside the name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) column: Column,
    pub(super) x: u16,
    pub(super) w: u16,
}

/// Where the columns of a panel are.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    pub(super) area: Area,
    /// The first row of the list.
    pub(super) list: u16,
    cells: [Option<Cell>; Column::COUNT],
    /// Where the first column beside the name begins.
    facts: u16,
    /// Columns of names with numbers of lines, where lines are shown.
    pub(super) names: Option<u16>,
}

impl Columns {
    /// Finds the columns that fit; `chosen` is what the user wants to see, or nothing.
    pub(super) fn new(area: Area, tabs: bool, panel: &Panel, chosen: &[Column]) -> Self {
        let shows_lines = panel.contains().is_some();
        let wanted: &[Column] = match () {
            () if shows_lines && area.w < ROOMY => &[],
            () if shows_lines => &BRIEF,
            () if !chosen.is_empty() => chosen,
            () if area.w >= DETAILED => &DETAILS,
            () => &BRIEF,
        };
        let is_wide = is_wide(area);
        let room = area.w.saturating_sub(5);
        let fits = |count: usize| {
            let wide: u16 = wanted.iter().take(count).map(|it| width(*it, is_wide) + 2).sum();
            let name = if count <= BRIEF.len() { LEAST } else { ENOUGH };
            wide + name <= room
        };
        let count = (0..=wanted.len()).rev().find(|&count| fits(count)).unwrap_or(0);
        let mut end = (area.x + area.w).saturating_sub(1);
        let mut cells = [None; Column::COUNT];
        for (place, &column) in cells.iter_mut().zip(wanted).take(count).rev() {
            let w = width(column, is_wide);
            let x = end.saturating_sub(w);
            end = x.saturating_sub(2);
            *place = Some(Cell { column, x, w });
        }
        // Without facts, the line reaches to the right edge.
        let facts = cells[0].map_or(area.x + area.w, |cell| cell.x);
        let list = area.y + 2 + u16::from(tabs);
        let new = Self { area, list, cells, facts, names: None };
        let names = shows_lines.then(|| hit::columns(panel, new.rows(), new.name_w()));
        Self { names, ..new }
    }

    /// Gives the columns beside the name, from left to right.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells.iter().flatten().copied()
    }

    pub(super) fn rows(&self) -> u16 {
        (self.area.y + self.area.h).saturating_sub(self.list)
    }

    pub(super) fn is_wide(&self) -> bool {
        is_wide(self.area)
    }

    /// Columns for the name.
    pub(super) fn name_w(&self) -> u16 {
        self.facts.saturating_sub(self.area.x + 4)
    }
}

/// Tells whether sizes and times have room for their long forms.
fn is_wide(area: Area) -> bool {
    area.w >= 56
}

fn width(column: Column, is_wide: bool) -> u16 {
    match (column, is_wide) {
        (Column::Size, true) => 7,
        (Column::Time, true) => 13,
        (Column::Size | Column::Time, false) | (Column::Extension, _) => 6,
        (Column::Permissions, _) => 11,
        (Column::Owner | Column::Group, _) => 8,
        (Column::Links, _) => 5,
    }
}

/// Tells whether the values of a column end at its right edge.
pub(super) fn is_right(column: Column) -> bool {
    match column {
        Column::Size | Column::Links => true,
        Column::Time | Column::Permissions | Column::Owner | Column::Group | Column::Extension => {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use fcp_browse::panel::Shows;

    use super::*;

    fn columns(w: u16, chosen: &[Column]) -> (Vec<Column>, u16) {
        let panel = Panel::new("/".into(), Shows::default());
        let at = Columns::new(Area { x: 0, y: 0, w, h: 20 }, false, &panel, chosen);
        (at.cells().map(|cell| cell.column).collect(), at.name_w())
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out_from_the_end() {
        use Column::{Extension, Group, Links, Owner, Permissions, Size, Time};
        assert_eq!(columns(40, &[]), (vec![Size, Time], 21));
        assert_eq!(columns(60, &[]).0, [Size, Time]);
        assert_eq!(columns(100, &[]).0, [Size, Time, Permissions, Owner, Group]);
        assert_eq!(columns(40, &[Extension, Size, Time, Links]).0, [Extension, Size]);
        assert_eq!(columns(70, &[Links, Owner, Size, Time]).0, [Links, Owner, Size, Time]);
        for w in 10..200 {
            let (shown, name) = columns(w, &Column::ALL);
            assert!(shown.iter().eq(Column::ALL.iter().take(shown.len())));
            assert!(name >= LEAST || shown.is_empty(), "{w}: {name}");
        }
    }
}
