//! Tests of copies whose data comes over several connections.

use fcp_test_support::pty::{Pty, wait_for_end};

use super::broken::{pass, passed};
use super::*;

/// Bytes that no connection of these tests holds back.
const LARGE: usize = 8 << 20;

/// Both ways of a copy of `src` into `there`.
fn ways(place: &Place) -> [[String; 2]; 2] {
    [["src".into(), place.far("there")], [place.far("src"), "there".into()]]
}

/// Makes files in `src` that are large enough for further connections.
fn large(place: &Place) {
    place.home.make(&["src/small", "there/"]);
    for (n, name) in (0..).zip(["a", "b", "c"]) {
        fs::write(place.at("src").join(name), vec![n; LARGE]).unwrap();
    }
}

/// Writes a script that reaches the other machine in one way the first time, and in another way for further connections.
fn further(place: &Place, name: &str, then: &str) {
    let first = first(place);
    let _absent = fs::remove_dir(&first).is_ok();
    let text = format!("shift; mkdir {} 2>/dev/null && exec sh -c \"$1\"; {then}", first.display());
    place.script(name, &text);
}

/// What is there once the first connection was made.
fn first(place: &Place) -> PathBuf {
    place.home.path().join("first")
}

/// Copies by a script of [`further`].
fn told(place: &Place, name: &str, args: &[&str]) -> (String, String, i32) {
    let _absent = fs::remove_dir(first(place)).is_ok();
    place.told_by(name, args)
}

/// The processes that a script has started which writes its number first.
fn started(place: &Place) -> Vec<u32> {
    let text = fs::read_to_string(place.home.path().join("started")).unwrap_or_default();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Writes the script that does.
fn noted(place: &Place) {
    let notes = place.home.path().join("started").display().to_string();
    let _absent = fs::remove_file(&notes).is_ok();
    place.script("noted", &format!("echo $$ >>{notes}; shift; exec sh -c \"$1\""));
}

#[test]
fn a_tree_comes_over_several_connections_as_over_one() {
    for connections in [1, 4, 16] {
        let place = Place::new();
        tree(connections).entries(150).build(&place.at("src")).unwrap();
        large(&place);
        let sparse = fs::File::create(place.at("src/sparse")).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&sparse, &vec![5; LARGE], 3 << 20).unwrap();
        sparse.set_len(20 << 20).unwrap();
        let flag = format!("--connections={connections}");
        for [from, to] in ways(&place) {
            noted(&place);
            let (out, err, code) = place.told_by("noted", &["-a", &flag, &from, &to]);
            assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{connections}");
            assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
            assert_eq!(names(place.at("there")), ["src"]);
            assert_eq!(started(&place).len() as u64, connections);
            fcp_test_support::remove_all(&place.at("there/src")).unwrap();
        }
    }
}

#[test]
fn further_connections_bring_data() {
    let place = Place::new();
    large(&place);
    let pass = pass(&place, u64::MAX >> 1, "", "", 0.0);
    let pipes = [format!("{pass} | sh -c \"$1\""), format!("sh -c \"$1\" | {pass}")];
    for ([from, to], pipe) in ways(&place).into_iter().zip(pipes) {
        further(&place, "counted", &pipe);
        told(&place, "counted", &["--connections=2", &from, &to]).succeeds();
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        assert!(passed(&place) > 1 << 20, "{} bytes", passed(&place));
        fs::remove_dir_all(place.at("there/src")).unwrap();
    }
}

#[test]
fn a_further_connection_may_break_anywhere() {
    let place = Place::new();
    large(&place);
    let mut broke = 0;
    for bytes in [0, 300, 40_000, 1_000_000] {
        let pass = pass(&place, bytes, "", "", 0.0);
        // The shell keeps no end of a pipe open, as ssh does not when it ends.
        let back = format!("exec 3<&0 </dev/null; sh -c \"$1\" <&3 | {pass} & exec >&- 3<&-; wait");
        let pipes = [format!("{pass} | sh -c \"$1\""), back];
        for ([from, to], pipe) in ways(&place).into_iter().zip(pipes) {
            further(&place, "cut", &pipe);
            let case = format!("{bytes} {from}");
            let (out, err, code) = told(&place, "cut", &["-a", "--connections=3", &from, &to]);
            if code == 0 {
                // It ended before it was used, which is told.
                assert!(err.contains("1 of 3 connections are used: "), "{case}: {out}{err}");
                assert_eq!(err.lines().count(), 1, "{case}: {err}");
            } else {
                broke += 1;
                assert_eq!(code, 1, "{case}: {out}{err}");
                assert!(err.contains("the connection ended before all was there"), "{case}: {err}");
                // Nothing has a name before all is there.
                assert_eq!(names(place.at("there")), place.arriving("there"), "{case}: {err}");
                noted(&place);
                let args = ["-a", "--connections=2", &from, &to];
                assert_eq!(place.told_by("noted", &args).2, 0, "{case}");
            }
            assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
            assert_eq!(names(place.at("there")), ["src"], "{case}");
            fs::remove_dir_all(place.at("there/src")).unwrap();
        }
    }
    assert!(broke >= 4, "{broke}");
}

#[test]
fn damage_on_a_further_connection_is_found() {
    let place = Place::new();
    place.home.make(&["src/good", "there/"]);
    fs::write(place.at("src/bad"), "NEEDLE".repeat(1 << 20)).unwrap();
    let pass = pass(&place, u64::MAX >> 1, "NEEDLE", "noodle", 0.0);
    further(&place, "damage", &format!("{pass} | sh -c \"$1\""));
    let args = ["--connections=2", "src", &place.far("there")];
    let (_, err, code) = told(&place, "damage", &args);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("src/bad") && err.contains("the copy differs from the source"), "{err}");
    assert_eq!(names(place.at("there/src")), ["good"]);
}

