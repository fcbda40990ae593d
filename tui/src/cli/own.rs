//! Runs the programs under their own names, `fcp`, `fmv` and `frm`.

use std::ffi::{OsStr, OsString};
use std::io::{Write, stderr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use fcp_engine::Engine;
use fcp_engine::event::JobStatus;
use fcp_engine::path::WirePath;
use fcp_engine::queue::Adding;
use fcp_engine::record::There;
use fcp_engine::spec::{
    Confirm, ConflictPolicy, Destination, ErrorPolicy, EventLevel, JobSpec, MismatchPolicy,
    Options, Verb,
};

use super::ask::Keys;
use super::asked::{self, Asked, Dialect, Env, When};
use super::console::reason;
use super::display::Mode;
use super::flags::{Id, Token};
use super::meant;
use super::misuse::Misuse;
use super::once::{self, Verdict};
use super::parts::plan as divided;
use super::program::{FCP, FMV, Program};
use super::quoting::{Bytes, Quoting};
use super::recall::{self, Next, Recall};
use super::remote::{self, Far, Ready, Refusal};
use super::session::{self, Asker, Ending, Setup};
use super::signals::die_of;
use super::voice::Voice;
use super::words::Plain;
use super::{args, exit, request, stream};
use crate::app::look::{Depth, Look};
use crate::home;
use crate::queue::add as queued;
use crate::terminal::{detect, is_attended};

/// Runs a program under its own name.
pub(crate) fn run(program: &'static Program, line: impl Iterator<Item = OsString>) -> u8 {
    let line = std::iter::once(OsString::from(program.own)).chain(line);
    let matches = match args::command(program).try_get_matches_from(line) {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => return args::print(program.own, &error),
        Err(error) => {
            let misuse = Misuse::Syntax(Bytes::from(args::complaint(&error).as_str()));
            return refuse(program, &misuse);
        }
    };
    let env = Env::read();
    let tokens = args::tokens(program, &matches).into_iter().map(Ok);
    match asked::fold(tokens, program, Dialect::Own, &env) {
        Ok(asked) => start(program, &asked, &env),
        Err(misuse) => refuse(program, &misuse),
    }
}

/// Puts what a command line asks for into the queue.
pub(crate) fn add(
    program: &'static Program,
    matches: &clap::ArgMatches,
    adding: Adding,
    json: bool,
) -> u8 {
    let env = Env::read();
    let trash = (program.verb == Verb::Trash).then_some(Token::Flag(Id::Trash, None));
    let tokens = trash.into_iter().chain(args::tokens(program, matches)).map(Ok);
    match asked::fold(tokens, program, Dialect::Own, &env) {
        Ok(mut asked) => {
            asked.queue = Some(adding);
            asked.json |= json;
            start(program, &asked, &env)
        }
        Err(misuse) => refuse(program, &misuse),
    }
}

fn start(program: &'static Program, asked: &Asked, env: &Env) -> u8 {
    let plans = program.flags.iter().any(|flag| flag.id == Id::Out);
    if plans && asked.out.is_none() {
        return refuse(program, &Misuse::Flags("say with --out=DIR where the plan goes"));
    }
    if let Some(misfit) = queued::misfit(asked) {
        return refuse(program, &Misuse::Flags(misfit));
    }
    if asked.json && asked.control && asked.operands.is_empty() && asked.files0_from.is_none() {
        return stream::run(program.own, &home::engine(true), None, stream::controlled(true));
    }
    let travels = ptr::eq(program, &raw const FCP) || ptr::eq(program, &raw const FMV);
    if travels && asked.recall.is_none() {
        match remote::look(asked) {
            Ok(Some(far)) => return connected(program, asked, &far, env),
            Ok(None) => {}
            Err(misuse) => return refuse(program, &misuse),
        }
    }
    let spec = match &asked.recall {
        Some(wanted) => return recalled(program, asked, wanted),
        None => match request::job(asked, program, Dialect::Own, env) {
            Ok(spec) => spec,
            Err(misuse) => return refuse_with(program, &misuse, meant(program, asked)),
        },
    };
    if spec.verb == Verb::Delete
        && let Some(hint) = meant(program, asked).filter(|_| is_dangerous(asked))
    {
        let text = format!("{hint} No item has this name, and nothing was removed.");
        return refuse(program, &Misuse::Meant(Bytes::from(text.as_str())));
    }
    if spec.verb == Verb::Delete && spec.sources.is_empty() {
        // Only -f accepts an empty list of operands.
        return exit::DONE;
    }
    if let Some(out) = &asked.out {
        let verb = if asked.verifies { Verb::Verify } else { spec.verb };
        let spec = JobSpec { verb, ..spec };
        return divided::make(program.own, spec, asked, (Path::new(out), look(asked)));
    }
    perform(program, asked, spec, || home::engine(true))
}

/// Says which command the first operand was meant to be.
fn meant(program: &Program, asked: &Asked) -> Option<&'static str> {
    meant::instead(program.own, asked.operands.first()?)
}

