//! Does what the update asks for, outside the model.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread;

use fcp_engine::browse;
use fcp_engine::engine::{ControlError, Engine};

use super::model::{Effect, Msg};

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
                    if let Err(error) = engine.submit(*spec) {
                        send(&back, Msg::Refused(error.to_string()));
                    }
                });
            }
            Effect::Pause(job) => self.told(self.engine.pause(job)),
            Effect::Resume(job) => self.told(self.engine.resume(job)),
            Effect::Cancel(job) => self.told(self.engine.cancel(job)),
            Effect::Answer(question, resolution) => {
                self.told(self.engine.answer(question, &resolution));
            }
        }
    }

    fn told(&self, result: Result<(), ControlError>) {
        if let Err(error) = result {
            send(&self.back, Msg::Refused(error.to_string()));
        }
    }
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
