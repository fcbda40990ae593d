//! Tests of differences that are found.

use super::*;

#[test]
fn one_byte_is_found_wherever_it_is() {
    // Steps are 256 KiB long.
    for at in [0, (256 << 10) - 1, 256 << 10, 299_999] {
        let scratch = Scratch::new();
        let job = two(&scratch);
        corrupt(&scratch.join("dst/dir/file"), at);
        let before = [snapshot(&scratch.join("src")), snapshot(&scratch.join("dst"))];
        let told = job.run().failed_with(&[("src/dir/file", Code::Mismatch)]);
        mismatches(&told, 1);
        let (_, error) = &told.failed[0];
        assert_eq!(error.path.0, scratch.join("dst/dir/file"));
        assert_eq!(error.other.as_ref().unwrap().0, scratch.join("src/dir/file"));
        assert_eq!(told.summary.done, 5);
        assert!(before == [snapshot(&scratch.join("src")), snapshot(&scratch.join("dst"))]);
    }
}

#[test]
fn what_is_longer_or_shorter_differs() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    for (name, size) in [("dir/file", 299_999), ("other", 6), ("empty", 1)] {
        File::options()
            .write(true)
            .open(scratch.join("dst").join(name))
            .unwrap()
            .set_len(size)
            .unwrap();
    }
    let wrong = ["src/dir/file", "src/empty", "src/other"].map(|name| (name, Code::Mismatch));
    mismatches(&job.run().failed_with(&wrong), 3);
}

#[test]
fn what_is_missing_is_named_once() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    let gone = scratch.join("dst");
    for name in ["other", "link"] {
        rustix::fs::unlink(gone.join(name)).unwrap();
    }
    fcp_test_support::remove_all(&gone.join("dir")).unwrap();
    let wrong = ["src/dir", "src/link", "src/other"].map(|name| (name, Code::NotFound));
    let told = job.run().failed_with(&wrong);
    mismatches(&told, 3);
    assert!(told.failed.iter().all(|(_, error)| error.action == Action::Verify));
    assert!(!gone.join("dir").exists());
}

#[test]
fn what_lies_beside_the_copies_is_nobodys_business() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    put(scratch.join("dst/more"), "more");
    chmod(scratch.join("dst/other"), 0o600);
    job.run().clean();
}

#[test]
fn links_lead_where_those_of_the_source_lead() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    rustix::fs::unlink(scratch.join("dst/link")).unwrap();
    // What it leads to is the same, but it is not the same link.
    symlink("./dir/file", scratch.join("dst/link"));
    mismatches(&job.run().failed_with(&[("src/link", Code::Mismatch)]), 1);
}

#[test]
fn another_type_is_a_difference() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    let dst = scratch.join("dst");
    for name in ["other", "link", "empty"] {
        rustix::fs::unlink(dst.join(name)).unwrap();
    }
    fcp_test_support::remove_all(&dst.join("dir")).unwrap();
    mkdir(dst.join("other"));
    put(dst.join("link"), "dir/file");
    put(dst.join("dir"), "");
    rustix::fs::mknodat(rustix::fs::CWD, dst.join("empty"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    let wrong =
        ["src/dir", "src/empty", "src/link", "src/other"].map(|name| (name, Code::Mismatch));
    mismatches(&job.run().failed_with(&wrong), 4);
}

#[test]
fn no_link_stands_for_a_directory_below_the_operands() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    rustix::fs::rename(scratch.join("dst/dir"), scratch.join("elsewhere")).unwrap();
    symlink(scratch.join("elsewhere"), scratch.join("dst/dir"));
    mismatches(&job.clone().run().failed_with(&[("src/dir", Code::Mismatch)]), 1);
    job.with(|options| options.keep_directory_symlink = true).run().clean();
}

#[test]
fn special_files_are_told_apart() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("src"), scratch.join("dst"));
    mkdir(&src);
    for name in ["stays", "changes"] {
        rustix::fs::mknodat(rustix::fs::CWD, src.join(name), FileType::Fifo, Mode::RUSR, 0)
            .unwrap();
    }
    let job = copied(&copy(&src, &dst));
    rustix::fs::unlink(dst.join("changes")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, dst.join("changes"), FileType::Socket, Mode::RUSR, 0)
        .unwrap();
    mismatches(&job.run().failed_with(&[("src/changes", Code::Mismatch)]), 1);
    assert!(dst.join("stays").metadata().unwrap().file_type().is_fifo());
}
