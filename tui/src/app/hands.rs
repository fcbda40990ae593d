//! Does what the update asks for, outside the model.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use fcp_engine::browse::old as browse;
use fcp_engine::engine::{ControlError, Engine};
use fcp_engine::queue::{Queue, QueuedJob, Stage};

use super::model::{Effect, Msg};

/// Time the jobs have to stop where they are.
const GRACE: Duration = Duration::from_millis(1_800);

/// Carries out effects; their results come back as messages.
#[derive(Debug)]
pub struct Hands {
    engine: Engine,
    back: Sender<Msg>,
}

impl Hands {
    /// Works with an engine and reports to a channel.
    pub fn new(engine: Engine, back: Sender<Msg>) -> Self {
        Self { engine, back }
    }

    /// Carries out one effect.
    ///
    /// What may wait for a disk or a network gets a thread: a dead mount must not stop the keys.
    pub fn carry_out(&self, effect: Effect) {
        match effect {
            Effect::List { side, ticket, dir } => {
                let back = self.back.clone();
                thread::spawn(move || list(side, ticket, &dir, &back));
            }
            Effect::Submit(spec) => {
                let (engine, back) = (self.engine.clone(), self.back.clone());
                thread::spawn(move || {
                    send(
                        &back,
                        match engine.submit(*spec) {
                            Ok(job) => Msg::Submitted(job),
                            Err(error) => Msg::Refused(error.to_string()),
                        },
                    );
                });
            }
            Effect::Pause(job) => self.told(self.engine.pause(job)),
            Effect::Resume(job) => self.told(self.engine.resume(job)),
            Effect::Cancel(job) => self.told(self.engine.cancel(job)),
            Effect::Answer(question, resolution) => {
                self.told(self.engine.answer(question, &resolution));
            }
            Effect::HandOn => {
                let (engine, back) = (self.engine.clone(), self.back.clone());
                thread::spawn(move || send(&back, hand_on(&engine)));
            }
        }
    }

    fn told(&self, result: Result<(), ControlError>) {
        if let Err(error) = result {
            send(&self.back, Msg::Refused(error.to_string()));
        }
    }
}

/// Has somebody go on with the jobs, and stops running them here.
fn hand_on(engine: &Engine) -> Msg {
    let goes_on = |job: &QueuedJob| !job.paused || job.stage == Stage::Running;
    let is_needed = match engine.queue().map(Queue::list) {
        Some(Ok(jobs)) => jobs.iter().any(goes_on),
        Some(Err(error)) => return Msg::Refused(error.to_string()),
        None => false,
    };
    if is_needed && let Err(why) = crate::queue::run_in_background() {
        return Msg::Refused(why);
    }
    engine.close(GRACE);
    Msg::Left
}

fn list(side: usize, ticket: u64, dir: &Path, back: &Sender<Msg>) {
    match browse::names(dir) {
        Ok(mut entries) => {
            // A large directory shows its names before every one has been asked for its size.
            let names = Msg::Listed { side, ticket, entries: entries.clone(), free: None };
            send(back, names);
            browse::fill(dir, &mut entries);
            send(back, Msg::Listed { side, ticket, entries, free: browse::free(dir) });
        }
        Err(error) => send(back, Msg::Unlisted { side, ticket, error }),
    }
}

/// Sends a message; when the program ends there is nobody left to care.
pub fn send(back: &Sender<Msg>, msg: Msg) {
    if back.send(msg).is_err() {
        thread::park();
    }
}
