//! Reads the terminal's input, and notices when the terminal is gone.
//!
//! crossterm reads a terminal that is gone again and again without an end, so its descriptor is
//! polled before crossterm reads, and a thread of its own waits for the hang-up.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use rustix::io::Errno;
use rustix::stdio::{stderr, stdin};
use rustix::termios::isatty;

use super::msg::{Msg, send};

/// Time that crossterm gets to give an event that it keeps, or to make one of bytes that have arrived.
///
/// It gives none at all once this time is up, so even a busy machine must not use it up before crossterm looks.
const SOON: Duration = Duration::from_secs(1);

/// Time in which what a terminal sends together with an Esc arrives; a user presses no key as soon after another.
const TOGETHER: Duration = Duration::from_millis(10);

/// Whether `poll` takes terminals: that of macOS refuses devices, and crossterm reads as it does there.
pub(crate) const POLLS: bool = cfg!(target_os = "linux");

/// Ends the program once when its terminal is gone, whichever thread notices it first.
#[derive(Clone, Debug)]
pub(crate) struct Hangup {
    told: Arc<AtomicBool>,
    back: Sender<Msg>,
}

impl Hangup {
    /// Reports to the loop of the program.
    pub(crate) fn new(back: Sender<Msg>) -> Self {
        Self { told: Arc::default(), back }
    }

    /// Has the program end; a second call does nothing, since a second request to end does not wait
    /// for the jobs.
    pub(crate) fn tell(&self) {
        if !self.told.swap(true, Ordering::Relaxed) {
            send(&self.back, Msg::Stop);
        }
    }
}

/// The terminal that keys come from.
#[derive(Debug)]
pub(crate) struct Tty {
    /// Where standard input is something else.
    file: Option<File>,
    /// Events that were read to understand the one before them.
    ahead: VecDeque<Event>,
}

impl Tty {
    /// Finds the terminal as crossterm does.
    ///
    /// # Errors
    /// There is no terminal.
    pub(crate) fn open() -> io::Result<Self> {
        let file = if isatty(stdin()) { None } else { Some(File::open("/dev/tty")?) };
        Ok(Self { file, ahead: VecDeque::new() })
    }

    /// Waits for bytes or, without `events`, for the end of the terminal alone; tells whether the
    /// terminal is still there.
    fn is_alive(&self, events: PollFlags, timeout: Option<&Timespec>) -> bool {
        loop {
            let mut watched = [PollFd::from_borrowed_fd(self.as_fd(), events)];
            match poll(&mut watched, timeout) {
                Err(Errno::INTR) => {}
                Err(_) => return false,
                Ok(_) => {
                    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
                    return !watched[0].revents().intersects(gone);
                }
            }
        }
    }

    /// Waits for the next event; gives none when the terminal is gone.
    pub(crate) fn next(&mut self) -> Option<Event> {
        loop {
            let event = match self.ahead.pop_front() {
                Some(event) => event,
                None => self.read()?,
            };
            if event != Event::Key(KeyCode::Esc.into()) {
                return Some(event);
            }
            let mut ahead = std::mem::take(&mut self.ahead);
            let more = || {
                let new = || event::poll(TOGETHER).is_ok_and(|has| has).then(|| self.read())?;
                ahead.pop_front().or_else(new)
            };
            let (esc, behind) = Esc::before(more);
            self.ahead = behind.into_iter().chain(ahead).collect();
            match esc {
                Esc::Alone => return Some(event),
                Esc::Alt(Some(key)) => return Some(Event::Key(key)),
                Esc::Alt(None) => {}
            }
        }
    }

    fn read(&self) -> Option<Event> {
        if !POLLS {
            return event::read().ok();
        }
        while self.is_alive(PollFlags::IN, Some(&Timespec::default())) {
            // An earlier read may have left events in crossterm, which the poll below does not see.
            match event::poll(SOON) {
                Ok(true) => return event::read().ok(),
                Ok(false) => {}
                Err(_) => return None,
            }
            if !self.is_alive(PollFlags::IN, None) {
                return None;
            }
        }
        None
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.file {
            Some(file) => file.as_fd(),
            None => stdin(),
        }
    }
}

/// What an Esc is.
#[derive(Debug, PartialEq, Eq)]
enum Esc {
    /// The key.
    Alone,
    /// The beginning of a key that was pressed with Alt; none if it is not known.
    Alt(Option<KeyEvent>),
}

