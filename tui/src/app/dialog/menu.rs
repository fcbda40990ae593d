//! State of the bar of pull-down menus, as in Midnight Commander.
//!
//! The menus are made from the table of actions: a new action appears in the menu of its group.

use crate::app::action::{Action, Group};
use crate::app::synonyms;
use fcp_presentation::tr;

/// A menu of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Title {
    /// The left panel.
    Left,
    /// Files and marks.
    File,
    /// Both panels, searches and jobs.
    Command,
    /// What is shown, and the program.
    Options,
    /// The right panel.
    Right,
}

impl Title {
    /// The menus from left to right.
    pub(crate) const ALL: [Self; 5] =
        [Self::Left, Self::File, Self::Command, Self::Options, Self::Right];

    /// Gives its name in the bar.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Left => tr!("menu-left"),
            Self::File => tr!("menu-file"),
            Self::Command => tr!("menu-command"),
            Self::Options => tr!("menu-options"),
            Self::Right => tr!("menu-right"),
        }
    }

    /// Gives the side of the screen that its actions are for, if they are for one.
    pub(crate) const fn side(self) -> Option<usize> {
        match self {
            Self::Left => Some(0),
            Self::Right => Some(1),
            Self::File | Self::Command | Self::Options => None,
        }
    }

    /// Gives the groups whose actions it has, in the order of the menu.
    const fn groups(self) -> &'static [Group] {
        match self {
            Self::Left | Self::Right => &[Group::Showing, Group::Places],
            Self::File => &[Group::Places, Group::Files, Group::Marking],
            Self::Command => &[Group::Places, Group::Showing, Group::Files, Group::Jobs],
            Self::Options => &[Group::Showing, Group::Jobs, Group::Program],
        }
    }

    /// Gives its entries.
    pub(crate) fn rows(self) -> Vec<Row> {
        let mut rows = Vec::new();
        for &group in self.groups() {
            let here = |action: &&Action| action.group() == group && belongs(**action, self);
            let mut actions = Action::ALL.iter().filter(here).peekable();
            if actions.peek().is_some() && !rows.is_empty() {
                rows.push(Row::Rule);
            }
            rows.extend(actions.map(|&action| Row::Action(action)));
        }
        rows
    }
}

/// Tells whether an action stands in a menu.
fn belongs(action: Action, menu: Title) -> bool {
    let home = match action {
        // Only keys do these: a menu is not for moving about, nor for choosing among nine tabs.
        Action::Tab1
        | Action::Tab2
        | Action::Tab3
        | Action::Tab4
        | Action::Tab5
        | Action::Tab6
        | Action::Tab7
        | Action::Tab8
        | Action::Tab9
        | Action::Menu => return false,
        Action::Open | Action::Enter => Title::File,
        Action::Find
        | Action::Trashed
        | Action::SwapPanels
        | Action::EqualPanels
        | Action::OpenOther
        | Action::Compare
        | Action::CompareFolders
        | Action::CompareFiles
        | Action::Screen
        | Action::Search
        | Action::SearchNext
        | Action::SearchPrevious
        | Action::Command
        | Action::UserMenu
        | Action::Shell => Title::Command,
        Action::OnePanel | Action::Preview | Action::Drawer | Action::QueueMode => Title::Options,
        action => match action.group() {
            Group::Moving | Group::Viewer => return false,
            Group::Places | Group::Showing => return menu.side().is_some(),
            Group::Marking | Group::Files => Title::File,
            Group::Jobs => Title::Command,
            Group::Program => Title::Options,
        },
    };
    home == menu
}

/// A row of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// What Enter does.
    Action(Action),
    /// Divides groups.
    Rule,
}

/// The bar, with one menu open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Menu {
    /// Index into the titles.
    pub title: usize,
    /// Index into the rows of the menu.
    pub cursor: usize,
    /// The first row on the screen.
    pub top: usize,
    /// What was typed to go to an entry.
    pub typed: String,
}

impl Menu {
    /// Opens the menu with this number.
    pub(crate) fn open(title: usize) -> Self {
        Self { title: title % Title::ALL.len(), ..Self::default() }
    }

    /// Gives the menu that is open.
    pub(crate) fn menu(&self) -> Title {
        Title::ALL[self.title % Title::ALL.len()]
    }

    /// Gives the action under the cursor.
    pub(crate) fn chosen(&self) -> Option<Action> {
        match self.menu().rows().get(self.cursor) {
            Some(Row::Action(action)) => Some(*action),
            Some(Row::Rule) | None => None,
        }
    }

