//! Prepares a request as only GNU's `rm` does, and asks the one question of `-I`.

use std::ffi::{OsStr, OsString};
use std::io::{Write, stderr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, PathBuf};

use fcp_engine::path::WirePath;
use fcp_engine::spec::{Confirm, JobSpec};
use rustix::fs::lstat;

use super::{DropInSetup, asker};
use crate::cli::asked::Asked;
use crate::cli::lines::read_yes;
use crate::cli::quoting::{Bytes, Quoting};
use crate::gnu::messages::Gnu;
use crate::gnu::messages::rm::Rm;

/// Number of files that a single thread removes before other threads have started.
const FEW: usize = 64;

/// Cuts operands as `rm` shows them: one slash of many at their end.
pub(super) fn adjust(spec: &mut JobSpec) {
    for source in &mut spec.sources {
        let name = source.0.as_os_str().as_bytes();
        let mut end = name.len();
        while end > 2 && name[..end].ends_with(b"//") {
            end -= 1;
        }
        if end < name.len() {
            *source = WirePath(PathBuf::from(OsString::from_vec(name[..end].to_vec())));
        }
    }
}

/// Gives the voice of `rm` and the rest of its behaviour.
pub(super) fn manners(spec: &JobSpec, asked: &Asked, gnu: Gnu) -> DropInSetup {
    let voice = Box::new(Rm {
        gnu,
        verbose: asked.verbose,
        keeps_mounts: spec.options.protect.mount_points,
        operands: spec.sources.iter().map(|source| source.0.clone()).collect(),
    });
    let few = !spec.options.recursive && spec.sources.len() <= FEW;
    // If the user stops rm at a question, all later items must still be there.
    let asks = match spec.options.confirm {
        Confirm::Never => false,
        Confirm::Protected => !rustix::process::geteuid().is_root(),
        Confirm::Each => true,
    };
    let ordered = asked.verbose || asks || few || nests(spec);
    DropInSetup { voice, asker: asker(asked, spec.verb), ordered }
}

/// Whether an operand is in another one, or named twice: the second one finds that the first one
/// has already removed it.
fn nests(spec: &JobSpec) -> bool {
    let named = |part: &Component<'_>| *part != Component::CurDir;
    let plain = |source: &WirePath| -> PathBuf { source.0.components().filter(named).collect() };
    let mut paths: Vec<PathBuf> = spec.sources.iter().map(plain).collect();
    // Every path comes right before what is below it.
    paths.sort_unstable();
    paths.windows(2).any(|pair| matches!(pair, [one, other] if other.starts_with(one)))
}

/// Asks the one question of `-I`; tells whether the answer was yes.
pub(super) fn agrees(spec: &JobSpec, asked: &Asked, gnu: Gnu) -> bool {
    let count = spec.sources.len();
    let recursive = spec.options.recursive;
    if !asked.once || !(count > 3 || recursive && count > 0) {
        return true;
    }
    let arguments = if count == 1 { "argument" } else { "arguments" };
    let how = if recursive { " recursively" } else { "" };
    let text = gnu.say(&format!("remove {count} {arguments}{how}? "), &[]);
    // If standard error is closed, the user cannot have seen the question.
    stderr().write_all(text.as_slice()).is_ok() && read_yes()
}

/// Says how to remove a file that was taken for an unknown option.
pub(super) fn dashed(args: &[OsString], quoting: Quoting) -> Option<Bytes> {
    let is_file = |arg: &&OsString| {
        arg.len() > 1 && arg.as_bytes().starts_with(b"-") && lstat(arg.as_os_str()).is_ok()
    };
    let file: &OsStr = args.iter().find(is_file)?;
    Some(
        Bytes::from("Try 'rm ./")
            .raw(&quoting.colon(file))
            .text("' to remove the file ")
            .raw(&quoting.shell(file))
            .text("."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_engine::spec::{Options, Verb};

    fn job(names: &[&str]) -> JobSpec {
        let sources = names.iter().map(|name| WirePath::from(*name)).collect();
        JobSpec { verb: Verb::Delete, sources, destination: None, options: Options::default() }
    }

    #[test]
    fn operands_within_each_other_are_taken_in_order() {
        assert!(nests(&job(&["a/b", "c", "a"])));
        assert!(nests(&job(&["a", "a-b", "a/b"])));
        assert!(nests(&job(&["a", "./b", "a/"])));
        assert!(nests(&job(&["./a", "a/b/c"])));
        assert!(!nests(&job(&["a", "ab", "a-b", "b/a"])));
    }

    #[test]
    fn of_many_slashes_one_is_kept() {
        let mut spec = job(&["a//", "//", "///", "a/.//", "a"]);
        adjust(&mut spec);
        let names: Vec<_> = spec.sources.iter().map(|it| it.0.to_str().unwrap()).collect();
        assert_eq!(names, ["a/", "//", "//", "a/./", "a"]);
    }
}
