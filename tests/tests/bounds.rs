//! Tests that memory and descriptors are bounded, however deep, wide or linked a tree is.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use copy::{hard_link, is_full, mkdir, noise, peak, put, text};
use fcp_engine::event::{Envelope, Event, Summary};
use fcp_test_support::cursor::Cursor;
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, bin, layout, with_filesystem};

const MIB: u64 = 1 << 20;

/// Kibibytes of memory that a job with many open questions may use; 64 MiB are promised for half a
/// million, and a busy machine, on which more threads are started, was seen to need 49.
const MOST: u64 = 56 << 10;

/// The same for a process that works off the queue, which has a database open as well.
const QUEUE_MOST: u64 = 80 << 10;

/// Runs `fcp` under limits of the shell's `ulimit`; gives its summary and the most memory it had, in bytes.
fn measured(limits: &str, arguments: &[&str]) -> (Summary, u64) {
    copy::measured(limits, "fcp", arguments)
}

#[test]
fn ten_thousand_levels_need_few_descriptors() {
    let scratch = Scratch::new();
    let depth = 10_000;
    let src = scratch.join("source");
    layout::deep(&src, depth).unwrap();
    for (workers, flags, rounds) in [("1", "-T", 1), ("8", "-aT", 2)] {
        let dst = scratch.join("copy");
        let arguments = [flags, "-w", workers, text(&src), text(&dst)];
        // The second round copies over the files of the first.
        for _ in 0..rounds {
            let (summary, memory) = measured("ulimit -n 64", &arguments);
            assert_eq!(summary.done, depth as u64 + 2);
            assert!(memory <= 64 * MIB, "{workers} workers: {} MiB", memory / MIB);
        }
        assert_same(&src, &dst, &What::contents());
        fcp_test_support::remove_all(&dst).unwrap();
    }
}

#[test]
fn a_deep_and_broad_tree_needs_few_descriptors() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    Tree { hard_links: true, ..Tree::plain(1) }.entries(3000).depth(200).build(&src).unwrap();
    for workers in ["1", "3", "16"] {
        let arguments = ["-aT", "-w", workers, text(&src), text(&dst)];
        measured("ulimit -n 40", &arguments);
        assert_same(&src, &dst, &What::everything());
        fcp_test_support::remove_all(&dst).unwrap();
    }
}

/// Makes empty files, spread over directories.
fn many(root: &Path, directories: usize, files: usize) {
    mkdir(root);
    for n in 0..directories {
        layout::flat(&root.join(format!("d{n}")), files, 0).unwrap();
    }
}

#[test]
fn many_entries_need_little_memory() {
    let (directories, files) = if is_full() { (1000, 1_000_000) } else { (300, 100_000) };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        for (shape, spread) in [("one directory", 1), ("many", directories)] {
            let (src, dst) = (at.join(format!("source {shape}")), at.join("copy"));
            many(&src, spread, files / spread);
            let arguments = ["-T", text(&src), text(&dst)];
            let (summary, memory) = measured("ulimit -n 64", &arguments);
            assert_eq!(summary.done as usize, files / spread * spread + spread + 1, "{shape}");
            assert!(memory <= 64 * MIB, "{shape}: {} MiB", memory / MIB);
            let (_, again) = measured("ulimit -n 64", &arguments);
            assert!(again <= 64 * MIB, "{shape}, again: {} MiB", again / MIB);
            let left = Cursor::open(&dst.join("d0")).unwrap().entries().unwrap().len();
            assert_eq!(left, files / spread, "{shape}");
            for root in [src, dst] {
                fcp_test_support::remove_all(&root).unwrap();
            }
        }
    });
}

#[test]
fn each_of_many_packed_items_is_told_in_little_memory() {
    let files = if is_full() { 1_000_000 } else { 100_000 };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        // Lists of two paths of this length for each item were seen to need 60 MiB.
        let dir = at.join("long".repeat(30));
        mkdir(&dir);
        let (src, archive) = (dir.join("source"), dir.join("all.tar"));
        many(&src, 10, files / 10);
        let arguments = ["pack", "--events=all", text(&archive), text(&src)];
        let limits = format!("ulimit -n 64; HOME='{}'", text(at));
        let (summary, memory) = measured(&limits, &arguments);
        assert_eq!(summary.done as usize, files + 11);
        assert!(memory <= 64 * MIB, "{} MiB", memory / MIB);
    });
}

#[test]
fn many_hard_links_are_kept_in_little_memory() {
    let files: u64 = if is_full() { 200_000 } else { 10_000 };
    with_filesystem(Kind::Tmpfs, 4 << 30, |at| {
        let (src, dst) = (at.join("source"), at.join("copy"));
        for dir in [&src, &src.join("a"), &src.join("b")] {
            mkdir(dir);
        }
        for n in 0..files {
            put(src.join(format!("a/{n}")), noise(n, 100));
            hard_link(src.join(format!("a/{n}")), src.join(format!("b/other {n}")));
        }
        // And one with very many names.
        for n in 0..files {
            hard_link(src.join("a/0"), src.join(format!("same {n}")));
        }
        let (summary, memory) = measured("ulimit -n 64", &["-aT", text(&src), text(&dst)]);
        assert_eq!(summary.done, 3 * files + 3);
        assert!(memory <= 64 * MIB, "{} MiB", memory / MIB);
        assert_same(&src, &dst, &What::everything());
    });
}

