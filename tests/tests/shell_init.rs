//! Tests of the shell function that changes to the file manager's last directory, and of the
//! messages about mistakes in the configuration.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output};

use fcp_test_support::keys::{BACKSPACE, DOWN, ENTER, F10, SHIFT_F10};
use fcp_test_support::{Pty, Scratch, path_of, program};

#[test]
fn bash_follows_into_any_folder_unless_told_to_stay() {
    let scratch = Scratch::new();
    let odd = scratch.join("it's \"$(odd)\"\n\n");
    fs::create_dir(&odd).unwrap();
    // The code of the program is that of the function.
    let script = r#"
        eval "$(fcp-tui --shell-init bash=go)"
        go "$1" "$1"
        echo "first $?"
        pwd > "$1/first"
        go
        pwd > "$1/second"
        ls -A "$TMPDIR" > "$1/left"
        go /nonexistent
        echo "third $?"
    "#;
    let tools = path_of("fcp-tui").parent().unwrap().to_owned();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    fs::create_dir(scratch.join("tmp")).unwrap();
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", script, "bash"]).arg(scratch.path());
    command.env("PATH", path).env("HOME", scratch.path()).env("TMPDIR", scratch.join("tmp"));
    command.env("LANG", "C.UTF-8").env_remove("XDG_CONFIG_HOME").env_remove("XDG_STATE_HOME");
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("odd");
    pty.press_for(&format!("{DOWN}{ENTER}"), "Empty");
    pty.press_for(F10, "first 0");
    pty.wait_for("Empty");
    pty.send(BACKSPACE);
    pty.wait_gone("Empty");
    pty.press_for(SHIFT_F10, "third 3");
    assert!(pty.wait().success());
    let wanted = [odd.as_os_str().as_bytes(), b"\n"].concat();
    assert_eq!(fs::read(scratch.join("first")).unwrap(), wanted);
    assert_eq!(fs::read(scratch.join("second")).unwrap(), wanted);
    assert_eq!(fs::read_to_string(scratch.join("left")).unwrap(), "");
}

#[test]
fn other_shells_get_a_function_of_their_own() {
    let function = |shell: &str| said(program("fcp-tui").args(["--shell-init", shell]));
    assert!(function("zsh").0.contains("\nfm() {"));
    assert!(function("fish").0.contains("\nfunction fm "));
    assert_eq!(function("csh").2, Some(2));
}

#[test]
fn mistakes_in_the_configuration_are_told_by_line() {
    let scratch = Scratch::new();
    let check = |more: &[&str]| {
        let mut command = program("fcp-tui");
        command.env("XDG_CONFIG_HOME", scratch.path()).arg("--check-config").args(more);
        said(&mut command)
    };
    assert_eq!(check(&[]).2, Some(0));
    fs::create_dir(scratch.join("fcp")).unwrap();
    fs::write(scratch.join("fcp/config.toml"), "hiden = true\n[keys.panels]\nf5 = \"cpy\"\n")
        .unwrap();
    let (out, _, code) = check(&[]);
    let lines = "config.toml, line 1: nothing is called 'hiden' (did you mean 'hidden'?)\n\
        config.toml, line 3: no action is called 'cpy' (did you mean 'copy'?)\n";
    assert_eq!((out.as_str(), code), (lines, Some(1)));
    // A key may be taken on purpose.
    let command = "[[command]]\nname = \"Mine\"\nrun = \"true\"\nkey = \"f5\"\n";
    fs::write(scratch.join("fcp/config.toml"), command).unwrap();
    let (out, _, code) = check(&[]);
    let lines =
        "note: the command 'Mine' takes F5 from 'copy'\nThe configuration has no mistakes\n";
    assert_eq!((out.as_str(), code), (lines, Some(0)));
    let (_, err, code) = check(&["--keys", "vmi"]);
    let line = "fcp-tui: no keymap is called 'vmi' (did you mean 'vim'?)\n";
    assert_eq!((err.as_str(), code), (line, Some(2)));
    let missing = scratch.join("missing.toml");
    let (_, err, code) = check(&["--config", missing.to_str().unwrap()]);
    assert!(err.contains("cannot read '") && code == Some(2), "{err}");
}

#[test]
fn the_first_mistake_is_on_the_screen_and_the_rest_of_the_file_counts() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("fcp")).unwrap();
    let config = "keys = \"vim\"\npanels = 3\nsort = \"tiem\"\n";
    fs::write(scratch.join("fcp/config.toml"), config).unwrap();
    let mut command = program("fcp-tui");
    command.env("XDG_CONFIG_HOME", scratch.path()).args([scratch.path(), scratch.path()]);
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("config.toml, line 2: 'panels' is from 1 to 2");
    pty.wait_for("1 more");
    pty.wait_for("q Quit");
    pty.send("q");
    assert!(pty.wait().success());
}

fn said(command: &mut Command) -> (String, String, Option<i32>) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code())
}
