//! GNU's sentences: one table from failures to what `cp` says about them.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Debug, Detail, Op, Question, SkipReason, SparseDebug, Subject, Warning};
use fcp_engine::spec::{LinkMode, Options, Overwrite};
use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;

use super::quoting::{Bytes, Quoting};
use super::voice::{Begun, Done, Voice};

/// Speaks as GNU `cp` does.
#[derive(Debug)]
pub(crate) struct Gnu {
    pub(crate) quoting: Quoting,
    pub(crate) options: Options,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
    /// Whether metadata that could not be kept is passed over (`-a`).
    pub(crate) quiet_metadata: bool,
    /// The operands, to tell them from the directories that `--parents` makes.
    pub(crate) operands: Vec<std::path::PathBuf>,
}

impl Gnu {
    fn name(&self, path: &Path) -> Vec<u8> {
        self.quoting.shell(path.as_os_str())
    }

    /// Fills a sentence: `{}` is replaced by the names, in order.
    fn say(&self, sentence: &str, names: &[&Path]) -> Bytes {
        let mut names = names.iter();
        let mut text = Bytes::from("cp: ");
        for (at, piece) in sentence.split("{}").enumerate() {
            if at > 0
                && let Some(name) = names.next()
            {
                text = text.raw(&self.name(name));
            }
            text = text.text(piece);
        }
        text
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
            Code::JustCreated if dst.is_symlink() => {
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
            Code::Exists if error.errno.is_none() && self.options.link == LinkMode::Copy => {
                self.say("not replacing {}", &[dst])
            }
            _ => return None,
        })
    }

    /// Gives the sentence of a failed step, without the reason.
    fn step(&self, src: &Path, error: &OpError) -> Bytes {
        let path = error.path.0.as_path();
        let other = error.other.as_ref().map_or(src, |other| other.0.as_path());
        match error.action {
            Action::Stat | Action::StatDestination => self.say("cannot stat {}", &[path]),
            Action::Open => self.say("cannot open {} for reading", &[path]),
            Action::OpenDir | Action::ListDir => self.say("cannot access {}", &[path]),
            Action::Read | Action::Verify => self.say("error reading {}", &[path]),
            Action::Write | Action::Sync => self.say("error writing {}", &[path]),
            Action::Clone => self.say("failed to clone {} from {}", &[path, other]),
            Action::CreateFile | Action::Publish | Action::Copy | Action::Target => {
                self.say("cannot create regular file {}", &[path])
            }
            Action::CreateDir => self.say("cannot create directory {}", &[path]),
            Action::CreateSymlink if self.options.link == LinkMode::Symbolic => {
                self.say("cannot create symbolic link {} to {}", &[path, other])
            }
            Action::CreateSymlink => self.say("cannot create symbolic link {}", &[path]),
            Action::CreateHardLink => self.say("cannot create hard link {} to {}", &[path, other]),
            Action::CreateFifo => self.say("cannot create fifo {}", &[path]),
            Action::CreateSpecial => self.say("cannot create special file {}", &[path]),
            Action::ReadLink => self.say("cannot read symbolic link {}", &[path]),
            Action::SetMode => self.say("preserving permissions for {}", &[path]),
            Action::SetOwner => self.say("failed to preserve ownership for {}", &[path]),
            Action::SetTimes => self.say("preserving times for {}", &[path]),
            Action::SetXattr => self.say("setting attributes for {}", &[path]),
            Action::Backup => self.say("cannot backup {}", &[path]),
            Action::Remove | Action::Delete | Action::Trash => {
                self.say("cannot remove {}", &[path])
            }
            Action::Move => self.say("cannot move {} to {}", &[other, path]),
            Action::Exchange => self.say("cannot exchange {} and {}", &[other, path]),
            Action::Restore | Action::Undo | Action::Record => {
                self.say("cannot restore {}", &[path])
            }
        }
    }

    fn with_reason(&self, src: &Path, error: &OpError) -> Bytes {
        let reason = match (error.errno, error.code) {
            (None, Code::Exists) => OpError::new(error.action, "", Errno::EXIST).reason(),
            (None, Code::Unsupported) => OpError::new(error.action, "", Errno::OPNOTSUPP).reason(),
            _ => error.reason(),
        };
        self.step(src, error).text(": ").text(&reason)
    }

    /// Whether this directory is one that `--parents` makes above an operand.
    fn is_parent(&self, path: &Path) -> bool {
        self.options.parents
            && self.operands.iter().any(|operand| operand != path && operand.starts_with(path))
    }
}

