//! Puts a search into words: what it looks for, how far it is, and how it ended.

use fcp_browse::panel::{Panel, Subject};
use fcp_browse::{FindEnd, FindSpec, Kinds, Reads};
use fcp_engine::path::DisplayName;

use super::action::Action;
use super::keymap::Place;
use super::model::Model;
use super::when::when;
use crate::format;

/// Says what a search looks for.
pub(crate) fn sought(what: &FindSpec, model: &Model) -> String {
    let pattern = DisplayName::new(&what.pattern).to_string();
    let contains = what.contains.as_ref().map_or_else(String::new, |contains| {
        let text = DisplayName::new(contains.text());
        match contains.reads() {
            Reads::Text => format!("“{text}”"),
            Reads::Words => format!("words “{text}”"),
            Reads::Regex => format!("/{text}/"),
        }
    });
    let kind = match what.kinds {
        Kinds::Both => "",
        Kinds::Files => "files",
        Kinds::Directories => "folders",
    };
    let size = |word: &str, size: Option<u64>| {
        size.map_or(String::new(), |size| format!("{word} {}", format::size(size)))
    };
    let since = |micros| format!("since {}", when(micros, model.now as i64, &model.zone));
    let parts = [
        contains,
        pattern,
        kind.to_owned(),
        size("at least", what.larger),
        size("at most", what.smaller),
        what.newer.map_or(String::new(), since),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// Says how far the search of a panel is, or how it ended; none if the panel shows a folder.
pub(crate) fn progress(panel: &Panel, model: &Model) -> Option<String> {
    let Subject::Found { over, .. } = &panel.subject else { return None };
    let among = among(panel);
    let hits = panel.counts().1 as u64;
    Some(match (over, &panel.progress.end) {
        (false, _) => {
            let stops = model.key_of(Place::Panels, Action::Escape);
            format!("Searching… {among}, {} found, {stops} stops", format::count(hits))
        }
        (true, Some(end)) => ended(panel, end),
        (true, None) => {
            let again = model.key_of(Place::Panels, Action::Reload);
            let hits = format::counted(hits, "hit", "hits");
            format!("Stopped after {hits} among {among}; {again} searches again")
        }
    })
}

/// Says how a search ended by itself.
pub(crate) fn ended(panel: &Panel, end: &FindEnd) -> String {
    let hits = format::counted(panel.counts().1 as u64, "hit", "hits");
    let mut text = if end.is_full {
        format!("Stopped at {hits} among {}; there may be more", among(panel))
    } else {
        format!("{hits} among {}", among(panel))
    };
    let unread = [(end.errors, "folder", "folders"), (end.unread, "file", "files")];
    let unread = unread.into_iter().filter(|(count, _, _)| *count > 0);
    let unread: Vec<_> =
        unread.map(|(count, one, many)| format::counted(count, one, many)).collect();
    if !unread.is_empty() {
        text = format!("{text}; {} could not be read", unread.join(" and "));
    }
    text
}

/// Counts what was looked at: files where their contents are searched.
fn among(panel: &Panel) -> String {
    if panel.contains().is_some() {
        format::counted(panel.progress.searched, "file", "files")
    } else {
        format::items(panel.progress.looked_at)
    }
}
