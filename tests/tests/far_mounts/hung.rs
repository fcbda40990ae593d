//! Tests of a server that stops answering.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use fcp_test_support::far::Program;
use fcp_test_support::home::Home;
use fcp_test_support::output::temporaries;
use fcp_test_support::patience::has_given_up;
use fcp_test_support::{thrice, until};
use rustix::process::{Pid, Signal, kill_process};

use crate::{text, with_far};

/// A signal ends a program within two seconds; a busy machine may need more.
const PROMPT: Duration = Duration::from_secs(4);

/// Whether a process waits for a server of FUSE in one of its threads.
fn waits(child: &Child) -> bool {
    let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    tasks.flatten().any(|task| {
        let place = fs::read_to_string(task.path().join("wchan")).unwrap_or_default();
        ["request_wait_answer", "fuse_", "folio_wait", "d_alloc_parallel"]
            .iter()
            .any(|known| place.contains(known))
    })
}

fn start(home: &Home, tool: &str, args: &[&str]) -> Child {
    let mut command = home.command(tool, args);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn copied(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.len() > 0)
}

#[test]
fn a_signal_ends_a_copy_whose_server_does_not_answer_and_nothing_else_waits() {
    thrice(|| {
        with_far(Program::Sshfs, |far, home| {
            fs::write(home.at("big"), vec![7; 30 << 20]).unwrap();
            home.write("small", "small");
            let there = far.root().join("big");
            for (tool, signal) in [("fcp", Signal::INT), ("fmv", Signal::TERM)] {
                let mut child = start(home, tool, &["--limit-rate=10M", "big", text(&there)]);
                until("the copy is under way", || {
                    temporaries(far.behind()).iter().any(|path| copied(path))
                });
                far.stop();
                until("it waits for the server", || waits(&child));
                // What has nothing to do with the server goes on.
                home.ok("fcp", &["small", "beside"]);
                home.ok("fcpq", &["add", "copy", "small", "by the queue"]);
                // It waits for the other copy as well, once that is older than a second.
                let mut queue = start(home, "fcpq", &["run"]);
                until("the queue has copied", || copied(&home.at("by the queue")));
                kill_process(Pid::from_child(&queue), Signal::TERM).unwrap();
                queue.wait().unwrap();
                assert!(home.has("beside"));
                let begun = Instant::now();
                kill_process(Pid::from_child(&child), signal).unwrap();
                until("the program ends", || has_given_up(&child));
                assert!(begun.elapsed() < PROMPT, "{tool}: {:?}", begun.elapsed());
                far.go();
                assert!(!child.wait().unwrap().success());
                assert!(home.has("big") && fs::symlink_metadata(&there).is_err());
                home.ok("frm", &["beside", "by the queue"]);
                for path in temporaries(far.behind()) {
                    fs::remove_file(path).unwrap();
                }
            }
        });
    });
}

#[test]
fn a_copy_goes_on_when_its_server_answers_again() {
    with_far(Program::Sshfs, |far, home| {
        fs::write(home.at("big"), vec![7; 8 << 20]).unwrap();
        let there = far.root().join("big");
        let mut child = start(home, "fcp", &["--limit-rate=4M", "big", text(&there)]);
        until("the copy is under way", || {
            temporaries(far.behind()).iter().any(|path| copied(path))
        });
        far.stop();
        until("it waits for the server", || waits(&child));
        far.go();
        assert!(child.wait().unwrap().success());
        assert_eq!(fs::read(&there).unwrap(), fs::read(home.at("big")).unwrap());
        assert!(temporaries(far.behind()).is_empty());
    });
}

#[test]
fn a_signal_ends_programs_that_begin_at_a_server_that_does_not_answer() {
    with_far(Program::Sshfs, |far, home| {
        fs::create_dir(far.behind().join("dir")).unwrap();
        home.write("small", "small");
        far.stop();
        let there = far.root().join("dir");
        let mut children = Vec::new();
        for (tool, args) in [
            ("fcp", vec!["small", text(&there)]),
            ("fcp", vec!["-r", text(&there), "copy"]),
            ("fcp", vec!["compare", ".", text(&there)]),
            ("fcp", vec!["sum", text(&there)]),
            ("frm", vec!["-r", text(&there)]),
        ] {
            let child = start(home, tool, &args);
            until(&format!("{tool} {args:?} waits"), || waits(&child));
            let begun = Instant::now();
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
            until("the program ends", || has_given_up(&child));
            assert!(begun.elapsed() < 3 * PROMPT, "{tool} {args:?}: {:?}", begun.elapsed());
            children.push(child);
        }
        far.go();
        for mut child in children {
            assert!(!child.wait().unwrap().success());
        }
    });
}
