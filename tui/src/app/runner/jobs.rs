//! Carries out requests to jobs and to the queue, in order, on a thread of its own.

use std::collections::BTreeMap;
use std::process;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;

use fcp_browse as browse;
use fcp_engine::engine::{ControlError, Engine};
use fcp_engine::event::{Command, JobId, QuestionId, Resolution};
use fcp_engine::foresee::Foreseen;
use fcp_engine::queue::{LeftToUndo, Mode, Queue, QueueError, QueuedJob};
use fcp_engine::spec::Verb;
use fcp_presentation::{errors, tr, undo};

use super::{GRACE, send};
use crate::app::model::Msg;
use crate::app::work::{News, QueueFacts, QueueRequest};

/// What one thread does in order: a key must not take effect before an earlier one.
#[derive(Debug, PartialEq)]
enum Order {
    Command(Command),
    Undo(JobId),
    Mode(Mode),
    Look,
    Close,
}

/// Sends orders to the thread that gives commands to the engine: the store of the queue may block
/// that thread, but must not block the keys.
#[derive(Debug)]
pub(super) struct CommandThread {
    engine: Arc<OnceLock<Engine>>,
    back: Sender<Msg>,
    orders: Sender<Order>,
}

impl CommandThread {
    /// Starts the thread.
    pub(super) fn new(engine: &Arc<OnceLock<Engine>>, back: &Sender<Msg>) -> Self {
        let (orders, inbox) = mpsc::channel();
        let (engine, back) = (Arc::clone(engine), back.clone());
        let (here, there) = (Arc::clone(&engine), back.clone());
        thread::spawn(move || {
            for order in inbox {
                if order == Order::Look {
                    send(&there, Msg::Work(News::Mounted(browse::mount_points())));
                }
                if let Some(msg) = obey(here.wait(), order) {
                    send(&there, msg);
                }
            }
        });
        Self { engine, back, orders }
    }

    /// Gives a command.
    pub(super) fn command(&self, command: Command) {
        self.order(Order::Command(command));
    }

    /// Runs a request.
    pub(super) fn run(&self, request: QueueRequest) {
        match request {
            QueueRequest::Look => self.order(Order::Look),
            QueueRequest::Undo(job) => self.order(Order::Undo(job)),
            QueueRequest::Mode(mode) => self.order(Order::Mode(mode)),
            QueueRequest::Foresee(job) => self.beside(move |engine| {
                let found = in_queue(engine, |queue| queue.foresee_undo(job));
                foreseen(job, found)
            }),
            QueueRequest::ForeseeLast(job) => {
                self.beside(move |engine| {
                    match in_queue(engine, |queue| queue.foresee_undo(job)) {
                        Err(ControlError::Queue(error)) if undo::is_for_good(&error) => {
                            Msg::NeverUndone(job)
                        }
                        found => foreseen(job, found),
                    }
                });
            }
            QueueRequest::Retried(job) => self.beside(move |engine| {
                let spec = in_queue(engine, |queue| queue.retried(job));
                let told = |spec| Msg::Retried(Box::new(spec));
                spec.map_or_else(|error| Msg::Refused(errors::of_control(&error)), told)
            }),
            QueueRequest::Log => {
                self.beside(|engine| told(in_queue(engine, Queue::list_all), log));
            }
            QueueRequest::Facts(job) => {
                self.beside(move |engine| told(in_queue(engine, |q| q.log(job)), News::Facts));
            }
            QueueRequest::Probe(it) => {
                self.beside(move |_| Msg::Work(News::Probed(it.question, it.run())));
            }
            // On another thread it could end the program before a pause is stored.
            QueueRequest::Close => self.order(Order::Close),
        }
    }

    fn order(&self, order: Order) {
        if self.orders.send(order).is_err() {
            send(&self.back, Msg::Refused(tr!("queue-silent").to_owned()));
        }
    }

    fn beside(&self, work: impl FnOnce(&Engine) -> Msg + Send + 'static) {
        let (engine, back) = (Arc::clone(&self.engine), self.back.clone());
        thread::spawn(move || send(&back, work(engine.wait())));
    }
}

fn in_queue<T>(
    engine: &Engine,
    act: impl FnOnce(&Queue) -> Result<T, QueueError>,
) -> Result<T, ControlError> {
    Ok(act(engine.queue().ok_or(ControlError::NoQueue)?)?)
}

/// Looks which jobs have been taken back.
fn log(jobs: Vec<QueuedJob>) -> News {
    let mut left = LeftToUndo::default();
    let is_back = |job: &&QueuedJob| job.verb != Verb::Undo && left.of(job) == Some(false);
    let back = jobs.iter().filter(is_back).map(|job| job.job).collect();
    News::Log(jobs, back)
}

