//! Searches below a folder, and measures folders.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::panel::{Panel, Progress, Subject};
use fcp_browse::{self as browse, Batch, Case, Contains, FindEnd, FindSpec, Kinds, Listing, Reads};
use fcp_engine::event::FileKind;
use fcp_presentation::errors;

use super::Panels;
use super::intake::{end, fail, fill, room};
use super::model::Whose;
use super::stop_on_drop::StopOnDrop;
use crate::wire::{FindAsk, FindCase, FindKinds, FindReads, FindText, PanelSide, Refusal};
use fcp_presentation::lock;
use fcp_presentation::now;
use fcp_presentation::tr;

/// Hits whose sizes and times are read while the search is still running.
const FEW: usize = 2_000;

/// Share of the time that is spent on showing hits while there are more to come, as one of so many.
const SHARE: u32 = 5;

/// Time between two tellings of how far a search is that finds nothing new.
const PULSE: Duration = Duration::from_millis(250);

/// Puts what was filled in into the engine's words.
pub(super) fn spec(ask: FindAsk) -> Result<FindSpec, Refusal> {
    const DAY: u64 = 24 * 60 * 60 * 1_000_000;
    let FindAsk { pattern, hidden, gitignore, kinds, larger, smaller, days, contains } = ask;
    if contains.is_some() && kinds == FindKinds::Directories {
        return Err(Refusal::because(tr!("desktop-find-folder-text")));
    }
    let contains = contains.as_ref().map(text).transpose().map_err(Refusal::because)?;
    if pattern.is_empty()
        && contains.is_none()
        && larger.is_none()
        && smaller.is_none()
        && days.is_none()
    {
        return Err(Refusal::because(tr!("desktop-find-nothing")));
    }
    let since = |days: u32| now().saturating_sub(u64::from(days) * DAY).cast_signed();
    let kinds = match kinds {
        FindKinds::Both => Kinds::Both,
        FindKinds::Files => Kinds::Files,
        FindKinds::Directories => Kinds::Directories,
    };
    let newer = days.map(since);
    Ok(FindSpec {
        pattern,
        hidden,
        gitignore,
        cross_mounts: false,
        kinds,
        larger,
        smaller,
        newer,
        contains,
        limit: None,
    })
}

fn text(ask: &FindText) -> Result<Contains, String> {
    let reads = match ask.reads {
        FindReads::Text => Reads::Text,
        FindReads::Words => Reads::Words,
        FindReads::Regex => Reads::Regex,
    };
    let case = match ask.case {
        FindCase::Smart => Case::Smart,
        FindCase::Matters => Case::Matters,
        FindCase::Ignored => Case::Ignored,
    };
    Contains::new(&ask.text, reads, case).map_err(|error| errors::of_text(&error))
}

/// What was found so far.
struct Hits {
    names: Vec<(OsString, FileKind)>,
    /// What was told beside them.
    progress: Progress,
    /// How many of them are shown.
    shown: usize,
    /// When to show them next.
    due: Instant,
    /// When it was last told how far the search is.
    pulse: Instant,
}

/// Searches, and shows what is found as it comes.
pub(super) fn find(panels: &Panels, ticket: u64, root: &Path, what: &FindSpec, stop: &AtomicBool) {
    let began = Instant::now();
    let hits = Mutex::new(Hits {
        names: Vec::new(),
        progress: Progress::default(),
        shown: 0,
        due: began,
        pulse: began,
    });
    let told = |batch: Batch| {
        let mut hits = lock(&hits);
        let names = hits.progress.take(batch);
        hits.names.extend(names);
        let begin = Instant::now();
        if hits.shown < hits.names.len() && hits.due <= begin {
            let listing = show(panels, ticket, &hits);
            hits.pulse = begin;
            if hits.names.len() <= FEW {
                fill(panels, ticket, root, &listing, 0..0, stop);
            }
            hits.shown = hits.names.len();
            hits.due = Instant::now() + begin.elapsed() * SHARE;
        } else if hits.pulse + PULSE <= begin {
            hits.pulse = begin;
            let Progress { looked_at, searched, .. } = hits.progress;
            panels.change(Whose::Listing(ticket), 0, |panel| {
                (panel.progress.looked_at, panel.progress.searched) = (looked_at, searched);
            });
        }
    };
    let ended = match browse::find(root, what, stop, told) {
        Ok(_) if stop.load(Ordering::Relaxed) => return,
        Ok(ended) => ended,
        Err(error) => return fail(panels, ticket, &error),
    };
    let hits = hits.into_inner().unwrap_or_else(PoisonError::into_inner);
    let listing = show(panels, ticket, &hits);
    over(panels, Whose::Listing(ticket), Some(ended));
    room(panels, ticket, root);
    fill(panels, ticket, root, &listing, 0..0, stop);
    if !stop.load(Ordering::Relaxed) {
        end(panels, ticket, began);
    }
}

