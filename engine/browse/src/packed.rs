//! Lists archives as if they were folders.
//!
//! The path of a folder in an archive is that of the archive, and behind it the path in the archive.

mod data;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_archive::{Entry, Fault, Format, Kind, parts};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;

use super::identity::Identity;
use super::listing::Listing;
use super::meta::{Meta, Metas};

pub use data::{PackedData, read_packed};

/// The most names of one folder that are listed; with more, no panel is of use.
const MOST: usize = 1_000_000;

/// A folder in an archive.
#[derive(Debug)]
pub struct Packed {
    /// The archive.
    pub archive: PathBuf,
    /// What tells it from every other one, as it was before it was read.
    pub identity: Option<Identity>,
    /// The names in the folder.
    pub listing: Listing,
    /// What the archive says of each.
    pub metas: Metas,
    /// Why the archive could not be read to its end: there may be more names.
    pub damage: Option<OpError>,
    /// Entries of the whole archive with names that lead out of it, which are in no folder; 0 but in its top folder.
    pub unsafe_names: u64,
}

/// Tells whether a file is called as archives are, so that it is worth the attempt to enter it.
pub fn is_archive_name(name: &OsStr) -> bool {
    Format::has_ending(name.as_bytes())
}

/// Lists a folder in an archive; none if the path leads through no archive and no file that is called as archives are.
///
/// A tar that is packed is read to its end. What is damaged is listed as far as it goes.
pub fn list_packed(dir: &Path, stop: &AtomicBool) -> Option<Result<Packed, OpError>> {
    let (mut file, format, archive) = match open(dir) {
        Some(Ok(opened)) => opened,
        Some(Err(error)) => return Some(Err(error)),
        None => {
            let file = dir.ancestors().find(is_file)?;
            let is_called_so = file.file_name().is_some_and(is_archive_name);
            let error = || OpError::refused(Action::Open, Code::NotAnArchive, file);
            return is_called_so.then(|| Err(error()));
        }
    };
    let inside = dir.strip_prefix(archive).ok()?;
    Some(list(&mut file, format, (archive, inside), stop))
}

/// Tells why an item is no archive of a known format; none if it is one, or if it cannot be read.
pub fn no_archive(path: &Path) -> Option<OpError> {
    let error = || OpError::refused(Action::Unpack, Code::NotAnArchive, path);
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_file() => open(path).is_none().then(error),
        Ok(_) => Some(error()),
        Err(_) => None,
    }
}

/// Opens the archive that a path leads through; none if there is none.
fn open(path: &Path) -> Option<Result<(File, Format, &Path), OpError>> {
    let archive = path.ancestors().find(is_file)?;
    let failed = |action, error: &std::io::Error| OpError::of_io(action, archive, error);
    let mut file = match File::open(archive) {
        Ok(file) => file,
        Err(error) => return Some(Err(failed(Action::Open, &error))),
    };
    match Format::detect(&mut file) {
        Ok(format) => Some(Ok((file, format?, archive))),
        Err(error) => Some(Err(failed(Action::Read, &error))),
    }
}

fn is_file(path: &&Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.is_file())
}

/// Reads the beginning of what a packed file holds: its name would be listed whatever is in it.
fn probe(file: &mut File, format: Format, name: &[u8]) -> Result<(), Fault> {
    let mut read = Ok(0);
    fcp_archive::read(file, format, name, &mut |_, data| {
        read = io::copy(&mut data.take(512), &mut io::sink());
        ControlFlow::Break(())
    })?;
    read?;
    file.rewind()?;
    Ok(())
}

