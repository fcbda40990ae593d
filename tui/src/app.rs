//! The file manager: two panels and the jobs.
//!
//! The [`model`] is everything the screen is a function of, [`update`] changes it and names the
//! effects, [`hands`] carries them out, [`paint`] draws. Only this file reads clocks and keys.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgAction, Command, value_parser};
use crossterm::event::{self as terminal, KeyEventKind};
use fcp_engine::engine::Engine;
use fcp_engine::event::Event;
use fcp_engine::path::DisplayName;
use jiff::tz::TimeZone;
use ratatui::DefaultTerminal;

pub mod action;
pub mod command_line;
pub mod config;
pub mod dialog;
pub mod field;
pub mod fuzzy;
pub mod hands;
pub mod key;
pub mod keymap;
pub mod layout;
pub mod look;
pub mod model;
pub mod mouse;
pub mod msg;
pub mod page;
pub mod paint;
pub mod palette;
pub mod panel;
pub mod path;
pub mod probes;
pub mod report;
pub mod settings;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod undo;
pub mod update;
pub mod viewer;
pub mod when;
pub mod work;

use hands::{Hands, run, send, session};
use look::{Colors, Depth, Look};
use model::{Effect, Model, Msg, Run};
use mouse::Zones;
use viewer::Graphics;

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// The time that the first names get to be in the first frame.
const SOON: Duration = Duration::from_millis(8);

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
    let dir = |name| matches.get_one::<PathBuf>(name).cloned();
    let look = look(matches.get_one::<String>("theme"), matches.get_flag("ascii"));
    match start(dir("LEFT").as_deref(), dir("RIGHT").as_deref(), look) {
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
        .arg(dir("RIGHT", "The folder on the right [default: the one of last time]"))
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
        Some("dark") => Look { colors: Colors::Dark, ..found },
        Some("light") => Look { colors: Colors::Light, ..found },
        _ => found,
    }
}

fn start(left: Option<&Path>, right: Option<&Path>, look: Look) -> io::Result<()> {
    let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let at = |dir: Option<&Path>| dir.map_or(Ok(here.clone()), named);
    let mut model = Model::new(at(left)?, at(right)?);
    model.home = env::home_dir();
    model.zone = TimeZone::system();
    model.screen = crossterm::terminal::size()?;
    model.now = now();
    model.graphics = graphics();
    let state = crate::home::state(|name| env::var_os(name));
    if let Some(state) = &state {
        session::Session::read(state).restore(&mut model, left.is_some(), right.is_some());
        model.bookmarks = session::bookmarks(state);
    }
    if left.is_none() {
        model.panel_mut().go(here, None);
    }

    let (sender, inbox) = mpsc::channel();
    let hands = Hands::new(engine(sender.clone()), sender.clone());
    let first = update::reload(&mut model).into_iter().chain(update::watch(&model));
    first.for_each(|effect| drop(hands.carry_out(effect)));
    let lent = Arc::new(AtomicBool::new(false));
    watch_signals(sender.clone(), Arc::clone(&lent))?;
    // From here on a panic restores the terminal before it speaks.
    report_panics(state.clone());
    let terminal = ratatui::try_init()?;
    let grabbed = grab(true);
    let keys = watch_keys(sender);
    let mut screen = Screen { terminal, look, zones: Zones::default(), keys, lent, picture: None };
    let result = grabbed.and_then(|()| screen.turn(&mut model, &hands, &inbox));
    grab(false)?;
    ratatui::try_restore()?;
    if let Some(state) = &state {
        // There is no screen any more, and nothing depends on it.
        drop(session::Session::of(&model).keep(state));
    }
    result
}

/// Finds out how the terminal shows pictures, without asking it.
fn graphics() -> Graphics {
    let size = crossterm::terminal::window_size().ok();
    let cell = size.filter(|size| size.columns > 0 && size.rows > 0);
    let cell = cell.map(|size| (size.width / size.columns, size.height / size.rows));
    Graphics::detect(|name| env::var(name).ok(), cell)
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
        drop(filled.set(engine));
        loop {
            if let Some(envelope) = events.next_within(Duration::from_secs(3_600)) {
                send(&back, Msg::Event(envelope));
            }
        }
    });
    place
}

