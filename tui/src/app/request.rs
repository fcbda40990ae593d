//! Jobs that the user asked for and that the queue has not accepted yet.
//!
//! The queue looks at the operands before it takes a job, and a filesystem that does not answer makes
//! it wait. Until it has the job, the request is kept here, is shown, and outlives the program.

use std::collections::BTreeMap;

use fcp_engine::error::{Code, OpError};
use fcp_engine::path::WirePath;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{JobSpec, Verb};
use fcp_presentation::{errors, tr};
use serde::{Deserialize, Serialize};

use crate::state;

/// Microseconds after which a request that the queue does not have yet is shown as a job.
pub(crate) const SILENT: u64 = 500_000;

/// Why there is no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The reason, in one sentence.
    pub text: String,
    /// Whether the user lacks rights that the administrator has.
    pub denied: bool,
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self { text, denied: false }
    }
}

impl From<OpError> for Refusal {
    fn from(error: OpError) -> Self {
        Self { text: errors::told(&error), denied: error.code == Code::PermissionDenied }
    }
}

/// A job that the queue does not have yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// What the job does.
    pub spec: Box<JobSpec>,
    /// Its way into the queue.
    pub adding: Adding,
    /// A directory that has to be made first.
    pub missing: Option<WirePath>,
    /// Bytes that have to fit at the destination.
    pub needs: Option<u64>,
    /// When the user asked for it, in microseconds since the Unix epoch.
    pub since: u64,
}

impl Request {
    /// Tells whether the queue has not answered for so long that the request is shown.
    pub(crate) fn is_silent(&self, now: u64) -> bool {
        now >= self.since + SILENT
    }

    /// Gives the verb.
    pub(crate) fn word(&self) -> &'static str {
        match self.spec.verb {
            Verb::Dedupe => tr!("request-dedupe"),
            verb => state::verb(Some(verb)),
        }
    }
}

/// Gives the requests that are shown, the oldest first.
pub(crate) fn silent(
    requests: &BTreeMap<u64, Request>,
    now: u64,
) -> impl Iterator<Item = &Request> {
    requests.values().filter(move |request| request.is_silent(now))
}

/// Gives when the next request is shown, in microseconds since the Unix epoch.
pub(crate) fn wakes_at(requests: &BTreeMap<u64, Request>, now: u64) -> Option<u64> {
    let shows = requests.values().map(|request| request.since + SILENT);
    shows.filter(|&at| at > now).min()
}
