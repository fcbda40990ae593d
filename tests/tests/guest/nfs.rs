//! Tests of NFS: a server and its client in one machine.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fcp_test_support::home::Home;
use fcp_test_support::output::{Told as _, err, names, out, sh, temporaries, told};
use fcp_test_support::patience::has_given_up;
use fcp_test_support::{What, assert_same, until};
use rustix::process::{Pid, Signal, kill_process};

use crate::{build, filesystem, in_guest, links};

/// A signal ends a program within two seconds; a busy machine may need more.
const PROMPT: Duration = Duration::from_secs(4);

/// Starts a server and mounts what it exports. A client sends a request again after three seconds (`timeo`, in tenths of
/// a second), for ever (`hard`).
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
        echo 10 >/proc/fs/nfsd/nfsv4leasetime",
    );
    let older = version == "3";
    if older {
        // The server of version 3 tells this one its port.
        sh(
            Path::new("/"),
            "printf 'sunrpc 111/tcp portmapper\\nsunrpc 111/udp portmapper\\n' >>/etc/services
            printf 'rpcbind 100000\\nnfs 100003\\nmountd 100005\\n' >/etc/rpc
            ln -s /run /var/run
            echo '_rpc:x:1:1::/:/bin/false' >>/etc/passwd",
        );
        daemon("rpcbind", &["-f", "-w"]);
        until("it knows ports", || Path::new("/run/rpcbind.sock").exists());
    }
    serve(older);
    let only_newer: &[&str] = if older { &[] } else { &["--no-nfs-version", "3"] };
    let args = ["--foreground", "--no-udp", "--port", "20048"];
    daemon("rpc.mountd", &[&args, only_newer].concat());
    let options = format!("addr=127.0.0.1,vers={version},hard,timeo=30");
    let mount = if older {
        // Locks of version 3 need a daemon of their own. Each write waits until the server has it (`sync`).
        let ports = "proto=tcp,port=2049,mountproto=tcp,mountport=20048,nolock,sync";
        format!("mount -i -t nfs -o {options},{ports} 127.0.0.1:/srv /mnt/nfs")
    } else {
        format!("mount -i -t nfs4 -o {options},clientaddr=127.0.0.1 127.0.0.1:/ /mnt/nfs")
    };
    until("the server answers", || succeeds(&mount));
}

/// Starts a daemon, which the guest ends. It would be ended with the shell that starts it.
#[expect(clippy::zombie_processes, reason = "the guest ends before it does")]
fn daemon(name: &str, args: &[&str]) {
    let mut command = Command::new(name);
    let _daemon = command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
}

/// Whether a line of the shell succeeds.
fn succeeds(line: &str) -> bool {
    Command::new("sh").args(["-c", line]).stderr(Stdio::null()).status().unwrap().success()
}

/// Starts the server; that of version 3 has to know the daemon that knows ports.
fn serve(older: bool) {
    let versions = if older { "" } else { "--no-nfs-version 3" };
    sh(Path::new("/"), &format!("rpc.nfsd {versions} 4; exportfs -a"));
}

/// Takes the server away; what is asked of it is asked again until it is back.
fn stop_serving() {
    sh(Path::new("/"), "rpc.nfsd 0");
}

fn start(home: &Home, tool: &str, args: &[&str]) -> Child {
    let mut command = home.command(tool, args);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
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
        for worker in [0, 1].map(|_| start(home, "fcp", args)) {
            let done = worker.wait_with_output().unwrap();
            assert!(done.status.success(), "{flags:?}, {args:?}: {}", err(&done));
        }
    }
    // Once more changes nothing.
    home.ok("fcp", &["plan", "finish", out[1]]);
    home.told("fcp", &["plan", "status", out[1]]).ends(0);
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
    home.told("fcp", &["plan", "status", "/mnt/nfs/plans/one"]).ends(0);
    assert_same(&home.at("divided"), Path::new("/srv/divided"), &What::everything());
    fs::remove_dir_all("/mnt/nfs/plans").unwrap();
}

#[test]
fn nfs_of_version_3_is_copied_to_and_from_and_its_server_may_go_and_come_back() {
    in_guest(
        "nfs::nfs_of_version_3_is_copied_to_and_from_and_its_server_may_go_and_come_back",
        |home| {
            mount("3");
            filesystem("mkfs.ext4 -q", "ext4", "/root/home/work");
            for test in [older as fn(&Home), stopped, stale] {
                test(home);
                assert_eq!(temporaries(Path::new("/srv")), Vec::<PathBuf>::new());
            }
        },
    );
}

