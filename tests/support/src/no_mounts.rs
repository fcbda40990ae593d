//! Stands for filesystems that are mounted for a test, where there are no mount namespaces: such tests are skipped.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::filesystem::Kind;
use crate::skip::skip;

/// Mounts of a test, of which there are none.
#[derive(Debug)]
pub enum Mounts {}

fn skipped<R>() -> Option<R> {
    skip("filesystems are mounted for tests on Linux alone");
    None
}

/// Skips a test that needs a filesystem of its own.
pub fn with_filesystem<R: Send>(
    _kind: Kind,
    _size: u64,
    _test: impl FnOnce(&Path) -> R + Send,
) -> Option<R> {
    skipped()
}

/// Skips a test that needs mounts.
pub fn with_mounts<R: Send>(_needs: &[Kind], _test: impl FnOnce(&Mounts) -> R + Send) -> Option<R> {
    skipped()
}

/// Skips a test that needs exFAT.
pub fn with_exfat(_test: impl FnOnce(&Mounts, &Path) + Send) {
    skipped::<()>();
}

#[allow(missing_docs, reason = "none of them can be called; see `mounts.rs`")]
impl Mounts {
    pub fn root(&self) -> &Path {
        match *self {}
    }

    pub fn filesystem(&self, _kind: Kind, _size: u64) -> PathBuf {
        match *self {}
    }

    pub fn image(&self, _kind: Kind, _size: u64) -> PathBuf {
        match *self {}
    }

    pub fn mount_thin_image(&self, _image: &Path, _kind: Kind) -> PathBuf {
        match *self {}
    }

    pub fn mount_image(&self, _image: &Path, _kind: Kind, _options: &str) -> PathBuf {
        match *self {}
    }

    pub fn tmpfs(&self, _options: &str) -> PathBuf {
        match *self {}
    }

    pub fn silent(&self, _at: &Path) -> io::Result<File> {
        match *self {}
    }

    pub fn bind(&self, _from: &Path, _to: &Path) {
        match *self {}
    }

    pub fn overlay(&self, _upper: &Path) -> Option<PathBuf> {
        match *self {}
    }

    pub fn read_only(&self, _at: &Path, _on: bool) {
        match *self {}
    }

    pub fn guard_the_rest(&self) {
        match *self {}
    }

    pub fn unmount(&self, _at: &Path) {
        match *self {}
    }

    pub fn subvolume(&self, _at: &Path) {
        match *self {}
    }

    pub fn directory(&self, _name: &str) -> PathBuf {
        match *self {}
    }
}

/// The mounts that this process sees; not told here.
pub fn visible() -> String {
    String::new()
}
