//! Tests of undos, from here, of what the other machine has done. It has a home of its own, and records there.

use super::foreign::frame;
use super::*;
use fcp_test_support::{has_strace, needs};

/// A place whose other machine has the home `away`.
fn apart() -> Place {
    let place = Place::new();
    place.home.make(&["a", "b", "d/f", "away/"]);
    let program = bin::path_of("fcp");
    place.script(
        "there",
        &format!("export HOME={}\nexec {} \"$@\"", place.at("away").display(), program.display()),
    );
    place
}

fn told(place: &Place, tool: &str, args: &[&str], script: &str) -> (String, String, i32) {
    let mut command = place.home.command(tool, args);
    command.env("FCP_RSH", place.home.path().join(script));
    command.arg(format!("--remote-fcp={}", place.home.path().join("there").display()));
    output::told(&run(&mut command))
}

#[track_caller]
fn ok(place: &Place, tool: &str, args: &[&str]) {
    assert_eq!(told(place, tool, args, "rsh"), (String::new(), String::new(), 0), "{args:?}");
}

/// Runs fcp on the other machine.
fn there(place: &Place, args: &[&str]) -> (String, String, i32) {
    let mut command = bin::clean(Command::new(place.home.path().join("there")));
    output::told(&run(command.args(args).current_dir(place.at(""))))
}

/// The records here, or on the other machine.
fn records(home: &Path) -> Vec<PathBuf> {
    let dir = home.join(".local/state/fcp/undo");
    names(&dir).iter().map(|name| dir.join(name)).collect()
}

/// The jobs that can be undone here, the last one first.
fn listed(place: &Place) -> usize {
    let listed = place.home.run("fcp", &["--undo-list"]);
    String::from_utf8(listed.stdout).unwrap().lines().count()
}

#[test]
fn what_went_to_another_machine_is_undone_and_redone_from_here() {
    let place = apart();
    place.home.ok("fcp", &["a", "here"]);
    // It does nothing there, and so there is nothing to undo.
    assert_eq!(told(&place, "fcp", &["none", &place.far("there")], "rsh").2, 1);
    assert_eq!(place.home.records(), 1);
    place.home.make(&["there/b"]);
    ok(&place, "fcp", &["-b", "a", "b", "d", &place.far("there")]);
    let all = ["a", "b", "b~", "d"];
    assert_eq!(names(place.at("there")), all);
    let (out, err, code) = told(&place, "fcp", &["--undo", "--dry-run"], "rsh");
    assert!(code == 0 && err.is_empty() && out.contains("to the trash"), "{out}{err}");
    assert_eq!(names(place.at("there")), all);
    for _ in 0..2 {
        ok(&place, "fcp", &["--undo"]);
        assert_eq!(names(place.at("there")), ["b"]);
        assert_eq!(place.home.read("there/b"), "there/b");
        assert_eq!(names(place.at("away/.local/share/Trash/files")).len(), 3);
        assert_eq!(listed(&place), 1);
        ok(&place, "fcp", &["--redo"]);
        assert_eq!(names(place.at("there")), all);
        assert_eq!((place.home.read("there/b"), listed(&place)), ("b".into(), 2));
    }
    ok(&place, "fcp", &["--undo"]);
    assert!(place.home.has("here"));
    ok(&place, "fcp", &["--undo"]);
    assert!(!place.home.has("here"));
    told(&place, "fcp", &["--undo"], "rsh").says(3, "there is nothing to undo");
}

#[test]
fn the_very_job_is_undone_whatever_was_done_there_since() {
    let place = apart();
    ok(&place, "fcp", &["a", &place.far("one")]);
    ok(&place, "fcp", &["b", &place.far("two")]);
    assert_eq!(there(&place, &["a", "three"]).2, 0);
    ok(&place, "fcp", &["--undo=2"]);
    let has = |names: [&str; 3]| names.map(|name| place.home.has(name));
    assert_eq!(has(["one", "two", "three"]), [false, true, true]);
    ok(&place, "fcp", &["--undo"]);
    assert_eq!(has(["one", "two", "three"]), [false, false, true]);
    // What the user has undone there is undone here, too, and what was done again there can be undone again.
    ok(&place, "fcp", &["a", &place.far("one")]);
    assert_eq!(there(&place, &["--undo"]).2, 0);
    assert_eq!(there(&place, &["--redo"]).2, 0);
    assert!(place.home.has("one"));
    ok(&place, "fcp", &["--undo"]);
    assert!(!place.home.has("one"));
    ok(&place, "fcp", &["a", &place.far("one")]);
    assert_eq!(there(&place, &["--undo"]).2, 0);
    ok(&place, "fcp", &["--undo"]);
    told(&place, "fcp", &["--undo"], "rsh").says(3, "there is nothing to undo");
}

