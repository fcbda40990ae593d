//! Stands for folders that a program serves, where there are no mount namespaces.

use std::path::Path;

use crate::mounts::Mounts;

/// What mounts the folder; see `far.rs`.
#[allow(missing_docs, reason = "none of them is started")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Sshfs,
    Rclone,
    RcloneCached,
    Davfs,
    Gvfs,
    Cryfs,
}

/// A folder that a program serves, of which there is none.
#[derive(Debug)]
pub enum Far {}

#[allow(missing_docs, reason = "none of them can be called; see `far.rs`")]
impl Mounts {
    pub fn far(&self, _program: Program) -> Option<Far> {
        match *self {}
    }
}

#[allow(missing_docs, reason = "none of them can be called; see `far.rs`")]
impl Far {
    pub fn root(&self) -> &Path {
        match *self {}
    }

    pub fn behind(&self) -> &Path {
        match *self {}
    }

    pub fn is_uploaded(&self) -> bool {
        match *self {}
    }

    pub fn stop(&mut self) {
        match *self {}
    }

    pub fn go(&mut self) {
        match *self {}
    }
}
