//! The rows of a dialog that are filled in: lines to type, choices, and grids of cells.
//!
//! All dialogs with rows handle keys, pasted text and clicks alike, and draw their rows by one module; a
//! dialog itself decides what Enter does.

use crossterm::event::{KeyCode, KeyEvent};

use super::choice::Choice;
use crate::app::field::Field;

/// One row.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    /// A line to type.
    Text {
        /// Its label.
        label: &'static str,
        /// The line.
        field: Field,
        /// A hint for the user.
        note: &'static str,
    },
    /// Something to choose.
    Choice {
        /// What there is.
        choice: &'static Choice,
        /// The chosen answer.
        chosen: usize,
    },
    /// Cells, row by row, which the dialog draws and changes.
    Grid {
        /// Cells in a row.
        columns: usize,
        /// All cells.
        cells: usize,
    },
}

impl Row {
    /// Makes a line to type.
    pub(crate) fn text(label: &'static str, field: Field, note: &'static str) -> Self {
        Self::Text { label, field, note }
    }

    /// Makes something to choose.
    pub(crate) fn choice(choice: &'static Choice, chosen: usize) -> Self {
        Self::Choice { choice, chosen: chosen.min(choice.answers.len() - 1) }
    }

    /// Gives how many places keys can go to in the row.
    fn places(&self) -> usize {
        match self {
            Self::Grid { cells, .. } => *cells,
            Self::Text { .. } | Self::Choice { .. } => 1,
        }
    }
}

/// What a key or a click did to the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Did {
    /// Nothing: the key means something else.
    Nothing,
    /// Keys go to another place now, or the cursor of a line has moved.
    Moved,
    /// The text of a line is another one now.
    Typed,
    /// Another answer is chosen.
    Chose,
    /// The cell with this number is to change.
    Turned(usize),
}

/// Tells whether a letter that is typed elsewhere goes to a line.
type Accepts = fn(char) -> bool;

/// The rows of a dialog, and the place that keys go to.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    all: Vec<Row>,
    /// Counts lines, choices and each cell of a grid.
    focus: usize,
    /// Columns in which choices stand.
    columns: usize,
    /// The line that gets letters typed elsewhere, and which letters.
    typed: Option<(usize, Accepts)>,
}

impl Rows {
    /// Makes rows; keys go to the first one.
    pub(crate) fn new(rows: Vec<Row>) -> Self {
        Self { all: rows, focus: 0, columns: 1, typed: None }
    }

    /// Lets choices stand in several columns.
    #[must_use]
    pub(crate) fn in_columns(self, columns: usize) -> Self {
        Self { columns, ..self }
    }

    /// Lets letters that are typed on a choice or a cell go to a line.
    #[must_use]
    pub(crate) fn typed_into(self, row: usize, accepts: Accepts) -> Self {
        Self { typed: Some((row, accepts)), ..self }
    }

    /// Adds a row behind the others.
    pub(crate) fn push(&mut self, row: Row) {
        self.all.push(row);
    }

    /// Gives the number of rows.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// Gives a row.
    pub(crate) fn row(&self, row: usize) -> Option<&Row> {
        self.all.get(row)
    }

    /// Gives the place that keys go to.
    pub(crate) fn focus(&self) -> usize {
        self.focus
    }

    /// Gives the row that keys go to.
    pub(crate) fn here(&self) -> usize {
        self.row_at(self.focus).0
    }

    /// Lets keys go to a place.
    pub(crate) fn go(&mut self, place: usize) {
        let all: usize = self.all.iter().map(Row::places).sum();
        self.focus = place.min(all.saturating_sub(1));
    }

    /// Gives the first place of a row.
    pub(crate) fn place(&self, row: usize) -> usize {
        self.all.iter().take(row).map(Row::places).sum()
    }

    /// Gives the line of a row.
    pub(crate) fn field(&self, row: usize) -> Option<&Field> {
        match self.all.get(row)? {
            Row::Text { field, .. } => Some(field),
            Row::Choice { .. } | Row::Grid { .. } => None,
        }
    }

    /// Gives the line of a row, to change it.
    pub(crate) fn field_mut(&mut self, row: usize) -> Option<&mut Field> {
        match self.all.get_mut(row)? {
            Row::Text { field, .. } => Some(field),
            Row::Choice { .. } | Row::Grid { .. } => None,
        }
    }

    /// Gives the text of a row; nothing where there is none.
    pub(crate) fn text(&self, row: usize) -> &str {
        self.field(row).map_or("", Field::text)
    }

