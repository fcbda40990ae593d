//! `fcp --serve`: the end of a copy on the machine at which the user is not.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fcp_browse::far;
use fcp_engine::event::{Event, JobId};
use fcp_engine::link::{End, Input, Message, Output, Place, greet};
use fcp_engine::record::{self, Home};
use fcp_engine::spec::{Destination, JobSpec, Verb};
use fcp_engine::{Engine, Events};
use rustix::io::Errno;

use super::join;
use crate::cli::{aside, exit, request};
use crate::home;

/// The option that begins it; users have no need of it.
const OPTION: &str = "--serve";

/// Longest time for which what was told is kept back.
const PULSE: Duration = Duration::from_millis(50);

/// Events that are sent together.
const BATCH: usize = 256;

/// Serves the other end on standard input and output, if the command line asks for it.
pub(crate) fn serve(line: &[OsString]) -> Option<u8> {
    if line != [OPTION] {
        return None;
    }
    Some(match connect() {
        Ok((input, output)) => answer(input, &output),
        Err(text) => {
            aside::complain(&text.as_str().into());
            exit::NOT_RUN
        }
    })
}

/// Greets the other end.
fn connect() -> Result<(Input, Output), String> {
    let stream = |opened: Result<_, Errno>| match opened {
        Ok(fd) => Ok(File::from(fd)),
        Err(errno) => Err(format!("no stream: {errno}")),
    };
    // Nothing else of this process may write into the stream.
    let from = stream(rustix::io::dup(rustix::stdio::stdin()))?;
    let to = stream(rustix::io::dup(rustix::stdio::stdout()))?;
    let (mut input, output) = (Input::new(from), Output::new(to));
    greet(&mut input, &output)?;
    Ok((input, output))
}

fn answer(mut input: Input, output: &Output) -> u8 {
    loop {
        let Ok(message) = input.message() else {
            // The other end has left again.
            return exit::DONE;
        };
        // A file manager asks as often as its user looks at something.
        match far::answer(message, output, at_home) {
            Ok(None) => {}
            Ok(Some(message)) => return work(message, input, output),
            Err(_) => return exit::NOT_RUN,
        }
    }
}

/// Does the one job that this process is asked for.
fn work(message: Message, input: Input, output: &Output) -> u8 {
    match message {
        Message::Send { spec, token } if spec.can_travel() => {
            join::admit(token.as_deref(), output.further());
            send(*spec, input, output)
        }
        Message::Receive { spec, place, from, token, handle } if spec.can_travel() => {
            join::admit(token.as_deref(), input.further());
            receive(*spec, place, (from, handle), input, output)
        }
        Message::Join { token, number } => further(&token, number, output),
        Message::Work { spec, handle } if spec.can_be_done_there() => {
            do_here(*spec, handle, input, output)
        }
        Message::Undo { spec, handle, redoes } if spec.verb == Verb::Undo => {
            undo(*spec, (&handle, redoes), input, output)
        }
        Message::Send { .. } | Message::Receive { .. } | Message::Work { .. } => refuse(
            output,
            "this fcp copies, moves and deletes for other machines, and does nothing else",
        ),
        _ => refuse(output, "this fcp does not know what is asked for"),
    }
}

/// Lets the process that does a job have this connection, too.
fn further(token: &str, number: u8, output: &Output) -> u8 {
    let Ok(stream) = join::connect(token, number) else {
        return refuse(output, "no job is here that this connection could join");
    };
    join::pass_on(output, stream).map_or(exit::NOT_RUN, |()| exit::DONE)
}

/// Refuses a request, with a reason for people.
fn refuse(output: &Output, text: &str) -> u8 {
    // If the other end is gone, it needs no reason.
    let _told = output.send(&Message::Refused { text: text.to_owned() }).is_ok();
    exit::NOT_RUN
}

fn send(mut spec: JobSpec, input: Input, output: &Output) -> u8 {
    for source in &mut spec.sources {
        source.0 = at_home(&source.0);
    }
    if output.send(&Message::Begun).is_err() {
        return exit::NOT_RUN;
    }
    let engine = Engine::connected(End::Serves, input, output.clone(), None);
    let ended = engine.submit(spec).and_then(|job| engine.wait(job));
    ended.map_or(exit::NOT_RUN, |summary| exit::code(&summary))
}

