//! Tests that what a destination has already is treated as by a copy on one machine.

use std::os::unix::fs::{FileTypeExt, chown};

use super::*;
use fcp_test_support::acl;

impl Place {
    /// Copies one item to a name there, or from there to a name here.
    fn told_one(
        &self,
        pulls: bool,
        flags: &[&str],
        (src, dst): (&str, &str),
    ) -> (String, String, i32) {
        let here = |name| self.at(name).display().to_string();
        let (src, dst) =
            if pulls { (self.far(src), here(dst)) } else { (here(src), self.far(dst)) };
        self.told(&[flags, &[src.as_str(), dst.as_str()]].concat())
    }
}

#[test]
fn a_file_of_no_size_that_cannot_be_read_is_not_taken_for_an_empty_one() {
    let place = Place::new();
    for (source, to) in [("/proc/self/mem", place.far("f")), ("far:/proc/self/mem", "f".to_owned())]
    {
        place.told(&[source, &to]).says(1, "cannot read");
        assert_eq!(names(place.at("")), Vec::<String>::new());
    }
}

#[test]
fn a_device_or_a_fifo_at_the_destination_stays_what_it_is() {
    let place = Place::new();
    place.home.make(&["f"]);
    run(Command::new("mkfifo").arg(place.at("fifo")));
    symlink("fifo", place.at("link")).unwrap();
    for pulls in [false, true] {
        for to in ["fifo", "link"] {
            place.told_one(pulls, &[], ("f", to)).says(1, "not supported");
        }
    }
    assert!(fs::symlink_metadata(place.at("fifo")).unwrap().file_type().is_fifo());
    assert_eq!(names(place.at("")), ["f", "fifo", "link"]);
}

#[test]
fn what_a_symlink_that_was_named_leads_to_is_replaced() {
    for pulls in [false, true] {
        let place = Place::new();
        place.home.make(&["f", "dir/"]);
        fs::write(place.at("real"), "old").unwrap();
        for (to, link) in [("real", "link"), ("missing", "dangling"), ("dir", "to-dir")] {
            symlink(to, place.at(link)).unwrap();
        }
        let told = |flags: &[&str], dst| place.told_one(pulls, flags, ("f", dst));
        assert_eq!(told(&[], "link").2, 0);
        assert_eq!(fs::read_link(place.at("link")).unwrap(), Path::new("real"));
        assert_same(&place.at("f"), &place.at("real"), &What::contents());
        told(&[], "dangling").says(1, "leads nowhere");
        assert_eq!(told(&["-T"], "to-dir").2, 1);
        assert_eq!(names(place.at("")), ["dangling", "dir", "f", "link", "real", "to-dir"]);
        // It is what the link leads to that must be older.
        let time = fs::metadata(place.at("f")).unwrap().modified().unwrap();
        let file = fs::File::options().append(true).open(place.at("real")).unwrap();
        fs::write(place.at("real"), "older").unwrap();
        file.set_modified(time - std::time::Duration::from_secs(9)).unwrap();
        assert_eq!(told(&["-u"], "link").2, 0);
        assert_same(&place.at("f"), &place.at("real"), &What::contents());
        // As on one machine, these replace the link itself.
        assert_eq!(told(&["-b"], "link").2, 0);
        assert!(place.at("link~").is_symlink() && !place.at("link").is_symlink());
        assert_eq!(told(&["--remove-destination"], "dangling").2, 0);
        assert!(!place.at("dangling").is_symlink());
    }
}

#[test]
fn a_replaced_file_keeps_its_mode_and_owner_unless_those_of_the_source_are_asked_for() {
    let place = Place::new();
    let state = || {
        let meta = fs::metadata(place.at("old")).unwrap();
        (meta.mode() & 0o7777, meta.uid(), meta.gid())
    };
    let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let (uid, gid) = if is_root() { (1234, 4321) } else { own };
    place.home.make(&["new"]);
    for (flags, expected) in [(&[][..], (0o600, uid, gid)), (&["-p"], (0o644, own.0, own.1))] {
        for pulls in [false, true] {
            place.home.make(&["old"]);
            fs::write(place.at("new"), format!("{flags:?} {pulls}")).unwrap();
            fs::set_permissions(place.at("new"), fs::Permissions::from_mode(0o644)).unwrap();
            fs::set_permissions(place.at("old"), fs::Permissions::from_mode(0o600)).unwrap();
            chown(place.at("old"), Some(uid), Some(gid)).unwrap();
            let told = place.told_one(pulls, flags, ("new", "old"));
            assert_eq!(told, (String::new(), String::new(), 0));
            assert_same(&place.at("new"), &place.at("old"), &What::contents());
            assert_eq!(state(), expected, "{flags:?}");
        }
    }
}

