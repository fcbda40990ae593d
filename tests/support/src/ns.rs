//! Runs a program, or part of a test, as the user nobody instead of root.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::skip::skip;

/// The user and group id of the user nobody.
pub const NOBODY: u32 = 65534;

/// Makes the command run as the user nobody, without further groups.
///
/// Gives `None`, and reports a skip, where we are not root.
pub fn as_nobody(command: &mut Command) -> Option<&mut Command> {
    if !rustix::process::geteuid().is_root() {
        skip("only root can become nobody");
        return None;
    }
    let program = Path::new(command.get_program());
    let hidden = program.ancestors().skip(1).find(|dir| {
        dir.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o001 == 0)
    });
    if let Some(dir) = hidden {
        skip(&format!("nobody cannot reach {}: set CARGO_TARGET_DIR elsewhere", dir.display()));
        return None;
    }
    // Becoming a user other than root also drops all supplementary groups.
    Some(command.uid(NOBODY).gid(NOBODY).current_dir("/"))
}

/// Runs a part of a test, and all threads it starts, as the user nobody.
///
/// Gives `None`, and reports a skip, where we are not root.
pub fn while_nobody<R: Send>(test: impl FnOnce() -> R + Send) -> Option<R> {
    if !rustix::process::geteuid().is_root() {
        skip("only root can become nobody");
        return None;
    }
    become_nobody(test)
}

/// Only a thread of Linux has an owner of its own.
#[cfg(not(target_os = "linux"))]
fn become_nobody<R: Send>(_test: impl FnOnce() -> R + Send) -> Option<R> {
    skip("a thread cannot become nobody here");
    None
}

#[cfg(target_os = "linux")]
fn become_nobody<R: Send>(test: impl FnOnce() -> R + Send) -> Option<R> {
    use rustix::process::{Gid, Uid};
    let become_nobody = || -> rustix::io::Result<()> {
        let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
        rustix::thread::set_thread_groups(&[])?;
        rustix::thread::set_thread_res_gid(group, group, group)?;
        rustix::thread::set_thread_res_uid(user, user, user)
    };
    let run = || {
        become_nobody().expect("root may become nobody");
        test()
    };
    // The rights of a thread of its own end with it.
    match std::thread::scope(|scope| scope.spawn(run).join()) {
        Ok(result) => Some(result),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bin;

    #[test]
    fn nobody_is_nobody() {
        let mut id = bin::clean(Command::new("/usr/bin/id"));
        let Some(id) = as_nobody(&mut id) else { return };
        let shown = bin::run(id);
        let shown = String::from_utf8(shown.stdout).unwrap();
        assert!(shown.starts_with("uid=65534(nobody) gid=65534"), "{shown}");
        assert!(!shown.contains("root"), "{shown}");
    }
}
