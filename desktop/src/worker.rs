//! A process in the background that goes on with the jobs when the windows are gone.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write, stdout};
use std::process::{Command, Stdio};
use std::time::Duration;

use fcp_engine::queue::Queue;
use fcp_engine::{Engine, Events, home};

use crate::signals;

/// The argument that begins it.
pub(crate) const FLAG: &str = "--work";
/// What the process says once it has its place in the queue.
const READY: &str = "ready";
/// Events taken in a row before anything else gets its turn.
const BATCH: usize = 4_096;
/// Time between two looks whether anything is left to do, or whether a signal came.
const LOOK: Duration = Duration::from_millis(250);
/// Time the jobs have to stop.
const GRACE: Duration = Duration::from_millis(1_800);

/// Starts the process; returns once it runs the queue.
///
/// # Errors
/// One line that says why it does not.
pub(crate) fn spawn() -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot start a process: {error}");
    let mut child = Command::new(std::env::current_exe().map_err(failed)?)
        .arg(FLAG)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut said = String::new();
    if let Some(pipe) = child.stdout.take() {
        BufReader::new(pipe).read_line(&mut said).map_err(failed)?;
    }
    match said.trim_end() {
        READY => Ok(()),
        "" => Err("the process in the background did not begin".to_owned()),
        why => Err(why.to_owned()),
    }
}

/// Works the queue off without a window until nothing is left to do, and gives the exit code.
pub(crate) fn run() -> u8 {
    match work() {
        Ok(()) => 0,
        Err(why) => {
            // If whoever started this has gone, nobody wants to know.
            let _told = writeln!(stdout(), "{why}").is_ok();
            3
        }
    }
}

fn work() -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    // Closing the terminal or session that the window was in does not concern the jobs.
    if let Err(errno) = rustix::process::setsid()
        && errno != rustix::io::Errno::PERM
    {
        return Err(format!("cannot leave the session: {errno}"));
    }
    let mut signals = signals::listen().map_err(failed)?;
    let Some(home) = home::find(|name| std::env::var_os(name)) else {
        return Err("there is no home directory".to_owned());
    };
    let Some(state) = home.state.clone() else {
        return Err("there is no place for the queue".to_owned());
    };
    let queue = Queue::open(&state).map_err(|error| error.to_string())?.queue;
    let (engine, events) =
        Engine::on_queue_heard(home, queue.clone()).map_err(|error| error.to_string())?;
    ready().map_err(failed)?;
    let worked = work_off(&queue, &events, || signals.pending().next().is_some());
    engine.close(GRACE);
    worked
}

/// Waits until no job runs and none could start, or until it is to stop.
fn work_off(queue: &Queue, events: &Events, mut stop: impl FnMut() -> bool) -> Result<(), String> {
    while !stop() {
        let quiet = events.next_within(LOOK).is_none();
        // Nobody looks, but a reader that does not read slows the jobs.
        drop(events.take(BATCH));
        if quiet && !queue.has_work().map_err(|error| error.to_string())? {
            break;
        }
    }
    Ok(())
}

/// Tells whoever started this that it works, and lets go of the pipe.
fn ready() -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{READY}")?;
    out.flush()?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(nowhere)?;
    Ok(())
}
