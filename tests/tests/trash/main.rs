//! Tests of the trash: items are restored to where they were, on every volume, and no item is
//! copied to another filesystem unasked.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fcp_engine::spec::JobSpec;
use fcp_engine::trash::Trashed;
use fcp_test_support::home::{Home, with_home};
use fcp_test_support::output::{err, sh};
use fcp_test_support::skip::skip;
use fcp_test_support::{
    Kind, Scratch, as_nobody, bin, has_strace, program, run, run_ok, until, with_filesystem,
    with_mounts,
};

mod emptied;
mod taken;

fn ok(output: &Output) {
    assert_eq!((err(output), output.status.code()), (String::new(), Some(0)));
}

#[test]
fn what_goes_into_the_trash_comes_back_as_it_was() {
    let home = Home::temporary();
    let at = home.at("");
    fs::create_dir(at.join("d")).unwrap();
    fs::write(at.join("d/f"), "in d").unwrap();
    fs::write(at.join("f"), "f").unwrap();
    fs::set_permissions(at.join("f"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("d", at.join("link")).unwrap();
    let before = fs::symlink_metadata(at.join("f")).unwrap();
    ok(&home.run("frm", &["--trash", "d", "f", "link"]));
    assert_eq!(fs::read_dir(&at).unwrap().count(), 0);
    let mut listed = home.trash_list();
    listed.sort();
    let path = |name: &str| at.join(name).display().to_string();
    assert_eq!(listed, [path("d"), path("f"), path("link")]);

    ok(&home.run("frm", &["--trash-restore", "d", "link", &path("f")]));
    assert_eq!(fs::read_to_string(at.join("d/f")).unwrap(), "in d");
    assert_eq!(fs::read_link(at.join("link")).unwrap(), Path::new("d"));
    let after = fs::symlink_metadata(at.join("f")).unwrap();
    assert_eq!((after.ino(), after.mode()), (before.ino(), before.mode()));
    assert_eq!(home.trash_list(), Vec::<String>::new());
    for left in ["files", "info"] {
        let left = home.path().join(".local/share/Trash").join(left);
        assert_eq!(fs::read_dir(&left).unwrap().count(), 0, "{}", left.display());
    }
}

#[test]
fn hostile_names_survive_the_trash() {
    let home = Home::temporary();
    let names: [&[u8]; 5] = [b"new\nline", b"\xff\xfe", b"a=b %41", b"-rf", b"\x1b[31m"];
    for name in names {
        fs::write(home.at("").join(OsStr::from_bytes(name)), name).unwrap();
    }
    let mut args = vec![OsStr::new("--trash"), OsStr::new("--")];
    args.extend(names.iter().map(|name| OsStr::from_bytes(name)));
    ok(&home.run("frm", &args));
    assert!(!home.trash_list().iter().any(|line| line.contains('\x1b')));
    args[0] = OsStr::new("--trash-restore");
    ok(&home.run("frm", &args));
    for name in names {
        assert_eq!(fs::read(home.at("").join(OsStr::from_bytes(name))).unwrap(), name);
    }
}

#[test]
fn the_newest_of_several_comes_back_first_and_replaces_nothing() {
    let home = Home::temporary();
    let file = home.at("").join("f");
    for text in ["first", "second"] {
        fs::write(&file, text).unwrap();
        ok(&home.run("frm", &["--trash", "f"]));
    }
    fs::write(&file, "third").unwrap();
    let refused = home.run("frm", &["--trash-restore", "f"]);
    assert_eq!(refused.status.code(), Some(1));
    // Named as it was, and not by its place in the trash.
    let told = format!("frm: cannot restore '{}': the destination exists\n", file.display());
    assert_eq!(err(&refused), told);
    assert_eq!(fs::read_to_string(&file).unwrap(), "third");
    assert_eq!(home.trash_list().len(), 2);
    fs::remove_file(&file).unwrap();
    ok(&home.run("frm", &["--trash-restore", "f"]));
    assert_eq!(fs::read_to_string(&file).unwrap(), "second");
    assert_eq!(home.trash_list().len(), 1);
}

#[test]
fn a_directory_that_has_gone_is_made_again() {
    let home = Home::temporary();
    fs::create_dir_all(home.at("").join("a/b")).unwrap();
    fs::write(home.at("").join("a/b/f"), "f").unwrap();
    ok(&home.run("frm", &["--trash", "a/b/f"]));
    fs::remove_dir_all(home.at("").join("a")).unwrap();
    ok(&home.run("frm", &["--trash-restore", "a/b/f"]));
    assert_eq!(fs::read_to_string(home.at("").join("a/b/f")).unwrap(), "f");
}

#[test]
fn what_cannot_go_is_named_and_the_rest_goes() {
    let home = Home::temporary();
    fs::write(home.at("").join("f"), "f").unwrap();
    fs::create_dir(home.at("").join("d")).unwrap();
    std::os::unix::fs::symlink("d", home.at("").join("link")).unwrap();
    let done = home.run("frm", &["--trash", ".", "missing", "f", "/", "/proc/self/..", "link/"]);
    assert_eq!(done.status.code(), Some(1));
    let told = err(&done);
    for name in ["'.'", "'missing'", "'/'", "'/proc/self/..'", "'link/'"] {
        assert!(told.lines().any(|line| line.contains(name)), "{name}: {told}");
    }
    assert_eq!(told.lines().count(), 5, "{told}");
    assert!(!home.at("").join("f").exists());
    assert!(home.at("").join("link").is_symlink() && home.at("").join("d").is_dir());
    ok(&home.run("frm", &["--trash", "-f", "missing"]));
}

#[test]
fn a_question_comes_first_if_it_is_asked_for() {
    let home = Home::temporary();
    for name in ["a", "b"] {
        fs::write(home.at("").join(name), name).unwrap();
    }
    let ask = |answer: &str| {
        let mut frm = program("frm");
        frm.env("HOME", home.path()).current_dir(home.at(""));
        frm.args(["--trash", "-i", "--json", "--control", "a", "b"]);
        let mut child = frm
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut told = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
            if line["type"] == "question.asked" {
                assert_eq!(line["question"]["about"], "removal");
                let id = &line["question"]["id"];
                writeln!(input, r#"{{"id":1,"cmd":"answer","question":{id},"answer":"{answer}"}}"#)
                    .unwrap();
            }
            told.push(line);
        }
        assert!(child.wait().unwrap().success());
        told.iter().filter(|line| line["type"] == "question.asked").count()
    };
    assert_eq!(ask("skip"), 2);
    assert!(home.at("").join("a").exists() && home.at("").join("b").exists());
    assert_eq!(ask("remove"), 2);
    assert!(!home.at("").join("a").exists() && !home.at("").join("b").exists());
    assert_eq!(home.trash_list().len(), 2);
}

#[test]
fn a_dry_run_only_counts() {
    let home = Home::temporary();
    fs::write(home.at("").join("a"), "a").unwrap();
    let planned = home.run("frm", &["--trash", "--dry-run", "a"]);
    ok(&planned);
    assert_eq!(
        String::from_utf8(planned.stdout).unwrap(),
        "To trash    1 file in 0 folders, 1 B\n"
    );
    assert!(home.at("").join("a").exists());
}

#[test]
fn a_volume_has_a_trash_of_its_own() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        fs::create_dir_all(volume.join("a/b")).unwrap();
        fs::write(volume.join("a/b/f"), "f").unwrap();
        let before = fs::metadata(volume.join("a/b/f")).unwrap().ino();
        let path = volume.join("a/b");
        ok(&home.run("frm", &[OsStr::new("--trash"), path.as_os_str()]));
        assert!(!path.exists());
        assert_eq!(home.trash_list(), [path.display().to_string()]);
        ok(&home.run("frm", &[OsStr::new("--trash-restore"), path.as_os_str()]));
        // Moved, not copied.
        assert_eq!(fs::metadata(path.join("f")).unwrap().ino(), before);
    });
}

