//! Handles the keys of a dialog with a single line to type.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_presentation::typed::{resolve, written};

use super::files;
use crate::app::dialog::Dialog;
use crate::app::dialog::prompt::{Prompt, Purpose};
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::app::undo::Deed;

/// Opens a line, with what was typed for the same before.
pub(super) fn open(model: &mut Model, purpose: Purpose, field: Field) {
    let before = purpose.history().map_or_else(Vec::new, |purpose| model.history.of(purpose));
    model.dialog = Some(Dialog::Prompt(Prompt::of(purpose, field.with_history(before))));
}

/// Gives a key to the line.
pub(super) fn key(model: &mut Model, mut prompt: Prompt, key: KeyEvent) -> Vec<Effect> {
    if prompt.tries.is_some() {
        // The line was already submitted: keys typed now are meant for whatever follows it.
        return if key.code == KeyCode::Esc { Vec::new() } else { super::key(model, key) };
    }
    let mut effects = Vec::new();
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => return Vec::new(),
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => return Vec::new(),
        KeyCode::Enter => match files::prompted(model, &prompt) {
            Ok(effects) => {
                if let Some(purpose) = prompt.purpose.history() {
                    model.history.keep(purpose, prompt.field.text());
                }
                if let [Effect::Edit(deed)] = &effects[..] {
                    prompt.tries = Some(deed.clone());
                    model.dialog = Some(Dialog::Prompt(prompt));
                }
                return effects;
            }
            Err(wrong) => prompt.wrong = Some(wrong),
        },
        KeyCode::Tab if prompt.purpose.completes() => {
            prompt.ticket = model.ticket();
            let (dir, home) = (&model.panel().dir, model.home.as_deref());
            let mut start = resolve(dir, home, &prompt.field.name()).into_os_string();
            if prompt.field.text().ends_with('/') && start != "/" {
                start.push("/");
            }
            effects.push(Effect::Complete { ticket: prompt.ticket, start: start.into() });
        }
        _ => {
            prompt.wrong = None;
            prompt.completions.clear();
            prompt.field.key(key);
        }
    }
    model.dialog = Some(Dialog::Prompt(prompt));
    effects
}

/// Takes in how the change went that a line was typed for; tells whether the dialog says why not.
pub(super) fn tried(model: &mut Model, deed: &Deed, wrong: Option<&str>) -> bool {
    let Some(Dialog::Prompt(prompt)) = &mut model.dialog else { return false };
    if prompt.tries.as_ref() != Some(deed) {
        return false;
    }
    match wrong {
        Some(text) => (prompt.tries, prompt.wrong) = (None, Some(text.to_owned())),
        None => model.dialog = None,
    }
    wrong.is_some()
}

/// Takes the folders that begin as the typed path does.
pub(super) fn complete(prompt: &mut Prompt, paths: &[PathBuf], home: Option<&Path>) {
    if let Some(path) = common(paths) {
        prompt.field.set(&written(&path, home, paths.len() == 1));
    }
    prompt.completions = if paths.len() > 1 { paths.to_vec() } else { Vec::new() };
}

/// Gives the longest beginning that all paths have.
pub(super) fn common(paths: &[PathBuf]) -> Option<PathBuf> {
    let (first, rest) = paths.split_first()?;
    let mut common = first.as_os_str().as_bytes().to_vec();
    for path in rest {
        let bytes = path.as_os_str().as_bytes();
        let same = common.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        common.truncate(same);
    }
    // Cut at a whole character.
    let valid = match std::str::from_utf8(&common) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => common.len(),
    };
    common.truncate(valid);
    Some(OsString::from_vec(common).into())
}
