//! Makes small changes that need no job, such as a rename or a new folder, and undoes them.

mod rename;

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use fcp_browse::edit::{self, Changed, Edit, ModeChange};
use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_engine::trash;
use fcp_presentation::owners;
use fcp_presentation::spelling;
use fcp_presentation::typed;
use fcp_presentation::undo::{Change, Changes, Way};

pub(crate) use self::rename::{rename_all, rename_preview, rename_rows};
use crate::app::App;
use crate::wire::{
    ChangeId, EditAsk, EntryId, JobAsk, Notice, NoticeCode, PanelSide, Refusal, Tone, Update,
};
use crate::{jobs, names, plans};

/// Changes that were made, and names that are about to be changed.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// A small change cannot be made again: nothing says how.
    changes: Mutex<Changes<()>>,
    renames: rename::Previews,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Edits {
    /// Remembers a small change, and gives its number.
    fn remember(&self, edit: Option<Edit>) -> Option<ChangeId> {
        lock(&self.changes).edited((), edit)
    }

    /// Remembers a job that has ended, so that it is taken back in its turn.
    pub(crate) fn job_ended(&self, job: JobId) {
        lock(&self.changes).job(job);
    }

    /// Notes that a job is being undone.
    pub(crate) fn undo_began(&self, of: JobId, by: JobId) {
        lock(&self.changes).begun(of, by);
    }

    /// Tells whether a job is being undone.
    pub(crate) fn is_being_undone(&self, job: JobId) -> bool {
        lock(&self.changes).is_running(job)
    }

    /// Takes in how an undo ended, and tells whether it was a redo.
    ///
    /// `recorded` says whether it can be undone in turn.
    pub(crate) fn undo_ended(&self, by: JobId, succeeded: bool, recorded: bool) -> bool {
        lock(&self.changes).ended(by, succeeded, recorded) == Some(Way::Redo)
    }

    /// Gives the undo that is redone next.
    pub(crate) fn undone(&self) -> Option<JobId> {
        match lock(&self.changes).redo()? {
            Change::Job(undo) => Some(undo),
            Change::Edit((), _) => None,
        }
    }

    /// Forgets a job that was undone in another way, or that the queue no longer has.
    pub(crate) fn forget_job(&self, job: JobId) {
        lock(&self.changes).forget_job(job);
    }
}

/// Makes a small change.
pub(crate) fn edit(app: &Arc<App>, ask: EditAsk) -> Result<(), Refusal> {
    match ask {
        EditAsk::Rename { id, to } => {
            let from = app.panels.path(id)?;
            let to = from.with_file_name(new_name(&from, &to)?);
            if to == from {
                return Ok(());
            }
            let edit = edit::rename(&from, &to)?;
            made(app, edit, NoticeCode::Renamed, &to);
        }
        EditAsk::MakeDirectory { side, name } => {
            let path = typed_path(app, side, &name)?;
            let edit = edit::make_directory(&path, true)?;
            made(app, edit, NoticeCode::Made, &path);
        }
        // A slash behind the name asks for a folder.
        EditAsk::MakeFile { side, name } if name.ends_with('/') => {
            return self::edit(app, EditAsk::MakeDirectory { side, name });
        }
        EditAsk::MakeFile { side, name } => {
            let path = typed_path(app, side, &name)?;
            let edit = edit::make_file(&path)?;
            made(app, edit, NoticeCode::Made, &path);
        }
        EditAsk::Link { id, at, hard } => {
            let source = app.panels.path(id)?;
            if trash::place(&source).is_some() {
                return Err(refused("Restore items from the trash first"));
            }
            let path = typed_path(app, opposite(app, &source), &at)?;
            let (edit, path) = link(&source, path, at.ends_with('/'), hard)?;
            made(app, edit, NoticeCode::Made, &path);
        }
        EditAsk::Mode { items, mode, recursive } => {
            let change = ModeChange::parse(mode.trim());
            let change = change.ok_or_else(|| refused(&format!("'{mode}' is no mode")))?;
            let paths = plans::paths_on_disk(app, &items)?;
            return change_all(app, recursive, move |stop| {
                edit::set_mode(&paths, &change, recursive, stop)
            });
        }
        EditAsk::Owner { items, user, group, recursive } => {
            let (uid, gid) = (number(&user, owners::uid)?, number(&group, owners::gid)?);
            let paths = plans::paths_on_disk(app, &items)?;
            return change_all(app, recursive, move |stop| {
                edit::set_owner(&paths, uid, gid, recursive, stop)
            });
        }
    }
    Ok(())
}

/// Gives the text that an entry's name is edited as.
pub(crate) fn spelled(app: &App, id: EntryId) -> Result<String, Refusal> {
    let path = app.panels.path(id)?;
    Ok(spelling::spell(path.file_name().unwrap_or(path.as_os_str())))
}

