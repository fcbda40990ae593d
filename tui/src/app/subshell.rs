//! The user's shell below the panels, as in Midnight Commander: Ctrl-O shows it, and Ctrl-O leaves it.
//!
//! The shell has a terminal of its own, and lives as long as the program or until the user ends it. While it is shown,
//! bytes go from the real terminal to that one and back; so its line editor, its history and its prompt are the user's
//! own. It is told to change to the panel's folder by a line that is typed into it, as there is no other way that every
//! shell knows.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, TryLockError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use fcp_presentation::{errors, tr};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl, open};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{
    OptionalActions, tcgetattr, tcgetpgrp, tcgetwinsize, tcsetattr, tcsetwinsize,
};
use signal_hook::consts::SIGWINCH;
use signal_hook::low_level;

mod last_line;
mod modes;
mod program;
mod quoted;

use super::tty::Tty;
use last_line::LastLine;
use modes::Modes;
pub(crate) use program::{become_shell, is_possible};
use quoted::quoted;

/// The flag of `fcp-tui` with which the process is started that becomes the shell.
pub(crate) const FLAG: &str = "become-shell";

/// The byte of Ctrl-O.
const LEAVES: u8 = 0x0f;

/// The byte of Ctrl-C, which discards a line that was typed in part.
const DISCARDS: u8 = 0x03;

/// Bytes that are read at once, and that may wait to be taken by the shell.
const BUFFER: usize = 16 << 10;

/// Time that the shell gets to show its prompt again after Ctrl-C.
const PROMPT: Duration = Duration::from_millis(300);

/// Time that a mount has to say whether a folder is there.
const ANSWER: Duration = Duration::from_secs(2);

/// The shell, and its terminal.
#[derive(Debug)]
pub(crate) struct Subshell {
    child: Child,
    terminal: File,
    /// What the shell has switched on in the terminal.
    modes: Modes,
    /// Its prompt, with what the user has typed.
    line: LastLine,
    /// Whether the cursor of the real terminal still stands where the shell left it, behind its prompt.
    is_behind: bool,
    /// Whether the user has typed anything since the shell was last told to change its folder.
    is_touched: bool,
    /// The folder that it was last told to change to, for systems that do not tell where a process is.
    told: PathBuf,
}

/// What the thread of the shell waits for.
enum Next {
    /// Something can be read or written.
    Ready { keys: bool, output: bool, room: bool, resized: bool },
    /// Nothing came in time.
    Late,
}

/// How a visit ended.
enum Left {
    /// The user has pressed Ctrl-O.
    Pressed,
    /// The shell has ended.
    Ended,
}

/// Shows the shell until the user leaves it or it ends; gives the folder that it has changed to meanwhile.
///
/// # Errors
/// Says in one sentence why there is no shell.
pub(crate) fn visit(place: &mut Option<Subshell>, dir: &Path) -> Result<Option<PathBuf>, String> {
    let failed = |error: io::Error| tr!("shell-not-shown", error = errors::of_io(&error));
    let tty = Tty::open().map_err(failed)?;
    let silent = || failed(Errno::TIMEDOUT.into());
    let dir = &nearest(dir).ok_or_else(silent)?;
    if place.as_mut().is_some_and(Subshell::has_ended) {
        *place = None;
    }
    let mut line = Vec::new();
    let shell = match place {
        Some(shell) => {
            if !shell.is_at(dir) && !shell.is_busy() {
                line = shell.line_to(dir);
            }
            shell
        }
        None => place.insert(Subshell::start(dir, &tty).map_err(failed)?),
    };
    let before = if line.is_empty() { shell.dir() } else { dir.canonicalize().ok() };
    crossterm::terminal::enable_raw_mode().map_err(failed)?;
    let left = shell.show(&tty, line);
    crossterm::terminal::disable_raw_mode().map_err(failed)?;
    match left.map_err(failed)? {
        Left::Pressed => Ok(shell.dir().filter(|dir| before.as_ref() != Some(dir) && dir.is_dir())),
        Left::Ended => {
            *place = None;
            Ok(None)
        }
    }
}

/// Gives the folder that is nearest to a path from above: an archive is no folder for a shell, nor is one that was
/// removed. None where a mount does not answer: the shell would not start there.
fn nearest(path: &Path) -> Option<PathBuf> {
    let (sender, found) = mpsc::channel();
    let path = path.to_owned();
    thread::spawn(move || {
        let dir = path.ancestors().find(|dir| dir.is_dir()).unwrap_or(Path::new("/"));
        // It is listened to no more when it comes too late.
        drop(sender.send(dir.to_owned()));
    });
    found.recv_timeout(ANSWER).ok()
}

