//! Interprets conflict policies and answers, and tells which answers fit which questions.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use crate::contract::error::{Action, Code};
use crate::contract::event::{Answer, ConflictKind, FileKind, Side, SkipReason, Subject};
use crate::contract::spec::{
    BackupKind, ConflictPolicy, DEFAULT_RENAME, DirectoryPolicy, MismatchPolicy, Options, Verb,
};
use fcp_sys::Meta;

/// What to do with an item whose destination is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Replace,
    /// Replace, and do not keep the old file.
    ReplaceForGood,
    /// Replace if the bytes differ, which must still be read.
    ReplaceIfDifferent,
    Merge,
    Skip(SkipReason),
    Fail,
    Rename(String),
    RenameExisting(String),
    Ask,
    Abort,
}

impl Decision {
    /// Whether the existing file is kept as it is, if under another name.
    pub(crate) fn keeps_existing(&self) -> bool {
        match self {
            Self::Skip(_) | Self::Rename(_) | Self::RenameExisting(_) | Self::Abort => true,
            Self::Replace
            | Self::ReplaceForGood
            | Self::ReplaceIfDifferent
            | Self::Merge
            | Self::Fail
            | Self::Ask => false,
        }
    }
}

/// Tells what kind of conflict two types make.
pub fn kind_of_conflict(incoming: FileKind, existing: FileKind) -> ConflictKind {
    match (incoming == FileKind::Directory, existing == FileKind::Directory) {
        (true, true) => ConflictKind::Directory,
        (false, true) => ConflictKind::DirectoryInTheWay,
        (true, false) => ConflictKind::FileInTheWay,
        (false, false) => ConflictKind::File,
    }
}

/// Tells whether the policy of a request has an item fail because of what has its name.
pub fn fails_by_policy(verb: Verb, options: &Options, kind: ConflictKind) -> bool {
    let backs_up = options.backup.is_some();
    // Only a move backs up a directory.
    let is_backed_up = match kind {
        ConflictKind::File | ConflictKind::Directory => false,
        ConflictKind::DirectoryInTheWay => backs_up && verb == Verb::Move,
        ConflictKind::FileInTheWay => backs_up,
    };
    let is_failure = match kind {
        ConflictKind::File => options.on_conflict == ConflictPolicy::Fail,
        ConflictKind::Directory => options.on_directory == DirectoryPolicy::Fail,
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => {
            *mismatch_policy(options, kind) == MismatchPolicy::Fail
        }
    };
    is_failure && !is_backed_up && !options.exchange
}

/// Gives the policy of a request for two items of different types.
///
/// A file is skipped where a directory has its name: `-n` asks for silence. A directory that meets a file fails, as with
/// GNU's `cp`, since all that is in it would be left out without a word.
pub fn mismatch_policy(options: &Options, kind: ConflictKind) -> &MismatchPolicy {
    let skips = options.on_conflict == ConflictPolicy::Skip;
    match &options.on_mismatch {
        MismatchPolicy::Fail if skips && kind == ConflictKind::DirectoryInTheWay => {
            &MismatchPolicy::Skip
        }
        policy => policy,
    }
}

/// Why an item is refused that has the name of one that the job has brought; none if the policy decides. A file
/// would replace another one only if it `replaces`.
pub(crate) fn code_of_collision(
    verb: Verb,
    options: &Options,
    kind: ConflictKind,
    replaces: bool,
) -> Option<Code> {
    if fails_by_policy(verb, options, kind) {
        return Some(match kind {
            ConflictKind::File | ConflictKind::Directory => Code::Exists,
            ConflictKind::DirectoryInTheWay => Code::OverDirectory,
            ConflictKind::FileInTheWay => Code::OverNonDirectory,
        });
    }
    let is_numbered = options.backup.as_ref().is_some_and(|it| it.kind == BackupKind::Numbered);
    let is_told_apart = is_numbered || options.exchange;
    (kind == ConflictKind::File && replaces && !is_told_apart).then_some(Code::JustCreated)
}

