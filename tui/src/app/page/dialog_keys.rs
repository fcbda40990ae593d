//! Lists the keys of each dialog and page, for the help that F1 shows there.

use super::help::{Rows, TEXT_KEYS};
use crate::app::dialog::Dialog;
use crate::app::dialog::question::choices;
use crate::app::model::Model;
use crate::app::ways::ways;

/// Gives the title and the keys of a dialog, with what follows from each.
pub(super) fn keys(model: &Model, dialog: &Dialog) -> Vec<(&'static str, Rows)> {
    let fixed = |title, rows: &[(&str, &str)]| {
        let row = |&(keys, what): &(&str, &str)| (vec![keys.to_owned()], what.to_owned());
        (title, rows.iter().map(row).collect::<Rows>())
    };
    match dialog {
        Dialog::Question(ask) => {
            let row = model.jobs.row(ask.job);
            let question = row.and_then(|row| Some((row, row.questions.get(&ask.question)?)));
            let answers: Rows = question.map_or_else(Rows::new, |(row, question)| {
                let choices = choices(question, &ask.terms, row).into_iter();
                let live = choices.filter(|choice| choice.answer.is_some());
                live.map(|it| (vec![it.key.to_string()], format!("{}: {}", it.name, it.note)))
                    .collect()
            });
            vec![("Answers", answers), fixed("This question", QUESTION)]
        }
        Dialog::Conflicts(_) => {
            vec![
                fixed("Answers to the marked rows", TABLE_ANSWERS),
                fixed("The table", TABLE),
                fixed("A rule", RULE),
            ]
        }
        Dialog::Confirm(confirm) => {
            let ways = ways(model, &confirm.what).into_iter().filter(|way| way.deed.is_some());
            let rows = ways
                .map(|way| (vec![way.key_name()], format!("{}: {}", way.name, way.note)))
                .chain([(vec!["↑ ↓ Enter".to_owned()], "Choose".to_owned())])
                .collect();
            vec![("Choices", rows)]
        }
        Dialog::Report(_) => vec![fixed("The report", REPORT)],
        Dialog::Finished(_) => vec![fixed("Finished jobs", FINISHED)],
        Dialog::Transfer(_) => {
            vec![fixed("Copy and move", TRANSFER), fixed("In a line of text", TEXT_KEYS)]
        }
        Dialog::Rehearsal(_) => vec![fixed("Dry run", REHEARSAL)],
        Dialog::Sharing(_) => vec![fixed("Equal files", SHARING)],
        Dialog::Trash(_) => vec![fixed("The trash", TRASH)],
        Dialog::Comparison(_) => vec![fixed("The plan", COMPARISON)],
        Dialog::Columns(_) => vec![fixed("Columns", COLUMNS)],
        Dialog::Letters(_) => vec![fixed("Folders with a letter", LETTERS)],
        Dialog::Diff(_) => vec![fixed("Two files", DIFF)],
        Dialog::Checksums(_) => {
            vec![fixed("Checksums", CHECKSUMS), fixed("In a line of text", TEXT_KEYS)]
        }
        Dialog::Removal(_) => vec![fixed("Removal", REMOVAL)],
        Dialog::Bulk(_) => vec![fixed("New names", BULK), fixed("In a line of text", TEXT_KEYS)],
        Dialog::Mode(_) => vec![fixed("Permissions", MODE)],
        Dialog::Picker(_) => vec![fixed("This list", PICKER)],
        Dialog::Menu(_) => vec![fixed("The menus", MENU)],
        Dialog::Form(form) => {
            let keys = if form.rows.count() > 1 { FORM } else { PROMPT };
            vec![fixed("This dialog", keys), fixed("In a line of text", TEXT_KEYS)]
        }
        Dialog::Help(_) => Vec::new(),
    }
}

const QUESTION: &[(&str, &str)] = &[
    ("↑ ↓ Enter", "Choose an answer and give it"),
    ("1 2 3 4", "Apply to this one, its folder, its kind, all"),
    ("a", "Apply to more"),
    ("← →", "Another rule, or edit the pattern of a name"),
    ("PgDn PgUp", "Next question, previous question"),
    ("t", "All questions of the job as a table"),
    ("v", "View both sides"),
    ("=", "Show how the two files differ, line by line"),
    ("f", "Compare all bytes"),
    ("Ctrl-N", "Let letters answer where the question opened by itself"),
    ("Esc", "Later; the job continues with the rest"),
];

const TABLE_ANSWERS: &[(&str, &str)] = &[
    ("n", "Skip: leave the item alone"),
    ("y", "Yes: replace, merge, retry, delete"),
    ("w", "Replace if newer"),
    ("k", "Keep both: the incoming item gets a number"),
    ("e", "Rename existing"),
    ("p", "Replace for good: not kept in the trash"),
    ("q", "Cancel job; finished items are kept"),
    ("Del", "No answer"),
];

const TABLE: &[(&str, &str)] = &[
    ("Space", "Mark the row"),
    ("*", "Mark all rows without an answer, or none"),
    ("Enter", "Give all answers that the table shows"),
    ("t", "This question alone"),
    ("v", "View both sides"),
    ("=", "Show how the two files differ, line by line"),
    ("f", "Compare all bytes of the marked rows"),
    ("Tab 1 … 9", "To the rules"),
    ("a", "Add a rule"),
    ("Esc", "Later; the job continues with the rest"),
];

const RULE: &[(&str, &str)] = &[
    ("← →", "Another answer"),
    ("c", "Another condition"),
    ("+ -", "Move the rule up or down: the first that matches wins"),
    ("Del", "Remove the rule"),
    ("Tab", "Back to the questions"),
];

