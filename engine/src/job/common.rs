//! Defines what all jobs of an engine share.

use std::sync::{Arc, Mutex, OnceLock};

use crate::job::hub::Hub;
use crate::job::limit::Limit;
use crate::job::questions::Numbers;
use crate::journal::Journal;
use crate::link::{Link, Reach};
use crate::parts::claim::Claim;
use crate::parts::lists::Lists;
use crate::parts::selection::Selection;
use crate::parts::sweep::Sweep;
use crate::record::Home;

/// What all jobs of an engine share.
#[derive(Debug, Default)]
pub(crate) struct Common {
    pub(crate) hub: Arc<Hub>,
    pub(crate) home: Option<Arc<Home>>,
    /// The limit of all jobs together.
    pub(crate) limit: Arc<Limit>,
    /// Numbers the questions.
    pub(crate) numbers: Arc<Numbers>,
    /// What makes the one job of an engine a part of a plan, or the walk that writes one.
    pub(crate) division: Division,
    /// The connection of the one job of an engine with another machine.
    pub(crate) link: Option<Arc<Link>>,
    /// How jobs reach other machines, if they may.
    pub(crate) reach: OnceLock<Reach>,
}

/// What a job has to do with a plan that divides a copy.
#[derive(Debug, Default)]
pub(crate) struct Division {
    /// Lists that a dry run writes.
    pub(crate) lists: Option<Arc<Lists>>,
    /// The items that a job takes.
    pub(crate) selection: Option<Arc<Selection>>,
    /// What the last step of a mirror compares with its sources, and removes.
    pub(crate) sweep: Option<Arc<Sweep>>,
    /// Its journal, until it starts.
    pub(crate) journal: Mutex<Option<Journal>>,
    /// The claim of the part, which another process may take over if this one is not heard of.
    pub(crate) claim: Option<Claim>,
}

impl Common {
    /// Makes what the jobs of an engine share that keeps records.
    pub(crate) fn at_home(home: Home) -> Self {
        Self { home: Some(Arc::new(home)), ..Self::default() }
    }
}
