//! Tests that a mirror makes the destination like the source, and removes nothing that it must not.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod mounts;
mod named;
mod refused;
mod unchanged;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use fcp_engine::event::{Answer, Event, FileKind, Outcome, Resolution, Scope};
use fcp_engine::record::Home as EngineHome;
use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, Destination, JobSpec, MismatchPolicy, Options, Preserve,
    Removals, Seen, SeenItem, Verb,
};
use fcp_engine::{Engine, new_name};
use fcp_test_support::home::Home;
use fcp_test_support::ns::NOBODY;
use fcp_test_support::output::{Told as _, names};
use fcp_test_support::tree::{Sizes, Tree};
use fcp_test_support::{
    Kind, Scratch, What, as_nobody, assert_same, bin, has_strace, needs, program, run, with_mounts,
};

/// What the trash of the home has: each original path, with the place of the item.
fn trash_of(home: &Home) -> BTreeMap<PathBuf, PathBuf> {
    trash_at(&home.path().join(".local/share/Trash"))
}

/// Original paths in the trash, below `work`.
fn names_in_trash(home: &Home) -> Vec<String> {
    let work = home.at("");
    let name = |path: PathBuf| path.strip_prefix(&work).unwrap().to_str().unwrap().to_owned();
    trash_of(home).into_keys().map(name).collect()
}

fn trash_at(trash: &Path) -> BTreeMap<PathBuf, PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let Ok(infos) = fs::read_dir(trash.join("info")) else { return BTreeMap::new() };
    let item = |info: fs::DirEntry| {
        let text = fs::read_to_string(info.path()).unwrap();
        let path = text.lines().find_map(|line| line.strip_prefix("Path=")).unwrap();
        let mut bytes = Vec::new();
        let mut rest = path.as_bytes();
        while let Some((byte, more)) = rest.split_first() {
            rest = more;
            if *byte == b'%' {
                let (code, more) = rest.split_at(2);
                bytes.push(u8::from_str_radix(std::str::from_utf8(code).unwrap(), 16).unwrap());
                rest = more;
            } else {
                bytes.push(*byte);
            }
        }
        let original = PathBuf::from(std::ffi::OsString::from_vec(bytes));
        (original, trash.join("files").join(info.path().file_stem().unwrap()))
    };
    // A kill between both leaves a description without its item, which takes no other's place.
    let items: Vec<_> = infos.map(|info| item(info.unwrap())).collect();
    let (there, gone): (Vec<_>, Vec<_>) = items.into_iter().partition(|(_, kept)| kept.exists());
    gone.into_iter().chain(there).collect()
}

/// What a mirror keeps of everything but hard links that were made anew in the source.
fn all() -> What {
    What { hard_links: false, ..What::everything() }
}

