//! What may help after a failure.

use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, Code, OpError};
use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;

/// A hint, and the failures that it helps with.
struct Hint {
    helps: fn(Code, Action) -> bool,
    text: &'static str,
}

/// All of them; a program tells none that names a flag which it does not take.
const HINTS: &[Hint] = &[
    Hint {
        helps: |code, action| (code, action) == (Code::NotADirectory, Action::Target),
        text: "items go into a directory; name one, or create it first",
    },
    Hint {
        helps: |code, action| (code, action) == (Code::Overlap, Action::OpenDir),
        text: "-l makes hard links to the source itself",
    },
    Hint {
        helps: |code, _| code == Code::IntoItself,
        text: "choose a destination outside the source",
    },
    Hint {
        helps: |code, action| code == Code::DanglingSymlink && action != Action::Pack,
        text: "--remove-destination replaces the link itself, whatever it points to",
    },
    Hint {
        helps: |code, _| matches!(code, Code::OverDirectory | Code::OverNonDirectory),
        text: "neither replaces the other; --on-conflict=rename keeps both",
    },
    Hint {
        helps: |code, action| (code, action) == (Code::CrossDevice, Action::Move),
        text: "without --no-copy it is copied there, and then removed here",
    },
    Hint {
        helps: |code, action| (code, action) == (Code::CrossDevice, Action::Trash),
        text: "delete it permanently; a subvolume has a trash of its own where it is mounted by itself",
    },
    Hint {
        helps: |code, action| (code, action) == (Code::Unsupported, Action::Clone),
        text: "--reflink=auto copies where sharing is impossible",
    },
    Hint {
        helps: |code, _| code == Code::Mismatch,
        text: "the source or the disk may be failing; the copy is not to be trusted",
    },
    Hint {
        helps: |code, _| code == Code::Disconnected,
        text: "run the same command again: it continues with what has arrived",
    },
    Hint {
        helps: |code, _| code == Code::InvalidName,
        text: "--names=portable replaces characters that a filesystem refuses, and --names=original restores them",
    },
    Hint {
        helps: |code, _| code == Code::TooLarge,
        text: "if you trust it, --unpack-limit=0 extracts it whatever its size",
    },
];

/// Finds the hint for a failure.
pub(super) fn of(error: &OpError) -> Option<&'static str> {
    HINTS.iter().find(|hint| (hint.helps)(error.code, error.action)).map(|hint| hint.text)
}

