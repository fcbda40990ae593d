//! Starts fcp on another machine, by `ssh` or what the user has instead.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use super::further::CONNECTIONS;
use super::line::{is_there, quoted, split};
use super::message::Message;
use super::wire::{Input, Output, Peer, greet};
use crate::contract::path::{DisplayName, WirePath};
use fcp_sys::lock;

/// Where fcp puts itself on a machine that lacks it, below the home directory there.
pub const PLACE: &str = concat!(".cache/fcp/", env!("CARGO_PKG_VERSION"));

/// The exit code of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// The exit code of ssh where it does not connect.
const UNCONNECTED: i32 = 255;

/// Bytes of what the program says that are kept: the last ones, which say why.
const SAID: usize = 2048;

/// How other machines are reached.
#[derive(Clone, Debug)]
pub struct Reach {
    words: Vec<OsString>,
    /// Where fcp is there; by default in the path, or where it was put.
    program: Option<OsString>,
    /// The directories in which programs are found.
    search: OsString,
    /// Tells this machine and this user from others, for copies that are continued.
    here: String,
    /// How many connections bring the data of a machine; `*` stands for all others.
    connections: BTreeMap<String, u8>,
    /// Whether the program must ask nothing and write nothing to the terminal, since a screen is on it, or none.
    silent: bool,
}

/// Why another machine does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// There is no fcp.
    Missing,
    /// There is no connection; what the program said of that, if it was listened to.
    Unconnected(String),
    /// The program that connects is not there, or fcp there is not understood: why, as a sentence.
    Failed(String),
}

impl Unreached {
    /// Says on a command line why a machine does not answer.
    pub fn sentence(&self, host: &str) -> String {
        match self {
            Self::Missing => format!(
                "{host} has no fcp; install it there, or say with --remote-fcp=PATH where it is"
            ),
            // ssh has said why, to the user or to us.
            Self::Unconnected(said) if said.is_empty() => format!("no connection with {host}"),
            Self::Unconnected(said) => DisplayName::new(said).to_string(),
            Self::Failed(text) => text.clone(),
        }
    }
}

/// A connection with fcp on another machine; it ends when this is dropped.
#[derive(Debug)]
pub struct Connection {
    host: String,
    streams: Mutex<Option<(Input, Output)>>,
    peer: Peer,
    hold: Hold,
    /// Whether it goes on after this was dropped.
    is_released: bool,
}

/// Holds a connection, so that a thread can end it which does not read from it.
#[derive(Clone, Debug)]
pub struct Hold(Arc<Mutex<Child>>);

impl Hold {
    /// Ends the connection: a thread that reads from it learns so.
    pub fn hang_up(&self) {
        let mut child = lock(&self.0);
        // It may have ended long ago.
        let _killed = child.kill().is_ok();
        let _waited = child.wait().is_ok();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if !self.is_released {
            self.hold.hang_up();
        }
    }
}

impl Reach {
    /// Reaches machines by the words of a command line, as rsync splits it; without one by `ssh`.
    ///
    /// The program is found in the directories of `search`, as the variable `PATH` lists them.
    ///
    /// # Errors
    /// A quote is not closed; says so in a sentence.
    pub fn by(
        line: Option<OsString>,
        program: Option<OsString>,
        search: OsString,
    ) -> Result<Self, String> {
        let line = line.unwrap_or_else(|| "ssh".into()).into_vec();
        let words = split(&line).map_err(|quote| {
            let line = OsString::from_vec(line.clone());
            format!("a quote ({quote}) is not closed in {}", DisplayName::new(&line))
        })?;
        let words = if words.is_empty() { vec!["ssh".into()] } else { words };
        let (here, connections) = (String::new(), BTreeMap::new());
        Ok(Self { words, program, search, here, connections, silent: false })
    }

    /// Makes the program ask nothing and write nothing to the terminal.
    #[must_use]
    pub fn silent(mut self) -> Self {
        if self.silent {
            return self;
        }
        self.silent = true;
        self.give_ssh("BatchMode=yes")
    }