#[test]
fn what_keeps_its_mode_gets_no_acl_of_the_folder_that_it_goes_into() {
    for (pulls, flag) in [(false, "-a"), (true, "-a"), (false, "--preserve=mode"), (true, "-p")] {
        let place = Place::new();
        place.home.make(&["s/d/f", "here/", "there/"]);
        for (name, mode) in [("s/d/f", 0o640), ("s/d", 0o750), ("s", 0o755)] {
            fs::set_permissions(place.at(name), fs::Permissions::from_mode(mode)).unwrap();
        }
        for folder in ["here", "there"] {
            let handed_down = acl::encode((65_534, 7), (65_534, 7));
            let none = rustix::fs::XattrFlags::empty();
            rustix::fs::setxattr(place.at(folder), acl::DEFAULT, &handed_down, none).unwrap();
        }
        place.home.ok("fcp", &["-r", flag, "s", "here"]);
        let told = place.told_one(pulls, &["-r", flag], ("s", "there"));
        assert_eq!(told, (String::new(), String::new(), 0));
        for name in ["s", "s/d", "s/d/f"] {
            let [here, there] = ["here", "there"].map(|folder| place.at(folder).join(name));
            for kind in [acl::ACCESS, acl::DEFAULT] {
                for path in [&here, &there] {
                    let found = rustix::fs::getxattr(path, kind, &mut [0; 256][..]);
                    assert_eq!(found, Err(rustix::io::Errno::NODATA), "{flag}: {path:?}");
                }
            }
            let mode = |path: &Path| fs::metadata(path).unwrap().mode();
            assert_eq!(mode(&there), mode(&here), "{flag}: {name}");
        }
    }
}

#[test]
fn what_is_in_a_folder_comes_to_a_new_one_with_all_that_the_folder_has() {
    let place = Place::new();
    place.home.make(&["s/f"]);
    let none = rustix::fs::XattrFlags::empty();
    rustix::fs::setxattr(place.at("s"), "user.own", b"1", none).unwrap();
    fs::set_permissions(place.at("s"), fs::Permissions::from_mode(0o710)).unwrap();
    if is_root() {
        chown(place.at("s"), Some(1234), Some(4321)).unwrap();
    }
    place.ok(&["-a", "s/.", &place.far("there")]);
    place.ok(&["-a", &place.far("s/."), "here"]);
    for name in ["there", "here"] {
        assert_same(&place.at("s"), &place.at(name), &What::everything());
        let mut value = [0; 2];
        assert_eq!(
            rustix::fs::getxattr(place.at(name), "user.own", &mut value[..]),
            Ok(1),
            "{name}"
        );
        let of =
            |name: &str| fs::metadata(place.at(name)).map(|it| (it.mode(), it.uid(), it.gid()));
        assert_eq!(of(name).unwrap(), of("s").unwrap());
    }
}

#[test]
fn a_replaced_file_keeps_its_acl_so_that_its_group_may_do_no_more() {
    let place = Place::new();
    let attribute = |name: &str, attribute: &str| {
        let mut value = vec![0; 256];
        let len = rustix::fs::getxattr(place.at(name), attribute, &mut value[..]).unwrap();
        value[..len].to_vec()
    };
    let value = |name: &str| attribute(name, acl::ACCESS);
    for pulls in [false, true] {
        place.home.make(&["new", "old"]);
        fs::write(place.at("new"), format!("{pulls}")).unwrap();
        let private = acl::encode((65_534, 6), (65_534, 0));
        let none = rustix::fs::XattrFlags::empty();
        rustix::fs::setxattr(place.at("old"), acl::ACCESS, &private, none).unwrap();
        rustix::fs::setxattr(place.at("old"), "user.kept", b"1", none).unwrap();
        let before = (value("old"), fs::metadata(place.at("old")).unwrap().mode());
        assert_eq!(place.told_one(pulls, &[], ("new", "old")).2, 0);
        assert_same(&place.at("new"), &place.at("old"), &What::contents());
        assert_eq!((value("old"), fs::metadata(place.at("old")).unwrap().mode()), before);
        // As on one machine, and what the user has noted of it.
        assert_eq!(attribute("old", "user.kept"), b"1");
    }
}

