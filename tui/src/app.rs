//! The file manager: two panels and the jobs.
//!
//! The [`model`] is everything the screen is a function of, [`update`] changes it and names the
//! effects, [`hands`] carries them out, [`paint`] draws. Only this file reads clocks and keys.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgAction, Command, value_parser};
use crossterm::event::{self as terminal, KeyEventKind};
use fcp_engine::engine::Engine;
use fcp_engine::event::Event;
use jiff::tz::TimeZone;
use ratatui::DefaultTerminal;

pub mod dialog;
pub mod hands;
pub mod keys;
pub mod look;
pub mod model;
pub mod page;
pub mod paint;
pub mod panel;
#[cfg(test)]
mod tests;
pub mod update;
pub mod viewer;
pub mod when;

use hands::{Hands, send};
use look::{Depth, Look};
use model::{Model, Msg, Notice, Tone};

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// The least time between two frames that differ by counters alone.
const COUNTERS: Duration = Duration::from_millis(250);

/// Runs the file manager until the user leaves.
pub fn run() -> ExitCode {
    // It starts itself under this name to leave its jobs to the background.
    let name = env::args_os().next().unwrap_or_default();
    if Path::new(&name).file_name().is_some_and(|name| name == crate::queue::TOOL) {
        return crate::queue::run();
    }
    let matches = command().get_matches();
    let dir = |name| matches.get_one::<PathBuf>(name).cloned().unwrap_or_else(|| ".".into());
    let look = look(matches.get_one::<String>("theme"), matches.get_flag("ascii"));
    match start(&dir("LEFT"), &dir("RIGHT"), look) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The terminal is restored by now.
            #[expect(clippy::print_stderr, reason = "there is no screen any more")]
            {
                eprintln!("fcp-tui: {error}");
            }
            ExitCode::from(3)
        }
    }
}

fn command() -> Command {
    let dir = |name, help| Arg::new(name).help(help).value_parser(value_parser!(PathBuf));
    Command::new("fcp-tui")
        .about("Shows two folders and copies between them")
        .version(env!("CARGO_PKG_VERSION"))
        .arg(dir("LEFT", "The folder on the left [default: the current one]"))
        .arg(dir("RIGHT", "The folder on the right [default: the current one]"))
        .arg(
            Arg::new("theme")
                .long("theme")
                .value_parser(["dark", "light", "mono"])
                .help("Colours for a dark or a light background, or none"),
        )
        .arg(
            Arg::new("ascii")
                .long("ascii")
                .action(ArgAction::SetTrue)
                .help("Draw with ASCII characters only"),
        )
}

/// Takes what the terminal can show, unless the user knows better.
fn look(theme: Option<&String>, ascii: bool) -> Look {
    let found = crate::terminal::detect(|name| env::var(name).ok());
    let found = Look { ascii: found.ascii || ascii, ..found };
    match theme.map(String::as_str) {
        Some("mono") => Look { depth: Depth::Mono, ..found },
        Some("dark") => Look { light: false, ..found },
        Some("light") => Look { light: true, ..found },
        _ => found,
    }
}

fn start(left: &Path, right: &Path, look: Look) -> io::Result<()> {
    let mut model = Model::new(left.canonicalize()?, right.canonicalize()?);
    model.home = env::home_dir();
    model.zone = TimeZone::system();
    model.screen = crossterm::terminal::size()?;
    model.now = now();

    let (engine, notice) = crate::home::engine_on_queue();
    model.queued = engine.queue().is_some();
    model.notice = notice.map(|text| Notice { tone: Tone::Bad, text });
    let (sender, receiver) = mpsc::channel();
    watch_engine(&engine, sender.clone());
    watch_signals(sender.clone())?;
    watch_keys(sender.clone());
    // From here on a panic restores the terminal before it speaks.
    let mut terminal = ratatui::try_init()?;
    let result = turn(&mut model, look, &mut terminal, &Hands::new(engine, sender), &receiver);
    ratatui::try_restore()?;
    result
}

/// The loop: draw, wait, take everything that came.
fn turn(
    model: &mut Model,
    look: Look,
    terminal: &mut DefaultTerminal,
    hands: &Hands,
    inbox: &Receiver<Msg>,
) -> io::Result<()> {
    for effect in update::reload(model) {
        hands.carry_out(effect);
    }
    while !model.done {
        terminal.draw(|frame| {
            if let Some(place) = paint::screen(model, look, frame.buffer_mut()) {
                frame.set_cursor_position(place);
            }
        })?;
        let drawn = Instant::now();
        let mut next = Some(wait(inbox, model.wakes_at()));
        while let Some(msg) = next {
            // Keys and facts show with the next frame, counters can wait a little.
            let counters =
                matches!(&msg, Msg::Event(told) if matches!(told.event, Event::Progress { .. }));
            let pause = if counters { COUNTERS } else { FRAME };
            for effect in update::update(model, now(), msg) {
                hands.carry_out(effect);
            }
            let left = pause.saturating_sub(drawn.elapsed());
            next = if model.done { None } else { inbox.recv_timeout(left).ok() };
        }
    }
    Ok(())
}

/// Waits for a message; without one and without a time to wake at it waits for ever.
fn wait(inbox: &Receiver<Msg>, wakes_at: Option<u64>) -> Msg {
    let Some(at) = wakes_at else { return inbox.recv().unwrap_or(Msg::Stop) };
    match inbox.recv_timeout(Duration::from_micros(at.saturating_sub(now()))) {
        Ok(msg) => msg,
        Err(RecvTimeoutError::Timeout) => Msg::Tick,
        Err(RecvTimeoutError::Disconnected) => Msg::Stop,
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

fn watch_engine(engine: &Engine, back: Sender<Msg>) {
    let events = engine.subscribe();
    thread::spawn(move || {
        loop {
            if let Some(envelope) = events.next_within(Duration::from_secs(3_600)) {
                send(&back, Msg::Event(envelope));
            }
        }
    });
}

fn watch_signals(back: Sender<Msg>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || signals.forever().for_each(|_| send(&back, Msg::Stop)));
    Ok(())
}

fn watch_keys(back: Sender<Msg>) {
    thread::spawn(move || {
        loop {
            match terminal::read() {
                Ok(terminal::Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    send(&back, Msg::Key(key));
                }
                Ok(terminal::Event::Resize(columns, rows)) => {
                    send(&back, Msg::Resize(columns, rows));
                }
                Ok(_) => {}
                // Without a terminal there is nobody to show anything to.
                Err(_) => return send(&back, Msg::Stop),
            }
        }
    });
}
