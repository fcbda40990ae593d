//! Builds the panel state that is sent to the windows: the rows in sight and a page around them.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use fcp_browse::panel::{self, Entry, Panel, Subject};
use fcp_browse::{MatchedLine, Meta};
use fcp_engine::event::FileKind;
use fcp_engine::path::is_far;
use fcp_presentation::spelling;
use fcp_presentation::tr;
use fcp_presentation::typed;

use super::counting;
use super::far;
use super::icon::{icon, is_picture};
use super::model::{Model, Tab};
use super::owners::Owners;
use super::{Panels, RefreshMessage};
use crate::feed::Changed;
use crate::names::{self, crumbs, name};
use crate::wire::{
    Crumb, EntryId, FindProgress, Icon, Name, PanelSide, PanelState, PanelSubject, Row, RowLine,
    Tab as TabState,
};

/// Rows that are told before the window has said what is in sight.
const FIRST: u32 = 60;

impl Panels {
    /// Gives what a panel shows.
    pub(crate) fn state(self: &Arc<Self>, side: PanelSide) -> Option<PanelState> {
        let dir = self.dir(side).into_spelled();
        let written = self.jobs.written(&dir);
        let mut model = self.model();
        let (state, turned) = state(&mut model, side, &written, (self.home.path(), &self.owners))?;
        let told = state.from as usize..state.from as usize + state.rows.len();
        let request = model.shown(side).ok().and_then(|tab| counting::wanted(tab, told));
        drop(model);
        if let Some(request) = request {
            counting::start(self, request);
        }
        if turned {
            // What the other one shows is remembered, however long ago it was told.
            self.feed.mark(Changed::Panel(side.other()));
        }
        // The places are looked at in turns of their own: their number is the one that is told.
        let told = state.free.and_then(|_| self.places.free(&dir, state.size));
        Some(PanelState { place: self.places.around(&dir), free: told.or(state.free), ..state })
    }

    /// Has panels told again in whose folders jobs have written, and the room looked at that is left.
    pub(crate) fn jobs_changed(&self) {
        if self.room.is_due(self.jobs.ended(), self.jobs.is_at_work(), Instant::now()) {
            self.tell(RefreshMessage::Room);
        }
        for side in PanelSide::ALL {
            let written = self.jobs.written(self.dir(side).spelled());
            if self.model().side(side).written != written {
                self.feed.mark(Changed::Panel(side));
            }
        }
    }
}

/// Gives the state of a side, and whether the oldest ids will be forgotten next.
pub(super) fn state(
    model: &mut Model,
    of: PanelSide,
    written: &[(OsString, u8)],
    (home, owners): (Option<&Path>, &Owners),
) -> Option<(PanelState, bool)> {
    let side = model.side(of);
    side.written = written.to_vec();
    let (look, touch) = (side.look, side.touch);
    let tabs = side.tabs.iter().map(tab_state).collect();
    let tab = model.shown(of).ok()?;
    let panel = tab.panel();
    let window = window(look, panel.len());
    let rows: Vec<_> = window.clone().filter_map(|row| shown(tab, row, written, owners)).collect();
    let state = PanelState {
        side: of,
        tabs,
        tab: tab.id,
        crumbs: way(tab, home),
        path: typed_as(&panel.dir),
        machine: far::machine(tab),
        place: None,
        subject: subject(tab),
        len: panel.len() as u32,
        shown: panel.counts().0 as u32,
        total: panel.counts().1 as u32,
        cursor: panel.cursor as u32,
        touch,
        marked: panel.marks().len() as u32,
        marked_bytes: panel.marked_size(),
        unseen: tab.unseen(),
        bytes: tab.trashed_bytes,
        sort: panel.shows.order.into(),
        hidden: panel.shows.hidden,
        filter: panel.filter.clone(),
        loading: is_loading(panel),
        polled: panel.polled,
        error: panel.error.clone(),
        free: panel.space.map(|space| space.free),
        size: panel.space.map(|space| space.total),
        filesystem: tab.filesystem.clone(),
        back: !panel.past.is_empty(),
        forward: !panel.future.is_empty(),
        from: window.start as u32,
        rows: Vec::new(),
    };
    let mut turned = false;
    let mut id = |path: PathBuf, kind| {
        let (id, turns) = model.entries.id(path, kind);
        turned |= turns;
        id
    };
    let rows = rows.into_iter();
    let rows =
        rows.map(|(path, row)| Row { id: path.map(|path| id(path, row.kind)), ..row }).collect();
    Some((PanelState { rows, ..state }, turned))
}

/// Gives the rows to tell: half a page more on both sides, so that scrolling finds them there.
fn window((from, count): (u32, u32), len: usize) -> Range<usize> {
    let count = if count == 0 { FIRST } else { count };
    let around = count / 2;
    let end = from.saturating_add(count).saturating_add(around) as usize;
    let end = end.min(len);
    (from.saturating_sub(around) as usize).min(end)..end
}

