//! The parts together are the copy of one process.

use super::*;

#[test]
fn the_parts_together_are_the_copy_of_one_process() {
    for (count, items) in [(1, "7"), (3, "50"), (8, "20"), (50, "10")] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 7 + count as u64);
        ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items", items]);
        assert!(!scratch.join("dst").exists(), "a plan copies nothing");
        for mut worker in workers(scratch.path(), count) {
            assert!(worker.wait().unwrap().success());
        }
        let before = status(scratch.path());
        assert_eq!((&before["left"], &before["failed"]), (&0.into(), &Value::Array(vec![])));
        assert_eq!(before["items_done"], before["items"]);
        assert_eq!(before["is_finished"], false);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        assert_eq!(status(scratch.path())["is_finished"], true);
        ok(scratch.path(), &["-aT", "src", "one"]);
        assert_same(&scratch.join("one"), &scratch.join("dst"), &What::everything());
        assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
        assert_eq!(told(scratch.path(), &["plan", "status", "plan"]).2, 0);
    }
}

#[test]
fn what_is_there_before_becomes_what_one_process_would_make_of_it() {
    for flags in ["-r", "-a", "-rn", "-ru"] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 3);
        for dst in ["dst", "one"] {
            let at = scratch.join(dst);
            fs::create_dir_all(at.join("src/made/other")).unwrap();
            fs::write(at.join("src/made/many names"), "older").unwrap();
            fs::write(at.join("src/made/other/name 1"), "other").unwrap();
            fs::write(at.join("src/made/other/mine"), "mine").unwrap();
            fs::set_permissions(at.join("src/made/other"), PermissionsExt::from_mode(0o751))
                .unwrap();
            let old = std::time::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            fs::File::options()
                .write(true)
                .open(at.join("src/made/other/mine"))
                .unwrap()
                .set_modified(old)
                .unwrap();
            let newer = std::time::SystemTime::now() + Duration::from_secs(3600);
            fs::File::options()
                .write(true)
                .open(at.join("src/made/other/name 1"))
                .unwrap()
                .set_modified(newer)
                .unwrap();
        }
        ok(scratch.path(), &["plan", flags, "src", "dst", "--out=plan", "--part-items=30"]);
        ok(scratch.path(), &["part", "plan", "--all"]);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        ok(scratch.path(), &[flags, "src", "one"]);
        let what = What { mtime: flags == "-a", hard_links: false, ..What::everything() };
        assert_same(&scratch.join("one/src"), &scratch.join("dst/src"), &what);
    }
}

#[test]
fn several_sources_and_odd_operands_arrive_as_in_one_process() {
    let scratch = Scratch::new();
    for dir in ["a", "b", "c"] {
        lay_out(&scratch.join(dir), 5);
    }
    fs::write(scratch.join("file"), "text").unwrap();
    symlink("a", scratch.join("to a")).unwrap();
    symlink("file", scratch.join("to file")).unwrap();
    let sources = ["./a", "b/", "c//", "file", "to a", "to file"];
    for dst in ["dst", "one"] {
        fs::create_dir(scratch.join(dst)).unwrap();
    }
    let plan = [
        &["plan", "-d", "--preserve=all"],
        &sources[..],
        &["dst", "--out=plan", "--part-items=100"],
    ]
    .concat();
    ok(scratch.path(), &plan);
    // From another directory: the paths of a plan do not depend on it.
    ok(Path::new("/"), &["part", scratch.join("plan").to_str().unwrap(), "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    ok(scratch.path(), &[&["-d", "--preserve=all"], &sources[..], &["one"]].concat());
    assert_same(
        &scratch.join("one"),
        &scratch.join("dst"),
        &What { root: false, ..What::everything() },
    );
}

#[test]
fn what_filters_leave_out_is_in_no_part() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 11);
    fs::write(scratch.join("src/made/a.tmp"), "x").unwrap();
    fs::write(scratch.join("src/.gitignore"), "other\n").unwrap();
    let flags = ["-a", "--exclude=*.tmp", "--gitignore"];
    ok(scratch.path(), &[&["plan"], &flags[..], &["src", "dst", "--out", "plan"]].concat());
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    ok(scratch.path(), &[&flags[..], &["src", "one"]].concat());
    assert!(!scratch.join("dst/made/a.tmp").exists() && !scratch.join("dst/made/other").exists());
    assert_same(&scratch.join("one"), &scratch.join("dst"), &What::everything());
}