impl Esc {
    /// Tells what an Esc is by the events that have come together with it, and gives those of them that are no part of it.
    ///
    /// Terminals such as rxvt put an Esc before the sequence of a key that is pressed with Alt, and crossterm makes an Esc
    /// and single characters of both.
    fn before(mut more: impl FnMut() -> Option<Event>) -> (Self, Vec<Event>) {
        let mut behind = Vec::new();
        let mut more = |behind: &mut Vec<Event>| {
            loop {
                match more()? {
                    // The system tells of a new size at any moment, also within a sequence.
                    size @ Event::Resize(..) => behind.push(size),
                    event => return Some(event),
                }
            }
        };
        let typed = |event: &Event| match event {
            Event::Key(KeyEvent { code: KeyCode::Char(c), .. }) => Some(*c),
            _ => None,
        };
        let next = more(&mut behind);
        let mut left = match next.as_ref().and_then(typed) {
            Some('[') => usize::MAX,
            Some('O') => 1,
            _ => {
                behind.extend(next);
                return (Self::Alone, behind);
            }
        };
        let mut sequence = String::new();
        while left > 0 {
            let next = more(&mut behind);
            let Some(c) = next.as_ref().and_then(typed) else {
                behind.extend(next);
                break;
            };
            sequence.push(c);
            // Numbers and what is between them come first.
            left = if c.is_ascii_digit() || c == ';' { left - 1 } else { 0 };
        }
        let code = match sequence.as_str() {
            "A" => KeyCode::Up,
            "B" => KeyCode::Down,
            "C" => KeyCode::Right,
            "D" => KeyCode::Left,
            "H" | "1~" | "7~" => KeyCode::Home,
            "F" | "4~" | "8~" => KeyCode::End,
            "2~" => KeyCode::Insert,
            "3~" => KeyCode::Delete,
            "5~" => KeyCode::PageUp,
            "6~" => KeyCode::PageDown,
            _ => return (Self::Alt(None), behind),
        };
        (Self::Alt(Some(KeyEvent::new(code, KeyModifiers::ALT))), behind)
    }
}

/// Tells whether the terminal has hung up.
pub(crate) fn is_gone() -> bool {
    Tty::open()
        .map_or(true, |tty| POLLS && !tty.is_alive(PollFlags::empty(), Some(&Timespec::default())))
}

/// Lets standard error lead nowhere, if it led to the terminal that has hung up.
///
/// What is printed there fails from then on, and the standard library and ratatui answer that with a panic.
pub(crate) fn silence() {
    // A terminal that has hung up is a device that tells nothing of itself; a file or a pipe is none.
    let is_device = rustix::fs::fstat(stderr())
        .is_ok_and(|meta| FileType::from_raw_mode(meta.st_mode) == FileType::CharacterDevice);
    if is_device && let Ok(nowhere) = File::options().write(true).open("/dev/null") {
        match rustix::stdio::dup2_stderr(nowhere) {
            // Without it the program ends all the same, but not as quietly.
            Ok(()) | Err(_) => {}
        }
    }
}

/// The thread that reads the terminal; it reads on only when asked to.
///
/// A program that the last key started therefore has the terminal to itself.
#[derive(Debug)]
pub(crate) struct Keys {
    ask: Sender<()>,
}

impl Keys {
    /// Starts the thread, and the one that waits for the end of the terminal.
    ///
    /// # Errors
    /// There is no terminal.
    pub(crate) fn watch(back: Sender<Msg>, hangup: &Hangup) -> io::Result<Self> {
        let (ask, asked) = mpsc::channel();
        let (mut keys, end) = (Tty::open()?, Tty::open()?);
        let (told, lost) = (hangup.clone(), hangup.clone());
        thread::spawn(move || {
            while let Some(event) = keys.next() {
                send(&back, Msg::Typed(event));
                if asked.recv().is_err() {
                    return;
                }
            }
            told.tell();
        });
        thread::spawn(move || {
            // It comes back only when the terminal hangs up.
            while POLLS && end.is_alive(PollFlags::empty(), None) {}
            if POLLS {
                lost.tell();
            }
        });
        Ok(Self { ask })
    }

    /// Lets the next event be read.
    pub(crate) fn next(&self) {
        match self.ask.send(()) {
            // Without a terminal the thread has ended, and said so.
            Ok(()) | Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Esc, Vec<Event>, usize) {
        let mut events = text.chars().map(event);
        let (esc, behind) = Esc::before(|| events.next());
        (esc, behind, events.count())
    }

    /// A character that was typed, or a new size of the terminal.
    fn event(c: char) -> Event {
        match c {
            '#' => Event::Resize(60, 16),
            c => Event::Key(KeyCode::Char(c).into()),
        }
    }

    fn alt(code: KeyCode) -> Esc {
        Esc::Alt(Some(KeyEvent::new(code, KeyModifiers::ALT)))
    }

    #[test]
    fn an_esc_before_a_sequence_is_alt() {
        let none = Vec::new;
        assert_eq!(read("[Ax"), (alt(KeyCode::Up), none(), 1));
        assert_eq!(read("OD"), (alt(KeyCode::Left), none(), 0));
        assert_eq!(read("[5~y"), (alt(KeyCode::PageUp), none(), 1));
        // Keys that no keymap can name are none at all, and no letter of them answers a question.
        assert_eq!(read("[17;2~y"), (Esc::Alt(None), none(), 1));
        assert_eq!(read("[y"), (Esc::Alt(None), none(), 0));
        assert_eq!(read("y"), (Esc::Alone, vec![event('y')], 0));
        assert_eq!(read(""), (Esc::Alone, none(), 0));
    }

    #[test]
    fn a_new_size_behind_an_esc_or_within_its_sequence_is_kept() {
        assert_eq!(read("#"), (Esc::Alone, vec![event('#')], 0));
        assert_eq!(read("#y"), (Esc::Alone, vec![event('#'), event('y')], 0));
        assert_eq!(read("[#A"), (alt(KeyCode::Up), vec![event('#')], 0));
        assert_eq!(read("#[5#~y"), (alt(KeyCode::PageUp), vec![event('#'); 2], 1));
        let mut events = [event('['), Event::Paste("text".into())].into_iter();
        let kept = vec![Event::Paste("text".into())];
        assert_eq!(Esc::before(|| events.next()), (Esc::Alt(None), kept));
    }
}
