//! Saves and restores the session: panels, tabs and settings that the next start needs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fcp_browse::{Order, SortKey};
use fcp_engine::path::WirePath;
use fcp_presentation::{errors, keep, session};
use serde::{Deserialize, Serialize};

use crate::app::config::SORT;
use crate::app::dialog::choice::Choice;
use crate::app::dialog::form::{FIND, FIND_TEXT, TARGET};
use crate::app::dialog::transfer::{CHOICES, Chosen};
use crate::app::history::History;
use crate::app::model::{Model, Side};
use crate::app::widths::{self, Widths};
use fcp_browse::panel::{Panel, Shows};

/// Name of the file with panels and tabs.
const SESSION: &str = "tui.json";

/// Panels, tabs and layout.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Session {
    sides: Vec<Tabs>,
    side: usize,
    one_panel: bool,
    preview: bool,
    chosen: Chosen,
    recent: Vec<WirePath>,
    find: [usize; FIND.len()],
    find_text: [usize; FIND_TEXT.len()],
    link_target: usize,
    history: History,
    /// Names of columns, with their widths; none as long as the program has kept none.
    columns: Option<Vec<String>>,
    letters: BTreeMap<char, WirePath>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Tabs {
    tabs: Vec<Tab>,
    tab: usize,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Tab {
    dir: Option<WirePath>,
    hidden: bool,
    sort: String,
    descending: bool,
}

impl Session {
    /// Collects what the next start needs.
    pub(crate) fn of(model: &Model) -> Self {
        let tabs =
            |side: &Side| Tabs { tabs: side.tabs.iter().map(Tab::of).collect(), tab: side.tab };
        Self {
            sides: model.sides.iter().map(tabs).collect(),
            side: model.side,
            one_panel: model.one_panel,
            preview: model.preview,
            chosen: model.chosen,
            find: model.find,
            find_text: model.find_text,
            link_target: model.link_target,
            history: model.history.clone(),
            columns: Some(model.columns.iter().map(|&column| model.widths.spell(column)).collect()),
            letters: model.letters.iter().map(|(&c, dir)| (c, dir.clone().into())).collect(),
            recent: model.visited.iter().map(|dir| dir.clone().into()).collect(),
        }
    }

    /// Reads the saved session; a damaged file counts as none.
    pub(crate) fn read(state: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(state.join(SESSION)).ok()?).ok()
    }

    /// Gives it as it is written.
    ///
    /// # Errors
    /// It cannot be serialised.
    pub(crate) fn text(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(self).map_err(|error| error.to_string())
    }

    /// Saves a session for the next start, atomically: no program ever reads half of it.
    ///
    /// What the user has given letters or typed in other programs since this one wrote `before` is kept.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(state: &Path, before: &[u8], text: &[u8]) -> Result<(), String> {
        let parsed = |text: &[u8]| serde_json::from_slice::<Self>(text);
        let text = match (Self::read(state), parsed(text)) {
            (Some(theirs), Ok(ours)) => {
                ours.beside(theirs, &parsed(before).unwrap_or_default()).text()?
            }
            _ => text.to_owned(),
        };
        keep::replace(state, SESSION, &text).map_err(|error| errors::told(&error))
    }

    /// Takes in letters and lines that others have stored; a letter that was given or taken here since `before` is as
    /// it is here.
    fn beside(mut self, theirs: Self, before: &Self) -> Self {
        let ours = std::mem::replace(&mut self.letters, theirs.letters);
        for letter in before.letters.keys().chain(ours.keys()) {
            match ours.get(letter) {
                same if same == before.letters.get(letter) => {}
                Some(dir) => drop(self.letters.insert(*letter, dir.clone())),
                None => drop(self.letters.remove(letter)),
            }
        }
        self.history.add(theirs.history);
        self
    }

    /// Restores the session; on a side whose folder the command line names, only how it is shown.
    pub(crate) fn restore(self, model: &mut Model, left: bool, right: bool) {
        (model.one_panel, model.preview) = (self.one_panel, self.preview);
        model.side = if left { 0 } else { self.side.min(1) };
        // Another version may have known more answers.
        let known = |chosen: &[usize], choices: &[Choice]| {
            chosen.iter().zip(choices).all(|(&n, choice)| n < choice.answers.len())
        };
        if known(&self.chosen, &CHOICES) {
            model.chosen = self.chosen;
        }
        if known(&self.find, &FIND) {
            model.find = self.find;
        }
        if known(&self.find_text, &FIND_TEXT) {
            model.find_text = self.find_text;
        }
        if known(&[self.link_target], &[TARGET]) {
            model.link_target = self.link_target;
        }
        model.history = self.history;
        if let Some(names) = self.columns {
            let columns = names.iter().filter_map(|name| widths::read(name).ok());
            (model.columns, model.widths) = (Vec::new(), Widths::default());
            for (column, width) in columns {
                model.columns.push(column);
                if let Some(width) = width {
                    model.widths.set(column, width);
                }
            }
        }
        model.letters = self.letters.into_iter().map(|(c, dir)| (c, dir.0)).collect();
        model.visited = self.recent.into_iter().map(|dir| dir.0).collect();
        let named = [left, right];
        for ((side, tabs), named) in model.sides.iter_mut().zip(self.sides).zip(named) {
            let order = side.panel().shows.order;
            let stored = tabs.tabs.into_iter().filter_map(|tab| tab.read(order));
            let here = named.then(|| side.panel().dir.clone());
            if let Some((panels, shown)) = session::restore(stored, tabs.tab, here) {
                (side.tabs, side.tab) = (panels, shown);
            }
        }
    }
}

