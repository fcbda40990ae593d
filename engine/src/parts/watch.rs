//! Follows a plan while processes copy its parts: the sums, and what each part tells.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::error::PlanError;
use super::folder::PlanFolder;
use super::result::Results;
use super::retry::{Newest, newest_files};
use super::status::{Claimed, Failure, Places, Status};
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Envelope, Event, Progress};

/// Bytes of a file of events that are read at once.
const PIECE: usize = 1 << 20;

/// What a look at a plan has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sums {
    /// How far the plan is.
    pub status: Status,
    /// The counters of all parts together. Bytes that were skipped are not among those done, since results of parts do
    /// not tell them.
    pub progress: Progress,
}

/// Looks at a plan again and again, and reads only what is new.
#[derive(Debug)]
pub struct PlanWatch {
    folder: PlanFolder,
    results: Results,
    /// Files of events of the parts that processes have or have given back.
    streams: BTreeMap<u64, Stream>,
    /// Parts that had ended at the last look; none before the first.
    ended: Option<HashSet<u64>>,
    /// The parts whose failures were read last, and these.
    failures: (Vec<u64>, Vec<Failure>),
}

impl PlanWatch {
    /// Follows a plan.
    pub fn new(folder: PlanFolder) -> Self {
        Self {
            folder,
            results: Results::default(),
            streams: BTreeMap::new(),
            ended: None,
            failures: (Vec::new(), Vec::new()),
        }
    }

    /// Gives the directory of the plan.
    pub fn folder(&self) -> &PlanFolder {
        &self.folder
    }

    /// Looks at the plan; `each` takes what parts have told since the last look.
    ///
    /// The job of an event is the number of its part, and its time is by the clock of the machine that copies the part.
    /// Of a part that had ended before the first look only the end is told.
    pub fn look(&mut self, mut each: impl FnMut(Envelope)) -> Result<Sums, PlanError> {
        let places = self.folder.places()?;
        let files = newest_files(self.folder.dir())?;
        let mut claimed = Vec::new();
        let mut running: Vec<Progress> = Vec::new();
        for holder in &places.claimed {
            let part = holder.number;
            let mut progress = if let Some(newest) = files.get(&part) {
                self.follow(part, &newest.path, &mut each)?
            } else {
                // A retry has put aside what was followed, and the new attempt has told nothing yet.
                self.streams.remove(&part);
                Progress::default()
            };
            if self.folder.divided()?.first_of(part).is_some() {
                // A file is an item when the last of its pieces has ended.
                (progress.items_done, progress.items_skipped, progress.items_failed) = (0, 0, 0);
            }
            let (items, bytes) = (progress.items_done, progress.bytes_done);
            let attempt = files.get(&part).map_or(0, |newest| newest.attempt);
            claimed.push(Claimed { part, host: holder.host.clone(), attempt, items, bytes });
            running.push(progress);
        }
        let mut status = self.folder.sums(&places, claimed, &mut self.results)?;
        self.tell_ends(&places, &files, &mut each)?;
        self.tell_pauses(&places, &mut each)?;
        if self.failures.0 != status.failed {
            self.failures = (status.failed.clone(), self.folder.failures(&status.failed)?);
        }
        status.failures.clone_from(&self.failures.1);
        let progress = self.progress(&running)?;
        Ok(Sums { status, progress })
    }

    /// Tells what the attempts at a part have told since the last look; gives the counters of the newest.
    ///
    /// What cannot be read now is read by the next look, and nothing is told twice.
    fn follow(
        &mut self,
        part: u64,
        path: &Path,
        each: &mut impl FnMut(Envelope),
    ) -> Result<Progress, PlanError> {
        let stream = self.streams.entry(part).or_insert_with(|| Stream::new(path.to_owned()));
        if stream.path != path {
            // Another attempt has another file; the one before it may have told its end since the last look.
            stream.read(part, each)?;
            *stream = Stream::new(path.to_owned());
        }
        stream.read(part, each)?;
        Ok(stream.progress.clone())
    }

    /// Tells what was left to tell of parts that have ended since the last look.
    fn tell_ends(
        &mut self,
        places: &Places,
        files: &HashMap<u64, Newest>,
        each: &mut impl FnMut(Envelope),
    ) -> Result<(), PlanError> {
        let ended: BTreeSet<u64> = places.ended().collect();
        let is_first = self.ended.is_none();
        let told = self.ended.get_or_insert_default();
        // A retry has made some begin anew.
        told.retain(|part| ended.contains(part));
        let new: Vec<u64> = ended.iter().filter(|part| !told.contains(part)).copied().collect();
        for part in new {
            if let Some(newest) = files.get(&part)
                && (!is_first || self.streams.contains_key(&part))
            {
                self.follow(part, &newest.path, each)?;
            }
            let has_told = self.streams.remove(&part).is_some_and(|stream| stream.has_ended);
            if let Some(result) = self.results.get(part).filter(|_| !has_told) {
                let event = Event::JobSummary { job: part, summary: result.summary.clone() };
                each(Envelope { seq: None, at: result.ended, event });
            }
            self.ended.get_or_insert_default().insert(part);
        }
        Ok(())
    }

