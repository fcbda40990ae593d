//! Tests of copies that are compared by checksums, and of the lists of these.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use fcp_engine::sum::{Algorithm, Hasher};
use fcp_test_support::{
    Kind, Scratch, bin, has_strace, needs, program, run, run_ok, until, with_filesystem,
    with_mounts,
};
use serde_json::Value;

fn hash(algorithm: Algorithm, content: &[u8]) -> String {
    let mut hasher = Hasher::new(algorithm);
    hasher.update(content);
    hasher.finish().to_string()
}

fn noise(seed: u32, len: usize) -> Vec<u8> {
    (0..len as u32)
        .map(|at| (at.wrapping_mul(2_654_435_761).wrapping_add(seed) >> 13) as u8)
        .collect()
}

/// Files of all sizes that are treated differently, one of them with holes.
fn lay_out(dir: &Path) {
    fs::create_dir_all(dir.join("sub")).unwrap();
    for (name, len) in
        [("empty", 0), ("small", 1_000), ("large", (3 << 20) + 5), ("sub/deep", 70_000)]
    {
        fs::write(dir.join(name), noise(7, len)).unwrap();
    }
    let sparse = File::create(dir.join("sparse")).unwrap();
    sparse.set_len(5 << 20).unwrap();
    sparse.write_all_at(&noise(9, 100_000), 2 << 20).unwrap();
    symlink("small", dir.join("link")).unwrap();
}

