//! Tests of requests that are refused with a reason, and of what the program says of jobs, marks and the trash.

use fcp_browse::Room;
use fcp_engine::error::{Action as Step, Code};
use fcp_engine::event::{Outcome, Question, Subject, Summary};
use fcp_engine::trash::{Contents, Trashed};
use rustix::io::Errno;

use super::jobs::{event, summary};
use super::questions::{ask, conflict};
use super::*;
use crate::app::model::Run;
use crate::app::undo;
use fcp_presentation::transfer::Shown;
use fcp_presentation::undo::EditRequest;

/// Opens the dialog of a copy of the first folder and tells what is at the path that is typed.
fn copy_to(typed: &str, room: Room) -> Bench {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::Down).press(KeyCode::F(5)).ctrl('u').keys(typed);
    let Some(Dialog::Transfer(ask)) = &bench.model.dialog else { panic!("no dialog") };
    let (ticket, to) = (ask.items.ticket, ask.path());
    bench.tell(Msg::Room { ticket, to, room });
    bench
}

fn is_refused(bench: &mut Bench, why: &str) {
    bench.forget().press(KeyCode::Enter);
    assert!(bench.screen().contains(why), "{}", bench.screen());
    assert!(!bench.effects.iter().any(|it| matches!(it, Effect::Add { .. })));
    assert!(matches!(bench.model.dialog, Some(Dialog::Transfer(_))), "what was typed is kept");
}

#[test]
fn a_folder_is_not_copied_into_itself() {
    let own = "/home/anna/Pictures/2026/Lofoten raw/edited";
    let folder = Room { kind: Some(FileKind::Directory), ..Room::default() };
    for (typed, room) in [
        (own.to_owned(), folder.clone()),
        (format!("{own}/"), folder),
        (format!("{own}/in/"), Room::default()),
    ] {
        let mut bench = copy_to(&typed, room);
        is_refused(&mut bench, "A folder cannot be copied or moved into itself: edited");
    }
}

#[test]
fn nothing_is_put_into_an_archive_or_below_a_file() {
    let file = || Room { kind: Some(FileKind::File), ..Room::default() };
    let below = |path: &str| {
        let error = Some(OpError::new(Step::Target, path, Errno::NOTDIR));
        Room { error, ..Room::default() }
    };
    for (typed, room, why) in [
        ("/x/a.zip/", file(), "Archives are read-only; type another folder"),
        ("/x/a.zip/inner/", below("/x/a.zip"), "Archives are read-only; type another folder"),
        ("/x/notes/", file(), "'notes' is a file, not a folder"),
    ] {
        let mut bench = copy_to(typed, room);
        // It is told before the user presses Enter.
        assert!(bench.screen().contains(why), "{}", bench.screen());
        is_refused(&mut bench, why);
    }
    // A single item may take the place of a file.
    let mut bench = copy_to("/x/notes", file());
    bench.forget().press(KeyCode::Enter);
    assert!(bench.effects.iter().any(|it| matches!(it, Effect::Add { .. })));
}

#[test]
fn the_dialog_before_an_extraction_says_that_there_is_no_archive() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).ctrl('x').keys("e");
    let asked = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Room { ticket, to, archives, .. } => Some((*ticket, to.clone(), archives.clone())),
        _ => None,
    });
    let (ticket, to, archives) = asked.unwrap();
    assert_eq!(archives, [bench.model.panel().current_path().unwrap()]);
    let error = Some(OpError::refused(Step::Unpack, Code::NotAnArchive, &*archives[0]));
    let kind = Some(FileKind::Directory);
    bench.tell(Msg::Room { ticket, to, room: Room { kind, error, ..Room::default() } });
    let why = "It is not an archive of a known format";
    assert!(bench.screen().contains(why), "{}", bench.screen());
    is_refused(&mut bench, why);
}

#[test]
fn an_archive_that_is_none_or_is_damaged_says_so() {
    let mut bench = Bench::new(100, 30);
    let ticket = bench.model.panel().ticket;
    let error = OpError::refused(Step::Open, Code::NotAnArchive, "/x/fake.zip");
    bench.tell(Msg::Unlisted { ticket, error });
    bench.shows("Cannot open this archive");
    bench.shows("it is not an archive");
    let mut bench = Bench::new(120, 30);
    let ticket = bench.model.panel().ticket;
    let damage = Some(OpError::refused(Step::Read, Code::Damaged, "/x/a.tar.gz"));
    bench.tell(Msg::InArchive { ticket, archive: "/x/a.tar.gz".into(), damage, unsafe_names: 0 });
    let told = "damaged or cut off; the list may not be complete";
    assert!(bench.screen().contains(told), "{}", bench.screen());
    bench.tell(Msg::InArchive { ticket, archive: "/x/a".into(), damage: None, unsafe_names: 2 });
    let told = "2 entries are not shown: their names lead out of the archive";
    assert!(bench.screen().contains(told), "{}", bench.screen());
}

