//! Ejects removable devices with the tools of the system.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use fcp_browse as browse;
use fcp_presentation::errors;
use fcp_presentation::tr;

use super::places::{self, Places};
use crate::patience::within;
use crate::system::{Here, System as _};
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
    let mount = mount.ok_or(Refusal::Gone)?;
    let tools = Here::eject_tools(&mount.dir, &mount.source);
    let ejected = within(LIMIT, move || run_first(tools));
    places::look(places);
    let waits = || Err(tr!("desktop-eject-busy").to_owned());
    ejected.unwrap_or_else(waits).map_err(Refusal::because)
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