    /// Reaches machines by another command line, and another program there, where they are given.
    #[must_use]
    pub(crate) fn instead(mut self, line: Option<WirePath>, program: Option<WirePath>) -> Self {
        let words = line.and_then(|line| split(line.0.as_os_str().as_bytes()).ok());
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            self.words = words;
            if self.silent {
                self = self.give_ssh("BatchMode=yes");
            }
        }
        let program = program.map(|program| program.0.into_os_string());
        self.program = program.or(self.program);
        self
    }

    /// Keeps a connection alive that may carry nothing for long, while others do: a router may forget it, and what waits for
    /// it would not learn that.
    #[must_use]
    pub fn kept_alive(self) -> Self {
        self.give_ssh("ServerAliveInterval=30")
    }

    /// Gives ssh an option; another program may not know it.
    fn give_ssh(mut self, option: &str) -> Self {
        let name = self.words.first().map(Path::new).and_then(Path::file_name);
        if name == Some(OsStr::new("ssh")) {
            self.words.splice(1..1, ["-o".into(), option.into()]);
        }
        self
    }

    /// Says what tells this machine and this user from others.
    #[must_use]
    pub fn on(mut self, here: String) -> Self {
        self.here = here;
        self
    }

    /// Says how many connections bring the data of copies from and to each machine; `*` stands for all others.
    #[must_use]
    pub fn over(mut self, connections: BTreeMap<String, u8>) -> Self {
        self.connections = connections;
        self
    }

    /// How many connections bring the data of a machine.
    pub(crate) fn connections(&self, host: &str) -> u8 {
        let found = self.connections.get(host).or_else(|| self.connections.get("*"));
        found.copied().unwrap_or(1).min(CONNECTIONS)
    }

    /// What tells this machine and this user from others.
    pub(crate) fn here(&self) -> String {
        self.here.clone()
    }

    /// The name of the program that reaches a machine.
    fn name(&self) -> String {
        self.words.first().map_or_else(|| "ssh".to_owned(), |word| word.display().to_string())
    }

    /// Starts fcp on a machine and greets it.
    ///
    /// # Errors
    /// Says why there is no connection.
    pub fn open(&self, host: &str) -> Result<Connection, Unreached> {
        self.open_held(host, &|_| {})
    }

    /// Does so, and gives beforehand what ends the attempt.
    ///
    /// # Errors
    /// Says why there is no connection.
    pub fn open_held(&self, host: &str, started: &dyn Fn(Hold)) -> Result<Connection, Unreached> {
        let name = self.name();
        let program = self.words.first().map_or(OsStr::new("ssh"), OsString::as_os_str);
        if !is_there(program, &self.search) {
            return Err(Unreached::Failed(format!("cannot find the program {name}")));
        }
        let mut command = self.command(host, &self.line());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        if self.silent {
            command.stderr(Stdio::piped());
        }
        let mut child = command
            .spawn()
            .map_err(|error| Unreached::Failed(format!("cannot start {name}: {error}")))?;
        let said = child.stderr.take().map(listen);
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let hold = Hold(Arc::new(Mutex::new(child)));
        started(hold.clone());
        let (Some(to), Some(from)) = (to, from) else {
            hold.hang_up();
            return Err(Unreached::Failed(format!("{name} has no streams")));
        };
        let (mut input, output) = (Input::new(from), Output::new(to));
        match greet(&mut input, &output) {
            Ok(peer) => {
                let streams = Mutex::new(Some((input, output)));
                let host = host.to_owned();
                Ok(Connection { host, streams, peer, hold, is_released: false })
            }
            Err(text) => {
                drop((input, output));
                Err(ungreeted(&hold, said, format!("{host}: {}", DisplayName::new(&text))))
            }
        }
    }

    /// Prepares a command on a machine.
    pub fn command(&self, host: &str, line: &OsStr) -> Command {
        let mut command = Command::new("/bin/sh");
        // Ctrl-C at the terminal is for us: we tell the other end to stop, and that end says what it keeps. ssh would
        // break the connection, and nothing could be said any more.
        command.args(["-c", "trap '' INT; exec \"$@\"", "sh"]);
        // ssh takes an IPv6 address without the brackets that the operand needs.
        let host = host.replace(['[', ']'], "");
        command.args(&self.words).arg(host).arg(line);
        command
    }

    /// The command line that starts fcp there, for whatever shell the user has.
    fn line(&self) -> OsString {
        let script = match &self.program {
            Some(program) => {
                let mut script = OsString::from("exec ");
                script.push(quoted(program));
                script.push(" --serve");
                script
            }
            None => format!(
                "if command -v fcp >/dev/null 2>&1; then exec fcp --serve; \
                 elif [ -x \"$HOME/{PLACE}/fcp\" ]; then exec \"$HOME/{PLACE}/fcp\" --serve; \
                 else exit {NOT_FOUND}; fi"
            )
            .into(),
        };
        let mut line = OsString::from("exec sh -c ");
        line.push(quoted(&script));
        line
    }
}

impl Connection {
    /// Asks the other end for a job, and gives the streams if it agrees.
    ///
    /// # Errors
    /// The connection ended, or the other end says why it refuses.
    pub fn ask(&self, message: &Message) -> Result<(Input, Output), String> {
        let ended = |_: io::Error| format!("{}: the connection ended", self.host);
        if let Message::Undo { redoes, .. } = message
            && !self.peer.undoes
        {
            let (host, flag) = (&self.host, if *redoes { "--redo" } else { "--undo" });
            let version = DisplayName::new(&self.peer.version);
            return Err(format!(
                "{host}: fcp {version} there cannot be asked for that; run 'ssh {host} fcp {flag}'"
            ));
        }
        let Some((mut input, output)) = lock(&self.streams).take() else {
            return Err(format!("{}: the connection is used", self.host));
        };
        let asked = output.send(message).map_err(ended);
        match asked.and_then(|()| input.agreed().map_err(ended)) {
            Ok(Ok(())) => Ok((input, output)),
            // What another machine says must not steer this terminal.
            Ok(Err(text)) => Err(format!("{}: {}", self.host, DisplayName::new(&text))),
            Err(text) => Err(text),
        }
    }

