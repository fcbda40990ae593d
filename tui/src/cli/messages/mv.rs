//! What GNU `mv` says.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Op, Question, SkipReason, Subject, Warning};

use super::{Gnu, explain, is_writable, letters};
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// Speaks as GNU `mv` does.
#[derive(Debug)]
pub(crate) struct Mv {
    pub(crate) gnu: Gnu,
    /// Whether files that are not replaced are told (`--update=none-fail`).
    pub(crate) none_fail: bool,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
}

impl Mv {
    /// Gives the sentence of a refusal, with its names; such sentences have no reason after them.
    fn refusal(&self, src: &Path, error: &OpError) -> Option<Bytes> {
        // Which of the two paths comes first depends on the step; the source is known.
        let path = error.path.0.as_path();
        let other = error.other.as_ref().map(|other| other.0.as_path());
        let dst = if path == src { other.unwrap_or(path) } else { path };
        let in_the_way =
            matches!(error.code, Code::Exists | Code::OverDirectory | Code::OverNonDirectory);
        let say = |sentence, names: &[&Path]| Some(self.gnu.say(sentence, names));
        match error.code {
            _ if self.none_fail && in_the_way && error.errno.is_none() => {
                say("not replacing {}", &[dst])
            }
            Code::SameFile => say("{} and {} are the same file", &[src, dst]),
            Code::IntoItself => say("cannot move {} to a subdirectory of itself, {}", &[src, dst]),
            Code::OverDirectory => {
                say("cannot overwrite directory {} with non-directory {}", &[dst, src])
            }
            Code::OverNonDirectory => {
                say("cannot overwrite non-directory {} with directory {}", &[dst, src])
            }
            Code::JustCreated => say("will not overwrite just-created {} with {}", &[dst, src]),
            Code::BackupIsSource => {
                say("backing up {} might destroy source;  {} not moved", &[dst, src])
            }
            Code::NotEmpty if error.action == Action::Move => {
                let text = self.gnu.say("cannot overwrite {}: ", &[dst]);
                Some(text.text(&error.reason()))
            }
            _ => None,
        }
    }
}

impl Voice for Mv {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        self.refusal(src, error).unwrap_or_else(|| self.gnu.with_reason(src, error))
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
        let line = match item.op {
            Op::MakeDir => return Some(Bytes::from("created directory ").raw(&dst)),
            Op::Rename => pair("renamed ", &src, " -> ", &dst),
            Op::Exchange => pair("exchanged ", &src, " <-> ", &dst),
            Op::CopyFile | Op::Symlink | Op::HardLink | Op::Special => {
                pair("copied ", &src, " -> ", &dst)
            }
            Op::Unlink | Op::RemoveDir | Op::SetMeta | Op::Trash | Op::Restore => return None,
        };
        Some(match item.backup {
            Some(backup) => line.text(" (backup: ").raw(&self.gnu.name(backup)).text(")"),
            None => line,
        })
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let src = self.gnu.name(item.src);
        match item.op {
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
            | Op::Rename
            | Op::Exchange
            | Op::SetMeta
            | Op::Trash
            | Op::Restore => None,
        }
    }

    fn skipped(&self, dst: &Path, reason: SkipReason) -> Option<Bytes> {
        let by_policy = matches!(reason, SkipReason::Policy | SkipReason::NotNewer);
        (self.debug && by_policy).then(|| Bytes::from("skipped ").raw(&self.gnu.name(dst)))
    }

    fn prompt(&self, question: &Question) -> Option<Bytes> {
        let Subject::Conflict { dst, .. } = &question.subject else { return None };
        Some(if is_writable(dst) {
            self.gnu.say("overwrite {}? ", &[&dst.path.0])
        } else {
            let (mode, letters) = (dst.mode & 0o7777, letters(dst.mode));
            let sentence = format!("replace {{}}, overriding mode {mode:04o} ({letters})? ");
            self.gnu.say(&sentence, &[&dst.path.0])
        })
    }
}

fn pair(before: &str, one: &[u8], between: &str, other: &[u8]) -> Bytes {
    Bytes::from(before).raw(one).text(between).raw(other)
}
