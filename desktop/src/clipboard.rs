//! Puts files and text on the clipboard and reads them, in the formats that file managers use.

use std::path::PathBuf;

use fcp_presentation::spelling;
use fcp_presentation::{tr, typed};

use crate::feed::Feed;
use crate::system::{Here, System as _};
use crate::trashed::{all_on_disk, refuse_trashed};
use crate::uris::{self, UriList};
use crate::wire::{Notice, NoticeCode, Refusal, TextOf, Tone};

/// Verb and URIs, as the file managers of GNOME and its relatives exchange them.
const GNOME: &str = "x-special/gnome-copied-files";

/// URIs alone.
const URIS: &str = "text/uri-list";

/// KDE's format that says whether the URIs are cut or copied.
const KDE_CUT: &str = "application/x-kde-cutselection";

/// What tells our own files from those that another program has put there.
const OWN: &str = "application/x-fcp-files";

/// Text, for programs that accept no files.
const TEXT: [&str; 2] = ["UTF8_STRING", "text/plain;charset=utf-8"];

/// Files in the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Copied {
    /// Where they are.
    pub(crate) paths: Vec<PathBuf>,
    /// Whether to move them.
    pub(crate) cut: bool,
    /// What [`copy_files`] was given with them; empty where another program has put them there.
    pub(crate) token: Vec<u8>,
    /// Items beside them that are not on this machine.
    pub(crate) strange: u64,
}

impl Copied {
    /// Says why nothing of it can be pasted.
    pub(crate) fn nothing(&self) -> Refusal {
        Refusal::because(if self.strange > 0 {
            tr!("desktop-clipboard-elsewhere")
        } else {
            tr!("desktop-clipboard-empty")
        })
    }
}

/// Puts files into the clipboard, with what tells them from others there.
pub(crate) fn copy_files(
    feed: &Feed,
    named: &[PathBuf],
    cut: bool,
    token: &str,
) -> Result<(), Refusal> {
    if cut {
        refuse_trashed(named)?;
    }
    let paths = all_on_disk(named);
    let count = paths.len() as u64;
    Here::put(formats(&Copied { paths, cut, token: token.into(), strange: 0 })?)?;
    say_copied(feed, if cut { NoticeCode::Cut } else { NoticeCode::Copied }, count);
    Ok(())
}

/// Puts items of an archive into the clipboard: what tells them from others there, since other programs cannot open them.
pub(crate) fn copy_token(feed: &Feed, count: u64, token: &str) -> Result<(), Refusal> {
    Here::put(vec![(OWN, token.into())])?;
    let detail = Some(tr!("desktop-copied-inside").to_owned());
    let notice = Notice::new(Tone::Plain, NoticeCode::Copied);
    feed.notify(Notice { count: Some(count), detail, ..notice });
    Ok(())
}

/// Puts paths or names into the clipboard as text.
pub(crate) fn copy_text(feed: &Feed, named: &[PathBuf], what: TextOf) -> Result<(), Refusal> {
    let paths = all_on_disk(named);
    let text = match what {
        TextOf::Paths => paths.iter().map(|path| typed::quoted(path)).collect::<Vec<_>>().join(" "),
        TextOf::Names => {
            let name = |path: &PathBuf| path.file_name().map(spelling::spell);
            paths.iter().filter_map(name).collect::<Vec<_>>().join("\n")
        }
    };
    copy_line(text)?;
    say_copied(feed, NoticeCode::Copied, paths.len() as u64);
    Ok(())
}

/// Puts a line of text into the clipboard.
pub(crate) fn copy_line(text: String) -> Result<(), Refusal> {
    let bytes = text.into_bytes();
    Here::put(TEXT.map(|target| (target, bytes.clone())).to_vec())
}

/// Gives the files that are in the clipboard; none if something else is.
pub(crate) fn files() -> Result<Copied, Refusal> {
    let token = Here::take(OWN)?.unwrap_or_default();
    if let Some(copied) = Here::take(GNOME)?.as_deref().and_then(from_gnome) {
        return Ok(Copied { token, ..copied });
    }
    let UriList { files: paths, strange } =
        Here::take(URIS)?.map_or_else(UriList::default, |list| uris::decode_list(&list));
    let cut = !paths.is_empty() && Here::take(KDE_CUT)?.is_some_and(|it| it.starts_with(b"1"));
    Ok(Copied { paths, cut, token, strange })
}