/// Undoes a job that the other end had asked for.
fn undo(spec: JobSpec, (handle, redoes): (&str, bool), input: Input, output: &Output) -> u8 {
    let home = home::find(|name| std::env::var_os(name))
        .unwrap_or_else(|| Home { data: PathBuf::new(), state: None });
    match record::of_handle(&home, handle, redoes) {
        Ok(record) => {
            do_here(JobSpec { sources: vec![record.into()], ..spec }, None, input, output)
        }
        Err(text) => refuse(output, text),
    }
}

/// Does a job with what is here, once the other end knows that it begins: else it would call that refused.
fn do_here(mut spec: JobSpec, handle: Option<String>, mut input: Input, output: &Output) -> u8 {
    let agreed = output.send(&Message::Begun).and_then(|()| input.message());
    if !matches!(agreed, Ok(Message::Begun)) {
        return exit::NOT_RUN;
    }
    for source in &mut spec.sources {
        source.0 = at_home(&source.0);
    }
    let home = home::find(|name| std::env::var_os(name));
    let engine = Engine::connected(End::Works { handle }, input, output.clone(), home);
    let events = engine.subscribe();
    match engine.submit(spec) {
        Ok(job) => forward(&events, job, output),
        Err(error) => refuse(output, &error.to_string()),
    }
}

fn receive(
    mut spec: JobSpec,
    place: Place,
    (whose, handle): (String, Option<String>),
    input: Input,
    output: &Output,
) -> u8 {
    let wanted = spec.destination.as_ref().and_then(Destination::path);
    let wanted = at_home(&wanted.cloned().unwrap_or_default().0);
    spec.destination = match request::place(&wanted, place.directory, place.exact) {
        Ok(destination) => Some(destination),
        Err(reason) => {
            return refuse(output, &format!("cannot copy into '{}': {reason}", shown(&wanted)));
        }
    };
    // Where the user wants numbers, no names come.
    let verify = spec.options.verify;
    let end = End::Takes { host: None, verify, numeric_ids: false, whose, handle };
    let home = home::find(|name| std::env::var_os(name));
    let engine = Engine::connected(end, input, output.clone(), home);
    run_for(&engine, spec, output)
}

/// Runs a job, and tells the other end all that it does.
fn run_for(engine: &Engine, spec: JobSpec, output: &Output) -> u8 {
    let events = engine.subscribe();
    match engine.submit(spec) {
        Ok(job) => {
            if output.send(&Message::Begun).is_ok() {
                forward(&events, job, output)
            } else {
                exit::NOT_RUN
            }
        }
        Err(error) => refuse(output, &error.to_string()),
    }
}

/// Tells the other end all that the job does; where it hears nothing any more, the job goes on or ends by itself.
fn forward(events: &Events, job: JobId, output: &Output) -> u8 {
    let mut hears = true;
    loop {
        let first = events.next_within(PULSE);
        for envelope in first.into_iter().chain(events.take(BATCH)) {
            let code = if let Event::JobSummary { job: ended, summary } = &envelope.event
                && *ended == job
            {
                Some(exit::code(summary))
            } else {
                None
            };
            let message = Message::Event { event: Box::new(envelope) };
            hears = hears && output.push(&message).is_ok();
            if let Some(code) = code {
                hears = hears && output.flush().is_ok();
                return if hears { code } else { code.max(exit::FAILED) };
            }
        }
        hears = hears && output.flush().is_ok();
    }
}

/// Spells a path out that begins with `~/`, which no shell has done here.
fn at_home(path: &Path) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    match path.strip_prefix("~") {
        Ok(rest) => home().map_or_else(|| path.to_owned(), |home| home.join(rest)),
        Err(_) => path.to_owned(),
    }
}

fn shown(path: &Path) -> fcp_engine::path::DisplayName<'_> {
    fcp_engine::path::DisplayName::new(path)
}
