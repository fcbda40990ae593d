//! Runs commands of the user without a terminal, and tells how they ended: the user may be away, or looks at a window.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, ErrorKind, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::path::DisplayName;

use crate::commands::Context;
use crate::{background, errors, lock, tr};

/// Bytes at the end of what a command prints that are kept, of each stream.
const KEPT: usize = 8 << 10;

/// Time that what was printed gets to come once the command has ended: a program that it leaves running may hold the
/// pipe for hours.
const GRACE: Duration = Duration::from_millis(500);

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// A sentence with the last line that it printed; an error says why it did not run, or how it failed.
    pub told: Result<String, String>,
    /// The end of what it printed, with what it printed as errors behind, harmless to look at.
    pub output: String,
}

/// Runs a command, with its placeholders replaced, to its end. It is named as it was typed.
pub fn run(line: &OsStr, typed: &str, context: &Context) -> Ran {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).arg("fcp").current_dir(&context.dir);
    command.envs(context.variables()).args(&context.items).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    // No program may ask an absent user for a password on the terminal that the panels are on.
    background::without_terminal(&mut command);
    let (ends, ended_pipes) = mpsc::channel();
    let printed = command.spawn().and_then(|mut child| {
        let out = child.stdout.take().map(|pipe| read(pipe, ends.clone()));
        let errors = child.stderr.take().map(|pipe| read(pipe, ends));
        let status = child.wait()?;
        let until = Instant::now() + GRACE;
        let left = || until.saturating_duration_since(Instant::now());
        // Each pipe that ends says so; then there are no more senders.
        while ended_pipes.recv_timeout(left()).is_ok() {}
        let all = [out, errors].map(|kept| kept.map(|kept| text(&lock(&kept))));
        Ok((status, all.map(Option::unwrap_or_default)))
    });
    let last = |text: &str| {
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        line.map(|line| format!(": {line}")).unwrap_or_default()
    };
    match printed {
        Ok((status, [out, errors])) => Ran {
            told: match ended(Ok(status), typed.as_ref()) {
                Ok(()) => {
                    let ran = tr!("run-has-run", program = DisplayName::new(typed).to_string());
                    Ok(ran + &last(&out))
                }
                Err(why) => Err(why + &last(&errors)),
            },
            output: out + &errors,
        },
        Err(error) => {
            let told = Err(not_run(&DisplayName::new(typed).to_string(), &error));
            Ran { told, output: String::new() }
        }
    }
}

/// Reads what a program prints on a thread of its own, and keeps the end.
fn read(mut pipe: impl Read + Send + 'static, ends: Sender<()>) -> Arc<Mutex<VecDeque<u8>>> {
    let kept = Arc::<Mutex<VecDeque<u8>>>::default();
    let all = Arc::clone(&kept);
    thread::spawn(move || {
        let mut buffer = vec![0; KEPT];
        loop {
            match pipe.read(&mut buffer) {
                Ok(0) => break,
                Ok(got) => {
                    let mut kept = lock(&kept);
                    kept.extend(buffer.get(..got).unwrap_or_default());
                    let excess = kept.len().saturating_sub(KEPT);
                    kept.drain(..excess);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // What came before is told.
                Err(_) => break,
            }
        }
        // The caller may have stopped waiting.
        match ends.send(()) {
            Ok(()) | Err(_) => {}
        }
    });
    all
}

/// Makes lines that are harmless to look at; the first may be the end of one.
fn text(bytes: &VecDeque<u8>) -> String {
    let bytes: Vec<u8> = bytes.iter().copied().collect();
    let text = String::from_utf8_lossy(&bytes).replace('\t', "    ");
    text.lines().flat_map(|line| [DisplayName::new(line).to_string(), "\n".to_owned()]).collect()
}

/// Suspends the machine, as the menu of the desktop does.
///
/// # Errors
/// Says in one sentence why it does not sleep.
pub fn suspend_machine() -> Result<(), String> {
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

/// Says that a program could not be started.
pub fn not_run(program: &str, error: &io::Error) -> String {
    tr!("run-not-run", program = program, error = errors::of_io(error))
}

/// Says how a program ended, if it failed.
///
/// # Errors
/// The program failed, or did not run.
pub fn ended(status: io::Result<ExitStatus>, what: &OsStr) -> Result<(), String> {
    let what = DisplayName::new(what.to_string_lossy().trim_end_matches(" \"$@\"")).to_string();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(match (status.code(), status.signal()) {
            // The code by which shells say so.
            (Some(127), _) => tr!("run-no-command", program = what),
            (Some(code), _) => tr!("run-code", program = what, code = code.to_string()),
            (None, Some(signal)) => tr!("run-signal", program = what, signal = signal.to_string()),
            (None, None) => tr!("run-failed", program = what),
        }),
        Err(error) => Err(not_run(&what, &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context() -> Context {
        Context {
            dir: "/".into(),
            current: "..".into(),
            other_dir: "/".into(),
            other_current: "..".into(),
            items: vec!["a b".into()],
        }
    }

    #[test]
    fn a_command_without_a_terminal_tells_its_last_line_and_how_it_failed() {
        let ran = |line: &str| run(OsStr::new(line), line, &context()).told;
        let line = "cat; echo one; echo \"$1 at $FCP_DIR\"; echo";
        assert_eq!(ran(line), Ok(format!("{line} has run: a b at /")));
        // It is named as it was typed.
        let line = "echo \"${FCP_CURRENT}\"";
        let told = run(OsStr::new(line), "echo %f", &context()).told;
        assert_eq!(told, Ok("echo %f has run: ..".to_owned()));
        let line = "echo no >&2; exit 3";
        assert_eq!(ran(line), Err(format!("{line} failed with exit code 3: no")));
        let told = ran("no-such-program").unwrap_err();
        assert!(told.starts_with("no-such-program: program not found (exit code 127): "), "{told}");
        // No terminal, in a session that this process is not in.
        let line = "if (: </dev/tty) 2>/dev/null; then echo asks; else echo does not ask; fi";
        assert_eq!(ran(line), Ok(format!("{line} has run: does not ask")));
        // However much it prints, to both streams.
        let line = "yes | head -c 3000000 >&2; yes | head -c 3000000; echo last";
        let told = run(OsStr::new(line), line, &context());
        assert_eq!(told.told, Ok(format!("{line} has run: last")));
        assert!(told.output.len() <= 2 * KEPT + 8, "{}", told.output.len());
        let nowhere = Context { dir: "/nowhere".into(), ..context() };
        assert!(run(OsStr::new("true"), "true", &nowhere).told.is_err());
    }

    #[test]
    fn all_that_a_command_printed_is_kept_and_harmless() {
        let line = r"printf 'a\tb\n\033[31mred\n'; echo why >&2";
        let ran = run(OsStr::new(line), line, &context());
        assert_eq!(ran.output, "a    b\n\\x1b[31mred\nwhy\n");
    }

    #[test]
    fn a_program_that_a_command_leaves_running_is_not_waited_for() {
        let began = Instant::now();
        let ran = run(OsStr::new("echo started; sleep 60 &"), "x", &context());
        assert_eq!(ran.told, Ok("x has run: started".to_owned()));
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    }
}