    /// Does something with the streams, which no job has taken; if it fails, they are closed.
    ///
    /// # Errors
    /// The streams are used or closed, or what `talk` says.
    pub fn talk<T>(
        &self,
        talk: impl FnOnce(&mut Input, &Output) -> io::Result<T>,
    ) -> io::Result<T> {
        let taken = lock(&self.streams).take();
        let (mut input, output) = taken.ok_or(io::ErrorKind::NotConnected)?;
        let told = talk(&mut input, &output);
        if told.is_ok() {
            *lock(&self.streams) = Some((input, output));
        } else {
            self.hold.hang_up();
        }
        told
    }

    /// What the other end has told of itself.
    pub fn peer(&self) -> &Peer {
        &self.peer
    }

    /// Gives what ends it.
    pub fn hold(&self) -> Hold {
        self.hold.clone()
    }

    /// Lets it go on, for a job that has taken the streams, until that ends it.
    pub fn release(mut self) -> Hold {
        self.is_released = true;
        self.hold.clone()
    }
}

/// Finds out why there was no greeting.
fn ungreeted(hold: &Hold, said: Option<JoinHandle<String>>, text: String) -> Unreached {
    // It has ended once it can say no more; until then another thread may end it.
    let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
    let status = lock(&hold.0).wait();
    match status.ok().and_then(|status| status.code()) {
        Some(NOT_FOUND) => Unreached::Missing,
        Some(UNCONNECTED) => Unreached::Unconnected(said),
        _ => Unreached::Failed(text),
    }
}

/// Keeps the last that a program says, for when it fails, and lets it say all it wants.
fn listen(mut from: ChildStderr) -> JoinHandle<String> {
    thread::spawn(move || {
        let (mut last, mut buffer) = (Vec::new(), [0; SAID]);
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            last.extend_from_slice(buffer.get(..read).unwrap_or_default());
            let excess = last.len().saturating_sub(SAID);
            last.drain(..excess);
        }
        let text = String::from_utf8_lossy(&last);
        let line = text.lines().rfind(|line| !line.trim().is_empty());
        line.unwrap_or_default().trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(line: &str, program: Option<&str>) -> Reach {
        Reach::by(Some(line.into()), program.map(OsString::from), "/usr/bin:/bin".into()).unwrap()
    }

    fn words(reach: &Reach) -> Vec<String> {
        let command = reach.command("me@[::1]", &reach.line());
        command.get_args().skip(3).map(|word| word.display().to_string()).collect()
    }

    #[test]
    fn the_command_has_options_and_the_host_no_brackets() {
        let reach = by("ssh  -p 2222", Some("/opt/it's/fcp"));
        let told = words(&reach);
        assert_eq!(told[..4], ["ssh", "-p", "2222", "me@::1"]);
        assert_eq!(told[4], r"exec sh -c 'exec '\''/opt/it'\''\'\'''\''s/fcp'\'' --serve'");
        assert_eq!(
            words(&reach.clone().silent().silent())[..4],
            ["ssh", "-o", "BatchMode=yes", "-p"]
        );
        assert_eq!(words(&reach.clone().kept_alive())[1..3], ["-o", "ServerAliveInterval=30"]);
        // As the record of a job has it that is undone.
        let instead =
            by("rsh", None).silent().instead(Some("ssh -p 7".into()), Some("/x/fcp".into()));
        let told = words(&instead);
        assert_eq!(told[..5], ["ssh", "-o", "BatchMode=yes", "-p", "7"]);
        assert!(told[6].contains("/x/fcp"), "{told:?}");
        assert_eq!(words(&reach.clone().instead(None, None)), words(&reach));
        // What is no ssh knows no options of it.
        let other = by("/bin/rsh -x", None).silent().kept_alive();
        assert_eq!(words(&other)[..3], ["/bin/rsh", "-x", "me@::1"]);
    }

    #[test]
    fn an_end_that_cannot_be_reached_says_why() {
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("rsh");
        let told = |text: &str| {
            fcp_test_support::script(&script, text);
            by(script.to_str().unwrap(), None).silent().open("web").unwrap_err()
        };
        let refused =
            "echo 'Warning: x' >&2; echo 'web: Permission denied (publickey).' >&2; exit 255";
        let expected = "web: Permission denied (publickey).".to_owned();
        assert_eq!(told(refused), Unreached::Unconnected(expected));
        assert_eq!(told("exit 127"), Unreached::Missing);
        assert!(matches!(told("echo hello world"), Unreached::Failed(_)));
        let missing = by("no-such-program", None).open("web");
        assert!(matches!(missing, Err(Unreached::Failed(_))));
    }
}
