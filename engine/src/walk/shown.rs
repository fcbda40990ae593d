//! Remembers what a question was about when it was asked, so that no answer hits something else.

use crate::contract::event::FileKind;
use fcp_sys::Meta;

/// What both sides of a question were when it was asked, so that its answer is not applied to
/// something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// None: whatever the source is by now.
    source: Option<Stamp>,
    /// None for a question about the source alone.
    existing: Option<Stamp>,
}

/// Tells one state of a file from another; of a directory, which changes as the job works in it, only
/// which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    kind: FileKind,
    id: (u64, u64),
    size: u64,
    mtime: (i64, i64),
}

impl Stamp {
    fn of(meta: &Meta) -> Self {
        let (kind, id) = (meta.kind, meta.id());
        match kind {
            FileKind::Directory => Self { kind, id, size: 0, mtime: (0, 0) },
            _ => Self { kind, id, size: meta.size, mtime: meta.mtime },
        }
    }
}

impl Shown {
    /// Notes both sides of a conflict; `before` is what was shown of it the last time.
    ///
    /// A source that changes all the time, like a log, is asked about again once and then taken as it is.
    pub(crate) fn conflict(source: &Meta, existing: &Meta, before: Option<&Self>) -> Self {
        let source = Stamp::of(source);
        let changed = before.is_some_and(|before| before.source != Some(source));
        Self { source: (!changed).then_some(source), existing: Some(Stamp::of(existing)) }
    }

    /// Notes an item that the worker will remove.
    pub(crate) fn removal(item: &Meta) -> Self {
        Self { source: Some(Stamp::of(item)), existing: None }
    }

    /// Whether both sides are still what was shown.
    pub(crate) fn holds(&self, source: &Meta, existing: Option<&Meta>) -> bool {
        self.source.is_none_or(|shown| shown == Stamp::of(source))
            && match (self.existing, existing) {
                (Some(shown), Some(existing)) => shown == Stamp::of(existing),
                (None, _) => true,
                (Some(_), None) => false,
            }
    }
}
