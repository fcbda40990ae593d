//! Keeps the state of one panel: a folder or the hits of a search, a cursor and marks.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Filter, FindSpec, Identity, Listing, Meta, Metas, Order, SortKey, Space};
use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;
use fcp_engine::path::{is_far, parent_of};

mod cursor;
mod kept;
mod marking;
pub mod marks;
mod replaced;
mod rows;
mod search;
mod visits;

pub use kept::KeptMark;
use marks::Marks;
pub use search::Progress;

/// Entries up to which rows are ordered anew with each size that is measured, and not with the last one alone.
const FEW: usize = 2_000;

/// How a panel shows its folder; the next folder is shown the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shows {
    /// Whether hidden names are shown.
    pub hidden: bool,
    /// The order.
    pub order: Order,
}

/// What a panel lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// What is in its directory.
    #[default]
    Directory,
    /// What a search below its directory finds.
    Found {
        /// What is looked for.
        what: FindSpec,
        /// Whether the search has ended.
        over: bool,
    },
}

/// Where a panel was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The directory.
    pub dir: PathBuf,
    /// The name under the cursor.
    pub name: Option<OsString>,
}

/// What a panel knows of its directory.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The directory; names are relative to it.
    pub dir: PathBuf,
    /// What is listed.
    pub subject: Subject,
    /// How it is listed.
    pub shows: Shows,
    /// The archive that the directory is in, or is.
    pub archive: Option<PathBuf>,
    /// Whether it is shown without a way up, as the trash is: above that are directories of the system's own.
    pub is_top: bool,
    /// The space of its filesystem.
    pub space: Option<Space>,
    /// Why it cannot be listed.
    pub error: Option<OpError>,
    /// Whether changes show by polling only.
    pub polled: bool,
    /// The filter as typed.
    pub filter: String,
    /// The row of the cursor; row 0 is `..` wherever there is a way up.
    pub cursor: usize,
    /// The first row on the screen.
    pub top: usize,
    /// Where a range begins that grows with the cursor, and the marks of before.
    pub range: Option<(usize, Marks)>,
    /// Number of the listing that is awaited or shown; an older one that comes late is dropped.
    pub ticket: u64,
    /// Number of the request that asks for sizes and times.
    pub filling: u64,
    /// Number of the request that counts sizes; 0 if none was made.
    pub measuring: u64,
    /// What is known of the listing under way.
    pub load: Load,
    /// Sizes of directories that were measured, by index.
    pub sizes: BTreeMap<usize, u64>,
    /// The directories of before, the last one last.
    pub past: Vec<Visit>,
    /// The directories that Back left, the last one last.
    pub future: Vec<Visit>,
    /// What a search found so far.
    pub hits: Vec<(OsString, FileKind)>,
    /// What the search told beside them.
    pub progress: Progress,
    /// Whether marks stay when the panel leaves their folder, and come back with it.
    pub keeps_marks: bool,
    /// The marks of folders that the panel has left.
    elsewhere: BTreeMap<PathBuf, Vec<KeptMark>>,
    marks: Marks,
    /// Marks of before the last action, by name.
    dropped: Vec<OsString>,
    listing: Arc<Listing>,
    metas: Metas,
    /// Indices of the entries that are shown, in order.
    shown: Vec<u32>,
    /// What the listed directory is known by.
    identity: Option<Identity>,
    /// The same of the listing that arrives next.
    arriving: Option<Identity>,
    /// Where the cursor goes once the listing is here.
    wanted: Option<OsString>,
}

/// What is known of the listing under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// When it was asked for, in microseconds since the Unix epoch.
    pub began: u64,
    /// When the last whole one was here, in microseconds since the Unix epoch.
    pub ended: u64,
    /// Microseconds the last whole one took.
    pub took: u64,
    /// Whether the names are all here.
    pub listed: bool,
    /// Whether everything was asked for its size, too.
    pub whole: bool,
    /// Whether the directory changed since it was asked for.
    pub stale: bool,
}

/// One row of a panel.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// The way up.
    Parent,
    /// An entry.
    Entry(Entry<'a>),
}

