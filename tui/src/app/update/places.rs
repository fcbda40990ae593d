//! Handles actions on folders, tabs and panels: where they are and how they are shown.

use std::ffi::OsStr;
use std::path::PathBuf;

use fcp_browse::{Order, SortKey, is_archive_name};
use fcp_engine::event::FileKind;

use super::listing::{go, is_gone, leave_removed, list, reload, sizes};
use super::{columns, comparison, diff, far, files, find, form, letters, marking, typing};
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Purpose;
use crate::app::field::Field;
use crate::app::keymap::Place;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model, Run, Tone};
use fcp_browse::panel::{Panel, Shows, Subject};
use fcp_presentation::tr;

/// Carries out an action on folders, tabs and panels.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if let Some(why) = far::refusal(model, action) {
        model.say(Tone::Bad, why);
        return Vec::new();
    }
    match action {
        Action::Open => open(model),
        Action::Enter => target(model),
        Action::Parent => parent(model),
        Action::Back => turn(model, Panel::back),
        Action::Forward => turn(model, Panel::forward),
        Action::Home => match model.home.clone() {
            Some(home) => go(model, home, None),
            None => Vec::new(),
        },
        Action::Root => go(model, PathBuf::from("/"), None),
        Action::GoTo => {
            form::open_line(model, Purpose::GoTo, Field::default());
            Vec::new()
        }
        Action::Connect => {
            form::open_line(model, Purpose::Machine(Vec::new()), Field::default());
            vec![Effect::Machines]
        }
        Action::Find if model.panel().archive.is_some() => {
            let key = model.key_of(Place::Panels, Action::Extract);
            model.say(Tone::Bad, tr!("archive-no-search", key = key));
            Vec::new()
        }
        Action::Find => {
            let asked = find::ask(model);
            form::open(model, asked)
        }
        Action::History => files::choose_dir(model, tr!("recent-title"), model.visited.clone()),
        Action::Bookmarks => {
            let dirs = [model.bookmarks.as_slice(), &model.places].concat();
            let effects = files::choose_dir(model, tr!("bookmarks-title"), dirs);
            if let Some(Dialog::Picker(picker)) = &mut model.dialog {
                picker.removes = true;
            }
            effects
        }
        Action::BookmarkAdd => bookmark(model),
        Action::LetterGo => letters::open(model, false),
        Action::LetterGive => letters::open(model, true),
        Action::Mounts => vec![Effect::Mounts],
        Action::Trashed => vec![Effect::Trashed],
        Action::TabNew => tab_new(model),
        Action::TabClose => tab_close(model),
        Action::TabNext => tab(model, 1),
        Action::TabPrevious => tab(model, -1),
        Action::Tab1 => tab_to(model, 0),
        Action::Tab2 => tab_to(model, 1),
        Action::Tab3 => tab_to(model, 2),
        Action::Tab4 => tab_to(model, 3),
        Action::Tab5 => tab_to(model, 4),
        Action::Tab6 => tab_to(model, 5),
        Action::Tab7 => tab_to(model, 6),
        Action::Tab8 => tab_to(model, 7),
        Action::Tab9 => tab_to(model, 8),
        Action::SwapPanels => {
            model.sides.swap(0, 1);
            Vec::new()
        }
        Action::EqualPanels => {
            let (dir, name) = (model.panel().dir.clone(), model.panel().current_name());
            other(model, dir, name)
        }
        Action::OpenOther => match model.panel().target() {
            Some((dir, name)) => other(model, dir, name),
            None => Vec::new(),
        },
        Action::Hidden => {
            let shows = model.panel().shows.clone();
            model.panel_mut().show_as(Shows { hidden: !shows.hidden, ..shows });
            Vec::new()
        }
        Action::SortName => sort(model, SortKey::Name),
        Action::SortSize => sort(model, SortKey::Size),
        Action::SortTime => sort(model, SortKey::Time),
        Action::SortExtension => sort(model, SortKey::Extension),
        Action::SortReverse => {
            let key = model.panel().shows.order.key;
            sort(model, key)
        }
        Action::Columns => columns::open(model),
        Action::SortMenu => files::choose_order(model),
        Action::Filter => typing::filter(model),
        Action::Search => typing::search(model),
        Action::SearchNext => typing::again(model, false),
        Action::SearchPrevious => typing::again(model, true),
        Action::Reload => {
            let mut effects = reload(model);
            effects.push(Effect::Redraw);
            effects
        }
        Action::OnePanel => {
            model.one_panel = !model.one_panel;
            Vec::new()
        }
        Action::Preview => {
            model.preview = !model.preview;
            Vec::new()
        }
        Action::Sizes => sizes(model),
        Action::Compare => marking::compare(model),
        Action::CompareFiles => diff::open(model),
        Action::CompareFolders => comparison::open(model),
        Action::Screen => vec![Effect::Run(Run::Screen { dir: model.panel().dir.clone() })],
        _ => Vec::new(),
    }
}