const REPORT: &[(&str, &str)] = &[
    ("r", "Retry the items that failed"),
    ("R", "Run the job again"),
    ("v", "Compare the copies with their sources"),
    ("u", "Undo the job; asks first"),
    ("Enter", "Go to the item"),
    ("y", "Copy the command line that does the same"),
    ("w", "Copy the paths of this list"),
    ("Esc", "Close"),
];

const FINISHED: &[(&str, &str)] = &[
    ("Enter", "Show the report"),
    ("r", "Retry the items that failed"),
    ("R", "Run the job again"),
    ("v", "Compare the copies with their sources"),
    ("u", "Undo the job; asks first"),
    ("x", "Forget the job; it cannot be undone any more"),
    ("X", "Forget all finished jobs; asks first"),
    ("Esc", "Close"),
];

const TRANSFER: &[(&str, &str)] = &[
    ("Enter", "Start"),
    ("F2", "Add to the queue, paused"),
    ("F3", "Dry run: show the plan first"),
    ("F4", "Start although it does not fit"),
    ("↑ ↓ Tab", "Next choice, previous choice"),
    ("← →", "Another answer"),
    ("Esc", "Cancel"),
];

const REHEARSAL: &[(&str, &str)] = &[
    ("Enter", "Start"),
    ("F2", "Add to the queue, paused"),
    ("F4", "Start although it does not fit"),
    ("Esc", "Back to the choices"),
];

const SHARING: &[(&str, &str)] = &[
    ("Enter", "Let the equal files share their storage"),
    ("F2", "Add the job to the queue, paused"),
    ("Esc", "Cancel"),
];

const TRASH: &[(&str, &str)] = &[
    ("Enter", "Restore the marked items, or this one"),
    ("Space", "Mark or unmark, and move down"),
    ("*", "Swap marked and unmarked"),
    ("d", "Delete the marked items permanently; asks first"),
    ("E", "Empty the trash; asks first"),
    ("/", "Search names and folders"),
    ("s", "Sort by name, or by the time of deletion"),
    ("Esc", "Close"),
];

const CHECKSUMS: &[(&str, &str)] = &[
    ("any text", "Compare with this checksum, or with the line of a list"),
    ("Enter", "Copy: the checksum of one file, or the lines of several"),
    ("Tab", "Compute with another algorithm"),
    ("↑ ↓", "Move in the list"),
    ("Esc", "Stop reading; then close"),
];

const COLUMNS: &[(&str, &str)] = &[
    ("Enter", "Show these columns"),
    ("Space", "Show the column or hide it"),
    ("+ -", "Move the column up or down, as Shift with an arrow does"),
    ("a", "Show what there is room for"),
    ("Esc", "Cancel"),
];

const LETTERS: &[(&str, &str)] = &[
    ("any letter", "Go to its folder, or give it to this folder"),
    ("'", "Go to the previous folder"),
    ("↑ ↓ Enter", "Choose a letter from the list"),
    ("Del", "Take the letter from its folder"),
    ("Esc", "Cancel"),
];

const DIFF: &[(&str, &str)] = &[
    ("n Enter", "Next difference"),
    ("N p", "Previous difference"),
    ("↑ ↓ PgUp PgDn", "Scroll both files"),
    ("← →", "Move in long lines"),
    ("w", "Ignore differences of spaces and tabs, or count them"),
    ("v", "View both files"),
    ("r", "Compare again"),
    ("Esc", "Close; back to what was shown before"),
];

const COMPARISON: &[(&str, &str)] = &[
    ("Enter", "Show what will happen, then start it"),
    ("← →", "Copy this row to the left, to the right"),
    ("< >", "Copy all rows of this kind to the left, to the right"),
    ("Space", "Leave this row alone, or take the proposal again"),
    ("0", "Leave all rows of this kind alone"),
    ("Del", "Move what only one side has to the trash"),
    ("Tab", "Another direction for the whole plan"),
    ("1 … 7", "Hide or show the rows of a kind"),
    ("v", "View both sides"),
    ("d", "Show how two files differ"),
    ("c", "Compare again, by content or by size and time"),
    ("r", "Compare again"),
    ("Esc", "Stop the comparison; then close"),
];

const REMOVAL: &[(&str, &str)] = &[
    ("Enter", "Move to the trash; where it deletes, keep the items"),
    ("y", "Delete permanently, where the dialog says so"),
    ("Tab", "Between moving to the trash and deleting"),
    ("Esc", "Cancel"),
];

const BULK: &[(&str, &str)] = &[
    ("Enter", "Rename"),
    ("F4", "Edit the names in your editor"),
    ("Tab ↑ ↓", "Next field, previous field"),
    ("← →", "Another answer"),
    ("PgDn PgUp", "Scroll the names"),
    ("Esc", "Cancel"),
];

const MODE: &[(&str, &str)] = &[
    ("Enter", "Change the permissions"),
    ("↑ ↓ ← →", "Choose a bit"),
    ("Space", "Turn the bit on or off"),
    ("Tab", "To the text of the permissions, and back"),
    ("Esc", "Cancel"),
];

const PICKER: &[(&str, &str)] =
    &[("any text", "Show only lines with these words"), ("↑ ↓ Enter", "Choose"), ("Esc", "Close")];

const MENU: &[(&str, &str)] = &[
    ("← →", "Previous menu, next menu"),
    ("↑ ↓ Enter", "Choose"),
    ("any text", "Go to an entry by its name, or another word for it"),
    ("Esc", "Close"),
];

const FORM: &[(&str, &str)] = &[
    ("Enter", "Do it"),
    ("↑ ↓ Tab", "Next row, previous row; Tab completes a path"),
    ("← →", "Another answer"),
    ("Esc", "Cancel"),
];

const PROMPT: &[(&str, &str)] =
    &[("Enter", "Do it"), ("Tab", "Complete a path"), ("Esc", "Cancel")];
