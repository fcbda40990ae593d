//! Tests of panels that show another machine, which is this one behind a script in the place of `ssh`.

mod jobs;

use fcp_engine::error::Code;
use fcp_engine::link::Reach;
use fcp_engine::path::FarPath;
use fcp_test_support::path_of;
use rustix::process::{Pid, Signal, kill_process};

use super::*;
use crate::located;
use crate::wire::{
    DiffOf, EditAsk, Items, Letters, LinkKind, PlanVerb, PreviewContent, RenameRule, Target,
    ViewerAsk, ViewerContent, ViewerMode, ViewerRoom,
};

/// How the machine `far` is reached, where a test wrote the script for that.
pub(super) fn reach(root: &Path) -> Result<Reach, String> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    Reach::by(Some(root.join("rsh").into()), Some(path_of("fcp").into()), search)
}

/// Writes the script that reaches the machine; a line of it comes first.
fn reached_by(root: &Path, first: &str) {
    let (script, there) = (root.join("rsh"), root.join("there"));
    let there = there.display();
    let text = format!(
        "{first}\nshift\ncd '{there}' || exit 1\nHOME='{there}'\nexport HOME\nexec sh -c \"$1\""
    );
    fcp_test_support::script(script, &text);
}

/// Two panels, and a home on "another machine".
fn desk(lay_out: impl FnOnce(&Path)) -> Desk {
    Desk::new(|root| {
        fs::create_dir(root.join("there")).unwrap();
        reached_by(root, "");
        lay_out(root);
    })
}

impl Desk {
    /// Gives a path on the machine as it is typed.
    fn far(&self, path: &str) -> String {
        format!("far:{}", self.path(path).display())
    }

    fn go_far(&self, dir: &str) -> PanelState {
        let text = self.far(dir);
        self.ask(path(&text));
        self.until(LEFT, |state| state.path == text && is_there(state))
    }
}

fn is_there(state: &PanelState) -> bool {
    state.machine.as_ref().is_some_and(|machine| !machine.waits) && state.error.is_none()
}

fn way(state: &PanelState) -> Vec<&str> {
    state.crumbs.iter().map(|crumb| crumb.name.text.as_str()).collect()
}

fn marked(side: PanelSide) -> Items {
    Items::Marked { side, current: None }
}

