//! Tests of panels that show a folder of another machine.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::Room;
use fcp_engine::error::{Action as Step, Code, OpError};
use fcp_engine::path::FarPath;
use fcp_engine::spec::{Destination, JobSpec, Verb, Way};

use super::*;
use crate::app::action::Action;
use crate::app::dialog::picker::{Item, Pick, Picker};
use crate::app::model::Run;
use fcp_presentation::undo::EditRequest;

fn far(path: &str) -> PathBuf {
    FarPath::new("web", path).unwrap().to_path()
}

/// Shows a folder of another machine on some sides.
fn bench(sides: &[usize]) -> Bench {
    let mut bench = Bench::new(120, 40);
    for &side in sides {
        bench.model.sides[side].panel_mut().dir = far("/srv/photos");
        bench.list(side, &photos());
    }
    bench.forget();
    bench
}

/// Does an action as if it was chosen from a list.
fn act(bench: &mut Bench, action: Action) {
    let item = Item::new("it", Pick::Action(action));
    bench.model.dialog = Some(Dialog::Picker(Picker::new("", "", vec![item])));
    bench.press(KeyCode::Enter);
}

/// Whether an effect may name another machine.
fn may_be_far(effect: &Effect) -> bool {
    match effect {
        // Of what is viewed, the loader asks the machine for the beginning.
        Effect::List { .. }
        | Effect::Room { .. }
        | Effect::Bookmark { .. }
        | Effect::View { .. }
        | Effect::Edit(EditRequest::MakeDirectory(_) | EditRequest::Rename { .. }) => true,
        // A command may run beside it, and learns nothing of it.
        Effect::Run(Run::Command { context, .. }) => {
            let told = context.variables();
            let told = told.iter().map(|(_, value)| *value);
            !told
                .chain(context.items.iter().map(OsString::as_os_str))
                .any(|value| value.as_encoded_bytes().contains(&0))
        }
        Effect::Add { spec, .. } => {
            matches!(spec.verb, Verb::Copy | Verb::Move | Verb::Trash | Verb::Delete)
                && matches!(spec.far(), Ok(Some(_)))
        }
        _ => false,
    }
}

#[test]
fn no_action_takes_a_path_of_another_machine_for_one_of_this() {
    for sides in [&[0][..], &[1], &[0, 1]] {
        for &action in Action::ALL {
            for marked in [false, true] {
                let mut bench = bench(sides);
                bench.press(KeyCode::Down);
                if marked {
                    bench.keys("*");
                }
                act(&mut bench, action);
                // Through the dialog, with what it proposes and with a name.
                bench.press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
                act(&mut bench, action);
                bench.keys("x").press(KeyCode::Enter).wait(REST).keys("y").press(KeyCode::Enter);
                for effect in &bench.effects {
                    let text = format!("{effect:?}");
                    let is_far = text.contains("\\0");
                    assert!(!is_far || may_be_far(effect), "{action:?} {sides:?}: {text}");
                    let shows = matches!(effect, Effect::Clipboard(_));
                    assert!(shows || !text.contains("web:"), "{action:?} {sides:?}: {text}");
                    // Neither its folder nor what is in it is looked for here.
                    let bare = text.replace("\\0web/srv/photos", "");
                    assert!(shows || !bare.contains("srv/photos"), "{action:?} {sides:?}: {text}");
                }
            }
        }
    }
}

#[test]
fn a_folder_there_is_entered_and_a_file_shown() {
    let mut bench = bench(&[0]);
    bench.press(KeyCode::Down);
    act(&mut bench, Action::View);
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
    bench.shows("Enter opens a folder on another machine");
    bench.press(KeyCode::Down).press(KeyCode::Down);
    act(&mut bench, Action::View);
    assert!(matches!(bench.effects[..], [Effect::View { .. }]), "{:?}", bench.effects);
}

