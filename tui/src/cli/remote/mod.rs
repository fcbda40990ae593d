//! `fcp SOURCE HOST:PATH` and back: copies and moves between this machine and another one, by fcp at both ends.

mod connect;
mod join;
mod misfit;
mod serve;
mod upload;

use std::ffi::{OsStr, OsString};
use std::fs::symlink_metadata;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_engine::Engine;
use fcp_engine::link::{Connection, End, Further, Message, Opened, Place, split_host, unique};
use fcp_engine::path::{FarPath, WirePath};
use fcp_engine::record::{Elsewhere, Home, Reached, There};
use fcp_engine::spec::{Destination, EventLevel, JobSpec, Verb};

use super::aside::complain;
use super::asked::{Asked, Dialect, Env, Remote};
use super::misuse::Misuse;
use super::program::Program;
use super::request;
use crate::home;
use connect::{Failed, ask, open, reach};

pub(super) use serve::serve;

/// A command line with operands on another machine.
pub(super) struct Far {
    host: String,
    /// The operand that names it.
    operand: OsString,
    direction: Direction,
}

/// Which way items go.
enum Direction {
    /// These sources are there, without the name of the host.
    From(Vec<OsString>),
    /// This destination is there.
    To(OsString),
}

/// A copy that both ends agreed on: the request, and the engine that has the connection.
pub(super) struct Ready {
    pub(super) spec: JobSpec,
    pub(super) engine: Engine,
    /// They live as long as the job.
    pub(super) connections: (Connection, Opened),
    /// Tells an undo here of a job that the other machine records.
    pub(super) elsewhere: Option<Elsewhere>,
}

/// Why there is no job.
pub(super) enum Refusal {
    Misuse(Misuse),
    /// Nothing could be done, and this says why.
    Failed(String),
}

impl From<Misuse> for Refusal {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl From<Failed> for Refusal {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed.0)
    }
}

/// Takes an operand apart that is on another machine. What exists here under this very name is meant instead.
fn split(operand: &OsStr) -> Option<(String, PathBuf)> {
    split_host(Path::new(operand)).filter(|_| symlink_metadata(operand).is_err())
}

/// Finds out whether a command line names another machine.
///
/// # Errors
/// It names several, or both ends, or a flag that has no meaning there.
pub(super) fn look(asked: &Asked) -> Result<Option<Far>, Misuse> {
    let mut sources: Vec<&OsStr> = asked.operands.iter().map(OsString::as_os_str).collect();
    let target = match &asked.target {
        Some(target) => Some(target.as_os_str()),
        None => sources.pop(),
    };
    let to = target.and_then(split);
    let from: Vec<_> = sources.iter().filter_map(|source| split(source)).collect();
    let far = match (to, from.first()) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => {
            return Err(Misuse::Flags(
                "source and destination are both on other machines; start fcp on one of them",
            ));
        }
        (Some((host, path)), None) => {
            let operand = target.unwrap_or_default().to_owned();
            Far { host, operand, direction: Direction::To(path.into()) }
        }
        (None, Some((host, _))) => {
            if from.len() < sources.len() || from.iter().any(|(other, _)| other != host) {
                return Err(Misuse::Flags("all sources must be on the same machine"));
            }
            let host = host.clone();
            let operand = sources.first().copied().unwrap_or_default().to_owned();
            let paths = from.into_iter().map(|(_, path)| path.into()).collect();
            Far { host, operand, direction: Direction::From(paths) }
        }
    };
    match misfit::find(asked) {
        Some(text) => Err(Misuse::Flags(text)),
        None => Ok(Some(far)),
    }
}

/// Connects, agrees with the other end on the request, and gives the job.
pub(super) fn prepare(
    far: &Far,
    asked: &Asked,
    program: &'static Program,
    env: &Env,
) -> Result<Ready, Refusal> {
    match &far.direction {
        Direction::From(paths) => receive(far, paths, asked, program, env),
        Direction::To(path) => send(far, path, asked, program),
    }
}

