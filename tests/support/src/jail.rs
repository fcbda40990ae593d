//! Builds a root directory for a program under test that may delete everything it can reach.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::bin::{clean, path_of, run};
use crate::filesystem::Kind;
use crate::mounts::{Mounts, with_mounts};
use crate::ns::NOBODY;

/// A filesystem that holds one program and what it needs, below which nothing else can be seen.
#[derive(Debug)]
pub struct Jail<'a> {
    mounts: &'a Mounts,
    root: PathBuf,
}

/// Runs a test with one of our programs behind bars, as `/bin/NAME`.
///
/// Everything outside is read-only as well. Gives `None`, and reports a skip, where that is not to
/// be had.
pub fn with_jail<R: Send>(
    program: &str,
    name: &str,
    test: impl FnOnce(&Jail<'_>) -> R + Send,
) -> Option<R> {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let root = mounts.tmpfs("mode=755");
        let jail = Jail { mounts, root };
        jail.install(&path_of(program), &jail.path("/bin").join(name));
        jail.install(Path::new("/usr/bin/env"), &jail.path("/bin/env"));
        mounts.guard_the_rest();
        test(&jail)
    })
}

impl Jail<'_> {
    /// Names a path of the jail as it is seen from outside.
    pub fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside.trim_start_matches('/'))
    }

    /// Makes a directory and those above it.
    pub fn dir(&self, inside: &str) -> &Self {
        fs::DirBuilder::new().recursive(true).create(self.path(inside)).unwrap();
        self
    }

    /// Makes an empty file and the directories above it.
    pub fn file(&self, inside: &str) -> &Self {
        let path = self.path(inside);
        fs::DirBuilder::new().recursive(true).create(path.parent().unwrap()).unwrap();
        File::create_new(path).unwrap();
        self
    }

    /// Mounts a fresh filesystem.
    pub fn mount(&self, inside: &str) -> &Self {
        self.dir(inside);
        self.mounts.bind(&self.mounts.tmpfs("mode=755"), &self.path(inside));
        self
    }

    /// Shows a file or directory in a second place, which must exist.
    pub fn bind(&self, from: &str, to: &str) -> &Self {
        self.mounts.bind(&self.path(from), &self.path(to));
        self
    }

    /// Whether there is something, without following a symlink.
    pub fn has(&self, inside: &str) -> bool {
        self.path(inside).symlink_metadata().is_ok()
    }

    /// Prepares to run a program of the jail, in its root.
    pub fn command(&self, program: &str) -> Command {
        let mut chroot = clean(Command::new("chroot"));
        chroot.arg(&self.root).arg(program);
        chroot
    }

    /// Prepares to run a program in another directory, as the user nobody if asked.
    pub fn command_in(&self, directory: &str, nobody: bool, program: &str) -> Command {
        let mut chroot = clean(Command::new("chroot"));
        if nobody {
            chroot.arg(format!("--userspec={NOBODY}:{NOBODY}"));
        }
        chroot.arg(&self.root).args(["/bin/env", "-C", directory, program]);
        chroot
    }

    /// Sets permission bits.
    pub fn mode(&self, inside: &str, mode: u32) -> &Self {
        fs::set_permissions(self.path(inside), fs::Permissions::from_mode(mode)).unwrap();
        self
    }

    /// Makes the user nobody own a file or directory.
    pub fn give(&self, inside: &str) -> &Self {
        std::os::unix::fs::chown(self.path(inside), Some(NOBODY), Some(NOBODY)).unwrap();
        self
    }

    /// Runs a program of the jail.
    pub fn run(&self, program: &str, args: &[&str]) -> Output {
        run(self.command(program).args(args))
    }

    /// Copies a program with the libraries it is linked to.
    pub fn install(&self, program: &Path, at: &Path) {
        let copy = |from: &Path, to: &Path| {
            fs::DirBuilder::new().recursive(true).create(to.parent().unwrap()).unwrap();
            // By a process of its own: a descriptor to write with, if we had one, could be inherited
            // by whatever another test starts at this moment, and keep the copy from being run
            // (ETXTBSY).
            let copied = run(clean(Command::new("cp")).arg("-L").args([from, to]));
            assert!(copied.status.success(), "{copied:?}");
            fs::set_permissions(to, fs::Permissions::from_mode(0o755)).unwrap();
        };
        copy(program, at);
        let linked = run(clean(Command::new("ldd")).arg(program));
        let linked = String::from_utf8(linked.stdout).unwrap();
        for word in linked.split_whitespace().filter(|word| word.starts_with('/')) {
            copy(Path::new(word), &self.path(word));
        }
        self.dir("/dev").dir("/proc");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_sees_nothing_but_its_jail() {
        with_jail("frm", "frm", |jail| {
            let told = jail.run("/bin/frm", &["--version"]);
            assert!(told.status.success(), "{told:?}");
            assert!(jail.has("/bin/frm") && !jail.has("/usr/bin/env"));
            let id = jail.command_in("/dev", true, "/bin/env").arg("pwd").output().unwrap();
            assert!(!id.status.success(), "there is no pwd in it: {id:?}");
        });
    }
}
