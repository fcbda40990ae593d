//! Tests of what other programs and jobs change while the user looks.

use fcp_browse::Space;
use fcp_engine::error::Code;
use fcp_engine::event::{Envelope, Event, Outcome, Summary};
use fcp_engine::spec::Verb;

use super::*;
use crate::located::all_here;
use crate::wire::{EditAsk, Items, Letters, PlanVerb, RenameRule, Target};

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
    let known = (None, &Owners::default());
    let (state, _) =
        super::state::state(&mut desk.app.panels.model(), LEFT, &written, known).unwrap();
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
    let marked = all_here(desk.app.panels.marked(LEFT)).unwrap();
    desk.app.panels.unmark(&marked);
    desk.until(LEFT, |state| state.marked == 0);
}

#[test]
fn many_are_renamed_only_while_they_are_those_that_the_page_has_shown() {
    let desk = Desk::new(|root| {
        for name in ["a", "b"] {
            fs::write(root.join("left").join(name), name).unwrap();
        }
    });
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    let edits = &desk.app.edits;
    let at = |name: &str| desk.path(&format!("left/{name}"));
    let preview = |template: &str, opens| {
        let rule = RenameRule {
            template: template.to_owned(),
            find: String::new(),
            replace: String::new(),
            regex: false,
            case: false,
            letters: Letters::Keep,
            start: 1,
            step: 1,
            digits: 1,
        };
        edits.rename_preview(LEFT, rule, opens).unwrap().preview
    };
    preview("[N]", true);
    // As a program does that rotates logs, while the user types.
    fs::rename(at("b"), desk.path("home/b")).unwrap();
    fs::write(at("b"), "another").unwrap();
    let Err(Refusal::Op { error }) = edits.rename_all(preview("[N]x", false)) else { panic!() };
    assert_eq!(error.code, Code::ChangedSince);
    assert!(at("a").exists() && at("b").exists(), "all or none");
    // What is shown then is renamed, also where it is written to meanwhile.
    let plan = preview("[N]x", true);
    fs::write(at("b"), "longer than before").unwrap();
    assert_eq!(edits.rename_all(plan), Ok(2));
    assert_eq!(fs::read_to_string(at("bx")).unwrap(), "longer than before");
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
    let ((from, from_id), (to, to_id)) = (of("b"), of("c"));
    let range = Mark::Range { from, from_id, to, to_id, on: true, range: None };
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
fn the_trash_tells_how_much_everything_in_it_takes() {
    let desk = Desk::new(|root| fs::create_dir_all(root.join("home")).unwrap());
    let trash = desk.app.panels.home.trash().unwrap().parent().unwrap().to_owned();
    for dir in ["files/album/deep", "info"] {
        fs::create_dir_all(trash.join(dir)).unwrap();
    }
    fs::write(trash.join("files/album/deep/a.jpg"), [0; 300]).unwrap();
    fs::write(trash.join("files/notes"), [0; 40]).unwrap();
    for name in ["album", "notes"] {
        let text = format!("[Trash Info]\nPath=/gone/{name}\nDeletionDate=2026-11-19T10:00:00\n");
        fs::write(trash.join(format!("info/{name}.trashinfo")), text).unwrap();
    }
    desk.ask(PanelAsk::Go { to: Go::Trash });
    let state = desk.until(LEFT, |state| state.bytes.is_some());
    assert!(state.rows.iter().all(|row| row.id.is_some()), "no row leads to a folder above");
    let size = |name: &str| row(&state, name).1.size;
    assert_eq!((size("/gone/album"), size("/gone/notes")), (Some(300), Some(40)));
    // Other disks of this machine may have a trash, too.
    let sizes = state.rows.iter().filter_map(|row| row.size).sum::<u64>();
    assert_eq!(state.bytes, Some(sizes));

    let items = Items::Trash;
    let everything = desk.app.plans.paths(&items).unwrap();
    let plan = desk.app.plans.make(PlanVerb::Delete, &items, &Target::Unknown).unwrap();
    let told = desk.told(|update| match update {
        Update::Plan(state) if state.plan == plan && state.counted => Some(state),
        _ => None,
    });
    assert_eq!((told.items, told.bytes), (everything.len() as u64, sizes));

    // A folder elsewhere has no such sum, and has a way up.
    desk.ask(PanelAsk::Go { to: Go::Path { text: desk.path("right").display().to_string() } });
    let elsewhere = desk.listed(LEFT, "right");
    assert_eq!((elsewhere.bytes, elsewhere.rows[0].id), (None, None));
}

#[test]
fn the_room_that_is_left_is_told_to_both_panels_when_a_job_has_ended() {
    let desk = Desk::new(|_| {});
    // Nothing changes in these folders, so that they are not listed again, which would ask for the room, too.
    let go = |side, text: &str| {
        let to = Go::Path { text: text.to_owned() };
        desk.app.panels.ask(side, PanelAsk::Go { to }).unwrap();
        desk.until(side, |state| state.path == text && is_whole(state));
    };
    go(LEFT, "/usr");
    go(RIGHT, "/");
    for side in [LEFT, RIGHT] {
        let mut model = desk.app.panels.model();
        let space = model.shown(side).unwrap().panel().space.unwrap();
        let old = Space { free: 1, ..space };
        model.shown(side).unwrap().panel_mut().space = Some(old);
    }
    let summary = Summary::without_work(Verb::Copy, Outcome::Completed, 0);
    let event = Event::JobSummary { job: 1, summary };
    desk.app.jobs.take(&[Envelope { seq: None, at: 0, event }]);
    desk.app.panels.jobs_changed();
    // The updates of both may come in any order.
    let mut seen = (false, false);
    desk.told(|update| {
        if let Update::Panel(state) = update {
            let is_new = state.free.is_some_and(|free| free > 1);
            match state.side {
                LEFT => seen.0 |= is_new,
                RIGHT => seen.1 |= is_new,
            }
        }
        (seen == (true, true)).then_some(())
    });
}

#[test]
fn the_id_of_a_file_does_not_mean_the_folder_that_has_taken_its_name() {
    let desk = Desk::new(|root| fs::write(root.join("left/a"), "").unwrap());
    let seen = desk.listed(LEFT, "left");
    let id = row(&seen, "a").1.id.unwrap();
    fs::remove_file(desk.path("left/a")).unwrap();
    fs::create_dir(desk.path("left/a")).unwrap();
    desk.until(LEFT, |state| state.rows.iter().any(|row| row.enters && row.name.text == "a"));
    let to = "b".to_owned();
    assert_eq!(desk.app.edits.edit(EditAsk::Rename { id, to }), Err(Refusal::Gone));
    assert!(desk.path("left/a").is_dir());
}

#[test]
fn what_a_dialog_was_opened_for_is_changed_and_nothing_that_has_taken_its_name() {
    let desk = Desk::new(|root| fs::write(root.join("left/a"), "").unwrap());
    desk.listed(LEFT, "left");
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    let marked = Items::Marked { side: LEFT, current: None };
    let items = desk.app.plans.hold(&marked).unwrap();
    fs::remove_file(desk.path("left/a")).unwrap();
    fs::create_dir(desk.path("left/a")).unwrap();
    // The panel shows the folder by now, and a new dialog would be for that.
    desk.until(LEFT, |state| state.rows.iter().any(|row| row.enters && row.name.text == "a"));
    let mode = |items| EditAsk::Mode { items, mode: "700".to_owned(), recursive: false };
    let refused = desk.app.edits.edit(mode(items)).unwrap_err();
    assert!(matches!(refused, Refusal::Op { error } if error.code == Code::ChangedSince));
    desk.ask(PanelAsk::Mark { mark: Mark::All });
    desk.app.edits.edit(mode(marked)).unwrap();
}

#[test]
fn a_folder_that_is_removed_while_it_is_shown_is_left_for_the_nearest_that_exists() {
    let desk = Desk::new(|root| fs::create_dir_all(root.join("left/a/b")).unwrap());
    desk.listed(LEFT, "left");
    desk.ask(path("a/b"));
    desk.listed(LEFT, "left/a/b");
    fs::rename(desk.path("left/a"), desk.path("home/a")).unwrap();
    let notice = desk.told(|update| match update {
        Update::Notice(notice) => Some(notice),
        _ => None,
    });
    assert_eq!(notice.code, NoticeCode::FolderLeft);
    assert_eq!(
        (notice.name.unwrap().text, notice.detail),
        ("b".to_owned(), Some("left".to_owned()))
    );
    desk.listed(LEFT, "left");
    // A panel that the user sends there says why it shows nothing, and leads up to where there is something.
    desk.ask(PanelAsk::Go { to: Go::Back });
    let state = desk.until(LEFT, |state| state.error.is_some());
    assert_eq!(names(&state), [".."]);
    desk.ask(PanelAsk::Go { to: Go::Up { up: 0 } });
    desk.listed(LEFT, "left");
}

#[test]
fn a_panel_that_left_a_removed_folder_leaves_the_one_above_as_that_is_removed_next() {
    let desk = Desk::new(|root| fs::create_dir(root.join("left/a")).unwrap());
    desk.listed(LEFT, "left");
    {
        let mut model = desk.app.panels.model();
        let tab = model.shown(LEFT).unwrap();
        tab.panel_mut().go(desk.path("left/none/b"), None);
        tab.climbs = true;
    }
    desk.ask(PanelAsk::Reload);
    desk.until(LEFT, |state| state.path == desk.path("left").to_str().unwrap());
    desk.ask(path("a"));
    desk.listed(LEFT, "left/a");
    assert!(!desk.app.panels.model().shown(LEFT).unwrap().climbs);
}
