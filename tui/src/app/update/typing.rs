//! Handles what the user types into the line of a panel: a search or a filter.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

use crate::app::action::Action;
use crate::app::keymap::Place;
use crate::app::model::{Effect, Model, Tone, Typing};
use fcp_presentation::tr;

/// Whether a key meant the line.
pub(super) enum Used {
    /// It did.
    Yes,
    /// It did not, and has its usual meaning.
    No,
}

/// Begins a search.
pub(super) fn search(model: &mut Model) -> Vec<Effect> {
    let from = model.panel().cursor;
    model.typing = Some(Typing::Search { text: String::new(), from, missed: false });
    Vec::new()
}

/// Begins to change the filter.
pub(super) fn filter(model: &mut Model) -> Vec<Effect> {
    model.typing = Some(Typing::Filter { before: model.panel().filter.clone() });
    Vec::new()
}

/// Goes to the next hit of the last search.
pub(super) fn again(model: &mut Model, backwards: bool) -> Vec<Effect> {
    let (text, panel) = (model.search.clone(), model.panel_mut());
    if !text.is_empty() {
        let from = if backwards {
            (panel.cursor + panel.len()).saturating_sub(1)
        } else {
            panel.cursor + 1
        };
        panel.seek(&text, from % panel.len().max(1), backwards);
    }
    Vec::new()
}

/// Gives a key to the line.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Used {
    let plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    let control = |c: char| key.code == KeyCode::Char(c) && key.modifiers == KeyModifiers::CONTROL;
    match key.code {
        KeyCode::Char(c) if plain => edit(model, |text| text.push(c)),
        KeyCode::Backspace => edit(model, |text| {
            // What is seen as one character, as in other lines.
            let last = text.graphemes(true).next_back().map_or(0, str::len);
            text.truncate(text.len() - last);
        }),
        KeyCode::Char(_) if control('u') => edit(model, String::clear),
        KeyCode::Char(_) if control('w') => edit(model, |text| {
            let end = text.trim_end().rfind(' ').map_or(0, |at| at + 1);
            text.truncate(end);
        }),
        KeyCode::Esc => {
            escape(model);
        }
        KeyCode::Enter => {
            model.typing = None;
        }
        // The next hit of what was typed so far.
        KeyCode::Char(_) if control('s') || control('n') => {
            again(model, false);
        }
        KeyCode::Char(_) if control('p') => {
            again(model, true);
        }
        KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown => return Used::No,
        // Any other key ends the typing, and has its usual meaning.
        _ => {
            model.typing = None;
            return Used::No;
        }
    }
    Used::Yes
}

fn edit(model: &mut Model, change: impl FnOnce(&mut String)) {
    match model.typing.clone() {
        Some(Typing::Search { mut text, from, .. }) => {
            change(&mut text);
            let panel = model.panel_mut();
            let hit = text.is_empty() || panel.seek(&text, from, false);
            if text.is_empty() {
                panel.stand(from);
            }
            model.search.clone_from(&text);
            model.typing = Some(Typing::Search { text, from, missed: !hit });
        }
        Some(Typing::Filter { .. }) => {
            let mut text = model.panel().filter.clone();
            change(&mut text);
            model.panel_mut().set_filter(text);
        }
        None => {}
    }
}

/// Ends what was begun last: a search, a filter, a range. Tells whether there was something.
pub(super) fn escape(model: &mut Model) -> bool {
    match model.typing.take() {
        // The cursor stays on the hit, as in mc.
        Some(Typing::Search { .. }) => {}
        Some(Typing::Filter { before }) => model.panel_mut().set_filter(before),
        None => {
            let panel = model.panel_mut();
            if panel.range.is_some() {
                panel.range = None;
            } else if !panel.filter.is_empty() {
                panel.set_filter(String::new());
            } else if !panel.marks().is_empty() {
                panel.drop_marks();
                let key = model.key_of(Place::Panels, Action::MarkRestore);
                model.say(Tone::Plain, tr!("marks-dropped", key = key));
            } else {
                return false;
            }
        }
    }
    true
}

/// Takes pasted text into the open line; without one, the text would act as keys.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Effect> {
    if let Some(viewer) = &mut model.viewer {
        if let Some(prompt) = &mut viewer.prompt {
            prompt.field.paste(text);
        }
        return Vec::new();
    }
    // Most terminals send the ends of pasted lines as Enter does.
    let line = text.split(['\n', '\r']).find(|line| !line.is_empty()).unwrap_or_default();
    edit(model, |typed| typed.push_str(line));
    Vec::new()
}
