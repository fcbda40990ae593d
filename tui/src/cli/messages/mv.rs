//! What GNU `mv` says.

use std::path::Path;

use fcp_engine::error::{Code, OpError};
use fcp_engine::event::{Op, Question, SkipReason, Warning};

use super::{Gnu, explain};
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// Speaks as GNU `mv` does.
#[derive(Debug)]
pub(crate) struct Mv {
    pub(crate) gnu: Gnu,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
}

impl Voice for Mv {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        self.gnu.with_reason(src, error)
    }

    fn hint(&self, _error: &OpError) -> Option<&'static str> {
        None
    }

    fn warned(&self, warning: &Warning) -> Option<Bytes> {
        match warning {
            Warning::Metadata { error } => (error.code != Code::Unsupported)
                .then(|| self.gnu.with_reason(&error.path.0, error)),
            Warning::DuplicateSource { .. }
            | Warning::SourceChanged { .. }
            | Warning::NotRecorded { .. } => None,
        }
    }

    fn begun(&self, item: Begun<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let (src, dst) = (self.gnu.name(item.src), self.gnu.name(item.dst));
        match item.op {
            Op::MakeDir => Some(Bytes::from("created directory ").raw(&dst)),
            Op::CopyFile | Op::Symlink | Op::HardLink | Op::Special => {
                Some(pair("copied ", &src, " -> ", &dst))
            }
            Op::Rename
            | Op::Exchange
            | Op::Unlink
            | Op::RemoveDir
            | Op::SetMeta
            | Op::Trash
            | Op::Restore => None,
        }
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let (src, dst) = (self.gnu.name(item.src), self.gnu.name(item.dst));
        match item.op {
            Op::Rename => Some(pair("renamed ", &src, " -> ", &dst)),
            Op::Exchange => Some(pair("exchanged ", &src, " <-> ", &dst)),
            Op::Unlink => Some(Bytes::from("removed ").raw(&src)),
            Op::RemoveDir => Some(Bytes::from("removed directory ").raw(&src)),
            Op::CopyFile if self.debug => {
                item.detail.map(|detail| Bytes::from(explain(detail).as_str()))
            }
            Op::CopyFile
            | Op::MakeDir
            | Op::Symlink
            | Op::HardLink
            | Op::Special
            | Op::SetMeta
            | Op::Trash
            | Op::Restore => None,
        }
    }

    fn skipped(&self, dst: &Path, reason: SkipReason) -> Option<Bytes> {
        let by_policy = matches!(reason, SkipReason::Policy | SkipReason::NotNewer);
        (self.debug && by_policy).then(|| Bytes::from("skipped ").raw(&self.gnu.name(dst)))
    }

    fn prompt(&self, _question: &Question) -> Option<Bytes> {
        None
    }
}

fn pair(before: &str, one: &[u8], between: &str, other: &[u8]) -> Bytes {
    Bytes::from(before).raw(one).text(between).raw(other)
}
