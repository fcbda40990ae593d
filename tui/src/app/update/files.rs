//! Handles actions on files: opens the dialogs before and makes small changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::edit::LinkKind;
use fcp_engine::path::{DisplayName, is_far};
use fcp_engine::spec::Verb;

use super::{
    archives, bulk, checksums, commands, far, form, listing, mode, properties, sharing, undo,
    viewer,
};
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::items::Items;
use crate::app::dialog::picker::{Item, Pick, Picker};
use crate::app::dialog::removal::Removal;
use crate::app::dialog::transfer::{self, Transfer};
use crate::app::dialog::unseen::{self, Unseen};
use crate::app::field::Field;
use crate::app::keymap::Place;
use crate::app::model::{Carried, Drag, Effect, Model, Register, Run, Tone};
use crate::format;
use fcp_presentation::tr;
use fcp_presentation::undo::EditRequest;

/// Gives the message of a move whose items are already in the destination folder.
pub(super) fn nothing_to_move() -> &'static str {
    tr!("nothing-to-move")
}

/// Says why the panel allows an action neither in an archive nor on another machine; `None` if it does.
fn refusal(model: &Model, action: Action) -> Option<String> {
    archives::refusal(model, action).or_else(|| far::refusal(model, action))
}

/// Carries out an action on files.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if let Some(text) = refusal(model, action) {
        model.say(Tone::Bad, text);
        return Vec::new();
    }
    match action {
        Action::Copy if model.panel().archive.is_some() => archives::ask(model, None),
        Action::Extract => archives::ask(model, None),
        Action::ExtractHere => archives::here(model),
        Action::Pack => archives::pack(model),
        Action::Copy => ask_transfer(model, Verb::Copy, None),
        Action::Move => ask_transfer(model, Verb::Move, None),
        Action::Yank => remember(model, Verb::Copy),
        Action::Cut => remember(model, Verb::Move),
        Action::Paste => paste(model),
        Action::PasteSymlink => paste_links(model, LinkKind::Absolute),
        Action::PasteRelative => paste_links(model, LinkKind::Relative),
        Action::PasteHardLink => paste_links(model, LinkKind::Hard),
        Action::Trash => ask_removal(model, false),
        Action::Delete => ask_removal(model, true),
        Action::Duplicate => duplicate(model),
        Action::CopyHere => with_current(model, Purpose::CopyHere),
        Action::Rename => with_current(model, Purpose::Rename),
        Action::BulkRename => bulk::open(model),
        Action::Symlink | Action::HardLink => {
            match form::ask_links(model, action == Action::HardLink) {
                Some(form) => form::open(model, form),
                None => nothing(model),
            }
        }
        Action::ShareStorage => sharing::open(model),
        Action::Mode => match mode::ask(model) {
            Some(mode) => {
                model.dialog = Some(Dialog::Mode(Box::new(mode)));
                Vec::new()
            }
            None => nothing(model),
        },
        Action::Owner => match form::ask_owner(model) {
            Some(form) => {
                form::open(model, form);
                vec![Effect::Accounts]
            }
            None => nothing(model),
        },
        Action::OpenWith => match model.panel().current_path() {
            Some(path) => vec![Effect::Programs(path)],
            None => nothing(model),
        },
        Action::MakeDirectory | Action::MakeFile if listing::is_gone(model) => {
            let up = model.key_of(Place::Panels, Action::Parent);
            model.say(Tone::Bad, tr!("folder-gone", key = up));
            Vec::new()
        }
        Action::MakeDirectory => prompt(model, Purpose::MakeDirectory, Field::default()),
        Action::MakeFile => prompt(model, Purpose::MakeFile, Field::default()),
        Action::Command => {
            let with = model.panel().chosen_paths();
            prompt(model, Purpose::Command(with), Field::default())
        }
        Action::UserMenu => commands::open(model),
        Action::View | Action::ViewHex => match model.panel().current_path() {
            Some(path) => viewer::open(model, path, action == Action::ViewHex),
            None => nothing(model),
        },
        Action::Edit => match model.panel().current_path() {
            Some(path) => vec![Effect::Run(Run::Edit { path })],
            None => nothing(model),
        },
        Action::Shell => vec![Effect::Run(Run::Shell { dir: model.panel().dir.clone() })],
        Action::Checksums => checksums::open(model),
        Action::Properties => properties::open(model),
        Action::CopyPath => clipboard(model, false),
        Action::CopyName => clipboard(model, true),
        Action::Undo => undo::undo(model),
        Action::Redo => undo::redo(model),
        _ => Vec::new(),
    }
}

