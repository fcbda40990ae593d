//! Converts paths to `file://` URIs and back, byte for byte.

use std::path::{Path, PathBuf};

use crate::system::{Here, System as _};
use crate::wire::Refusal;

/// Spells an absolute path as a URI.
pub(crate) fn encode(path: &Path) -> Result<String, Refusal> {
    Here::uri_of(path)
}

/// What a list of URIs names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UriList {
    /// Files of this machine.
    pub(crate) files: Vec<PathBuf>,
    /// Lines that name something else.
    pub(crate) strange: u64,
}

/// Reads a list of URIs, one a line; comments are left out.
pub(crate) fn decode_list(list: &[u8]) -> UriList {
    let lines = list.split(|byte| matches!(byte, b'\r' | b'\n' | 0));
    let mut read = UriList::default();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")) {
        match std::str::from_utf8(line).ok().and_then(decode) {
            Some(file) => read.files.push(file),
            None => read.strange += 1,
        }
    }
    read
}

/// Reads a URI; none if it names nothing on this machine.
pub(crate) fn decode(uri: &str) -> Option<PathBuf> {
    Here::path_of(uri)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lists_are_read_as_programs_write_them() {
        let list = b"# from a file manager\r\nfile:///a%20b\r\nfile://localhost/c\r\nfile:/d\n\
            file://other/e\nhttp://x/f\nno path\nfile:///nul%00\n\xff\n\0";
        let files = ["/a b", "/c", "/d"].map(PathBuf::from).to_vec();
        assert_eq!(decode_list(list), UriList { files, strange: 5 });
        let odd = PathBuf::from(OsString::from_vec(b"/x\xe9\xe9".to_vec()));
        assert_eq!(decode_list(b"file:///x%e9%E9").files, [odd]);
        let list = b"# a comment\r\nhttp://example.com/a\r\nfile:///b\r\n\xE9\r\n";
        assert_eq!(decode_list(list), UriList { files: vec!["/b".into()], strange: 2 });
        assert_eq!(decode_list(b""), UriList::default());
    }

    proptest! {
        #[test]
        fn any_path_comes_back(paths in prop::collection::vec(
            prop::collection::vec(1..=255_u8, 0..40), 1..5,
        )) {
            let path = |rest: Vec<u8>| OsString::from_vec([b"/".as_slice(), &rest].concat());
            let paths: Vec<PathBuf> = paths.into_iter().map(|rest| path(rest).into()).collect();
            let list: String =
                paths.iter().map(|path| encode(path).unwrap() + "\r\n").collect();
            let read = decode_list(list.as_bytes());
            prop_assert_eq!((read.files, read.strange), (paths, 0));
        }
    }
}
