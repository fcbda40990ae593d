//! The main loop: draws the model, waits for messages, applies them, and lends the terminal to
//! other programs.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossterm::event::{self as terminal, KeyEventKind};
use crossterm::terminal::{Clear, ClearType};
use fcp_engine::event::Event;
use fcp_presentation::tr;
use ratatui::backend::CrosstermBackend;
use ratatui::{DefaultTerminal, Terminal};

use super::lend::{self, Lent};
use super::look::Look;
use super::model::{Effect, Model, Msg, Run};
use super::mouse::Zones;
use super::runner::{EffectRunner, look, run};
use super::saver::Saver;
use super::subshell::{self, Subshell};
use super::suspend::{self, JobControl, Suspension};
use super::tty::{Hangup, Keys};
use super::{paint, tty, update};

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// The longest time without a frame while messages come without a pause, such as those of a search.
const BUSY: Duration = Duration::from_millis(100);

/// The time that the first names get to be in the first frame.
const SOON: Duration = Duration::from_millis(8);

/// The least time between two frames that differ by counters alone.
pub(super) const COUNTERS: Duration = Duration::from_millis(250);

/// The terminal, and what was drawn on it last.
pub(super) struct Screen {
    pub(super) terminal: DefaultTerminal,
    pub(super) look: Look,
    /// Whether the mouse is used.
    pub(super) mouse: bool,
    /// The programs that edit and open files.
    pub(super) programs: run::Programs,
    /// The shell below the panels, once the user has seen it.
    pub(super) below: Arc<Mutex<Option<Subshell>>>,
    pub(super) zones: Zones,
    pub(super) keys: Keys,
    /// The state of the terminal that is shared with the thread of the signals.
    pub(super) suspension: Suspension,
    /// The request that brought the picture which the terminal has drawn itself.
    pub(super) picture: Option<u64>,
    pub(super) hangup: Hangup,
    /// Whether the terminal is gone; then nothing is drawn, and the program ends.
    pub(super) gone: bool,
    /// Keeps the session; none without a place for it.
    pub(super) saver: Option<Saver>,
    pub(super) back: Sender<Msg>,
}

impl Screen {
    /// The loop: draws, waits, and applies all messages.
    pub(super) fn turn(
        &mut self,
        model: &mut Model,
        runner: &EffectRunner,
        inbox: &Receiver<Msg>,
    ) -> io::Result<()> {
        // Wait a moment for the first names, which avoids a frame without any.
        let soon = Instant::now() + SOON;
        while model.sides.iter().any(|side| !side.panel().load.listed) {
            let left = soon.saturating_duration_since(Instant::now());
            let Ok(msg) = inbox.recv_timeout(left) else { break };
            self.hear(model, runner, inbox, msg)?;
        }
        while !model.is_over() {
            self.show(model);
            let drawn = Instant::now();
            let saves = self.saver.as_ref().and_then(Saver::wakes_at);
            let wakes = [model.wakes_at(), saves].into_iter().flatten().min();
            let mut next = Some(wait(inbox, wakes));
            while let Some(msg) = next {
                // Keys and facts show with the next frame, counters can wait a little. Names show
                // at once: the user waits for them, and a folder sends them in only two messages.
                let pause = match &msg {
                    Msg::Event(told) if matches!(told.event, Event::Progress { .. }) => COUNTERS,
                    Msg::Listed { .. } => Duration::ZERO,
                    _ => FRAME,
                };
                self.hear(model, runner, inbox, msg)?;
                let left = left(drawn.elapsed(), pause).filter(|_| !model.is_over());
                next = left.and_then(|left| inbox.recv_timeout(left).ok());
            }
            if let Some(saver) = &mut self.saver {
                saver.save(model);
            }
            // The jobs could not be handed to another process: the queue keeps them.
            model.done |= self.gone && !model.leaving;
        }
        Ok(())
    }

    /// Takes in one message; if the terminal is gone by then, the program ends as after a hang-up.
    fn hear(
        &mut self,
        model: &mut Model,
        runner: &EffectRunner,
        inbox: &Receiver<Msg>,
        msg: Msg,
    ) -> io::Result<()> {
        let heard = self.take(model, runner, inbox, msg);
        if heard.is_err() && tty::is_gone() {
            self.hangup.tell();
            self.gone = true;
            return Ok(());
        }
        heard
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
        // Terminals that know it show the frame as a whole; the others ignore it.
        crossterm::queue!(io::stdout(), crossterm::terminal::BeginSynchronizedUpdate)?;
        if covers {
            // Cells that stay blank are not drawn again and would not cover it.
            self.blank()?;
        }
        let (look, zones) = (self.look, &mut self.zones);
        self.terminal.draw(|frame| {
            let shown = paint::screen(model, look, frame.buffer_mut());
            *zones = shown.zones;
            if let Some(place) = shown.cursor {
                frame.set_cursor_position(place);
            }
        })?;
        crossterm::execute!(io::stdout(), crossterm::terminal::EndSynchronizedUpdate)
    }

