//! Runs other programs, some of which get the terminal, and fills the clipboard.

use std::collections::VecDeque;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::{self, JoinHandle};

use base64::Engine as _;
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use fcp_engine::path::DisplayName;
use fcp_presentation::background;
use fcp_presentation::elevation::{self, trust};
use fcp_presentation::errors;
use fcp_presentation::spelling::{read, spell};
use fcp_presentation::tr;

use crate::app::command::Context;
use crate::app::effect::Elevated;
use crate::app::model::Run;
use crate::app::tty::Tty;

/// Bytes of text that terminals take for the clipboard without complaint.
const CLIPBOARD: usize = 74_994;

/// What is needed to run programs for the user.
#[derive(Clone, Debug, Default)]
pub(crate) struct Programs {
    /// The editor, from the configuration.
    pub editor: Option<OsString>,
    /// The program that opens files, from the configuration.
    pub opener: Option<OsString>,
}

impl Programs {
    /// Runs a program on the terminal, which is the user's again until it ends.
    ///
    /// # Errors
    /// Says in one sentence why it did not run, or how it failed.
    pub(crate) fn run(&self, run: &Run) -> Result<(), String> {
        match run {
            Run::Edit { path } => self.edit(path),
            Run::Names { names } => self.names(names).map(drop),
            Run::Command { line, context, waits } => {
                let mut command = shell(line, &context.dir);
                command.envs(context.variables()).args(&context.items);
                let done = ended(command.status(), line);
                if *waits {
                    wait_for_key(tr!("run-returns"))?;
                }
                done
            }
            Run::Administrator(request) => {
                let done = as_administrator(request);
                wait_for_key(tr!("run-returns"))?;
                done
            }
            Run::Shell { dir } => {
                let shell = variable("SHELL").unwrap_or_else(|| "sh".into());
                ended(Command::new(&shell).current_dir(dir).status(), &shell)
            }
            // This shell, or any on this system, cannot be shown while it runs.
            Run::Screen { .. } => wait_for_key(tr!("run-screen-returns")),
            Run::Open { path } => self.open(path),
            Run::Program { words, dir, terminal } => {
                let Some((program, operands)) = words.split_first() else { return Ok(()) };
                let mut command = Command::new(program);
                command.args(operands);
                // A folder that the description names may not be there.
                if dir.is_dir() {
                    command.current_dir(dir);
                }
                if *terminal { ended(command.status(), program) } else { beside(command, program) }
            }
        }
    }

    fn edit(&self, path: &Path) -> Result<(), String> {
        let editor = self.editor.clone().or_else(|| variable("VISUAL"));
        let editor = editor.or_else(|| variable("EDITOR")).unwrap_or_else(|| "vi".into());
        let dir = path.parent().unwrap_or(Path::new("/"));
        by_shell(&with_operands(&editor), dir, [path.as_os_str()])
    }

    /// Lets the user edit names, one in each line, spelled as fields spell them.
    ///
    /// # Errors
    /// Says in one sentence why there are no new names.
    pub(crate) fn names(&self, names: &[OsString]) -> Result<Vec<OsString>, String> {
        let failed = |error: io::Error| tr!("run-names-not-saved", error = errors::of_io(&error));
        let mut file = tempfile::Builder::new().suffix(".txt").tempfile().map_err(failed)?;
        let write = |name: &OsString| writeln!(file, "{}", spell(name));
        names.iter().try_for_each(write).and_then(|()| file.flush()).map_err(failed)?;
        self.edit(file.path())?;
        // Editors write a new file and rename it, so the open descriptor may be the old file.
        let text = std::fs::read(file.path()).map_err(failed)?;
        let text = String::from_utf8(text).map_err(|_| tr!("run-names-not-text"))?;
        Ok(text.lines().map(read).collect())
    }

    /// Tells whether files open in a window of their own.
    pub(crate) fn opens_beside(&self) -> bool {
        self.opener().is_some()
    }

    fn opener(&self) -> Option<OsString> {
        let graphical = variable("DISPLAY").or_else(|| variable("WAYLAND_DISPLAY")).is_some();
        self.opener.clone().or_else(|| match () {
            () if cfg!(target_os = "macos") => Some("open".into()),
            () if graphical => Some("xdg-open".into()),
            () => None,
        })
    }

    /// Opens a file by the desktop's program, which does not get the terminal.
    fn open(&self, path: &Path) -> Result<(), String> {
        let opener = self.opener().ok_or_else(|| tr!("run-no-opener"))?;
        let mut command = shell(&with_operands(&opener), path.parent().unwrap_or(Path::new("/")));
        command.arg(path);
        beside(command, &opener)
    }
}

/// Starts a program that does not get the terminal, in a process group of its own: keys that end programs in the
/// terminal are not meant for it.
fn beside(mut command: Command, program: &OsStr) -> Result<(), String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    // The program outlives this call; a thread waits for it, so that it does not stay a zombie.
    match command.spawn() {
        Ok(mut child) => {
            std::thread::spawn(move || drop(child.wait()));
            Ok(())
        }
        Err(error) => Err(not_run(&DisplayName::new(program).to_string(), &error)),
    }
}

