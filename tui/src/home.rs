//! Starts the engine with the current user's home, with or without the queue.

use fcp_engine::Engine;
use fcp_engine::link::Reach;
use fcp_engine::queue::Queue;
use fcp_engine::record::Home;
use fcp_presentation::home::of_user;
pub(crate) use fcp_presentation::home::{config, find, state};

/// Starts an engine that knows the user's home, and records jobs if that is wanted.
pub(crate) fn engine(records: bool) -> Engine {
    match find(|name| std::env::var_os(name)) {
        Some(home) if records => Engine::at_home(home),
        Some(home) => Engine::at_home(Home { state: None, ..home }),
        None => Engine::new(),
    }
}

/// Starts the engine of the process that `sudo` or `pkexec` starts: its records and its trash are in the home that the
/// system knows of root, and never below the home of the user who asked, whatever variables were kept.
pub(crate) fn engine_of_administrator() -> Engine {
    if !rustix::process::geteuid().is_root() {
        // Started by hand, it has no rights but the user's.
        return engine(true);
    }
    of_user(0).map_or_else(Engine::new, Engine::at_home)
}

/// Starts an engine on the user's queue.
///
/// Without a home directory, or if the queue cannot be used, jobs run but are not kept. In the
/// latter case, and if an older queue was put aside, the text says why.
pub(crate) fn engine_on_queue() -> (Engine, Option<String>) {
    let (engine, why) = opened();
    if let Ok(reach) = reach() {
        // Without a queue, too, jobs reach other machines.
        engine.reach_by(reach);
    }
    (engine, why)
}

/// Says how other machines are reached by programs with a screen on the terminal, or without one.
///
/// # Errors
/// A variable is misspelled; says so in a sentence.
pub(crate) fn reach() -> Result<Reach, String> {
    fcp_presentation::machines::reach(|name| std::env::var_os(name))
}

fn opened() -> (Engine, Option<String>) {
    let Some(home) = find(|name| std::env::var_os(name)) else { return (Engine::new(), None) };
    let Some(state) = home.state.clone() else { return (Engine::at_home(home), None) };
    let opened = Queue::open(&state).and_then(|opened| {
        let (home, reach) = (home.clone(), reach().ok());
        let (engine, _) = Engine::on_queue_reaching(home, opened.queue, reach)?;
        Ok((engine, opened.aside))
    });
    match opened {
        Ok((engine, aside)) => {
            if let (Some(_), Some(queue)) = (&aside, engine.queue()) {
                // The screen shows it.
                queue.aside_was_told();
            }
            (engine, aside.map(|aside| aside.to_string()))
        }
        Err(error) => {
            (Engine::at_home(home), Some(format!("jobs will not be kept after you quit: {error}")))
        }
    }
}