/// Applies the job's policy to a conflict.
pub(crate) fn by_policy(options: &Options, kind: ConflictKind, src: &Meta, dst: &Meta) -> Decision {
    match kind {
        ConflictKind::File => match &options.on_conflict {
            ConflictPolicy::Ask => Decision::Ask,
            ConflictPolicy::Fail => Decision::Fail,
            ConflictPolicy::Skip => Decision::Skip(SkipReason::Policy),
            ConflictPolicy::Overwrite => Decision::Replace,
            ConflictPolicy::Rename(pattern) => Decision::Rename(pattern.clone()),
            ConflictPolicy::Newer => replace_if(src.is_newer_than(dst), SkipReason::NotNewer),
            ConflictPolicy::Older => replace_if(dst.is_newer_than(src), SkipReason::Policy),
            ConflictPolicy::Larger => replace_if(src.size > dst.size, SkipReason::Policy),
            ConflictPolicy::Smaller => replace_if(src.size < dst.size, SkipReason::Policy),
            ConflictPolicy::DifferentMeta => if_different_meta(src, dst),
            ConflictPolicy::DifferentContent => if_different_content(src, dst),
        },
        ConflictKind::Directory => match &options.on_directory {
            DirectoryPolicy::Ask => Decision::Ask,
            DirectoryPolicy::Merge => Decision::Merge,
            DirectoryPolicy::Skip => Decision::Skip(SkipReason::Policy),
            DirectoryPolicy::Fail => Decision::Fail,
            DirectoryPolicy::Rename(pattern) => Decision::Rename(pattern.clone()),
            DirectoryPolicy::Replace if options.on_conflict == ConflictPolicy::Ask => Decision::Ask,
            DirectoryPolicy::Replace => Decision::Replace,
        },
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => {
            match mismatch_policy(options, kind) {
                MismatchPolicy::Ask => Decision::Ask,
                MismatchPolicy::Fail => Decision::Fail,
                MismatchPolicy::Skip => Decision::Skip(SkipReason::Policy),
                MismatchPolicy::Rename(pattern) => Decision::Rename(pattern.clone()),
                MismatchPolicy::Replace => Decision::Replace,
            }
        }
    }
}

/// Applies an answer to a conflict.
pub(crate) fn by_answer(
    options: &Options,
    answer: &Answer,
    kind: ConflictKind,
    src: &Meta,
    dst: &Meta,
) -> Decision {
    let replaces = kind == ConflictKind::File
        || (kind == ConflictKind::Directory && options.on_directory == DirectoryPolicy::Replace);
    match answer {
        Answer::Overwrite if replaces => Decision::Replace,
        Answer::OverwriteForGood if replaces => Decision::ReplaceForGood,
        Answer::Overwrite | Answer::OverwriteForGood | Answer::Merge
            if kind == ConflictKind::Directory =>
        {
            Decision::Merge
        }
        Answer::Overwrite | Answer::OverwriteForGood | Answer::Merge => Decision::Fail,
        Answer::Skip => Decision::Skip(SkipReason::Policy),
        Answer::Rename(pattern) => Decision::Rename(pattern.clone()),
        Answer::RenameExisting(pattern) => Decision::RenameExisting(pattern.clone()),
        Answer::Newer => replace_if(src.is_newer_than(dst), SkipReason::NotNewer),
        Answer::Older => replace_if(dst.is_newer_than(src), SkipReason::Policy),
        Answer::Larger => replace_if(src.size > dst.size, SkipReason::Policy),
        Answer::Smaller => replace_if(src.size < dst.size, SkipReason::Policy),
        Answer::DifferentMeta => if_different_meta(src, dst),
        Answer::DifferentContent => if_different_content(src, dst),
        Answer::Retry | Answer::PortableName | Answer::Remove => Decision::Ask,
        Answer::Abort => Decision::Abort,
    }
}

