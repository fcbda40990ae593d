//! A move that is divided into parts is the move that one process makes, and loses nothing at any moment.

use super::*;

fn fmv(dir: &Path, args: &[&str]) -> (String, String, i32) {
    of(program("fmv").args(args).current_dir(dir))
}

/// Plans a move, which must succeed.
fn plan(dir: &Path, args: &[&str]) {
    let (out, err, code) = fmv(dir, &[&["plan", "--out=plan"], args].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
}

/// Runs a test with a folder here, and one on another filesystem.
fn across(test: impl FnOnce(&Path, &Path) + Send) {
    with_filesystem(Kind::Tmpfs, 512 << 20, |there| {
        let scratch = Scratch::new();
        test(scratch.path(), there);
    });
}

#[test]
fn the_union_of_all_parts_is_what_one_process_moves() {
    for (seed, flags) in
        [(71, &[][..]), (72, &["--exclude=*a*"][..]), (73, &["--part-items=9", "-w1"][..])]
    {
        across(|dir, there| {
            for tree in ["one", "many"] {
                fs::create_dir(dir.join(tree)).unwrap();
                fs::create_dir(there.join(tree)).unwrap();
            }
            lay_out(&dir.join("one/src"), seed);
            ok(dir, &["-aT", "one/src", "many/src"]);
            let to = |tree: &str| there.join(tree).join("dst").to_str().unwrap().to_owned();
            let filters: Vec<&str> =
                flags.iter().copied().filter(|flag| flag.contains("clude")).collect();
            let (one, many) = (to("one"), to("many"));
            let (_, err, code) =
                fmv(&dir.join("one"), &[&["-T"], &filters[..], &["src", &one]].concat());
            assert_eq!((code, err.as_str()), (0, ""));
            let work = dir.join("many");
            plan(&work, &[&["-T"], flags, &["src", &many]].concat());
            assert!(left(&work.join("src")).len() > 600, "a plan moves nothing");
            assert!(!Path::new(&many).exists());
            let mut running = workers(&work, 3);
            assert!(running.iter_mut().all(|worker| worker.wait().unwrap().success()));
            assert_eq!(files(&work.join("src")), files_of(&dir.join("one/src")));
            let told = ok(&work, &["plan", "finish", "plan"]);
            let stay = told.contains("since something is left in it");
            assert_eq!(stay, !filters.is_empty(), "{told}");
            assert!(
                told.contains("folders finished") && told.contains("The plan is done"),
                "{told}"
            );
            assert_eq!(left(&dir.join("one/src")), left(&work.join("src")), "{flags:?}");
            assert_eq!(dir.join("one/src").exists(), work.join("src").exists());
            assert_same(Path::new(&one), Path::new(&many), &What::everything());
            // The last step can be taken again.
            ok(&work, &["plan", "finish", "plan"]);
            assert_eq!(status(&work)["is_finished"], true);
        });
    }
}

/// Counts what is no directory, also where there is nothing.
fn files_of(root: &Path) -> u64 {
    if root.exists() { files(root) } else { 0 }
}

#[test]
fn processes_that_are_killed_at_any_moment_lose_nothing() {
    across(|dir, there| {
        let mut rng = Rng::new(91);
        let to = there.join("dst");
        let mut killed = 0;
        for round in 0..3 {
            lay_out(&dir.join("src"), 80 + round);
            ok(dir, &["-aT", "src", "ref"]);
            plan(dir, &["-T", "src", to.to_str().unwrap(), "--part-items=60"]);
            let all = left(&dir.join("ref"));
            for _ in 0..12 {
                let mut running = workers(dir, 2);
                std::thread::sleep(Duration::from_micros(rng.below(40_000)));
                for worker in &mut running {
                    worker.kill().unwrap();
                    killed += usize::from(!worker.wait().unwrap().success());
                }
                let lost = all.iter().find(|path| {
                    let is_at = |root: &Path| root.join(path).symlink_metadata().is_ok();
                    !is_at(&dir.join("src")) && !is_at(&to)
                });
                assert_eq!(lost, None);
            }
            ok(dir, &["part", "plan", "--all"]);
            ok(dir, &["plan", "finish", "plan"]);
            assert!(!dir.join("src").exists());
            assert_same(&dir.join("ref"), &to, &What::everything());
            for tree in [&dir.join("ref"), &dir.join("plan"), &to] {
                fcp_test_support::remove_all(tree).unwrap();
            }
        }
        assert!(killed >= 10, "{killed} were killed");
    });
}

#[test]
fn two_processes_on_one_part_lose_nothing() {
    across(|dir, there| {
        let to = there.join("dst");
        lay_out(&dir.join("src"), 85);
        fs::write(dir.join("src/large"), vec![7; 3 << 20]).unwrap();
        ok(dir, &["-aT", "src", "ref"]);
        plan(dir, &["-T", "src", to.to_str().unwrap(), "--limit-rate=4M", "-w1"]);
        let mut command = fcp(dir, &["part", "plan", "0"]);
        let mut first = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        until("the first process copies", || to.exists());
        let pid = Pid::from_child(&first);
        kill_process(pid, Signal::STOP).unwrap();
        super::claims::on_another_machine(&dir.join("plan"));
        ok(dir, &["part", "plan", "0", "--dead-after=60"]);
        assert_eq!(files(&dir.join("src")), 0);
        kill_process(pid, Signal::CONT).unwrap();
        let code = first.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 1 | 3)), "{code:?}");
        ok(dir, &["plan", "finish", "plan"]);
        assert!(!dir.join("src").exists());
        assert_same(&dir.join("ref"), &to, &What::everything());
    });
}

