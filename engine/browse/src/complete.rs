//! Completes a typed path: finds the folders that it may mean.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::{Metas, Order, arrange};
use fcp_engine::event::FileKind;

/// Folders that a completion offers.
const OFFERED: usize = 200;

/// Gives the folders whose paths begin like this, with a `/` behind each.
pub fn complete(start: &Path) -> Vec<PathBuf> {
    let text = start.as_os_str().as_bytes();
    let (dir, name) = match text.iter().rposition(|&c| c == b'/') {
        Some(at) => text.split_at(at + 1),
        None => return Vec::new(),
    };
    let dir = Path::new(OsStr::from_bytes(dir));
    let Ok(listing) = super::list(dir, |_| {}) else { return Vec::new() };
    let all = arrange(
        &listing,
        &Metas::default(),
        &Order::default(),
        name.starts_with(b"."),
        None,
        &BTreeMap::new(),
    );
    let fits = |index: &u32| {
        let index = *index as usize;
        let found = listing.name(index)?;
        let begins = found.as_bytes().starts_with(name);
        let enters = || match listing.kind(index) {
            FileKind::Directory => true,
            FileKind::Symlink | FileKind::Unknown => dir.join(found).is_dir(),
            _ => false,
        };
        (begins && enters()).then(|| {
            let mut path = dir.join(found).into_os_string();
            path.push("/");
            PathBuf::from(path)
        })
    };
    all.iter().filter_map(fits).take(OFFERED).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_and_links_to_them_complete_a_name() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &[u8]| dir.path().join(OsStr::from_bytes(name));
        for name in [&b"docs"[..], b"d\xff", b".dot", b"other"] {
            fs::create_dir(at(name)).unwrap();
        }
        fs::write(at(b"data"), "").unwrap();
        symlink("docs", at(b"dlink")).unwrap();
        let told = |start: &[u8]| {
            let all = complete(&at(start)).into_iter();
            let rest =
                |path: PathBuf| path.strip_prefix(dir.path()).unwrap().as_os_str().to_owned();
            all.map(rest).collect::<Vec<_>>()
        };
        let named = |names: &[&[u8]]| -> Vec<_> {
            names.iter().map(|name| OsStr::from_bytes(name).to_owned()).collect()
        };
        assert_eq!(told(b"d"), named(&[b"docs", b"d\xff", b"dlink"]));
        assert_eq!(told(b".d"), named(&[b".dot"]));
        assert!(complete(&at(b"d")).iter().all(|path| path.as_os_str().as_bytes().ends_with(b"/")));
        assert!(complete(Path::new("relative")).is_empty());
    }
}