/// Whether an answer makes sense for a question.
pub(crate) fn fits(answer: &Answer, subject: &Subject) -> bool {
    match (subject, answer) {
        (_, Answer::Skip | Answer::Abort) => true,
        (Subject::Error { error, .. }, Answer::OverwriteForGood) => error.action == Action::Keep,
        (Subject::Error { error, .. }, Answer::PortableName) => error.code == Code::InvalidName,
        (Subject::Error { .. }, answer) => *answer == Answer::Retry,
        (Subject::Removal { .. }, answer) => *answer == Answer::Remove,
        (Subject::Conflict { just_created: true, .. }, answer) if !answer.keeps_both() => false,
        (Subject::Conflict { kind, .. }, answer) => fits_conflict(answer, *kind),
    }
}

impl Answer {
    /// Gives every answer, those that replace or remove last; those that name an item have the default pattern.
    pub fn every() -> [Self; 16] {
        [
            Self::Skip,
            Self::Merge,
            Self::Retry,
            Self::PortableName,
            Self::Rename(DEFAULT_RENAME.to_owned()),
            Self::RenameExisting(DEFAULT_RENAME.to_owned()),
            Self::Newer,
            Self::Older,
            Self::Larger,
            Self::Smaller,
            Self::DifferentMeta,
            Self::DifferentContent,
            Self::Overwrite,
            Self::OverwriteForGood,
            Self::Remove,
            Self::Abort,
        ]
    }

    /// Tells whether the answer replaces an existing file, by the sizes and times of both; none where their bytes
    /// decide.
    pub fn replaces(&self, src: &Side, dst: &Side) -> Option<bool> {
        let replaces = match self {
            Self::Overwrite | Self::OverwriteForGood => true,
            Self::Newer => src.mtime > dst.mtime,
            Self::Older => src.mtime < dst.mtime,
            Self::Larger => src.size > dst.size,
            Self::Smaller => src.size < dst.size,
            Self::DifferentMeta => (src.size, src.mtime) != (dst.size, dst.mtime),
            Self::DifferentContent => return None,
            Self::Skip
            | Self::Rename(_)
            | Self::RenameExisting(_)
            | Self::Merge
            | Self::Remove
            | Self::Retry
            | Self::PortableName
            | Self::Abort => false,
        };
        Some(replaces)
    }

    /// Tells whether the answer gives one of two items another name.
    pub(crate) fn keeps_both(&self) -> bool {
        match self {
            Self::Rename(_) | Self::RenameExisting(_) => true,
            Self::Overwrite
            | Self::OverwriteForGood
            | Self::Skip
            | Self::Newer
            | Self::Older
            | Self::Larger
            | Self::Smaller
            | Self::DifferentMeta
            | Self::DifferentContent
            | Self::Merge
            | Self::Remove
            | Self::Retry
            | Self::PortableName
            | Self::Abort => false,
        }
    }

    /// Tells whether the answer makes sense for a question about this.
    pub fn fits(&self, subject: &Subject) -> bool {
        fits(self, subject)
    }
}

impl Subject {
    /// Where the incoming item and the one in the way can be read.
    pub fn readable_sides(&self) -> Option<[&Path; 2]> {
        let Self::Conflict { src, dst, staged, .. } = self else { return None };
        Some([&staged.as_ref().unwrap_or(&src.path).0, &dst.path.0])
    }

    /// Tells whether an answer for all of a kind reaches from the one to the other.
    pub fn is_like(&self, other: &Self) -> bool {
        about(self) == about(other)
    }
}

/// Gives the name that a pattern makes at the `n`th try; see [`crate::contract::spec::DEFAULT_RENAME`].
pub fn new_name(pattern: &str, name: &OsStr, n: u32) -> OsString {
    let whole = CString::new(name.as_bytes()).unwrap_or_default();
    OsString::from_vec(renamed(pattern, &whole, n).into_bytes())
}