/// Says that there is nothing to act on.
fn nothing(model: &mut Model) -> Vec<Effect> {
    model.say(Tone::Plain, tr!("nothing-selected"));
    Vec::new()
}

fn prompt(model: &mut Model, purpose: Purpose, field: Field) -> Vec<Effect> {
    form::open_line(model, purpose, field);
    Vec::new()
}

/// Opens a prompt about the item under the cursor.
fn with_current(model: &mut Model, purpose: fn(PathBuf) -> Purpose) -> Vec<Effect> {
    let (Some(path), Some(name)) = (model.panel().current_path(), model.panel().current_name())
    else {
        return nothing(model);
    };
    let name = Path::new(&name).file_name().unwrap_or(&name).to_owned();
    let purpose = purpose(path);
    let mut field = Field::of_name(&name);
    field.select_stem();
    prompt(model, purpose, field)
}

/// Gives the items that are chosen, with the request to count what is in the folders among them.
fn chosen(model: &mut Model) -> Option<(Items, Vec<Effect>)> {
    let ticket = model.ticket();
    let found = Items::chosen(model.panel(), ticket)?;
    Some(counted(ticket, found))
}

/// Gives items with the request to count what is in the folders among them.
fn counted(ticket: u64, (items, names): (Items, Vec<OsString>)) -> (Items, Vec<Effect>) {
    let dir = items.from.clone();
    let count = Effect::Measure { ticket, dir, names, files: Vec::new(), together: true };
    let effects = if items.whole { Vec::new() } else { vec![count] };
    (items, effects)
}

/// Asks where to copy or move, and how.
pub(super) fn ask_transfer(model: &mut Model, verb: Verb, to: Option<PathBuf>) -> Vec<Effect> {
    let Some(chosen) = chosen(model) else { return nothing(model) };
    transfer_of(model, verb, to, chosen)
}

/// Asks how to copy or move what the mouse has carried to a folder.
///
/// The same is refused as where a key asks for it, and what is in an archive is extracted.
pub(super) fn drop_on(model: &mut Model, moves: bool, to: PathBuf, drag: &Drag) -> Vec<Effect> {
    let (action, verb) = match (moves, &model.panel().archive) {
        (true, _) => (Action::Move, Verb::Move),
        (false, Some(_)) => (Action::Copy, Verb::Extract),
        (false, None) => (Action::Copy, Verb::Copy),
    };
    if let Some(text) = refusal(model, action) {
        model.say(Tone::Bad, text);
        return Vec::new();
    }
    let ticket = model.ticket();
    let items = match drag.carried(model) {
        Carried::Nothing => None,
        Carried::One(entry) => Items::alone(model.sides[drag.side].panel(), entry, ticket),
        Carried::Marked => Items::chosen(model.sides[drag.side].panel(), ticket),
    };
    let Some(items) = items else { return nothing(model) };
    transfer_of(model, verb, Some(to), counted(ticket, items))
}

/// Asks where to copy or move some items, and how.
fn transfer_of(
    model: &mut Model,
    verb: Verb,
    to: Option<PathBuf>,
    (mut items, effects): (Items, Vec<Effect>),
) -> Vec<Effect> {
    let to = to.unwrap_or_else(|| model.other().dir.clone());
    let inside = model.panel().archive.clone().filter(|_| verb == Verb::Extract);
    items.counts = inside.is_none() && !is_far(&items.from);
    let effects = if items.counts { with_holes(&mut items, effects) } else { Vec::new() };
    let ask = Transfer {
        verb,
        inside,
        items,
        rows: transfer::rows_for(verb, &to, model.home.as_deref(), model.chosen),
        room: None,
        claimed: 0,
        asked: None,
        begins: None,
        home: model.home.clone(),
    };
    model.dialog = Some(Dialog::Transfer(Box::new(ask)));
    effects
}

/// Has the holes of large files counted, too, which need no room.
fn with_holes(items: &mut Items, mut effects: Vec<Effect>) -> Vec<Effect> {
    let large = std::mem::take(&mut items.large);
    match effects.first_mut() {
        Some(Effect::Measure { files, .. }) => *files = large,
        Some(_) => {}
        None if large.is_empty() => {}
        None => {
            let (ticket, dir) = (items.ticket, items.from.clone());
            let names = Vec::new();
            effects.push(Effect::Measure { ticket, dir, names, files: large, together: true });
        }
    }
    effects
}

