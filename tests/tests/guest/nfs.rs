//! Tests of NFS: a server and its client in one machine.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fcp_test_support::home::Home;
use fcp_test_support::output::{names, out, sh, temporaries};
use fcp_test_support::{What, assert_same};

use crate::{build, filesystem, in_guest, links};

/// A client sends a request again after three seconds (`timeo`, in tenths of a second).
#[expect(clippy::zombie_processes, reason = "the guest ends before it does")]
fn mount(version: &str) {
    filesystem("mkfs.ext4 -q", "ext4", "/srv");
    sh(
        Path::new("/"),
        "mkdir -p /srv/home /root/home/work /mnt/nfs /var/lib/nfs/v4recovery /var/lib/nfs/rpc_pipefs
        touch /var/lib/nfs/etab /var/lib/nfs/rmtab
        printf 'nfs 2049/tcp\\nnfs 2049/udp\\nmountd 20048/tcp\\n' >/etc/services
        printf 'tcp 6 TCP\\nudp 17 UDP\\n' >/etc/protocols
        mount -t nfsd nfsd /proc/fs/nfsd
        echo '/srv 127.0.0.1(rw,no_root_squash,no_subtree_check,sync,insecure,fsid=0)' >/etc/exports
        echo 10 >/proc/fs/nfsd/nfsv4gracetime
        echo 10 >/proc/fs/nfsd/nfsv4leasetime
        rpc.nfsd --no-nfs-version 3 4
        exportfs -a",
    );
    // It would be ended with the shell that starts it, before it is a daemon. The guest ends it.
    let _daemon = Command::new("rpc.mountd")
        .args(["--foreground", "--no-nfs-version", "3", "--no-udp"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let options = format!("addr=127.0.0.1,clientaddr=127.0.0.1,vers={version},hard,timeo=30");
    sh(Path::new("/"), &format!("mount -i -t nfs4 -o {options} 127.0.0.1:/ /mnt/nfs"));
}

fn start(home: &Home, tool: &str, args: &[&str]) -> Child {
    let mut command = home.command(tool, args);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn nfs_keeps_every_promise() {
    in_guest("nfs::nfs_keeps_every_promise", |home| {
        mount("4.2");
        filesystem("mkfs.ext4 -q", "ext4", "/root/home/work");
        for (name, test) in [
            ("everything", everything as fn(&Home)),
            ("parts", parts),
            ("pieces", pieces),
            ("mirrored", mirrored),
            ("many", many),
        ] {
            test(home);
            assert_eq!(temporaries(Path::new("/srv")), Vec::<PathBuf>::new(), "{name}");
        }
    });
}

/// A copy keeps all that it keeps on a disk.
fn everything(home: &Home) {
    build(home);
    links(home);
    let root = Path::new("/mnt/nfs");
    for options in ["-aT", "-aT", "-aT --resume", "-aT --verify=blake3 --fsync"] {
        let args: Vec<_> = options.split(' ').chain(["tree", "/mnt/nfs/there"]).collect();
        home.ok("fcp", &args);
        assert_same(&home.at("tree"), Path::new("/srv/there"), &What::everything());
    }
    // The server copies by itself.
    let told =
        out(&home
            .run("fcp", &["--json", "--events=all", "-aT", "/mnt/nfs/there", "/mnt/nfs/again"]));
    assert!(told.contains(r#""method":"copy_file_range""#), "{told}");
    assert_same(&home.at("tree"), Path::new("/srv/again"), &What::everything());
    let source = home.at("tree/.");
    fs::write(root.join("again/extra"), "extra").unwrap();
    home.ok("fcp", &["--mirror", source.to_str().unwrap(), "/mnt/nfs/again"]);
    assert!(!root.join("again/extra").exists());
    home.write("plain", "new");
    for option in ["-b", "--keep-replaced"] {
        home.ok("fcp", &[option, "plain", "/mnt/nfs/again"]);
    }
    home.ok("fcp", &["--undo"]);
    home.ok("fmv", &["-T", "/mnt/nfs/again", "/mnt/nfs/moved"]);
    home.ok("fmv", &["-T", "/mnt/nfs/there", "back"]);
    assert_same(&home.at("tree"), &home.at("back"), &What::everything());
    // A file that is open keeps a name until it is closed, and so does its folder.
    let mut open = File::open(root.join("moved/big")).unwrap();
    let (told, code) = home.told("frm", &["-r", "/mnt/nfs/moved"]);
    assert!(code == 1 && told.lines().count() == 1 && told.contains("/.nfs"), "{told}");
    let mut read = Vec::new();
    open.rewind().and_then(|()| open.read_to_end(&mut read)).unwrap();
    assert_eq!(read.len(), 3 << 20);
    drop(open);
    home.told("frm", &["-rf", "/mnt/nfs/moved"]);
    assert!(!root.join("moved").exists());
}

/// A large folder is listed, copied and deleted whole, whatever the client has cached of it.
fn many(home: &Home) {
    home.mkdir("many");
    let count = if std::env::var_os("FCP_FULL").is_some() { 3000 } else { 100 };
    for n in 0..count {
        fs::write(home.at("many").join(format!("file {n}")), n.to_string()).unwrap();
    }
    home.ok("fcp", &["-T", "many", "/mnt/nfs/many"]);
    assert_eq!(names("/srv/many").len(), count);
    home.ok("fcp", &["-T", "/mnt/nfs/many", "/mnt/nfs/many too"]);
    assert_same(Path::new("/srv/many"), Path::new("/srv/many too"), &What::contents());
    home.ok("frm", &["-r", "/mnt/nfs/many", "/mnt/nfs/many too"]);
    assert!(!Path::new("/srv/many").exists() && !Path::new("/srv/many too").exists());
}

/// Plans a job with the folder of its plan there, and lets two processes share the parts and two the last step.
fn divide(home: &Home, flags: &[&str]) {
    let out = ["--out", "/mnt/nfs/plans/one"];
    home.ok("fcp", &[&["plan"], flags, &out].concat());
    for args in [&["part", "/mnt/nfs/plans/one", "--all"][..], &["plan", "finish", out[1]]] {
        for worker in &mut [0, 1].map(|_| start(home, "fcp", args)) {
            assert!(worker.wait().unwrap().success(), "{args:?}");
        }
    }
    // Once more changes nothing.
    home.ok("fcp", &["plan", "finish", out[1]]);
    let (told, code) = home.told("fcp", &["plan", "status", out[1]]);
    assert_eq!(code, 0, "{told}");
    fs::remove_dir_all("/mnt/nfs/plans").unwrap();
}

/// Files of which several parts have pieces are put together, also those of a part that was attempted twice.
fn pieces(home: &Home) {
    home.mkdir("pieces");
    for n in 0..4 {
        let data: Vec<u8> = (0..5_u32 << 20).map(|at| (at / 1000 + n) as u8).collect();
        fs::write(home.at("pieces").join(format!("large {n}")), data).unwrap();
    }
    let source = home.at("pieces");
    let source = source.to_str().unwrap();
    let flags = ["--part-size=1M", source, "/mnt/nfs/pieces"];
    divide(home, &[&["-aT"], &flags[..]].concat());
    assert_same(&home.at("pieces"), Path::new("/srv/pieces"), &What::everything());
    // Over files that are there, and from there.
    divide(home, &[&["-rT"], &flags[..]].concat());
    divide(home, &["-aT", "--part-size=1M", "/mnt/nfs/pieces", "pieces back"]);
    assert_same(Path::new("/srv/pieces"), &home.at("pieces back"), &What::everything());
}

/// A divided mirror removes what only the destination has, and moves out of the way what is of another type.
fn mirrored(home: &Home) {
    // What the tests before have replaced.
    fs::remove_dir_all("/mnt/nfs/.Trash-0").unwrap();
    for (how, kept) in [("--mirror=delete", 1), ("--mirror", 4)] {
        home.make(&["mirror/a/kept", "mirror/b/new", "mirror/folder/f"]);
        for dir in ["/mnt/nfs/mirror/a", "/mnt/nfs/mirror/only/there", "/mnt/nfs/mirror/b"] {
            fs::create_dir_all(dir).unwrap();
        }
        for file in ["a/kept", "a/extra", "only/there/f", "b/old", "folder"] {
            fs::write(Path::new("/mnt/nfs/mirror").join(file), "there").unwrap();
        }
        let source = home.at("mirror/.");
        divide(home, &[how, "--part-items=2", source.to_str().unwrap(), "/mnt/nfs/mirror"]);
        assert_same(&home.at("mirror"), Path::new("/srv/mirror"), &What::everything());
        let trash = Path::new("/srv/.Trash-0/files");
        assert_eq!(names(trash).len(), kept, "{how}: {:?}", names(trash));
        fs::remove_dir_all("/mnt/nfs/.Trash-0").unwrap();
        fs::remove_dir_all("/mnt/nfs/mirror").unwrap();
    }
}

/// Two processes share the parts of a plan that lies there, and nothing is copied twice or not at all.
fn parts(home: &Home) {
    home.mkdir("divided");
    for n in 0..300 {
        fs::write(home.at("divided").join(n.to_string()), vec![7; 1000]).unwrap();
    }
    fs::create_dir("/mnt/nfs/plans").unwrap();
    let source = home.at("divided");
    let source = source.to_str().unwrap();
    home.ok(
        "fcp",
        &[
            "plan",
            "-aT",
            "--part-items=20",
            source,
            "/mnt/nfs/divided",
            "--out",
            "/mnt/nfs/plans/one",
        ],
    );
    let mut workers = [0, 1].map(|_| start(home, "fcp", &["part", "/mnt/nfs/plans/one", "--all"]));
    for worker in &mut workers {
        assert!(worker.wait().unwrap().success());
    }
    home.ok("fcp", &["plan", "finish", "/mnt/nfs/plans/one"]);
    let (told, code) = home.told("fcp", &["plan", "status", "/mnt/nfs/plans/one"]);
    assert_eq!(code, 0, "{told}");
    assert_same(&home.at("divided"), Path::new("/srv/divided"), &What::everything());
    fs::remove_dir_all("/mnt/nfs/plans").unwrap();
}
