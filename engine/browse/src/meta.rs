//! Holds what `stat` reports for the entries of a listing.

use std::path::Path;
use std::sync::Arc;

use fcp_engine::event::FileKind;

/// What `stat` says of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Size in bytes; 0 where it is not known.
    pub size: u64,
    /// Whether the size is known: not every archive tells those of its entries.
    pub sized: bool,
    /// Modification time in microseconds since the Unix epoch.
    pub mtime: i64,
    /// Permission bits, set-ID and sticky bits included.
    pub mode: u32,
    /// The number of the owner.
    pub uid: u32,
    /// The number of the group.
    pub gid: u32,
    /// How many names the file has.
    pub links: u32,
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
    /// Where a symlink points to, as it is written there.
    pub target: Option<Box<Path>>,
    /// The type of what a symlink leads to in the end; none if it leads nowhere, and
    /// [`FileKind::Unknown`] while it was not followed yet.
    pub leads_to: Option<FileKind>,
}

impl Default for Meta {
    fn default() -> Self {
        Self {
            size: 0,
            sized: true,
            mtime: 0,
            mode: 0o644,
            uid: 0,
            gid: 0,
            links: 1,
            kind: FileKind::File,
            target: None,
            leads_to: None,
        }
    }
}

impl Meta {
    /// Gives the size in bytes, where it is known.
    pub fn size(&self) -> Option<u64> {
        self.sized.then_some(self.size)
    }
}

/// How many entries are told of at once.
pub const CHUNK: usize = 256;

/// What `stat` said so far, chunk by chunk in the listing's order.
///
/// A clone shares the chunks.
#[derive(Clone, Debug, Default)]
pub struct Metas {
    chunks: Vec<Option<Arc<[Option<Meta>]>>>,
}

impl Metas {
    /// Makes metas that are known beforehand.
    pub fn new(metas: Vec<Option<Meta>>) -> Self {
        let mut metas = metas.into_iter();
        let mut chunks = Vec::with_capacity(metas.len().div_ceil(CHUNK));
        while metas.len() > 0 {
            chunks.push(Some(metas.by_ref().take(CHUNK).collect()));
        }
        Self { chunks }
    }

    /// Gives what was known under the same names before, for a newer listing of `len` entries.
    ///
    /// `pairs` are those of [`Listing::matching`](super::Listing::matching). Chunks that are not needed
    /// any more go while the new ones are made, and those that have not changed are shared, so that a
    /// million entries never take their room twice.
    #[must_use]
    pub fn carried(mut self, pairs: impl Iterator<Item = (usize, usize)>, len: usize) -> Self {
        let mut pairs = pairs.peekable();
        let mut carried = Self { chunks: vec![None; len.div_ceil(CHUNK)] };
        let mut behind = 0;
        for (chunk, place) in carried.chunks.iter_mut().enumerate() {
            let start = chunk * CHUNK;
            let end = (start + CHUNK).min(len);
            // Of types that were told late, the pairs begin anew at the end: these are asked again.
            let found: Vec<_> =
                std::iter::from_fn(|| pairs.next_if(|(_, new)| *new < end)).collect();
            let Some(&(first, _)) = found.first() else { continue };
            let old = self.chunks.get(first / CHUNK).and_then(Option::as_ref);
            let is_same = |old: &&Arc<[Option<Meta>]>| {
                let rows = (start..end).map(|new| (first + new - start, new));
                first % CHUNK == 0 && old.len() == end - start && rows.eq(found.iter().copied())
            };
            *place = old.filter(is_same).cloned();
            if place.is_none() {
                let mut metas = vec![None; end - start];
                for (old, new) in found {
                    let place = new.checked_sub(start).and_then(|offset| metas.get_mut(offset));
                    if let (Some(place), Some(meta)) = (place, self.get(old)) {
                        *place = Some(meta.clone());
                    }
                }
                *place = metas.iter().any(Option::is_some).then(|| metas.into());
            }
            let unneeded = self.chunks.get_mut(behind..first / CHUNK).unwrap_or_default();
            unneeded.fill(None);
            behind = behind.max(first / CHUNK);
        }
        carried
    }

    /// Gives what is known of an entry; nothing while it was not asked for or if it is gone.
    pub fn get(&self, index: usize) -> Option<&Meta> {
        self.chunks.get(index / CHUNK)?.as_ref()?.get(index % CHUNK)?.as_ref()
    }

    /// Takes in a chunk; what was there before is replaced.
    pub fn put(&mut self, chunk: usize, metas: Arc<[Option<Meta>]>) {
        if self.chunks.len() <= chunk {
            self.chunks.resize(chunk + 1, None);
        }
        if let Some(place) = self.chunks.get_mut(chunk) {
            *place = Some(metas);
        }
    }

    /// Tells whether nothing has been asked for yet.
    pub fn is_empty(&self) -> bool {
        self.chunks.iter().all(Option::is_none)
    }

    /// Tells whether all of the `len` entries were asked for.
    pub fn is_complete(&self, len: usize) -> bool {
        let chunks = len.div_ceil(CHUNK);
        self.chunks.get(..chunks).is_some_and(|chunks| chunks.iter().all(Option::is_some))
    }
}

