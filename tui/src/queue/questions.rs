//! `fcpq answer`: shows the open questions of a job with both sides, and answers them.

use std::collections::BTreeSet;

use clap::ArgMatches;
use fcp_engine::event::{Answer, FileKind, JobId, Question, Side, Subject};
use fcp_engine::queue::{Queue, QueueError};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::text::Line;

use super::answer::{self, Which, kind, shown};
use super::output::{Output, Trouble, say};
use super::table::clipped;
use super::tool::TOOL;
use super::{facts, line, row};
use crate::app::look::{FAINT, Look, MUTED, STRONG, TEXT};
use crate::app::when::when;
use crate::cli::exit;
use crate::cli::screen::span;
use crate::format;
use crate::text::{cut_path, width as columns};

/// Questions that a terminal shows.
const LISTED: usize = 20;
/// Columns of a size and a time.
const SIDE: usize = 21;
/// Columns of a remark.
const REMARK: usize = 20;

/// Shows questions, or answers them.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let word = |name| matches.get_one::<String>(name).map(String::as_str);
    for job in line::jobs_of(matches) {
        // A job that does not exist has no questions either, but that is an error of its own.
        let asked = queue.find(job)?.questions;
        let open: Vec<Question> =
            queue.questions(Some(job))?.into_iter().map(|(_, question)| question).collect();
        let (Some(which), Some(given)) = (word("which"), word("answer")) else {
            show(job, &open, matches.get_flag("json"), out)?;
            continue;
        };
        let which = answer::which(which).map_err(Trouble::Usage)?;
        let given = answer::answer(given).map_err(Trouble::Usage)?;
        let reached = give(queue, &which, &given, matches.get_flag("folder"), &open)?;
        if reached == 0 {
            return Err(nothing(job, &which, &given, &open));
        }
        if matches.get_flag("json") {
            continue;
        }
        // Of many, the first are open, and an answer for all holds for the others as well.
        let hidden = asked.saturating_sub(open.len() as u64);
        let others = match which {
            Which::Numbers(..) => String::new(),
            _ if hidden == 0 => String::new(),
            _ => format!(", and those like them among {} more", format::count(hidden)),
        };
        let reached = format::counted(reached as u64, "question", "questions");
        let given = row::shown(answer::word(&given).as_ref());
        out.line(&format!("Answered {reached}{others}: {given}"))?;
    }
    Ok(exit::DONE)
}

fn show(job: JobId, open: &[Question], json: bool, out: &mut Output) -> Result<(), Trouble> {
    if json {
        return open.iter().try_for_each(|question| out.json(question));
    }
    if open.is_empty() {
        say(TOOL, &format!("job {job} has no open questions"));
        return Ok(());
    }
    let (width, look) = (out.width(), out.look);
    out.lines(&lines(open, width, &TimeZone::system(), look))?;
    if out.is_terminal {
        let how = Line::from(vec![
            span("Answer with ", MUTED, look),
            span(format!("fcpq answer {job} 1 skip"), STRONG, look),
            span(" or ", MUTED, look),
            span(format!("fcpq answer {job} all newer"), STRONG, look),
            span("; fcpq answer --help lists the answers", MUTED, look),
        ]);
        out.lines(&[how])?;
    }
    Ok(())
}

