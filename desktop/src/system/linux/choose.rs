//! Opens the desktop's dialogs for files and folders.
//!
//! They are GTK's own, since wrappers around it give names as text and so change names that are not UTF-8.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use fcp_presentation::tr;
use gtk::prelude::*;
use gtk::{FileChooserAction, FileChooserNative, ResponseType};
use webkit2gtk::WebView;

use crate::system::contract::Choice;

/// Shows a dialog, which answers later.
pub(super) fn ask(page: &WebView, choice: Choice, answer: Sender<Vec<PathBuf>>) {
    let parent = page.toplevel().and_downcast::<gtk::Window>();
    let action =
        if choice.folders { FileChooserAction::SelectFolder } else { FileChooserAction::Open };
    let (title, accept, cancel) = (choice.title, tr!("desktop-choose"), tr!("desktop-cancel"));
    let dialog =
        FileChooserNative::new(Some(title), parent.as_ref(), action, Some(accept), Some(cancel));
    dialog.set_modal(true);
    dialog.set_local_only(true);
    dialog.set_select_multiple(choice.many);
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
