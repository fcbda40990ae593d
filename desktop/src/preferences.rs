//! Stores the user's preferences and the folders of the panels in a file from one start to the next.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_engine::path::DisplayName;
use fcp_presentation::keep;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::app::App;
use crate::keymap;
use crate::native::geometry::Windows;
use crate::panels::session::Session;
use crate::questions::rules::Standing;
use crate::wire::{
    Choices, DropRule, Drops, Notice, NoticeCode, OnConflict, OnError, Preferences, Refusal, Start,
    Theme, Tone, Update,
};

/// Name of the file.
const FILE: &str = "desktop.json";

/// Time that changes are gathered before they are written.
const PAUSE: Duration = Duration::from_secs(1);

/// What is kept, and where.
#[derive(Debug, Default)]
pub(crate) struct Kept {
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
    windows: Windows,
    rules: Vec<Standing>,
    /// None until a version that stores it has been used.
    seen: Option<BTreeSet<JobId>>,
    /// Whether a thread is about to write it.
    due: bool,
}

/// The file as it is written.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    preferences: Option<&'a Preferences>,
    panels: &'a Session,
    windows: &'a Windows,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rules: &'a [Standing],
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<&'a BTreeSet<JobId>>,
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
            keys: "commander".to_owned(),
            choices: Choices {
                on_conflict: OnConflict::Ask,
                on_error: OnError::Ask,
                preserve_all: true,
                verify: false,
                follow: false,
                start: Start::Queue,
                remember: false,
            },
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

impl Kept {
    /// Reads what was kept in our folder of the user's state.
    pub(crate) fn open(folder: Option<PathBuf>) -> Self {
        let read = folder.as_ref().map(|folder| fs::read(folder.join(FILE)));
        let (now, trouble) = match read {
            None => (Now::default(), None),
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => (Now::default(), None),
            Some(Err(error)) => (Now::default(), Some(error.to_string())),
            Some(Ok(text)) => match serde_json::from_slice::<Map<String, Value>>(&text) {
                Ok(stored) => (Now::of(stored), None),
                Err(error) => (Now::default(), Some(error.to_string())),
            },
        };
        let file = folder.as_ref().map(|folder| folder.join(FILE)).unwrap_or_default();
        let trouble = trouble.map(|why| {
            format!(
                "'{}' cannot be read, so everything is as it comes: {why}",
                DisplayName::new(&file)
            )
        });
        let usual = Preferences::default();
        // Who has chosen keys for the terminal program has chosen them here, too.
        let usual = Preferences { keys: keymap::chosen().unwrap_or(usual.keys), ..usual };
        Self { folder, now: Mutex::new(now), writing: Mutex::default(), usual, trouble }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) fn get(&self) -> Preferences {
        self.now().preferences.clone().unwrap_or_else(|| self.usual.clone())
    }

    /// Gives where the panels were.
    pub(crate) fn session(&self) -> Session {
        self.now().session.clone()
    }

