//! Computes the checksum of a file while the user looks at its properties, and compares it with one that the user has.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use fcp_browse::{SumControl, SumSpec, Summed, sum_trees};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::sum::Algorithm;
use fcp_presentation::checksums::{Checksums as Sums, Match, Stage};
use fcp_presentation::lock;
use fcp_presentation::tr;

use crate::feed::Feed;
use crate::trashed::on_disk;
use crate::wire::{ChecksumMatch, ChecksumStage, ChecksumState, Refusal, Update};

/// Interval of progress updates.
const BEAT: Duration = Duration::from_millis(250);

/// The computation that is shown; a new one takes its place.
#[derive(Debug)]
pub(crate) struct Checksums {
    feed: Arc<Feed>,
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    id: u64,
    stop: Arc<AtomicBool>,
    sums: Sums,
}

impl Drop for Checksums {
    fn drop(&mut self) {
        lock(&self.shown).stop.store(true, Ordering::Relaxed);
    }
}

impl Checksums {
    /// Computes nothing yet.
    pub(crate) fn new(feed: Arc<Feed>) -> Arc<Self> {
        Arc::new(Self { feed, shown: Mutex::default() })
    }

    /// Begins to compute the checksum of a file, and gives the number of the computation.
    pub(crate) fn start(
        self: &Arc<Self>,
        paths: &[PathBuf],
        algorithm: Algorithm,
    ) -> Result<u64, Refusal> {
        let [path] = paths else { return Err(Refusal::because(tr!("desktop-select-one"))) };
        let path = on_disk(path);
        let stop = Arc::new(AtomicBool::new(false));
        let mut shown = lock(&self.shown);
        shown.stop.store(true, Ordering::Relaxed);
        let id = shown.id + 1;
        *shown = Shown { id, stop: Arc::clone(&stop), sums: Sums::new(algorithm) };
        drop(shown);
        let control = Arc::new(SumControl::stopped_by(stop));
        let (done, ended) = mpsc::channel();
        let reader = Arc::clone(&control);
        // The file may be on a disk that does not answer; another thread tells how far it is, and that it was stopped.
        thread::spawn(move || {
            let size = path.metadata().map_or(0, |meta| meta.len());
            if done.send(ReaderMessage::Size(size)).is_err() {
                return;
            }
            let spec = SumSpec { algorithm, ..SumSpec::default() };
            let told = |summed| match done.send(ReaderMessage::Sum(Box::new(summed))) {
                // The user has stopped it.
                Ok(()) | Err(_) => {}
            };
            let refused = if path.is_dir() {
                Some(OpError::refused(Action::Read, Code::OmittedDirectory, &path))
            } else {
                sum_trees(&[path], &spec, &reader, told).err()
            };
            match done.send(ReaderMessage::End(refused)) {
                Ok(()) | Err(_) => {}
            }
        });
        let sums = Arc::clone(self);
        thread::spawn(move || sums.follow(id, &control, &ended));
        Ok(id)
    }

