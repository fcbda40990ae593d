//! Waits a moment for jobs that were cancelled, and says what those wait for that have not ended.

use std::process;
use std::time::{Duration, Instant};

use fcp_engine::event::{JobId, Phase};
use fcp_engine::queue::{Queue, QueueError, QueuedJob, Stage};
use fcp_engine::spec::Destination;

use super::row::shown;

/// Time that jobs get to end: one whose disks answer takes a few milliseconds.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Time for what this process removes itself, which many files may take: it would stay where the process ends.
const OWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Waits until jobs have ended, but not long, and says of the others what they wait for.
pub(super) fn left(queue: &Queue, jobs: &[JobId]) -> Result<Vec<String>, QueueError> {
    let begin = Instant::now();
    loop {
        let found = jobs.iter().map(|job| queue.find(*job)).collect::<Result<Vec<_>, _>>()?;
        let open = || found.iter().filter(|job| job.stage != Stage::Finished);
        let is_own = open().any(|job| job.pid == Some(process::id()));
        let most = if is_own { OWN_TIMEOUT } else { TIMEOUT };
        let rest = most.saturating_sub(begin.elapsed());
        if rest.is_zero() || open().next().is_none() {
            return Ok(open().map(sentence).collect());
        }
        queue.wait_for_change(rest);
    }
}

/// Says what a job that was cancelled waits for.
fn sentence(job: &QueuedJob) -> String {
    let number = job.job;
    let to = job.destination.as_ref().and_then(Destination::path);
    let place = to.or(job.sources.first()).map(|path| shown(&path.0)).unwrap_or_default();
    match job.pid.filter(|pid| *pid != process::id()) {
        Some(pid) => {
            let at = match (job.progress.in_flight.first(), job.phase) {
                (_, Phase::Flushing) => format!("still flushes '{place}' to the disk"),
                (Some(file), _) => format!("is still at '{}'", shown(&file.path.0)),
                (None, _) => format!("still waits for '{place}'"),
            };
            format!(
                "job {number} is being cancelled: process {pid} {at}; the job ends when that answers"
            )
        }
        None => format!(
            "job {number} is cancelled, but what it has left at '{place}' could not be removed yet: its disk is slow or does \
             not answer; 'fcpq run' removes it"
        ),
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::{InFlight, Progress};

    use super::*;
    use crate::queue::row::tests::running;

    #[test]
    fn it_says_what_a_cancelled_job_waits_for() {
        let file = InFlight { path: "/in/a\n".into(), bytes: 1, size: 2, method: None };
        let progress = Progress { in_flight: vec![file], ..Progress::default() };
        let job = QueuedJob { cancelled: true, ..running(7) };
        for (job, told) in [
            (job.clone(), "process 4242 still waits for '/mnt/backup/Pictures';"),
            (QueuedJob { progress, ..job.clone() }, "process 4242 is still at '/in/a\\n';"),
            (
                QueuedJob { phase: Phase::Flushing, ..job.clone() },
                "still flushes '/mnt/backup/Pictures' to the disk;",
            ),
            (
                QueuedJob { pid: None, ..job },
                "left at '/mnt/backup/Pictures' could not be removed yet:",
            ),
        ] {
            let said = sentence(&job);
            assert!(said.starts_with("job 7 is ") && said.contains(told), "{said}");
        }
    }
}
