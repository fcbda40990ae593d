//! Records the filesystems that a job writes to.

use std::path::PathBuf;
use std::sync::Mutex;

use fcp_sys::lock;

/// The devices that a job writes to, each with a directory on it; known to all its threads.
#[derive(Debug, Default)]
pub(crate) struct Devices(Mutex<Vec<(u64, PathBuf)>>);

impl Devices {
    /// Adds a device; `false` if it is known.
    pub(crate) fn add(&self, device: u64, path: impl FnOnce() -> PathBuf) -> bool {
        let mut known = lock(&self.0);
        let is_new = known.iter().all(|(other, _)| *other != device);
        if is_new {
            known.push((device, path()));
        }
        is_new
    }

    /// All that are known by now.
    pub(crate) fn all(&self) -> Vec<(u64, PathBuf)> {
        lock(&self.0).clone()
    }
}