/// The checksums that the events tell, by the end of the path.
fn told(done: &Output) -> BTreeMap<String, String> {
    let text = String::from_utf8(done.stdout.clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let items = lines.filter(|line| line["type"] == "item.done" && !line["checksum"].is_null());
    items
        .map(|item| {
            let name = item["dst"]["text"].as_str().unwrap().rsplit('/').next().unwrap();
            (name.to_owned(), item["checksum"]["hash"].as_str().unwrap().to_owned())
        })
        .collect()
}

fn text(output: &[u8]) -> &str {
    std::str::from_utf8(output).unwrap()
}

#[test]
fn whatever_moves_the_data_the_checksum_is_that_of_the_content() {
    with_mounts(&[Kind::Btrfs, Kind::Ext4], |mounts| {
        let size = 512 << 20;
        let homes = [Kind::Btrfs, Kind::Ext4].map(|kind| mounts.filesystem(kind, size));
        for home in &homes {
            let src = home.join("src");
            lay_out(&src);
            let ways: &[(&str, &[&str])] = &[
                ("fcp", &[]),
                ("fcp", &["--reflink=never"]),
                ("fcp", &["--driver=copy_file_range"]),
                ("fcp", &["--driver=parblock", "--block-size=1M", "--reflink=never"]),
                ("fcp", &["--sparse=always"]),
                ("fcp", &["--sparse=never"]),
                ("fcp", &["--cache=direct", "--reflink=never"]),
                ("fcp", &["--durability=batch"]),
                ("fcp", &["--inplace"]),
            ];
            for (program_name, options) in ways {
                for algorithm in Algorithm::ALL {
                    let dst = home.join("dst");
                    let mut command = program(program_name);
                    command.args(["-r", "--json", "--events=all", "-T"]).args(*options);
                    command.arg(format!("--verify={}", algorithm.name())).args([&src, &dst]);
                    let done = run(&mut command);
                    assert!(done.status.success(), "{options:?} {}", text(&done.stderr));
                    let told = told(&done);
                    let names: Vec<&str> = told.keys().map(String::as_str).collect();
                    assert_eq!(names, ["deep", "empty", "large", "small", "sparse"], "{options:?}");
                    for name in ["empty", "small", "large", "sparse", "sub/deep"] {
                        let content = fs::read(dst.join(name)).unwrap();
                        assert!(content == fs::read(src.join(name)).unwrap());
                        let key = name.rsplit('/').next().unwrap();
                        assert_eq!(told[key], hash(algorithm, &content), "{options:?} {name}");
                    }
                    fs::remove_dir_all(&dst).unwrap();
                }
            }
        }
        // A move between filesystems copies; one within renames, and has nothing to compare.
        let [from, to] = &homes;
        for (target, copied) in [(to.join("moved"), 5), (to.join("renamed"), 0)] {
            let source = if copied > 0 { from.join("src") } else { to.join("moved") };
            let mut command = program("fmv");
            command
                .args(["--json", "--events=all", "--verify=xxh3", "-T"])
                .args([&source, &target]);
            let done = run(&mut command);
            assert!(done.status.success(), "{}", text(&done.stderr));
            assert_eq!(told(&done).len(), copied);
        }
    });
}

#[test]
fn data_that_changed_on_their_way_are_a_mismatch() {
    needs!(has_strace());
    let scratch = Scratch::new();
    fs::write(scratch.join("file"), vec![b'a'; 100_000]).unwrap();
    for how in ["compare", "blake3", "xxh3"] {
        // Each thread's first write(2) gets another first byte; that of the worker is the data.
        let mut strace = bin::clean(Command::new("strace"));
        strace.current_dir(scratch.path()).args([
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=write",
        ]);
        strace.args(["-e", "inject=write:poke_enter=@arg2=ff:when=1"]).arg(bin::path_of("fcp"));
        strace.args(["--driver=read_write", &format!("--verify={how}"), "file", "copy"]);
        if how != "compare" {
            strace.arg(format!("--manifest={how}"));
        }
        let done = run(&mut strace);
        assert_eq!(done.status.code(), Some(4), "{how} {}", String::from_utf8_lossy(&done.stderr));
        assert!(!scratch.join("copy").exists(), "{how}");
    }
    // The list has nothing, and says so by that.
    assert_eq!(fs::read(scratch.join("blake3")).unwrap(), b"");
}

#[test]
fn a_list_is_sorted_relative_and_understood_by_the_known_tools() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"));
    fs::write(scratch.join("src/a\\\nb"), "odd").unwrap();
    let at = |program_name: &str, args: &[&str]| {
        run(program(program_name).current_dir(scratch.path()).args(args))
    };
    // Below the copy itself, which is not there yet.
    let done = at("fcp", &["--verify=sha256", "--manifest=dst/SUMS", "-T", "src", "dst"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let list = fs::read_to_string(scratch.join("dst/SUMS")).unwrap();
    let names: Vec<&str> = list.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(names, ["a\\\\\\nb", "empty", "large", "small", "sparse", "sub/deep"]);
    let mut check = Command::new("sha256sum");
    let check = check.current_dir(scratch.join("dst")).args(["-c", "SUMS"]).output().unwrap();
    assert!(check.status.success(), "{check:?}");
    let mut ours = program("fcp");
    ours.current_dir(scratch.join("dst")).args(["sum", "-c", "SUMS", "--strict-tree=."]);
    let checked = run(&mut ours);
    // No list names a symlink of a tree.
    assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(4), "extra      ./link\n"));
    // Elsewhere the names are whole; and without a word about how, it is BLAKE3.
    fs::create_dir(scratch.join("lists")).unwrap();
    let done = at("fcp", &["--manifest", "lists/x", "-T", "src", "again"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let checked =
        run(program("fcp").args(["sum", "-a", "blake3", "-c"]).arg(scratch.join("lists/x")));
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(text(&checked.stderr).starts_with("6 files checked"));
    // A move to another filesystem is listed when its sources are gone.
    with_filesystem(Kind::Tmpfs, 1 << 20, |elsewhere| {
        let to = elsewhere.join("moved");
        let args = ["--verify=xxh3", "--manifest=moved", "src/small", to.to_str().unwrap()];
        let done = at("fmv", &args);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let list = fs::read_to_string(scratch.join("moved")).unwrap();
        assert_eq!(list.lines().count(), 1, "{list}");
    });
    let left =
        fs::read_dir(scratch.path()).unwrap().chain(fs::read_dir(scratch.join("dst")).unwrap());
    let stray = left.filter(|entry| {
        entry.as_ref().unwrap().file_name().as_encoded_bytes().starts_with(b".fcp-")
    });
    assert_eq!(stray.count(), 0);
}

#[test]
fn a_job_with_failures_lists_the_rest_and_says_so() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"));
    fs::create_dir_all(scratch.join("dst/small")).unwrap();
    let mut command = program("fcp");
    command.current_dir(scratch.path()).args(["--manifest=SUMS", "-T", "src", "dst"]);
    let done = run(&mut command);
    assert_eq!(done.status.code(), Some(1));
    let said = text(&done.stderr);
    assert!(said.contains("'SUMS' lists only the copies that were verified"), "{said}");
    assert_eq!(fs::read_to_string(scratch.join("SUMS")).unwrap().lines().count(), 4);
}

#[test]
fn a_list_that_cannot_be_written_is_refused_or_costs_the_success() {
    let scratch = Scratch::new();
    fs::write(scratch.join("f"), "x").unwrap();
    fs::create_dir(scratch.join("dir")).unwrap();
    let at = |args: &[&str]| run(program("fcp").current_dir(scratch.path()).args(args));
    let done = at(&["--manifest=dir", "f", "g"]);
    assert_eq!(done.status.code(), Some(3));
    assert!(
        text(&done.stderr).contains("cannot create file 'dir': Is a directory"),
        "{}",
        text(&done.stderr)
    );
    assert!(!scratch.join("g").exists());
    // A folder may come with the job; this one does not.
    let done = at(&["--manifest=gone/SUMS", "f", "g"]);
    assert_eq!(done.status.code(), Some(3));
    let why = "cannot create file 'gone/SUMS': No such file or directory";
    assert!(text(&done.stderr).contains(why), "{}", text(&done.stderr));
    assert!(!scratch.join("g").exists());
    assert!(at(&["-T", "--manifest=new/SUMS", "dir", "new"]).status.success());
    assert!(scratch.join("new/SUMS").exists());
    // A folder in the destination that the source has not, and under its name one that it has.
    let done = at(&["--manifest=new/gone/SUMS", "-r", "dir/.", "new"]);
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert!(!scratch.join("new/gone").exists());
    assert!(at(&["--manifest=new/dir/SUMS", "-r", "dir", "new"]).status.success());
    assert!(scratch.join("new/dir/SUMS").exists());
    for args in [
        &["--verify=compare", "--manifest=S", "f", "h"][..],
        &["--verify=md5", "f", "h"],
        &["-l", "--manifest=S", "f", "h"],
    ] {
        assert_eq!(at(args).status.code(), Some(2), "{args:?}");
    }
    assert!(at(&["--dry-run", "--manifest=S", "f", "h"]).status.success());
    assert!(!scratch.join("S").exists() && !scratch.join("h").exists());
}

#[test]
fn a_list_takes_the_place_of_no_file() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    fs::write(scratch.join("src/SUMS"), "precious").unwrap();
    fs::write(scratch.join("src/a"), "a").unwrap();
    let at = |tool: &str, args: &[&str]| run(program(tool).current_dir(scratch.path()).args(args));
    for args in
        [&["--manifest=src/a", "src", "new"][..], &["--dry-run", "--manifest=src/a", "src", "new"]]
    {
        for tool in ["fcp", "fmv"] {
            let done = at(tool, args);
            let said = text(&done.stderr);
            assert!(
                said.contains("'src/a': File exists") && done.status.code() == Some(3),
                "{said}"
            );
        }
    }
    assert!(!scratch.join("new").exists());
    // What the job itself has put there.
    for (tool, to) in [("fcp", "copy"), ("fmv", "moved")] {
        let done = at(tool, &["--manifest", &format!("{to}/SUMS"), "-T", "src", to]);
        assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
        let said = text(&done.stderr);
        assert!(said.contains("there is no list of checksums"), "{said}");
        assert_eq!(fs::read_to_string(scratch.join(to).join("SUMS")).unwrap(), "precious");
        assert_eq!(fs::read_dir(scratch.join(to)).unwrap().count(), 2);
    }
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
}

