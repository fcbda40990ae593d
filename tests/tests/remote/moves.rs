//! Tests of moves between machines: a source goes when the other machine has it on its disk, and not before.

use super::broken::{cut, pass};
use super::*;
use fcp_test_support::has_strace;
use fcp_test_support::skip::skip;

/// Runs a command when some bytes come by, before they are passed on; or ends there.
const WATCH: &str = r"
import os, signal, subprocess, sys
marker, command = sys.argv[1].encode(), sys.argv[2]
seen, done = b'', False
while True:
    data = os.read(0, 65536)
    if not data:
        break
    seen = (seen + data)[-len(data) - len(marker):]
    if not done and marker in seen:
        done = True
        if command == 'end':
            # As if ssh had ended: the shell that runs this holds the streams, too.
            os.kill(os.getppid(), signal.SIGKILL)
            break
        subprocess.run(command, shell=True, check=True)
    while data:
        data = data[os.write(1, data):]
";

/// A script that acts when the other end, or this one, tells something.
fn watch(place: &Place, name: &str, tells: End, marker: &str, command: &str) {
    let home = place.home.path().display();
    fs::write(place.home.path().join("watch.py"), WATCH).unwrap();
    let watch = format!("python3 {home}/watch.py '{marker}' '{command}'");
    place.script(
        name,
        &match tells {
            End::Other => format!("shift; sh -c \"$1\" | {watch}"),
            End::This => format!("shift; {watch} | sh -c \"$1\""),
        },
    );
}

#[derive(Clone, Copy)]
enum End {
    Other,
    This,
}

/// Writes a script that reaches another user of the "other machine", who may write everywhere in the directory to work in.
fn as_nobody(place: &Place) {
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    let own = place.home.path().join("nobody");
    fs::create_dir(&own).unwrap();
    for dir in [place.home.path(), &place.at(""), &place.at("src"), &place.at("there"), &own] {
        open(dir);
    }
    place.script(
        "as-nobody",
        &format!(
            "shift; HOME='{}' exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"$1\"",
            own.display()
        ),
    );
}

impl Place {
    fn fmv_by(&self, script: &str, args: &[&str]) -> (String, String, i32) {
        let mut command = self.home.command("fmv", args);
        command.env("FCP_RSH", self.home.path().join(script));
        command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
        output::told(&run(&mut command))
    }

    fn fmv(&self, args: &[&str]) -> (String, String, i32) {
        self.fmv_by("rsh", args)
    }

    #[track_caller]
    fn moves(&self, args: &[&str]) {
        assert_eq!(self.fmv(args), (String::new(), String::new(), 0), "{args:?}");
    }

    /// Both ways of a move of `src` into `there`.
    fn ways(&self) -> [[String; 2]; 2] {
        [["src".into(), self.far("there")], [self.far("src"), "there".into()]]
    }

    /// All paths below a directory; those of directories end in a slash.
    fn list(&self, name: &str) -> Vec<String> {
        fn add(dir: &Path, inside: &str, all: &mut Vec<String>) {
            for name in names(dir) {
                let path = dir.join(&name);
                let is_dir = fs::symlink_metadata(&path).unwrap().is_dir();
                all.push(format!("{inside}{name}{}", if is_dir { "/" } else { "" }));
                if is_dir {
                    add(&path, &format!("{inside}{name}/"), all);
                }
            }
        }
        let mut all = Vec::new();
        add(&self.at(name), "", &mut all);
        all.sort();
        all
    }

    fn is_gone(&self, name: &str) -> bool {
        fs::symlink_metadata(self.at(name)).is_err()
    }
}

#[test]
fn a_tree_moves_there_and_back_with_all_that_it_has() {
    for seed in [1, 2] {
        let place = Place::new();
        tree(seed).entries(300).build(&place.at("src")).unwrap();
        tree(seed).entries(300).build(&place.at("same")).unwrap();
        place.home.make(&["there/", "back/"]);
        let what = What::everything();
        place.moves(&["src", &place.far("there")]);
        assert!(place.is_gone("src"));
        assert_same(&place.at("same"), &place.at("there/src"), &what);
        place.moves(&[&place.far("there/src"), "back/new"]);
        assert_eq!(names(place.at("there")), Vec::<String>::new());
        assert_same(&place.at("same"), &place.at("back/new"), &what);
        assert_eq!(names(place.at("back")), ["new"]);
    }
}

