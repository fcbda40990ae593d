//! Makes small changes that need no job, such as a rename or a new folder, and undoes them.

mod rename;
mod there;

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use fcp_browse::edit::{self, Changed, Edit, ModeChange};
use fcp_engine::error::OpError;
use fcp_presentation::owners;
use fcp_presentation::spelling;
use fcp_presentation::tr;
use fcp_presentation::typed;
use fcp_presentation::undo::{Change, EditRequest};

use crate::changing::Changing;
use crate::feed::Feed;
use crate::home_dir::HomeDir;
use crate::jobs::Jobs;
use crate::located::Located;
use crate::names;
use crate::panels::Panels;
use crate::plans::Plans;
use crate::trashed::{is_in_trash, is_trashed, refuse_trashed};
use crate::undo_stack::{Newest, UndoStack};
use crate::wire::{
    ChangeId, EditAsk, EntryId, JobAsk, LinkKind, Notice, NoticeCode, PanelSide, Refusal, Tone,
    UndoAsk,
};

/// Makes small changes, and remembers the names that are about to be changed.
#[derive(Debug)]
pub(crate) struct Edits {
    feed: Arc<Feed>,
    home: HomeDir,
    changes: Arc<UndoStack>,
    jobs: Arc<Jobs>,
    panels: Arc<Panels>,
    plans: Arc<Plans>,
    changing: Arc<Changing>,
    renames: rename::Previews,
}

