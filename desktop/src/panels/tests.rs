#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

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
    FindAsk, FindCase, FindKinds, FindProgress, FindReads, FindText, Go, Mark, NamePart,
    NoticeCode, PanelAsk, PanelState, PanelSubject, PanelsAsk, PlaceKind, Row, RowLine, Section,
    Sort, SortBy, TabAsk, Update, View,
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
        let app = App::new(Some(at("state")), Some(at("home")));
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
    Mark::Range { from, from_id: None, to, to_id: None, on: true }
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
fn a_folder_that_goes_away_says_so() {
    let desk = Desk::new(|root| fs::create_dir(root.join("left/sub")).unwrap());
    desk.listed(LEFT, "left");
    desk.ask(path("sub"));
    desk.listed(LEFT, "left/sub");
    fs::remove_dir(desk.path("left/sub")).unwrap();
    desk.ask(PanelAsk::Reload);
    let state = desk.until(LEFT, |state| state.error.is_some());
    assert_eq!(names(&state), [".."]);
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
fn a_search_is_a_panel_of_hits() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/a/b")).unwrap();
        fs::write(root.join("left/a/b/one.txt"), "123").unwrap();
        fs::write(root.join("left/two.txt"), "").unwrap();
        fs::write(root.join("left/three.md"), "").unwrap();
    });
    desk.listed(LEFT, "left");
    let what = |pattern: &str| FindAsk {
        pattern: pattern.to_owned(),
        hidden: false,
        gitignore: false,
        kinds: FindKinds::Files,
        larger: None,
        smaller: None,
        days: None,
        contains: None,
    };
    assert!(matches!(desk.refused(PanelAsk::Find { what: what("") }), Refusal::Not { .. }));
    desk.ask(PanelAsk::Find { what: what("*.txt") });
    let is_over = |state: &PanelState| matches!(&state.subject, PanelSubject::Found { pattern, contains: None, over: true, .. } if pattern == "*.txt");
    let hits = desk.until(LEFT, |state| is_over(state) && is_whole(state));
    assert_eq!(names(&hits), ["a/b/one.txt", "two.txt"]);
    let (_, one) = row(&hits, "a/b/one.txt");
    assert_eq!((one.size, one.enters), (Some(3), false));
    desk.ask(PanelAsk::Go { to: Go::Entry { id: one.id.unwrap() } });
    let there = desk.listed(LEFT, "left/a/b");
    assert_eq!(row(&there, "one.txt").0, there.cursor);
    desk.ask(PanelAsk::Go { to: Go::Back });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Find { what: what("nothing") });
    let none =
        desk.until(LEFT, |state| matches!(&state.subject, PanelSubject::Found { over: true, .. }));
    assert!(none.rows.is_empty() && !none.loading);
}

