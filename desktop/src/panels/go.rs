//! Navigates a panel: into folders and up, back and forward, to places and typed paths.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use fcp_browse as browse;
use fcp_browse::panel::{Panel, Subject};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::JobId;
use fcp_engine::path::{is_far, with_parents};
use fcp_engine::spec::Destination;
use fcp_presentation::address;
use fcp_presentation::machines;
use fcp_presentation::spelling;
use fcp_presentation::tr;
use fcp_presentation::typed;

use super::Panels;
use super::listing::list;
use super::model::Tab;
use super::stop_on_drop::StopOnDrop;
use crate::wire::{EntryId, Go, PanelSide, Refusal};

/// Time that a filesystem gets to answer, before the panel shows that it waits.
const PATIENCE: Duration = Duration::from_millis(300);

/// A folder, and the name to stand on there.
type Goal = (PathBuf, Option<OsString>);

/// Goes somewhere.
pub(super) fn go(panels: &Arc<Panels>, side: PanelSide, to: Go) -> Result<(), Refusal> {
    let goal = match to {
        Go::Entry { id } => entry(panels, side, id)?,
        Go::Up { up } => match above(panels, side, up)? {
            Some(goal) => goal,
            None => return Ok(()),
        },
        Go::Back => return turn(panels, side, Panel::back),
        Go::Forward => return turn(panels, side, Panel::forward),
        Go::Home => (panels.home.or_root(), None),
        Go::Place { place } => (panels.place(place).ok_or(Refusal::Gone)?.into_spelled(), None),
        Go::Machine { text } => (machine(&text)?, None),
        Go::Path { text } => path(panels, side, &text)?,
        Go::Trash => (panels.home.trash().ok_or(Refusal::Gone)?.to_owned(), None),
        Go::Job { job, source } => of_job(panels, job, source)?,
    };
    arrive(panels, side, goal)
}

/// Shows a folder in a panel.
pub(super) fn arrive(
    panels: &Arc<Panels>,
    side: PanelSide,
    (dir, wanted): Goal,
) -> Result<(), Refusal> {
    {
        let mut model = panels.model();
        let tab = model.shown(side)?;
        leave(tab);
        tab.panel_mut().go(dir, wanted);
    }
    list(panels, side);
    Ok(())
}

/// Stops the background work for a folder that the panel leaves.
pub(super) fn leave(tab: &mut Tab) {
    (tab.trashed, tab.trashed_bytes) = (None, None);
    tab.filesystem.clear();
    tab.measuring = StopOnDrop::default();
    tab.climbs = false;
}

/// Goes back or forward.
pub(super) fn turn(
    panels: &Arc<Panels>,
    side: PanelSide,
    way: fn(&mut Panel) -> bool,
) -> Result<(), Refusal> {
    let turned = {
        let mut model = panels.model();
        let tab = model.shown(side)?;
        let turned = way(tab.panel_mut());
        if turned {
            leave(tab);
        }
        turned
    };
    if turned {
        list(panels, side);
    }
    Ok(())
}

/// Finds where an entry leads: a folder into itself, a hit of a search to where it is.
fn entry(panels: &Panels, side: PanelSide, id: EntryId) -> Result<Goal, Refusal> {
    // A panel may show it wherever it is.
    let path = panels.path(id)?.into_spelled();
    let mut model = panels.model();
    let tab = model.shown(side)?;
    if tab.trashed.is_some() {
        return Err(Refusal::because(tr!("desktop-restore-then-open")));
    }
    let panel = tab.panel();
    let name = path.strip_prefix(&panel.dir).ok();
    let index = name.and_then(|name| panel.listing().find(name.as_os_str()));
    let Some(entry) = index.and_then(|index| panel.entry(index)) else {
        // It was told by another folder, and says itself what it is.
        return Ok((path, None));
    };
    if entry.enters() || panel.is_archive(&entry) {
        Ok((path, None))
    } else if panel.subject == Subject::Directory {
        Err(Refusal::because(tr!("desktop-no-directory")))
    } else {
        let dir = path.parent().ok_or(Refusal::Gone)?.to_owned();
        Ok((dir, path.file_name().map(OsStr::to_owned)))
    }
}

/// Finds a folder above, of one that was removed the nearest that exists; none if there is nothing above.
fn above(panels: &Arc<Panels>, side: PanelSide, up: u32) -> Result<Option<Goal>, Refusal> {
    let mut model = panels.model();
    let tab = model.shown(side)?;
    let panel = tab.panel();
    if tab.trashed.is_some() {
        // Above the trash are folders of the system's own.
        let back = panel.past.last().map(|visit| (visit.dir.clone(), visit.name.clone()));
        return Ok(back.or_else(|| Some((panels.home.path()?.to_owned(), None))));
    }
    if up == 0 {
        let (dir, parent) = (panel.dir.clone(), panel.parent());
        let is_removed = panel.error.as_ref().is_some_and(|error| error.code == Code::NotFound);
        drop(model);
        let above = if is_removed { in_time(move || nearest_above(&dir)).flatten() } else { None };
        return Ok(above.map(|above| (above, None)).or(parent));
    }
    let mut way = with_parents(&panel.dir).skip(up as usize - 1);
    let child = way.next().and_then(Path::file_name).map(OsStr::to_owned);
    Ok(way.next().map(|dir| (dir.to_owned(), child)))
}

