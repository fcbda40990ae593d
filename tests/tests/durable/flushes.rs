//! Tests of the flushes at the end of a job.

use super::*;

/// The paths whose filesystems a command flushed.
fn flushed(arguments: &[&str]) -> Vec<String> {
    let scratch = fcp_test_support::Scratch::new();
    let log = scratch.join("log");
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-y", "-e", "trace=syncfs", "-o"]).arg(&log);
    run_ok(strace.arg(bin::path_of("fcp")).arg("-w1").args(arguments));
    let log = String::from_utf8(get(&log)).unwrap();
    let path = |line: &str| Some(line.split_once('<')?.1.split_once('>')?.0.to_owned());
    log.lines().filter_map(path).collect()
}

#[test]
fn the_last_flush_reaches_each_filesystem_that_was_written_to() {
    if !fcp_test_support::has_strace() {
        return;
    }
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to, other) = (mounts.tmpfs(""), mounts.tmpfs(""), mounts.tmpfs(""));
        for dir in ["tree", "tree/sub"] {
            mkdir(from.join(dir));
        }
        put(from.join("tree/sub/file"), noise(1, 1000));
        for dir in ["usb", "tree", "tree/sub"] {
            mkdir(to.join(dir));
        }
        let (usb, sub) = (to.join("usb"), to.join("tree/sub"));
        for at in [&usb, &sub] {
            mounts.bind(&mounts.tmpfs(""), at);
        }
        put(other.join("file"), b"old");
        symlink(other.join("file"), to.join("link"));
        let tree = from.join("tree");
        let file = from.join("tree/sub/file");
        let link = to.join("link");
        let cases: &[(&[&str], &Path)] = &[
            (&["-T", text(&tree), text(&usb)], &usb),
            (&["-r", text(&tree), text(&to)], &sub),
            (&[text(&file), text(&link)], &other),
            (&["--inplace", text(&file), text(&link)], &other),
        ];
        for (arguments, at) in cases {
            for durability in ["end", "batch"] {
                let durability = format!("--durability={durability}");
                let paths = flushed(&[&[durability.as_str()], *arguments].concat());
                let reached = paths.iter().any(|path| Path::new(path).starts_with(at));
                assert!(reached, "{arguments:?} flushed {paths:?} alone");
            }
        }
    });
}

#[test]
fn a_flush_that_fails_anywhere_fails_the_job_and_names_the_place() {
    if !fcp_test_support::has_strace() {
        return;
    }
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(from.join("tree"));
        put(from.join("tree/file"), noise(1, 1000));
        mkdir(to.join("tree"));
        mounts.bind(&mounts.tmpfs(""), &to.join("tree"));
        for (at, failing) in [(&to, to.clone()), (&to, to.join("tree"))] {
            let mut strace = bin::clean(Command::new("strace"));
            strace.args(["-f", "-qq", "-o", "/dev/null", "-P", text(&failing)]);
            strace.args(["-e", "trace=syncfs", "-e", "inject=syncfs:error=EIO"]);
            strace.arg(bin::path_of("fcp")).args(["--durability=end", text(&from.join("tree"))]);
            let done = run(strace.arg(at));
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(1), "{}: {said}", failing.display());
            assert!(said.contains(&format!("'{}'", text(&failing))), "{said}");
        }
    });
}

#[test]
fn an_error_in_writing_that_another_program_was_told_first_fails_the_job() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        let (from, thin) = (mounts.tmpfs(""), mounts.tmpfs("size=72m"));
        put(from.join("file"), noise(1, 8 << 20));
        // An image that has room for what the filesystem needs, and none for data.
        let image = thin.join("image");
        tool("fallocate", &["-l", "64M", text(&image)]);
        tool("mkfs.ext4", &["-q", "-b", "4096", "-E", "nodiscard", text(&image)]);
        let shown = run(bin::clean(Command::new("/usr/sbin/dumpe2fs")).arg(&image));
        let shown = String::from_utf8(shown.stdout).unwrap();
        for range in shown.lines().filter_map(|line| line.trim().strip_prefix("Free blocks:")) {
            for range in range.split(',').filter_map(|range| range.trim().split_once('-')) {
                let (first, last): (u64, u64) =
                    (range.0.parse().unwrap(), range.1.parse().unwrap());
                let (offset, length) = (first * 4096, (last + 1 - first) * 4096);
                let hole =
                    ["-p", "-o", &offset.to_string(), "-l", &length.to_string()].map(str::to_owned);
                let hole = hole.each_ref().map(String::as_str);
                tool("fallocate", &[&hole[..], &[text(&image)]].concat());
            }
        }
        let at = mounts.mount_image(&image, Kind::Ext4, "");
        let slow = |o: &mut fcp_engine::spec::Options| {
            o.limit_rate = Some(2 << 20);
            o.durability = fcp_engine::spec::Durability::End;
        };
        let mut running = copy::copy_into(&[from.join("file")], &at).with(slow).start();
        running.until_midway();
        running.engine.pause(running.job).unwrap();
        let filler = thin.join("filler");
        drop(std::io::copy(&mut std::io::repeat(0), &mut std::fs::File::create(&filler).unwrap()));
        let told = run(bin::clean(Command::new("sync")).args(["-f", text(&at)]));
        assert!(!told.status.success(), "nothing was lost: {told:?}");
        std::fs::remove_file(&filler).unwrap();
        running.engine.set_limit_rate(running.job, 0).unwrap();
        running.engine.resume(running.job).unwrap();
        let told = running.end();
        assert_eq!(told.summary.outcome, fcp_engine::event::Outcome::CompletedWithErrors);
        assert!(!told.warnings.is_empty());
    });
}

#[test]
fn a_destination_that_is_not_there_is_told_once_and_not_as_a_flush() {
    let scratch = fcp_test_support::Scratch::new();
    put(scratch.join("a"), b"a");
    for durability in ["none", "end", "batch", "file"] {
        let mut command = fcp_test_support::fcp();
        command.current_dir(scratch.path()).arg(format!("--durability={durability}"));
        let done = run(command.args(["a", "none/there"]));
        let told = fcp_test_support::output::err(&done);
        // A line below it says what to do.
        let complaints = told.lines().filter(|line| line.starts_with("fcp: ")).count();
        assert_eq!((done.status.code(), complaints), (Some(1), 1), "{durability}: {told}");
        assert!(!told.contains("flush"), "{told}");
    }
}