/// One entry of a listing.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its index in the listing.
    pub index: usize,
    /// Its name, or its path below the directory of a search.
    pub name: &'a OsStr,
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
    /// What `stat` says, once it was asked.
    pub meta: Option<&'a Meta>,
}

impl Entry<'_> {
    /// Tells whether the entry can be entered.
    pub fn enters(&self) -> bool {
        super::enters(self.kind, self.meta)
    }

    /// Tells whether the entry is a directory itself, and no link to one.
    pub fn is_directory(&self) -> bool {
        self.kind == FileKind::Directory
    }
}

impl Panel {
    /// Starts at a directory that is not listed yet.
    pub fn new(dir: PathBuf, shows: Shows) -> Self {
        Self {
            dir,
            subject: Subject::Directory,
            shows,
            archive: None,
            is_top: false,
            space: None,
            error: None,
            polled: false,
            filter: String::new(),
            cursor: 0,
            top: 0,
            range: None,
            ticket: 0,
            filling: 0,
            measuring: 0,
            load: Load::default(),
            sizes: BTreeMap::new(),
            past: Vec::new(),
            future: Vec::new(),
            hits: Vec::new(),
            progress: Progress::default(),
            keeps_marks: false,
            elsewhere: BTreeMap::new(),
            marks: Marks::default(),
            dropped: Vec::new(),
            listing: Arc::new(Listing::new([])),
            metas: Metas::default(),
            shown: Vec::new(),
            identity: None,
            arriving: None,
            wanted: None,
        }
    }

    /// Takes a listing; the cursor stays on its name, and marks stay on theirs.
    pub fn take(&mut self, listing: Arc<Listing>) {
        self.settle();
        if self.wanted.is_none() {
            self.wanted = self.current().map(|entry| entry.name.to_owned());
        }
        if self.metas.is_empty() && self.sizes.is_empty() && self.marks.is_empty() {
            // The first rows of a large folder were here before; of a million names the comparison
            // takes a tenth of a second.
            (self.listing, self.error, self.range) = (listing, None, None);
            self.show();
            return;
        }
        let (mut marks, mut sizes) = (Marks::default(), BTreeMap::new());
        let pairs = listing.matching(&self.listing).inspect(|&(old, new)| {
            if self.marks.has(old) && may_be_same(self.listing.kind(old), listing.kind(new)) {
                marks.set(new, true);
            }
            if let Some(&size) = self.sizes.get(&old) {
                sizes.insert(new, size);
            }
        });
        // Until it is asked again, each keeps the size of before.
        let metas = std::mem::take(&mut self.metas).carried(pairs, listing.len());
        (self.marks, self.sizes, self.metas) = (marks, sizes, metas);
        (self.listing, self.error, self.range) = (listing, None, None);
        self.show();
    }

    /// Takes what `stat` says of one chunk of the listing.
    pub fn fill(&mut self, chunk: usize, metas: Arc<[Option<Meta>]>) {
        self.metas.put(chunk, metas);
    }

    /// Orders anew what was ordered without knowing everything.
    pub fn filled(&mut self) {
        self.load.whole = true;
        if self.subject != Subject::Directory {
            self.drop_missing();
        }
        if !self.listing.knows_kinds() {
            let (listing, metas) = self.listing.with_kinds(&self.metas);
            self.take(Arc::new(listing));
            self.metas = metas;
        }
        if self.shows.order.key != SortKey::Name {
            self.hold();
            self.show();
        }
    }

    /// Gives the names that are listed.
    pub fn listing(&self) -> &Arc<Listing> {
        &self.listing
    }

    /// Takes the news that the directory cannot be listed.
    pub fn fail(&mut self, error: OpError) {
        self.take(Arc::new(Listing::new([])));
        self.identity = None;
        self.load = Load { listed: true, whole: true, ..self.load };
        self.error = Some(error);
    }

    /// Takes the size of a measured directory, and gives when it was modified, in microseconds since the Unix epoch.
    pub fn measured(&mut self, name: &OsStr, bytes: u64) -> Option<i64> {
        let index = self.listing.find(name)?;
        self.sizes.insert(index, bytes);
        if self.listing.len() <= FEW {
            self.sort_by_size();
        }
        self.metas.get(index).map(|meta| meta.mtime)
    }

