//! The messages of GNU `mv`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Op, Question, SkipReason, Subject, Warning};

use rustix::fs::lstat;
use rustix::io::Errno;

use super::{Gnu, error_in, explain, is_same, letters};
use crate::cli::lines::is_writable;
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// The voice of GNU `mv`.
#[derive(Debug)]
pub(crate) struct Mv {
    pub(crate) gnu: Gnu,
    /// Whether existing files that are not replaced are reported (`--update=none-fail`).
    pub(crate) none_fail: bool,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
}

impl Mv {
    /// Gives the sentence of a refusal, with its names; such sentences have no reason after them.
    fn refusal(&self, src: &Path, error: &OpError) -> Option<Bytes> {
        let dst = destination(src, error);
        let in_the_way =
            matches!(error.code, Code::Exists | Code::OverDirectory | Code::OverNonDirectory);
        let say = |sentence, names: &[&Path]| Some(self.gnu.say(sentence, names));
        match error.code {
            _ if self.none_fail && in_the_way && error.errno.is_none() => {
                say("not replacing {}", &[dst])
            }
            Code::SameFile => say("{} and {} are the same file", &[src, dst]),
            Code::IntoItself if is_dotted(src) => Some(self.busy(src, dst)),
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
            Code::NotEmpty if error.action == Action::Move && !is_far(src, dst) => {
                let text = self.gnu.say("cannot overwrite {}: ", &[dst]);
                Some(text.text(&error.reason()))
            }
            _ => None,
        }
    }

    /// Gives the sentence of a failed step, for those that `mv` takes in another way than `cp`.
    fn step(&self, src: &Path, error: &OpError) -> Option<Bytes> {
        let dst = destination(src, error);
        let there = lstat(dst);
        let sentence = match (error.action, &there) {
            // mv looks at the destination first.
            (Action::Move, Err(errno)) if Some(errno.raw_os_error()) == error.errno => {
                (*errno != Errno::NOENT).then(|| self.gnu.say("cannot stat {}: ", &[dst]))
            }
            // It removes the existing item before it copies.
            (
                Action::Move
                | Action::CreateFile
                | Action::CreateDir
                | Action::CreateSymlink
                | Action::CreateFifo
                | Action::CreateSpecial
                | Action::Publish,
                Ok(_),
            ) if is_far(src, dst)
                && error.code != Code::CrossDevice
                && error.errno != Some(Errno::BUSY.raw_os_error()) =>
            {
                Some(self.gnu.say(
                    "inter-device move failed: {} to {}; unable to remove target: ",
                    &[src, dst],
                ))
            }
            _ => None,
        };
        sentence.map(|text| text.text(&error.reason()))
    }

    /// Says of `.`, `..` or `/` what rename(2) does.
    fn busy(&self, src: &Path, dst: &Path) -> Bytes {
        // The engine knows `..` and `/` by no name of their own.
        let dst = match (src.as_os_str().as_bytes(), dst.as_os_str().as_bytes()) {
            ([.., b'.', b'.'], [head @ .., b'/', b'.']) => [head, b"/.."].concat(),
            ([.., b'/'], [head @ .., b'.']) => head.to_vec(),
            (_, dst) => dst.to_vec(),
        };
        let dst = Path::new(OsStr::from_bytes(&dst));
        if is_same(src, dst) {
            return self.gnu.say("{} and {} are the same file", &[src, dst]);
        }
        let error = OpError::new(Action::Move, src, Errno::BUSY).with(dst);
        self.gnu.with_reason(src, &error)
    }
}

/// Gives the other path of a failure: which comes first depends on the step.
fn destination<'a>(src: &Path, error: &'a OpError) -> &'a Path {
    let path = error.path.0.as_path();
    match &error.other {
        Some(other) if path == src => &other.0,
        _ => path,
    }
}

/// Whether a path leads to a directory by a name that cannot be renamed.
fn is_dotted(path: &Path) -> bool {
    let bytes = path.as_os_str().as_bytes();
    let last = bytes.rsplit(|&byte| byte == b'/').find(|name| !name.is_empty());
    matches!(last, None | Some(b"." | b".."))
}

/// Whether two things that exist lie on different filesystems.
fn is_far(one: &Path, other: &Path) -> bool {
    let device = |path| lstat(path).ok().map(|it| it.st_dev);
    matches!((device(one), device(other)), (Some(one), Some(other)) if one != other)
}

impl Voice for Mv {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        self.refusal(src, error)
            .or_else(|| self.step(src, error))
            .unwrap_or_else(|| self.gnu.with_reason(src, error))
    }

    fn hint(&self, _error: &OpError) -> Option<&'static str> {
        None
    }

    fn warned(&self, warning: &Warning) -> Option<Bytes> {
        // Of a source that was named twice, only the end shows whether it no longer exists.
        let error = error_in(warning)?;
        Some(self.gnu.with_reason(&error.path.0, error))
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
            Op::Unlink => return Some(Bytes::from("removed ").raw(&src)),
            Op::RemoveDir => return Some(Bytes::from("removed directory ").raw(&src)),
            Op::SetMeta | Op::Trash | Op::Verify | Op::Dedupe | Op::Extract | Op::Pack => {
                return None;
            }
        };
        Some(match item.backup {
            Some(backup) => line.text(" (backup: ").raw(&self.gnu.name(backup)).text(")"),
            None => line,
        })
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        let detail = item.detail.filter(|_| self.debug && item.op == Op::CopyFile)?;
        Some(Bytes::from(explain(detail).as_str()))
    }

    fn skipped(&self, _src: &Path, dst: &Path, reason: SkipReason) -> Option<Bytes> {
        let by_policy = matches!(reason, SkipReason::Policy | SkipReason::NotNewer);
        (self.debug && by_policy).then(|| Bytes::from("skipped ").raw(&self.gnu.name(dst)))
    }

    fn tells_skips(&self) -> bool {
        self.debug
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
