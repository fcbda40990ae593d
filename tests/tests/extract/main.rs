//! Tests that archives are unpacked as their own tools unpack them, that nothing is written outside the
//! destination, and that no file is there in part.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod foreign;
mod hostile;

use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fcp_engine::Engine;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
use fcp_test_support::bin::{clean, path_of};
use fcp_test_support::diff::{What, assert_same};
use fcp_test_support::output::{self, Told as _, names, sh, told};
use fcp_test_support::patience::until;
use fcp_test_support::{Kind, Scratch, has_strace, needs, program, run, with_exfat, with_mounts};
use serde_json::Value;

fn extract(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcp");
    command.arg("extract").args(args).current_dir(dir);
    command.env("HOME", dir.join("home")).env("TMPDIR", dir);
    command
}

/// Writes an archive with Python's standard library.
fn python(dir: &Path, script: &str) {
    let head = "import tarfile, zipfile, io\n\
                def tar(name, *items):\n\
                \x20t = tarfile.open(name, 'w', format=tarfile.GNU_FORMAT)\n\
                \x20for name, kind, data in items:\n\
                \x20 i = tarfile.TarInfo(name); i.type = kind; i.mode = 0o4755\n\
                \x20 if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE): i.linkname = data; data = ''\n\
                \x20 i.size = len(data); t.addfile(i, io.BytesIO(data.encode()))\n\
                \x20t.close()\n\
                F, L, H = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE\n";
    fs::write(dir.join("make.py"), format!("{head}{script}")).unwrap();
    sh(dir, "python3 make.py");
}

#[test]
fn a_folder_without_an_entry_has_the_time_of_now() {
    let scratch = Scratch::new();
    let script = "z = zipfile.ZipFile('a.zip', 'w')\n\
                  z.writestr(zipfile.ZipInfo('d/e/f', (2020, 1, 2, 3, 4, 6)), 'f')\n\
                  z.writestr(zipfile.ZipInfo('g', (2020, 1, 2, 3, 4, 6)), 'g')\n\
                  z.close()\n";
    python(scratch.path(), script);
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for args in [&["a.zip", "to"][..], &["--folder", "a.zip", "."]] {
        assert_eq!(told(&run(&mut extract(scratch.path(), args))).2, 0, "{args:?}");
    }
    for path in ["to", "to/d", "to/d/e", "a", "a/d", "a/d/e"] {
        let time = fs::metadata(scratch.join(path)).unwrap().modified().unwrap();
        assert!(time > before, "{path}: {time:?}");
    }
    let file = fs::metadata(scratch.join("to/d/e/f")).unwrap().modified().unwrap();
    assert!(file < before);
}

#[test]
fn a_target_that_is_no_folder_is_told_and_kept() {
    let scratch = Scratch::new();
    python(
        scratch.path(),
        "z = zipfile.ZipFile('a.zip', 'w'); z.writestr('f', 'new'); z.close()\n",
    );
    fs::write(scratch.join("file"), "old").unwrap();
    fs::copy(scratch.join("a.zip"), scratch.join("b.zip")).unwrap();
    symlink("nowhere", scratch.join("dangling")).unwrap();
    let folder = "Not a directory; archives are unpacked into a directory";
    for (target, expected) in [
        ("file", format!("target 'file': {folder}")),
        ("dangling", format!("target 'dangling': {folder}")),
        ("b.zip", "unpacks them here: fcp extract a.zip b.zip .".to_owned()),
    ] {
        told(&run(&mut extract(scratch.path(), &["a.zip", target]))).says(2, &expected);
    }
    assert_eq!(fs::read(scratch.join("file")).unwrap(), b"old");
    assert!(!scratch.join("nowhere").exists() && !scratch.join("f").exists());
    // Where both are kept, that is what happens.
    let renamed =
        told(&run(&mut extract(scratch.path(), &["--on-conflict=rename", "a.zip", "file"])));
    assert!(renamed.2 == 0 && scratch.join("file (1)/f").exists(), "{renamed:?}");
    assert_eq!(told(&run(&mut extract(scratch.path(), &["-b", "a.zip", "file"]))).2, 0);
    assert!(scratch.join("file~").is_file() && scratch.join("file/f").is_file());
}

