//! Lists the keys of each dialog and page, for the help that F1 shows there.

use super::help::{KeyLine, Rows, text_keys};
use crate::app::dialog::Dialog;
use crate::app::dialog::question::choices;
use crate::app::model::Model;
use crate::app::ways::ways;
use fcp_presentation::tr;

/// Gives the title and the keys of a dialog, with what follows from each.
pub(super) fn keys(model: &Model, dialog: &Dialog) -> Vec<(&'static str, Rows)> {
    let fixed = |title, rows: Vec<KeyLine>| {
        let row = |(keys, what): KeyLine| (vec![keys.to_owned()], what.to_owned());
        (title, rows.into_iter().map(row).collect::<Rows>())
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
            vec![
                (tr!("keys-of-answers"), answers),
                fixed(tr!("keys-of-this-question"), question_keys()),
            ]
        }
        Dialog::Conflicts(_) => {
            vec![
                fixed(tr!("keys-of-answers-to-the-marked-rows"), table_answers()),
                fixed(tr!("keys-of-the-table"), table()),
                fixed(tr!("keys-of-a-rule"), rule()),
            ]
        }
        Dialog::Confirm(confirm) => {
            let ways = ways(model, &confirm.what).into_iter().filter(|way| way.action.is_some());
            let rows = ways
                .map(|way| (vec![way.key_name()], format!("{}: {}", way.name, way.note)))
                .chain([(vec!["↑ ↓ Enter".to_owned()], tr!("keys-choose").to_owned())])
                .collect();
            vec![(tr!("keys-of-choices"), rows)]
        }
        Dialog::Report(_) => vec![fixed(tr!("keys-of-the-report"), report())],
        Dialog::Finished(_) => vec![fixed(tr!("keys-of-finished-jobs"), finished())],
        Dialog::Transfer(_) => {
            let keys = transfer();
            let text = text_keys_beside(&keys);
            vec![fixed(tr!("keys-of-copy-and-move"), keys), fixed(tr!("help-in-a-line"), text)]
        }
        Dialog::Rehearsal(_) => vec![fixed(tr!("keys-of-dry-run"), rehearsal())],
        Dialog::Sharing(_) => vec![fixed(tr!("keys-of-equal-files"), sharing())],
        Dialog::Trash(_) => vec![fixed(tr!("keys-of-the-trash"), trash())],
        Dialog::Comparison(_) => vec![fixed(tr!("keys-of-the-plan"), comparison())],
        Dialog::Columns(_) => vec![fixed(tr!("keys-of-columns"), columns())],
        Dialog::Letters(_) => vec![fixed(tr!("keys-of-folders-with-a-letter"), letters())],
        Dialog::Diff(_) => vec![fixed(tr!("keys-of-two-files"), diff())],
        Dialog::Divided(_) => vec![fixed(tr!("keys-of-a-divided-job"), divided())],
        Dialog::Checksums(_) => {
            let keys = checksums();
            let text = text_keys_beside(&keys);
            vec![fixed(tr!("keys-of-checksums"), keys), fixed(tr!("help-in-a-line"), text)]
        }
        Dialog::Properties(_) => vec![fixed(tr!("keys-of-properties"), properties())],
        Dialog::Removal(_) => vec![fixed(tr!("keys-of-removal"), removal())],
        Dialog::Bulk(_) => {
            let keys = bulk();
            let text = text_keys_beside(&keys);
            vec![fixed(tr!("keys-of-new-names"), keys), fixed(tr!("help-in-a-line"), text)]
        }
        Dialog::Mode(_) => vec![fixed(tr!("keys-of-permissions"), mode())],
        Dialog::Picker(_) => vec![fixed(tr!("keys-of-this-list"), picker())],
        Dialog::Menu(_) => vec![fixed(tr!("keys-of-the-menus"), menu())],
        Dialog::Form(form) => {
            let keys = if form.rows.count() > 1 { form_keys() } else { prompt() };
            let text = text_keys_beside(&keys);
            vec![fixed(tr!("keys-of-this-dialog"), keys), fixed(tr!("help-in-a-line"), text)]
        }
        Dialog::Help(_) => Vec::new(),
    }
}

/// Gives the keys of a line of text, but for those that the dialog itself takes.
fn text_keys_beside(taken: &[KeyLine]) -> Vec<KeyLine> {
    const ARROWS: &str = "↑ ↓";
    let moves = taken.iter().any(|(keys, _)| keys.contains(ARROWS));
    text_keys().into_iter().filter(|(keys, _)| !(moves && *keys == ARROWS)).collect()
}

fn question_keys() -> Vec<KeyLine> {
    vec![
        ("↑ ↓ Enter", tr!("keys-question-choose-an-answer")),
        ("1 2 3 4", tr!("keys-question-apply-to-this-one")),
        ("a", tr!("keys-question-apply-to-more")),
        ("← →", tr!("keys-question-another-rule-or-edit")),
        ("PgDn PgUp", tr!("keys-question-next-question-previous-question")),
        ("t", tr!("keys-question-all-questions")),
        ("v", tr!("keys-view-both-sides")),
        ("=", tr!("keys-differences")),
        ("f", tr!("keys-question-compare-all-bytes")),
        ("Ctrl-N", tr!("keys-question-let-letters-answer")),
        ("Esc", tr!("keys-later")),
    ]
}

