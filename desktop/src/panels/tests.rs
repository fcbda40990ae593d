#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

mod far;
mod meanwhile;
mod search;

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use fcp_presentation::keep;
use tauri::ipc::{Channel, InvokeResponseBody};
use tempfile::TempDir;

use super::*;
use crate::app::App;
use crate::tell;
use crate::wire::{
    FindAsk, FindCase, FindKinds, FindProgress, FindReads, FindText, Go, Items, Mark, NamePart,
    NoticeCode, PanelAsk, PanelState, PanelSubject, PanelsAsk, PlaceKind, PlanState, PlanVerb, Row,
    RowLine, Section, Sort, SortBy, TabAsk, Target, Update, View,
};

const LEFT: PanelSide = PanelSide::Left;
const RIGHT: PanelSide = PanelSide::Right;

/// Two panels on temporary folders, and what a window is told of them.
struct Desk {
    app: Arc<App>,
    updates: Receiver<Update>,
    root: TempDir,
}

impl Desk {
    fn new(lay_out: impl FnOnce(&Path)) -> Self {
        let root = tempfile::tempdir().unwrap();
        for dir in ["home", "left", "right"] {
            fs::create_dir(root.path().join(dir)).unwrap();
        }
        lay_out(root.path());
        Self::at(root, true)
    }

    fn at(root: TempDir, named: bool) -> Self {
        let at = |name: &str| root.path().join(name);
        let app = App::reaching(Some(at("state")), Some(at("home")), far::reach(root.path()));
        let (sender, updates) = mpsc::channel();
        let channel = Channel::new(move |body| {
            if let InvokeResponseBody::Json(text) = body {
                // Sending fails once the test has dropped the receiver.
                drop(sender.send(serde_json::from_str(&text).unwrap()));
            }
            Ok(())
        });
        tell::start(&app);
        app.feed.subscribe(View::Manager, channel);
        app.panels.open(if named { [Some(at("left")), Some(at("right"))] } else { [None, None] });
        Self { app, updates, root }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Waits for an update.
    fn told<T>(&self, mut wanted: impl FnMut(Update) -> Option<T>) -> T {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let update = self.updates.recv_timeout(left).expect("it is never told");
            if let Some(found) = wanted(update) {
                return found;
            }
        }
    }

    /// Waits until a panel is told that way.
    fn until(&self, side: PanelSide, wanted: impl Fn(&PanelState) -> bool) -> PanelState {
        self.told(|update| match update {
            Update::Panel(state) if state.side == side && wanted(&state) => Some(*state),
            _ => None,
        })
    }

    /// Waits until a panel has everything of a folder.
    fn listed(&self, side: PanelSide, dir: &str) -> PanelState {
        let path = self.path(dir);
        self.until(side, |state| state.path == path.to_str().unwrap() && is_whole(state))
    }

    fn ask(&self, ask: PanelAsk) {
        self.app.panels.ask(LEFT, ask).unwrap();
    }

    fn refused(&self, ask: PanelAsk) -> Refusal {
        self.app.panels.ask(LEFT, ask).unwrap_err()
    }
}

fn is_whole(state: &PanelState) -> bool {
    let known = |row: &Row| row.id.is_none() || row.mtime.is_some();
    !state.loading && state.free.is_some() && state.rows.iter().all(known)
}

fn names(state: &PanelState) -> Vec<&str> {
    state.rows.iter().map(|row| row.name.text.as_str()).collect()
}

fn row<'a>(state: &'a PanelState, name: &str) -> (u32, &'a Row) {
    let place = state.rows.iter().position(|row| row.name.text == name).unwrap();
    (state.from + place as u32, &state.rows[place])
}

fn range(from: u32, to: u32) -> Mark {
    Mark::Range { from, from_id: None, to, to_id: None, on: true, range: None }
}

fn path(text: &str) -> PanelAsk {
    PanelAsk::Go { to: Go::Path { text: text.to_owned() } }
}

