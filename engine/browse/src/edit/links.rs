//! Makes links to items, all or none.

use std::path::{Component, Path, PathBuf};

use fcp_engine::error::{Code, OpError};
use fcp_engine::new_name;
use fcp_engine::spec::DEFAULT_RENAME;

use super::{Edit, hard_link, symlink, undo};

/// Names that are tried for a link beside its item.
const TRIES: u32 = 1000;

/// How a link leads to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A symlink that holds a path from the root.
    Absolute,
    /// A symlink that holds a path from its own directory.
    Relative,
    /// Another name of a file.
    Hard,
}

/// Makes links in a folder under the names of the items, or a single one under a name; if one of them cannot be made,
/// removes those made before. A link in the folder of its item gets a free name.
///
/// # Errors
/// A link cannot be made.
pub fn links(sources: &[PathBuf], to: &Path, into: bool, kind: LinkKind) -> Result<Edit, OpError> {
    let mut made = Vec::new();
    for source in sources {
        let name = source.file_name().unwrap_or(source.as_os_str());
        let at = if into { to.join(name) } else { to.to_owned() };
        let link = if into && at == *source {
            let free = (1..=TRIES).map(|n| to.join(new_name(DEFAULT_RENAME, name, n)));
            let links = free.map(|at| link(source, &at, kind));
            let is_taken = |link: &Result<Edit, OpError>| {
                link.as_ref().is_err_and(|error| error.code == Code::Exists)
            };
            let mut links = links.skip_while(is_taken);
            links.next().unwrap_or_else(|| link(source, &at, kind))
        } else {
            link(source, &at, kind)
        };
        match link {
            Ok(Edit::Made(link)) => made.extend(link),
            Ok(_) => {}
            Err(error) => {
                // A link that cannot be removed was changed by another program meanwhile.
                drop(undo(&Edit::Made(made)));
                return Err(error);
            }
        }
    }
    Ok(Edit::Made(made))
}

/// Makes a link.
fn link(source: &Path, at: &Path, kind: LinkKind) -> Result<Edit, OpError> {
    match kind {
        LinkKind::Absolute => symlink(source, at),
        LinkKind::Relative => symlink(&seen_from(at, source), at),
        LinkKind::Hard => hard_link(source, at),
    }
}

/// Gives the path from the directory of a link to something.
///
/// The kernel resolves `..` from the real directory of the link, so symlinks above both paths are
/// resolved first.
fn seen_from(link: &Path, source: &Path) -> PathBuf {
    let real = |path: &Path| {
        let dir = path.parent()?.canonicalize().ok()?;
        Some(dir.join(path.file_name()?))
    };
    match (real(link), real(source)) {
        (Some(link), Some(source)) => relative(link.parent().unwrap_or(Path::new("/")), &source),
        _ => source.to_owned(),
    }
}

/// Gives the path that leads from a directory to something; both are absolute.
fn relative(dir: &Path, to: &Path) -> PathBuf {
    let (mut here, mut there) = (dir.components().peekable(), to.components().peekable());
    while here.peek().is_some() && here.peek() == there.peek() {
        here.next();
        there.next();
    }
    let up = here.map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(there).collect();
    if path.as_os_str().is_empty() { ".".into() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_goes_up_as_far_as_it_must() {
        let from = |dir: &str, to: &str| relative(Path::new(dir), Path::new(to));
        assert_eq!(from("/a/b", "/a/c/d"), Path::new("../c/d"));
        assert_eq!(from("/a", "/a/b"), Path::new("b"));
        assert_eq!(from("/a/b", "/a"), Path::new(".."));
        assert_eq!(from("/", "/a"), Path::new("a"));
        assert_eq!(from("/a", "/a"), Path::new("."));
    }
}