#[test]
fn a_folder_of_another_machine_is_shown_entered_and_left() {
    let desk = desk(|root| {
        fs::create_dir_all(root.join("there/docs/deep")).unwrap();
        fs::write(root.join("there/docs/report"), "12345").unwrap();
        fs::write(root.join("there/docs").join(OsStr::from_bytes(b"odd-\xff.png")), "").unwrap();
    });
    desk.listed(LEFT, "left");
    // A host alone is the home directory there, whose path the other end tells.
    desk.ask(PanelAsk::Go { to: Go::Machine { text: "far".to_owned() } });
    let home = desk.far("there");
    let state = desk.until(LEFT, |state| state.path == home && is_there(state));
    assert_eq!(state.machine.as_ref().map(|it| it.host.text.as_str()), Some("far"));
    assert_eq!((way(&state)[0], names(&state)), ("far:/", vec!["..", "docs"]));
    assert_eq!((state.free, state.place, state.polled), (None, None, false));
    assert_eq!(state.tabs[0].host.as_ref().map(|host| host.text.as_str()), Some("far"));
    desk.ask(PanelAsk::Go { to: Go::Entry { id: row(&state, "docs").1.id.unwrap() } });
    let docs = desk.far("there/docs");
    let state = desk.until(LEFT, |state| state.path == docs && is_there(state));
    assert_eq!(names(&state), ["..", "deep", r"odd-\xff.png", "report"]);
    let (_, report) = row(&state, "report");
    assert!(report.size == Some(5) && report.mtime.is_some());
    // Nothing of it is looked for here.
    assert!(!row(&state, r"odd-\xff.png").1.thumb && row(&state, "deep").1.items.is_none());
    // As everywhere: filter, sort, marks.
    desk.ask(PanelAsk::Filter { text: "rep".to_owned() });
    desk.until(LEFT, |state| names(state) == ["..", "report"]);
    desk.ask(PanelAsk::Filter { text: String::new() });
    let sort = Sort { key: SortBy::Size, descending: true, directories_first: true };
    desk.ask(PanelAsk::Sort { sort });
    let state = desk.until(LEFT, |state| state.sort == sort && state.rows.len() == 4);
    assert_eq!(names(&state), ["..", "deep", "report", r"odd-\xff.png"]);
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    desk.until(LEFT, |state| state.marked == 3);
    // What has changed there is seen when the user asks.
    fs::write(desk.path("there/docs/later"), "").unwrap();
    desk.ask(PanelAsk::Reload);
    desk.until(LEFT, |state| names(state).contains(&"later") && is_there(state));
    // Up by a crumb, to the topmost folder and no further, and back to this machine.
    desk.ask(PanelAsk::Go { to: Go::Up { up: 1 } });
    let state = desk.until(LEFT, |state| state.path == home && is_there(state));
    assert_eq!(row(&state, "docs").0, state.cursor);
    let up = state.crumbs[0].up;
    desk.ask(PanelAsk::Go { to: Go::Up { up } });
    desk.until(LEFT, |state| state.path == "far:/" && is_there(state) && way(state) == ["far:/"]);
    desk.ask(PanelAsk::Go { to: Go::Up { up: 0 } });
    desk.ask(PanelAsk::Go { to: Go::Up { up: 1 } });
    assert_eq!(desk.app.panels.dir(LEFT).far(), FarPath::new("far", "/"));
    desk.ask(PanelAsk::Go { to: Go::Home });
    assert!(desk.listed(LEFT, "home").machine.is_none());
}

#[test]
fn a_machine_that_cannot_be_reached_is_told_in_the_words_of_ssh() {
    let desk = desk(|root| {
        reached_by(root, "echo 'far: Permission denied (publickey).' >&2; exit 255");
    });
    desk.listed(LEFT, "left");
    desk.ask(path("far:/srv"));
    let state = desk.until(LEFT, |state| state.error.is_some());
    let error = state.error.unwrap();
    assert_eq!(error.code, Code::Unreachable);
    assert_eq!(error.said.as_deref(), Some("far: Permission denied (publickey)."));
    assert!(state.machine.is_some_and(|machine| !machine.waits));
    for wrong in ["-oProxyCommand=x", "a/b", ""] {
        let to = Go::Machine { text: wrong.to_owned() };
        assert!(matches!(desk.refused(PanelAsk::Go { to }), Refusal::Not { .. }), "{wrong}");
    }
}

#[test]
fn a_machine_that_is_silent_stops_nothing_and_can_be_left() {
    let desk = desk(|root| reached_by(root, "exec sleep 1000"));
    desk.listed(LEFT, "left");
    let waits = |state: &PanelState| state.machine.as_ref().is_some_and(|machine| machine.waits);
    desk.ask(path("far:/srv"));
    desk.until(LEFT, |state| waits(state) && state.loading);
    // The other panel and other tabs answer.
    fs::write(desk.path("right/new"), "").unwrap();
    desk.app.panels.ask(RIGHT, PanelAsk::Reload).unwrap();
    desk.until(RIGHT, |state| names(state).contains(&"new") && is_whole(state));
    desk.ask(PanelAsk::Tab { tab: TabAsk::New });
    desk.ask(path(desk.path("left").to_str().unwrap()));
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Tab { tab: TabAsk::Previous });
    desk.until(LEFT, waits);
    // The panel goes back to where it was.
    desk.ask(PanelAsk::StopListing);
    assert!(!desk.listed(LEFT, "left").loading);
    // What was shown before stays, also where the connection breaks.
    let number = desk.path("number");
    reached_by(desk.root.path(), &format!("echo $$ >'{}'", number.display()));
    desk.go_far("there");
    reached_by(desk.root.path(), "exec sleep 1000");
    let there = fs::read_to_string(number).unwrap().trim().parse().unwrap();
    kill_process(Pid::from_raw(there).unwrap(), Signal::KILL).unwrap();
    desk.ask(PanelAsk::Reload);
    desk.until(LEFT, |state| waits(state) && !state.loading);
    desk.ask(PanelAsk::StopListing);
    desk.until(LEFT, is_there);
}