#[test]
fn files_symlinks_and_hard_links_move_as_what_they_are() {
    let place = Place::new();
    place.home.make(&["there/", "target", "f"]);
    symlink("target", place.at("link")).unwrap();
    fs::hard_link(place.at("f"), place.at("g")).unwrap();
    fs::hard_link(place.at("f"), place.at("stays")).unwrap();
    place.moves(&["link", "f", "g", &place.far("there")]);
    assert_eq!(fs::read_link(place.at("there/link")).unwrap(), Path::new("target"));
    let inode = |name: &str| fs::metadata(place.at(name)).unwrap().ino();
    assert_eq!(inode("there/f"), inode("there/g"));
    assert_eq!(
        (place.home.read("target"), place.home.read("stays")),
        ("target".into(), "f".into())
    );
    assert!(["link", "f", "g"].iter().all(|name| place.is_gone(name)));
}

#[test]
fn what_is_skipped_or_left_out_stays_and_so_do_the_folders_that_hold_it() {
    for flag in ["-n", "--exclude=old"] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/d/old", "src/d/new", "src/e/x", "there/src/d/"]);
            fs::write(place.at("there/src/d/old"), "older").unwrap();
            let [from, to] = &place.ways()[way];
            let (out, err, code) = place.fmv(&[flag, from, to]);
            assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{flag}");
            assert_eq!(place.list("src"), ["d/", "d/old"], "{flag} {from}");
            assert_eq!(place.home.read("there/src/d/old"), "older", "{flag}");
            assert_eq!(place.home.read("there/src/d/new"), "src/d/new", "{flag}");
            assert_eq!(place.home.read("there/src/e/x"), "src/e/x", "{flag}");
        }
    }
}

#[test]
fn what_gets_no_name_at_the_destination_stays() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/d/f", "src/e/x", "src/g", "there/src/d/f/", "there/src/e"]);
        let [from, to] = &place.ways()[way];
        let (out, err, code) = place.fmv(&[from, to]);
        assert_eq!((out.as_str(), code), ("", 1), "{err}");
        // A folder is in the place of a file, and a file in that of a folder.
        assert_eq!(place.list("src"), ["d/", "d/f", "e/", "e/x"], "{err}");
        assert_eq!(place.list("there/src"), ["d/", "d/f/", "e", "g"]);
    }
}

#[test]
fn what_changes_while_it_is_moved_stays() {
    for (change, stays, said) in [
        ("echo more >> src/d/f", "d/f", "cannot remove"),
        ("touch -d 2001-01-01 src/d/f", "d/f", "cannot remove"),
        ("mv src/d/g src/d/f", "d/f", "cannot remove"),
        ("echo new > src/d/new", "d/new", "not empty"),
        ("mkdir src/d/new", "d/new/", "not empty"),
    ] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/d/f", "src/d/g", "src/z", "there/"]);
            let [from, to] = &place.ways()[way];
            // All has arrived, and gets its names next.
            let tells = if way == 0 { End::Other } else { End::This };
            let at = place.at("");
            watch(
                &place,
                "changes",
                tells,
                "\"staged\"",
                &format!("cd {} && {change}", at.display()),
            );
            let (out, err, code) = place.fmv_by("changes", &[from, to]);
            assert_eq!((out.as_str(), code), ("", 1), "{change}: {err}");
            assert!(err.contains(said), "{change}: {err}");
            assert_eq!(place.list("src"), ["d/", stays], "{change}");
            assert_eq!(place.home.read("there/src/d/f"), "src/d/f", "{change}");
            assert_eq!(place.home.read("there/src/z"), "src/z", "{change}");
        }
    }
}

