//! Spells paths as `file://` URIs and reads them, without help of the system.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

const SCHEME: &str = "file://";

/// Spells an absolute path as a URI; none if it is not absolute.
pub(super) fn encode(path: &Path) -> Option<String> {
    let mut uri = SCHEME.to_owned();
    for &byte in path.is_absolute().then(|| path.as_os_str().as_bytes())? {
        // What RFC 3986 lets stand in a path.
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            uri.push(byte.into());
        } else {
            // Writing to a text cannot fail.
            write!(uri, "%{byte:02X}").ok()?;
        }
    }
    Some(uri)
}

/// Reads a URI; none if it names nothing on this machine.
pub(super) fn decode(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") || rest.contains(['?', '#']) {
        return None;
    }
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(rest) => {
            let at = rest.find('/')?;
            let (host, path) = rest.split_at(at);
            (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)?
        }
    };
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        let byte = if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(left.next())?, digit(left.next())?);
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        };
        bytes.push(byte);
    }
    let is_path = bytes.first() == Some(&b'/') && !bytes.contains(&0);
    is_path.then(|| OsString::from_vec(bytes).into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn uris_are_read_as_programs_write_them() {
        for (uri, path) in [
            ("file:///a%20b", Some("/a b")),
            ("file://localhost/c", Some("/c")),
            ("FILE:/d", Some("/d")),
            ("file://other/e", None),
            ("http://x/f", None),
            ("file:///nul%00", None),
            ("file:///cut%2", None),
            ("file:relative", None),
            ("file://", None),
            ("no path", None),
        ] {
            assert_eq!(decode(uri), path.map(PathBuf::from), "{uri}");
        }
        assert_eq!(encode(Path::new("relative")), None);
    }

    proptest! {
        #[test]
        fn any_path_comes_back(rest in prop::collection::vec(1..=255_u8, 0..40)) {
            let path = PathBuf::from(OsString::from_vec([b"/".as_slice(), &rest].concat()));
            let uri = encode(&path).unwrap();
            prop_assert!(uri.is_ascii());
            prop_assert_eq!(decode(&uri), Some(path.clone()));
            // As the system of Linux reads and writes it.
            #[cfg(target_os = "linux")]
            {
                use super::super::{Here, System as _};
                prop_assert_eq!(Here::path_of(&uri), Some(path.clone()));
                prop_assert_eq!(decode(&Here::uri_of(&path).unwrap()), Some(path));
            }
        }
    }
}
