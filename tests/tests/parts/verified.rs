//! A comparison that is divided into parts finds what one process would, and changes nothing.

use super::*;

/// Copies a tree, and plans to compare it with the copy.
fn planned(dir: &Path, seed: u64, flags: &[&str]) {
    lay_out(&dir.join("src"), seed);
    ok(dir, &["-aT", "src", "dst"]);
    let plan = ["plan", "--verify-only", "-aT", "src", "dst", "--out=plan", "--part-items=40"];
    ok(dir, &[&plan[..], flags].concat());
}

/// Files of a tree that are not in directories with a name of the plan.
fn regular(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut todo) = (Vec::new(), vec![root.to_owned()]);
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                todo.push(entry.path());
            } else if kind.is_file() && entry.metadata().unwrap().nlink() == 1 {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn equal_trees_are_equal_in_all_parts_and_nothing_is_written() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    planned(dir, 61, &[]);
    assert_eq!(names(dir.join("plan/folders")), [""; 0]);
    let before = fs::metadata(dir.join("dst")).unwrap();
    let mut running = workers(dir, 3);
    assert!(running.iter_mut().all(|worker| worker.wait().unwrap().success()));
    let shown = told(dir, &["plan", "status", "plan"]);
    assert!(shown.2 == 0 && shown.0.contains("All is compared"), "{shown:?}");
    let told = ok(dir, &["plan", "finish", "plan"]);
    assert!(told.starts_with("All is equal: "), "{told}");
    let shown = status(dir);
    assert_eq!(shown["items_done"], shown["items"]);
    let after = fs::metadata(dir.join("dst")).unwrap();
    assert_eq!((before.mtime(), before.ctime_nsec()), (after.mtime(), after.ctime_nsec()));
    assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
}

#[test]
fn each_difference_is_found_by_the_part_that_has_it() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    planned(dir, 62, &["-w1"]);
    let all = regular(&dir.join("dst"));
    let large = all.iter().find(|path| fs::metadata(path).unwrap().len() > 10).unwrap();
    let mut bytes = fs::read(large).unwrap();
    bytes[7] ^= 1;
    fs::write(large, bytes).unwrap();
    let (gone, becomes) = (&all[all.len() / 2], &all[all.len() / 3]);
    assert!(gone != large && becomes != large && gone != becomes);
    fs::remove_file(gone).unwrap();
    fs::remove_file(becomes).unwrap();
    fs::create_dir(becomes).unwrap();
    // Beside a copy anything may lie.
    fs::write(dir.join("dst/more"), "x").unwrap();
    told(dir, &["part", "plan", "--all"]).ends(4);
    let shown = status(dir);
    let failures = shown["failures"].as_array().unwrap();
    assert_eq!((failures.len(), &shown["items_failed"]), (3, &Value::from(3)), "{shown}");
    for path in [large, gone, becomes] {
        let named = |it: &Value| it["error"]["path"].to_string().contains(path.to_str().unwrap());
        let below = path.strip_prefix(dir).unwrap();
        assert!(failures.iter().any(named), "{}: {shown}", below.display());
    }
    assert_eq!(told(dir, &["plan", "status", "plan"]).2, 1);
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
    // What was mended is equal when its parts have begun anew.
    fs::remove_dir(becomes).unwrap();
    ok(dir, &["-aT", "src", "dst"]);
    let told = ok(dir, &["plan", "retry", "plan"]);
    assert!(told.contains("to compare again"), "{told}");
    ok(dir, &["part", "plan", "--all"]);
    ok(dir, &["plan", "finish", "plan"]);
}

#[test]
fn a_comparison_whose_processes_are_killed_is_whole_in_the_end() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let mut rng = Rng::new(9);
    planned(dir, 63, &[]);
    for _ in 0..8 {
        let mut running = workers(dir, 2);
        std::thread::sleep(Duration::from_micros(rng.below(30_000)));
        for worker in &mut running {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
    }
    ok(dir, &["part", "plan", "--all"]);
    ok(dir, &["plan", "finish", "plan"]);
    let shown = status(dir);
    assert_eq!(shown["items_done"], shown["items"]);
}