#[test]
fn what_only_the_destination_has_goes_to_the_trash_and_an_undo_brings_it_back() {
    let home = Home::temporary();
    home.make(&["src/same", "src/changed", "src/dir/new", "src/empty/"]);
    home.ok("fcp", &["-a", "src/.", "dst"]);
    home.make(&["dst/extra", "dst/dir/deep/extra", "dst/gone/with/all"]);
    let unchanged = fs::metadata(home.at("dst/same")).unwrap().ino();
    fs::write(home.at("dst/changed"), "other bytes, older or newer").unwrap();
    home.ok("fcp", &["--mirror", "--keep-replaced", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(fs::metadata(home.at("dst/same")).unwrap().ino(), unchanged);
    assert_eq!(names_in_trash(&home), ["dst/changed", "dst/dir/deep", "dst/extra", "dst/gone"]);
    // Nothing is left to do, and nothing more is removed.
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_eq!(trash_of(&home).len(), 4);
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("dst/gone/with/all"), "dst/gone/with/all");
    assert_eq!(home.read("dst/dir/deep/extra"), "dst/dir/deep/extra");
    assert_eq!(home.read("dst/changed"), "other bytes, older or newer");
}

#[test]
fn what_was_removed_is_not_counted_as_copied() {
    for how in ["--mirror", "--mirror=delete"] {
        let home = Home::temporary();
        home.make(&["src/new", "dst/old", "dst/gone/with/all"]);
        let done = home.run("fcp", &[how, "--json", "src/.", "dst"]);
        let out = String::from_utf8(done.stdout).unwrap();
        let summary = out.lines().find(|line| line.contains("job.summary")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(summary).unwrap();
        let summary = &summary["summary"];
        let removed = summary["removed"].as_u64().unwrap();
        // The trash takes a folder as one item.
        assert_eq!(removed, if how == "--mirror" { 2 } else { 4 }, "{summary}");
        // The folder and the new file were copied.
        assert_eq!(summary["done"].as_u64().unwrap() - removed, 2, "{summary}");
    }
}

#[test]
fn items_of_another_type_are_replaced_and_kept_in_the_trash() {
    for (how, kept) in [("--mirror", 3), ("--mirror=delete", 0)] {
        let home = Home::temporary();
        home.make(&["src/file", "src/dir/in", "src/link-to-be/in", "dst/file/a/b", "dst/dir"]);
        fs::write(home.at("src/was-link"), "data").unwrap();
        symlink("nowhere", home.at("dst/was-link")).unwrap();
        symlink("src", home.at("dst/link-to-be")).unwrap();
        home.ok("fcp", &[how, "-T", "src", "dst"]);
        assert_same(&home.at("src"), &home.at("dst"), &all());
        assert_eq!(trash_of(&home).len(), kept);
        assert_eq!(home.read("src/link-to-be/in"), "src/link-to-be/in");
    }
}

#[test]
fn what_is_in_the_way_is_foreseen_and_told_as_removed() {
    for (how, op, removed) in [("--mirror", "trash", 3), ("--mirror=delete", "unlink", 6)] {
        let home = Home::temporary();
        home.make(&[
            "src/file",
            "src/dir/in",
            "dst/file/a/b",
            "dst/file/c",
            "dst/dir",
            "dst/extra",
        ]);
        let told = |flags: &[&str]| {
            let done = home.run("fcp", &[&[how, "--json", "--events=all"], flags].concat());
            let out = String::from_utf8(done.stdout).unwrap();
            out.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<serde_json::Value>>()
        };
        let of = |events: &[serde_json::Value], kind: &str| {
            let found = events.iter().filter(|event| event["type"] == kind && event["op"] == op);
            let mut found: Vec<_> =
                found.map(|event| event["dst"]["text"].as_str().unwrap().to_owned()).collect();
            found.sort();
            found
        };
        let plan = told(&["--dry-run", "src/.", "dst"]);
        assert_eq!(of(&plan, "item.started"), ["dst/./dir", "dst/./extra", "dst/./file"]);
        let made = plan.iter().find(|event| event["type"] == "job.plan").unwrap();
        assert_eq!(made["plan"]["removed"], 6);
        let events = told(&["src/.", "dst"]);
        let gone = of(&events, "item.done");
        for name in ["dst/./dir", "dst/./extra"] {
            assert!(gone.iter().any(|it| it == name), "{gone:?}");
        }
        let summary = events.iter().find(|event| event["type"] == "job.summary").unwrap();
        assert_eq!(summary["summary"]["removed"], removed, "{summary}");
        assert_same(&home.at("src"), &home.at("dst"), &all());
    }
}

#[test]
fn a_file_that_filters_leave_out_does_not_give_way_to_a_folder() {
    for (how, filter) in [
        ("--mirror", "--include=*.txt"),
        ("--mirror=delete", "--include=*.txt"),
        ("--mirror=delete", "--exclude=d*/k/x"),
    ] {
        let home = Home::temporary();
        home.make(&["src/k/in.txt", "src/a.txt", "dst/k"]);
        let is_left_out = filter.starts_with("--include");
        let foreseen = home.told("fcp", &[how, filter, "--dry-run", "src/.", "dst"]);
        let (told, code) = home.told("fcp", &[how, filter, "src/.", "dst"]);
        assert_eq!(foreseen.1, code, "{foreseen:?}");
        assert_eq!(code, i32::from(is_left_out), "{told}");
        assert_eq!(home.at("dst/k").is_file(), is_left_out, "{told}");
        assert!(home.has("dst/a.txt"));
    }
}

#[test]
fn what_filters_leave_out_stays_at_the_destination() {
    for how in ["--mirror", "--mirror=delete"] {
        let home = Home::temporary();
        home.make(&["src/a", "dst/x.o", "dst/extra/y.o", "dst/extra/deep/z", "dst/plain/in"]);
        home.make(&["dst/keep/in", "dst/other/keep"]);
        let args = [how, "--exclude=*.o", "--exclude=keep", "--exclude=other/keep", "src/.", "dst"];
        // A folder in which something stays is not counted.
        let planned = home.run("fcp", &[&["--dry-run"], &args[..]].concat());
        let planned = String::from_utf8(planned.stdout).unwrap();
        assert!(planned.contains("To remove   4 items"), "{planned}");
        let [exact, fewer] = ["--max-delete=4", "--max-delete=3"];
        assert_eq!(home.told("fcp", &[&[fewer], &args[..]].concat()).1, 1);
        assert!(home.at("dst/plain").exists());
        home.ok("fcp", &[&[exact], &args[..]].concat());
        let mut left = Vec::new();
        let mut todo = vec![home.at("dst")];
        while let Some(dir) = todo.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                left.push(path.strip_prefix(home.at("dst")).unwrap().to_str().unwrap().to_owned());
                if path.is_dir() {
                    todo.push(path);
                }
            }
        }
        left.sort();
        let kept = ["a", "extra", "extra/y.o", "keep", "keep/in", "other", "other/keep", "x.o"];
        assert_eq!(left, kept);
        let trashed =
            if how == "--mirror" { vec!["dst/extra/deep/z", "dst/plain"] } else { vec![] };
        assert_eq!(names_in_trash(&home), trashed);
    }
}