#[test]
fn what_another_user_has_mounted_has_no_trash_to_list() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let volume = mounts.tmpfs("size=1m,mode=700");
        fs::set_permissions(mounts.root(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = program("frm");
        command.arg("--trash-list").env("HOME", "/nowhere");
        let Some(command) = as_nobody(&mut command) else { return };
        let told = err(&run(command));
        assert!(!told.contains(volume.to_str().unwrap()), "{told}");
    });
}

#[test]
fn a_file_in_the_place_of_the_trash_of_a_volume_is_named() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        let user = rustix::process::getuid().as_raw();
        fs::write(volume.join(format!(".Trash-{user}")), "").unwrap();
        let path = volume.join("f");
        fs::write(&path, "f").unwrap();
        let refused = home.run("frm", &[OsStr::new("--trash"), path.as_os_str()]);
        assert_eq!(refused.status.code(), Some(1));
        let why = "the trash of its volume is not a folder";
        assert!(err(&refused).contains(why), "{}", err(&refused));
        assert!(path.exists());
        // Of what is no item that is not said.
        let refused = home.run("frm", &[OsStr::new("--trash"), path.join("in").as_os_str()]);
        assert!(!err(&refused).contains(why), "{}", err(&refused));
    });
}

#[test]
fn a_dry_run_foresees_what_does_not_go_to_the_trash() {
    let home = Home::temporary();
    home.make(&["dir/in"]);
    symlink("dir", home.at("link")).unwrap();
    for operand in ["dir/.", "dir/..", "link/"] {
        let codes = [&["--dry-run", "--trash", operand][..], &["--trash", operand]]
            .map(|args| home.run("frm", args).status.code());
        assert_eq!(codes, [Some(1), Some(1)], "{operand}");
    }
    for (operand, code) in [("missing", 0), ("dir/in/nothing", 0), ("dir/.", 1)] {
        for run in [&["--dry-run", "--trash", "-rf", operand][..], &["--trash", "-rf", operand]] {
            assert_eq!(home.told("frm", run).1, code, "{run:?}");
        }
    }
}

