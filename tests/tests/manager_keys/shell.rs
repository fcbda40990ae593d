//! Tests of the shell below the panels, and of the one that started the program.

use super::*;

/// A shell with job control that starts the file manager and says when it has stopped.
fn in_a_shell(home: &Home) -> Pty {
    home.file("left/note", "x");
    let mut shell = fcp_test_support::bin::clean(Command::new("/bin/bash"));
    let script = "set -m; echo $$ shell; \"$0\" \"$@\"; echo stopped; stty -a | grep -o -- '-\\?icanon'; \
                  read line; echo continuing; fg >/dev/null; echo over";
    shell.env("HOME", home.path()).args(["-c", script]).arg(path_of("fcp-tui"));
    shell.args([home.join("left"), home.join("right")]);
    let mut pty = Pty::start(&mut shell, 100, 30);
    pty.wait_for("note");
    pty
}

/// Waits until the shell has the terminal, continues the program, and quits it.
fn continue_and_quit(pty: &mut Pty) {
    pty.wait_for("stopped");
    assert!(!pty.is_full_screen(), "the shell has no screen:\n{}", pty.contents());
    pty.wait_for("icanon");
    assert!(!pty.contents().contains("-icanon"), "raw mode stays:\n{}", pty.contents());
    pty.press_for("\n", "note");
    assert!(pty.is_full_screen());
    pty.press_for(F10, "over");
    assert!(!pty.is_full_screen());
    // What comes after it stands below the lines that the shell has printed meanwhile.
    let screen = pty.contents();
    let row = |text: &str| screen.lines().position(|line| line == text);
    assert!(row("continuing").is_some() && row("continuing") < row("over"), "{screen}");
    assert!(pty.wait().success());
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_until_it_continues() {
    let home = Home::new();
    let mut pty = in_a_shell(&home);
    pty.send(CTRL_Z);
    continue_and_quit(&mut pty);
    assert_eq!(fs::read(home.join("left/note")).unwrap(), b"x");
}

#[test]
fn a_stop_signal_from_outside_gives_the_terminal_back_as_well() {
    let home = Home::new();
    let mut pty = in_a_shell(&home);
    let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", pty.id())).unwrap();
    let pid = children.split_whitespace().next().unwrap().parse().unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, Signal::TSTP).unwrap();
    continue_and_quit(&mut pty);
}

#[test]
fn without_a_shell_ctrl_z_stops_nothing() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.press_for(CTRL_Z, "No shell is waiting for this program");
    pty.signal(Signal::TSTP);
    pty.quit();
}

/// The file manager with a shell that reads no configuration and has this prompt.
fn with_shell(home: &Home) -> Pty {
    let mut command = home.manager();
    command.env("SHELL", "/bin/sh").env("PS1", "sh:> ").env_remove("ENV");
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("10 Quit");
    pty.wait_for("note");
    pty
}

#[test]
fn ctrl_o_shows_a_live_shell_in_the_folder_and_ctrl_o_returns() {
    let home = Home::new();
    home.file("left/note", "x");
    home.file("left/it's/inner", "x");
    let mut pty = with_shell(&home);
    pty.press_for(CTRL_O, "sh:>");
    assert!(!pty.is_full_screen());
    pty.send("kept=42; echo made by hand >made\r");
    until("the command has run", || home.has("left/made"));
    pty.press_for(CTRL_O, "10 Quit");
    pty.wait_for("made");
    // A line that was typed in part is no beginning of the next one.
    pty.press_for(CTRL_O, "made by hand");
    pty.press_for("rm note ", "rm note");
    pty.press_for(CTRL_O, "10 Quit");
    pty.send(DOWN);
    pty.press_for(ENTER, "inner");
    pty.send(CTRL_O);
    // What is typed at once comes after the line that changes the folder.
    pty.wait_gone("10 Quit");
    pty.press_for("echo early >early\r", "cd --");
    until("the early line has run", || home.has("left/it's/early") || home.has("left/early"));
    assert!(home.has("left/it's/early"), "it ran before the shell had changed the folder");
    pty.send("echo $kept in \"$(pwd)\" >../told; mkdir ../new; cd ../new\r");
    until("the command has run", || home.has("left/new"));
    let dir = home.join("left/it's");
    assert_eq!(home.text("left/told"), format!("42 in {}\n", dir.display()));
    assert!(home.has("left/note"));
    // In a program, Ctrl-O is a key like any other.
    pty.send("cat -v\r");
    // Its answer says that it runs; the shell shows its name before that.
    pty.send("probe\r");
    pty.wait_for_twice("probe");
    pty.send("a");
    pty.send(CTRL_O);
    pty.press_for("b\r", "a^Ob");
    pty.send(CTRL_D);
    // The panel follows the shell.
    pty.press_until(CTRL_O, "left/new");
    pty.wait_for("Empty");
    pty.press_for(CTRL_O, "a^Ob");
    pty.press_for("exit\r", "10 Quit");
    pty.quit();
}

#[test]
fn other_programs_print_below_the_prompt_of_the_shell_which_is_shown_again() {
    let home = Home::new();
    home.file("left/note", "x");
    let mut pty = with_shell(&home);
    pty.press_for(CTRL_O, "sh:>");
    pty.press_for("echo typed", "echo typed");
    pty.press_for(CTRL_O, "10 Quit");
    pty.press_for("!", "Run a command");
    pty.press_for("echo put; pwd\r", "Enter returns");
    let screen = pty.contents();
    let rows: Vec<_> = screen.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(&rows[..2], ["sh:> echo typed", "put"], "{screen}");
    pty.press_for(ENTER, "10 Quit");
    pty.send(CTRL_O);
    pty.wait_for_twice("sh:> echo typed");
    pty.press_for("\r", "\ntyped\n");
    pty.press_for(CTRL_O, "10 Quit");
    pty.quit();
}