#[test]
fn an_edit_of_a_hard_linked_file_keeps_all_its_names_that_are_left() {
    let place = Place::new();
    place.home.make(&["src/a", "there/"]);
    for name in ["src/b", "src/c"] {
        fs::hard_link(place.at("src/a"), place.at(name)).unwrap();
    }
    let command = format!("echo more >> {}", place.at("src/b").display());
    watch(&place, "changes", End::Other, "\"staged\"", &command);
    let (_, err, code) = place.fmv_by("changes", &["src", &place.far("there")]);
    assert_eq!((code, err.matches("cannot remove").count()), (1, 3), "{err}");
    assert_eq!(place.list("src"), ["a", "b", "c"]);
}

#[test]
fn what_cannot_be_removed_is_named() {
    if !is_root() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/d/f", "src/g", "there/"]);
    let chattr = |flag: &str| run(Command::new("chattr").arg(flag).arg(place.at("src/d/f")));
    if !chattr("+i").status.success() {
        // The filesystem of the tests has no such flag; others have.
        return;
    }
    let (out, err, code) = place.fmv(&["src", &place.far("there")]);
    chattr("-i");
    assert_eq!((out.as_str(), code), ("", 1), "{err}");
    assert_eq!(err, "fmv: cannot remove 'src/d/f': Operation not permitted\n");
    assert_eq!(place.list("src"), ["d/", "d/f"]);
    assert_eq!(place.list("there/src"), ["d/", "d/f", "g"]);
}

#[test]
fn data_that_is_damaged_on_its_way_takes_no_source_away() {
    let place = Place::new();
    place.home.make(&["src/", "there/"]);
    fs::write(place.at("src/a"), "what was sent").unwrap();
    fs::write(place.at("src/b"), "fine").unwrap();
    let damage = pass(&place, u64::MAX >> 1, "what was sent", "what was read", 0.0);
    place.script("damages", &format!("shift; {damage} | sh -c \"$1\""));
    let (_, err, code) = place.fmv_by("damages", &["src", &place.far("there")]);
    // A copy differs from its source.
    assert_eq!(code, 4, "{err}");
    assert_eq!(place.list("src"), ["a"]);
    assert_eq!(place.list("there/src"), ["b"]);
}

#[test]
fn a_connection_that_breaks_at_any_step_loses_nothing_and_the_same_command_finishes() {
    for way in 0..2 {
        for marker in ["staged", "placed", "removed", "begun", "wanted", "summary"] {
            for tells in [End::Other, End::This] {
                let place = Place::new();
                place.home.make(&["src/d/f", "src/g", "same/d/f", "same/g", "there/"]);
                for name in ["d/f", "g"] {
                    fs::write(place.at("same").join(name), format!("src/{name}")).unwrap();
                }
                let [from, to] = &place.ways()[way];
                watch(&place, "breaks", tells, &format!("\"{marker}\""), "end");
                let (_, err, code) = place.fmv_by("breaks", &[from, to]);
                for name in ["d/f", "g"] {
                    let is_in = |top: &str| {
                        let read = fs::read_to_string(place.at(top).join(name));
                        read.is_ok_and(|text| text == format!("src/{name}"))
                    };
                    assert!(is_in("src") || is_in("there/src"), "{marker}: {name}, {code}: {err}");
                }
                if code != 0 {
                    assert!(!err.is_empty(), "{marker}");
                }
                if place.is_gone("src") {
                    continue;
                }
                // The other end may not have heard of it yet.
                let mut again = place.fmv(&[from, to]);
                while again.1.contains("under way") {
                    again = place.fmv(&[from, to]);
                }
                assert_eq!(again, (String::new(), String::new(), 0), "{marker}");
                assert!(place.is_gone("src"), "{marker}");
                assert_eq!(place.list("there/src"), ["d/", "d/f", "g"], "{marker}");
                assert_eq!(names(place.at("there")), ["src"], "{marker}");
            }
        }
    }
}

