//! Plans and parts that cannot be are refused before anything is written.

use super::*;

#[test]
fn a_plan_refuses_a_server_of_fuse_that_folds_case() {
    with_exfat(|mounts, exfat| {
        let dir = mounts.directory("planned");
        fs::create_dir(dir.join("src")).unwrap();
        let to = exfat.join("copy");
        let (_, err, code) = told(&dir, &["plan", "-a", "src", to.to_str().unwrap(), "--out=plan"]);
        assert!(code != 0 && err.contains("names for one that differ in case"), "{err}");
        assert!(names(exfat).is_empty(), "the trial has left something");
    });
}

#[test]
fn a_plan_that_is_none_or_is_damaged_is_refused_in_one_line() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("src/d")).unwrap();
    fs::write(scratch.join("src/d/a"), "a").unwrap();
    let plan = || ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan"]);
    let refused = |why: &str| {
        for args in
            [&["part", "plan", "0"][..], &["part", "plan", "--next"], &["part", "plan", "--all"]]
        {
            let (out, err, code) = told(scratch.path(), args);
            assert_eq!((out.as_str(), code), ("", 3), "{args:?} {why}: {err}");
            assert!(err.contains(why) && err.lines().count() == 1, "{args:?} {why}: {err}");
        }
        assert!(!scratch.join("dst").exists(), "{why}");
    };
    let again = |change: &dyn Fn(&Path)| {
        if scratch.join("plan").exists() {
            fcp_test_support::remove_all(&scratch.join("plan")).unwrap();
        }
        plan();
        change(&scratch.join("plan"));
    };
    let edit = |path: PathBuf, from: &str, to: &str| {
        let text = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&text).replace(from, to);
        fs::write(path, text).unwrap();
    };
    again(&|plan| fs::remove_file(plan.join("plan.json")).unwrap());
    refused("is not a complete plan");
    again(&|plan| edit(plan.join("plan.json"), "src", "etc"));
    refused("'plan/plan.json' is damaged: its checksum is wrong");
    again(&|plan| {
        let text = fs::read(plan.join("plan.json")).unwrap();
        fs::write(plan.join("plan.json"), &text[..text.len() / 2]).unwrap();
    });
    refused("'plan/plan.json' is damaged: it is not JSON");
    again(&|plan| edit(plan.join("plan.json"), "\"format\": 1", "\"format\": 99"));
    refused("written by a newer version (format 99; this one reads 3)");
    again(&|plan| edit(plan.join("parts/000000"), "f+a", "f+b"));
    refused("'plan/parts/000000' is damaged: its checksum is wrong");
    again(&|plan| fs::write(plan.join("parts/000000"), "").unwrap());
    refused("'plan/parts/000000' is damaged");
    again(&|plan| fs::remove_dir(plan.join("done")).unwrap());
    refused("'plan/done' is damaged: it is missing");
    again(&|_| {
        fs::rename(scratch.join("src"), scratch.join("was src")).unwrap();
        fs::create_dir(scratch.join("src")).unwrap();
    });
    refused("src' is not what it was when the plan was made");
}

