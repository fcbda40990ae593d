//! Finds keymaps and themes by their names, or by the paths of their files.

use std::io;
use std::path::Path;

use fcp_presentation::settings::{Mistake, did_you_mean};

use super::{Load, Wanted};
use crate::app::keymap::{self, Keymap};
use crate::app::theme::{self, Theme};

/// Finds a keymap by its name, or by the path of its file.
pub(crate) fn keymap_named(name: &str, load: Load<'_>) -> Result<(Keymap, Vec<Mistake>), String> {
    if let Some(keymap) = Keymap::preset(name) {
        return Ok((keymap, Vec::new()));
    }
    let (file, text) = found("keymap", name, &keymap::PRESETS.map(|(name, _)| name), load)?;
    Ok(Keymap::read(name, &file, &text))
}

/// Finds a theme by its name, or by the path of its file.
pub(crate) fn theme_named(name: &str, load: Load<'_>) -> Result<(Wanted, Vec<Mistake>), String> {
    match name {
        "auto" => return Ok((Wanted::Auto, Vec::new())),
        "mono" => return Ok((Wanted::Mono, Vec::new())),
        _ => {}
    }
    if let Some(theme) = Theme::built_in(name) {
        return Ok((Wanted::Theme(theme.into()), Vec::new()));
    }
    let names: Vec<_> =
        theme::BUILT_IN.iter().map(|(name, _)| *name).chain(["auto", "mono"]).collect();
    let (file, text) = found("theme", name, &names, load)?;
    let (theme, mistakes) = Theme::read(&file, &text);
    Ok((Wanted::Theme(theme.into()), mistakes))
}

/// Gives the file of the user's that something is named by: a path, or a name of one of ours.
fn found(
    kind: &str,
    name: &str,
    known: &[&str],
    load: Load<'_>,
) -> Result<(String, String), String> {
    let path = if name.contains('/') { name.to_owned() } else { format!("{kind}s/{name}.toml") };
    match load(Path::new(&path)) {
        Ok(text) => Ok((path, text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !name.contains('/') => {
            let meant = did_you_mean(name, known.iter().copied());
            let known =
                if meant.is_empty() { format!("; there are {}", known.join(", ")) } else { meant };
            Err(format!("no {kind} is called '{name}'{known}"))
        }
        Err(error) => Err(format!("cannot read '{path}': {error}")),
    }
}
