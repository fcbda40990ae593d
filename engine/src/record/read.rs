//! Reads the record of a job that has ended, or as much of it as was written.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::files::{GATHERED, c_path, read_all};
use super::sequence::put_in_order;
use super::{Line, There, VERSION};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys::{self as sys, AsFd, Errno};

/// A record as it is used to take a job back.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) verb: Verb,
    pub(crate) began: u64,
    /// Microseconds since the Unix epoch; what changed later is not the job's.
    pub(crate) ended: u64,
    /// Microseconds since the Unix epoch; what an interrupted job did later is not in the record.
    pub(crate) until: u64,
    pub(crate) sources: Vec<WirePath>,
    pub(crate) destination: Option<WirePath>,
    /// The directories on which the filesystems are mounted that an undo needs.
    pub(super) mounts: Vec<WirePath>,
    /// The machine that has done the job, if that is another one.
    pub(crate) there: Option<There>,
    pub(crate) lines: Vec<Line>,
    /// Items that the last undo of it left as they were; none if there was no undo.
    pub(crate) left: Option<u64>,
    /// Its process died before the job ended.
    pub(crate) interrupted: bool,
    /// Files that went to another filesystem and have names that did not.
    pub(crate) parted: u64,
    /// Whether the record says when the job ended.
    pub(crate) has_end: bool,
    /// Of a redo, what it redoes.
    pub(crate) redone: Option<Redone>,
    /// Between which moments no process worked on it.
    paused: Vec<(u64, u64)>,
}

/// What the record of a redo says of itself.
#[derive(Debug)]
pub(crate) struct Redone {
    /// The record of the undo that it takes back.
    pub(crate) undo: PathBuf,
    /// When it began itself, in microseconds since the Unix epoch.
    at: u64,
    /// When the job and earlier redos ran.
    spans: Vec<(u64, u64)>,
}

impl Record {
    /// When the job ran, and each redo of it, from beginning to end; the last one last.
    pub(crate) fn spans(&self) -> Vec<(u64, u64)> {
        let (began, earlier) = match &self.redone {
            None => (self.began, &[][..]),
            Some(Redone { at, spans, .. }) => (*at, &spans[..]),
        };
        earlier.iter().copied().chain(cut(began, self.ended, &self.paused)).collect()
    }
}

/// Cuts the time from beginning to end where no process was at work.
pub(super) fn cut(began: u64, ended: u64, paused: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let begins = [began].into_iter().chain(paused.iter().map(|(_, to)| *to));
    let ends = paused.iter().map(|(from, _)| *from).chain([ended]);
    begins.zip(ends).collect()
}

/// Whether a moment of a filesystem's clock lies within a job, both in microseconds.
pub(crate) fn is_within(began: u64, ended: u64, at: i64) -> bool {
    // Filesystems take the time of the last tick, at most 10 ms ago; some keep whole seconds, and
    // FAT every other one.
    let coarse = if at % 1_000_000 == 0 { 2_000_000 } else { 20_000 };
    (began as i64 - coarse..=ended as i64).contains(&at)
}

/// How long before its process died a record was touched at most, in microseconds, with room for a busy machine.
pub(super) const HEARTBEAT: u64 = 2_000_000;

