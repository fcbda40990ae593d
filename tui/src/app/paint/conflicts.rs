//! Draws the page with all questions of a job, below the rules that answer many of them.

use fcp_engine::event::{Answer, FileKind, Question, Side, Subject};
use fcp_engine::path::DisplayName;
use fcp_engine::view::JobRow;

use super::canvas::Canvas;
use super::dialogs::question::content_words;
use super::jobs::verb;
use crate::app::area::Area;
use crate::app::dialog::conflicts::{By, Conflicts, Sorted, is_folder};
use crate::app::dialog::question::REST;
use crate::app::dialog::rules;
use crate::app::look::{ACCENT, Ground, INK, MARK, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::{self, base_name, counted};
use crate::app::report::below;
use crate::app::when::when;
use crate::{format, text};
use fcp_presentation::answers::short;
use fcp_presentation::errors::{cannot_step, reason};
use fcp_presentation::jobs::asked_about;
use fcp_presentation::tr;

/// Width from which there are all columns.
const WIDE: u16 = 118;

/// Columns that the names need.
const NAME: u16 = 16;

/// The columns at which parts begin; those at 0 and behind the edge are left out.
struct Columns {
    folder: u16,
    incoming: u16,
    existing: u16,
    content: u16,
    answer: u16,
}

impl Columns {
    fn of(w: u16) -> Self {
        if w >= WIDE {
            // Additional columns go to names and folders, which are cut first.
            let more = w - WIDE;
            let folder = 25 + more / 2;
            let incoming = folder + 19 + more / 2;
            Self {
                folder,
                incoming,
                existing: incoming + 22,
                content: incoming + 44,
                answer: incoming + 61,
            }
        } else {
            let answer = w.saturating_sub(12);
            let content = answer.saturating_sub(2);
            // A column that leaves no room for names is not drawn.
            let before = |end: u16, wide: u16| {
                end.checked_sub(wide).filter(|&x| end < w && x >= NAME).unwrap_or(w)
            };
            let existing = before(content, 21);
            Self { folder: 0, incoming: before(existing, 22), existing, content, answer }
        }
    }

    /// Columns for the names.
    fn name(&self) -> u16 {
        let times = self.incoming.min(self.existing).min(self.content);
        let next = if self.folder > 0 { self.folder } else { times };
        next.saturating_sub(4)
    }
}

/// Draws the page and gives the place of the cursor.
pub(super) fn conflicts(
    model: &Model,
    table: &Conflicts,
    row: &JobRow,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let columns = Columns::of(w);
    let sorted = table.sorted(model);
    let cursor_at = table.here(&sorted);
    head(model, row, canvas);
    let mut cursor = None;
    let shows_rules = table.shows_rules(model);
    let mut y = if shows_rules { rules(table, &sorted, canvas, &mut cursor) + 1 } else { 1 };
    canvas.rule(0, y, w, table.rule.is_none());
    let mut heads = vec![
        (3, tr!("column-name")),
        (columns.incoming, tr!("column-incoming")),
        (columns.existing, tr!("column-existing")),
    ];
    if columns.folder > 0 {
        heads.extend([
            (columns.folder, tr!("column-folder")),
            (columns.content, tr!("column-content")),
        ]);
    }
    heads.push((columns.answer, tr!("column-answer")));
    // One that leaves no room for names is not drawn.
    for (x, name) in heads.into_iter().filter(|(x, _)| *x < w) {
        let paint = if x == 3 { STRONG } else { MUTED };
        canvas.put(x - 1, y, &format!(" {name} "), paint);
    }
    y += 1;
    let bottom = h.saturating_sub(3);
    let open = sorted.open.iter().filter(|(_, by)| *by == By::NoRule).count() as u64;
    let mut drawn = 0;
    let last = table.top + table.rows(model);
    let parts = [(&sorted.open, true, 0), (&sorted.ruled, false, sorted.open.len())];
    for (list, is_open, before) in parts {
        let from = table.top.saturating_sub(before).min(list.len());
        let to = last.saturating_sub(before).min(list.len());
        if from == to {
            continue;
        }
        if drawn > 0 {
            y += 1;
        }
        if y < bottom {
            let (word, paint, n) = if is_open {
                (tr!("conflicts-open"), WAIT.bold(), open)
            } else {
                (tr!("conflicts-ruled"), TEXT.bold(), list.len() as u64)
            };
            canvas.run(3, y, &[(word, paint), ("  ", TEXT), (&format::count(n), MUTED)]);
            y += 1;
        }
        for (n, (id, by)) in list[from..to].iter().enumerate() {
            if y >= bottom {
                break;
            }
            if let Some(question) = row.questions.get(id) {
                let here = table.rule.is_none() && cursor_at == Some(*id);
                line(model, table, question, by, here, canvas, &columns, y);
                canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(before + from + n));
                if here {
                    cursor = Some((3, y));
                }
            }
            y += 1;
            drawn += 1;
        }
    }
    let all = sorted.open.len() + sorted.ruled.len();
    let more = all.saturating_sub(table.top + drawn) as u64;
    canvas.rule(0, bottom, w, false);
    if more > 0 {
        let more = format!(" {} ", tr!("more-below", shown = format::count(more), key = "PgDn"));
        canvas.right(w - 2, bottom, &[(&more, MUTED)]);
    }
    foot(model, table, &sorted, open, canvas);
    cursor
}

