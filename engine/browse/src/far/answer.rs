//! Answers what a file manager on another machine asks.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::link::{Change, ChangeMade, ENTRIES, Entry, LOOKED_AT, Message, Output, STEP};
use fcp_engine::path::WirePath;
use fcp_sys::lock;

use super::undo;
use crate::edit;
use crate::meta::{CHUNK, Meta};

/// Answers a question; gives back what is none.
///
/// `at_home` spells out a path that leads from the home directory.
///
/// # Errors
/// The answer cannot be sent.
pub fn answer(
    message: Message,
    output: &Output,
    at_home: impl Fn(&Path) -> PathBuf,
) -> io::Result<Option<Message>> {
    let answered = match message {
        Message::List { path } => list(&at_home(&path.0), output)?,
        Message::Look { path, most } => look(&at_home(&path.0), most, output)?,
        Message::Change { change } => changed(change, &at_home).map(|made| Message::Done { made }),
        other => return Ok(Some(other)),
    };
    let told = answered.unwrap_or_else(|error| Message::Failed { path: error.path.clone(), error });
    output.send(&told).map(|()| None)
}

/// Sends what is in a directory.
fn list(path: &Path, output: &Output) -> io::Result<Result<Message, OpError>> {
    let listed = absolute(path).and_then(|dir| Ok((crate::list(&dir, drop)?, dir)));
    let (listing, dir) = match listed {
        Ok(listed) => listed,
        Err(error) => return Ok(Err(error)),
    };
    let metas: Mutex<Vec<Option<Meta>>> = Mutex::new(vec![None; listing.len()]);
    crate::stat(&dir, &listing, 0..0, &AtomicBool::new(false), |chunk, told| {
        let mut metas = lock(&metas);
        let rows = metas.iter_mut().skip(chunk * CHUNK);
        rows.zip(told.iter()).for_each(|(meta, told)| meta.clone_from(told));
    });
    let metas = metas.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let dir = WirePath(dir);
    let entries: Vec<Entry> = metas
        .into_iter()
        .enumerate()
        // What is gone meanwhile has none.
        .filter_map(|(row, meta)| Some(entry(listing.name(row)?, meta?)))
        .collect();
    for some in entries.chunks(ENTRIES) {
        output.push(&Message::Entries { dir: dir.clone(), entries: some.to_vec() })?;
    }
    if entries.is_empty() {
        output.push(&Message::Entries { dir, entries })?;
    }
    Ok(Ok(Message::End))
}

/// Sends the beginning of a regular file.
fn look(path: &Path, most: u64, output: &Output) -> io::Result<Result<Message, OpError>> {
    let opened = crate::open(path).and_then(|file| {
        let meta = file.metadata().map_err(|error| OpError::of_io(Action::Stat, path, &error))?;
        if !meta.is_file() {
            return Err(OpError::refused(Action::Open, Code::Unsupported, path));
        }
        let mut data = Vec::new();
        let mut some = file.take(most.min(LOOKED_AT));
        some.read_to_end(&mut data).map_err(|error| OpError::of_io(Action::Read, path, &error))?;
        Ok((data, meta.len()))
    });
    let (data, size) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(Err(error)),
    };
    let start = Message::Start { size, follow: data.len() as u64 };
    let mut chunks = data.chunks(STEP);
    output.push(&start)?;
    chunks.try_for_each(|chunk| output.data(chunk))?;
    output.flush()?;
    Ok(Ok(Message::Done { made: None }))
}

/// Makes a small change, or undoes one; gives what undoes it.
fn changed(
    change: Change,
    at_home: &impl Fn(&Path) -> PathBuf,
) -> Result<Option<ChangeMade>, OpError> {
    let made = match change {
        Change::MakeDirectory { path } => edit::make_directory(&at_home(&path.0), true)?,
        Change::Rename { path, name } => {
            let from = at_home(&path.0);
            let to = from.with_file_name(&name.0);
            let is_name = name.0.file_name() == Some(name.0.as_os_str());
            if !is_name || from.file_name().is_none() || to.parent() != from.parent() {
                return Err(OpError::refused(Action::Move, Code::UnsafeName, from));
            }
            edit::rename(&from, &to)?
        }
        Change::Undo { made } => {
            let edit = undo::read(made, |path| Some(at_home(&path)));
            let undone = edit.map_or(Ok(()), |edit| edit::undo(&edit));
            let first = undone.err().and_then(|errors| errors.into_iter().next());
            return first.map_or(Ok(None), Err);
        }
    };
    Ok(undo::told(&made, |path| Some(path.to_owned())))
}

/// A directory as a path from the root, so that the way up from it is known.
fn absolute(path: &Path) -> Result<PathBuf, OpError> {
    use std::path::Component;
    let failed = |error: &io::Error| OpError::of_io(Action::OpenDir, path, error);
    // What stands before `..` may be a symlink.
    if path.components().any(|part| part == Component::ParentDir) {
        return path.canonicalize().map_err(|error| failed(&error));
    }
    let whole = std::path::absolute(path).map_err(|error| failed(&error))?;
    Ok(whole.components().collect())
}

fn entry(name: &OsStr, meta: Meta) -> Entry {
    Entry {
        name: WirePath(PathBuf::from(name)),
        kind: meta.kind,
        size: meta.size,
        mtime: meta.mtime,
        mode: meta.mode,
        owner: (meta.uid, meta.gid),
        links: meta.links,
        target: meta.target.map(|target| WirePath(target.into_path_buf())),
        leads_to: meta.leads_to.filter(|kind| *kind != FileKind::Unknown),
    }
}