#[test]
fn moves_and_verified_copies_have_several_connections_too() {
    let place = Place::new();
    for [from, to] in ways(&place) {
        large(&place);
        noted(&place);
        let verified = ["-a", "--verify", "--connections=4", &from, &to];
        assert_eq!(place.told_by("noted", &verified), (String::new(), String::new(), 0));
        assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
        fs::remove_dir_all(place.at("there/src")).unwrap();
        let moved = place.fmv_by("noted", &["--connections=4", &from, &to]);
        assert_eq!(moved, (String::new(), String::new(), 0));
        assert!(!place.at("src").exists());
        assert_eq!(names(place.at("there/src")), ["a", "b", "c", "small"]);
        assert_eq!(fs::read(place.at("there/src/c")).unwrap(), vec![2; LARGE]);
        fs::remove_dir_all(place.at("there")).unwrap();
    }
}

#[test]
fn an_other_end_that_does_not_know_further_connections_gets_one() {
    let place = Place::new();
    large(&place);
    let pass = pass(&place, u64::MAX >> 1, "\"joins\":true", "\"joint\":true", 0.0);
    let notes = place.home.path().join("started").display().to_string();
    place.script("old", &format!("echo $$ >>{notes}; shift; sh -c \"$1\" | {pass}"));
    for [from, to] in ways(&place) {
        let (_, err, code) = place.told_by("old", &["--connections=4", &from, &to]);
        assert_eq!(code, 0, "{err}");
        assert_eq!(err, "fcp: fcp on far cannot use further connections: 1 is used\n");
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        fs::remove_dir_all(place.at("there/src")).unwrap();
    }
    assert_eq!(started(&place).len(), 2);
}

#[test]
fn a_connection_that_is_refused_is_told_and_the_job_goes_on() {
    let place = Place::new();
    large(&place);
    further(&place, "refused", "echo 'far: Permission denied (password).' >&2; exit 255");
    for [from, to] in ways(&place) {
        let (_, err, code) = told(&place, "refused", &["--connections=9", &from, &to]);
        assert_eq!(code, 0, "{err}");
        // What keeps out one keeps out the others: none of them was tried.
        let expected = "fcp: 1 of 9 connections are used: far: Permission denied (password).\n";
        assert_eq!(err, expected);
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        fs::remove_dir_all(place.at("there/src")).unwrap();
    }
    place.told(&["--connections=17", "src", &place.far("there")]).ends(2);
}

/// A server that takes fewer connections at a time than are opened (`MaxStartups` of sshd).
#[test]
fn connections_that_are_refused_beside_others_are_opened_again() {
    let place = Place::new();
    large(&place);
    let turns = place.home.path().join("turns");
    let shown = turns.display();
    // Of those that begin at the same moment some are refused, the third to the sixth of all.
    place.script(
        "busy",
        &format!(
            "n=1; until mkdir {shown}/$n 2>/dev/null; do n=$((n+1)); done
            case $n in [3-6]) echo 'kex_exchange_identification: Connection closed' >&2; exit 255 ;; esac
            shift; exec sh -c \"$1\""
        ),
    );
    for [from, to] in ways(&place) {
        fs::create_dir(&turns).unwrap();
        place.told_by("busy", &["--connections=8", &from, &to]).succeeds();
        assert_eq!(names(&turns).len(), 8 + 4);
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        fs::remove_dir_all(place.at("there/src")).unwrap();
        fs::remove_dir_all(&turns).unwrap();
    }
}

#[test]
fn another_user_does_not_join() {
    if !is_root() {
        return fcp_test_support::skip::skip("another user of the other machine, which needs root");
    }
    let place = Place::new();
    large(&place);
    further(
        &place,
        "stranger",
        "exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"$1\"",
    );
    for [from, to] in ways(&place) {
        let (_, err, code) = told(&place, "stranger", &["--connections=2", &from, &to]);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("1 of 2 connections are used: far: no job is here"), "{err}");
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        fs::remove_dir_all(place.at("there/src")).unwrap();
    }
}

#[test]
fn no_process_is_left_whatever_ends_a_job() {
    use rustix::process::{Pid, Signal, kill_process};
    let kill = |pid: u32| {
        let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        kill_process(pid, Signal::KILL).unwrap();
    };
    let place = Place::new();
    large(&place);
    for [from, to] in ways(&place) {
        for end in ["cancel", "kill this end", "kill the other end", "kill a further connection"] {
            noted(&place);
            let args = ["--connections=3", "--limit-rate=2M", from.as_str(), to.as_str()];
            let mut pty = Pty::start(&mut place.fcp_by("noted", &args), 100, 20);
            pty.wait_for("MiB/s");
            let others = started(&place);
            assert_eq!(others.len(), 3);
            match end {
                "cancel" => pty.send("\u{3}"),
                "kill this end" => kill(pty.id()),
                "kill the other end" => kill(others[0]),
                _ => kill(others[1]),
            }
            assert!(!pty.wait().success(), "{end}");
            others.into_iter().for_each(wait_for_end);
            assert_eq!(names(place.at("there")), place.arriving("there"), "{end}");
        }
        place.told(&["--connections=3", &from, &to]).succeeds();
        assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
        assert_eq!(names(place.at("there")), ["src"]);
        fs::remove_dir_all(place.at("there/src")).unwrap();
    }
}