pub(crate) fn fits_conflict(answer: &Answer, kind: ConflictKind) -> bool {
    match (answer, kind) {
        (Answer::Skip | Answer::Abort, _) => true,
        (Answer::Rename(pattern) | Answer::RenameExisting(pattern), _) => is_name(pattern),
        (Answer::Overwrite | Answer::OverwriteForGood, kind) => {
            matches!(kind, ConflictKind::File | ConflictKind::Directory)
        }
        (Answer::Merge, kind) => kind == ConflictKind::Directory,
        (
            Answer::Newer
            | Answer::Older
            | Answer::Larger
            | Answer::Smaller
            | Answer::DifferentMeta
            | Answer::DifferentContent,
            kind,
        ) => kind == ConflictKind::File,
        (Answer::Retry | Answer::PortableName | Answer::Remove, _) => false,
    }
}

/// Whether a pattern makes names and not paths.
pub(crate) fn is_name(pattern: &str) -> bool {
    !pattern.is_empty() && !pattern.contains(['/', '\0'])
}

fn replace_if(condition: bool, otherwise: SkipReason) -> Decision {
    if condition { Decision::Replace } else { Decision::Skip(otherwise) }
}

/// Whether two files look alike without reading them.
pub(crate) fn same_size_and_mtime(a: &Meta, b: &Meta) -> bool {
    a.kind == b.kind && a.size == b.size && a.has_mtime_of(b)
}

fn if_different_meta(src: &Meta, dst: &Meta) -> Decision {
    if same_size_and_mtime(src, dst) { Decision::Skip(SkipReason::Same) } else { Decision::Replace }
}

fn if_different_content(src: &Meta, dst: &Meta) -> Decision {
    if src.kind == FileKind::File && dst.kind == FileKind::File && src.size == dst.size {
        Decision::ReplaceIfDifferent
    } else {
        Decision::Replace
    }
}

/// Parts a name at its extension, which is given without the dot; that of a packed tar archive has two parts.
fn parted(name: &OsStr) -> (&[u8], &[u8]) {
    let bytes = name.as_bytes();
    let dot = |name: &[u8]| name.iter().rposition(|byte| *byte == b'.').filter(|dot| *dot > 0);
    let Some(end) = dot(bytes) else { return (bytes, b"") };
    let tar = dot(&bytes[..end]).filter(|tar| bytes[*tar..end].eq_ignore_ascii_case(b".tar"));
    let cut = tar.unwrap_or(end);
    (&bytes[..cut], &bytes[cut + 1..])
}

/// Bytes that a name has at most on nearly all filesystems.
const LONGEST: usize = 255;

/// Builds the `n`th name from a pattern, with less of the stem where it would be too long.
///
/// See [`crate::contract::spec::DEFAULT_RENAME`].
pub(crate) fn renamed(pattern: &str, name: &CStr, n: u32) -> CString {
    let path = Path::new(OsStr::from_bytes(name.to_bytes()));
    let base = path.file_name().unwrap_or(path.as_os_str());
    let (stem, ext) = parted(base);
    let mut made = filled(pattern, (stem, ext), n);
    let over = made.len().saturating_sub(LONGEST);
    if over > 0 && over < stem.len() {
        let shorter = shortened(stem, stem.len() - over).trim_ascii_end();
        made = filled(pattern, (shorter, ext), n);
    }
    let mut new = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => {
            let mut prefix = parent.as_os_str().as_bytes().to_vec();
            if prefix.last() != Some(&b'/') {
                prefix.push(b'/');
            }
            prefix
        }
        _ => Vec::new(),
    };
    new.append(&mut made);
    CString::new(new).unwrap_or_default()
}

/// Cuts a name behind so many bytes, or before the character that would be cut apart.
fn shortened(name: &[u8], mut end: usize) -> &[u8] {
    while name.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) && end > 1 {
        end -= 1;
    }
    &name[..end]
}

/// Puts the parts of a name into a pattern.
fn filled(pattern: &str, (stem, ext): (&[u8], &[u8]), n: u32) -> Vec<u8> {
    let mut new = Vec::new();
    let numbered = pattern.contains("{n}");
    let mut rest = pattern;
    while let Some(cut) = rest.find('{') {
        let (before, tail) = rest.split_at(cut);
        new.extend_from_slice(before.as_bytes());
        rest = tail;
        if let Some(after) = rest.strip_prefix("{stem}") {
            new.extend_from_slice(stem);
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{ext}") {
            if !ext.is_empty() {
                new.push(b'.');
                new.extend_from_slice(ext);
            }
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{n}") {
            new.extend_from_slice(n.to_string().as_bytes());
            rest = after;
        } else {
            new.push(b'{');
            rest = rest.strip_prefix('{').unwrap_or_default();
        }
    }
    new.extend_from_slice(rest.as_bytes());
    // A fixed name must still give way to what exists.
    if !numbered && n > 1 {
        new.extend_from_slice(format!(" ({n})").as_bytes());
    }
    new
}

