//! Represents the directories that a walk has entered and not yet left.

use std::collections::HashSet;
use std::ffi::{CStr, CString, OsStr};
use std::hash::{DefaultHasher, Hasher};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::walk::gitignore::Gitignore;
use crate::walk::origins::Origins;
use fcp_sys::Meta;

/// Names in one directory.
pub(crate) type Passed = HashSet<Box<[u8]>>;

/// A directory whose place in paths that people see another path takes.
#[derive(Clone, Debug)]
pub(crate) struct ShownAs {
    pub(crate) real: PathBuf,
    pub(crate) shown: PathBuf,
    /// Shown instead where what is there has come from several directories.
    pub(crate) origins: Arc<Origins>,
}

/// A directory of the source and its counterpart, known by names alone.
///
/// The top node stands above the operands: its source is the working directory, its destination the
/// target directory or the working directory.
#[derive(Debug)]
pub(crate) struct DirNode {
    /// Unique within the process.
    pub(crate) id: u64,
    /// The directory above; none for the top.
    pub(crate) parent: Option<Arc<DirNode>>,
    /// Name in the parent; for an operand its path as given.
    pub(crate) src_name: CString,
    /// Name in the parent's counterpart.
    pub(crate) dst_name: CString,
    /// The target directory of a top node.
    pub(crate) target: Option<CString>,
    /// What is shown instead of a part of the source paths; only of a top node.
    pub(crate) shown_as: OnceLock<ShownAs>,
    /// What the source directory was when it was entered.
    pub(crate) meta: Meta,
    /// Identifies the destination directory, in jobs that need to know.
    pub(crate) counterpart: OnceLock<(u64, u64)>,
    /// Whether this job made the destination directory.
    pub(crate) created: bool,
    /// Whether it got another name than it was asked to get, beside what had that.
    pub(crate) renamed: AtomicBool,
    /// Whether something of the user's gave way to the destination directory.
    pub(crate) replaced: AtomicBool,
    /// Whether the names by which the destination directory is reached are on the disk, up to the first
    /// that was there before.
    named: AtomicBool,
    /// Its number among the directories that the visitor remembers by their names.
    pub(crate) number: OnceLock<u32>,
    /// Items in it that ended when the job ran before.
    pub(crate) passed: OnceLock<Passed>,
    /// Work below that is not finished: listing, batches, children, parked items.
    pending: AtomicUsize,
    /// Whether its terminal event was already told (a failure).
    pub(crate) told: AtomicBool,
    /// Whether what is in it cannot be renamed to its counterpart, but must be copied.
    crosses: AtomicBool,
    /// Whether something in it stays for good, and so must this directory of the source.
    pub(crate) kept: AtomicBool,
    /// Whether the user wanted to keep something in it.
    pub(crate) declined: AtomicBool,
    /// What its listing has shown, in jobs that remove what only the destination has.
    pub(crate) listing: Listing,
    /// How often its removal was tried before, and how often it was listed again.
    pub(crate) tries: AtomicU8,
    pub(crate) listings: AtomicU8,
    /// The `.gitignore` files that hold here, the nearest last.
    pub(crate) ignore: Vec<Arc<Gitignore>>,
}

/// The names of a directory, added up: two directories with equal sums have the same names.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    sum: AtomicU64,
    count: AtomicU64,
    /// Names of what is copied.
    chosen: AtomicU64,
    /// Whether the directory was listed to its end.
    complete: AtomicBool,
}

impl Listing {
    /// Adds a name, and whether the filters let its item be copied.
    pub(crate) fn add(&self, name: &CStr, is_chosen: bool) {
        let mut hasher = DefaultHasher::new();
        hasher.write(name.to_bytes());
        self.sum.fetch_add(hasher.finish(), Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
        // A new ext4 has this directory, and no files yet.
        if is_chosen && name != c"lost+found" {
            self.chosen.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes that the directory was listed to its end.
    pub(crate) fn complete(&self) {
        self.complete.store(true, Ordering::Relaxed);
    }

    /// Whether the directory was listed to its end.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Relaxed)
    }

    /// Whether the directory seems to be empty: nothing in it is copied.
    pub(crate) fn is_empty(&self) -> bool {
        self.chosen.load(Ordering::Relaxed) == 0
    }

    /// Whether both have the same names.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let sums = |it: &Self| (it.sum.load(Ordering::Relaxed), it.count.load(Ordering::Relaxed));
        sums(self) == sums(other)
    }
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl DirNode {
    /// Makes the node above the operands.
    pub(crate) fn top(target: Option<CString>, meta: Meta) -> Arc<Self> {
        Self::make(None, [CString::default(), CString::default()], target, meta, false, Vec::new())
    }

    /// Makes a node below `parent`, which then cannot be left before this one.
    pub(crate) fn child(
        parent: &Arc<Self>,
        src_name: &CStr,
        dst_name: &CStr,
        meta: Meta,
        created: bool,
        ignore: Vec<Arc<Gitignore>>,
    ) -> Arc<Self> {
        parent.hold();
        let names = [src_name.to_owned(), dst_name.to_owned()];
        Self::make(Some(Arc::clone(parent)), names, None, meta, created, ignore)
    }

    fn make(
        parent: Option<Arc<Self>>,
        [src_name, dst_name]: [CString; 2],
        target: Option<CString>,
        meta: Meta,
        created: bool,
        ignore: Vec<Arc<Gitignore>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            parent,
            src_name,
            dst_name,
            target,
            shown_as: OnceLock::new(),
            meta,
            counterpart: OnceLock::new(),
            created,
            renamed: AtomicBool::new(false),
            replaced: AtomicBool::new(false),
            named: AtomicBool::new(false),
            number: OnceLock::new(),
            passed: OnceLock::new(),
            pending: AtomicUsize::new(1),
            told: AtomicBool::new(false),
            crosses: AtomicBool::new(false),
            kept: AtomicBool::new(false),
            declined: AtomicBool::new(false),
            listing: Listing::default(),
            tries: AtomicU8::new(0),
            listings: AtomicU8::new(0),
            ignore,
        })
    }