    /// Takes the preferences that the user changed, by their names, and tells both windows.
    ///
    /// The others stay as they are by now: a window may not know yet what another one changed.
    pub(crate) fn prefer(&self, app: &Arc<App>, change: Map<String, Value>) -> Result<(), Refusal> {
        let unknown = || Refusal::Not { text: "Unknown preference".to_owned() };
        self.change(app, |before| {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&before) else {
                return Err(unknown());
            };
            for (name, value) in change {
                *fields.get_mut(&name).ok_or_else(unknown)? = value;
            }
            let after: Preferences =
                serde_json::from_value(Value::Object(fields)).map_err(|_error| unknown())?;
            let makes_sense = after.keys.len() <= 4096 && after.split <= 1000;
            if makes_sense { Ok(after) } else { Err(unknown()) }
        })
    }

    /// Changes preferences, and tells both windows; no change is lost to another one at the same time.
    pub(crate) fn change<E>(
        &self,
        app: &Arc<App>,
        change: impl FnOnce(Preferences) -> Result<Preferences, E>,
    ) -> Result<(), E> {
        let mut now = self.now();
        let before = now.preferences.clone().unwrap_or_else(|| self.usual.clone());
        let after = change(before.clone())?;
        if after != before {
            now.preferences = Some(after.clone());
            // Told under the lock, so that windows hear of changes in their order.
            app.feed.say(Update::Preferences(Box::new(after)));
            drop(now);
            self.write_soon(app);
        }
        Ok(())
    }

    /// Takes where the panels are.
    pub(crate) fn remember(&self, app: &Arc<App>, session: Session) {
        let mut now = self.now();
        if now.session != session {
            now.session = session;
            drop(now);
            self.write_soon(app);
        }
    }

    /// Gives where the windows were.
    pub(crate) fn windows(&self) -> Windows {
        self.now().windows.clone()
    }

    /// Takes where the windows are.
    pub(crate) fn remember_windows(&self, app: &Arc<App>, windows: Windows) {
        let mut now = self.now();
        if now.windows != windows {
            now.windows = windows;
            drop(now);
            self.write_soon(app);
        }
    }

    /// Gives the rules that stay for questions to come.
    pub(crate) fn rules(&self) -> Vec<Standing> {
        self.now().rules.clone()
    }

    /// Takes the rules that stay for questions to come.
    pub(crate) fn remember_rules(&self, app: &Arc<App>, rules: &[Standing]) {
        let mut now = self.now();
        if now.rules != rules {
            rules.clone_into(&mut now.rules);
            drop(now);
            self.write_soon(app);
        }
    }

    /// Gives the failed jobs at which the user has looked; none if that was never stored.
    pub(crate) fn seen(&self) -> Option<BTreeSet<JobId>> {
        self.now().seen.clone()
    }

    /// Takes the failed jobs at which the user has looked.
    pub(crate) fn remember_seen(&self, app: &Arc<App>, seen: &BTreeSet<JobId>) {
        let mut now = self.now();
        if now.seen.as_ref() != Some(seen) {
            now.seen = Some(seen.clone());
            drop(now);
            self.write_soon(app);
        }
    }

    /// Has it written once changes have had time to gather.
    fn write_soon(&self, app: &Arc<App>) {
        if self.folder.is_none() || std::mem::replace(&mut self.now().due, true) {
            return;
        }
        let app = Arc::clone(app);
        thread::spawn(move || {
            thread::sleep(PAUSE);
            if let Err(error) = app.kept.write() {
                let notice = Notice::new(Tone::Warn, NoticeCode::Failed);
                app.feed.say(Update::Notice(Box::new(Notice { error: Some(error), ..notice })));
            }
        });
    }

    /// Writes what has changed since; to be called at the end, too.
    pub(crate) fn write(&self) -> Result<(), OpError> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut now = self.now();
        let Some(folder) = self.folder.as_ref().filter(|_| now.due) else { return Ok(()) };
        now.due = false;
        let whole = Whole {
            preferences: now.preferences.as_ref(),
            panels: &now.session,
            windows: &now.windows,
            rules: &now.rules,
            seen: now.seen.as_ref(),
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
        let windows = stored.remove("windows").map(Windows::deserialize);
        let rules = stored.remove("rules").map(Vec::deserialize);
        let seen = stored.remove("seen").map(BTreeSet::deserialize);
        Self {
            preferences,
            session: session.and_then(Result::ok).unwrap_or_default(),
            windows: windows.and_then(Result::ok).unwrap_or_default(),
            rules: rules.and_then(Result::ok).unwrap_or_default(),
            seen: seen.and_then(Result::ok),
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

    fn app(state: &Path) -> Arc<App> {
        App::new(Kept::open(Some(state.to_owned())), None)
    }

    #[test]
    fn what_the_user_chose_is_there_at_the_next_start() {
        let state = tempfile::tempdir().unwrap();
        let first = app(state.path());
        let chosen = Preferences { theme: Theme::Dark, split: 300, ..first.kept.get() };
        first.kept.prefer(&first, object(r#"{"theme":"dark"}"#)).unwrap();
        // The second window did not know of the theme yet.
        first.kept.prefer(&first, object(r#"{"split":300}"#)).unwrap();
        first.kept.write().unwrap();
        assert_eq!(app(state.path()).kept.get(), chosen);
        for wrong in [r#"{"split":1001}"#, r#"{"split":"wide"}"#, r#"{"unheard_of":1}"#] {
            assert!(first.kept.prefer(&first, object(wrong)).is_err());
        }
        assert_eq!(first.kept.get(), chosen);
    }

    #[test]
    fn a_damaged_file_costs_what_is_damaged_and_is_told() {
        let state = tempfile::tempdir().unwrap();
        let file = state.path().join(FILE);
        fs::write(&file, r#"{"preferences":{"theme":"dark","split":"wide","new":1}}"#).unwrap();
        let kept = Kept::open(Some(state.path().to_owned()));
        let usual = Preferences::default();
        assert_eq!(kept.get(), Preferences { theme: Theme::Dark, ..usual });
        assert_eq!(kept.trouble(), None);
        fs::write(&file, "{\"preferences\": ").unwrap();
        let kept = Kept::open(Some(state.path().to_owned()));
        assert_eq!(kept.get().theme, Theme::System);
        assert!(kept.trouble().unwrap().contains("desktop.json"));
    }

    #[test]
    fn without_a_folder_nothing_is_written() {
        let app = App::new(Kept::open(None), None);
        app.kept.prefer(&app, object(r#"{"grid":true}"#)).unwrap();
        assert!(app.kept.get().grid);
        app.kept.write().unwrap();
    }
}
