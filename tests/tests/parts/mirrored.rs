//! A mirror that is divided into parts is the mirror that one process makes.

use super::*;

/// Plans a mirror in the folder to work in, which must succeed; gives what it told.
pub(super) fn plan(home: &Home, args: &[&str]) -> String {
    let (out, err, code) = of(&mut home.command("fcp", &[&["plan", "--out=plan"], args].concat()));
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
    out
}

/// Runs `fcp` in the folder to work in, which must succeed; gives what it told.
pub(super) fn ok(home: &Home, args: &[&str]) -> String {
    let (out, err, code) = told(home, args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
    out
}

pub(super) fn told(home: &Home, args: &[&str]) -> (String, String, i32) {
    of(&mut home.command("fcp", args))
}

/// Takes all parts of the plan and its last step, which must succeed; gives what that told.
pub(super) fn rest(home: &Home) -> String {
    ok(home, &["part", "plan", "--all"]);
    ok(home, &["plan", "finish", "plan"])
}

/// What the trash of the home has: each original path in the folder to work in, with the place of the item.
pub(super) fn trash(home: &Home) -> BTreeMap<String, PathBuf> {
    let trash = home.path().join(".local/share/Trash");
    let Ok(infos) = fs::read_dir(trash.join("info")) else { return BTreeMap::new() };
    let item = |info: fs::DirEntry| {
        let text = fs::read_to_string(info.path()).unwrap();
        let path = text.lines().find_map(|line| line.strip_prefix("Path=")).unwrap();
        let work = format!("{}/", home.at("").parent().unwrap().join("work").display());
        let name = path.strip_prefix(&work).unwrap_or(path).to_owned();
        (name, trash.join("files").join(info.path().file_stem().unwrap()))
    };
    // A kill leaves a description without its item.
    infos
        .map(|info| item(info.unwrap()))
        .filter(|(_, place)| place.symlink_metadata().is_ok())
        .collect()
}

pub(super) fn in_trash(home: &Home) -> Vec<String> {
    trash(home).into_keys().collect()
}

pub(super) fn status(home: &Home) -> Value {
    let (out, err, _) = told(home, &["plan", "status", "plan", "--json"]);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

fn start(home: &Home, args: &[&str]) -> Running {
    let mut command = home.command("fcp", args);
    Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
}

/// Two homes with the same source and the same destination: much is the same, something has changed, something is of
/// another type, and something is in the destination alone.
fn lay_out_both(scratch: &Scratch, seed: u64) -> [Home; 2] {
    let homes = ["one", "many"].map(|name| Home::new(&scratch.join(name)));
    let [one, many] = &homes;
    let (src, dst) = (one.at("src"), one.at("dst"));
    lay_out(&src, seed);
    run(Command::new("cp").arg("-a").args([&src, &dst]));
    Tree { hard_links: true, ..Tree::full(seed + 1) }
        .entries(200)
        .build(&dst.join("alone"))
        .unwrap();
    Tree::full(seed + 2).entries(60).build(&dst.join("made/alone too")).unwrap();
    one.make(&["dst/made/other/extra", "dst/made/empty/deep/extra", "dst/extra"]);
    one.make(&["src/file", "dst/file/in/the way", "src/many parts/0/f", "src/many parts/1/f"]);
    for n in 0..60 {
        one.make(&[&format!("src/many parts/f{n}")]);
    }
    one.write("dst/many parts", "a file in the way of them");
    one.write("dst/made/many names", "changed");
    fs::remove_file(dst.join("made/other/name 3")).unwrap();
    run(Command::new("cp").arg("-a").arg(one.at("src")).arg(one.at("dst")).arg(many.at("")));
    homes
}

#[test]
fn the_parts_and_the_last_step_are_the_mirror_of_one_process() {
    for (how, count, items) in [
        ("--mirror", 1, "1000"),
        ("--mirror", 3, "60"),
        ("--mirror=delete", 8, "25"),
        ("--mirror", 50, "12"),
    ] {
        let scratch = Scratch::new();
        let [one, many] = lay_out_both(&scratch, 300 + count as u64);
        let done = one.run("fcp", &[how, "--json", "-T", "src", "dst"]);
        let out = String::from_utf8(done.stdout).unwrap();
        let summary = out.lines().find(|line| line.contains("job.summary")).unwrap();
        let summary: Value = serde_json::from_str(summary).unwrap();
        let before = left(&many.at("dst"));
        plan(&many, &[how, "--part-items", items, "-T", "src", "dst"]);
        assert_eq!(left(&many.at("dst")), before, "a plan changes nothing");
        let mut running: Vec<_> =
            (0..count).map(|_| start(&many, &["part", "plan", "--all"])).collect();
        assert!(running.iter_mut().all(|worker| worker.wait().unwrap().success()));
        assert!(many.at("dst/extra").exists() && many.at("dst/alone").exists());
        ok(&many, &["plan", "finish", "plan"]);
        assert_eq!(done.status.code(), Some(0));
        assert_same(&one.at("dst"), &many.at("dst"), &What::everything());
        let what = What { hard_links: false, ..What::everything() };
        assert_same(&many.at("src"), &many.at("dst"), &what);
        // What gave way to an item of another type went with the parts; one process deletes that folder item by item.
        let gave_way = if how == "--mirror=delete" { 4 } else { 2 };
        let removed = summary["summary"]["removed"].as_u64().unwrap();
        assert_eq!(status(&many)["removed"]["removed"], removed - gave_way, "{how}");
        let (by_one, by_many) = (trash(&one), trash(&many));
        if how == "--mirror=delete" {
            // A part deletes nothing: what gives way to an item of another type is in the trash.
            assert!(by_one.is_empty());
            assert_eq!(in_trash(&many), ["dst/file", "dst/many%20parts"]);
        } else {
            assert_eq!(in_trash(&one), in_trash(&many));
        }
        for (name, kept) in &by_one {
            assert_same(kept, &by_many[name], &What::everything());
        }
        // Nothing is left to do, and nothing more is counted.
        let again = ok(&many, &["plan", "finish", "plan"]);
        let line = format!("{} items removed in the destination\n", removed - gave_way);
        assert!(again.replace(',', "").contains(&line), "{again}");
        assert_eq!(trash(&many), by_many);
    }
}

#[test]
fn what_filters_leave_out_stays_as_in_one_process() {
    for how in ["--mirror", "--mirror=delete"] {
        let scratch = Scratch::new();
        let homes = ["one", "many"].map(|name| Home::new(&scratch.join(name)));
        for home in &homes {
            home.make(&["src/a", "src/f", "dst/x.o", "dst/extra/y.o", "dst/extra/deep/z"]);
            home.make(&["dst/keep/in", "dst/other/keep", "dst/plain/in", "src/sub/s"]);
            home.make(&["dst/f/a.o", "dst/sub/t"]);
        }
        let [one, many] = &homes;
        let args = [how, "--exclude=*.o", "--exclude=keep", "--exclude=other/keep", "src/.", "dst"];
        // A folder in the way in which something stays is an item that fails, and then nothing is removed.
        let (_, told_by_one) = one.told("fcp", &args);
        plan(many, &args);
        let (_, err, code) = told(many, &["part", "plan", "--all"]);
        assert_eq!((told_by_one, code), (1, 1), "{err}");
        assert!(many.at("dst/f/a.o").exists());
        told(many, &["plan", "finish", "plan"]).says(1, "Nothing was removed, since not all");
        assert_eq!(left(&one.at("dst")), left(&many.at("dst")));
        for home in &homes {
            fs::remove_dir_all(home.at("dst/f")).unwrap();
        }
        one.ok("fcp", &args);
        ok(many, &["plan", "retry", "plan"]);
        rest(many);
        assert_eq!(left(&one.at("dst")), left(&many.at("dst")), "{how}");
        assert!(many.at("dst/extra/y.o").exists() && !many.at("dst/extra/deep").exists());
        assert_eq!(in_trash(one), in_trash(many));
    }
}

#[test]
fn several_sources_have_a_mirror_each_and_nothing_beside_them_goes() {
    let home = Home::temporary();
    home.make(&["a/x", "b/y", "c", "dst/a/extra", "dst/b/extra", "dst/beside"]);
    let out = plan(&home, &["--mirror", "a", "b", "c", "dst"]);
    assert!(out.contains("2 items in the destination, counting what is in folders, will be removed by fcp plan finish"), "{out}");
    let (shown, _, code) = told(&home, &["plan", "status", "plan"]);
    assert!(
        code == 6
            && shown.contains(
                "2 items in the destination, counting what is in folders, will be removed"
            ),
        "{shown}"
    );
    let out = rest(&home);
    assert!(out.contains("2 items removed in the destination\n"), "{out}");
    assert_eq!(in_trash(&home), ["dst/a/extra", "dst/b/extra"]);
    assert!(home.at("dst/beside").exists() && home.at("dst/c").exists());
    let shown = ok(&home, &["plan", "status", "plan"]);
    assert!(shown.contains("2 items removed in the destination"), "{shown}");
}

#[test]
fn a_limit_counts_over_the_whole_plan_before_the_first_removal() {
    for how in ["--mirror", "--mirror=delete"] {
        let home = Home::temporary();
        home.make(&["src/a", "src/x/", "src/y/", "dst/b", "dst/x/c/d/e", "dst/y/f"]);
        let to = ["--part-items=1", "src/.", "dst", "--out=plan"];
        let (out, err, code) = told(&home, &[&["plan", how, "--max-delete=4"], &to[..]].concat());
        assert!(code == 1 && err.contains("more than the limit"), "{code} {out}{err}");
        ok(&home, &["part", "plan", "--all"]);
        for _ in 0..2 {
            told(&home, &["plan", "finish", "plan"]).says(1, "more than --max-delete allows");
        }
        told(&home, &["plan", "status", "plan"]).says(1, "Nothing will be removed, since");
        assert!(home.at("dst/b").exists() && home.at("dst/x/c/d/e").exists());
        assert!(home.at("dst/a").exists() && home.at("dst/y/f").exists());
        fs::remove_dir_all(home.at("plan")).unwrap();
        plan(&home, &[how, "--max-delete=5", "--part-items=1", "src/.", "dst"]);
        rest(&home);
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
        assert_eq!(in_trash(&home).len(), if how == "--mirror" { 3 } else { 0 });
    }
}

/// Runs `fcp` while a call of this number of it kills the process; tells whether it did.
pub(super) fn killed_at(home: &Home, args: &[&str], syscall: &str, n: usize) -> bool {
    let mut strace = bin::clean(Command::new("strace"));
    strace.env("HOME", home.path()).current_dir(home.at(""));
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={syscall}")]);
    strace.args(["-e", &format!("inject={syscall}:signal=SIGKILL:when={n}")]);
    strace.arg(bin::path_of("fcp")).args(args);
    !run(&mut strace).status.success()
}

#[test]
fn a_last_step_that_is_killed_at_any_moment_removes_and_counts_once() {
    needs!(has_strace());
    let mut killed = 0;
    for (how, syscall) in [
        ("--mirror", "renameat2"),
        ("--mirror", "renameat"),
        ("--mirror", "utimensat"),
        ("--mirror=delete", "unlinkat"),
        ("--mirror=delete", "renameat"),
        ("--mirror=delete", "utimensat"),
    ] {
        for n in [1, 2, 3, 5, 9] {
            let home = Home::temporary();
            for n in 0..6 {
                home.make(&[
                    &format!("src/{n}/a"),
                    &format!("dst/{n}/b"),
                    &format!("dst/{n}/c/d/e"),
                ]);
            }
            ok(&home, &["-aT", "src", "ref"]);
            plan(&home, &[how, "-w1", "--part-items=4", "-T", "src", "dst"]);
            ok(&home, &["part", "plan", "--all"]);
            for n in [n, n + 1] {
                killed += usize::from(killed_at(&home, &["plan", "finish", "plan"], syscall, n));
            }
            let out = ok(&home, &["plan", "finish", "plan"]);
            let items = if how == "--mirror" { 12 } else { 24 };
            let line = format!("{items} items removed in the destination\n");
            assert!(out.contains(&line), "{syscall} {n}: {out}");
            assert_same(&home.at("ref"), &home.at("dst"), &What::everything());
            assert_eq!(in_trash(&home).len(), if how == "--mirror" { 12 } else { 0 });
            assert_eq!(status(&home)["removed"]["removed"], items);
        }
    }
    assert!(killed >= 20, "{killed} were killed");
}

#[test]
fn two_last_steps_at_a_time_do_no_harm() {
    for (round, how) in
        ["--mirror", "--mirror=delete", "--mirror", "--mirror=delete"].iter().enumerate()
    {
        let home = Home::temporary();
        for n in 0..40 {
            home.make(&[&format!("src/{n}/a"), &format!("dst/{n}/b"), &format!("dst/{n}/c/d/e")]);
        }
        ok(&home, &["-aT", "src", "ref"]);
        plan(&home, &[how, "--part-items=9", "-T", "src", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        let mut running: Vec<_> =
            (0..3).map(|_| start(&home, &["plan", "finish", "plan"])).collect();
        for step in &mut running {
            assert!(step.wait().unwrap().success(), "{round}");
        }
        assert_same(&home.at("ref"), &home.at("dst"), &What::everything());
        let removed = if *how == "--mirror" { 80 } else { 160 };
        assert_eq!(status(&home)["removed"]["removed"], removed);
        assert_eq!(in_trash(&home).len(), if *how == "--mirror" { 80 } else { 0 });
    }
}

#[test]
fn a_file_in_the_way_of_a_folder_gives_way_once_for_all_parts() {
    for (round, how) in ["--mirror", "--mirror=delete", "--mirror"].iter().enumerate() {
        let home = Home::temporary();
        for n in 0..200 {
            home.make(&[&format!("src/d{}/f{n}", n % 10)]);
        }
        home.make(&["dst/"]);
        for n in 0..10 {
            home.write(&format!("dst/d{n}"), "in the way");
        }
        plan(&home, &[how, "--part-items=3", "-T", "src", "dst"]);
        let mut running: Vec<_> =
            (0..8).map(|_| start(&home, &["part", "plan", "--all"])).collect();
        assert!(running.iter_mut().all(|worker| worker.wait().unwrap().success()), "{round}");
        ok(&home, &["plan", "finish", "plan"]);
        let what = What { hard_links: false, ..What::everything() };
        assert_same(&home.at("src"), &home.at("dst"), &what);
        let kept = trash(&home);
        assert_eq!(kept.len(), 10, "{how} {kept:?}");
        assert!(kept.values().all(|kept| fs::read_to_string(kept).unwrap() == "in the way"));
    }
}
