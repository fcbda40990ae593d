//! Marks entries in a panel, and finds the entries that an action applies to.

use std::path::Path;
use std::sync::Arc;

use fcp_browse::Listing;
use fcp_browse::panel::marks::Marks;
use fcp_browse::panel::{Panel, Row};

use super::model::{Model, Tab};
use crate::wire::{EntryId, Mark, PanelSide, Refusal};

/// Puts entries where they are by now: rows move whenever another program changes the folder.
///
/// # Errors
/// One that is named is not shown any more; its row has another entry by now.
pub(super) fn placed(model: &mut Model, side: PanelSide, mark: Mark) -> Result<Mark, Refusal> {
    let mut place = |row: u32, id: Option<EntryId>| match id {
        Some(id) => model.row_of(side, id).map(|row| u32::try_from(row).unwrap_or(u32::MAX)),
        None => Ok(row),
    };
    Ok(match mark {
        Mark::Toggle { row, id } => Mark::Toggle { row: place(row, id)?, id: None },
        Mark::Only { row, id } => Mark::Only { row: place(row, id)?, id: None },
        Mark::Range { from, from_id, to, to_id, on, range } => {
            let (from, to) = (place(from, from_id)?, place(to, to_id)?);
            Mark::Range { from, from_id: None, to, to_id: None, on, range }
        }
        other => other,
    })
}

/// The marks that were there when a range began that the cursor stretches.
#[derive(Debug)]
pub(super) struct Before {
    /// The number of the range.
    range: u64,
    /// What the marks are of.
    listing: Arc<Listing>,
    marks: Marks,
}

/// Changes the marks of a tab. Rows that leave a range which the cursor stretches are marked as before it began.
pub(super) fn mark_in(tab: &mut Tab, mark: Mark) {
    let range = match mark {
        Mark::Range { range, .. } => range,
        _ => None,
    };
    let before = tab.before.take();
    tab.before = range.map(|range| {
        let panel = tab.panel();
        // Another listing has other numbers for its entries, and what has lost all marks gets none of them back.
        let is_same = |it: &Before| {
            it.range == range
                && Arc::ptr_eq(&it.listing, panel.listing())
                && !panel.marks().is_empty()
        };
        before.filter(is_same).unwrap_or_else(|| Before {
            range,
            listing: Arc::clone(panel.listing()),
            marks: panel.marks().clone(),
        })
    });
    let marks = tab.before.as_ref().map(|before| before.marks.clone());
    let panel = tab.panel_mut();
    if let Some(marks) = marks {
        panel.set_marks(marks);
    }
    self::mark(panel, mark);
}

/// Changes the marks of a panel.
fn mark(panel: &mut Panel, mark: Mark) {
    match mark {
        Mark::Toggle { row, .. } => {
            let Some(index) = index(panel, row) else { return };
            let mut marks = panel.marks().clone();
            marks.set(index, !marks.has(index));
            panel.set_marks(marks);
        }
        Mark::Only { row, .. } => {
            let only = index(panel, row).into_iter().collect();
            panel.set_marks(only);
        }
        Mark::Range { from, to, on, .. } => {
            let last = panel.len().saturating_sub(1);
            let (from, to) = ((from.min(to) as usize).min(last), (from.max(to) as usize).min(last));
            let mut marks = panel.marks().clone();
            for row in from..=to {
                if let Some(index) = index(panel, row as u32) {
                    marks.set(index, on);
                }
            }
            panel.set_marks(marks);
        }
        Mark::All => panel.mark_all(false),
        Mark::Files => panel.mark_all(true),
        Mark::None => panel.drop_marks(),
        Mark::Invert => panel.invert(),
        Mark::Glob { pattern, on } => {
            panel.mark_matching(&pattern, on);
        }
        Mark::Extension => {
            let current = panel.current();
            let wanted = current.and_then(|entry| Path::new(entry.name).extension());
            let wanted = wanted.map(ToOwned::to_owned);
            panel.mark_where(true, |entry| {
                !entry.enters() && Path::new(entry.name).extension() == wanted.as_deref()
            });
        }
    }
}

