//! Asks for the plan of parts that a page shows.

use fcp_browse::panel::Entry;
use fcp_presentation::typed::written;

use super::{divided, form};
use crate::app::dialog::form::Purpose;
use crate::app::field::Field;
use crate::app::model::{Effect, Model};

/// The file that makes a folder that of a plan.
const PLAN: &str = "plan.json";

/// Watches the plan whose folder is shown; else asks for a folder, and looks whether the one under the cursor has one.
pub(super) fn ask(model: &mut Model) -> Vec<Effect> {
    if model.panel().has(PLAN.as_ref()) {
        let dir = model.panel().dir.clone();
        return divided::open(model, dir);
    }
    let panel = model.panel();
    let current = panel.current().filter(Entry::enters);
    let here = current.map(|entry| panel.dir.join(entry.name));
    let text = here.as_ref().map(|dir| written(dir, model.home.as_deref(), true));
    let mut field = Field::of_text(&text.unwrap_or_default());
    field.select_all();
    let ticket = model.ticket();
    form::open_line(model, Purpose::WatchPlan { looked: ticket }, field);
    // The folder may be on a mount that does not answer; the user can type another meanwhile.
    here.map(|dir| Effect::LookForPlan { ticket, dir }).into_iter().collect()
}