#[test]
fn a_connection_that_breaks_at_any_byte_loses_nothing() {
    for bytes in [1, 500, 1000, 1500, 2000, 2500, 3000, 200_000, 400_000] {
        let place = Place::new();
        place.home.make(&["src/d/f", "src/g", "there/"]);
        fs::write(place.at("src/large"), vec![3; 300 << 10]).unwrap();
        cut(&place, "cut", bytes);
        let (_, err, code) = place.fmv_by("cut", &["src", &place.far("there")]);
        let is_whole = code == 0 || err.contains("connection");
        assert!(is_whole || err.contains("no connection") || code == 3, "{bytes}, {code}: {err}");
        if code != 0 {
            assert_eq!(place.list("src"), ["d/", "d/f", "g", "large"], "{bytes}");
            let mut again = place.fmv(&["src", &place.far("there")]);
            while again.1.contains("under way") {
                again = place.fmv(&["src", &place.far("there")]);
            }
            assert_eq!(again, (String::new(), String::new(), 0), "{bytes}");
        }
        assert!(place.is_gone("src"), "{bytes}");
        assert_eq!(fs::read(place.at("there/src/large")).unwrap(), vec![3; 300 << 10]);
    }
}

#[test]
fn a_dry_run_removes_nothing() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/f", "there/"]);
        let [from, to] = &place.ways()[way];
        let (out, err, code) = place.fmv(&["--dry-run", from, to]);
        assert_eq!((err.as_str(), code), ("", 0));
        assert!(out.contains("To move     1 file"), "{out}");
        assert_eq!((place.list("src"), names(place.at("there")).len()), (vec!["f".into()], 0));
    }
}

#[test]
fn what_has_no_name_of_its_own_is_refused() {
    let place = Place::new();
    place.home.make(&["src/f", "there/"]);
    for source in [".", "src/.", "far:", "far:~", "far:.", "far:/"] {
        let to = if source.starts_with("far") { "there".to_owned() } else { place.far("there") };
        let (_, err, code) = place.fmv(&[source, &to]);
        assert_eq!(code, 2, "{source}: {err}");
        assert!(err.contains("needs a name"), "{source}: {err}");
    }
    for flag in ["--exchange", "--no-copy", "--queue"] {
        let (_, err, code) = place.fmv(&[flag, "src", &place.far("there")]);
        assert_eq!(code, 2, "{flag}: {err}");
    }
    assert_eq!(place.list("src"), ["f"]);
}

#[test]
fn an_undo_leaves_the_only_copy_where_it_is() {
    let place = Place::new();
    place.home.make(&["src/f", "there/"]);
    place.moves(&[&place.far("src"), "there"]);
    let (out, err, code) = place.fmv(&["--undo"]);
    assert_eq!((out.as_str(), code), ("", 1), "{err}");
    assert!(err.contains("its original was not found"), "{err}");
    assert_eq!(place.home.read("there/src/f"), "src/f");
}

#[test]
fn the_source_goes_only_when_the_other_disk_has_it() {
    let place = Place::new();
    place.home.make(&["src/f", "there/"]);
    if !has_strace() {
        return;
    }
    let mut command = bin::clean(Command::new("strace"));
    command.env("HOME", place.home.path()).current_dir(place.at(""));
    let trace = place.home.path().join("trace");
    command.args(["-f", "-e", "trace=syncfs,unlinkat,write", "-s", "200", "-o"]).arg(&trace);
    command.arg(bin::path_of("fmv")).args(["src", &place.far("there")]);
    command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
    command.env("FCP_RSH", place.home.path().join("rsh"));
    assert_eq!(output::told(&run(&mut command)).2, 0);
    let trace = fs::read_to_string(trace).unwrap();
    let lines: Vec<&str> = trace.lines().collect();
    let has = |line: &&str, call: &str, text: &str| line.contains(call) && line.contains(text);
    let placed = lines.iter().position(|line| has(line, "write(", "placed")).unwrap();
    let removed = lines.iter().rposition(|line| has(line, "unlinkat(", "\"f\"")).unwrap();
    assert!(lines[..placed].iter().any(|line| line.contains("syncfs(")), "{trace}");
    assert!(removed > placed, "{trace}");
}

