//! Converts file names and paths into a form that is safe to show, with chips for unprintable bytes.

use std::ffi::OsStr;
use std::path::Path;

use fcp_engine::path::{DisplayName, Piece, is_far, parent_of, with_parents};

use crate::wire::{Crumb, Name, NamePart};

/// Gives a name as it is shown, with chips for bytes that are no text and characters that deceive.
pub(crate) fn name<P: AsRef<OsStr> + ?Sized>(raw: &P) -> Name {
    let shown = DisplayName::new(raw);
    let part = |piece| match piece {
        Piece::Text(text) => NamePart::Text(text.to_owned()),
        Piece::Char(c) => NamePart::Chip(format!("U+{:04X}", u32::from(c))),
        Piece::Byte(byte) => NamePart::Chip(format!("{byte:02X}")),
    };
    let parts = if shown.is_hostile() { shown.pieces().map(part).collect() } else { Vec::new() };
    Name { text: shown.to_string(), parts }
}

/// Gives the name of a folder: the last of its path, and of the topmost one of another machine also the host.
pub(crate) fn folder(dir: &Path) -> Name {
    match dir.file_name() {
        Some(last) if !is_far(dir) || parent_of(dir).is_some() => name(last),
        Some(_) | None => name(dir),
    }
}

/// Gives the way to a folder, the root or the machine first; below the home folder, that first.
pub(crate) fn crumbs(dir: &Path, home: Option<&Path>) -> Vec<Crumb> {
    let home = home.filter(|home| *home != Path::new("/") && dir.starts_with(home));
    let mut crumbs: Vec<Crumb> = with_parents(dir)
        .take_while(|at| home.is_none_or(|home| at.starts_with(home)))
        .enumerate()
        .map(|(up, at)| Crumb { name: folder(at), up: up as u32 })
        .collect();
    crumbs.reverse();
    crumbs
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use fcp_engine::path::FarPath;

    use super::*;

    fn shown(bytes: &[u8]) -> Name {
        name(OsStr::from_bytes(bytes))
    }

    #[test]
    fn what_cannot_be_shown_is_a_chip() {
        let text = |text: &str| NamePart::Text(text.to_owned());
        let chip = |text: &str| NamePart::Chip(text.to_owned());
        let cases: [(&[u8], Vec<NamePart>); 5] = [
            ("été.txt".as_bytes(), vec![]),
            (b"caf\xe9.txt", vec![text("caf"), chip("E9"), text(".txt")]),
            ("a\u{202e}gpj.exe".as_bytes(), vec![text("a"), chip("U+202E"), text("gpj.exe")]),
            (b"\n", vec![chip("U+000A")]),
            (b"\xff\xfe", vec![chip("FF"), chip("FE")]),
        ];
        for (bytes, parts) in cases {
            assert_eq!(shown(bytes).parts, parts);
        }
        assert_eq!(shown(b"caf\xe9.txt").text, r"caf\xe9.txt");
    }

    #[test]
    fn crumbs_lead_from_the_root_or_from_home() {
        let told = |dir: &str, home: Option<&str>| -> Vec<(String, u32)> {
            let crumbs = crumbs(Path::new(dir), home.map(Path::new));
            crumbs.into_iter().map(|crumb| (crumb.name.text, crumb.up)).collect()
        };
        let way = |names: &[&str]| -> Vec<(String, u32)> {
            let ups = (0..names.len() as u32).rev();
            names.iter().map(|name| (*name).to_owned()).zip(ups).collect()
        };
        let home = Some("/home/anna");
        assert_eq!(told("/home/anna", None), way(&["/", "home", "anna"]));
        assert_eq!(told("/home/anna", home), way(&["anna"]));
        assert_eq!(told("/home/anna/a/b", home), way(&["anna", "a", "b"]));
        assert_eq!(told("/home/annabel", home), way(&["/", "home", "annabel"]));
        assert_eq!(told("/a", Some("/")), way(&["/", "a"]));
        // On another machine nothing leads to a folder of this one.
        let far = |path: &str| FarPath::new("me@web", path).unwrap().to_path();
        let far = |path: &str| told(far(path).to_str().unwrap(), home);
        assert_eq!(far("/home/anna"), way(&["me@web:/", "home", "anna"]));
        assert_eq!((far("/"), far(".")), (way(&["me@web:/"]), way(&["me@web:"])));
        assert_eq!(far("docs/new"), way(&["me@web:docs/new"]));
    }
}