/// Turns on what the terminal tells beside keys, or off.
fn grab(on: bool) -> io::Result<()> {
    use crossterm::event::{
        DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    };
    if on {
        crossterm::execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste)
    } else {
        crossterm::execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture)
    }
}

/// Leaves a report of a panic where the state is, and says where, once the terminal is restored.
fn report_panics(state: Option<PathBuf>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // ratatui's hook, which is set around this one, has restored the screen by now.
        drop(grab(false));
        before(info);
        let trace = std::backtrace::Backtrace::force_capture();
        let text = format!("fcp-tui {}\n{info}\n{trace}\n", env!("CARGO_PKG_VERSION"));
        let place = state.clone().unwrap_or_else(env::temp_dir);
        let path = place.join(format!("panic-{}.txt", std::process::id()));
        #[expect(clippy::print_stderr, reason = "the screen is gone")]
        #[expect(clippy::disallowed_methods, reason = "a report is no work on the user's files")]
        match std::fs::write(&path, text) {
            Ok(()) => eprintln!("fcp-tui: a report is in '{}'", path.display()),
            Err(error) => eprintln!("fcp-tui: no report could be left: {error}"),
        }
    }));
}

/// The terminal, and what was drawn on it last.
struct Screen {
    terminal: DefaultTerminal,
    look: Look,
    zones: Zones,
    keys: Keys,
    /// Whether another program has the terminal.
    lent: Arc<AtomicBool>,
    /// The request that brought the picture which the terminal has drawn itself.
    picture: Option<u64>,
}

impl Screen {
    /// The loop: draw, wait, take everything that came.
    fn turn(&mut self, model: &mut Model, hands: &Hands, inbox: &Receiver<Msg>) -> io::Result<()> {
        // Names that are here in a moment spare a frame without any.
        let soon = Instant::now() + SOON;
        while model.sides.iter().any(|side| !side.panel().load.listed) {
            let left = soon.saturating_duration_since(Instant::now());
            let Ok(msg) = inbox.recv_timeout(left) else { break };
            self.take(model, hands, msg)?;
        }
        while !model.done {
            self.draw(model)?;
            let drawn = Instant::now();
            let mut next = Some(wait(inbox, model.wakes_at()));
            while let Some(msg) = next {
                // Keys and facts show with the next frame, counters can wait a little.
                let counters = matches!(&msg, Msg::Event(told) if matches!(told.event, Event::Progress { .. }));
                let pause = if counters { COUNTERS } else { FRAME };
                self.take(model, hands, msg)?;
                let left = pause.saturating_sub(drawn.elapsed());
                next = if model.done { None } else { inbox.recv_timeout(left).ok() };
            }
        }
        Ok(())
    }

    fn draw(&mut self, model: &Model) -> io::Result<()> {
        let viewer = model.viewer.as_ref().or(model.beside.as_ref());
        let picture = viewer.filter(|viewer| viewer.has_pixels()).map(|viewer| viewer.ticket);
        let covers = self.picture.is_some() && self.picture != picture;
        self.picture = picture;
        let (look, zones) = (self.look, &mut self.zones);
        // Terminals that know it show the frame as a whole; the others ignore it.
        crossterm::queue!(io::stdout(), crossterm::terminal::BeginSynchronizedUpdate)?;
        if covers {
            // Cells that stay blank are not drawn again and would not cover it. `Terminal::clear`
            // asks for the cursor, and waits in vain while the keys are read.
            let all = crossterm::terminal::ClearType::All;
            crossterm::queue!(io::stdout(), crossterm::terminal::Clear(all))?;
            self.terminal.swap_buffers();
        }
        self.terminal.draw(|frame| {
            let shown = paint::screen(model, look, frame.buffer_mut());
            *zones = shown.zones;
            if let Some(place) = shown.cursor {
                frame.set_cursor_position(place);
            }
        })?;
        crossterm::execute!(io::stdout(), crossterm::terminal::EndSynchronizedUpdate)
    }