#[test]
fn a_file_that_is_skipped_keeps_its_mode_though_another_name_of_it_arrives() {
    for pulls in [false, true] {
        let place = Place::new();
        place.home.make(&["s/a", "d/s/a", "d/s/b"]);
        fs::hard_link(place.at("s/a"), place.at("s/b")).unwrap();
        fs::write(place.at("d/s/b"), "another one").unwrap();
        let time = fs::metadata(place.at("s/a")).unwrap().modified().unwrap();
        fs::write(place.at("d/s/a"), fs::read(place.at("s/a")).unwrap()).unwrap();
        let file = fs::File::options().append(true).open(place.at("d/s/a")).unwrap();
        file.set_modified(time).unwrap();
        fs::set_permissions(place.at("d/s/a"), fs::Permissions::from_mode(0o600)).unwrap();
        fs::set_permissions(place.at("d/s/b"), fs::Permissions::from_mode(0o644)).unwrap();
        place.told_one(pulls, &["-rd"], ("s", "d")).ends(0);
        assert_eq!(fs::metadata(place.at("d/s/a")).unwrap().mode() & 0o777, 0o600);
    }
}

#[test]
fn size_and_time_spare_no_file_whose_content_matters() {
    // What has the name afterwards. Where both are kept, it may be what an earlier run of the same has brought, and its
    // backup the only one of what was there before that.
    let cases: [(&[&str], &str); 5] = [
        (&[], "old1"),
        (&["--verify"], "new1"),
        (&["-b"], "old1"),
        (&["--verify", "-b"], "old1"),
        (&["--on-conflict=rename"], "old1"),
    ];
    for (flags, holds) in cases {
        for pulls in [false, true] {
            let place = Place::new();
            place.home.make(&["there/"]);
            fs::write(place.at("f"), "new1").unwrap();
            fs::write(place.at("there/g"), "old1").unwrap();
            let time = fs::metadata(place.at("f")).unwrap().modified().unwrap();
            let file = fs::File::options().append(true).open(place.at("there/g")).unwrap();
            file.set_modified(time).unwrap();
            let (_, err, code) = place.told_one(pulls, flags, ("f", "there/g"));
            assert_eq!(code, 0, "{flags:?}: {err}");
            assert_eq!(names(place.at("there")), ["g"], "{flags:?}");
            assert_eq!(fs::read_to_string(place.at("there/g")).unwrap(), holds, "{flags:?}");
        }
    }
}