#[test]
fn what_has_come_since_the_plan_stays_and_keeps_its_folder() {
    across(|dir, there| {
        let to = there.join("dst");
        fs::create_dir_all(dir.join("src/sub")).unwrap();
        for name in ["same", "changed", "replaced", "sub/linked", "gone"] {
            fs::write(dir.join("src").join(name), "old").unwrap();
        }
        fs::hard_link(dir.join("src/sub/linked"), dir.join("src/other name")).unwrap();
        plan(dir, &["-T", "src", to.to_str().unwrap()]);
        fs::write(dir.join("src/changed"), "newer").unwrap();
        fs::write(dir.join("new"), "new").unwrap();
        fs::rename(dir.join("new"), dir.join("src/replaced")).unwrap();
        fs::remove_file(dir.join("src/gone")).unwrap();
        fs::write(dir.join("src/sub/later"), "later").unwrap();
        let (out, err, code) = told(dir, &["part", "plan", "--all"]);
        // What is in neither place is told, and what is another file under the name of a planned one.
        assert!(code == 1 && err.contains("gone") && err.contains("replaced"), "{out}{err}");
        let stays = ["replaced", "sub", "sub/later"].map(PathBuf::from);
        assert_eq!(left(&dir.join("src")), BTreeSet::from(stays.clone()), "{err}");
        assert_eq!(fs::read(to.join("changed")).unwrap(), b"newer");
        assert!(!to.join("replaced").exists());
        assert_eq!(fs::read(to.join("same")).unwrap(), b"old");
        assert_eq!(fs::metadata(to.join("sub/linked")).unwrap().nlink(), 2);
        // Another attempt finds the copies of what is gone.
        ok(dir, &["plan", "retry", "plan"]);
        let (out, err, code) = told(dir, &["part", "plan", "--all"]);
        assert!(code == 1 && err.matches("src/").count() == 2, "{out}{err}");
        let (out, _, code) = told(dir, &["plan", "finish", "plan"]);
        assert!(
            code == 1 && out.contains("Source folders are kept until all parts are done"),
            "{out}"
        );
        assert_eq!(left(&dir.join("src")), BTreeSet::from(stays));
        assert!(to.join("same").exists() && to.join("sub/linked").exists());
    });
}

