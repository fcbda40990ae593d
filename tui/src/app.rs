//! The file manager: two panels and the jobs.
//!
//! The [`model`] is everything the screen is a function of, [`update`] changes it and names the
//! effects, [`hands`] carries them out, [`paint`] draws. Only this file reads clocks and keys.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossterm::event::{self as terminal, KeyEventKind};
use crossterm::terminal::{Clear, ClearType};
use fcp_engine::engine::Engine;
use fcp_engine::event::Event;
use fcp_engine::path::DisplayName;
use fcp_presentation::keep;
use jiff::tz::TimeZone;
use ratatui::backend::CrosstermBackend;
use ratatui::{DefaultTerminal, Terminal};

pub mod action;
pub mod command;
pub mod config;
pub mod dialog;
pub mod field;
pub mod fuzzy;
pub mod hands;
pub mod history;
pub mod key;
pub mod keymap;
pub mod layout;
pub mod line;
pub mod look;
pub mod model;
pub mod mouse;
pub mod msg;
pub mod page;
pub mod paint;
pub mod palette;
pub use fcp_browse::panel;
pub use fcp_presentation::command_line;
pub mod panic;
pub mod probes;
pub mod report;
pub mod request;
pub mod saver;
pub mod shell;
pub mod suspend;
pub mod synonyms;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod tty;
pub mod unasked;
pub mod undo;
pub mod update;
pub mod viewer;
pub mod waits;
pub mod when;
pub mod work;

use config::Config;
use hands::{Hands, requests, run, send, session};
use line::Line;
use look::Look;
use model::{Effect, Model, Msg, Run, Tone};
use mouse::Zones;
use saver::Saver;
use suspend::{JobControl, Suspension};
use tty::{Hangup, Keys};
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
    match begin(&Line::read()) {
        Ok(code) => code,
        Err(error) => {
            // The terminal is restored by now.
            #[expect(clippy::print_stderr, reason = "there is no screen any more")]
            {
                eprintln!("fcp-tui: {error}");
            }
            ExitCode::from(if error.kind() == io::ErrorKind::InvalidInput { 2 } else { 3 })
        }
    }
}

/// Does what the command line asks for.
fn begin(line: &Line) -> io::Result<ExitCode> {
    if let Some((shell, name)) = &line.shell {
        io::stdout().write_all(shell::function(*shell, name).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let dir = crate::home::config(|name| env::var_os(name));
    let (config, mistakes) = config::load(dir.as_deref(), env::home_dir().as_deref(), &line.config)
        .map_err(|text| io::Error::new(io::ErrorKind::InvalidInput, text))?;
    if line.check {
        line::tell(&mistakes)?;
        return Ok(ExitCode::from(u8::from(!mistakes.is_empty())));
    }
    start(line, config, line::notice(&mistakes))?;
    Ok(ExitCode::SUCCESS)
}

fn start(line: &Line, config: Config, notice: Option<String>) -> io::Result<()> {
    if tty::Tty::open().is_err() || !io::stdout().is_terminal() {
        return Err(io::Error::other("this program needs a terminal"));
    }
    let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let at = |dir: &Option<PathBuf>| dir.as_deref().map_or(Ok(here.clone()), named);
    let mut model = Model::new(at(&line.left)?, at(&line.right)?);
    model.umask = fcp_browse::edit::umask();
    model.home = env::home_dir();
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
    if let Some(state) = &state {
        if let Some(session) = session::Session::read(state).filter(|_| remember) {
            session.restore(&mut model, line.left.is_some(), line.right.is_some());
        }
        model.bookmarks = keep::bookmarks(state);
        kept = requests::take(state);
    }
    if line.left.is_none() {
        model.panel_mut().go(here, None);
    }
    if let Some(text) = notice {
        model.say(Tone::Bad, text);
    }

    let (sender, inbox) = mpsc::channel();
    let hands = Hands::new(engine(sender.clone()), sender.clone());
    let mut first = update::reload(&mut model);
    first.extend(update::watch(&model));
    first.extend(update::again(&mut model, kept));
    for effect in first {
        drop(hands.carry_out(effect));
    }
    let suspension = Suspension::default();
    let hangup = Hangup::new(sender.clone());
    watch_signals(sender.clone(), hangup.clone(), suspension.clone())?;
    panic::watch(state.clone(), sender.clone(), give_terminal_back);
    let terminal = take_terminal(mouse)?;
    assert!(!line.fails, "asked to fail");
    let keys = Keys::watch(sender.clone(), &hangup)?;
    let saver = state.as_deref().map(|state| Saver::new(state, &model));
    let zones = Zones::default();
    let picture = None;
    let mut screen = Screen {
        terminal,
        look,
        mouse,
        programs,
        zones,
        keys,
        suspension,
        picture,
        hangup,
        gone: false,
        saver,
        back: sender,
    };
    let result = screen.turn(&mut model, &hands, &inbox);
    give_terminal_back();
    result?;
    if let Some(saver) = screen.saver.take() {
        saver.finish(&model).map_err(io::Error::other)?;
    }
    if let Some(state) = &state
        && model.queued
    {
        requests::keep(state, &model.requests).map_err(io::Error::other)?;
    }
    match &line.cwd_file {
        Some(file) if !model.stay => tell_shell(file, &model.panel().dir),
        Some(_) | None => Ok(()),
    }
}

/// Leaves the directory where the shell looks for it.
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

/// Turns on what the terminal tells beside keys, or off.
fn grab(on: bool, mouse: bool) -> io::Result<()> {
    use crossterm::event::{
        DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    };
    match (on, mouse) {
        (true, true) => crossterm::execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste),
        (true, false) => crossterm::execute!(io::stdout(), EnableBracketedPaste),
        (false, _) => crossterm::execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture),
    }
}

