//! Keeps the journal of a part in a file beside its list, for the next attempt on whatever machine.
//!
//! Each attempt writes a file of its own, a report a line, and reads those of the attempts before it. A line that a
//! killed process left unfinished is passed over.

use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::disk;
use super::error::PlanError;
use crate::contract::error::{Action, OpError};
use crate::contract::event::JobId;
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, Verb};
use crate::journal::{Counts, Entry, Large, Past, Stored};
use crate::walk::target::Target;
use crate::walk::temporary::Mark;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path};

/// An attempt at a part that begins.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// What the attempts before it have reported.
    pub(crate) past: Past,
    /// Takes what this one reports.
    pub(crate) sink: Sender<(JobId, Entry)>,
    /// How many of these reports are in the file.
    pub(crate) stored: Arc<Stored>,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first one: when the first attempt began, how far the clock of the destination was ahead of ours then, the
    /// start of the machine that this attempt runs on, and which of the times that the destination was mounted there.
    Began {
        at: u64,
        ahead: i64,
        boot: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mounted_as: Option<u64>,
    },
    /// The part begins anew: of the attempts before, only the moment of the first one counts.
    Anew,
    Ended {
        seq: u64,
        names: String,
        links: String,
        counts: [u64; 13],
    },
    Large(Box<LargeLine>),
    Synced {
        seq: u64,
        offsets: Vec<(WirePath, u64)>,
    },
}

#[derive(Debug, Serialize, Deserialize)]
struct LargeLine {
    src: WirePath,
    temporary: WirePath,
    inode: (u64, u64),
    source: (u64, u64, (i64, i64), (i64, i64)),
    offset: u64,
}

/// Begins an attempt at a part of a plan.
pub(crate) fn begin(
    dir: &Path,
    part: u64,
    spec: &JobSpec,
    mark: Mark,
) -> Result<Attempt, PlanError> {
    let journal = dir.join("journal");
    let boot = sys::boot();
    let mounted_as = Target::find(spec).ok().and_then(|target| {
        let dir = target.open().ok()?;
        sys::mounted_as(dir.as_fd())
    });
    let mut read = Read { moves: spec.verb == Verb::Move, ..Read::default() };
    let mut number = 0;
    loop {
        let path = path(&journal, part, number);
        if let Some(text) = disk::read(&path)? {
            read.file(&text, (boot.as_deref(), mounted_as));
            number += 1;
            continue;
        }
        let began = if read.past.began == 0 { sys::now() } else { read.past.began };
        let ahead = if read.past.began == 0 { ahead(spec, mark) } else { read.past.ahead };
        let first = Line::Began { at: began, ahead, boot: boot.clone(), mounted_as };
        let begun = match create(&path, &first) {
            Ok(begun) => begun,
            // Another process attempts the part at the same moment; it was taken for dead, or we were.
            Err(Errno::EXIST) => continue,
            Err(errno) => return Err(OpError::new(Action::CreateFile, path, errno).into()),
        };
        let (sink, reports) = channel();
        let stored: Arc<Stored> = Arc::default();
        let note = Arc::clone(&stored);
        let spawned = thread::Builder::new()
            .name("fcp-part-journal".to_owned())
            .spawn(move || write(&path, begun, &reports, &note));
        // Without the thread the next attempt begins anew.
        drop(spawned);
        return Ok(Attempt { number, past: read.end(), sink, stored });
    }
}

/// Makes the next attempt at a part copy all of its items again.
///
/// The moment of the first attempt stays known: by it the next one tells what is torn from what is the user's.
pub(crate) fn begin_anew(dir: &Path, part: u64) -> Result<(), PlanError> {
    let journal = dir.join("journal");
    for number in 0.. {
        let path = path(&journal, part, number);
        match create(&path, &Line::Anew) {
            Ok(_) => break,
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(OpError::new(Action::CreateFile, path, errno).into()),
        }
    }
    Ok(())
}

fn path(journal: &Path, part: u64, attempt: u64) -> PathBuf {
    journal.join(format!("{part:06}.{attempt}"))
}