fn show(panels: &Panels, ticket: u64, hits: &Hits) -> Arc<Listing> {
    let listing = Arc::new(Listing::new(hits.names.iter().cloned()));
    panels.change(Whose::Listing(ticket), hits.names.len(), |panel| {
        panel.load.listed = true;
        panel.progress = hits.progress.clone();
        panel.take(Arc::clone(&listing));
    });
    listing
}

fn over(panels: &Panels, whose: Whose, end: Option<FindEnd>) {
    panels.change(whose, 0, |panel| {
        if let Subject::Found { over, .. } = &mut panel.subject {
            *over = true;
            if let Some(end) = end {
                panel.progress.finish(end);
            }
        }
    });
}

/// Ends a search that a side shows; what was found stays.
pub(super) fn stop(panels: &Panels, side: PanelSide) {
    if let Ok(tab) = panels.model().shown(side)
        && matches!(tab.panel().subject, Subject::Found { over: false, .. })
    {
        tab.listing = StopOnDrop::default();
    }
    over(panels, Whose::Shown(side), None);
}

/// Measures the marked folders, or the one under the cursor, or all.
pub(super) fn measure(panels: &Arc<Panels>, side: PanelSide) -> Result<(), Refusal> {
    const PACE: Duration = Duration::from_millis(100);
    let mut model = panels.model();
    let ticket = model.number();
    let tab = model.shown(side)?;
    let names = folders(tab.panel());
    if names.is_empty() || tab.trashed.is_some() {
        return Err(Refusal::because(tr!("desktop-no-folder")));
    }
    tab.measuring = StopOnDrop::default();
    let stop = tab.measuring.flag();
    tab.panel_mut().measuring = ticket;
    let dir = tab.panel().dir.clone();
    drop(model);
    let panels = Arc::clone(panels);
    thread::spawn(move || {
        let whose = Whose::Measuring(ticket);
        for name in names {
            let told = |measure: &browse::Measure| {
                let bytes = measure.bytes;
                panels.change(whose, 0, |panel| panel.measured(&name, bytes));
            };
            let began = Instant::now();
            let measure = browse::measure(&[dir.join(&name)], false, &stop, told);
            if stop.load(Ordering::Relaxed) {
                return;
            }
            told(&measure);
            // Of many small folders, each is no reason to order all of them anew.
            if began.elapsed() > PACE {
                reorder(&panels, whose);
            }
        }
        reorder(&panels, whose);
    });
    Ok(())
}

fn reorder(panels: &Panels, whose: Whose) {
    panels.change(whose, 0, |panel| panel.show_as(panel.shows.clone()));
}

fn folders(panel: &Panel) -> Vec<OsString> {
    let is_folder = |kind: FileKind| kind == FileKind::Directory;
    let named = |name: &std::ffi::OsStr| name.to_owned();
    if !panel.marks().is_empty() {
        let marked = panel.marked().filter(|entry| is_folder(entry.kind));
        return marked.map(|entry| named(entry.name)).collect();
    }
    match panel.current().filter(|entry| is_folder(entry.kind)) {
        Some(entry) => vec![named(entry.name)],
        None => {
            panel.shown().filter(|entry| is_folder(entry.kind)).map(|e| named(e.name)).collect()
        }
    }
}
