//! Mounts folders that a program serves: by sshfs, rclone, davfs2, gvfs, `CryFS` and mergerfs.
//!
//! Server and mount are processes of a namespace whose first process is a shell that takes orders. The kernel ends all of
//! them when that shell ends, and the shell ends with its test, even if that is killed. Their network consists of
//! itself, so all ports are free.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::mount::{UnmountFlags, unmount};

use crate::bin::{clean, end_with_us, installed};
use crate::mounts::Mounts;
use crate::skip::skip;

/// What mounts the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// sshfs, to a server of SFTP.
    Sshfs,
    /// sshfs to a server that has names of ASCII only, and takes a ligature for its letters.
    SshfsAscii,
    /// rclone without a cache: a file is written once, from front to back.
    Rclone,
    /// rclone that writes files to a cache first.
    RcloneCached,
    /// davfs2, to the server of `WebDAV` that rclone has.
    Davfs,
    /// gvfs, which mounts for GNOME, to the same server.
    Gvfs,
    /// gvfs to a server that tells no times, and stores zeros where the folder has a file `torn`.
    GvfsUntimed,
    /// `CryFS`, which stores in the folder what only it can read.
    Cryfs,
    /// mergerfs, which shows a file with several names under as many numbers.
    Mergerfs,
}

/// Waits until the folder is mounted, and then for orders.
const OBEY: &str = "
until mountpoint -q $at; do sleep 0.01; done
echo mounted
while read order; do
  case $order in stop) kill -STOP $server ;; go) kill -CONT $server ;; esac
  echo done
done
";

/// The server speaks SFTP with sshfs over two pipes, without ssh between them.
const SSHFS: &str = "
mkfifo $scratch/there $scratch/back
exec 3<>$scratch/there 4<>$scratch/back
$sftp <&3 >&4 & server=$!
sshfs -f -o passive$names :$behind $at <&4 >&3 &
";

const ASCII: &str = "names=,modules=iconv,from_code=ASCII//TRANSLIT,to_code=UTF-8\n";

/// What rclone uploads while it is renamed or removed stays behind under the old name, and the mount does not show it. So
/// the upload begins when a file that our programs write has its last name.
const RCLONE: &str = "
rclone mount --config $scratch/none --cache-dir $scratch/cache --vfs-cache-mode $cache \
  --vfs-write-back 200ms --vfs-write-wait 10ms $behind $at 2>$scratch/log & server=$!
";

/// The server that rclone has.
const WEBDAV: &str = "
ip link set lo up
rclone serve webdav --config $scratch/none --addr 127.0.0.1:8080 $behind 2>$scratch/log & server=$!
until (exec 5<>/dev/tcp/127.0.0.1/8080) 2>/dev/null; do sleep 0.01; done
";

/// All that gvfs mounts is below one mount, and it finds its parts by a bus of its own.
const GVFS: &str = "
export XDG_RUNTIME_DIR=$scratch/run
mkdir -m 700 $scratch/run
DBUS_SESSION_BUS_ADDRESS=$(dbus-daemon --session --fork --print-address 2>/dev/null)
export DBUS_SESSION_BUS_ADDRESS
$gvfs/gvfsd --no-fuse 2>>$scratch/log &
$gvfs/gvfsd-fuse -f $at 2>>$scratch/log &
until mountpoint -q $at; do sleep 0.01; done
gio mount dav://127.0.0.1:$port/ </dev/null >/dev/null 2>>$scratch/log
";

/// A server between gvfs and that of rclone.
const UNTIMED: &str = concat!(
    "cat >$scratch/untimed.py <<'END'\n",
    include_str!("untimed.py"),
    "END\npython3 $scratch/untimed.py $behind 2>>$scratch/log &\n",
    "until (exec 5<>/dev/tcp/127.0.0.1/8081) 2>/dev/null; do sleep 0.01; done\n",
);

/// Where gvfs shows a server.
fn gvfs_root(port: u16) -> String {
    format!("dav:host=127.0.0.1,port={port},ssl=false")
}

/// It is not asked whether to make what is not there.
const CRYFS: &str = "
export CRYFS_FRONTEND=noninteractive CRYFS_NO_UPDATE_CHECK=true
echo secret | cryfs -f $behind $at >$scratch/log 2>&1 & server=$!
";

const MERGERFS: &str = "
mergerfs -f $behind $at >$scratch/log 2>&1 & server=$!
";

/// davfs2 writes its process number below `/run`, and becomes the user davfs2 before it makes its cache.
const DAVFS: &str = "
mount -t tmpfs none /run
mkdir -m 777 $scratch/cache
printf 'ask_auth 0\\nuse_locks 0\\ndelay_upload 0\\ncache_dir %s\\n' $scratch/cache >$scratch/conf
mount.davfs -o conf=$scratch/conf,rw http://127.0.0.1:8080/ $at </dev/null
";

/// A folder that a program serves, mounted.
#[derive(Debug)]
pub struct Far {
    mount: PathBuf,
    root: PathBuf,
    behind: PathBuf,
    scratch: PathBuf,
    shell: Child,
    told: BufReader<ChildStdout>,
}

