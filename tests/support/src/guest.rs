//! Runs a test in a virtual machine, for filesystems that the kernel of this machine does not have.
//!
//! The guest has the kernel and the programs that `tests/guest/fetch` has fetched, and the test itself with `fcp-tui`: all
//! of it lies in its memory. It sees no disk and no network of this machine, and what it tells comes over a serial line. Where
//! the processor cannot be lent it is emulated, which takes minutes, so that there only the slow sweeps start a guest.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::bin::{clean, end_with_us, installed, path_of, run, run_for};
use crate::remove::Scratch;

/// The variable that tells a test that it runs in the guest.
const INSIDE: &str = "FCP_TEST_IN_GUEST";

/// Kernel modules that the tests need; what these need is found. A kernel may have some of them built in.
const MODULES: [&str; 21] = [
    // What SMB signs and encrypts with is looked up by name.
    "ccm",
    "cmac",
    "ctr",
    "des_generic",
    "ecb",
    "gcm",
    "ghash-generic",
    "hmac",
    "md5",
    "seqiv",
    "sha512_generic",
    "cifs",
    "exfat",
    "loop",
    "nfsd",
    "nfsv3",
    "nfsv4",
    "nls_ascii",
    "nls_cp437",
    "nls_utf8",
    "vfat",
];

/// The first process of the guest. It ends the machine when the test has ended.
const INIT: &str = "#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/usr/sbin:/sbin:/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for at in /tmp /run /root /var/lib/nfs; do mkdir -p $at; mount -t tmpfs none $at; done
for module in @modules@; do modprobe $module || echo cannot load $module; done
ip link set lo up
cd /tmp
@inside@=1 /fcp/deps/test --exact @test@ --nocapture --test-threads=1
echo \"the test in the guest ended with $?\"
poweroff -f
";

/// A virtual machine that can be started.
#[derive(Debug)]
pub struct Guest {
    /// What was fetched.
    root: PathBuf,
    kernel: PathBuf,
    modules: PathBuf,
}

/// Whether the kernel lends a guest its processor. Other modules, as those of machines that are virtual themselves, may run
/// no whole kernel.
fn lends_processor() -> bool {
    ["kvm_intel", "kvm_amd"].iter().any(|name| Path::new("/sys/module").join(name).exists())
        && File::options().read(true).write(true).open("/dev/kvm").is_ok()
}

/// Whether this process runs in the guest.
pub fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

impl Guest {
    /// Finds what a guest needs. Where it is missing it says so: not all machines can have one.
    #[allow(clippy::print_stderr, reason = "not a test that was skipped, which CI refuses")]
    pub fn find() -> Option<Self> {
        if !installed("qemu-system-x86_64") {
            eprintln!("there is no qemu-system-x86_64 here");
            return None;
        }
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
        let dir = cache?.join("fcp-tools/guest");
        let Ok(version) = fs::read_to_string(dir.join("version")) else {
            eprintln!("there is no kernel for a guest: tests/guest/fetch gets one");
            return None;
        };
        if !lends_processor() && std::env::var_os("FCP_FULL").is_none() {
            eprintln!("a guest would take minutes here: tests/run --full starts one");
            return None;
        }
        let (root, version) = (dir.join("root"), version.trim());
        let kernel = root.join(format!("boot/vmlinuz-{version}"));
        let modules = PathBuf::from(format!("lib/modules/{version}"));
        Some(Self { root, kernel, modules })
    }

    /// Runs a test of this program in the guest, in time or not at all; gives what the guest told.
    pub fn run(&self, test: &str, limit: Duration) -> String {
        let scratch = Scratch::new();
        let initrd = scratch.join("initrd");
        self.pack(&initrd, scratch.path(), test).expect("an image for the guest");
        let mut qemu = clean(Command::new("qemu-system-x86_64"));
        end_with_us(&mut qemu);
        qemu.args(if lends_processor() {
            ["-accel", "kvm", "-cpu", "host"]
        } else {
            ["-accel", "tcg", "-cpu", "qemu64"]
        });
        qemu.args(["-smp", "2", "-m", "1536", "-nodefaults"]);
        qemu.args(["-no-reboot", "-display", "none", "-serial", "stdio", "-kernel"]);
        qemu.arg(&self.kernel).arg("-initrd").arg(&initrd);
        qemu.args(["-append", "console=ttyS0 quiet panic=-1 edd=off"]);
        let told = run_for(&mut qemu, limit);
        format!(
            "{}{}",
            String::from_utf8_lossy(&told.stdout),
            String::from_utf8_lossy(&told.stderr)
        )
    }