/// Gives an answer to the questions that are meant, and counts those it reaches.
fn give(
    queue: &Queue,
    which: &Which,
    given: &Answer,
    folder: bool,
    open: &[Question],
) -> Result<usize, Trouble> {
    let mut reached = BTreeSet::new();
    for (question, resolution) in answer::chosen(which, given, folder, open) {
        match queue.answer(question.id, &resolution) {
            Ok(()) => {
                let of_kind = kind(&question.subject);
                let wide = !matches!(which, Which::Numbers(..));
                let like = |other: &&Question| {
                    other.id == question.id || wide && kind(&other.subject) == of_kind
                };
                reached.extend(open.iter().filter(like).map(|other| other.id));
            }
            // Settled meanwhile, or of a kind that this answer is not for.
            Err(QueueError::NoQuestion(_) | QueueError::Misfit(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(reached.len())
}

/// Says why an answer reached no question.
fn nothing(job: JobId, which: &Which, given: &Answer, open: &[Question]) -> Trouble {
    let given = answer::word(given);
    let given = row::shown(given.as_ref());
    Trouble::Usage(match which {
        _ if open.is_empty() => format!("job {job} has no open questions"),
        Which::Numbers(from, to)
            if answer::chosen(which, &Answer::Skip, false, open).is_empty() =>
        {
            let range = if from == to { from.to_string() } else { format!("{from}-{to}") };
            format!("job {job} has no open question {range}; 'fcpq answer {job}' shows them")
        }
        _ => {
            format!(
                "'{given}' fits none of these questions; 'fcpq answer --help' lists the answers"
            )
        }
    })
}

/// Draws the questions as a table; without a terminal all of them, and uncut.
pub(super) fn lines(
    questions: &[Question],
    width: Option<usize>,
    zone: &TimeZone,
    look: Look,
) -> Vec<Line<'static>> {
    let listed = if width.is_some() { LISTED } else { usize::MAX };
    let number = questions.last().map_or(1, |last| shown(last.id).to_string().len()).max(3);
    let natural = questions.iter().map(|it| columns(&name(it))).max().unwrap_or(0).max(4);
    let room = match width {
        Some(width) => {
            let remark = if width < 100 { 0 } else { REMARK };
            let taken = number + 2 + 2 * (SIDE + 2) + remark;
            width.saturating_sub(taken).clamp(8, natural.max(8))
        }
        None => natural,
    };
    let head = format!("{:>number$}  {:<room$}  {:<SIDE$}  Existing", "#", "Name", "Incoming");
    let mut lines = vec![Line::from(span(head, MUTED, look))];
    if let Some(width) = width {
        lines.push(Line::from(span("─".repeat(width), FAINT, look)));
    }
    lines.extend(questions.iter().take(listed).map(|question| {
        let id = span(format!("{:>number$}  ", shown(question.id)), STRONG, look);
        let Subject::Conflict { src, dst, .. } = &question.subject else {
            return Line::from(vec![id, span(facts::subject(&question.subject), TEXT, look)]);
        };
        let name = cut_path(&name(question), room);
        let pad = " ".repeat(room.saturating_sub(columns(&name)));
        Line::from(vec![
            id,
            span(format!("{name}{pad}"), TEXT, look),
            span(format!("  {:<SIDE$}", side(src, zone)), TEXT, look),
            span(format!("  {:<SIDE$}", side(dst, zone)), MUTED, look),
            span(remark(question, src, dst), TEXT, look),
        ])
    }));
    let more = questions.len().saturating_sub(listed);
    if more > 0 {
        let more = format!("{:number$}  {} more", "", format::count(more as u64));
        lines.push(Line::from(span(more, MUTED, look)));
    }
    match width {
        Some(width) => lines.into_iter().map(|line| clipped(line, width)).collect(),
        None => lines,
    }
}

fn name(question: &Question) -> String {
    match &question.subject {
        Subject::Conflict { dst, .. } => row::shown(&dst.path.0),
        // These have a line of their own.
        Subject::Error { .. } | Subject::Removal { .. } => String::new(),
    }
}

fn side(side: &Side, zone: &TimeZone) -> String {
    let now = Timestamp::now().as_microsecond();
    let size = match side.kind {
        FileKind::Directory => "folder".to_owned(),
        FileKind::Symlink => "link".to_owned(),
        _ => format::size_short(side.size),
    };
    format!("{size:>6}  {}", when(side.mtime, now, zone))
}

/// Says how the sides differ: which one is newer, or what types they have.
fn remark(question: &Question, src: &Side, dst: &Side) -> String {
    if src.kind != FileKind::File || dst.kind != FileKind::File {
        return match kind(&question.subject) {
            "file" => String::new(),
            kind => format!("  {kind}"),
        };
    }
    let word = match (src.size == dst.size, src.mtime.cmp(&dst.mtime)) {
        (true, std::cmp::Ordering::Equal) => "same size and time",
        (_, std::cmp::Ordering::Equal) => "same time",
        (_, std::cmp::Ordering::Greater) => "incoming is newer",
        (_, std::cmp::Ordering::Less) => "existing is newer",
    };
    format!("  {word}")
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, OpError};
    use fcp_engine::event::ConflictKind;

    use super::*;
    use crate::terminal::PLAIN;

    fn side(path: &str, size: u64, mtime: i64) -> Side {
        let kind = if size == 0 { FileKind::Directory } else { FileKind::File };
        Side { path: path.into(), kind, size, mtime: mtime * 1_000_000, mode: 0 }
    }

    #[test]
    fn both_sides_are_shown() {
        let day = 1_400_000_000;
        let conflict = |kind, src, dst| Subject::Conflict {
            kind,
            src,
            dst,
            staged: None,
            just_created: false,
        };
        let subjects = [
            conflict(
                ConflictKind::File,
                side("/s/IMG.CR3", 32_925_286, day + 60),
                side("/d/a-rather-long-folder/with/more/IMG.CR3", 31_247_564, day),
            ),
            conflict(ConflictKind::File, side("/s/x\n", 7, day), side("/d/x\n", 7, day)),
            conflict(ConflictKind::Directory, side("/s/d", 0, day), side("/d/d", 0, day)),
            Subject::Error {
                src: "/s/y".into(),
                error: OpError::new(Action::Read, "/s/y", rustix::io::Errno::IO),
            },
        ];
        let questions: Vec<_> = (1..)
            .zip(subjects)
            .map(|(n, subject)| Question { id: (7 << 24) + n, subject, waiting: 4 })
            .collect();
        for (name, width) in [("plain", None), ("80", Some(80)), ("120", Some(120))] {
            let lines = lines(&questions, width, &TimeZone::UTC, PLAIN);
            let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
            insta::assert_snapshot!(format!("questions-{name}"), text.join("\n"));
        }
    }
}
