//! Support for fcp's tests: trees to copy, a comparison of source and copy, filesystems to copy on,
//! and a way to run the programs with a time limit.
//!
//! ```
//! use fcp_test_support::{assert_same, Scratch, Tree, What};
//!
//! let scratch = Scratch::new();
//! let (left, right) = (scratch.path().join("left"), scratch.path().join("right"));
//! Tree::user(7).build(&left).unwrap();
//! Tree::user(7).build(&right).unwrap();
//! assert_same(&left, &right, &What::everything());
//! ```
//!
//! Everything works relative to directory descriptors, so that paths may be longer than `PATH_MAX`
//! and trees 10,000 levels deep.

// A fixture that cannot be set up has nothing to return: it stops its test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

/// Ends a test that cannot run here; what is called has reported that.
#[macro_export]
macro_rules! needs {
    ($can:expr) => {
        if !$can {
            return;
        }
    };
}

pub mod acl;
pub mod bin;
pub mod cluster;
pub mod cursor;
pub mod desktop;
pub mod diff;
mod ended;
#[cfg(target_os = "linux")]
pub mod far;
pub mod filesystem;
pub mod gnu;
pub mod guest;
pub mod home;
pub mod jail;
pub mod keys;
pub mod layout;
#[cfg(target_os = "linux")]
pub mod mounts;
#[cfg(not(target_os = "linux"))]
#[path = "no_mounts.rs"]
pub mod mounts;
pub mod names;
pub mod ns;
pub mod output;
pub mod patience;
pub mod pty;
pub mod remove;
pub mod rng;
pub mod running;
pub mod skip;
pub mod strace;
pub mod tree;

pub use bin::{fcp, path_of, program, run, run_for, run_ok, script};
pub use cluster::Cluster;
pub use desktop::Desk;
pub use diff::{Difference, What, assert_same, diff};
pub use filesystem::Kind;
pub use jail::with_jail;
pub use mounts::{Mounts, with_exfat, with_filesystem, with_mounts};
pub use ns::{as_nobody, while_nobody};
pub use patience::{thrice, until};
pub use pty::{Pty, wait_for_end};
pub use remove::{Scratch, forget_records_of_root, remove_all};
pub use running::Running;
pub use strace::{has_strace, tampered};
pub use tree::{Sizes, Totals, Tree};
