//! Runs a full-screen program on a pseudo-terminal: sends keys, and reads the screen.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use nix::sys::signal::{SigHandler, Signal, signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, ioctl_tiocsctty};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::bin::detach;
use crate::ended::end_of;
use crate::keys::F10;
use crate::running::Running;

/// How long a program may take to show or to do something: far longer than it ever takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Time between two presses of a key that may come too early: each begins the rest of a question anew.
const REST: Duration = Duration::from_millis(500);

/// A program in a terminal of its own; killed when dropped.
pub struct Pty {
    child: Running,
    terminal: File,
    screen: vt100::Parser,
}

impl std::fmt::Debug for Pty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pty").field("child", &self.child).finish_non_exhaustive()
    }
}

impl Pty {
    /// Starts a command in a terminal of this size.
    pub fn start(command: &mut Command, columns: u16, rows: u16) -> Self {
        // A program that held our end of its own terminal open would never see it hang up.
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        #[cfg(target_os = "linux")]
        let flags = flags | OpenptFlags::CLOEXEC;
        let ours = openpt(flags).unwrap();
        rustix::io::fcntl_setfd(&ours, rustix::io::FdFlags::CLOEXEC).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs =
            open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&theirs, size).unwrap();
        let end = || theirs.try_clone().unwrap();
        take_as_terminal(command);
        command.env("TERM", "xterm-256color").stdin(end()).stdout(end()).stderr(end());
        let child = Running::start(command);
        // Else the command keeps our ends of its own terminal open, and its end is never seen.
        command.stdin(std::process::Stdio::null());
        command.stdout(std::process::Stdio::null());
        command.stderr(std::process::Stdio::null());
        let size = |n| NonZero::new(n).unwrap();
        let screen = vt100::Parser::new(size(rows), size(columns), 0);
        Self { child, terminal: File::from(ours), screen }
    }

    /// Presses keys, as the bytes that a terminal sends for them.
    pub fn send(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).unwrap();
    }

    /// Presses keys, and waits until a text is on the screen.
    #[track_caller]
    pub fn press_for(&mut self, keys: &str, text: &str) {
        self.send(keys);
        self.wait_for(text);
    }

    /// Gives the terminal another size, of which the program is told by a signal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.terminal, size).unwrap();
        let size = |n| NonZero::new(n).unwrap();
        self.screen.set_size(size(rows), size(columns));
    }

    /// Gives the number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until a text is on the screen.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Waits until a text is on the screen twice: typed, and printed by a program.
    pub fn wait_for_twice(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.matches(text).count() >= 2);
    }

    /// Waits until a text is no longer on the screen.
    pub fn wait_gone(&mut self, text: &str) {
        self.wait_until(text, |screen| !screen.contains(text));
    }

    /// Presses keys again and again until a text is on the screen, for questions that take none in
    /// their first moments.
    pub fn press_until(&mut self, keys: &str, text: &str) {
        self.press_while(keys, text, |screen| !screen.contains(text));
    }

    /// Presses keys again and again until a text is no longer on the screen.
    pub fn press_until_gone(&mut self, keys: &str, text: &str) {
        self.press_while(keys, text, |screen| screen.contains(text));
    }

    fn press_while(&mut self, keys: &str, what: &str, waits: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut pressed: Option<Instant> = None;
        while waits(&self.contents()) {
            assert!(Instant::now() < deadline, "waited for {what:?}:\n{}", self.contents());
            let is_quiet = !self.take(Duration::from_millis(100));
            if is_quiet && pressed.is_none_or(|at| at.elapsed() >= REST) {
                self.send(keys);
                pressed = Some(Instant::now());
            }
        }
    }

    fn wait_until(&mut self, what: &str, is: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is(&self.screen.screen().contents()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let alive = self.take(left);
            assert!(alive && !left.is_zero(), "waited for {what:?}:\n{}", self.contents());
        }
    }

    /// Gives what is on the screen.
    pub fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    /// Tells whether the program has the whole screen for itself.
    pub fn is_full_screen(&self) -> bool {
        self.screen.screen().alternate_screen()
    }

    /// Waits until the program ends.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.take(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().unwrap() {
                while self.take(Duration::ZERO) {}
                return status;
            }
            assert!(Instant::now() < deadline, "waited for the end:\n{}", self.contents());
        }
    }

    /// Presses F10, by which the file manager must end well.
    #[track_caller]
    pub fn quit(&mut self) {
        self.send(F10);
        assert!(self.wait().success());
    }

    /// Takes the terminal away, as a terminal program does that is killed, and waits until the
    /// program ends.
    pub fn hang_up(&mut self) -> ExitStatus {
        self.terminal = File::open("/dev/null").unwrap();
        let process = Pid::from_child(&self.child);
        let end = end_of(process).unwrap();
        let timeout = Timespec::try_from(PATIENCE).unwrap();
        let mut watched = [PollFd::new(&end, PollFlags::IN)];
        poll(&mut watched, Some(&timeout)).unwrap();
        self.child.try_wait().unwrap().expect("the program lives on without its terminal")
    }

    /// Takes what the program wrote; tells whether there was anything.
    fn take(&mut self, within: Duration) -> bool {
        let timeout = Timespec::try_from(within).unwrap();
        let mut watched = [PollFd::new(&self.terminal, PollFlags::IN)];
        poll(&mut watched, Some(&timeout)).unwrap();
        if !watched[0].revents().contains(PollFlags::IN) {
            return false;
        }
        let mut buffer = [0; 4096];
        let count = self.terminal.read(&mut buffer).unwrap_or(0);
        self.screen.process(&buffer[..count]);
        count > 0
    }
}