#[test]
fn several_sources_have_a_mirror_each_and_nothing_beside_them_goes() {
    let home = Home::temporary();
    home.make(&["a/x", "b/y", "c", "dst/a/extra", "dst/b/extra", "dst/beside"]);
    home.ok("fcp", &["--mirror", "a", "b", "c", "dst"]);
    assert_eq!(names_in_trash(&home), ["dst/a/extra", "dst/b/extra"]);
    assert!(home.at("dst/beside").exists() && home.at("dst/c").exists());
}

#[test]
fn a_dry_run_tells_what_would_go_and_removes_nothing() {
    let home = Home::temporary();
    home.make(&["src/a", "dst/extra", "dst/dir/in"]);
    let done = home.run("fcp", &["--mirror", "--dry-run", "-v", "src/.", "dst"]);
    let shown = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert!(
        shown.contains("To remove   3 items, counting what is in folders, moved to the trash"),
        "{shown}"
    );
    assert!(shown.contains("would move 'dst/./extra' to the trash"), "{shown}");
    let done = home.run("fcp", &["--mirror=delete", "--dry-run", "--json", "src/.", "dst"]);
    assert!(String::from_utf8(done.stdout).unwrap().contains("\"removed\":3"));
    let (told, code) =
        home.told("fcp", &["--mirror", "--max-delete=2", "--dry-run", "src/.", "dst"]);
    assert!(told.contains("more than the limit") && code == 1, "{told}");
    assert!(home.at("dst/extra").exists() && home.at("dst/dir/in").exists());
    // What the job would not do is not told either.
    let forbidden = |args: &[&str], why: &str| {
        let done = home.run("fcp", &[&["--mirror", "--dry-run", "-v"], args].concat());
        let shown = String::from_utf8(done.stdout).unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(!shown.contains("to the trash"), "{args:?}: {shown}");
        assert!(told.contains(why) && done.status.code() == Some(1), "{args:?}: {told}");
    };
    forbidden(&["--max-delete=2", "src/.", "dst"], "more than the limit");
    home.mkdir("empty");
    forbidden(&["empty/.", "dst"], "is empty");
    let done = home.run("fcp", &["--mirror", "--max-delete=3", "--dry-run", "-v", "src/.", "dst"]);
    let shown = String::from_utf8(done.stdout).unwrap();
    assert_eq!(shown.matches("would move").count(), 2, "{shown}");
}

#[test]
fn random_trees_become_equal_and_all_that_goes_is_in_the_trash() {
    for seed in 0..24 {
        let home = Home::temporary();
        let tree =
            |seed| Tree { sizes: Sizes::Mixed(4096), entries: 60, depth: 4, ..Tree::user(seed) };
        let [src, dst] = ["src", "dst"].map(|name| home.at(name));
        tree(seed).build(&src).unwrap();
        if seed % 3 == 0 {
            // Mostly the same, and some of it changed.
            run(Command::new("cp").arg("-a").args([&src, &dst]));
            tree(1000 + seed).build(&dst.join("more")).unwrap();
        } else {
            tree(1000 + seed).build(&dst).unwrap();
        }
        let [before, old] = ["before", "old"].map(|name| home.at(name));
        run(Command::new("cp").arg("-a").args([&src, &before]));
        run(Command::new("cp").arg("-a").args([&dst, &old]));
        home.ok("fcp", &["--mirror", "--keep-replaced", "src/.", "dst"]);
        assert_same(&before, &src, &What::everything());
        assert_same(&src, &dst, &What { root: false, ..all() });
        let trash = trash_of(&home);
        let mut todo = vec![PathBuf::new()];
        while let Some(below) = todo.pop() {
            for entry in fs::read_dir(old.join(&below)).unwrap() {
                let path = below.join(entry.unwrap().file_name());
                let (was, is) = (old.join(&path), src.join(&path).symlink_metadata());
                let was_dir = was.symlink_metadata().unwrap().is_dir();
                match is {
                    Ok(is) if is.is_dir() && was_dir => todo.push(path),
                    Ok(is) if is.is_dir() == was_dir => {}
                    Ok(_) | Err(_) => {
                        let kept = trash.get(&dst.join(&path));
                        let kept = kept.unwrap_or_else(|| panic!("{seed}: {}", path.display()));
                        assert_same(&was, kept, &What { hard_links: false, ..What::everything() });
                    }
                }
            }
        }
    }
}