impl Edits {
    /// Has changed nothing yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        home: HomeDir,
        changes: Arc<UndoStack>,
        jobs: Arc<Jobs>,
        panels: Arc<Panels>,
        plans: Arc<Plans>,
        changing: Arc<Changing>,
    ) -> Arc<Self> {
        Arc::new(Self {
            feed,
            home,
            changes,
            jobs,
            panels,
            plans,
            changing,
            renames: rename::Previews::default(),
        })
    }

    /// Makes a small change.
    pub(crate) fn edit(self: &Arc<Self>, ask: EditAsk) -> Result<(), Refusal> {
        match ask {
            EditAsk::Rename { id, to } => {
                let from = self.panels.path(id)?;
                let name = new_name(from.spelled(), &to)?;
                let to = from.spelled().with_file_name(&name);
                if to == from.spelled() {
                    return Ok(());
                }
                self.refuse_in_archive(from.spelled())?;
                self.panels.check_items(std::slice::from_ref(&from))?;
                let from = from.into_spelled();
                let shown = self.panels.shown(std::slice::from_ref(&from));
                self.make(EditRequest::Rename { from, to, shown })
            }
            EditAsk::MakeDirectory { side, name } => {
                let path = self.typed_path(side, &name)?.into_spelled();
                self.make(EditRequest::MakeDirectory(path))
            }
            // A slash behind the name asks for a folder.
            EditAsk::MakeFile { side, name } if name.ends_with('/') => {
                self.edit(EditAsk::MakeDirectory { side, name })
            }
            EditAsk::MakeFile { side, name } => {
                self.make(EditRequest::MakeFile(self.typed_path(side, &name)?.here()?))
            }
            EditAsk::Links { items, at, side, kind } => {
                let (sources, shown) = self.plans.shown_here(&items)?;
                refuse_trashed(&sources)?;
                if self.panels.archive_of(&sources).is_some() {
                    let why = tr!("desktop-archive-no-links");
                    return Err(Refusal::because(why));
                }
                let to = self.typed_path(side, &at)?.here()?;
                let into = sources.len() > 1 || at.ends_with('/') || to.is_dir();
                self.make(EditRequest::Links { sources, to, into, kind: kind.into(), shown })
            }
            EditAsk::Mode { items, mode, recursive } => {
                let change = ModeChange::parse(mode.trim());
                let change = change.ok_or_else(|| {
                    Refusal::because(tr!("desktop-no-mode", mode = mode.as_str()))
                })?;
                let (paths, shown) = self.plans.shown_on_disk(&items)?;
                self.make(EditRequest::Mode { paths, change, recursive, shown })
            }
            EditAsk::Owner { items, user, group, recursive } => {
                let (user, group) = (named(&user), named(&group));
                let (paths, shown) = self.plans.shown_on_disk(&items)?;
                self.make(EditRequest::Owner { paths, user, group, recursive, shown })
            }
        }
    }

    /// Makes a small change, for the first time or again; one on another machine tells later how it went.
    fn make(self: &Arc<Self>, request: EditRequest) -> Result<(), Refusal> {
        if request.far().is_some() {
            self.change_there(request);
            return Ok(());
        }
        request.check()?;
        match &request {
            EditRequest::Rename { from, to, shown: _ } => {
                let edit = edit::rename(from, to)?;
                let to = to.clone();
                self.made(request, Some(edit), NoticeCode::Renamed, &to);
                Ok(())
            }
            EditRequest::RenameAll { dir, pairs, shown } => {
                self.rename_pairs(dir.clone(), pairs.clone(), shown.clone()).map(|_count| ())
            }
            EditRequest::MakeDirectory(path) => {
                let edit = edit::make_directory(path, true)?;
                let path = path.clone();
                self.made(request, Some(edit), NoticeCode::Made, &path);
                Ok(())
            }
            EditRequest::MakeFile(path) => {
                let edit = edit::make_file(path)?;
                let path = path.clone();
                self.made(request, Some(edit), NoticeCode::Made, &path);
                Ok(())
            }
            EditRequest::Links { sources, to, into, kind, shown: _ } => {
                let name = sources.first().and_then(|source| source.file_name());
                let name = name.ok_or(Refusal::Gone)?;
                let shown = if *into { to.join(name) } else { to.clone() };
                let edit = edit::links(sources, to, *into, *kind)?;
                self.panels.unmark(sources);
                self.made(request, Some(edit), NoticeCode::Made, &shown);
                Ok(())
            }
            EditRequest::Mode { paths, change, recursive, shown } => {
                let (paths, change, recursive) = (paths.clone(), change.clone(), *recursive);
                let shown = shown.clone();
                let set = move |stop: &_| {
                    edit::set_mode(&paths, &|path| shown.kind(path), &change, recursive, stop)
                };
                self.change_all(request, recursive, set)
            }
            EditRequest::Owner { paths, user, group, recursive, shown } => {
                let uid = user.as_deref().map(owners::uid).transpose();
                let gid = group.as_deref().map(owners::gid).transpose();
                let (uid, gid) = (uid.map_err(Refusal::because)?, gid.map_err(Refusal::because)?);
                let (paths, recursive, shown) = (paths.clone(), *recursive, shown.clone());
                let set = move |stop: &_| {
                    edit::set_owner(&paths, &|path| shown.kind(path), uid, gid, recursive, stop)
                };
                self.change_all(request, recursive, set)
            }
        }
    }

    /// Gives the text that an entry's name is edited as.
    pub(crate) fn spelled(&self, id: EntryId) -> Result<String, Refusal> {
        let path = self.panels.path(id)?;
        Ok(spelling::spell(path.file_name().unwrap_or(path.spelled().as_os_str())))
    }

    /// Undoes a change, the newest where none is named; one that cannot be undone stays on the stack.
    pub(crate) fn undo(
        self: &Arc<Self>,
        number: Option<ChangeId>,
    ) -> Result<Option<UndoAsk>, Refusal> {
        let (number, request, edit) = loop {
            match self.changes.take(number) {
                Some(Newest::Job(job)) if self.jobs.is_never_undone(job)? => {
                    self.changes.forget_job(job);
                }
                Some(Newest::Job(job)) => return self.jobs.ask(job, JobAsk::Undo),
                Some(Newest::Edit(number, request, edit)) => break (number, request, edit),
                None => {
                    self.feed.notify(Notice::new(Tone::Plain, NoticeCode::NothingToUndo));
                    return Ok(None);
                }
            }
        };
        if request.far().is_some() {
            self.undo_there(number, request, edit);
            return Ok(None);
        }
        match edit::undo(&edit) {
            Ok(()) => {
                self.undone(request, edit);
                Ok(None)
            }
            Err(errors) => {
                self.changes.put_back(number, request, edit);
                Err(first(errors))
            }
        }
    }

    /// Makes again what was undone last; what cannot be made again can be tried again.
    pub(crate) fn redo(self: &Arc<Self>) -> Result<(), Refusal> {
        match self.changes.redo() {
            Some(Change::Job(undone)) => self.jobs.ask(undone, JobAsk::UndoNow).map(drop),
            Some(Change::Edit(request, _)) => {
                let before = self.changes.newest();
                let Err(refusal) = self.make(request.clone()) else { return Ok(()) };
                let is_part_done = self.changes.newest() != before;
                // A notice that offers to undo what was changed has told why the rest was not.
                if is_part_done && !matches!(request, EditRequest::RenameAll { .. }) {
                    return Ok(());
                }
                if !is_part_done {
                    // It can be tried again.
                    self.changes.edited(request, None);
                }
                Err(refusal)
            }
            None => {
                self.feed.notify(Notice::new(Tone::Plain, NoticeCode::NothingToRedo));
                Ok(())
            }
        }
    }

    /// Remembers a change, notifies the user, and moves the cursor to the changed entry.
    fn made(&self, request: EditRequest, edit: Option<Edit>, code: NoticeCode, path: &Path) {
        let change = self.changes.edited(request, edit);
        self.panels.stand_on(path);
        let name = Some(names::name(path.file_name().unwrap_or(path.as_os_str())));
        let undo = change.is_some();
        self.feed.notify(Notice { name, undo, change, ..Notice::new(Tone::Good, code) });
    }

    /// Notes that a change was undone, notifies the user, and moves the cursor to what has its old name again.
    fn undone(&self, request: EditRequest, edit: Edit) {
        if let Edit::Renamed { from, .. } = &edit {
            self.panels.stand_on(from);
        }
        let notice = undone(&edit);
        self.changes.unedited(request, edit);
        self.feed.notify(notice);
    }

    /// Gives the path of something new that is typed in a panel.
    fn typed_path(&self, side: PanelSide, text: &str) -> Result<Located, Refusal> {
        if text.is_empty() {
            return Err(Refusal::because(tr!("desktop-type-name")));
        }
        let dir = self.panels.dir(side);
        let path = typed::new_item(dir.spelled(), self.home.path(), &spelling::read(text));
        if path.as_ref().is_some_and(|path| is_in_trash(path)) {
            return Err(Refusal::because(tr!("desktop-into-trash")));
        }
        let not_there = || Refusal::because(tr!("typed-not-there"));
        let path = path.ok_or_else(not_there)?;
        self.refuse_in_archive(&path)?;
        Ok(Located::new(path))
    }

    /// Refuses to change what is in an archive that a panel shows.
    fn refuse_in_archive(&self, path: &Path) -> Result<(), Refusal> {
        match self.panels.archive_of(&[path.to_owned()]) {
            Some(_) => Err(Refusal::because(tr!("desktop-archive-read-only"))),
            None => Ok(()),
        }
    }

    /// Changes modes or owners; of whole trees beside everything else.
    fn change_all(
        self: &Arc<Self>,
        request: EditRequest,
        recursive: bool,
        change: impl FnOnce(&AtomicBool) -> Changed + Send + 'static,
    ) -> Result<(), Refusal> {
        if !recursive {
            return self.changed(request, change(&AtomicBool::new(false)));
        }
        let run = self.changing.begin()?;
        let edits = Arc::clone(self);
        thread::spawn(move || {
            let changed = change(run.stop());
            let is_told = changed.undo.is_some();
            if let Err(Refusal::Op { error }) = edits.changed(request, changed)
                && !is_told
            {
                let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
                edits.feed.notify(Notice { error: Some(error), ..notice });
            }
        });
        Ok(())
    }

    /// Remembers and tells what was changed; the first failure if there is any.
    fn changed(&self, request: EditRequest, changed: Changed) -> Result<(), Refusal> {
        let change = self.changes.edited(request, changed.undo);
        let undo = change.is_some();
        if changed.failures > 0 {
            if undo {
                // What has changed can be undone, however the dialog goes on.
                let (count, done) = (Some(changed.failures), Some(changed.done));
                let error = changed.failed.first().cloned();
                let notice = Notice::new(Tone::Bad, NoticeCode::ChangeErrors);
                self.feed.notify(Notice { count, done, error, undo, change, ..notice });
            }
            return Err(first(changed.failed));
        }
        let count = Some(changed.done);
        let notice = if changed.stopped {
            Notice::new(Tone::Warn, NoticeCode::ChangeStopped)
        } else {
            Notice::new(Tone::Good, NoticeCode::Changed)
        };
        self.feed.notify(Notice { count, undo, change, ..notice });
        Ok(())
    }
}