/// Carries out a request with the rights of the administrator. The password is between the user and `sudo`.
fn as_administrator(request: &Elevated) -> Result<(), String> {
    let found = trust::tool(&["sudo", "doas"], variable("PATH"));
    let (tool, path) = found.ok_or_else(|| tr!("run-no-sudo"))?;
    let own =
        env::current_exe().map_err(|error| tr!("run-not-found", error = errors::of_io(&error)))?;
    let program = trust::program(own.parent().unwrap_or(Path::new("/")))?;
    let (mut out, words) = (io::stdout(), &request.words);
    let told = writeln!(out, "{}", tr!("run-may-ask", deed = words.as_str(), program = tool));
    told.and_then(|()| out.flush()).map_err(|error| errors::of_io(&error))?;
    let mut command = Command::new(path);
    // The file may have another name than the symlink to it, by which it knows what to do.
    command.arg0(tool).arg("--").arg(program);
    command.arg(format!("--{}={}", elevation::FLAG, request.sum));
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(|error| not_run(tool, &error))?;
    // If it ends before it has read all, its exit code says why.
    let _read = child.stdin.take().map(|mut pipe| pipe.write_all(&request.request));
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(tr!("run-not-all", deed = words.as_str())),
        Err(error) => Err(not_run(tool, &error)),
    }
}

/// Runs a command while the user may be away, and gives the last line that it printed. It is named as it was typed.
///
/// # Errors
/// Says in one sentence why it did not run, or how it failed.
pub(crate) fn unattended(line: &OsStr, typed: &str, context: &Context) -> Result<String, String> {
    let mut command = shell(line, &context.dir);
    command.envs(context.variables()).args(&context.items).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // No program may ask an absent user for a password on the terminal that the panels are on.
    background::without_terminal(&mut command);
    let told = command.spawn().and_then(|mut child| {
        let errors = child.stderr.take().map(|pipe| thread::spawn(move || tail(pipe)));
        let stdout = child.stdout.take().map_or_else(|| Ok(Vec::new()), tail)?;
        let stderr = errors.map_or_else(|| Ok(Vec::new()), join)?;
        Ok(Output { status: child.wait()?, stdout, stderr })
    });
    let last = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        line.map(|line| format!(": {}", DisplayName::new(line))).unwrap_or_default()
    };
    match told {
        Ok(told) => match ended(Ok(told.status), typed.as_ref()) {
            Ok(()) => {
                let ran = tr!("run-has-run", program = DisplayName::new(typed).to_string());
                Ok(ran + &last(&told.stdout))
            }
            Err(why) => Err(why + &last(&told.stderr)),
        },
        Err(error) => ended(Err(error), typed.as_ref()).map(|()| String::new()),
    }
}

/// Reads all that a program prints, and keeps the end.
fn tail(mut pipe: impl Read) -> io::Result<Vec<u8>> {
    const KEPT: usize = 8 << 10;
    let (mut kept, mut buffer) = (VecDeque::new(), vec![0; KEPT]);
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return Ok(kept.into()),
            Ok(got) => {
                kept.extend(&buffer[..got]);
                kept.drain(..kept.len().saturating_sub(KEPT));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn join(reading: JoinHandle<io::Result<Vec<u8>>>) -> io::Result<Vec<u8>> {
    reading.join().unwrap_or_else(|_| Err(io::Error::other(tr!("run-no-output"))))
}

/// Suspends the machine, as the menu of the desktop does.
///
/// # Errors
/// Says in one sentence why it does not sleep.
pub(crate) fn suspend_machine() -> Result<(), String> {
    let (program, words): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("pmset", &["sleepnow"])
    } else {
        ("systemctl", &["suspend"])
    };
    let failed = |why: &str| tr!("run-not-suspended", why = why);
    let told = Command::new(program).args(words).stdin(Stdio::null()).output();
    let told = told.map_err(|error| failed(&not_run(program, &error)))?;
    if told.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&told.stderr);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty());
    Err(failed(&DisplayName::new(line.unwrap_or(program)).to_string()))
}

fn not_run(program: &str, error: &io::Error) -> String {
    tr!("run-not-run", program = program, error = errors::of_io(error))
}

fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// Lets a command line that was configured get its operands, `vi -f` as well as `vi`.
fn with_operands(line: &OsStr) -> OsString {
    let mut line = line.to_owned();
    line.push(" \"$@\"");
    line
}

fn shell(line: &OsStr, dir: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).arg("fcp-tui").current_dir(dir);
    command
}

fn by_shell<'a>(
    line: &OsStr,
    dir: &Path,
    with: impl IntoIterator<Item = &'a OsStr>,
) -> Result<(), String> {
    ended(shell(line, dir).args(with).status(), line)
}

