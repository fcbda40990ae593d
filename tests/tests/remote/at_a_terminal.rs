//! Tests what a user at a terminal sees and presses.

use fcp_test_support::pty::Pty;

use super::*;

#[test]
fn ctrl_c_says_what_is_kept_and_the_same_command_continues() {
    for push in [true, false] {
        let place = Place::new();
        place.home.make(&["src/small", "there/"]);
        fs::write(place.at("src/large"), vec![3; 30 << 20]).unwrap();
        let (from, to) = if push {
            ("src".to_owned(), place.far("there"))
        } else {
            (place.far("src"), "there".to_owned())
        };
        let args = ["-a", "--limit-rate=2M", from.as_str(), to.as_str()];
        let mut pty = Pty::start(&mut place.fcp_by("rsh", &args), 100, 20);
        pty.wait_for("MiB/s");
        pty.press_for("\u{3}", "partial data is kept in");
        pty.wait_for("Cancelled");
        let shown = pty.contents();
        assert_eq!(shown.contains("kept in 'far:"), push, "{shown}");
        assert!(!pty.wait().success());
        assert_eq!(names(place.at("there")), place.arriving("there"), "{shown}");
        place.ok(&["-a", &from, &to]);
        assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
    }
}

#[test]
fn a_question_names_the_host_that_has_the_file() {
    let place = Place::new();
    place.home.make(&["src/a", "there/src/a"]);
    fs::write(place.at("src/a"), "new").unwrap();
    let mut pty =
        Pty::start(&mut place.fcp_by("rsh", &["-i", "src", &place.far("there")]), 100, 20);
    pty.wait_for("exists");
    let shown = pty.contents();
    assert!(shown.contains("far:"), "{shown}");
    pty.press_until_gone("y", "exists");
    assert!(pty.wait().success());
    assert_eq!(place.home.read("there/src/a"), "new");
}

#[test]
fn a_machine_without_fcp_gets_it_if_the_user_agrees() {
    let place = Place::new();
    place.home.make(&["f", "there/"]);
    let other = place.home.path().join("other");
    fs::create_dir(&other).unwrap();
    // Nothing but what this needs, since fcp may be installed on this machine.
    for tool in ["sh", "mkdir", "cat", "sha256sum", "chmod", "mv", "uname"] {
        let there = ["/usr/bin", "/bin"].map(|dir| Path::new(dir).join(tool));
        let there = there.into_iter().find(|path| path.exists()).unwrap();
        symlink(there, other.join(tool)).unwrap();
    }
    let shown = other.display();
    place.script("bare", &format!("shift; HOME={shown} PATH={shown} exec /bin/sh -c \"$1\""));
    let copy = |to: &str| {
        let mut command = place.home.command("fcp", &["f", &place.far(to)]);
        command.env("FCP_RSH", place.home.path().join("bare"));
        Pty::start(&mut command, 100, 20)
    };
    let mut pty = copy("there/one");
    pty.wait_for("Copy this program");
    pty.send("n\r");
    assert_eq!(pty.wait().code(), Some(3));
    assert!(!other.join(".cache").exists() && !place.home.has("there/one"));
    let mut pty = copy("there/one");
    pty.wait_for("Copy this program");
    pty.send("y\r");
    assert!(pty.wait().success());
    assert!(place.home.has("there/one"));
    // The next time it is there.
    assert!(copy("there/two").wait().success());
    assert!(place.home.has("there/two"));
}