/// What version 3 cannot keep is told once.
fn older(home: &Home) {
    build(home);
    links(home);
    let what = What { xattrs: false, holes: None, ..What::everything() };
    let told = "fcp: warning: cannot set extended attributes of '";
    for options in ["-aT", "-aT", "-aT --verify=xxh3 --fsync"] {
        let args: Vec<_> = options.split(' ').chain(["tree", "/mnt/nfs/there"]).collect();
        home.tells("fcp", &args, 0, &[(told, "nfs cannot store them (reported once)")]);
        assert_same(&home.at("tree"), Path::new("/srv/there"), &what);
    }
    let source = home.at("tree/.");
    fs::write("/mnt/nfs/there/extra", "extra").unwrap();
    let (told, code) = home.told("fcp", &["--mirror", source.to_str().unwrap(), "/mnt/nfs/there"]);
    assert_eq!((code, Path::new("/srv/there/extra").exists()), (0, false), "{told}");
    home.ok("fmv", &["-T", "/mnt/nfs/there", "back"]);
    assert_same(&home.at("tree"), &home.at("back"), &what);
    fs::remove_dir_all("/mnt/nfs/.Trash-0").unwrap();
}

/// Whether a file that is being written has data.
fn is_begun(dir: &str) -> bool {
    temporaries(Path::new(dir)).iter().any(|path| fs::metadata(path).is_ok_and(|it| it.len() > 0))
}

/// Whether a process waits for a server in one of its threads.
fn waits(child: &Child) -> bool {
    let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    tasks.flatten().any(|task| {
        let place = fs::read_to_string(task.path().join("wchan")).unwrap_or_default();
        ["rpc_", "nfs", "folio_wait", "wait_on_"].iter().any(|known| place.contains(known))
    })
}

/// A signal ends a copy while the server is away, and one that nobody ends goes on when it is back.
fn stopped(home: &Home) {
    fs::write(home.at("big"), vec![7; 8 << 20]).unwrap();
    home.write("small", "small");
    for signal in [Some(Signal::INT), Some(Signal::TERM), None] {
        let mut child = start(home, "fcp", &["--limit-rate=500K", "big", "/mnt/nfs/big"]);
        until("the copy is under way", || is_begun("/srv"));
        stop_serving();
        until("it waits for the server", || waits(&child));
        home.ok("fcp", &["small", "beside"]);
        if let Some(signal) = signal {
            let begun = Instant::now();
            kill_process(Pid::from_child(&child), signal).unwrap();
            until("the program ends", || has_given_up(&child));
            assert!(begun.elapsed() < PROMPT, "{signal:?}: {:?}", begun.elapsed());
            serve(true);
            assert!(!child.wait().unwrap().success());
            // What was on its way is done when the server is back: the name, perhaps, of a whole file.
            let there = fs::read("/mnt/nfs/big").ok();
            assert!(
                home.has("big") && there.is_none_or(|it| it == fs::read(home.at("big")).unwrap())
            );
            sh(Path::new("/mnt/nfs"), "rm -f big");
            for path in temporaries(Path::new("/mnt/nfs")) {
                fs::remove_file(path).unwrap();
            }
        } else {
            serve(true);
            assert!(child.wait().unwrap().success());
            assert_eq!(fs::read("/mnt/nfs/big").unwrap(), fs::read(home.at("big")).unwrap());
        }
    }
}

/// What the server has removed under a copy is an error of the item.
fn stale(home: &Home) {
    fs::create_dir("/mnt/nfs/dir").unwrap();
    let mut command = home.command("fcp", &["--limit-rate=2M", "big", "/mnt/nfs/dir"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the copy is under way", || is_begun("/srv/dir"));
    fs::remove_dir_all("/srv/dir").unwrap();
    let (_, err, code) = told(&child.wait_with_output().unwrap());
    assert!(
        code == 1 && err.contains("Stale file handle") && err.contains("/mnt/nfs/dir"),
        "{err}"
    );
    assert!(home.has("big"));
    // A move keeps its source then.
    fs::create_dir("/mnt/nfs/dir").unwrap();
    let mut child = start(home, "fmv", &["--limit-rate=2M", "big", "/mnt/nfs/dir"]);
    until("the move is under way", || is_begun("/srv/dir"));
    fs::remove_dir_all("/srv/dir").unwrap();
    assert!(!child.wait().unwrap().success() && home.has("big"));
}