/// Finds the nearest folder above one that does not exist; a disk may be waited for.
pub(super) fn nearest_above(dir: &Path) -> Option<PathBuf> {
    with_parents(dir).skip(1).find(|above| above.is_dir()).map(Path::to_owned)
}

/// Finds what a typed path means; of a file, the folder it is in.
fn path(panels: &Panels, side: PanelSide, text: &str) -> Result<Goal, Refusal> {
    let dir = panels.dir(side);
    let text = spelling::read(text);
    address::far(&text).transpose().map_err(Refusal::because)?;
    let path = typed::place(dir.spelled(), panels.home.path(), &text);
    if is_far(&path) {
        return Ok((path, None));
    }
    let asked = path.clone();
    let Some(meta) = in_time(move || asked.metadata()) else {
        // The panel shows that it waits, and continues once the filesystem answers.
        return Ok((path, None));
    };
    match meta {
        Ok(meta) if meta.is_dir() => Ok((path, None)),
        Ok(_) => {
            let dir = path.parent().unwrap_or(Path::new("/")).to_owned();
            Ok((dir, path.file_name().map(OsStr::to_owned)))
        }
        Err(error) => Err(OpError::of_io(Action::OpenDir, &path, &error).into()),
    }
}

/// Finds the folder of another machine that the user asks for, who may name the machine alone.
fn machine(text: &str) -> Result<PathBuf, Refusal> {
    let text = spelling::read(text.trim());
    let far = match address::far(&text) {
        Some(read) => Some(read.map_err(Refusal::because)?),
        None => machines::typed(&text),
    };
    far.map(|far| far.to_path()).ok_or_else(|| Refusal::because(tr!("machine-none")))
}

/// Finds where a job put things, or took them from.
fn of_job(panels: &Panels, job: JobId, source: bool) -> Result<Goal, Refusal> {
    let queue = panels.engine.get()?.queue();
    let queue = queue.ok_or_else(|| Refusal::because(tr!("desktop-no-queue")))?;
    let spec = queue.spec(job)?;
    let first = spec.sources.first().map(|path| path.0.clone()).ok_or(Refusal::Gone)?;
    let beside = |path: &Path| {
        // Nothing above what is on another machine is a folder of this one.
        let dir = path.parent().filter(|dir| is_far(dir) == is_far(path));
        let dir = dir.ok_or(Refusal::Gone)?.to_owned();
        Ok((dir, path.file_name().map(OsStr::to_owned)))
    };
    match spec.destination {
        Some(Destination::Into(dir)) if !source => {
            Ok((dir.0, first.file_name().map(OsStr::to_owned)))
        }
        Some(to @ (Destination::As(_) | Destination::Each(_))) if !source => {
            beside(&to.path().ok_or(Refusal::Gone)?.0)
        }
        Some(_) | None => beside(&first),
    }
}

/// Gives folders that a typed path may mean, as they would be typed.
///
/// Those of another machine are not known here.
pub(super) fn complete(here: &Path, home: Option<&Path>, text: &str) -> Vec<String> {
    if is_far(&typed::place(here, home, &spelling::read(text))) {
        return Vec::new();
    }
    let (dir, name) = text.rsplit_once('/').map_or(("", text), |(dir, name)| (dir, name));
    let dir = if text.contains('/') { format!("{dir}/") } else { dir.to_owned() };
    let dir = typed::resolve(here, home, &spelling::read(&dir));
    let start = dir.join(spelling::read(name));
    let found = in_time(move || browse::complete(&start));
    let found = found.unwrap_or_default().into_iter();
    found.map(|path| typed::written(&path, home, true)).collect()
}

/// Gives the machines that ssh's own file names; none if that cannot be read in time.
pub(super) fn known_machines(home: Option<&Path>) -> Vec<String> {
    let Some(home) = home.map(Path::to_owned) else { return Vec::new() };
    in_time(move || machines::known(&home)).unwrap_or_default()
}

/// Asks a filesystem that may not answer in time.
fn in_time<T: Send + 'static>(ask: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, answer) = mpsc::channel();
    // The caller may have stopped waiting.
    thread::spawn(move || drop(sender.send(ask())));
    answer.recv_timeout(PATIENCE).ok()
}
