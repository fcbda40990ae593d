//! What `stat` says of the entries of a listing.

use std::path::Path;
use std::sync::Arc;

use crate::event::FileKind;

/// What `stat` says of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Size in bytes.
    pub size: u64,
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

    #[test]
    fn links_to_directories_are_entered() {
        let leads_to = |leads_to| Meta { leads_to, kind: FileKind::Symlink, ..Meta::default() };
        assert!(enters(FileKind::Directory, None));
        assert!(enters(FileKind::Symlink, Some(&leads_to(Some(FileKind::Directory)))));
        assert!(!enters(FileKind::Symlink, Some(&leads_to(None))));
        assert!(!enters(FileKind::Symlink, None));
    }
}
