//! Tests that what failed for want of rights is retried through a real `sudo`, and that its process does no more
//! than the user confirmed.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs;
use std::io::{self, BufRead, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fcp_engine::spec::{Destination, JobSpec, Verb};
use fcp_engine::sum::{Algorithm, Hasher};
use fcp_presentation::elevation::trust;
use fcp_test_support::keys::{ENTER, F2, F3, F5};
use fcp_test_support::ns::NOBODY;
use fcp_test_support::skip::skip;
use fcp_test_support::{Pty, Scratch, as_nobody, path_of, program, run_ok, until, with_mounts};
use serde_json::{Value, json};

use home::Home;

/// A little longer than the question ignores keys.
const REST: Duration = Duration::from_millis(500);

/// Gives everything below a directory to the user nobody.
fn give_away(at: &Path) {
    chown(at, Some(NOBODY), Some(NOBODY)).unwrap();
    for entry in fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            give_away(&path);
        } else {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
}

/// Lets nobody become root without a password, in this mount namespace alone.
fn let_nobody_become_root(rules: &Path) {
    fs::create_dir(rules).unwrap();
    let rule = rules.join("fcp");
    fs::write(&rule, "nobody ALL=(root) NOPASSWD: ALL\n").unwrap();
    fs::set_permissions(&rule, fs::Permissions::from_mode(0o440)).unwrap();
    run_ok(Command::new("mount").arg("--bind").arg(rules).arg("/etc/sudoers.d"));
}

/// Has nobody run the file manager on two folders, with rights to become root.
fn as_user(home: &Home, scene: impl FnOnce(&mut Pty) + Send) {
    if !Path::new("/etc/sudoers.d").is_dir() {
        return skip("sudo is not installed");
    }
    if let Err(why) = trust::program(path_of("fcp-tui").parent().unwrap()) {
        return skip(&why);
    }
    with_mounts(&[], |_| {
        let rules = Scratch::new();
        let_nobody_become_root(&rules.join("rules"));
        let mut manager = home.manager();
        let Some(manager) = as_nobody(&mut manager) else { return };
        let mut pty = Pty::start(manager, 110, 30);
        pty.wait_for("10 Quit");
        scene(&mut pty);
        pty.quit();
    });
}

/// Copies all to the other panel.
fn copy_all(pty: &mut Pty) {
    pty.press_for("*", "2 marked");
    pty.press_for(F5, "Start copy");
    pty.send(ENTER);
}

/// Agrees that the administrator does it.
fn agree(pty: &mut Pty) {
    pty.wait_for("Copy as administrator?");
    // Only time makes the question take the key: it opened by itself.
    std::thread::sleep(REST);
    pty.send("a");
}

/// Waits until both were copied by root, and goes back to the panels.
fn back_from_sudo(pty: &mut Pty, count: &str) {
    pty.wait_for(&format!("Copying {count} as administrator: sudo may ask for your password."));
    pty.wait_for("Enter returns to fcp-tui");
    assert!(pty.contents().contains(&format!("Copied {count}")), "{}", pty.contents());
    pty.send(ENTER);
    pty.wait_gone("Enter returns");
}

#[test]
fn a_copy_into_a_folder_of_root_is_offered_and_done_through_sudo() {
    let home = Home::new();
    home.file("left/one", "1");
    home.file("left/two", "2");
    give_away(home.path());
    chown(home.join("right"), Some(0), Some(0)).unwrap();
    as_user(&home, |pty| {
        copy_all(pty);
        pty.wait_for("Copy as administrator?");
        // Enter changes nothing.
        pty.send(ENTER);
        pty.wait_gone("Copy as administrator?");
        assert!(!home.has("right/one"));
        copy_all(pty);
        agree(pty);
        back_from_sudo(pty, "2 items");
        for (name, text) in [("one", "1"), ("two", "2")] {
            assert_eq!(home.text(&format!("right/{name}")), text);
            // All is preserved, as for root: also the owner.
            assert_eq!(fs::metadata(home.join("right").join(name)).unwrap().uid(), NOBODY);
        }
    });
}

#[test]
fn items_that_were_denied_are_retried_through_sudo() {
    let home = Home::new();
    home.file("left/one", "1");
    home.file("left/secret", "2");
    home.file(".config/fcp/config.toml", "[jobs]\non-error = \"skip\"\n");
    give_away(home.path());
    chown(home.join("left/secret"), Some(0), Some(0)).unwrap();
    fs::set_permissions(home.join("left/secret"), fs::Permissions::from_mode(0o600)).unwrap();
    as_user(&home, |pty| {
        copy_all(pty);
        pty.wait_for("1 failed");
        assert!(home.has("right/one") && !home.has("right/secret"));
        pty.press_for(F2, "Details");
        pty.press_for(F3, "Retry as administrator");
        pty.send("a");
        agree(pty);
        back_from_sudo(pty, "1 item");
        assert_eq!(home.text("right/secret"), "2");
        let made = fs::metadata(home.join("right/secret")).unwrap();
        assert_eq!((made.uid(), made.mode() & 0o777), (0, 0o600));
    });
}

fn sum(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(bytes);
    hasher.finish().to_string()
}

fn request(spec: &JobSpec) -> Vec<u8> {
    serde_json::to_vec(&json!({ "version": 1, "umask": 0o27, "spec": spec })).unwrap()
}

fn started(request: &[u8], sum: &str) -> std::process::Child {
    let mut command = program("fcp-tui");
    command.arg(format!("--carry-out={sum}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(request).unwrap();
    child
}

fn carried_out(request: &[u8], sum: &str) -> Output {
    started(request, sum).wait_with_output().unwrap()
}

#[test]
fn only_the_request_that_was_confirmed_is_carried_out() {
    let scratch = Scratch::new();
    fs::write(scratch.join("a"), "text").unwrap();
    let to = Destination::As(scratch.join("b").into());
    let spec = JobSpec::copy([scratch.join("a")], to);
    let good = request(&spec);
    let refused = |bytes: &[u8], sum: &str, why: &str| {
        let done = carried_out(bytes, sum);
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{told}");
        assert!(told.contains(why) && told.lines().count() == 1, "{told}");
        assert!(!scratch.join("b").exists());
    };
    refused(&good, &sum(b"another one"), "is not the one that was confirmed");
    let trash = request(&JobSpec { verb: Verb::Trash, destination: None, ..spec.clone() });
    refused(&trash, &sum(&trash), "only copies, moves and deletes");
    let newer = serde_json::to_vec(&json!({ "version": 2, "umask": 0, "spec": spec })).unwrap();
    refused(&newer, &sum(&newer), "another version");
    refused(b"{}", &sum(b"{}"), "cannot be read");
    let done = carried_out(&good, &sum(&good));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(fs::read_to_string(scratch.join("b")).unwrap(), "text");
}

#[test]
fn nothing_is_written_below_the_home_of_the_user_who_asked() {
    // `sudo` may be configured to keep the variables of the user.
    let (home, scratch) = (Home::new(), Scratch::new());
    fs::write(scratch.join("a"), "new").unwrap();
    let spec = JobSpec::copy([scratch.join("a")], Destination::As(scratch.join("b").into()));
    let request = request(&spec);
    for flag in ["carry-out", "carry-out-events"] {
        let mut command = home.owns(program("fcp-tui"));
        command.arg(format!("--{flag}={}", sum(&request)));
        for (variable, dir) in [("XDG_STATE_HOME", "state"), ("XDG_DATA_HOME", "data")] {
            command.env(variable, home.join(dir));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = request.clone();
        if flag == "carry-out-events" {
            line.push(b'\n');
        }
        child.stdin.take().unwrap().write_all(&line).unwrap();
        let done = child.wait_with_output().unwrap();
        assert!(done.status.success(), "{done:?}");
        assert_eq!(fs::read_to_string(scratch.join("b")).unwrap(), "new");
        fs::remove_file(scratch.join("b")).unwrap();
        let mut found: Vec<_> =
            fs::read_dir(home.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        found.sort();
        assert_eq!(found, ["left", "right"]);
    }
}

#[test]
fn the_process_keeps_only_rights_for_files_and_can_gain_none() {
    if !rustix::process::geteuid().is_root() {
        return skip("only root has rights to give up");
    }
    let scratch = Scratch::new();
    fs::write(scratch.join("a"), vec![7; 8 << 20]).unwrap();
    let spec = JobSpec::copy([scratch.join("a")], Destination::As(scratch.join("b").into()));
    let spec = spec.with(|options| options.limit_rate = Some(64 << 10));
    let request = request(&spec);
    let mut child = started(&request, &sum(&request));
    let status = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            u64::from_str_radix(line.split_whitespace().nth(1).unwrap(), 16).unwrap()
        };
        (field("NoNewPrivs:"), field("CapEff:"), field("CapPrm:"))
    };
    until("the process has given up its rights", || status().0 == 1 && status().1 == status().2);
    let (no_new, effective, permitted) = status();
    child.kill().unwrap();
    child.wait().unwrap();
    // See capabilities(7): CAP_DAC_OVERRIDE is 1, CAP_SETUID 7, CAP_SYS_ADMIN 21.
    assert_eq!((no_new, effective), (1, permitted));
    assert_ne!(effective & 1 << 1, 0, "{effective:x}");
    assert_eq!(effective & (1 << 7 | 1 << 21), 0, "{effective:x}");
}

/// Starts a process that tells events, with a request that takes long.
fn streamed(scratch: &Scratch) -> std::process::Child {
    fs::write(scratch.join("a"), vec![7; 8 << 20]).unwrap();
    let spec = JobSpec::copy([scratch.join("a")], Destination::As(scratch.join("b").into()));
    let mut line = request(&spec.with(|options| options.limit_rate = Some(64 << 10)));
    let mut command = program("fcp-tui");
    command.arg("--carry-out-events").arg(sum(&line));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    line.push(b'\n');
    // Standard input remains open, for commands.
    child.stdin.as_mut().unwrap().write_all(&line).unwrap();
    child
}

/// Gives the events of a process until one has a type.
fn events_until(lines: &mut impl Iterator<Item = io::Result<String>>, kind: &str) -> Value {
    loop {
        let line = lines.next().unwrap().unwrap();
        let event: Value = serde_json::from_str(&line).unwrap();
        if event["type"] == kind {
            return event;
        }
    }
}

#[test]
fn nothing_begins_once_the_app_that_asked_has_quit() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("a")).unwrap();
    for n in 0..2_000 {
        fs::write(scratch.join(format!("a/{n}")), "small").unwrap();
    }
    let spec = JobSpec::copy([scratch.join("a")], Destination::As(scratch.join("b").into()));
    let mut line = request(&spec);
    let mut command = program("fcp-tui");
    command.arg("--carry-out-events").arg(sum(&line));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    line.push(b'\n');
    // The app quits after it sent the request, and before the user typed the password.
    drop(child.stdout.take());
    child.stdin.as_mut().unwrap().write_all(&line).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(!scratch.join("b").exists());
}

#[test]
fn the_process_obeys_no_command_but_those_that_pause_or_cancel_its_job() {
    let scratch = Scratch::new();
    let mut child = streamed(&scratch);
    let mut lines = io::BufReader::new(child.stdout.take().unwrap()).lines();
    events_until(&mut lines, "job.started");
    let more = JobSpec::copy([scratch.join("a")], Destination::As(scratch.join("c").into()));
    let mut say = |command: Value| writeln!(child.stdin.as_mut().unwrap(), "{command}").unwrap();
    say(json!({ "id": 1, "cmd": "submit", "spec": more }));
    let reply = events_until(&mut lines, "reply");
    assert_eq!((&reply["id"], &reply["ok"]), (&json!(1), &json!(false)), "{reply}");
    assert!(reply["error"].as_str().unwrap().contains("does not obey"), "{reply}");
    say(json!({ "id": 2, "cmd": "cancel" }));
    assert_eq!(events_until(&mut lines, "job.summary")["summary"]["outcome"], "cancelled");
    child.wait().unwrap();
    assert!(!scratch.join("b").exists() && !scratch.join("c").exists());
}

#[test]
fn the_job_is_cancelled_when_the_program_that_shows_it_ends() {
    let scratch = Scratch::new();
    let mut child = streamed(&scratch);
    let mut lines = io::BufReader::new(child.stdout.take().unwrap()).lines();
    events_until(&mut lines, "job.started");
    drop((lines, child.stdin.take()));
    child.wait().unwrap();
    let left: Vec<_> =
        fs::read_dir(scratch.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["a"]);
}