    /// Takes the sizes of directories that are known, in place of all that were known before.
    pub fn know_sizes(&mut self, size: impl Fn(&Entry<'_>) -> Option<u64>) {
        let directories = self.entries().filter(Entry::is_directory);
        let sizes = directories.filter_map(|entry| Some((entry.index, size(&entry)?))).collect();
        if self.sizes != sizes {
            self.sizes = sizes;
            self.sort_by_size();
        }
    }

    /// Orders anew by sizes that have become known, if sizes order the rows.
    pub fn sort_by_size(&mut self) {
        if self.shows.order.key == SortKey::Size {
            self.hold();
            self.show();
        }
    }

    /// Changes how the directory is shown.
    pub fn show_as(&mut self, shows: Shows) {
        self.hold();
        self.shows = shows;
        self.show();
    }

    /// Shows only names that match.
    pub fn set_filter(&mut self, filter: String) {
        self.hold();
        self.filter = filter;
        self.show();
    }

    /// Keeps the cursor on its name.
    pub fn hold(&mut self) {
        self.wanted = self.current().map(|entry| entry.name.to_owned());
    }

    fn show(&mut self) {
        let filter = (!self.filter.is_empty()).then(|| Filter::new(&self.filter));
        let (listing, metas) = (&self.listing, &self.metas);
        let Shows { hidden, order } = &self.shows;
        self.shown = super::arrange(listing, metas, order, *hidden, filter.as_ref(), &self.sizes);
        if let Some(name) = self.wanted.take() {
            match self.row_of(&name) {
                Some(row) => self.cursor = row,
                // A listing that is not whole yet may still bring it.
                None if !self.load.listed => self.wanted = Some(name),
                None => {}
            }
        }
        self.cursor = self.cursor.min(self.len().saturating_sub(1));
    }

    /// Gives when to list the directory again, in microseconds since the Unix epoch: soon if a
    /// listing is cheap, otherwise so seldom that listings take a twentieth of a processor, but
    /// early enough that a key does not act for long on an entry that no longer exists.
    pub fn relists_at(&self) -> Option<u64> {
        const SOON: u64 = 100_000;
        const LATE: u64 = 3_000_000;
        let due = self.load.ended + (self.load.took * 20).clamp(SOON, LATE);
        (self.load.stale && self.load.whole).then_some(due)
    }

    /// Tells whether the directory is on another machine.
    pub fn is_far(&self) -> bool {
        is_far(&self.dir)
    }

    /// Tells whether an entry is an archive, as its name says; those in an archive cannot be entered.
    pub fn is_archive(&self, entry: &Entry<'_>) -> bool {
        let is_here = self.archive.is_none() && !self.is_far();
        let is_listed = self.subject == Subject::Directory && is_here;
        is_listed && entry.kind == FileKind::File && super::is_archive_name(entry.name)
    }

    /// Gives the directory that Enter leads to.
    pub fn target(&self) -> Option<(PathBuf, Option<OsString>)> {
        match self.row(self.cursor)? {
            Row::Parent => self.parent(),
            Row::Entry(entry) if entry.enters() => Some((self.dir.join(entry.name), None)),
            Row::Entry(entry) if self.subject != Subject::Directory => {
                let path = self.dir.join(entry.name);
                Some((path.parent()?.to_owned(), path.file_name().map(OsStr::to_owned)))
            }
            Row::Entry(_) => None,
        }
    }

    /// Gives the directory above, and the name to stand on there.
    pub fn parent(&self) -> Option<(PathBuf, Option<OsString>)> {
        if self.subject != Subject::Directory {
            return Some((self.dir.clone(), None));
        }
        let up = parent_of(&self.dir).map(Path::to_owned)?;
        Some((up, self.dir.file_name().map(OsStr::to_owned)))
    }
}

/// Tells whether two types of one name may be those of one item: one that the filesystem does not tell may be any.
pub fn may_be_same(old: FileKind, new: FileKind) -> bool {
    old == new || [old, new].contains(&FileKind::Unknown)
}
