//! Opens the further connections of a job between machines ([`Further`]).

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::further::Further;
use super::message::Message;
use super::reach::{Hold, Reach};
use fcp_sys::lock;

/// Longest time for which the job waits for further connections; later ones are used, too.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Connections that are opened at a time: sshd(8) refuses some where more than ten are not logged in yet (`MaxStartups`).
/// Where it refuses some of fewer, the rest are opened as many at a time as it took.
const AT_A_TIME: usize = 7;

/// The further connections of a job; they end when this is dropped.
#[derive(Debug, Default)]
pub struct Opened(Arc<Mutex<Held>>);

#[derive(Debug, Default)]
struct Held {
    is_over: bool,
    holds: Vec<Hold>,
}

impl Opened {
    /// Ends them.
    pub(crate) fn hang_up(&self) {
        let mut held = lock(&self.0);
        held.is_over = true;
        held.holds.drain(..).for_each(|hold| hold.hang_up());
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.hang_up();
    }
}

/// Makes a name that nothing else has.
pub fn unique() -> String {
    let random = |seed: u8| RandomState::new().hash_one(seed);
    format!("{:016x}{:016x}", random(0), random(1))
}

impl Reach {
    /// Opens connections until a job, which has this token, has so many: first one alone, since what keeps that out, such
    /// as a password that is needed, keeps out the others as well. Gives how many it has and why some are missing.
    pub fn open_further(
        &self,
        host: &str,
        token: String,
        further: &Further,
        wanted: u8,
    ) -> (Opened, Result<(), (u8, String)>) {
        let opened = Opened::default();
        let joining = Arc::new(Joining {
            reach: self.clone().silent().kept_alive(),
            host: host.to_owned(),
            token,
            further: further.clone(),
            held: Arc::clone(&opened.0),
        });
        let mut missing: VecDeque<u8> = (1..wanted).collect();
        let end = Instant::now() + TIMEOUT;
        let (mut joined, mut next, mut most) = (1, 1, AT_A_TIME);
        while !missing.is_empty() {
            let group: Vec<u8> = missing.drain(..next.min(missing.len())).collect();
            let (tell, told) = channel();
            for number in &group {
                let (joining, tell, number) = (Arc::clone(&joining), tell.clone(), *number);
                drop(thread::spawn(move || joining.join(number, &tell)));
            }
            let mut refused = None;
            let before = missing.len();
            for _ in &group {
                let left = end.saturating_duration_since(Instant::now());
                match told.recv_timeout(left) {
                    Ok((_, Ok(()))) => joined += 1,
                    Ok((number, Err(text))) => {
                        missing.push_back(number);
                        refused = Some(text);
                    }
                    Err(_) => {
                        let text = format!("{host} does not answer in time");
                        return (opened, Err((joined, text)));
                    }
                }
            }
            let took = group.len() - (missing.len() - before);
            match refused {
                Some(reason) if took == 0 => return (opened, Err((joined, reason))),
                Some(_) => most = took,
                None => {}
            }
            next = most;
        }
        (opened, Ok(()))
    }
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
    fn join(&self, number: u8, tell: &Sender<(u8, Result<(), String>)>) {
        let joined = self.try_join(number);
        // The job may have begun without it.
        let _heard = tell.send((number, joined)).is_ok();
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
        let mut held = lock(&self.held);
        if held.is_over {
            hold.hang_up();
        } else {
            held.holds.push(hold);
        }
    }
}