/// Reads a record.
///
/// # Errors
/// It is not there, others may write to it, or it is not whole and its job may go on.
pub(crate) fn read(path: &Path) -> Result<Record, OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let damaged = || OpError::refused(Action::Record, Code::Usage, path);
    let name = c_path(path).map_err(failed)?;
    let file = sys::open_source(sys::CWD, &name, false).map_err(failed)?;
    let meta = sys::stat_fd(file.as_fd()).map_err(failed)?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return Err(failed(Errno::PERM));
    }
    let bytes = read_all(&file).map_err(failed)?;
    let mut lines = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(serde_json::from_slice::<Line>);
    let Some(Ok(first @ Line::Began { version: VERSION, .. })) = lines.next() else {
        return Err(damaged());
    };
    let there = There::said_by(&first);
    let Line::Began { verb, at: began, sources, destination, mounts, .. } = first else {
        return Err(damaged());
    };
    let mut steps = Vec::new();
    let (mut ended, mut parted) = (None, 0);
    let (mut owner, mut redone, mut paused) = (None, None, Vec::new());
    for line in lines.by_ref() {
        match line {
            Ok(Line::Ended { at, interrupted, parted: files }) => {
                parted = files;
                ended = Some((at, interrupted));
                break;
            }
            Ok(Line::Runs(process)) => owner = Some(process),
            Ok(Line::Redoes { undo, at, spans }) => {
                redone = Some(Redone { undo: undo.0, at, spans });
            }
            Ok(Line::Paused { from, to }) => paused.push((from, to)),
            // They tell the process that resumes the job something, and are no steps.
            Ok(Line::Replacing { .. } | Line::HandedOver { .. }) => {}
            Ok(step) => steps.push(step),
            // A line that was cut by a kill is the last one.
            Err(_) if owner.is_some() => break,
            Err(_) => return Err(damaged()),
        }
    }
    let has_end = ended.is_some();
    // The next undo goes on with that of a killed one, or redo.
    let is_of_undo = verb == Verb::Undo || redone.is_some();
    let (at, interrupted) = match (ended, owner) {
        (Some(ended), _) => ended,
        (None, Some(owner)) if !is_of_undo && !owner.lives() && lines.next().is_none() => {
            (meta.mtime_micros().max(0) as u64, true)
        }
        (None, _) => return Err(damaged()),
    };
    let mut left = None;
    // A mark that was not written to its end was not made.
    for mark in lines.map_while(Result::ok) {
        match mark {
            Line::Undone { left: count, .. } => left = Some(count),
            Line::Undoing { .. } => {}
            _ => return Err(damaged()),
        }
    }
    let ended = if interrupted { at.saturating_add(HEARTBEAT) } else { at };
    let until = at;
    if verb == Verb::Move {
        put_in_order(&mut steps);
    }
    let lines = steps;
    Ok(Record {
        verb,
        began,
        ended,
        until,
        sources,
        destination,
        mounts,
        there,
        lines,
        left,
        interrupted,
        parted,
        has_end,
        redone,
        paused,
    })
}

/// Reads the first line of a record, whole or not.
pub(super) fn header(path: &Path) -> Option<Line> {
    let file = sys::open_source(sys::CWD, &c_path(path).ok()?, false).ok()?;
    let meta = sys::stat_fd(file.as_fd()).ok()?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return None;
    }
    let mut chunk = vec![0; GATHERED];
    let got = sys::read(file.as_fd(), &mut chunk).ok()?;
    let first = chunk.get(..got)?.split(|byte| *byte == b'\n').next()?;
    serde_json::from_slice(first).ok().filter(|line| matches!(line, Line::Began { .. }))
}

/// Whether nothing of a record is left to undo, as its last mark says.
pub(crate) fn is_undone(path: &Path) -> bool {
    // More than such a mark has.
    const END: usize = 256;
    let last = || {
        let file = File::open(path).ok()?;
        let from = file.metadata().ok()?.len().saturating_sub(END as u64);
        let mut end = [0; END];
        let got = file.read_at(&mut end, from).ok()?;
        let mut lines = end.get(..got)?.rsplit(|byte| *byte == b'\n');
        serde_json::from_slice::<Line>(lines.find(|line| !line.is_empty())?).ok()
    };
    matches!(last(), Some(Line::Undone { left: 0, .. }))
}

/// Reads the verb and the first steps of a record, whole or not; none if it cannot be read.
pub(crate) fn glance(path: &Path) -> Option<(Verb, Vec<Line>)> {
    let file = sys::open_source(sys::CWD, &c_path(path).ok()?, false).ok()?;
    let mut chunk = vec![0; GATHERED];
    let got = sys::read(file.as_fd(), &mut chunk).ok()?;
    let mut lines = chunk
        .get(..got)?
        .split(|byte| *byte == b'\n')
        .map_while(|line| serde_json::from_slice::<Line>(line).ok());
    let Some(Line::Began { version: VERSION, verb, .. }) = lines.next() else { return None };
    Some((verb, lines.collect()))
}
