//! Makes a job of a request.

use std::borrow::Cow;
use std::ffi::CString;
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

impl Job {
    pub(crate) fn new(
        id: JobId,
        spec: JobSpec,
        common: &Common,
        filters: Filters,
        (target, link): (Option<CString>, Option<Arc<Link>>),
        journal: Option<Journal>,
    ) -> Self {
        let mut spec = spec;
        let shows = link.as_ref().is_some_and(|link| link.shows());
        if spec.verb.moves() {
            spec.options.complete_for_move();
        }
        let strips = spec.verb == Verb::Move || spec.options.strip_trailing_slashes;
        if link.is_some() && strips {
            // A slash at the end would lead through a symlink, and what that leads to stays.
            spec.sources.iter_mut().for_each(|it| it.0 = strip_slashes(&it.0));
        }
        let takes = link.as_ref().is_some_and(|link| link.takes());
        if takes {
            spec.options.complete_for_arrival();
        } else if spec.verb == Verb::Extract {
            spec.options.complete_for_extract();
        } else if spec.verb == Verb::Pack {
            spec.options.complete_for_pack();
        } else if spec.options.attributes_only {
            spec.options.complete_for_attributes();
        }
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let home = common.home.clone();
        let state = home.as_ref().and_then(|home| home.state.as_ref());
        let is_resumed = journal.as_ref().is_some_and(Journal::is_resumed);
        // What was deleted need not be remembered but for what has its name later, and whatever else does little begins
        // again.
        let keeps =
            matches!(spec.verb, Verb::Copy | Verb::Move | Verb::Verify) && !spec.options.dry_run;
        // What another machine's job has done is recorded there.
        let keeps = keeps && !shows;
        // Here is noted that it did, if it is known there by a handle.
        let (called, host) = link.as_ref().map_or((None, None), |link| {
            (link.handle.clone(), link.host.clone().filter(|_| shows))
        });
        let noted = journal.as_ref().filter(|_| shows && spec.verb != Verb::Trash);
        let noted = noted.map(|journal| (journal.key, journal.past().record.clone()));
        // These begin again, but what an earlier run has made is known for theirs, and their record goes on.
        let begins_again = matches!(
            spec.verb,
            Verb::Trash | Verb::Delete | Verb::Extract | Verb::Pack | Verb::Restore
        ) && !spec.options.dry_run
            && !shows;
        let (journal, earlier) = match journal {
            Some(journal) if keeps => (Some(journal), None),
            journal => (None, journal.filter(|_| begins_again)),
        };
        let earlier = match (spec.verb, spec.sources.as_slice()) {
            // Its record tells of an earlier try, also of one outside the queue.
            (Verb::Undo, [record]) if !spec.options.dry_run && !shows => {
                Some(Journal::of_undo(id, &record.0))
            }
            _ => earlier,
        };
        let queued = journal.as_ref().or(earlier.as_ref());
        let recorder = match spec.verb {
            // An undo does not know of parts.
            _ if common.division.selection.is_some() => None,
            Verb::Copy | Verb::Move | Verb::Trash | Verb::Extract | Verb::Pack | Verb::Restore
                if !spec.options.dry_run && !shows =>
            {
                let begin = if takes { Recorder::of_arrival } else { Recorder::new };
                let begun = queued.and_then(|queued| queued.past().record.as_deref());
                begun.and_then(Recorder::resume).or_else(|| {
                    let new = begin(state?, &recorded(&spec, home.as_deref()), id)?;
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
                let begun = noted.as_ref().and_then(|(_, record)| record.as_deref());
                begun.and_then(Recorder::resume).or_else(|| {
                    let new = Recorder::new(state?, &spec, id)?.called(host, called);
                    // A deletion is not continued.
                    Some(match noted {
                        Some((key, _)) => new.of_queue(key),
                        None => new,
                    })
                })
            }
            Verb::Undo if !spec.options.dry_run => {
                state.and_then(|state| Recorder::of_undo(state, &spec, id))
            }
            _ => None,
        };
        let workers = spec.options.workers.map_or_else(processors, usize::from).clamp(1, 1024);
        let wide = if spec.options.workers.is_none() { MOST_WIDE } else { 0 };
        let meter = Meter::new(
            workers + wide,
            (spec.verb == Verb::Delete || spec.verb.moves())
                && !spec.options.dry_run
                // A list says how much there is.
                && common.division.selection.is_none(),
        );
        let compares = spec.options.mirrors() && common.division.selection.is_none();
        let past = journal.as_ref().map(Journal::past);
        if let Some(past) = past.filter(|_| !compares) {
            meter.go_on_from(&past.counts);
        }
        let key = match queued {
            Some(queued) => queued.key,
            // Only to be told from those of other jobs, whose names are made exclusively anyway.
            None => (fcp_sys::now() as u32).rotate_left(16) ^ std::process::id() ^ id as u32,
        };
        let list = spec.options.manifest.as_ref().zip(spec.options.checksum());
        let list = list.filter(|_| keeps && spec.verb != Verb::Verify);
        let begin = if is_resumed { Manifest::resume } else { Manifest::new };
        let manifest = list.map(|(path, algorithm)| begin(&path.0, algorithm, key));
        Self {
            id,
            control: Control::new(spec.options.limit_rate, Arc::clone(&common.limit)),
            meter,
            mark: Mark::new(key),
            hub: Arc::clone(&common.hub),
            home,
            recorder,
            unreported: journal
                .as_ref()
                .map(|_| Unreported::new(workers + wide))
                .unwrap_or_default(),
            journal,
            earlier,
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