/// Takes a change back, the newest where none is named; one that cannot be taken back stays where it is.
pub(crate) fn undo(app: &Arc<App>, number: Option<ChangeId>) -> Result<(), Refusal> {
    let mut changes = lock(&app.edits.changes);
    let (number, job) = match changes.find(number) {
        Some((number, Change::Job(job))) => (number, Some(*job)),
        Some((number, Change::Edit(..))) => (number, None),
        None => (0, None),
    };
    let edit = changes.take_edit(number);
    drop(changes);
    if let Some(job) = job {
        return jobs::ask(app, job, JobAsk::Undo);
    }
    let Some(((), edit)) = edit else {
        say(app, Notice::new(Tone::Plain, NoticeCode::NothingToUndo));
        return Ok(());
    };
    match edit::undo(&edit) {
        Ok(()) => {
            if let Edit::Renamed { from, .. } = &edit {
                app.panels.stand_on(app, from);
            }
            say(app, Notice::new(Tone::Good, NoticeCode::Undone));
            Ok(())
        }
        Err(errors) => {
            lock(&app.edits.changes).put_back(number, (), edit);
            Err(first(errors))
        }
    }
}

fn first(errors: Vec<OpError>) -> Refusal {
    errors.into_iter().next().map_or(Refusal::Gone, Refusal::from)
}

fn refused(text: &str) -> Refusal {
    Refusal::Not { text: text.to_owned() }
}

fn say(app: &App, notice: Notice) {
    app.feed.say(Update::Notice(Box::new(notice)));
}

/// Remembers a change, notifies the user, and moves the cursor to the changed entry.
fn made(app: &App, edit: Edit, code: NoticeCode, path: &Path) {
    let change = app.edits.remember(Some(edit));
    app.panels.stand_on(app, path);
    let name = Some(names::name(path.file_name().unwrap_or(path.as_os_str())));
    say(app, Notice { name, undo: true, change, ..Notice::new(Tone::Good, code) });
}

/// Reads a new name, which leads to no other folder.
fn new_name(from: &Path, typed: &str) -> Result<OsString, Refusal> {
    let name = spelling::read(typed);
    match name.as_bytes() {
        b"" | b"." | b".." => Err(refused("Type a name first")),
        bytes if bytes.contains(&b'/') => {
            Err(refused("Names can't contain “/”; use Move to change folders"))
        }
        // Renaming would separate the item from its .trashinfo file.
        _ if trash::place(from).is_some() => {
            Err(refused("Items in the trash keep their names until they are restored"))
        }
        _ => Ok(name),
    }
}

/// Gives the path that is typed in a panel.
fn typed_path(app: &App, side: PanelSide, text: &str) -> Result<PathBuf, Refusal> {
    if text.is_empty() {
        return Err(refused("Type a name first"));
    }
    Ok(typed::resolve(&app.panels.dir(side), app.home.as_deref(), &spelling::read(text)))
}

/// Gives the panel beside the one that shows an entry.
fn opposite(app: &App, entry: &Path) -> PanelSide {
    let shows = |side| entry.parent() == Some(&app.panels.dir(side));
    match (shows(PanelSide::Left), shows(PanelSide::Right)) {
        (false, true) => PanelSide::Left,
        (true | false, _) => PanelSide::Right,
    }
}

/// Makes a link, in a folder under the name of what it leads to.
fn link(source: &Path, at: PathBuf, into: bool, hard: bool) -> Result<(Edit, PathBuf), Refusal> {
    let at = match source.file_name() {
        Some(name) if into || at.is_dir() => at.join(name),
        _ => at,
    };
    let made = if hard { edit::hard_link(source, &at) } else { edit::symlink(source, &at) };
    Ok((made?, at))
}

fn number(
    text: &str,
    find: impl FnOnce(&str) -> Result<u32, String>,
) -> Result<Option<u32>, Refusal> {
    let text = text.trim();
    let found = (!text.is_empty()).then(|| find(text)).transpose();
    found.map_err(|wrong| refused(&wrong))
}

/// Changes modes or owners; of whole trees beside everything else.
fn change_all(
    app: &Arc<App>,
    recursive: bool,
    change: impl FnOnce(&AtomicBool) -> Changed + Send + 'static,
) -> Result<(), Refusal> {
    let never = AtomicBool::new(false);
    if !recursive {
        return changed(app, change(&never));
    }
    let app = Arc::clone(app);
    thread::spawn(move || {
        let changed = change(&never);
        let failures = changed.failures;
        if let Err(Refusal::Op { error }) = self::changed(&app, changed) {
            let count = Some(failures);
            let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
            say(&app, Notice { error: Some(error), count, ..notice });
        }
    });
    Ok(())
}

/// Remembers and tells what was changed; the first failure if there is any.
fn changed(app: &App, changed: Changed) -> Result<(), Refusal> {
    let change = app.edits.remember(changed.undo);
    if changed.failures > 0 {
        return Err(first(changed.failed));
    }
    let count = Some(changed.done);
    let undo = change.is_some();
    say(app, Notice { count, undo, change, ..Notice::new(Tone::Good, NoticeCode::Changed) });
    Ok(())
}

#[cfg(test)]
mod tests;
