//! Verifies files: compares them byte by byte, as the devices have them.

use super::{Step, Verifier};
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::Overwrite;
use crate::copy::{DataError, differ};
use crate::job::ending::Done;
use crate::journal::SLOW_FROM;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd};

impl Verifier {
    /// Compares a file, or the contents of a device, with its copy.
    pub(super) fn check_file(&self, worker: &mut Worker, step: Step<'_>) {
        self.job.started(step, Op::Verify, None);
        let opened = sys::open_quietly(step.pair.src(), step.item.name, self.follows(step))
            .and_then(|src| Ok((sys::stat_fd(src.as_fd())?, src)));
        let (meta, src) = match opened {
            Ok(opened) => opened,
            Err(errno) => return self.fail_src(worker, step, Action::Open, errno),
        };
        if meta.kind != FileKind::File && step.item.kind == FileKind::File {
            // It was a file when the directory was listed.
            return self.refuse(worker, step, Code::SourceChanged);
        }
        let follow = self.goes_through_links(step);
        let Some(there) = self.look(worker, step, follow) else { return };
        if there.id() == meta.id() {
            return self.refuse(worker, step, Code::SameFile);
        }
        // Some filesystems make up their files, and say that all are empty.
        if there.kind != FileKind::File || (meta.size > 0 && there.size != meta.size) {
            return self.mismatch(worker, step);
        }
        let copy = match sys::open_quietly(step.pair.dst(), step.item.dst_name, follow) {
            Ok(copy) => copy,
            Err(errno) => return self.fail_dst(worker, step, errno),
        };
        let is_sparse = meta.allocated < meta.size && there.allocated < there.size;
        let sparse = is_sparse.then_some(meta.size);
        let ends = (src.as_fd(), copy.as_fd());
        if meta.size < SLOW_FROM {
            return self.check_open(worker, step, ends, meta.size, sparse);
        }
        self.job.hand_over_around(worker, meta.size);
        self.check_open(worker, step, ends, meta.size, sparse);
        self.job.hand_over_around(worker, meta.size);
    }

    /// Compares two open files, the first of which says that it has `size` bytes.
    fn check_open(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        ends: (BorrowedFd<'_>, BorrowedFd<'_>),
        size: u64,
        sparse: Option<u64>,
    ) {
        let counters = self.job.meter.of(worker.index);
        counters.begin(step.node, step.item.name, size);
        let mut bytes = 0;
        let compared = self.differ(worker, ends, sparse, |same| {
            bytes += same;
            counters.moved(same);
        });
        counters.end(size);
        if compared.is_err() {
            // It may be tried again.
            counters.bytes.take(bytes);
        }
        match compared {
            Ok(false) => {
                let done = Done { bytes, ..Done::plain(Op::Verify) };
                self.job.done(worker, step, done);
            }
            Ok(true) => self.mismatch(worker, step),
            Err(DataError::Cancelled) => {
                self.job.skipped(worker, step, SkipReason::Cancelled, 0);
            }
            Err(DataError::Sys(Action::Verify, errno)) => self.fail_dst(worker, step, errno),
            Err(DataError::Sys(action, errno)) => self.fail_src(worker, step, action, errno),
        }
    }

    /// Whether a symlink in the place of a copy stands for what it leads to.
    fn goes_through_links(&self, step: Step<'_>) -> bool {
        let named = step.is_operand() && step.node.target.is_none();
        named || self.job.spec.options.overwrite == Overwrite::InPlace
    }

    fn differ(
        &self,
        worker: &mut Worker,
        (src, copy): (BorrowedFd<'_>, BorrowedFd<'_>),
        sparse: Option<u64>,
        same: impl FnMut(u64),
    ) -> Result<bool, DataError> {
        for fd in [src, copy] {
            // What is compared must come from the device and not from the page cache.
            sys::drop_cache(fd);
            sys::advise_sequential(fd);
        }
        let differ = differ(&self.job.control, worker, (src, copy), sparse, same);
        // This job does not need them again; the page cache should keep what others read.
        sys::drop_cache(src);
        sys::drop_cache(copy);
        differ
    }
}
