//! Builds the preview of the entry under the cursor: a small part of any file, read quickly.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fcp_browse::{self as browse, Metas, Order};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_presentation::viewed;
use fcp_viewer::Encoding;
use fcp_viewer::head::{self, Shown};
use fcp_viewer::media;

use crate::names;
use crate::panels::Panels;
use crate::patience::Newest;
use crate::thumbs;
use crate::trashed::on_disk;
use crate::wire::{EntryId, PanelSide, Preview, PreviewContent, PreviewHit};

/// How long a disk gets to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Bytes of a file that are read for text.
const HEAD: u64 = 64 << 10;

/// Bytes of a file that are read to find a line in it.
const SKIPPED: u64 = 256 << 20;

/// Bytes of a file in another encoding than UTF-8 that are read to find a line in it, all of which are in memory then.
const SKIPPED_DECODED: u64 = 16 << 20;

/// Lines that are shown above the line that a search found.
const ABOVE: u64 = 6;

/// Names of a folder that are shown.
const NAMES: usize = 200;

/// Looks at files for previews, one for each panel.
#[derive(Debug)]
pub(crate) struct Looks {
    panels: Arc<Panels>,
    left: Newest,
    right: Newest,
}

impl Looks {
    /// Looks at what the panels show.
    pub(crate) fn new(panels: &Arc<Panels>) -> Self {
        Self { panels: Arc::clone(panels), left: Newest::default(), right: Newest::default() }
    }

    fn of(&self, side: PanelSide) -> &Newest {
        match side {
            PanelSide::Left => &self.left,
            PanelSide::Right => &self.right,
        }
    }

    /// Tells what is in the entry under the cursor.
    pub(crate) fn preview(&self, side: PanelSide) -> Preview {
        let Some((id, path, line)) = self.panels.current(side) else {
            return of_name(Path::new(""));
        };
        let Ok(path) = path.clone().here() else {
            // What the listing has told; the machine is not asked at each step of the cursor.
            let meta = self.panels.listed(side);
            let size = meta.as_ref().filter(|meta| meta.kind == FileKind::File);
            let size = size.map(|meta| meta.size);
            let mtime = meta.map(|meta| meta.mtime);
            return Preview { id: Some(id), size, mtime, ..of_name(path.spelled()) };
        };
        let path = on_disk(&path);
        let mut late = Preview { id: Some(id), ..of_name(&path) };
        let errno = Some(rustix::io::Errno::TIMEDOUT.raw_os_error());
        let error = OpError { errno, ..OpError::refused(Action::Read, Code::Io, &path) };
        late.content = PreviewContent::Error { error };
        self.of(side).within(PATIENCE, move || look(id, &path, line)).unwrap_or(late)
    }
}

fn of_name(path: &Path) -> Preview {
    Preview {
        id: None,
        name: names::name(path.file_name().unwrap_or(path.as_os_str())),
        size: None,
        mtime: None,
        content: PreviewContent::None,
    }
}

fn look(id: EntryId, path: &Path, line: Option<u64>) -> Preview {
    let mut preview = Preview { id: Some(id), ..of_name(path) };
    match browse::inspect(path) {
        Ok(found) => {
            preview.size = (found.kind == FileKind::File).then_some(found.size);
            preview.mtime = Some(found.mtime);
            preview.content = content(id, path, found.kind, line)
                .unwrap_or_else(|error| PreviewContent::Error { error });
        }
        Err(error) => preview.content = PreviewContent::Error { error },
    }
    preview
}

fn content(
    id: EntryId,
    path: &Path,
    kind: FileKind,
    line: Option<u64>,
) -> Result<PreviewContent, OpError> {
    match kind {
        FileKind::Directory => return folder(path),
        // One that leads to a folder shows what is in it.
        FileKind::Symlink if path.is_dir() => return folder(path),
        FileKind::File | FileKind::Symlink => {}
        FileKind::Fifo
        | FileKind::Socket
        | FileKind::CharDevice
        | FileKind::BlockDevice
        | FileKind::Unknown => return Ok(PreviewContent::None),
    }
    if thumbs::is_picture(path)
        && let Some((width, height)) = thumbs::size(path)
    {
        return Ok(PreviewContent::Image { thumb: id, width, height });
    }
    let mut file = browse::open(path)?;
    let bytes = beginning(&mut file).map_err(|error| failed(path, &error))?;
    if let Some(facts) = media::facts(&mut file, &bytes) {
        let facts = facts.iter().map(viewed::fact).collect();
        return Ok(PreviewContent::Media { facts });
    }
    let whole = (bytes.len() as u64) < HEAD;
    if let Some(shown) = decoded(&mut file, &bytes, line).map_err(|error| failed(path, &error))? {
        return Ok(shown);
    }
    if head::is_text(&bytes)
        && let Some(number) = line
        && let Some(around) = around(file, number).map_err(|error| failed(path, &error))?
    {
        return Ok(around);
    }
    if head::is_text(&bytes) {
        let Shown { lines, cut } = head::text(&bytes, whole);
        return Ok(PreviewContent::Text { lines, cut, hit: None });
    }
    let Shown { lines, cut } = head::bytes(&bytes, whole);
    Ok(PreviewContent::Bytes { lines, cut })
}

