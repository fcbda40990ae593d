//! Tells why the queue refused a request.

use fcp_engine::engine::ControlError;
use fcp_engine::queue::QueueError;
use fcp_engine::queue::error::{Fault, Why};

use super::{of_errno, shown, told};
use crate::tr;

/// Tells why a job could not be accepted or changed.
pub fn of_control(error: &ControlError) -> String {
    match error {
        ControlError::NoJob(job) => tr!("refused-no-job", job = job.to_string()),
        ControlError::NoQuestion(question) => {
            tr!("refused-no-question", question = question.to_string())
        }
        ControlError::Misfit(question) => tr!("refused-misfit", question = question.to_string()),
        ControlError::NoQueue => tr!("refused-no-queue").to_owned(),
        ControlError::Queue(error) => of_queue(error),
        ControlError::Refused(error) => told(error),
    }
}

/// Tells why the queue refused a request.
pub fn of_queue(error: &QueueError) -> String {
    match error {
        QueueError::NoJob(job) => tr!("refused-no-job", job = job.to_string()),
        QueueError::NoQuestion(question) => {
            tr!("refused-no-question", question = question.to_string())
        }
        QueueError::Misfit(question) => tr!("refused-misfit", question = question.to_string()),
        QueueError::NotOver(job) => tr!("refused-not-over", job = job.to_string()),
        QueueError::Over(job) => tr!("refused-over", job = job.to_string()),
        QueueError::NothingFailed(job) => tr!("refused-nothing-failed", job = job.to_string()),
        QueueError::NotRecorded(job) => tr!("refused-not-recorded", job = job.to_string()),
        QueueError::Removed(job) => tr!("refused-removed", job = job.to_string()),
        QueueError::NothingToUndo(job) => tr!("refused-nothing-to-undo", job = job.to_string()),
        QueueError::NoCopy(job) => tr!("refused-no-copy", job = job.to_string()),
        QueueError::Circle(job) => tr!("refused-circle", job = job.to_string()),
        QueueError::Unreadable(job) => tr!("refused-unreadable", job = job.to_string()),
        QueueError::Refused(error) => told(error),
        QueueError::Unsafe(path) => tr!("refused-unsafe", path = shown(path)),
        QueueError::Foreign(path) => tr!("refused-foreign", path = shown(path)),
        QueueError::InUse { path, why: Why::Corrupt } => {
            tr!("refused-queue-damaged", path = shown(path))
        }
        QueueError::InUse { path, why: Why::Emptied } => {
            tr!("refused-queue-emptied", path = shown(path))
        }
        QueueError::InUse { path, why: Why::Newer } => {
            tr!("refused-queue-newer", path = shown(path))
        }
        // A reason that this crate does not know.
        QueueError::InUse { .. } => error.to_string(),
        QueueError::Fault { path, fault } => {
            tr!("refused-queue-fault", path = shown(path), reason = of_fault(*fault))
        }
    }
}

fn of_fault(fault: Fault) -> String {
    let text = match fault {
        Fault::Busy => tr!("fault-busy"),
        Fault::Full => tr!("fault-full"),
        Fault::ReadOnly => tr!("fault-read-only"),
        Fault::Denied => tr!("reason-permission-denied"),
        Fault::Io => tr!("reason-io"),
        Fault::Corrupt => tr!("fault-damaged"),
        Fault::Unsupported => tr!("fault-unsupported"),
        Fault::System(number) => match of_errno(number) {
            Some(text) => text,
            None => return fault.to_string(),
        },
        Fault::Other(_) => return fault.to_string(),
    };
    text.to_owned()
}