/// Whether a file could be written to that cannot be replaced: its folder is not writable or sticky, or something is
/// mounted on it.
pub(super) fn keeps_name(error: &OpError) -> bool {
    let refused = [Errno::PERM, Errno::ACCESS, Errno::BUSY];
    matches!(error.action, Action::CreateFile | Action::Publish)
        && refused.iter().any(|errno| error.errno == Some(errno.raw_os_error()))
        && error.path.0.is_file()
        && accessat(CWD, &error.path.0, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Says which directory has to be made before something gets a name in it.
pub(super) fn missing_directory(error: &OpError) -> Option<&'static str> {
    let makes = matches!(
        error.action,
        Action::CreateFile
            | Action::CreateDir
            | Action::CreateSymlink
            | Action::CreateHardLink
            | Action::Move
    );
    // The other path is where a move goes to, and where a copy comes from.
    let moved = error.other.as_ref().filter(|_| error.action == Action::Move);
    let to = &moved.unwrap_or(&error.path).0;
    let is_absent = |path: &Path| path.symlink_metadata().is_err();
    let ends_with_slash = to.as_os_str().as_encoded_bytes().ends_with(b"/");
    let above = to.parent().filter(|above| !above.as_os_str().is_empty());
    match error.code {
        Code::NotFound if makes && above.is_some_and(is_absent) => {
            Some("the directory of this name does not exist; create it first")
        }
        Code::NotADirectory if makes && ends_with_slash && is_absent(&bare(to)) => {
            Some("no directory has this name; create it first, or leave out the slash")
        }
        _ => None,
    }
}

/// A path without the slash behind it.
fn bare(path: &Path) -> PathBuf {
    path.components().collect()
}

/// The long flags that a text names, without their dashes and values.
pub(super) fn flags_in(text: &str) -> impl Iterator<Item = &str> {
    text.split("--").skip(1).map(|rest| {
        let end = rest.find(|c: char| c != '-' && !c.is_ascii_lowercase());
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program::{ALL, DEDUPE, EXTRACT, MOVE_PLAN, PACK, PLAN, Program, REMOVAL_PLAN};
    use crate::cli::voice::Voice;
    use crate::cli::words::{Plain, rm};
    use fcp_engine::spec::Verb;

    /// All programs, with the verbs that each may run.
    fn programs() -> Vec<(&'static Program, Vec<Verb>)> {
        let own = [&DEDUPE, &EXTRACT, &PACK, &PLAN, &MOVE_PLAN, &REMOVAL_PLAN];
        let verbs = |program: &Program| match program.own {
            "fcp" => vec![Verb::Copy, Verb::Verify],
            "frm" => vec![Verb::Delete, Verb::Trash, Verb::Restore, Verb::Undo],
            _ => vec![program.verb],
        };
        ALL.into_iter().chain(own).map(|program| (program, verbs(program))).collect()
    }

    /// One error for each hint, and for each refusal to remove something.
    fn errors() -> Vec<OpError> {
        let codes = [
            Code::NotADirectory,
            Code::Overlap,
            Code::IntoItself,
            Code::DanglingSymlink,
            Code::OverDirectory,
            Code::OverNonDirectory,
            Code::CrossDevice,
            Code::Unsupported,
            Code::Mismatch,
            Code::Disconnected,
            Code::InvalidName,
            Code::TooLarge,
            Code::Root,
            Code::WorkingDirectory,
            Code::DotDirectory,
            Code::MountPoint,
            Code::OmittedDirectory,
        ];
        let actions = [
            Action::Target,
            Action::OpenDir,
            Action::Move,
            Action::Clone,
            Action::Copy,
            Action::Delete,
            Action::Remove,
            Action::Trash,
        ];
        let pairs = codes.into_iter().flat_map(|code| actions.map(|action| (code, action)));
        pairs.map(|(code, action)| OpError::refused(action, code, "a/b")).collect()
    }

    #[test]
    fn each_flag_that_a_hint_names_is_one_of_the_program() {
        let mut told = Vec::new();
        for (program, verbs) in programs() {
            let takes = program.takes();
            for verb in verbs {
                let plain = Plain {
                    tool: program.own,
                    verb,
                    verbose: false,
                    debug: false,
                    takes: takes.clone(),
                };
                for error in errors() {
                    let line = plain.failed(Path::new("a/b"), &error).to_string();
                    for text in [Some(line.as_str()), plain.hint(&error)].into_iter().flatten() {
                        for flag in flags_in(text) {
                            assert!(takes.contains(&flag), "{} {verb:?}: {text}", program.own);
                            let of_frm = rm::refusal(&error, verb).is_some();
                            assert!(!of_frm || program.own.starts_with("frm"), "{text}");
                        }
                        told.extend(HINTS.iter().position(|hint| hint.text == text));
                    }
                }
            }
        }
        let untold = (0..HINTS.len()).find(|at| !told.contains(at));
        assert_eq!(untold.map(|at| HINTS[at].text), None, "no program tells it");
    }

    #[test]
    fn the_flags_of_a_text_are_found() {
        let found: Vec<_> =
            flags_in("add --no-preserve-root, --names=portable or --x; a - b").collect();
        assert_eq!(found, ["no-preserve-root", "names", "x"]);
        assert_eq!(flags_in("none at all").count(), 0);
    }
}
