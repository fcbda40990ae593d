//! Reads a file in an archive, to show it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_archive::{Fault, Kind, parts};
use fcp_engine::error::{Action, Code, OpError};

use super::open;

/// How many hard links are followed one after the other, so that a circle of them ends.
const HOPS: usize = 8;

/// Bytes that are read between two looks whether they are still wanted.
const STEP: usize = 256 << 10;

/// What an archive has under a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackedData {
    /// The beginning of a file, and whether that is all of it.
    File(Vec<u8>, bool),
    /// A symlink, and where it leads.
    Symlink(PathBuf),
    /// A folder.
    Folder,
    /// A FIFO or a device.
    Special,
}

/// Reads up to `most` bytes of a file in an archive; none if the path leads through no archive.
///
/// An archive may have several entries of one name, of which the last counts; so it is read to its end, unless `stop`
/// says that nothing more is wanted.
pub fn read_packed(
    path: &Path,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Result<PackedData, OpError>> {
    let (mut file, format, archive) = match open(path)? {
        Ok(opened) => opened,
        Err(error) => return Some(Err(error)),
    };
    let inside = path.strip_prefix(archive).ok()?;
    let mut wanted: Vec<Vec<u8>> = inside.iter().map(|name| name.as_bytes().to_vec()).collect();
    let name = archive.file_name().unwrap_or_default().as_bytes();
    for _ in 0..HOPS {
        let mut search = Search { wanted: &wanted, most, found: Found::Nothing, stop };
        let read = fcp_archive::read(&mut file, format, name, &mut |entry, data| {
            search.look(entry, data);
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (search.found, read) {
            (Found::HardLink(to), _) => wanted = to,
            (Found::Data(data), _) => return Some(Ok(data)),
            (Found::Fault(fault), _) | (Found::Nothing, Err(fault)) => {
                return Some(Err(fcp_engine::error_of(&fault, path)));
            }
            (Found::Nothing, Ok(())) => break,
        }
        if let Err(error) = rewind(&mut file) {
            return Some(Err(OpError::of_io(Action::Read, archive, &error)));
        }
    }
    Some(Err(OpError::refused(Action::Open, Code::NotFound, path)))
}

fn rewind(file: &mut File) -> io::Result<()> {
    io::Seek::rewind(file)
}

/// What was found last.
enum Found {
    Nothing,
    Data(PackedData),
    /// The path of another entry in the archive.
    HardLink(Vec<Vec<u8>>),
    Fault(Fault),
}

struct Search<'a> {
    wanted: &'a [Vec<u8>],
    most: usize,
    found: Found,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// Looks whether an entry is the one that is wanted, or in it, and reads it.
    fn look(&mut self, entry: &fcp_archive::Entry, data: &mut dyn io::Read) {
        let Ok(names) = parts(&entry.name) else { return };
        let begins = names.len() >= self.wanted.len()
            && names.iter().zip(self.wanted).all(|(name, wanted)| *name == wanted.as_slice());
        if !begins {
            return;
        }
        self.found = match &entry.kind {
            _ if names.len() > self.wanted.len() => Found::Data(PackedData::Folder),
            _ if entry.refused.is_some() => {
                entry.refused.map_or(Found::Nothing, |why| Found::Fault(Fault::Unreadable(why)))
            }
            Kind::File => match self.read(data) {
                Ok(data) => Found::Data(data),
                Err(error) => Found::Fault(error.into()),
            },
            Kind::HardLink(to) => match parts(to) {
                Ok(to) => Found::HardLink(to.into_iter().map(<[u8]>::to_vec).collect()),
                Err(_unsafe) => Found::Nothing,
            },
            Kind::Symlink(to) => {
                Found::Data(PackedData::Symlink(OsStr::from_bytes(to).to_owned().into()))
            }
            Kind::Directory => Found::Data(PackedData::Folder),
            Kind::Fifo | Kind::CharDevice(..) | Kind::BlockDevice(..) => {
                Found::Data(PackedData::Special)
            }
        };
    }

    fn read(&self, data: &mut dyn io::Read) -> io::Result<PackedData> {
        let mut bytes = Vec::new();
        loop {
            if (self.stop)() {
                return Err(io::Error::from_raw_os_error(fcp_sys::Errno::CANCELED.raw_os_error()));
            }
            // One byte more shows whether there is more.
            let room = (self.most + 1).saturating_sub(bytes.len()).min(STEP);
            match data.take(room as u64).read_to_end(&mut bytes)? {
                got if got < room => return Ok(PackedData::File(bytes, true)),
                _ if bytes.len() > self.most => {
                    bytes.truncate(self.most);
                    return Ok(PackedData::File(bytes, false));
                }
                _ => {}
            }
        }
    }
}
