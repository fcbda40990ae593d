//! Handles the search below a folder: its form, its start and its stop.

use std::ffi::OsStr;

use fcp_browse::{Case, Contains, FindSpec, Kinds, Reads};
use jiff::{Span, Timestamp};

use super::listing;
use crate::app::dialog::form::{FIND, FIND_TEXT, Form, Purpose};
use crate::app::dialog::rows::Row;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Tone};
use crate::app::searches;
use crate::cli::size::parse_size;
use fcp_browse::panel::Subject;
use fcp_presentation::{errors, tr};

/// Rows of the form.
const PATTERN: usize = 0;
const CONTAINS: usize = 1;
const READS: usize = 2;
const CASE: usize = 3;
const KINDS: usize = 4;
const HIDDEN: usize = 5;
const GITIGNORE: usize = 6;
const MOUNTS: usize = 7;
const LARGER: usize = 8;
const SMALLER: usize = 9;
const WITHIN: usize = 10;

/// What lines are typed for.
const HISTORY: &str = "find";
const TEXTS: &str = "find-text";

/// Makes the form.
pub(super) fn ask(model: &Model) -> Form {
    let pattern = Field::default().with_history(model.history.of(HISTORY));
    let note = tr!("find-pattern-note");
    let text = Field::default().with_history(model.history.of(TEXTS));
    let about = tr!("find-contains-note");
    let mut rows = vec![
        Row::text(tr!("find-pattern"), pattern, note),
        Row::text(tr!("find-contains"), text, about),
    ];
    let choices = FIND_TEXT.iter().zip(model.find_text).chain(FIND.iter().zip(model.find));
    rows.extend(choices.map(|(choice, chosen)| Row::choice(choice, chosen)));
    let size = tr!("find-size-note");
    rows.extend([
        Row::text(tr!("find-at-least"), Field::default(), size),
        Row::text(tr!("find-at-most"), Field::default(), size),
        Row::text(tr!("find-changed"), Field::default(), tr!("find-changed-note")),
    ]);
    Form::new(Purpose::Find { dir: model.panel().dir.clone() }, rows)
}

/// Starts the search, or says why not.
pub(super) fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    let text = |row: usize| form.rows.text(row).trim();
    let find = [KINDS, HIDDEN, GITIGNORE, MOUNTS].map(|row| form.rows.chosen(row));
    let find_text = [READS, CASE].map(|row| form.rows.chosen(row));
    let [kinds, hidden, gitignore, cross_mounts] = find;
    let size = |row: usize| match text(row) {
        "" => Ok(None),
        text => match parse_size("", OsStr::new(text)) {
            Ok(size) => Ok(Some(size)),
            Err(_) => Err(tr!("find-no-size", text = text)),
        },
    };
    let contains = match form.rows.text(CONTAINS) {
        "" => None,
        _ if kinds == 2 => return Err(tr!("find-folders").to_owned()),
        text => {
            let reads = [Reads::Text, Reads::Words, Reads::Regex][find_text[0].min(2)];
            let case = [Case::Smart, Case::Matters, Case::Ignored][find_text[1].min(2)];
            Some(Contains::new(text, reads, case).map_err(|error| errors::of_text(&error))?)
        }
    };
    let what = FindSpec {
        pattern: form.rows.text(PATTERN).to_owned(),
        hidden: if hidden == 0 { model.panel().shows.hidden } else { hidden == 1 },
        gitignore: gitignore == 1,
        cross_mounts: cross_mounts == 1,
        kinds: [Kinds::Both, Kinds::Files, Kinds::Directories][kinds.min(2)],
        larger: size(LARGER)?,
        smaller: size(SMALLER)?,
        newer: since(model, text(WITHIN))?,
        contains,
        limit: None,
    };
    let limited = what.larger.or(what.smaller).is_some() || what.newer.is_some();
    if what.pattern.is_empty() && what.contains.is_none() && !limited {
        return Err(tr!("find-nothing").to_owned());
    }
    (model.find, model.find_text) = (find, find_text);
    model.history.keep(HISTORY, &what.pattern);
    if let Some(contains) = &what.contains {
        model.history.keep(TEXTS, contains.text());
    }
    model.typing = None;
    model.panel_mut().search(what);
    Ok(vec![listing::list(model, model.side)])
}

/// Stops a search that still runs in the panel with the keys.
pub(super) fn stop(model: &mut Model) -> Option<Effect> {
    let panel = model.panel_mut();
    let Subject::Found { over, .. } = &mut panel.subject else { return None };
    if std::mem::replace(over, true) {
        return None;
    }
    let ticket = panel.ticket;
    if model.panel().lists_hits_at().is_some() {
        let now = model.now;
        model.panel_mut().list_hits(now);
    }
    if let Some(words) = searches::progress(model.panel(), model) {
        model.say(Tone::Plain, words);
    }
    Some(Effect::Drop(ticket))
}

/// Gives the time so long ago, in microseconds since the Unix epoch.
fn since(model: &Model, text: &str) -> Result<Option<i64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || tr!("find-no-time", text = text);
    let span: Span = text.parse().map_err(|_| wrong())?;
    let now = Timestamp::from_microsecond(model.now.cast_signed()).map_err(|_| wrong())?;
    let then = now.to_zoned(model.zone.clone()).checked_sub(span.abs()).map_err(|_| wrong())?;
    Ok(Some(then.timestamp().as_microsecond()))
}