/// Whether a deletion whose first operand was meant to be a command would delete the others: with -f a name that is not
/// there is no mistake.
fn is_dangerous(asked: &Asked) -> bool {
    asked.operands.len() > 1 && !asked.options.force
}

/// Lists the trash or the recorded jobs, or runs the job that restores, undoes or empties.
fn recalled(program: &'static Program, asked: &Asked, wanted: &Recall) -> u8 {
    let incomplete = |reasons: &[String]| {
        for reason in reasons {
            complain(program, reason);
        }
        if reasons.is_empty() { exit::DONE } else { exit::FAILED }
    };
    match recall::look_up(wanted, asked) {
        Next::Run(spec) => {
            let undone = spec.sources.first().filter(|_| spec.verb == Verb::Undo);
            match undone.and_then(|record| There::of(&record.0)) {
                Some(there) => undone_there(program, asked, there, *spec),
                None => perform(program, asked, *spec, || home::engine(true)),
            }
        }
        Next::Delete { spec, question, unread } => {
            let incomplete = incomplete(&unread);
            match question.map_or(Verdict::GoOn, |text| once::ask(&text, look(asked))) {
                Verdict::GoOn => {
                    perform(program, asked, *spec, || home::engine(true)).max(incomplete)
                }
                Verdict::Keep => incomplete,
                Verdict::Signal(signal) => die_of(signal),
            }
        }
        Next::Nothing { text, unread } => {
            if is_attended() {
                complain(program, text);
            }
            incomplete(&unread)
        }
        Next::Exit(code) => code,
        Next::Incomplete(reasons) => incomplete(&reasons),
        Next::Complain(text) => {
            complain(program, &text);
            exit::NOT_RUN
        }
        Next::Refuse(text) => {
            complain(program, &text);
            exit::USAGE
        }
    }
}

/// Runs a copy or a move from or to another machine.
fn connected(program: &'static Program, asked: &Asked, far: &Far, env: &Env) -> u8 {
    // Before the user has to type a password.
    if let Some(misuse) = unheard(asked, program.verb, &asked.options, false) {
        return refuse(program, &misuse);
    }
    carry_out(program, asked, remote::prepare(far, asked, program, env))
}

/// Has another machine undo a job that it has done.
fn undone_there(program: &'static Program, asked: &Asked, there: There, spec: JobSpec) -> u8 {
    if let Some(misuse) = unheard(asked, spec.verb, &spec.options, false) {
        return refuse(program, &misuse);
    }
    carry_out(program, asked, remote::undo(there, asked, spec))
}

/// Runs the job that another machine has agreed to.
fn carry_out(program: &'static Program, asked: &Asked, prepared: Result<Ready, Refusal>) -> u8 {
    match prepared {
        Ok(Ready { spec, engine, connections, elsewhere }) => {
            let jobs = engine.clone();
            let code = perform(program, asked, spec, || engine);
            let does = |it: &JobStatus| it.summary.as_ref().is_none_or(|it| it.done > 0);
            if let Some(record) = elsewhere.filter(|_| !jobs.status().iter().any(does)) {
                // One that stays names a job that the other machine does not know.
                drop(record.forget());
            }
            drop(connections);
            code
        }
        Err(Refusal::Misuse(misuse)) => refuse(program, &misuse),
        Err(Refusal::Failed(text)) => {
            complain(program, &text);
            exit::NOT_RUN
        }
    }
}

