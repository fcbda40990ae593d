//! What GNU `rm` says.

use std::path::Path;

use fcp_engine::error::OpError;
use fcp_engine::event::{Op, Question, Removal, SkipReason, Subject, Warning};

use super::Gnu;
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// Speaks as GNU `rm` does.
#[derive(Debug)]
pub(crate) struct Rm {
    pub(crate) gnu: Gnu,
    pub(crate) verbose: bool,
}

impl Voice for Rm {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        self.gnu.with_reason(src, error)
    }

    fn hint(&self, _error: &OpError) -> Option<&'static str> {
        None
    }

    fn warned(&self, _warning: &Warning) -> Option<Bytes> {
        None
    }

    fn begun(&self, _item: Begun<'_>) -> Option<Bytes> {
        None
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        let sentence = match item.op {
            Op::Unlink => "removed ",
            Op::RemoveDir => "removed directory ",
            _ => return None,
        };
        self.verbose.then(|| Bytes::from(sentence).raw(&self.gnu.name(item.src)))
    }

    fn skipped(&self, _dst: &Path, _reason: SkipReason) -> Option<Bytes> {
        None
    }

    fn prompt(&self, question: &Question) -> Option<Bytes> {
        let Subject::Removal { step, item, .. } = &question.subject else { return None };
        Some(match step {
            Removal::Descend => self.gnu.say("descend into directory {}? ", &[&item.path.0]),
            Removal::Remove => self.gnu.say("remove {}? ", &[&item.path.0]),
        })
    }
}
