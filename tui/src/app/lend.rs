//! Lends the terminal to another program, and handles messages until that program ends.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::thread;

use fcp_presentation::tr;

use super::model::{Effect, Model, Msg, Run};
use super::runner::{EffectRunner, run::Programs, send};
use super::saver::Saver;
use super::screen::{COUNTERS, now};
use super::subshell::{self, Subshell};
use super::update;

/// How a program ended that had the terminal.
#[derive(Debug)]
pub(super) enum Ended {
    /// What it left to say.
    Ran(Result<(), String>),
    /// The names that the user edited, or why there are none.
    Named(Result<Vec<OsString>, String>),
    /// The folder that the shell below the panels has changed to, or why there is no shell.
    Left(Result<Option<PathBuf>, String>),
}

impl Ended {
    /// Makes the message that tells it, with the size that the terminal has now.
    pub(super) fn into_msg(self, screen: (u16, u16)) -> Msg {
        match self {
            Self::Ran(result) => Msg::Ran { result, screen },
            Self::Named(result) => Msg::Named { result, screen },
            Self::Left(result) => Msg::LeftShell { result, screen },
        }
    }
}

/// Runs a program on the terminal until it ends.
pub(super) fn run(programs: &Programs, below: &Mutex<Option<Subshell>>, run: &Run) -> Ended {
    match run {
        Run::Names { names } => Ended::Named(programs.names(names)),
        Run::Screen { dir } if subshell::is_possible() => {
            let mut below = below.lock().unwrap_or_else(PoisonError::into_inner);
            Ended::Left(subshell::visit(&mut below, dir))
        }
        run => Ended::Ran(programs.run(run)),
    }
}

/// Tells that a program did not get its items: others have their paths by now.
pub(super) fn replaced() -> Ended {
    Ended::Ran(Err(tr!("folder-replaced").to_owned()))
}

/// What keeps running while another program has the terminal.
pub(super) struct Lent<'a> {
    pub(super) model: &'a mut Model,
    pub(super) runner: &'a EffectRunner,
    pub(super) inbox: &'a Receiver<Msg>,
    pub(super) back: &'a Sender<Msg>,
    pub(super) saver: Option<&'a mut Saver>,
}

impl Lent<'_> {
    /// Runs a program on a thread until it ends, and takes in what comes meanwhile: an editor may stay
    /// open for a night, and ten samples a second of each job would pile up.
    ///
    /// A signal does not wait for the program: gives none when this one has to end first.
    pub(super) fn until_ended(
        mut self,
        next_key: impl Fn(),
        program: impl FnOnce() -> Ended + Send + 'static,
    ) -> Option<Ended> {
        let (sender, ended) = mpsc::channel();
        let back = self.back.clone();
        thread::spawn(move || {
            if sender.send(program()).is_ok() {
                // It wakes the loop below, which looks for the result.
                send(&back, Msg::Tick);
            }
        });
        loop {
            match ended.try_recv() {
                Ok(ended) => return Some(ended),
                Err(TryRecvError::Disconnected) => {
                    return Some(Ended::Ran(Err(tr!("program-not-run").to_owned())));
                }
                Err(TryRecvError::Empty) => {}
            }
            let msg = self.inbox.recv_timeout(COUNTERS).unwrap_or(Msg::Tick);
            if matches!(msg, Msg::Typed(_)) {
                next_key();
            }
            self.take(msg);
            if self.model.is_over() {
                return None;
            }
        }
    }

    fn take(&mut self, msg: Msg) {
        for effect in update::update(self.model, now(), msg) {
            // What else needs the terminal is asked for by keys alone.
            if let Some(Effect::Notify(text)) = self.runner.carry_out(effect) {
                // A terminal that is gone is noticed when it is taken again.
                drop(self.model.notify.tell(&text));
            }
        }
        if let Some(saver) = &mut self.saver {
            saver.save(self.model);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};
    use std::time::{Duration, Instant};

    use fcp_browse::Listing;
    use fcp_engine::event::FileKind;

    use super::*;

    /// Lends a terminal to a program that gets the way for messages.
    fn lend(
        model: &mut Model,
        program: impl FnOnce(&Sender<Msg>) -> Ended + Send + 'static,
    ) -> Option<Ended> {
        let (back, inbox) = mpsc::channel();
        let runner = EffectRunner::new(Arc::new(OnceLock::new()), back.clone());
        let told = back.clone();
        let lent = Lent { model, runner: &runner, inbox: &inbox, back: &back, saver: None };
        lent.until_ended(|| {}, move || program(&told))
    }

    fn model() -> Model {
        Model::new(PathBuf::from("/left"), PathBuf::from("/right"))
    }

    #[test]
    fn messages_are_taken_in_while_another_program_has_the_terminal() {
        let ended = lend(&mut model(), |back| {
            // A listing that the model did not ask for is dropped when it arrives.
            let listing = Arc::new(Listing::new([("x".into(), FileKind::File)]));
            for ticket in 1..1_000 {
                let listing = Arc::clone(&listing);
                back.send(Msg::Listed { ticket, listing, whole: true, space: None }).unwrap();
            }
            let began = Instant::now();
            while Arc::strong_count(&listing) > 1 {
                assert!(began.elapsed() < Duration::from_secs(120), "they pile up");
                thread::yield_now();
            }
            Ended::Ran(Ok(()))
        });
        assert!(matches!(ended, Some(Ended::Ran(Ok(())))));
    }

    #[test]
    fn a_signal_does_not_wait_for_the_program_that_has_the_terminal() {
        let (_never, forever) = mpsc::channel::<()>();
        let mut model = model();
        let ended = lend(&mut model, move |back| {
            back.send(Msg::Stop).unwrap();
            assert!(forever.recv().is_err());
            Ended::Ran(Ok(()))
        });
        assert!(ended.is_none() && model.is_over());
    }

    #[test]
    fn a_program_that_cannot_be_run_gives_the_terminal_back() {
        let ended = lend(&mut model(), |_| panic!("no such program"));
        assert!(matches!(ended, Some(Ended::Ran(Err(_)))));
    }
}
