//! Writes the files of a stage.

use std::ffi::{CStr, CString};
use std::io::Read;
use std::path::Path;

use fcp_archive::Entry;

use super::{Placer, STEP, Stop};
use crate::contract::error::{Action, OpError};
use crate::copy::close_stored;
use crate::unpack::choose::{Miss, relative};
use crate::unpack::limit::TooLarge;
use crate::unpack::{OWN, error_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// What comes next of the data of an entry.
pub(crate) enum Piece {
    /// As many bytes, in the buffer.
    Data(usize),
    /// As many bytes of a hole.
    Hole(u64),
    /// Nothing.
    End,
}

/// The data of an entry.
pub(crate) trait Content {
    /// Gives what comes next.
    fn next(&mut self, buffer: &mut [u8]) -> std::io::Result<Piece>;

    /// Why nothing more can be read, if that is no damage of an archive.
    fn failure(&mut self) -> Option<Failure> {
        None
    }
}

/// Why the data of an entry ends early.
pub(crate) enum Failure {
    /// This entry fails.
    Item(OpError),
    /// Nothing more will come; what was written is kept.
    Lost(OpError),
}

/// The data of an entry in an archive.
pub(super) struct Packed<'a>(pub(super) &'a mut dyn Read);

impl Content for Packed<'_> {
    fn next(&mut self, buffer: &mut [u8]) -> std::io::Result<Piece> {
        Ok(match self.0.read(buffer)? {
            0 => Piece::End,
            len => Piece::Data(len),
        })
    }
}

/// A stop at which what was written of a file stays in the stage, which is removed unless its job goes on later.
pub(super) struct Kept(pub(super) Stop);

/// Opens a file in the stage that was begun, to write what follows.
fn open_begun(dir: BorrowedFd<'_>, name: &CString, begun: u64) -> Sys<OwnedFd> {
    let file = match sys::open_planted(dir, name) {
        // It has its mode already, by which its owner may not write to it.
        Err(Errno::ACCESS) => {
            sys::set_mode_at(dir, name, 0o600)?;
            sys::open_planted(dir, name)?
        }
        opened => opened?,
    };
    sys::set_size(file.as_fd(), begun)?;
    sys::seek_to(file.as_fd(), begun)?;
    Ok(file)
}

impl Placer<'_> {
    pub(super) fn make_file(
        &mut self,
        entry: &Entry,
        path: &Path,
        dir: BorrowedFd<'_>,
        name: &CString,
        data: &mut dyn Content,
        look: &mut dyn FnMut(),
    ) -> Result<Result<(), Miss>, Stop> {
        let failed = |action, errno| Miss::Error(OpError::new(action, path, errno));
        let begun = std::mem::take(&mut self.begun);
        let opened = if begun > 0 {
            open_begun(dir, name, begun)
        } else {
            sys::create_new(dir, name, 0o600)
        };
        let file = match opened {
            Ok(file) => file,
            Err(errno) => return Ok(Err(failed(Action::CreateFile, errno))),
        };
        let counters = self.job.meter.of(OWN);
        if let (Some(node), Ok(shown)) = (&self.chooser.node, CString::new(relative(&entry.name))) {
            counters.begin(node, &shown, entry.size.unwrap_or(0));
        }
        let written = self.write(&file, begun, path, data, look);
        let size = match written {
            Ok(Ok(size)) => size,
            Err(Kept(stop)) => return Err(stop),
            Ok(Err(miss)) => {
                // What cannot be written is made anew, also where the stage stays for a later job.
                sys::best_effort(sys::unlink(dir, name));
                return Ok(Err(miss));
            }
        };
        counters.end(size);
        self.set_meta(entry, file.as_fd(), (dir, name), path);
        if let Err(miss) = self.close(file, (dir, name), path) {
            self.loses = None;
            return Ok(Err(miss));
        }
        if let Err(miss) = self.keep_source((dir, name)) {
            return Ok(Err(miss));
        }
        self.items += 1;
        self.bytes = self.bytes.saturating_add(size);
        Ok(Ok(()))
    }

    /// Closes a file that was written; one that is not stored is removed.
    pub(super) fn close(
        &mut self,
        file: OwnedFd,
        (dir, name): (BorrowedFd<'_>, &CStr),
        path: &Path,
    ) -> Result<(), Miss> {
        match close_stored(&mut Some(file), (dir, name), self.asks) {
            Ok(is_told) => {
                self.is_doubtful = !is_told;
                Ok(())
            }
            Err(errno) => {
                sys::best_effort(sys::unlink(dir, name));
                Err(Miss::Error(OpError::new(Action::Close, path, errno)))
            }
        }
    }

    /// Writes the data of a file, of which some may be there; gives its size.
    pub(super) fn write(
        &mut self,
        file: &OwnedFd,
        begun: u64,
        path: &Path,
        data: &mut dyn Content,
        look: &mut dyn FnMut(),
    ) -> Result<Result<u64, Miss>, Kept> {
        let mut size = begun;
        let mut ends_in_hole = false;
        let control = &self.job.control;
        loop {
            look();
            let most = (control.largest_step() as usize).clamp(1, STEP);
            let piece = match data.next(&mut self.buffer[..most]) {
                Ok(Piece::End) if ends_in_hole => {
                    let set = sys::set_size(file.as_fd(), size);
                    return Ok(set
                        .map(|()| size)
                        .map_err(|errno| Miss::Error(OpError::new(Action::Write, path, errno))));
                }
                Ok(Piece::End) => return Ok(Ok(size)),
                Ok(piece) => piece,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return match data.failure() {
                        Some(Failure::Item(error)) => Ok(Err(Miss::Error(error))),
                        Some(Failure::Lost(error)) => Err(Kept(Stop::Failed(error))),
                        None => Ok(Err(Miss::Error(error_of(&error.into(), path)))),
                    };
                }
            };
            let bytes = match piece {
                Piece::Data(len) => len as u64,
                Piece::Hole(bytes) => bytes,
                Piece::End => 0,
            };
            self.budget.take(bytes).map_err(|TooLarge| Kept(self.too_large()))?;
            let written = match piece {
                Piece::Data(len) => {
                    control.spend(bytes).map_err(|_| Kept(Stop::Cancelled))?;
                    self.write_data(file.as_fd(), size, len)
                }
                Piece::Hole(_) | Piece::End => {
                    self.write_hole(file.as_fd(), size, bytes).map_err(Kept)?
                }
            };
            match written {
                Ok(in_hole) => ends_in_hole = in_hole,
                Err(errno) => {
                    return Ok(Err(Miss::Error(OpError::new(Action::Write, path, errno))));
                }
            }
            size += bytes;
            self.job.meter.of(OWN).moved(bytes);
        }
    }
}