/// Begins a new line if the cursor stands behind the prompt of the shell: another program has the terminal next.
///
/// # Errors
/// The terminal is gone.
pub(crate) fn leave_line(place: &Mutex<Option<Subshell>>) -> io::Result<()> {
    let is_behind = match place.try_lock() {
        Ok(mut place) => place.as_mut().is_some_and(|shell| std::mem::take(&mut shell.is_behind)),
        // A signal ends the program while the shell is shown.
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Poisoned(_)) => false,
    };
    if is_behind {
        let mut out = io::stdout();
        out.write_all(b"\r\n")?;
        out.flush()?;
    }
    Ok(())
}

impl Subshell {
    /// Starts the user's shell in a folder, on a new terminal of the size of the real one.
    fn start(dir: &Path, tty: &Tty) -> io::Result<Self> {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        // A program that the shell starts must not hold the other end of its terminal.
        fcntl_setfd(&ours, FdFlags::CLOEXEC)?;
        grantpt(&ours)?;
        unlockpt(&ours)?;
        let name = ptsname(&ours, Vec::new())?;
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = open(&name, flags, Mode::empty())?;
        tcsetwinsize(&theirs, tcgetwinsize(tty)?)?;
        // The user's erase key, and whether text is UTF-8; the terminal is not in raw mode yet.
        tcsetattr(&theirs, OptionalActions::Now, &tcgetattr(tty)?)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(format!("--{FLAG}")).current_dir(dir);
        command.stdin(Stdio::from(theirs.try_clone()?));
        command.stdout(Stdio::from(theirs.try_clone()?)).stderr(Stdio::from(theirs));
        let child = command.spawn()?;
        fcntl_setfl(&ours, fcntl_getfl(&ours)? | OFlags::NONBLOCK)?;
        Ok(Self {
            child,
            terminal: File::from(ours),
            modes: Modes::default(),
            line: LastLine::default(),
            is_behind: false,
            is_touched: false,
            told: dir.to_owned(),
        })
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells whether a program that the shell runs has its terminal.
    fn is_busy(&self) -> bool {
        let group = tcgetpgrp(&self.terminal);
        group.is_ok_and(|group| u32::try_from(group.as_raw_nonzero().get()) != Ok(self.child.id()))
    }

    /// Gives the folder of the shell, where the system tells it.
    fn dir(&self) -> Option<PathBuf> {
        fs::read_link(format!("/proc/{}/cwd", self.child.id())).ok()
    }

    fn is_at(&self, dir: &Path) -> bool {
        match self.dir() {
            Some(here) => dir.canonicalize().is_ok_and(|dir| dir == here),
            None => self.told == dir,
        }
    }

    /// Gives the bytes of the line that changes its folder, after Ctrl-C where the user has typed something: the rest of
    /// a line would become part of it.
    fn line_to(&mut self, dir: &Path) -> Vec<u8> {
        dir.clone_into(&mut self.told);
        let mut line =
            if std::mem::take(&mut self.is_touched) { vec![DISCARDS] } else { Vec::new() };
        // With a space in front, shells leave the line out of their history where the user wants that.
        line.extend_from_slice(b" cd -- ");
        line.extend_from_slice(&quoted(dir));
        line.push(b'\r');
        line
    }

    /// Passes bytes between the terminals until the user leaves the shell or it ends.
    fn show(&mut self, tty: &Tty, line: Vec<u8>) -> io::Result<Left> {
        let (mut resized, told) = UnixStream::pair()?;
        resized.set_nonblocking(true)?;
        let resizing = low_level::pipe::register(SIGWINCH, told)?;
        tcsetwinsize(&self.terminal, tcgetwinsize(tty)?)?;
        let mut out = io::stdout();
        out.write_all(&self.modes.sequence(true))?;
        // Others have printed since: the shell does not know it, and would not show its prompt again.
        if !self.is_behind {
            out.write_all(self.line.bytes())?;
        }
        out.flush()?;
        self.is_behind = true;
        let left = self.pass(tty, &mut resized, line);
        out.write_all(&self.modes.sequence(false))?;
        out.flush()?;
        low_level::unregister(resizing);
        left
    }

    fn pass(&mut self, tty: &Tty, resized: &mut UnixStream, line: Vec<u8>) -> io::Result<Left> {
        let mut keys = File::from(tty.as_fd().try_clone_to_owned()?);
        let mut out = io::stdout();
        let mut buffer = vec![0; BUFFER];
        // What the shell has yet to take, and what it gets once it shows its prompt again.
        let (mut pending, mut later) = match line.split_first() {
            Some((&DISCARDS, rest)) => (vec![DISCARDS], rest.to_vec()),
            _ => (line, Vec::new()),
        };
        let mut due = Instant::now() + PROMPT;
        loop {
            // Also where the shell prints without an end.
            if Instant::now() >= due {
                pending.append(&mut later);
            }
            let timeout =
                (!later.is_empty()).then(|| due.saturating_duration_since(Instant::now()));
            // What is typed before the shell was told its folder comes after that line.
            let reads = later.is_empty() && pending.len() < BUFFER;
            let next = wait(tty, &self.terminal, resized, (reads, !pending.is_empty()), timeout)?;
            let Next::Ready { keys: typed, output, room, resized: has_size } = next else {
                pending.append(&mut later);
                continue;
            };
            if has_size {
                drain(resized, &mut buffer)?;
                tcsetwinsize(&self.terminal, tcgetwinsize(tty)?)?;
            }
            if output {
                match self.terminal.read(&mut buffer) {
                    Ok(0) => return self.ended(),
                    Ok(got) => {
                        self.modes.follow(&buffer[..got]);
                        self.line.follow(&buffer[..got]);
                        out.write_all(&buffer[..got])?;
                        out.flush()?;
                        due = due.min(Instant::now() + PROMPT / 6);
                    }
                    // Linux tells so that no process has the terminal any more.
                    Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                        return self.ended();
                    }
                    Err(error) if is_temporary(&error) => {}
                    Err(error) => return Err(error),
                }
            }
            if room && !pending.is_empty() {
                match self.terminal.write(&pending) {
                    Ok(put) => drop(pending.drain(..put)),
                    Err(error) if is_temporary(&error) => {}
                    Err(error) => return Err(error),
                }
            }
            if typed {
                let got = match keys.read(&mut buffer) {
                    Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                    Ok(got) => got,
                    Err(error) if is_temporary(&error) => continue,
                    Err(error) => return Err(error),
                };
                let typed = &buffer[..got];
                // A program in the shell gets Ctrl-O as any other key.
                let end = typed.iter().position(|&byte| byte == LEAVES).filter(|_| !self.is_busy());
                let typed = &typed[..end.unwrap_or(got)];
                self.is_touched |= !typed.is_empty();
                pending.extend_from_slice(typed);
                if end.is_some() {
                    self.give(&pending)?;
                    return Ok(Left::Pressed);
                }
            }
        }
    }