/// A queue with a job that copies many small files and a large one, and lists their checksums.
struct Queue(Scratch);

impl Queue {
    fn new() -> Self {
        let queue = Self(Scratch::new());
        let scratch = &queue.0;
        fs::create_dir(scratch.join("src")).unwrap();
        for n in 0..200 {
            fs::write(scratch.join(format!("src/{n:03}")), noise(n, 20_000)).unwrap();
        }
        fs::write(scratch.join("src/zzz"), noise(1, 100 << 20)).unwrap();
        let add = ["add", "copy", "--manifest=SUMS", "--limit-rate=40M", "-w1", "-T", "src", "dst"];
        assert!(run(queue.fcpq().args(add)).status.success());
        queue
    }

    fn fcpq(&self) -> Command {
        let mut command = program("fcpq");
        command.current_dir(self.0.path()).env("XDG_STATE_HOME", self.0.join("state"));
        command.env("XDG_DATA_HOME", self.0.join("state"));
        command
    }

    /// Runs the queue, and kills it in the middle of the large file.
    fn run_and_kill(&self) {
        let mut child = self.fcpq().arg("run").spawn().unwrap();
        // The large file has begun under another name. Filesystems list it before some of the small
        // ones, or after them.
        until("the large file has begun", || {
            assert_eq!(child.try_wait().unwrap(), None, "the queue ended before it was killed");
            let entries = fs::read_dir(self.0.join("dst")).into_iter().flatten();
            let mut parts = entries.filter_map(|entry| {
                let entry = entry.ok()?;
                let is_part = entry.file_name().as_encoded_bytes().starts_with(b".fcp-");
                is_part.then(|| entry.metadata().map_or(0, |found| found.len()))
            });
            parts.any(|len| len > 20_000)
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_job_that_is_cancelled_after_a_kill_leaves_no_part_of_its_list() {
    let queue = Queue::new();
    let names = |at: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(queue.0.join(at)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    queue.run_and_kill();
    let part = names(".").into_iter().chain(names("dst")).find(|it| it.ends_with("-verified"));
    assert!(part.is_some(), "{:?}", names("."));
    run_ok(queue.fcpq().args(["cancel", "1"]));
    assert_eq!(names("."), ["dst", "src", "state"].map(String::from).into());
    assert!(names("dst").iter().all(|name| !name.starts_with('.')), "{:?}", names("dst"));
}

#[test]
fn the_queue_keeps_the_list_over_a_kill() {
    let queue = Queue::new();
    let (scratch, fcpq) = (&queue.0, || queue.fcpq());
    for _ in 0..2 {
        queue.run_and_kill();
    }
    run_ok(fcpq().arg("run"));
    let list = fs::read_to_string(scratch.join("SUMS")).unwrap();
    assert_eq!(list.lines().count(), 201);
    let checked = run(program("fcp").current_dir(scratch.path()).args([
        "sum",
        "-c",
        "SUMS",
        "--strict-tree=dst",
    ]));
    assert!(checked.status.success(), "{}", text(&checked.stdout));
    // The job is asked for its list.
    let done = run(fcpq().args(["verify", "--manifest", "1"]));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    fs::write(scratch.join("dst/007"), "x").unwrap();
    let done = run(fcpq().args(["verify", "--manifest", "1"]));
    assert_eq!((done.status.code(), text(&done.stdout)), (Some(4), "different  dst/007\n"));
    let done = run(fcpq().args(["verify", "--manifest=SUMS"]));
    assert_eq!(done.status.code(), Some(4));
    assert_eq!(run(fcpq().args(["verify", "--manifest=SUMS", "1"])).status.code(), Some(2));
    assert_eq!(run(fcpq().args(["verify"])).status.code(), Some(2));
}
