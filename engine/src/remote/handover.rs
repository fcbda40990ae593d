//! Lets the other end remove the sources of a move, when this one has what they held.

use std::ffi::{CString, OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::other_end::{Asides, lost};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::job::act::begin_flush;
use crate::job::anchors::Anchors;
use crate::link::{Link, Message};
use crate::stage::Stage;
use crate::walk::operand::base_of;
use crate::walk::target::Target;
use fcp_sys::{AsFd, Errno, Sys};

/// Paths in one message.
const PATHS: usize = 512;

/// How often a job that waits looks whether the user has cancelled it.
const BEAT: Duration = Duration::from_millis(50);

/// A move whose sources the other end has.
pub(super) struct Handover<'a> {
    job: &'a Arc<Job>,
    link: &'a Link,
    target: &'a Target,
    /// What the other end tells, but for commands.
    heard: Receiver<Message>,
    /// Whether something had one of the names before.
    met: bool,
}

impl<'a> Handover<'a> {
    /// Tells what has arrived, and has no names yet.
    ///
    /// # Errors
    /// Then nothing has arrived, as far as the other end knows.
    pub(super) fn begin(
        (job, link, target): (&'a Arc<Job>, &'a Link, &'a Target),
        heard: Receiver<Message>,
        stage: &Stage,
    ) -> Result<Self, OpError> {
        // Where that cannot be seen, it may be so.
        let met = meets(target, stage).unwrap_or(true);
        let begun = Self { job, link, target, heard, met };
        begun.tell_staged(stage, |paths| Message::Staged { paths })?;
        Ok(begun)
    }

    /// Tells that all but what is left in the stage has its name and is on the disk, and waits until the other end has
    /// removed that. A job that was cancelled, or whose data cannot be flushed, keeps all sources.
    pub(super) fn end(
        self,
        stage: &Stage,
        anchors: &Anchors,
        (shown, directory): (&Path, &Path),
    ) -> Result<(), OpError> {
        self.tell_staged(stage, |paths| Message::Unplaced { paths })?;
        if self.job.control.checkpoint().is_err() {
            return Ok(());
        }
        begin_flush(self.job);
        // It tells what it cannot flush.
        if !anchors.flush_last(self.job, self.target) {
            return Ok(());
        }
        // All is here under its names, and sources may be gone: the same command could mean others.
        let gone = || OpError::refused(Action::Receive, Code::Interrupted, shown);
        let sign = Sign::make(stage)
            .map_err(|errno| OpError::new(Action::CreateDir, stage.path(), errno))?;
        let name = self.target.paths.first().map(|path| {
            let path = Path::new(OsStr::from_bytes(path.to_bytes()));
            WirePath(path.file_name().unwrap_or_default().into())
        });
        let sign_path = WirePath(sign.path.clone());
        let placed = Message::Placed { sign: sign_path, name, met: self.met };
        self.link.output.send(&placed).map_err(|_| gone())?;
        let mut is_stopped = false;
        loop {
            match self.heard.recv_timeout(BEAT) {
                Ok(Message::Removed) => return Ok(()),
                Ok(other) => {
                    let asides = Asides { job: self.job, link: self.link, target: directory };
                    // Nothing else is expected any more.
                    drop(asides.take(other));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.job.control.is_cancelled() && !is_stopped {
                        is_stopped = true;
                        self.link.output.send(&Message::Stop).map_err(|_| gone())?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }

    /// Tells the paths of all that is in the stage.
    fn tell_staged(
        &self,
        stage: &Stage,
        message: impl Fn(Vec<WirePath>) -> Message,
    ) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::ListDir, stage.path(), errno);
        let mut paths = Vec::new();
        let tell =
            |paths| self.link.output.push(&message(paths)).map_err(|error| lost(self.job, &error));
        let mut folders = vec![Vec::new()];
        while let Some(folder) = folders.pop() {
            for (name, kind) in list(stage, &folder).map_err(failed)? {
                let path = [folder.as_slice(), name.as_slice()]
                    .join(&b"/"[..usize::from(!folder.is_empty())]);
                paths.push(WirePath(PathBuf::from(OsString::from_vec(path.clone()))));
                if paths.len() == PATHS {
                    tell(std::mem::take(&mut paths))?;
                }
                if kind == FileKind::Directory {
                    folders.push(path);
                }
            }
        }
        if paths.is_empty() { Ok(()) } else { tell(paths) }
    }
}

/// Whether the destination has an item at the top that what has arrived replaces, or goes into.
fn meets(target: &Target, stage: &Stage) -> Sys<bool> {
    let dir = target.open()?;
    let names = match target.paths.first() {
        Some(path) => vec![CString::new(base_of(path)).map_err(|_nul| Errno::INVAL)?],
        None => stage.names()?,
    };
    for name in names {
        match fcp_sys::stat_at(dir.as_fd(), &name, false) {
            Ok(_) => return Ok(true),
            Err(Errno::NOENT) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(false)
}

/// An empty directory in the stage, by which the other end finds out whether the destination is where its sources are.
struct Sign<'a> {
    stage: &'a Stage,
    name: CString,
    /// From the directory of the destination.
    path: PathBuf,
}

impl<'a> Sign<'a> {
    fn make(stage: &'a Stage) -> Sys<Self> {
        let number = RandomState::new().hash_one(fcp_sys::now());
        let name = CString::new(format!("here-{number:016x}")).map_err(|_nul| Errno::INVAL)?;
        fcp_sys::make_dir(stage.dir(), &name, 0o700)?;
        let inside = stage.inside();
        let inside = inside.strip_prefix(stage.parent()).unwrap_or(&inside);
        let path = inside.join(OsStr::from_bytes(name.to_bytes()));
        Ok(Self { stage, name, path })
    }
}

impl Drop for Sign<'_> {
    fn drop(&mut self) {
        // Otherwise it goes with the stage.
        fcp_sys::best_effort(fcp_sys::remove_dir(self.stage.dir(), &self.name));
    }
}

/// Lists a folder of the stage; one that has got its name as a whole is not there any more.
fn list(stage: &Stage, folder: &[u8]) -> Sys<Vec<(Vec<u8>, FileKind)>> {
    match stage.list_below(folder) {
        Ok(names) => Ok(names.into_iter().map(|(name, kind)| (name.into_bytes(), kind)).collect()),
        Err(Errno::NOENT) if folder.is_empty() => Ok(Vec::new()),
        Err(errno) => Err(errno),
    }
}