#[test]
fn an_id_stays_with_its_name_when_the_folder_changes() {
    let name = OsStr::from_bytes(b"caf\xe9");
    let desk = Desk::new(|root| {
        fs::write(root.join("left").join(name), "12345").unwrap();
        fs::create_dir(root.join("left/sub")).unwrap();
    });
    let before = desk.listed(LEFT, "left");
    assert_eq!(names(&before), ["..", "sub", r"caf\xe9"]);
    let (_, old) = row(&before, r"caf\xe9");
    assert_eq!(old.name.parts, [NamePart::Text("caf".to_owned()), NamePart::Chip("E9".to_owned())]);
    assert_eq!(old.size, Some(5));
    assert_eq!(desk.app.panels.path(old.id.unwrap()).unwrap(), desk.path("left").join(name));
    // No message announces this change: the folder watch must notice it.
    fs::write(desk.path("left/aa"), "").unwrap();
    let after = desk.until(LEFT, |state| state.rows.iter().any(|row| row.name.text == "aa"));
    assert_eq!(row(&after, r"caf\xe9").1.id, old.id);
    assert_ne!(row(&after, "aa").1.id, old.id);
    // What was told of the folder that is left still means it.
    desk.ask(PanelAsk::Go { to: Go::Entry { id: row(&after, "sub").1.id.unwrap() } });
    let sub = desk.listed(LEFT, "left/sub");
    assert_eq!(names(&sub), [".."]);
    assert_eq!(desk.app.panels.path(old.id.unwrap()).unwrap(), desk.path("left").join(name));
    assert_eq!(desk.app.panels.path(u64::MAX), Err(Refusal::Gone));
}

#[test]
fn cursor_and_marks_are_told_with_their_touch() {
    let desk = Desk::new(|root| {
        for (name, size) in [("a", 1), ("b", 20), ("c", 300)] {
            fs::write(root.join("left").join(name), vec![0; size]).unwrap();
        }
    });
    desk.listed(LEFT, "left");
    assert_eq!(desk.app.panels.marked(LEFT), [""; 0].map(PathBuf::from));
    desk.ask(PanelAsk::Cursor { row: 2, id: None, touch: 7 });
    desk.until(LEFT, |state| (state.cursor, state.touch) == (2, 7));
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/b")]);
    desk.ask(PanelAsk::Mark { mark: range(1, 3) });
    desk.ask(PanelAsk::Mark { mark: Mark::Toggle { row: 1, id: None } });
    let state = desk.until(LEFT, |state| state.marked == 2);
    assert_eq!(state.marked_bytes, 320);
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/b"), desk.path("left/c")]);
    // As shown: the last one first.
    let sort = Sort { key: SortBy::Size, descending: true, directories_first: true };
    desk.ask(PanelAsk::Sort { sort });
    let state = desk.until(LEFT, |state| state.sort == sort);
    assert_eq!(names(&state), ["..", "c", "b", "a"]);
    assert_eq!(state.cursor, 2);
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/c"), desk.path("left/b")]);
}