fn beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads a file whose first bytes tell that it is no UTF-8, around a line if a search found one; none of others.
fn decoded(file: &mut File, head: &[u8], line: Option<u64>) -> io::Result<Option<PreviewContent>> {
    let (encoding, mark) = Encoding::of(head);
    if encoding == Encoding::Utf8 || mark == 0 && !head::is_text(head) {
        return Ok(None);
    }
    let mut bytes = head.to_vec();
    let most = if line.is_some() { SKIPPED_DECODED } else { HEAD };
    file.seek(SeekFrom::Start(bytes.len() as u64))?;
    file.by_ref().take(most.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
    let whole = (bytes.len() as u64) < most;
    let text = encoding.decode(&bytes[mark..]);
    let number = line.unwrap_or(1);
    let first = number.saturating_sub(ABOVE).max(1);
    let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let start = [0].into_iter().chain(breaks).nth((first - 1) as usize);
    if start.is_none() && encoding.unit() == 1 {
        // Lines of such a file are found without decoding it, further away than is decoded.
        return Ok(None);
    }
    // The line is further away than is read, or not there any more.
    let (start, first) = start.map_or((0, 1), |start| (start, first));
    let rest = &text[start..];
    let end = rest.len().min(HEAD as usize);
    let Shown { lines, cut } = head::text(&rest[..end], whole && end == rest.len());
    let at = number - first;
    let hit =
        (line.is_some() && at < lines.len() as u64).then_some(PreviewHit { at: at as u32, number });
    Ok(Some(PreviewContent::Text { lines, cut, hit }))
}

/// Reads the lines around one; none if it is not near enough to the beginning, or not there any more.
fn around(file: File, number: u64) -> io::Result<Option<PreviewContent>> {
    let mut file = BufReader::new(file);
    file.rewind()?;
    let mut file = file.take(SKIPPED);
    let first = number.saturating_sub(ABOVE).max(1);
    for _ in 1..first {
        if file.skip_until(b'\n')? == 0 {
            return Ok(None);
        }
    }
    if file.limit() == 0 {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.into_inner().take(HEAD).read_to_end(&mut bytes)?;
    let Shown { lines, cut } = head::text(&bytes, (bytes.len() as u64) < HEAD);
    let at = number - first;
    let is_there = at < lines.len() as u64;
    let hit = Some(PreviewHit { at: at as u32, number });
    Ok(is_there.then_some(PreviewContent::Text { lines, cut, hit }))
}

fn failed(path: &Path, error: &io::Error) -> OpError {
    OpError { errno: error.raw_os_error(), ..OpError::refused(Action::Read, Code::Io, path) }
}

/// Lists a folder as panels do, hidden names left out.
fn folder(path: &Path) -> Result<PreviewContent, OpError> {
    let listing = browse::list(path, |_| {})?;
    let (order, metas) = (Order::default(), Metas::default());
    let rows = browse::arrange(&listing, &metas, &order, false, None, &BTreeMap::new());
    let names = rows.iter().take(NAMES).filter_map(|row| listing.name(*row as usize));
    Ok(PreviewContent::Folder {
        names: names.map(names::name).collect(),
        count: listing.len() as u64,
    })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn each_kind_of_file_shows_what_is_in_it() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let shown = |name: &str| look(7, &at(name), None).content;
        fs::write(at("text"), "one\ntwo\x1b[2J\n").unwrap();
        let lines = vec!["one".to_owned(), r"two\x1b[2J".to_owned()];
        assert_eq!(shown("text"), PreviewContent::Text { lines, cut: false, hit: None });
        fs::write(at("data"), b"\0\x01\x02").unwrap();
        assert!(matches!(shown("data"), PreviewContent::Bytes { cut: false, .. }));
        fs::write(at("large"), "x\n".repeat(HEAD as usize)).unwrap();
        assert!(matches!(shown("large"), PreviewContent::Text { cut: true, .. }));
        image::RgbImage::new(30, 20).save(at("picture.png")).unwrap();
        let picture = PreviewContent::Image { thumb: 7, width: 30, height: 20 };
        assert_eq!(shown("picture.png"), picture);
        fs::write(at("text.png"), "no picture").unwrap();
        assert!(matches!(shown("text.png"), PreviewContent::Text { .. }));
        symlink("text", at("link")).unwrap();
        assert_eq!(shown("link"), shown("text"));
        symlink("nowhere", at("broken")).unwrap();
        assert!(matches!(shown("broken"), PreviewContent::Error { .. }));
        assert!(matches!(shown("gone"), PreviewContent::Error { .. }));
        let fifo = std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap();
        assert!(fifo.success());
        symlink("fifo", at("to-fifo")).unwrap();
        assert_eq!(shown("fifo"), PreviewContent::None);
        assert!(matches!(shown("to-fifo"), PreviewContent::Error { .. }));
    }

    #[test]
    fn a_text_of_windows_shows_its_quotes() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        fs::write(&path, b"one\n\x93caf\xe9\x94\nthree\n").unwrap();
        let PreviewContent::Text { lines, cut: false, hit: None } = look(7, &path, None).content
        else {
            panic!()
        };
        assert_eq!(lines, ["one", "“café”", "three"]);
        let PreviewContent::Text { lines, hit: Some(hit), .. } = look(7, &path, Some(2)).content
        else {
            panic!()
        };
        assert_eq!((lines[hit.at as usize].as_str(), hit.number), ("“café”", 2));
    }

    #[test]
    fn a_hit_in_utf16_shows_text() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let lines: Vec<_> = (1..=20_000).map(|n| format!("Zeile {n} ä")).collect();
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let text = format!("\u{feff}{}", lines.join("\r\n"));
            fs::write(&path, text.encode_utf16().flat_map(bytes).collect::<Vec<_>>()).unwrap();
            let PreviewContent::Text { lines, cut: true, hit: None } = look(7, &path, None).content
            else {
                panic!()
            };
            assert_eq!(lines[1], "Zeile 2 ä");
            let PreviewContent::Text { lines, hit: Some(hit), .. } =
                look(7, &path, Some(19_000)).content
            else {
                panic!()
            };
            assert_eq!((lines[hit.at as usize].as_str(), hit.number), ("Zeile 19000 ä", 19_000));
            // The file has become shorter since.
            let gone = look(7, &path, Some(20_001)).content;
            assert!(matches!(gone, PreviewContent::Text { hit: None, .. }), "{gone:?}");
        }
    }

    #[test]
    fn a_hit_shows_the_lines_around_it() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let lines: Vec<_> = (1..=40_000).map(|n| format!("line {n}")).collect();
        fs::write(&path, lines.join("\n")).unwrap();
        let hit = |number| match look(7, &path, Some(number)).content {
            PreviewContent::Text { lines, hit: Some(hit), .. } => {
                assert_eq!(hit.number, number);
                (lines[0].clone(), lines[hit.at as usize].clone())
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(hit(1), ("line 1".to_owned(), "line 1".to_owned()));
        assert_eq!(hit(30_000), ("line 29994".to_owned(), "line 30000".to_owned()));
        assert_eq!(hit(40_000).1, "line 40000");
        // The file has become shorter since.
        let gone = look(7, &path, Some(50_000)).content;
        assert!(matches!(gone, PreviewContent::Text { hit: None, cut: true, .. }), "{gone:?}");
    }

    #[test]
    fn a_folder_shows_its_names_and_counts_all() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::create_dir(dir.join("z")).unwrap();
        for name in [b"a10".as_slice(), b"a9", b".hidden", b"b\xff"] {
            fs::write(dir.join(OsStr::from_bytes(name)), "").unwrap();
        }
        let PreviewContent::Folder { names, count } = look(1, dir, None).content else { panic!() };
        let names: Vec<_> = names.iter().map(|name| name.text.as_str()).collect();
        assert_eq!((names, count), (vec!["z", "a9", "a10", r"b\xff"], 5));
    }
}
