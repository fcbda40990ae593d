//! The scripts by which the dialogs and notifications of macOS are reached (`osascript(1)`), and what they print.
//!
//! Texts are given as arguments and never as a part of a script.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

/// Shows a notification: its title, and its text.
pub(super) const NOTIFY: &[&str] = &[
    "on run argv",
    "display notification (item 2 of argv) with title (item 1 of argv)",
    "end run",
];

/// Asks for files or folders by a prompt, and prints their paths in lines.
pub(super) fn choose(folders: bool, many: bool) -> Vec<String> {
    let what = if folders { "folder" } else { "file" };
    let several = if many { " with multiple selections allowed" } else { "" };
    let ask = format!("set chosen to (choose {what} with prompt (item 1 of argv){several})");
    let lines = [
        "on run argv",
        &ask,
        "if class of chosen is not list then set chosen to {chosen}",
        "set found to \"\"",
        "repeat with one in chosen",
        "set found to found & POSIX path of one & linefeed",
        "end repeat",
        "return found",
        "end run",
    ];
    lines.map(str::to_owned).to_vec()
}

/// Reads the paths that a dialog has printed. A line that is no absolute path belongs to the name before it.
pub(super) fn chosen(printed: &[u8]) -> Vec<PathBuf> {
    let mut paths: Vec<Vec<u8>> = Vec::new();
    for line in printed.trim_ascii_end().split(|&byte| byte == b'\n') {
        match paths.last_mut() {
            Some(before) if !line.starts_with(b"/") => {
                before.push(b'\n');
                before.extend_from_slice(line);
            }
            _ => paths.push(line.to_owned()),
        }
    }
    // The path of a folder ends with a slash.
    let path = |path: Vec<u8>| match path.strip_suffix(b"/") {
        Some(short) if !short.is_empty() => OsString::from_vec(short.to_vec()).into(),
        _ => PathBuf::from(OsString::from_vec(path)),
    };
    paths.into_iter().filter(|path| path.starts_with(b"/")).map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dialog_prints_is_read_as_paths() {
        let paths = |printed: &str| chosen(printed.as_bytes());
        assert_eq!(paths("/a b\n/Volumes/Disk/\n\n"), ["/a b", "/Volumes/Disk"].map(PathBuf::from));
        assert_eq!(paths("/x\ny\n/z\n"), ["/x\ny", "/z"].map(PathBuf::from));
        assert_eq!(paths("/\n"), [PathBuf::from("/")]);
        assert_eq!(paths("\n"), Vec::<PathBuf>::new());
    }

    #[test]
    fn scripts_take_texts_as_arguments() {
        let notify = NOTIFY.iter().map(|&line| line.to_owned()).collect();
        for script in [notify, choose(true, false), choose(false, true)] {
            assert_eq!(script.first().map(String::as_str), Some("on run argv"));
            assert_eq!(script.last().map(String::as_str), Some("end run"));
            assert!(script.iter().any(|line| line.contains("item 1 of argv")), "{script:?}");
        }
    }
}
