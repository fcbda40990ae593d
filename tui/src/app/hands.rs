//! Does what the update asks for, outside the model.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use fcp_engine::browse;
use fcp_engine::engine::Engine;
use fcp_engine::queue::{Queue, QueuedJob, Stage};

use super::model::{Effect, Msg};

mod clipboard;
mod jobs;

use jobs::Clerk;

/// Time the jobs have to stop where they are.
const GRACE: Duration = Duration::from_millis(1_800);

/// Carries out effects; their results come back as messages.
#[derive(Debug)]
pub struct Hands {
    engine: Engine,
    back: Sender<Msg>,
    clerk: Clerk,
}

impl Hands {
    /// Works with an engine and reports to a channel.
    pub fn new(engine: Engine, back: Sender<Msg>) -> Self {
        let clerk = Clerk::new(&engine, &back);
        Self { engine, back, clerk }
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
            Effect::Command(command) => self.clerk.command(command),
            Effect::Work(errand) => self.clerk.run(errand),
            Effect::Clipboard(text) => {
                if let Err(error) = clipboard::put(&text) {
                    send(&self.back, Msg::Refused(format!("Nothing was copied: {error}")));
                }
            }
            Effect::HandOn => {
                let (engine, back) = (self.engine.clone(), self.back.clone());
                thread::spawn(move || send(&back, hand_on(&engine)));
            }
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
