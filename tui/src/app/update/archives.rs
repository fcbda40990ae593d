//! Handles actions on archives: extraction, and what cannot be done in one.

use std::path::PathBuf;

use fcp_engine::queue::Adding;
use fcp_engine::spec::{LinkMode, Verb};
use fcp_presentation::archives::archive_name;
use fcp_presentation::tr;
use fcp_presentation::transfer::{Choices, Way, unpacking};

use super::{files, form};
use crate::app::action::Action;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::unseen::Unseen;
use crate::app::field::Field;
use crate::app::keymap::Place;
use crate::app::model::{Effect, Model, Tone};

/// Extracts the chosen archives into the folder they are in, each with several items into a folder of its own.
pub(super) fn here(model: &mut Model) -> Vec<Effect> {
    let into = model.panel().dir.clone();
    let paths = model.panel().chosen_paths();
    if paths.is_empty() {
        model.say(Tone::Plain, tr!("archive-none"));
        return Vec::new();
    }
    if Unseen::of(model.panel()).count > 0 {
        // The dialog names what is not shown.
        return files::ask_transfer(model, Verb::Extract, Some(into));
    }
    model.panel_mut().drop_marks();
    let sources = paths.into_iter().map(Into::into).collect();
    let copy = Way::Into(into).spec(Verb::Copy, LinkMode::Copy, sources, Choices::default());
    let spec = Box::new(unpacking(copy, None));
    vec![Effect::Add { ticket: 0, spec, adding: Adding::default(), missing: None, needs: None }]
}

/// Asks where to extract: the chosen archives, or in an archive the chosen items.
pub(super) fn ask(model: &mut Model, to: Option<PathBuf>) -> Vec<Effect> {
    files::ask_transfer(model, Verb::Extract, to)
}

/// Asks for the name of an archive of the chosen items, in this folder.
pub(super) fn pack(model: &mut Model) -> Vec<Effect> {
    let sources = model.panel().chosen_paths();
    if sources.is_empty() {
        model.say(Tone::Plain, tr!("pack-nothing"));
        return Vec::new();
    }
    let name = archive_name(&sources, &model.panel().dir);
    let mut field = Field::of_name(&name);
    field.select_stem();
    form::open_line(model, Purpose::Pack(sources), field);
    Vec::new()
}

/// Says what can be done instead of an action that an archive does not allow; `None` if it does.
pub(super) fn refusal(model: &Model, action: Action) -> Option<String> {
    model.panel().archive.as_ref()?;
    match action {
        Action::Copy
        | Action::Extract
        | Action::CopyPath
        | Action::CopyName
        | Action::View
        | Action::ViewHex
        | Action::Undo
        | Action::Redo => None,
        // These only read, but nothing of theirs reads in an archive.
        Action::Properties
        | Action::Checksums
        | Action::Shell
        | Action::Command
        | Action::Yank
        | Action::OpenWith => {
            let key = model.key_of(Place::Panels, Action::Copy);
            Some(tr!("archive-not-inside", key = key))
        }
        _ => {
            let key = model.key_of(Place::Panels, Action::Copy);
            Some(tr!("archive-read-only", key = key))
        }
    }
}
