//! Browses other machines, by a connection with fcp there.
//!
//! Nothing here waits longer than its caller: a machine that is silent is left alone as soon as `stop` is set.

mod answer;
#[cfg(test)]
mod tests;
mod undo;

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::link::{
    Change, ChangeMade, Connection, Entry, Hold, Incoming, Input, Message, Output, Reach, foreign,
};
use fcp_engine::path::{FarPath, WirePath};
use fcp_sys::lock;

pub use answer::answer;

use super::edit::{self, Edit};
use super::listing::Listing;
use super::meta::{Meta, Metas};

/// The most names of one directory that are listed; with more, no panel is of use.
const MOST: usize = 1_000_000;

/// How often is looked whether the answer is still wanted.
const BEAT: Duration = Duration::from_millis(50);

/// How long a machine may be silent about a small change, which no user waits for in a panel that could be left.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The other machines of a program: how they are reached, and the connections that wait for the next question.
#[derive(Debug)]
pub struct Machines {
    /// How; or why in a sentence there is no way.
    reach: Result<Reach, String>,
    /// At most one for each machine.
    idle: Mutex<BTreeMap<String, Connection>>,
    /// How long a machine may be silent about a change.
    timeout: Duration,
}

/// A directory of another machine.
#[derive(Debug)]
pub struct FarListing {
    /// The directory, as that machine spells it.
    pub dir: FarPath,
    /// The names in it.
    pub listing: Listing,
    /// What is known of each.
    pub metas: Metas,
}

/// The beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarStart {
    /// The bytes.
    pub data: Vec<u8>,
    /// Bytes of the whole file.
    pub size: u64,
}

/// Whether something may be said once more where no answer came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// It changes nothing.
    Allowed,
    /// It may have been done, although the answer was lost.
    Never,
}

/// What a thread that talks to a machine has come to.
type Answered<T> = Result<Result<T, OpError>, OpError>;

impl Machines {
    /// Browses machines in a way; a sentence says why there is none.
    pub fn new(reach: Result<Reach, String>) -> Arc<Self> {
        let (reach, idle) = (reach.map(Reach::silent), Mutex::default());
        Arc::new(Self { reach, idle, timeout: TIMEOUT })
    }

    /// Gives how machines are reached, for jobs and dry runs; none if there is no way.
    pub fn reach(&self) -> Option<&Reach> {
        self.reach.as_ref().ok()
    }

    /// Lists a directory.
    ///
    /// # Errors
    /// There is no connection, or the directory cannot be listed there.
    pub fn list(
        self: &Arc<Self>,
        at: &FarPath,
        stop: &dyn Fn() -> bool,
    ) -> Result<FarListing, OpError> {
        let (asked, host) = (at.clone(), at.host().to_owned());
        let talk = move |input: &mut Input, output: &Output| list(&asked, input, output);
        let (dir, entries) = self.talk(at, (Action::ListDir, Repeat::Allowed), stop, talk)?;
        let dir = FarPath::new(&host, dir).unwrap_or_else(|| at.clone());
        let mut found: HashMap<OsString, Meta> =
            entries.into_iter().map(|entry| (entry.name.0.clone().into(), meta(entry))).collect();
        let listing = Listing::new(found.iter().map(|(name, meta)| (name.clone(), meta.kind)));
        let metas = (0..listing.len()).map(|row| found.remove(listing.name(row)?)).collect();
        Ok(FarListing { dir, listing, metas: Metas::new(metas) })
    }

