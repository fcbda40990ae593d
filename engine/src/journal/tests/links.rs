//! Names of one file stay names of one file.

use super::*;

/// Makes twenty files with three names each, in three directories.
fn link_twenty(at: &Trees) {
    for name in ["d1", "d2", "d3"] {
        fs::create_dir(at.src.join(name)).unwrap();
    }
    for n in 0..20 {
        let first = at.src.join(format!("d1/f{n}"));
        write(&first, n, 3000);
        for dir in ["d2", "d3"] {
            fs::hard_link(&first, at.src.join(format!("{dir}/f{n}"))).unwrap();
        }
    }
}

#[test]
fn hard_links_stay_links() {
    let at = place();
    link_twenty(&at);
    for n in 0..20 {
        symlink("f0", at.src.join(format!("d2/s{n}"))).unwrap();
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    // All of it takes two seconds, so that there is time to halt.
    spec.options.limit_rate = Some(32 << 10);
    spec.options.workers = Some(1);
    let mut kept = Kept::new(&at.root);
    let mut halts = 0;
    loop {
        let ran = start(&spec, kept.past(), None, |_| {}).halt_after(9);
        kept.entries.extend(ran.entries);
        if ran.summary.is_some() {
            break;
        }
        halts += 1;
    }
    assert!(halts > 1);
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    // Nothing reported but the links: all else is there and is linked anew.
    let only_links = Past { names: Vec::new(), ..kept.past() };
    start(&spec, only_links, None, |_| {}).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
}

#[test]
fn hard_links_whose_earlier_copy_is_gone_are_copied_anew() {
    let at = place();
    link_twenty(&at);
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = Kept::new(&at.root);
    kept.entries = start(&spec, kept.past(), None, |_| {}).end().entries;
    let only_links = Past { names: Vec::new(), ..kept.past() };
    assert!(!only_links.links.is_empty());
    fcp_test_support::remove_all(&at.dst.join("src")).unwrap();
    start(&spec, only_links, None, |_| {}).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
}

#[test]
fn names_of_a_moved_file_of_which_one_has_arrived_stay_one_file() {
    let Some(there) = elsewhere() else { return };
    let at = place();
    for dir in ["first", "second"] {
        fs::create_dir(at.src.join(dir)).unwrap();
    }
    for n in 0..60 {
        let name = at.src.join(format!("first/f{n}"));
        write(&name, n, 3000);
        fs::hard_link(&name, at.src.join(format!("second/f{n}"))).unwrap();
    }
    let model = at.root.join("model");
    fs::create_dir(&model).unwrap();
    plain(&spec(Verb::Copy, &at.src, &at.dst), &model);
    let kept = Kept::new(there.path());
    // As a killed run leaves it: of each file one name has arrived, whole, and nothing was reported.
    for (dir, n) in (0..60).map(|n| (["first", "second"][n % 2], n)) {
        let into = there.path().join("src").join(dir);
        fs::create_dir_all(&into).unwrap();
        let (from, to) = (at.src.join(format!("{dir}/f{n}")), into.join(format!("f{n}")));
        fs::copy(&from, &to).unwrap();
        let meta = fs::metadata(&from).unwrap();
        File::open(&to).unwrap().set_modified(meta.modified().unwrap()).unwrap();
    }
    let moved = spec(Verb::Move, &at.src, there.path());
    start(&moved, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_same(&model.join("src"), &there.path().join("src"), &What::everything());
    assert!(!at.src.exists());
}
