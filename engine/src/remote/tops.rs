//! Knows which names may arrive at the top.

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use fcp_archive::parts;

use crate::contract::path::WirePath;
use crate::link::{Item, machine_of};
use crate::walk::operand::base_of;
use fcp_sys as sys;

/// End of the name of a directory in which items arrive.
pub(super) const ARRIVING: &[u8] = b"-arriving";

/// The names that may arrive at the top; none where the sources have no names of their own.
///
/// A server that is not to be trusted must not add files that were not asked for, as with scp until 2019
/// (CVE-2019-6111).
pub(super) fn tops(sources: &[WirePath], far: bool) -> Option<HashSet<Vec<u8>>> {
    let named = |source: &WirePath| {
        let name = base_of(&sys::c_path(&local_path(source, far))?).to_vec();
        (!matches!(name.as_slice(), b"" | b"." | b".." | b"~")).then_some(name)
    };
    sources.iter().map(named).collect()
}

/// Whether the sources have names of their own.
pub(super) fn has_tops(sources: &[WirePath], far: bool) -> bool {
    tops(sources, far).is_some()
}

/// Whether an item lies below one of these names at the top.
pub(super) fn is_asked_for(item: &Item, tops: Option<&HashSet<Vec<u8>>>) -> bool {
    let Some(tops) = tops else { return true };
    parts(item.path.0.as_os_str().as_bytes())
        .is_ok_and(|parts| parts.first().is_some_and(|first| tops.contains(*first)))
}

/// The path of a source where it is.
fn local_path(source: &WirePath, far: bool) -> PathBuf {
    let split = machine_of(&source.0).filter(|_| far);
    split.map_or_else(|| source.0.clone(), |(_, path)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_names_that_were_asked_for_may_arrive() {
        let sources = |paths: &[&str]| paths.iter().map(|path| (*path).into()).collect::<Vec<_>>();
        let named = tops(&sources(&["web:/srv/a", "web:b/"]), true).unwrap();
        assert!(named.contains(b"a".as_slice()) && named.contains(b"b".as_slice()));
        assert_eq!(named.len(), 2);
        assert!(tops(&sources(&["web:/srv/a", "web:"]), true).is_none());
        assert!(tops(&sources(&["web:x/."]), true).is_none());
        assert!(tops(&sources(&["web:~"]), true).is_none());
        // The user of a push is at the end that sends, and means a file called so.
        assert!(tops(&sources(&["web:x"]), false).unwrap().contains(b"web:x".as_slice()));
    }
}
