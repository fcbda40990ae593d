//! Packs the copied files to which later names of their sources become hard links.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The first copies of inodes with several names: device and inode of the source (eight bytes each, the
/// lowest first), the path of the directory of the copy and a NUL, its name and a NUL. The path of a
/// directory that is that of the copy before is left out.
#[derive(Debug, Default)]
pub(crate) struct PackedLinks {
    bytes: Vec<u8>,
    /// The directory of the last copy.
    last: Vec<u8>,
}

/// One of them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PackedLink<'a> {
    /// Device and inode of the source.
    pub(crate) source: (u64, u64),
    /// The directory of the copy.
    pub(crate) dir: &'a [u8],
    /// Its name there.
    pub(crate) name: &'a [u8],
}

impl PackedLinks {
    /// Adds one.
    pub(crate) fn push(&mut self, source: (u64, u64), copy: &Path) {
        let Some(name) = copy.file_name() else { return };
        let dir = copy.parent().map_or(&b""[..], |dir| dir.as_os_str().as_bytes());
        let dir = if dir.is_empty() { b"." } else { dir };
        for number in [source.0, source.1] {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
        if dir != self.last {
            self.last = dir.to_vec();
            self.bytes.extend_from_slice(dir);
        }
        self.bytes.push(0);
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(0);
    }

    /// Takes all that were added.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(self).bytes
    }

    /// Reads them, as far as they are whole.
    pub(crate) fn read(bytes: &[u8]) -> impl Iterator<Item = PackedLink<'_>> {
        let mut rest = bytes;
        let mut last: &[u8] = b".";
        std::iter::from_fn(move || {
            let source = (number(&mut rest)?, number(&mut rest)?);
            let (dir, name) = (word(&mut rest)?, word(&mut rest)?);
            if !dir.is_empty() {
                last = dir;
            }
            Some(PackedLink { source, dir: last, name })
        })
    }
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*bytes))
}

fn word<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == 0)?;
    let word = rest.get(..end)?;
    *rest = rest.get(end + 1..)?;
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_they_were_packed() {
        let paths = ["/a/x", "/a/y", "z", "/a/b\n/z", "/a/b\n/w", "/r"];
        let mut links = PackedLinks::default();
        for (number, path) in (0..).zip(paths) {
            links.push((7, number), Path::new(path));
        }
        let bytes = links.take();
        let read = |bytes: &[u8]| -> Vec<(u64, String)> {
            PackedLinks::read(bytes)
                .map(|link| {
                    let path = [link.dir, b"/", link.name].concat();
                    (link.source.1, String::from_utf8(path).unwrap())
                })
                .collect()
        };
        let whole = read(&bytes);
        let expected = ["/a/x", "/a/y", "./z", "/a/b\n/z", "/a/b\n/w", "//r"];
        assert_eq!(whole, (0..).zip(expected.map(String::from)).collect::<Vec<_>>());
        for cut in 0..bytes.len() {
            assert_eq!(whole.get(..read(&bytes[..cut]).len()), Some(&*read(&bytes[..cut])));
        }
        assert_eq!(links.take(), b"");
    }
}
