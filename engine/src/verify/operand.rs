//! Finds the operands of a verification: what was copied, and where the copy is.

use std::path::Path;
use std::sync::Arc;

use super::Verifier;
use crate::contract::error::{Action, OpError};
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::operand::{look_at, strip_slashes};
use crate::walk::target::Target;
use crate::walk::worker::Worker;
use fcp_sys::c_path;

impl Verifier {
    /// Makes the items of the operands; those that are not there are told here.
    pub(super) fn find_operands(
        &self,
        worker: &Worker,
        top: &Arc<DirNode>,
        target: &Target,
    ) -> Vec<ParkedItem> {
        let sources = self.job.spec.sources.iter().enumerate();
        sources.filter_map(|(at, source)| self.find(worker, top, target, (at, &source.0))).collect()
    }

    fn find(
        &self,
        worker: &Worker,
        top: &Arc<DirNode>,
        target: &Target,
        (at, source): (usize, &Path),
    ) -> Option<ParkedItem> {
        let options = &self.job.spec.options;
        let source =
            if options.strip_trailing_slashes { strip_slashes(source) } else { source.to_owned() };
        let name = c_path(&source).unwrap_or_default();
        if top.has_passed(&name) {
            return None;
        }
        // An empty path leads nowhere, as the kernel says.
        match look_at(&source, &name, options.follow) {
            Ok(meta)
                if !self.job.accepts_operand(&source, meta.kind)
                    || !self.job.takes_operand(&source, &meta) =>
            {
                self.job.left_out(worker, top, &name, &target.name_for(at, &source, options));
                None
            }
            Ok(meta) => {
                let dst_name = target.name_for(at, &source, options);
                Some(ParkedItem::new(top, name, dst_name, meta.kind))
            }
            Err(errno) => {
                let error = OpError::new(Action::Stat, &source, errno);
                self.job.failed(worker.index, source, error);
                self.job.ended(worker, top, &name);
                None
            }
        }
    }
}