fn table_answers() -> Vec<KeyLine> {
    vec![
        ("n", tr!("keys-table-answers-skip-leave-the-item")),
        ("y", tr!("keys-table-answers-yes-replace-merge-retry")),
        ("w", tr!("keys-table-answers-replace-if-newer")),
        ("k", tr!("keys-table-answers-keep-both-the-incoming")),
        ("e", tr!("keys-table-answers-rename-existing")),
        ("p", tr!("keys-table-answers-replace-for-good")),
        ("q", tr!("keys-table-answers-cancel-job-finished-items")),
        ("Del", tr!("keys-table-answers-no-answer")),
    ]
}

fn table() -> Vec<KeyLine> {
    vec![
        ("Space", tr!("keys-table-mark-the-row")),
        ("*", tr!("keys-table-mark-all-rows-without")),
        ("Enter", tr!("keys-table-give-all-answers")),
        ("t", tr!("keys-table-this-question-alone")),
        ("v", tr!("keys-view-both-sides")),
        ("=", tr!("keys-differences")),
        ("f", tr!("keys-table-compare-all-bytes")),
        ("Tab 1 … 9", tr!("keys-table-to-the-rules")),
        ("a", tr!("keys-table-add-a-rule")),
        ("Esc", tr!("keys-later")),
    ]
}

fn rule() -> Vec<KeyLine> {
    vec![
        ("← →", tr!("keys-another-answer")),
        ("c", tr!("keys-rule-another-condition")),
        ("+ -", tr!("keys-rule-move-the-rule-up")),
        ("Del", tr!("keys-rule-remove-the-rule")),
        ("Tab", tr!("keys-rule-back-to-the-questions")),
    ]
}

fn report() -> Vec<KeyLine> {
    vec![
        ("r", tr!("keys-retry-failed")),
        ("R", tr!("keys-run-again")),
        ("v", tr!("keys-verify-copies")),
        ("u", tr!("keys-undo-job")),
        ("x", tr!("keys-report-extract-anyway")),
        ("Enter", tr!("keys-report-go-to-the-item")),
        ("y", tr!("keys-report-copy-the-command-line")),
        ("w", tr!("keys-report-copy-the-paths")),
        ("Esc", tr!("button-close")),
    ]
}

fn finished() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-finished-show-the-report")),
        ("r", tr!("keys-retry-failed")),
        ("R", tr!("keys-run-again")),
        ("v", tr!("keys-verify-copies")),
        ("u", tr!("keys-undo-job")),
        ("x", tr!("keys-finished-forget-the-job")),
        ("X", tr!("keys-finished-forget-all-finished-jobs")),
        ("Esc", tr!("button-close")),
    ]
}

fn transfer() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("button-start")),
        ("F2", tr!("keys-queue-paused")),
        ("F3", tr!("keys-transfer-dry-run-show")),
        ("F4", tr!("keys-start-anyway")),
        ("↑ ↓ Tab", tr!("keys-transfer-next-choice-previous-choice")),
        ("← →", tr!("keys-another-answer")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn rehearsal() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("button-start")),
        ("F2", tr!("keys-queue-paused")),
        ("F4", tr!("keys-start-anyway")),
        ("Esc", tr!("keys-rehearsal-back-to-the-choices")),
    ]
}

fn sharing() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-sharing-let-the-equal-files")),
        ("F2", tr!("keys-sharing-add-the-job")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn trash() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-trash-restore-the-marked-items")),
        ("Space", tr!("keys-trash-mark-or-unmark")),
        ("*", tr!("keys-trash-swap-marked-and-unmarked")),
        ("d", tr!("keys-trash-delete-the-marked-items")),
        ("E", tr!("keys-trash-empty-the-trash-asks")),
        ("/", tr!("keys-trash-search-names-and-folders")),
        ("s", tr!("keys-trash-sort-by-name")),
        ("Esc", tr!("button-close")),
    ]
}

fn divided() -> Vec<KeyLine> {
    vec![
        ("↑ ↓ PgUp PgDn", tr!("keys-divided-move-in-the-list")),
        ("Home End", tr!("keys-divided-to-an-end-of-the-list")),
        ("Esc", tr!("keys-divided-close")),
    ]
}

fn checksums() -> Vec<KeyLine> {
    vec![
        (tr!("keys-any-text"), tr!("keys-checksums-compare-with-this-checksum")),
        ("Enter", tr!("keys-checksums-copy-the-checksum")),
        ("Tab", tr!("keys-checksums-compute-with-another-algorithm")),
        ("↑ ↓", tr!("keys-checksums-move-in-the-list")),
        ("Esc", tr!("keys-checksums-stop-reading-then-close")),
    ]
}

