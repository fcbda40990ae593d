//! Runs other programs, some of which get the terminal, and fills the clipboard.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use fcp_engine::path::DisplayName;
use fcp_presentation::elevation::{self, trust};
use fcp_presentation::errors;
use fcp_presentation::spelling::{read, spell};
use fcp_presentation::tr;
use fcp_presentation::unattended::{ended, not_run};

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
            Run::Edit { path } => match unread(path) {
                Some(why) => Err(why.to_owned()),
                None => self.edit(path),
            },
            Run::Names { names } => self.names(names).map(drop),
            Run::Command { line, typed, context, waits } => {
                let mut command = shell(line, &context.dir);
                command.envs(context.variables()).args(&context.items);
                let done = ended(command.status(), typed.as_ref());
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

/// Says why an editor is not started for something that it would wait for without end, or take data from; none for a file
/// or a folder.
fn unread(path: &Path) -> Option<&'static str> {
    let kind = path.metadata().ok()?.file_type();
    if kind.is_fifo() {
        return Some(tr!("viewed-fifo-unread"));
    }
    if kind.is_socket() {
        return Some(tr!("viewed-socket-unread"));
    }
    let is_device = kind.is_block_device() || kind.is_char_device();
    is_device.then(|| tr!("viewed-device-unread"))
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

/// Lets the user read what a program printed; the key that shows the screen leaves it too.
fn wait_for_key(words: &str) -> Result<(), String> {
    let ask = || {
        let mut tty = Tty::open()?;
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
    fn no_editor_waits_for_a_pipe() {
        let scratch = tempfile::tempdir().unwrap();
        let fifo = scratch.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let programs = Programs { editor: Some("true".into()), ..Programs::default() };
        let edit = |path: &Path| programs.run(&Run::Edit { path: path.to_owned() });
        assert_eq!(edit(&fifo), Err(tr!("viewed-fifo-unread").to_owned()));
        assert_eq!(edit(Path::new("/dev/null")), Err(tr!("viewed-device-unread").to_owned()));
        assert_eq!(edit(&scratch.path().join("new")), Ok(()));
    }

    #[test]
    fn names_go_through_an_editor_unharmed() {
        let names = [b"a b".as_slice(), b"x\xff\n\r", b"\\x41", b"-"];
        let names = names.map(|name| OsString::from_vec(name.to_vec()));
        let with = |editor: &str| Programs { editor: Some(editor.into()), ..Programs::default() };
        assert_eq!(with("true").names(&names), Ok(names.to_vec()));
        let new = with(r"write() { printf 'a\\xfe\nb' > $1; }; write").names(&names).unwrap();
        assert_eq!(new, [OsString::from_vec(b"a\xfe".to_vec()), "b".into()]);
        assert_eq!(with("false").names(&names), Err("false failed with exit code 1".to_owned()));
    }
}