/// Asks before something is removed.
fn ask_removal(model: &mut Model, for_good: bool) -> Vec<Effect> {
    let Some((mut items, effects)) = chosen(model) else { return nothing(model) };
    items.counts = !is_far(&items.from);
    let effects = if items.counts { effects } else { Vec::new() };
    model.dialog = Some(Dialog::Removal(Removal { items, for_good, opened: model.now }));
    effects
}

/// Begins an action with what is marked in all folders that the panel has shown: what is still there is looked up
/// first, as other programs may have changed the folders since.
pub(super) fn with_all_marked(model: &mut Model, action: Action) -> Vec<Effect> {
    if action == Action::MarkNone {
        model.panel_mut().drop_all_marks();
        return Vec::new();
    }
    let is_far = |model: &Model| {
        let elsewhere = model.panel().marked_elsewhere().any(|(dir, _)| is_far(dir));
        elsewhere || model.panel().is_far()
    };
    if is_far(model) {
        let key = model.key_of(Place::Panels, Action::Copy);
        model.say(Tone::Bad, tr!("far-refused", key = key));
        return Vec::new();
    }
    if let Some(text) = archives::refusal(model, Action::Move) {
        model.say(Tone::Bad, text);
        return Vec::new();
    }
    let panel = model.panel();
    let here = panel.marked().map(|entry| (panel.dir.join(entry.name), entry.kind));
    let there = panel.marked_elsewhere().map(|(dir, mark)| (dir.join(&mark.name), mark.kind));
    let marks = here.chain(there).collect();
    let listed: BTreeMap<_, _> = panel
        .marked_elsewhere()
        .filter_map(|(dir, mark)| Some((dir.to_owned(), mark.folder?)))
        .collect();
    let effect = Effect::LookAtMarks { action, marks };
    if listed.is_empty() {
        return vec![effect];
    }
    model.listed.keep(listed.clone());
    vec![Effect::Checked { listed: listed.into_iter().collect(), effect: Box::new(effect) }]
}

/// Does an action with what is marked in all folders, but for what is gone.
pub(super) fn with_marks_seen(
    model: &mut Model,
    action: Action,
    gone: &BTreeSet<PathBuf>,
) -> Vec<Effect> {
    // If the user does something else by now, its keys must not go to a dialog that comes late.
    if model.dialog.is_some() || model.typing.is_some() || model.viewer.is_some() {
        return Vec::new();
    }
    let (all, _) = model.panel().marked_in_all();
    let ticket = model.ticket();
    let Some(found) = Items::marked_everywhere(model.panel(), gone, ticket) else {
        model.panel_mut().drop_all_marks();
        model.say(Tone::Plain, tr!("marks-gone"));
        return Vec::new();
    };
    let left_out = all - found.0.paths.len();
    if left_out > 0 {
        let shown = format::count(left_out as u64);
        model.say(Tone::Plain, tr!("marks-left-out", count = left_out, shown = shown));
    }
    let (items, effects) = counted(ticket, found);
    match action {
        Action::Copy => transfer_of(model, Verb::Copy, None, (items, effects)),
        Action::Move => transfer_of(model, Verb::Move, None, (items, effects)),
        Action::Trash | Action::Delete => {
            let for_good = action == Action::Delete;
            let opened = model.now;
            model.dialog = Some(Dialog::Removal(Removal { items, for_good, opened }));
            effects
        }
        Action::Yank | Action::Cut => {
            let verb = if action == Action::Cut { Verb::Move } else { Verb::Copy };
            let (sources, shown) = (items.paths, items.shown);
            keep(model, Register { verb, sources, shown }, true)
        }
        _ => Vec::new(),
    }
}

/// Remembers the chosen items to be pasted.
fn remember(model: &mut Model, verb: Verb) -> Vec<Effect> {
    let sources = model.panel().chosen_paths();
    if sources.is_empty() {
        return nothing(model);
    }
    let shown = Items::types(model.panel());
    keep(model, Register { verb, sources, shown }, false)
}

/// Remembers items to be pasted: what is chosen in the panel, or what is marked everywhere.
fn keep(model: &mut Model, register: Register, everywhere: bool) -> Vec<Effect> {
    if everywhere {
        model.panel_mut().drop_all_marks();
    }
    let items = format::items(register.sources.len() as u64);
    let text = if register.verb == Verb::Move {
        tr!("kept-to-move", items = items)
    } else {
        tr!("kept-to-copy", items = items)
    };
    model.panel_mut().drop_marks();
    model.listed.keep_of(&register.sources);
    model.register = Some(register);
    model.say(Tone::Plain, text);
    Vec::new()
}

