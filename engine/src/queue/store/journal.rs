//! Stores how far jobs are: what they reported, and what of it can be trusted.

use std::collections::HashMap;
use std::path::PathBuf;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use super::column::{bytes, count, parsed_if, path};
use super::row::RUNNING;
use super::tried::{Tried, Trouble, key};
use super::{ProcessId, Store, question};
use crate::contract::event::{JobId, Progress};
use crate::contract::path::WirePath;
use crate::journal::{Counts, Entry, Large, PackedLinks, Past};
use crate::queue::error::QueueError;
use crate::queue::filesystem::Filesystem;
use crate::record;
use fcp_sys as sys;

/// Microseconds by which the clock must have been set back; the two clocks are not read at one moment.
pub(super) const LEAST_STEP: i64 = 100_000;

/// Stores one report of a running job.
pub(super) fn write(db: &Connection, job: JobId, owner: ProcessId, entry: &Entry) -> Tried<()> {
    // Of a job that is another's by now, or over, nothing may come late.
    let sql = "SELECT EXISTS (SELECT 1 FROM job WHERE id = ?1 AND owner = ?2 AND stage = ?3)";
    let runs: bool =
        db.prepare_cached(sql)?.query_row([key(job), owner, RUNNING], |row| row.get(0))?;
    if !runs {
        return Ok(());
    }
    match entry {
        Entry::Ended { seq, names, links, counts } => ended(db, job, *seq, (names, links), counts),
        Entry::Large(large) => write_large(db, job, large),
        Entry::Synced { seq, offsets } => {
            let sql = "UPDATE job SET synced = max(synced, ?2) WHERE id = ?1";
            db.prepare_cached(sql)?.execute([key(job), *seq as i64])?;
            let sql = "UPDATE large SET synced = ?3 WHERE job = ?1 AND src = ?2";
            for (src, offset) in offsets {
                let values = params![key(job), bytes(&src.0), *offset as i64];
                db.prepare_cached(sql)?.execute(values)?;
            }
            Ok(())
        }
        Entry::Answered(answered) => question::keep(db, job, &answered.0, &answered.1),
    }
}

fn ended(
    db: &Connection,
    job: JobId,
    seq: u64,
    (names, links): (&[u8], &[u8]),
    counts: &Counts,
) -> Tried<()> {
    let sql = "INSERT OR REPLACE INTO journal (job, seq, names, done, skipped, failed, mismatched,
        unanswered, bytes_skipped, bytes_reflinked, bytes_holes, bytes_of_done, reflinked, links,
        replaced, renamed, removed)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    db.prepare_cached(sql)?.execute(params![
        key(job),
        seq as i64,
        names,
        counts.done as i64,
        counts.skipped as i64,
        counts.failed as i64,
        counts.mismatched as i64,
        counts.unanswered as i64,
        counts.bytes_skipped as i64,
        counts.bytes_reflinked as i64,
        counts.bytes_holes as i64,
        counts.bytes_of_done as i64,
        counts.reflinked as i64,
        Some(links).filter(|links| !links.is_empty()),
        counts.replaced as i64,
        counts.renamed as i64,
        counts.removed as i64,
    ])?;
    Ok(())
}

fn write_large(db: &Connection, job: JobId, large: &Large) -> Tried<()> {
    let sql = "INSERT INTO large VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0)
        ON CONFLICT DO UPDATE SET temporary = ?3, src_ino = ?6, src_size = ?7, mtime = ?8,
        mtime_ns = ?9, ctime = ?10, ctime_ns = ?11, \"offset\" = ?12,
        synced = CASE WHEN dev = ?4 AND ino = ?5 AND synced <= ?12 THEN synced ELSE 0 END,
        dev = ?4, ino = ?5";
    let (ino, size, mtime, ctime) = large.source;
    db.prepare_cached(sql)?.execute(params![
        key(job),
        bytes(&large.src.0),
        bytes(&large.temporary.0),
        large.inode.0 as i64,
        large.inode.1 as i64,
        ino as i64,
        size as i64,
        mtime.0,
        mtime.1,
        ctime.0,
        ctime.1,
        large.offset as i64,
    ])?;
    Ok(())
}