#[test]
fn a_folder_goes_to_the_trash_whole_as_foreseen_though_one_in_it_cannot_be_read() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    for (name, mode) in [("", 0o777), ("data", 0o777), ("dir", 0o777), ("dir/locked", 0)] {
        fs::create_dir_all(at(name)).unwrap();
        fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    for options in [&["--dry-run", "--trash"][..], &["--trash"]] {
        let mut frm = program("frm");
        frm.env("XDG_DATA_HOME", at("data")).args(options).arg(at("dir"));
        let Some(frm) = as_nobody(&mut frm) else { return };
        ok(&run(frm));
    }
    assert!(!at("dir").exists());
}

#[test]
fn nothing_is_copied_into_a_trash_elsewhere() {
    with_home(&[Kind::Btrfs, Kind::Tmpfs], |mounts, home| {
        let volume = mounts.filesystem(Kind::Btrfs, 128 << 20);
        let inner = volume.join("subvolume");
        mounts.subvolume(&inner);
        fs::write(inner.join("f"), "f").unwrap();
        let path = inner.join("f");
        let refused = home.run("frm", &[OsStr::new("--trash"), path.as_os_str()]);
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains("it is on another filesystem"), "{}", err(&refused));
        assert!(err(&refused).contains("where it is mounted by itself"), "{}", err(&refused));
        assert_eq!(fs::read_to_string(&path).unwrap(), "f");
        // So mounted, it has one.
        let own = mounts.directory("own");
        mounts.bind(&inner, &own);
        let done = home.run("frm", &[OsStr::new("--trash"), own.join("f").as_os_str()]);
        assert_eq!((done.status.code(), err(&done).as_str()), (Some(0), ""));
        assert!(!path.exists() && inner.join(".Trash-0/files/f").exists());
        fs::write(&path, "f").unwrap();

        // A volume whose top the user may not write to has no trash to offer.
        let closed = mounts.tmpfs("size=1m,mode=755");
        let open = closed.join("open");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        let path = open.join("f");
        fs::write(&path, "f").unwrap();
        let data = mounts.directory("data");
        fs::set_permissions(&data, fs::Permissions::from_mode(0o777)).unwrap();
        let mut frm = program("frm");
        frm.env("XDG_DATA_HOME", &data).arg("--trash").arg(&path);
        let Some(frm) = as_nobody(&mut frm) else { return };
        let refused = run(frm);
        assert_eq!(refused.status.code(), Some(1));
        assert!(err(&refused).contains("Permission denied"), "{}", err(&refused));
        assert_eq!(fs::read_to_string(&path).unwrap(), "f");
    });
}

