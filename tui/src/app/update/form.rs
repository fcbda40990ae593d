//! Handles the keys of forms, and the actions that they start.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_engine::event::Command;
use fcp_engine::path::DisplayName;
use fcp_presentation::typed::{resolve, written};

use super::{after, find, line};
use crate::app::dialog::Dialog;
use crate::app::dialog::form::{BELOW, Form, Purpose, TARGET};
use crate::app::dialog::items::Items;
use crate::app::dialog::limit::{self, Target};
use crate::app::dialog::rows::{Did, Row};
use crate::app::dialog::unseen::Unseen;
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::format;
use fcp_browse::edit::LinkKind;
use fcp_browse::panel::Entry;
use fcp_presentation::tr;
use fcp_presentation::undo::EditRequest;

/// Names that a completion lists.
const LISTED: usize = 8;

/// Opens a form.
pub(super) fn open(model: &mut Model, form: Form) -> Vec<Effect> {
    let marks = form.purpose.means_marks();
    let unseen = if marks { Unseen::of(model.panel()) } else { Unseen::default() };
    let types = if marks { Items::types } else { Items::type_of_current };
    let shown = types(model.panel());
    let form = Form { unseen, shown, ..form };
    model.dialog = Some(Dialog::Form(Box::new(form)));
    Vec::new()
}

/// Opens a form of one line, with what was typed for the same before.
pub(super) fn open_line(model: &mut Model, purpose: Purpose, field: Field) {
    let before = purpose.history().map_or_else(Vec::new, |purpose| model.history.of(purpose));
    open(model, Form::of_line(purpose, field.with_history(before)));
}

/// Tells whether a key closes a dialog of rows.
pub(super) fn closes(key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => true,
        KeyCode::Char('c' | 'g') => key.modifiers == KeyModifiers::CONTROL,
        _ => false,
    }
}

/// Gives a key to the form.
pub(super) fn key(model: &mut Model, mut form: Box<Form>, key: KeyEvent) -> Vec<Effect> {
    if closes(key) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    match key.code {
        KeyCode::Enter => match filled(model, &form) {
            Ok(effects) => {
                if let Some(purpose) = form.purpose.history() {
                    model.history.keep(purpose, form.rows.text(0));
                }
                if let ([Effect::Edit(request)], true) = (&effects[..], form.purpose.waits()) {
                    form.tries = Some(request.clone());
                    model.dialog = Some(Dialog::Form(form));
                }
                return effects;
            }
            Err(wrong) => form.wrong = Some(wrong),
        },
        KeyCode::Tab if form.is_path() => {
            form.ticket = model.ticket();
            let start = typed(model, &form);
            effects.push(Effect::Complete { ticket: form.ticket, start });
        }
        KeyCode::Tab if !form.known().is_empty() => offer(&mut form),
        _ => {
            if form.rows.key(key) != Did::Nothing {
                (form.wrong, form.offers) = (None, Vec::new());
            }
        }
    }
    model.dialog = Some(Dialog::Form(form));
    effects
}

/// Takes in how the change went that a form asked for; tells whether the dialog says why not.
pub(super) fn tried(model: &mut Model, request: &EditRequest, wrong: Option<&str>) -> bool {
    let Some(Dialog::Form(form)) = &mut model.dialog else { return false };
    if form.tries.as_ref() != Some(request) {
        return false;
    }
    match wrong {
        Some(text) => (form.tries, form.wrong) = (None, Some(text.to_owned())),
        None => model.dialog = None,
    }
    wrong.is_some()
}

/// Gives the path so far, with the `/` behind it that says a folder is meant.
fn typed(model: &Model, form: &Form) -> PathBuf {
    let Some(field) = form.rows.field(0) else { return PathBuf::new() };
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
    let Some(path) = common(paths) else { return };
    if let Some(field) = form.rows.field_mut(0) {
        field.set(&written(&path, home, paths.len() == 1));
    }
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        format!("{}/", DisplayName::new(name))
    };
    form.offers = listed(paths.iter().map(name).collect());
}

