//! Keeps actions from meeting the items of another folder or archive that has come to have the path of the listed one.
//!
//! Another program may rename a folder and make a new one, let a symlink lead elsewhere, or mount something; the kernel
//! reports none of this to a watch on the old folder. So what a request names is compared with what was listed, off the
//! thread of the screen, and so is what the panels show, from time to time while the user presses keys.

use std::path::{Path, PathBuf};

use fcp_browse::Identity;
use fcp_browse::panel::Panel;
use fcp_presentation::tr;

use super::{listing, request, undo};
use crate::app::dialog::Dialog;
use crate::app::effect::{Effect, Run};
use crate::app::model::{Model, Msg, Side, Tone};
use crate::app::request::Refusal;
use crate::app::undo::Outcome;
use crate::app::viewer::ViewerRequest;
use fcp_presentation::undo::EditRequest;

/// Microseconds between two looks at the folders of the panels.
const PAUSE: u64 = 1_000_000;

/// Takes note of the folders that the panels list, unless a dialog or a page acts on what was listed before.
pub(super) fn note(model: &mut Model) {
    if model.dialog.is_none() && model.viewer.is_none() {
        let panels: Vec<_> = shown(model).collect();
        model.listed.show(panels.into_iter());
    }
}

/// Tells whether it is time to look at the folders again: the user does something.
pub(super) fn looks(model: &mut Model, msg: &Msg) -> bool {
    let acts = matches!(msg, Msg::Key(_) | Msg::Mouse(_) | Msg::Resize(..));
    let is_due = acts && model.now >= model.listed.looked_at + PAUSE;
    if is_due {
        model.listed.looked_at = model.now;
    }
    is_due
}

/// Has what changes files checked first, and adds looks at the folders if it is time to or if files are read.
pub(super) fn guard(model: &mut Model, effects: Vec<Effect>, looks: bool) -> Vec<Effect> {
    let looks = looks || effects.iter().any(reads);
    let mut all: Vec<Effect> = effects.into_iter().map(|effect| checked(model, effect)).collect();
    if looks {
        let panels: Vec<_> = shown(model).collect();
        for (dir, listed) in panels {
            if model.listed.looking.insert(dir.clone()) {
                all.push(Effect::LookAgain { dir, listed });
            }
        }
    }
    all
}

/// Takes in what a folder of a panel is known by now.
pub(super) fn looked(
    model: &mut Model,
    dir: &Path,
    listed: Identity,
    now: Option<Identity>,
) -> Vec<Effect> {
    model.listed.looking.remove(dir);
    let is_old = |panel: &Panel| panel.place() == dir && panel.identity() == Some(listed);
    let sides: Vec<_> = (0..2).filter(|&side| is_old(model.sides[side].panel())).collect();
    if now == Some(listed) || sides.is_empty() {
        return Vec::new();
    }
    let mut effects = if now.is_some() { close(model, dir) } else { Vec::new() };
    if now.is_some() {
        model.say(Tone::Plain, told(model, &[dir.to_owned()]));
    }
    effects.extend(sides.into_iter().map(|side| listing::list(model, side)));
    effects
}

/// Says that an effect was not carried out, and lists the panels again.
pub(super) fn refused(model: &mut Model, dirs: &[PathBuf], effect: Effect) -> Vec<Effect> {
    model.listed.forget(dirs);
    for panel in model.sides.iter_mut().flat_map(|side| &mut side.tabs) {
        panel.forget_marks_below(dirs);
    }
    let text = told(model, dirs);
    match effect {
        Effect::Add { ticket, .. } => {
            let refusal = Refusal::from(text.to_owned());
            let mut effects = request::added(model, ticket, Err(refusal));
            effects.extend(listing::reload(model));
            effects
        }
        Effect::Edit(request) => {
            let outcome = Outcome { wrong: Some(text.to_owned()), ..Outcome::default() };
            undo::edited(model, request, outcome)
        }
        _ => {
            model.say(Tone::Bad, text);
            listing::reload(model)
        }
    }
}