#[test]
fn what_cannot_be_done_there_is_said_in_a_line() {
    for action in [
        Action::Cut,
        Action::Pack,
        Action::Checksums,
        Action::Properties,
        Action::Mode,
        Action::Edit,
        Action::Shell,
        Action::Find,
        Action::Sizes,
        Action::CompareFolders,
        Action::ShareStorage,
        Action::Duplicate,
        Action::BulkRename,
        Action::Command,
    ] {
        let mut bench = bench(&[0]);
        bench.press(KeyCode::Down);
        act(&mut bench, action);
        assert!(bench.model.dialog.is_none(), "{action:?} opened a dialog");
        let text = bench.model.notice.as_ref().map(|notice| notice.text.clone());
        let text = text.unwrap_or_default();
        assert!(
            text.contains("Not available on another machine") && text.contains("F5"),
            "{action:?}: {text}"
        );
    }
}

#[test]
fn a_command_does_not_run_with_names_of_another_machine() {
    for (line, runs) in [("ls %f", true), ("cp %f %D", false), ("rm %F", false)] {
        let mut bench = bench(&[1]);
        bench.press(KeyCode::Down);
        act(&mut bench, Action::Command);
        bench.keys(line).press(KeyCode::Enter);
        let ran = bench.effects.iter().any(|effect| matches!(effect, Effect::Run(_)));
        assert_eq!(ran, runs, "{line}");
    }
}

/// The job that was added, and the folder that it would make.
fn spec(bench: &Bench) -> (JobSpec, Option<PathBuf>) {
    let add = |effect: &Effect| match effect {
        Effect::Add { spec, missing, .. } => Some(((**spec).clone(), missing.clone())),
        _ => None,
    };
    bench.effects.iter().find_map(add).unwrap()
}

#[test]
fn a_removal_there_says_whose_trash_keeps_it_and_counts_nothing() {
    let mut trash = bench(&[0]);
    trash.press(KeyCode::Down).press(KeyCode::F(8));
    let screen = trash.screen();
    assert!(screen.contains("The trash of web keeps"), "{screen}");
    assert!(screen.contains("1 folder") && !screen.contains("so far"), "{screen}");
    assert!(trash.effects.is_empty(), "{:?}", trash.effects);
    trash.press(KeyCode::Enter);
    let (job, _) = spec(&trash);
    assert_eq!((job.verb, job.sources), (Verb::Trash, vec![far("/srv/photos/edited").into()]));
    let mut delete = bench(&[0]);
    delete.press(KeyCode::Down).press(KeyCode::F(8)).press(KeyCode::Tab);
    assert!(delete.screen().contains("cannot be undone"), "{}", delete.screen());
    delete.wait(REST).keys("y");
    let (spec, _) = spec(&delete);
    assert_eq!((spec.verb, spec.sources), (Verb::Delete, vec![far("/srv/photos/edited").into()]));
}

#[test]
fn a_copy_or_move_goes_there_and_comes_from_there() {
    let mut from = bench(&[0]);
    from.press(KeyCode::Down).press(KeyCode::F(5)).press(KeyCode::Enter);
    let (copy, missing) = spec(&from);
    assert_eq!(copy.sources, [far("/srv/photos/edited").into()]);
    assert!(missing.is_none() && copy.far().unwrap().unwrap().way == Way::Comes);
    let mut to = bench(&[1]);
    to.press(KeyCode::Down).press(KeyCode::F(5));
    assert!(to.screen().contains("web:/srv/photos/"), "{}", to.screen());
    // What is there is not known, and nothing is said of it.
    let Some(Effect::Room { ticket, to: path, .. }) = to.effects.last().cloned() else {
        panic!("{:?}", to.effects)
    };
    to.tell(Msg::Room { ticket, to: path, room: Room::default() });
    assert!(!to.screen().contains("will be made"), "{}", to.screen());
    to.press(KeyCode::Enter);
    let (copy, missing) = spec(&to);
    assert_eq!(copy.destination, Some(Destination::Into(far("/srv/photos").into())));
    assert!(missing.is_none() && copy.far().unwrap().unwrap().way == Way::Goes);
    for side in [0, 1] {
        let mut moved = bench(&[side]);
        moved.press(KeyCode::Down).press(KeyCode::F(6)).press(KeyCode::Enter);
        let (spec, missing) = spec(&moved);
        assert_eq!((spec.verb, missing), (Verb::Move, None));
        let way = if side == 0 { Way::Comes } else { Way::Goes };
        assert_eq!(spec.far().unwrap().unwrap().way, way);
    }
    // Between two other machines nothing is copied or moved.
    for key in [5, 6] {
        let mut both = bench(&[0, 1]);
        both.press(KeyCode::Down).press(KeyCode::F(key)).press(KeyCode::Enter);
        assert!(!both.effects.iter().any(|effect| matches!(effect, Effect::Add { .. })));
    }
}

