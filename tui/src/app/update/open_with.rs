//! Lets the user choose the program that opens a file.

use std::path::{Path, PathBuf};

use fcp_engine::path::DisplayName;
use fcp_presentation::programs::{Program, Programs};
use fcp_presentation::tr;

use super::form;
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::picker::{Item, Pick, Picker};
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Run};

/// Lists the programs that the desktop knows for a file; where there is none, asks for a command.
pub(super) fn choose(model: &mut Model, path: PathBuf, programs: Programs) {
    let Programs { fitting, preferred, others } = programs;
    if fitting.is_empty() && others.is_empty() {
        return ask(model, path);
    }
    let item = |program: Program, group| {
        let is_default = preferred.as_deref() == Some(program.id.as_str());
        let note = match (is_default, program.terminal) {
            (true, true) => tr!("open-default-terminal"),
            (true, false) => tr!("open-default"),
            (false, true) => tr!("open-terminal"),
            (false, false) => "",
        };
        let name = DisplayName::new(program.name.as_str()).to_string();
        Item::new(name, Pick::Program(Box::new(program), path.clone())).note(note).group(group)
    };
    let fits = !fitting.is_empty();
    let fitting = fitting.into_iter().map(|it| item(it, tr!("open-this-type")));
    let others = others.into_iter().map(|it| item(it, tr!("open-others")));
    let command = Item::new(tr!("open-command"), Pick::OpenCommand(path.clone()))
        .note(tr!("open-command-note"))
        .also(tr!("open-command-words"));
    // A command is at hand where no program fits.
    let at = if fits { fitting.len() } else { 0 };
    let mut items: Vec<Item> = fitting.chain(others).collect();
    items.insert(at, command);
    model.dialog = Some(Dialog::Picker(Picker::new(tr!("open-title"), tr!("open-verb"), items)));
}

/// Asks for a command that opens a file.
pub(super) fn ask(model: &mut Model, path: PathBuf) {
    form::open_line(model, Purpose::OpenWith(path), Field::default());
}

/// Opens a file with a program.
pub(super) fn open(program: &Program, path: &Path) -> Vec<Effect> {
    let here = path.parent().unwrap_or(Path::new("/"));
    let dir = program.dir().unwrap_or(here).to_owned();
    let words = program.command(path);
    vec![Effect::Run(Run::Program { words, dir, terminal: program.terminal })]
}
