//! Finds the programs under test and runs them with a time limit, so that no test hangs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group, setsid};

use crate::ended::end_of;

/// How long [`run`] waits: far longer than any test takes, even on a loaded machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A home that does not exist, and that no process can make.
pub const NO_HOME: &str = "/proc/no-home";

/// The executable that all terminal programs are.
const EXECUTABLE: &str = "fcp-tui";

/// Prepares to run `fcp`.
pub fn fcp() -> Command {
    program("fcp")
}

/// Prepares to run one of our programs, with an environment that holds nothing of the user's.
///
/// Standard input is empty unless the test gives another one, for example [`input`].
pub fn program(name: &str) -> Command {
    clean(Command::new(path_of(name)))
}

/// Finds a built program beside the running test.
///
/// The terminal programs are names of one executable; a name that has no link yet gets one.
pub fn path_of(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    // Tests lie in target/<profile>/deps, programs in target/<profile>.
    let mut directory = test.parent().expect("a directory of tests");
    if directory.ends_with("deps") {
        directory = directory.parent().expect("a directory of programs");
    }
    let program = directory.join(EXECUTABLE);
    assert!(program.exists(), "{}: build it first: cargo build -p fcp-tui", program.display());
    let path = directory.join(name);
    if name != EXECUTABLE && fs::read_link(&path).ok().as_deref() != Some(Path::new(EXECUTABLE)) {
        // By a rename, since other tests start the program at the same time, and since an executable of this
        // name may be left from an older build.
        let link =
            directory.join(format!(".{name}.{}.{:?}", std::process::id(), thread::current().id()));
        symlink(EXECUTABLE, &link)
            .and_then(|()| fs::rename(&link, &path))
            .expect("a link to the program");
    }
    path
}

/// Strips the environment to what every system has, and takes away the terminal; see [`detach`].
pub fn clean(mut command: Command) -> Command {
    detach(&mut command);
    command.env_clear().stdin(Stdio::null());
    command.env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into()));
    command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    // A program under test must not use the home of the user who runs the tests. No program can make this one.
    command.env("HOME", NO_HOME);
    command
}

/// Has a program start in a session of its own, without a controlling terminal.
///
/// A test that is started at a terminal would lend it to its programs: they would open `/dev/tty`, take its
/// size, and be stopped by its job control (SIGTTOU, SIGTTIN), as they are in the background there.
pub fn detach(command: &mut Command) {
    let session = || match setsid() {
        // EPERM: the process leads a group already, since an earlier call has detached it.
        Ok(_) | Err(Errno::PERM) => Ok(()),
        Err(errno) => Err(errno.into()),
    };
    // SAFETY: the closure makes one system call between fork and exec, which takes no lock and no memory.
    #[expect(unsafe_code, reason = "the standard library offers no other way to start a session")]
    unsafe {
        command.pre_exec(session);
    }
}

/// Has a process end with the thread that starts it, even if that is killed.
#[cfg(target_os = "linux")]
pub fn end_with_us(command: &mut Command) {
    use rustix::process::set_parent_process_death_signal;
    // SAFETY: the closure makes one system call between fork and exec, which takes no lock and no memory.
    #[expect(unsafe_code, reason = "only the new process can be bound to the one that made it")]
    unsafe {
        command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
    }
}

/// Elsewhere no process can be bound to another.
#[cfg(not(target_os = "linux"))]
pub fn end_with_us(_command: &mut Command) {}

/// Writes a program that is a script of the shell.
///
/// A process of its own writes it. What another test starts at this moment could inherit a descriptor of ours that
/// writes, and the script could not be run as long as that is open (ETXTBSY).
pub fn script(path: impl AsRef<Path>, text: &str) {
    let write = r#"printf '#!/bin/sh\n%s\n' "$1" >"$2" && chmod 755 "$2""#;
    let mut shell = clean(Command::new("/bin/sh"));
    let done = run(shell.args(["-c", write, "sh", text]).arg(path.as_ref()));
    assert!(done.status.success(), "{done:?}");
}

/// Gives bytes as standard input.
pub fn input(bytes: impl AsRef<[u8]>) -> Stdio {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes.as_ref()).and_then(|()| file.rewind()).expect("a written file");
    Stdio::from(file)
}

/// Runs a command to its end and gives what it wrote; see [`run_for`].
pub fn run(command: &mut Command) -> Output {
    run_for(command, PATIENCE)
}

/// Runs a command, which must succeed.
#[track_caller]
pub fn run_ok(command: &mut Command) -> Output {
    let done = run(command);
    assert!(done.status.success(), "{command:?}: {done:?}");
    done
}

