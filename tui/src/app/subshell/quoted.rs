//! Spells folders for a line that is typed into a shell.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Quotes a folder for a shell into which it is typed: a control character would act on the line editor, so a name
/// with one is spelled by printf(1), as Midnight Commander does.
pub(super) fn quoted(dir: &Path) -> Vec<u8> {
    let bytes = dir.as_os_str().as_bytes();
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.chars().any(char::is_control)
    {
        return format!("'{}'", text.replace('\'', r"'\''")).into_bytes();
    }
    let mut spelt = String::new();
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                spelt.push(char::from(byte));
            }
            _ => spelt.extend(["\\0".to_owned(), format!("{byte:03o}")]),
        }
    }
    // The shell cuts line breaks from the end of what a command prints.
    format!("\"$(printf '%b' '{spelt}/.')\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStringExt;
    use std::path::PathBuf;
    use std::process::Command;

    use super::*;

    /// Gives what a shell reads for a quoted folder.
    fn read_by_sh(dir: &[u8]) -> Vec<u8> {
        let dir = PathBuf::from(OsString::from_vec(dir.to_vec()));
        let mut line = b"printf %s ".to_vec();
        line.extend(quoted(&dir));
        let told = Command::new("sh").arg("-c").arg(OsString::from_vec(line)).output().unwrap();
        assert!(told.status.success(), "{told:?}");
        told.stdout
    }

    #[test]
    fn a_folder_of_any_name_is_typed_without_a_control_character() {
        for dir in [&b"/a b"[..], b"/it's $HOME `x` \\", "/夏".as_bytes(), b"/-rf *"] {
            assert_eq!(read_by_sh(dir), dir);
        }
        for dir in [&b"/x\nrm -rf ~\n"[..], b"/\x15\x03", b"/caf\xe9 it's", b"/\x1b[A"] {
            assert_eq!(read_by_sh(dir), [dir, b"/."].concat());
            let typed = quoted(Path::new(OsStr::from_bytes(dir)));
            assert!(typed.iter().all(|byte| (b' '..=b'~').contains(byte)), "{typed:?}");
        }
    }
}