#[test]
fn a_mirror_that_was_killed_goes_on_where_it_stopped() {
    needs!(has_strace());
    for (syscall, n) in [("renameat2", 1), ("renameat2", 3), ("unlinkat", 2), ("openat2", 7)] {
        let home = Home::temporary();
        let names = |dir: &str, part: &str| -> Vec<String> {
            (0..20).map(|n| format!("{dir}/{}/{part}{n}", n % 3)).collect()
        };
        for name in names("src", "new").iter().chain(&names("dst", "old")) {
            home.make(&[name.as_str()]);
        }
        home.make(&["src/x/in", "dst/x"]);
        let mut strace = bin::clean(Command::new("strace"));
        strace.env("HOME", home.path()).current_dir(home.at(""));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={syscall}")]);
        strace.args(["-e", &format!("inject={syscall}:signal=SIGKILL:when={n}")]);
        strace.arg(bin::path_of("fcp")).args(["-w1", "--mirror", "src/.", "dst"]);
        run(&mut strace);
        home.ok("fcp", &["--mirror", "src/.", "dst"]);
        assert_same(&home.at("src"), &home.at("dst"), &all());
        // All twenty-one are in the trash, whichever run has moved them there.
        assert_eq!(trash_of(&home).values().filter(|kept| kept.exists()).count(), 21);
    }
}

#[test]
fn a_job_of_the_queue_mirrors_as_well() {
    let home = Home::temporary();
    home.make(&["src/a", "dst/extra"]);
    home.ok("fcp", &["--mirror", "--queue", "src/.", "dst"]);
    let ran = home.run("fcpq", &["run"]);
    assert!(ran.status.success(), "{ran:?}");
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(names_in_trash(&home), ["dst/extra"]);
}

#[test]
fn what_an_answer_keeps_under_another_name_is_not_removed() {
    let pattern = || DEFAULT_RENAME.to_owned();
    for permanent in [false, true] {
        for answer in [Answer::Rename(pattern()), Answer::RenameExisting(pattern())] {
            let home = Home::temporary();
            home.make(&[
                "src/file",
                "src/sub/dir/new",
                "src/sub/gone",
                "dst/extra",
                "dst/sub/extra",
            ]);
            fs::write(home.at("dst/file"), "old").unwrap();
            fs::write(home.at("dst/sub/dir"), "old").unwrap();
            let options = Options {
                recursive: true,
                resume: true,
                preserve: Preserve::ALL,
                on_conflict: ConflictPolicy::Ask,
                on_mismatch: MismatchPolicy::Ask,
                removals: Some(Removals { permanent, ..Removals::default() }),
                ..Options::default()
            };
            let spec = JobSpec {
                options,
                ..JobSpec::copy([home.at("src")], Destination::As(home.at("dst").into()))
            };
            let engine = Engine::at_home(EngineHome { data: home.at("data"), state: None });
            let events = engine.subscribe();
            let job = engine.submit(spec).unwrap();
            let resolution = Resolution { answer: answer.clone(), scope: Scope::This };
            while let Some(told) = events.next_within(Duration::from_secs(60)) {
                match told.event {
                    Event::QuestionAsked { question, .. } => {
                        engine.answer(question.id, &resolution).unwrap();
                    }
                    Event::JobSummary { .. } => break,
                    _ => {}
                }
            }
            assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
            let other =
                |name: &str| new_name(DEFAULT_RENAME, name.as_ref(), 1).into_string().unwrap();
            let (file, dir) = (other("file"), other("dir"));
            assert_eq!(names(home.at("dst")), ["file", &file, "sub"], "{answer:?} {permanent}");
            assert_eq!(names(home.at("dst/sub")), ["dir", &dir, "gone"], "{answer:?} {permanent}");
            let (olds, news) = match answer {
                Answer::Rename(_) => (["file", "sub/dir"].map(String::from), [file, dir]),
                _ => ([file, format!("sub/{dir}")], ["file", "dir"].map(String::from)),
            };
            for old in olds {
                assert_eq!(home.read(&format!("dst/{old}")), "old");
            }
            assert_eq!(home.read(&format!("dst/{}", news[0])), "src/file");
            assert_eq!(home.read(&format!("dst/sub/{}/new", news[1])), "src/sub/dir/new");
        }
    }
}