    /// Tells what was left to tell of attempts that have ended without the part, and so have given it back.
    ///
    /// Their files stay known until another attempt begins its own, so that no look tells them anew.
    fn tell_pauses(
        &mut self,
        places: &Places,
        each: &mut impl FnMut(Envelope),
    ) -> Result<(), PlanError> {
        let claimed: HashSet<u64> = places.claimed.iter().map(|holder| holder.number).collect();
        let paused = self.streams.iter_mut().filter(|(part, _)| !claimed.contains(part));
        for (part, stream) in paused.filter(|(_, stream)| !stream.has_ended) {
            stream.read(*part, each)?;
        }
        Ok(())
    }

    /// Sums up the counters of parts that have ended, and of those that processes have.
    fn progress(&self, running: &[Progress]) -> Result<Progress, PlanError> {
        let ended = self.folder.divided()?.count(&self.results);
        let mut sum = Progress {
            items_done: ended.done + ended.skipped + ended.failed,
            items_skipped: ended.skipped,
            items_failed: ended.failed,
            bytes_done: ended.bytes,
            bytes_reflinked: ended.bytes_reflinked,
            ..Progress::default()
        };
        for part in running {
            sum.items_done += part.items_done;
            sum.items_skipped += part.items_skipped;
            sum.items_failed += part.items_failed;
            sum.bytes_done += part.bytes_done.saturating_sub(part.bytes_skipped);
            sum.bytes_reflinked += part.bytes_reflinked;
        }
        Ok(sum)
    }
}

/// A file of events, as far as it was read.
#[derive(Debug)]
struct Stream {
    path: PathBuf,
    offset: u64,
    /// A line whose end was not written yet.
    begun: Vec<u8>,
    /// The newest counters.
    progress: Progress,
    /// Whether the end of the job was told.
    has_ended: bool,
}

impl Stream {
    fn new(path: PathBuf) -> Self {
        Self { path, offset: 0, begun: Vec::new(), progress: Progress::default(), has_ended: false }
    }

    /// Tells the events that were written since the last time.
    fn read(&mut self, part: u64, each: &mut impl FnMut(Envelope)) -> Result<(), PlanError> {
        let path = self.path.clone();
        let failed = |error: &std::io::Error| OpError::of_io(Action::Read, &path, error);
        // It is opened each time, since clients of NFS ask for what others have written when a file is opened.
        let file = match File::open(&path) {
            Ok(file) => file,
            // A retry has put it aside.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(&error).into()),
        };
        let mut piece = vec![0; PIECE];
        loop {
            let read = match file.read_at(&mut piece, self.offset) {
                Ok(0) => return Ok(()),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(failed(&error).into()),
            };
            self.offset += read as u64;
            let mut rest = piece.get(..read).unwrap_or_default();
            while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                let (line, after) = rest.split_at(end);
                self.begun.extend_from_slice(line);
                rest = after.get(1..).unwrap_or_default();
                let line = std::mem::take(&mut self.begun);
                // A newer version may tell what this one does not know.
                if let Some(envelope) = event_of(part, &line) {
                    self.note(&envelope.event);
                    each(envelope);
                }
            }
            self.begun.extend_from_slice(rest);
        }
    }

    fn note(&mut self, event: &Event) {
        if let Event::Progress { progress, .. } = event {
            self.progress = progress.clone();
        }
        self.has_ended |= matches!(event, Event::JobSummary { .. });
    }
}

/// Reads an event of a job, which gets the number of the part.
fn event_of(part: u64, line: &[u8]) -> Option<Envelope> {
    let mut value: serde_json::Value = serde_json::from_slice(line).ok()?;
    *value.get_mut("job")? = part.into();
    serde_json::from_value(value).ok()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::io::Write;

    use super::*;

    const NONE: [u64; 0] = [];

    fn progress(items: u64) -> String {
        let progress = Progress { items_done: items, ..Progress::default() };
        let event = Event::Progress { job: 1, progress };
        serde_json::to_string(&Envelope { seq: None, at: 5, event }).unwrap()
    }

    #[test]
    fn only_whole_lines_that_are_new_are_told_with_the_number_of_the_part() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("000007.0.ndjson");
        let mut stream = Stream::new(path.clone());
        let read = |stream: &mut Stream| {
            let mut told = Vec::new();
            stream.read(7, &mut |envelope| told.push(envelope)).unwrap();
            told.iter().filter_map(|envelope| envelope.event.job()).collect::<Vec<_>>()
        };
        assert_eq!(read(&mut stream), NONE, "it is not there yet");
        let mut file = File::create(&path).unwrap();
        let (first, second) = (progress(1), progress(2));
        let hello = r#"{"type":"hello","at":1}"#;
        let unknown = r#"{"type":"from.the.future","job":1,"at":1}"#;
        let (begin, end) = second.split_at(20);
        write!(file, "{hello}\n{unknown}\n{first}\n{begin}").unwrap();
        assert_eq!(read(&mut stream), [7]);
        assert_eq!(stream.progress.items_done, 1);
        assert_eq!(read(&mut stream), NONE);
        writeln!(file, "{end}").unwrap();
        assert_eq!(read(&mut stream), [7]);
        assert_eq!(stream.progress.items_done, 2);
        // A line may be longer than what is read at once.
        let long = "x".repeat(2 * PIECE);
        write!(file, "{long}\n{first}\n").unwrap();
        assert_eq!(read(&mut stream), [7]);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read(&mut stream), NONE, "a retry has put it aside");
    }
}