#[test]
fn a_slash_at_the_end_means_nothing() {
    for slash in ["/", "//"] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/src/f", "src/f", "there/"]);
            fs::hard_link(place.at("src/f"), place.at("src/src/g")).unwrap();
            let [from, to] = &place.ways()[way];
            // What is left out has the name of the folder, too.
            let (out, err, code) = place.fmv(&["--exclude=g", &format!("{from}{slash}"), to]);
            assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0));
            assert_eq!(place.list("src"), ["src/", "src/g"]);
            assert_eq!(place.list("there/src"), ["f", "src/", "src/f"]);
        }
    }
    let place = Place::new();
    place.home.make(&["target/f", "there/"]);
    symlink("target", place.at("link")).unwrap();
    place.moves(&["link/", &place.far("there")]);
    assert_eq!(fs::read_link(place.at("there/link")).unwrap(), Path::new("target"));
    assert!(place.is_gone("link") && place.home.has("target/f"));
}

#[test]
fn what_goes_to_where_it_is_stays_there() {
    for flags in [&[][..], &["-n"], &["-T"]] {
        let place = Place::new();
        place.home.make(&["x/d/e/", "x/d/f/", "x/d/file"]);
        let to = if flags == ["-T"] { "x/d" } else { "x" };
        let (out, err, code) = place.fmv(&[flags, &["x/d", &place.far(to)]].concat());
        assert_eq!((out.as_str(), code), ("", 1), "{err}");
        assert!(err.contains("the same file"), "{err}");
        assert_eq!(place.list("x"), ["d/", "d/e/", "d/f/", "d/file"]);
    }
    // Under another name it moves.
    let place = Place::new();
    place.home.make(&["x/d/e/", "x/d/file"]);
    place.moves(&["x/d", &place.far("x/new")]);
    assert_eq!(place.list("x"), ["new/", "new/e/", "new/file"]);
}

#[test]
fn what_an_earlier_run_has_left_takes_no_place_of_what_is_spared() {
    for (tool, flag) in [("fmv", "-u"), ("fmv", "--on-conflict=newer"), ("fcp", "-u")] {
        let place = Place::new();
        place.home.make(&["s/", "there/"]);
        fs::write(place.at("s/big"), vec![5; 6 << 20]).unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
        fs::File::options().write(true).open(place.at("s/big")).unwrap().set_modified(old).unwrap();
        cut(&place, "cut", 4 << 20);
        let far = place.far("there");
        let tell = |script: &str, args: &[&str]| match tool {
            "fmv" => place.fmv_by(script, args),
            _ => place.told_by(script, args),
        };
        assert_eq!(tell("cut", &["s/big", &far]).2, 1);
        assert_eq!(place.arriving("there").len(), 1);
        fs::write(place.at("there/big"), "newer").unwrap();
        let (out, err, code) = tell("rsh", &[flag, "s/big", &far]);
        assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{tool} {flag}");
        assert_eq!(place.home.read("there/big"), "newer", "{tool} {flag}");
        assert_eq!(fs::metadata(place.at("s/big")).unwrap().len(), 6 << 20, "{tool} {flag}");
        assert_eq!(names(place.at("there")), ["big"], "{tool} {flag}");
    }
}

#[test]
fn another_name_of_a_spared_file_brings_what_it_holds() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/", "there/src/"]);
        fs::write(place.at("src/a"), "NEW1").unwrap();
        fs::hard_link(place.at("src/a"), place.at("src/b")).unwrap();
        fs::write(place.at("there/src/a"), "OLD1").unwrap();
        for name in ["src/a", "there/src/a"] {
            let file = fs::File::options().write(true).open(place.at(name)).unwrap();
            file.set_modified(std::time::UNIX_EPOCH).unwrap();
        }
        let [from, to] = &place.ways()[way];
        let (_, err, code) = place.fmv(&["--on-conflict=different", from, to]);
        assert_eq!((err.as_str(), code), ("", 0));
        assert_eq!(place.list("src"), ["a"]);
        assert_eq!(place.home.read("there/src/b"), "NEW1");
    }
}

