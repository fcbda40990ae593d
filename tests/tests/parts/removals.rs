//! A delete that is divided into parts removes what one process would, and nothing else.

use super::*;

fn frm(dir: &Path, args: &[&str]) -> (String, String, i32) {
    of(program("frm").args(args).current_dir(dir))
}

/// Plans a delete, which must succeed.
fn plan(dir: &Path, args: &[&str]) {
    let (out, err, code) = frm(dir, &[&["plan", "--out=plan", "-rf"], args].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
}

#[test]
fn the_union_of_all_parts_is_what_one_process_removes() {
    for (seed, flags) in [
        (5, &[][..]),
        (6, &["--exclude=*a*"][..]),
        (7, &["--include=*.txt", "--include=*1*"][..]),
        (8, &["--part-items=7", "-w1"][..]),
    ] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        for tree in ["one", "many"] {
            fs::create_dir(dir.join(tree)).unwrap();
            lay_out(&dir.join(tree).join("tree"), seed);
            fs::write(dir.join(tree).join("file"), "x").unwrap();
            symlink("tree", dir.join(tree).join("link")).unwrap();
        }
        let filters: Vec<&str> =
            flags.iter().copied().filter(|flag| flag.contains("clude")).collect();
        let operands = ["tree", "file", "link"];
        frm(&dir.join("one"), &[&["-rf"], &filters[..], &operands].concat()).succeeds();
        let many = dir.join("many");
        plan(&many, &[flags, &operands].concat());
        let before = left(&many.join("tree"));
        assert!(before.len() > 600, "a plan removes nothing");
        let mut running = workers(&many, 3);
        assert!(running.iter_mut().all(|worker| worker.wait().unwrap().success()));
        let shown = told(&many, &["plan", "status", "plan"]).0;
        assert!(shown.contains("Folders are removed by fcp plan finish"), "{shown}");
        assert!(!shown.contains("Data") && !shown.contains("times"), "{shown}");
        ok(&many, &["plan", "finish", "plan"]);
        let of_one = left(&dir.join("one"));
        let mut of_many = left(&many);
        of_many.retain(|path| !path.starts_with("plan"));
        assert_eq!(of_one, of_many, "{flags:?}");
        // The last step can be taken again.
        let again = ok(&many, &["plan", "finish", "plan"]);
        assert!(again.contains("The plan is done"), "{again}");
        assert_eq!(status(&many)["is_finished"], true);
    }
}

#[test]
fn empty_folders_are_removed_by_the_last_step_alone() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("tree/a/b/c")).unwrap();
    plan(scratch.path(), &["tree"]);
    ok(scratch.path(), &["part", "plan", "--all"]);
    assert!(scratch.join("tree/a/b/c").exists());
    let told = ok(scratch.path(), &["plan", "finish", "plan"]);
    assert!(told.contains("4 folders removed"), "{told}");
    assert!(!scratch.join("tree").exists());
}

#[test]
fn processes_that_are_killed_at_any_moment_leave_the_rest_to_others() {
    let scratch = Scratch::new();
    let mut rng = Rng::new(77);
    let (mut killed, mut rounds) = (0, 0);
    lay_out(&scratch.join("kept"), 42);
    while killed < 12 && rounds < 200 {
        rounds += 1;
        if !scratch.join("tree").exists() {
            lay_out(&scratch.join("tree"), 41);
            plan(scratch.path(), &["tree", "--part-items=20"]);
        }
        let mut running = workers(scratch.path(), 2);
        std::thread::sleep(Duration::from_micros(rng.below(30_000)));
        for worker in &mut running {
            worker.kill().unwrap();
            killed += usize::from(!worker.wait().unwrap().success());
        }
        if rng.below(4) == 0 {
            ok(scratch.path(), &["part", "plan", "--all"]);
            assert_eq!(files(&scratch.join("tree")), 0);
            ok(scratch.path(), &["plan", "finish", "plan"]);
            assert!(!scratch.join("tree").exists());
            fcp_test_support::remove_all(&scratch.join("plan")).unwrap();
        }
    }
    assert!(killed >= 12, "{killed} were killed in {rounds} rounds");
    assert!(left(&scratch.join("kept")).len() > 600);
}