#[test]
fn the_list_is_told_to_scripts_byte_by_byte() {
    let home = Home::temporary();
    let name = OsStr::from_bytes(b"\xff");
    fs::write(home.at("").join(name), "f").unwrap();
    ok(&home.run("frm", &[OsStr::new("--trash"), name]));
    let listed = home.run("frm", &["--trash-list", "--json"]);
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(text.lines().any(|line| line.ends_with(r#","size":1}"#)), "{text}");
    let items = text.lines().map(|line| serde_json::from_str::<Trashed>(line).unwrap());
    let found: Vec<_> = items.filter(|item| item.original.0 == home.at("").join(name)).collect();
    assert!(found.len() == 1 && found[0].deleted > 0, "{text}");
}

#[test]
fn a_volume_that_does_not_answer_hides_no_other() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.write("f", "f");
        ok(&home.run("frm", &["--trash", "f"]));
        let at = mounts.directory("dead");
        let server = match mounts.silent(&at) {
            Ok(server) => server,
            Err(error) => return skip(&format!("there is no FUSE here: {error}")),
        };
        let listed = home.run("frm", &["--trash-list"]);
        assert_eq!(listed.status.code(), Some(1), "{listed:?}");
        let told = err(&listed);
        assert!(told.contains(at.to_str().unwrap()) && told.contains("timed out"), "{told}");
        assert_eq!(home.trash_list(), [home.at("f").display().to_string()]);
        // Neither a restore nor an undo asks other volumes.
        ok(&home.run("frm", &["--trash-restore", "f"]));
        ok(&home.run("frm", &["--trash", "f"]));
        ok(&home.run("frm", &["--undo"]));
        assert_eq!(home.read("f"), "f");
        drop(server);
    });
}

#[test]
fn mounts_with_any_name_and_two_views_of_one_trash_are_listed_once() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        let odd = mounts.root().join(OsStr::from_bytes(b"odd \xff\n"));
        fs::create_dir(&odd).unwrap();
        mounts.bind(&volume, &odd);
        let path = odd.join("f");
        fs::write(&path, "f").unwrap();
        ok(&home.run("frm", &[OsStr::new("--trash"), path.as_os_str()]));
        assert!(!path.exists());
        assert_eq!(home.trash_list().len(), 1, "{:?}", home.trash_list());
        ok(&home.run("frm", &["--undo"]));
        assert_eq!(fs::read_to_string(&path).unwrap(), "f");
    });
}

#[test]
fn a_description_that_tells_no_time_is_listed_and_one_without_an_item_is_not() {
    let home = Home::temporary();
    for name in ["f", "g"] {
        home.write(name, name);
    }
    ok(&home.run("frm", &["--trash", "f", "g"]));
    let trash = home.path().join(".local/share/Trash");
    let text = format!("[Trash Info]\nPath={}\nDeletionDate=soon\n", home.at("f").display());
    fs::write(trash.join("info/f.trashinfo"), text).unwrap();
    fs::remove_file(trash.join("files/g")).unwrap();
    assert_eq!(home.trash_list(), [home.at("f").display().to_string()]);
    ok(&home.run("frm", &["--trash-restore", "f"]));
    assert_eq!(home.read("f"), "f");
}

#[test]
fn a_description_outside_of_the_trash_restores_nothing() {
    let home = Home::temporary();
    let planted = home.at("planted");
    for part in ["files", "info"] {
        fs::create_dir_all(planted.join(part)).unwrap();
    }
    fs::write(planted.join("files/f"), "planted").unwrap();
    let info = planted.join("info/f.trashinfo");
    fs::write(&info, format!("[Trash Info]\nPath={}\n", home.at("f").display())).unwrap();
    let spec = serde_json::to_string(&JobSpec::restore([info.as_path().into()])).unwrap();
    let mut served = home.command("fcp", &["--json", "--control"]);
    let mut child = served.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let line = format!("{{\"id\":1,\"cmd\":\"submit\",\"spec\":{spec}}}\n");
    child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    let told = child.wait_with_output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("\"failed\":1") && !home.has("f"), "{told}");
    assert!(planted.join("files/f").exists());
}

#[test]
fn without_a_home_it_is_said_what_to_set() {
    let dir = Scratch::new();
    fs::write(dir.join("a"), "a").unwrap();
    let done =
        run(program("frm").env_remove("HOME").current_dir(dir.path()).args(["--trash", "a"]));
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("no home directory; set HOME, or XDG_DATA_HOME"), "{}", err(&done));
    assert!(dir.join("a").exists());
}