#[test]
fn what_cannot_be_moved_stays_and_is_moved_by_a_retry() {
    across(|dir, there| {
        let to = there.join("dst");
        fs::create_dir_all(dir.join("src/empty")).unwrap();
        fs::create_dir_all(&to).unwrap();
        for name in ["a", "b", "c"] {
            fs::write(dir.join("src").join(name), name).unwrap();
        }
        let times = fs::metadata(dir.join("src")).unwrap();
        fs::write(to.join("b"), "there").unwrap();
        let target = to.to_str().unwrap();
        plan(dir, &["-T", "src", target, "--on-conflict=fail"]);
        let (out, err, code) = told(dir, &["part", "plan", "--all"]);
        assert_eq!(code, 1, "{out}{err}");
        let stays = ["b", "empty"].map(PathBuf::from);
        assert_eq!(left(&dir.join("src")), BTreeSet::from(stays), "{err}");
        assert_eq!(fs::read(to.join("b")).unwrap(), b"there");
        // The last step leaves the folders in which a retry has work, and can be taken again.
        assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
        let stays = ["b", "empty"].map(PathBuf::from);
        assert_eq!(left(&dir.join("src")), BTreeSet::from(stays));
        fs::remove_file(to.join("b")).unwrap();
        let told = ok(dir, &["plan", "retry", "plan"]);
        assert_eq!(told, "1 item to move again in part 0\n");
        ok(dir, &["part", "plan", "--all"]);
        // What the first try has moved counts as well.
        let status = status(dir);
        let sums = ["items_done", "items", "bytes_done", "bytes", "items_skipped"];
        let [done, items, bytes_done, bytes, skipped] =
            sums.map(|sum| status[sum].as_u64().unwrap());
        assert_eq!((done, bytes_done, skipped), (items, bytes, 0), "{status}");
        ok(dir, &["plan", "finish", "plan"]);
        assert!(!dir.join("src").exists());
        let all = ["a", "b", "c", "empty"].map(PathBuf::from);
        assert_eq!(left(&to), BTreeSet::from(all));
        let after = fs::metadata(&to).unwrap();
        assert_eq!((after.mtime(), after.mtime_nsec()), (times.mtime(), times.mtime_nsec()));
    });
}

#[test]
fn a_retry_moves_nothing_over_what_was_moved() {
    across(|dir, there| {
        let to = there.join("dst");
        fs::create_dir(dir.join("src")).unwrap();
        for name in ["f", "g", "h"] {
            fs::write(dir.join("src").join(name), name).unwrap();
        }
        fs::create_dir_all(to.join("g")).unwrap();
        fs::write(to.join("h"), "another").unwrap();
        plan(dir, &["-T", "src", to.to_str().unwrap()]);
        fs::rename(dir.join("src/h"), dir.join("h")).unwrap();
        let (_, err, code) = told(dir, &["part", "plan", "--all"]);
        // An old file in the destination is not the copy of one that is gone.
        assert!(code == 1 && err.contains("src/h"), "{err}");
        assert_eq!(fs::read(to.join("f")).unwrap(), b"f");
        fs::write(dir.join("src/f"), "a new one").unwrap();
        fs::remove_dir(to.join("g")).unwrap();
        ok(dir, &["plan", "retry", "plan"]);
        told(dir, &["part", "plan", "--all"]).says(1, "src/f");
        assert_eq!(fs::read(to.join("f")).unwrap(), b"f");
        assert_eq!(fs::read(to.join("g")).unwrap(), b"g");
        assert_eq!(fs::read(to.join("h")).unwrap(), b"another");
        assert_eq!(left(&dir.join("src")), BTreeSet::from([PathBuf::from("f")]));
    });
}