#[test]
fn changes_of_metadata_and_of_symlinks_keep_the_source() {
    for change in [
        "chmod 700 src/d",
        "rm src/l; ln -s B src/l; touch -h -d @0 src/l",
        "chmod 600 src/p",
        "chmod 600 src/f",
    ] {
        let place = Place::new();
        place.home.make(&["src/d/", "src/f", "there/"]);
        symlink("A", place.at("src/l")).unwrap();
        let setup = "touch -h -d @0 src/l; mkfifo -m 644 src/p";
        let at = place.at("");
        assert!(
            Command::new("sh").current_dir(&at).args(["-c", setup]).status().unwrap().success()
        );
        watch(
            &place,
            "changes",
            End::Other,
            "\"staged\"",
            &format!("cd {} && {change}", at.display()),
        );
        let (_, err, code) = place.fmv_by("changes", &["src", &place.far("there")]);
        assert_eq!((code, err.lines().count()), (1, 1), "{change}: {err}");
        let left = place.list("src");
        let name = change.rsplit('/').next().unwrap();
        assert!(left.len() == 1 && left[0].starts_with(name), "{change}: {left:?}");
    }
}

#[test]
fn what_comes_while_sources_are_removed_is_told() {
    if !has_strace() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/d/f", "there/"]);
    let new = place.at("src/d/new");
    // Every removal takes a moment, and the first one lets another program write.
    let mut command = bin::clean(Command::new("strace"));
    command.env("HOME", place.home.path()).current_dir(place.at(""));
    command.args(["-f", "-qq", "-o"]).arg(place.home.path().join("trace"));
    command.args(["-e", "trace=unlinkat", "-e", "inject=unlinkat:delay_enter=500000"]);
    command.arg(bin::path_of("fmv")).args(["src", &place.far("there")]);
    command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
    watch(
        &place,
        "comes",
        End::Other,
        "\"placed\"",
        &format!("(sleep 0.2; echo new >{}) >/dev/null 2>&1 &", new.display()),
    );
    command.env("FCP_RSH", place.home.path().join("comes"));
    let (_, err, code) = output::told(&run(&mut command));
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("src/d': Directory not empty"), "{err}");
    assert_eq!(place.list("src"), ["d/", "d/new"]);
}

#[test]
fn folders_of_one_name_are_merged_and_both_go() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["a/d/x", "b/d/y", "there/"]);
        if way == 0 {
            place.moves(&["a/d", "b/d", &place.far("there")]);
        } else {
            place.moves(&[&place.far("a/d"), &place.far("b/d"), "there"]);
        }
        assert_eq!((place.list("a"), place.list("b")), (Vec::new(), Vec::new()));
        assert_eq!(place.list("there"), ["d/", "d/x", "d/y"]);
    }
    // The second file of a name is refused, once, and stays.
    let place = Place::new();
    place.home.make(&["a/d/f", "b/d/g", "there/"]);
    fs::hard_link(place.at("a/d/f"), place.at("b/d/f")).unwrap();
    let (_, err, code) = place.fmv(&["a/d", "b/d", &place.far("there")]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert_eq!((place.list("a"), place.list("b")), (Vec::new(), vec!["d/".into(), "d/f".into()]));
}

#[test]
fn each_file_may_be_flushed_by_itself() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/d/f", "there/"]);
        symlink("f", place.at("src/d/l")).unwrap();
        let [from, to] = &place.ways()[way];
        place.moves(&["--durability=file", from, to]);
        assert!(place.is_gone("src"));
        assert_eq!(place.list("there/src"), ["d/", "d/f", "d/l"]);
    }
}

