//! The messages of `fcp` and `fmv` in our own dialect.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Debug, Op, Question, SkipReason, SparseDebug, Warning};
use fcp_engine::link::split_host;
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Verb;

use super::meant;
use super::quoting::Bytes;
use super::voice::{Begun, Done, Voice};
use crate::{format, state};

mod hints;
mod rm;

/// The voice of our own dialect, with control characters in names escaped.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) tool: &'static str,
    pub(crate) verb: Verb,
    pub(crate) verbose: bool,
    pub(crate) debug: bool,
    /// The long flags that can be added to this command line; no hint names another one.
    pub(crate) takes: Vec<&'static str>,
}

impl Plain {
    fn say(&self, text: &str) -> Bytes {
        Bytes::from(self.tool).text(": ").text(text)
    }
}

fn shown(path: &Path) -> String {
    format!("'{}'", DisplayName::new(path))
}

impl Voice for Plain {
    fn failed(&self, _src: &Path, error: &OpError) -> Bytes {
        let special = rm::refusal(error, self.verb).or_else(|| unnamed(error, self.verb));
        self.say(&special.unwrap_or_else(|| error.to_string()))
    }

    fn hint(&self, error: &OpError) -> Option<&'static str> {
        if error.code == Code::NotFound
            && let Some(hint) = meant::instead(self.tool, error.path.0.as_os_str())
        {
            return Some(hint);
        }
        let paths = [Some(&error.path), error.other.as_ref()];
        let is_far = || paths.into_iter().flatten().any(|path| split_host(&path.0).is_some());
        if error.code == Code::NotFound && self.verb == Verb::Delete && is_far() {
            return Some("frm does not reach other machines: run 'ssh HOST frm PATH'");
        }
        if self.takes.contains(&"inplace") && hints::keeps_name(error) {
            return Some(
                "no other file can take its name there; --inplace writes to the file itself",
            );
        }
        if let Some(hint) = hints::missing_directory(error) {
            return Some(hint);
        }
        let is_relative_link = (error.action, error.code, error.errno)
            == (Action::CreateSymlink, Code::Unsupported, None);
        if is_relative_link {
            return Some(
                "a relative link is read from where it stands: make it there, or name the source from '/' on",
            );
        }
        hints::of(error).filter(|hint| hints::flags_in(hint).all(|flag| self.takes.contains(&flag)))
    }

    fn warned(&self, warning: &Warning) -> Option<Bytes> {
        // Without -v it is told only where an undo would take an earlier job for the last one.
        if let Warning::NotRecorded { error } = warning
            && !self.verbose
            && !has_records_beside(&error.path.0)
        {
            return None;
        }
        // These are errors of the whole job.
        let is_error = matches!(
            warning,
            Warning::NotFlushed { .. } | Warning::PutOff { .. } | Warning::NoManifest { .. }
        );
        let head = if is_error { "" } else { "warning: " };
        Some(self.say(&format!("{head}{}", state::warned(warning))))
    }

    fn begun(&self, item: Begun<'_>) -> Option<Bytes> {
        // Without a trace, only a dry run tells what would be removed.
        let line = match item.op {
            Op::Dedupe => {
                let size = item.bytes.map(format::size).unwrap_or_default();
                format!("{} == {} ({size})", shown(item.dst), shown(item.src))
            }
            _ if self.verb != Verb::Copy => return None,
            Op::Trash => format!("would move {} to the trash", shown(item.dst)),
            Op::Unlink => format!("would delete {}", shown(item.dst)),
            _ => return None,
        };
        Some(Bytes::from(line.as_str()))
    }

    fn done(&self, item: Done<'_>) -> Option<Bytes> {
        if !self.verbose {
            return None;
        }
        let (src, dst) = (shown(item.src), shown(item.dst));
        let line = match item.op {
            // The item's name within the trash is of no use to the user.
            _ if self.verb == Verb::Restore => format!("restored {dst}"),
            Op::Trash => format!("trashed {src}"),
            Op::Verify => format!("{src} == {dst}"),
            Op::Dedupe => format!("{dst} shares {src}"),
            // A directory whose content was moved into an existing one.
            Op::RemoveDir if item.src != item.dst => format!("{src} -> {dst} (merged)"),
            Op::Unlink | Op::RemoveDir => format!("removed {src}"),
            Op::Exchange => format!("{src} <-> {dst}"),
            Op::CopyFile if self.debug => format!("{src} -> {dst} ({})", explain(item)),
            Op::CopyFile
            | Op::MakeDir
            | Op::Symlink
            | Op::HardLink
            | Op::Special
            | Op::Rename
            | Op::SetMeta
            | Op::Extract
            | Op::Pack => format!("{src} -> {dst}"),
        };
        Some(Bytes::from(line.as_str()))
    }

    fn skipped(&self, src: &Path, dst: &Path, reason: SkipReason) -> Option<Bytes> {
        let why = state::skipped(reason, Some(self.verb));
        // It is the source that is not empty.
        let path = if reason == SkipReason::NotEmpty { src } else { dst };
        self.verbose.then(|| Bytes::from(format!("skipped {}: {why}", shown(path)).as_str()))
    }

    fn tells_skips(&self) -> bool {
        self.verbose
    }

    fn prompt(&self, _question: &Question) -> Option<Bytes> {
        None
    }
}

