//! Handles the keys of forms, and the actions that they start.

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_engine::path::DisplayName;
use fcp_presentation::typed::{resolve, written};

use super::{find, prompt};
use crate::app::dialog::Dialog;
use crate::app::dialog::form::{BELOW, Form, Purpose, Row, TARGET};
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::app::panel::Entry;
use crate::app::undo::{Deed, LinkKind};

/// Names that a completion lists.
const LISTED: usize = 20;

/// Opens a form.
pub(super) fn open(model: &mut Model, form: Form) -> Vec<Effect> {
    model.dialog = Some(Dialog::Form(Box::new(form)));
    Vec::new()
}

/// Gives a key to the form.
pub(super) fn key(model: &mut Model, mut form: Box<Form>, key: KeyEvent) -> Vec<Effect> {
    let mut effects = Vec::new();
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => return Vec::new(),
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => return Vec::new(),
        KeyCode::Enter => match filled(model, &form) {
            Ok(effects) => return effects,
            Err(wrong) => form.wrong = Some(wrong),
        },
        KeyCode::Tab if form.is_path() => {
            form.ticket = model.ticket();
            let start = typed(model, &form);
            effects.push(Effect::Complete { ticket: form.ticket, start });
        }
        KeyCode::Tab if !form.known().is_empty() => offer(&mut form),
        KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if form.field().is_none() => {
            let focus = form.focus;
            if let Some(Row::Choice { choice, chosen }) = form.rows.get_mut(focus) {
                *chosen = choice.beside(*chosen, key.code != KeyCode::Left);
            }
        }
        // The first line has nothing above it, so there these keys recall what was typed before.
        KeyCode::Up | KeyCode::Down
            if form.focus == 0 && form.field().is_some_and(|field| field.key(key)) => {}
        KeyCode::Tab | KeyCode::Down => form.step(true),
        KeyCode::BackTab | KeyCode::Up => form.step(false),
        _ => {
            (form.wrong, form.offers) = (None, Vec::new());
            if let Some(field) = form.field() {
                field.key(key);
            }
        }
    }
    model.dialog = Some(Dialog::Form(form));
    effects
}

/// Gives the path so far, with the `/` behind it that says a folder is meant.
fn typed(model: &Model, form: &Form) -> PathBuf {
    let Some(field) = form.text(0) else { return PathBuf::new() };
    let mut path = path(model, field).into_os_string();
    if field.text().ends_with('/') && path != "/" {
        path.push("/");
    }
    path.into()
}

fn path(model: &Model, field: &Field) -> PathBuf {
    resolve(&model.panel().dir, model.home.as_deref(), &field.name())
}

/// Takes the folders that begin as the typed path does.
pub(super) fn complete(form: &mut Form, paths: &[PathBuf], home: Option<&Path>) {
    let Some(path) = prompt::common(paths) else { return };
    if let Some(field) = form.field() {
        field.set(&written(&path, home, paths.len() == 1));
    }
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        format!("{}/", DisplayName::new(name))
    };
    let many = paths.len() > 1;
    form.offers = if many { paths.iter().take(LISTED).map(name).collect() } else { Vec::new() };
}

/// Completes a name, and lists what it can become.
fn offer(form: &mut Form) {
    let typed = form.text(form.focus).map_or(String::new(), |field| field.text().to_owned());
    let fits = form.known().iter().filter(|name| name.starts_with(&typed));
    let fits: Vec<PathBuf> = fits.map(PathBuf::from).collect();
    let Some(common) = prompt::common(&fits) else { return };
    if let Some(field) = form.field() {
        field.set_name(&common);
    }
    let names = fits.iter().map(|name| DisplayName::new(name).to_string());
    form.offers = if fits.len() > 1 { names.take(LISTED).collect() } else { Vec::new() };
}

/// Takes in the names that the system knows.
pub(super) fn accounts(model: &mut Model, names: [Vec<String>; 2]) {
    if let Some(Dialog::Form(form)) = &mut model.dialog
        && let Purpose::Owner { known, .. } = &mut form.purpose
    {
        *known = names;
    }
}