/// A tree with everything that tar keeps.
fn tree(at: &Path) {
    fs::create_dir_all(at.join("d/locked")).unwrap();
    fs::create_dir_all(at.join("empty")).unwrap();
    fs::write(at.join("a.txt"), "hello\n").unwrap();
    fs::write(at.join("d/large"), vec![7; 3 << 20]).unwrap();
    fs::write(at.join("d/locked/in"), "x").unwrap();
    let bytes = std::ffi::OsString::from_vec(b"caf\xe9 \xff".to_vec());
    fs::write(at.join(bytes), "bytes").unwrap();
    symlink("../a.txt", at.join("d/link")).unwrap();
    symlink("/nowhere", at.join("dangling")).unwrap();
    fs::hard_link(at.join("a.txt"), at.join("d/hard")).unwrap();
    let mode = |path: &str, mode| {
        fs::set_permissions(at.join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("a.txt", 0o640);
    mode("d/locked", 0o555);
    let dir = at.parent().unwrap();
    sh(dir, "touch -d '2001-02-03 04:05:06 UTC' tree/a.txt tree/d/locked/in tree/empty");
    sh(dir, "touch -d '2002-02-03 04:05:06 UTC' tree/d/locked tree/d");
}

/// The state of all that is below a directory, with times in whole seconds: not every format has more.
fn state(root: &Path) -> Vec<(PathBuf, u32, i64, Vec<u8>)> {
    let whole = |(path, mode, (seconds, _), data)| (path, mode, seconds, data);
    output::state(root).into_iter().map(whole).collect()
}

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("to")).unwrap();
    fs::create_dir(scratch.join("home")).unwrap();
    scratch
}

#[test]
fn an_entry_that_is_a_link_to_itself_stays() {
    let scratch = Scratch::new();
    fs::write(scratch.join("name"), "data").unwrap();
    sh(scratch.path(), "tar cf a.tar name ./name name");
    told(&run(&mut extract(scratch.path(), &["a.tar", "out"]))).succeeds();
    assert_eq!(fs::read(scratch.join("out/name")).unwrap(), b"data");
}

#[test]
fn no_entry_is_lost_where_a_server_of_fuse_folds_case() {
    with_exfat(|mounts, exfat| {
        let dir = mounts.directory("archives");
        fs::create_dir(dir.join("d")).unwrap();
        for name in ["name", "Name", "d/other"] {
            fs::write(dir.join(name), name).unwrap();
        }
        fs::hard_link(dir.join("d/other"), dir.join("d/second name")).unwrap();
        // The last one is a link to itself.
        sh(&dir, "tar cf a.tar name Name d name");
        let (_, err, code) = told(&run(&mut extract(&dir, &["a.tar", exfat.to_str().unwrap()])));
        assert_eq!(code, 1, "{err}");
        let expected = "fcp extract: cannot extract 'a.tar/Name': this job has just created it from another source\n";
        let warning = err.strip_prefix(expected).unwrap_or_default();
        assert!(
            // The second name is the one that tar has met last.
            warning.contains("warning: cannot create hard link 'a.tar/d/")
                && warning.ends_with(" cannot store them (reported once)\n"),
            "{err}"
        );
        // What would be hard links are copies, and no stage is left.
        assert_eq!(fs::read(exfat.join("d/second name")).unwrap(), b"d/other");
        assert_eq!(fs::read(exfat.join("d/other")).unwrap(), b"d/other");
        let mut names: Vec<_> =
            fs::read_dir(exfat).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["d", "name"]);
        assert_eq!(fs::read(exfat.join("name")).unwrap(), b"name");
    });
}

