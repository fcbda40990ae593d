//! A user's home with a directory to work in, where our programs record jobs and have a trash.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustix::fs::{XattrFlags, setxattr};

use crate::output::sh;
use crate::{Kind, Mounts, Scratch, program, run, with_mounts};

/// Runs a test with filesystems of its own, and a home on them; see [`with_mounts`].
pub fn with_home(needs: &[Kind], test: impl FnOnce(&Mounts, &Home) + Send) {
    with_mounts(needs, |mounts| test(mounts, &Home::new(mounts.root())));
}

/// A home, and the directory `work` in it.
#[derive(Debug)]
pub struct Home {
    path: PathBuf,
    _scratch: Option<Scratch>,
}

impl Home {
    /// Makes a home in a directory.
    pub fn new(at: &Path) -> Self {
        fs::create_dir_all(at.join("home/work")).unwrap();
        Self { path: at.join("home"), _scratch: None }
    }

    /// Makes a home in a directory of its own, which is removed with it.
    pub fn temporary() -> Self {
        let scratch = Scratch::new();
        Self { path: Self::new(scratch.path()).path, _scratch: Some(scratch) }
    }

    /// The path of the home.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of an item in the directory to work in.
    pub fn at(&self, name: &str) -> PathBuf {
        self.path.join("work").join(name)
    }

    /// Prepares to run one of our programs in the directory to work in.
    pub fn command<S: AsRef<OsStr>>(&self, tool: &str, args: &[S]) -> Command {
        let mut command = program(tool);
        command.env("HOME", &self.path).env("TZ", "UTC").current_dir(self.at("")).args(args);
        command
    }

    /// Runs one of our programs to its end.
    pub fn run<S: AsRef<OsStr>>(&self, tool: &str, args: &[S]) -> Output {
        run(&mut self.command(tool, args))
    }

    /// Runs one of our programs; gives what it tells on standard error, and its exit code.
    pub fn told(&self, tool: &str, args: &[&str]) -> (String, i32) {
        let done = self.run(tool, args);
        (String::from_utf8(done.stderr).unwrap(), done.status.code().unwrap())
    }

    /// Runs one of our programs, which must end with a code and tell these lines, in any order, each given by how it begins
    /// and ends.
    #[track_caller]
    pub fn tells(&self, tool: &str, args: &[&str], code: i32, lines: &[(&str, &str)]) {
        let (told, found) = self.told(tool, args);
        let count = told.lines().count();
        let fits = lines.iter().all(|(begin, end)| {
            told.lines().filter(|line| line.starts_with(begin) && line.ends_with(end)).count() == 1
        });
        let fits = fits && count == lines.len() && found == code;
        assert!(fits, "{tool} {args:?}: {found}\n{told}");
    }

    /// Runs one of our programs, which must succeed and have nothing to complain of.
    #[track_caller]
    pub fn ok(&self, tool: &str, args: &[&str]) {
        assert_eq!(self.told(tool, args), (String::new(), 0), "{tool} {args:?}");
    }

    /// Writes a file in a directory that exists.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    /// Makes `tree` with all that a copy can keep but symlinks, which some filesystems do not have.
    pub fn make_tree(&self) {
        self.make(&["tree/plain", "tree/sub/deep", "tree/sub/äöü", "tree/empty/"]);
        self.write("tree/nothing", "");
        fs::write(self.at("tree/big"), vec![7; 3 << 20]).unwrap();
        fs::hard_link(self.at("tree/big"), self.at("tree/sub/big too")).unwrap();
        fs::set_permissions(self.at("tree/plain"), fs::Permissions::from_mode(0o640)).unwrap();
        chown(self.at("tree/sub/deep"), Some(1234), Some(2345)).unwrap();
        setxattr(self.at("tree/big"), "user.test", b"value", XattrFlags::empty()).unwrap();
        sh(
            &self.at("tree"),
            "truncate -s 3M holes
            printf x | dd of=holes bs=1 seek=1000000 conv=notrunc 2>/dev/null",
        );
    }

    /// Writes files with their names as text; a name that ends in a slash is a directory.
    pub fn make(&self, names: &[&str]) {
        for name in names {
            let path = self.at(name);
            if name.ends_with('/') {
                fs::create_dir_all(path).unwrap();
            } else {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, name).unwrap();
            }
        }
    }

    /// Makes a directory and those above it.
    pub fn mkdir(&self, name: &str) {
        fs::create_dir_all(self.at(name)).unwrap();
    }

    /// What a file has, as text.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    /// Whether there is an item of this name; a symlink that leads nowhere is one.
    pub fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.at(name)).is_ok()
    }

    /// Original paths of what the tests have in the trash, as `frm --trash-list` shows them: the newest first.
    ///
    /// The user of the tests may have other items in the trash of other volumes.
    pub fn trash_list(&self) -> Vec<String> {
        let shown = self.run("frm", &["--trash-list"]);
        let text = String::from_utf8(shown.stdout).unwrap();
        let ours = [self.path.parent().unwrap().to_owned(), std::env::temp_dir()];
        let is_ours = |path: &&str| ours.iter().any(|dir| Path::new(path).starts_with(dir));
        text.lines().map(|line| &line[32..]).filter(is_ours).map(str::to_owned).collect()
    }

    /// How many jobs can be undone.
    pub fn records(&self) -> usize {
        fs::read_dir(self.path.join(".local/state/fcp/undo")).map_or(0, Iterator::count)
    }
}