/// Draws which job asks, and its progress, if it continues meanwhile.
fn head(model: &Model, row: &JobRow, canvas: &mut Canvas<'_>) {
    let w = canvas.width();
    let goes_on = !row.waits_only() && !row.is_over() && !row.paused;
    let mut end = w - 2;
    if goes_on {
        let percent = row.percent().map(format::percent).unwrap_or_default();
        let eta = model.paces.get(&row.job).and_then(|pace| pace.eta).filter(|_| w >= WIDE);
        let left = eta.map(|eta| format!(", {}", format::left(eta))).unwrap_or_default();
        let comma = if percent.is_empty() { "" } else { ", " };
        let parts = [
            ("►", ACCENT.bold()),
            (" ", MUTED),
            (tr!("conflicts-continues"), MUTED),
            (comma, MUTED),
            (&percent, TEXT),
            (&left, MUTED),
        ];
        end = canvas.right(end, 0, &parts);
    }
    let x = canvas.run(2, 0, &[("?", WAIT.bold()), (" ", STRONG), (tr!("needs-you"), STRONG)]) + 2;
    let x = canvas.put(x, 0, &format!("{} ", verb(model, row)), TEXT);
    let mut ways = page::sources(model, row);
    if let Some(to) = page::destination(model, row) {
        ways = format!("{ways} → {to}");
    }
    let room = end.saturating_sub(x + 2);
    canvas.name(x, 0, room, &text::cut_path(&ways, usize::from(room)), TEXT);
}