/// Says what was replaced.
fn told(model: &Model, dirs: &[PathBuf]) -> &'static str {
    let is_archive =
        |side: &Side| side.panel().archive.as_ref().is_some_and(|it| dirs.contains(it));
    if model.sides.iter().any(is_archive) {
        tr!("archive-replaced")
    } else {
        tr!("folder-replaced")
    }
}

/// Gives the folders and archives that the panels show, with what the listed ones are known by.
fn shown(model: &Model) -> impl Iterator<Item = (PathBuf, Identity)> {
    let panels = model.sides.iter().map(Side::panel);
    panels.filter_map(|panel| Some((panel.place().to_owned(), panel.identity()?)))
}

/// Closes what shows items of the folder as if they were those that were listed.
fn close(model: &mut Model, dir: &Path) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.viewer.as_ref().is_some_and(|viewer| viewer.path.starts_with(dir)) {
        model.viewer = None;
        effects.push(Effect::CloseViewer);
    }
    match model.dialog.take() {
        Some(Dialog::Removal(ask)) if ask.items.from.starts_with(dir) => {
            effects.push(Effect::Drop(ask.items.ticket));
        }
        other => model.dialog = other,
    }
    effects
}

/// Tells whether an effect reads files that the user has chosen.
fn reads(effect: &Effect) -> bool {
    match effect {
        Effect::View { wish: ViewerRequest::Open(..), .. }
        | Effect::Sum { .. }
        | Effect::Inspect { .. }
        | Effect::Diff { .. }
        | Effect::Compare { .. }
        | Effect::Programs(_)
        | Effect::Plan { .. } => true,
        Effect::Measure { together, .. } => *together,
        _ => false,
    }
}

/// Has an effect checked that changes files or gives them to another program.
fn checked(model: &Model, effect: Effect) -> Effect {
    let listed = model.listed.above(&paths(&effect));
    if listed.is_empty() { effect } else { Effect::Checked { listed, effect: Box::new(effect) } }
}

/// Gives the paths that an effect changes, or that it gives to another program.
fn paths(effect: &Effect) -> Vec<&Path> {
    match effect {
        Effect::Add { spec, .. } => {
            let to = spec.destination.as_ref().and_then(|to| to.path());
            spec.sources.iter().chain(to).map(|path| &*path.0).collect()
        }
        Effect::Edit(request) => match request {
            EditRequest::MakeDirectory(path) | EditRequest::MakeFile(path) => vec![path],
            EditRequest::Links { sources, to, .. } => {
                sources.iter().chain([to]).map(PathBuf::as_path).collect()
            }
            EditRequest::Rename { from, to, .. } => vec![from, to],
            EditRequest::RenameAll { dir, .. } => vec![dir],
            EditRequest::Mode { paths, .. } | EditRequest::Owner { paths, .. } => {
                paths.iter().map(PathBuf::as_path).collect()
            }
        },
        // A program that gets the terminal is checked once the keys are no longer read.
        Effect::Run(run @ (Run::Open { .. } | Run::Program { terminal: false, .. })) => given(run),
        _ => Vec::new(),
    }
}

/// Gives the known folders of the items that another program gets.
pub(crate) fn listed(model: &Model, run: &Run) -> Vec<(PathBuf, Identity)> {
    model.listed.above(&given(run))
}

/// Gives the paths that another program gets.
fn given(run: &Run) -> Vec<&Path> {
    match run {
        Run::Edit { path } | Run::Open { path } => vec![path],
        Run::Command { context, .. } => vec![&context.dir, &context.other_dir],
        Run::Program { words, dir, .. } => words.iter().map(Path::new).chain([&**dir]).collect(),
        Run::Shell { dir } => vec![dir],
        Run::Names { .. } | Run::Administrator(_) | Run::Screen { .. } => Vec::new(),
    }
}