fn index(panel: &Panel, row: u32) -> Option<usize> {
    match panel.row(row as usize)? {
        Row::Parent => None,
        Row::Entry(entry) => Some(entry.index),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use fcp_browse::panel::Shows;
    use fcp_engine::event::FileKind;

    use super::*;

    fn marked(panel: &Panel) -> String {
        let names = panel.marked().map(|entry| entry.name.to_str().unwrap());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn marks_change_in_every_way() {
        let mut panel = Panel::new("/x".into(), Shows::default());
        let names = ["d", "a.md", "b.md", "c.txt"];
        let kind = |name: &str| match name {
            "d" => FileKind::Directory,
            _ => FileKind::File,
        };
        let entries = names.map(|name| (OsString::from(name), kind(name)));
        panel.take(Arc::new(Listing::new(entries)));
        // Row 0 is the way up and is never marked.
        let range =
            |from, to, on| Mark::Range { from, from_id: None, to, to_id: None, on, range: None };
        let toggle = |row| Mark::Toggle { row, id: None };
        let glob = |on| Mark::Glob { pattern: "*.md".to_owned(), on };
        let steps = [
            (toggle(0), ""),
            (toggle(2), "a.md"),
            (toggle(1), "d a.md"),
            (toggle(2), "d"),
            (Mark::Only { row: 4, id: None }, "c.txt"),
            (range(3, 0, true), "d a.md b.md c.txt"),
            (range(2, u32::MAX, false), "d"),
            (Mark::Invert, "a.md b.md c.txt"),
            (glob(false), "c.txt"),
            (glob(true), "a.md b.md c.txt"),
            (Mark::None, ""),
            (Mark::Files, "a.md b.md c.txt"),
            (Mark::All, "d a.md b.md c.txt"),
            (toggle(99), "d a.md b.md c.txt"),
        ];
        for (step, expected) in steps {
            mark(&mut panel, step.clone());
            assert_eq!(marked(&panel), expected, "{step:?}");
        }
        mark(&mut panel, Mark::None);
        panel.stand(2);
        mark(&mut panel, Mark::Extension);
        assert_eq!(marked(&panel), "a.md b.md");
    }

    #[test]
    fn a_range_that_the_cursor_stretches_shrinks_to_the_marks_of_before() {
        let names = ["a", "b", "c", "d", "e"].map(OsString::from);
        let listing = || Listing::new(names.clone().map(|name| (name, FileKind::File)));
        let mut panel = Panel::new("/x".into(), Shows::default());
        panel.take(Arc::new(listing()));
        let mut tab = Model::default().tab(panel);
        let range = |to, range| Mark::Range {
            from: 2,
            from_id: None,
            to,
            to_id: None,
            on: true,
            range: Some(range),
        };
        let toggle = |row| Mark::Toggle { row, id: None };
        let mut steps = |steps: &[(Mark, &str)]| {
            for (step, expected) in steps {
                mark_in(&mut tab, step.clone());
                assert_eq!(marked(tab.panel()), *expected, "{step:?}");
            }
            tab.panel_mut().take(Arc::new(listing()));
        };
        // Row 0 is the way up.
        steps(&[
            (toggle(4), "d"),
            (range(3, 1), "b c d"),
            (range(5, 1), "b c d e"),
            (range(3, 1), "b c d"),
            (range(1, 1), "a b d"),
            // Another mark ends what was before.
            (toggle(5), "a b d e"),
            (range(3, 1), "a b c d e"),
            (range(2, 1), "a b d e"),
            (Mark::None, ""),
            (range(4, 2), "b c d"),
        ]);
        // A folder that is listed again meanwhile keeps what is marked by then.
        steps(&[(range(3, 2), "b c d"), (range(5, 2), "b c d e"), (range(2, 2), "b c d")]);
    }
}