    /// Stops the computation, if it still runs.
    pub(crate) fn stop(&self, id: u64) {
        let shown = lock(&self.shown);
        if shown.id == id {
            shown.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the computation, since its window was closed.
    pub(crate) fn leave(&self) {
        lock(&self.shown).stop.store(true, Ordering::Relaxed);
    }

    /// Compares a checksum that the user typed or pasted.
    pub(crate) fn compare(&self, id: u64, text: &str) -> Result<ChecksumMatch, Refusal> {
        let shown = lock(&self.shown);
        if shown.id != id {
            return Err(Refusal::Gone);
        }
        let is_known =
            shown.sums.stage == Stage::Done && shown.sums.rows.iter().any(|it| it.sum.is_some());
        Ok(match shown.sums.compare(text) {
            Match::Nothing => ChecksumMatch::Nothing,
            Match::NotUnderstood => ChecksumMatch::NotUnderstood,
            Match::Other(algorithm) => ChecksumMatch::Other { algorithm },
            Match::Row(_) => ChecksumMatch::Same,
            Match::Different if is_known => ChecksumMatch::Different,
            Match::NotYet | Match::Different => ChecksumMatch::NotYet,
        })
    }

    /// Tells how far a computation is until it has ended.
    fn follow(&self, id: u64, control: &SumControl, ended: &mpsc::Receiver<ReaderMessage>) {
        let mut size = 0;
        let mut error = None;
        loop {
            let stage = match ended.recv_timeout(BEAT) {
                _ if control.is_stopped() => Stage::Stopped,
                Ok(ReaderMessage::Size(bytes)) => {
                    size = bytes;
                    continue;
                }
                Ok(ReaderMessage::Sum(summed)) => {
                    error = summed.error.as_deref().cloned();
                    self.take(id, *summed);
                    continue;
                }
                Ok(ReaderMessage::End(refused)) => {
                    error = refused.or(error);
                    Stage::Done
                }
                Err(RecvTimeoutError::Disconnected) => Stage::Done,
                Err(RecvTimeoutError::Timeout) => Stage::Running,
            };
            let (_, bytes) = control.progress();
            if !self.tell(id, stage, (bytes, size), error.clone()) || stage != Stage::Running {
                return;
            }
        }
    }

    fn take(&self, id: u64, summed: Summed) {
        let mut shown = lock(&self.shown);
        if shown.id == id {
            shown.sums.push(summed);
        }
    }

    /// Tells the windows; `false` if another computation has taken the place of this one.
    fn tell(
        &self,
        id: u64,
        stage: Stage,
        (bytes, size): (u64, u64),
        error: Option<OpError>,
    ) -> bool {
        let mut shown = lock(&self.shown);
        if shown.id != id {
            return false;
        }
        shown.sums.stage = stage;
        let sum = shown.sums.rows.first().and_then(|row| row.sum.as_ref());
        let percent = (bytes.min(size) * 100).checked_div(size);
        let state = ChecksumState {
            id,
            algorithm: shown.sums.algorithm,
            bytes,
            percent: percent.map(|percent| percent as u8),
            stage: match stage {
                Stage::Running => ChecksumStage::Running,
                Stage::Stopped => ChecksumStage::Stopped,
                Stage::Done => ChecksumStage::Done,
            },
            sum: sum.map(ToString::to_string),
            error,
        };
        drop(shown);
        self.feed.say(Update::Checksum(Box::new(state)));
        true
    }
}

/// What the thread tells that reads the file.
enum ReaderMessage {
    Size(u64),
    Sum(Box<Summed>),
    End(Option<OpError>),
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn told(sums: &Checksums, id: u64, stage: ChecksumStage) -> ChecksumState {
        loop {
            for update in sums.feed.heard() {
                if let Update::Checksum(state) = update
                    && (state.id, state.stage) == (id, stage)
                {
                    return *state;
                }
            }
        }
    }

    #[test]
    fn a_file_has_the_checksum_that_the_user_has_or_another() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("abc");
        fs::write(&path, "abc").unwrap();
        let sums = Checksums::new(Arc::default());
        let id = sums.start(&[path], Algorithm::Sha256).unwrap();
        let state = told(&sums, id, ChecksumStage::Done);
        assert_eq!((state.sum.as_deref(), state.bytes, state.percent), (Some(ABC), 3, Some(100)));
        let compare = |text: &str| sums.compare(id, text).unwrap();
        assert_eq!(compare(&format!(" {} ", ABC.to_uppercase())), ChecksumMatch::Same);
        assert_eq!(compare(&format!("{ABC}  abc")), ChecksumMatch::Same);
        assert_eq!(compare(&ABC.replace('b', "c")), ChecksumMatch::Different);
        assert_eq!(compare(""), ChecksumMatch::Nothing);
        assert_eq!(compare("abc"), ChecksumMatch::NotUnderstood);
        let xxh3 = ChecksumMatch::Other { algorithm: Algorithm::Xxh3 };
        assert_eq!(compare("2d06800538d394c2"), xxh3);
        assert_eq!(sums.compare(id + 1, ABC), Err(Refusal::Gone));
    }

    #[test]
    fn what_cannot_be_read_has_no_checksum() {
        let scratch = tempfile::tempdir().unwrap();
        let sums = Checksums::new(Arc::default());
        for path in [scratch.path().join("gone"), scratch.path().to_owned()] {
            let id = sums.start(&[path], Algorithm::Blake3).unwrap();
            let state = told(&sums, id, ChecksumStage::Done);
            assert!(state.sum.is_none() && state.error.is_some(), "{state:?}");
            assert_eq!(sums.compare(id, ABC), Ok(ChecksumMatch::NotYet));
        }
        assert!(sums.start(&[], Algorithm::Blake3).is_err());
    }

    #[test]
    fn a_computation_is_stopped_in_the_middle_of_a_file() {
        let scratch = tempfile::tempdir().unwrap();
        // Something that takes long to read: a sparse file of 4 TiB.
        let path = scratch.path().join("sparse");
        fs::File::create(&path).unwrap().set_len(4 << 40).unwrap();
        let sums = Checksums::new(Arc::default());
        let id = sums.start(&[path], Algorithm::Sha256).unwrap();
        let state = told(&sums, id, ChecksumStage::Running);
        assert!(state.sum.is_none());
        sums.stop(id);
        told(&sums, id, ChecksumStage::Stopped);
        assert_eq!(sums.compare(id, ABC), Ok(ChecksumMatch::NotYet));
    }
}