#[test]
fn the_record_of_several_runs_is_on_the_disk_before_it_takes_the_place_of_theirs() {
    needs!(has_strace());
    let place = apart();
    ok(&place, "fcp", &["a", "b", &place.far("away")]);
    let all = records(&place.at("away"));
    let [record] = all.as_slice() else { panic!("{all:?}") };
    // As a job leaves it that was cut off, and begun again.
    fs::copy(record, record.with_file_name("99999999999999999999-1-1.undo")).unwrap();
    let trace = place.home.path().join("trace");
    place.script(
        "traced",
        &format!(
            "shift; exec strace -f -qq -o '{}' -e trace=fsync,renameat,unlinkat sh -c \"$1\"",
            trace.display()
        ),
    );
    assert_eq!(told(&place, "fcp", &["--undo"], "traced").2, 0);
    let trace = fs::read_to_string(trace).unwrap();
    let calls: Vec<&str> = trace.lines().collect();
    let is_renamed = |call: &&str| call.contains("renameat(") && call.contains(".joined");
    let renamed = calls.iter().position(is_renamed).unwrap();
    assert!(calls[..renamed].iter().any(|call| call.contains("fsync(")), "{trace}");
    // Its name, too, before the other one is removed.
    assert!(calls[renamed + 1].contains("fsync("), "{trace}");
    assert!(calls[renamed + 2].contains("unlinkat("), "{trace}");
}