/// Runs a job, or puts it into the queue.
fn perform(
    program: &'static Program,
    asked: &Asked,
    mut spec: JobSpec,
    engine: impl FnOnce() -> Engine,
) -> u8 {
    let once = asked.once && once::is_asked(&spec);
    let asks = asks(&spec.options) && asked.queue.is_none();
    if let Some(misuse) = unheard(asked, spec.verb, &spec.options, once) {
        return refuse(program, &misuse);
    }
    if asked.json && asked.queue.is_none() {
        return stream::run(program.own, &engine(), Some(spec), stream::controlled(asked.control));
    }
    if asked.context {
        complain(program, "warning: ignoring --context; it requires an SELinux-enabled kernel");
    }
    if asked.keeps_anyway {
        complain(program, "warning: snapshots of subvolumes keep all attributes");
    }
    if let Some((name, level)) = unshared(&spec) {
        let (before, after) = level.words();
        let name = Quoting { utf8: true, terminal: true }.shell(name);
        complain_bytes(program, &Bytes::from(before).raw(&name).text(after));
    }
    let look = look(asked);
    if once && !spec.options.dry_run {
        match once::ask(&once::question(&spec), look) {
            Verdict::GoOn => {}
            Verdict::Keep => return exit::DONE,
            Verdict::Signal(signal) => return die_of(signal),
        }
    }
    if let Some(adding) = &asked.queue {
        return queued::put(program.own, spec, adding, asked.json);
    }
    let mode = Mode::choose(asked.progress.unwrap_or_default());
    spec.options.totals = mode != Mode::Off;
    if asked.verbose {
        spec.options.events = EventLevel::All;
    }
    let mut takes = program.takes();
    if spec.options.mirrors() {
        // What it would do with --on-conflict=rename, the next run would undo; so the two are refused together.
        takes.retain(|flag| *flag != "on-conflict");
    }
    let (tool, verb) = (program.own, spec.verb);
    let voice = Plain { tool, verb, verbose: asked.verbose, debug: asked.debug, takes };
    let asker = if asks { Asker::Keys(Box::new(Keys::new(spec.verb))) } else { Asker::NoSource };
    let engine = engine();
    let redoes = matches!(asked.recall, Some(Recall::Redo));
    let setup = Setup { engine, voice: Box::new(voice.clone()), asker, mode, look, redoes };
    match session::run(spec, setup) {
        Ok(ending) => finish(program, &ending),
        Err(error) => {
            complain(program, &error.to_string());
            if let fcp_engine::engine::ControlError::Refused(error) = &error
                && let Some(hint) = voice.hint(error)
            {
                let _told = writeln!(stderr(), "  {hint}").is_ok();
            }
            exit::NOT_RUN
        }
    }
}

/// Why no other copy shares files with a source.
enum Level {
    /// It has no folder of its name.
    Above,
    /// It has them in a folder of its name.
    Below,
}

impl Level {
    /// What is said before and after the name of the source.
    fn words(&self) -> (&'static str, &'static str) {
        match self {
            Self::Above => (
                "warning: no folder of --link-dest or --clone-dest has a folder ",
                ", so its files are copied; -T makes the destination itself like the source",
            ),
            Self::Below => (
                "warning: what --link-dest or --clone-dest names has the files in a folder ",
                ", so they are copied; name that folder",
            ),
        }
    }
}