    /// Gives the chosen answer of a row; the first one where there is none.
    pub(crate) fn chosen(&self, row: usize) -> usize {
        match self.all.get(row) {
            Some(Row::Choice { chosen, .. }) => *chosen,
            Some(Row::Text { .. } | Row::Grid { .. }) | None => 0,
        }
    }

    /// Chooses an answer of a row.
    #[cfg(test)]
    pub(crate) fn choose(&mut self, row: usize, answer: usize) {
        if let Some(Row::Choice { choice, chosen }) = self.all.get_mut(row) {
            *chosen = answer.min(choice.answers.len() - 1);
        }
    }

    /// Gives the row of a place, and the place within it.
    fn row_at(&self, place: usize) -> (usize, usize) {
        let mut rest = place;
        for (n, row) in self.all.iter().enumerate() {
            if rest < row.places() {
                return (n, rest);
            }
            rest -= row.places();
        }
        (self.all.len().saturating_sub(1), 0)
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Did {
        let (row, cell) = self.row_at(self.focus);
        let forward = key.code != KeyCode::Left;
        // The first line has nothing above it, so there these keys recall what was typed before.
        if row == 0
            && matches!(key.code, KeyCode::Up | KeyCode::Down)
            && self.field_mut(0).is_some_and(|field| field.key(key))
        {
            return Did::Typed;
        }
        match (key.code, self.all.get_mut(row)) {
            (KeyCode::Up, _) => self.up(row, cell),
            (KeyCode::Down, _) => self.down(row, cell),
            (KeyCode::Tab, _) => self.focus = self.place((row + 1) % self.all.len().max(1)),
            (KeyCode::BackTab, _) => {
                self.focus = self.place(row.checked_sub(1).unwrap_or(self.last()));
            }
            (KeyCode::Left | KeyCode::Right, Some(Row::Grid { columns, .. })) => {
                let column = cell % *columns;
                let to = if forward { (column + 1).min(*columns - 1) } else { column.max(1) - 1 };
                self.focus = self.focus - column + to;
            }
            (KeyCode::Char(' '), Some(Row::Grid { .. })) => return Did::Turned(cell),
            (
                KeyCode::Left | KeyCode::Right | KeyCode::Char(' '),
                Some(Row::Choice { choice, chosen }),
            ) => {
                *chosen = choice.beside(*chosen, forward);
                return Did::Chose;
            }
            _ => return self.line(row, key),
        }
        Did::Moved
    }

    /// Gives a key to the line that it is meant for.
    fn line(&mut self, row: usize, key: KeyEvent) -> Did {
        let is_here = self.field(row).is_some();
        let to = match (self.typed, key.code) {
            _ if is_here => row,
            (Some((to, accepts)), KeyCode::Char(letter)) if accepts(letter) => to,
            (Some((to, _)), KeyCode::Backspace) => to,
            _ => return Did::Nothing,
        };
        self.focus = self.place(to);
        let Some(field) = self.field_mut(to) else { return Did::Nothing };
        let before = field.text().to_owned();
        field.key(key);
        if field.text() == before { Did::Moved } else { Did::Typed }
    }

    /// Puts pasted text into the line that keys go to, or that gets letters typed elsewhere.
    pub(crate) fn paste(&mut self, text: &str) -> Did {
        let here = self.here();
        let to = self.field(here).map(|_| here).or(self.typed.map(|(row, _)| row));
        let Some(to) = to else { return Did::Nothing };
        self.focus = self.place(to);
        let Some(field) = self.field_mut(to) else { return Did::Nothing };
        field.paste(text);
        Did::Typed
    }

    /// Handles a click on a place: the second one on a choice selects its next answer, and each one on a
    /// cell changes it.
    pub(crate) fn press(&mut self, place: usize) -> Did {
        let again = self.focus == place;
        self.go(place);
        match self.row_at(self.focus) {
            (row, cell) if matches!(self.all.get(row), Some(Row::Grid { .. })) => Did::Turned(cell),
            (row, _) if again && self.field(row).is_none() => {
                self.key(KeyEvent::from(KeyCode::Right))
            }
            _ => Did::Moved,
        }
    }

    /// Handles a click on the arrow before a choice: once the keys go there, it selects the answer before.
    pub(crate) fn press_back(&mut self, place: usize) -> Did {
        let again = self.focus == place;
        self.go(place);
        if again { self.key(KeyEvent::from(KeyCode::Left)) } else { Did::Moved }
    }

    fn last(&self) -> usize {
        self.all.len().saturating_sub(1)
    }

    /// Gives the columns in which a row stands beside others: choices may, all others do not.
    fn width(&self, row: usize) -> usize {
        let is_choice = matches!(self.all.get(row), Some(Row::Choice { .. }));
        if is_choice { self.columns } else { 1 }
    }

    /// Gives the first of the choices that a choice stands among.
    fn first_choice(&self, row: usize) -> usize {
        let before = self.all.iter().take(row).rev();
        row - before.take_while(|row| matches!(row, Row::Choice { .. })).count()
    }

    fn up(&mut self, row: usize, cell: usize) {
        if let Some(Row::Grid { columns, .. }) = self.all.get(row)
            && cell >= *columns
        {
            self.focus -= columns;
            return;
        }
        let width = self.width(row);
        let first = if width > 1 { self.first_choice(row) } else { row };
        let to = if row >= first + width { Some(row - width) } else { first.checked_sub(1) };
        let to = to.unwrap_or(self.last());
        self.focus = self.place(to);
        if let Some(Row::Grid { columns, cells }) = self.all.get(to) {
            // From below, its last line comes first.
            self.focus += cells - columns;
        }
    }

    fn down(&mut self, row: usize, cell: usize) {
        if let Some(Row::Grid { columns, cells }) = self.all.get(row)
            && cell + columns < *cells
        {
            self.focus += columns;
            return;
        }
        let to = row + self.width(row);
        self.focus = self.place(if to < self.all.len() { to } else { 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICE: Choice = Choice { label: "Choice", answers: &[("a", ""), ("b", ""), ("c", "")] };

    fn rows() -> Rows {
        let text = Row::text("Line", Field::default(), "");
        let grid = Row::Grid { columns: 2, cells: 4 };
        Rows::new(vec![grid, text, Row::choice(&CHOICE, 0)]).typed_into(1, |letter| letter != '!')
    }

    fn press(rows: &mut Rows, codes: &[KeyCode]) -> Vec<usize> {
        let mut at = |code: &KeyCode| {
            rows.key(KeyEvent::from(*code));
            rows.focus()
        };
        codes.iter().map(&mut at).collect()
    }

    #[test]
    fn keys_go_through_all_places() {
        use KeyCode::{BackTab, Down, Left, Right, Tab, Up};
        let mut rows = rows();
        assert_eq!(
            press(&mut rows, &[Right, Right, Down, Left, Down, Down, Down]),
            [1, 1, 3, 2, 4, 5, 0]
        );
        assert_eq!(press(&mut rows, &[Up, Up, Up, Up, Up]), [5, 4, 2, 0, 5]);
        assert_eq!(
            press(&mut rows, &[Tab, Tab, Tab, BackTab, BackTab, BackTab]),
            [0, 4, 5, 4, 0, 5]
        );
    }

    #[test]
    fn choices_stand_in_columns() {
        use KeyCode::{Down, Up};
        let choice = || Row::choice(&CHOICE, 0);
        let text = Row::text("Line", Field::default(), "");
        let mut rows = Rows::new(vec![text, choice(), choice(), choice()]).in_columns(2);
        assert_eq!(press(&mut rows, &[Down, Down, Down, Up]), [1, 3, 0, 3]);
        rows.go(2);
        assert_eq!(press(&mut rows, &[Up, Up]), [0, 3]);
        rows.go(2);
        assert_eq!(press(&mut rows, &[Down]), [0]);
    }

    #[test]
    fn letters_typed_elsewhere_go_to_the_line() {
        let mut rows = rows();
        let typed = |rows: &mut Rows, letter| rows.key(KeyEvent::from(KeyCode::Char(letter)));
        assert_eq!(typed(&mut rows, ' '), Did::Turned(0));
        assert_eq!(typed(&mut rows, '!'), Did::Nothing);
        assert_eq!((typed(&mut rows, 'x'), rows.focus(), rows.text(1)), (Did::Typed, 4, "x"));
        rows.go(5);
        assert_eq!((typed(&mut rows, ' '), rows.chosen(2)), (Did::Chose, 1));
        assert_eq!((rows.paste("yz"), rows.text(1)), (Did::Typed, "xyz"));
    }

    #[test]
    fn the_second_click_on_a_choice_takes_the_next_answer() {
        let mut rows = rows();
        assert_eq!((rows.press(5), rows.chosen(2)), (Did::Moved, 0));
        assert_eq!((rows.press(5), rows.chosen(2)), (Did::Chose, 1));
        assert_eq!((rows.press_back(5), rows.chosen(2)), (Did::Chose, 0));
        assert_eq!((rows.press_back(5), rows.chosen(2)), (Did::Chose, 2));
        assert_eq!((rows.press(3), rows.focus()), (Did::Turned(3), 3));
        assert_eq!((rows.press(99), rows.focus()), (Did::Moved, 5));
    }
}
