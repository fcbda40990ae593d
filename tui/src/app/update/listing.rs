//! Requests listings of folders, takes them in, and renews them when something changes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_engine::error::{Code, OpError};
use fcp_engine::event::{FileKind, JobId, Outcome};
use fcp_engine::path::{DisplayName, is_far, parent_of};
use fcp_engine::spec::{Destination, Verb};

use super::{found, trash};
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Form;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Going, Model, Msg, Side, Tone};
use crate::format;
use fcp_browse::panel::{Load, Panel, Progress, Subject};
use fcp_presentation::{errors, tr};

/// Gives the effects that list both panels again.
pub(crate) fn reload(model: &mut Model) -> Vec<Effect> {
    (0..2).map(|side| list(model, side)).collect()
}

/// Gives the effect that watches what is shown.
pub(crate) fn watch(model: &Model) -> Vec<Effect> {
    vec![Effect::Watch(visible_dirs(model))]
}

/// Gives the directories that are shown.
pub(super) fn visible_dirs(model: &Model) -> Vec<PathBuf> {
    let panels = model.sides.iter().map(Side::panel);
    let mut dirs: Vec<_> = panels
        .filter(|panel| panel.subject == Subject::Directory)
        .map(|panel| panel.dir.clone())
        .collect();
    if let Some(Dialog::Trash(trash)) = &model.dialog {
        dirs.extend(trash.dirs().into_iter().map(Path::to_owned));
    }
    dirs.dedup();
    dirs
}

/// Lists a panel, or searches again.
pub(super) fn list(model: &mut Model, side: usize) -> Effect {
    let (ticket, rows, now) = (model.ticket(), Layout::of(model).list_rows(), model.now);
    let panel = model.sides[side].panel_mut();
    let instead = std::mem::replace(&mut panel.ticket, ticket);
    panel.keeps_marks = true;
    let dir = &panel.dir;
    // The listing says so again if it is in another one.
    panel.archive.take_if(|archive| !dir.starts_with(archive));
    panel.filling = ticket;
    panel.load = Load { began: now, took: panel.load.took, ..Load::default() };
    match &mut panel.subject {
        Subject::Directory => {
            let visible = panel.visible(rows);
            Effect::List { ticket, instead, dir: panel.dir.clone(), visible }
        }
        Subject::Found { what, over } => {
            *over = false;
            let what = what.clone();
            panel.hits.clear();
            panel.progress = Progress::default();
            Effect::Find { ticket, instead, root: panel.dir.clone(), what }
        }
    }
}

/// Marks both panels to be listed again as soon as that costs little; reads hits of a search again.
pub(super) fn touch(model: &mut Model) -> Vec<Effect> {
    let rows = Layout::of(model).list_rows();
    let mut effects = Vec::new();
    for side in 0..2 {
        let panel = model.sides[side].panel_mut();
        match panel.subject {
            Subject::Directory => panel.load.stale = true,
            Subject::Found { over: true, .. } => effects.push(fill(model, side, rows)),
            Subject::Found { over: false, .. } => {}
        }
    }
    effects
}

/// Lists again what changed, where it is time to.
pub(super) fn refresh(model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let due = |panel: &Panel| panel.relists_at().is_some_and(|at| at <= now);
    let sides: Vec<_> = (0..2).filter(|&side| due(model.sides[side].panel())).collect();
    sides.into_iter().map(|side| list(model, side)).collect()
}

