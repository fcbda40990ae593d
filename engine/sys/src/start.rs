//! Records how the process was started, before Rust's runtime changes it.

use std::sync::atomic::{AtomicBool, Ordering};

static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: the C runtime calls what is in this section once, before `main` and before there are other
// threads. `look` makes one system call and stores into an atomic; it needs nothing of Rust's runtime.
#[used]
#[expect(unsafe_code, reason = "std opens /dev/null for a closed standard stream before main")]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    STDOUT_WAS_CLOSED.store(flags == Err(super::Errno::BADF), Ordering::Relaxed);
}

/// Whether standard output was closed when the process was started.
///
/// Rust's runtime puts `/dev/null` in its place, so that what is written there would be lost without a word.
pub fn stdout_was_closed() -> bool {
    STDOUT_WAS_CLOSED.load(Ordering::Relaxed)
}
