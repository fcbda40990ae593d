//! Where the columns of a panel are.

use super::hit;
use crate::app::area::Area;
use crate::app::widths::{Widths, usual};
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
    ///
    /// A column is as wide as the user has made it as far as the names have room; none is left out because another one
    /// was widened.
    pub(super) fn new(
        area: Area,
        tabs: bool,
        panel: &Panel,
        (chosen, widths): (&[Column], &Widths),
    ) -> Self {
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
        let floor = |column: Column| {
            let usual = usual(column, is_wide);
            widths.get(column).map_or(usual, |width| width.min(usual))
        };
        let all =
            |count: usize| -> u16 { wanted.iter().take(count).map(|it| floor(*it) + 2).sum() };
        let fits = |count: usize| {
            let name = if count <= BRIEF.len() { LEAST } else { ENOUGH };
            all(count) + name <= room
        };
        let count = (0..=wanted.len()).rev().find(|&count| fits(count)).unwrap_or(0);
        let mut spare = room.saturating_sub(all(count) + ENOUGH);
        let wide = |column: Column| {
            let floor = floor(column);
            let more = widths.get(column).unwrap_or(floor).saturating_sub(floor).min(spare);
            spare -= more;
            floor + more
        };
        let wide: Vec<u16> = wanted.iter().take(count).copied().map(wide).collect();
        let mut end = (area.x + area.w).saturating_sub(1);
        let mut cells = [None; Column::COUNT];
        for (place, (&column, w)) in cells.iter_mut().zip(wanted.iter().zip(wide)).rev() {
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

    /// Columns for the name.
    pub(super) fn name_w(&self) -> u16 {
        self.facts.saturating_sub(self.area.x + 4)
    }
}

/// Tells whether sizes and times have room for their long forms.
fn is_wide(area: Area) -> bool {
    area.w >= 56
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

    fn at(w: u16, chosen: &[Column], widths: &Widths) -> Columns {
        let panel = Panel::new("/".into(), Shows::default());
        Columns::new(Area { x: 0, y: 0, w, h: 20 }, false, &panel, (chosen, widths))
    }

    fn columns(w: u16, chosen: &[Column]) -> (Vec<Column>, u16) {
        let at = at(w, chosen, &Widths::default());
        (at.cells().map(|cell| cell.column).collect(), at.name_w())
    }

    #[test]
    fn a_column_has_the_width_that_the_user_chose_as_far_as_names_have_room() {
        use Column::{Group, Owner, Size, Time};
        let mut widths = Widths::default();
        widths.set(Owner, 20);
        widths.set(Time, 6);
        let chosen = [Size, Owner, Time];
        let wide = |w: u16, widths: &Widths| -> Vec<u16> {
            at(w, &chosen, widths).cells().map(|cell| cell.w).collect()
        };
        assert_eq!(wide(100, &widths), [7, 20, 6]);
        assert_eq!(wide(100, &Widths::default()), [7, 8, 13]);
        let all = [Size, Owner, Group, Time];
        for w in 10..200 {
            let (usual, own) = (at(w, &all, &Widths::default()), at(w, &all, &widths));
            assert!(own.cells().count() >= usual.cells().count(), "{w}: none is left out");
            let widened = own.cells().any(|cell| cell.column == Owner && cell.w > 8);
            assert!(!widened || own.name_w() >= ENOUGH, "{w}: {}", own.name_w());
        }
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