/// Does what a form was opened for, or says why not.
fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    match &form.purpose {
        Purpose::Find { .. } => find::filled(model, form),
        Purpose::Owner { paths, now, .. } => {
            let recursive = form.chosen(2) == 1;
            // A name that is there already changes something only below.
            let change = |row: usize| {
                let name = form.text(row).map_or(String::new(), |field| field.text().to_owned());
                (!name.is_empty() && (recursive || name != now[row])).then_some(name)
            };
            let (user, group) = (change(0), change(1));
            if user.is_none() && group.is_none() {
                return Err("Type another user or group first".to_owned());
            }
            let paths = paths.clone();
            Ok(vec![Effect::Edit(Deed::Owner { paths, user, group, recursive })])
        }
        Purpose::Symlinks { sources } => {
            model.link_target = form.chosen(1);
            let relative = model.link_target == 1;
            let kind = if relative { LinkKind::Relative } else { LinkKind::Absolute };
            links(model, form, sources, kind)
        }
        Purpose::HardLinks { sources } => links(model, form, sources, LinkKind::Hard),
    }
}

fn links(
    model: &mut Model,
    form: &Form,
    sources: &[PathBuf],
    kind: LinkKind,
) -> Result<Vec<Effect>, String> {
    let Some(field) = form.text(0).filter(|field| !field.is_empty()) else {
        return Err("Type a folder or a name first".to_owned());
    };
    let to = path(model, field);
    let into = sources.len() > 1 || field.text().ends_with('/');
    model.panel_mut().drop_marks();
    Ok(vec![Effect::Edit(Deed::Links { sources: sources.to_vec(), to, into, kind })])
}

/// Asks where links go.
pub(super) fn ask_links(model: &Model, hard: bool) -> Option<Form> {
    let sources = model.panel().chosen_paths();
    let (dir, home) = (&model.other().dir, model.home.as_deref());
    let to = match sources.as_slice() {
        [] => return None,
        [one] => written(&dir.join(one.file_name()?), home, false),
        _ => written(dir, home, true),
    };
    let field = Field::of_text(&to);
    let (label, note) = if sources.len() > 1 {
        ("In", "A folder; the links get the names of the items")
    } else {
        ("Link", "A name; end it with / for a folder")
    };
    let mut rows = vec![Row::text(label, field, note)];
    if hard {
        return Some(Form::new(Purpose::HardLinks { sources }, rows));
    }
    rows.push(Row::choice(&TARGET, model.link_target));
    Some(Form::new(Purpose::Symlinks { sources }, rows))
}

/// Asks for another owner.
pub(super) fn ask_owner(model: &Model) -> Option<Form> {
    let panel = model.panel();
    let chosen = panel.chosen();
    let metas: Option<Vec<_>> = chosen.iter().map(|entry| entry.meta).collect();
    let same = |numbers: Vec<u32>| {
        let first = *numbers.first()?;
        numbers.iter().all(|&number| number == first).then_some(first)
    };
    let name = |number: Option<u32>, names: &std::collections::BTreeMap<u32, String>| {
        let name = |number: u32| names.get(&number).cloned().unwrap_or(number.to_string());
        number.map_or(String::new(), name)
    };
    let metas = metas.unwrap_or_default();
    let (users, groups) = (&model.owners.users, &model.owners.groups);
    let user = name(same(metas.iter().map(|meta| meta.uid).collect()), users);
    let group = name(same(metas.iter().map(|meta| meta.gid).collect()), groups);
    let field = |text: &str| {
        let mut field = Field::of_text(text);
        field.select_all();
        field
    };
    let note = "A name or a number; empty leaves it as it is";
    let mut rows =
        vec![Row::text("User", field(&user), note), Row::text("Group", field(&group), note)];
    if chosen.iter().any(Entry::is_directory) {
        rows.push(Row::choice(&BELOW, 0));
    }
    let known = [users.values().cloned().collect(), groups.values().cloned().collect()];
    let paths = panel.chosen_paths();
    let purpose = Purpose::Owner { paths, now: [user, group], known };
    (!chosen.is_empty()).then(|| Form::new(purpose, rows))
}