/// Waits until a process that is no child has ended: it may still write after its last job.
pub fn wait_for_end(process: u32) {
    let process = Pid::from_raw(process.cast_signed()).unwrap();
    // Of a process that has ended there is no descriptor.
    let Ok(end) = end_of(process) else { return };
    let timeout = Timespec::try_from(PATIENCE).unwrap();
    let ended = poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&timeout)).unwrap();
    assert_eq!(ended, 1, "{process:?} lives on");
}

/// Has a program take its standard input as the controlling terminal of a session of its own.
///
/// Otherwise `/dev/tty`, Ctrl-C and SIGWINCH would belong to the terminal where the tests were started.
fn take_as_terminal(command: &mut Command) {
    detach(command);
    // SAFETY: the closure makes system calls alone between fork and exec, which take no lock and no memory.
    #[expect(unsafe_code, reason = "only the new process can take a controlling terminal")]
    unsafe {
        command.pre_exec(|| {
            // A shell that starts the tests in the background has them ignore both, and so their children.
            for ignored in [Signal::SIGINT, Signal::SIGQUIT] {
                signal(ignored, SigHandler::SigDfl)?;
            }
            Ok(ioctl_tiocsctty(rustix::stdio::stdin())?)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bin::clean;

    fn shell(script: &str) -> Pty {
        let mut shell = clean(Command::new("/bin/sh"));
        Pty::start(shell.args(["-c", script]), 80, 24)
    }

    #[test]
    fn a_program_finds_its_own_terminal_whatever_the_test_was_started_at() {
        let mut pty = shell("stty size </dev/tty; read answer </dev/tty; echo got $answer");
        pty.wait_for("24 80");
        pty.send("it\n");
        pty.wait_for("got it");
        assert!(pty.wait().success());
    }

    #[test]
    fn control_c_reaches_the_program() {
        let mut pty =
            shell("trap 'echo interrupted; exit 3' INT; echo ready; while :; do sleep 0.1; done");
        pty.wait_for("ready");
        pty.send("\x03");
        pty.wait_for("interrupted");
        assert_eq!(pty.wait().code(), Some(3));
    }
}