#[test]
fn a_tab_of_another_machine_comes_back_without_keeping_the_start_waiting() {
    let desk = desk(|root| fs::write(root.join("there/file"), "").unwrap());
    desk.listed(LEFT, "left");
    let there = desk.go_far("there").path;
    desk.ask(PanelAsk::Reload);
    desk.app.saved.write().unwrap();
    reached_by(desk.root.path(), "exec sleep 1000");
    let again = Desk::at(desk.root, false);
    // The panels are open, and the other one is listed, while the machine keeps silent.
    let waits = |state: &PanelState| state.machine.as_ref().is_some_and(|machine| machine.waits);
    again.until(LEFT, |state| waits(state) && state.path == there);
    again.app.panels.ask(RIGHT, PanelAsk::Reload).unwrap();
    again.listed(RIGHT, "right");
    // Nothing was before it, so the panel says that it was left.
    again.ask(PanelAsk::StopListing);
    let state = again.until(LEFT, |state| state.error.is_some());
    assert_eq!(state.error.unwrap().code, Code::Disconnected);
    reached_by(again.root.path(), "");
    again.ask(PanelAsk::Reload);
    let state = again.until(LEFT, is_there);
    assert_eq!(names(&state), ["..", "file"]);
}

#[test]
fn a_bookmark_there_is_a_place_of_its_machine() {
    let desk = desk(|root| fs::create_dir(root.join("there/sub")).unwrap());
    desk.listed(LEFT, "left");
    let state = desk.go_far("there");
    assert_eq!(state.place, None, "it is in no place of this machine");
    desk.app.panels.ask_both(&PanelsAsk::Bookmark { side: LEFT }).unwrap();
    let bookmark = desk.told(|update| match update {
        Update::Places { places } => {
            places.last().filter(|it| it.section == Section::Bookmarks).cloned()
        }
        _ => None,
    });
    assert_eq!((bookmark.kind, bookmark.name.text), (PlaceKind::Network, desk.far("there")));
    assert_eq!(desk.app.panels.state(LEFT).unwrap().place, Some(bookmark.id));
    desk.ask(PanelAsk::Go { to: Go::Home });
    desk.listed(LEFT, "home");
    desk.ask(PanelAsk::Go { to: Go::Place { place: bookmark.id } });
    desk.until(LEFT, |state| is_there(state) && names(state) == ["..", "sub"]);
}

#[test]
fn folders_are_made_and_items_renamed_there_and_nowhere_else() {
    let desk = desk(|root| fs::write(root.join("there/notes"), "notes").unwrap());
    desk.listed(LEFT, "left");
    let state = desk.go_far("there");
    let edit = |ask| desk.app.edits.edit(ask);
    let make = |name: &str| EditAsk::MakeDirectory { side: LEFT, name: name.to_owned() };
    edit(make("new/inner")).unwrap();
    let state_now = desk.until(LEFT, |state| names(state).contains(&"new") && is_there(state));
    assert!(desk.path("there/new/inner").is_dir());
    let id = row(&state, "notes").1.id.unwrap();
    assert_eq!(desk.app.edits.spelled(id), Ok("notes".to_owned()));
    edit(EditAsk::Rename { id, to: "other".to_owned() }).unwrap();
    let renamed = desk.until(LEFT, |state| names(state).contains(&"other") && is_there(state));
    assert_eq!(row(&renamed, "other").0, renamed.cursor);
    assert_eq!(fs::read_to_string(desk.path("there/other")).unwrap(), "notes");
    // What the other end refuses is told, and nothing is replaced.
    edit(EditAsk::Rename { id: row(&state_now, "new").1.id.unwrap(), to: "other".to_owned() })
        .unwrap();
    let why = desk.told(|update| match update {
        Update::Notice(notice) if notice.code == NoticeCode::Failed => notice.error,
        _ => None,
    });
    assert_eq!(why.code, Code::Exists);
    // A path of this machine is no place for what is made there.
    let here = desk.path("home/here");
    for name in [here.to_str().unwrap(), "~/here"] {
        assert!(matches!(edit(make(name)), Err(Refusal::Not { .. })), "{name}");
    }
    assert!(!here.exists() && !desk.path("there/here").exists());
}

