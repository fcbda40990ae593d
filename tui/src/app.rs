//! The file manager `fcp-tui`: two panels of files and the list of jobs.
//!
//! The [`model`] is everything the screen is a function of, [`update`] changes it and names the
//! effects, [`runner`] carries them out, [`paint`] draws, and `screen` goes round between them. Only the
//! last one reads clocks and keys.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use fcp_engine::engine::Engine;
use fcp_engine::path::DisplayName;
use fcp_presentation::keep;
use fcp_presentation::language::Language;
use fcp_presentation::tr;
use jiff::tz::TimeZone;

pub(crate) mod action;
pub(crate) mod after;
pub(crate) mod area;
pub(crate) mod command;
pub(crate) mod config;
mod derived;
pub(crate) mod dialog;
pub(crate) mod divided;
pub(crate) mod effect;
mod elevation;
pub(crate) mod field;
pub(crate) mod finished;
pub(crate) mod fuzzy;
pub(crate) mod history;
pub(crate) mod key;
pub(crate) mod keymap;
pub(crate) mod layout;
mod lend;
pub(crate) mod line;
mod links;
pub(crate) mod listed;
pub(crate) mod look;
pub(crate) mod model;
pub(crate) mod mouse;
pub(crate) mod msg;
mod notify;
pub(crate) mod page;
pub(crate) mod paint;
pub(crate) mod palette;
pub(crate) mod panic;
pub(crate) mod report;
pub(crate) mod request;
pub(crate) mod runner;
pub(crate) mod saver;
mod screen;
pub(crate) mod searches;
pub(crate) mod shell;
pub(crate) mod state;
pub(crate) mod subshell;
pub(crate) mod suspend;
pub(crate) mod synonyms;
#[cfg(test)]
mod tests;
pub(crate) mod theme;
pub(crate) mod tty;
pub(crate) mod unasked;
pub(crate) mod undo;
pub(crate) mod update;
pub(crate) mod viewer;
pub(crate) mod waits;
pub(crate) mod ways;
pub(crate) mod when;
pub(crate) mod widths;
pub(crate) mod work;

use config::Config;
use line::Line;
use model::{Model, Msg, Tone};
use mouse::Zones;
use runner::{EffectRunner, requests, send, session};
use saver::Saver;
use screen::{Screen, give_terminal_back, now, take_terminal};
use suspend::Suspension;
use tty::{Hangup, Keys};
use viewer::Graphics;

/// Time that a mount has to say what the directories are that were named at the start.
const ANSWER: Duration = Duration::from_secs(2);

/// Runs the file manager until the user leaves.
pub(crate) fn run() -> ExitCode {
    match begin(&Line::read()) {
        Ok(code) => code,
        Err(error) => {
            // The terminal is restored by now.
            match writeln!(io::stderr(), "fcp-tui: {error}") {
                // If the terminal is gone, there is no place to say it.
                Ok(()) | Err(_) => {}
            }
            ExitCode::from(if error.kind() == io::ErrorKind::InvalidInput { 2 } else { 3 })
        }
    }
}