    /// Writes what the shell takes at once; of what was typed before Ctrl-O no more is lost than a full terminal
    /// does not take.
    fn give(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.terminal.write(bytes) {
            Ok(_) => Ok(()),
            Err(error) if is_temporary(&error) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn ended(&mut self) -> io::Result<Left> {
        self.child.wait().map(|_| Left::Ended)
    }
}

/// Waits until the user types, the shell prints or reads, or the terminal has another size.
fn wait(
    tty: &Tty,
    terminal: &File,
    resized: &UnixStream,
    (reads, writes): (bool, bool),
    timeout: Option<Duration>,
) -> io::Result<Next> {
    let mut wanted = PollFlags::IN;
    wanted.set(PollFlags::OUT, writes);
    let keys = if reads { PollFlags::IN } else { PollFlags::empty() };
    let mut watched = [
        PollFd::from_borrowed_fd(tty.as_fd(), keys),
        PollFd::from_borrowed_fd(terminal.as_fd(), wanted),
        PollFd::from_borrowed_fd(resized.as_fd(), PollFlags::IN),
    ];
    let timeout = timeout.map(|left| Timespec {
        tv_sec: left.as_secs().cast_signed(),
        tv_nsec: left.subsec_nanos().into(),
    });
    match poll(&mut watched, timeout.as_ref()) {
        Ok(0) => return Ok(Next::Late),
        Ok(_) => {}
        Err(Errno::INTR) => {
            let (keys, output, room) = (false, false, false);
            return Ok(Next::Ready { keys, output, room, resized: false });
        }
        Err(errno) => return Err(errno.into()),
    }
    let [tty, terminal, resized] = watched.map(|it| it.revents());
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    if tty.intersects(gone) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(Next::Ready {
        keys: tty.contains(PollFlags::IN),
        // What the shell printed last is read before its end is noticed.
        output: terminal.intersects(PollFlags::IN | gone),
        room: terminal.contains(PollFlags::OUT),
        resized: resized.contains(PollFlags::IN),
    })
}

/// Reads away what told that the terminal has another size.
fn drain(resized: &mut UnixStream, buffer: &mut [u8]) -> io::Result<()> {
    match resized.read(buffer) {
        Ok(_) => Ok(()),
        Err(error) if is_temporary(&error) => Ok(()),
        Err(error) => Err(error),
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