/// Gives the names that a row can become, if there are several, and how many more there are.
fn listed(mut names: Vec<String>) -> Vec<String> {
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    if more > 0 {
        names.push(tr!("form-more", shown = format::count(more as u64)));
    }
    if names.len() > 1 { names } else { Vec::new() }
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

/// Completes a name, and lists what it can become.
fn offer(form: &mut Form) {
    let here = form.rows.here();
    let typed = form.rows.text(here).to_owned();
    let fits = form.known().iter().filter(|name| name.starts_with(&typed));
    let fits: Vec<PathBuf> = fits.map(PathBuf::from).collect();
    let Some(common) = common(&fits) else { return };
    if let Some(field) = form.rows.field_mut(here) {
        field.set_name(&common);
    }
    let names = fits.iter().map(|name| DisplayName::new(name).to_string());
    form.offers = listed(names.collect());
}

/// Takes in the names that the system knows.
pub(super) fn accounts(model: &mut Model, names: [Vec<String>; 2]) {
    if let Some(Dialog::Form(form)) = &mut model.dialog
        && let Purpose::Owner { known, .. } = &mut form.purpose
    {
        *known = names;
    }
}

/// Takes in the machines that the user's file for ssh names.
pub(super) fn machines(model: &mut Model, names: Vec<String>) {
    if let Some(Dialog::Form(form)) = &mut model.dialog
        && let Purpose::Machine(known) = &mut form.purpose
    {
        form.offers = listed(names.clone());
        *known = names;
    }
}

/// Does what a form was opened for, or says why not.
fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    match &form.purpose {
        Purpose::GoTo
        | Purpose::WatchPlan { .. }
        | Purpose::Machine(_)
        | Purpose::Mark
        | Purpose::Unmark
        | Purpose::MakeDirectory
        | Purpose::MakeFile
        | Purpose::Rename(_)
        | Purpose::CopyHere(_)
        | Purpose::Pack(_)
        | Purpose::Command(_)
        | Purpose::OpenWith(_) => line::filled(model, form),
        Purpose::Limit { target, .. } => limited(model, target, form.rows.text(0)),
        Purpose::Find { .. } => find::filled(model, form),
        Purpose::After => after::filled(model, form),
        Purpose::Owner { paths, now, .. } => {
            let recursive = form.rows.chosen(2) == 1;
            // A name that is there already changes something only below.
            let change = |row: usize| {
                let name = form.rows.text(row).to_owned();
                (!name.is_empty() && (recursive || name != now[row])).then_some(name)
            };
            let (user, group) = (change(0), change(1));
            if user.is_none() && group.is_none() {
                return Err(tr!("owner-same").to_owned());
            }
            let paths = paths.clone();
            let shown = form.shown.clone();
            Ok(vec![Effect::Edit(EditRequest::Owner { paths, user, group, recursive, shown })])
        }
        Purpose::Symlinks { sources } => {
            model.link_target = form.rows.chosen(1);
            let relative = model.link_target == 1;
            let kind = if relative { LinkKind::Relative } else { LinkKind::Absolute };
            links(model, form, sources, kind)
        }
        Purpose::HardLinks { sources } => links(model, form, sources, LinkKind::Hard),
    }
}

/// Limits the speed of jobs.
fn limited(model: &mut Model, target: &Target, text: &str) -> Result<Vec<Effect>, String> {
    let rate = limit::rate(text)?;
    model.work.looking.1 = true;
    let set = |job| Effect::Command(Command::Set { job, limit_rate: Some(rate) });
    Ok(match target {
        Target::Job(job) => vec![set(Some(*job))],
        Target::Jobs(jobs) => jobs.iter().map(|job| set(Some(*job))).collect(),
        Target::All => vec![set(None)],
    })
}

fn links(
    model: &mut Model,
    form: &Form,
    sources: &[PathBuf],
    kind: LinkKind,
) -> Result<Vec<Effect>, String> {
    let Some(field) = form.rows.field(0).filter(|field| !field.is_empty()) else {
        return Err(tr!("link-no-name").to_owned());
    };
    let to = path(model, field);
    let into = sources.len() > 1 || field.text().ends_with('/');
    model.panel_mut().drop_marks();
    let (sources, shown) = (sources.to_vec(), form.shown.clone());
    Ok(vec![Effect::Edit(EditRequest::Links { sources, to, into, kind, shown })])
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
        (tr!("link-in"), tr!("link-in-note"))
    } else {
        (tr!("link-name"), tr!("link-name-note"))
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
    let note = tr!("owner-note");
    let mut rows = vec![
        Row::text(tr!("owner-user"), field(&user), note),
        Row::text(tr!("owner-group"), field(&group), note),
    ];
    if chosen.iter().any(Entry::is_directory) {
        rows.push(Row::choice(&BELOW, 0));
    }
    let known = [users.values().cloned().collect(), groups.values().cloned().collect()];
    let paths = panel.chosen_paths();
    let purpose = Purpose::Owner { paths, now: [user, group], known };
    (!chosen.is_empty()).then(|| Form::new(purpose, rows))
}