/// Gives a row without its id, and the path that the id will mean.
fn shown(
    tab: &Tab,
    row: usize,
    written: &[(OsString, u8)],
    owners: &Owners,
) -> Option<(Option<PathBuf>, Row)> {
    match tab.panel().row(row)? {
        panel::Row::Parent => Some((None, up())),
        panel::Row::Entry(entry) => {
            let written = written.iter().find(|(name, _)| name == entry.name).map(|(_, it)| *it);
            let row = Row { written, ..of_entry(tab, &entry, owners) };
            Some((tab.path(entry.name), row))
        }
    }
}

fn up() -> Row {
    Row {
        id: None,
        name: name(".."),
        kind: FileKind::Directory,
        icon: Icon::Up,
        enters: true,
        unpacks: false,
        size: None,
        items: None,
        mtime: None,
        mode: None,
        user: None,
        group: None,
        links: None,
        marked: false,
        target: None,
        written: None,
        line: None,
        thumb: false,
    }
}

fn of_entry(tab: &Tab, entry: &Entry<'_>, owners: &Owners) -> Row {
    let panel = tab.panel();
    let trashed = tab.in_trash(entry.name);
    let known = |meta: &Meta| meta.target.as_deref().map(name);
    let called = trashed.map_or(entry.name, |item| item.original.0.as_os_str());
    let icon = icon(called, entry.kind, entry.meta);
    // Numbers of another machine are other users here, and archives are not asked for theirs.
    let owned = entry.meta.filter(|_| !panel.is_far() && panel.archive.is_none());
    Row {
        id: None::<EntryId>,
        name: name(called),
        kind: match (entry.kind, entry.meta) {
            (FileKind::Unknown, Some(meta)) => meta.kind,
            (kind, _) => kind,
        },
        icon,
        enters: trashed.is_none() && entry.enters(),
        unpacks: trashed.is_none() && panel.is_archive(entry),
        size: panel.size(entry),
        items: tab.counts.of(entry.name),
        mtime: entry.meta.map(|meta| meta.mtime),
        mode: entry.meta.map(|meta| meta.mode),
        user: owned.and_then(|meta| owners.user(meta.uid)),
        group: owned.and_then(|meta| owners.group(meta.gid)),
        links: owned.map(|meta| meta.links),
        marked: panel.marks().has(entry.index),
        target: entry.meta.and_then(known),
        written: None,
        line: panel.line(entry).map(line),
        thumb: trashed.is_none()
            && !panel.is_far()
            && icon == Icon::Image
            && is_picture(entry.name),
    }
}

/// Names are awaited, and those of before are not still shown.
fn is_loading(panel: &Panel) -> bool {
    match panel.subject {
        Subject::Directory => !panel.load.listed && panel.load.took == 0,
        Subject::Found { over, .. } => !over,
    }
}

fn subject(tab: &Tab) -> PanelSubject {
    match &tab.panel().subject {
        Subject::Directory if tab.trashed.is_some() => PanelSubject::Trash,
        Subject::Directory => PanelSubject::Directory,
        Subject::Found { what, over } => PanelSubject::Found {
            pattern: what.pattern.clone(),
            contains: what.contains.as_ref().map(|contains| contains.text().to_owned()),
            over: *over,
            progress: progress(tab.panel(), *over),
        },
    }
}

fn progress(panel: &Panel, over: bool) -> FindProgress {
    let told = &panel.progress;
    let is_text = panel.contains().is_some();
    FindProgress {
        among: if is_text { told.searched } else { told.looked_at },
        unlisted: told.end.map_or(0, |end| end.errors),
        unread: told.end.map_or(0, |end| end.unread),
        full: told.end.is_some_and(|end| end.is_full),
        stopped: over && told.end.is_none() && panel.error.is_none(),
    }
}

fn line(found: &MatchedLine) -> RowLine {
    let [before, hit, after] = fcp_viewer::excerpt(found);
    let MatchedLine { number, lines, has_more: more, .. } = *found;
    RowLine { number, before, hit, after, lines, more }
}

fn trash() -> Name {
    name(tr!("desktop-trash"))
}

fn tab_state(tab: &Tab) -> TabState {
    let name = if tab.trashed.is_some() { trash() } else { names::folder(&tab.panel().dir) };
    TabState { id: tab.id, name, host: far::machine(tab).map(|machine| machine.host) }
}

/// Gives a folder as it would be typed.
fn typed_as(dir: &Path) -> String {
    if is_far(dir) { typed::written(dir, None, false) } else { spelling::spell(dir.as_os_str()) }
}

fn way(tab: &Tab, home: Option<&Path>) -> Vec<Crumb> {
    if tab.trashed.is_some() {
        return vec![Crumb { name: trash(), up: 0 }];
    }
    crumbs(&tab.panel().dir, home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_page_around_what_is_in_sight_is_told() {
        assert_eq!(window((0, 0), 1000), 0..90);
        assert_eq!(window((0, 40), 1000), 0..60);
        assert_eq!(window((100, 40), 1000), 80..160);
        assert_eq!(window((990, 40), 1000), 970..1000);
        assert_eq!(window((5000, 40), 1000), 1000..1000);
        assert_eq!(window((u32::MAX, u32::MAX), 3), 3..3);
        assert_eq!(window((0, 40), 3), 0..3);
    }
}