impl Store {
    /// Gives what earlier runs of a job have reported, and drops what cannot be trusted.
    ///
    /// After a new start of the machine only what was flushed before counts. The process that
    /// resumes the job calls this once.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn past(&mut self, job: JobId) -> Result<Past, QueueError> {
        self.trusted_past(job, Trusted::All)
    }

    /// Gives as much as is trusted of what earlier runs of a job have reported, and drops the rest.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn trusted_past(
        &mut self,
        job: JobId,
        trusted: Trusted,
    ) -> Result<Past, QueueError> {
        let boot = sys::boot();
        let (added, mark) = (self.find(job)?.added, self.mark(job)?);
        let left = record::left_by(&self.state, mark, added);
        self.write_all(|db| {
            let Header { mut past, is_another_boot, set_back } = header(db, job, boot.as_deref())?;
            if past.record.is_none() {
                // The process was killed before it had told of its record.
                past.record.clone_from(&left);
            }
            past.lost |= trusted != Trusted::All;
            if trusted == Trusted::Nothing {
                past.finished = 0;
                for sql in [
                    "DELETE FROM journal WHERE job = ?1",
                    "DELETE FROM linked WHERE job = ?1",
                    "DELETE FROM large WHERE job = ?1",
                ] {
                    db.prepare_cached(sql)?.execute([key(job)])?;
                }
            } else if is_another_boot || trusted == Trusted::Flushed {
                for sql in [
                    "DELETE FROM journal WHERE job = ?1
                        AND seq > (SELECT synced FROM job WHERE id = ?1)",
                    "DELETE FROM linked WHERE job = ?1
                        AND seq > (SELECT synced FROM job WHERE id = ?1)",
                ] {
                    db.prepare_cached(sql)?.execute([key(job)])?;
                }
            }
            let sql = "UPDATE job SET boot = ?2, rebooted = ?3, set_back = ?4,
                clock = CASE WHEN ?5 THEN ?6 ELSE clock END WHERE id = ?1";
            let clock = sys::clock_base();
            db.prepare_cached(sql)?.execute(params![
                key(job),
                boot,
                lost_as(&past),
                set_back,
                is_another_boot,
                clock
            ])?;
            // Rows of older programs first: of two copies of an inode the one that was reported last counts.
            past.links.extend(read_linked(db, job)?);
            read_ended(db, job, &mut past)?;
            past.large = read_large(db, job)?;
            forget_ended(&mut past);
            Ok(past)
        })
    }
}

/// How much counts of what earlier runs of a job have reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trusted {
    /// All of it, unless the machine was started anew since.
    All,
    /// What was flushed: the filesystem was mounted anew since.
    Flushed,
    /// Nothing: the job goes on on another filesystem.
    Nothing,
}

/// Says in the row of a job that the machine was started anew, or that only its filesystem was mounted anew.
const REBOOTED: i64 = 1;
const REMOUNTED: i64 = 2;

fn lost_as(past: &Past) -> i64 {
    match past {
        Past { rebooted: true, .. } => REBOOTED,
        Past { lost: true, .. } => REMOUNTED,
        Past { .. } => 0,
    }
}

/// What the row of a job says.
struct Header {
    past: Past,
    /// Whether the machine was started anew since its last run.
    is_another_boot: bool,
    /// Microseconds by which the clock was set back at most since it first started.
    set_back: i64,
}

fn header(db: &Connection, job: JobId, boot: Option<&str>) -> Tried<Header> {
    let sql =
        "SELECT started, boot, rebooted, ran, record, interrupted, synced, filesystem, progress,
            clock, set_back FROM job WHERE id = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let row = rows.next()?.ok_or(Trouble::Refused(QueueError::NoJob(job)))?;
    let ran: bool = row.get(5)?;
    let before: Option<String> = row.get(1)?;
    let record: Option<PathBuf> = match row.get_ref(4)? {
        ValueRef::Null => None,
        _ => Some(path(row, 4)?),
    };
    // If the system does not tell one start of the machine from another, this counts as a new one.
    let is_another_boot = ran && (before.is_none() || before.as_deref() != boot);
    // A job that starts for the first time has none.
    let started = row.get::<_, Option<i64>>(0)?.filter(|_| ran);
    // Where the clock was set back, what the job has made since may have times from before its start. What a user has made
    // in that time is told apart by what it holds.
    let steady = row.get::<_, Option<i64>>(9)?.filter(|_| !is_another_boot);
    let steps = [
        steady.map(|clock| clock.saturating_sub(sys::clock_base())),
        started.map(|started| started.saturating_sub(sys::now() as i64)),
    ];
    let step = steps.into_iter().flatten().filter(|step| *step > LEAST_STEP).max();
    let set_back = step.unwrap_or(0).max(row.get(10)?);
    let began = started.map_or(0, |at| at.saturating_sub(set_back).max(1)) as u64;
    // Damaged ones are mended elsewhere.
    let progress = parsed_if::<Progress>(row, 8).ok().flatten().unwrap_or_default();
    let not_done = progress.items_skipped + progress.items_failed;
    let lost: i64 = row.get(2)?;
    let rebooted = lost == REBOOTED || is_another_boot;
    let past = Past {
        began,
        finished: progress.items_done.saturating_sub(not_done),
        ahead: parsed_if::<Filesystem>(row, 7)?.map_or(0, |at| at.ahead.unwrap_or(0)),
        // What is reported from now on must not pass for flushed, although its rows are gone.
        seq: count(row, 6)?,
        // For good: a large file of before is compared only when the job comes to it.
        rebooted,
        booted: if rebooted { since_boot(began, sys::clock_base()) } else { 0 },
        lost: lost != 0 || is_another_boot,
        elapsed: count(row, 3)?,
        record,
        ..Past::default()
    };
    Ok(Header { past, is_another_boot, set_back })
}