fn list(
    file: &mut File,
    format: Format,
    (archive, inside): (&Path, &Path),
    stop: &AtomicBool,
) -> Result<Packed, OpError> {
    let identity = Identity::of_file(file);
    let above: Vec<&[u8]> = inside.iter().map(OsStr::as_bytes).collect();
    // With each, whether the archive has an entry for it, or only for what is in it.
    let mut found: HashMap<OsString, (Meta, bool)> = HashMap::new();
    let mut exists = above.is_empty();
    let name = archive.file_name().unwrap_or_default().as_bytes();
    if !format.is_tree() {
        probe(file, format, name).map_err(|fault| fcp_engine::error_of(&fault, archive))?;
    }
    let mut unsafe_names = 0;
    let read = fcp_archive::list(file, format, name, &mut |entry| {
        let names = parts(&entry.name);
        unsafe_names += u64::from(above.is_empty() && names.is_err());
        let names = names.unwrap_or_default();
        if let Some(below) = names.strip_prefix(above.as_slice()) {
            exists |= !below.is_empty() || entry.is_directory();
            match below {
                [] => {}
                [name] => {
                    found.insert(OsString::from_vec(name.to_vec()), (meta(entry), true));
                }
                [name, ..] => {
                    let name = OsString::from_vec(name.to_vec());
                    let (folder, has_entry) =
                        found.entry(name).or_insert_with(|| (folder(), false));
                    if !*has_entry {
                        // As old as what is in it; in the year 1970 it certainly was not made.
                        folder.mtime = folder.mtime.max(meta(entry).mtime);
                    }
                }
            }
        }
        let ends = stop.load(Ordering::Relaxed) || found.len() >= MOST;
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let damage = read.err().map(|fault| fcp_engine::error_of(&fault, archive));
    if let Some(error) = damage.clone().filter(|_| found.is_empty()) {
        return Err(error);
    }
    if !exists {
        return Err(OpError::refused(Action::ListDir, Code::NotFound, archive.join(inside)));
    }
    let listing = Listing::new(found.iter().map(|(name, (meta, _))| (name.clone(), meta.kind)));
    let meta = |row| Some(found.remove(listing.name(row)?)?.0);
    let metas = (0..listing.len()).map(meta).collect();
    Ok(Packed {
        archive: archive.to_owned(),
        identity,
        listing,
        metas: Metas::new(metas),
        damage,
        unsafe_names,
    })
}

/// A folder that the archive has no entry for.
fn folder() -> Meta {
    Meta { kind: FileKind::Directory, mode: 0o755, ..Meta::default() }
}

fn meta(entry: &Entry) -> Meta {
    let (kind, target) = match &entry.kind {
        Kind::File | Kind::HardLink(_) => (FileKind::File, None),
        Kind::Directory => (FileKind::Directory, None),
        Kind::Symlink(to) => (FileKind::Symlink, Some(Path::new(OsStr::from_bytes(to)))),
        Kind::Fifo => (FileKind::Fifo, None),
        Kind::CharDevice(..) => (FileKind::CharDevice, None),
        Kind::BlockDevice(..) => (FileKind::BlockDevice, None),
    };
    let time = |time: fcp_archive::Time| {
        time.seconds.saturating_mul(1_000_000).saturating_add(i64::from(time.nanos / 1000))
    };
    let (uid, gid) = entry.owner.unwrap_or_default();
    let by_default = if kind == FileKind::Directory { 0o755 } else { 0o644 };
    Meta {
        size: entry.size.unwrap_or(0),
        sized: entry.size.is_some(),
        mtime: entry.mtime.map_or(0, time),
        mode: entry.mode.unwrap_or(by_default),
        uid,
        gid,
        kind,
        target: target.map(Box::from),
        ..Meta::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tar archive without what is not needed: names, sizes and kinds.
    fn archive(entries: &[(&str, u8, &str)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, kind, data) in entries {
            let mut head = [0; 512];
            head[..name.len()].copy_from_slice(name.as_bytes());
            head[100..107].copy_from_slice(b"0000640");
            head[124..135].copy_from_slice(format!("{:011o}", data.len()).as_bytes());
            head[136..147].copy_from_slice(b"00000000001");
            head[148..156].copy_from_slice(b"        ");
            head[156] = *kind;
            head[257..263].copy_from_slice(b"ustar\0");
            let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
            head[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
            bytes.extend(head);
            bytes.extend(data.as_bytes());
            bytes.resize(bytes.len().next_multiple_of(512), 0);
        }
        bytes.resize(bytes.len() + 1024, 0);
        bytes
    }

    fn shown(path: &Path) -> Vec<(String, FileKind, u64)> {
        let packed = list_packed(path, &AtomicBool::new(false)).unwrap().unwrap();
        let row = |row: usize| {
            let name = packed.listing.name(row).unwrap().to_string_lossy().into_owned();
            (name, packed.listing.kind(row), packed.metas.get(row).unwrap().size)
        };
        (0..packed.listing.len()).map(row).collect()
    }

    /// A hard link as tar has it: `archive` with the other name in the place of link targets.
    fn linking(name: &str, to: &str) -> Vec<u8> {
        let mut bytes = archive(&[(name, b'1', "")]);
        bytes[157..157 + to.len()].copy_from_slice(to.as_bytes());
        let blank: Vec<u8> = bytes[..512].to_vec();
        let sum: u32 = (0..512)
            .map(|at| if (148..156).contains(&at) { 32 } else { u32::from(blank[at]) })
            .sum();
        bytes[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        bytes.truncate(512);
        bytes
    }

    #[test]
    fn a_file_in_an_archive_is_read_as_it_would_be_extracted() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.tar");
        let entries = archive(&[("d/x", b'0', "old"), ("d/x", b'0', "newer"), ("p", b'6', "")]);
        let bytes = [linking("y", "d/x"), linking("z", "z"), entries].concat();
        std::fs::write(&path, bytes).unwrap();
        let read = |name: &str, most| read_packed(&path.join(name), most, &|| false).unwrap();
        let file = |text: &str, whole| PackedData::File(text.into(), whole);
        assert_eq!(read("d/x", 5), Ok(file("newer", true)));
        assert_eq!(read("d/x", 4), Ok(file("newe", false)));
        // Another name of it; and one that leads to itself, which ends.
        assert_eq!(read("y", 10), Ok(file("newer", true)));
        assert_eq!(read("z", 10).unwrap_err().code, Code::NotFound);
        assert_eq!(read("d", 10), Ok(PackedData::Folder));
        assert_eq!(read("p", 10), Ok(PackedData::Special));
        assert_eq!(read("no", 10).unwrap_err().code, Code::NotFound);
        assert!(read_packed(&dir.path().join("no"), 10, &|| false).is_none());
        // What is not wanted any more is not read to its end.
        assert!(read_packed(&path.join("d/x"), 10, &|| true).unwrap().is_err());
    }

    #[test]
    fn an_archive_is_listed_folder_by_folder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.tar");
        let bytes = archive(&[
            ("./x", b'0', "abc"),
            ("d/e/f", b'0', "ab"),
            ("d/", b'5', ""),
            ("../up", b'0', ""),
        ]);
        std::fs::write(&path, &bytes).unwrap();
        let (file, folder) = (FileKind::File, FileKind::Directory);
        assert_eq!(shown(&path), [("d".to_owned(), folder, 0), ("x".to_owned(), file, 3)]);
        assert_eq!(shown(&path.join("d")), [("e".to_owned(), folder, 0)]);
        // A folder without an entry is as old as what is in it, and not of the year 1970.
        let of_d = list_packed(&path.join("d"), &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(of_d.metas.get(0).unwrap().mtime, 1_000_000);
        assert_eq!(shown(&path.join("d/e")), [("f".to_owned(), file, 2)]);
        let none = list_packed(&path.join("no"), &AtomicBool::new(false)).unwrap();
        assert_eq!(none.unwrap_err().code, Code::NotFound);
        assert!(list_packed(dir.path(), &AtomicBool::new(false)).is_none());
        assert_eq!((of_d.damage, of_d.unsafe_names), (None, 0));
        let top = list_packed(&path, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(top.unsafe_names, 1);
        // What is whole of one that was cut off is shown, and that it was.
        std::fs::write(&path, &bytes[..1100]).unwrap();
        assert_eq!(shown(&path), [("x".to_owned(), file, 3)]);
        let cut = list_packed(&path, &AtomicBool::new(false)).unwrap().unwrap();
        assert_eq!(cut.damage.unwrap().code, Code::Damaged);
    }

    #[test]
    fn what_is_only_called_an_archive_or_is_cut_off_at_once_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let listed = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            list_packed(&path, &AtomicBool::new(false))
        };
        let code = |name: &str, bytes: &[u8]| listed(name, bytes).unwrap().unwrap_err().code;
        assert_eq!(code("fake.zip", b"plain text"), Code::NotAnArchive);
        let refused = |path: &Path| no_archive(path).map(|error| error.code);
        assert_eq!(refused(&dir.path().join("fake.zip")), Some(Code::NotAnArchive));
        assert_eq!(refused(dir.path()), Some(Code::NotAnArchive));
        assert_eq!(refused(&dir.path().join("missing")), None);
        assert!(listed("notes", b"plain text").is_none());
        // The header of gzip, and no data behind it that can be unpacked.
        let head = b"\x1f\x8b\x08\0\0\0\0\0\0\x03";
        assert_eq!(code("cut.tar.gz", head), Code::Damaged);
        let whole = [head, &b"\x4b\x04\0\x43\xbe\xb7\xe8\x01\0\0\0"[..]].concat();
        let packed = listed("a.gz", &whole).unwrap().unwrap();
        // How long the data is that it packs is known only once it was unpacked.
        assert_eq!(packed.metas.get(0).map(Meta::size), Some(None));
    }
}