    /// Takes in one message and carries out what follows.
    fn take(&mut self, model: &mut Model, hands: &Hands, msg: Msg) -> io::Result<()> {
        let typed = matches!(msg, Msg::Typed(_));
        let msg = match msg {
            Msg::Typed(event) => self.meaning(event),
            msg => Some(msg),
        };
        let effects = msg.map_or_else(Vec::new, |msg| update::update(model, now(), msg));
        for effect in effects {
            match hands.carry_out(effect) {
                Some(Effect::Run(run)) => {
                    let msg = self.lend(&run)?;
                    for effect in update::update(model, now(), msg) {
                        drop(hands.carry_out(effect));
                    }
                }
                Some(Effect::Clipboard(text)) => {
                    if let Err(why) = run::clipboard(&text) {
                        update::update(model, now(), Msg::Refused(why));
                    }
                }
                Some(_) | None => {}
            }
        }
        if typed {
            self.keys.next();
        }
        Ok(())
    }

    /// Says what an event of the terminal means on the screen that was drawn last.
    fn meaning(&self, event: terminal::Event) -> Option<Msg> {
        match event {
            terminal::Event::Key(key) if key.kind != KeyEventKind::Release => Some(Msg::Key(key)),
            terminal::Event::Mouse(mouse) => self.zones.mouse(mouse).map(Msg::Mouse),
            terminal::Event::Paste(text) => Some(Msg::Pasted(text)),
            terminal::Event::Resize(columns, rows) => Some(Msg::Resize(columns, rows)),
            terminal::Event::Key(_) | terminal::Event::FocusGained | terminal::Event::FocusLost => {
                None
            }
        }
    }

    /// Gives the terminal to another program until that ends.
    fn lend(&mut self, run: &Run) -> io::Result<Msg> {
        let programs = run::Programs::default();
        if matches!(run, Run::Open { .. }) && programs.opens_beside() {
            let (result, screen) = (programs.run(run), crossterm::terminal::size()?);
            return Ok(Msg::Ran { result, screen });
        }
        grab(false)?;
        ratatui::try_restore()?;
        self.lent.store(true, Ordering::Relaxed);
        let result = programs.run(run);
        self.lent.store(false, Ordering::Relaxed);
        crossterm::terminal::enable_raw_mode()?;
        crossterm::execute!(io::stdout(), crossterm::terminal::EnterAlternateScreen)?;
        grab(true)?;
        self.terminal.clear()?;
        let (columns, rows) = crossterm::terminal::size()?;
        self.terminal.resize(ratatui::layout::Rect::new(0, 0, columns, rows))?;
        Ok(Msg::Ran { result, screen: (columns, rows) })
    }
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

fn watch_signals(back: Sender<Msg>, lent: Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        signals.forever().for_each(|signal| {
            // Ctrl-C in an editor or a shell is for that program alone.
            if signal != SIGINT || !lent.load(Ordering::Relaxed) {
                send(&back, Msg::Stop);
            }
        });
    });
    Ok(())
}

/// The thread that reads the terminal; it reads on only when asked to.
///
/// So a program that the last key started has the terminal to itself.
struct Keys {
    ask: Sender<()>,
}

impl Keys {
    /// Lets the next event be read.
    fn next(&self) {
        match self.ask.send(()) {
            // Without a terminal the thread has ended, and said so.
            Ok(()) | Err(_) => {}
        }
    }
}

fn watch_keys(back: Sender<Msg>) -> Keys {
    let (ask, asked) = mpsc::channel();
    thread::spawn(move || {
        loop {
            match terminal::read() {
                Ok(event) => send(&back, Msg::Typed(event)),
                // Without a terminal there is nobody to show anything to.
                Err(_) => return send(&back, Msg::Stop),
            }
            if asked.recv().is_err() {
                return;
            }
        }
    });
    Keys { ask }
}