/// Says how a program ended, if it failed.
fn ended(status: io::Result<std::process::ExitStatus>, what: &OsStr) -> Result<(), String> {
    let what = DisplayName::new(what.to_string_lossy().trim_end_matches(" \"$@\"")).to_string();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(match (status.code(), status.signal()) {
            (Some(code), _) => tr!("run-code", program = what, code = code.to_string()),
            (None, Some(signal)) => tr!("run-signal", program = what, signal = signal.to_string()),
            (None, None) => tr!("run-failed", program = what),
        }),
        Err(error) => Err(not_run(&what, &error)),
    }
}

/// Lets the user read what a program printed; the key that shows the screen leaves it too.
fn wait_for_key(words: &str) -> Result<(), String> {
    let ask = || {
        let tty = Tty::open()?;
        let mut out = io::stdout();
        // Before the prompt is printed: in line mode the kernel would keep the key until Enter.
        crossterm::terminal::enable_raw_mode()?;
        write!(out, "\r\n[{words}] ")?;
        out.flush()?;
        // Without a terminal there is no key to wait for.
        while tty.next().is_some_and(|event| !goes_back(&event)) {}
        crossterm::terminal::disable_raw_mode()?;
        write!(out, "\r\n")?;
        out.flush()
    };
    ask().map_err(|error: io::Error| tr!("run-no-terminal", error = errors::of_io(&error)))
}

/// Tells whether a key returns to the panels.
fn goes_back(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    key.kind != KeyEventKind::Release
        && match key.code {
            KeyCode::Enter | KeyCode::Esc => true,
            KeyCode::Char('c' | 'o') => ctrl,
            _ => false,
        }
}

/// Asks the terminal to put text on the clipboard, by the sequence OSC 52 of xterm.
///
/// # Errors
/// The text is too long for terminals, or the terminal is gone.
pub(crate) fn clipboard(text: &str) -> Result<(), String> {
    if text.len() > CLIPBOARD {
        return Err(tr!("clipboard-too-long").to_owned());
    }
    let coded = base64::engine::general_purpose::STANDARD.encode(text);
    let mut out = io::stdout();
    let put = write!(out, "\x1b]52;c;{coded}\x07").and_then(|()| out.flush());
    put.map_err(|error| tr!("clipboard-not-written", error = errors::of_io(&error)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn the_key_that_shows_the_screen_leaves_it() {
        let key = |code, modifiers| Event::Key(crossterm::event::KeyEvent::new(code, modifiers));
        let none = KeyModifiers::NONE;
        assert!(goes_back(&key(KeyCode::Char('o'), KeyModifiers::CONTROL)));
        assert!(goes_back(&key(KeyCode::Enter, none)) && goes_back(&key(KeyCode::Esc, none)));
        assert!(!goes_back(&key(KeyCode::Char('o'), none)));
        assert!(!goes_back(&Event::Resize(80, 24)));
    }

    #[test]
    fn a_command_without_a_terminal_tells_its_last_line_and_how_it_failed() {
        let context = Context {
            dir: "/".into(),
            current: "..".into(),
            other_dir: "/".into(),
            other_current: "..".into(),
            items: vec!["a b".into()],
        };
        let ran = |line: &str| unattended(OsStr::new(line), line, &context);
        let line = "cat; echo one; echo \"$1 at $FCP_DIR\"; echo";
        assert_eq!(ran(line), Ok(format!("{line} has run: a b at /")));
        // It is named as it was typed.
        let line = "echo \"${FCP_CURRENT}\"";
        let told = unattended(OsStr::new(line), "echo %f", &context);
        assert_eq!(told, Ok("echo %f has run: ..".to_owned()));
        let line = "echo no >&2; exit 3";
        assert_eq!(ran(line), Err(format!("{line} ended with exit code 3: no")));
        // No terminal, in a session that this process is not in.
        let line = "if (: </dev/tty) 2>/dev/null; then echo asks; else echo does not ask; fi";
        assert_eq!(ran(line), Ok(format!("{line} has run: does not ask")));
        // However much it prints, to both streams.
        let line = "yes | head -c 3000000 >&2; yes | head -c 3000000; echo last";
        assert_eq!(ran(line), Ok(format!("{line} has run: last")));
        assert_eq!(tail(&[7; 10_000][..]).unwrap(), [7; 8 << 10]);
    }

    #[test]
    fn names_go_through_an_editor_unharmed() {
        let names = [b"a b".as_slice(), b"x\xff\n\r", b"\\x41", b"-"];
        let names = names.map(|name| OsString::from_vec(name.to_vec()));
        let with = |editor: &str| Programs { editor: Some(editor.into()), ..Programs::default() };
        assert_eq!(with("true").names(&names), Ok(names.to_vec()));
        let new = with(r"write() { printf 'a\\xfe\nb' > $1; }; write").names(&names).unwrap();
        assert_eq!(new, [OsString::from_vec(b"a\xfe".to_vec()), "b".into()]);
        assert_eq!(with("false").names(&names), Err("false ended with exit code 1".to_owned()));
    }
}