#[test]
fn the_totals_count_the_folder_that_is_made_for_an_archive() {
    let scratch = scratch();
    sh(scratch.path(), "mkdir a into && touch a/x a/y b && tar cf one.tar a && tar cf two.tar a b");
    for args in [["one.tar", "new"], ["one.tar", "into"], ["two.tar", "."]] {
        let done = run(extract(scratch.path(), &["--json", "--events=all"]).args(args));
        let lines = output::out(&done);
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let last = |kind: &str| lines.iter().rfind(|line| line["type"] == kind).unwrap();
        let totals = &last("job.totals")["totals"]["items"];
        assert_eq!(totals, &last("job.summary")["summary"]["done"], "{args:?}");
    }
}

#[test]
fn what_tar_packs_is_unpacked_as_tar_does() {
    let scratch = scratch();
    tree(&scratch.join("tree"));
    sh(scratch.path(), "mkdir tar && tar -C tree -cf a.tar . && tar -C tar -xpf a.tar");
    for (packer, name) in [
        ("cp a.tar b.tar", "b.tar"),
        ("gzip -kc a.tar > b.tar.gz", "b.tar.gz"),
        ("xz -kc a.tar > b.tar.xz", "b.tar.xz"),
        ("zstd -qc a.tar > b.tar.zst", "b.tar.zst"),
        // Several frames, one of which is no data, under a name that says nothing.
        ("(head -c 9000 a.tar | zstd -qc; tail -c +9001 a.tar | zstd -qc) > b", "b"),
        ("tar -C tree --format=posix -cf c.tar .", "c.tar"),
        ("tar -C tree --format=ustar -cf d.tar .", "d.tar"),
    ] {
        sh(scratch.path(), packer);
        let to = format!("as-{name}");
        let (out, err, code) = told(&run(&mut extract(scratch.path(), &["-a", name, &to])));
        assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{name}");
        assert!(state(&scratch.join(&to)) == state(&scratch.join("tar")), "{name}");
        let ino = |path: &str| fs::metadata(scratch.join(&to).join(path)).unwrap().ino();
        assert_eq!(ino("a.txt"), ino("d/hard"), "{name}");
    }
    assert!(names(scratch.path()).iter().all(|name| !name.starts_with(".fcp")));
}

#[test]
fn what_zip_packs_is_unpacked_as_unzip_does() {
    let scratch = scratch();
    tree(&scratch.join("tree"));
    let line = "cd tree && rm d/hard caf* && zip -qry ../a.zip . && mkdir ../zip && cd ../zip && unzip -q ../a.zip";
    sh(scratch.path(), line);
    told(&run(&mut extract(scratch.path(), &["-p", "a.zip", "to"]))).succeeds();
    // unzip does not set the times of links.
    let without_links = |dir: &str| {
        let mut state = state(&scratch.join(dir));
        state.retain(|(_, mode, ..)| mode & 0o170_000 != 0o120_000);
        state
    };
    assert_eq!(without_links("to"), without_links("zip"));
    let link = |dir: &str| fs::read_link(scratch.join(dir).join("d/link")).unwrap();
    assert_eq!(link("to"), link("zip"));
}

#[test]
fn a_single_packed_file_is_called_as_its_archive_without_the_ending() {
    let scratch = scratch();
    fs::write(scratch.join("notes.txt"), "text").unwrap();
    for (packer, name) in
        [("gzip", "notes.txt.gz"), ("xz", "notes.txt.xz"), ("zstd -q", "notes.txt.zst")]
    {
        sh(scratch.path(), &format!("{packer} -c notes.txt > {name}"));
        assert_eq!(told(&run(&mut extract(scratch.path(), &[name, "to"]))).2, 0);
        assert_eq!(fs::read(scratch.join("to/notes.txt")).unwrap(), b"text");
        fs::remove_file(scratch.join("to/notes.txt")).unwrap();
    }
}