    /// Clears the terminal, so that the next frame draws every cell.
    ///
    /// `Terminal::clear` asks for the cursor, and waits in vain while the keys are read.
    fn blank(&mut self) -> io::Result<()> {
        crossterm::queue!(io::stdout(), Clear(ClearType::All))?;
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Takes in one message and carries out what follows.
    fn take(
        &mut self,
        model: &mut Model,
        runner: &EffectRunner,
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
            Msg::JobControl(JobControl::Continue) => Some(self.continued()?),
            msg => Some(msg),
        };
        let effects = msg.map_or_else(Vec::new, |msg| update::update(model, now(), msg));
        for effect in effects {
            match runner.carry_out(effect) {
                Some(Effect::Run(run)) => {
                    let msg = self.lend(&run, model, runner, inbox)?;
                    for effect in update::update(model, now(), msg) {
                        drop(runner.carry_out(effect));
                    }
                }
                Some(Effect::Clipboard(text)) => {
                    if let Err(why) = run::clipboard(&text) {
                        update::update(model, now(), Msg::Refused(why));
                    }
                }
                Some(Effect::Notify(text)) => {
                    model.notify.tell(&text)?;
                }
                Some(Effect::Redraw) => self.blank()?,
                Some(Effect::Suspend) => {
                    let msg = self.suspend(true)?;
                    for effect in update::update(model, now(), msg) {
                        drop(runner.carry_out(effect));
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
            return Ok(Msg::Refused(tr!("no-shell-waits").to_owned()));
        }
        give_terminal_back();
        subshell::leave_line(&self.below)?;
        self.suspension.stop(group);
        self.retake()
    }

    /// Takes the terminal after the process was stopped without being asked, and draws everything anew.
    ///
    /// A shell that stops a program ends raw mode without telling the program.
    fn continued(&mut self) -> io::Result<Msg> {
        give_terminal_back();
        self.retake()
    }

    /// Takes the terminal after it was given back, and draws everything anew.
    ///
    /// It is not given back a second time: that would move the cursor to where it stood before the program was
    /// started, and what comes next would be printed over the lines of the shell.
    fn retake(&mut self) -> io::Result<Msg> {
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

    /// Gives the terminal to another program until that ends, or until a signal ends this one.
    fn lend(
        &mut self,
        run: &Run,
        model: &mut Model,
        runner: &EffectRunner,
        inbox: &Receiver<Msg>,
    ) -> io::Result<Msg> {
        if let Run::Open { .. } | Run::Program { terminal: false, .. } = run {
            let (result, screen) = (self.programs.run(run), crossterm::terminal::size()?);
            return Ok(Msg::Ran { result, screen });
        }
        give_terminal_back();
        if !matches!(run, Run::Screen { .. }) {
            subshell::leave_line(&self.below)?;
        }
        self.suspension.lend(true);
        model.is_lent = true;
        let (programs, program) = (self.programs.clone(), run.clone());
        let (below, listed) = (Arc::clone(&self.below), update::listed(model, run));
        let lent = Lent { model, runner, inbox, back: &self.back, saver: self.saver.as_mut() };
        let ended = lent.until_ended(
            || self.keys.next(),
            move || {
                let is_other = !look::replaced(listed).is_empty();
                if is_other { lend::replaced() } else { lend::run(&programs, &below, &program) }
            },
        );
        model.is_lent = false;
        self.suspension.lend(false);
        // The program that has the terminal is left alone: it may hold what the user has typed.
        let Some(ended) = ended else { return Ok(Msg::Tick) };
        if let Ok(terminal) = take_terminal(self.mouse) {
            self.terminal = terminal;
        } else {
            // The terminal was closed meanwhile.
            self.hangup.tell();
            self.gone = true;
        }
        let screen = crossterm::terminal::size().unwrap_or(model.screen);
        Ok(ended.into_msg(screen))
    }
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
pub(super) fn take_terminal(mouse: bool) -> io::Result<DefaultTerminal> {
    crossterm::terminal::enable_raw_mode()?;
    crossterm::execute!(io::stdout(), crossterm::terminal::EnterAlternateScreen)?;
    grab(true, mouse)?;
    // `Terminal::clear` would ask for the cursor, and not every terminal answers.
    crossterm::execute!(io::stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Gives the terminal back; each step is done even if one before it fails.
pub(super) fn give_terminal_back() {
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
            // If the terminal is gone, there is nothing to restore.
            Ok(()) | Err(_) => {}
        }
    }
}

/// Gives how long the next frame may wait for another message, so long after the last frame; none if it is due
/// whether more messages wait or not.
fn left(passed: Duration, pause: Duration) -> Option<Duration> {
    (passed < BUSY.max(pause)).then(|| pause.saturating_sub(passed))
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

pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_come_without_a_pause_do_not_keep_frames_from_the_screen() {
        let millis = Duration::from_millis;
        assert_eq!(left(millis(3), FRAME), Some(millis(30)));
        // Messages that wait already come first, for a while.
        assert_eq!(left(millis(60), FRAME), Some(Duration::ZERO));
        assert_eq!(left(millis(100), FRAME), None);
        assert_eq!(left(millis(100), COUNTERS), Some(millis(150)));
    }
}