    /// Whether an item in it has ended when the job ran before.
    #[inline]
    pub(crate) fn has_passed(&self, name: &CStr) -> bool {
        self.passed.get().is_some_and(|names| names.contains(name.to_bytes()))
    }

    /// Whether a power cut can no longer take the name of the destination directory.
    pub(crate) fn is_named(&self) -> bool {
        !self.created || self.named.load(Ordering::Relaxed)
    }

    /// Notes that the names of the destination directory, and of those above it, are on the disk.
    pub(crate) fn name_is_safe(&self) {
        self.named.store(true, Ordering::Relaxed);
    }

    /// Whether the content must be copied; for operands, known once a rename was tried.
    pub(crate) fn crosses(&self) -> bool {
        self.crosses.load(Ordering::Relaxed)
    }

    /// Notes that no rename leads from here to the counterpart.
    pub(crate) fn cross(&self) {
        if self.parent.is_some() {
            self.crosses.store(true, Ordering::Relaxed);
        }
    }

    /// Whether something in it was left where it is.
    pub(crate) fn keeps(&self) -> bool {
        self.kept.load(Ordering::Relaxed)
    }

    /// Whether this directory was named by the user.
    pub(crate) fn is_operand(&self) -> bool {
        self.parent.as_ref().is_some_and(|parent| parent.parent.is_none())
    }

    /// Notes that something in it stays.
    pub(crate) fn keep(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }

    /// Keeps the directory from being left.
    pub(crate) fn hold(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends a hold; `true` if it was the last, and the caller must leave the directory.
    pub(crate) fn release(&self) -> bool {
        self.pending.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Whether `id` is this directory or one above it, up to the operand.
    pub(crate) fn is_inside(&self, id: (u64, u64)) -> bool {
        let mut at = Some(self);
        while let Some(node) = at {
            if node.parent.is_some() && node.meta.id() == id {
                return true;
            }
            at = node.parent.as_deref();
        }
        false
    }

    /// The path of an item in the source, as the user would write it.
    pub(crate) fn src_path(&self, name: &CStr) -> PathBuf {
        let (path, shown_as) = self.real_src_path(name);
        match shown_as.map(|it| (path.strip_prefix(&it.real), it)) {
            Some((Ok(inside), it)) if inside.as_os_str().is_empty() => it.shown.clone(),
            Some((Ok(inside), it)) => it.origins.before(inside).unwrap_or(&it.shown).join(inside),
            Some((Err(_), _)) | None => path,
        }
    }

    /// Where an item in the source can be read, if the user would write another path.
    pub(crate) fn staged_path(&self, name: &CStr) -> Option<PathBuf> {
        let (path, shown_as) = self.real_src_path(name);
        shown_as.filter(|it| path.starts_with(&it.real)).map(|_| path)
    }

    fn real_src_path(&self, name: &CStr) -> (PathBuf, Option<&ShownAs>) {
        let mut names = vec![name];
        let mut at = Some(self);
        let mut shown_as = None;
        while let Some(node) = at {
            if node.parent.is_some() {
                names.push(&node.src_name);
            }
            shown_as = node.shown_as.get();
            at = node.parent.as_deref();
        }
        (join(&names), shown_as)
    }

    /// The path of an item in the destination, as the user would write it.
    pub(crate) fn dst_path(&self, name: &CStr) -> PathBuf {
        let mut names = vec![name];
        let mut at = Some(self);
        while let Some(node) = at {
            match (&node.parent, &node.target) {
                (Some(_), _) => names.push(&node.dst_name),
                (None, Some(target)) => names.push(target),
                (None, None) => {}
            }
            at = node.parent.as_deref();
        }
        join(&names)
    }

    /// The path below the operand, for filters.
    pub(crate) fn relative_path(&self, name: &CStr) -> PathBuf {
        let mut names = vec![name];
        let mut at = Some(self);
        while let Some(node) = at {
            if node.parent.is_some() && !node.is_operand() {
                names.push(&node.src_name);
            }
            at = node.parent.as_deref();
        }
        join(&names)
    }

    /// This directory's own source path.
    pub(crate) fn own_src_path(&self) -> PathBuf {
        self.parent.as_ref().map_or_else(|| PathBuf::from("."), |up| up.src_path(&self.src_name))
    }

    /// This directory's own destination path.
    pub(crate) fn own_dst_path(&self) -> PathBuf {
        match (&self.parent, &self.target) {
            (Some(up), _) => up.dst_path(&self.dst_name),
            (None, Some(target)) => PathBuf::from(OsStr::from_bytes(target.to_bytes())),
            (None, None) => PathBuf::from("."),
        }
    }
}

/// Joins names, given from the last to the first, without doubling slashes.
fn join(names: &[&CStr]) -> PathBuf {
    let mut path = Vec::new();
    for name in names.iter().rev() {
        let name = name.to_bytes();
        if !path.is_empty() && path.last() != Some(&b'/') {
            path.push(b'/');
        }
        path.extend_from_slice(name);
    }
    PathBuf::from(std::ffi::OsString::from_vec(path))
}

impl Drop for DirNode {
    fn drop(&mut self) {
        // By hand, because dropping a chain of 10,000 parents recursively overflows the stack.
        let mut next = self.parent.take();
        while let Some(parent) = next {
            next = Arc::into_inner(parent).and_then(|mut node| node.parent.take());
        }
    }
}
