use super::*;
use crate::cli::quoting::Quoting;
use fcp_engine::path::WirePath;

fn rm() -> Rm {
    let quoting = Quoting { utf8: true, terminal: false };
    Rm {
        gnu: Gnu { tool: "rm", quoting },
        verbose: true,
        keeps_mounts: true,
        operands: vec!["m".into()],
    }
}

fn refused(code: Code, path: &str) -> String {
    rm().failed(Path::new(path), &OpError::refused(Action::Remove, code, path)).to_string()
}

#[test]
fn refusals_are_told_in_gnus_words() {
    assert_eq!(
        refused(Code::Root, "/"),
        "rm: it is dangerous to operate recursively on '/'\n\
         rm: use --no-preserve-root to override this failsafe"
    );
    assert!(refused(Code::Root, "//").contains("recursively on '//' (same as '/')\n"));
    assert_eq!(
        refused(Code::MountPoint, "m"),
        "rm: skipping 'm', since it's on a different device\n\
         rm: and --preserve-root=all is in effect"
    );
    assert_eq!(
        refused(Code::MountPoint, "n/m"),
        "rm: skipping 'n/m', since it's on a different device"
    );
    assert_eq!(refused(Code::OmittedDirectory, "d"), "rm: cannot remove 'd': Is a directory");
}

#[test]
fn any_failed_step_is_a_failed_removal() {
    let error = OpError::new(Action::OpenDir, "d", Errno::ACCESS);
    let told = rm().failed(Path::new("d"), &error).to_string();
    assert_eq!(told, "rm: cannot remove 'd': Permission denied");
}

#[test]
fn prompts_name_the_type_of_file() {
    let asked = |kind, size, step, protected| {
        let path = WirePath::from("/nonexistent/x");
        let item = Side { path, kind, size, mtime: 0, mode: 0o644 };
        let subject = Subject::Removal { step, item, protected };
        let prompt = rm().prompt(&Question { id: 1, subject, waiting: 1 }).unwrap().to_string();
        prompt.replace("'/nonexistent/x'", "'x'")
    };
    let remove = Removal::Remove;
    assert_eq!(asked(FileKind::File, 1, remove, false), "rm: remove regular file 'x'? ");
    assert_eq!(
        asked(FileKind::File, 0, remove, true),
        "rm: remove write-protected regular empty file 'x'? "
    );
    assert_eq!(
        asked(FileKind::Directory, 0, remove, true),
        "rm: attempt removal of inaccessible directory 'x'? "
    );
    assert_eq!(
        asked(FileKind::BlockDevice, 0, remove, false),
        "rm: remove block special file 'x'? "
    );
    assert_eq!(
        asked(FileKind::Directory, 0, Removal::Descend, true),
        "rm: descend into write-protected directory 'x'? "
    );
}