#[test]
fn a_part_of_a_silent_machine_is_taken_over_only_if_the_user_says_so() {
    across(|dir, there| {
        fs::create_dir(dir.join("src")).unwrap();
        fs::write(dir.join("src/large"), vec![7; 3 << 20]).unwrap();
        let to = there.join("dst");
        fs::create_dir(&to).unwrap();
        fs::write(to.join("large"), "older").unwrap();
        plan(dir, &["-T", "src", to.to_str().unwrap(), "--limit-rate=1M", "-w1"]);
        let mut command = fcp(dir, &["part", "plan", "0"]);
        let mut first = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let pid = Pid::from_child(&first);
        let open = PathBuf::from(format!("/proc/{}/fd", first.id()));
        let copies = |task: PathBuf| {
            let mut fds = fs::read_dir(task.join("fd")).into_iter().flatten().flatten();
            fds.any(|fd| fs::read_link(fd.path()).is_ok_and(|it| it.ends_with("src/large")))
        };
        until("the first process copies", || {
            let tasks = fs::read_dir(open.with_file_name("task")).into_iter().flatten().flatten();
            tasks.into_iter().any(|task| copies(task.path()))
        });
        kill_process(pid, Signal::STOP).unwrap();
        super::claims::on_another_machine(&dir.join("plan"));
        for which in ["0", "--next", "--all"] {
            let (out, err, code) = told(dir, &["part", "plan", which]);
            assert!(code == 7 && err.contains("if it is dead"), "{which}: {code} {out}{err}");
        }
        ok(dir, &["part", "plan", "0", "--dead-after=60"]);
        assert_eq!(fs::read(to.join("large")).unwrap(), vec![7; 3 << 20]);
        fs::write(dir.join("src/large"), "a new one").unwrap();
        fs::write(to.join("large"), "edited").unwrap();
        // The first one finds out, and neither replaces nor removes anything more.
        kill_process(pid, Signal::CONT).unwrap();
        assert!(!first.wait().unwrap().success());
        assert_eq!(fs::read(dir.join("src/large")).unwrap(), b"a new one");
        assert_eq!(fs::read(to.join("large")).unwrap(), b"edited");
    });
}

#[test]
fn what_a_part_has_not_done_when_its_claim_was_lost_is_left_to_the_next() {
    needs!(has_strace());
    across(|dir, there| {
        let to = there.join("dst");
        fs::create_dir(dir.join("src")).unwrap();
        for n in 0..5 {
            fs::write(dir.join(format!("src/f{n}")), n.to_string()).unwrap();
        }
        plan(dir, &["-T", "src", to.to_str().unwrap(), "-w1"]);
        // Each copy gets its name late, and no source goes before all have theirs.
        let mut strace = bin::clean(Command::new("strace"));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=linkat"]);
        strace.args(["-e", "inject=linkat:delay_enter=200000"]);
        strace.arg(bin::path_of("fcp")).args(["part", "plan", "0"]).current_dir(dir);
        let mut first = Running::start(strace.stdout(Stdio::null()).stderr(Stdio::null()));
        until("the first copy has its name", || !left(&to).is_empty());
        super::claims::on_another_machine(&dir.join("plan"));
        assert!(!first.wait().unwrap().success());
        assert_eq!(left(&dir.join("src")).len(), 5);
        ok(dir, &["part", "plan", "0", "--dead-after=60"]);
        ok(dir, &["plan", "finish", "plan"]);
        assert!(!dir.join("src").exists());
        for n in 0..5 {
            assert_eq!(fs::read_to_string(to.join(format!("f{n}"))).unwrap(), n.to_string());
        }
    });
}

#[test]
fn a_plan_refuses_folders_that_take_two_names_for_one() {
    with_exfat(|mounts, exfat| {
        let dir = mounts.directory("planned");
        fs::create_dir_all(dir.join("src/sub")).unwrap();
        fs::write(dir.join("src/sub/f"), "f").unwrap();
        let to = mounts.tmpfs("size=1m");
        fs::create_dir(to.join("sub")).unwrap();
        fs::create_dir(exfat.join("inner")).unwrap();
        mounts.bind(&exfat.join("inner"), &to.join("sub"));
        let all = [&to, exfat].map(|to| to.to_str().unwrap().to_owned());
        let refused: Vec<_> = all
            .iter()
            .flat_map(|to| {
                [
                    told(&dir, &["plan", "-aT", "src", to, "--out=p"]),
                    fmv(&dir, &["plan", "-T", "src", to, "--out=p"]),
                ]
            })
            .collect();
        // Else the server would not end.
        mounts.unmount(&to.join("sub"));
        let why = "names for one that differ in case";
        for (out, err, code) in &refused {
            assert!(*code == 2 && err.contains(why), "{code} {out}{err}");
        }
    });
}

