//! Knows what cannot be done on another machine, and keeps its paths from everything that works on this one.
//!
//! A path there has a form that the system takes for none of this machine (`FarPath`), so nothing here could be changed by
//! mistake; what is refused here is refused in a sentence, before a dialog opens for nothing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use fcp_engine::path::is_far;
use fcp_presentation::{actions, tr};

use crate::app::action::Action;
use crate::app::command::{Context, VARIABLES};
use crate::app::effect::{Effect, Run};
use crate::app::keymap::Place;
use crate::app::model::{Model, Tone};
use fcp_presentation::undo::EditRequest;

/// Says why an action cannot be done where the panel is; `None` if it can.
pub(super) fn refusal(model: &Model, action: Action) -> Option<String> {
    let (here, there) = (model.panel().is_far(), model.other().is_far());
    if here && matches!(action, Action::View | Action::ViewHex) {
        // The machine is asked for the beginning of a file; what a folder has is shown by the panel.
        let is_dir = model.panel().current().is_some_and(|it| it.is_directory());
        let enter = || model.key_of(Place::Panels, Action::Open);
        return is_dir.then(|| tr!("far-folder", key = enter()));
    }
    let refused = actions::is_misplaced(action.name(), here, there);
    let key = || model.key_of(Place::Panels, Action::Copy);
    refused.then(|| tr!("far-refused", key = key()))
}

/// Keeps the effects that other machines take part in, and those that none takes part in.
pub(super) fn guard(model: &mut Model, effects: Vec<Effect>) -> Vec<Effect> {
    let mut kept = Vec::with_capacity(effects.len());
    for effect in effects {
        match fit(&effect) {
            Fit::Fits => kept.push(effect),
            Fit::IsNothing => {}
            Fit::Refused => {
                let key = model.key_of(Place::Panels, Action::Copy);
                model.say(Tone::Bad, tr!("far-refused", key = key));
            }
        }
    }
    for effect in &mut kept {
        if let Effect::Watch(dirs) = effect {
            // The other machine tells nothing of changes.
            dirs.retain(|dir| !is_far(dir));
        }
    }
    kept
}

/// What becomes of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// It is carried out.
    Fits,
    /// It would tell nothing, and the user has not asked for it.
    IsNothing,
    /// It is for one machine alone.
    Refused,
}

/// Tells whether an effect can be carried out wherever its paths are.
fn fit(effect: &Effect) -> Fit {
    let refused = |far: bool| if far { Fit::Refused } else { Fit::Fits };
    let any = |paths: &[PathBuf]| refused(paths.iter().any(|path| is_far(path)));
    match effect {
        Effect::Fill { dir, .. } | Effect::Measure { dir, .. } | Effect::Space(dir) => {
            if is_far(dir) { Fit::IsNothing } else { Fit::Fits }
        }
        Effect::LookForPlan { dir, .. } if is_far(dir) => Fit::IsNothing,
        Effect::WatchPlan { dir, .. } => refused(is_far(dir)),
        Effect::Complete { start, .. } if is_far(start) => Fit::IsNothing,
        Effect::Find { root, .. } => refused(is_far(root)),
        Effect::Compare { roots, .. }
        | Effect::Remember { roots, .. }
        | Effect::Forget { roots, .. } => any(roots),
        Effect::Diff { paths, .. } => any(paths),
        Effect::Sum { paths, .. } | Effect::Inspect { paths, .. } => any(paths),
        Effect::LookAtMarks { marks, .. } => refused(marks.iter().any(|(path, _)| is_far(path))),
        Effect::Programs(path) => refused(is_far(path)),
        Effect::Edit(request) => refused(is_misplaced(request)),
        Effect::Add { spec, .. } | Effect::Plan { spec, .. } => refused(spec.far().is_err()),
        Effect::RunAfterwards { context, .. } => refused(is_far(&context.dir)),
        Effect::Run(run) => refused(match run {
            Run::Edit { path } | Run::Open { path } => is_far(path),
            Run::Names { .. } | Run::Administrator(_) => false,
            Run::Command { line, context, .. } => is_command_misplaced(line, context),
            Run::Program { words, dir, .. } => {
                is_far(dir) || words.iter().any(|word| is_far(Path::new(word)))
            }
            Run::Shell { dir } | Run::Screen { dir } => is_far(dir),
        }),
        // These take paths of other machines, or have none; what is checked has passed here before.
        Effect::List { .. }
        | Effect::LookAgain { .. }
        | Effect::Checked { .. }
        | Effect::Watch(_)
        | Effect::Drop(_)
        | Effect::Complete { .. }
        | Effect::LookForPlan { .. }
        | Effect::Mounts
        | Effect::Room { .. }
        | Effect::LookAtUntrashed { .. }
        // Nothing is renamed there together.
        | Effect::Identify { .. }
        | Effect::View { .. }
        | Effect::CloseViewer
        | Effect::Accounts
        | Effect::Machines
        // What undoes a change was made by that.
        | Effect::UndoEdit { .. }
        | Effect::Trashed
        | Effect::Command(_)
        | Effect::Work(_)
        | Effect::HandOn
        | Effect::Clipboard(_)
        | Effect::Notify(_)
        | Effect::Redraw
        | Effect::Suspend
        | Effect::SuspendMachine
        | Effect::Bookmark { .. } => Fit::Fits,
    }
}

/// Whether a small change names another machine, and is none that is made there.
fn is_misplaced(request: &EditRequest) -> bool {
    match request {
        EditRequest::MakeDirectory(_) | EditRequest::Rename { .. } => false,
        EditRequest::MakeFile(path) => is_far(path),
        EditRequest::Links { sources, to, .. } => {
            is_far(to) || sources.iter().any(|source| is_far(source))
        }
        EditRequest::RenameAll { dir, .. } => is_far(dir),
        EditRequest::Mode { paths, .. } | EditRequest::Owner { paths, .. } => {
            paths.iter().any(|path| is_far(path))
        }
    }
}

/// Whether a command would run on another machine, or uses what is there.
fn is_command_misplaced(line: &OsStr, context: &Context) -> bool {
    let line = line.as_encoded_bytes();
    let names = |name: &str| line.windows(name.len()).any(|part| part == name.as_bytes());
    let others = VARIABLES.iter().map(|(_, name)| name).filter(|name| name.contains("OTHER"));
    let uses_other = is_far(&context.other_dir) && others.into_iter().any(|name| names(name));
    let is_item = |item: &std::ffi::OsString| is_far(Path::new(item));
    is_far(&context.dir) || uses_other || context.items.iter().any(is_item)
}
