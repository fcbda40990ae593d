//! `fcp compare A B`: tells how two trees or two files differ, and changes nothing.
//!
//! `aside.rs` says when `compare` is the command, and when a source.

mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;

use clap::builder::OsStringValueParser;
use clap::{Arg, ArgMatches, Command, ValueHint};
use fcp_browse::{
    CompareBatch, CompareEnd, CompareLine, CompareSpec, compare_files, compare_trees,
};
use fcp_engine::error::OpError;

use super::aside::{Form, PULSE, Printer, exclude, excluded, flag, refuse_exclude};
use super::exit;
use super::quoting::Bytes;
use crate::app::look::TEXT;

/// How a comparison is asked for.
pub(super) const FORM: Form = Form {
    word: "compare",
    option: "--compare",
    does: "compare",
    command,
    run: |matches| CompareRequest::of(matches).run(),
};

/// Batches that may wait for a slow reader.
const BATCHES: usize = 4;

const NOTES: &str = "\
Each line is one difference: 'left only', 'right only', 'left newer', 'right newer', 'different' (neither is \
newer), 'type' (a file here, a folder there), or 'failed', and the path below A and B, quoted like ls does where \
it must be. A folder that one side has is one line, for all that is in it. Lines come in the order of a walk by \
name; the sum follows on standard error. Files are the same if size and time are; with --content if every byte is. \
Symlinks are compared by their targets and never followed, apart from A and B themselves. Of two files, a line names \
both; of a file and a folder, the file is compared with the one of its name in the folder.

Exit codes: 0 no difference, 1 differences, 2 usage, 3 something could not be compared, 130 or 143 stopped by a \
signal.
To copy a file called compare, write fcp ./compare DEST.";

fn command() -> Command {
    let side = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .required(true)
            .value_parser(OsStringValueParser::new())
            .value_hint(ValueHint::AnyPath)
            .help(help)
    };
    Command::new("fcp compare")
        .args_override_self(true)
        .about("Shows how two folders and their contents, or two files, differ; changes nothing")
        .override_usage("fcp compare [OPTIONS] A B\n       fcp --compare [OPTIONS] A B")
        .after_help(NOTES)
        .max_term_width(100)
        .arg(side("A", "The left folder or file"))
        .arg(side("B", "The right folder or file"))
        .arg(flag("content", "Read files of one size, and compare every byte"))
        .arg(exclude(
            "Skip items whose name matches, on both sides; with a slash, by the path below A and B",
        ))
        .arg(flag("one-file-system", "Do not enter other filesystems").short('x'))
        .arg(flag("all", "Also list equal items"))
        .arg(flag("json", "Print one JSON object a line (assets/compare.schema.json)"))
}

/// What the command line asks for.
struct CompareRequest {
    sides: [PathBuf; 2],
    spec: CompareSpec,
    json: bool,
}

impl CompareRequest {
    fn of(matches: &ArgMatches) -> Self {
        let side =
            |name: &str| matches.get_one::<OsString>(name).map(PathBuf::from).unwrap_or_default();
        let spec = CompareSpec {
            content: matches.get_flag("content"),
            exclude: excluded(matches),
            cross_mounts: !matches.get_flag("one-file-system"),
            same: matches.get_flag("all"),
            directories: false,
            // Nothing is changed, so that one may be in the other.
            apart: false,
        };
        Self { sides: [side("A"), side("B")], spec, json: matches.get_flag("json") }
    }

    fn run(&self) -> u8 {
        if let Some(code) = refuse_exclude(&self.spec.exclude) {
            return code;
        }
        // Before signals are listened to: a mount that does not answer would not let the program end.
        let (pair, are_files) = paired(self.sides.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let mut printer = Printer::new("fcp");
        let (sender, batches) = sync_channel::<CompareBatch>(BATCHES);
        let ([left, right], spec, stopped) = (pair.clone(), self.spec.clone(), Arc::clone(&stop));
        let compares = thread::spawn(move || {
            // The receiver goes only once the comparison is to stop.
            let told = |batch| drop(sender.send(batch));
            if are_files {
                compare_files(&left, &right, &spec, &stopped, told)
            } else {
                compare_trees(&left, &right, &spec, &stopped, told)
            }
        });
        let files = are_files.then_some(&pair);
        loop {
            match batches.recv_timeout(PULSE) {
                Ok(batch) => print(&mut printer, &batch, files, self.json),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if printer.signal().is_some() {
                stop.store(true, Ordering::Relaxed);
                break;
            }
        }
        drop(batches);
        // What only reads need not end before the program does, and on a dead mount it never would.
        let ended = if printer.signal().is_some() { None } else { compares.join().ok() };
        finish(printer, ended, self)
    }
}

/// Finds what is compared, and whether these are files: a folder beside a file stands for the file of its name in it,
/// as with diff(1).
fn paired([left, right]: [PathBuf; 2]) -> ([PathBuf; 2], bool) {
    let is_file = |path: &Path| path.exists() && !path.is_dir();
    let within = |dir: &Path, file: &Path| file.file_name().map(|name| dir.join(name));
    match [is_file(&left), is_file(&right)] {
        [true, false] if right.is_dir() => {
            let right = within(&right, &left).unwrap_or(right);
            ([left, right], true)
        }
        [false, true] if left.is_dir() => {
            let left = within(&left, &right).unwrap_or(left);
            ([left, right], true)
        }
        [one, other] => ([left, right], one || other),
    }
}

/// Prints rows; those of two files name both.
fn print(printer: &mut Printer, batch: &CompareBatch, files: Option<&[PathBuf; 2]>, json: bool) {
    for row in &batch.rows {
        if json {
            printer.json(&CompareLine::Row(row.clone()));
        } else {
            printer.console.out(&words::row(row, files, printer.quoting));
            if let Some(error) = &row.error {
                printer.error(error);
            }
        }
    }
    printer.console.flush();
    printer.progress(|| words::progress(&batch.compared));
}

/// Prints the sum, and gives the exit code.
fn finish(
    mut printer: Printer,
    ended: Option<Result<CompareEnd, OpError>>,
    request: &CompareRequest,
) -> u8 {
    printer.console.clear();
    let compared = match ended {
        _ if printer.signal().is_some() => return printer.sent().unwrap_or(exit::CANCELLED),
        Some(Ok(end)) => end.compared,
        Some(Err(error)) => {
            printer.error(&error);
            return exit::NOT_RUN;
        }
        // Its thread has panicked, and told why.
        None => return exit::NOT_RUN,
    };
    if request.json {
        printer.json(&CompareLine::Compared(Box::new(compared)));
    }
    if let Some(code) = printer.sent() {
        return code;
    }
    if !request.json {
        let sum = words::sum(&compared, &request.spec);
        printer.console.err(&Bytes::from(sum.as_str()), TEXT);
    }
    if compared.failed.rows > 0 || printer.has_failed() {
        exit::NOT_RUN
    } else if compared.differences() > 0 {
        exit::FAILED
    } else {
        exit::DONE
    }
}