#[test]
fn a_file_is_not_taken_for_its_own_copy() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let upper = mounts.filesystem(Kind::Tmpfs, 16 << 20).join("upper");
        fs::create_dir_all(upper.join("dir")).unwrap();
        let Some(view) = mounts.overlay(&upper) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        for (number, (from, to)) in [(&view, &upper), (&upper, &view)].into_iter().enumerate() {
            fs::write(upper.join("dir/f"), "all there is").unwrap();
            let work = mounts.directory("work");
            let [from, to] = [from, to].map(|root| root.join("dir").to_str().unwrap().to_owned());
            plan(&work, &["-T", &from, &to]);
            for _ in 0..3 {
                let (out, err, code) = told(&work, &["part", "plan", "--all"]);
                assert_eq!(code, 1, "{number}: {out}{err}");
                assert_eq!(fs::read(upper.join("dir/f")).unwrap(), b"all there is");
                ok(&work, &["plan", "retry", "plan"]);
            }
        }
    })
    .unwrap_or_default();
}

#[test]
fn a_rule_that_spares_files_leaves_their_sources() {
    across(|dir, there| {
        let to = there.join("dst");
        fs::create_dir_all(dir.join("src")).unwrap();
        fs::create_dir_all(&to).unwrap();
        for name in ["a", "b"] {
            fs::write(dir.join("src").join(name), name).unwrap();
        }
        fs::write(to.join("b"), "there").unwrap();
        plan(dir, &["-nT", "src", to.to_str().unwrap()]);
        ok(dir, &["part", "plan", "--all"]);
        let told = ok(dir, &["plan", "finish", "plan"]);
        assert!(told.contains("1 source folder is kept, since"), "{told}");
        assert_eq!(left(&dir.join("src")), BTreeSet::from([PathBuf::from("b")]));
        assert_eq!(fs::read(to.join("b")).unwrap(), b"there");
        assert_eq!(fs::read(to.join("a")).unwrap(), b"a");
    });
}

/// Runs the part of a plan while each thread's call of this number fails, or kills the process.
fn tampered(dir: &Path, syscall: &str, with: &str, n: usize) -> (String, String, i32) {
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={syscall}")]);
    strace.args(["-e", &format!("inject={syscall}:{with}:when={n}")]);
    strace.arg(bin::path_of("fcp")).args(["part", "plan", "--all"]);
    of(strace.current_dir(dir))
}

#[test]
fn whatever_call_fails_or_kills_each_item_is_whole_in_one_place_and_no_copy_is_taken_back() {
    needs!(has_strace());
    across(|dir, there| {
        let to = there.join("dst");
        let small = [("a", "first"), ("b", ""), ("sub/c", "third"), ("sub/d", "linked")];
        let (mut failed, mut remained) = (0, 0);
        for syscall in ["fsync", "linkat", "unlinkat", "utimensat", "openat"] {
            for (with, n) in (1..=4).flat_map(|n| [("error=EIO", n), ("signal=SIGKILL", n)]) {
                let about = format!("{syscall} {with} {n}");
                fs::create_dir_all(dir.join("src/sub")).unwrap();
                for (name, text) in small {
                    fs::write(dir.join("src").join(name), text).unwrap();
                }
                symlink("a", dir.join("src/l")).unwrap();
                fs::hard_link(dir.join("src/sub/d"), dir.join("src/e")).unwrap();
                ok(dir, &["-aT", "src", "ref"]);
                plan(dir, &["-w1", "-T", "src", to.to_str().unwrap()]);
                let (_, _, code) = tampered(dir, syscall, with, n);
                failed += usize::from(code != 0);
                for (name, text) in small {
                    let text_at = |root: &Path| fs::read_to_string(root.join(name)).ok();
                    let (source, copy) = (text_at(&dir.join("src")), text_at(&to));
                    let is_flush = (syscall, with) == ("fsync", "error=EIO");
                    remained += usize::from(is_flush && source.is_some() && copy.is_some());
                    assert!(source.is_none_or(|it| it == text), "{about}");
                    // What has its name is whole, also while its source is there.
                    assert!(copy.as_deref().is_none_or(|it| it == text), "{about}: {copy:?}");
                    let lost = copy.is_none() && text_at(&dir.join("src")).is_none();
                    assert!(!lost, "{about}: {name}");
                }
                // A part of which the result could not be written has failures that only its journal knows.
                told(dir, &["plan", "retry", "plan"]);
                told(dir, &["part", "plan", "--all"]);
                told(dir, &["plan", "retry", "plan"]);
                let again = told(dir, &["part", "plan", "--all"]);
                assert_eq!((again.2, again.1.as_str()), (0, ""), "{about}: {}", again.0);
                ok(dir, &["plan", "finish", "plan"]);
                assert!(!dir.join("src").exists(), "{about}");
                assert_same(&dir.join("ref"), &to, &What::everything());
                for tree in [&dir.join("ref"), &dir.join("plan"), &to] {
                    fcp_test_support::remove_all(tree).unwrap();
                }
            }
        }
        assert!(failed > 15, "{failed} failed");
        // Another process may have counted on such a copy, and removed the source.
        assert!(remained > 0, "no copy remained whose name could not be flushed");
    });
}

