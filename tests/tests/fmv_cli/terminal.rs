//! Tests of moves on a terminal.

use super::*;

#[test]
fn a_question_on_a_terminal_takes_one_key() {
    let scratch = tree();
    let mut command = program("fmv");
    command.current_dir(scratch.path()).args(["-i", "a", "b"]);
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("'b' exists");
    std::thread::sleep(REST);
    pty.send("y");
    assert!(pty.wait().success());
    assert_eq!(text(scratch.join("b")), "a\n");
    assert!(!scratch.join("a").exists());
}

#[test]
fn a_long_move_shows_that_it_moves() {
    with_far(|here| {
        sh(here, "head -c 2000000 /dev/zero >big");
        let mut command = program("fmv");
        command.current_dir(here).args(["--limit-rate=2M", "big", "far"]);
        let mut pty = Pty::start(&mut command, 100, 30);
        pty.wait_for("Moving    ");
        pty.wait_for("Moved 1 item, 1.91 MiB in ");
        assert!(pty.wait().success());
        assert!(!here.join("big").exists());
    });
}

/// Starts `mv` on a terminal as the user nobody, in a directory with `a` and a read-only `b`.
fn mv_as_nobody(args: &[&str]) -> Option<(Scratch, Pty)> {
    let scratch = Scratch::new();
    sh(scratch.path(), "chmod 777 .; echo a >a; echo b >b; chmod 444 b; chown 65534:65534 a b");
    let mv = scratch.join("mv");
    std::os::unix::fs::symlink(path_of("fmv"), &mv).unwrap();
    // This checks the program itself, which the user nobody must be able to reach through the link.
    as_nobody(&mut clean(Command::new(path_of("fmv"))))?;
    let mut command = clean(Command::new(&mv));
    command.uid(NOBODY).gid(NOBODY);
    command.current_dir(scratch.path()).args(args);
    let pty = Pty::start(&mut command, 100, 30);
    Some((scratch, pty))
}

#[test]
fn mv_asks_on_a_terminal_about_what_cannot_be_written() {
    let prompt = "mv: replace 'b', overriding mode 0444 (r--r--r--)?";
    let Some((scratch, mut pty)) = mv_as_nobody(&["a", "b"]) else { return };
    pty.wait_for(prompt);
    pty.send("n\n");
    assert_eq!(pty.wait().code(), Some(1));
    assert_eq!(text(scratch.join("b")), "b\n");
    let Some((scratch, mut pty)) = mv_as_nobody(&["a", "b"]) else { return };
    pty.wait_for(prompt);
    pty.send("y\n");
    assert!(pty.wait().success());
    assert_eq!(text(scratch.join("b")), "a\n");
    let Some((scratch, mut pty)) = mv_as_nobody(&["-f", "a", "b"]) else { return };
    assert!(pty.wait().success());
    assert_eq!((text(scratch.join("b")), pty.contents()), ("a\n".into(), String::new()));
}