/// What a sticky answer is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Conflict(ConflictKind),
    Error(crate::contract::error::Code),
    Removal,
}

pub(crate) fn about(subject: &Subject) -> About {
    match subject {
        Subject::Conflict { kind, .. } => About::Conflict(*kind),
        Subject::Error { error, .. } => About::Error(error.code),
        Subject::Removal { .. } => About::Removal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(pattern: &str, name: &CStr, n: u32) -> String {
        renamed(pattern, name, n).into_string().unwrap()
    }

    #[test]
    fn patterns_make_names() {
        let default = crate::contract::spec::DEFAULT_RENAME;
        assert_eq!(name(default, c"photo.tar.gz", 1), "photo (1).tar.gz");
        assert_eq!(name(default, c"photo.TAR.zst", 2), "photo (2).TAR.zst");
        assert_eq!(name(default, c"d/.tar.gz", 1), "d/.tar (1).gz");
        assert_eq!(name(default, c"photo.gz", 1), "photo (1).gz");
        assert_eq!(name(default, c"ends.", 1), "ends (1)");
        assert_eq!(name(default, c".profile", 2), ".profile (2)");
        assert_eq!(name(default, c"a/b/photo.jpg", 3), "a/b/photo (3).jpg");
        assert_eq!(name("{stem}.bak{ext}", c"x.c", 1), "x.bak.c");
        assert_eq!(name("{stem}.bak{ext}", c"x.c", 2), "x.bak.c (2)");
        assert_eq!(name("{odd}{n", c"x", 1), "{odd}{n");
    }

    #[test]
    fn a_number_takes_its_room_from_a_stem_that_is_long() {
        let numbered = |stem: &str, n| {
            let long = CString::new(format!("d/{stem}.txt")).unwrap();
            name(DEFAULT_RENAME, &long, n)
        };
        assert_eq!(numbered(&"a".repeat(251), 1), format!("d/{} (1).txt", "a".repeat(247)));
        assert_eq!(numbered(&"a".repeat(247), 1), format!("d/{} (1).txt", "a".repeat(247)));
        assert_eq!(numbered(&"a".repeat(247), 10), format!("d/{} (10).txt", "a".repeat(246)));
        // No character is cut apart.
        assert_eq!(numbered(&"夏".repeat(83), 1), format!("d/{} (1).txt", "夏".repeat(82)));
        assert_eq!(name(&"x".repeat(300), c"a", 1), "x".repeat(300), "there is no stem in it");
    }

    #[test]
    fn answers_must_fit() {
        let error = crate::contract::error::OpError::refused(
            crate::contract::error::Action::Read,
            crate::contract::error::Code::Io,
            "x",
        );
        let subject = Subject::Error { src: "x".into(), error };
        assert!(fits(&Answer::Retry, &subject));
        assert!(!fits(&Answer::Overwrite, &subject));
        let side = || Side { path: "x".into(), kind: FileKind::File, size: 0, mtime: 0, mode: 0 };
        let kind = ConflictKind::File;
        let own =
            Subject::Conflict { kind, src: side(), dst: side(), staged: None, just_created: true };
        let fitting = Answer::every().into_iter().filter(|answer| fits(answer, &own));
        let pattern = || DEFAULT_RENAME.to_owned();
        let kept = [Answer::Rename(pattern()), Answer::RenameExisting(pattern())];
        let [rename, existing] = kept;
        assert_eq!(fitting.collect::<Vec<_>>(), [Answer::Skip, rename, existing, Answer::Abort]);
    }
}