#[test]
fn a_job_holds_no_pipe_open_that_its_process_has_closed() {
    use std::io::Read;
    let scratch = Scratch::new();
    put(scratch.join("source"), noise(1, 4 << 20));
    let (mut reader, writer) = std::io::pipe().unwrap();
    let slow = |o: &mut fcp_engine::spec::Options| o.limit_rate = Some(100 << 10);
    let job = copy::copy(scratch.join("source"), scratch.join("copy")).with(slow);
    let mut running = job.start();
    running.until_midway();
    drop(writer);
    let (ended, end) = std::sync::mpsc::channel();
    let reading = std::thread::spawn(move || {
        let read = reader.read_to_end(&mut Vec::new());
        // After the test has failed there is nothing left to tell.
        let _told = ended.send(read.is_ok());
    });
    let seen = end.recv_timeout(std::time::Duration::from_secs(15));
    let summary = running.engine.status()[0].summary.clone();
    running.engine.cancel(running.job).unwrap();
    running.end();
    reading.join().unwrap();
    assert_eq!(seen, Ok(true), "the reader did not see the end");
    assert!(summary.is_none(), "the job was over");
}

/// A copy that asks about conflicts, and where the most memory that it had is written, in KiB.
fn asking(at: &Path) -> (Command, PathBuf) {
    let report = at.join("report");
    let mut timed = bin::clean(Command::new("time"));
    timed.args(["-f", "%M", "-q", "-o"]).arg(&report).arg(bin::path_of("fcp"));
    timed.args(["--json", "--control", "--on-conflict=ask", "-T"]);
    timed.args([at.join("source"), at.join("copy")]);
    (timed, report)
}

#[test]
fn many_open_questions_need_little_memory() {
    let files = if is_full() { 500_000 } else { 60_000 };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let (src, dst) = (at.join("source"), at.join("copy"));
        many(&src, 10, files / 10);
        many(&dst, 10, files / 10);
        let (mut timed, report) = asking(at);
        let mut child = timed.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let (mut first, mut asked) = (None, 0);
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let event = serde_json::from_str::<Envelope>(&line.unwrap()).unwrap().event;
            match event {
                Event::QuestionAsked { question, .. } => {
                    first.get_or_insert(question.id);
                    asked += 1;
                }
                Event::Progress { progress, .. } if progress.waiting == files as u64 => {
                    // All wait, and nothing else is left to do.
                    let id = first.take().unwrap();
                    let answer = format!(r#"{{"id":1,"cmd":"answer","question":{id},"#);
                    let answer = answer + r#""answer":"skip","scope":"all"}"#;
                    writeln!(input, "{answer}").unwrap();
                }
                Event::JobSummary { summary, .. } => {
                    assert_eq!((summary.skipped, summary.unanswered), (files as u64, 0));
                    break;
                }
                _ => {}
            }
        }
        assert!(asked <= 2_000, "{asked} were asked about one by one");
        drop(input);
        assert!(child.wait().unwrap().success());
        let memory = peak(&report);
        assert!(memory <= MOST, "{memory} KiB");
    });
}

#[test]
fn many_unanswered_questions_need_little_memory_and_are_all_counted() {
    let files = if is_full() { 500_000 } else { 60_000 };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let (src, dst) = (at.join("source"), at.join("copy"));
        many(&src, 10, files / 10);
        many(&dst, 10, files / 10);
        let (mut timed, report) = asking(at);
        let output = bin::run_for(&mut timed, copy::PATIENCE);
        assert_eq!(output.status.code(), Some(5));
        let summary = copy::summary_of(&output);
        assert_eq!((summary.skipped, summary.unanswered), (files as u64, files as u64));
        let memory = peak(&report);
        assert!(memory <= MOST, "{memory} KiB");
    });
}

#[test]
fn many_open_questions_of_the_queue_need_little_memory_and_disk() {
    let files: u64 = if is_full() { 100_000 } else { 20_000 };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let (src, dst) = (at.join("source"), at.join("copy"));
        many(&src, 10, files as usize / 10);
        many(&dst, 10, files as usize / 10);
        let queue = |args: &[&str]| {
            let mut command = bin::program("fcpq");
            command.args(args).env("HOME", at);
            command
        };
        let add = ["add", "copy", "--on-conflict=ask", "-T", text(&src), text(&dst)];
        assert!(bin::run(&mut queue(&add)).status.success());
        let report = at.join("report");
        let mut timed = bin::clean(Command::new("time"));
        timed.args(["-f", "%M", "-q", "-o"]).arg(&report).arg(bin::path_of("fcpq"));
        timed.args(["run", "--json"]).env("HOME", at);
        let mut child = timed.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut answered, mut disk) = (false, 0);
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            match serde_json::from_str::<Envelope>(&line.unwrap()).unwrap().event {
                Event::Progress { progress, .. } if progress.waiting == files && !answered => {
                    disk = size_below(&at.join(".local"));
                    bin::run_ok(&mut queue(&["answer", "1", "all", "skip"]));
                    answered = true;
                }
                Event::JobSummary { summary, .. } => {
                    assert_eq!((summary.skipped, summary.unanswered), (files, 0));
                }
                _ => {}
            }
        }
        assert!(child.wait().unwrap().success());
        assert!(answered, "the job never waited for all of them");
        let memory = peak(&report);
        assert!(memory <= QUEUE_MOST, "{memory} KiB");
        let disk = disk.max(size_below(&at.join(".local")));
        assert!(disk <= 64 * MIB, "{disk} bytes of the queue");
    });
}

/// The bytes of the files below a folder.
fn size_below(folder: &Path) -> u64 {
    let mut sum = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        // A journal of the database may be gone by now.
        let Ok(meta) = entry.metadata() else { continue };
        sum += if meta.is_dir() { size_below(&entry.path()) } else { meta.len() };
    }
    sum
}
