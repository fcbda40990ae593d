//! Stores the user's preferences and the folders of the panels in a file from one start to the next.

pub(crate) mod geometry;
pub(crate) mod session;

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use std::{fs, io, thread};

use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_engine::path::{DisplayName, WirePath};
use fcp_presentation::columns::Column;
use fcp_presentation::errors;
use fcp_presentation::tr;
use fcp_presentation::{keep, lock, transfer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::feed::Feed;
use crate::keymap;
use crate::standing::Standing;
use crate::wire::{
    ColumnChoice, DropRule, Drops, Notice, NoticeCode, Preferences, Refusal, Theme, Tone, Update,
};
use geometry::Geometries;
use session::Session;

/// Name of the file.
const FILE: &str = "desktop.json";

/// Name of what could not be read, and would be replaced by the next change.
const DAMAGED: &str = "desktop.json.damaged";

/// CSS pixels that a column may have.
const WIDEST: u32 = 2_000;

/// Time that changes are gathered before they are written.
const PAUSE: Duration = Duration::from_secs(1);

/// What is stored, and where.
#[derive(Debug)]
pub(crate) struct StateFile {
    feed: Arc<Feed>,
    /// Our folder of the user's state.
    folder: Option<PathBuf>,
    now: Mutex<Now>,
    /// Held while the file is written, so that the last to write it writes what is newest.
    writing: Mutex<()>,
    /// What holds until the user chooses something.
    usual: Preferences,
    /// What was wrong with the file.
    trouble: Option<String>,
}

#[derive(Debug, Default)]
struct Now {
    /// None until the user has chosen something, so that what comes with the program may change.
    preferences: Option<Preferences>,
    session: Session,
    windows: Geometries,
    rules: Vec<Standing>,
    /// None until a version that stores it has been used.
    seen: Option<BTreeSet<JobId>>,
    /// Items in the trash by which jobs are called, with the names that they had.
    names: Vec<(WirePath, WirePath)>,
    /// Whether a thread is about to write it.
    due: bool,
}

/// The file as it is written.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    preferences: Option<&'a Preferences>,
    panels: &'a Session,
    windows: &'a Geometries,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rules: &'a [Standing],
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<&'a BTreeSet<JobId>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    names: &'a [(WirePath, WirePath)],
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            two_panels: true,
            places: true,
            preview: false,
            grid: false,
            compact: false,
            drawer: 0,
            split: 500,
            columns: [Column::Size, Column::Time]
                .map(|column| ColumnChoice { column, shown: true, width: 0 })
                .into(),
            keys: "commander".to_owned(),
            choices: transfer::Choices::default().into(),
            drops: Drops { same: DropRule::Ask, other: DropRule::Ask },
            notifications: true,
        }
    }
}

/// Makes of a stored object what is known today: what is missing or makes no sense is as it comes.
fn mended<T: Serialize + DeserializeOwned>(stored: Map<String, Value>, usual: T) -> T {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(&usual) else { return usual };
    let mut mended = usual;
    for (name, value) in stored {
        let Some(before) = fields.insert(name.clone(), value) else {
            // Another version knows it.
            fields.remove(&name);
            continue;
        };
        match serde_json::from_value(Value::Object(fields.clone())) {
            Ok(better) => mended = better,
            Err(_) => drop(fields.insert(name, before)),
        }
    }
    mended
}

