//! Helpers that the tests of the queue share.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(unreachable_pub, reason = "each test is a crate of its own")]

use std::time::{Duration, Instant};

use fcp_engine::event::JobId;
use fcp_engine::queue::{Queue, QueuedJob};

/// How long anything may take that ought to happen within a second or two.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Looks at a job until it is as wanted.
#[track_caller]
pub fn until(queue: &Queue, job: JobId, wanted: impl Fn(&QueuedJob) -> bool) -> QueuedJob {
    let until = Instant::now() + PATIENCE;
    loop {
        let found = queue.find(job).unwrap();
        if wanted(&found) {
            return found;
        }
        assert!(Instant::now() < until, "{found:#?}");
        queue.wait_for_change(Duration::from_millis(100));
    }
}
