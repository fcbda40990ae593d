//! Tests of files that are divided among parts.

use super::*;

pub(super) const MIB: u64 = 1 << 20;

/// Makes a tree with a large file and some small ones.
pub(super) fn lay_out_large(dir: &Path, size: u64) -> Vec<u8> {
    fs::create_dir_all(dir.join("src/sub")).unwrap();
    let mut large = vec![0; size as usize];
    Rng::new(3).fill(&mut large);
    fs::write(dir.join("src/sub/large"), &large).unwrap();
    fs::set_permissions(dir.join("src/sub/large"), fs::Permissions::from_mode(0o750)).unwrap();
    for n in 0..20 {
        fs::write(dir.join(format!("src/{n}")), n.to_string()).unwrap();
    }
    output::sh(dir, "touch -d 2001-02-03T04:05:06 src/sub/large src/sub");
    large
}

/// Plans a copy of which files of two mebibytes and more are divided.
pub(super) fn plan(dir: &Path, more: &[&str]) -> u64 {
    let plan = ["plan", "-a", "--part-size=1M", "--out=plan"];
    ok(dir, &[&plan[..], more, &["-T", "src", "dst"]].concat());
    status(dir)["left"].as_u64().unwrap()
}

#[test]
fn a_large_file_is_copied_by_many_parts_and_is_whole() {
    for kind in [Kind::Ext4, Kind::Tmpfs, Kind::Btrfs, Kind::Xfs] {
        with_filesystem(kind, 400 << 20, |dir| {
            let large = lay_out_large(dir, 5 * MIB + 17);
            assert!(plan(dir, &[]) >= 6, "each piece is a part");
            for mut worker in workers(dir, 3) {
                assert!(worker.wait().unwrap().success());
            }
            assert!(!dir.join("dst/sub/large").exists(), "it has no name before it is whole");
            let told = ok(dir, &["plan", "finish", "plan"]);
            assert!(told.contains("1 file in pieces put together"), "{told}");
            assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
            assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
            assert_eq!(names(dir.join("dst/sub")), ["large"]);
            // Once more changes nothing.
            let inode = fs::metadata(dir.join("dst/sub/large")).unwrap().ino();
            ok(dir, &["plan", "finish", "plan"]);
            assert_eq!(fs::metadata(dir.join("dst/sub/large")).unwrap().ino(), inode);
        });
    }
}

#[test]
fn a_file_in_pieces_is_not_done_before_it_is_put_together() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    plan(dir, &[]);
    ok(dir, &["part", "plan", "--all"]);
    let counts = || {
        let status = status(dir);
        (status["items_done"].as_u64().unwrap(), status["pieced"].as_u64().unwrap())
    };
    let (done, pieced) = counts();
    assert_eq!(pieced, 1);
    assert!(ok(dir, &["plan", "status", "plan"]).contains("Pieces  1 file in pieces"));
    ok(dir, &["plan", "finish", "plan"]);
    assert_eq!(counts(), (done + 1, 0));
}

#[test]
fn workers_that_are_killed_leave_a_file_in_pieces_whole() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 24 * MIB);
    plan(dir, &["--limit-rate=40M"]);
    let mut rng = Rng::new(5);
    for _ in 0..12 {
        let mut some = workers(dir, 2);
        let at = Instant::now() + Duration::from_millis(rng.below(120));
        while Instant::now() < at {
            std::thread::yield_now();
        }
        for worker in &mut some {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
    }
    ok(dir, &["part", "plan", "--all"]);
    ok(dir, &["plan", "finish", "plan"]);
    assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
    assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
    assert_eq!(names(dir.join("dst/sub")), ["large"]);
}

#[test]
fn a_file_that_changes_between_its_pieces_gets_no_name() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    for part in 0..parts - 2 {
        told(dir, &["part", "plan", &part.to_string()]);
    }
    fs::write(dir.join("src/sub/large"), vec![1; 4 << 20]).unwrap();
    told(dir, &["part", "plan", "--all"]).ends(1);
    told(dir, &["plan", "finish", "plan"]).ends(1);
    assert!(!dir.join("dst/sub/large").exists());
    // Another attempt cannot help: the pieces of before are of another file.
    told(dir, &["plan", "retry", "plan"]);
    told(dir, &["part", "plan", "--all"]);
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
    assert!(!dir.join("dst/sub/large").exists());
}

#[test]
fn a_hidden_file_that_was_removed_between_pieces_gets_no_name() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    for part in 0..parts {
        told(dir, &["part", "plan", &part.to_string()]);
        if part + 2 == parts {
            for name in names(dir.join("dst/sub")) {
                fs::remove_file(dir.join("dst/sub").join(name)).unwrap();
            }
        }
    }
    told(dir, &["plan", "finish", "plan"]).ends(1);
    assert!(!dir.join("dst/sub/large").exists(), "it would have holes");
}