impl StateFile {
    /// Reads what was stored in our folder of the user's state.
    pub(crate) fn open(folder: Option<PathBuf>, feed: &Arc<Feed>) -> Arc<Self> {
        let read = folder.as_ref().map(|folder| fs::read(folder.join(FILE)));
        let file = folder.as_ref().map(|folder| folder.join(FILE)).unwrap_or_default();
        let file = DisplayName::new(&file).to_string();
        let (now, trouble) = match read {
            None => (Now::default(), None),
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => (Now::default(), None),
            Some(Err(error)) => {
                let why = errors::of_io(&error);
                let text = tr!("desktop-preferences-unreadable", file = file, why = why);
                (Now::default(), Some(text))
            }
            Some(Ok(text)) => match serde_json::from_slice::<Map<String, Value>>(&text) {
                Ok(stored) => (Now::of(stored), None),
                Err(error) => {
                    // The next change of a setting writes the file anew.
                    let kept = folder.as_ref().map(|folder| keep::replace(folder, DAMAGED, &text));
                    let why = error.to_string();
                    let text = if kept.is_some_and(|kept| kept.is_ok()) {
                        tr!("desktop-preferences-damaged", file = file, why = why, kept = DAMAGED)
                    } else {
                        tr!("desktop-preferences-unreadable", file = file, why = why)
                    };
                    (Now::default(), Some(text))
                }
            },
        };
        if let Some(why) = &trouble {
            let notice = Notice::new(Tone::Bad, NoticeCode::SettingsTrouble);
            feed.keep_for_a_window(Notice { detail: Some(why.clone()), ..notice }.into());
        }
        let usual = Preferences::default();
        // Keys that the user chose for the terminal program are used here, too.
        let usual = Preferences { keys: keymap::chosen().unwrap_or(usual.keys), ..usual };
        let (feed, now, writing) = (Arc::clone(feed), Mutex::new(now), Mutex::default());
        Arc::new(Self { feed, folder, now, writing, usual, trouble })
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        lock(&self.now)
    }

    /// Gives our folder of the user's state.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Says what was wrong with the file.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Gives what the user chose.
    pub(crate) fn preferences(&self) -> Preferences {
        self.now().preferences.clone().unwrap_or_else(|| self.usual.clone())
    }

    /// Gives where the panels were.
    pub(crate) fn session(&self) -> Session {
        self.now().session.clone()
    }

