//! GNU's messages: those that `cp`, `mv` and `rm` share, and a voice for each program.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Debug, Detail, SparseDebug, Warning};
use rustix::io::Errno;

use crate::cli::quoting::{Bytes, Quoting};

pub(crate) mod cp;
pub(crate) mod mv;
pub(crate) mod rm;

/// Composes messages under one of GNU's names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gnu {
    pub(crate) tool: &'static str,
    pub(crate) quoting: Quoting,
}

/// Gives the error of a warning that GNU's programs complain of, too.
fn error_in(warning: &Warning) -> Option<&OpError> {
    match warning {
        Warning::Metadata { error } | Warning::NotFlushed { error } => {
            (error.code != Code::Unsupported).then_some(error)
        }
        Warning::DuplicateSource { .. }
        | Warning::SourceChanged { .. }
        | Warning::NotShared { .. }
        | Warning::NotJournaled { .. }
        | Warning::PutOff { .. }
        | Warning::QueueSetAside { .. }
        | Warning::NotRecorded { .. }
        | Warning::NoManifest { .. }
        | Warning::PartialManifest { .. }
        | Warning::NotTrashed { .. }
        | Warning::NotSnapshot { .. }
        | Warning::PartKept { .. }
        | Warning::Interrupted { .. }
        | Warning::NothingRemoved { .. }
        | Warning::NotLinked { .. }
        | Warning::NotCounted { .. } => None,
    }
}

impl Gnu {
    fn name(self, path: &Path) -> Vec<u8> {
        self.quoting.shell(path.as_os_str())
    }

    /// Fills a sentence: `{}` is replaced by the names, in order.
    pub(crate) fn say(self, sentence: &str, names: &[&Path]) -> Bytes {
        let mut names = names.iter();
        let mut text = Bytes::from(self.tool).text(": ");
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

    /// Gives the sentence of a failed step, without the reason.
    fn step(self, src: &Path, error: &OpError) -> Bytes {
        let path = error.path.0.as_path();
        let other = error.other.as_ref().map_or(src, |other| other.0.as_path());
        match error.action {
            Action::Stat | Action::StatDestination => self.say("cannot stat {}", &[path]),
            Action::Open => self.say("cannot open {} for reading", &[path]),
            Action::OpenDir | Action::ListDir => self.say("cannot access {}", &[path]),
            Action::Read | Action::Verify => self.say("error reading {}", &[path]),
            Action::Write | Action::Sync => self.say("error writing {}", &[path]),
            Action::Close => self.say("failed to close {}", &[path]),
            Action::Clone => self.say("failed to clone {} from {}", &[path, other]),
            Action::CreateFile | Action::Publish | Action::Copy | Action::Target => {
                self.say("cannot create regular file {}", &[path])
            }
            Action::CreateDir => self.say("cannot create directory {}", &[path]),
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
            Action::Keep => self.say("cannot move the replaced {} to the trash", &[path]),
            Action::Remove | Action::Delete | Action::Trash => {
                self.say("cannot remove {}", &[path])
            }
            Action::Move => self.say("cannot move {} to {}", &[path, other]),
            Action::Exchange => self.say("cannot exchange {} and {}", &[path, other]),
            Action::Restore
            | Action::Undo
            | Action::Record
            | Action::Journal
            | Action::Dedupe
            | Action::Snapshot
            | Action::Unpack
            | Action::Pack
            | Action::Send
            | Action::Receive => self.say("cannot restore {}", &[path]),
            Action::Start => self.say("cannot start threads", &[]),
        }
    }

    fn with_reason(self, src: &Path, error: &OpError) -> Bytes {
        self.step(src, error).text(": ").text(&reason(error))
    }
}

/// Gives the system's words, also for what the engine refused before the system could.
fn reason(error: &OpError) -> String {
    match (error.errno, error.code) {
        (None, Code::Exists) => OpError::new(error.action, "", Errno::EXIST).reason(),
        (None, Code::Unsupported) => OpError::new(error.action, "", Errno::OPNOTSUPP).reason(),
        _ => error.reason(),
    }
}

/// Gives the line of `--debug` about a file.
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

/// Whether two paths lead to the same inode.
fn is_same(one: &Path, other: &Path) -> bool {
    let id = |path: &Path| rustix::fs::stat(path).ok().map(|it| (it.st_dev, it.st_ino));
    id(one).is_some_and(|one| Some(one) == id(other))
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