#[test]
fn an_existing_file_is_replaced_or_kept_as_the_policy_says() {
    for (policy, is_kept) in [("skip", true), ("overwrite", false)] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        let large = lay_out_large(dir, 3 * MIB);
        fs::create_dir_all(dir.join("dst/sub")).unwrap();
        fs::write(dir.join("dst/sub/large"), "mine").unwrap();
        plan(dir, &["--on-conflict", policy]);
        ok(dir, &["part", "plan", "--all"]);
        assert_eq!(fs::read(dir.join("dst/sub/large")).unwrap(), b"mine", "until the last step");
        ok(dir, &["plan", "finish", "plan"]);
        let found = fs::read(dir.join("dst/sub/large")).unwrap();
        assert!(if is_kept { found == b"mine" } else { found == large }, "{policy}");
        assert_eq!(names(dir.join("dst/sub")), ["large"]);
    }
}

#[test]
fn a_file_with_holes_or_several_names_is_not_divided() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    fs::hard_link(dir.join("src/sub/large"), dir.join("src/other name")).unwrap();
    output::sh(dir, "truncate -s 8M src/holes");
    assert_eq!(plan(dir, &[]), 2, "one of small files and holes, one of the names");
    ok(dir, &["part", "plan", "--all"]);
    ok(dir, &["plan", "finish", "plan"]);
    assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
}

#[test]
fn a_file_that_comes_between_the_pieces_is_not_replaced_by_half_of_another() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &["--on-conflict=skip"]);
    for part in 0..parts {
        told(dir, &["part", "plan", &part.to_string()]);
        if part == 1 {
            fs::write(dir.join("dst/sub/large"), "mine").unwrap();
        }
    }
    let (out, err, code) = told(dir, &["plan", "finish", "plan"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("copy those with fcp"), "{out}{err}");
    assert_eq!(fs::read(dir.join("dst/sub/large")).unwrap(), b"mine");
}

#[test]
fn on_a_filesystem_that_numbers_files_anew_none_is_divided() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let upper = mounts.tmpfs("");
        let Some(view) = mounts.overlay(&upper) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        let scratch = Scratch::new();
        lay_out_large(scratch.path(), 4 * MIB);
        let to = view.join("dst");
        let plan = ["plan", "-r", "--part-size=1M", "--out=plan", "-T", "src"];
        ok(scratch.path(), &[&plan[..], &[to.to_str().unwrap()]].concat());
        let whole = status(scratch.path())["left"].as_u64().unwrap();
        assert!(whole <= 2, "{whole} parts");
    });
}

/// Runs some parts one after the other, and `between` before the last one of a file in pieces.
fn each_part(dir: &Path, parts: u64, between: impl FnOnce()) {
    let mut between = Some(between);
    for part in 0..parts {
        if part + 2 == parts
            && let Some(between) = between.take()
        {
            between();
        }
        told(dir, &["part", "plan", &part.to_string()]);
    }
}

pub(super) fn hidden(dir: &Path) -> PathBuf {
    let names = names(dir.join("dst/sub"));
    let hidden = names.iter().find(|name| name.starts_with(".fcp-"));
    dir.join("dst/sub").join(hidden.unwrap())
}

#[test]
fn a_source_that_is_written_anew_with_its_old_size_and_time_gets_no_name() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    each_part(dir, parts, || {
        let script =
            "touch -r src/sub/large time; tr '\\000-\\377' '\\001-\\377\\000' <src/sub/large >new;
            cat new >src/sub/large; touch -r time src/sub/large";
        output::sh(dir, script);
    });
    told(dir, &["plan", "finish", "plan"]).ends(1);
    assert!(!dir.join("dst/sub/large").exists());
}

#[test]
fn a_hidden_file_that_lost_some_of_its_data_gets_no_name() {
    let scratch = Scratch::new();
    for how in ["truncate -s 1M", "fallocate -p -o 1M -l 64k"] {
        let dir = scratch.join(how);
        fs::create_dir(&dir).unwrap();
        lay_out_large(&dir, 4 * MIB);
        let parts = plan(&dir, &[]);
        each_part(&dir, parts, || {
            output::sh(&dir, &format!("{how} '{}'", hidden(&dir).display()));
        });
        let (out, _, code) = told(&dir, &["plan", "finish", "plan"]);
        assert_eq!(code, 1, "{how}: {out}");
        assert!(!dir.join("dst/sub/large").exists(), "{how}");
    }
}