    /// Takes the preferences that the user changed, by their names, and tells both windows.
    ///
    /// The others stay as they are by now: a window may not know yet what another one changed.
    pub(crate) fn prefer(self: &Arc<Self>, change: Map<String, Value>) -> Result<(), Refusal> {
        let unknown = || Refusal::because(tr!("desktop-unknown-preference"));
        self.change(|before| {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&before) else {
                return Err(unknown());
            };
            for (name, value) in change {
                *fields.get_mut(&name).ok_or_else(unknown)? = value;
            }
            let after: Preferences =
                serde_json::from_value(Value::Object(fields)).map_err(|_error| unknown())?;
            let mut columns = HashSet::new();
            let makes_sense = after.keys.len() <= 4096
                && after.split <= 1000
                && after.columns.iter().all(|it| it.width <= WIDEST && columns.insert(it.column));
            if makes_sense { Ok(after) } else { Err(unknown()) }
        })
    }

    /// Changes preferences, and tells both windows; no change is lost to another one at the same time.
    pub(crate) fn change<E>(
        self: &Arc<Self>,
        change: impl FnOnce(Preferences) -> Result<Preferences, E>,
    ) -> Result<(), E> {
        let mut now = self.now();
        let before = now.preferences.clone().unwrap_or_else(|| self.usual.clone());
        let after = change(before.clone())?;
        if after != before {
            now.preferences = Some(after.clone());
            // Told under the lock, so that windows hear of changes in their order.
            self.feed.say(Update::Preferences(Box::new(after)));
            drop(now);
            self.write_soon();
        }
        Ok(())
    }

    /// Takes where the panels are.
    pub(crate) fn remember(self: &Arc<Self>, session: Session) {
        let mut now = self.now();
        if now.session != session {
            now.session = session;
            drop(now);
            self.write_soon();
        }
    }

    /// Gives where the windows were.
    pub(crate) fn windows(&self) -> Geometries {
        self.now().windows.clone()
    }

    /// Takes where the windows are.
    pub(crate) fn remember_windows(self: &Arc<Self>, windows: Geometries) {
        let mut now = self.now();
        if now.windows != windows {
            now.windows = windows;
            drop(now);
            self.write_soon();
        }
    }

    /// Gives the rules that stay for questions to come.
    pub(crate) fn rules(&self) -> Vec<Standing> {
        self.now().rules.clone()
    }

    /// Takes the rules that stay for questions to come.
    pub(crate) fn remember_rules(self: &Arc<Self>, rules: &[Standing]) {
        let mut now = self.now();
        if now.rules != rules {
            rules.clone_into(&mut now.rules);
            drop(now);
            self.write_soon();
        }
    }

    /// Gives the failed jobs at which the user has looked; none if that was never stored.
    pub(crate) fn seen(&self) -> Option<BTreeSet<JobId>> {
        self.now().seen.clone()
    }

    /// Takes the failed jobs at which the user has looked.
    pub(crate) fn remember_seen(self: &Arc<Self>, seen: &BTreeSet<JobId>) {
        let mut now = self.now();
        if now.seen.as_ref() != Some(seen) {
            now.seen = Some(seen.clone());
            drop(now);
            self.write_soon();
        }
    }

    /// Gives the items in the trash by which jobs are called, with the names that they had; forgets those without a job.
    pub(crate) fn names(
        self: &Arc<Self>,
        has_job: impl Fn(&Path) -> bool,
    ) -> Vec<(PathBuf, OsString)> {
        let mut now = self.now();
        let stored = now.names.len();
        now.names.retain(|(place, _)| has_job(&place.0));
        let names = now.names.iter().map(|(place, name)| (place.0.clone(), name.0.clone().into()));
        let (names, is_changed) = (names.collect(), now.names.len() < stored);
        drop(now);
        if is_changed {
            self.write_soon();
        }
        names
    }

    /// Takes an item in the trash by which a job is called, and the name that it had.
    pub(crate) fn remember_name(self: &Arc<Self>, (place, name): (PathBuf, OsString)) {
        let named = (WirePath(place), WirePath(name.into()));
        let mut now = self.now();
        if !now.names.contains(&named) {
            now.names.retain(|(place, _)| *place != named.0);
            now.names.push(named);
            drop(now);
            self.write_soon();
        }
    }

    /// Has it written once changes have had time to gather.
    fn write_soon(self: &Arc<Self>) {
        if self.folder.is_none() || std::mem::replace(&mut self.now().due, true) {
            return;
        }
        let file = Arc::clone(self);
        thread::spawn(move || {
            thread::sleep(PAUSE);
            if let Err(error) = file.write() {
                let notice = Notice::new(Tone::Warn, NoticeCode::Failed);
                file.feed.notify(Notice { error: Some(error), ..notice });
            }
        });
    }

    /// Writes what has changed since; to be called at the end, too.
    pub(crate) fn write(&self) -> Result<(), OpError> {
        let _turn = lock(&self.writing);
        let mut now = self.now();
        let Some(folder) = self.folder.as_ref().filter(|_| now.due) else { return Ok(()) };
        now.due = false;
        let whole = Whole {
            preferences: now.preferences.as_ref(),
            panels: &now.session,
            windows: &now.windows,
            rules: &now.rules,
            seen: now.seen.as_ref(),
            names: &now.names,
        };
        // Everything in it is text and numbers.
        let text = serde_json::to_vec_pretty(&whole).unwrap_or_default();
        drop(now);
        keep::replace(folder, FILE, &text)
    }
}

