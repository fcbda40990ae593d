//! Launchers start the processes, each in its way.

use super::*;

#[test]
fn launchers_say_by_their_environment_which_part_it_is() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for n in 0..11 {
        fs::write(scratch.join(format!("src/f{n}")), n.to_string()).unwrap();
    }
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=1", "-w1"]);
    let variables = [
        ("SLURM_ARRAY_TASK_ID", 0),
        ("JOB_COMPLETION_INDEX", 0),
        ("PBS_ARRAY_INDEX", 0),
        ("LSB_JOBINDEX", 1),
        ("SGE_TASK_ID", 1),
        ("HQ_TASK_ID", 0),
        ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
        ("OMPI_COMM_WORLD_RANK", 0),
        ("PMI_RANK", 0),
        ("SLURM_PROCID", 0),
    ];
    for (part, (name, first)) in variables.into_iter().enumerate() {
        let value = (part + first).to_string();
        let (out, err, code) = of(fcp(scratch.path(), &["part", "plan"]).env(name, &value));
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.starts_with(&format!("part {part} done: 1 item")), "{name}: {out}");
        // A launcher that starts it once more finds it done.
        assert_eq!(
            of(fcp(scratch.path(), &["part", "plan"]).env(name, &value)),
            (String::new(), String::new(), 0)
        );
    }
    // An array may be larger than the plan.
    let (_, err, code) =
        of(fcp(scratch.path(), &["part", "plan"]).env("SLURM_ARRAY_TASK_ID", "500"));
    assert_eq!(
        (code, err.as_str()),
        (6, "fcp: there is no part 500: the plan has parts 0 to 11\n")
    );
    of(fcp(scratch.path(), &["part", "plan"]).env("SGE_TASK_ID", "0")).ends(2);
    ok(scratch.path(), &["part", "plan", "--next"]);
    ok(scratch.path(), &["part", "plan", "--next"]);
    assert_eq!(
        told(scratch.path(), &["part", "plan", "--next"]),
        (String::new(), String::new(), 6)
    );
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn processes_of_a_shell_share_the_parts() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 53);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=20"]);
    let fcp = bin::path_of("fcp");
    let script = format!(
        "ls plan/parts | sed 's/^0*//; s/^$/0/' | xargs -P 4 -n 1 {0} part plan >/dev/null && {0} plan finish plan",
        fcp.display()
    );
    let mut shell = bin::clean(Command::new("sh"));
    of(shell.args(["-ec", &script]).current_dir(scratch.path())).succeeds();
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn the_shards_together_are_the_copy_of_one_process() {
    for count in [1, 3, 8] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 61 + count);
        fs::write(scratch.join("file"), "text").unwrap();
        for dst in ["dst", "one"] {
            fs::create_dir(scratch.join(dst)).unwrap();
        }
        let start = |number: u64| {
            let shard = format!("--shard={number}/{count}");
            let mut command = fcp(scratch.path(), &["-a", &shard, "src", "file", "dst"]);
            command.stdout(Stdio::null()).spawn().unwrap()
        };
        let running: Vec<Child> = (1..=count).map(start).collect();
        for mut process in running {
            assert!(process.wait().unwrap().success());
        }
        ok(scratch.path(), &["-a", "src", "file", "one"]);
        let what = What { root: false, ..What::everything() };
        assert_same(&scratch.join("one"), &scratch.join("dst"), &what);
        // No file was copied twice.
        let copied: u64 = (1..=count)
            .map(|number| {
                let shard = format!("--shard={number}/{count}");
                let dst = format!("alone {number}");
                fs::create_dir(scratch.join(&dst)).unwrap();
                ok(scratch.path(), &["-a", &shard, "src", "file", &dst]);
                files(&scratch.join(&dst))
            })
            .sum();
        assert_eq!(copied, files(&scratch.join("one")));
    }
}

#[test]
fn folders_that_may_not_be_written_to_take_the_files_of_all_shards_of_a_user() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("locked")).unwrap();
        for n in 0..20 {
            fs::write(src.join(format!("locked/f{n}")), n.to_string()).unwrap();
        }
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o555)).unwrap();
        for number in 1..=3 {
            ok(scratch.path(), &["-aT", &format!("--shard={number}/3"), "src", "dst"]);
        }
        assert_same(&src, &scratch.join("dst"), &What { mode: false, ..What::everything() });
        // The help says how they get their modes.
        ok(scratch.path(), &["-aT", "--attributes-only", "src", "dst"]);
        assert_same(&src, &scratch.join("dst"), &What::everything());
    });
}