/// Takes the terminal.
fn take_terminal(mouse: bool) -> io::Result<DefaultTerminal> {
    crossterm::terminal::enable_raw_mode()?;
    crossterm::execute!(io::stdout(), crossterm::terminal::EnterAlternateScreen)?;
    grab(true, mouse)?;
    // `Terminal::clear` would ask for the cursor, and not every terminal answers.
    crossterm::execute!(io::stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Gives the terminal back; what fails changes nothing for the rest.
fn give_terminal_back() {
    let steps = [
        grab(false, true),
        crossterm::execute!(
            io::stdout(),
            crossterm::terminal::LeaveAlternateScreen,
            crossterm::cursor::Show
        ),
        crossterm::terminal::disable_raw_mode(),
    ];
    for step in steps {
        match step {
            // A terminal that is gone needs nothing any more.
            Ok(()) | Err(_) => {}
        }
    }
}

/// The names that were edited, or why there are none.
type Names = Result<Vec<OsString>, String>;

/// The terminal, and what was drawn on it last.
struct Screen {
    terminal: DefaultTerminal,
    look: Look,
    /// Whether the mouse is used.
    mouse: bool,
    /// Which programs edit and open files.
    programs: run::Programs,
    zones: Zones,
    keys: Keys,
    /// What the thread of the signals knows of the terminal.
    suspension: Suspension,
    /// The request that brought the picture which the terminal has drawn itself.
    picture: Option<u64>,
    hangup: Hangup,
    /// Whether the terminal is gone; then nothing is drawn, and the program ends.
    gone: bool,
    /// Keeps the session; none without a place for it.
    saver: Option<Saver>,
    back: Sender<Msg>,
}

impl Screen {
    /// The loop: draw, wait, take everything that came.
    fn turn(&mut self, model: &mut Model, hands: &Hands, inbox: &Receiver<Msg>) -> io::Result<()> {
        // Names that are here in a moment spare a frame without any.
        let soon = Instant::now() + SOON;
        while model.sides.iter().any(|side| !side.panel().load.listed) {
            let left = soon.saturating_duration_since(Instant::now());
            let Ok(msg) = inbox.recv_timeout(left) else { break };
            self.take(model, hands, inbox, msg)?;
        }
        while !model.is_over() {
            self.show(model);
            let drawn = Instant::now();
            let saves = self.saver.as_ref().and_then(Saver::wakes_at);
            let wakes = [model.wakes_at(), saves].into_iter().flatten().min();
            let mut next = Some(wait(inbox, wakes));
            while let Some(msg) = next {
                // Keys and facts show with the next frame, counters can wait a little. Names are
                // what somebody waits for, and a folder has but two lots of them.
                let pause = match &msg {
                    Msg::Event(told) if matches!(told.event, Event::Progress { .. }) => COUNTERS,
                    Msg::Listed { .. } => Duration::ZERO,
                    _ => FRAME,
                };
                self.take(model, hands, inbox, msg)?;
                let left = pause.saturating_sub(drawn.elapsed());
                next = if model.is_over() { None } else { inbox.recv_timeout(left).ok() };
            }
            if let Some(saver) = &mut self.saver {
                saver.save(model);
            }
            // The jobs could not be handed to another process: the queue keeps them.
            model.done |= self.gone && !model.leaving;
        }
        Ok(())
    }

    /// Draws, unless the terminal is gone; the program ends then as after a hang-up.
    fn show(&mut self, model: &Model) {
        if !self.gone && self.draw(model).is_err() {
            self.hangup.tell();
            self.gone = true;
        }
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
            crossterm::queue!(io::stdout(), Clear(ClearType::All))?;
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
    fn take(
        &mut self,
        model: &mut Model,
        hands: &Hands,
        inbox: &Receiver<Msg>,
        msg: Msg,
    ) -> io::Result<()> {
        let typed = matches!(msg, Msg::Typed(_));
        if let (true, Some(saver)) = (typed, &mut self.saver) {
            saver.touch(now());
        }
        let msg = match msg {
            Msg::Typed(event) => self.meaning(event),
            Msg::JobControl(JobControl::Stop) => Some(self.suspend(false)?),
            Msg::JobControl(JobControl::Continue) => Some(self.retake()?),
            msg => Some(msg),
        };
        let effects = msg.map_or_else(Vec::new, |msg| update::update(model, now(), msg));
        for effect in effects {
            match hands.carry_out(effect) {
                Some(Effect::Run(run)) => {
                    let msg = self.lend(&run, model, hands, inbox)?;
                    for effect in update::update(model, now(), msg) {
                        drop(hands.carry_out(effect));
                    }
                }
                Some(Effect::Clipboard(text)) => {
                    if let Err(why) = run::clipboard(&text) {
                        update::update(model, now(), Msg::Refused(why));
                    }
                }
                Some(Effect::Bell) => {
                    ring()?;
                }
                Some(Effect::Suspend) => {
                    let msg = self.suspend(true)?;
                    for effect in update::update(model, now(), msg) {
                        drop(hands.carry_out(effect));
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

    /// Gives the terminal back to the shell and stops, until the shell continues the program.
    fn suspend(&mut self, group: bool) -> io::Result<Msg> {
        if !suspend::is_possible() {
            return Ok(Msg::Refused("No shell is waiting for this program".to_owned()));
        }
        give_terminal_back();
        self.suspension.stop(group);
        self.retake()
    }

    /// Takes the terminal after something else had it, and draws everything anew.
    ///
    /// A shell that stops a program takes raw mode away without a word.
    fn retake(&mut self) -> io::Result<Msg> {
        give_terminal_back();
        self.terminal = take_terminal(self.mouse)?;
        let (columns, rows) = crossterm::terminal::size()?;
        Ok(Msg::Resize(columns, rows))
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
    fn lend(
        &mut self,
        run: &Run,
        model: &mut Model,
        hands: &Hands,
        inbox: &Receiver<Msg>,
    ) -> io::Result<Msg> {
        if let Run::Open { .. } = run {
            let (result, screen) = (self.programs.run(run), crossterm::terminal::size()?);
            return Ok(Msg::Ran { result, screen });
        }
        give_terminal_back();
        self.suspension.lend(true);
        let (result, names) = self.run_beside(run, model, hands, inbox);
        self.suspension.lend(false);
        if let Ok(terminal) = take_terminal(self.mouse) {
            self.terminal = terminal;
        } else {
            // The terminal went away meanwhile.
            self.hangup.tell();
            self.gone = true;
        }
        let screen = crossterm::terminal::size().unwrap_or(model.screen);
        Ok(match names {
            Some(result) => Msg::Named { result, screen },
            None => Msg::Ran { result, screen },
        })
    }

    /// Runs a program on a thread, and takes in what comes meanwhile: an editor may stay open for a
    /// night, and ten samples a second of each job would pile up.
    fn run_beside(
        &mut self,
        run: &Run,
        model: &mut Model,
        hands: &Hands,
        inbox: &Receiver<Msg>,
    ) -> (Result<(), String>, Option<Names>) {
        let (programs, back, keys) = (&self.programs, &self.back, &self.keys);
        let (sender, result) = mpsc::channel();
        thread::scope(|scope| {
            let program = scope.spawn(move || {
                let ended = match run {
                    Run::Names { names } => (Ok(()), Some(programs.names(names))),
                    run => (programs.run(run), None),
                };
                let was_sent = sender.send(ended).is_ok();
                // It wakes the loop below, which looks for the result.
                send(back, Msg::Tick);
                was_sent
            });
            loop {
                let msg = inbox.recv_timeout(COUNTERS).unwrap_or(Msg::Tick);
                if matches!(msg, Msg::Typed(_)) {
                    keys.next();
                }
                for effect in update::update(model, now(), msg) {
                    // What else needs the terminal is asked for by keys alone.
                    if let Some(Effect::Bell) = hands.carry_out(effect) {
                        // A terminal that is gone is noticed when it is taken again.
                        drop(ring());
                    }
                }
                if let Ok(ended) = result.try_recv() {
                    return ended;
                }
                if program.is_finished() {
                    let failed = || (Err("the program could not be run".to_owned()), None);
                    return result.try_recv().unwrap_or_else(|_| failed());
                }
            }
        })
    }
}

/// Calls the user.
fn ring() -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(b"\x07")?;
    out.flush()
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
                // These want an end at once, with a core perhaps, but not with a broken terminal.
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