#[test]
fn two_processes_on_one_part_remove_it_once() {
    let scratch = Scratch::new();
    let mut met = 0;
    for _ in 0..20 {
        lay_out(&scratch.join("tree"), 51);
        plan(scratch.path(), &["tree", "-w1"]);
        let all = files(&scratch.join("tree"));
        let mut command = fcp(scratch.path(), &["part", "plan", "0"]);
        let mut first = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let pid = Pid::from_child(&first);
        let mut has_ended = false;
        until("the first process removes", || {
            has_ended = first.try_wait().unwrap().is_some();
            has_ended || left(&scratch.join("tree")).len() < all as usize
        });
        if !has_ended {
            kill_process(pid, Signal::STOP).unwrap();
        }
        if names(scratch.join("plan/taken")).len() == 1 {
            super::claims::on_another_machine(&scratch.join("plan"));
            ok(scratch.path(), &["part", "plan", "0", "--dead-after=60"]);
            met += 1;
        }
        if !has_ended {
            kill_process(pid, Signal::CONT).unwrap();
        }
        let code = first.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 3)), "{code:?}");
        ok(scratch.path(), &["plan", "finish", "plan"]);
        assert!(!scratch.join("tree").exists());
        fcp_test_support::remove_all(&scratch.join("plan")).unwrap();
        if met == 3 {
            return;
        }
    }
    assert!(met > 0, "the first process was always faster");
}