/// Says how a file was copied, and why not otherwise.
fn explain(item: Done<'_>) -> String {
    let size = format::size(item.bytes);
    let way = item.method.map_or_else(|| size.clone(), |it| format!("{size}, {it}"));
    let mut parts = vec![way.as_str()];
    if let Some(detail) = item.detail {
        parts.extend(match detail.reflink {
            Debug::Unsupported => Some("sharing extents is not possible here"),
            Debug::Avoided => Some("sharing extents was not tried"),
            Debug::Unknown | Debug::No | Debug::Yes => None,
        });
        parts.extend(match detail.offload {
            Debug::Unsupported => Some("the kernel cannot copy between these filesystems"),
            Debug::Avoided => Some("read and written directly"),
            Debug::Unknown | Debug::No | Debug::Yes => None,
        });
        parts.extend(match detail.sparse {
            SparseDebug::SeekHole => Some("holes found with SEEK_HOLE"),
            SparseDebug::Zeros => Some("holes made of zeros"),
            SparseDebug::SeekHoleZeros => Some("holes found with SEEK_HOLE and in zeros"),
            SparseDebug::Unknown | SparseDebug::No => None,
        });
    }
    parts.join("; ")
}

/// Says what has not got its name in an archive that is made, or from one: a stage does not concern the user.
fn unnamed(error: &OpError, verb: Verb) -> Option<String> {
    let to = error.other.as_ref().filter(|_| error.action == Action::Move)?;
    let (from, to, reason) = (shown(&error.path.0), shown(&to.0), error.reason());
    match verb {
        Verb::Extract => Some(format!("cannot unpack {from} to {to}: {reason}")),
        Verb::Pack => Some(format!("cannot make {to}: {reason}")),
        _ => None,
    }
}

/// Whether other jobs have records in the directory of one that could not be written.
fn has_records_beside(record: &Path) -> bool {
    let dir = record.parent().and_then(|dir| std::fs::read_dir(dir).ok());
    dir.is_some_and(|mut entries| entries.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_engine::error::Action;
    use fcp_engine::event::{Detail, Mover};

    const PLAIN: Plain =
        Plain { tool: "fcp", verb: Verb::Copy, verbose: true, debug: true, takes: Vec::new() };

    #[test]
    fn failures_name_the_program() {
        let error = OpError::new(Action::Read, "2026/x\n", rustix::io::Errno::IO);
        let text = PLAIN.failed(Path::new("2026/x"), &error).to_string();
        assert_eq!(text, r"fcp: cannot read '2026/x\n': Input/output error");
        assert!(PLAIN.hint(&error).is_none());
        let refused = OpError::refused(Action::Copy, Code::IntoItself, "d");
        assert!(PLAIN.hint(&refused).is_some());
    }

    #[test]
    fn nothing_is_moved_to_or_from_an_archive() {
        let mut error = OpError::refused(Action::Move, Code::OverDirectory, "a.zip/f");
        error.other = Some("to/f".into());
        let told = |verb| Plain { verb, ..PLAIN }.failed(Path::new("x"), &error).to_string();
        let why = "a directory with this name exists";
        assert_eq!(told(Verb::Extract), format!("fcp: cannot unpack 'a.zip/f' to 'to/f': {why}"));
        assert_eq!(told(Verb::Pack), format!("fcp: cannot make 'to/f': {why}"));
        assert_eq!(told(Verb::Move), format!("fcp: cannot move 'a.zip/f' to 'to/f': {why}"));
    }

    #[test]
    fn who_deletes_on_another_machine_is_told_how() {
        let deleting = Plain { tool: "frm", verb: Verb::Delete, ..PLAIN };
        for (path, is_told) in [("nas:/a", true), ("./nas:/a", false), ("a", false)] {
            let error = OpError::new(Action::Stat, path, rustix::io::Errno::NOENT);
            assert_eq!(deleting.hint(&error).is_some(), is_told, "{path}");
            assert_eq!(PLAIN.hint(&error), None, "fcp looks there");
        }
    }

    #[test]
    fn debug_tells_the_mover_and_why() {
        let detail =
            Detail { offload: Debug::Yes, reflink: Debug::Unsupported, sparse: SparseDebug::No };
        let item = Done {
            op: Op::CopyFile,
            src: Path::new("a"),
            dst: Path::new("b"),
            bytes: 4096,
            method: Some(Mover::CopyFileRange),
            detail: Some(detail),
        };
        assert_eq!(
            PLAIN.done(item).unwrap().to_string(),
            "'a' -> 'b' (4.00 KiB, copy_file_range; sharing extents is not possible here)"
        );
        let quiet = Plain { debug: false, ..PLAIN };
        assert_eq!(quiet.done(item).unwrap().to_string(), "'a' -> 'b'");
        let skipped = PLAIN.skipped(Path::new("a"), Path::new("b"), SkipReason::Policy).unwrap();
        assert_eq!(skipped.to_string(), "skipped 'b': the existing item was kept, as you chose");
    }
}
