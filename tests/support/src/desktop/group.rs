//! A process and all its descendants, which are ended on drop.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::bin::detach;
use crate::ended::end_of;

/// How long a process may take to end by itself once it was asked to.
const GRACE: Duration = Duration::from_secs(5);

/// A process that leads its own process group; both are ended when dropped.
#[derive(Debug)]
pub struct Group {
    child: Child,
}

impl Group {
    /// Starts a command as the leader of a group.
    pub fn start(command: &mut Command) -> Self {
        detach(command);
        let child = command.spawn();
        Self { child: child.unwrap_or_else(|error| panic!("cannot run {command:?}: {error}")) }
    }

    /// Gives what the process writes, if it was piped.
    pub fn stdout(&mut self) -> ChildStdout {
        self.child.stdout.take().expect("a piped output")
    }

    /// Waits until the process ends by itself.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let ended = end_of(self.pid()).ok()?;
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let mut watched = [PollFd::new(&ended, PollFlags::IN)];
            match poll(&mut watched, Some(&Timespec::try_from(left).unwrap())) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => panic!("cannot poll: {errno}"),
            }
        }
    }

    /// Asks the process to end, and none of those that it started.
    pub fn ask_to_end(&self) {
        kill_process(self.pid(), Signal::TERM).unwrap();
    }

    /// Stops the process where it is, as one that hangs.
    pub(super) fn freeze(&self) {
        self.tell(Signal::STOP);
    }

    /// Kills those in the group that run this program, as a power cut would.
    pub fn kill(&self, program: &str) {
        let mut killed = 0;
        for pid in self.members() {
            if exe(pid).is_some_and(|exe| exe.ends_with(program)) {
                kill_process(pid, Signal::KILL).unwrap();
                killed += 1;
            }
        }
        assert!(killed > 0, "no {program} runs");
    }

    /// Whether one in the group runs this program.
    pub fn runs(&self, program: &str) -> bool {
        let members = self.members().into_iter();
        members.map(exe).any(|exe| exe.is_some_and(|exe| exe.ends_with(program)))
    }

    fn tell(&self, signal: Signal) {
        match kill_process_group(self.pid(), signal) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(errno) => panic!("cannot end {:?}: {errno}", self.child),
        }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn members(&self) -> Vec<Pid> {
        let group = self.pid().as_raw_nonzero().to_string();
        let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|pid: &i32| {
                let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
                // After the name, which may hold anything: state, parent, group.
                stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(2))
                    == Some(&group)
            })
            .filter_map(Pid::from_raw)
            .collect()
    }
}

/// Gives the program that a process runs.
fn exe(pid: Pid) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{}/exe", pid.as_raw_nonzero())).ok()
}

impl Drop for Group {
    fn drop(&mut self) {
        // Asked first, so that servers take their sockets and locks away.
        self.tell(Signal::TERM);
        let ended = self.wait(GRACE);
        // And what outlived its leader.
        self.tell(Signal::KILL);
        if ended.is_none() {
            self.child.wait().expect("an exit status");
        }
    }
}
