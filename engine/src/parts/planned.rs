//! What a plan says of itself, with a checksum.

use serde::{Deserialize, Serialize};

use super::error::PlanError;
use super::roots::Root;
use crate::contract::event::Withheld;
use crate::contract::spec::{Durability, ErrorPolicy, Filter, JobSpec, Publish, Verb};

/// The file that makes a directory that of a plan.
pub(super) const PLAN: &str = "plan.json";

/// Directories that are made when all lists are written.
pub(super) const DIRECTORIES: [&str; 6] =
    ["taken", "done", "failed", "results", "journal", "events"];

/// What a plan says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Planned {
    /// The version of the format.
    pub(super) format: u32,
    /// The version of the program that made it.
    pub(super) version: String,
    /// When it was made, in microseconds since the Unix epoch.
    pub made: u64,
    /// Tells the temporary files of this plan from those of others.
    pub(crate) key: u64,
    /// The request that is divided.
    pub spec: JobSpec,
    pub(super) roots: Vec<Root>,
    /// Parts.
    pub parts: u64,
    /// Items in them.
    pub items: u64,
    /// Their data, in bytes.
    pub bytes: u64,
    /// Directories that get their metadata in the end.
    pub folders: u64,
    pub(super) folder_lists: u64,
    /// Lists of files of which several parts have pieces.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) file_lists: u64,
    /// Items that could not be looked at.
    pub unreadable: u64,
    /// What the last step of a mirror removes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removals: Option<PlannedRemovals>,
}

/// What the last step of a mirror removes, as the walk of the plan has found it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedRemovals {
    /// Whether all of the sources and their counterparts could be read. If not, nothing is removed.
    pub read_whole: bool,
    /// Items, with those in directories that go as a whole.
    pub items: u64,
    /// Items that are removed at once, which each may be a whole directory.
    pub(crate) entries: u64,
    pub(crate) lists: u64,
    /// Items that are in the way of directories.
    pub(super) ways: u64,
    pub(super) way_lists: u64,
    /// Why nothing will be removed.
    pub withheld: Option<Withheld>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The steps of a plan that are taken after it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Part,
    Last,
}

/// The content of `plan.json`.
#[derive(Serialize, Deserialize)]
pub(super) struct Signed {
    pub(super) checksum: String,
    pub(super) plan: Planned,
}

impl Planned {
    /// The checksum of what it says.
    pub(super) fn checksum(&self) -> String {
        // Plain data with text for keys is always spelled.
        blake3::hash(&serde_json::to_vec(self).unwrap_or_default()).to_hex().to_string()
    }

    /// The request for the operands with these numbers, of which every item is named.
    pub(crate) fn spec_of(&self, operands: &[usize]) -> JobSpec {
        let mut spec = self.spec.clone();
        spec.sources =
            operands.iter().filter_map(|at| self.spec.sources.get(*at).cloned()).collect();
        // What they leave out is in no list.
        spec.options.filter = Filter::default();
        complete(&mut spec);
        spec
    }

    /// The request for the last step of a mirror, in which the filters say what stays.
    pub(crate) fn spec_of_removals(&self) -> JobSpec {
        let mut spec = self.spec.clone();
        complete(&mut spec);
        // An item that fails must not keep the others from being compared.
        spec.options.on_error = ErrorPolicy::Skip;
        spec
    }

    /// Whether the filters of the request leave something out.
    pub(crate) fn is_filtered(&self) -> bool {
        self.spec.options.filter != Filter::default()
    }

    /// Refuses to go on where another directory has the path of a root.
    pub(crate) fn check_roots(&self, step: Step) -> Result<(), PlanError> {
        // Parts of a move leave its directories to the last step: one that is missing is not mounted, perhaps.
        let must_be = step == Step::Part && self.spec.verb == Verb::Move;
        self.roots.iter().try_for_each(|root| root.check(must_be))
    }
}

/// Sets what holds for each job of a plan.
fn complete(spec: &mut JobSpec) {
    if spec.verb == Verb::Move {
        // Another process at the part counts on each copy that has its name, and must not meet one that is
        // begun and may be given up.
        spec.options.publish = Publish::Always;
    }
    if spec.verb != Verb::Verify {
        // The plan remembers a part as done, so a power cut must not make it a lie.
        spec.options.durability = spec.options.durability.max(Durability::End);
    }
}