#[test]
fn a_file_of_the_same_size_and_time_gets_the_mode_and_owner_that_are_kept() {
    for pulls in [false, true] {
        let place = Place::new();
        place.home.make(&["f"]);
        let copy = |flag| {
            let told = place.told_one(pulls, &[flag], ("f", "g"));
            assert_eq!(told, (String::new(), String::new(), 0));
            fs::metadata(place.at("g")).unwrap()
        };
        let first = copy("-a").ino();
        fs::set_permissions(place.at("f"), fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(copy("--no-timestamps").ino(), first);
        assert_eq!(copy("-a").mode() & 0o777, 0o600);
        if is_root() {
            chown(place.at("f"), Some(1234), Some(4321)).unwrap();
            let copied = copy("-a");
            assert_eq!((copied.uid(), copied.gid()), (1234, 4321));
        }
        // Then nothing differs, and it stays as it is.
        let last = copy("-a").ino();
        assert_eq!(copy("-a").ino(), last);
    }
}

#[test]
fn a_file_takes_no_name_of_a_folder_though_there_are_backups() {
    for pulls in [false, true] {
        let place = Place::new();
        place.home.make(&["k", "there/k/v"]);
        place.told_one(pulls, &["-b"], ("k", "there")).says(1, "cannot copy '");
        assert_eq!(names(place.at("there")), ["k"]);
        assert_eq!(names(place.at("there/k")), ["v"]);
    }
}

#[test]
fn a_dry_run_names_what_the_copy_would_refuse() {
    let place = Place::new();
    place.home.make(&["f", "dir/f", "there/"]);
    run(Command::new("mkfifo").arg(place.at("fifo")));
    symlink("missing", place.at("dangling")).unwrap();
    for pulls in [false, true] {
        for (dst, why) in [
            ("nowhere/f", "No such file or directory"),
            ("f/below", "Not a directory"),
            ("fifo", "not supported"),
            ("dangling", "leads nowhere"),
        ] {
            let plan = place.told_one(pulls, &["--dry-run"], ("dir/f", dst));
            let ran = place.told_one(pulls, &[], ("dir/f", dst));
            assert!(plan.1.contains(why), "{dst} {pulls}: {plan:?}");
            assert!(ran.1.contains(why), "{dst} {pulls}: {ran:?}");
            assert!(plan.2 > 0 && plan.2 == ran.2, "{dst} {pulls}: {plan:?} {ran:?}");
        }
    }
    assert_eq!(names(place.at("")), ["dangling", "dir", "f", "fifo", "there"]);
}

#[test]
fn a_dry_run_names_what_cannot_be_read_and_where_nothing_can_be_put() {
    let place = Place::new();
    place.home.make(&["src/open", "src/closed", "there/", "full/"]);
    if !is_root() {
        return;
    }
    moves::as_nobody(&place);
    for (name, mode) in [("src/closed", 0o600), ("full", 0o755)] {
        fs::set_permissions(place.at(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    for flags in [&["--dry-run"][..], &[]] {
        let told =
            |src: &str, dst: &str| place.told_by("as-nobody", &[flags, &[src, dst]].concat());
        let (_, err, code) = told(&place.far("src"), "there");
        assert!(code == 1 && err.contains("closed': Permission denied"), "{flags:?}: {err}");
        let (_, err, code) = told("src/open", &place.far("full"));
        assert!(code == 3 && err.contains("full': Permission denied"), "{flags:?}: {err}");
    }
    assert_eq!(names(place.at("there/src")), ["open"]);
}

#[test]
fn what_is_the_same_but_for_its_mode_is_no_file_left_alone_in_a_dry_run() {
    let place = Place::new();
    place.home.make(&["src/f", "there/"]);
    place.ok(&["-a", "src", &place.far("there")]);
    let planned = |flag| place.told(&["--dry-run", flag, "src", &place.far("there")]).0;
    assert!(planned("-a").contains("0 files"), "{}", planned("-a"));
    fs::set_permissions(place.at("src/f"), fs::Permissions::from_mode(0o700)).unwrap();
    assert!(planned("-a").contains("1 file in"), "{}", planned("-a"));
    assert!(planned("-r").contains("0 files"), "{}", planned("-r"));
}

/// Copies or moves to a name in a new place; gives whether that succeeded, and what is there afterwards.
fn came_to(tool: &str, flags: &[&str], (src, dst): (&str, &str), way: Way) -> (bool, String) {
    let place = Place::new();
    place.home.make(&["f", "d/g", "full/"]);
    place.home.write("old", "older content");
    for (to, link) in [("old", "to-old"), ("missing", "dangling"), ("full", "to-full")] {
        symlink(to, place.at(link)).unwrap();
    }
    let here = |name| place.at(name).display().to_string();
    let operands = match way {
        Way::Here => [here(src), here(dst)],
        Way::Pull => [place.far(src), here(dst)],
        Way::Push => [here(src), place.far(dst)],
    };
    let operands = operands.each_ref().map(String::as_str);
    let args = [flags, &operands].concat();
    let (err, code) = match way {
        Way::Here => place.home.told(tool, &args),
        Way::Pull | Way::Push if tool == "fmv" => {
            let (_, err, code) = place.fmv_by("rsh", &args);
            (err, code)
        }
        Way::Pull | Way::Push => {
            let (_, err, code) = place.told(&args);
            (err, code)
        }
    };
    assert_eq!(err.is_empty(), code == 0, "{tool} {flags:?} {src} {dst}: {code} {err}");
    let items = fs::read_dir(place.at("")).unwrap().map(|item| item.unwrap().path());
    let mut there: Vec<String> = items.map(|item| described(&item)).collect();
    there.sort();
    (code == 0, there.join(" "))
}

/// Where an item comes from, and where it goes.
#[derive(Clone, Copy, Debug)]
enum Way {
    Here,
    Pull,
    Push,
}

/// The name of an item with what it holds.
fn described(item: &Path) -> String {
    let name = item.file_name().unwrap().to_str().unwrap();
    if let Ok(to) = fs::read_link(item) {
        format!("{name}->{}", to.display())
    } else if item.is_dir() {
        format!("{name}{:?}", names(item))
    } else {
        format!("{name}={}", fs::read_to_string(item).unwrap())
    }
}

#[test]
fn a_slash_or_a_dot_at_the_end_means_what_it_does_on_one_machine() {
    let places =
        ["new/", "new/.", "full/", "full/sub/", "old/", "to-old/", "dangling/", "dangling"];
    for (tool, flags) in [("fcp", &[][..]), ("fcp", &["-T"]), ("fcp", &["-n"]), ("fmv", &[])] {
        for src in ["f", "d"] {
            for dst in places {
                let here = came_to(tool, flags, (src, dst), Way::Here);
                for way in [Way::Pull, Way::Push] {
                    let there = came_to(tool, flags, (src, dst), way);
                    assert_eq!(there, here, "{tool} {flags:?} {src} {dst} {way:?}");
                }
            }
        }
    }
    // A new symlink that leads to a folder, and what is in a folder in the place of a file.
    for (flags, operands) in [
        (&[][..], ("to-full", "new/")),
        (&["--on-conflict=rename"], ("d/.", "old/")),
        (&["-T"], ("d/.", "full/.")),
    ] {
        let here = came_to("fcp", flags, operands, Way::Here);
        for way in [Way::Pull, Way::Push] {
            assert_eq!(
                came_to("fcp", flags, operands, way),
                here,
                "{flags:?} {operands:?} {way:?}"
            );
        }
    }
}
