//! What failed is told, and is done by a retry.

use super::*;

#[test]
fn parts_in_which_something_failed_begin_anew() {
    // Root makes the link that is the program, since `nobody` has no permission to.
    bin::path_of("fcp");
    while_nobody(retry_as_nobody);
}

fn retry_as_nobody() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    for dir in ["a", "b", "locked"] {
        fs::create_dir_all(src.join(dir)).unwrap();
        for n in 0..30 {
            fs::write(src.join(dir).join(format!("f{n}")), format!("{dir} {n}")).unwrap();
        }
    }
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=25"]);
    fs::set_permissions(src.join("a/f7"), PermissionsExt::from_mode(0o000)).unwrap();
    fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o000)).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "--all"]);
    assert_eq!(code, 1);
    assert!(
        err.contains("a/f7") && err.contains("permission denied")
            || err.contains("Permission denied"),
        "{err}"
    );
    let before = status(scratch.path());
    let failed = before["failed"].as_array().unwrap().len();
    assert!(failed >= 2 && before["items_failed"].as_u64().unwrap() >= 2, "{before}");
    let (shown, _, code) = told(scratch.path(), &["plan", "status", "plan"]);
    assert_eq!(code, 1);
    assert!(shown.contains("f7"), "{shown}");
    // Another attempt at such a part says what to do instead.
    let number = before["failed"][0].to_string();
    let (_, err, code) = told(scratch.path(), &["part", "plan", &number]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("fcp plan retry"), "{err}");

    fs::set_permissions(src.join("a/f7"), PermissionsExt::from_mode(0o644)).unwrap();
    fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o755)).unwrap();
    let told_by_retry = ok(scratch.path(), &["plan", "retry", "plan"]);
    let after = status(scratch.path());
    assert_eq!(after["left"].as_u64().unwrap() as usize, failed, "{told_by_retry}");
    assert_eq!(after["failed"], Value::Array(vec![]));
    ok(scratch.path(), &["part", "plan", "--all"]);
    let after = status(scratch.path());
    assert_eq!(after["items_done"], after["items"], "no item is counted twice");
    assert_eq!(after["failures"], Value::Array(vec![]));
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&src, &scratch.join("dst"), &What::everything());
    assert_eq!(ok(scratch.path(), &["plan", "retry", "plan"]), "Nothing has failed\n");
}

#[test]
fn folders_without_permissions_are_finished_by_a_user() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("a/b/c")).unwrap();
        for (n, dir) in ["a", "a/b", "a/b/c"].into_iter().enumerate() {
            fs::write(src.join(dir).join(format!("f{n}")), dir).unwrap();
        }
        let modes = [("a/b/c", 0o555), ("a/b", 0o500), ("a", 0o511)];
        for (dir, mode) in modes {
            fs::set_permissions(src.join(dir), PermissionsExt::from_mode(mode)).unwrap();
        }
        ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=1"]);
        ok(scratch.path(), &["part", "plan", "--all"]);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        for (dir, mode) in modes {
            let meta = fs::metadata(scratch.join("dst").join(dir)).unwrap();
            assert_eq!(meta.mode() & 0o777, mode, "{dir}");
            assert_eq!(
                meta.mtime_nsec(),
                fs::metadata(src.join(dir)).unwrap().mtime_nsec(),
                "{dir}"
            );
        }
        // Again, as after a kill; the folders have their modes already.
        ok(scratch.path(), &["plan", "finish", "plan"]);
    });
}

#[test]
fn a_link_that_takes_the_place_of_a_folder_is_not_followed() {
    let scratch = Scratch::new();
    let outside = scratch.join("outside");
    for dir in [scratch.join("src/a"), scratch.join("src/b"), scratch.join("dst"), outside.clone()]
    {
        fs::create_dir_all(&dir).unwrap();
    }
    for file in ["src/a/x", "src/b/y", "outside/x"] {
        fs::write(scratch.join(file), file).unwrap();
    }
    ok(scratch.path(), &["plan", "-aT", "src", "dst", "--out=plan"]);
    fs::rename(scratch.join("src/a"), scratch.join("moved")).unwrap();
    symlink("../outside", scratch.join("src/a")).unwrap();
    symlink("../outside", scratch.join("dst/b")).unwrap();
    told(scratch.path(), &["part", "plan", "0"]).ends(1);
    assert!(!scratch.join("dst/a/x").exists());
    assert_eq!(names(&outside), ["x"]);
    assert_eq!(fs::read_to_string(outside.join("x")).unwrap(), "outside/x");
    let before = fs::metadata(&outside).unwrap();
    told(scratch.path(), &["plan", "finish", "plan"]);
    let after = fs::metadata(&outside).unwrap();
    assert_eq!((before.mtime(), before.mtime_nsec()), (after.mtime(), after.mtime_nsec()));
}

#[test]
fn a_plan_whose_part_is_missing_is_not_finished() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 71);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=50"]);
    ok(scratch.path(), &["part", "plan", "--all"]);
    for dir in ["done", "parts"] {
        fs::remove_file(scratch.join("plan").join(dir).join("000001"))
            .or_else(|error| if dir == "parts" { Ok(()) } else { Err(error) })
            .unwrap();
    }
    let (_, err, code) = told(scratch.path(), &["plan", "finish", "plan"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("part 1 is missing"), "{err}");
    let (shown, _, code) = told(scratch.path(), &["plan", "status", "plan"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("1 missing"), "{shown}");
}

/// A source with a file, and a folder that its owner may not read.
fn with_a_locked_folder() -> Scratch {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("src/locked")).unwrap();
    fs::write(scratch.join("src/file"), "x").unwrap();
    fs::write(scratch.join("src/locked/file"), "x").unwrap();
    set_mode(&scratch.join("src/locked"), 0o000);
    scratch
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

#[test]
fn what_the_walk_could_not_read_is_told_to_the_end() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = with_a_locked_folder();
        told(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan"]).ends(1);
        told(scratch.path(), &["part", "plan", "--all"]);
        for word in ["status", "finish"] {
            let (out, err, code) = told(scratch.path(), &["plan", word, "plan"]);
            assert_eq!(code, 1, "{out}{err}");
            assert!(out.contains("could not be read when the plan was made"), "{out}{err}");
        }
        set_mode(&scratch.join("src/locked"), 0o755);
    });
}

#[test]
fn a_walk_that_is_aborted_leaves_no_plan() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = with_a_locked_folder();
        let plan = ["plan", "-a", "--on-error=abort", "src", "dst", "--out=plan"];
        let (out, err, code) = told(scratch.path(), &plan);
        assert_ne!(code, 0, "{out}{err}");
        assert!(!scratch.join("plan").exists(), "{out}{err}");
        set_mode(&scratch.join("src/locked"), 0o755);
    });
}

#[test]
fn what_an_aborted_part_has_left_alone_is_copied_after_a_retry() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    fs::create_dir(&src).unwrap();
    for n in 0..40 {
        fs::write(src.join(format!("f{n}")), n.to_string()).unwrap();
    }
    ok(scratch.path(), &["plan", "-a", "-w1", "--on-error=abort", "src", "dst", "--out=plan"]);
    fs::rename(src.join("f20"), scratch.join("f20")).unwrap();
    told(scratch.path(), &["part", "plan", "0"]).ends(1);
    fs::rename(scratch.join("f20"), src.join("f20")).unwrap();
    assert!(files(&scratch.join("dst")) < 40, "the test needs items that were left alone");
    ok(scratch.path(), &["plan", "retry", "plan"]);
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&src, &scratch.join("dst"), &What { mtime: false, ..What::everything() });
}