#[test]
fn parts_do_not_begin_where_a_root_is_missing() {
    across(|dir, there| {
        fs::create_dir_all(dir.join("src")).unwrap();
        fs::write(dir.join("src/a"), "a").unwrap();
        let to = there.join("dst");
        fs::create_dir(&to).unwrap();
        plan(dir, &["-T", "src", to.to_str().unwrap()]);
        for (root, aside) in
            [(dir.join("src"), dir.join("aside")), (to.clone(), there.join("aside"))]
        {
            fs::rename(&root, &aside).unwrap();
            told(dir, &["part", "plan", "--all"]).says(3, root.to_str().unwrap());
            // Another folder, as below the mount point of a disk that is not there.
            fs::create_dir(&root).unwrap();
            told(dir, &["part", "plan", "--all"]).says(3, root.to_str().unwrap());
            fs::remove_dir(&root).unwrap();
            fs::rename(&aside, &root).unwrap();
        }
        ok(dir, &["part", "plan", "--all"]);
        assert_eq!(fs::read(to.join("a")).unwrap(), b"a");
    });
}

#[test]
fn what_parts_of_a_move_cannot_keep_is_refused_in_one_line() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("src/sub")).unwrap();
    fs::write(scratch.join("src/f"), "x").unwrap();
    let (out, err, code) = fmv(scratch.path(), &["plan", "src", "dst", "--out=p"]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.contains("a move within a filesystem, which fmv does by a rename"), "{err}");
    assert!(scratch.join("src/f").exists() && !scratch.join("p/plan.json").exists());
    across(|dir, there| {
        fs::create_dir(dir.join("src")).unwrap();
        let target = there.to_str().unwrap();
        for (flag, why) in
            [("--on-conflict=ask", "questions"), ("--exchange", "unknown option '--exchange'")]
        {
            let (_, err, code) = fmv(dir, &["plan", "src", target, "--out=p", flag]);
            assert!(code == 2 && err.contains(why), "{flag}: {err}");
        }
        fs::create_dir(dir.join("src/sub")).unwrap();
        let (_, err, code) = fmv(dir, &["plan", "src", "src/sub", target, "--out=p"]);
        assert!(code == 2 && err.contains("operands within each other"), "{err}");
        symlink("src", dir.join("link")).unwrap();
        for (operand, why) in [("src/.", "ends in a dot"), ("link/", "a symlink with a slash")] {
            let (_, err, code) = fmv(dir, &["plan", operand, target, "--out=p"]);
            assert!(code == 2 && err.contains(why), "{operand}: {err}");
        }
    });
    // The word alone is a file, as ever.
    fs::write(scratch.join("plan"), "x").unwrap();
    fmv(scratch.path(), &["plan", "dst"]).succeeds();
    assert!(scratch.join("dst").is_file());
}
