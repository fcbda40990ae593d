//! Tests of what is around the making of an archive: kills, undo, events.

use fcp_engine::Engine;
use fcp_engine::event::{Answer, Event, Resolution, Scope};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{ConflictPolicy, Destination, EventLevel, JobSpec, Options};

use super::*;

#[test]
fn a_killed_job_leaves_no_archive_and_the_next_one_tidies_up() {
    let scratch = scratch();
    fs::create_dir(scratch.join("to")).unwrap();
    fs::write(scratch.join("large"), vec![1; 8 << 20]).unwrap();
    let mut command = fcp(scratch.path(), &["pack", "--limit-rate=1M", "to/a.tar", "large"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the stage is there", || !names(scratch.join("to")).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    let left = names(scratch.join("to"));
    assert!(left.iter().all(|name| name.starts_with(".fcp-")), "{left:?}");
    assert_eq!(pack(scratch.path(), &["to/a.tar", "large"]).2, 0);
    assert_eq!(names(scratch.join("to")), ["a.tar"]);
}

#[test]
fn a_file_that_is_cut_while_it_is_packed_costs_itself_and_not_its_other_names() {
    let scratch = scratch();
    fs::create_dir(scratch.join("to")).unwrap();
    fs::create_dir(scratch.join("d")).unwrap();
    fs::write(scratch.join("d/a"), vec![7; 8 << 20]).unwrap();
    fs::hard_link(scratch.join("d/a"), scratch.join("d/b")).unwrap();
    let mut command = fcp(scratch.path(), &["pack", "--limit-rate=2M", "to/a.tar", "d"]);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let begun = || {
        let stage = names(scratch.join("to")).pop()?;
        fs::metadata(scratch.join(format!("to/{stage}/in/a.tar"))).ok()
    };
    until("some of it is packed", || begun().is_some_and(|meta| meta.len() > 0));
    fs::File::options().write(true).open(scratch.join("d/a")).unwrap().set_len(4).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    sh(scratch.path(), "tar xf to/a.tar d/b");
    assert_eq!(fs::read(scratch.join("d/b")).unwrap(), [7; 4]);
}

#[test]
fn an_archive_is_undone_and_foreseen() {
    let scratch = scratch();
    fs::write(scratch.join("x"), "abc").unwrap();
    let (out, err, code) = pack(scratch.path(), &["--dry-run", "a.tar", "x"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("To pack") && out.contains("1 file"), "{out}");
    assert_eq!(names(scratch.path()), ["home", "x"]);
    assert_eq!(pack(scratch.path(), &["a.tar", "x"]).2, 0);
    assert!(scratch.join("a.tar").exists());
    told(&run(&mut fcp(scratch.path(), &["--undo"]))).ends(0);
    assert!(!scratch.join("a.tar").exists());
}

#[test]
fn the_events_are_those_of_items() {
    let scratch = scratch();
    fs::create_dir(scratch.join("d")).unwrap();
    fs::write(scratch.join("d/x"), "abc").unwrap();
    let args = ["--json", "--events=trace", "--level=0", "a.tar.zst", "d"];
    let (out, _, _) = pack(scratch.path(), &args);
    let events: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for kind in ["item.started", "item.done"] {
        let shown: Vec<_> = events
            .iter()
            .filter(|event| event["type"] == kind)
            .map(|event| {
                (event["op"].clone(), event["src"]["text"].clone(), event["dst"]["text"].clone())
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("pack".into(), "d".into(), "a.tar.zst/d".into()),
                ("pack".into(), "d/x".into(), "a.tar.zst/d/x".into())
            ]
        );
    }
    let summary = &events.iter().find(|event| event["type"] == "job.summary").unwrap()["summary"];
    assert_eq!((&summary["done"], &summary["bytes"]), (&2.into(), &3.into()));
}

#[test]
fn a_question_says_where_what_is_new_can_be_read() {
    let scratch = scratch();
    fs::write(scratch.join("x"), "1111").unwrap();
    assert_eq!(pack(scratch.path(), &["a.tar", "x"]).2, 0);
    fs::write(scratch.join("x"), "2222").unwrap();
    let at = |name: &str| WirePath::from(scratch.join(name));
    let options = Options { on_conflict: ConflictPolicy::Ask, ..Options::default() };
    let pack = JobSpec { options: options.clone(), ..JobSpec::pack([at("x")], at("a.tar")) };
    let extract =
        JobSpec { options, ..JobSpec::extract([at("a.tar")], Destination::Into(at("."))) };
    for (spec, old) in [(pack, "a.tar"), (extract, "x")] {
        let engine = Engine::new();
        let job = engine.submit(spec).unwrap();
        let asked = || engine.status().first().and_then(|job| job.questions.first().cloned());
        until("it asks", || asked().is_some());
        let question = asked().unwrap();
        let [new, there] = question.subject.readable_sides().unwrap();
        assert_eq!(there, scratch.join(".").join(old).components().collect::<PathBuf>());
        let (new, there) = (fs::read(new).unwrap(), fs::read(there).unwrap());
        assert!(new.len() == there.len() && new != there, "{question:?}");
        let skip = Resolution { answer: Answer::Skip, scope: Scope::This };
        engine.answer(question.id, &skip).unwrap();
        assert_eq!(engine.wait(job).unwrap().skipped, 1);
    }
}

#[test]
fn nothing_is_packed_until_the_archive_has_its_name() {
    let scratch = scratch();
    fs::create_dir(scratch.join("d")).unwrap();
    fs::write(scratch.join("d/x"), "2222").unwrap();
    for (answer, done) in [(Answer::Skip, 0), (Answer::Overwrite, 2)] {
        fs::write(scratch.join("a.zip"), "old").unwrap();
        let engine = Engine::new();
        let at = |name: &str| WirePath::from(scratch.join(name));
        let (on_conflict, events) = (ConflictPolicy::Ask, EventLevel::All);
        let options = Options { on_conflict, events, ..Options::default() };
        let heard = engine.subscribe();
        let spec = JobSpec { options, ..JobSpec::pack([at("d")], at("a.zip")) };
        let job = engine.submit(spec).unwrap();
        let row = || engine.status().into_iter().next().unwrap();
        until("it asks", || !row().questions.is_empty());
        let asked = row();
        let totals = asked.progress.totals.unwrap();
        assert_eq!((asked.progress.items_done, totals.items), (0, 2));
        let question = asked.questions.first().unwrap().id;
        let given = Resolution { answer: answer.clone(), scope: Scope::This };
        engine.answer(question, &given).unwrap();
        let summary = engine.wait(job).unwrap();
        let told = std::iter::from_fn(|| heard.try_next())
            .take_while(|it| !matches!(it.event, Event::JobSummary { .. }))
            .filter(|it| matches!(it.event, Event::ItemDone { .. }))
            .count();
        assert_eq!((summary.done, told), (done, done as usize), "{answer:?}");
        assert_eq!(summary.skipped, u64::from(done == 0));
        assert_eq!(summary.bytes, if done == 0 { 0 } else { 4 });
        assert_eq!(fs::read(scratch.join("a.zip")).unwrap() == b"old", done == 0);
    }
}
