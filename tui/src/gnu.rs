//! Runs the programs under the names `cp`, `mv` and `rm`, where they behave as GNU's do.

use std::env::args_os;
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use fcp_engine::error::{Action, OpError};
use fcp_engine::event::Outcome;
use fcp_engine::spec::{EventLevel, Verb};
use rustix::fs::FileType;
use signal_hook::consts::SIGPIPE;

use crate::app::look::{Depth, Look};
use crate::cli::ask::Keys;
use crate::cli::asked::{self, Asked, Dialect, Env};
use crate::cli::console::reason;
use crate::cli::display::Mode;
use crate::cli::lines::{About, Lines};
use crate::cli::misuse::Misuse;
use crate::cli::program::{self, Program};
use crate::cli::quoting::{Bytes, Quoting};
use crate::cli::recall::{self, Next};
use crate::cli::session::{self, Asker, Ending, Setup};
use crate::cli::signals::die_of;
use crate::cli::voice::Voice;
use crate::cli::{exit, request, stream};
use crate::home;
use crate::terminal::{detect, is_utf8};

mod cp;
pub(crate) mod getopt;
mod messages;
mod mv;
mod rm;

use getopt::GetOpt;
use messages::Gnu;

/// What sets one of the programs apart from the others.
struct DropInSetup {
    voice: Box<dyn Voice>,
    asker: Asker,
    /// Whether one item comes after the other: names and questions in the order of the operands,
    /// as scripts expect.
    ordered: bool,
}

/// A program under its GNU name, with what it needs to complain.
#[derive(Clone, Copy, Debug)]
struct DropIn {
    program: &'static Program,
    quoting: Quoting,
}

/// Runs the program with this one of GNU's names; `None` if none has it.
pub(crate) fn run(name: &OsStr) -> Option<ExitCode> {
    let program = program::ALL.into_iter().find(|it| name == it.gnu)?;
    Some(ExitCode::from(run_as(program, args_os().skip(1))))
}

/// Runs as `cp`, `mv` or `rm`.
fn run_as(program: &'static Program, args: impl Iterator<Item = OsString>) -> u8 {
    let it = DropIn { program, quoting: quoting() };
    let env = Env::read();
    let args: Vec<OsString> = args.collect();
    let tokens = GetOpt::new(program.flags, args.iter().cloned(), env.posixly_correct);
    match asked::fold(tokens, program, Dialect::Gnu, &env) {
        Ok(asked) if asked.help => it.print(&it.help()),
        Ok(asked) if asked.version => it.print(&format!(
            "{} (fcp {}), compatible with GNU coreutils 9.7\n",
            program.gnu,
            env!("CARGO_PKG_VERSION")
        )),
        Ok(asked) => it.start(&asked, &env),
        Err(misuse) => it.refuse(&misuse, &args),
    }
}

impl DropIn {
    fn start(self, asked: &Asked, env: &Env) -> u8 {
        if asked.context {
            let text = "warning: ignoring --context; it requires an SELinux-enabled kernel";
            self.say(&Bytes::from(text));
        }
        let incomplete = |reasons: &[String]| {
            for reason in reasons {
                self.say(&Bytes::from(reason.as_str()));
            }
            if reasons.is_empty() { exit::DONE } else { exit::FAILED }
        };
        // What could not be listed fails, whatever becomes of the rest.
        let mut least = exit::DONE;
        let mut spec = match &asked.recall {
            Some(wanted) => match recall::look_up(wanted, asked) {
                Next::Run(spec) => *spec,
                Next::Delete { question: Some(_), .. } => {
                    self.say(&Bytes::from("--trash-empty asks under the name frm alone; say -f"));
                    return exit::FAILED;
                }
                Next::Delete { spec, question: None, unread } => {
                    least = incomplete(&unread);
                    *spec
                }
                Next::Exit(code) => return code,
                Next::Incomplete(reasons) | Next::Nothing { unread: reasons, .. } => {
                    return incomplete(&reasons);
                }
                Next::Complain(text) | Next::Refuse(text) => {
                    self.say(&Bytes::from(text.as_str()));
                    return exit::FAILED;
                }
            },
            None => match request::job(asked, self.program, Dialect::Gnu, env) {
                Ok(spec) => spec,
                Err(misuse) => return self.refuse(&misuse, &[]),
            },
        };
        match spec.verb {
            Verb::Copy => cp::adjust(&mut spec),
            Verb::Move => mv::adjust(&mut spec, asked),
            // Only rm -f accepts an empty list of operands.
            Verb::Delete | Verb::Trash if spec.sources.is_empty() => {
                return exit::DONE;
            }
            Verb::Delete | Verb::Trash => rm::adjust(&mut spec),
            Verb::Restore
            | Verb::Undo
            | Verb::Verify
            | Verb::Dedupe
            | Verb::Extract
            | Verb::Pack => {}
        }
        // Scripts take this program for GNU's, so it writes no records to the user's home.
        let engine = home::engine(false);
        if asked.json {
            let obeyed = stream::controlled(asked.control);
            return stream::run(self.program.own, &engine, Some(spec), obeyed);
        }
        let gnu = Gnu { tool: self.program.gnu, quoting: self.quoting };
        if asked.once && !rm::agrees(&spec, asked, gnu) {
            return exit::DONE;
        }
        let manners = match spec.verb {
            Verb::Copy | Verb::Verify | Verb::Dedupe | Verb::Extract | Verb::Pack => {
                cp::manners(&spec, asked, gnu)
            }
            Verb::Move => mv::manners(&spec, asked, gnu),
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => {
                Ok(rm::manners(&spec, asked, gnu))
            }
        };
        let DropInSetup { voice, asker, ordered } = match manners {
            Ok(manners) => manners,
            Err(sentence) => {
                self.say(&sentence);
                return exit::FAILED;
            }
        };
        if asked.verbose {
            // rm reports items when they are done, the others when they begin.
            let removes = spec.verb == Verb::Delete;
            spec.options.events = if removes { EventLevel::All } else { EventLevel::Trace };
        }
        if ordered && spec.options.workers.is_none() {
            spec.options.workers = Some(1);
        }
        let look = Look { depth: Depth::Mono, ..detect(|name| std::env::var(name).ok()) };
        let mode = asked.progress.map_or(Mode::Off, Mode::choose);
        spec.options.totals = mode != Mode::Off;
        match session::run(spec, Setup { engine, voice, asker, mode, look, redoes: false }) {
            Ok(ending) => self.finish(&ending).max(least),
            Err(error) => {
                self.say(&Bytes::from(error.to_string().as_str()));
                exit::FAILED
            }
        }
    }