/// Gives the name of a source whose files no other copy could share, since those are a folder higher or deeper there: of two
/// copies one has been made with -T, perhaps, or where its destination was not there yet.
fn unshared(spec: &JobSpec) -> Option<(&OsStr, Level)> {
    let reuse = spec.options.reuse.as_ref().filter(|_| !spec.options.parents)?;
    // That one is missing is told as an error.
    if reuse.trees.iter().any(|tree| !tree.0.is_dir()) {
        return None;
    }
    let goes_into = matches!(&spec.destination, Some(Destination::Into(_)));
    if !goes_into && !matches!(&spec.destination, Some(Destination::As(_))) {
        return None;
    }
    spec.sources.iter().find_map(|source| {
        let mut parts = source.0.as_os_str().as_bytes().split(|byte| *byte == b'/');
        let name = OsStr::from_bytes(parts.rfind(|part| !part.is_empty())?);
        // Without -L a symlink is copied itself. What is in `.` goes into the folder itself.
        if name == "." || name == ".." || !source.0.is_dir() || source.0.is_symlink() {
            return None;
        }
        let has_folder = |tree: &WirePath| tree.0.join(name).is_dir();
        if goes_into {
            let is_there = reuse.trees.iter().any(has_folder);
            return (!is_there).then_some((name, Level::Above));
        }
        let is_below = !source.0.join(name).exists() && reuse.trees.iter().all(has_folder);
        is_below.then_some((name, Level::Below))
    })
}

/// Whether a request asks about single items.
fn asks(options: &Options) -> bool {
    options.confirm != Confirm::Never
        || options.on_conflict == ConflictPolicy::Ask
        || options.on_mismatch == MismatchPolicy::Ask
        || options.on_error == ErrorPolicy::Ask
}

/// Refuses a request with questions that no user would hear.
fn unheard(asked: &Asked, verb: Verb, options: &Options, once: bool) -> Option<Misuse> {
    // Questions of a job in the queue wait until the user answers them.
    let asks = asks(options) && asked.queue.is_none();
    let unheard = if asked.json { !asked.control || once } else { !is_attended() };
    ((asks || once) && !options.dry_run && unheard)
        .then(|| Misuse::Flags(nobody_answers(verb, once)))
}

/// Says what to do where questions would be left unanswered.
fn nobody_answers(verb: Verb, once: bool) -> &'static str {
    match verb {
        Verb::Copy
        | Verb::Move
        | Verb::Restore
        | Verb::Verify
        | Verb::Dedupe
        | Verb::Extract
        | Verb::Pack => {
            "there is no terminal to ask on; choose an answer with --on-conflict or --on-error, or \
             answer with --json --control"
        }
        Verb::Delete | Verb::Trash | Verb::Undo if once => {
            "there is no terminal to ask on; leave out -I, or say -f"
        }
        Verb::Delete | Verb::Trash | Verb::Undo => {
            "there is no terminal to ask on; leave out -i and --on-error=ask, or answer with --json \
             --control"
        }
    }
}

fn finish(program: &Program, ending: &Ending) -> u8 {
    match (&ending.signal, &ending.summary, &ending.output) {
        (Some(signal), ..) => die_of(*signal),
        (None, Some(summary), None) => exit::code(summary),
        (None, Some(summary), Some(error)) => {
            complain(program, &format!("cannot write to standard output: {}", reason(error)));
            exit::code(summary).max(exit::FAILED)
        }
        (None, None, _) => exit::NOT_RUN,
    }
}

fn look(asked: &Asked) -> Look {
    let look = detect(|name| std::env::var(name).ok());
    match asked.color {
        When::Never => Look { depth: Depth::Mono, ..look },
        When::Always if look.depth == Depth::Mono => Look { depth: Depth::Sixteen, ..look },
        When::Auto | When::Always => look,
    }
}

fn refuse(program: &Program, misuse: &Misuse) -> u8 {
    refuse_with(program, misuse, None)
}

fn refuse_with(program: &Program, misuse: &Misuse, hint: Option<&str>) -> u8 {
    let text = misuse.plainly();
    let text = hint.map_or_else(|| text.clone(), |hint| text.clone().text("; ").text(hint));
    let text = if misuse.points_to_help() {
        text.text(&format!("\nTry '{} --help' for more information.", program.own))
    } else {
        text
    };
    complain_bytes(program, &text);
    exit::USAGE
}

fn complain(program: &Program, text: &str) {
    complain_bytes(program, &Bytes::from(text));
}

fn complain_bytes(program: &Program, text: &Bytes) {
    let line = Bytes::from(program.own).text(": ").raw(text.as_slice()).text("\n");
    // If standard error is closed, the exit code still tells.
    let _told = stderr().write_all(line.as_slice()).is_ok();
}
