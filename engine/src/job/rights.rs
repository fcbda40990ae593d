//! Knows what filesystems take without an error, and forget: owners and permissions.

use std::ffi::CStr;
use std::path::PathBuf;

use super::Job;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Warning};
use fcp_sys::{self as sys, BorrowedFd, Errno, Rights, lock};

impl Job {
    /// Whether the filesystem of a path forgets all that is `wanted`; what it forgets of that is told once.
    ///
    /// The first time on a device it is tried beside the path.
    pub(crate) fn forgets(
        &self,
        device: u64,
        (dir, name): (BorrowedFd<'_>, &CStr),
        wanted: Rights,
        path: impl Fn() -> PathBuf,
    ) -> bool {
        // GNU's programs say nothing of it.
        if self.spec.options.gnu {
            return false;
        }
        let trial = || sys::forgotten_beside(dir, name, &self.mark.trial());
        let forgotten = *lock(&self.forgotten).entry(device).or_insert_with(trial);
        // An ordinary user may give nothing away anyway.
        let owner = wanted.owner && forgotten.owner && self.privileged;
        let mode = wanted.mode && forgotten.mode;
        for (is_lost, action) in [(owner, Action::SetOwner), (mode, Action::SetMode)] {
            if is_lost && self.first_warning(action) {
                let error = OpError::new(action, path(), Errno::OPNOTSUPP);
                let error = error.on(sys::filesystem_name(dir));
                let warning = Warning::Metadata { error: OpError { code: Code::NotKept, ..error } };
                self.hub.tell(Event::Warning { job: self.id, warning });
            }
        }
        (!wanted.owner || forgotten.owner) && (!wanted.mode || forgotten.mode)
    }
}
