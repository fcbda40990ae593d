//! Tests of FIFOs, sockets and devices, which are copied as on one machine.

use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::UnixListener;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags};

use super::*;

fn fifo(path: &Path) {
    assert!(run(Command::new("mkfifo").args(["-m", "640"]).arg(path)).status.success());
}

/// What is in a directory: names, and what they are.
fn kinds(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    let mut kinds: Vec<String> = entries
        .flat_map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                let below = kinds(&entry.path());
                return below.into_iter().map(|below| format!("{name}/{below}")).collect();
            }
            let what = match kind {
                kind if kind.is_fifo() => "fifo",
                kind if kind.is_socket() => "socket",
                kind if kind.is_file() => "file",
                _ => "other",
            };
            vec![format!("{name} {what}")]
        })
        .collect();
    kinds.sort();
    kinds
}

#[test]
fn other_names_of_a_fifo_and_of_a_symlink_stay_names_of_it() {
    let place = Place::new();
    place.home.make(&["src/f", "there/", "here/"]);
    fifo(&place.at("src/fifo"));
    std::os::unix::fs::symlink("f", place.at("src/link")).unwrap();
    for name in ["fifo", "link"] {
        fs::hard_link(place.at("src").join(name), place.at("src").join(format!("{name}-2")))
            .unwrap();
    }
    for (from, to) in
        [("src".to_owned(), place.far("there")), (place.far("src"), "here".to_owned())]
    {
        place.told(&["-a", &from, &to]).succeeds();
    }
    for dir in ["there/src", "here/src"] {
        for name in ["fifo", "link"] {
            let inode = |name: &str| fs::symlink_metadata(place.at(dir).join(name)).unwrap().ino();
            assert_eq!(inode(name), inode(&format!("{name}-2")), "{dir}/{name}");
        }
    }
}

#[test]
fn sockets_and_fifos_are_copied_as_on_one_machine() {
    let place = Place::new();
    place.home.make(&["src/f"]);
    fifo(&place.at("src/fifo"));
    let _listener = UnixListener::bind(place.at("src/socket")).unwrap();
    for (flags, operand) in [
        (["-a"].as_slice(), "src"),
        (&["-r"], "src"),
        (&[], "src"),
        (&["-a"], "src/socket"),
        (&["-r"], "src/socket"),
        // Read, which is not possible.
        (&[], "src/socket"),
        (&["--copy-contents"], "src/socket"),
        (&["-a"], "src/fifo"),
    ] {
        place.home.make(&["local/", "there/", "here/"]);
        let local = place.home.told("fcp", &[flags, &[operand, "local"]].concat());
        let (_, err, code) = place.told(&[flags, &[operand, &place.far("there")]].concat());
        assert_eq!((err, code), local, "{flags:?} {operand}");
        let (_, err, code) = place.told(&[flags, &[place.far(operand).as_str(), "here"]].concat());
        let far = local.0.replace(operand, &place.far(operand));
        assert_eq!((err, code), (far, local.1), "{flags:?} {operand}");
        for dir in ["there", "here"] {
            assert_eq!(kinds(&place.at(dir)), kinds(&place.at("local")), "{flags:?} {operand}");
        }
        for dir in ["local", "there", "here"] {
            fcp_test_support::remove_all(&place.at(dir)).unwrap();
        }
    }
}

/// Opens a FIFO to write to it, when another process has opened it to read.
fn writer(path: &Path) -> fs::File {
    let mut writer = None;
    fcp_test_support::until("the FIFO is opened", || {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        writer = rustix::fs::open(path, flags, Mode::empty()).ok();
        writer.is_some()
    });
    writer.unwrap().into()
}

#[test]
fn what_comes_out_of_a_fifo_is_copied_both_ways() {
    let place = Place::new();
    place.home.make(&["tree/a"]);
    for path in ["fifo", "tree/fifo"] {
        fifo(&place.at(path));
    }
    let cases = [
        (["fifo"].as_slice(), "fifo", "out"),
        (&["--copy-contents", "tree"], "tree/fifo", "out/fifo"),
    ];
    for (operands, from, to) in cases {
        let (operand, flags) = operands.split_last().unwrap();
        for push in [true, false] {
            let (source, target) = if push {
                ((*operand).to_owned(), place.far("out"))
            } else {
                (place.far(operand), "out".to_owned())
            };
            let args = [flags, &[source.as_str(), target.as_str()]].concat();
            let child = place.fcp_by("rsh", &args).stderr(Stdio::piped()).spawn().unwrap();
            std::io::Write::write_all(&mut writer(&place.at(from)), b"through").unwrap();
            assert_eq!(output::told(&child.wait_with_output().unwrap()).2, 0, "{args:?}");
            assert_eq!(place.home.read(to), "through", "{args:?}");
            fcp_test_support::remove_all(&place.at("out")).unwrap();
        }
    }
}

/// Whether a process has ended, also where its end was not heard.
fn has_ended(pid: &str) -> bool {
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.is_empty())
        || !Path::new(&format!("/proc/{pid}")).exists()
}

#[test]
fn a_fifo_does_not_hold_an_end_whose_other_one_is_gone() {
    let place = Place::new();
    let home = place.home.path().display();
    place.script("noted", &format!("shift; echo $$ >{home}/pid; exec sh -c \"$1\""));
    fifo(&place.at("fifo"));
    for push in [true, false] {
        let (from, to) = if push {
            ("fifo".to_owned(), place.far("out"))
        } else {
            (place.far("fifo"), "out".to_owned())
        };
        let child = place.fcp_by("noted", &[&from, &to]).stderr(Stdio::piped()).spawn().unwrap();
        // It has a writer that writes nothing and does not go away.
        let _silent = writer(&place.at("fifo"));
        let far = fs::read_to_string(place.home.path().join("pid")).unwrap().trim().to_owned();
        let near = child.id().to_string();
        let (killed, left) = if push { (&far, &near) } else { (&near, &far) };
        let pid = rustix::process::Pid::from_raw(killed.parse().unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        if push {
            let (_, err, code) = output::told(&child.wait_with_output().unwrap());
            assert_eq!(code, 1, "{err}");
            assert!(err.contains("the connection ended before all was there"), "{err}");
        } else {
            fcp_test_support::until("the other end has left", || has_ended(left));
            // It was killed.
            assert!(!child.wait_with_output().unwrap().status.success());
        }
    }
}

#[test]
fn a_device_that_cannot_be_made_there_fails_as_on_one_machine() {
    let place = Place::new();
    if !is_root() {
        return;
    }
    place.home.make(&["src/f", "there/"]);
    run_ok(Command::new("mknod").arg(place.at("src/null")).args(["c", "1", "3"]));
    moves::as_nobody(&place);
    let (_, err, code) = place.told_by("as-nobody", &["-a", "src", &place.far("there")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("null': Operation not permitted"), "{err}");
    assert_eq!(names(place.at("there/src")), ["f"]);
}