#[test]
fn what_parts_cannot_keep_is_refused_before_a_walk() {
    let scratch = Scratch::new();
    for dir in ["src/sub", "other/src", "full"] {
        fs::create_dir_all(scratch.join(dir)).unwrap();
    }
    fs::write(scratch.join("full/file"), "x").unwrap();
    for (args, why) in [
        (&["src", "dst"][..], "--out"),
        (&["src", "dst", "--out=full"], "'full' is not empty"),
        (&["src", "dst", "--out=src/sub"], "its folder in a source"),
        (&["src", "dst", "--out=src/new"], "its folder in a source"),
        (&["src", "src/sub", "--out=p"], "a destination in its source"),
        (&["src", "src", "--out=p"], "a destination in its source"),
        (&["src", "other/src", "full", "--out=p"], "two sources with one destination"),
        (&["--on-conflict=ask", "src", "dst", "--out=p"], "questions"),
        (&["--on-error=ask", "src", "dst", "--out=p"], "questions"),
        (&["--on-conflict=rename", "src", "dst", "--out=p"], "--on-conflict=rename"),
        (&["--mirror", "--verify-only", "src", "dst", "--out=p"], "--mirror with --verify-only"),
        (&["--mirror", "-l", "src", "dst", "--out=p"], "cannot combine --mirror with -l"),
        (&["--mirror", "--on-conflict=rename", "src", "dst", "--out=p"], "--on-conflict=rename"),
        (&["--max-delete=3", "src", "dst", "--out=p"], "--max-delete needs --mirror"),
        (&["--mirror", "-T", "other/src", "other", "--out=p"], "of which one is in the other"),
        (&["--mirror", "-T", "other", "other/src", "--out=p"], "of which one is in the other"),
        (&["--mirror", "other/src/.", "other", "--out=p"], "of which one is in the other"),
        (&["--mirror", "src", "other/src", "other", "--out=p"], "two sources with one destination"),
        (&["--part-items=0", "src", "dst", "--out=p"], "--part-items"),
    ] {
        let (_, err, code) = told(scratch.path(), &[&["plan"], args].concat());
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(why), "{args:?}: {err}");
        assert!(!scratch.join("p/plan.json").exists(), "{args:?}");
        assert!(!scratch.join("src/new").exists(), "{args:?}");
    }
    // An empty name is not the working directory.
    for missing in ["missing", ""] {
        let (_, err, code) = told(scratch.path(), &["plan", missing, "dst", "--out=p"]);
        assert_eq!((code, err.contains("there is nothing to copy")), (1, true), "{err}");
        assert!(!scratch.join("p").exists());
    }
    let (_, err, code) = told(scratch.path(), &["part", "full"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("no launcher says which part this is"), "{err}");
}

#[test]
fn a_shard_that_there_is_not_is_refused() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for shard in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"] {
        let (_, err, code) =
            told(scratch.path(), &["-a", &format!("--shard={shard}"), "src", "dst"]);
        assert_eq!(code, 2, "{shard}: {err}");
        assert!(err.contains("K/N, with K from 1 to N"), "{shard}: {err}");
    }
    let (_, err, code) = told(scratch.path(), &["--mirror", "--shard=1/3", "src", "dst"]);
    assert_ne!(code, 0, "{err}");
    assert!(!scratch.join("dst").exists());
}

#[test]
fn a_folder_of_a_plan_is_no_operand_where_a_plan_is_made() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("src")).unwrap();
    fs::create_dir_all(scratch.join("dst")).unwrap();
    fs::write(scratch.join("src/a"), "a").unwrap();
    ok(scratch.path(), &["plan", "src", "dst", "--out=plan"]);
    for (tool, args) in [
        ("fcp", &["plan", "src", "dst"][..]),
        ("fmv", &["plan", "src", "dst"]),
        ("frm", &["plan", "-rf", "src"]),
    ] {
        let (out, err, code) = of(program(tool).args(args).current_dir(scratch.path()));
        assert_eq!((out.as_str(), code), ("", 2), "{err}");
        assert!(err.starts_with(&format!("{tool}: 'plan' is a folder with a plan")), "{err}");
        assert!(scratch.join("src/a").exists() && scratch.join("plan/plan.json").exists());
        assert_eq!(names(scratch.join("dst")), [""; 0]);
    }
    // It can be meant, and what is none is a name as any other.
    ok(scratch.path(), &["-r", "./plan", "dst"]);
    assert!(of(program("frm").args(["./plan", "-r"]).current_dir(scratch.path())).2 == 0);
    fs::write(scratch.join("plan"), "").unwrap();
    fs::create_dir(scratch.join("dst/both")).unwrap();
    ok(scratch.path(), &["plan", "src/a", "dst/both"]);
    assert_eq!(names(scratch.join("dst/both")), ["a", "plan"]);
}