    /// Opens the next menu, or the one before.
    pub(crate) fn turn(&mut self, forward: bool) {
        let by = if forward { 1 } else { Title::ALL.len() - 1 };
        *self = Self::open(self.title + by);
    }

    /// Moves the cursor by rows, past the rules; from the ends it goes round by single steps.
    pub(crate) fn step(&mut self, by: isize) {
        let rows = self.menu().rows();
        let actions: Vec<usize> =
            (0..rows.len()).filter(|&n| matches!(rows[n], Row::Action(_))).collect();
        let at = actions.iter().position(|&n| n == self.cursor).unwrap_or(0);
        let last = actions.len().saturating_sub(1);
        let to = match by {
            1 if at == last => 0,
            -1 if at == 0 => last,
            by => at.saturating_add_signed(by).min(last),
        };
        self.cursor = actions.get(to).copied().unwrap_or(0);
        self.typed.clear();
    }

    /// Goes to an entry of any menu that is called as was typed, or known by a word that begins so.
    pub(crate) fn search(&mut self, letter: char) {
        let before = self.typed.clone();
        for typed in [format!("{before}{letter}"), letter.to_string()] {
            if let Some((title, cursor)) = self.find(&typed.to_lowercase()) {
                *self = Self { title, cursor, top: 0, typed };
                return;
            }
        }
        self.typed.clear();
    }

    fn find(&self, typed: &str) -> Option<(usize, usize)> {
        let titles = (0..Title::ALL.len()).map(|n| (self.title + n) % Title::ALL.len());
        let rows = titles.flat_map(|title| {
            let rows = Title::ALL[title].rows().into_iter().enumerate();
            rows.map(move |(row, entry)| (title, row, entry))
        });
        let entries: Vec<(usize, usize, Action)> = rows
            .filter_map(|(title, row, entry)| match entry {
                Row::Action(action) => Some((title, row, action)),
                Row::Rule => None,
            })
            .collect();
        let named = |action: Action| action.title().to_lowercase().starts_with(typed);
        let known =
            |action: Action| synonyms::all(action).split(' ').any(|word| word.starts_with(typed));
        let first = |is: &dyn Fn(Action) -> bool| {
            entries.iter().find(|entry| is(entry.2)).map(|&(title, row, _)| (title, row))
        };
        first(&named).or_else(|| first(&known))
    }

    /// Scrolls so that the cursor is among `rows` visible ones.
    pub(crate) fn scroll(&mut self, rows: usize) {
        let last = self.menu().rows().len().saturating_sub(rows);
        self.top = self.top.min(self.cursor).max((self.cursor + 1).saturating_sub(rows)).min(last);
    }
}

/// Gives the rows that a menu shows on a screen of this height: the bar, its frame and the line below it
/// take four.
pub(crate) fn visible(height: u16) -> usize {
    usize::from(height.saturating_sub(4)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_of_the_panels_is_in_one_menu() {
        for &action in Action::ALL {
            let titles = Title::ALL.iter().filter(|title| {
                title.rows().contains(&Row::Action(action)) && **title != Title::Right
            });
            let is_key_alone = matches!(action.group(), Group::Moving | Group::Viewer)
                || action.name().starts_with("tab-") && action.name().len() == 5
                || action == Action::Menu;
            assert_eq!(titles.count(), usize::from(!is_key_alone), "{action:?}");
        }
        assert_eq!(Title::Left.rows(), Title::Right.rows());
    }

    #[test]
    fn rules_stand_between_entries_alone() {
        for title in Title::ALL {
            let rows = title.rows();
            let rule = |row: &Row| *row == Row::Rule;
            assert!(!rule(&rows[0]) && !rule(&rows[rows.len() - 1]), "{title:?}");
            assert!(!rows.windows(2).any(|two| two.iter().all(rule)), "{title:?}");
        }
    }

    #[test]
    fn words_find_entries_in_all_menus() {
        let mut menu = Menu::open(0);
        let typed = |menu: &mut Menu, text: &str| text.chars().for_each(|c| menu.search(c));
        typed(&mut menu, "chmod");
        assert_eq!(menu.chosen(), Some(Action::Mode));
        // A letter that continues no entry begins a new search.
        typed(&mut menu, "q");
        assert_eq!((menu.chosen(), menu.typed.as_str()), (Some(Action::QueueMode), "q"));
        typed(&mut menu, "uit");
        assert_eq!(menu.chosen(), Some(Action::Quit));
    }
}
