//! Reads addresses of other machines as browsers and other file managers write them: `sftp://me@host/path`.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use fcp_engine::link::split_host;
use fcp_engine::path::FarPath;

use crate::tr;

/// The port of ssh where nothing else is said.
const PORT: &str = "22";

/// Gives the place that an address with a scheme means, or says in a sentence why it means none; nothing if the text
/// has no scheme.
pub fn far(typed: &OsStr) -> Option<Result<FarPath, String>> {
    let (scheme, rest) = typed.to_str()?.split_once("://")?;
    let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then(|| read(&scheme.to_ascii_lowercase(), rest))
}

fn read(scheme: &str, rest: &str) -> Result<FarPath, String> {
    if !matches!(scheme, "sftp" | "ssh" | "scp") {
        return Err(tr!("address-scheme", scheme = scheme));
    }
    let (machine, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (user, machine) = machine.rsplit_once('@').unwrap_or(("", machine));
    if user.contains(':') {
        return Err(tr!("address-password").to_owned());
    }
    // The colons of an IPv6 address are in brackets.
    let end = machine.find(']').map_or(0, |at| at + 1);
    let (host, port) = match machine.get(end..).and_then(|rest| rest.find(':')) {
        Some(colon) => (&machine[..end + colon], &machine[end + colon + 1..]),
        None => (machine, ""),
    };
    if !port.is_empty() && port != PORT {
        return Err(tr!("address-port", port = port, host = host));
    }
    let user = String::from_utf8_lossy(&decoded(user)).into_owned();
    let at = if user.is_empty() { "" } else { "@" };
    let host = split_host(Path::new(&format!("{user}{at}{host}:"))).map(|(host, _)| host);
    let wrong = || tr!("address-wrong").to_owned();
    FarPath::new(&host.ok_or_else(wrong)?, inside(path)).ok_or_else(wrong)
}

/// The path on the machine: without one, or behind `/~`, it leads from the home directory there.
fn inside(path: &str) -> PathBuf {
    let path = decoded(path);
    let below_home = match path.strip_prefix(b"/~") {
        Some(rest) if rest.is_empty() || rest.starts_with(b"/") => Some(rest),
        _ if path.is_empty() => Some(&[][..]),
        _ => None,
    };
    let bytes = below_home.map(|rest| rest.iter().copied().skip_while(|byte| *byte == b'/'));
    let bytes = bytes.map_or(path.clone(), Iterator::collect);
    PathBuf::from(if bytes.is_empty() { OsString::from(".") } else { OsString::from_vec(bytes) })
}

/// Takes `%20` and its like for the bytes that they stand for.
fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits =
            after.get(..2).filter(|it| first == b'%' && it.iter().all(u8::is_ascii_hexdigit));
        let value =
            digits.and_then(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok());
        bytes.push(value.unwrap_or(first));
        rest = if value.is_some() { &after[2..] } else { after };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(typed: &str) -> Option<Result<String, String>> {
        far(OsStr::new(typed)).map(|far| far.map(|far| far.to_string()))
    }

    #[test]
    fn an_address_of_ssh_is_a_machine_and_a_path() {
        for (typed, place) in [
            ("sftp://web/srv/a", "web:/srv/a"),
            ("ssh://me@web:22/srv", "me@web:/srv"),
            ("SCP://web", "web:"),
            ("sftp://web/", "web:/"),
            ("sftp://web/~/docs", "web:docs"),
            ("sftp://web/~", "web:"),
            ("sftp://web/~anna", "web:/~anna"),
            ("sftp://me@[::1]/a%20b%", "me@[::1]:/a b%"),
            ("sftp://web:/a", "web:/a"),
        ] {
            assert_eq!(at(typed), Some(Ok(place.to_owned())), "{typed}");
        }
        for typed in ["/a://b", "web:/srv", "web:a://b", "://a", "a b://c"] {
            assert_eq!(at(typed), None, "{typed}");
        }
    }

    #[test]
    fn an_address_that_means_no_place_says_why() {
        for (typed, part) in [
            ("ssh://web:2222/a", "“Port 2222”"),
            ("sftp://[::1]:2222", "“Host [::1]”"),
            ("sftp://me:secret@web/", "password"),
            ("smb://nas/share", "smb://"),
            ("sftp:///a", "no address"),
            ("sftp://-oProxyCommand=x/", "no address"),
            ("sftp://web/a%00", "no address"),
        ] {
            let why = at(typed).unwrap().unwrap_err();
            assert!(why.contains(part) && !why.contains("secret"), "{typed}: {why}");
        }
    }
}
