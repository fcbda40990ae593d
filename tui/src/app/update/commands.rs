//! Lists and runs the commands that the user has written into the configuration.

use fcp_presentation::tr;

use super::{archives, far, form};
use crate::app::action::Action;
use crate::app::command;
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::picker::Picker;
use crate::app::dialog::unseen::Unseen;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Run, Tone};
use crate::app::palette;

/// Lists the commands; without any, says where they are written.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    if model.commands.is_empty() {
        model.say(Tone::Plain, tr!("commands-none"));
    } else {
        let items = palette::commands(model).collect();
        model.dialog =
            Some(Dialog::Picker(Picker::new(tr!("commands-title"), tr!("palette-run"), items)));
    }
    Vec::new()
}

/// Runs a command for the chosen items of the panel.
pub(super) fn run(model: &mut Model, number: usize) -> Vec<Effect> {
    let why = archives::refusal(model, Action::Command);
    if let Some(why) = why.or_else(|| far::refusal(model, Action::Command)) {
        model.say(Tone::Plain, why);
        return Vec::new();
    }
    let Some(it) = model.commands.get(number) else { return Vec::new() };
    let items = model.panel().chosen_paths();
    if Unseen::of(model.panel()).count > 0 {
        // The form names what is not shown, and Enter runs the command.
        let field = Field::of_name(&it.run);
        form::open_line(model, Purpose::Command(items), field);
        return Vec::new();
    }
    let context = super::line::context(model, &items);
    let (line, typed) = (command::expand(&it.run), it.run.to_string_lossy().into_owned());
    vec![Effect::Run(Run::Command { line, typed, context, waits: it.waits })]
}