/// Takes in what a listing or a search found.
pub(super) fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let now = model.now;
    match msg {
        Msg::Listed { ticket, listing, whole, space } => {
            if let Some(panel) = model.asker(ticket) {
                // If the directory is already shown, the first names alone would show less.
                if whole || panel.counts().1 == 0 {
                    panel.load.listed = whole;
                    panel.take(listing);
                }
                if whole {
                    panel.bring_back_marks();
                }
                panel.space = space.or(panel.space);
            }
            model.climbs.remove(&ticket);
            if whole {
                return space_beside(model, ticket);
            }
        }
        Msg::Identity { ticket, identity } => {
            if let Some(panel) = model.asker(ticket) {
                panel.arrives(identity);
            }
        }
        Msg::InArchive { ticket, archive, damage, unsafe_names } => {
            if let Some(panel) = model.asker(ticket) {
                panel.archive = Some(archive);
                if let Some(damage) = damage {
                    model.say(Tone::Bad, tr!("archive-partial", error = errors::told(&damage)));
                } else if unsafe_names > 0 {
                    let shown = format::count(unsafe_names);
                    model.say(
                        Tone::Plain,
                        tr!("archive-unsafe", count = unsafe_names, shown = shown),
                    );
                }
            }
        }
        Msg::Elsewhere { ticket, dir } => {
            if let Some(panel) = model.asker(ticket) {
                let before = std::mem::replace(&mut panel.dir, dir.clone());
                model.visited.retain(|known| *known != before && *known != dir);
                model.visited.insert(0, dir);
            }
        }
        Msg::Space { dir, space } => {
            model.spaces_asked.remove(&dir);
            for panel in model.sides.iter_mut().flat_map(|side| &mut side.tabs) {
                if panel.dir == dir {
                    panel.space = space.or(panel.space);
                }
            }
        }
        Msg::Filled { ticket, chunk, metas } => {
            if let Some(panel) = model.filler(ticket) {
                panel.fill(chunk, metas);
            }
        }
        Msg::Whole { ticket, took } => {
            if let Some(panel) = model.filler(ticket) {
                panel.load.took = took;
                panel.load.ended = now;
                panel.filled();
            }
            know_sizes(model, ticket);
        }
        Msg::Unlisted { ticket, error } => {
            if let Some(effects) = come_back(model, ticket, &error) {
                return effects;
            }
            let is_gone = error.code == Code::NotFound;
            let mut left = None;
            if let Some(panel) = model.asker(ticket) {
                // It was shown until now, so it was removed meanwhile, or its disk was unmounted.
                let name = panel.dir.file_name().unwrap_or(panel.dir.as_os_str());
                left = (is_gone && panel.identity().is_some())
                    .then(|| DisplayName::new(name).to_string());
                panel.fail(error);
                panel.space = None;
            }
            let climbs = model.climbs.remove(&ticket) && is_gone;
            if let Some(name) = &left {
                model.say(Tone::Plain, tr!("folder-left", name = name.clone()));
            }
            if climbs || left.is_some() {
                return climb(model, ticket);
            }
        }
        Msg::Changed { dir, polled } => {
            model.sizes.forget(&dir);
            for panel in model.sides.iter_mut().map(Side::panel_mut).filter(|it| it.dir == dir) {
                panel.polled = polled;
                panel.load.stale |= panel.subject == Subject::Directory;
            }
            return trash::changed(model, &dir);
        }
        Msg::Polled(dirs) => {
            for panel in model.sides.iter_mut().flat_map(|side| &mut side.tabs) {
                panel.polled = dirs.contains(&panel.dir);
            }
        }
        Msg::Owners(owners) => {
            model.owners.users.extend(owners.users);
            model.owners.groups.extend(owners.groups);
        }
        Msg::Found { ticket, batch } => return found::take(model, ticket, batch),
        Msg::FoundAll { ticket, end } => return found::end(model, ticket, end),
        Msg::Measured { ticket, name, measure, .. } => {
            let Some(name) = name else { return Vec::new() };
            let mut panels = model.sides.iter_mut().flat_map(|side| &mut side.tabs);
            match panels.find(|panel| panel.measuring == ticket) {
                Some(panel) => {
                    let mtime = panel.measured(&name, measure.bytes);
                    if let (Some(mtime), Subject::Directory) = (mtime, &panel.subject) {
                        model.sizes.note(&panel.dir, &name, measure.bytes, mtime);
                    }
                }
                // The panel shows another folder by now, which may have folders of the same names.
                None => return vec![Effect::Drop(ticket)],
            }
        }
        Msg::Sized { ticket } => {
            let mut panels = model.sides.iter_mut().flat_map(|side| &mut side.tabs);
            if let Some(panel) = panels.find(|panel| panel.measuring == ticket) {
                panel.sort_by_size();
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Shows the sizes of folders that were measured before and that still hold.
fn know_sizes(model: &mut Model, ticket: u64) {
    let sizes = std::mem::take(&mut model.sizes);
    if let Some(panel) = model.filler(ticket)
        && panel.subject == Subject::Directory
        && (sizes.has(&panel.dir) || !panel.sizes.is_empty())
    {
        let dir = panel.dir.clone();
        panel.know_sizes(|entry| sizes.of(&dir, entry.name, entry.meta.map(|meta| meta.mtime)));
    }
    model.sizes = sizes;
}

/// Forgets the sizes of folders in which a job has changed something, and marks of what it has removed.
pub(super) fn job_ended(model: &mut Model, job: JobId) {
    /// Operands up to which each is looked at.
    const FEW: usize = 1_000;
    let Some(row) = model.jobs.row(job) else { return model.sizes.clear() };
    let is_known = match row.verb {
        Some(Verb::Copy | Verb::Move | Verb::Trash | Verb::Delete | Verb::Extract | Verb::Pack) => {
            row.sources().len() <= FEW
        }
        Some(Verb::Verify) => return,
        // Their operands are records.
        Some(Verb::Restore | Verb::Undo | Verb::Dedupe) | None => false,
    };
    if !is_known {
        return model.sizes.clear();
    }
    let removes = matches!(row.verb, Some(Verb::Move | Verb::Trash | Verb::Delete))
        && row.outcome() == Some(Outcome::Completed);
    let mut changed: Vec<PathBuf> = row.sources().iter().map(|source| source.0.clone()).collect();
    let destination = row.destination().cloned();
    if removes {
        for panel in model.sides.iter_mut().flat_map(|side| &mut side.tabs) {
            panel.forget_marks_below(&changed);
        }
    }
    match destination {
        Some(Destination::Into(path) | Destination::As(path)) => changed.push(path.0),
        Some(Destination::Each(paths)) => changed.extend(paths.into_iter().map(|path| path.0)),
        None => {}
    }
    for path in changed {
        model.sizes.forget(&path);
    }
}

/// Asks for the free space of the other panel, which the listing of this one does not report.
fn space_beside(model: &mut Model, ticket: u64) -> Vec<Effect> {
    let Some(side) = side_of(model, ticket) else { return Vec::new() };
    let dir = model.sides[1 - side].panel().dir.clone();
    let is_listed = dir == model.sides[side].panel().dir;
    if is_listed || is_far(&dir) || !model.spaces_asked.insert(dir.clone()) {
        return Vec::new();
    }
    vec![Effect::Space(dir)]
}

/// Tells whether the folder of the panel with the keys was removed.
pub(super) fn is_gone(model: &Model) -> bool {
    model.panel().error.as_ref().is_some_and(|error| error.code == Code::NotFound)
}

/// Goes up from a folder that was removed, to the nearest one that exists.
pub(super) fn leave_removed(model: &mut Model) -> Vec<Effect> {
    let ticket = model.panel().ticket;
    climb(model, ticket)
}

/// Shows the parent of a removed folder; if that was removed, too, its listing climbs further.
fn climb(model: &mut Model, ticket: u64) -> Vec<Effect> {
    let Some(side) = side_of(model, ticket) else { return Vec::new() };
    let panel = model.sides[side].panel_mut();
    let Some(parent) = parent_of(&panel.dir).map(Path::to_owned) else { return Vec::new() };
    panel.go(parent, None);
    let effect = list(model, side);
    let ticket = model.sides[side].panel().ticket;
    model.climbs.insert(ticket);
    vec![effect]
}

/// Gives the side whose panel made a request.
pub(super) fn side_of(model: &Model, ticket: u64) -> Option<usize> {
    model.sides.iter().position(|side| side.panel().ticket == ticket)
}

/// Asks all entries of a panel for sizes and times again.
pub(super) fn fill(model: &mut Model, side: usize, rows: usize) -> Effect {
    let ticket = model.ticket();
    let panel = model.sides[side].panel_mut();
    let instead = std::mem::replace(&mut panel.filling, ticket);
    // The search itself is not stopped.
    let instead = if instead == panel.ticket { 0 } else { instead };
    let (dir, listing) = (panel.dir.clone(), Arc::clone(panel.listing()));
    Effect::Fill { ticket, instead, dir, listing, visible: panel.visible(rows) }
}

/// Shows another directory in the panel with the keys.
pub(super) fn go(model: &mut Model, dir: PathBuf, wanted: Option<OsString>) -> Vec<Effect> {
    remember(model, dir.clone());
    model.typing = None;
    model.panel_mut().go(dir, wanted);
    vec![list(model, model.side)]
}

/// Shows a directory that was typed; if it cannot be listed, the dialog comes back.
pub(super) fn go_typed(model: &mut Model, dir: PathBuf, form: &Form) -> Vec<Effect> {
    let (visited, is_new) = (model.visited.clone(), model.panel().dir != dir);
    let effects = go(model, dir, None);
    let ticket = model.panel().ticket;
    model.going = is_new.then(|| Going { ticket, form: Box::new(form.clone()), visited });
    effects
}

/// Brings back the folder of before and the dialog in which another one was typed that cannot be listed.
fn come_back(model: &mut Model, ticket: u64, error: &OpError) -> Option<Vec<Effect>> {
    let going = model.going.take_if(|going| going.ticket == ticket)?;
    // The user does something else by now, and sees in the panel what is wrong.
    if model.dialog.is_some() || model.panel().ticket != ticket || !model.panel_mut().back() {
        return None;
    }
    model.panel_mut().future.pop();
    model.visited = going.visited;
    let form = Form { wrong: Some(errors::told(error)), ..*going.form };
    model.dialog = Some(Dialog::Form(Box::new(form)));
    Some(vec![list(model, model.side)])
}

/// Adds a directory to the visited ones.
fn remember(model: &mut Model, dir: PathBuf) {
    const KEPT: usize = 100;
    model.visited.retain(|known| *known != dir);
    model.visited.insert(0, dir);
    model.visited.truncate(KEPT);
}

/// Counts what is in the marked directories, or in all.
pub(super) fn sizes(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    let panel = model.sides[model.side].panel_mut();
    let directory = |kind: FileKind| kind == FileKind::Directory;
    let names: Vec<OsString> = if panel.marks().is_empty() {
        panel.entries().filter(|e| directory(e.kind)).map(|e| e.name.to_owned()).collect()
    } else {
        panel.marked().filter(|e| directory(e.kind)).map(|e| e.name.to_owned()).collect()
    };
    if names.is_empty() {
        model.say(Tone::Plain, tr!("sizes-none"));
        return Vec::new();
    }
    let (dir, before) = (panel.dir.clone(), panel.measuring);
    panel.measuring = ticket;
    vec![
        Effect::Drop(before),
        Effect::Measure { ticket, dir, names, files: Vec::new(), together: false },
    ]
}
