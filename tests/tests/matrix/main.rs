//! Tests every flag of `fcp`, `fmv` and `frm`, alone and in pairs, in each state of the target.
//!
//! Each case is a process on files of its own; a small model says what must hold. Without `FCP_FULL`
//! a part of the cases is run, the same each time.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, reason = "a failure lists its cases")]
#![allow(clippy::match_same_arms, reason = "each arm is a rule of its own")]
#![allow(clippy::unnecessary_debug_formatting, reason = "a failure shows odd names escaped")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::cast_possible_truncation, reason = "numbers of flags and shapes are small")]

mod asked;
mod cases;
mod flags;
mod judge;
mod model;
mod place;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fcp_test_support::{as_nobody, program, run, run_for};

use crate::asked::{Form, Link};
use crate::judge::Run;
use crate::model::Case;
use crate::place::{Place, Source, State};

/// Longer than any case takes, even on a loaded machine.
const LIMIT: Duration = Duration::from_secs(60);

const PROGRAMS: [&str; 3] = ["fcp", "fmv", "frm"];

/// Failures that are shown; one cause makes many.
const SHOWN: usize = 25;

#[test]
fn every_flag_of_the_help_has_rows_in_the_matrix() {
    for name in PROGRAMS {
        let help = String::from_utf8(run(program(name).arg("--help")).stdout).unwrap();
        let listed = flags::in_help(&help);
        assert!(listed.len() > 20, "{name}: {listed:?}");
        let rows = flags::of(name);
        let is_left_out = |flag: &str| {
            let of_one = format!("{name} {flag}");
            flags::LEFT_OUT.iter().any(|(left_out, _)| *left_out == flag || *left_out == of_one)
        };
        for (flag, words) in &listed {
            if is_left_out(flag) {
                continue;
            }
            let known = rows.iter().any(|row| flags::name(row.text) == flag);
            assert!(known, "{name} {flag} has no row in matrix/flags.rs");
            for word in words {
                let text = format!("{flag}={word}");
                let known = rows.iter().any(|row| row.text == text);
                assert!(known, "{name} {text} has no row in matrix/flags.rs");
            }
        }
        let listed: BTreeSet<&str> = listed.iter().map(|(flag, _)| flag.as_str()).collect();
        for row in rows {
            let flag = flags::name(row.text);
            assert!(listed.contains(flag), "{name} {flag} is not in its help");
        }
    }
}

#[test]
fn every_flag_alone_keeps_what_it_must() {
    judge_all(&PROGRAMS.map(cases::singles).concat());
}

#[test]
fn every_pair_of_flags_keeps_what_it_must() {
    judge_all(&PROGRAMS.map(cases::pairs).concat());
}

/// Runs cases on all processors, and panics with those that do not hold.
fn judge_all(cases: &[Case]) {
    let may_become_nobody = as_nobody(&mut program("fcp")).is_some();
    let base = Path::new("/dev/shm");
    let base = if base.is_dir() { base.to_owned() } else { std::env::temp_dir() };
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get().clamp(2, 16));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if case.state.needs_nobody() && !may_become_nobody {
                        continue;
                    }
                    let judged = catch_unwind(AssertUnwindSafe(|| judge(case, &base)));
                    if let Some(failure) = match judged {
                        Ok(Ok(())) => None,
                        Ok(Err(what)) => Some(what),
                        Err(panic) => Some(text_of(&*panic)),
                    } {
                        let failure = format!("{}: {failure}", shown(case));
                        eprintln!("{failure}");
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    eprintln!("{} cases", cases.len());
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let count = failures.len();
    failures.truncate(SHOWN);
    assert!(count == 0, "{count} of {} cases:\n{}", cases.len(), failures.join("\n"));
}

fn text_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

fn shown(case: &Case) -> String {
    let flags: Vec<&str> = case.flags.iter().flatten().copied().collect();
    let (source, state, form) = (case.source, case.state, case.form);
    format!("{} {} [{source:?} over {state:?}, {form:?}]", case.program, flags.join(" "))
}

/// Lays out a case, runs it and looks at what it left.
fn judge(case: &Case, base: &Path) -> Result<(), String> {
    let dir = tempfile::Builder::new().prefix("fcp-matrix").tempdir_in(base).unwrap();
    let mut place = Place::new(dir.path(), case.source, case.state, case.form);
    let before = place.look();
    let mut command = command(case, &place);
    let feeds = case.source == Source::Fifo && case.program == "fcp";
    let fed = feeds.then(|| place.feed());
    let ran = catch_unwind(AssertUnwindSafe(|| run_for(&mut command, LIMIT)));
    if let Some((feeder, node)) = fed {
        place::starve(feeder, &node);
    }
    let output = ran.map_err(|panic| text_of(&*panic))?;
    let (after, written) = (place.look(), place.written());
    Run { case, place: &place, before, after, output, written }.judge()
}

fn command(case: &Case, place: &Place) -> Command {
    let mut command = program(case.program);
    if case.state.needs_nobody() {
        assert!(as_nobody(&mut command).is_some());
    }
    let (target, directory) = (place.root.join(&place.target), place.root.join("d"));
    let source = place.root.join(&place.source);
    command.current_dir(place.root.join("s")).args(["--json", "--events=all"]);
    let is_form = |text: &&str| flags::form(text).is_some();
    let given = || case.flags.iter().flatten().copied();
    command.args(given().filter(|text| !is_form(text)));
    let form = given().find(is_form);
    if case.program == "frm" {
        command.arg(target);
        return command;
    }
    match case.form {
        Form::Named => command.args([source, target]),
        Form::Exact => command.arg(form.unwrap_or("-T")).args([source, target]),
        Form::Into => command.arg(form.unwrap_or("-t")).args([directory, source]),
        Form::Parents => command.arg("--parents").arg("x").arg(directory),
        Form::Below => command.arg("-T").args([place.root.join("s/x"), place.root.join("d/x")]),
    };
    command
}

impl Case {
    /// Whether data go where a symlink leads that the user named.
    fn writes_through(&self) -> bool {
        let removes = self.asked.overwrite == asked::Overwrite::Remove;
        self.arriving() == model::Arriving::Data
            && matches!(self.form, Form::Named | Form::Exact)
            && self.asked.links() == Link::Copy
            && !self.asked.keeps_old()
            && (!removes || self.asked.attributes_only)
            && self.state != State::Directory
    }
}
