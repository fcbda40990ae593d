//! Serves thumbnails to the pages over our own protocol: `thumb://localhost/ID`, larger with `?large` and `?full`.
//!
//! Ids mean entries of a panel, or files that were kept for a question or a plan: no path comes from a page.

mod picture;
mod pool;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use fcp_presentation::lock;
use tauri::http::{Response, StatusCode, Uri, header};
use tauri::{Builder, Runtime, UriSchemeResponder};

use self::picture::{Small, small};
pub(crate) use self::picture::{is_picture, size};
use self::pool::Pool;
use crate::panels::Panels;
use crate::trashed::on_disk;

/// Edges of the pictures in pixels: in rows and tiles, in the preview, and in the viewer.
const EDGES: [u32; 3] = [144, 640, 2560];

/// Ids of kept files begin here: far beyond those of entries, and still exact in JavaScript.
const KEPT: u64 = 1 << 52;

/// Files that are kept.
const KEPT_FILES: usize = 4096;

/// Pictures that are remembered, and the bytes they may take.
const REMEMBERED: usize = 200;
const REMEMBERED_BYTES: usize = 16 << 20;

/// Pictures that a plan shows.
const OF_A_PLAN: usize = 3;

/// Which files have thumbnails, and those that were made.
#[derive(Debug, Default)]
pub(crate) struct Thumbs {
    kept: Mutex<Files>,
    made: Mutex<Made>,
    pool: Pool,
}

#[derive(Debug, Default)]
struct Files {
    last: u64,
    paths: BTreeMap<u64, PathBuf>,
    ids: HashMap<PathBuf, u64>,
}

/// What makes a picture another one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    path: PathBuf,
    size: u64,
    modified: Option<SystemTime>,
    edge: u32,
}

/// Pictures that were made, the one that was used last at the end.
#[derive(Debug, Default)]
struct Made {
    pictures: VecDeque<(Key, Arc<Small>)>,
    bytes: usize,
}

/// Serves thumbnails to the windows.
pub(crate) fn register<R: Runtime>(
    builder: Builder<R>,
    thumbs: &Arc<Thumbs>,
    panels: &Arc<Panels>,
) -> Builder<R> {
    let (thumbs, panels) = (Arc::clone(thumbs), Arc::clone(panels));
    builder.register_asynchronous_uri_scheme_protocol("thumb", move |_, request, responder| {
        let asked = ThumbRequest::parse(request.uri());
        let mut reply = Reply(Some(responder));
        let (here, panels) = (Arc::clone(&thumbs), Arc::clone(&panels));
        let make = move || here.get(&panels, &asked?);
        thumbs.pool.put(make, move |small| reply.send(small.as_deref()));
    })
}

/// The way back to a page, which waits until it is told something.
struct Reply(Option<UriSchemeResponder>);

impl Reply {
    fn send(&mut self, small: Option<&Small>) {
        if let Some(responder) = self.0.take() {
            responder.respond(response(small));
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.send(None);
    }
}

fn response(small: Option<&Small>) -> Response<Cow<'static, [u8]>> {
    let (mime, bytes) =
        small.map_or(("text/plain", Vec::new()), |small| (small.mime, small.bytes.clone()));
    let mut response = Response::new(Cow::Owned(bytes));
    if small.is_none() {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(mime));
    let sniff = header::HeaderValue::from_static("nosniff");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, sniff);
    // We remember them ourselves, and know when a file has changed.
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// What a page asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThumbRequest {
    id: u64,
    edge: u32,
}

impl ThumbRequest {
    fn parse(uri: &Uri) -> Option<Self> {
        let id = uri.path().strip_prefix('/')?.parse().ok()?;
        let [tile, large, full] = EDGES;
        let edge = match uri.query() {
            Some("large") => large,
            Some("full") => full,
            _ => tile,
        };
        Some(Self { id, edge })
    }
}

impl Thumbs {
    /// Gives a file an id of its own, for a page to show.
    pub(crate) fn keep(&self, path: PathBuf) -> u64 {
        let mut files = lock(&self.kept);
        if let Some(id) = files.ids.get(&path) {
            return *id;
        }
        if files.paths.len() == KEPT_FILES
            && let Some((_, oldest)) = files.paths.pop_first()
        {
            files.ids.remove(&oldest);
        }
        files.last += 1;
        let id = KEPT + files.last;
        files.paths.insert(id, path.clone());
        files.ids.insert(path, id);
        id
    }

    /// Keeps the first pictures among files, and gives their ids.
    pub(crate) fn of(&self, paths: &[PathBuf]) -> Vec<u64> {
        let pictures = paths.iter().filter(|path| is_picture(path)).take(OF_A_PLAN);
        pictures.map(|path| self.keep(path.clone())).collect()
    }

