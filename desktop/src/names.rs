//! Names as they are shown.

use std::ffi::OsStr;
use std::path::Path;

use fcp_engine::path::DisplayName;

use crate::wire::{Crumb, Name, NamePart};

/// Gives a name as it is shown, with chips for bytes that are no text and characters that deceive.
pub(crate) fn name<P: AsRef<OsStr> + ?Sized>(raw: &P) -> Name {
    let shown = DisplayName::new(raw);
    let text = shown.to_string();
    let parts = if shown.is_hostile() { parts(raw.as_ref()) } else { Vec::new() };
    Name { text, parts }
}

fn parts(raw: &OsStr) -> Vec<NamePart> {
    let shown = DisplayName::new(raw).to_string();
    vec![NamePart::Text(shown)]
}

/// Gives the way to a folder, the root first.
pub(crate) fn crumbs(dir: &Path) -> Vec<Crumb> {
    let mut crumbs: Vec<Crumb> = dir
        .ancestors()
        .enumerate()
        .map(|(up, at)| Crumb {
            name: name(at.file_name().unwrap_or(at.as_os_str())),
            up: up as u32,
        })
        .collect();
    crumbs.reverse();
    crumbs
}