fn receive(
    far: &Far,
    paths: &[OsString],
    asked: &Asked,
    program: &'static Program,
    env: &Env,
) -> Result<Ready, Refusal> {
    let mut spec = request::job(asked, program, Dialect::Own, env)?;
    spec.options.resume = true;
    let mut theirs = spec.clone();
    theirs.sources = paths.iter().map(WirePath::from).collect();
    theirs.destination = None;
    check_names(&theirs)?;
    let connection = open(&far.host, &asked.remote, Some(&far.operand))?;
    let token = token(&far.host, asked, &connection);
    let request = Message::Send { spec: Box::new(theirs), token: token.clone() };
    let (input, output) = ask(&connection, &request)?;
    let opened = open_further(&far.host, &asked.remote, token, &input.further());
    // What is left out was chosen there.
    spec.options.filter = fcp_engine::spec::Filter::default();
    let end = End::Takes {
        host: Some(far.host.clone()),
        verify: spec.options.verify,
        numeric_ids: asked.remote.numeric_ids,
        whose: String::new(),
        handle: None,
    };
    let home = home::find(|name| std::env::var_os(name));
    let engine = Engine::connected(end, input, output, home);
    Ok(Ready { spec, engine, connections: (connection, opened), elsewhere: None })
}

fn send(
    far: &Far,
    path: &OsStr,
    asked: &Asked,
    program: &'static Program,
) -> Result<Ready, Refusal> {
    // The destination is looked at by the other end; as a name of this machine it would be refused here.
    let there = asked
        .target
        .as_ref()
        .map_or_else(|| asked.operands.last().cloned().unwrap_or_default(), Clone::clone);
    let here = Asked { target: None, exact: false, operands: sources_of(asked), ..asked.clone() };
    let sources = request::sources(&here)?;
    if sources.is_empty() {
        return Err(Misuse::NoOperand.into());
    }
    let slash = path.as_bytes().ends_with(b"/");
    let file = sources.iter().any(|source| !source.0.is_dir());
    let place = Place {
        directory: asked.target.is_some() || sources.len() > 1 || slash && file,
        exact: asked.exact,
    };
    let destination = Some(Destination::Into(there.into()));
    let options = asked.options.clone();
    let mut spec = JobSpec { verb: program.verb, sources, destination, options };
    spec.options.resume = true;
    if asked.verbose && !asked.json {
        // It is the other end that tells of items.
        spec.options.events = EventLevel::All;
    }
    let mut theirs = spec.clone();
    theirs.destination = Some(Destination::Into(path.into()));
    theirs.options.filter = fcp_engine::spec::Filter::default();
    check_names(&theirs)?;
    let connection = open(&far.host, &asked.remote, Some(&far.operand))?;
    let token = token(&far.host, asked, &connection);
    let handle = unique();
    let request = Message::Receive {
        spec: Box::new(theirs),
        place,
        from: here_is(),
        token: token.clone(),
        handle: Some(handle.clone()),
    };
    let (input, output) = ask(&connection, &request)?;
    let opened = open_further(&far.host, &asked.remote, token, &output.further());
    let (host, numeric_ids) = (far.host.clone(), asked.remote.numeric_ids);
    // It is noted below.
    let end = End::Shows { host, numeric_ids, handle: None };
    let engine = Engine::connected(end, input, output, None);
    let noted = (!spec.options.dry_run).then(|| note(&spec, far, path, (&handle, &asked.remote)));
    let elsewhere = noted.flatten();
    Ok(Ready { spec, engine, connections: (connection, opened), elsewhere })
}

/// Has an undo here know of a job before that does anything. Without a record it is as one that was started there.
fn note(
    spec: &JobSpec,
    far: &Far,
    path: &OsStr,
    (handle, remote): (&str, &Remote),
) -> Option<Elsewhere> {
    let home = home::find(|name| std::env::var_os(name))?;
    let to = Destination::Into(FarPath::new(&far.host, path)?.to_path().into());
    let spec = JobSpec { destination: Some(to), ..spec.clone() };
    Elsewhere::note(&home, &spec, handle, reached(remote)).ok()?
}