#[test]
fn existing_files_are_treated_as_in_a_copy() {
    let scratch = scratch();
    python(scratch.path(), "tar('a.tar', ('d/x', F, 'new'), ('y', F, 'new'))\n");
    let fill = || {
        drop(fs::remove_dir_all(scratch.join("to")));
        fs::create_dir_all(scratch.join("to/d")).unwrap();
        fs::write(scratch.join("to/d/x"), "old").unwrap();
        fs::write(scratch.join("to/d/mine"), "mine").unwrap();
    };
    let read = |name: &str| fs::read_to_string(scratch.join("to").join(name)).unwrap();
    for (flag, x) in [("-n", "old"), ("--on-conflict=overwrite", "new"), ("-b", "new")] {
        fill();
        let (_, err, code) = told(&run(&mut extract(scratch.path(), &[flag, "a.tar", "to"])));
        assert_eq!((err.as_str(), code), ("", 0), "{flag}");
        assert_eq!([read("d/x"), read("d/mine"), read("y")], [x, "mine", "new"], "{flag}");
    }
    assert_eq!(read("d/x~"), "old");
    fill();
    assert_eq!(
        told(&run(&mut extract(scratch.path(), &["--on-conflict=rename", "a.tar", "to"]))).2,
        0
    );
    assert_eq!([read("d/x"), read("d/x (1)")], ["old", "new"]);
    fill();
    let (_, _, code) =
        told(&run(&mut extract(scratch.path(), &["--on-conflict=fail", "a.tar", "to"])));
    assert_eq!((code, read("d/x").as_str(), read("y").as_str()), (1, "old", "new"));
}

#[test]
fn an_extraction_is_undone_and_redone() {
    let scratch = scratch();
    tree(&scratch.join("tree"));
    sh(scratch.path(), "tar -C tree -cf a.tar .");
    fs::create_dir(scratch.join("to/d")).unwrap();
    fs::write(scratch.join("to/d/mine"), "mine").unwrap();
    assert_eq!(told(&run(&mut extract(scratch.path(), &["a.tar", "to"]))).2, 0);
    let whole = names(scratch.join("to"));
    let again = |flag: &str| {
        let mut command = program("fcp");
        command.arg(flag).current_dir(scratch.path()).env("HOME", scratch.join("home"));
        told(&run(&mut command))
    };
    again("--undo").ends(0);
    assert_eq!(
        (names(scratch.join("to")), names(scratch.join("to/d"))),
        (vec!["d".to_owned()], vec!["mine".to_owned()])
    );
    assert_eq!(again("--redo").2, 0);
    assert_eq!(names(scratch.join("to")), whole);
}

#[test]
fn a_part_is_chosen_by_globs() {
    let scratch = scratch();
    python(
        scratch.path(),
        "tar('a.tar', ('d/x.o', F, ''), ('d/y.c', F, ''), ('skip/z.c', F, ''))\n",
    );
    let args = ["--exclude=skip", "--include=*.c", "a.tar", "to"];
    assert_eq!(told(&run(&mut extract(scratch.path(), &args))).2, 0);
    assert_eq!(
        (names(scratch.join("to")), names(scratch.join("to/d"))),
        (vec!["d".to_owned()], vec!["y.c".to_owned()])
    );
}

#[test]
fn what_was_not_chosen_is_no_failure_whatever_its_name_is() {
    let scratch = scratch();
    python(
        scratch.path(),
        "z = zipfile.ZipFile('a.zip', 'w')\n\
         for n in ('dup.txt', '../bad', '/dup.txt', 'x' * 20000): z.writestr(n, n)\n\
         z.close()\n",
    );
    let spec = |only: &str| {
        let at = |name: &str| WirePath::from(scratch.join(name));
        let mut options = Options::default();
        options.filter.only = vec![at(only)];
        let destination = Some(Destination::Into(at("to")));
        JobSpec { verb: Verb::Extract, sources: vec![at("a.zip")], destination, options }
    };
    let engine = Engine::new();
    let ended = |spec| engine.wait(engine.submit(spec).unwrap()).unwrap();
    let one = ended(spec("a.zip/dup.txt"));
    assert_eq!((one.done, one.failed, one.skipped), (1, 0, 0));
    // What was chosen fails as before.
    assert_eq!(ended(spec("a.zip")).failed, 3);
    let args = ["--include=b*", "a.zip", "to"];
    assert_eq!(told(&run(&mut extract(scratch.path(), &args))).2, 1);
}