    /// Reads the beginning of a file, at most so many bytes.
    ///
    /// # Errors
    /// There is no connection, or the file cannot be read there.
    pub fn look(
        self: &Arc<Self>,
        at: &FarPath,
        most: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<FarStart, OpError> {
        let asked = at.clone();
        let talk = move |input: &mut Input, output: &Output| look(&asked, most, input, output);
        self.talk(at, (Action::Read, Repeat::Allowed), stop, talk)
    }

    /// Makes a directory, and those above it that are missing; gives what undoes that, unless fcp there is too old to tell.
    ///
    /// # Errors
    /// There is no connection, or the directory cannot be made there.
    pub fn make_directory(self: &Arc<Self>, at: &FarPath) -> Result<Option<Edit>, OpError> {
        let path = WirePath(at.path().to_owned());
        let made = self.change(at, Action::CreateDir, Change::MakeDirectory { path })?;
        Ok(made_there(at, made))
    }

    /// Gives an item another name in its directory, unless there is something of that name; gives what undoes that, unless
    /// fcp there is too old to tell.
    ///
    /// # Errors
    /// There is no connection, or the item cannot be renamed there.
    pub fn rename(self: &Arc<Self>, at: &FarPath, name: &OsStr) -> Result<Option<Edit>, OpError> {
        let path = WirePath(at.path().to_owned());
        let name = WirePath(PathBuf::from(name));
        let made = self.change(at, Action::Move, Change::Rename { path, name })?;
        Ok(made_there(at, made))
    }

    /// Undoes a small change on the machine where it was made, which may be this one.
    ///
    /// # Errors
    /// Tells what was left as it is, and why.
    pub fn undo(self: &Arc<Self>, edit: &Edit) -> Result<(), Vec<OpError>> {
        let Some((at, made)) = undo::asked(edit) else { return edit::undo(edit) };
        match self.change(&at, Action::Undo, Change::Undo { made }) {
            Ok(_) => Ok(()),
            Err(error) => Err(vec![error]),
        }
    }

    fn change(
        self: &Arc<Self>,
        at: &FarPath,
        action: Action,
        change: Change,
    ) -> Result<Option<ChangeMade>, OpError> {
        let asked = at.clone();
        let talk = move |input: &mut Input, output: &Output| {
            output.send(&Message::Change { change: change.clone() })?;
            match input.message()? {
                Message::Done { made } => Ok(Ok(made)),
                Message::Failed { error, .. } => Ok(Err(of_there(&asked, error))),
                _ => Err(foreign()),
            }
        };
        let end = Instant::now() + self.timeout;
        self.talk(at, (action, Repeat::Never), &|| Instant::now() >= end, talk)
    }

    /// Talks to a machine on a thread of its own, and gives what comes of it, unless it is not wanted any more.
    fn talk<T: Send + 'static>(
        self: &Arc<Self>,
        at: &FarPath,
        (action, repeat): (Action, Repeat),
        stop: &dyn Fn() -> bool,
        talk: impl Fn(&mut Input, &Output) -> io::Result<Result<T, OpError>> + Send + 'static,
    ) -> Result<T, OpError> {
        let failed = |error: &io::Error| OpError::of_io(action, at.to_path(), error);
        let hold: Arc<Mutex<Option<Hold>>> = Arc::default();
        let (sender, answered) = channel();
        let (machines, path, held) = (Arc::clone(self), at.clone(), Arc::clone(&hold));
        let work = move || {
            let told = machines.ask(&path, (action, repeat), &held, talk);
            // The caller may have left.
            drop(sender.send(told));
        };
        thread::Builder::new()
            .name("fcp-browses".into())
            .spawn(work)
            .map_err(|error| failed(&error))?;
        loop {
            match answered.recv_timeout(BEAT) {
                Ok(told) => return told?,
                Err(RecvTimeoutError::Timeout) if stop() => {
                    if let Some(hold) = lock(&hold).take() {
                        hold.hang_up();
                    }
                    return Err(disconnected(action, at));
                }
                Err(RecvTimeoutError::Timeout) => {}
                // A panic is a bug; the caller must not wait for that thread then.
                Err(RecvTimeoutError::Disconnected) => return Err(disconnected(action, at)),
            }
        }
    }

    /// Talks by the connection that waits, and by a new one if there is none or it has ended meanwhile.
    ///
    /// What must not be repeated is said once: where its answer is lost, it may have been done. So a connection that has
    /// waited has to answer a question that changes nothing first.
    fn ask<T>(
        &self,
        at: &FarPath,
        (action, repeat): (Action, Repeat),
        held: &Mutex<Option<Hold>>,
        talk: impl Fn(&mut Input, &Output) -> io::Result<Result<T, OpError>>,
    ) -> Answered<T> {
        let waiting = lock(&self.idle).remove(at.host());
        if let Some(connection) = waiting {
            *lock(held) = Some(connection.hold());
            let lives = repeat == Repeat::Allowed || self.lives(&connection);
            match lives.then(|| connection.talk(&talk)) {
                Some(Err(error)) if repeat == Repeat::Never => {
                    return Err(broken(action, at, &error));
                }
                Some(Ok(told)) => {
                    self.keep(at, connection);
                    return Ok(told);
                }
                Some(Err(_)) | None => {}
            }
        }
        let failed = |text: &str| OpError::refused(action, Code::NoFcp, at.to_path()).saying(text);
        let reach = self.reach.as_ref().map_err(|text| failed(text))?;
        let started = |hold| *lock(held) = Some(hold);
        // It waits for the next question after this one, and a router may forget it meanwhile.
        let connection = reach
            .clone()
            .kept_alive()
            .open_held(at.host(), &started)
            .map_err(|unreached| unreached.as_op(action, at.to_path()))?;
        if !connection.peer().browses {
            return Err(failed(&format!("fcp {}", connection.peer().version)));
        }
        match connection.talk(&talk) {
            Ok(told) => {
                self.keep(at, connection);
                Ok(told)
            }
            Err(error) => Err(broken(action, at, &error)),
        }
    }

