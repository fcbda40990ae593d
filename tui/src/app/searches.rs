//! Puts a search into words: what it looks for, how far it is, and how it ended.

use fcp_browse::panel::{Panel, Subject};
use fcp_browse::{FindEnd, FindSpec, Kinds, Reads};
use fcp_engine::path::DisplayName;
use fcp_presentation::tr;

use super::action::Action;
use super::keymap::Place;
use super::model::Model;
use super::when::when;
use crate::format;

/// Says what a search looks for.
pub(crate) fn sought(what: &FindSpec, model: &Model) -> String {
    let pattern = DisplayName::new(&what.pattern).to_string();
    let contains = what.contains.as_ref().map_or_else(String::new, |contains| {
        let text = DisplayName::new(contains.text()).to_string();
        match contains.reads() {
            Reads::Text => tr!("sought-text", text = text),
            Reads::Words => tr!("sought-words", text = text),
            Reads::Regex => format!("/{text}/"),
        }
    });
    let kind = match what.kinds {
        Kinds::Both => "",
        Kinds::Files => tr!("sought-files"),
        Kinds::Directories => tr!("sought-folders"),
    };
    let larger = |size| tr!("sought-larger", size = format::size(size));
    let smaller = |size| tr!("sought-smaller", size = format::size(size));
    let since = |micros| tr!("sought-since", time = when(micros, model.now as i64, &model.zone));
    let parts = [
        contains,
        pattern,
        kind.to_owned(),
        what.larger.map_or(String::new(), larger),
        what.smaller.map_or(String::new(), smaller),
        what.newer.map_or(String::new(), since),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// Says how far the search of a panel is, or how it ended; none if the panel shows a folder.
pub(crate) fn progress(panel: &Panel, model: &Model) -> Option<String> {
    let Subject::Found { over, .. } = &panel.subject else { return None };
    let among = among(panel);
    let hits = panel.hits.len() as u64;
    Some(match (over, &panel.progress.end) {
        (false, _) => {
            let stops = model.key_of(Place::Panels, Action::Escape);
            tr!("search-runs", among = among, shown = format::count(hits), key = stops)
        }
        (true, Some(end)) => ended(panel, end),
        (true, None) => {
            let again = model.key_of(Place::Panels, Action::Reload);
            tr!("search-stopped", hits = counted(hits), among = among, key = again)
        }
    })
}

/// Says how a search ended by itself.
pub(crate) fn ended(panel: &Panel, end: &FindEnd) -> String {
    let hits = counted(panel.counts().1 as u64);
    let text = if end.is_full {
        tr!("search-full", hits = hits, among = among(panel))
    } else {
        tr!("search-ended", hits = hits, among = among(panel))
    };
    let folders = (end.errors > 0).then(|| format::folders(end.errors));
    let files = (end.unread > 0).then(|| format::files(end.unread));
    let unread = match (folders, files) {
        (None, None) => return text,
        (Some(folders), Some(files)) => {
            tr!("search-folders-and-files", folders = folders, files = files)
        }
        (Some(one), None) | (None, Some(one)) => one,
    };
    tr!("search-unread", found = text, unread = unread)
}

/// Counts hits.
fn counted(hits: u64) -> String {
    tr!("count-hits", count = hits, shown = format::count(hits))
}

/// Counts what was looked at: files where their contents are searched.
fn among(panel: &Panel) -> String {
    if panel.contains().is_some() {
        format::files(panel.progress.searched)
    } else {
        format::items(panel.progress.looked_at)
    }
}
