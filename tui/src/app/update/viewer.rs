//! Opens, closes and feeds the viewer, on a page of its own and beside the panel.
//!
//! One document is open at a time: the page takes the place of what stands beside the panel, which
//! comes back with the panels.

use std::path::PathBuf;

use crossterm::event::KeyEvent;

use crate::app::action::Action;
use crate::app::area::Area;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model, Run};
use crate::app::paint::viewer::{HEAD, MARGIN};
use crate::app::viewer::{Outcome, View, Viewer, ViewerRequest};
use fcp_browse::panel::{Entry, Row};
use fcp_engine::path::is_far;
use fcp_presentation::hits::sought;
use fcp_presentation::tr;
use fcp_viewer::ViewAs;

/// Shows something on a page of its own.
pub(super) fn open(model: &mut Model, path: PathBuf, hex: bool) -> Vec<Effect> {
    let how = if hex { ViewAs::Hex } else { ViewAs::Auto };
    let viewer = Viewer::new(path, page(model), model.graphics).shown_as(how);
    let mut viewer = if hex { viewer } else { at_hit(model, viewer) };
    let wish = viewer.open(false);
    model.viewer = Some(Box::new(viewer));
    model.beside = None;
    ask(model, Some(wish))
}

/// Gives a key to what is being typed, if something is.
pub(super) fn typed(model: &mut Model, key: KeyEvent) -> Option<Vec<Effect>> {
    let viewer = model.viewer.as_mut().filter(|viewer| viewer.prompt.is_some())?;
    let wish = viewer.key(key);
    Some(ask(model, wish))
}

/// Does what an action asks of the page.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(viewer) = &mut model.viewer else { return Vec::new() };
    match viewer.act(action) {
        Outcome::Stay(wish) => ask(model, wish),
        Outcome::Close => close(model),
        Outcome::Edit => vec![Effect::Run(Run::Edit { path: viewer.path.clone() })],
        Outcome::Preview => {
            model.preview = true;
            close(model)
        }
        Outcome::Neighbour(by) => neighbour(model, by),
    }
}

/// Scrolls what is under the mouse.
pub(super) fn wheel(model: &mut Model, rows: isize) -> Vec<Effect> {
    let wish = current(model).and_then(|viewer| viewer.step(rows));
    ask(model, wish)
}

/// Takes what was loaded.
pub(super) fn viewed(model: &mut Model, ticket: u64, view: View) -> Vec<Effect> {
    let viewer = current(model).filter(|viewer| viewer.ticket == ticket);
    let wish = viewer.and_then(|viewer| viewer.take(view));
    ask(model, wish)
}

/// Reads again what another program may have changed.
pub(super) fn again(model: &mut Model) -> Vec<Effect> {
    let wish = current(model).map(|viewer| viewer.open(false));
    ask(model, wish)
}

/// Keeps to the size of the screen, and to the cursor where something is viewed beside the panel.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let size = page(model);
    if let Some(viewer) = &mut model.viewer {
        let wish = viewer.resize(size);
        return ask(model, wish);
    }
    let area = Layout::of(model).beside.filter(|_| model.preview && !model.in_jobs);
    let Some((area, path)) = area.zip(wanted(model)) else {
        let was = model.beside.take();
        return was.map(|_| Effect::CloseViewer).into_iter().collect();
    };
    let size = inside(area);
    if let Some(viewer) = model.beside.as_mut().filter(|viewer| viewer.path == path) {
        let wish = viewer.resize(size);
        return ask(model, wish);
    }
    let mut viewer = at_hit(model, Viewer::beside(path, size, model.graphics));
    let wish = viewer.open(true);
    model.beside = Some(Box::new(viewer));
    ask(model, Some(wish))
}

/// Opens a hit of a search in files at its line.
fn at_hit(model: &Model, viewer: Viewer) -> Viewer {
    let panel = model.panel();
    let here = panel.current().filter(|_| wanted(model).as_ref() == Some(&viewer.path));
    let Some((line, contains)) = here.and_then(|entry| panel.line(&entry)).zip(panel.contains())
    else {
        return viewer;
    };
    viewer.at_line(line.number, sought(contains))
}

/// Gives what the cursor stands on.
fn wanted(model: &Model) -> Option<PathBuf> {
    // What another machine has to send is not read without a request.
    model.panel().current_path().filter(|path| !is_far(path))
}

fn page(model: &Model) -> (u16, u16) {
    (model.screen.0, model.screen.1.saturating_sub(MARGIN))
}

fn inside(area: Area) -> (u16, u16) {
    (area.w, area.h.saturating_sub(HEAD))
}

/// Gives the document that is open.
fn current(model: &mut Model) -> Option<&mut Viewer> {
    model.viewer.as_deref_mut().or(model.beside.as_deref_mut())
}

fn close(model: &mut Model) -> Vec<Effect> {
    model.viewer = None;
    vec![Effect::CloseViewer]
}

/// Gives a wish its number.
fn ask(model: &mut Model, wish: Option<ViewerRequest>) -> Vec<Effect> {
    let Some(wish) = wish else { return Vec::new() };
    let ticket = model.ticket();
    if let Some(viewer) = current(model) {
        viewer.ticket = ticket;
    }
    vec![Effect::View { ticket, wish }]
}

/// Views the next file of the panel that is no directory.
fn neighbour(model: &mut Model, by: isize) -> Vec<Effect> {
    let panel = model.panel_mut();
    let file = |entry: &Entry<'_>| !entry.enters();
    let mut row = panel.cursor;
    while let Some(next) = row.checked_add_signed(by) {
        row = next;
        match panel.row(row) {
            Some(Row::Entry(entry)) if file(&entry) => {
                panel.stand(row);
                let path = model.panel().current_path();
                return path.map_or_else(Vec::new, |path| open(model, path, false));
            }
            Some(_) => {}
            None => break,
        }
    }
    if let Some(viewer) = &mut model.viewer {
        let text = if by > 0 { tr!("viewer-last") } else { tr!("viewer-first") };
        viewer.trouble = Some(text.to_owned());
    }
    Vec::new()
}
