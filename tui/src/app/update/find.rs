//! Handles the search below a folder: its form, its start and its stop.

use std::ffi::OsStr;

use fcp_browse::{FindSpec, Kinds};
use jiff::{Span, Timestamp};

use super::listing;
use crate::app::dialog::form::{FIND, Form, Purpose};
use crate::app::dialog::rows::Row;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Tone};
use crate::cli::size::parse_size;
use crate::format;
use fcp_browse::panel::Subject;

/// Rows of the form.
const PATTERN: usize = 0;
const LARGER: usize = 5;
const SMALLER: usize = 6;
const WITHIN: usize = 7;

/// What lines are typed for.
const HISTORY: &str = "find";

/// Makes the form.
pub(super) fn ask(model: &Model) -> Form {
    let pattern = Field::default().with_history(model.history.of(HISTORY));
    let note = "Part of a name, or a pattern with * and ?; with a / it is a path";
    let mut rows = vec![Row::text("Pattern", pattern, note)];
    let choices = FIND.iter().zip(model.find);
    rows.extend(choices.map(|(choice, chosen)| Row::choice(choice, chosen)));
    let size = "Files only: 500k, 20M, 1G; empty for any size";
    rows.extend([
        Row::text("At least", Field::default(), size),
        Row::text("At most", Field::default(), size),
        Row::text("Changed", Field::default(), "Within 2h, 3d, 1w or 1 month; empty for any time"),
    ]);
    Form::new(Purpose::Find { dir: model.panel().dir.clone() }, rows)
}

/// Starts the search, or says why not.
pub(super) fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    let text = |row: usize| form.rows.text(row).trim();
    let find = [1, 2, 3, 4].map(|row| form.rows.chosen(row));
    let [kinds, hidden, gitignore, cross_mounts] = find;
    let size = |row: usize| match text(row) {
        "" => Ok(None),
        text => match parse_size("", OsStr::new(text)) {
            Ok(size) => Ok(Some(size)),
            Err(_) => Err(format!("{text} is not a size; write 500k, 20M or 1G")),
        },
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
    };
    let limited = what.larger.or(what.smaller).is_some() || what.newer.is_some();
    if what.pattern.is_empty() && !limited {
        return Err("Type a pattern, a size or a time first".to_owned());
    }
    model.find = find;
    model.history.keep(HISTORY, &what.pattern);
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
    let (ticket, hits) = (panel.ticket, panel.counts().1 as u64);
    let hits = format::counted(hits, "hit", "hits");
    model.say(Tone::Plain, format!("Stopped after {hits}; Reload searches again"));
    Some(Effect::Drop(ticket))
}

/// Gives the time so long ago, in microseconds since the Unix epoch.
fn since(model: &Model, text: &str) -> Result<Option<i64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || format!("{text} is not a time; write 2h, 3d, 1w or 1 month");
    let span: Span = text.parse().map_err(|_| wrong())?;
    let now = Timestamp::from_microsecond(model.now.cast_signed()).map_err(|_| wrong())?;
    let then = now.to_zoned(model.zone.clone()).checked_sub(span.abs()).map_err(|_| wrong())?;
    Ok(Some(then.timestamp().as_microsecond()))
}