impl Program {
    fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Sshfs | Self::SshfsAscii => &["sshfs"],
            Self::Rclone | Self::RcloneCached => &["rclone", "fusermount3"],
            Self::Davfs => &["rclone", "mount.davfs", "ip"],
            Self::Gvfs => &["rclone", "dbus-daemon", "gio", "ip"],
            Self::GvfsUntimed => &["rclone", "dbus-daemon", "gio", "ip", "python3"],
            Self::Cryfs => &["cryfs"],
            Self::Mergerfs => &["mergerfs"],
        }
    }

    fn begin(self) -> String {
        match self {
            Self::Sshfs => ["names=\n", SSHFS].concat(),
            Self::SshfsAscii => [ASCII, SSHFS].concat(),
            Self::Rclone => format!("cache=off\n{RCLONE}"),
            Self::RcloneCached => format!("cache=writes\n{RCLONE}"),
            Self::Davfs => [WEBDAV, DAVFS].concat(),
            Self::Gvfs => [WEBDAV, "port=8080", GVFS].concat(),
            Self::GvfsUntimed => [WEBDAV, UNTIMED, "port=8081", GVFS].concat(),
            Self::Cryfs => CRYFS.to_owned(),
            Self::Mergerfs => MERGERFS.to_owned(),
        }
    }
}

/// The program that sshd starts for SFTP.
fn sftp_server() -> Option<&'static Path> {
    let known = ["/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server"];
    known.into_iter().chain(["/usr/lib/ssh/sftp-server"]).map(Path::new).find(|path| path.exists())
}

/// Where the programs of gvfs are.
fn gvfs() -> Option<&'static Path> {
    let known = ["/usr/libexec", "/usr/lib/gvfs", "/usr/libexec/gvfs"];
    known.into_iter().map(Path::new).find(|dir| dir.join("gvfsd-fuse").exists())
}

impl Mounts {
    /// Mounts a folder by a program.
    ///
    /// Gives `None`, and reports a skip, where the program is missing. Where there is no FUSE it only says so: containers
    /// may have none.
    #[allow(clippy::print_stderr, reason = "not a test that was skipped, which CI refuses")]
    pub fn far(&self, program: Program) -> Option<Far> {
        if !Path::new("/dev/fuse").exists() {
            eprintln!("there is no /dev/fuse here");
            return None;
        }
        if let Some(missing) = program.needs().iter().find(|name| !installed(name)) {
            skip(&format!("{missing} is not installed"));
            return None;
        }
        let Some(sftp) = sftp_server() else {
            skip("sftp-server is not installed");
            return None;
        };
        let gvfs = gvfs();
        let port = match program {
            Program::Gvfs => Some(8080),
            Program::GvfsUntimed => Some(8081),
            _ => None,
        };
        if port.is_some() && gvfs.is_none() {
            skip("gvfsd-fuse is not installed");
            return None;
        }
        let (mount, behind) = (self.directory("far"), self.directory("behind"));
        let root = port.map_or_else(|| mount.clone(), |port| mount.join(gvfs_root(port)));
        let scratch = self.directory("scratch");
        let shown = [
            ("at", &*mount),
            ("behind", &behind),
            ("scratch", &scratch),
            ("sftp", sftp),
            ("gvfs", gvfs.unwrap_or(Path::new(""))),
        ];
        let set = shown.map(|(name, path)| format!("{name}='{}'\n", path.display())).concat();
        let mut command = clean(Command::new("unshare"));
        end_with_us(&mut command);
        command.args(["--net", "--pid", "--fork", "--kill-child", "bash", "-euc"]);
        command.arg([&set, "PATH=$PATH:/usr/sbin:/sbin\n", &program.begin(), OBEY].concat());
        command.env("HOME", &scratch).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.spawn().expect("a shell");
        let told = BufReader::new(shell.stdout.take().expect("a pipe"));
        let mut far = Far { mount, root, behind, scratch, shell, told };
        let line = far.line();
        let log = || fs::read_to_string(far.scratch.join("log")).unwrap_or_default();
        assert_eq!(line, "mounted\n", "{program:?}: {}", log());
        Some(far)
    }
}

impl Far {
    /// The folder as it is mounted.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that the server shows.
    pub fn behind(&self) -> &Path {
        &self.behind
    }

    /// Whether rclone has uploaded all that it has in its cache.
    pub fn is_uploaded(&self) -> bool {
        fn is_clean(meta: &Path) -> bool {
            let Ok(entries) = fs::read_dir(meta) else { return !meta.exists() };
            entries.filter_map(Result::ok).all(|entry| match entry.file_type() {
                Ok(kind) if kind.is_dir() => is_clean(&entry.path()),
                _ => fs::read_to_string(entry.path())
                    .is_ok_and(|told| told.contains(r#""Dirty": false"#)),
            })
        }
        is_clean(&self.scratch.join("cache/vfsMeta"))
    }

    /// Has the server answer nothing more.
    pub fn stop(&mut self) {
        self.order("stop");
    }

    /// Has it answer again.
    pub fn go(&mut self) {
        self.order("go");
    }

    fn order(&mut self, order: &str) {
        let stdin = self.shell.stdin.as_mut().expect("a pipe");
        stdin.write_all(format!("{order}\n").as_bytes()).expect("an order");
        assert_eq!(self.line(), "done\n");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.told.read_line(&mut line).expect("what the shell tells");
        line
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        // Calls that wait for a server that was stopped end with the connection.
        let killed = self.shell.kill().and_then(|()| self.shell.wait());
        let unmounted = unmount(&self.mount, UnmountFlags::DETACH);
        let ended = killed.and_then(|_| Ok(unmounted?));
        assert!(ended.is_ok() || std::thread::panicking(), "{ended:?}");
    }
}
