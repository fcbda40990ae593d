//! The messages of GNU `rm`.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{FileKind, Op, Question, Removal, Side, SkipReason, Subject, Warning};
use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;

use super::Gnu;
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// The voice of GNU `rm`.
#[derive(Debug)]
pub(crate) struct Rm {
    pub(crate) gnu: Gnu,
    pub(crate) verbose: bool,
    /// Whether operands that are mounted are refused (`--preserve-root=all`).
    pub(crate) keeps_mounts: bool,
    /// The operands, to tell them from what is found below them.
    pub(crate) operands: Vec<std::path::PathBuf>,
}

impl Rm {
    /// Gives the sentence of a refusal.
    fn refusal(&self, path: &Path, code: Code) -> Option<Bytes> {
        let again = |text: Bytes, more: &str| text.text("\n").text(self.gnu.tool).text(more);
        Some(match code {
            Code::Root => {
                let same = if path.as_os_str() == "/" { "" } else { " (same as '/')" };
                let text = self.gnu.say("it is dangerous to operate recursively on {}", &[path]);
                again(text.text(same), ": use --no-preserve-root to override this failsafe")
            }
            Code::DotDirectory => {
                self.gnu.say("refusing to remove '.' or '..' directory: skipping {}", &[path])
            }
            Code::MountPoint => {
                let text = self.gnu.say("skipping {}, since it's on a different device", &[path]);
                if self.keeps_mounts && self.operands.iter().any(|operand| operand == path) {
                    again(text, ": and --preserve-root=all is in effect")
                } else {
                    text
                }
            }
            _ => return None,
        })
    }

    /// Gives the question about an item before its removal.
    fn question(&self, item: &Side, protected: bool) -> Bytes {
        let path = item.path.0.as_path();
        let closed = || {
            item.kind == FileKind::Directory
                && accessat(CWD, path, Access::READ_OK, AtFlags::EACCESS).is_err()
        };
        if closed() {
            return self.gnu.say("attempt removal of inaccessible directory {}? ", &[path]);
        }
        let protected = if protected { "write-protected " } else { "" };
        self.gnu.say(&format!("remove {protected}{} {{}}? ", noun(item)), &[path])
    }
}

/// Names a type of file as GNU's programs do.
fn noun(item: &Side) -> &'static str {
    match item.kind {
        FileKind::File if item.size == 0 => "regular empty file",
        FileKind::File => "regular file",
        FileKind::Directory => "directory",
        FileKind::Symlink => "symbolic link",
        FileKind::Fifo => "fifo",
        FileKind::Socket => "socket",
        FileKind::CharDevice => "character special file",
        FileKind::BlockDevice => "block special file",
        FileKind::Unknown => "weird file",
    }
}

impl Voice for Rm {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        if let Some(refusal) = self.refusal(src, error.code) {
            return refusal;
        }
        let errno = match error.code {
            Code::OmittedDirectory => Some(Errno::ISDIR),
            Code::NotEmpty => Some(Errno::NOTEMPTY),
            _ => None,
        };
        // Whatever step failed, this is what it means.
        let mut error = match errno {
            Some(errno) => OpError::new(Action::Remove, src, errno),
            None => error.clone(),
        };
        error.action = Action::Remove;
        self.gnu.with_reason(src, &error)
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

    fn skipped(&self, _src: &Path, _dst: &Path, _reason: SkipReason) -> Option<Bytes> {
        None
    }

    fn tells_skips(&self) -> bool {
        false
    }

    fn prompt(&self, question: &Question) -> Option<Bytes> {
        let Subject::Removal { step, item, protected } = &question.subject else { return None };
        Some(match (step, protected) {
            (Removal::Descend, true) => {
                self.gnu.say("descend into write-protected directory {}? ", &[&item.path.0])
            }
            (Removal::Descend, false) => {
                self.gnu.say("descend into directory {}? ", &[&item.path.0])
            }
            (Removal::Remove, protected) => self.question(item, *protected),
        })
    }
}

#[cfg(test)]
#[path = "rm_tests.rs"]
mod tests;