impl Tab {
    fn of(panel: &Panel) -> Self {
        let session::Tab { dir, shows: Shows { hidden, order } } = session::Tab::of(panel);
        let name = SORT.iter().find(|(_, key)| *key == order.key).map_or("name", |(name, _)| name);
        Self { dir: Some(dir.into()), hidden, sort: name.to_owned(), descending: order.descending }
    }

    fn read(self, order: Order) -> Option<session::Tab> {
        let key = SORT.iter().find(|(name, _)| *name == self.sort).map_or(SortKey::Name, |k| k.1);
        let order = Order { key, descending: self.descending, ..order };
        Some(session::Tab { dir: self.dir?.0, shows: Shows { hidden: self.hidden, order } })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use fcp_presentation::columns::Column;

    use super::*;

    fn model() -> Model {
        Model::new("/left".into(), "/right".into())
    }

    #[test]
    fn what_was_kept_comes_back_and_is_for_the_user_alone() {
        let state = tempfile::tempdir().unwrap();
        let mut before = model();
        before.chosen[0] = 2;
        before.sides[1].tabs.push(Panel::new("/third".into(), Shows::default()));
        before.sides[1].tab = 1;
        before.columns = vec![Column::Links, Column::Size];
        before.widths.set(Column::Links, 9);
        before.letters.insert('x', "/café".into());
        Session::write(state.path(), b"", &Session::of(&before).text().unwrap()).unwrap();
        let mode = fs::metadata(state.path().join(SESSION)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let mut after = model();
        Session::read(state.path()).unwrap().restore(&mut after, true, false);
        assert_eq!((after.chosen, after.sides[1].tab), (before.chosen, 1));
        assert_eq!(after.sides[1].panel().dir, Path::new("/third"));
        assert_eq!(after.widths, before.widths);
        assert_eq!((after.columns, after.letters), (before.columns, before.letters));
    }

    #[test]
    fn letters_and_lines_of_another_program_are_kept() {
        let state = tempfile::tempdir().unwrap();
        let text = |model: &Model| Session::of(model).text().unwrap();
        let mut mine = model();
        mine.letters = [('a', "/a".into()), ('b', "/b".into())].into();
        let before = text(&mine);
        Session::write(state.path(), b"", &before).unwrap();
        let mut theirs = model();
        Session::read(state.path()).unwrap().restore(&mut theirs, true, true);
        // Both programs run, and each changes something else.
        theirs.letters.insert('c', "/c".into());
        theirs.letters.remove(&'b');
        theirs.history.keep("find", "theirs");
        Session::write(state.path(), &before, &text(&theirs)).unwrap();
        mine.letters.insert('a', "/new".into());
        mine.history.keep("find", "mine");
        Session::write(state.path(), &before, &text(&mine)).unwrap();
        let mut after = model();
        Session::read(state.path()).unwrap().restore(&mut after, true, true);
        let letters: BTreeMap<_, PathBuf> = [('a', "/new".into()), ('c', "/c".into())].into();
        assert_eq!(after.letters, letters);
        assert_eq!(after.history.of("find"), ["mine", "theirs"]);
    }

    #[test]
    fn a_session_that_an_earlier_version_stored_is_read() {
        let state = tempfile::tempdir().unwrap();
        let stored = r#"{"sides":[{"tabs":[{"dir":{"text":"/a"},"hidden":true,"sort":"size",
            "descending":true},{"dir":{"text":"/b"}}],"tab":7},{"tabs":[],"tab":0}],"side":1}"#;
        keep::replace(state.path(), SESSION, stored.as_bytes()).unwrap();
        let mut model = model();
        Session::read(state.path()).unwrap().restore(&mut model, false, false);
        let [left, right] = &model.sides;
        assert_eq!((model.side, left.tabs.len(), left.tab), (1, 2, 1));
        let shows = &left.tabs[0].shows;
        assert!(shows.hidden && shows.order.descending && shows.order.key == SortKey::Size);
        assert_eq!(
            (&*left.tabs[1].dir, &*right.panel().dir),
            (Path::new("/b"), Path::new("/right"))
        );
    }

    #[test]
    fn answers_that_there_are_not_are_not_chosen() {
        let mut session = Session::of(&model());
        (session.chosen[0], session.find[1], session.link_target) = (99, 99, 99);
        let mut after = model();
        session.restore(&mut after, true, true);
        let fresh = model();
        assert_eq!((after.chosen, after.find), (fresh.chosen, fresh.find));
        assert_eq!(after.link_target, fresh.link_target);
    }
}
