//! The messages of GNU `cp`.

use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Op, Question, SkipReason, Subject, Warning};
use fcp_engine::spec::{Follow, LinkMode, Options, Overwrite};

use super::{Gnu, error_in, explain, is_same, letters, reason};
use crate::cli::lines::is_writable;
use crate::cli::quoting::Bytes;
use crate::cli::voice::{Begun, Done, Voice};

/// The voice of GNU `cp`.
#[derive(Debug)]
pub(crate) struct Cp {
    pub(crate) gnu: Gnu,
    pub(crate) options: Options,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
    /// Whether a failure to preserve metadata is not reported (`-a`).
    pub(crate) quiet_metadata: bool,
    /// The operands, to tell them from the directories that `--parents` makes.
    pub(crate) operands: Vec<PathBuf>,
}

impl Cp {
    fn say(&self, sentence: &str, names: &[&Path]) -> Bytes {
        self.gnu.say(sentence, names)
    }

    /// Gives the sentence of a refusal, with its names; such sentences have no reason after them.
    fn refusal(&self, src: &Path, error: &OpError) -> Option<Bytes> {
        // Which of the two paths comes first depends on the step; the source is known.
        let path = error.path.0.as_path();
        let other = error.other.as_ref().map(|other| other.0.as_path());
        let dst = if path == src { other.unwrap_or(path) } else { path };
        Some(match error.code {
            Code::IntoItself if is_same(src, dst) => {
                self.say("{} and {} are the same file", &[src, dst])
            }
            Code::SameFile => self.say("{} and {} are the same file", &[src, dst]),
            Code::IntoItself => {
                self.say("cannot copy a directory, {}, into itself, {}", &[src, dst])
            }
            Code::OmittedDirectory => self.say("-r not specified; omitting directory {}", &[src]),
            Code::OverDirectory => {
                self.say("cannot overwrite directory {} with non-directory {}", &[dst, src])
            }
            Code::OverNonDirectory => {
                self.say("cannot overwrite non-directory {} with directory {}", &[dst, src])
            }
            Code::JustCreated if dst.is_symlink() && self.writes_through(src) => {
                self.say("will not copy {} through just-created symlink {}", &[src, dst])
            }
            Code::JustCreated => {
                self.say("will not overwrite just-created {} with {}", &[dst, src])
            }
            Code::DanglingSymlink => self.say("not writing through dangling symlink {}", &[dst]),
            Code::BackupIsSource => {
                self.say("backing up {} might destroy source;  {} not copied", &[dst, src])
            }
            Code::SourceChanged => {
                self.say("skipping file {}, as it was replaced while being copied", &[src])
            }
            Code::Loop if error.errno.is_none() => {
                self.say("cannot copy cyclic symbolic link {}", &[src])
            }
            Code::Exists if error.errno.is_none() => self.say("not replacing {}", &[dst]),
            _ => return None,
        })
    }

    /// Whether the data of a source go where a symlink at the destination leads.
    fn writes_through(&self, src: &Path) -> bool {
        let options = &self.options;
        options.link == LinkMode::Copy
            && options.backup.is_none()
            && options.overwrite != Overwrite::RemoveFirst
            && !(options.follow == Follow::Never && src.is_symlink())
    }

    /// Whether this directory is one that `--parents` makes above an operand.
    fn is_parent(&self, path: &Path) -> bool {
        self.options.parents
            && self.operands.iter().any(|operand| operand != path && operand.starts_with(path))
    }
}

impl Voice for Cp {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        if error.action == Action::CreateSymlink && error.errno.is_none() {
            return Bytes::from("cp: ")
                .raw(&self.gnu.quoting.colon(error.path.0.as_os_str()))
                .text(": can make relative symbolic links only in current directory");
        }
        if let Some(refusal) = self.refusal(src, error) {
            return refusal;
        }
        if error.action == Action::CreateSymlink && self.options.link == LinkMode::Symbolic {
            let target = error.other.as_ref().map_or(src, |other| other.0.as_path());
            return self
                .say("cannot create symbolic link {} to {}", &[&error.path.0, target])
                .text(": ")
                .text(&reason(error));
        }
        self.gnu.with_reason(src, error)
    }

    fn hint(&self, _error: &OpError) -> Option<&'static str> {
        None
    }

    fn warned(&self, warning: &Warning) -> Option<Bytes> {
        if let Warning::DuplicateSource { path } = warning {
            // A trailing slash or -L decides what the operand is, so ask as cp does.
            let stat = match self.options.follow {
                Follow::Never => rustix::fs::lstat(&path.0),
                _ => rustix::fs::stat(&path.0),
            };
            let directory =
                stat.is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir());
            return Some(self.say(
                if directory {
                    "warning: source directory {} specified more than once"
                } else {
                    "warning: source file {} specified more than once"
                },
                &[&path.0],
            ));
        }
        let error = error_in(warning)?;
        let quiet = self.quiet_metadata && error.action == Action::SetXattr;
        (!quiet).then(|| self.gnu.with_reason(&error.path.0, error))
    }

    fn begun(&self, item: Begun<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let removed = || Bytes::from("removed ").raw(&self.gnu.name(item.dst));
        let (src, dst) = (self.gnu.name(item.src), self.gnu.name(item.dst));
        match item.op {
            Op::Unlink => Some(removed()),
            Op::MakeDir if self.is_parent(item.src) => {
                let plain = |path: &Path| self.gnu.quoting.bare(path.as_os_str());
                Some(Bytes::default().raw(&plain(item.src)).text(" -> ").raw(&plain(item.dst)))
            }
            Op::RemoveDir | Op::SetMeta => None,
            _ => {
                let mut line = Bytes::default().raw(&src).text(" -> ").raw(&dst);
                if let Some(backup) = item.backup {
                    line = line.text(" (backup: ").raw(&self.gnu.name(backup)).text(")");
                }
                Some(line)
            }
        }
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        let explains = self.debug && !self.options.attributes_only;
        let detail = item.detail.filter(|_| explains && item.op == Op::CopyFile)?;
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
        let path = &dst.path.0;
        if is_writable(dst) {
            return Some(self.say("overwrite {}? ", &[path]));
        }
        let mode = format!("{:04o}", dst.mode & 0o7777);
        let letters = letters(dst.mode);
        let replaced = self.options.force || self.options.overwrite == Overwrite::RemoveFirst;
        Some(if replaced {
            self.say(&format!("replace {{}}, overriding mode {mode} ({letters})? "), &[path])
        } else {
            self.say(&format!("unwritable {{}} (mode {mode}, {letters}); try anyway? "), &[path])
        })
    }
}

#[cfg(test)]
#[path = "cp_tests.rs"]
mod tests;