/// Tells that a change was undone, and of what.
fn undone(edit: &Edit) -> Notice {
    let name = |path: &Path| Some(names::name(path.file_name().unwrap_or(path.as_os_str())));
    let (name, count) = match edit {
        Edit::Made(made) => (made.last().and_then(|made| name(&made.path)), made.len()),
        Edit::Renamed { from, .. } => (name(from), 1),
        Edit::RenamedAll { names, .. } => (None, names.len()),
        Edit::Attributes(changes) => (None, changes.len()),
    };
    let notice = Notice::new(Tone::Good, NoticeCode::Undone);
    Notice { name, count: Some(count as u64), ..notice }
}

fn first(errors: Vec<OpError>) -> Refusal {
    errors.into_iter().next().map_or(Refusal::Gone, Refusal::from)
}

/// Reads a new name, which leads to no other folder.
fn new_name(from: &Path, typed: &str) -> Result<OsString, Refusal> {
    let name = spelling::read(typed);
    match name.as_bytes() {
        b"" | b"." | b".." => Err(Refusal::because(tr!("desktop-type-name"))),
        bytes if bytes.contains(&b'/') => Err(Refusal::because(tr!("desktop-name-slash"))),
        // Renaming would separate the item from its .trashinfo file.
        _ if is_trashed(from) => Err(Refusal::because(tr!("desktop-trash-names"))),
        _ => Ok(name),
    }
}

impl From<LinkKind> for edit::LinkKind {
    fn from(kind: LinkKind) -> Self {
        match kind {
            LinkKind::Absolute => Self::Absolute,
            LinkKind::Relative => Self::Relative,
            LinkKind::Hard => Self::Hard,
        }
    }
}

/// Reads the name or number of an owner; an empty one leaves the owner.
fn named(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