    fn finish(self, ending: &Ending) -> u8 {
        if let Some(signal) = ending.signal {
            return die_of(signal);
        }
        if let Some(error) = &ending.output {
            return self.write_error(error);
        }
        let done = ending.summary.as_ref().is_some_and(|it| it.outcome == Outcome::Completed);
        // An item that the user told rm to keep has not failed.
        let declined = ending.declined && self.program.verb != Verb::Delete;
        let found = self.program.verb != Verb::Move || self.finds_again(&ending.repeated);
        if done && !declined && found { exit::DONE } else { exit::FAILED }
    }

    /// Looks again at sources that were named twice, and complains of those that have moved.
    fn finds_again(self, sources: &[PathBuf]) -> bool {
        let mut all = true;
        for path in sources {
            let name = self.quoting.shell(path.as_os_str());
            match rustix::fs::lstat(path) {
                Err(errno) => {
                    let reason = OpError::new(Action::Stat, "", errno).reason();
                    self.say(&Bytes::from("cannot stat ").raw(&name).text(": ").text(&reason));
                    all = false;
                }
                Ok(there) if FileType::from_raw_mode(there.st_mode).is_dir() => {
                    let text = Bytes::from("warning: source directory ").raw(&name);
                    self.say(&text.text(" specified more than once"));
                }
                Ok(_) => {}
            }
        }
        all
    }

    fn write_error(self, error: &std::io::Error) -> u8 {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return die_of(SIGPIPE);
        }
        self.say(&Bytes::from("write error: ").text(&reason(error)));
        exit::FAILED
    }

    /// Prints a complaint about the command line.
    fn refuse(self, misuse: &Misuse, args: &[OsString]) -> u8 {
        let mut text = misuse.message(self.quoting);
        if self.program.verb == Verb::Delete
            && matches!(misuse, Misuse::Syntax(_))
            && let Some(hint) = rm::dashed(args, self.quoting)
        {
            text = text.text("\n").raw(hint.as_slice());
        }
        if misuse.points_to_help() {
            let gnu = self.program.gnu;
            text = text.text(&format!("\nTry '{gnu} --help' for more information."));
        }
        self.say(&text);
        exit::FAILED
    }

    fn say(self, text: &Bytes) {
        let line = Bytes::from(self.program.gnu).text(": ").raw(text.as_slice()).text("\n");
        // If standard error is closed, the exit code still tells.
        let _told = stderr().write_all(line.as_slice()).is_ok();
    }

    fn print(self, text: &str) -> u8 {
        let mut out = stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => exit::DONE,
            Err(error) => self.write_error(&error),
        }
    }

    fn help(self) -> String {
        let Program { own, gnu, forms, listed, .. } = self.program;
        let usage = forms.iter().enumerate().map(|(at, form)| {
            let start = if at == 0 { "Usage:" } else { "  or: " };
            // Only the first form takes -T.
            let exact = if at == 0 && forms.len() > 1 { "[-T] " } else { "" };
            format!("{start} {gnu} [OPTION]... {exact}{form}\n")
        });
        let usage: String = usage.collect();
        format!(
            "{usage}This is {own} under the name {gnu}. It takes the options of GNU {gnu} 9.7, with \
             their\nmeaning, defaults, messages and exit codes:\n\n{listed}\n\
             Long options of {own} work here, too; '{own} --help' lists all of them.\n"
        )
    }
}

fn quoting() -> Quoting {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    Quoting { utf8: is_utf8(locale.as_deref()), terminal: stderr().is_terminal() }
}

fn asker(asked: &Asked, verb: Verb) -> Asker {
    if asked.prompt {
        Asker::Lines(Box::new(Lines::new(About { older: asked.older, protected: false })))
    } else if stderr().is_terminal() {
        // Only our own flags lead to questions here.
        Asker::Keys(Box::new(Keys::new(verb)))
    } else {
        Asker::NoSource
    }
}
