//! Finds and reads the configuration and the keymap and theme files that it names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fcp_engine::path::DisplayName;
use fcp_presentation::settings::Mistake;
use fcp_presentation::typed::resolve;

use super::{Config, Wanted, keymap_named, theme_named};
use crate::cli::console::reason;

/// The name of the file.
const NAME: &str = "config.toml";

/// What the command line says about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    /// Another file.
    pub file: Option<PathBuf>,
    /// Another keymap.
    pub keys: Option<String>,
    /// Another theme.
    pub theme: Option<String>,
}

/// Gives where the configuration of a user is, whether it exists or not.
pub(crate) fn place(dir: Option<&Path>, asked: &Overrides) -> Option<PathBuf> {
    asked.file.clone().or_else(|| Some(dir?.join(NAME)))
}

/// Reads the configuration of a user, and lists what is wrong in it.
///
/// Without a file the defaults hold. Fails if the command line names a file that does not exist.
pub(crate) fn load(
    dir: Option<&Path>,
    home: Option<&Path>,
    asked: &Overrides,
) -> Result<(Config, Vec<Mistake>), String> {
    let place = place(dir, asked);
    // Names in a file are relative to its directory.
    let beside =
        asked.file.as_ref().and_then(|file| file.parent()).or(dir).unwrap_or(Path::new(""));
    let load = |path: &Path| read(&resolve(beside, home, path.as_os_str()));
    // A path on the command line is relative to the working directory.
    let asked_for =
        |name: &str, path: &Path| if name.contains('/') { read(path) } else { load(path) };
    let (text, mut mistakes) = match place.as_ref().map(|place| read(place)) {
        None => (String::new(), Vec::new()),
        Some(Ok(text)) => (text, Vec::new()),
        Some(Err(error)) if error.kind() == io::ErrorKind::NotFound && asked.file.is_none() => {
            (String::new(), Vec::new())
        }
        Some(Err(error)) if asked.file.is_some() => {
            let file = place.unwrap_or_default();
            return Err(format!("cannot read '{}': {}", DisplayName::new(&file), reason(&error)));
        }
        Some(Err(error)) => {
            let text = format!("cannot be read: {}", reason(&error));
            (String::new(), vec![Mistake { file: NAME.to_owned(), line: None, text }])
        }
    };
    let keymap = match &asked.keys {
        Some(name) => {
            let (keymap, more) = keymap_named(name, &|path| asked_for(name, path))?;
            mistakes.extend(more);
            Some(keymap)
        }
        None => None,
    };
    let file = place.as_deref().and_then(Path::file_name).unwrap_or_default();
    let (mut config, more) = Config::read(&file.to_string_lossy(), &text, keymap, home, &load);
    mistakes.extend(more);
    if let Some(name) = &asked.theme {
        let (theme, more): (Wanted, _) = theme_named(name, &|path| asked_for(name, path))?;
        config.theme = theme;
        mistakes.extend(more);
    }
    Ok((config, mistakes))
}

/// Reads a text file whole; nothing else, as the open of a FIFO waits for a program that writes to it.
fn read(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    fs::read_to_string(path)
}
