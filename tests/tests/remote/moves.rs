//! Tests of moves between machines: a source goes when the other machine has it on its disk, and not before.

mod meet;

use super::broken::{cut, pass};
use super::*;
use fcp_test_support::skip::skip;
use fcp_test_support::{Kind, has_strace, needs, with_mounts};
use rustix::fs::XattrFlags;

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Other,
    This,
}

/// Writes a script that reaches another user of the "other machine", who may write everywhere in the directory to work in.
pub(super) fn as_nobody(place: &Place) {
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
    pub(super) fn fmv_by(&self, script: &str, args: &[&str]) -> (String, String, i32) {
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
fn what_has_attributes_that_do_not_fit_there_stays() {
    let done = with_mounts(&[Kind::Xfs, Kind::Ext4], |mounts| {
        let from = mounts.filesystem(Kind::Xfs, 1);
        let to = mounts.filesystem(Kind::Ext4, 16 << 20);
        let (src, dst) = (from.join("d"), to.join("d"));
        // A move between machines leaves what one on this machine does.
        for far in ["", "far:"] {
            let place = Place::new();
            fs::create_dir_all(src.join("heavy/in")).unwrap();
            fs::write(src.join("heavy/f"), "data").unwrap();
            fs::write(src.join("large"), "data").unwrap();
            fs::write(src.join("small"), "data").unwrap();
            for (name, size) in
                [("heavy", 60_000), ("heavy/in", 10), ("large", 60_000), ("small", 10)]
            {
                let value = vec![7; size];
                let path = src.join(name);
                rustix::fs::setxattr(path, "user.x", &value, XattrFlags::empty()).unwrap();
            }
            let (_, err, code) =
                place.fmv(&[src.to_str().unwrap(), &format!("{far}{}", to.display())]);
            assert!(code == 1 && err.contains("/large'") && err.contains("/heavy'"), "{err}");
            assert!(!err.contains("small") && !err.contains("/in'"), "{err}");
            assert_eq!(names(&src), ["heavy", "large"]);
            assert_eq!(names(src.join("heavy")), Vec::<String>::new());
            assert_eq!(
                rustix::fs::getxattr(src.join("heavy"), "user.x", &mut vec![0; 60_000][..]),
                Ok(60_000)
            );
            assert_eq!([names(&dst), names(dst.join("heavy"))], [["heavy", "small"], ["f", "in"]]);
            fs::remove_dir_all(&src).unwrap();
            fs::remove_dir_all(&dst).unwrap();
        }
    });
    let _skipped = done.is_none();
}

#[test]
fn what_cannot_get_its_owner_mode_or_times_there_stays() {
    if !has_strace() || !is_root() {
        return;
    }
    for (call, kept) in [("fchown", true), ("fchmod", true), ("utimensat", true), ("none", false)] {
        for errno in ["EIO", "EPERM"] {
            let place = Place::new();
            place.home.make(&["src/f", "there/"]);
            std::os::unix::fs::chown(place.at("src/f"), Some(7), Some(8)).unwrap();
            let inject = if call == "none" {
                String::new()
            } else {
                format!("-e inject={call}:error={errno}")
            };
            place.script(
                "fails",
                &format!(
                    "shift; exec strace -f -qq -o /dev/null -e trace={call} {inject} sh -c \"$1\""
                ),
            );
            let (_, err, code) = place.fmv_by("fails", &["src/f", &place.far("there")]);
            // What may not be set, as on a filesystem without owners, is warned of.
            let stays = kept && errno == "EIO";
            assert_eq!(code, i32::from(stays), "{call} {errno}: {err}");
            assert_eq!(err.is_empty(), !kept, "{call} {errno}: {err}");
            assert_eq!(
                (place.is_gone("src/f"), place.is_gone("there/f")),
                (!stays, stays),
                "{call} {errno}: {err}"
            );
        }
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
                if (way, marker, tells) == (1, "removed", End::Other) {
                    assert_eq!((place.is_gone("src"), code), (true, 1), "{err}");
                    assert!(err.contains("it was interrupted; look at what is there"), "{err}");
                    assert_eq!(err.lines().count(), 1, "{err}");
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
    assert!(err.contains("a move between machines is not undone; move the items back"), "{err}");
    assert_eq!(place.home.read("there/src/f"), "src/f");
}

#[test]
fn the_source_goes_only_when_the_other_disk_has_it() {
    let place = Place::new();
    place.home.make(&["src/f", "there/"]);
    needs!(has_strace());
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
fn a_slash_behind_a_symlink_does_not_move_what_the_folder_holds_that_it_leads_to() {
    let place = Place::new();
    place.home.make(&["dir/f", "there/", "copies/"]);
    symlink("dir", place.at("link")).unwrap();
    for (from, to) in [("link/", place.far("there")), (&place.far("there/link/"), ".".into())] {
        let told = place.fmv(&[from, &to]);
        assert_eq!(told, (String::new(), String::new(), 0), "{from}");
        assert_eq!(names(place.at("dir")), ["f"]);
    }
    assert!(place.at("link").is_symlink());
    // A copy takes what it leads to, unless the slash does not count.
    place.ok(&["link/", &place.far("copies")]);
    assert!(place.at("copies/link").is_dir() && !place.at("copies/link").is_symlink());
    fs::remove_dir_all(place.at("copies/link")).unwrap();
    place.ok(&["-P", "--strip-trailing-slashes", "link/", &place.far("copies")]);
    place.ok(&["-P", "--strip-trailing-slashes", &place.far("link/"), "copies/again"]);
    assert!(place.at("copies/link").is_symlink() && place.at("copies/again").is_symlink());
}
