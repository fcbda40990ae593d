use super::*;
use crate::cli::quoting::Quoting;
use fcp_engine::event::{ConflictKind, Debug, Detail, FileKind, Side, SparseDebug};
use rustix::io::Errno;

fn gnu(options: Options) -> Cp {
    Cp {
        gnu: Gnu { tool: "cp", quoting: Quoting { utf8: true, terminal: false } },
        options,
        verbose: true,
        debug: true,
        quiet_metadata: false,
        operands: vec!["a/b/c".into()],
    }
}

fn failed(error: &OpError) -> String {
    gnu(Options::default()).failed(Path::new("a"), error).to_string()
}

#[test]
fn every_step_has_gnus_words() {
    let with_errno = |action, errno| failed(&OpError::new(action, "x", errno).with("y"));
    for (action, errno, text) in [
        (Action::Stat, Errno::NOENT, "cannot stat 'x': No such file or directory"),
        (Action::StatDestination, Errno::NOTDIR, "cannot stat 'x': Not a directory"),
        (Action::Open, Errno::ACCESS, "cannot open 'x' for reading: Permission denied"),
        (Action::OpenDir, Errno::ACCESS, "cannot access 'x': Permission denied"),
        (Action::Read, Errno::IO, "error reading 'x': Input/output error"),
        (Action::Write, Errno::NOSPC, "error writing 'x': No space left on device"),
        (Action::Clone, Errno::OPNOTSUPP, "failed to clone 'x' from 'y': Operation not supported"),
        (Action::CreateFile, Errno::ACCESS, "cannot create regular file 'x': Permission denied"),
        (Action::CreateDir, Errno::ACCESS, "cannot create directory 'x': Permission denied"),
        (
            Action::CreateSymlink,
            Errno::ACCESS,
            "cannot create symbolic link 'x': Permission denied",
        ),
        (Action::CreateHardLink, Errno::EXIST, "cannot create hard link 'x' to 'y': File exists"),
        (Action::CreateFifo, Errno::ACCESS, "cannot create fifo 'x': Permission denied"),
        (Action::Backup, Errno::ACCESS, "cannot backup 'x': Permission denied"),
        (Action::Remove, Errno::ACCESS, "cannot remove 'x': Permission denied"),
    ] {
        assert_eq!(with_errno(action, errno), format!("cp: {text}"));
    }
}

#[test]
fn refusals_have_sentences_of_their_own() {
    for (code, text) in [
        (Code::SameFile, "'a' and 'y' are the same file"),
        (Code::IntoItself, "cannot copy a directory, 'a', into itself, 'y'"),
        (Code::OmittedDirectory, "-r not specified; omitting directory 'a'"),
        (Code::OverDirectory, "cannot overwrite directory 'y' with non-directory 'a'"),
        (Code::OverNonDirectory, "cannot overwrite non-directory 'y' with directory 'a'"),
        (Code::JustCreated, "will not overwrite just-created 'y' with 'a'"),
        (Code::DanglingSymlink, "not writing through dangling symlink 'y'"),
        (Code::BackupIsSource, "backing up 'y' might destroy source;  'a' not copied"),
        (Code::Exists, "not replacing 'y'"),
        (Code::Loop, "cannot copy cyclic symbolic link 'a'"),
    ] {
        let error = OpError::refused(Action::Copy, code, "a").with("y");
        assert_eq!(failed(&error), format!("cp: {text}"));
        let swapped = OpError::refused(Action::Copy, code, "y").with("a");
        assert_eq!(failed(&swapped), format!("cp: {text}"));
    }
    let relative = OpError::refused(Action::CreateSymlink, Code::Unsupported, "d/x").with("a");
    let text = "cp: d/x: can make relative symbolic links only in current directory";
    assert_eq!(failed(&relative), text);
}

#[test]
fn items_are_told_as_cp_v_does() {
    let begun = |op, src: &str, dst: &str, backup: Option<&str>| {
        let options = Options { parents: true, ..Options::default() };
        let item = Begun {
            op,
            src: src.as_ref(),
            dst: dst.as_ref(),
            backup: backup.map(Path::new),
            bytes: None,
        };
        gnu(options).begun(item).map(|line| line.to_string())
    };
    assert_eq!(begun(Op::CopyFile, "a", "b", None).unwrap(), "'a' -> 'b'");
    let with_backup = "'a' -> 'b' (backup: 'b~')";
    assert_eq!(begun(Op::CopyFile, "a", "b", Some("b~")).unwrap(), with_backup);
    assert_eq!(begun(Op::Unlink, "b", "b", None).unwrap(), "removed 'b'");
    // A directory that --parents makes is not quoted.
    assert_eq!(begun(Op::MakeDir, "a/b", "d/a/b", None).unwrap(), "a/b -> d/a/b");
    assert_eq!(begun(Op::MakeDir, "a/b/c", "d/a/b/c", None).unwrap(), "'a/b/c' -> 'd/a/b/c'");
}

#[test]
fn debug_explains() {
    let detail =
        Detail { offload: Debug::Yes, reflink: Debug::Unsupported, sparse: SparseDebug::SeekHole };
    assert_eq!(
        explain(detail),
        "copy offload: yes, reflink: unsupported, sparse detection: SEEK_HOLE"
    );
}

#[test]
fn prompts_tell_why_a_file_cannot_be_written() {
    let side = |path: &str| Side {
        path: path.into(),
        kind: FileKind::File,
        size: 0,
        mtime: 0,
        mode: 0o100_444,
    };
    let question = |path: &str| Question {
        id: 1,
        subject: Subject::Conflict {
            kind: ConflictKind::File,
            src: side("a"),
            dst: side(path),
            staged: None,
            just_created: false,
        },
        waiting: 1,
    };
    let prompt = |options, path| gnu(options).prompt(&question(path)).unwrap().to_string();
    // A path that does not exist cannot be written by any user, root included.
    let locked = "/nonexistent/x";
    assert_eq!(
        prompt(Options::default(), locked),
        "cp: unwritable '/nonexistent/x' (mode 0444, r--r--r--); try anyway? "
    );
    let force = Options { force: true, ..Options::default() };
    assert_eq!(
        prompt(force, locked),
        "cp: replace '/nonexistent/x', overriding mode 0444 (r--r--r--)? "
    );
    assert_eq!(prompt(Options::default(), "/dev/null"), "cp: overwrite '/dev/null'? ");
}

#[test]
fn modes_are_spelt_as_ls_does() {
    assert_eq!(letters(0o644), "rw-r--r--");
    assert_eq!(letters(0o7755), "rwsr-sr-t");
    assert_eq!(letters(0o7000), "--S--S--T");
}