/// Copies the chosen items into their own folders, which are many in the results of a search.
fn duplicate(model: &mut Model) -> Vec<Effect> {
    let mut folders: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in model.panel().chosen_paths() {
        if let Some(dir) = path.parent() {
            folders.entry(dir.to_owned()).or_default().push(path);
        }
    }
    if folders.is_empty() {
        return nothing(model);
    }
    let unseen = Unseen::of(model.panel());
    if let Some(words) = unseen::words(&unseen) {
        if let (1, Some(dir)) = (folders.len(), folders.keys().next()) {
            // The dialog names what is not shown.
            return ask_transfer(model, Verb::Copy, Some(dir.clone()));
        }
        model.say(Tone::Plain, words);
    }
    let chosen = model.chosen;
    let spec = |(dir, sources)| transfer::plain(Verb::Copy, sources, dir, chosen);
    folders.into_iter().map(spec).map(Effect::submit).collect()
}

/// Copies or moves the remembered items here.
fn paste(model: &mut Model) -> Vec<Effect> {
    let Some(register) = model.register.clone() else {
        model.say(Tone::Plain, tr!("nothing-to-paste"));
        return Vec::new();
    };
    let dir = model.panel().dir.clone();
    let spec = transfer::plain(register.verb, register.sources, dir, model.chosen);
    let parts = transfer::parts(spec);
    if parts.is_empty() {
        model.say(Tone::Plain, nothing_to_move());
        return Vec::new();
    }
    if let Some(error) = parts.iter().find_map(|spec| spec.far().err()) {
        model.say(Tone::Bad, fcp_presentation::errors::told(&error));
        return Vec::new();
    }
    if register.verb == Verb::Move {
        model.register = None;
    }
    parts.into_iter().map(|spec| Effect::submit(register.shown.only(spec))).collect()
}

/// Makes links here to the remembered items, which stay remembered.
fn paste_links(model: &mut Model, kind: LinkKind) -> Vec<Effect> {
    let Some(Register { sources, shown, .. }) = model.register.clone() else {
        model.say(Tone::Plain, tr!("nothing-to-paste"));
        return Vec::new();
    };
    let to = model.panel().dir.clone();
    vec![Effect::Edit(EditRequest::Links { sources, to, into: true, kind, shown })]
}

/// Puts quoted paths or names on the clipboard.
fn clipboard(model: &mut Model, names_only: bool) -> Vec<Effect> {
    let panel = model.panel();
    let quoted = |entry: &fcp_browse::panel::Entry<'_>| {
        let path = if names_only { PathBuf::from(entry.name) } else { panel.dir.join(entry.name) };
        fcp_presentation::typed::quoted(&path)
    };
    let words: Vec<String> = panel.chosen().iter().map(quoted).collect();
    if words.is_empty() {
        return nothing(model);
    }
    let (count, shown) = (words.len(), format::count(words.len() as u64));
    let text = if names_only {
        tr!("copied-names", count = count, shown = shown)
    } else {
        tr!("copied-paths", count = count, shown = shown)
    };
    model.say(Tone::Good, text);
    vec![Effect::Clipboard(words.join(" "))]
}

/// Asks for one of some folders.
pub(super) fn choose_dir(
    model: &mut Model,
    title: &'static str,
    dirs: Vec<PathBuf>,
) -> Vec<Effect> {
    if dirs.is_empty() {
        model.say(Tone::Plain, tr!("list-empty", title = title));
        return Vec::new();
    }
    let items = dirs.into_iter().map(|dir| Item::new(model.path(&dir), Pick::Path(dir)));
    model.dialog =
        Some(Dialog::Picker(Picker::new(title, tr!("list-go"), items.collect()).with_paths()));
    Vec::new()
}

/// Asks for the order of a panel.
pub(super) fn choose_order(model: &mut Model) -> Vec<Effect> {
    let actions = [
        Action::SortName,
        Action::SortSize,
        Action::SortTime,
        Action::SortExtension,
        Action::SortReverse,
    ];
    let item = |action: Action| Item::new(action.hint(), Pick::Action(action)).note(action.help());
    let items = actions.into_iter().map(item).collect();
    model.dialog = Some(Dialog::Picker(Picker::new(tr!("sort-title"), tr!("sort-title"), items)));
    Vec::new()
}

/// Names an entry in a sentence.
pub(super) fn named(path: &Path) -> String {
    DisplayName::new(path.file_name().unwrap_or(path.as_os_str())).to_string()
}
