//! Ejects removable devices with the tools of the system.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use fcp_browse::{self as browse, Mount};
use fcp_presentation::errors;
use fcp_presentation::tr;

use super::places::{self, Places};
use crate::patience::within;
use crate::wire::{PlaceId, Refusal};

/// Time the tools have: the kernel writes what it has cached for the device first.
const LIMIT: Duration = Duration::from_secs(120);

/// Unmounts a removable device, so that the user can take it out.
///
/// # Errors
/// What the last tool said, for example that the device is busy.
pub(super) fn eject(places: &Arc<Places>, place: PlaceId) -> Result<(), Refusal> {
    let dir = places.dir(place).ok_or(Refusal::Gone)?;
    let mounts = browse::mounts().unwrap_or_default();
    let mount = mounts.into_iter().find(|mount| mount.dir == dir && mount.removable);
    let tools = tools(&mount.ok_or(Refusal::Gone)?);
    let ejected = within(LIMIT, move || run_first(tools));
    places::look(places);
    let waits = || Err(tr!("desktop-eject-busy").to_owned());
    ejected.unwrap_or_else(waits).map_err(Refusal::because)
}

/// The tools that can do it, best first: `GVfs` tells other programs and switches the device off, `udisksctl` needs
/// no rights of root, and `umount` is on every system.
fn tools(mount: &Mount) -> Vec<Command> {
    let mut gio = Command::new("gio");
    gio.args(["mount", "--eject"]).arg(&mount.dir);
    let mut udisks = Command::new("udisksctl");
    udisks.args(["unmount", "--block-device"]).arg(&mount.source);
    let mut umount = Command::new("umount");
    umount.arg(&mount.dir);
    vec![gio, udisks, umount]
}

/// Runs tools until one succeeds.
///
/// # Errors
/// What the last one said that is installed.
fn run_first(tools: Vec<Command>) -> Result<(), String> {
    let mut why = tr!("desktop-eject-no-program").to_owned();
    for mut tool in tools {
        match tool.stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                if !said.is_empty() {
                    why = said;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => why = errors::of_io(&error),
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", script]);
        shell
    }

    #[test]
    fn the_first_tool_that_succeeds_is_the_last_that_runs() {
        let missing = || Command::new("/nonexistent/tool");
        let busy = || shell("echo 'target is busy' >&2; exit 1");
        assert_eq!(run_first(vec![missing(), busy(), shell("true"), busy()]), Ok(()));
        let refused = run_first(vec![busy(), missing(), shell("exit 1")]);
        assert_eq!(refused, Err("target is busy".to_owned()));
        assert!(run_first(vec![missing()]).is_err());
    }
}