#[test]
fn a_plan_of_many_files_needs_little_memory() {
    let full = std::env::var_os("FCP_FULL").is_some();
    let (directories, files) = if full { (1000, 1_000_000) } else { (300, 100_000) };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let src = at.join("src");
        fs::create_dir(&src).unwrap();
        for n in 0..directories {
            layout::flat(&src.join(format!("d{n}")), files / directories, 0).unwrap();
        }
        // A tenth of them has a second name elsewhere.
        fs::create_dir(src.join("names")).unwrap();
        for n in 0..directories {
            let dir = src.join(format!("d{n}"));
            let some = fs::read_dir(&dir).unwrap().take(files / directories / 10);
            for (at, entry) in some.enumerate() {
                fs::hard_link(entry.unwrap().path(), src.join(format!("names/{n} {at}"))).unwrap();
            }
        }
        let fcp = |line: &'static [&'static str]| ("fcp", line);
        for (name, line) in [
            fcp(&["plan", "-a", "src", "dst", "--out=plan"]),
            fcp(&["part", "plan", "0"]),
            fcp(&["part", "plan", "--all"]),
            fcp(&["plan", "status", "plan"]),
            ("fcpq", &["watch", "--plan", "plan"]),
            fcp(&["plan", "finish", "plan"]),
        ] {
            let kib = memory_of(at, name, line);
            assert!(kib <= 64 << 10, "{name} {line:?}: {} MiB", kib >> 10);
        }
        let items = status(at)["items"].as_u64().unwrap() as usize;
        let each = files / directories;
        assert_eq!(items, each * directories + each / 10 * directories + directories + 2);
        assert!(!at.join("plan/links").exists());
        assert_same(&src, &at.join("dst"), &What::everything());
    });
}

/// Runs a program of ours; gives the memory that it needs, in KiB.
fn memory_of(at: &Path, name: &str, line: &[&str]) -> u64 {
    let mut timed = bin::clean(Command::new("time"));
    timed.args(["-f", "%M", "-q", "-o", "memory"]).arg(bin::path_of(name)).args(line);
    let output = bin::run_for(timed.current_dir(at), Duration::from_secs(600));
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(at.join("memory")).unwrap().trim().parse().unwrap()
}

#[test]
fn a_plan_of_long_names_needs_little_memory_with_many_workers() {
    let full = std::env::var_os("FCP_FULL").is_some();
    let files = if full { 1_000_000 } else { 200_000 };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let scratch = Scratch::new();
        let (mut rng, mut letters) = (Rng::new(5), [0; 120]);
        for dir in 0..200 {
            let dir = at.join(format!("src/{dir}"));
            fs::create_dir_all(&dir).unwrap();
            for _ in 0..files / 200 {
                rng.fill(&mut letters);
                let name: Vec<String> = letters.iter().map(|byte| format!("{byte:02x}")).collect();
                fs::File::create(dir.join(name.concat())).unwrap();
            }
        }
        let src = at.join("src");
        let src = src.to_str().unwrap();
        for (name, line) in [
            ("fmv", &["plan", "-w32", src, "dst", "--out=move"][..]),
            ("fcp", &["plan", "-a", "-w32", src, "dst", "--out=copy"]),
            ("frm", &["plan", "-rf", "-w32", src, "--out=removal"]),
        ] {
            let kib = memory_of(scratch.path(), name, line);
            assert!(kib <= 64 << 10, "{name}: {} MiB", kib >> 10);
        }
    });
}

#[test]
fn a_part_takes_hardly_more_time_than_its_items() {
    // Each of them took a tenth of a second more, since a thread waited for events that could not come any more.
    thrice(|| {
        with_filesystem(Kind::Tmpfs, 64 << 20, |at| {
            fs::create_dir(at.join("src")).unwrap();
            for n in 0..200 {
                fs::write(at.join(format!("src/f{n}")), "x").unwrap();
            }
            ok(at, &["plan", "-aT", "src", "dst", "--out=plan", "--part-items=2"]);
            let parts = names(at.join("plan/parts")).len();
            assert!(parts >= 100, "{parts}");
            let begun = Instant::now();
            ok(at, &["part", "plan", "--all"]);
            let took = begun.elapsed();
            assert!(took < Duration::from_millis(4_000), "{parts} parts in {took:?}");
        });
    });
}
