//! Makes a job of a request.

use std::borrow::Cow;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use super::common::Common;
use super::ended::Unreported;
use super::{Job, State};
use crate::contract::event::{JobId, Phase};
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, Verb};
use crate::job::control::Control;
use crate::job::devices::Devices;
use crate::job::manifest::Manifest;
use crate::job::meter::Meter;
use crate::job::place::DestinationDevices;
use crate::job::questions::Questions;
use crate::journal::Journal;
use crate::link::Link;
use crate::record::{Home, NAMED, Recorder};
use crate::trash;
use crate::walk::filter::Filters;
use crate::walk::operand::strip_slashes;
use crate::walk::temporary::Mark;
use crate::walk::wide::MOST_WIDE;
use fcp_sys as sys;

/// Completes the options of a request by what its verb and the other machine need.
fn complete(spec: &mut JobSpec, link: Option<&Link>) {
    if spec.verb.moves() {
        spec.options.complete_for_move();
    }
    let strips = spec.verb == Verb::Move || spec.options.strip_trailing_slashes;
    if link.is_some() && strips {
        // A slash at the end would lead through a symlink, and what that leads to stays.
        spec.sources.iter_mut().for_each(|it| it.0 = strip_slashes(&it.0));
    }
    if link.is_some_and(Link::takes) {
        spec.options.complete_for_arrival();
    } else if spec.verb == Verb::Extract {
        spec.options.complete_for_extract();
    } else if spec.verb == Verb::Pack {
        spec.options.complete_for_pack();
    } else if spec.options.attributes_only {
        spec.options.complete_for_attributes();
    }
}

/// What earlier runs of a job have left, and how it goes on from there.
struct EarlierRuns {
    /// Says which items have ended, so that the others go on.
    journal: Option<Journal>,
    /// The same of a job that begins again: what it had made is known for its own.
    earlier: Option<Journal>,
    /// Of a job that another machine does: its key in the queue here, and the record that says where it is done.
    noted: Option<(u32, Option<PathBuf>)>,
}

impl EarlierRuns {
    fn new(id: JobId, spec: &JobSpec, journal: Option<Journal>, shows: bool) -> Self {
        let none = Self { journal: None, earlier: None, noted: None };
        if shows {
            // Which items have ended is noted there.
            let noted = journal.filter(|_| spec.verb != Verb::Trash);
            let noted = noted.map(|journal| (journal.key, journal.past().record.clone()));
            return Self { noted, ..none };
        }
        match (spec.verb, spec.sources.as_slice()) {
            _ if spec.options.dry_run => none,
            (Verb::Copy | Verb::Move | Verb::Verify, _) => Self { journal, ..none },
            // What was deleted need not be remembered but for what has its name later.
            (Verb::Trash | Verb::Delete | Verb::Extract | Verb::Pack | Verb::Restore, _) => {
                Self { earlier: journal, ..none }
            }
            // Its record tells of an earlier try, also of one outside the queue.
            (Verb::Undo, [record]) => {
                Self { earlier: Some(Journal::of_undo(id, &record.0)), ..none }
            }
            // What does little begins again.
            (Verb::Undo | Verb::Dedupe, _) => none,
        }
    }

    /// Gives what the queue knows of them.
    fn queued(&self) -> Option<&Journal> {
        self.journal.as_ref().or(self.earlier.as_ref())
    }

    /// Begins the record of what the job changes, or goes on with it; none if nothing is recorded.
    fn recorder(
        &self,
        id: JobId,
        spec: &JobSpec,
        common: &Common,
        link: Option<&Link>,
    ) -> Option<Recorder> {
        let home = common.home.as_deref();
        let state = home.and_then(|home| home.state.as_ref());
        let (queued, noted) = (self.queued(), self.noted.as_ref());
        let (shows, takes) = link.map_or((false, false), |link| (link.shows(), link.takes()));
        // Here is noted what another machine has done, if it is known there by a handle.
        let (called, host) = link.map_or((None, None), |link| {
            (link.handle.clone(), link.host.clone().filter(|_| shows))
        });
        match spec.verb {
            // An undo does not know of parts.
            _ if common.division.selection.is_some() => None,
            Verb::Copy | Verb::Move | Verb::Trash | Verb::Extract | Verb::Pack | Verb::Restore
                if !spec.options.dry_run && !shows =>
            {
                let begin = if takes { Recorder::of_arrival } else { Recorder::new };
                let begun = queued.and_then(|queued| queued.past().record.as_deref());
                begun.and_then(Recorder::resume).or_else(|| {
                    let new = begin(state?, &recorded(spec, home), id)?;
                    let new = match called {
                        Some(_) => new.called(None, called),
                        None => new,
                    };
                    Some(match queued {
                        Some(queued) => new.of_queue(queued.key),
                        None => new,
                    })
                })
            }
            Verb::Copy | Verb::Move | Verb::Trash if !spec.options.dry_run && called.is_some() => {
                let begun = noted.and_then(|(_, record)| record.as_deref());
                begun.and_then(Recorder::resume).or_else(|| {
                    let new = Recorder::new(state?, spec, id)?.called(host, called);
                    // A deletion is not continued.
                    Some(match noted {
                        Some((key, _)) => new.of_queue(*key),
                        None => new,
                    })
                })
            }
            Verb::Undo if !spec.options.dry_run => {
                state.and_then(|state| Recorder::of_undo(state, spec, id))
            }
            _ => None,
        }
    }
}

