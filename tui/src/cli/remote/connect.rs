//! Starts fcp on another machine, by `ssh` or what the user has instead.

use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fcp_engine::link::{Input, Message, Output, greet};
use fcp_engine::path::DisplayName;

use super::upload;
use crate::cli::asked::Remote;

/// Where fcp puts itself on a machine that lacks it, below the home directory there.
pub(super) const PLACE: &str = concat!(".cache/fcp/", env!("CARGO_PKG_VERSION"));

/// The exit code of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// Why the other machine does not answer, as a sentence.
pub(super) struct Failed(pub(super) String);

/// A connection with fcp on another machine.
pub(crate) struct Connection {
    host: String,
    child: Child,
    streams: RefCell<Option<(Input, Output)>>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Its streams are closed by now; it may have ended long ago.
        let _killed = self.child.kill().is_ok();
        let _waited = self.child.wait().is_ok();
    }
}

impl Connection {
    /// Starts fcp there and greets it; offers to copy this program there if there is none.
    pub(super) fn open(host: &str, remote: &Remote) -> Result<Self, Failed> {
        match Self::try_open(host, remote) {
            Err(Unopened::Missing) => {
                upload::offer(host, remote)?;
                Self::try_open(host, remote).map_err(|unopened| unopened.failed(host))
            }
            opened => opened.map_err(|unopened| unopened.failed(host)),
        }
    }

    fn try_open(host: &str, remote: &Remote) -> Result<Self, Unopened> {
        let words = words(remote).map_err(|Failed(text)| Unopened::Failed(text))?;
        let name = name(&words);
        if !is_there(&words) {
            return Err(Unopened::Failed(format!("cannot find the program {name}")));
        }
        let mut child = shell(host, &words, &program(remote))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Unopened::Failed(format!("cannot start {name}: {error}")))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Unopened::Failed(format!("{name} has no streams")));
        };
        let (mut input, output) = (Input::new(from), Output::new(to));
        let greeted = greet(&mut input, &output);
        let streams = RefCell::new(Some((input, output)));
        let connection = Self { host: host.to_owned(), child, streams };
        match greeted {
            Ok(_version) => Ok(connection),
            Err(text) => Err(connection.ungreeted(&text)),
        }
    }

    /// Finds out why there was no greeting.
    fn ungreeted(mut self, text: &str) -> Unopened {
        drop(self.streams.take());
        match self.child.wait().ok().and_then(|status| status.code()) {
            Some(NOT_FOUND) => Unopened::Missing,
            // ssh has said why.
            Some(255) => Unopened::Failed(format!("no connection with {}", self.host)),
            _ => Unopened::Failed(format!("{}: {}", self.host, DisplayName::new(text))),
        }
    }

    /// Asks the other end for something, and gives the streams if it agrees.
    pub(super) fn ask(&self, message: &Message) -> Result<(Input, Output), Failed> {
        let ended = |_: std::io::Error| Failed(format!("{}: the connection ended", self.host));
        let Some((mut input, output)) = self.streams.take() else {
            return Err(Failed(format!("{}: the connection is used", self.host)));
        };
        output.send(message).map_err(ended)?;
        match input.agreed().map_err(ended)? {
            Ok(()) => Ok((input, output)),
            // What another machine says must not steer this terminal.
            Err(text) => Err(Failed(format!("{}: {}", self.host, DisplayName::new(&text)))),
        }
    }
}

/// Why there is no connection.
enum Unopened {
    /// There is no fcp.
    Missing,
    Failed(String),
}

impl Unopened {
    fn failed(self, host: &str) -> Failed {
        Failed(match self {
            Self::Missing => format!(
                "{host} has no fcp; install it there, or say with --remote-fcp=PATH where it is"
            ),
            Self::Failed(text) => text,
        })
    }
}

/// The words of the command that reaches a machine.
///
/// # Errors
/// A quote is not closed.
pub(super) fn words(remote: &Remote) -> Result<Vec<OsString>, Failed> {
    let line = remote.shell.clone().or_else(|| std::env::var_os("FCP_RSH"));
    let line = line.unwrap_or_else(|| "ssh".into()).into_vec();
    let words = split(&line).map_err(|quote| {
        let line = OsString::from_vec(line.clone());
        Failed(format!("a quote ({quote}) is not closed in {}", DisplayName::new(&line)))
    })?;
    Ok(if words.is_empty() { vec!["ssh".into()] } else { words })
}