#[test]
fn text_is_found_in_files_with_its_line() {
    let desk = Desk::new(|root| {
        fs::create_dir_all(root.join("left/a")).unwrap();
        fs::write(root.join("left/a/one.txt"), "hay\n  a Needle\x1b here\nneedle\n").unwrap();
        fs::write(root.join("left/two.txt"), "none").unwrap();
        fs::write(root.join("left/binary"), b"needle\0").unwrap();
    });
    desk.listed(LEFT, "left");
    let what = |text: &str, reads, kinds| FindAsk {
        pattern: String::new(),
        hidden: false,
        gitignore: false,
        kinds,
        larger: None,
        smaller: None,
        days: None,
        contains: Some(FindText { text: text.to_owned(), reads, case: FindCase::Smart }),
    };
    let refused = |what| match desk.refused(PanelAsk::Find { what }) {
        Refusal::Not { text } => text,
        other => panic!("{other:?}"),
    };
    let wrong = refused(what("a(", FindReads::Regex, FindKinds::Both));
    assert_eq!(wrong, "a( is not a regular expression: unclosed group");
    let wrong = refused(what("a", FindReads::Text, FindKinds::Directories));
    assert_eq!(wrong, "Folders contain no text; find files instead");
    desk.ask(PanelAsk::Find { what: what("needle", FindReads::Words, FindKinds::Both) });
    let progress = FindProgress { among: 3, ..FindProgress::default() };
    let subject = PanelSubject::Found {
        pattern: String::new(),
        contains: Some("needle".to_owned()),
        over: true,
        progress,
    };
    let hits = desk.until(LEFT, |state| state.subject == subject && is_whole(state));
    let line = RowLine {
        number: 2,
        before: "a ".to_owned(),
        hit: "Needle".to_owned(),
        after: r"\x1b here".to_owned(),
        lines: 2,
        more: false,
    };
    assert_eq!(names(&hits), ["a/one.txt"]);
    assert_eq!(row(&hits, "a/one.txt").1.line, Some(line));
    assert_eq!(desk.app.panels.current(LEFT).map(|(_, _, line)| line), Some(Some(2)));
    // The hits are files like others.
    let (_, one) = row(&hits, "a/one.txt");
    desk.ask(PanelAsk::Go { to: Go::Entry { id: one.id.unwrap() } });
    let there = desk.listed(LEFT, "left/a");
    assert_eq!(row(&there, "one.txt").1.line, None);
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
fn names_are_filtered_hidden_and_sought() {
    let desk = Desk::new(|root| {
        // The last one is an unfinished copy, which counts only where hidden names are shown.
        for name in ["apple", "apricot", ".hidden", "banana", ".fcp-0000abcd-12345678"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    let state = desk.listed(LEFT, "left");
    assert_eq!((names(&state).len(), state.shown, state.total), (4, 3, 4));
    desk.ask(PanelAsk::Hidden { shown: true });
    desk.until(LEFT, |state| state.hidden && state.len == 6);
    let seek = |text: &str, here, backwards| {
        desk.ask(PanelAsk::Seek { text: text.to_owned(), here, backwards });
        desk.app.panels.marked(LEFT).pop().map(|path| path.file_name().unwrap().to_owned())
    };
    assert_eq!(seek("ap", true, false).unwrap(), "apple");
    assert_eq!(seek("ap", true, false).unwrap(), "apple");
    assert_eq!(seek("ap", false, false).unwrap(), "apricot");
    assert_eq!(seek("ap", false, true).unwrap(), "apple");
    assert_eq!(seek("zzz", false, true).unwrap(), "apple");
    let code = desk.told(|update| match update {
        Update::Notice(notice) => Some(notice.code),
        _ => None,
    });
    assert_eq!(code, NoticeCode::NotFound);
    desk.ask(PanelAsk::Filter { text: "an".to_owned() });
    let state = desk.until(LEFT, |state| state.filter == "an");
    assert_eq!(names(&state), ["..", "banana"]);
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
    assert_eq!(desk.app.panels.place(bookmark.id), Some(desk.path("left")));
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
fn what_changes_meanwhile_is_not_lost_to_work_beside_the_lock() {
    let desk = Desk::new(|root| fs::write(root.join("left/a"), "").unwrap());
    desk.listed(LEFT, "left");
    let (panels, calls) = (&desk.app.panels, Cell::new(0));
    let whose = Whose::Shown(LEFT);
    panels.change(whose, MANY, |panel| {
        calls.set(calls.get() + 1);
        if calls.get() == 1 {
            panels.model().shown(LEFT).unwrap().panel_mut().stand(1);
        }
        panel.mark_all(false);
    });
    assert_eq!(calls.get(), 2);
    let mut model = panels.model();
    let panel = model.shown(LEFT).unwrap().panel();
    assert_eq!((panel.cursor, panel.marks().len()), (1, 1));
}

#[test]
fn what_a_job_writes_shows_how_much_is_there() {
    let desk = Desk::new(|root| fs::create_dir(root.join("left/Fjord shoot")).unwrap());
    desk.listed(LEFT, "left");
    let written = vec![("Fjord shoot".into(), 62), ("not here".into(), 5)];
    let (state, _) =
        super::state::state(&mut desk.app.panels.model(), LEFT, &written, None).unwrap();
    let told: Vec<_> = state.rows.iter().map(|row| row.written).collect();
    assert_eq!(told, [None, Some(62)]);
}

#[test]
fn marks_go_once_a_job_has_just_what_was_marked() {
    let desk = Desk::new(|root| {
        for name in ["a", "b"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    desk.app.panels.unmark(&[desk.path("left/a")]);
    assert_eq!(desk.app.panels.marked(LEFT).len(), 2);
    let marked = desk.app.panels.marked(LEFT);
    desk.app.panels.unmark(&marked);
    desk.until(LEFT, |state| state.marked == 0);
}

#[test]
fn a_name_of_the_trash_never_means_what_is_there_now() {
    let desk = Desk::new(|root| fs::write(root.join("left/a"), "").unwrap());
    desk.listed(LEFT, "left");
    let mut model = desk.app.panels.model();
    let tab = model.shown(LEFT).unwrap();
    assert_eq!(tab.path("a".as_ref()), Some(desk.path("left/a")));
    tab.trashed = Some(Arc::default());
    assert_eq!(tab.path(desk.path("left/a").as_os_str()), None);
    assert!(tab.chosen().is_empty());
}

#[test]
fn what_the_user_saw_is_meant_although_the_list_changed() {
    let desk = Desk::new(|root| {
        for name in ["b", "c", "d"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    let seen = desk.listed(LEFT, "left");
    let of = |name: &str| {
        let (at, row) = row(&seen, name);
        (at, row.id)
    };
    // Another program adds a file above, which the user has not seen when the commands come.
    fs::write(desk.path("left/a"), "").unwrap();
    desk.until(LEFT, |state| state.len == 5);
    let (c, id) = of("c");
    desk.ask(PanelAsk::Cursor { row: c, id, touch: 1 });
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/c")]);
    desk.ask(PanelAsk::Mark { mark: Mark::Toggle { row: c, id } });
    assert_eq!(desk.app.panels.meant(LEFT, None).unwrap(), [desk.path("left/c")]);
    desk.ask(PanelAsk::Mark { mark: Mark::Only { row: of("b").0, id: of("b").1 } });
    assert_eq!(desk.app.panels.meant(LEFT, None).unwrap(), [desk.path("left/b")]);
    let ends = (of("b"), of("c"));
    let range =
        Mark::Range { from: ends.0.0, from_id: ends.0.1, to: ends.1.0, to_id: ends.1.1, on: true };
    desk.ask(PanelAsk::Mark { mark: range });
    let both = [desk.path("left/b"), desk.path("left/c")];
    assert_eq!(desk.app.panels.meant(LEFT, of("d").1).unwrap(), both);
    // The entry that the user saw no longer exists: its neighbour must not be taken instead.
    desk.ask(PanelAsk::Mark { mark: Mark::None });
    fs::remove_file(desk.path("left/c")).unwrap();
    desk.until(LEFT, |state| state.len == 4);
    assert_eq!(desk.refused(PanelAsk::Mark { mark: Mark::Toggle { row: c, id } }), Refusal::Gone);
    assert_eq!(desk.app.panels.meant(LEFT, id).unwrap(), [desk.path("left/c")]);
    assert_eq!(desk.app.panels.meant(LEFT, None), Err(Refusal::Gone), "marks were seen");
}

#[test]
fn a_cursor_command_that_was_overtaken_does_nothing() {
    let desk = Desk::new(|root| {
        for name in ["a", "b"] {
            fs::write(root.join("left").join(name), "").unwrap();
        }
    });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Cursor { row: 2, id: None, touch: 9 });
    desk.ask(PanelAsk::Cursor { row: 1, id: None, touch: 8 });
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/b")]);
    // A page that was loaded anew begins to count from the start.
    desk.app.panels.greet();
    desk.ask(PanelAsk::Cursor { row: 1, id: None, touch: 1 });
    assert_eq!(desk.app.panels.marked(LEFT), [desk.path("left/a")]);
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