#[test]
fn an_archive_in_an_archive_says_how_it_is_reached() {
    let mut bench = Bench::new(100, 30);
    bench.list(0, &[entry("inner.zip", FileKind::File, 9, 1)]);
    bench.model.panel_mut().archive = Some(bench.model.panel().dir.clone());
    bench.forget().press(KeyCode::End).press(KeyCode::Enter);
    let told = "An archive in an archive cannot be entered; F5 extracts it";
    assert!(bench.screen().contains(told), "{}", bench.screen());
    assert!(bench.model.viewer.is_none() && bench.effects.is_empty());
}

#[test]
fn an_item_that_no_trash_takes_tells_which_key_deletes() {
    let path = "/home/anna/Pictures/2026/x";
    let error = OpError::new(Step::Trash, path, Errno::ACCESS);
    let subject = Subject::Error { src: path.into(), error };
    let mut bench = Bench::new(100, 30);
    bench.play("clean-copy", halfway);
    ask(&mut bench, Question { id: 41, subject, waiting: 1 });
    bench.ctrl('n').wait(REST);
    let told = "Shift-Del in the panels deletes permanently, without the trash.";
    // What cannot be deleted either, as in a folder of another user, is not advised.
    assert!(!bench.screen().contains(told), "{}", bench.screen());
    let looks = |effect: &&Effect| matches!(effect, Effect::LookAtUntrashed { question: 41, .. });
    assert_eq!(bench.effects.iter().filter(looks).count(), 1);
    bench.tell(Msg::Untrashed { question: 41, deletable: false });
    assert!(!bench.screen().contains(told), "{}", bench.screen());
    bench.tell(Msg::Untrashed { question: 41, deletable: true });
    assert!(bench.screen().contains(told), "{}", bench.screen());
}

#[test]
fn times_that_differ_by_a_fraction_are_shown_with_it() {
    let mut bench = Bench::new(100, 30);
    bench.play("clean-copy", halfway);
    let mut question = conflict(11, "Lofoten raw/IMG_2044.CR3", (31 << 20, 30 << 20), (2, 2));
    if let Subject::Conflict { src, .. } = &mut question.subject {
        src.mtime += 25_000;
    }
    ask(&mut bench, question);
    bench.ctrl('n').wait(REST);
    let screen = bench.screen();
    let line = screen.lines().find(|line| line.contains("Changed")).unwrap();
    assert!(line.contains(".025 ▲ newer") && line.contains(".000"), "{screen}");
}

#[test]
fn a_command_is_named_as_it_was_typed() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).keys("!cat %f").press(KeyCode::Enter);
    let Some(Effect::Run(Run::Command { typed, .. })) = bench.effects.pop() else {
        panic!("no command")
    };
    assert_eq!(typed, "cat %f");
}

#[test]
fn the_line_of_jobs_tells_a_failed_copy_as_the_status_does() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    let mut bench = Bench::new(120, 40);
    let failed = Summary { done: 0, failed: 2, bytes: 0, ..summary(Outcome::CompletedWithErrors) };
    for job in [1, 2] {
        event(&mut bench, Event::JobQueued { job, spec: spec.clone() });
        event(&mut bench, Event::JobSummary { job, summary: failed.clone() });
    }
    bench.model.drawer = false;
    let screen = bench.screen();
    assert!(screen.contains("Copy failed: F2, then Enter shows why"), "{screen}");
    assert!(screen.contains("✗ Copy failed, 1 failed"), "{screen}");
    assert!(!screen.contains("with failures"), "{screen}");
}

#[test]
fn a_paused_job_is_not_said_to_keep_running() {
    let mut bench = Bench::new(100, 30);
    bench.play("clean-copy", halfway);
    event(&mut bench, Event::JobPaused { job: 1 });
    bench.press(KeyCode::F(2)).press(KeyCode::F(8));
    let screen = bench.screen();
    assert!(screen.contains("Keep paused") && !screen.contains("Keep running"), "{screen}");
}