/// Tells whether an entry can be entered: a directory, or a symlink that leads to one.
pub fn enters(kind: FileKind, meta: Option<&Meta>) -> bool {
    kind == FileKind::Directory
        || meta.is_some_and(|meta| meta.leads_to == Some(FileKind::Directory))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::Listing;
    use super::*;

    #[test]
    fn metas_are_complete_when_the_last_chunk_is_there() {
        let chunk = |len: usize, size| {
            (0..len).map(|_| Some(Meta { size, ..Meta::default() })).collect::<Arc<[_]>>()
        };
        let mut metas = Metas::default();
        assert!(metas.is_complete(0) && !metas.is_complete(1));
        metas.put(1, chunk(3, 7));
        assert!(metas.get(0).is_none());
        assert_eq!(metas.get(CHUNK + 2).unwrap().size, 7);
        assert!(metas.get(CHUNK + 3).is_none() && !metas.is_complete(CHUNK + 3));
        metas.put(0, chunk(CHUNK, 5));
        assert!(metas.is_complete(CHUNK + 3) && !metas.is_complete(3 * CHUNK));
        assert_eq!(metas.get(CHUNK - 1).unwrap().size, 5);
    }

    #[test]
    fn metas_known_beforehand_keep_their_places() {
        let known = (0..=2 * CHUNK as u64).map(|size| Some(Meta { size, ..Meta::default() }));
        let mut known: Vec<_> = known.collect();
        known[3] = None;
        let metas = Metas::new(known);
        assert!(metas.is_complete(2 * CHUNK + 1) && metas.get(3).is_none());
        assert_eq!(metas.get(2 * CHUNK).unwrap().size, 2 * CHUNK as u64);
    }

    fn carried(older: &Listing, metas: Metas, newer: &Listing) -> Metas {
        metas.carried(newer.matching(older), newer.len())
    }

    #[test]
    fn what_was_known_is_carried_over_by_name() {
        let listing = |names: Range<u64>| {
            Listing::new(names.map(|n| (format!("{n:06}").into(), FileKind::File)))
        };
        let count = 4 * CHUNK as u64;
        let known = |size| Some(Meta { size, ..Meta::default() });
        let metas = Metas::new((0..count).map(known).collect());
        for newer in [10..count + 10, 0..count + 10, 3 * CHUNK as u64..9 * CHUNK as u64, 5..7] {
            let (first, newer) = (newer.start, listing(newer));
            let metas = carried(&listing(0..count), metas.clone(), &newer);
            for row in 0..newer.len() {
                let size = Some(first + row as u64).filter(|size| *size < count);
                assert_eq!(metas.get(row).map(|meta| meta.size), size, "{row} from {first}");
            }
        }
        let later = listing(2 * CHUNK as u64..count);
        let moved = carried(&listing(0..count), metas.clone(), &later);
        assert!(Arc::ptr_eq(moved.chunks[0].as_ref().unwrap(), metas.chunks[2].as_ref().unwrap()));
        // Metadata that has not changed is kept at its new place; missing metadata stays missing.
        let mut part = Metas::default();
        part.put(1, metas.chunks[1].clone().unwrap());
        let again = carried(&listing(0..count), part, &listing(0..count));
        assert!(Arc::ptr_eq(again.chunks[1].as_ref().unwrap(), metas.chunks[1].as_ref().unwrap()));
        assert!(again.chunks[0].is_none() && !again.is_complete(count as usize));
    }

    #[test]
    fn types_told_late_do_no_harm_to_what_is_carried_over() {
        let listing = |kind: FileKind| {
            let kinds = move |n: usize| if n.is_multiple_of(3) { kind } else { FileKind::File };
            Listing::new((0..3 * CHUNK).map(|n| (format!("{n:06}").into(), kinds(n))))
        };
        let (older, newer) = (listing(FileKind::Directory), listing(FileKind::Unknown));
        let size = |row: usize| older.name(row)?.to_str()?.parse().ok();
        let metas = (0..older.len()).map(|row| Some(Meta { size: size(row)?, ..Meta::default() }));
        let metas = carried(&older, Metas::new(metas.collect()), &newer);
        let mut known = 0;
        for row in 0..newer.len() {
            let Some(meta) = metas.get(row) else { continue };
            assert_eq!(
                newer.name(row).unwrap().to_str(),
                Some(format!("{:06}", meta.size).as_str())
            );
            known += 1;
        }
        assert!(known >= CHUNK);
    }

    #[test]
    fn links_to_directories_are_entered() {
        let leads_to = |leads_to| Meta { leads_to, kind: FileKind::Symlink, ..Meta::default() };
        assert!(enters(FileKind::Directory, None));
        assert!(enters(FileKind::Symlink, Some(&leads_to(Some(FileKind::Directory)))));
        assert!(!enters(FileKind::Symlink, Some(&leads_to(None))));
        assert!(!enters(FileKind::Symlink, None));
    }
}
