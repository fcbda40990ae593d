//! Gives what a program printed, and what a directory holds.

use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::bin::run;

/// Gives what a program wrote to its standard output.
#[track_caller]
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Gives what a program wrote to its standard error.
#[track_caller]
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Gives both, and the exit code; -1 if a signal ended the program.
#[track_caller]
pub fn told(output: &Output) -> (String, String, i32) {
    (out(output), err(output), output.status.code().unwrap_or(-1))
}

/// What a program told, and its exit code.
pub trait Told: Sized {
    /// Gives what was told on standard output and on standard error, and the code.
    fn streams(self) -> (String, String, i32);

    /// Expects success, and nothing on standard error.
    #[track_caller]
    fn succeeds(self) {
        let (out, err, code) = self.streams();
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }

    /// Expects an exit code.
    #[track_caller]
    fn ends(self, code: i32) {
        self.says(code, "");
    }

    /// Expects an exit code, and a text on one of the streams.
    #[track_caller]
    fn says(self, code: i32, text: &str) {
        let (out, err, found) = self.streams();
        let says = out.contains(text) || err.contains(text);
        assert!(found == code && says, "{found}: {out}{err}");
    }
}

impl Told for (String, i32) {
    fn streams(self) -> (String, String, i32) {
        (String::new(), self.0, self.1)
    }
}

impl Told for (String, String, i32) {
    fn streams(self) -> (String, String, i32) {
        self
    }
}

impl Told for (i32, String, String) {
    fn streams(self) -> (String, String, i32) {
        (self.1, self.2, self.0)
    }
}

/// Runs a script of the shell, which must succeed; gives what it printed.
#[track_caller]
pub fn sh(dir: &Path, script: &str) -> String {
    let output = run(Command::new("sh").args(["-ec", script]).current_dir(dir));
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Gives the names in a directory, sorted.
#[track_caller]
pub fn names(dir: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Gives the temporary files of jobs that are left below a directory.
#[track_caller]
pub fn temporaries(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().as_encoded_bytes().starts_with(b".fcp-") {
            found.push(entry.path());
        } else if entry.file_type().unwrap().is_dir() {
            found.extend(temporaries(&entry.path()));
        }
    }
    found
}

/// Gives the bytes that the files below a directory hold, wherever they lie for now.
#[track_caller]
pub fn held(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    entries
        .map(|entry| match entry.metadata().unwrap() {
            meta if meta.is_dir() => held(&entry.path()),
            meta => meta.len(),
        })
        .sum()
}

/// Path, mode, time of modification with its nanoseconds, and target or contents of an item.
pub type State = (PathBuf, u32, (i64, i64), Vec<u8>);

/// Gives the state of all that is below a directory, sorted.
#[track_caller]
pub fn state(root: &Path) -> Vec<State> {
    let mut found = Vec::new();
    let mut todo = vec![root.to_owned()];
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let data = if meta.is_dir() {
                todo.push(path.clone());
                Vec::new()
            } else if meta.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_vec()
            } else if meta.is_file() {
                fs::read(&path).unwrap()
            } else {
                Vec::new()
            };
            let name = path.strip_prefix(root).unwrap().to_owned();
            found.push((name, meta.mode(), (meta.mtime(), meta.mtime_nsec()), data));
        }
    }
    found.sort();
    found
}