#[test]
fn what_was_changed_there_stays_and_is_told_with_its_machine() {
    let place = apart();
    place.home.ok("fcp", &["a", "here"]);
    ok(&place, "fcp", &["a", "b", &place.far("away")]);
    place.home.write("away/a", "edited");
    let (out, err, code) = told(&place, "fcp", &["--undo"], "rsh");
    let told_of = format!("'{}'", place.far("away/a"));
    assert!(code == 1 && out.is_empty() && err.lines().count() == 1, "{out}{err}");
    assert!(err.contains(&told_of) && err.contains("it has changed since"), "{err}");
    assert!(place.home.read("away/a") == "edited" && !place.home.has("away/b"));
    let listed = place.home.run("fcp", &["--undo-list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains("1 item could not be undone"), "{listed}");
    // As on one machine, the next one is about the job before, and the rest is tried again by its number.
    fs::remove_file(place.at("away/a")).unwrap();
    ok(&place, "fcp", &["--undo=1"]);
    assert!(place.home.has("here"));
    ok(&place, "fcp", &["--undo"]);
    assert!(!place.home.has("here"));
}

#[test]
fn what_cannot_be_undone_there_is_refused_in_a_line_and_no_earlier_job_is_undone() {
    let place = apart();
    place.home.ok("fcp", &["a", "here"]);
    ok(&place, "fcp", &["a", &place.far("there")]);
    let refused = |script: &str, expected: &str| {
        for flag in [["--undo"].as_slice(), &["--undo=1", "--dry-run"]] {
            let (out, err, code) = told(&place, "fcp", flag, script);
            assert!(code == 3 && out.is_empty() && err.lines().count() == 1, "{out}{err}");
            assert!(err.contains(expected), "{err}");
            assert!(place.home.has("here") && place.home.has("there"));
        }
    };
    place.script("broken", "exit 255");
    refused("broken", "no connection with far");
    let hello = serde_json::json!({"type": "hello", "protocol": 2, "version": "0.1"});
    let path = place.home.path().join("older.frames");
    fs::write(&path, frame(&hello)).unwrap();
    place.script("older", &format!("cat {}; cat >/dev/null", path.display()));
    refused("older", "fcp 0.1 there cannot be asked for that; run 'ssh far fcp --undo'");
    for record in records(&place.at("away")) {
        fs::remove_file(record).unwrap();
    }
    refused("rsh", "far: there is no record of this job");
}

#[test]
fn a_record_without_a_handle_says_where_the_job_is_undone() {
    let place = apart();
    place.home.ok("fcp", &["a", "here"]);
    ok(&place, "fcp", &["a", &place.far("there")]);
    // As earlier versions have written it.
    let record = records(place.home.path()).pop().unwrap();
    let text = fs::read_to_string(&record).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let mut first: serde_json::Value = serde_json::from_str(first).unwrap();
    for field in ["host", "handle"] {
        assert!(first.as_object_mut().unwrap().remove(field).is_some());
    }
    fs::write(&record, format!("{first}\n{rest}")).unwrap();
    for args in [&["--undo", "--dry-run"], &["--undo", "--progress=never"]] {
        let (_, err, code) = told(&place, "fcp", args, "rsh");
        let hint = format!("to {} is undone there, with 'ssh far fcp --undo'", place.far("there"));
        assert!(code == 3 && err.contains(&hint), "{err}");
    }
    assert!(place.home.has("here") && place.home.has("there"));
    ok(&place, "fcp", &["--undo"]);
    assert!(!place.home.has("here") && place.home.has("there"));
}

#[test]
fn a_move_is_not_undone_and_nothing_is_lost() {
    let place = apart();
    place.home.ok("fcp", &["a", "here"]);
    ok(&place, "fmv", &["d", &place.far("there")]);
    let hint = "is not undone; move the items back";
    let by_record = format!("--undo={}", records(place.home.path()).pop().unwrap().display());
    for flag in ["--undo=1", &by_record, "--undo"] {
        told(&place, "fcp", &[flag], "rsh").says(3, hint);
        assert!(place.home.has("there/f") && place.home.has("here"), "{flag}");
    }
    // There, too.
    there(&place, &["--undo"]).says(1, hint);
    assert!(place.home.has("there/f"));
}

#[test]
fn an_undo_reaches_the_machine_as_the_copy_did() {
    let place = apart();
    let [rsh, program] = ["rsh", "there"].map(|name| place.home.path().join(name));
    let program = format!("--remote-fcp={}", program.display());
    let flags = ["-e", rsh.to_str().unwrap(), &program];
    let fcp = |args: &[&str]| {
        let mut command = place.home.command("fcp", args);
        // Without the flags it would be reached so.
        command.env("FCP_RSH", place.home.path().join("broken"));
        output::told(&run(&mut command))
    };
    place.script("broken", "exit 255");
    let done = (String::new(), String::new(), 0);
    assert_eq!(fcp(&[&flags[..], &["a", &place.far("there")]].concat()), done);
    for _ in 0..2 {
        assert_eq!(fcp(&["--undo"]), done);
        assert!(!place.home.has("there"));
        assert_eq!(fcp(&["--redo"]), done);
        assert!(place.home.has("there"));
    }
    // The command line comes first.
    let broken = place.home.path().join("broken");
    fcp(&["-e", broken.to_str().unwrap(), "--undo"]).says(3, "no connection with far");
    // No file that lies elsewhere names a command that is run.
    let record = records(place.home.path()).pop().unwrap();
    fs::copy(&record, place.at("mine.undo")).unwrap();
    fcp(&["--undo=mine.undo"]).says(3, "no connection with far");
    assert!(place.home.has("there"));
    // The queue does as the record says, too.
    assert_eq!(fcp(&["--queue", "--undo"]).2, 0);
    let mut runner = place.home.command("fcpq", &["run"]);
    runner.env("FCP_RSH", &broken);
    assert_eq!(output::told(&run(&mut runner)).2, 0);
    assert!(!place.home.has("there"));
}

#[test]
fn a_program_hears_of_the_undo_there() {
    let place = apart();
    ok(&place, "fcp", &["a", &place.far("there")]);
    let (out, err, code) = told(&place, "fcp", &["--undo", "--json", "--events=all"], "rsh");
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    let events: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = events.iter().find(|event| event["type"] == "job.summary").unwrap();
    let told = ["verb", "outcome"].map(|field| &summary["summary"][field]);
    assert_eq!(told, ["undo", "completed"], "{out}");
    assert!(out.contains(&place.far("there")), "{out}");
}
