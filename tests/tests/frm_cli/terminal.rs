//! Tests of questions on a terminal.

use super::*;

#[test]
fn each_question_takes_one_key() {
    in_jail(|jail| {
        let mut frm = Pty::start(frm(jail).args(["-ri", "d", "a"]), 80, 24);
        frm.wait_for("? Open 'd'?");
        let keys = "n or Enter Keep   y Open folder   q Cancel";
        assert!(frm.contents().contains(keys), "{}", frm.contents());
        // What is next depends on the order of the directory; all of it is kept.
        frm.press_until("y", "d/");
        frm.press_until("n", "? Delete 'a'?");
        let keys = "n or Enter Keep   y Delete   q Cancel";
        assert!(frm.contents().contains(keys), "{}", frm.contents());
        frm.press_until("y", "Deleted 1 item in ");
        assert_eq!(frm.wait().code(), Some(0));
        assert_eq!(left(jail), ["b", "d", "d/f", "d/s", "d/s/g"]);
    });
}

#[test]
fn one_question_may_stand_for_all() {
    in_jail(|jail| {
        let mut asked = Pty::start(frm(jail).args(["-rI", "d"]), 80, 24);
        asked.wait_for("? Delete 1 item and everything in it?");
        asked.press_until_gone("n", "Delete 1 item");
        assert_eq!(asked.wait().code(), Some(0));
        let mut asked = Pty::start(frm(jail).args(["-rI", "d", "a"]), 80, 24);
        asked.wait_for("? Delete 2 items and everything in them?");
        asked.press_until_gone("n", "Delete 2 items");
        assert_eq!(asked.wait().code(), Some(0));
        assert_eq!(left(jail), ALL);
        let mut asked = Pty::start(frm(jail).args(["-rI", "d", "a"]), 80, 24);
        asked.wait_for("? Delete 2 items");
        asked.press_until_gone("y", "Delete 2 items");
        assert_eq!(asked.wait().code(), Some(0));
        assert_eq!(left(jail), ["b"]);
    });
}

#[test]
fn what_is_write_protected_is_asked_about_on_a_terminal() {
    in_jail(|jail| {
        for path in ["/w", "/w/a", "/w/b"] {
            jail.give(path);
        }
        jail.mode("/w/a", 0o444);
        let as_nobody = || jail.command_in("/w", true, "/bin/frm");
        let mut asked = Pty::start(as_nobody().args(["a", "b"]), 80, 24);
        asked.wait_for("? Delete write-protected 'a'?");
        asked.press_until("\r", "1 skipped");
        assert_eq!(asked.wait().code(), Some(0));
        assert_eq!(left(jail)[..2], ["a", "d"]);
        let mut forced = Pty::start(as_nobody().args(["-f", "a"]), 80, 24);
        assert_eq!(forced.wait().code(), Some(0));
        assert!(!jail.has("/w/a"));
    });
}

#[test]
fn a_protected_directory_that_is_kept_fails_nothing_above_it() {
    in_jail(|jail| {
        jail.dir("/w/d/e");
        for path in ["/w", "/w/d", "/w/d/e", "/w/d/f", "/w/d/s", "/w/d/s/g"] {
            jail.give(path);
        }
        jail.mode("/w/d/e", 0o555);
        let mut frm = jail.command_in("/w", true, "/bin/frm");
        let mut asked = Pty::start(frm.args(["-r", "d"]), 80, 24);
        asked.wait_for("? Delete write-protected 'd/e'?");
        asked.press_until("s", "2 skipped");
        assert!(asked.contents().contains("Deleted 3 items in "), "{}", asked.contents());
        assert_eq!(asked.wait().code(), Some(0));
        assert_eq!(left(jail), ["a", "b", "d"]);
    });
}

#[test]
fn control_c_at_a_question_keeps_the_rest() {
    in_jail(|jail| {
        let mut asked = Pty::start(frm(jail).args(["-i", "a", "b"]), 80, 24);
        asked.wait_for("? Delete 'a'?");
        asked.press_until("\x03", "Cancelled");
        assert_eq!(asked.wait().signal(), Some(2));
        assert_eq!(left(jail), ALL);
    });
}
