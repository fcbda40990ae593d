//! Tests of SMB: a server (Samba) and its client (cifs) in one machine.

use std::fs;
use std::path::{Path, PathBuf};

use fcp_test_support::home::Home;
use fcp_test_support::output::{Told as _, names, out, sh, temporaries};
use fcp_test_support::{What, assert_same, until};

use crate::{build, filesystem, in_guest, links};

/// Starts a server and mounts its share with further options.
fn mount(options: &str) {
    filesystem("mkfs.ext4 -q", "ext4", "/srv");
    sh(
        Path::new("/"),
        "mkdir -p /srv/share /mnt/cifs /etc/samba /var/log/samba /var/lib/samba/private /var/cache/samba /var/run /run/samba
        printf 'root:x:0:0::/root:/bin/sh\\nnobody:x:65534:65534::/:/bin/false\\n' >>/etc/passwd
        printf 'root:x:0:\\nnogroup:x:65534:\\n' >>/etc/group
        cat >/etc/samba/smb.conf <<END
[global]
    server role = standalone server
    disable netbios = yes
    smb ports = 445
    map to guest = bad user
    guest account = root
    log file = /tmp/log
    load printers = no
    pid directory = /run
    lock directory = /run
    state directory = /run
    cache directory = /run
    private dir = /run
[share]
    path = /srv/share
    read only = no
    guest ok = yes
END
        smbd -D",
    );
    let line = format!(
        "mount -i -t cifs -o ip=127.0.0.1,username=root,password=,sec=none,vers=3.1.1,{options} //127.0.0.1/share /mnt/cifs"
    );
    let is_mounted = || {
        let mut mount = std::process::Command::new("sh");
        mount.args(["-c", &line]).stderr(std::process::Stdio::null()).status().unwrap().success()
    };
    until("the server answers", is_mounted);
    filesystem("mkfs.ext4 -q", "ext4", "/root/home/work");
}

#[test]
fn smb_keeps_every_file_and_tells_once_what_it_does_not_keep() {
    in_guest("cifs::smb_keeps_every_file_and_tells_once_what_it_does_not_keep", |home| {
        mount("serverino");
        kept(home);
        respelled(home);
        assert_eq!(temporaries(Path::new("/srv")), Vec::<PathBuf>::new());
    });
}

/// The client numbers inodes by itself: each spelling of a name gets another number.
#[test]
fn no_two_names_become_one_on_smb_without_numbers_of_the_server() {
    in_guest("cifs::no_two_names_become_one_on_smb_without_numbers_of_the_server", |home| {
        mount("noserverino");
        respelled(home);
        assert_eq!(temporaries(Path::new("/srv")), Vec::<PathBuf>::new());
    });
}

fn kept(home: &Home) {
    build(home);
    // On a slow machine a job may end while it makes the file of the queue, and the next one tells of an empty file.
    home.ok("fcpq", &["list"]);
    let there = Path::new("/mnt/cifs/there");
    let told = |what| (what, "cifs cannot store them (reported once)");
    let lines = ["owner", "permissions"].map(|it| format!("fcp: warning: cannot set {it} of '"));
    let what = What { hard_links: true, ..What::contents() };
    for options in ["-aT", "-aT", "-aT --verify=xxh3 --fsync"] {
        let args: Vec<_> = options.split(' ').chain(["tree", "/mnt/cifs/there"]).collect();
        home.tells("fcp", &args, 0, &lines.each_ref().map(|line| told(line.as_str())));
        assert_same(&home.at("tree"), Path::new("/srv/share/there"), &what);
    }
    // The server copies by itself.
    let args = ["--json", "--events=all", "-aT", "/mnt/cifs/there", "/mnt/cifs/again"];
    let told = out(&home.run("fcp", &args));
    assert!(told.contains(r#""method":"copy_file_range""#), "{told}");
    assert_same(&home.at("tree"), Path::new("/srv/share/again"), &What::contents());
    links(home);
    let refused = ("fcp: cannot create symlink '", "cifs cannot store it");
    let told = home.told("fcp", &["-rT", "tree", "/mnt/cifs/links"]);
    let of_links = told.0.lines().filter(|it| it.starts_with(refused.0) && it.ends_with(refused.1));
    assert_eq!((of_links.count(), told.1), (2, 1), "{}", told.0);
    home.ok("frm", &["-r", "tree/link", "tree/dangling", "/mnt/cifs/links"]);
    fs::write(there.join("extra"), "extra").unwrap();
    let source = home.at("tree/.");
    let mirror = ["--mirror", source.to_str().unwrap(), "/mnt/cifs/there"];
    let (told, code) = home.told("fcp", &mirror);
    assert_eq!((code, there.join("extra").exists()), (0, false), "{told}");
    again(home, &mirror);
    again(home, &["-ruT", "tree", "/mnt/cifs/there"]);
    home.ok("frm", &["-r", "--trash", "/mnt/cifs/again"]);
    home.ok("fcp", &["--undo"]);
    assert_same(&home.at("tree"), Path::new("/srv/share/again"), &What::contents());
    // The server keeps the names of folders while a client has them open.
    home.ok("fmv", &["-T", "/mnt/cifs/again", "back"]);
    assert!(!Path::new("/srv/share/again").exists());
    assert_same(&home.at("tree"), &home.at("back"), &What::contents());
}

/// Nothing is copied, and no file gets attributes, where nothing has changed.
fn again(home: &Home, args: &[&str]) {
    let told = out(&home.run("fcp", &[&["--json", "--events=all"], args].concat()));
    let changed = ["copy_file", "hard_link", "set_meta"].map(|op| format!(r#""op":"{op}""#));
    let is_done = told.contains(r#""outcome":"completed""#);
    assert!(is_done && !changed.iter().any(|op| told.contains(op)), "{told}");
}

/// Names that are one there never become one without a word, nor does a name become another one.
fn respelled(home: &Home) {
    let root = Path::new("/srv/share");
    home.mkdir("case");
    for n in 0..10 {
        home.make(&[&format!("case/name{n}"), &format!("case/NAME{n}")]);
    }
    // A new folder, and files that are there.
    for _ in 0..2 {
        let (told, code) = home.told("fcp", &["-T", "case", "/mnt/cifs/case"]);
        let refused = told.lines().filter(|line| line.starts_with("fcp: cannot copy"));
        assert_eq!((refused.count(), code), (10, 1), "{told}");
        assert_eq!(names(root.join("case")).len(), 10);
    }
    // A mirror removes nothing that it has just brought under another spelling.
    home.make(&["mirror/Name"]);
    fs::create_dir("/mnt/cifs/mirror").unwrap();
    fs::write("/mnt/cifs/mirror/name", "old").unwrap();
    let source = home.at("mirror/.");
    let mirror = ["--mirror=delete", source.to_str().unwrap(), "/mnt/cifs/mirror"];
    home.told("fcp", &mirror).ends(0);
    let left = names(root.join("mirror"));
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(fs::read(root.join("mirror").join(&left[0])).unwrap(), b"mirror/Name");
    home.make(&["odd/a:b", "odd/end.", "odd/end"]);
    home.ok("fcp", &["-T", "odd", "/mnt/cifs/odd"]);
    home.ok("fcp", &["-T", "/mnt/cifs/odd", "even"]);
    assert_same(&home.at("odd"), &home.at("even"), &What::contents());
}
