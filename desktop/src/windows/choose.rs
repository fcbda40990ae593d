//! Opens the desktop's dialogs for files and folders.
//!
//! They are GTK's own, since wrappers around it give names as text and so change names that are not UTF-8.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use fcp_presentation::tr;
use gtk::prelude::*;
use gtk::{FileChooserAction, FileChooserNative, ResponseType};
use tauri::WebviewWindow;
use webkit2gtk::WebView;

use crate::plans::Plans;
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
    window.with_webview(move |page| ask(&page.inner(), what, answer))?;
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

fn ask(page: &WebView, what: Choose, answer: Sender<Vec<PathBuf>>) {
    let parent = page.toplevel().and_downcast::<gtk::Window>();
    let (title, action) = match what {
        Choose::Files => (tr!("desktop-choose-files"), FileChooserAction::Open),
        Choose::Folder => (tr!("desktop-choose-folder"), FileChooserAction::SelectFolder),
        Choose::Target => (tr!("desktop-choose-target"), FileChooserAction::SelectFolder),
    };
    let accept = Some(tr!("desktop-choose"));
    let dialog = FileChooserNative::new(
        Some(title),
        parent.as_ref(),
        action,
        accept,
        Some(tr!("desktop-cancel")),
    );
    dialog.set_modal(true);
    dialog.set_local_only(true);
    dialog.set_select_multiple(what != Choose::Target);
    // A window that is closed takes its dialog with it, which then answers nothing.
    if let Some(parent) = &parent {
        let closed = answer.clone();
        parent.connect_destroy(move |_| drop(closed.send(Vec::new())));
    }
    // The dialog is kept until it is answered, since nothing else holds it.
    let kept = std::cell::RefCell::new(Some(dialog.clone()));
    dialog.connect_response(move |dialog, response| {
        let accepted = response == ResponseType::Accept;
        let paths = if accepted { dialog.filenames() } else { Vec::new() };
        // The window may have been closed meanwhile.
        let _heard = answer.send(paths).is_ok();
        dialog.destroy();
        drop(kept.take());
    });
    dialog.show();
}
