//! Tests of what is around the making of an archive: kills, undo, events.

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
fn an_archive_is_undone_and_foreseen() {
    let scratch = scratch();
    fs::write(scratch.join("x"), "abc").unwrap();
    let (out, err, code) = pack(scratch.path(), &["--dry-run", "a.tar", "x"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("To pack") && out.contains("1 file"), "{out}");
    assert_eq!(names(scratch.path()), ["home", "x"]);
    assert_eq!(pack(scratch.path(), &["a.tar", "x"]).2, 0);
    assert!(scratch.join("a.tar").exists());
    let (_, err, code) = told(&run(&mut fcp(scratch.path(), &["--undo"])));
    assert_eq!(code, 0, "{err}");
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
