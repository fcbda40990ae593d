//! Operands on other machines: `HOST:PATH`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::contract::path::{FarPath, WirePath, is_far, parent_of};

/// Takes `host:path` apart, where `host` may be `user@host` or in brackets; none if it is a path of this machine.
///
/// As for scp and rsync, a path is one of this machine if a slash comes before the first colon.
pub fn split_host(operand: &Path) -> Option<(String, PathBuf)> {
    let bytes = operand.as_os_str().as_bytes();
    let end = match bytes.strip_prefix(b"[") {
        // The colons of an IPv6 address.
        Some(rest) => rest.iter().position(|byte| *byte == b']')? + 2,
        None => match bytes.iter().position(|byte| *byte == b'@') {
            Some(at) if bytes.get(at + 1) == Some(&b'[') => {
                at + bytes.get(at..)?.iter().position(|byte| *byte == b']')? + 1
            }
            _ => bytes.iter().position(|byte| *byte == b':')?,
        },
    };
    let (host, path) = (bytes.get(..end)?, bytes.get(end..)?.strip_prefix(b":")?);
    // A host that begins with a dash would be an option of ssh.
    let name = host.rsplit(|byte| *byte == b'@').next().unwrap_or_default();
    let inner = name.strip_prefix(b"[").unwrap_or(name);
    let is_address = |byte: &u8| byte.is_ascii_alphanumeric() || b":.%_-".contains(byte);
    let is_strange =
        name.starts_with(b"[") && !name.iter().filter(|byte| !b"[]".contains(byte)).all(is_address);
    let is_option = host.starts_with(b"-") || inner.starts_with(b"-");
    let is_controlled = host.iter().any(|byte| *byte < b' ');
    if inner.is_empty() || host.contains(&b'/') || is_option || is_strange || is_controlled {
        return None;
    }
    let path = if path.is_empty() { b"." } else { path };
    let host = std::str::from_utf8(host).ok()?.to_owned();
    Some((host, PathBuf::from(OsStr::from_bytes(path))))
}

/// The machine of a source and the path there, whether the command line or a file manager has spelled it.
pub(crate) fn machine_of(source: &Path) -> Option<(String, PathBuf)> {
    let far = FarPath::of(source).map(|far| (far.host().to_owned(), far.path().to_owned()));
    far.or_else(|| split_host(source))
}

/// The path under which what arrives is shown: the directory of the sources, if they are in one.
pub(crate) fn shown_source(sources: &[WirePath], far: bool) -> PathBuf {
    let directories = directories_of(sources, far);
    if directories.is_empty() {
        return sources.first().map(|source| directory_of(source, far)).unwrap_or_default();
    }
    PathBuf::new()
}

/// The directory of each source, where they are in several.
pub(crate) fn directories_of(sources: &[WirePath], far: bool) -> Vec<PathBuf> {
    let all: Vec<PathBuf> = sources.iter().map(|source| directory_of(source, far)).collect();
    let is_one = all.iter().all(|directory| Some(directory) == all.first());
    if is_one { Vec::new() } else { all }
}

/// The directory that the items of a source are shown in.
fn directory_of(source: &WirePath, far: bool) -> PathBuf {
    if is_far(&source.0) {
        return parent_of(&source.0).unwrap_or(&source.0).to_owned();
    }
    let (host, path) = match split_host(&source.0).filter(|_| far) {
        Some((host, path)) => (Some(host), path),
        None => (None, source.0.clone()),
    };
    // What is in `a/.` has no name of its own at the top.
    let named = path.file_name().is_some() && !path.as_os_str().as_bytes().ends_with(b"/.");
    let parent =
        if named { path.parent().map(Path::to_owned) } else { Some(path.components().collect()) };
    let parent = parent.unwrap_or_default();
    match host {
        Some(host) => {
            let mut text = std::ffi::OsString::from(host + ":");
            text.push(parent);
            PathBuf::from(text)
        }
        None => parent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_comes_before_the_first_colon_and_no_slash() {
        let split = |text: &str| {
            split_host(Path::new(text)).map(|(host, path)| (host, path.display().to_string()))
        };
        let some = |host: &str, path: &str| Some((host.to_owned(), path.to_owned()));
        assert_eq!(split("web:/srv/a"), some("web", "/srv/a"));
        assert_eq!(split("me@web:a:b"), some("me@web", "a:b"));
        assert_eq!(split("web:"), some("web", "."));
        assert_eq!(split("[::1]:x"), some("[::1]", "x"));
        assert_eq!(split("me@[fe80::1]:x"), some("me@[fe80::1]", "x"));
        for local in [
            "./a:b",
            "/a:b",
            "a/b:c",
            "ab",
            ":x",
            "-oProxyCommand=x:y",
            "[::1]",
            "[-oProxyCommand=touch x]:x",
            "me@[-o]:x",
            "[a b]:x",
        ] {
            assert_eq!(split(local), None, "{local}");
        }
    }

    #[test]
    fn sources_are_shown_below_what_they_have_in_common() {
        let shown = |sources: &[&str]| {
            let sources: Vec<WirePath> = sources.iter().map(|source| (*source).into()).collect();
            shown_source(&sources, true).display().to_string()
        };
        assert_eq!(shown(&["web:/srv/a", "web:/srv/b"]), "web:/srv");
        assert_eq!(shown(&["web:a"]), "web:");
        assert_eq!(shown(&["web:/srv/."]), "web:/srv");
        assert_eq!(shown(&["web:."]), "web:.");
        assert_eq!(shown(&["/a/x", "/b/y"]), "");
        let each = |sources: [&str; 2]| directories_of(&sources.map(WirePath::from), true);
        assert_eq!(each(["web:/a/x", "web:/b/x"]), ["web:/a", "web:/b"].map(PathBuf::from));
        assert!(each(["web:/a/x", "web:/a/y"]).is_empty());
    }
}