#[test]
fn what_was_made_or_renamed_there_is_undone_and_made_again_there() {
    let desk = desk(|root| fs::write(root.join("there/notes"), "notes").unwrap());
    desk.listed(LEFT, "left");
    let state = desk.go_far("there");
    let edits = &desk.app.edits;
    let notice = |code| {
        desk.told(|update| match update {
            Update::Notice(notice) if notice.code == code => Some(*notice),
            _ => None,
        })
    };
    let at = |name: &str| desk.path(&format!("there/{name}"));
    edits.edit(EditAsk::MakeDirectory { side: LEFT, name: "new/inner".to_owned() }).unwrap();
    assert!(notice(NoticeCode::Made).undo);
    let id = row(&state, "notes").1.id.unwrap();
    edits.edit(EditAsk::Rename { id, to: "other".to_owned() }).unwrap();
    let renamed = notice(NoticeCode::Renamed);
    // The button of the notice names the change.
    assert!(renamed.undo && edits.undo(renamed.change) == Ok(None));
    notice(NoticeCode::Undone);
    assert!(at("notes").exists() && !at("other").exists());
    edits.undo(None).unwrap();
    notice(NoticeCode::Undone);
    assert!(!at("new").exists());
    edits.redo().unwrap();
    notice(NoticeCode::Made);
    assert!(at("new/inner").is_dir());
    edits.redo().unwrap();
    notice(NoticeCode::Renamed);
    // What has come to the name meanwhile is left alone, and the undo can be tried again.
    fs::rename(at("other"), at("kept")).unwrap();
    fs::write(at("other"), "another").unwrap();
    edits.undo(None).unwrap();
    assert_eq!(notice(NoticeCode::Failed).error.unwrap().code, Code::ChangedSince);
    fs::rename(at("kept"), at("other")).unwrap();
    edits.undo(None).unwrap();
    notice(NoticeCode::Undone);
    assert_eq!(fs::read_to_string(at("notes")).unwrap(), "notes");
    // So can a redo that failed.
    fs::write(at("other"), "another").unwrap();
    edits.redo().unwrap();
    assert_eq!(notice(NoticeCode::Failed).error.unwrap().code, Code::Exists);
    fs::remove_file(at("other")).unwrap();
    edits.redo().unwrap();
    notice(NoticeCode::Renamed);
    assert!(at("other").exists() && !at("notes").exists());
}