/// The rules; gives the line behind them.
fn rules(
    table: &Conflicts,
    sorted: &Sorted,
    canvas: &mut Canvas<'_>,
    cursor: &mut Option<(u16, u16)>,
) -> u16 {
    let w = canvas.width();
    // In a narrow terminal the answers have room, and words are cut.
    let answer = w.saturating_sub(14).clamp(16, 44);
    let room = answer - 8;
    canvas.rule(0, 1, w, table.rule.is_some());
    let heads =
        [(3, tr!("conflicts-rules")), (answer, tr!("column-answer")), (66, tr!("column-items"))];
    for (x, name) in heads {
        let name = if x == 3 { text::cut_end(name, usize::from(room)) } else { name.to_owned() };
        canvas.put(x - 1, 1, &format!(" {name} "), if x == 3 { STRONG } else { MUTED });
    }
    let mut y = 2;
    for (n, rule) in table.rules.iter().enumerate() {
        let here = table.rule == Some(n);
        let on = canvas.list_row(y, w, here);
        if here {
            *cursor = Some((3, y));
        }
        canvas.put(3, y, &(n + 1).to_string(), on(ACCENT.bold()));
        canvas.put_in(6, y, room, rules::words(rule.when), on(TEXT));
        match &rule.answer {
            Some(it) => canvas.put(answer, y, short(it), on(TEXT)),
            None => canvas.put(answer, y, tr!("conflicts-ask-me"), on(WAIT)),
        };
        let count = format::count(sorted.counts.get(n).copied().unwrap_or(0));
        canvas.right(71, y, &[(&count, on(TEXT))]);
        y += 1;
    }
    canvas.put(3, y, "–", MUTED);
    canvas.put_in(6, y, room, tr!("conflicts-everything-else"), MUTED);
    canvas.put(answer, y, tr!("conflicts-ask-me"), WAIT);
    canvas.right(71, y, &[(&format::count(sorted.open.len() as u64), TEXT)]);
    y + 1
}

#[expect(clippy::too_many_arguments, reason = "each is one thing that a line shows")]
fn line(
    model: &Model,
    table: &Conflicts,
    question: &Question,
    by: &By,
    here: bool,
    canvas: &mut Canvas<'_>,
    columns: &Columns,
    y: u16,
) {
    let on = canvas.list_row(y, canvas.width(), here);
    let is_marked = table.marked.contains(&question.id);
    let is_open = !matches!(by, By::Rule(..));
    if is_marked {
        canvas.put(1, y, "•", on(MARK.bold()));
    }
    let row = model.jobs.row(table.job);
    let path = asked_about(row.and_then(|row| row.verb), &question.subject);
    let below = row.map_or(path, |row| below(row, path));
    // Two files of one name in different folders are not the same.
    let shown =
        if columns.folder > 0 { base_name(path) } else { DisplayName::new(&below).to_string() };
    let (name, paint) = if is_folder(question) {
        (shown + "/", ACCENT)
    } else {
        (shown, if is_marked { MARK } else { TEXT })
    };
    let room = usize::from(columns.name());
    let name =
        if columns.folder > 0 { text::cut_name(&name, room) } else { text::cut_path(&name, room) };
    canvas.name(3, y, columns.name(), &name, on(if here { paint.bold() } else { paint }));
    if columns.folder > 0 {
        let folder = match below.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            Some(dir) => DisplayName::new(dir).to_string(),
            None => path.parent().map_or(String::new(), base_name),
        };
        let room = columns.incoming.saturating_sub(columns.folder + 2);
        let folder = text::cut_path(&folder, usize::from(room));
        canvas.name(columns.folder, y, room, &folder, on(MUTED));
    }
    match &question.subject {
        Subject::Conflict { src, dst, .. } => {
            let first = if is_open { TEXT } else { MUTED };
            canvas.put(columns.incoming, y, &side(model, src), on(first));
            canvas.put(columns.existing, y, &side(model, dst), on(MUTED));
            content(model, question, is_open, canvas, columns, y, here.then_some(Ground::Cursor));
        }
        Subject::Error { error, .. } => {
            let text = format!("{}: {}", cannot_step(error), reason(error));
            let room = columns.answer.saturating_sub(columns.incoming + 1);
            canvas.put_in(columns.incoming, y, room, &text, on(TEXT));
        }
        Subject::Removal { item, .. } => {
            canvas.put(columns.incoming, y, &side(model, item), on(TEXT));
        }
    }
    match by {
        By::NoRule => canvas.put(columns.answer + 2, y, "?", on(WAIT.bold())),
        By::Hand(answer) => canvas.put(columns.answer + 2, y, short(answer), on(STRONG)),
        By::Rule(n, answer) => {
            let number = format!("{} ", n + 1);
            canvas.run(columns.answer, y, &[(&number, on(MUTED)), (short(answer), on(TEXT))])
        }
    };
}

