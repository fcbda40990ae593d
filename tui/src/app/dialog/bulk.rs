//! State of the page that renames many items by a rule and previews the new names.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use fcp_browse::edit::{Problem, problems};
use fcp_presentation::rename::{Item, Letters, Rule, plan};
use jiff::tz::TimeZone;

use super::choice::Choice;
use super::rows::{Row, Rows};
use super::unseen::Unseen;
use crate::app::field::Field;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;
use fcp_presentation::undo::EditRequest;

/// Items that get new names.
#[derive(Clone, Debug)]
pub(crate) struct Bulk {
    /// Where they are.
    pub dir: PathBuf,
    /// The items.
    pub items: Vec<Item>,
    /// Those of them that the panel did not show.
    pub unseen: Unseen,
    /// What the panel showed of them.
    pub shown: Shown,
    /// The request that looks which items they are.
    pub ticket: u64,
    /// What is replaced, what it is replaced by, then `CHOICES`.
    pub rows: Rows,
    /// Names from the editor; they are used until the rule changes.
    pub edited: Option<Vec<OsString>>,
    /// What each item would be called.
    pub names: Vec<OsString>,
    /// The problem with the new name of each item, if any.
    pub problems: Vec<Option<Problem>>,
    /// Why there are no new names.
    pub wrong: Option<String>,
    /// Whether `wrong` was found when all were to be renamed; another try may succeed.
    pub late: bool,
    /// The request whose end the page waits for.
    pub tries: Option<EditRequest>,
    /// The first row shown.
    pub top: usize,
}

/// Everything that can be chosen, in the order of the page.
pub(super) const CHOICES: [Choice; 4] = [
    Choice {
        label: "bulk-match",
        answers: &[
            ("bulk-match-plain-text", "bulk-match-plain-text-note"),
            ("bulk-match-a-regex", "bulk-match-a-regex-note"),
        ],
    },
    Choice {
        label: "bulk-case",
        answers: &[
            ("bulk-case-ignored", "bulk-case-ignored-note"),
            ("bulk-case-exact", "bulk-case-exact-note"),
        ],
    },
    Choice {
        label: "bulk-extension",
        answers: &[
            ("bulk-extension-kept", "bulk-extension-kept-note"),
            ("bulk-extension-changes-too", "bulk-extension-changes-too-note"),
        ],
    },
    Choice {
        label: "bulk-letters",
        answers: &[
            ("bulk-letters-unchanged", "bulk-letters-unchanged-note"),
            ("bulk-letters-lower-case", "bulk-letters-lower-case-note"),
            ("bulk-letters-upper-case", "bulk-letters-upper-case-note"),
            ("bulk-letters-title-case", "bulk-letters-title-case-note"),
        ],
    },
];

/// What can stand in the second field.
const VARIABLES: &str = "{name} {ext} {n} {n:03:10:5} {date} {date:%y%m%d} {name:upper}";

/// The row of what is replaced.
pub(crate) const FIND: usize = 0;

/// The row of what it is replaced by.
pub(crate) const REPLACE: usize = 1;

/// The row of the first choice.
pub(crate) const CHOSEN: usize = 2;

impl Bulk {
    /// Starts with a rule that changes nothing.
    pub(crate) fn new(dir: PathBuf, items: Vec<Item>) -> Self {
        let find = Row::text(tr!("bulk-find"), Field::default(), tr!("bulk-find-note"));
        let replace = Row::text(tr!("bulk-new-text"), Field::default(), VARIABLES);
        let choices = CHOICES.iter().map(|choice| Row::choice(choice, 0));
        let rows = Rows::new([find, replace].into_iter().chain(choices).collect());
        Self {
            dir,
            items,
            unseen: Unseen::default(),
            shown: Shown::default(),
            ticket: 0,
            rows,
            edited: None,
            names: Vec::new(),
            problems: Vec::new(),
            wrong: None,
            late: false,
            tries: None,
            top: 0,
        }
    }

    /// Gives the rule.
    pub(crate) fn rule(&self) -> Rule {
        let chosen = |choice: usize| self.rows.chosen(CHOSEN + choice);
        let [regex, case, extension, letters] = [0, 1, 2, 3].map(chosen);
        let all = [Letters::Keep, Letters::Lower, Letters::Upper, Letters::Title];
        Rule {
            find: self.rows.text(FIND).to_owned(),
            replace: self.rows.text(REPLACE).to_owned(),
            regex: regex == 1,
            case: case == 1,
            extension: extension == 1,
            letters: all[letters],
        }
    }

    /// Makes the plan anew; `taken` tells whether a name is already in use.
    pub(crate) fn plan(&mut self, zone: &TimeZone, taken: impl Fn(&OsStr) -> bool) {
        let planned = match &self.edited {
            Some(names) => Ok(names.clone()),
            None => plan(&self.rule(), &self.items, zone),
        };
        self.late = false;
        self.wrong = planned.as_ref().err().cloned();
        self.names = planned.unwrap_or_else(|_| self.old_names().collect());
        let pairs: Vec<_> = self.old_names().zip(self.names.iter().cloned()).collect();
        self.problems = problems(&pairs, |_, new| taken(new));
    }

    /// Gives the names that the items have.
    pub(crate) fn old_names(&self) -> impl Iterator<Item = OsString> + '_ {
        self.items.iter().map(|item| item.name.clone())
    }

    /// Gives names and new names of what would change.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        let pairs = self.items.iter().zip(&self.names);
        let pairs = pairs.map(|(item, new)| (item.name.as_os_str(), new.as_os_str()));
        pairs.filter(|(old, new)| old != new)
    }

    /// Marks an item that could not get its name, as was found when all were to be renamed, and shows it.
    pub(crate) fn refuse(&mut self, old: &OsStr, problem: Problem) {
        let Some(row) = self.items.iter().position(|item| item.name == old) else { return };
        if let Some(place) = self.problems.get_mut(row) {
            *place = Some(problem);
        }
        self.top = row;
    }

    /// Gives the number of items that cannot get their names.
    pub(crate) fn refused(&self) -> usize {
        self.problems.iter().flatten().count()
    }

    /// Gives the directory and the items of some paths, if they are all in one.
    pub(crate) fn together(paths: &[(PathBuf, Item)]) -> Option<(PathBuf, Vec<Item>)> {
        let dir = paths.first()?.0.parent()?;
        let one = paths.iter().all(|(path, _)| path.parent() == Some(dir));
        let items = paths.iter().map(|(path, item)| {
            let name = path.file_name().unwrap_or(Path::new("").as_os_str()).to_owned();
            Item { name, ..item.clone() }
        });
        one.then(|| (dir.to_owned(), items.collect()))
    }
}