#[test]
fn an_item_of_the_trash_and_its_description_are_deleted_as_one_item() {
    let home = Home::temporary();
    let trash = home.path().join(".local/share/Trash");
    for workers in ["1", "2"] {
        fs::write(home.at("").join("f"), "f").unwrap();
        ok(&home.run("frm", &["--trash", "f"]));
        let (file, info) = (trash.join("files/f"), trash.join("info/f.trashinfo"));
        let stray = trash.join("info/stray.trashinfo");
        fs::write(&stray, "[Trash Info]\n").unwrap();
        let told = home.run(
            "frm",
            &[
                OsStr::new("--json"),
                OsStr::new("-w"),
                OsStr::new(workers),
                file.as_os_str(),
                info.as_os_str(),
                stray.as_os_str(),
            ],
        );
        ok(&told);
        let told = String::from_utf8(told.stdout).unwrap();
        let summary = told.lines().find(|line| line.contains("\"job.summary\"")).unwrap();
        assert!(
            summary.contains("\"done\":2,"),
            "{workers}: the item and what describes nothing: {told}"
        );
        assert!(![file, info, stray].iter().any(|path| path.exists()));
    }
}

#[test]
fn an_item_that_stays_in_the_trash_keeps_its_description() {
    with_filesystem(Kind::Ext4, 16 << 20, |root| {
        let home = Home::new(root);
        let trash = home.path().join(".local/share/Trash");
        let (dir, info) = (trash.join("files/d"), trash.join("info/d.trashinfo"));
        fs::create_dir_all(home.at("").join("d/a/b")).unwrap();
        fs::write(home.at("").join("d/a/b/fixed"), "f").unwrap();
        ok(&home.run("frm", &["--trash", "d"]));
        let immutable = |flag: &str| {
            let mut chattr = Command::new("chattr");
            run_ok(chattr.arg(flag).arg(dir.join("a/b/fixed")));
        };
        // The description is named first, and workers are to spare.
        let delete = |workers: &str| {
            let told = home.run(
                "frm",
                &[OsStr::new("-r"), OsStr::new(workers), info.as_os_str(), dir.as_os_str()],
            );
            (told.status.code(), dir.exists(), info.exists())
        };
        for workers in ["-w4", "-w1"] {
            immutable("+i");
            assert_eq!(delete(workers), (Some(1), true, true), "{workers}");
            immutable("-i");
        }
        assert_eq!(delete("-w1"), (Some(0), false, false));
    });
}

#[test]
fn a_filesystem_that_is_mounted_in_a_folder_keeps_that_out_of_the_trash() {
    with_home(&[], |mounts, home| {
        home.make(&["w/mp/", "w/f", "w-beside/f", "elsewhere/precious"]);
        mounts.bind(&home.at("elsewhere"), &home.at("w/mp"));
        for flags in [&["--dry-run"][..], &[]] {
            let (told, code) = home.told("frm", &[flags, &["--trash", "-r", "w"]].concat());
            assert!(
                code == 1 && told.contains("a filesystem is mounted there"),
                "{flags:?}: {told}"
            );
        }
        assert!(home.has("w/mp/precious") && home.has("w/f"));
        // One whose name begins alike goes.
        ok(&home.run("frm", &["--trash", "-r", "w-beside"]));
        mounts.unmount(&home.at("w/mp"));
        ok(&home.run("frm", &["--trash", "-r", "w"]));
        assert!(home.has("elsewhere/precious"));
    });
}

#[test]
fn the_trash_does_not_go_into_itself() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("f", "f");
    ok(&home.run("frm", &["--trash", "f"]));
    let trash = home.path().join(".local/share/Trash");
    for path in [home.path(), &trash, &trash.join("files")] {
        // No program removes the folder that it works in.
        let done = run(home.command("frm", &["--trash"]).arg(path).current_dir(scratch.path()));
        assert_eq!(done.status.code(), Some(1));
        assert!(err(&done).contains("a directory cannot go into itself"), "{done:?}");
        // Nor is anything left of the attempt.
        let entries = |name| fs::read_dir(trash.join(name)).unwrap().count();
        assert_eq!((entries("files"), entries("info")), (1, 1), "{}", path.display());
    }
}