#[test]
fn several_items_get_a_folder_of_their_own() {
    let scratch = scratch();
    python(
        scratch.path(),
        "tar('many.tar', ('a', F, ''), ('b', F, ''))\ntar('one.tar', ('top/a', F, ''))\n",
    );
    let args = ["--folder", "many.tar", "one.tar", "to"];
    assert_eq!(told(&run(&mut extract(scratch.path(), &args))).2, 0);
    assert_eq!(names(scratch.join("to")), ["many", "top"]);
    assert_eq!(names(scratch.join("to/many")), ["a", "b"]);
}

#[test]
fn a_dry_run_foresees_it_and_changes_nothing() {
    let scratch = scratch();
    python(scratch.path(), "tar('a.tar', ('d/x', F, 'abc'), ('y', F, 'abc'))\n");
    fs::write(scratch.join("to/y"), "old").unwrap();
    let (out, err, code) = told(&run(&mut extract(scratch.path(), &["--dry-run", "a.tar", "to"])));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("To extract") && out.contains("1 file exists"), "{out}");
    assert_eq!(names(scratch.join("to")), ["y"]);
}

#[test]
fn a_killed_extraction_leaves_no_file_and_the_next_one_tidies_up() {
    let scratch = scratch();
    fs::write(scratch.join("large"), vec![1; 8 << 20]).unwrap();
    sh(scratch.path(), "tar -cf a.tar large");
    let mut command = extract(scratch.path(), &["--limit-rate=1M", "a.tar", "to"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("the stage is there", || !names(scratch.join("to")).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    let left = names(scratch.join("to"));
    assert!(left.iter().all(|name| name.starts_with(".fcp-")), "{left:?}");
    assert_eq!(told(&run(&mut extract(scratch.path(), &["a.tar", "to"]))).2, 0);
    assert_eq!(names(scratch.join("to")), ["large"]);
    assert_same(&scratch.join("large"), &scratch.join("to/large"), &What::contents());
}

#[test]
fn a_stage_that_cannot_be_made_leaves_nothing() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let dir = mounts.directory("archives");
        fs::write(dir.join("f"), "x").unwrap();
        sh(&dir, "tar -cf a.tar f");
        let mut failed = 0;
        // The root, the stage, its lock and the folder in it take an inode each, and the file one.
        for inodes in 1..6 {
            let to = mounts.tmpfs(&format!("nr_inodes={inodes}"));
            let (_, err, code) = told(&run(&mut extract(&dir, &["a.tar", to.to_str().unwrap()])));
            failed += i32::from(code != 0);
            let expected: &[&str] = if code == 0 { &["f"] } else { &[] };
            assert_eq!(names(&to), expected, "{inodes}: {err}");
        }
        assert_eq!(failed, 4);
    });
}

#[test]
fn a_lock_that_cannot_be_opened_again_is_no_other_process() {
    needs!(has_strace());
    let scratch = scratch();
    fs::write(scratch.join("f"), "x").unwrap();
    sh(scratch.path(), "tar -cf a.tar f");
    let mut strace = clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-o", "/dev/null", "-P", "lock", "-e", "trace=openat"]);
    strace.args(["-e", "inject=openat:error=ENOENT:when=2"]).arg(path_of("fcp"));
    strace.args(["extract", "a.tar", "to"]).current_dir(scratch.path());
    let (_, err, code) = told(&run(strace.env("HOME", scratch.join("home"))));
    assert_eq!((code, names(scratch.join("to"))), (0, vec!["f".to_owned()]), "{err}");
}

