//! Shows the trash as a panel, with its items under their original paths.

use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fcp_browse::{CHUNK, Listing, Meta};
use fcp_engine::event::FileKind;
use fcp_engine::trash::{self, Trashed};

use fcp_presentation::errors;

use super::Panels;
use super::intake::{end, fail, room};
use super::model::Whose;
use crate::feed::Changed;
use crate::trashed;
use crate::wire::{Notice, NoticeCode, Tone};

/// What is in the trash, as a panel takes it.
#[derive(Debug)]
struct Contents {
    listing: Arc<Listing>,
    metas: Vec<Arc<[Option<Meta>]>>,
    items: Arc<HashMap<OsString, Trashed>>,
}

/// Lists the trash of the user, on all volumes, and measures what is in it.
pub(super) fn list(panels: &Panels, ticket: u64, stop: &AtomicBool) {
    let began = Instant::now();
    let contents = match trash::list(panels.home.data()) {
        Ok(found) => {
            for error in &found.unread {
                let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
                panels.feed.notify(Notice { detail: Some(errors::told(error)), ..notice });
            }
            trashed::note_names(&found.items);
            contents(found.items)
        }
        Err(error) => return fail(panels, ticket, &error),
    };
    contents.metas.iter().for_each(|metas| panels.owners.note(metas));
    let items = Arc::clone(&contents.items);
    if let Some((_, _, tab)) = panels.model().find(Whose::Listing(ticket)) {
        tab.trashed = Some(items);
    }
    panels.change(Whose::Listing(ticket), 0, |panel| {
        panel.load.listed = true;
        panel.take(Arc::clone(&contents.listing));
        for (chunk, metas) in contents.metas.iter().enumerate() {
            panel.fill(chunk, Arc::clone(metas));
        }
    });
    if let Some(dir) = panels.home.trash() {
        room(panels, ticket, dir);
    }
    end(panels, ticket, began);
    measure(panels, ticket, &contents.items, stop);
}

/// Measures the folders that were not in the trash before, and tells how much everything takes.
fn measure(panels: &Panels, ticket: u64, items: &HashMap<OsString, Trashed>, stop: &AtomicBool) {
    let whose = Whose::Listing(ticket);
    let unknown = panels.change(whose, 0, |panel| {
        let entries = (0..panel.listing().len()).filter_map(|index| panel.entry(index));
        let unknown = entries.filter(|entry| panel.size(entry).is_none());
        unknown.map(|entry| entry.name.to_owned()).collect::<Vec<_>>()
    });
    for name in unknown.unwrap_or_default() {
        let Some(place) = items.get(&name).and_then(Trashed::place) else { continue };
        let bytes = fcp_browse::measure(&[place], false, stop, |_| {}).bytes;
        // A stopped measurement knows a part alone.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        panels.change(whose, 0, |panel| panel.measured(&name, bytes));
    }
    if let Some((side, shown, tab)) = panels.model().find(whose) {
        let panel = tab.panel();
        let entries = (0..panel.listing().len()).filter_map(|index| panel.entry(index));
        // What has left the trash meanwhile has no size, and takes none.
        let sizes = entries.filter_map(|entry| panel.size(&entry));
        tab.trashed_bytes = Some(sizes.fold(0, u64::saturating_add));
        if shown {
            panels.feed.mark(Changed::Panel(side));
        }
    }
}

fn contents(items: Vec<Trashed>) -> Contents {
    let mut named: HashMap<OsString, Trashed> = HashMap::with_capacity(items.len());
    let mut kinds = Vec::with_capacity(items.len());
    let mut found: HashMap<OsString, Meta> = HashMap::with_capacity(items.len());
    let mut times: HashMap<PathBuf, usize> = HashMap::with_capacity(items.len());
    for item in &items {
        *times.entry(item.original.0.clone()).or_default() += 1;
    }
    for item in items {
        let mut name = item.original.0.clone().into_os_string();
        // Items trashed from the same path have the same name. Each gets a suffix that does not
        // change, so that a mark never moves to another item.
        if times.get(&item.original.0).is_some_and(|times| *times > 1) {
            name.push(" ");
            name.push(&item.id.0);
        }
        let meta = meta(&item);
        kinds.push((name.clone(), meta.as_ref().map_or(FileKind::File, |meta| meta.kind)));
        if let Some(meta) = meta {
            found.insert(name.clone(), meta);
        }
        named.insert(name, item);
    }
    let listing = Listing::new(kinds);
    let rows = (0..listing.len()).map(|row| listing.name(row).and_then(|name| found.remove(name)));
    let rows: Vec<Option<Meta>> = rows.collect();
    let metas = rows.chunks(CHUNK).map(Arc::from).collect();
    Contents { listing: Arc::new(listing), metas, items: Arc::new(named) }
}

/// Gives size and type of what is in the trash; its time is when it went there.
fn meta(item: &Trashed) -> Option<Meta> {
    let meta = item.place()?.symlink_metadata().ok()?;
    let kind = meta.file_type();
    let kind = if kind.is_dir() {
        FileKind::Directory
    } else if kind.is_symlink() {
        FileKind::Symlink
    } else {
        FileKind::File
    };
    let mtime = item.deleted.saturating_mul(1_000_000);
    Some(Meta {
        size: meta.size(),
        mtime,
        mode: meta.mode() & 0o7777,
        uid: meta.uid(),
        gid: meta.gid(),
        links: u32::try_from(meta.nlink()).unwrap_or(u32::MAX),
        kind,
        ..Meta::default()
    })
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn items_of_one_name_are_two_rows() {
        let trash = tempfile::tempdir().unwrap();
        let at = |path: &str| trash.path().join(path);
        fs::create_dir(at("files")).unwrap();
        fs::write(at("files/notes"), "12345").unwrap();
        fs::create_dir(at("files/notes.2")).unwrap();
        let item = |name: &str, deleted| Trashed {
            id: at(&format!("info/{name}.trashinfo")).into(),
            original: "/home/anna/notes".into(),
            deleted,
            seen: None,
        };
        let all = contents(vec![item("notes", 2), item("notes.2", 1), item("gone", 3)]);
        assert_eq!(all.listing.len(), 3);
        let row = |name: &str| {
            let info = at(&format!("info/{name}.trashinfo"));
            let name = format!("/home/anna/notes {}", info.display());
            let index = all.listing.find(name.as_ref()).unwrap();
            (all.items[Path::new(&name).as_os_str()].deleted, all.metas[0][index].clone())
        };
        let (deleted, meta) = row("notes");
        let meta = meta.unwrap();
        assert_eq!((deleted, meta.size, meta.mtime), (2, 5, 2_000_000));
        assert_eq!(row("notes.2").1.unwrap().kind, FileKind::Directory);
        assert_eq!(row("gone"), (3, None));
        // One alone is called as it was.
        assert!(
            contents(vec![item("notes", 2)]).listing.find("/home/anna/notes".as_ref()).is_some()
        );
    }
}