fn properties() -> Vec<KeyLine> {
    vec![
        ("m", tr!("keys-properties-permissions")),
        ("o", tr!("keys-properties-owner")),
        ("k", tr!("keys-properties-checksums")),
        ("Enter Esc", tr!("button-close")),
    ]
}

fn columns() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-columns-show-these-columns")),
        ("Space", tr!("keys-columns-show-the-column")),
        ("+ -", tr!("keys-columns-move-the-column-up")),
        ("< >", tr!("keys-columns-change-the-width")),
        ("a", tr!("keys-columns-show-what-there")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn letters() -> Vec<KeyLine> {
    vec![
        (tr!("keys-any-letter"), tr!("keys-letters-go-to-its-folder")),
        ("'", tr!("keys-letters-go-to-the-previous")),
        ("↑ ↓ Enter", tr!("keys-letters-choose-a-letter")),
        ("Del", tr!("keys-letters-take-the-letter")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn diff() -> Vec<KeyLine> {
    vec![
        ("n Enter", tr!("keys-diff-next-difference")),
        ("N p", tr!("keys-diff-previous-difference")),
        ("↑ ↓ PgUp PgDn", tr!("keys-diff-scroll-both-files")),
        ("← →", tr!("keys-diff-move-in-long-lines")),
        ("w", tr!("keys-diff-ignore-differences-of-spaces")),
        ("v", tr!("keys-diff-view-both-files")),
        ("r", tr!("keys-compare-again")),
        ("Esc", tr!("keys-diff-close-back")),
    ]
}

fn comparison() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-comparison-show-what-will-happen")),
        ("← →", tr!("keys-comparison-copy-this-row")),
        ("< >", tr!("keys-comparison-copy-all-rows")),
        ("Space", tr!("keys-comparison-leave-this-row-alone")),
        ("0", tr!("keys-comparison-leave-all-rows")),
        ("Del", tr!("keys-comparison-move-what-only-one")),
        ("Tab", tr!("keys-comparison-another-direction")),
        ("1 … 7", tr!("keys-comparison-hide-or-show")),
        ("v", tr!("keys-view-both-sides")),
        ("d", tr!("keys-comparison-show-how-two-files")),
        ("c", tr!("keys-comparison-compare-again-by-content")),
        ("r", tr!("keys-compare-again")),
        ("f", tr!("keys-comparison-forget")),
        ("Esc", tr!("keys-comparison-stop-the-comparison-then")),
    ]
}

fn removal() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-removal-move-to-the-trash")),
        ("y", tr!("keys-removal-delete-permanently")),
        ("Tab", tr!("keys-removal-between-moving")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn bulk() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("button-rename")),
        ("F4", tr!("keys-bulk-edit-the-names")),
        ("Tab ↑ ↓", tr!("keys-bulk-next-field-previous-field")),
        ("← →", tr!("keys-another-answer")),
        ("PgDn PgUp", tr!("keys-bulk-scroll-the-names")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn mode() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-mode-change-the-permissions")),
        ("↑ ↓ ← →", tr!("keys-mode-choose-a-bit")),
        ("Space", tr!("keys-mode-turn-the-bit")),
        ("Tab", tr!("keys-mode-to-the-text")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn picker() -> Vec<KeyLine> {
    vec![
        (tr!("keys-any-text"), tr!("keys-picker-show-only-lines")),
        ("↑ ↓ Enter", tr!("keys-choose")),
        ("Del", tr!("keys-picker-remove-a-bookmark")),
        ("Esc", tr!("button-close")),
    ]
}

fn menu() -> Vec<KeyLine> {
    vec![
        ("← →", tr!("keys-menu-previous-menu-next-menu")),
        ("↑ ↓ Enter", tr!("keys-choose")),
        (tr!("keys-any-text"), tr!("keys-menu-go-to-an-entry")),
        ("Esc", tr!("button-close")),
    ]
}

fn form_keys() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-do-it")),
        ("↑ ↓ Tab", tr!("keys-form-next-row-previous-row")),
        ("← →", tr!("keys-another-answer")),
        ("Esc", tr!("button-cancel")),
    ]
}

fn prompt() -> Vec<KeyLine> {
    vec![
        ("Enter", tr!("keys-do-it")),
        ("Tab", tr!("keys-prompt-complete-a-path")),
        ("Esc", tr!("button-cancel")),
    ]
}

/// Gives the fixed keys of all dialogs.
#[cfg(test)]
pub(super) fn all() -> Vec<KeyLine> {
    let of: [fn() -> Vec<KeyLine>; 23] = [
        question_keys,
        table_answers,
        table,
        rule,
        report,
        finished,
        transfer,
        rehearsal,
        sharing,
        trash,
        divided,
        checksums,
        properties,
        columns,
        letters,
        diff,
        comparison,
        removal,
        bulk,
        mode,
        picker,
        menu,
        form_keys,
    ];
    of.into_iter().flat_map(|keys| keys()).chain(prompt()).collect()
}