#[test]
fn what_a_stalled_process_writes_after_the_end_changes_no_file_with_a_name() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    told(dir, &["part", "plan", "0"]);
    // A part that is attempted twice: another process may still have the hidden file open.
    let stalled = fs::OpenOptions::new().write(true).open(hidden(dir)).unwrap();
    let journal = fs::read_dir(dir.join("plan/journal")).unwrap().next().unwrap().unwrap().path();
    let first = journal.file_name().unwrap().to_str().unwrap().replacen("000000", "000001", 1);
    fs::copy(&journal, dir.join("plan/journal").join(first)).unwrap();
    for part in 1..parts {
        told(dir, &["part", "plan", &part.to_string()]);
    }
    ok(dir, &["plan", "finish", "plan"]);
    std::os::unix::fs::FileExt::write_all_at(&stalled, b"late", 7).unwrap();
    assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
    assert_eq!(names(dir.join("dst/sub")), ["large"]);
}

#[test]
fn without_a_moment_of_birth_a_file_is_put_together_as_well() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.directory("image").join("ext4");
        let at = mounts.directory("at");
        let (image, to) = (image.to_str().unwrap(), at.to_str().unwrap());
        let make = format!(
            "truncate -s 64M {image}; mkfs.ext4 -q -I 128 {image}; mount -o loop {image} {to}"
        );
        output::sh(Path::new("/"), &make);
        let large = lay_out_large(&at, 4 * MIB);
        plan(&at, &[]);
        ok(&at, &["part", "plan", "--all"]);
        ok(&at, &["plan", "finish", "plan"]);
        let found = fs::read(at.join("dst/sub/large")).unwrap();
        output::sh(Path::new("/"), &format!("umount {to}"));
        assert!(found == large);
    });
}

#[test]
fn a_divided_file_has_the_mode_that_one_process_gives_it() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    for mode in [0o755, 0o444, 0o640] {
        fs::set_permissions(dir.join("src/sub/large"), fs::Permissions::from_mode(mode)).unwrap();
        for flags in
            [&["-r"][..], &["-a"], &["-r", "--preserve=timestamps"], &["-a", "--no-preserve=all"]]
        {
            ok(dir, &[flags, &["-T", "src", "one"]].concat());
            ok(
                dir,
                &[&["plan", "--part-size=1M", "--out=plan"], flags, &["-T", "src", "dst"]].concat(),
            );
            ok(dir, &["part", "plan", "--all"]);
            ok(dir, &["plan", "finish", "plan"]);
            let [one, many] = ["one", "dst"]
                .map(|name| fs::metadata(dir.join(name).join("sub/large")).unwrap().mode());
            assert_eq!(format!("{one:o}"), format!("{many:o}"), "{flags:?}");
            output::sh(dir, "rm -rf one dst plan");
        }
    }
}

#[test]
fn a_symlink_that_is_an_operand_or_the_destination_is_followed_as_by_one_process() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 4 * MIB);
    output::sh(dir, "ln -s src/sub/large link; mkdir to; echo old >target; ln -s target through");
    for args in [&["-aH", "link", "to/"][..], &["-a", "-T", "src/sub/large", "through"]] {
        ok(dir, &[&["plan", "--part-size=1M", "--out=plan"], args].concat());
        ok(dir, &["part", "plan", "--all"]);
        ok(dir, &["plan", "finish", "plan"]);
        output::sh(dir, "rm -rf plan");
    }
    assert!(fs::read(dir.join("to/link")).unwrap() == large);
    assert!(fs::read(dir.join("through")).unwrap() == large);
}

#[test]
fn a_last_step_that_is_refused_can_be_taken_again() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 4 * MIB);
    plan(dir, &["--on-conflict=fail"]);
    ok(dir, &["part", "plan", "--all"]);
    fs::create_dir(dir.join("dst/sub/large")).unwrap();
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
    fs::remove_dir(dir.join("dst/sub/large")).unwrap();
    fs::write(dir.join("dst/sub/large"), "mine").unwrap();
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
    assert_eq!(fs::read(dir.join("dst/sub/large")).unwrap(), b"mine");
    fs::remove_file(dir.join("dst/sub/large")).unwrap();
    ok(dir, &["plan", "finish", "plan"]);
    assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
}

#[test]
fn a_file_that_the_user_copies_otherwise_lets_the_plan_end() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    each_part(dir, parts, || fs::remove_file(hidden(dir)).unwrap());
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
    ok(dir, &["-a", "src/sub/large", "dst/sub/large"]);
    told(dir, &["plan", "retry", "plan"]);
    told(dir, &["part", "plan", "--all"]);
    told(dir, &["plan", "finish", "plan"]).ends(0);
}