/// What the command line says of how the machine is reached, for an undo.
fn reached(remote: &Remote) -> Option<Reached> {
    // Elsewhere, a program that is named from the working directory is another one, or none.
    let is_lasting = |line: &&OsString| {
        let first = line.as_bytes().split(|byte| *byte == b' ').next().unwrap_or_default();
        first.starts_with(b"/") || !first.contains(&b'/')
    };
    let shell = remote.shell.as_ref().filter(is_lasting).map(WirePath::from);
    let program = remote.program.as_ref().map(WirePath::from);
    (shell.is_some() || program.is_some()).then_some(Reached { shell, program })
}

/// Reaches a machine as the job did that is undone, unless the command line says otherwise.
fn as_before(home: Option<&Home>, spec: &JobSpec, asked: &Remote) -> Remote {
    let record = spec.sources.first();
    let reached = home.zip(record).map(|(home, record)| Reached::of(home, &record.0));
    let Reached { shell, program } = reached.unwrap_or_default();
    let words = |path: WirePath| path.0.into_os_string();
    Remote {
        shell: asked.shell.clone().or(shell.map(words)),
        program: asked.program.clone().or(program.map(words)),
        ..asked.clone()
    }
}

/// Connects with the machine that has done a job, and agrees with it that it undoes the job, or its undo.
pub(super) fn undo(there: There, asked: &Asked, spec: JobSpec) -> Result<Ready, Refusal> {
    there.check().map_err(|error| Refusal::Failed(error.to_string()))?;
    let home = home::find(|name| std::env::var_os(name));
    let connection = open(&there.host, &as_before(home.as_ref(), &spec, &asked.remote), None)?;
    let request = Message::undo(&spec, &there.handle, there.verb == Verb::Undo);
    let (input, output) = ask(&connection, &request)?;
    let end = End::Watches { host: there.host, handle: Some(there.handle) };
    let engine = Engine::connected(end, input, output, home);
    let connections = (connection, Opened::default());
    Ok(Ready { spec, engine, connections, elsewhere: None })
}

/// Makes the name by which further connections join a job, if the user wants some and the other end can have them.
fn token(host: &str, asked: &Asked, connection: &Connection) -> Option<String> {
    if asked.remote.connections < 2 || asked.options.dry_run {
        return None;
    }
    if !connection.peer().joins {
        let text = format!("fcp on {host} cannot use further connections: 1 is used");
        complain(&text.as_str().into());
        return None;
    }
    Some(unique())
}

/// Opens further connections, and says so if some are missing.
fn open_further(host: &str, remote: &Remote, token: Option<String>, further: &Further) -> Opened {
    // The line was read before, for the first connection.
    let (Some(token), Ok(reach)) = (token, reach(remote)) else { return Opened::default() };
    let wanted = remote.connections;
    let (opened, joined) = reach.open_further(host, token, further, wanted);
    if let Err((joined, reason)) = joined {
        let text = format!("{joined} of {wanted} connections are used: {reason}");
        complain(&text.as_str().into());
    }
    opened
}

/// Refuses to move what has no name of its own, such as the home directory.
fn check_names(spec: &JobSpec) -> Result<(), Misuse> {
    if spec.can_travel() {
        return Ok(());
    }
    Err(Misuse::Flags(
        "between machines, a source to be moved needs a name that is not '.', '..' or '~'",
    ))
}

/// Tells this machine, this user and this directory from others.
fn here_is() -> String {
    let uname = rustix::system::uname();
    let user = rustix::process::geteuid().as_raw();
    let directory = std::env::current_dir().unwrap_or_default();
    format!("{} {user} {}", uname.nodename().to_string_lossy(), directory.display())
}

/// The operands without the destination.
fn sources_of(asked: &Asked) -> Vec<OsString> {
    let last = asked.operands.len() - usize::from(asked.target.is_none());
    asked.operands.get(..last).unwrap_or_default().to_vec()
}