/// Makes the file of an attempt with its first line; gives the bytes of that.
///
/// Before the job starts, and on the disk: what an attempt makes is known by the moment at which the first one began,
/// also after a power cut.
fn create(path: &Path, first: &Line) -> Result<u64, Errno> {
    let name = c_path(path).ok_or(Errno::INVAL)?;
    let file = sys::create_new(sys::CWD, &name, 0o666)?;
    let text = text_of(first);
    sys::write_all(file.as_fd(), &text)?;
    sys::sync_file(file.as_fd())?;
    sys::close(file)?;
    if let Some(dir) = path.parent().and_then(c_path) {
        let dir = sys::open_dir(sys::CWD, &dir, true)?;
        match sys::sync_file(dir.as_fd()) {
            // Some filesystems of servers flush no directories by themselves; there a name is durable when it is told.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(text.len() as u64)
}

/// The line as it is written.
fn text_of(line: &Line) -> Vec<u8> {
    // Plain data with text for keys is always spelled.
    let mut text = serde_json::to_vec(line).unwrap_or_default();
    text.push(b'\n');
    text
}

/// Writes reports until the job has none any more.
fn write(path: &Path, begun: u64, reports: &Receiver<(JobId, Entry)>, stored: &Stored) {
    let opened = || -> Result<OwnedFd, Errno> {
        let name = c_path(path).ok_or(Errno::INVAL)?;
        let file = sys::open_existing(sys::CWD, &name, false, false)?;
        sys::seek_to(file.as_fd(), begun)?;
        Ok(file)
    };
    // What cannot be written is done again by the next attempt, and nothing is lost.
    let Ok(file) = opened() else { return };
    for (_, entry) in reports {
        let is_synced = matches!(entry, Entry::Synced { .. });
        let number = if let Entry::Ended { seq, .. } = &entry { Some(*seq) } else { None };
        let Some(line) = line_of(entry) else { continue };
        if sys::write_all(file.as_fd(), &text_of(&line)).is_err() {
            return;
        }
        if let Some(number) = number {
            stored.note(number);
        }
        if is_synced {
            sys::best_effort(sys::sync_data(file.as_fd()));
        }
    }
}

fn line_of(entry: Entry) -> Option<Line> {
    Some(match entry {
        Entry::Ended { seq, names, links, counts } => Line::Ended {
            seq,
            names: STANDARD.encode(names),
            links: STANDARD.encode(links),
            counts: numbers(&counts),
        },
        Entry::Large(Large { src, temporary, inode, source, offset, synced: _ }) => {
            Line::Large(Box::new(LargeLine { src, temporary, inode, source, offset }))
        }
        Entry::Synced { seq, offsets } => Line::Synced { seq, offsets },
        // No part asks.
        Entry::Answered(_) => return None,
    })
}

fn numbers(counts: &Counts) -> [u64; 13] {
    [
        counts.done,
        counts.skipped,
        counts.failed,
        counts.mismatched,
        counts.unanswered,
        counts.replaced,
        counts.renamed,
        counts.removed,
        counts.bytes_skipped,
        counts.bytes_reflinked,
        counts.bytes_holes,
        counts.bytes_of_done,
        counts.reflinked,
    ]
}

/// What the attempts so far have reported.
#[derive(Debug, Default)]
struct Read {
    past: Past,
    large: HashMap<WirePath, Large>,
    /// Whether names of links may be gone from the source, so that only the reports tell what they were links to.
    moves: bool,
}

impl Read {
    fn file(&mut self, text: &[u8], (boot, mounted_as): (Option<&str>, Option<u64>)) {
        let lines = || {
            text.split(|byte| *byte == b'\n')
                .filter_map(|line| serde_json::from_slice::<Line>(line).ok())
        };
        let synced = lines().fold(0, |last, line| match line {
            Line::Synced { seq, .. } => last.max(seq),
            Line::Began { .. } | Line::Anew | Line::Ended { .. } | Line::Large(_) => last,
        });
        let mut is_elsewhere = true;
        for line in lines() {
            match line {
                Line::Began { at, ahead, boot: then, mounted_as: mounted_then } => {
                    let is_remounted =
                        || mounted_then.zip(mounted_as).is_some_and(|(then, now)| then != now);
                    // A machine that does not tell one start from another may have been started anew.
                    let is_rebooted = then.is_none() || then.as_deref() != boot;
                    is_elsewhere = is_rebooted || is_remounted();
                    self.past.rebooted |= is_rebooted;
                    self.past.lost |= is_elsewhere;
                    if self.past.began == 0 {
                        (self.past.began, self.past.ahead) = (at, ahead);
                    }
                }
                Line::Anew => {
                    let past = std::mem::take(&mut self.past);
                    let Past { began, ahead, seq, rebooted, lost, .. } = past;
                    let links = if self.moves { past.links } else { Vec::new() };
                    self.past =
                        Past { began, ahead, seq, links, rebooted, lost, ..Past::default() };
                    self.large.clear();
                }
                Line::Ended { seq, names, links, counts } => {
                    // What a dead machine had not flushed may not have arrived.
                    if is_elsewhere && seq > synced {
                        continue;
                    }
                    self.past.seq = self.past.seq.max(seq);
                    let bytes = |text: &str| STANDARD.decode(text).unwrap_or_default();
                    let (names, links) = (bytes(&names), bytes(&links));
                    self.past.names.extend(Some(names).filter(|names| !names.is_empty()));
                    self.past.links.extend(Some(links).filter(|links| !links.is_empty()));
                    add(&mut self.past.counts, counts);
                }
                Line::Large(line) => {
                    let LargeLine { src, temporary, inode, source, offset } = *line;
                    let before = self.large.get(&src).filter(|it| it.inode == inode);
                    let synced = before.map_or(0, |it| it.synced.min(offset));
                    let large =
                        Large { src: src.clone(), temporary, inode, source, offset, synced };
                    self.large.insert(src, large);
                }
                Line::Synced { offsets, .. } => {
                    for (src, offset) in offsets {
                        if let Some(large) = self.large.get_mut(&src) {
                            large.synced = offset;
                        }
                    }
                }
            }
        }
    }

    fn end(self) -> Past {
        Past { large: self.large.into_values().collect(), ..self.past }
    }
}

fn add(sum: &mut Counts, counts: [u64; 13]) {
    let all = [
        &mut sum.done,
        &mut sum.skipped,
        &mut sum.failed,
        &mut sum.mismatched,
        &mut sum.unanswered,
        &mut sum.replaced,
        &mut sum.renamed,
        &mut sum.removed,
        &mut sum.bytes_skipped,
        &mut sum.bytes_reflinked,
        &mut sum.bytes_holes,
        &mut sum.bytes_of_done,
        &mut sum.reflinked,
    ];
    for (counter, count) in all.into_iter().zip(counts) {
        // A report may take back what an earlier one told, in two's complement.
        *counter = counter.wrapping_add(count);
    }
}

/// Microseconds by which the clock of the destination is ahead of ours.
fn ahead(spec: &JobSpec, mark: Mark) -> i64 {
    /// Differences that are none: filesystems keep the time of the last tick, whole seconds, or every other one.
    const COARSE: i64 = 2_000_000;
    if spec.verb == Verb::Verify {
        // Nothing is made there.
        return 0;
    }
    let made = || -> Option<i64> {
        let dir = Target::find(spec).ok()?.open().ok()?;
        let file = sys::create_unnamed(dir.as_fd(), c".", 0o600).or_else(|_unsupported| {
            let name = CString::new(format!("{}-clock", mark.of_run()));
            let name = name.map_err(|_nul| Errno::INVAL)?;
            let made = sys::create_new(dir.as_fd(), &name, 0o600);
            sys::best_effort(sys::unlink(dir.as_fd(), &name));
            made
        });
        Some(sys::stat_fd(file.ok()?.as_fd()).ok()?.ctime_micros())
    };
    // Where nothing can be made, nothing will be found later.
    let ahead = made().map_or(0, |made| made.saturating_sub_unsigned(sys::now()));
    if ahead.abs() <= COARSE { 0 } else { ahead }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests;
