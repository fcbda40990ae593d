//! The visitor that acts: makes every item of the source in the destination.

mod again;
mod backup;
mod batch;
mod blocks;
mod data;
mod depart;
mod dir;
mod discard;
mod empty;
mod errand;
mod exchange;
mod file;
mod finish;
mod flush;
mod gnu;
mod holes;
mod large;
mod links;
mod meta;
mod noted;
mod operand;
mod other;
mod publish;
mod rename;
mod retain;
mod room;
mod shelve;
mod stage;
mod tell;
mod trickle;
mod uncached;
mod verify;
mod visit;

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

pub(crate) use data::DataError;
pub(crate) use discard::Discarder;
pub(crate) use errand::Errand;
pub(crate) use operand::{Operand, operands};
pub(crate) use verify::differ;

use crate::job::Shared;
use crate::spec::Overwrite;
use crate::worker::OpenRules;

/// What makes copies.
#[derive(Debug)]
pub(crate) struct Copier {
    pub(crate) job: Arc<Shared>,
    pub(crate) rules: OpenRules,
    /// Whether sources are moved.
    moves: bool,
    routes: crate::route::Routes,
    links: links::Links,
    created: operand::Created,
    /// What is to be moved where, if not the operands of the request.
    errands: Option<Vec<Errand>>,
    /// Copies that wait in the workers' batches.
    waiting: AtomicUsize,
    /// Devices of which it is known whether two names can change places on them.
    exchanging: Mutex<HashMap<u64, bool>>,
    departures: depart::Departures,
    /// Where replaced files are kept.
    trashes: crate::trash::Trashes,
}

type Step<'a> = crate::step::Step<'a, Copier>;

impl Copier {
    pub(crate) fn new(job: Arc<Shared>, rules: OpenRules) -> Self {
        Self {
            moves: job.spec.verb.moves(),
            links: links::Links::known(&job),
            job,
            rules,
            routes: crate::route::Routes::default(),
            created: operand::Created::default(),
            errands: None,
            waiting: AtomicUsize::new(0),
            exchanging: Mutex::default(),
            departures: depart::Departures::default(),
            trashes: crate::trash::Trashes::default(),
        }
    }

    /// Makes one that moves these items and not the operands of the request.
    pub(crate) fn on_errands(job: Arc<Shared>, rules: OpenRules, errands: Vec<Errand>) -> Self {
        Self { errands: Some(errands), ..Self::new(job, rules) }
    }

    /// Whether a source symlink is followed.
    fn follows(&self, step: &Step<'_>) -> bool {
        self.job.spec.options.follow.holds_for(step.is_operand(), step.item.kind)
    }

    /// Whether a symlink at the destination is written through: one that the user named, or any, as
    /// `cp` does.
    fn writes_through(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        let is_named = step.is_operand() && step.node.target.is_none();
        options.overwrite == Overwrite::InPlace
            && (is_named || options.write_through)
            && self.follows_named_link()
    }

    /// Whether an existing destination keeps its data and its inode, and only its attributes change.
    ///
    /// GNU's `cp`, which writes in place, gives way to a backup or removes the destination if told so.
    fn updates_attributes(&self) -> bool {
        let options = &self.job.spec.options;
        options.attributes_only && options.overwrite == Overwrite::Replace
    }
}
