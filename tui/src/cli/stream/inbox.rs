//! Reads commands from standard input, and obeys them.

use std::collections::BTreeSet;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use fcp_engine::Engine;
use fcp_engine::event::{Command, Event, JobId, JobStatus, Request};

use super::{GRACE, Obeyed, Sink, now};

/// What the thread that reads commands tells the one that writes events.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// Jobs that commands have started.
    pub(super) submitted: AtomicU64,
    /// Jobs that commands have paused.
    paused: Mutex<BTreeSet<JobId>>,
    /// Whether standard input has ended.
    pub(super) ended: AtomicBool,
    /// Whether a command is carried out that has no reply yet.
    obeys: Mutex<bool>,
    replied: Condvar,
}

/// Carries out commands until standard input ends, which is no command.
pub(super) fn listen(engine: &Engine, sink: &Sink, inbox: &Inbox, obeyed: Obeyed) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) if line.iter().all(u8::is_ascii_whitespace) => {}
            Ok(_) => {
                inbox.set_obeys(true);
                let reply = obey(engine, inbox, &line, obeyed);
                sink.send(now(), reply);
                inbox.set_obeys(false);
            }
        }
    }
    // What only a command could resume would wait for ever.
    for job in std::mem::take(&mut *inbox.paused()) {
        // A finished job refuses the command, which does no harm.
        let _resumed = engine.resume(job).is_ok();
        let stays = |it: &JobStatus| it.job == job && it.progress.paused;
        if engine.status().iter().any(stays) {
            // Its destination was unmounted.
            let _cancelled = engine.cancel(job).is_ok();
        }
    }
    inbox.ended.store(true, Ordering::Release);
}

impl Inbox {
    pub(super) fn set_obeys(&self, obeys: bool) {
        *self.obeys.lock().unwrap_or_else(PoisonError::into_inner) = obeys;
        self.replied.notify_all();
    }

    /// Waits a moment for the reply to a command that is carried out: a job may end by it before its reply.
    pub(super) fn wait_for_reply(&self) {
        let obeys = self.obeys.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.replied.wait_timeout_while(obeys, GRACE, |obeys| *obeys));
    }

    fn paused(&self) -> MutexGuard<'_, BTreeSet<JobId>> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers which jobs a command has paused.
    fn note(&self, engine: &Engine, command: &Command) {
        match command {
            Command::Pause { job: Some(job) } => drop(self.paused().insert(*job)),
            Command::Pause { job: None } => {
                self.paused().extend(engine.status().iter().map(|status| status.job));
            }
            // A resumed job stays noted: the engine may refuse, and resumes no job twice.
            _ => {}
        }
    }
}

pub(super) fn obey(engine: &Engine, inbox: &Inbox, line: &[u8], obeyed: Obeyed) -> Event {
    let reply = |id, result: Result<Option<JobId>, String>, status| {
        let (ok, error, job) = match result {
            Ok(job) => (true, None, job),
            Err(error) => (false, Some(error), None),
        };
        Event::Reply { id, ok, error, job, status }
    };
    let request: Request = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return reply(id_of(line), Err(error.to_string()), None),
    };
    if !obeyed(&request.command) {
        return reply(request.id, Err("this process does not obey this command".to_owned()), None);
    }
    let is_status = matches!(request.command, Command::Status);
    let is_submit = matches!(request.command, Command::Submit { .. });
    if is_submit {
        // Count it before it can finish, so that its end is not taken for the end of all jobs.
        inbox.submitted.fetch_add(1, Ordering::AcqRel);
    }
    inbox.note(engine, &request.command);
    let result = engine.command(request.command).map_err(|error| error.to_string());
    if is_submit && result.is_err() {
        inbox.submitted.fetch_sub(1, Ordering::AcqRel);
    }
    let status = (is_status && result.is_ok()).then(|| engine.status());
    reply(request.id, result, status)
}

/// Finds the number of a command that makes no sense otherwise.
fn id_of(line: &[u8]) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    value.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0)
}