/// Splits a line at blanks, but not within quotes, single or double, as rsync does: there are no backslashes, and in quotes
/// two of their kind are one.
///
/// # Errors
/// Gives the quote that is not closed.
fn split(line: &[u8]) -> Result<Vec<OsString>, char> {
    let (mut words, mut word, mut open) = (Vec::new(), None::<Vec<u8>>, None);
    let mut bytes = line.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match open {
            Some(quote) if byte == quote => {
                if bytes.next_if_eq(&quote).is_some() {
                    word.get_or_insert_default().push(quote);
                } else {
                    open = None;
                }
            }
            None if matches!(byte, b'\'' | b'"') => {
                open = Some(byte);
                // Nothing in quotes is a word, too.
                word.get_or_insert_default();
            }
            None if byte.is_ascii_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    match open {
        Some(quote) => Err(char::from(quote)),
        None => Ok(words.into_iter().map(OsString::from_vec).collect()),
    }
}

/// Gives the name of the program that reaches a machine.
fn name(words: &[OsString]) -> String {
    words.first().map_or_else(|| "ssh".to_owned(), |word| word.display().to_string())
}

/// Whether the program that reaches a machine is there.
fn is_there(words: &[OsString]) -> bool {
    let name = words.first().map_or_else(|| OsStr::new("ssh"), OsString::as_os_str);
    if name.as_bytes().contains(&b'/') {
        return Path::new(name).exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(name).exists())
}

/// Prepares a command on a machine.
pub(super) fn shell(host: &str, words: &[OsString], line: &OsStr) -> Command {
    let mut command = Command::new("/bin/sh");
    // Ctrl-C at the terminal is for us: we tell the other end to stop, and that end says what it keeps. ssh would break
    // the connection, and nothing could be said any more.
    command.args(["-c", "trap '' INT; exec \"$@\"", "sh"]);
    // ssh takes an IPv6 address without the brackets that the operand needs.
    let host = host.replace(['[', ']'], "");
    command.args(words).arg(host).arg(line);
    command
}

/// The command line that starts fcp there, for whatever shell the user has.
fn program(remote: &Remote) -> OsString {
    let script = match &remote.program {
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

/// Quotes a word for a shell.
pub(super) fn quoted(word: &OsStr) -> OsString {
    let mut quoted = vec![b'\''];
    for byte in word.as_bytes() {
        match byte {
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    OsString::from_vec(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_has_options_and_the_host_no_brackets() {
        let remote = Remote {
            shell: Some("ssh  -p 2222".into()),
            program: Some("/opt/it's/fcp".into()),
            ..Remote::default()
        };
        let command = shell("me@[::1]", &words(&remote).ok().unwrap(), &program(&remote));
        let words: Vec<_> = command.get_args().map(|word| word.display().to_string()).collect();
        assert_eq!(words[3..7], ["ssh", "-p", "2222", "me@::1"]);
        assert_eq!(words[7], r"exec sh -c 'exec '\''/opt/it'\''\'\'''\''s/fcp'\'' --serve'");
    }

    #[test]
    fn quotes_keep_blanks_as_in_rsync() {
        for (line, expected) in [
            (r"ssh  -p 2222 ", vec!["ssh", "-p", "2222"]),
            (r#"ssh -o "ProxyCommand=x y""#, vec!["ssh", "-o", "ProxyCommand=x y"]),
            (r"ssh -o ProxyCommand='x  y'z", vec!["ssh", "-o", "ProxyCommand=x  yz"]),
            (r#"a 'it''s' "a ""b""" '"' ''"#, vec!["a", "it's", "a \"b\"", "\"", ""]),
            (r"a\ b", vec!["a\\", "b"]),
            ("", vec![]),
        ] {
            assert_eq!(split(line.as_bytes()).unwrap(), expected, "{line}");
        }
        assert_eq!(split(b"ssh 'a b"), Err('\''));
        assert_eq!(split(b"ssh \"it's"), Err('"'));
    }
}