    fn pack(&self, to: &Path, scratch: &Path, test: &str) -> io::Result<()> {
        let mut archive = Archive { to: BufWriter::new(File::create(to)?), entries: 0 };
        for name in ["bin", "etc", "lib64", "sbin", "usr", "var"] {
            archive.tree(&self.root, Path::new(name))?;
        }
        archive.directory("lib")?;
        for entry in fs::read_dir(self.root.join("lib"))? {
            let name = entry?.file_name();
            if name != "modules" {
                archive.tree(&self.root, &Path::new("lib").join(name))?;
            }
        }
        let modules = self.pack_modules(&mut archive)?;
        for name in ["dev", "proc", "sys", "tmp", "run", "root", "mnt", "fcp", "fcp/deps"] {
            archive.directory(name)?;
        }
        let linked = [std::env::current_exe()?, path_of("fcp-tui")];
        for (program, name) in linked.iter().zip(["fcp/deps/test", "fcp/fcp-tui"]) {
            archive.file(name, 0o755, &stripped(program, scratch)?)?;
            for library in libraries(program) {
                let at = library.strip_prefix("/").unwrap_or(&library);
                if !self.root.join(at).exists() {
                    archive.directories(at.parent().unwrap_or(Path::new("")))?;
                    archive.file(&at.to_string_lossy(), 0o755, &fs::read(&library)?)?;
                }
            }
        }
        let init = INIT
            .replace("@modules@", &modules.join(" "))
            .replace("@inside@", INSIDE)
            .replace("@test@", test);
        archive.file("init", 0o755, init.as_bytes())?;
        archive.end()
    }

    /// Packs the modules that are needed, and the lists by which they are found; gives the names of those that there are.
    fn pack_modules(&self, archive: &mut Archive) -> io::Result<Vec<&'static str>> {
        let dir = self.root.join(&self.modules);
        archive.directories(&self.modules)?;
        let known = fs::read_to_string(dir.join("modules.dep"))?;
        let (mut names, mut paths): (Vec<&str>, Vec<&str>) = Default::default();
        for name in MODULES {
            let file = format!("/{name}.ko:");
            let Some(line) = known.lines().find(|line| line.contains(&file)) else { continue };
            names.push(name);
            paths.extend(line.split([' ', ':']).filter(|path| !path.is_empty()));
        }
        paths.sort_unstable();
        paths.dedup();
        for path in paths {
            let at = self.modules.join(path);
            archive.directories(at.parent().unwrap_or(Path::new("")))?;
            archive.file(&at.to_string_lossy(), 0o644, &fs::read(dir.join(path))?)?;
        }
        for list in ["modules.dep", "modules.symbols", "modules.alias", "modules.builtin"] {
            let at = self.modules.join(list);
            archive.file(&at.to_string_lossy(), 0o644, &fs::read(dir.join(list))?)?;
        }
        Ok(names)
    }
}

/// A program without what only debuggers read, which is most of it; as it is where there is no `strip`.
fn stripped(program: &Path, scratch: &Path) -> io::Result<Vec<u8>> {
    let to = scratch.join("stripped");
    if installed("strip") {
        let done = run(clean(Command::new("strip")).arg("-o").arg(&to).arg(program));
        if done.status.success() {
            return fs::read(to);
        }
    }
    fs::read(program)
}

/// The libraries that a program is linked to, as `ldd` shows them.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let shown = run(clean(Command::new("ldd")).arg(program));
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    shown.split_whitespace().filter(|word| word.starts_with('/')).map(PathBuf::from).collect()
}

/// Writes an archive as the kernel reads it ("newc", in `Documentation/driver-api/early-userspace/buffer-format.rst`).
struct Archive {
    to: BufWriter<File>,
    entries: u32,
}

impl Archive {
    fn entry(&mut self, name: &[u8], mode: u32, data: &[u8]) -> io::Result<()> {
        self.entries += 1;
        let size = u32::try_from(data.len()).map_err(io::Error::other)?;
        // Inode, mode, owner, group, links, time, size, four numbers of devices, length of the name, checksum.
        let fields = [self.entries, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, name.len() as u32 + 1, 0];
        let mut head = b"070701".to_vec();
        for field in fields {
            head.extend_from_slice(format!("{field:08x}").as_bytes());
        }
        head.extend_from_slice(name);
        head.push(0);
        self.padded(&head)?;
        self.padded(data)
    }

    fn padded(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.to.write_all(&[0; 3][..bytes.len().wrapping_neg() % 4])
    }

    fn directory(&mut self, name: &str) -> io::Result<()> {
        self.entry(name.as_bytes(), 0o40_755, b"")
    }

    fn directories(&mut self, path: &Path) -> io::Result<()> {
        let mut above: Vec<_> = path.ancestors().filter(|path| *path != Path::new("")).collect();
        above.reverse();
        above.into_iter().try_for_each(|path| self.directory(&path.to_string_lossy()))
    }

    fn file(&mut self, name: &str, mode: u32, data: &[u8]) -> io::Result<()> {
        self.entry(name.as_bytes(), 0o100_000 | mode, data)
    }

    /// Packs what is below a directory.
    fn tree(&mut self, root: &Path, below: &Path) -> io::Result<()> {
        let path = root.join(below);
        let Ok(meta) = fs::symlink_metadata(&path) else { return Ok(()) };
        let name = below.as_os_str().as_bytes();
        if meta.is_symlink() {
            return self.entry(name, 0o120_777, fs::read_link(&path)?.as_os_str().as_bytes());
        }
        if meta.is_file() {
            return self.entry(name, meta.mode() & 0o107_777, &fs::read(&path)?);
        }
        self.entry(name, 0o40_000 | meta.permissions().mode() & 0o777, b"")?;
        for entry in fs::read_dir(&path)? {
            self.tree(root, &below.join(entry?.file_name()))?;
        }
        Ok(())
    }

    fn end(mut self) -> io::Result<()> {
        self.entry(b"TRAILER!!!", 0, b"")?;
        self.to.flush()
    }
}
