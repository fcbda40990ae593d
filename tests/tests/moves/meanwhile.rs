//! Tests of moves to another filesystem while other programs change the copies, before these are safe and their sources go.

use std::path::PathBuf;

use fcp_test_support::Mounts;

use super::*;

/// A small file, whose copy is not flushed before a large one is there, which takes long.
fn small_before_large(mounts: &Mounts) -> ([PathBuf; 2], [PathBuf; 2]) {
    let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
    put(from.join("small"), b"data");
    put(from.join("large"), noise(1, 3 << 20));
    (["small", "large"].map(|name| from.join(name)), [from, to])
}

fn slowly(options: &mut Options) {
    options.limit_rate = Some(2 << 20);
    options.workers = Some(1);
}

#[test]
fn a_name_becomes_no_link_to_what_takes_the_place_of_its_copy_before_that_is_flushed() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        put(from.join("one"), b"data");
        hard_link(from.join("one"), from.join("two"));
        put(from.join("large"), noise(1, 3 << 20));
        let sources = ["one", "two", "large"].map(|name| from.join(name));
        let mut running = mv_into(&sources, &to).with(slowly).start();
        running.until_midway();
        // The second name waits until the copy of the first one is safe, which the large file holds up.
        let [first, second] = if exists(to.join("one")) { ["one", "two"] } else { ["two", "one"] };
        assert!(exists(to.join(first)) && !exists(to.join(second)));
        put(to.join("new"), b"edited");
        rustix::fs::rename(to.join("new"), to.join(first)).unwrap();
        running.engine.set_limit_rate(running.job, 0).unwrap();
        running.end().clean();
        assert_eq!((get(to.join(first)), get(to.join(second))), (b"edited".into(), b"data".into()));
        assert_eq!(names(&from), [""; 0]);
    });
}

#[test]
fn the_source_of_a_copy_that_another_program_removes_before_it_is_safe_stays() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (sources, [from, to]) = small_before_large(mounts);
        let mut running = mv_into(&sources, &to).with(slowly).start();
        running.until_midway();
        rustix::fs::unlink(to.join("small")).unwrap();
        running.engine.set_limit_rate(running.job, 0).unwrap();
        running.end().failed_with(&[("small", Code::NotFound)]);
        assert_eq!(
            (names(&from), names(&to)),
            (vec!["small".to_owned()], vec!["large".to_owned()])
        );
        assert_eq!(get(from.join("small")), b"data");
    });
}

#[test]
fn a_cancelled_move_leaves_the_copy_whose_source_another_move_has_removed() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (sources, [from, to]) = small_before_large(mounts);
        let mut running = mv_into(&sources, &to).with(slowly).start();
        running.until_midway();
        assert!(exists(to.join("small")) && !exists(to.join("large")));
        // It finds the copy whole.
        mv_into(&sources, &to).with(|o| o.resume = true).run().clean();
        assert_eq!(names(&from), [""; 0]);
        running.engine.cancel(running.job).unwrap();
        running.end();
        assert_eq!(get(to.join("small")), b"data");
        assert!(get(to.join("large")) == noise(1, 3 << 20));
    });
}