#[test]
fn what_cannot_be_read_back_stays() {
    if !is_root() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/a", "there/"]);
    // An owner whom the file does not let read it, and who is not root.
    fs::set_permissions(place.at("src/a"), fs::Permissions::from_mode(0o000)).unwrap();
    as_nobody(&place);
    let (_, err, code) = place.fmv_by("as-nobody", &["--verify", "src", &place.far("there")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("cannot verify"), "{err}");
    assert_eq!(place.list("src"), ["a"]);
    // Neither does another owner get a program that runs as that owner, nor is a device left out without a word.
    place.home.make(&["tools/set"]);
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::set_permissions(place.at("tools/set"), mode(0o4755)).unwrap();
    place.fmv_by("as-nobody", &["tools/set", &place.far("there")]);
    assert_eq!(fs::metadata(place.at("there/set")).unwrap().mode() & 0o7777, 0o755);
    let null = run(Command::new("mknod").arg(place.at("tools/null")).args(["c", "1", "3"]));
    assert!(null.status.success());
    let (_, err, code) = place.fmv_by("as-nobody", &["tools/null", &place.far("there")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("Operation not permitted") && place.home.has("tools/null"), "{err}");
}

#[test]
fn a_rest_that_is_damaged_names_no_part_of_a_file() {
    for tool in ["fmv", "fcp"] {
        let place = Place::new();
        place.home.make(&["s/", "there/"]);
        let mut data = vec![5; 6 << 20];
        data.extend_from_slice(b"the very end");
        fs::write(place.at("s/big"), &data).unwrap();
        let far = place.far("there");
        let tell = |script: &str, args: &[&str]| match tool {
            "fmv" => place.fmv_by(script, args),
            _ => place.told_by(script, args),
        };
        cut(&place, "cut", 4 << 20);
        assert_eq!(tell("cut", &["s/big", &far]).2, 1);
        let damage = pass(&place, u64::MAX >> 1, "the very end", "another end!", 0.0);
        place.script("damages", &format!("shift; {damage} | sh -c \"$1\""));
        let (_, err, code) = tell("damages", &["s/big", &far]);
        assert_eq!(code, 4, "{err}");
        assert!(!place.home.has("there/big") && place.home.has("s/big"), "{tool}");
    }
}

#[test]
fn what_is_reached_through_a_mount_of_itself_is_not_lost() {
    for flags in [&[][..], &["-b"], &["--on-conflict=different-content"]] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/x", "src/d/y", "there/src/"]);
            let mounted = run(Command::new("mount")
                .arg("--bind")
                .args([place.at("src"), place.at("there/src")]));
            if !mounted.status.success() {
                return skip("mounts need more rights");
            }
            let [from, to] = &place.ways()[way];
            let (_, err, code) = place.fmv(&[flags, &[from.as_str(), to.as_str()]].concat());
            let left = run(Command::new("umount").arg(place.at("there/src")));
            assert!(left.status.success());
            if flags.is_empty() {
                assert_eq!(code, 1, "{err}");
                assert!(err.contains("src/x") && err.contains("src/d/y"), "{err}");
            }
            for name in ["x", "d/y"] {
                assert_eq!(place.home.read(&format!("src/{name}")), format!("src/{name}"), "{err}");
            }
        }
    }
}

#[test]
fn operands_that_meet_are_moved_once() {
    for operands in
        [&["d", "d/f"][..], &["d/f", "d"], &["d/e", "d"], &["d", "d"], &["d", "./d", "d/f"]]
    {
        let place = Place::new();
        place.home.make(&["d/f", "d/g", "d/e/h", "there/"]);
        let far = place.far("there");
        let (_, err, _) = place.fmv(&[operands, &[far.as_str()]].concat());
        assert!(place.is_gone("d"), "{operands:?}: {err}");
        for name in ["f", "g", "e/h"] {
            let whole = place.home.read(&format!("there/d/{name}"));
            assert_eq!(whole, format!("d/{name}"), "{operands:?}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_read_is_told_once() {
    if !is_root() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/d/f", "src/g", "there/"]);
    fs::set_permissions(place.at("src/d"), fs::Permissions::from_mode(0o300)).unwrap();
    as_nobody(&place);
    let (_, err, code) = place.fmv_by("as-nobody", &[&place.far("src"), "there"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert_eq!(place.list("src"), ["d/", "d/f"]);
    assert_eq!(place.list("there/src"), ["g"]);
}