/// Runs a command, but kills it after `limit` and panics with what it had written.
///
/// The command leads its own session and process group, so that its children die with it.
pub fn run_for(command: &mut Command, limit: Duration) -> Output {
    let shown = format!("{command:?}");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    detach(command);
    let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot run {shown}: {error}"));
    let pid = Pid::from_child(&child);
    let ended = end_of(pid).expect("a process");
    let mut stdout = Pipe::new(child.stdout.take().map(OwnedFd::from));
    let mut stderr = Pipe::new(child.stderr.take().map(OwnedFd::from));

    let in_time = wait(&ended, &mut stdout, &mut stderr, limit);
    // After the end this is for children that were left behind.
    match kill_process_group(pid, Signal::KILL) {
        Ok(()) | Err(Errno::SRCH | Errno::PERM) => {}
        Err(errno) => panic!("cannot kill {shown}: {errno}"),
    }
    let status = child.wait().expect("an exit status");
    stdout.drain();
    stderr.drain();
    let (stdout, stderr) = (stdout.text, stderr.text);
    assert!(
        in_time,
        "{shown}\nwas killed after {limit:?}\nstdout: {}\nstderr: {}",
        String::from_utf8_lossy(&stdout),
        String::from_utf8_lossy(&stderr)
    );
    Output { status, stdout, stderr }
}

/// Reads until the process has ended; tells whether that was in time.
fn wait(ended: &OwnedFd, stdout: &mut Pipe, stderr: &mut Pipe, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        let timeout = Timespec::try_from(left).expect("a short time");
        let mut watched = vec![PollFd::new(ended, PollFlags::IN)];
        for pipe in [&*stdout, &*stderr] {
            watched.extend(pipe.end.iter().map(|end| PollFd::new(end, PollFlags::IN)));
        }
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) if !watched[0].revents().is_empty() => return true,
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => panic!("cannot poll: {errno}"),
        }
        drop(watched);
        stdout.drain();
        stderr.drain();
    }
}

/// The reading end of a pipe until the writers have closed it, and all that came.
#[derive(Debug)]
struct Pipe {
    end: Option<File>,
    text: Vec<u8>,
}

impl Pipe {
    fn new(end: Option<OwnedFd>) -> Self {
        let end = end.expect("a piped stream");
        rustix::io::ioctl_fionbio(end.as_fd(), true).expect("a pipe that does not block");
        Self { end: Some(File::from(end)), text: Vec::new() }
    }

    /// Takes what is there now.
    fn drain(&mut self) {
        let Some(end) = &mut self.end else { return };
        match end.read_to_end(&mut self.text) {
            Ok(_) => self.end = None,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => panic!("cannot read the output: {error}"),
        }
    }
}

/// Tells whether a program can be found, for fixtures that need tools of the system.
pub fn installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Tools such as mkfs are in sbin, which is not on every user's path.
    std::env::split_paths(&path)
        .chain(["/usr/sbin", "/sbin"].map(PathBuf::from))
        .any(|directory| directory.join(OsStr::new(name)).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut shell = clean(Command::new("/bin/sh"));
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn gives_status_and_all_output() {
        let script = "head -c 1000000 /dev/zero; echo bad >&2; cat; exit 3";
        let done = run(shell(script).stdin(input("fed")));
        assert_eq!(done.status.code(), Some(3));
        assert_eq!(done.stdout.len(), 1_000_003);
        assert!(done.stdout.ends_with(b"fed"));
        assert_eq!(done.stderr, b"bad\n");
    }

    #[test]
    fn the_environment_is_clean() {
        let done = run(&mut shell("env | sort"));
        let shown = String::from_utf8(done.stdout).unwrap();
        assert!(shown.contains("LC_ALL=C.UTF-8\n"), "{shown}");
        assert!(!shown.contains("CARGO"), "{shown}");
    }

    #[test]
    fn a_program_has_no_terminal_even_if_the_test_has_one() {
        let done = run(&mut shell("cat </dev/tty"));
        assert!(!done.status.success(), "{done:?}");
    }

    #[test]
    #[should_panic(expected = "stdout: started\n")]
    fn kills_what_takes_too_long() {
        // The grandchild keeps the pipe open: it must not keep us waiting either.
        run_for(
            &mut shell("echo started; cat /dev/zero >/dev/null & wait"),
            Duration::from_millis(300),
        );
    }

    #[test]
    fn a_child_left_behind_does_not_hold_us_up() {
        let done = run_for(&mut shell("sleep 600 & echo done"), Duration::from_secs(60));
        assert_eq!(done.stdout, b"done\n");
    }
}