#[test]
fn the_events_are_those_of_entries() {
    let scratch = scratch();
    python(scratch.path(), "tar('a.tar', ('d/x', F, 'abc'))\n");
    let output = run(&mut extract(scratch.path(), &["--json", "--events=all", "a.tar", "to"]));
    let text = String::from_utf8(output.stdout).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let done: Vec<_> = events.iter().filter(|event| event["type"] == "item.done").collect();
    let shown = |event: &Value| {
        (event["op"].clone(), event["src"]["text"].clone(), event["dst"]["text"].clone())
    };
    assert_eq!(shown(done[0]), ("extract".into(), "a.tar/d/x".into(), "to/d/x".into()));
    assert_eq!(shown(done[1]), ("make_dir".into(), "a.tar/d".into(), "to/d".into()));
    let summary = &events.iter().find(|event| event["type"] == "job.summary").unwrap()["summary"];
    assert_eq!((&summary["done"], &summary["bytes"]), (&2.into(), &3.into()));
}

#[test]
fn an_item_called_extract_is_not_mistaken_for_the_command() {
    let scratch = scratch();
    fs::File::create(scratch.join("extract")).unwrap().write_all(b"x").unwrap();
    let (_, err, code) = told(&run(&mut extract(scratch.path(), &["to"])));
    assert_eq!(code, 2);
    assert!(err.contains("write fcp ./extract to copy it"), "{err}");
}

#[test]
fn an_archive_replaces_nothing_that_another_one_has_brought() {
    let scratch = Scratch::new();
    let script = "tar('a.tar', ('x', F, 'one'), ('d', F, 'one'), ('e/in', F, 'one'))\n\
                  tar('b.tar', ('x', F, 'two'), ('d/in', F, 'two'), ('e/in', F, 'two'), ('new', F, ''))\n";
    python(scratch.path(), script);
    fs::create_dir(scratch.join("o")).unwrap();
    let (_, err, code) = told(&run(&mut extract(scratch.path(), &["a.tar", "b.tar", "o"])));
    assert_eq!(code, 1, "{err}");
    assert_eq!(err.matches("just created it from another source").count(), 2, "{err}");
    let read = |name: &str| fs::read_to_string(scratch.join("o").join(name)).unwrap();
    assert_eq!((read("x"), read("d"), read("e/in")), ("one".into(), "one".into(), "one".into()));
    assert!(scratch.join("o/new").exists());
    // The policy decides what becomes of the second one, and what was there before is replaced.
    for (flag, expected) in [("-n", 1), ("--on-conflict=rename", 1), ("--backup=numbered", 1)] {
        fs::remove_dir_all(scratch.join("o")).unwrap();
        fs::create_dir(scratch.join("o")).unwrap();
        let done = run(&mut extract(scratch.path(), &[flag, "a.tar", "b.tar", "o"]));
        let (_, err, code) = told(&done);
        assert!(code <= expected && !err.contains("just created"), "{flag}: {err}");
        let names = output::names(scratch.join("o"));
        let texts = names.iter().filter_map(|name| {
            fs::read_to_string(scratch.join("o").join(name)).ok().filter(|text| text == "one")
        });
        assert!(texts.count() >= 2, "{flag}: {names:?}");
    }
    fs::remove_dir_all(scratch.join("o")).unwrap();
    fs::create_dir(scratch.join("o")).unwrap();
    fs::write(scratch.join("o/x"), "old").unwrap();
    assert_eq!(told(&run(&mut extract(scratch.path(), &["a.tar", "o"]))).2, 0);
    assert_eq!(told(&run(&mut extract(scratch.path(), &["b.tar", "o"]))).2, 1);
    assert_eq!(read("x"), "two");
}