/// When the machine was started, if it was not running yet when the job began; else 0: then another machine has run the job.
fn since_boot(began: u64, base: i64) -> u64 {
    let base = u64::try_from(base).unwrap_or_default();
    if base > began { base } else { 0 }
}

fn read_ended(db: &Connection, job: JobId, past: &mut Past) -> Tried<()> {
    let sql = "SELECT seq, names, done, skipped, failed, mismatched, unanswered, bytes_skipped,
        bytes_reflinked, bytes_holes, bytes_of_done, reflinked, replaced, renamed, removed, links
        FROM journal WHERE job = ?1
        ORDER BY seq";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    while let Some(row) = rows.next()? {
        past.seq = past.seq.max(count(row, 0)?);
        let names: Vec<u8> = row.get(1)?;
        if !names.is_empty() {
            past.names.push(names);
        }
        past.links.extend(row.get::<_, Option<Vec<u8>>>(15)?);
        let sum = &mut past.counts;
        for (at, counter) in (2..).zip([
            &mut sum.done,
            &mut sum.skipped,
            &mut sum.failed,
            &mut sum.mismatched,
            &mut sum.unanswered,
            &mut sum.bytes_skipped,
            &mut sum.bytes_reflinked,
            &mut sum.bytes_holes,
            &mut sum.bytes_of_done,
            &mut sum.reflinked,
            &mut sum.replaced,
            &mut sum.renamed,
            &mut sum.removed,
        ]) {
            // A report may take back what an earlier one told (`Counts::since`), in two's complement.
            *counter = counter.wrapping_add(count(row, at)?);
        }
    }
    Ok(())
}

fn read_large(db: &Connection, job: JobId) -> Tried<Vec<Large>> {
    let sql =
        "SELECT src, temporary, dev, ino, src_ino, src_size, mtime, mtime_ns, ctime, ctime_ns,
        \"offset\", synced FROM large WHERE job = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Large {
            src: WirePath(path(row, 0)?),
            temporary: WirePath(path(row, 1)?),
            inode: (count(row, 2)?, count(row, 3)?),
            source: (
                count(row, 4)?,
                count(row, 5)?,
                (row.get(6)?, row.get(7)?),
                (row.get(8)?, row.get(9)?),
            ),
            offset: count(row, 10)?,
            synced: count(row, 11)?,
        });
    }
    Ok(found)
}

/// Reads the links that the first programs of this version wrote, one in a row.
fn read_linked(db: &Connection, job: JobId) -> Tried<Option<Vec<u8>>> {
    let sql = "SELECT dev, ino, copy FROM linked WHERE job = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let mut links = PackedLinks::default();
    while let Some(row) = rows.next()? {
        links.push((count(row, 0)?, count(row, 1)?), &path(row, 2)?);
    }
    let links = links.take();
    Ok(Some(links).filter(|links| !links.is_empty()))
}

/// Drops the large files that have ended, by themselves or with a directory above them.
///
/// Their rows stay until the job has ended: after a reboot the report of their end may not count.
fn forget_ended(past: &mut Past) {
    if past.large.is_empty() {
        return;
    }
    // Each path that would say so, and which files it stands for.
    let mut paths: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (at, large) in past.large.iter().enumerate() {
        let src = bytes(&large.src.0);
        let cuts = src.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(cut, _)| cut);
        for cut in cuts.chain([src.len()]) {
            paths.entry(src.get(..cut).unwrap_or_default()).or_default().push(at);
        }
    }
    let mut ended = vec![false; past.large.len()];
    let mut path = Vec::new();
    for names in &past.names {
        let mut parts = names.split(|byte| *byte == 0);
        while let Some(directory) = parts.next() {
            for name in parts.by_ref().take_while(|name| !name.is_empty()) {
                path.clear();
                path.extend_from_slice(directory);
                if !directory.is_empty() && !directory.ends_with(b"/") {
                    path.push(b'/');
                }
                path.extend_from_slice(name);
                for at in paths.get(path.as_slice()).into_iter().flatten() {
                    if let Some(is_over) = ended.get_mut(*at) {
                        *is_over = true;
                    }
                }
            }
        }
    }
    let mut ended = ended.into_iter();
    past.large.retain(|_| !ended.next().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::since_boot;

    #[test]
    fn a_machine_that_ran_before_the_job_began_is_another_one() {
        assert_eq!(since_boot(5, 9), 9);
        assert_eq!((since_boot(5, 5), since_boot(5, -1)), (0, 0));
    }
}