/// Does what the command line asks for.
fn begin(line: &Line) -> io::Result<ExitCode> {
    if let Some(sum) = &line.carry_out {
        return Ok(ExitCode::from(crate::cli::elevated::run(sum)));
    }
    if let Some(sum) = &line.carry_out_events {
        return Ok(ExitCode::from(crate::cli::elevated::run_streamed(sum)));
    }
    if line.becomes_shell {
        return subshell::become_shell();
    }
    if let Some(dir) = &line.links {
        return links::install(dir);
    }
    if let Some((shell, name)) = &line.shell {
        io::stdout().write_all(shell::function(*shell, name).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let dir = crate::home::config(|name| env::var_os(name));
    Language::of_environment(|name| env::var_os(name)).choose();
    let (config, mistakes) = config::load(dir.as_deref(), env::home_dir().as_deref(), &line.config)
        .map_err(|text| io::Error::new(io::ErrorKind::InvalidInput, text))?;
    if let Some(language) = config.language {
        language.choose();
    }
    if line.check {
        line::tell(&mistakes, &config.replaced_keys())?;
        return Ok(ExitCode::from(u8::from(!mistakes.is_empty())));
    }
    start(line, config, line::notice(&mistakes))?;
    Ok(ExitCode::SUCCESS)
}

fn start(line: &Line, config: Config, notice: Option<String>) -> io::Result<()> {
    if tty::Tty::open().is_err() || !io::stdout().is_terminal() {
        return Err(io::Error::other("this program needs a terminal"));
    }
    let here = started_in(env::current_dir(), env::var_os("PWD"));
    let first = here.clone().unwrap_or_else(|| PathBuf::from("/"));
    let at = |dir: &Option<PathBuf>| dir.as_deref().map_or_else(|| Ok(first.clone()), named_soon);
    let mut model = Model::new(at(&line.left)?, at(&line.right)?);
    model.is_root = rustix::process::geteuid().is_root();
    model.umask = fcp_browse::edit::umask();
    model.home = env::home_dir();
    let config_dir = crate::home::config(|name| env::var_os(name));
    if let Some(file) = config::place(config_dir.as_deref(), &line.config) {
        model.config_file = file;
    }
    model.zone = TimeZone::system();
    model.screen = crossterm::terminal::size()?;
    model.now = now();
    model.graphics = graphics();
    let look = line::look(&config, line.ascii);
    let remember = config.remember;
    let programs = config.programs();
    model.opens = programs.opens_beside();
    let mouse = config.mouse;
    config.set_up(&mut model);
    let state = crate::home::state(|name| env::var_os(name));
    let mut kept = Vec::new();
    // What the file holds once the session is restored; what the command line names is written, too.
    let mut written = Vec::new();
    if let Some(state) = &state {
        if let Some(session) = session::Session::read(state).filter(|_| remember) {
            written = session.text().unwrap_or_default();
            session.restore(&mut model, line.left.is_some(), line.right.is_some());
        }
        model.bookmarks = keep::bookmarks(state);
        kept = requests::take(state);
    }
    if line.left.is_none() {
        model.panel_mut().go(first, None);
    }
    if here.is_none() {
        model.say(Tone::Bad, tr!("start-nowhere"));
    }
    if let Some(text) = notice {
        model.say(Tone::Bad, text);
    }

    let (sender, inbox) = mpsc::channel();
    let runner = EffectRunner::new(engine(sender.clone()), sender.clone());
    let mut first = update::reload(&mut model);
    first.extend(update::watch(&model));
    first.extend(update::again(&mut model, kept));
    for effect in first {
        drop(runner.carry_out(effect));
    }
    let suspension = Suspension::default();
    let hangup = Hangup::new(sender.clone());
    watch_signals(sender.clone(), hangup.clone(), suspension.clone())?;
    panic::watch(state.clone(), sender.clone(), give_terminal_back);
    let terminal = take_terminal(mouse)?;
    assert!(!line.fails, "asked to fail");
    let keys = Keys::watch(sender.clone(), &hangup)?;
    let saver = state.as_deref().map(|state| Saver::new(state, written, model.now));
    let zones = Zones::default();
    let picture = None;
    let mut screen = Screen {
        terminal,
        look,
        mouse,
        programs,
        below: Arc::default(),
        zones,
        keys,
        suspension,
        picture,
        hangup,
        gone: false,
        saver,
        back: sender,
    };
    let result = screen.turn(&mut model, &runner, &inbox);
    give_terminal_back();
    let is_gone = tty::is_gone();
    let result = if is_gone {
        tty::silence();
        result
    } else {
        result.and(subshell::leave_line(&screen.below))
    };
    // Whatever has ended the program, what the user did in it is written first.
    let kept = keep_all(line, state.as_deref(), &mut screen, &model);
    // A terminal that was closed is the end that the user wanted, and no place to tell of failures.
    if is_gone { Ok(()) } else { result.and(kept) }
}

/// Writes what the next start and the shell need; each is written even if one before it fails.
fn keep_all(
    line: &Line,
    state: Option<&Path>,
    screen: &mut Screen,
    model: &Model,
) -> io::Result<()> {
    let session = screen.saver.take().map_or(Ok(()), |saver| saver.finish(model));
    let requests = match state {
        Some(state) if model.queued => requests::keep(state, &model.requests),
        Some(_) | None => Ok(()),
    };
    let dir = match &line.cwd_file {
        Some(file) if !model.stay => tell_shell(file, &model.panel().dir),
        Some(_) | None => Ok(()),
    };
    session.and(requests).map_err(io::Error::other).and(dir)
}

/// Writes the directory to the file from which the shell reads it.
#[expect(clippy::disallowed_methods, reason = "the shell made this file for us")]
fn tell_shell(file: &Path, dir: &Path) -> io::Result<()> {
    std::fs::write(file, dir.as_os_str().as_bytes())
}

/// Finds out how the terminal shows pictures, without asking it.
fn graphics() -> Graphics {
    let size = crossterm::terminal::window_size().ok();
    let cell = size.filter(|size| size.columns > 0 && size.rows > 0);
    let cell = cell.map(|size| (size.width / size.columns, size.height / size.rows));
    Graphics::detect(|name| env::var(name).ok(), cell)
}

/// Gives the directory that the program was started in; of one that was removed, where it was as the shell knows, so that
/// the panel tells. None if that is not known either.
fn started_in(current: io::Result<PathBuf>, shell: Option<OsString>) -> Option<PathBuf> {
    let known = || shell.map(PathBuf::from).filter(|dir| dir.is_absolute());
    current.ok().or_else(known)
}

/// Gives the directory that was named at the start as [`named`] does, and as it was named where its mount does not
/// answer: that costs its own panel alone.
fn named_soon(dir: &Path) -> io::Result<PathBuf> {
    let (sender, found) = mpsc::channel();
    let asked = dir.to_owned();
    // It is listened to no more when it comes too late.
    thread::spawn(move || drop(sender.send(named(&asked))));
    found.recv_timeout(ANSWER).unwrap_or_else(|_late| std::path::absolute(dir))
}

/// Gives the directory that was named at the start; of a file, the one it is in.
fn named(dir: &Path) -> io::Result<PathBuf> {
    let path = dir.canonicalize().map_err(|error| {
        io::Error::new(error.kind(), format!("cannot open '{}': {error}", DisplayName::new(dir)))
    })?;
    Ok(if path.is_dir() { path } else { path.parent().unwrap_or(&path).to_owned() })
}

/// Starts the engine on its own thread: to open the queue takes longer than a first frame may.
fn engine(back: Sender<Msg>) -> Arc<OnceLock<Engine>> {
    let place = Arc::new(OnceLock::new());
    let filled = Arc::clone(&place);
    thread::spawn(move || {
        let (engine, notice) = crate::home::engine_on_queue();
        let events = engine.subscribe();
        send(&back, Msg::Started { queued: engine.queue().is_some(), notice });
        filled.get_or_init(|| engine);
        loop {
            if let Some(envelope) = events.next_within(Duration::from_secs(3_600)) {
                send(&back, Msg::Event(envelope));
            }
        }
    });
    place
}

/// Reacts to signals: those that end or suspend the program, those that must leave a clean terminal,
/// and a new size of the terminal.
fn watch_signals(back: Sender<Msg>, hangup: Hangup, suspension: Suspension) -> io::Result<()> {
    use signal_hook::consts::{
        SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH,
    };
    let all = [SIGABRT, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH];
    let mut signals = signal_hook::iterator::Signals::new(all)?;
    thread::spawn(move || {
        signals.forever().for_each(|signal| {
            let msg = match signal {
                SIGTSTP => suspension.on_stop().map(Msg::JobControl),
                SIGCONT => suspension.on_continue().map(Msg::JobControl),
                // The thread of the keys waits for bytes, and a new size is none.
                SIGWINCH => {
                    let size = crossterm::terminal::size().ok();
                    size.map(|(columns, rows)| Msg::Resize(columns, rows))
                }
                SIGHUP => {
                    hangup.tell();
                    None
                }
                // Ctrl-C and Ctrl-\ in an editor or a shell are for that program alone.
                SIGINT | SIGQUIT | SIGABRT if suspension.is_lent() => None,
                // These signals end the process at once, perhaps with a core dump; restore the
                // terminal first.
                SIGABRT | SIGQUIT => {
                    give_terminal_back();
                    match signal_hook::low_level::emulate_default_handler(signal) {
                        Ok(()) | Err(_) => std::process::abort(),
                    }
                }
                _ => Some(Msg::Stop),
            };
            if let Some(msg) = msg {
                send(&back, msg);
            }
        });
    });
    Ok(())
}