#[test]
fn plans_name_the_marked_items_that_are_not_shown() {
    let desk = Desk::new(|root| {
        for name in ["a.log", "b.log", "c.log", "d.log", "e.txt"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    let unseen = |state: PlanState| state.unseen.map(|unseen| (unseen.count, unseen.names));
    let planned = |items: Items| {
        let target = Target::Unknown;
        let plan = desk.app.plans.make(PlanVerb::Delete, &items, &target).unwrap();
        let is_it = |update: Update| match update {
            Update::Plan(state) if state.plan == plan && state.counted => Some(*state),
            _ => None,
        };
        (plan, unseen(desk.updates.iter().find_map(is_it).unwrap()))
    };
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    let marked = || Items::Marked { side: LEFT, current: None };
    assert_eq!(planned(marked()).1, None, "all are shown");
    desk.ask(PanelAsk::Filter { text: "txt".to_owned() });
    let four = Some((4, "a.log, b.log, c.log, …".to_owned()));
    let state = desk.until(LEFT, |state| state.shown == 1);
    assert_eq!(state.unseen.map(|unseen| (unseen.count, unseen.names)), four);
    let (plan, told) = planned(marked());
    assert_eq!(told, four);
    assert_eq!(planned(Items::Plan { plan }).1, four);
    let id = state.rows[1].id.unwrap();
    assert_eq!(planned(Items::Entries { ids: vec![id] }).1, None);
}

#[test]
fn a_panel_goes_where_it_is_told_and_back() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/sub/deep")).unwrap();
        fs::create_dir(root.join("left").join(OsStr::from_bytes(b"\xff"))).unwrap();
        fs::write(root.join("left/file"), "").unwrap();
        fs::create_dir(root.join("home/docs")).unwrap();
    });
    let go = |to| desk.ask(PanelAsk::Go { to });
    desk.listed(LEFT, "left");
    desk.ask(path("sub/deep"));
    let deep = desk.listed(LEFT, "left/sub/deep");
    assert!(deep.back && !deep.forward);
    go(Go::Up { up: 0 });
    let sub = desk.listed(LEFT, "left/sub");
    assert_eq!(row(&sub, "deep").0, sub.cursor);
    go(Go::Up { up: 1 });
    let left = desk.listed(LEFT, "left");
    assert_eq!(row(&left, "sub").0, left.cursor);
    go(Go::Back);
    let sub = desk.listed(LEFT, "left/sub");
    assert!(sub.forward && row(&sub, "deep").0 == sub.cursor);
    go(Go::Forward);
    desk.listed(LEFT, "left");
    desk.ask(path(r"\xff"));
    desk.until(LEFT, |state| state.path.ends_with(r"/left/\xff") && is_whole(state));
    desk.ask(path("~/docs"));
    desk.listed(LEFT, "home/docs");
    go(Go::Home);
    desk.listed(LEFT, "home");
    desk.ask(path("../left/file"));
    let left = desk.listed(LEFT, "left");
    assert_eq!(row(&left, "file").0, left.cursor);
    // What is not there is refused, and the panel stays.
    assert!(matches!(desk.refused(path("nowhere")), Refusal::Op { .. }));
    let file = row(&left, "file").1.id.unwrap();
    assert!(matches!(
        desk.refused(PanelAsk::Go { to: Go::Entry { id: file } }),
        Refusal::Not { .. }
    ));
    assert_eq!(desk.app.panels.dir(LEFT), desk.path("left"));
    let offered = desk.app.panels.complete(LEFT, "s");
    assert_eq!(offered, [format!("{}/", desk.path("left/sub").display())]);
    assert_eq!(desk.app.panels.complete(LEFT, "~/d"), ["~/docs/"]);
    let at_root = desk.app.panels.complete(LEFT, "/");
    assert!(at_root.iter().all(|path| !path.starts_with("//")), "{at_root:?}");
    assert_eq!(
        desk.app.panels.complete(LEFT, "../ri"),
        [format!("{}/", desk.path("right").display())]
    );
}

#[test]
fn tabs_come_go_and_are_there_at_the_next_start() {
    let desk = Desk::new(|root| fs::create_dir(root.join("left/sub")).unwrap());
    let first = desk.listed(LEFT, "left").tab;
    let tab = |tab| desk.ask(PanelAsk::Tab { tab });
    tab(TabAsk::New);
    let two = desk.until(LEFT, |state| state.tabs.len() == 2);
    assert_ne!(two.tab, first);
    desk.ask(path("sub"));
    desk.listed(LEFT, "left/sub");
    tab(TabAsk::Next);
    assert_eq!(desk.listed(LEFT, "left").tab, first);
    tab(TabAsk::Previous);
    assert_eq!(desk.listed(LEFT, "left/sub").tab, two.tab);
    tab(TabAsk::New);
    let third = desk.until(LEFT, |state| state.tabs.len() == 3).tab;
    tab(TabAsk::Close { id: third });
    desk.until(LEFT, |state| state.tabs.len() == 2 && state.tab == two.tab);
    assert_eq!(desk.refused(PanelAsk::Tab { tab: TabAsk::Show { id: third } }), Refusal::Gone);
    let only = desk.app.panels.state(RIGHT).unwrap().tab;
    let close = PanelAsk::Tab { tab: TabAsk::Close { id: only } };
    assert!(matches!(desk.app.panels.ask(RIGHT, close), Err(Refusal::Not { .. })));
    desk.app.saved.write().unwrap();
    let again = Desk::at(desk.root, false);
    let state = again.listed(LEFT, "left/sub");
    assert_eq!(
        state.tabs.iter().map(|tab| tab.name.text.as_str()).collect::<Vec<_>>(),
        ["left", "sub"]
    );
    assert_eq!(again.app.panels.dir(RIGHT), again.path("right"));
}

#[test]
fn folders_are_measured() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/big/deep")).unwrap();
        fs::create_dir(root.join("left/small")).unwrap();
        fs::write(root.join("left/big/deep/file"), vec![0; 1000]).unwrap();
    });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Measure);
    let state = desk
        .until(LEFT, |state| state.rows.iter().all(|row| row.id.is_none() || row.size.is_some()));
    assert_eq!(row(&state, "big").1.size, Some(1000));
    assert_eq!(row(&state, "small").1.size, Some(0));
}

