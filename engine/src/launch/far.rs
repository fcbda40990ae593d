//! Connects a job with the other machine that its request names, before it starts.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Checked, check};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::{FarPath, WirePath};
use crate::contract::spec::{Destination, Far, Filter, JobSpec, Verb, Way};
use crate::job::Job;
use crate::link::{
    Connection, End, Further, Input, Link, Message, Opened, Output, Place, Reach, Unreached, unique,
};
use crate::record::{Home, Reached, There};
use crate::walk::target::Target;

impl Checked {
    /// Checks a request, and connects with the other machine if it names one, which may take as long as that does.
    ///
    /// `name` tells the job from all others of this machine and this user, also when it begins again. An undo reaches the
    /// machine as its record in this `home` says.
    ///
    /// # Errors
    /// As [`Self::new`]; or there is no connection, or the other end refuses the request.
    pub(crate) fn reaching(
        spec: JobSpec,
        (reach, home): (Option<&Reach>, Option<&Home>),
        name: &str,
    ) -> Result<Self, OpError> {
        if let (Verb::Undo, [record]) = (spec.verb, spec.sources.as_slice())
            && let Some(there) = There::of(&record.0)
        {
            let reached = home.map(|home| Reached::of(home, &record.0)).unwrap_or_default();
            let reach = reach.map(|reach| reach.clone().instead(reached.shell, reached.program));
            return undo(spec, there, reach.as_ref());
        }
        let handle = format!("{} {name}", reach.map(Reach::here).unwrap_or_default());
        match spec.far()? {
            None => Self::new(spec),
            Some(far) => match far.way {
                Way::Comes => receive(spec, &far, reach),
                Way::Goes => send(spec, &far, reach, handle),
                Way::Stays => work(spec, &far, reach, handle),
            },
        }
    }
}

/// Prepares a job whose sources are on the other machine.
fn receive(mut spec: JobSpec, far: &Far, reach: Option<&Reach>) -> Result<Checked, OpError> {
    check(&spec)?;
    if let Some(Destination::As(path)) = &mut spec.destination {
        // Slashes at the end mean nothing for what is new.
        path.0 = path.0.components().collect();
    }
    // What cannot be written here is refused before anything is asked there.
    let target = Target::find(&spec)?;
    spec.options.resume = true;
    let mut theirs = spec.clone();
    theirs.sources.iter_mut().for_each(plain);
    theirs.destination = None;
    let ask = |token| Message::Send { spec: Box::new(theirs), token };
    // What is left out is chosen there.
    spec.options.filter = Filter::default();
    let filters = check(&spec)?;
    let (host, verify) = (Some(far.host.clone()), spec.options.verify);
    let (whose, handle) = (String::new(), None);
    let end = End::Takes { host, verify, numeric_ids: false, whose, handle };
    let at = first(&spec);
    let connected = connect(&far.host, reach, ask, (&spec, Action::Receive, &at))?;
    let (connection, input, output, token) = connected;
    let further = join(&far.host, reach, token, &input.further());
    let held = (connection.release(), further);
    let link = Some(Arc::new(Link::held(end, input, output, held)));
    Ok(Checked { spec, filters, target, link })
}

/// Prepares a job whose destination is on the other machine.
fn send(
    mut spec: JobSpec,
    far: &Far,
    reach: Option<&Reach>,
    handle: String,
) -> Result<Checked, OpError> {
    let filters = check(&spec)?;
    spec.options.resume = true;
    let mut theirs = spec.clone();
    theirs.options.filter = Filter::default();
    theirs.destination.iter_mut().flat_map(Destination::paths_mut).for_each(plain);
    let is_directory = matches!(theirs.destination, Some(Destination::Into(_)));
    let place = Place { directory: is_directory, exact: !is_directory };
    let from = reach.map(Reach::here).unwrap_or_default();
    let handle = Some(handle);
    let (theirs, known) = (Box::new(theirs), handle.clone());
    let ask = |token| Message::Receive { spec: theirs, place, from, token, handle: known };
    let at = spec.destination.as_ref().and_then(Destination::path).cloned().unwrap_or_default().0;
    let connected = connect(&far.host, reach, ask, (&spec, Action::Send, &at))?;
    let (connection, input, output, token) = connected;
    let further = join(&far.host, reach, token, &output.further());
    let held = (connection.release(), further);
    let end = End::Shows { host: far.host.clone(), numeric_ids: false, handle };
    let link = Some(Arc::new(Link::held(end, input, output, held)));
    Ok(Checked { spec, filters, target: Target::nowhere(), link })
}