fn foreseen(job: JobId, found: Result<Foreseen, ControlError>) -> Msg {
    Msg::Work(News::Foreseen(job, found.map_err(|error| errors::of_control(&error))))
}

fn told<T>(result: Result<T, ControlError>, news: impl FnOnce(T) -> News) -> Msg {
    match result {
        Ok(it) => Msg::Work(news(it)),
        Err(error) => Msg::Refused(errors::of_control(&error)),
    }
}

fn obey(engine: &Engine, order: Order) -> Option<Msg> {
    let result = match order {
        Order::Command(Command::Answer { question, answer, scope }) => {
            let resolution = Resolution { answer, scope };
            return answered(question, engine.answer(question, &resolution));
        }
        Order::Command(command) => engine.command(command),
        Order::Undo(of) => {
            return Some(match in_queue(engine, |queue| queue.undo(of)) {
                Ok(by) => Msg::Undoing { of, by },
                Err(error) => Msg::Refused(errors::of_control(&error)),
            });
        }
        Order::Mode(mode) => in_queue(engine, |queue| queue.set_mode(mode)).map(|()| None),
        Order::Look => return Some(look(engine)),
        Order::Close => {
            engine.close(GRACE);
            return Some(Msg::Left);
        }
    };
    match result {
        Ok(job) => job.map(Msg::Submitted),
        Err(error) => Some(Msg::Refused(errors::of_control(&error))),
    }
}

fn answered(question: QuestionId, result: Result<(), ControlError>) -> Option<Msg> {
    match result {
        // It was answered meanwhile, here by a wider answer or elsewhere.
        Ok(())
        | Err(ControlError::NoQuestion(_) | ControlError::Queue(QueueError::NoQuestion(_))) => None,
        Err(error) => Some(Msg::Work(News::Unanswered(question, errors::of_control(&error)))),
    }
}

fn look(engine: &Engine) -> Msg {
    let here = process::id();
    let kept = |job: QueuedJob| {
        let process = job.pid.filter(|pid| *pid != here);
        (job.job, QueueFacts { limit: job.limit_rate, process })
    };
    let found = in_queue(engine, |queue| Ok((queue.settings()?, queue.list()?)));
    match found {
        Ok((settings, jobs)) => {
            Msg::Work(News::Queue(settings, jobs.into_iter().map(kept).collect()))
        }
        // The rows need no settings; a user who changes a setting is told the error then.
        Err(_) => Msg::Work(News::Queue(fcp_engine::queue::Settings::default(), BTreeMap::new())),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fcp_engine::queue::Adding;
    use fcp_engine::record::Home;
    use fcp_engine::spec::{Destination, JobSpec};

    use super::*;

    #[test]
    fn the_queue_is_left_only_when_all_orders_before_were_carried_out() {
        const JOBS: u64 = 4;
        const ROUNDS: usize = 1_000;
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("state");
        let open = || Queue::open(&state).unwrap().queue;
        let spec =
            || JobSpec::copy([dir.path().join("source")], Destination::Into(dir.path().into()));
        // The first job waits for the user, and so the others wait for their turn.
        let queue = open();
        let paused = Adding { paused: true, ..Adding::default() };
        let after = Some(queue.add(spec(), &paused).unwrap());
        let add = |_| queue.add(spec(), &Adding { after, ..Adding::default() }).unwrap();
        let jobs: Vec<JobId> = (0..JOBS).map(add).collect();
        let home = Home { data: dir.path().join("data"), state: Some(state.clone()) };
        let engine = Arc::new(OnceLock::new());
        let (back, inbox) = mpsc::channel();
        let commands = CommandThread::new(&engine, &back);
        // Without the order, so many commands would still be waiting when the queue is closed.
        for _ in 0..ROUNDS {
            commands.command(Command::Pause { job: after });
            commands.command(Command::Resume { job: after });
            commands.command(Command::Pause { job: after });
        }
        for job in &jobs {
            commands.command(Command::Pause { job: Some(*job) });
        }
        commands.run(QueueRequest::Close);
        drop(engine.set(Engine::on_queue(home, open()).unwrap()));
        let left = |msg: &Msg| matches!(msg, Msg::Left);
        while !left(&inbox.recv_timeout(Duration::from_secs(120)).unwrap()) {}
        let open = queue.list().unwrap();
        assert!(open.iter().all(|job| job.paused), "{open:?}");
    }
}