#[test]
fn a_name_that_is_too_long_leaves_room_for_the_reason() {
    let to = std::path::PathBuf::from(format!("/x/{}", "n".repeat(256)));
    let request =
        EditRequest::Rename { from: "/x/A.TXT".into(), to: to.clone(), shown: Shown::default() };
    let told = undo::failed(&request, &OpError::new(Step::Target, to, Errno::NAMETOOLONG));
    assert!(told.starts_with("Cannot rename A.TXT to nnn") && told.len() < 80, "{told}");
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::End).shift(KeyCode::F(6)).ctrl('a').ctrl('k').keys("..");
    bench.forget().press(KeyCode::Enter);
    bench.shows(". and .. are folders already");
    assert!(bench.effects.is_empty());
}

#[test]
fn no_folder_is_made_whose_name_is_blank() {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::F(7)).keys("  ");
    bench.forget().press(KeyCode::Enter);
    bench.shows("Type something first");
    assert!(bench.effects.is_empty());
}

#[test]
fn without_equal_files_there_is_nothing_to_start() {
    let mut bench = Bench::new(100, 30);
    bench.alt('e');
    let Some(Dialog::Sharing(sharing)) = &bench.model.dialog else { panic!("no dialog") };
    let ticket = sharing.ticket;
    let nothing = "To share    nothing: no equal files whose storage could be shared".to_owned();
    bench.tell(Msg::Planned { ticket, plan: Ok(vec![nothing]) });
    bench.forget().press(KeyCode::Enter);
    assert!(!bench.screen().contains("Enter  Share storage"), "{}", bench.screen());
    assert!(bench.effects.is_empty());
}

#[test]
fn items_of_the_trash_are_restored_one_by_one_on_its_page() {
    let mut bench = Bench::new(100, 30);
    let item = |name: &str| Trashed {
        id: format!("/trash/info/{name}.trashinfo").as_str().into(),
        original: format!("/home/{name}").as_str().into(),
        deleted: START as i64 / 1_000_000,
        seen: None,
    };
    let items = vec![item("one"), item("two")];
    bench.tell(Msg::Trashed(Ok(Contents { items, unread: Vec::new() })));
    bench.forget().press(KeyCode::Enter);
    let screen = bench.screen();
    assert!(screen.contains("two") && !screen.contains(" one "), "{screen}");
    let adds = |bench: &Bench| {
        bench.effects.iter().filter(|effect| matches!(effect, Effect::Add { .. })).count()
    };
    assert_eq!(adds(&bench), 1);
    bench.press(KeyCode::Enter);
    assert_eq!(adds(&bench), 2);
    assert!(bench.model.dialog.is_none(), "nothing is left to restore");
}

#[test]
fn marks_of_the_other_panel_are_not_denied() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('x').keys("+");
    bench.shows("Nothing is marked");
    bench.press(KeyCode::Tab).ctrl('a').press(KeyCode::Tab).ctrl('x').keys("+");
    bench.shows("the other one has marks");
}

#[test]
fn the_help_of_a_page_names_a_key_once() {
    let mut bench = Bench::new(120, 40);
    bench.alt('r').press(KeyCode::F(1));
    let screen = bench.screen();
    assert!(screen.contains("Paste the cut text") && !screen.contains("Earlier lines"), "{screen}");
}

#[test]
fn a_filter_is_not_drawn_over_the_heading() {
    let mut bench = Bench::new(100, 30);
    // It has the longest heading.
    bench.model.panel_mut().shows.order.key = fcp_browse::SortKey::Extension;
    bench.shows("extension ↑");
    bench.ctrl('f').keys("x");
    let screen = bench.screen();
    let line = screen.lines().find(|line| line.contains("Filter")).unwrap();
    let left: String = line.chars().take(50).collect();
    assert!(left.contains("Filter  x") && !left.contains('↑'), "{screen}");
}

#[test]
fn a_key_lists_again_and_draws_all_of_the_screen() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('l');
    assert!(bench.effects.contains(&Effect::Redraw) && bench.last_list().is_some());
}

#[test]
fn a_narrow_screen_shows_whole_numbers() {
    let mut bench = Bench::new(50, 20);
    bench.play("clean-copy", halfway).press(KeyCode::F(2));
    let screen = bench.screen();
    insta::assert_snapshot!("jobs-50x20", screen);
    let mut bench = Bench::new(50, 20);
    bench.ctrl('x');
    insta::assert_snapshot!("pending-50x20", bench.screen());
    let mut bench = Bench::new(50, 20);
    bench.press(KeyCode::Down).press(KeyCode::F(5));
    insta::assert_snapshot!("copy-50x20", bench.screen());
    let mut bench = Bench::new(50, 20);
    bench.press(KeyCode::F(1));
    assert!(bench.screen().trim_end().ends_with("Esc Close"), "{}", bench.screen());
}
