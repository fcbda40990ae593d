//! Asks the user for files and folders, by the dialogs of the system.

use std::sync::Arc;
use std::sync::mpsc;

use fcp_presentation::tr;
use tauri::WebviewWindow;

use crate::plans::Plans;
use crate::system::{Choice, Here, System as _};
use crate::wire::{Choose, PlanId, PlanVerb, Refusal, Target};

/// Asks the user, and plans a copy of what they chose, or changes where a plan goes; none if they chose nothing.
///
/// It waits for the user, beside the main thread.
pub(crate) fn choose(
    plans: &Arc<Plans>,
    window: &WebviewWindow,
    what: Choose,
    plan: Option<PlanId>,
) -> Result<Option<PlanId>, Refusal> {
    let (answer, chosen) = mpsc::channel();
    let (title, folders) = match what {
        Choose::Files => (tr!("desktop-choose-files"), false),
        Choose::Folder => (tr!("desktop-choose-folder"), true),
        Choose::Target => (tr!("desktop-choose-target"), true),
    };
    let many = what != Choose::Target;
    Here::choose(window, Choice { title, folders, many }, answer)?;
    // A window that is closed meanwhile has chosen nothing.
    let paths = chosen.recv().unwrap_or_default();
    match (what, paths.first(), plan) {
        (_, None, _) => Ok(None),
        (Choose::Files | Choose::Folder, Some(_), _) => {
            plans.make_of(PlanVerb::Copy, paths, &Target::Unknown).map(Some)
        }
        (Choose::Target, Some(dir), Some(plan)) => plans.retarget(plan, dir).map(|()| Some(plan)),
        (Choose::Target, Some(_), None) => Err(Refusal::StalePlan),
    }
}
