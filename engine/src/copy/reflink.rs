//! Shares the extents of a file instead of copying its data.

use super::copier::Copier;
use super::ends::{DataError, Ends};
use crate::contract::error::Action;
use crate::contract::event::{Debug, Detail};
use crate::contract::spec::{Driver, Reflink, Sparse};
use crate::job::meter::Counters;
use fcp_sys::{self as sys, Errno};

impl Copier {
    /// Whether a file is to share the extents of its source or to stay as it is.
    pub(super) fn demands_clone(&self) -> bool {
        let options = &self.job.spec.options;
        options.reflink == Reflink::Always || options.driver == Some(Driver::Reflink)
    }

    /// Shares the extents, where that is wanted and may work.
    pub(super) fn try_clone(
        &self,
        ends: Ends<'_>,
        counters: &Counters,
        detail: &mut Detail,
    ) -> Result<Option<u64>, DataError> {
        let options = &self.job.spec.options;
        let demanded = self.demands_clone();
        if !demanded {
            // GNU's cp clones even where zeros are to become holes.
            let keeps_data = match options.sparse {
                Sparse::Auto => true,
                Sparse::Always => self.as_cp(),
                Sparse::Never => false,
            };
            if options.reflink == Reflink::Never
                || !keeps_data
                || matches!(options.driver, Some(Driver::ReadWrite | Driver::CopyFileRange))
            {
                detail.reflink = Debug::No;
                return Ok(None);
            }
            if !ends.route.reflink.is_possible() {
                detail.reflink = Debug::Unsupported;
                return Ok(None);
            }
            if !self.explains() && ends.meta.size <= ends.route.small() {
                return Ok(None);
            }
        }
        self.job.control.spend(0)?;
        match sys::clone_file(ends.src, ends.dst) {
            Ok(()) => {
                ends.route.reflink.worked();
                detail.reflink = Debug::Yes;
                detail.offload = Debug::Unknown;
                counters.bytes.add(ends.meta.size);
                counters.bytes_reflinked.add(ends.meta.size);
                Ok(Some(ends.meta.size))
            }
            Err(errno) if demanded => Err(DataError::Sys(Action::Clone, errno)),
            Err(errno @ (Errno::NOSPC | Errno::DQUOT | Errno::IO | Errno::ROFS)) => {
                Err(DataError::Sys(Action::Write, errno))
            }
            Err(errno) => {
                ends.route.reflink.failed(errno);
                detail.reflink = Debug::Unsupported;
                Ok(None)
            }
        }
    }
}