impl Job {
    pub(crate) fn new(
        id: JobId,
        mut spec: JobSpec,
        common: &Common,
        filters: Filters,
        (target, link): (Option<CString>, Option<Arc<Link>>),
        journal: Option<Journal>,
    ) -> Self {
        complete(&mut spec, link.as_deref());
        let takes = link.as_ref().is_some_and(|link| link.takes());
        let shows = link.as_ref().is_some_and(|link| link.shows());
        let is_resumed = journal.as_ref().is_some_and(Journal::is_resumed);
        let runs = EarlierRuns::new(id, &spec, journal, shows);
        let recorder = runs.recorder(id, &spec, common, link.as_deref());
        let suiting = || Self::suiting(common.division.claim.as_ref());
        let workers = spec.options.workers.map_or_else(suiting, usize::from).clamp(1, 1024);
        let wide = if spec.options.workers.is_none() { MOST_WIDE } else { 0 };
        let meter = Meter::new(
            workers + wide,
            (spec.verb == Verb::Delete || spec.verb.moves())
                && !spec.options.dry_run
                // A list says how much there is.
                && common.division.selection.is_none(),
        );
        let compares = spec.options.mirrors() && common.division.selection.is_none();
        let past = runs.journal.as_ref().map(Journal::past);
        if let Some(past) = past.filter(|_| !compares) {
            meter.go_on_from(&past.counts);
        }
        let key = match runs.queued() {
            Some(queued) => queued.key,
            // Only to be told from those of other jobs, whose names are made exclusively anyway.
            None => (fcp_sys::now() as u32).rotate_left(16) ^ std::process::id() ^ id as u32,
        };
        let list = spec.options.manifest.as_ref().zip(spec.options.checksum());
        let list = list.filter(|_| {
            matches!(spec.verb, Verb::Copy | Verb::Move) && !spec.options.dry_run && !shows
        });
        let begin = if is_resumed { Manifest::resume } else { Manifest::new };
        let manifest = list.map(|(path, algorithm)| begin(&path.0, algorithm, key));
        Self {
            id,
            control: Control::new(spec.options.limit_rate, Arc::clone(&common.limit)),
            meter,
            mark: Mark::new(key),
            hub: Arc::clone(&common.hub),
            home: common.home.clone(),
            recorder,
            unreported: runs
                .journal
                .as_ref()
                .map(|_| Unreported::new(workers + wide))
                .unwrap_or_default(),
            journal: runs.journal,
            earlier: runs.earlier,
            manifest,
            unpacking: Mutex::default(),
            questions: Questions::new(Arc::clone(&common.numbers)),
            devices: Devices::default(),
            forgotten: Mutex::default(),
            place: DestinationDevices::default(),
            workers,
            umask: sys::umask(),
            privileged: sys::effective_ids().0 == 0,
            target,
            // What comes from another machine was chosen there.
            filtered: !filters.is_empty() && !takes,
            link,
            lists: common.division.lists.clone(),
            selection: common.division.selection.clone(),
            sweep: common.division.sweep.clone(),
            claim: common.division.claim.clone(),
            filters,
            descriptions: crate::trash::descriptions(&spec),
            warned: Mutex::default(),
            waker: Mutex::default(),
            state: Mutex::new(State { phase: Phase::Queued, summary: None, halted: false }),
            changed: Condvar::new(),
            started: Instant::now(),
            is_resumed,
            has_own_error: AtomicBool::new(false),
            unfinished: AtomicBool::new(false),
            unattended: AtomicBool::new(false),
            asks: AtomicBool::new(false),
            pauses: AtomicU64::new(0),
            stayed_paused: AtomicBool::new(false),
            spec,
        }
    }
}

/// The request as its record names it: what leaves the trash by where it was.
fn recorded<'a>(spec: &'a JobSpec, home: Option<&Home>) -> Cow<'a, JobSpec> {
    if spec.verb != Verb::Restore {
        return Cow::Borrowed(spec);
    }
    let data = home.map(|home| home.data.as_path());
    let named =
        |id: &WirePath| trash::find(&id.0, data).map_or_else(|| id.clone(), |it| it.original);
    let sources = spec.sources.iter().take(NAMED).map(named).collect();
    Cow::Owned(JobSpec { sources, ..JobSpec::restore([]) })
}