impl Now {
    fn of(mut stored: Map<String, Value>) -> Self {
        let preferences = match stored.remove("preferences") {
            Some(Value::Object(stored)) => Some(mended(stored, Preferences::default())),
            Some(_) | None => None,
        };
        let session = stored.remove("panels").map(Session::deserialize);
        let windows = stored.remove("windows").map(Geometries::deserialize);
        let rules = stored.remove("rules").map(Vec::deserialize);
        let seen = stored.remove("seen").map(BTreeSet::deserialize);
        let names = stored.remove("names").map(Vec::deserialize);
        Self {
            preferences,
            session: session.and_then(Result::ok).unwrap_or_default(),
            windows: windows.and_then(Result::ok).unwrap_or_default(),
            rules: rules.and_then(Result::ok).unwrap_or_default(),
            seen: seen.and_then(Result::ok),
            names: names.and_then(Result::ok).unwrap_or_default(),
            due: false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use super::*;

    fn object(json: &str) -> Map<String, Value> {
        serde_json::from_str(json).unwrap()
    }

    fn open(state: Option<&Path>) -> Arc<StateFile> {
        StateFile::open(state.map(Path::to_owned), &Arc::default())
    }

    #[test]
    fn what_the_user_chose_is_there_at_the_next_start() {
        let state = tempfile::tempdir().unwrap();
        let first = open(Some(state.path()));
        let chosen = Preferences { theme: Theme::Dark, split: 300, ..first.preferences() };
        first.prefer(object(r#"{"theme":"dark"}"#)).unwrap();
        // The second window did not know of the theme yet.
        first.prefer(object(r#"{"split":300}"#)).unwrap();
        first.write().unwrap();
        assert_eq!(open(Some(state.path())).preferences(), chosen);
        for wrong in [r#"{"split":1001}"#, r#"{"split":"wide"}"#, r#"{"unheard_of":1}"#] {
            assert!(first.prefer(object(wrong)).is_err());
        }
        assert_eq!(first.preferences(), chosen);
    }

    #[test]
    fn columns_keep_their_order_and_width() {
        let state = tempfile::tempdir().unwrap();
        let first = open(Some(state.path()));
        let chosen = r#"{"columns":[{"column":"owner","shown":true,"width":120},
            {"column":"size","shown":false,"width":0}]}"#;
        first.prefer(object(chosen)).unwrap();
        first.write().unwrap();
        let kept = open(Some(state.path())).preferences().columns;
        let all: Vec<_> = kept.iter().map(|it| (it.column, it.shown, it.width)).collect();
        assert_eq!(all, [(Column::Owner, true, 120), (Column::Size, false, 0)]);
        let wide = chosen.replace("120", "2001");
        for wrong in [wide, chosen.replace("owner", "size"), chosen.replace("owner", "colour")] {
            assert!(first.prefer(object(&wrong)).is_err(), "{wrong}");
        }
        // A file of before knows no columns.
        fs::write(state.path().join(FILE), r#"{"preferences":{"split":300}}"#).unwrap();
        let usual = Preferences { split: 300, ..Preferences::default() };
        assert_eq!(open(Some(state.path())).preferences(), usual);
    }

    #[test]
    fn a_damaged_file_costs_what_is_damaged_and_is_told() {
        let state = tempfile::tempdir().unwrap();
        let file = state.path().join(FILE);
        fs::write(&file, r#"{"preferences":{"theme":"dark","split":"wide","new":1}}"#).unwrap();
        let kept = open(Some(state.path()));
        let usual = Preferences::default();
        assert_eq!(kept.preferences(), Preferences { theme: Theme::Dark, ..usual });
        assert_eq!(kept.trouble(), None);
        fs::write(&file, "{\"preferences\": ").unwrap();
        let kept = open(Some(state.path()));
        assert_eq!(kept.preferences().theme, Theme::System);
        assert!(kept.trouble().unwrap().contains("desktop.json"));
        // What is written now does not take the rest of it.
        kept.prefer(object(r#"{"grid":true}"#)).unwrap();
        kept.write().unwrap();
        assert_eq!(fs::read(state.path().join(DAMAGED)).unwrap(), b"{\"preferences\": ");
    }

    #[test]
    fn without_a_folder_nothing_is_written() {
        let file = open(None);
        file.prefer(object(r#"{"grid":true}"#)).unwrap();
        assert!(file.preferences().grid);
        file.write().unwrap();
    }
}