/// Enters a directory, or opens a file with its program.
fn open(model: &mut Model) -> Vec<Effect> {
    if model.panel().target().is_some() {
        return target(model);
    }
    if let Some(archive) = archive_here(model) {
        return go(model, archive, None);
    }
    if let Some(key) = nested_here(model).then(|| model.key_of(Place::Panels, Action::Copy)) {
        model.say(Tone::Plain, tr!("archive-nested", key = key));
        return Vec::new();
    }
    match model.panel().current_path() {
        Some(path) if model.opens && !model.panel().is_far() => {
            vec![Effect::Run(Run::Open { path })]
        }
        // Without a desktop that opens the file, show it in the viewer.
        Some(_) => files::act(model, Action::View),
        None => Vec::new(),
    }
}

/// The archive under the cursor, as its name says.
fn archive_here(model: &Model) -> Option<PathBuf> {
    let panel = model.panel();
    let entry = panel.current().filter(|entry| panel.is_archive(entry))?;
    Some(panel.dir.join(entry.name))
}

/// Tells whether an archive that is in an archive is under the cursor: to enter it, it would have to be extracted.
fn nested_here(model: &Model) -> bool {
    let panel = model.panel();
    let is_archive = |name: &OsStr| is_archive_name(name) && panel.archive.is_some();
    panel.current().is_some_and(|entry| entry.kind == FileKind::File && is_archive(entry.name))
}

fn target(model: &mut Model) -> Vec<Effect> {
    match model.panel().target() {
        Some((dir, wanted)) => go(model, dir, wanted),
        None => Vec::new(),
    }
}

fn parent(model: &mut Model) -> Vec<Effect> {
    if is_gone(model) {
        return leave_removed(model);
    }
    match model.panel().parent() {
        Some((dir, wanted)) => go(model, dir, wanted),
        None => Vec::new(),
    }
}

fn turn(model: &mut Model, way: fn(&mut Panel) -> bool) -> Vec<Effect> {
    if !way(model.panel_mut()) {
        return Vec::new();
    }
    vec![list(model, model.side)]
}

/// Goes from the hits of a search back to the folder in which it began.
pub(super) fn leave_hits(model: &mut Model) -> Vec<Effect> {
    match model.panel().subject {
        Subject::Found { .. } => turn(model, Panel::back),
        Subject::Directory => Vec::new(),
    }
}

/// Shows a directory in the panel without the keys.
fn other(model: &mut Model, dir: PathBuf, wanted: Option<std::ffi::OsString>) -> Vec<Effect> {
    let side = 1 - model.side;
    model.other_mut().go(dir, wanted);
    vec![list(model, side)]
}

fn bookmark(model: &mut Model) -> Vec<Effect> {
    let dir = model.panel().dir.clone();
    let shown = model.path(&dir);
    let add = !model.bookmarks.contains(&dir);
    model.bookmarks.retain(|known| *known != dir);
    if add {
        model.bookmarks.push(dir.clone());
        model.say(Tone::Good, tr!("bookmark-added", folder = shown));
    } else {
        model.say(Tone::Plain, tr!("bookmark-removed", folder = shown));
    }
    vec![Effect::Bookmark { dir, add }]
}

fn tab_new(model: &mut Model) -> Vec<Effect> {
    let side = &mut model.sides[model.side];
    let (here, name) = (side.panel(), side.panel().current_name());
    let mut fresh = Panel::new(here.dir.clone(), here.shows.clone());
    if let Some(name) = name {
        fresh.stand_on(&name);
    }
    side.tab += 1;
    side.tabs.insert(side.tab, fresh);
    vec![list(model, model.side)]
}

fn tab_close(model: &mut Model) -> Vec<Effect> {
    let side = &mut model.sides[model.side];
    if side.tabs.len() == 1 {
        model.say(Tone::Plain, tr!("tab-only"));
        return Vec::new();
    }
    let closed = side.tabs.remove(side.tab);
    side.tab = side.tab.min(side.tabs.len() - 1);
    vec![Effect::Drop(closed.ticket), list(model, model.side)]
}

fn tab(model: &mut Model, step: isize) -> Vec<Effect> {
    let side = &model.sides[model.side];
    let all = side.tabs.len();
    tab_to(model, (model.sides[model.side].tab + all).saturating_add_signed(step) % all)
}

/// Goes to a tab; what it shows may be old by now, so it is listed again.
pub(super) fn tab_to(model: &mut Model, tab: usize) -> Vec<Effect> {
    let side = &mut model.sides[model.side];
    if side.tabs.len() == 1 {
        model.say(Tone::Plain, tr!("tab-only"));
        return Vec::new();
    }
    if tab >= side.tabs.len() || tab == side.tab {
        return Vec::new();
    }
    side.tab = tab;
    model.typing = None;
    let rows = Layout::of(model).list_rows();
    let panel = model.panel_mut();
    panel.scroll(rows);
    if panel.subject == Subject::Directory || !panel.load.listed {
        return vec![list(model, model.side)];
    }
    Vec::new()
}

/// Sorts by a key; the same key again reverses.
pub(super) fn sort(model: &mut Model, key: SortKey) -> Vec<Effect> {
    let shows = model.panel().shows.clone();
    let descending = if shows.order.key == key {
        !shows.order.descending
    } else {
        // Users look for the largest and the newest entries.
        matches!(key, SortKey::Size | SortKey::Time)
    };
    let order = Order { key, descending, ..shows.order };
    model.panel_mut().show_as(Shows { order, ..shows });
    Vec::new()
}