#[test]
fn panels_are_compared_swapped_and_made_equal() {
    let desk = Desk::new(|root| {
        fs::write(root.join("left/same"), "").unwrap();
        fs::write(root.join("right/same"), "").unwrap();
        fs::write(root.join("left/only"), "").unwrap();
    });
    desk.listed(LEFT, "left");
    let both = |ask| desk.app.panels.ask_both(&ask);
    // The other panel may take its time.
    while let Err(refusal) = both(PanelsAsk::Compare) {
        assert!(matches!(refusal, Refusal::Not { .. }));
        std::thread::yield_now();
    }
    let count = desk.told(|update| match update {
        Update::Notice(notice) if notice.code == NoticeCode::Compared => notice.count,
        _ => None,
    });
    assert_eq!(count, 1);
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/only")]);
    both(PanelsAsk::Swap).unwrap();
    assert_eq!(desk.app.panels.dir(RIGHT), desk.path("left"));
    assert_eq!(desk.app.panels.marked(RIGHT), [desk.path("left/only")]);
    both(PanelsAsk::Equal { side: RIGHT }).unwrap();
    assert_eq!(desk.listed(LEFT, "left").rows.len(), 3);
}

#[test]
fn the_cursor_stands_on_what_was_just_made() {
    let desk = Desk::new(|_| {});
    desk.listed(LEFT, "left");
    fs::write(desk.path("left/new"), "").unwrap();
    desk.app.panels.stand_on(&desk.path("left/new"));
    desk.until(LEFT, |state| state.len == 2 && state.cursor == 1);
}

#[test]
fn only_what_is_in_sight_is_told() {
    let desk = Desk::new(|root| {
        for n in 0..500 {
            fs::write(root.join("left").join(n.to_string()), "").unwrap();
        }
    });
    let state = desk.listed(LEFT, "left");
    assert!(state.rows.len() < 100 && state.len == 501);
    desk.ask(PanelAsk::Look { from: 400, count: 20 });
    let state = desk.until(LEFT, |state| state.from == 390);
    assert_eq!((state.rows.len(), state.rows[0].name.text.as_str()), (40, "389"));
}

#[test]
fn bookmarks_are_shared_places() {
    let desk = Desk::new(|root| fs::create_dir(root.join("home/Music")).unwrap());
    desk.listed(LEFT, "left");
    let both = |ask| desk.app.panels.ask_both(&ask).unwrap();
    both(PanelsAsk::Bookmark { side: LEFT });
    assert_eq!(keep::bookmarks(&desk.path("state")), [desk.path("left")]);
    let places = desk.told(|update| match update {
        Update::Places { places } if places.last()?.section == Section::Bookmarks => Some(places),
        _ => None,
    });
    let kinds: Vec<_> = places.iter().map(|place| place.kind).collect();
    assert_eq!(kinds[..2], [PlaceKind::Home, PlaceKind::Music]);
    assert!(
        kinds.contains(&PlaceKind::Trash) && places.iter().any(|it| it.section == Section::Devices)
    );
    let bookmark = places.last().unwrap();
    assert_eq!(desk.app.panels.place(bookmark.id).unwrap(), desk.path("left"));
    let place = || desk.app.panels.state(LEFT).unwrap().place;
    assert_eq!(place(), Some(bookmark.id));
    fs::create_dir(desk.path("left/sub")).unwrap();
    desk.ask(path("sub"));
    desk.listed(LEFT, "left/sub");
    assert_eq!(place(), Some(bookmark.id));
    both(PanelsAsk::Unbookmark { place: bookmark.id });
    assert!(keep::bookmarks(&desk.path("state")).is_empty());
}

#[test]
fn folders_in_sight_show_how_many_items_they_have() {
    let desk = Desk::new(|root| {
        for name in ["left/full/a", "left/full/b", "left/full/.c", "left/empty", "home/x"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("left/file"), "12").unwrap();
    });
    let items = |state: &PanelState, name: &str| row(state, name).1.items;
    let counted = |full| {
        move |state: &PanelState| {
            state.rows.len() == 4 && is_whole(state) && items(state, "full") == Some(full)
        }
    };
    let state = desk.until(LEFT, counted(2));
    assert_eq!((items(&state, "empty"), items(&state, "file")), (Some(0), None));
    fs::create_dir(desk.path("left/full/d")).unwrap();
    desk.ask(PanelAsk::Reload);
    desk.until(LEFT, counted(3));
    desk.ask(PanelAsk::Hidden { shown: true });
    desk.until(LEFT, counted(4));
}