#[test]
fn the_way_up_ends_at_the_root_of_that_machine() {
    let mut bench = bench(&[0]);
    for expected in [far("/srv"), far("/")] {
        act(&mut bench, Action::Parent);
        assert_eq!(bench.model.panel().dir, expected);
    }
    bench.forget();
    act(&mut bench, Action::Parent);
    assert_eq!(bench.model.panel().dir, far("/"));
    assert!(bench.last_list().is_none());
}

#[test]
fn the_folder_that_the_machine_tells_takes_the_place_of_what_was_typed() {
    let mut bench = bench(&[]);
    bench.ctrl('g').keys("me@web:docs").press(KeyCode::Enter);
    let typed = FarPath::new("me@web", "docs").unwrap().to_path();
    let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else { panic!() };
    assert_eq!(dir, typed);
    let told = FarPath::new("me@web", "/home/me/docs").unwrap().to_path();
    bench.tell(Msg::Elsewhere { ticket, dir: told.clone() });
    bench.listed(ticket, &photos());
    assert_eq!(bench.model.panel().dir, told);
    assert_eq!(bench.model.visited.first(), Some(&told));
    assert!(!bench.model.visited.contains(&typed));
    bench.shows("me@web:/home/me/docs");
    // What does not come is told where the folder would be.
    let error = OpError::refused(Step::ListDir, Code::Unreachable, told).saying("no route");
    let Some(Effect::List { ticket, .. }) = ({
        bench.ctrl('r');
        bench.last_list()
    }) else {
        panic!()
    };
    bench.tell(Msg::Unlisted { ticket, error });
    bench.shows("no route");
}

#[test]
fn a_machine_is_chosen_by_its_name() {
    let mut bench = bench(&[]);
    act(&mut bench, Action::Connect);
    assert!(bench.effects.contains(&Effect::Machines));
    bench.tell(Msg::Machines(vec!["web".into(), "website".into(), "db".into()]));
    bench.shows("website");
    bench.keys("d").press(KeyCode::Tab).press(KeyCode::Enter);
    assert_eq!(bench.model.panel().dir, FarPath::new("db", ".").unwrap().to_path());
    for wrong in ["-oProxyCommand=x", "a/b"] {
        act(&mut bench, Action::Connect);
        bench.keys(wrong).press(KeyCode::Enter);
        assert!(bench.model.dialog.is_some(), "{wrong}");
    }
}

#[test]
fn an_address_leads_to_the_folder_of_another_machine_or_says_why_not() {
    let go_to = |typed: &str| {
        let mut bench = Bench::new(120, 40);
        act(&mut bench, Action::GoTo);
        bench.keys(typed).press(KeyCode::Enter);
        bench
    };
    for typed in ["sftp://web/srv/photos", "ssh://web:22/srv/photos", "web:/srv/photos"] {
        assert_eq!(go_to(typed).model.panel().dir, far("/srv/photos"), "{typed}");
    }
    for (typed, why) in [
        ("ssh://web:2222/srv", "write “Port 2222”"),
        ("smb://nas/share", "smb:// is not supported"),
    ] {
        let bench = go_to(typed);
        assert!(bench.model.dialog.is_some() && bench.effects.is_empty(), "{typed}");
        let words = bench.screen().replace('│', "");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why), "{words}");
    }
}