#[test]
fn nothing_takes_a_path_of_another_machine_for_one_of_this() {
    let desk = desk(|root| {
        // The same paths lead here, too: what takes one for a path of this machine finds these.
        fs::write(root.join("there/a.png"), "kept").unwrap();
        fs::create_dir(root.join("there/sub")).unwrap();
        fs::write(root.join("there/sub/b"), "kept").unwrap();
    });
    desk.listed(LEFT, "left");
    let state = desk.go_far("there");
    let app = &desk.app;
    let (ids, refused) = (
        state.rows.iter().filter_map(|row| row.id).collect::<Vec<_>>(),
        |result: Result<(), Refusal>| match result {
            Err(Refusal::Not { text }) => text,
            other => panic!("{other:?}"),
        },
    );
    let far = |result| {
        let text = refused(result);
        assert!(text.contains("another machine") && text.contains("copy"), "{text}");
    };
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    desk.until(LEFT, |state| state.marked == 2);
    for items in [marked(LEFT), Items::Entries { ids: ids.clone() }] {
        let verbs =
            [PlanVerb::Link, PlanVerb::Verify, PlanVerb::Dedupe, PlanVerb::Extract, PlanVerb::Pack];
        for verb in verbs {
            far(app.plans.make(verb, &items, &Target::Panel { side: RIGHT }).map(drop));
        }
        // Properties, checksums, programs and drags ask for these.
        far(app.plans.paths_on_disk(&items).map(drop));
        far(app.plans.copy_files(&items, true));
        let mode = EditAsk::Mode { items: items.clone(), mode: "0".to_owned(), recursive: true };
        far(app.edits.edit(mode));
        let link = |side| EditAsk::Links {
            items: items.clone(),
            at: "link".to_owned(),
            side,
            kind: LinkKind::Hard,
        };
        far(app.edits.edit(link(LEFT)));
        far(app.edits.edit(link(RIGHT)));
    }
    far(app.edits.edit(EditAsk::MakeFile { side: LEFT, name: "made".to_owned() }));
    let rule = RenameRule {
        template: "[N]x".to_owned(),
        find: String::new(),
        replace: String::new(),
        regex: false,
        case: false,
        letters: Letters::Keep,
        start: 1,
        step: 1,
        digits: 1,
    };
    far(app.edits.rename_preview(LEFT, rule, true).map(drop));
    far(app.comparisons.begin(LEFT).map(drop));
    far(app.comparisons.begin(RIGHT).map(drop));
    let diff = DiffOf::Panel { side: LEFT, current: Some(ids[0]) };
    far(app.differences.begin(&diff, false).map(drop));
    far(app.panels.ask(LEFT, PanelAsk::Measure));
    let what = FindAsk {
        pattern: "*".to_owned(),
        hidden: true,
        gitignore: false,
        kinds: FindKinds::Both,
        larger: None,
        smaller: None,
        days: None,
        contains: None,
    };
    far(app.panels.ask(LEFT, PanelAsk::Find { what }));
    assert!(
        app.panels.complete(LEFT, "su").is_empty()
            && app.panels.complete(RIGHT, "far:/").is_empty()
    );
    // Of what is under the cursor the listing knows size and time, and nothing is read.
    desk.ask(PanelAsk::Cursor { row: row(&state, "a.png").0, id: None, touch: 1 });
    let preview = app.looks.preview(LEFT);
    assert_eq!((preview.size, preview.content), (Some(4), PreviewContent::None));
    let both = [desk.path("there/a.png"), desk.path("there/sub/b")];
    assert!(both.iter().all(|path| fs::read_to_string(path).unwrap() == "kept"));
    assert!(!desk.path("there/made").exists() && !desk.path("right/link").exists());
}

#[test]
fn the_beginning_of_a_file_there_is_shown() {
    let desk = desk(|root| fs::write(root.join("there/notes"), "needle in the hay\n").unwrap());
    desk.listed(LEFT, "left");
    let state = desk.go_far("there");
    let id = row(&state, "notes").1.id.unwrap();
    let room = ViewerRoom { columns: 80, rows: 20 };
    let open = ViewerAsk::Open { side: LEFT, id, mode: ViewerMode::Auto, at: None, room };
    desk.app.viewer.ask(1, open).unwrap();
    let lines = desk.told(|update| match update {
        Update::Viewer(state) => match state.content? {
            ViewerContent::Lines { lines, .. } => Some(lines),
            ViewerContent::Picture { .. } => None,
        },
        _ => None,
    });
    let text: String = lines[0].spans.iter().map(|span| span.text.as_str()).collect();
    assert_eq!(text, "needle in the hay");
}