/// Empties the clipboard if these were cut, since a job moves them now.
pub(crate) fn forget_cut(paths: &[PathBuf]) {
    let is_it = files().is_ok_and(|copied| copied.cut && copied.paths == paths);
    if is_it && Here::put(TEXT.map(|target| (target, Vec::new())).to_vec()).is_err() {
        // Pasted again, they are not found.
    }
}

fn say_copied(feed: &Feed, code: NoticeCode, count: u64) {
    feed.notify(Notice { count: Some(count), ..Notice::new(Tone::Plain, code) });
}

/// Gives files in all forms that other programs ask for.
fn formats(copied: &Copied) -> Result<Vec<(&'static str, Vec<u8>)>, Refusal> {
    let uris = copied.paths.iter().map(|path| uris::encode(path));
    let uris = uris.collect::<Result<Vec<_>, _>>()?;
    let verb = if copied.cut { "cut" } else { "copy" };
    let gnome = format!("{verb}\n{}", uris.join("\n"));
    let list: String = uris.iter().flat_map(|uri| [uri.as_str(), "\r\n"]).collect();
    let cut = if copied.cut { "1" } else { "0" };
    let names: Vec<_> = copied.paths.iter().map(|path| spelling::spell(path.as_os_str())).collect();
    let mut formats = vec![
        (GNOME, gnome.into_bytes()),
        (URIS, list.into_bytes()),
        (KDE_CUT, cut.as_bytes().to_vec()),
        (OWN, copied.token.clone()),
    ];
    formats.extend(TEXT.map(|target| (target, names.join("\n").into_bytes())));
    Ok(formats)
}

fn from_gnome(data: &[u8]) -> Option<Copied> {
    let end = data.iter().position(|&byte| byte == b'\n')?;
    let (verb, list) = data.split_at(end);
    let cut = match verb.trim_ascii() {
        b"cut" => true,
        b"copy" => false,
        _ => return None,
    };
    let UriList { files: paths, strange } = uris::decode_list(list);
    Some(Copied { paths, cut, token: Vec::new(), strange })
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use super::*;

    #[test]
    fn what_is_put_in_can_be_taken_out_in_every_form() {
        let odd = std::ffi::OsString::from_vec(b"/x\xe9\ny".to_vec()).into();
        let token = b"1-2".to_vec();
        let paths = vec!["/a b".into(), odd];
        let copied = Copied { paths, cut: true, token: token.clone(), strange: 0 };
        let formats = formats(&copied).unwrap();
        let of = |name| &formats.iter().find(|(target, _)| *target == name).unwrap().1;
        assert_eq!(of(GNOME), b"cut\nfile:///a%20b\nfile:///x%E9%0Ay");
        assert_eq!(of(OWN), &token);
        let others = Copied { token: Vec::new(), ..copied.clone() };
        assert_eq!(from_gnome(of(GNOME)), Some(others));
        assert_eq!(uris::decode_list(of(URIS)).files, copied.paths);
        assert_eq!(of(KDE_CUT), b"1");
        assert_eq!(
            of(TEXT[0]),
            br"/a b
/x\xe9\x0ay"
        );
        assert_eq!(from_gnome(b"move\nfile:///a"), None);
        assert_eq!(from_gnome(b"file:///a"), None);
    }

    #[test]
    fn what_is_on_another_machine_is_counted_and_is_no_empty_clipboard() {
        let copied = from_gnome(b"cut\nfile:///a\nsftp://host/b\nsmb://host/c").unwrap();
        assert_eq!((copied.paths, copied.strange), (vec![PathBuf::from("/a")], 2));
        let why = |data| match from_gnome(data).unwrap().nothing() {
            Refusal::Not { text } => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(why(b"copy\nsftp://host/b"), tr!("desktop-clipboard-elsewhere"));
        assert_eq!(why(b"copy\n"), tr!("desktop-clipboard-empty"));
    }
}