fn content(
    model: &Model,
    question: &Question,
    is_open: bool,
    canvas: &mut Canvas<'_>,
    columns: &Columns,
    y: u16,
    ground: Option<Ground>,
) {
    let on = |paint: Paint| paint.or_on(ground);
    let found = model.work.probes.content(question);
    let (glyph, paint, mut words) = content_words(found.as_ref());
    if is_folder(question) {
        words = tr!("kind-folder");
    } else if model.work.probes.is_awaited(question) {
        words = "…";
    }
    let paint = if is_open { paint } else { MUTED };
    if columns.folder > 0 {
        let x = if glyph.is_empty() { columns.content + 2 } else { columns.content };
        let words_paint = if is_open && found.is_some() { TEXT } else { MUTED };
        canvas.run(x, y, &[(glyph, on(paint)), (words, on(words_paint))]);
    } else {
        canvas.put(columns.content, y, glyph.trim_end(), on(paint));
    }
}

/// Size and time of one side, in fixed columns.
fn side(model: &Model, side: &Side) -> String {
    let size = match side.kind {
        FileKind::Directory => "–".to_owned(),
        _ => format::size_short(side.size),
    };
    let time = when(side.mtime, model.now.cast_signed(), &model.zone);
    format!("{size:>6}  {time:>12}")
}

/// What Enter does, and the other keys.
fn foot(model: &Model, table: &Conflicts, sorted: &Sorted, open: u64, canvas: &mut Canvas<'_>) {
    let (w, h) = (canvas.width(), canvas.height());
    let answers = sorted.answers().count() as u64;
    let live = model.now >= table.opened + REST && answers > 0 && table.rule.is_none();
    let paint = if live { INK.on(Ground::Primary) } else { MUTED.on(Ground::Field) };
    let enter = match table.rule {
        Some(_) => format!(" Enter  {} ", tr!("conflicts-to-the-questions")),
        None if sorted.answers().any(|(_, answer)| *answer == Answer::Abort) => {
            format!(" Enter  {} ", tr!("conflicts-cancel"))
        }
        None => format!(" Enter  {} ", counted::answers_to_apply(answers)),
    };
    let x = canvas.put(2, h - 2, &enter, paint);
    let stay = match open {
        0 => tr!("conflicts-none-left").to_owned(),
        n => counted::left_open(n),
    };
    canvas.put(x + 2, h - 2, &stay, MUTED);
    if !table.marked.is_empty() {
        let marked = format!(" {}", counted::marked(table.marked.len() as u64));
        canvas.right(w - 2, h - 2, &[("•", MARK.bold()), (&marked, MARK)]);
    }
    let last = table.rules.len().max(1);
    let numbers = format!("1–{last}");
    let keys: &[(&str, &str)] = match table.rule {
        Some(_) => &[
            ("← →", tr!("button-answer")),
            ("c", tr!("button-condition")),
            ("+ -", tr!("button-move")),
            ("a", tr!("button-add-rule")),
            ("Del", tr!("button-remove")),
            ("Tab", tr!("button-questions")),
            ("Esc", tr!("button-back")),
        ],
        None => &[
            (
                "n y w k e",
                if table.marked.is_empty() {
                    tr!("button-answer")
                } else {
                    tr!("button-answer-marked")
                },
            ),
            ("Space", tr!("button-mark")),
            ("*", tr!("button-mark-open")),
            (numbers.as_str(), tr!("button-edit-rule")),
            ("f", tr!("button-compare-in-full")),
            ("v", tr!("button-view-both")),
            ("t", tr!("button-one-by-one")),
            ("a", tr!("button-add-rule")),
            ("Esc", tr!("button-later")),
        ],
    };
    super::keys::line(canvas, h - 1, keys);
}