impl Voice for Gnu {
    fn failed(&self, src: &Path, error: &OpError) -> Bytes {
        if error.action == Action::CreateSymlink && error.errno.is_none() {
            return Bytes::from("cp: ")
                .raw(&self.quoting.colon(error.path.0.as_os_str()))
                .text(": can make relative symbolic links only in current directory");
        }
        let collides = error.code == Code::Exists && error.errno.is_none();
        let mut error = error.clone();
        match self.options.link {
            LinkMode::Hard if collides => error.action = Action::CreateHardLink,
            LinkMode::Symbolic if collides => error.action = Action::CreateSymlink,
            _ => {}
        }
        self.refusal(src, &error).unwrap_or_else(|| self.with_reason(src, &error))
    }

    fn hint(&self, _error: &OpError) -> Option<&'static str> {
        None
    }

    fn warned(&self, warning: &Warning) -> Option<Bytes> {
        match warning {
            Warning::DuplicateSource { path } => {
                // A trailing slash or -L decides what the operand is, so ask as cp does.
                let stat = rustix::fs::stat(&path.0);
                let directory = stat
                    .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir());
                Some(self.say(
                    if directory {
                        "warning: source directory {} specified more than once"
                    } else {
                        "warning: source file {} specified more than once"
                    },
                    &[&path.0],
                ))
            }
            Warning::Metadata { error } => {
                let unsupported = error.code == Code::Unsupported;
                let quiet = self.quiet_metadata && error.action == Action::SetXattr;
                (!quiet && !unsupported).then(|| self.with_reason(&error.path.0, error))
            }
            // cp does not notice.
            Warning::SourceChanged { .. } | Warning::NotRecorded { .. } => None,
        }
    }

    fn begun(&self, item: Begun<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let removed = || Bytes::from("removed ").raw(&self.name(item.dst));
        let (src, dst) = (self.name(item.src), self.name(item.dst));
        match item.op {
            Op::Unlink => Some(removed()),
            Op::MakeDir if self.is_parent(item.src) => {
                let plain = |path: &Path| self.quoting.bare(path.as_os_str());
                Some(Bytes::default().raw(&plain(item.src)).text(" -> ").raw(&plain(item.dst)))
            }
            Op::RemoveDir | Op::SetMeta => None,
            _ => {
                let mut line = Bytes::default().raw(&src).text(" -> ").raw(&dst);
                if let Some(backup) = item.backup {
                    line = line.text(" (backup: ").raw(&self.name(backup)).text(")");
                }
                Some(line)
            }
        }
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        let detail = item.detail.filter(|_| self.debug && item.op == Op::CopyFile)?;
        Some(Bytes::from(explain(detail).as_str()))
    }

    fn skipped(&self, dst: &Path, reason: SkipReason) -> Option<Bytes> {
        let by_policy = matches!(reason, SkipReason::Policy | SkipReason::NotNewer);
        (self.debug && by_policy).then(|| Bytes::from("skipped ").raw(&self.name(dst)))
    }

    fn prompt(&self, question: &Question) -> Option<Bytes> {
        let Subject::Conflict { dst, .. } = &question.subject else { return None };
        let path = &dst.path.0;
        let writable = dst.kind == fcp_engine::event::FileKind::Symlink
            || accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS).is_ok();
        if writable {
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

/// Whether two paths lead to the same inode.
fn is_same(one: &Path, other: &Path) -> bool {
    let id = |path: &Path| rustix::fs::stat(path).ok().map(|it| (it.st_dev, it.st_ino));
    id(one).is_some_and(|one| Some(one) == id(other))
}

/// Gives `cp --debug`'s line about a file.
fn explain(detail: Detail) -> String {
    let word = |it: Debug| match it {
        Debug::Unknown => "unknown",
        Debug::No => "no",
        Debug::Yes => "yes",
        Debug::Avoided => "avoided",
        Debug::Unsupported => "unsupported",
    };
    let sparse = match detail.sparse {
        SparseDebug::Unknown => "unknown",
        SparseDebug::No => "no",
        SparseDebug::Zeros => "zeros",
        SparseDebug::SeekHole => "SEEK_HOLE",
        SparseDebug::SeekHoleZeros => "SEEK_HOLE + zeros",
    };
    let (offload, reflink) = (word(detail.offload), word(detail.reflink));
    format!("copy offload: {offload}, reflink: {reflink}, sparse detection: {sparse}")
}

/// Spells permission bits as `ls -l` does.
fn letters(mode: u32) -> String {
    let special = [(0o4000, 's', 'S'), (0o2000, 's', 'S'), (0o1000, 't', 'T')];
    let mut out = String::new();
    for (class, (bit, with, without)) in special.into_iter().enumerate() {
        let bits = mode >> (6 - 3 * class);
        out.push(if bits & 4 == 0 { '-' } else { 'r' });
        out.push(if bits & 2 == 0 { '-' } else { 'w' });
        out.push(match (bits & 1 != 0, mode & bit != 0) {
            (true, true) => with,
            (false, true) => without,
            (true, false) => 'x',
            (false, false) => '-',
        });
    }
    out
}

#[cfg(test)]
#[path = "messages_tests.rs"]
mod tests;
