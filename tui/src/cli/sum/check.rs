//! Checks files against lists of checksums.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, PoisonError};
use std::thread;

use fcp_browse::{
    CheckVerdict, ListedFiles, SumControl, SumLine, SumTotals, check_sums, extra_files,
};
use fcp_engine::error::{Action, OpError};
use fcp_engine::sum::Algorithm;

use super::lists::{Flaws, List};
use super::{Check, ReaderMessage, WAITING, words};
use crate::app::look::TEXT;
use crate::cli::aside::{PULSE, Printer};
use crate::cli::exit;
use crate::cli::quoting::Bytes;

/// Checks the files of lists, and gives the exit code.
pub(crate) fn run_check(
    program: &'static str,
    lists: &[PathBuf],
    algorithm: Option<Algorithm>,
    check: &Check,
    json: bool,
) -> u8 {
    let (mut printer, mut totals, flaws) =
        (Printer::new(program), SumTotals::default(), Arc::<Flaws>::default());
    let mut unread = false;
    let (lists, check_all) = (lists.to_vec(), check.all);
    let (check, noted) = (check.clone(), Arc::clone(&flaws));
    follow(
        &mut printer,
        move |control, sender| read_lists(&lists, algorithm, &check, &noted, (control, sender)),
        |printer, told| match told {
            ReaderMessage::Checked(checked) => {
                totals.count_checked(&checked);
                if checked.verdict == CheckVerdict::Same && !check_all {
                    return;
                }
                if json {
                    return printer.json(&SumLine::Checked(checked));
                }
                printer.console.out(&words::checked(&checked, printer.quoting));
                if let Some(error) = &checked.error {
                    printer.error(error);
                }
            }
            ReaderMessage::Failed(error) => {
                unread = true;
                printer.error(&error);
            }
            ReaderMessage::Summed(_) => {}
        },
    );
    totals.not_understood = flaws.not_understood.load(Ordering::Relaxed);
    if json && printer.signal().is_none() {
        printer.json(&SumLine::Totals(totals));
    }
    if let Some(code) = printer.sent() {
        return code;
    }
    if !json {
        printer.console.err(&Bytes::from(words::totals(&totals).as_str()), TEXT);
    }
    let nothing = totals.files + totals.missing + totals.failed == 0;
    if totals.differs() {
        exit::MISMATCH
    } else if unread || nothing || totals.failed + totals.not_understood > 0 || printer.has_failed()
    {
        exit::FAILED
    } else {
        exit::DONE
    }
}

fn read_lists(
    lists: &[PathBuf],
    algorithm: Option<Algorithm>,
    check: &Check,
    flaws: &Flaws,
    (control, sender): (&SumControl, &SyncSender<ReaderMessage>),
) {
    // The receiver goes only once all is to stop.
    let fail = |error| drop(sender.send(ReaderMessage::Failed(error)));
    let base = check.base.as_deref().unwrap_or(Path::new(""));
    let base = std::path::absolute(Path::new(".").join(base)).unwrap_or_else(|_| base.to_owned());
    let mut listed = ListedFiles::below(base);
    for path in lists {
        let list = match List::open(path, algorithm) {
            Ok(list) => list,
            Err(error) => {
                fail(OpError::of_io(Action::Open, path, &error));
                continue;
            }
        };
        let lines = list.lines(flaws).inspect(|line| {
            if check.tree.is_some() {
                listed.add(&line.path);
            }
        });
        let tell = |checked| drop(sender.send(ReaderMessage::Checked(checked)));
        if let Err(error) = check_sums(lines, check.base.as_deref(), control, tell) {
            fail(error);
        }
        let error = flaws.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(error) = error {
            fail(OpError::of_io(Action::Read, path, &error));
        }
    }
    if let Some(tree) = &check.tree {
        let whole = std::path::absolute(tree).unwrap_or_else(|_| tree.clone());
        // A list that lies in the tree names itself as rarely as the tools do.
        for list in lists {
            listed.add(&std::path::absolute(list).unwrap_or_else(|_| list.clone()));
        }
        extra_files(&whole, &listed, control, |mut checked| {
            if let Ok(below) = checked.path.0.strip_prefix(&whole) {
                checked.path = tree.join(below).into();
            }
            drop(sender.send(ReaderMessage::Checked(checked)));
        });
    }
}

/// Runs work on a thread of its own and takes what it tells, until it ends or a signal does.
pub(super) fn follow(
    printer: &mut Printer,
    work: impl FnOnce(&SumControl, &SyncSender<ReaderMessage>) + Send + 'static,
    mut take: impl FnMut(&mut Printer, ReaderMessage),
) {
    let control = Arc::new(SumControl::default());
    let (sender, told) = sync_channel::<ReaderMessage>(WAITING);
    let watched = Arc::clone(&control);
    let works = thread::spawn(move || work(&watched, &sender));
    loop {
        match told.recv_timeout(PULSE) {
            Ok(first) => {
                take(printer, first);
                told.try_iter().take(WAITING).for_each(|next| take(printer, next));
                printer.console.flush();
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if printer.signal().is_some() {
            control.stop();
            // What only reads need not end before the program does: on a dead mount, and where a list comes from a
            // pipe, it may never.
            return;
        }
        printer.progress(|| words::progress(control.progress()));
    }
    if let Err(panic) = works.join() {
        resume_unwind(panic);
    }
}
