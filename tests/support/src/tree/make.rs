//! Makes the items of a tree, and gives them what they have.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::AsRawFd;

use super::{BLOCK, Builder, DIRECTORY_MODES, FILE_MODES, Leads, deal};
use crate::acl;
use crate::layout::write_at;
use crate::rng::Rng;
use rustix::fs::{AtFlags, FileType, Gid, Mode, OFlags, Timespec, Timestamps, Uid, XattrFlags};

impl Builder<'_> {
    pub(super) fn file(&mut self, name: &CStr, size: u64, data: &[(u64, u64)]) -> io::Result<()> {
        let file = self.at.file(name, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL)?;
        let mut buffer = vec![0; BLOCK as usize];
        for &(mut offset, length) in data {
            let end = offset + length;
            while offset < end {
                let chunk = (end - offset).min(BLOCK) as usize;
                self.rng.fill(&mut buffer[..chunk]);
                write_at(&file, &buffer[..chunk], offset)?;
                offset += chunk as u64;
            }
        }
        rustix::fs::ftruncate(&file, size)?;
        self.totals.files += 1;
        self.totals.bytes += size;
        if self.tree.hard_links && self.rng.once_in(2) {
            // A few stay open; a random one makes room.
            if self.linkable.len() == 8 {
                let out = self.pick(8);
                self.linkable.swap_remove(out);
            }
            self.linkable.push(file);
        }
        self.dress(name, FileType::RegularFile)
    }

    pub(super) fn link(&mut self, name: &CStr) -> io::Result<()> {
        let file = self.pick(self.linkable.len());
        let from = format!("/proc/self/fd/{}", self.linkable[file].as_raw_fd());
        rustix::fs::linkat(rustix::fs::CWD, from, &self.at, name, AtFlags::SYMLINK_FOLLOW)?;
        self.totals.hard_links += 1;
        Ok(())
    }

    pub(super) fn symlink(&mut self, name: &CStr, leads: Leads, sibling: &CStr) -> io::Result<()> {
        let target = match leads {
            Leads::Sibling => sibling.to_owned(),
            Leads::Up => c"..".to_owned(),
            Leads::Away => c"/".to_owned(),
            Leads::Nowhere => c"no/such\nthing".to_owned(),
            Leads::ToItself => name.to_owned(),
            Leads::Far => CString::new(vec![b'x'; 1000])?,
        };
        rustix::fs::symlinkat(&target, &self.at, name)?;
        self.totals.symlinks += 1;
        self.dress(name, FileType::Symlink)
    }

    pub(super) fn special(&mut self, name: &CStr, kind: FileType, device: u64) -> io::Result<()> {
        #[cfg(not(target_os = "linux"))]
        return Err(io::Error::other(format!("{name:?}: no {kind:?} {device} is made here")));
        #[cfg(target_os = "linux")]
        {
            rustix::fs::mknodat(&self.at, name, kind, Mode::RUSR | Mode::WUSR, device)?;
            self.totals.specials += 1;
            self.dress(name, kind)
        }
    }

    /// Sets owner, attributes, mode, ACL and times, in an order in which none undoes another.
    pub(super) fn dress(&mut self, name: &CStr, kind: FileType) -> io::Result<()> {
        let nofollow = AtFlags::SYMLINK_NOFOLLOW;
        let (directory, regular) = (kind == FileType::Directory, kind == FileType::RegularFile);
        if self.tree.owners && self.rng.once_in(3) {
            let id = |rng: &mut Rng| [0, 1, 1000, 65534, 3_000_000_000][rng.below(5) as usize];
            let (user, group) = (id(&mut self.rng), id(&mut self.rng));
            let (user, group) = (Uid::from_raw(user), Gid::from_raw(group));
            rustix::fs::chownat(&self.at, name, Some(user), Some(group), nofollow)?;
        }
        if self.tree.xattrs && (directory || regular) && self.rng.once_in(3) {
            let large = [b'v'; 1500];
            let variants: [(&str, &[u8]); 5] = [
                ("user.fcp.plain", b"value"),
                ("user.fcp.empty", b""),
                ("user.fcp.binary", b"\0\xff\n\x1b"),
                ("user.fcp.large", &large),
                ("user.fcp.n\u{e4}me", b"x"),
            ];
            for _ in 0..=self.rng.below(2) {
                let (key, value) = deal(&mut self.dealt.xattrs, &variants);
                self.set_xattr(name, key, value)?;
            }
        }
        if kind != FileType::Symlink {
            let mode = match () {
                () if !(self.tree.odd_modes && self.rng.once_in(3)) => {
                    if directory {
                        0o755
                    } else {
                        0o644
                    }
                }
                () if directory => deal(&mut self.dealt.directory_modes, DIRECTORY_MODES),
                () => deal(&mut self.dealt.file_modes, FILE_MODES),
            };
            rustix::fs::chmodat(&self.at, name, Mode::from_raw_mode(mode as _), AtFlags::empty())?;
        }
        if self.tree.acls && (directory || regular) && self.rng.once_in(4) {
            let user = deal(&mut self.dealt.acls, &[(1000, 4), (0, 7), (65534, 0)]);
            self.set_xattr(name, acl::ACCESS, &acl::encode(user, (1000, 6)))?;
            if directory {
                self.set_xattr(name, acl::DEFAULT, &acl::encode(user, (7, 5)))?;
            }
        }
        if self.tree.times {
            let times = self.times();
            rustix::fs::utimensat(&self.at, name, &times, nofollow)?;
        }
        Ok(())
    }

    fn set_xattr(&self, name: &CStr, key: &str, value: &[u8]) -> io::Result<()> {
        rustix::fs::lsetxattr(self.at.path_of(name), key, value, XattrFlags::empty())?;
        Ok(())
    }

    pub(super) fn times(&mut self) -> Timestamps {
        let mut time = || {
            let seconds = self.rng.below(2_000_000_000).cast_signed();
            let sign = if self.rng.once_in(16) { -1 } else { 1 };
            Timespec {
                tv_sec: sign * seconds,
                tv_nsec: self.rng.below(1_000_000_000).cast_signed(),
            }
        };
        Timestamps { last_access: time(), last_modification: time() }
    }
}
