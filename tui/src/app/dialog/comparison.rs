//! State of the page that compares two folders and brings them in step.

use std::path::PathBuf;

use fcp_browse::{CompareSpec, Compared, Verdict};
use fcp_engine::event::JobId;
use fcp_engine::path::DisplayName;
use fcp_presentation::sync::{Action, Plan, Sum};

use super::question::REST;
use crate::app::page::counted;
use crate::format;
use fcp_presentation::tr;

/// Verdicts in the order of their keys; what is the same is not listed.
pub(crate) const KINDS: [Verdict; 7] = [
    Verdict::LeftOnly,
    Verdict::RightOnly,
    Verdict::LeftNewer,
    Verdict::RightNewer,
    Verdict::Different,
    Verdict::TypeChanged,
    Verdict::Failed,
];

/// Two folders, how they differ, and what is done about it.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// The number of the request.
    pub ticket: u64,
    /// How the folders are compared.
    pub spec: CompareSpec,
    /// What differs, and what is done about it.
    pub plan: Plan,
    /// What was found so far.
    pub compared: Compared,
    /// How far the comparison is.
    pub stage: Stage,
    /// Index into the rows that are shown.
    pub cursor: usize,
    /// Since when the user is asked whether to start, in microseconds since the Unix epoch.
    pub asked: Option<u64>,
    /// The second comparison, which tells before the job starts whether what was shown is so still.
    pub check: Option<Plan>,
    /// Since when the user is asked whether to forget that the folders are kept in step.
    pub forgets: Option<u64>,
    /// Whether the folders are kept in step: what they have in common is stored.
    pub is_kept: bool,
    /// Whether what is stored must not be believed.
    pub is_doubted: bool,
    /// Whether the direction is that of the panels, which gives way to how the folders were kept before.
    pub is_first: bool,
}

/// Folders that a job brings in step; what they have in common is stored when it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InStep {
    /// The request for the job; none before it has a number.
    pub ticket: Option<u64>,
    /// The job, as soon as it is known.
    pub job: Option<JobId>,
    /// The two folders.
    pub roots: [PathBuf; 2],
    /// How they are compared.
    pub spec: CompareSpec,
}

impl InStep {
    /// Takes the number of the request, if it has none yet.
    pub(crate) fn wait_for(&mut self, ticket: u64) {
        self.ticket.get_or_insert(ticket);
    }
}

/// How far a comparison is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// More rows may come.
    Running,
    /// The user has stopped it; the rows until then are shown.
    Stopped,
    /// All was compared.
    Done,
    /// Nothing could be compared; this is why.
    Failed(String),
}

impl Comparison {
    /// Begins without a row.
    pub(crate) fn new(ticket: u64, plan: Plan, spec: CompareSpec) -> Self {
        let (compared, stage) = (Compared::default(), Stage::Running);
        let (is_kept, is_first) = (plan.has_memory(), false);
        Self {
            ticket,
            spec,
            plan,
            compared,
            stage,
            cursor: 0,
            asked: None,
            check: None,
            forgets: None,
            is_kept,
            is_doubted: false,
            is_first,
        }
    }

    /// Tells whether a question still ignores keys, because they may have been typed ahead.
    pub(crate) fn rests(&self, now: u64) -> bool {
        self.asked.or(self.forgets).is_some_and(|since| now < since + REST)
    }

    /// Says what the job will do: `Move 1 file to the trash, copy 12 files (3.40 MiB) to b, 2 files (1.00 KiB) to
    /// a, leave 1 row undecided`.
    pub(crate) fn sentence(&self) -> String {
        let [left, right] = self.names();
        let sums = self.plan.sums();
        let copies = [(Action::CopyRight, right), (Action::CopyLeft, left)];
        let copies = copies.into_iter().map(|(action, to)| (sums.of(action), to));
        let copies: Vec<String> = copies
            .filter(|(sum, _)| sum.rows > 0)
            .map(|(sum, to)| {
                let size = format::size(sum.bytes);
                tr!("compare-copied", amount = amount(sum), size = size, folder = to)
            })
            .collect();
        let [one, other] = [Action::RemoveRight, Action::RemoveLeft].map(|action| sums.of(action));
        let rest = self.plan.gives_way();
        let removed = Sum {
            rows: one.rows + other.rows + rest.rows,
            files: one.files + other.files + rest.files,
            bytes: 0,
        };
        // First, since it weighs most.
        let mut parts = Vec::new();
        if removed.rows > 0 {
            parts.push(tr!("compare-trashed", amount = amount(removed)));
        }
        if !copies.is_empty() {
            parts.push(tr!("compare-copies", copies = copies.join(", ")));
        }
        let undecided = sums.of(Action::Undecided).rows;
        if undecided > 0 {
            let shown = format::count(undecided);
            parts.push(tr!("compare-left-undecided", count = undecided, shown = shown));
        }
        let text = parts.join(", ");
        let mut letters = text.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// Gives what the two folders are called.
    fn names(&self) -> [String; 2] {
        let [left, right] = self.plan.roots().each_ref().map(|root| {
            let name = root.file_name().unwrap_or(root.as_os_str());
            DisplayName::new(name).to_string()
        });
        if left == right {
            [tr!("compare-the-left"), tr!("compare-the-right")].map(str::to_owned)
        } else {
            [left, right]
        }
    }
}

/// Says how much a sum is.
pub(crate) fn amount(sum: Sum) -> String {
    if sum.files > 0 { format::files(sum.files) } else { counted::empty_folders(sum.rows) }
}
