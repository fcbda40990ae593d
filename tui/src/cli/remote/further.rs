//! Opens the further connections of a copy between machines (`fcp_engine::link::Further`), if the user wants some.

use std::hash::{BuildHasher, RandomState};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::link::{Connection, Further, Hold, Message, Reach};

use super::connect::reach;
use crate::cli::aside::complain;
use crate::cli::asked::{Asked, Remote};

/// Longest time for which the job waits for further connections; later ones are used, too.
const PATIENCE: Duration = Duration::from_secs(30);

/// Connections that are opened at a time: sshd(8) refuses some where more than ten are not logged in yet (`MaxStartups`).
const AT_A_TIME: usize = 7;

/// The further connections of a job; they end when this is dropped.
#[derive(Default)]
pub(crate) struct Opened(Arc<Mutex<Held>>);

#[derive(Default)]
struct Held {
    is_over: bool,
    holds: Vec<Hold>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.is_over = true;
        held.holds.drain(..).for_each(|hold| hold.hang_up());
    }
}

/// Makes the name by which further connections join a job, if the user wants some and the other end can have them.
pub(super) fn token(host: &str, asked: &Asked, connection: &Connection) -> Option<String> {
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

/// Makes a name that nothing else has.
pub(super) fn unique() -> String {
    let random = |seed: u8| RandomState::new().hash_one(seed);
    format!("{:016x}{:016x}", random(0), random(1))
}

/// Opens further connections: first one alone, since what keeps that out, such as a password that is needed, keeps out the
/// others as well. Says so if some are missing.
pub(super) fn open(
    host: &str,
    remote: &Remote,
    token: Option<String>,
    further: &Further,
) -> Opened {
    let opened = Opened::default();
    // The line was read before, for the first connection.
    let (Some(token), Ok(reach)) = (token, reach(remote)) else { return opened };
    let joining = Arc::new(Joining {
        reach: reach.silent().kept_alive(),
        host: host.to_owned(),
        token,
        further: further.clone(),
        held: Arc::clone(&opened.0),
    });
    let numbers: Vec<u8> = (1..remote.connections).collect();
    let (first, rest) = numbers.split_at(1.min(numbers.len()));
    let end = Instant::now() + PATIENCE;
    let mut joined = 1;
    for group in std::iter::once(first).chain(rest.chunks(AT_A_TIME)) {
        let (tell, told) = channel();
        for number in group {
            let (joining, tell, number) = (Arc::clone(&joining), tell.clone(), *number);
            drop(thread::spawn(move || joining.join(number, &tell)));
        }
        let mut reason = None;
        for _ in group {
            let left = end.saturating_duration_since(Instant::now());
            match told.recv_timeout(left) {
                Ok(Ok(())) => joined += 1,
                Ok(Err(text)) => reason = Some(text),
                Err(_) => reason = Some(format!("{host} does not answer in time")),
            }
        }
        if let Some(reason) = reason {
            let wanted = remote.connections;
            let text = format!("{joined} of {wanted} connections are used: {reason}");
            complain(&text.as_str().into());
            break;
        }
    }
    opened
}

/// What a thread knows that opens a connection.
struct Joining {
    reach: Reach,
    host: String,
    token: String,
    further: Further,
    held: Arc<Mutex<Held>>,
}

impl Joining {
    fn join(&self, number: u8, tell: &Sender<Result<(), String>>) {
        let joined = self.try_join(number);
        // The job may have begun without it.
        let _heard = tell.send(joined).is_ok();
    }

    fn try_join(&self, number: u8) -> Result<(), String> {
        let opened = self.reach.open_held(&self.host, &|hold| self.keep(hold));
        let connection = opened.map_err(|unreached| unreached.sentence(&self.host))?;
        let join = Message::Join { token: self.token.clone(), number };
        let (input, output) = connection.ask(&join)?;
        let added = self.further.add(number, input, output);
        added.map_err(|_| format!("{}: the connection ended", self.host))?;
        drop(connection.release());
        Ok(())
    }

    /// Has a connection end with the job.
    fn keep(&self, hold: Hold) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_over {
            hold.hang_up();
        } else {
            held.holds.push(hold);
        }
    }
}
