//! Draws what is known of the chosen items.

use fcp_engine::path::DisplayName;
use fcp_presentation::properties::{self, attribute_text, mode_text};
use fcp_presentation::{errors, tr};

use super::super::canvas::Canvas;
use super::super::status::kind;
use super::parts::{buttons, named};
use crate::app::dialog::properties::Properties;
use crate::app::look::{ACCENT, BAD, LINK, MUTED, Paint, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::page::counted;
use crate::app::when::exactly;
use crate::{format, text};

/// Columns of the dialog.
const WIDTH: u16 = 76;

/// Columns of a label.
const LABEL: u16 = 18;

/// Extended attributes that are listed.
const LISTED: usize = 6;

/// A label, its value and how the value looks.
type Fact = (&'static str, String, Paint);

pub(super) fn properties(
    model: &Model,
    dialog: &Properties,
    canvas: &mut Canvas<'_>,
) -> (u16, u16) {
    let title = tr!("properties-title", items = named(&dialog.paths));
    let facts = match &dialog.known {
        None => vec![("", tr!("properties-looking").to_owned(), WAIT)],
        Some(Err(error)) => vec![("", errors::told(error), BAD)],
        Some(Ok(known)) => facts(model, known, dialog.is_counting),
    };
    let at = canvas.frame(WIDTH, facts.len() as u16 + 6, &title, "", ACCENT);
    canvas.scroll_to(at, 0);
    for (y, (label, value, paint)) in (at.y..).zip(&facts) {
        canvas.put(at.x, y, label, MUTED);
        let room = at.w.saturating_sub(LABEL);
        let value = text::cut_path(value, usize::from(room));
        canvas.name(at.x + LABEL, y, room, &value, *paint);
    }
    let keys = [
        ("Enter", tr!("button-close")),
        ("m", tr!("details-permissions")),
        ("o", tr!("label-owner")),
        ("k", tr!("checksums-title")),
    ];
    buttons(canvas, at, true, &keys)
}

fn facts(model: &Model, known: &properties::Properties, is_counting: bool) -> Vec<Fact> {
    let (found, measured) = (&known.found, &known.measured);
    let mut facts = Vec::new();
    let is_one = known.items == 1;
    if is_one {
        facts.push((tr!("label-type"), kind(found.kind).to_owned(), TEXT));
    }
    if let Some(dir) = known.path.parent() {
        facts.push((tr!("label-in"), model.path(dir), TEXT));
    }
    if let Some(target) = &found.target {
        facts.push((tr!("details-points-to"), DisplayName::new(target).to_string(), LINK));
    }
    let amount = |text: String| match (is_counting, known.is_whole) {
        (true, false) => (tr!("properties-so-far", amount = text), WAIT),
        _ => (text, TEXT),
    };
    let bytes = counted::bytes(measured.bytes);
    // Below a kibibyte both would be the same number.
    let (size, paint) = amount(match measured.bytes {
        ..1024 => bytes,
        more => format!("{}   {bytes}", format::size(more)),
    });
    facts.push((tr!("label-size"), size, paint));
    facts.push((tr!("properties-on-disk"), format::size(measured.allocated), paint));
    if measured.directories > 0 || !is_one {
        let (files, folders) =
            (format::files(measured.files), format::folders(measured.directories));
        facts.push((tr!("properties-contents"), format!("{files}, {folders}"), paint));
    }
    if measured.errors > 0 {
        let unread = tr!("properties-unread", items = format::items(measured.errors));
        facts.push(("", unread, BAD));
    }
    if is_one {
        for (label, time) in [
            (tr!("properties-modified"), Some(found.mtime)),
            (tr!("properties-metadata"), Some(found.ctime)),
            (tr!("properties-created"), found.btime),
        ] {
            facts.extend(time.map(|time| (label, exactly(time, &model.zone), TEXT)));
        }
        let bits = format!("{}   {:04o}", mode_text(found.mode), found.mode & 0o7777);
        facts.push((tr!("details-permissions"), bits, TEXT));
        let owner = format!("{} {}", known.user, known.group);
        facts.push((tr!("label-owner"), owner, TEXT));
        if found.links > 1 && measured.directories == 0 {
            facts.push((tr!("details-hard-links"), format::count(found.links), TEXT));
        }
        facts.extend(attributes(found));
    }
    if !known.filesystem.is_empty() {
        facts.push((tr!("properties-filesystem"), known.filesystem.clone(), TEXT));
    }
    facts
}

/// Lists the first extended attributes of a file.
fn attributes(found: &fcp_browse::Inspected) -> Vec<Fact> {
    let fact = |(n, (name, value)): (usize, &(std::ffi::OsString, Vec<u8>))| {
        let label = if n == 0 { tr!("properties-attributes") } else { "" };
        let name = DisplayName::new(name);
        let value = attribute_text(value).unwrap_or_else(|| counted::bytes(value.len() as u64));
        (label, format!("{name} = {value}"), TEXT)
    };
    let mut facts: Vec<Fact> = found.xattrs.iter().enumerate().take(LISTED).map(fact).collect();
    let more = found.xattrs.len().saturating_sub(LISTED);
    if more > 0 {
        facts.push(("", tr!("properties-more", shown = format::count(more as u64)), MUTED));
    }
    facts
}