#[test]
fn a_folder_that_has_got_something_since_stays_with_those_above_it() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    fs::create_dir_all(dir.join("tree/a/b")).unwrap();
    fs::create_dir_all(dir.join("tree/empty")).unwrap();
    fs::write(dir.join("tree/a/b/old"), "x").unwrap();
    plan(dir, &["tree", "--part-items=1"]);
    fs::write(dir.join("tree/a/b/new"), "x").unwrap();
    ok(dir, &["part", "plan", "--all"]);
    let (out, err, code) = told(dir, &["plan", "finish", "plan"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(err.contains("tree/a/b': Directory not empty"), "{err}");
    assert!(out.contains("Not all folders could be removed"), "{out}");
    let left: Vec<PathBuf> = left(&dir.join("tree")).into_iter().collect();
    assert_eq!(left, ["a", "a/b", "a/b/new"].map(PathBuf::from));
    assert_eq!(status(dir)["is_finished"], false);
}

#[test]
fn nothing_that_has_got_a_planned_name_since_is_removed() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    for name in ["keep", "tree/way/deep", "tree/swapped", "elsewhere"] {
        fs::create_dir_all(dir.join(name)).unwrap();
    }
    for name in ["tree/file", "tree/becomes a link", "tree/becomes a folder", "tree/goes"] {
        fs::write(dir.join(name), "old").unwrap();
    }
    for name in ["tree/way/deep/x", "tree/swapped/y", "keep/precious", "lone"] {
        fs::write(dir.join(name), "old").unwrap();
    }
    symlink("nowhere", dir.join("tree/link")).unwrap();
    plan(dir, &["tree", "lone"]);
    // Other programs work there meanwhile.
    let replace = |name: &str, text: &str| {
        fs::write(dir.join("new"), text).unwrap();
        fs::rename(dir.join("new"), dir.join(name)).unwrap();
    };
    replace("tree/file", "new");
    replace("lone", "new");
    fs::remove_file(dir.join("tree/becomes a link")).unwrap();
    symlink("../keep/precious", dir.join("tree/becomes a link")).unwrap();
    fs::remove_file(dir.join("tree/becomes a folder")).unwrap();
    fs::create_dir(dir.join("tree/becomes a folder")).unwrap();
    fs::remove_file(dir.join("tree/goes")).unwrap();
    // A folder on the way leads elsewhere: to the very file that was planned, even.
    fs::rename(dir.join("tree/way"), dir.join("elsewhere/way")).unwrap();
    symlink("../elsewhere/way", dir.join("tree/way")).unwrap();
    // Another folder has the name, and in it a file that the planned one had.
    fs::rename(dir.join("tree/swapped"), dir.join("elsewhere/swapped")).unwrap();
    fs::create_dir(dir.join("tree/swapped")).unwrap();
    fs::write(dir.join("tree/swapped/y"), "another").unwrap();
    fs::write(dir.join("tree/later"), "new").unwrap();
    let (out, err, code) = told(dir, &["part", "plan", "--all"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(!dir.join("tree/link").is_symlink(), "what was planned is removed: {err}");
    let kept = || {
        for name in ["tree/file", "lone", "tree/swapped/y", "tree/later", "keep/precious"] {
            assert!(dir.join(name).is_file(), "{name}");
        }
        for name in ["elsewhere/way/deep/x", "elsewhere/swapped/y"] {
            assert!(dir.join(name).is_file(), "{name}");
        }
        assert!(dir.join("tree/becomes a link").is_symlink() && dir.join("tree/way").is_symlink());
        assert!(dir.join("tree/becomes a folder").is_dir());
    };
    kept();
    let shown = status(dir);
    let failed: Vec<String> = shown["failures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["error"]["code"].to_string())
        .collect();
    assert!(failed.len() >= 6 && failed.iter().all(|code| code == "\"changed_since\""), "{shown}");
    // Nor does the last step remove a folder in which something is left, or one that is another.
    let (out, err, code) = told(dir, &["plan", "finish", "plan"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(err.contains("tree/swapped': it has changed since"), "{err}");
    kept();
    // Nor does another attempt.
    ok(dir, &["plan", "retry", "plan"]);
    assert_eq!(told(dir, &["part", "plan", "--all"]).2, 1);
    kept();
    assert!(dir.join("tree/swapped").is_dir());
}

#[test]
fn what_frm_protects_is_protected_when_it_is_planned_and_in_parts() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    fs::create_dir_all(dir.join("tree/here")).unwrap();
    fs::write(dir.join("tree/here/file"), "x").unwrap();
    let out = format!("--out={}", dir.join("plan").display());
    for (from, operand, code, why) in [
        // It has the folder of the plan in it.
        ("tree/here", "/", 2, "its folder in a source"),
        ("tree/here", "../../tree", 1, "working directory"),
        ("tree/here", ".", 1, "'.'"),
        ("tree", "here/..", 1, "'.'"),
    ] {
        let (told, err, found) = frm(&dir.join(from), &["plan", &out, "-rf", operand]);
        assert_eq!(found, code, "{operand}: {told}{err}");
        assert!(err.contains(why), "{operand}: {err}");
        assert!(!dir.join("plan/plan.json").exists(), "{operand}");
    }
    // Folders need -r.
    frm(dir, &["plan", &out, "-f", "tree"]).says(1, "tree");
    plan(dir, &["tree"]);
    // The folder in which a process of a part works is not emptied.
    let plan = dir.join("plan");
    let (told_here, err, code) =
        told(&dir.join("tree/here"), &["part", plan.to_str().unwrap(), "0"]);
    assert_eq!(code, 1, "{told_here}");
    assert!(err.contains("working directory"), "{err}");
    assert!(dir.join("tree/here/file").exists());
    ok(dir, &["plan", "retry", "plan"]);
    ok(dir, &["part", "plan", "0"]);
    assert!(!dir.join("tree/here/file").exists());
    let finish = told(&dir.join("tree/here"), &["plan", "finish", plan.to_str().unwrap()]);
    assert!(finish.2 == 1 && dir.join("tree/here").exists(), "{finish:?}");
    ok(dir, &["plan", "finish", "plan"]);
    assert!(!dir.join("tree").exists());
}

#[test]
fn what_parts_of_a_delete_cannot_keep_is_refused_in_one_line() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    fs::create_dir_all(dir.join("tree/sub")).unwrap();
    fs::write(dir.join("tree/file"), "x").unwrap();
    for (args, why) in [
        (&["--out=p", "-r", "--trash", "tree"][..], "--trash"),
        (&["--out=p", "-rf", "tree", "tree/sub"], "operands within each other"),
        (&["--out=tree/p", "-rf", "tree"], "its folder in a source"),
        (&["--out=p", "-r", "--interactive", "tree"], "questions"),
        (&["--out=p", "-rf", "--on-error=ask", "tree"], "questions"),
        (&["--out=p", "-d", "-f", "tree"], "-d"),
        (&["--out=p", "-rf", "--dry-run", "tree"], "unknown option '--dry-run'"),
    ] {
        let (_, err, code) = frm(dir, &[&["plan"], args].concat());
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(why), "{args:?}: {err}");
        assert!(!dir.join("p/plan.json").exists(), "{args:?}");
    }
    // Without a place for it, there is no plan: the word is a file, as for rm.
    frm(dir, &["plan", "-r"]).says(1, "plan");
    fs::write(dir.join("plan"), "x").unwrap();
    assert_eq!(frm(dir, &["plan"]).2, 0);
    assert!(!dir.join("plan").exists());
    // A disk that is not mounted on a machine is not taken for an empty one.
    super::removals::plan(dir, &["tree"]);
    fs::rename(dir.join("tree"), dir.join("was")).unwrap();
    fs::create_dir(dir.join("tree")).unwrap();
    let (_, err, code) = told(dir, &["part", "plan", "0"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("is not what it was when the plan was made"), "{err}");
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 3);
    assert!(dir.join("tree").is_dir() && dir.join("was/file").exists());
}