    fn path(&self, panels: &Panels, id: u64) -> Option<PathBuf> {
        if id >= KEPT {
            return lock(&self.kept).paths.get(&id).cloned();
        }
        let path = panels.path(id).ok()?.here().ok()?;
        Some(on_disk(&path))
    }

    fn get(&self, panels: &Panels, asked: &ThumbRequest) -> Option<Arc<Small>> {
        self.picture(&self.path(panels, asked.id)?, asked.edge)
    }

    /// Gives a picture of a file, made now or before.
    fn picture(&self, path: &Path, edge: u32) -> Option<Arc<Small>> {
        let meta = path.metadata().ok()?;
        let (size, modified) = (meta.len(), meta.modified().ok());
        let key = Key { path: path.to_owned(), size, modified, edge };
        let known = lock(&self.made).take(&key);
        let picture = match known {
            Some(known) => known,
            None => Arc::new(small(path, edge)?),
        };
        lock(&self.made).put(key, Arc::clone(&picture));
        Some(picture)
    }
}

impl Made {
    fn take(&mut self, key: &Key) -> Option<Arc<Small>> {
        let at = self.pictures.iter().position(|(known, _)| known == key)?;
        let (_, picture) = self.pictures.remove(at)?;
        self.bytes -= picture.bytes.len();
        Some(picture)
    }

    fn put(&mut self, key: Key, picture: Arc<Small>) {
        // Two threads may have made the same one.
        drop(self.take(&key));
        self.bytes += picture.bytes.len();
        self.pictures.push_back((key, picture));
        while self.pictures.len() > REMEMBERED || self.bytes > REMEMBERED_BYTES {
            let Some((_, oldest)) = self.pictures.pop_front() else { return };
            self.bytes -= oldest.bytes.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    #[test]
    fn a_page_asks_by_number_and_nothing_else() {
        let asked = |uri: &str| ThumbRequest::parse(&uri.parse().unwrap());
        assert_eq!(asked("thumb://localhost/7"), Some(ThumbRequest { id: 7, edge: 144 }));
        assert_eq!(asked("thumb://localhost/7?large"), Some(ThumbRequest { id: 7, edge: 640 }));
        assert_eq!(asked("thumb://localhost/7?full"), Some(ThumbRequest { id: 7, edge: 2560 }));
        for other in ["thumb://localhost/etc/passwd", "thumb://localhost/-1", "thumb://localhost"] {
            assert_eq!(asked(other), None, "{other}");
        }
    }

    #[test]
    fn kept_files_have_numbers_that_javascript_knows() {
        let thumbs = Thumbs::default();
        let first = thumbs.keep("/a.png".into());
        assert_eq!(thumbs.keep("/a.png".into()), first);
        for n in 0..KEPT_FILES {
            assert!((KEPT..1 << 53).contains(&thumbs.keep(format!("/{n}").into())));
        }
        assert_eq!(lock(&thumbs.kept).paths.len(), KEPT_FILES);
        assert_ne!(thumbs.keep("/a.png".into()), first);
        let paths = ["/x", "/a.png", "/b.jpg", "/c.gif", "/d.png"].map(PathBuf::from);
        assert_eq!(thumbs.of(&paths).len(), OF_A_PLAN);
    }

    #[test]
    fn a_file_that_changed_has_another_picture() {
        let scratch = tempfile::tempdir().unwrap();
        let (thumbs, path) = (Thumbs::default(), scratch.path().join("a.png"));
        RgbImage::new(300, 100).save(&path).unwrap();
        let first = thumbs.picture(&path, 144).unwrap();
        assert!(Arc::ptr_eq(&first, &thumbs.picture(&path, 144).unwrap()));
        assert!(!Arc::ptr_eq(&first, &thumbs.picture(&path, 640).unwrap()));
        RgbImage::new(100, 301).save(&path).unwrap();
        let second = thumbs.picture(&path, 144).unwrap();
        assert_ne!(first, second);
    }

    #[test]
    fn memory_is_bounded() {
        let mut made = Made::default();
        let key = |n: u64| Key { path: "/".into(), size: n, modified: None, edge: 1 };
        let picture = |len| Arc::new(Small { mime: "", bytes: vec![0; len] });
        for n in 0..2 * REMEMBERED as u64 {
            made.put(key(n), picture(10));
        }
        assert_eq!((made.pictures.len(), made.bytes), (REMEMBERED, 10 * REMEMBERED));
        made.put(key(0), picture(REMEMBERED_BYTES));
        assert_eq!((made.pictures.len(), made.bytes), (1, REMEMBERED_BYTES));
        assert!(made.take(&key(0)).is_some() && made.bytes == 0);
    }
}