    /// Whether a connection that has waited still answers. One that is silent ends, so that time is left for another one.
    fn lives(&self, connection: &Connection) -> bool {
        let (answered, ended) = channel::<()>();
        let (hold, timeout) = (connection.hold(), self.timeout / 6);
        let watch = move || {
            if ended.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                hold.hang_up();
            }
        };
        // Without this thread, the end of the timeout with the change itself ends it.
        let _is_watched = thread::Builder::new().name("fcp-browses".into()).spawn(watch).is_ok();
        let lives = connection.talk(answers).is_ok();
        drop(answered);
        lives
    }

    fn keep(&self, at: &FarPath, connection: Connection) {
        // One that was there meanwhile ends.
        drop(lock(&self.idle).insert(at.host().to_owned(), connection));
    }
}

/// Says why a connection was of no use.
fn broken(action: Action, at: &FarPath, error: &io::Error) -> OpError {
    if error.kind() == io::ErrorKind::InvalidData {
        return OpError::refused(action, Code::Damaged, at.to_path());
    }
    disconnected(action, at)
}

fn disconnected(action: Action, at: &FarPath) -> OpError {
    OpError::refused(action, Code::Disconnected, at.to_path())
}

/// Spells the failure of another machine as it is seen from here.
fn of_there(at: &FarPath, error: OpError) -> OpError {
    OpError { path: WirePath(at.to_path()), other: None, ..error }
}

/// Reads what another machine has made; its paths are of that machine, whatever they say.
fn made_there(at: &FarPath, made: Option<ChangeMade>) -> Option<Edit> {
    undo::read(made?, |path| Some(FarPath::new(at.host(), path)?.to_path()))
}

/// Has the other end show that it is there: that no file is read of a directory is an answer, too.
fn answers(input: &mut Input, output: &Output) -> io::Result<()> {
    output.send(&Message::Look { path: "/".into(), most: 0 })?;
    match input.message()? {
        Message::Failed { .. } => Ok(()),
        _ => Err(foreign()),
    }
}

/// Asks what is in a directory.
fn list(
    at: &FarPath,
    input: &mut Input,
    output: &Output,
) -> io::Result<Result<(PathBuf, Vec<Entry>), OpError>> {
    output.send(&Message::List { path: WirePath(at.path().to_owned()) })?;
    let (mut dir, mut all) = (at.path().to_owned(), Vec::new());
    loop {
        match input.message()? {
            Message::Entries { dir: told, entries } => {
                if all.len() + entries.len() > MOST {
                    return Err(foreign());
                }
                all.extend(entries.into_iter().filter(|entry| is_name(&entry.name.0)));
                dir = if told.0.is_absolute() { told.0 } else { return Err(foreign()) };
            }
            Message::End => return Ok(Ok((dir, all))),
            Message::Failed { error, .. } => return Ok(Err(of_there(at, error))),
            _ => return Err(foreign()),
        }
    }
}

/// Asks for the beginning of a file.
fn look(
    at: &FarPath,
    most: u64,
    input: &mut Input,
    output: &Output,
) -> io::Result<Result<FarStart, OpError>> {
    output.send(&Message::Look { path: WirePath(at.path().to_owned()), most })?;
    match input.message()? {
        Message::Start { size, follow } if follow <= most => {
            let mut data = Vec::new();
            while (data.len() as u64) < follow {
                match input.frame()? {
                    Incoming::Data(len) if (data.len() + len) as u64 <= follow => {
                        data.extend_from_slice(input.buffer.get(..len).unwrap_or_default());
                    }
                    _ => return Err(foreign()),
                }
            }
            match input.message()? {
                Message::Done { .. } => Ok(Ok(FarStart { data, size })),
                _ => Err(foreign()),
            }
        }
        Message::Failed { error, .. } => Ok(Err(of_there(at, error))),
        _ => Err(foreign()),
    }
}

/// Whether what came as a name is one; another would lead out of the directory.
fn is_name(name: &Path) -> bool {
    let bytes = name.as_os_str().as_bytes();
    !matches!(bytes, b"" | b"." | b"..") && !bytes.iter().any(|byte| matches!(byte, b'/' | 0))
}

fn meta(entry: Entry) -> Meta {
    let (uid, gid) = entry.owner;
    Meta {
        size: entry.size,
        mtime: entry.mtime,
        mode: entry.mode,
        uid,
        gid,
        links: entry.links,
        kind: entry.kind,
        target: entry.target.map(|target| target.0.into_boxed_path()),
        leads_to: entry.leads_to,
        ..Meta::default()
    }
}
