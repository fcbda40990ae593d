//! Does what a form of one line was opened for.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use fcp_browse::panel::Panel;
use fcp_presentation::archives::packing;
use fcp_presentation::machines;
use fcp_presentation::transfer::OnConflict;
use fcp_presentation::{address, tr};

use super::{divided, listing};
use crate::app::command::{self, Context};
use crate::app::dialog::form::{Form, Purpose};
use crate::app::dialog::transfer;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Run, Tone};
use crate::format;
use fcp_presentation::undo::EditRequest;

/// Does what a prompt was opened for, or says why not.
pub(super) fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    let (dir, home) = (model.panel().dir.clone(), model.home.clone());
    let typed = form.rows.field(0).map_or_else(OsString::new, Field::name);
    let path = || fcp_presentation::typed::resolve(&dir, home.as_deref(), &typed);
    let text = form.rows.text(0);
    if typed.is_empty() && form.purpose != Purpose::GoTo {
        return Err(tr!("line-empty").to_owned());
    }
    let makes = matches!(form.purpose, Purpose::MakeDirectory | Purpose::MakeFile);
    if makes && text.trim().is_empty() {
        return Err(tr!("line-empty").to_owned());
    }
    let takes_place = matches!(form.purpose, Purpose::GoTo | Purpose::Machine(_));
    let machine = if takes_place { address::far(&typed).transpose()? } else { None };
    Ok(match &form.purpose {
        Purpose::WatchPlan { .. } => divided::open(model, path()),
        Purpose::GoTo | Purpose::Machine(_) if machine.is_some() => match machine {
            Some(far) => listing::go(model, far.to_path(), None),
            None => Vec::new(),
        },
        Purpose::GoTo => {
            let place = fcp_presentation::typed::place(&dir, home.as_deref(), &typed);
            listing::go_typed(model, place, form)
        }
        Purpose::Machine(_) => match machines::typed(&typed) {
            Some(far) => listing::go(model, far.to_path(), None),
            None => return Err(tr!("machine-none").to_owned()),
        },
        Purpose::Mark | Purpose::Unmark => {
            let mark = form.purpose == Purpose::Mark;
            let hits = model.panel_mut().mark_matching(text, mark);
            let shown = format::count(hits as u64);
            let text = if mark {
                tr!("line-marked", shown = shown)
            } else {
                tr!("line-unmarked", shown = shown)
            };
            model.say(Tone::Plain, text);
            Vec::new()
        }
        Purpose::MakeDirectory => {
            let path = fcp_presentation::typed::new_item(&dir, home.as_deref(), &typed);
            let path = path.ok_or_else(|| tr!("typed-not-there").to_owned())?;
            vec![Effect::Edit(EditRequest::MakeDirectory(path))]
        }
        // As in yazi, a slash behind the name asks for a folder.
        Purpose::MakeFile if typed.as_bytes().ends_with(b"/") => {
            vec![Effect::Edit(EditRequest::MakeDirectory(path()))]
        }
        Purpose::MakeFile => vec![Effect::Edit(EditRequest::MakeFile(path()))],
        Purpose::Rename(from) => {
            if typed.as_bytes().contains(&b'/') {
                return Err(tr!("line-slash").to_owned());
            }
            if typed == "." || typed == ".." {
                return Err(tr!("line-dots").to_owned());
            }
            let to = from.with_file_name(&typed);
            if to == *from {
                Vec::new()
            } else {
                let shown = form.shown.clone();
                vec![Effect::Edit(EditRequest::Rename { from: from.clone(), to, shown })]
            }
        }
        Purpose::CopyHere(from) => {
            // Hits of a search are in other folders than the panel's.
            let beside = from.parent().unwrap_or(&dir);
            let to = fcp_presentation::typed::resolve(beside, home.as_deref(), &typed);
            if to == *from {
                return Err(tr!("line-itself").to_owned());
            }
            vec![Effect::submit(transfer::beside(from.clone(), to))]
        }
        Purpose::Pack(sources) => {
            if !path().file_name().is_some_and(fcp_engine::can_be_archive) {
                let endings = tr!("line-archive");
                return Err(endings.to_owned());
            }
            let spec = packing(sources.iter().cloned(), path(), OnConflict::Ask);
            model.panel_mut().drop_marks();
            vec![Effect::submit(spec)]
        }
        Purpose::Command(with) => {
            let (line, context) = (command::expand(&typed), context(model, with));
            vec![Effect::Run(Run::Command { line, typed: text.to_owned(), context, waits: true })]
        }
        Purpose::OpenWith(path) => {
            let Some(line) = command::open_with(&typed) else {
                return Err(tr!("line-program").to_owned());
            };
            let context = context(model, std::slice::from_ref(path));
            vec![Effect::Run(Run::Command { line, typed: text.to_owned(), context, waits: true })]
        }
        Purpose::After
        | Purpose::Limit { .. }
        | Purpose::Find { .. }
        | Purpose::Owner { .. }
        | Purpose::Symlinks { .. }
        | Purpose::HardLinks { .. } => Vec::new(),
    })
}

/// Gives what a command line can name, as it is when the command starts.
pub(super) fn context(model: &Model, items: &[PathBuf]) -> Context {
    let current = |panel: &Panel| {
        let path = panel.current_path();
        path.map_or_else(|| OsString::from(".."), |path| command::operand(&panel.dir, &path))
    };
    let dir = &model.panel().dir;
    Context {
        dir: dir.clone(),
        current: current(model.panel()),
        other_dir: model.other().dir.clone(),
        other_current: current(model.other()),
        items: items.iter().map(|path| command::operand(dir, path)).collect(),
    }
}