/// Prepares a job that the other machine does with what is there.
fn work(
    spec: JobSpec,
    far: &Far,
    reach: Option<&Reach>,
    handle: String,
) -> Result<Checked, OpError> {
    let mut theirs = spec.clone();
    theirs.sources.iter_mut().for_each(plain);
    let handle = Some(handle);
    let ask = Message::Work { spec: Box::new(theirs), handle: handle.clone() };
    let at = first(&spec);
    let end = End::Watches { host: far.host.clone(), handle };
    watch(spec, end, ask, (&far.host, &at, reach))
}

/// Prepares the undo of a job that the other machine has done.
fn undo(spec: JobSpec, there: There, reach: Option<&Reach>) -> Result<Checked, OpError> {
    there.check()?;
    let ask = Message::undo(&spec, &there.handle, there.verb == Verb::Undo);
    let end = End::Watches { host: there.host.clone(), handle: Some(there.handle) };
    watch(spec, end, ask, (&there.host, &there.at, reach))
}

/// Connects with a machine that does what it is asked with what is there.
fn watch(
    spec: JobSpec,
    end: End,
    ask: Message,
    (host, at, reach): (&str, &PathBuf, Option<&Reach>),
) -> Result<Checked, OpError> {
    let filters = check(&spec)?;
    let connected = connect(host, reach, |_none| ask, (&spec, spec.verb.whole(), at))?;
    let (connection, input, output, _none) = connected;
    let held = (connection.release(), Opened::default());
    let link = Some(Arc::new(Link::held(end, input, output, held)));
    Ok(Checked { spec, filters, target: Target::nowhere(), link })
}

/// Connects, and agrees with the other end on a request; gives also the name by which further connections join the job, if
/// it is to have some.
fn connect(
    host: &str,
    reach: Option<&Reach>,
    ask: impl FnOnce(Option<String>) -> Message,
    (spec, action, at): (&JobSpec, Action, &PathBuf),
) -> Result<(Connection, Input, Output, Option<String>), OpError> {
    let refused = |code| OpError::refused(action, code, at.clone());
    let reach = reach.ok_or_else(|| refused(Code::Unreachable))?;
    let connection = reach.open(host).map_err(|unreached| unreached.as_op(action, at.clone()))?;
    let carries = matches!(spec.verb, Verb::Copy | Verb::Move) && !spec.options.dry_run;
    let joins = carries && connection.peer().joins && reach.connections(host) > 1;
    let token = joins.then(unique);
    let agreed = connection.ask(&ask(token.clone()));
    let (input, output) = agreed.map_err(|text| refused(Code::Refused).saying(&text))?;
    Ok((connection, input, output, token))
}

/// Opens the further connections of a job; where some are missing, it has fewer.
fn join(host: &str, reach: Option<&Reach>, token: Option<String>, further: &Further) -> Opened {
    let (Some(token), Some(reach)) = (token, reach) else { return Opened::default() };
    reach.open_further(host, token, further, reach.connections(host)).0
}

impl Unreached {
    /// Says which step on which path it has stopped.
    pub fn as_op(&self, action: Action, path: impl Into<PathBuf>) -> OpError {
        match self {
            Self::Missing => OpError::refused(action, Code::NoFcp, path),
            Self::Unconnected(said) => {
                OpError::refused(action, Code::Unreachable, path).saying(said)
            }
            Self::Failed(text) => OpError::refused(action, Code::NoFcp, path).saying(text),
        }
    }
}

/// How often a job is looked at whose connection may have to be ended.
const BEAT: Duration = Duration::from_millis(100);

/// Time for the other end to tell what it keeps, after the user has cancelled the job.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Time for a job to stop that will be continued.
const HALT: Duration = Duration::from_millis(300);

/// Ends the connection of a job with the job; before that, if the job was stopped and waits for an end that is silent.
pub(super) fn hold(job: &Arc<Job>, link: &Arc<Link>) {
    let (job, watched, link) = (Arc::clone(job), Arc::clone(job), Arc::clone(link));
    let watch = move || {
        let mut stopped: Option<Instant> = None;
        while !job.wait_for(BEAT) {
            if job.control.is_cancelled() {
                let since = *stopped.get_or_insert_with(Instant::now);
                let most = if job.control.is_halted() { HALT } else { TIMEOUT };
                if since.elapsed() >= most {
                    break;
                }
            }
        }
        link.hang_up();
    };
    let name = format!("fcp-holds-{}", watched.id);
    // Without the thread, the connection ends with the process.
    drop(thread::Builder::new().name(name).spawn(watch));
}

/// Makes a path of another machine one that its own end understands.
fn plain(path: &mut WirePath) {
    if let Some(far) = FarPath::of(&path.0) {
        far.path().clone_into(&mut path.0);
    }
}

fn first(spec: &JobSpec) -> PathBuf {
    spec.sources.first().cloned().unwrap_or_default().0
}
