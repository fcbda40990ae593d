//! Decides which of several processes takes an item that all of them meet.
//!
//! The decision is the same on every machine and in every version: it is XXH3 of the path below the operand or, where
//! hard links are kept, of the inode's number, so that all names of a file are in one shard. Devices do not count:
//! machines number them each in its own way.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_64;

use crate::contract::spec::Shard;
use fcp_sys::Meta;

impl Shard {
    /// Whether there can be such a shard.
    pub(crate) fn is_one(self) -> bool {
        (1..=self.of).contains(&self.number)
    }

    /// Whether this shard has an item with this path below its operand; `meta` where hard links are kept.
    pub(crate) fn has(self, meta: Option<&Meta>, path: impl FnOnce() -> PathBuf) -> bool {
        match meta.filter(|meta| meta.nlink > 1) {
            Some(meta) => self.has_inode(meta.ino),
            None => self.has_path(&path()),
        }
    }

    fn has_path(self, path: &Path) -> bool {
        self.has_hash(b'p', path.as_os_str().as_bytes())
    }

    fn has_inode(self, inode: u64) -> bool {
        self.has_hash(b'i', &inode.to_le_bytes())
    }

    fn has_hash(self, kind: u8, bytes: &[u8]) -> bool {
        let hash = XxHash3_64::oneshot(&[&[kind], bytes].concat());
        // A shard that there cannot be has nothing.
        hash.checked_rem(self.of.into()) == Some(u64::from(self.number).wrapping_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_in_one_shard_and_always_in_the_same() {
        for of in [1, 3, 8] {
            let mut sizes = vec![0_usize; of as usize];
            for n in 0..8_000_u64 {
                let path = format!("dir {}/file {n}", n % 50);
                let has = |number| Shard { number, of }.has_path(Path::new(&path));
                let found: Vec<u32> = (1..=of).filter(|number| has(*number)).collect();
                assert_eq!(found.len(), 1, "{path}");
                sizes[found[0] as usize - 1] += 1;
                assert_eq!(
                    (1..=of).filter(|number| Shard { number: *number, of }.has_inode(n)).count(),
                    1
                );
            }
            let mean = 8_000 / of as usize;
            assert!(sizes.iter().all(|size| size.abs_diff(mean) < mean / 4 + 1), "{sizes:?}");
        }
        // Another hash would lose files between machines with different versions.
        let shard_of = |path: &str| {
            (1..=1000).find(|number| Shard { number: *number, of: 1000 }.has_path(Path::new(path)))
        };
        assert_eq!([shard_of("a"), shard_of("dir/b")], [Some(546), Some(846)]);
    }
}
