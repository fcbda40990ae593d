//! Makes small changes on other machines, and undoes them there.
//!
//! Each has a thread of its own: a machine that does not answer keeps that.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use fcp_browse::edit::Edit;
use fcp_engine::error::OpError;
use fcp_presentation::undo::EditRequest;

use super::Edits;
use crate::names;
use crate::wire::{ChangeId, Notice, NoticeCode, Tone};

impl Edits {
    /// Makes a change on another machine, for the first time or again.
    pub(super) fn change_there(self: &Arc<Self>, request: EditRequest) {
        let edits = Arc::clone(self);
        thread::spawn(move || {
            let is_rename = matches!(request, EditRequest::Rename { .. });
            let code = if is_rename { NoticeCode::Renamed } else { NoticeCode::Made };
            let made = request.make_there(edits.panels.machines());
            let (Some(made), Some(path)) = (made, request.leads_to()) else { return };
            match made {
                Ok(edit) => {
                    edits.panels.changed_there(&path);
                    edits.made(request, edit, code, &path);
                }
                Err(error) => {
                    // It can be made again, if this was to do that.
                    edits.changes.edited(request, None);
                    edits.failed_there(&path, error);
                }
            }
        });
    }

    /// Undoes a change where it was made; one that cannot be undone goes back on the stack.
    pub(super) fn undo_there(self: &Arc<Self>, number: ChangeId, request: EditRequest, edit: Edit) {
        let edits = Arc::clone(self);
        thread::spawn(move || match edits.panels.machines().undo(&edit) {
            Ok(()) => {
                if let Some(path) = edit.path() {
                    edits.panels.changed_there(path);
                }
                edits.undone(request, edit);
            }
            Err(errors) => {
                let path = edit.path().map(Path::to_owned);
                edits.changes.put_back(number, request, edit);
                if let (Some(path), Some(error)) = (path, errors.into_iter().next()) {
                    edits.panels.changed_there(&path);
                    edits.failed_there(&path, error);
                }
            }
        });
    }

    fn failed_there(&self, path: &Path, error: OpError) {
        let (name, error) = (Some(names::folder(path)), Some(error));
        let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
        self.feed.notify(Notice { name, error, ..notice });
    }
}
