//! Turns events into sentences.

use std::path::Path;

use fcp_engine::event::{ConflictKind, Event, Phase, Subject};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{Destination, JobSpec, Verb};
use fcp_presentation::jobs;

use super::answer;
use crate::app::look::{BAD, Look, MUTED, Paint, TEXT, WAIT};
use crate::cli::progress;
use crate::terminal::PLAIN;
use crate::{format, state};

/// Puts a fact into words; `None` for what people need not know.
pub(super) fn sentence(event: &Event) -> Option<(String, Paint)> {
    Some(match event {
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobPlaced { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::Progress { .. }
        | Event::JobPhase { phase: Phase::Running | Phase::Finished, .. } => return None,
        Event::JobTotals { totals, .. } if !totals.complete => return None,
        Event::JobQueued { spec, .. } => (format!("added: {}", asked(spec)), TEXT),
        Event::JobRemoved { .. } => ("removed from the queue".to_owned(), TEXT),
        Event::JobStarted { workers, .. } => {
            let workers = format::counted(u64::from(*workers), "worker", "workers");
            (format!("started with {workers}"), TEXT)
        }
        Event::JobTotals { totals, .. } => {
            let bytes = totals.bytes.filter(|bytes| *bytes > 0).map(format::size);
            let bytes = bytes.map(|bytes| format!(", {bytes}")).unwrap_or_default();
            (format!("{}{bytes} in all", format::items(totals.items)), TEXT)
        }
        Event::JobPaused { .. } => ("paused".to_owned(), TEXT),
        Event::JobResumed { .. } => ("resumed".to_owned(), TEXT),
        Event::JobPhase { phase: Phase::Queued, .. } => ("waits for its turn".to_owned(), TEXT),
        Event::JobPhase { phase: Phase::Flushing, .. } => ("flushing to disk".to_owned(), TEXT),
        Event::JobPhase { phase: Phase::Verifying, .. } => {
            ("comparing with the source".to_owned(), TEXT)
        }
        Event::ItemDone { src, dst, .. } if src == dst => (name(&src.0), TEXT),
        Event::ItemDone { src, dst, .. } => (format!("{} -> {}", name(&src.0), name(&dst.0)), TEXT),
        Event::ItemSkipped { src, reason, .. } => {
            (format!("skipped {}: {}", name(&src.0), state::skipped(*reason, None)), MUTED)
        }
        Event::ItemFailed { error, .. } => (error.to_string(), BAD),
        Event::Warning { warning, .. } => (format!("warning: {}", state::warned(warning)), WAIT),
        Event::QuestionAsked { question, .. } => {
            let number = answer::shown(question.id);
            (format!("question {number}: {}", subject(&question.subject)), WAIT)
        }
        Event::QuestionAnswered { question, answer: Some(given), .. } => {
            let word = answer::word(given);
            let word = DisplayName::new(&word).to_string();
            (format!("question {} answered: {word}", answer::shown(*question)), TEXT)
        }
        Event::QuestionAnswered { question, answer: None, .. } => {
            (format!("question {} no longer needs an answer", answer::shown(*question)), TEXT)
        }
        Event::JobSummary { summary, .. } => {
            (lowercase(&progress::sentence(summary, false, PLAIN).to_string()), TEXT)
        }
    })
}

/// Gives the sentence about the end of a job, to follow its number.
pub(super) fn result(summary: &fcp_engine::event::Summary, look: Look) -> String {
    lowercase(&progress::sentence(summary, false, look).to_string())
}

fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().collect::<String>() + letters.as_str())
}

/// Puts a request into one line.
fn asked(spec: &JobSpec) -> String {
    let does = state::verb(Some(spec.verb)).to_lowercase();
    if let Some(sides) = jobs::sides(&spec.sources, spec.destination.as_ref()) {
        let items = format::items(spec.sources.len() as u64);
        let (from, to) = (name(sides.from), name(sides.to));
        return if sides.both {
            format!("{does} {items} in {from} and {to}")
        } else {
            format!("{does} {items} in {from} to {to}")
        };
    }
    let more = spec.sources.len().saturating_sub(1);
    let more =
        if more > 0 { format!(" and {} more", format::count(more as u64)) } else { String::new() };
    let first = spec.sources.first().map(|path| name(&path.0)).unwrap_or_default();
    let to = match &spec.destination {
        Some(Destination::Into(path)) => format!(" into {}", name(&path.0)),
        Some(to) => to.path().map(|path| format!(" to {}", name(&path.0))).unwrap_or_default(),
        None => String::new(),
    };
    match spec.verb {
        Verb::Verify => {
            let what = format!("{does} {first}{more}");
            match spec.destination.as_ref().and_then(Destination::path) {
                Some(there) => format!("{what} against {}", name(&there.0)),
                None => what,
            }
        }
        Verb::Dedupe => format!("share storage of equal files in {first}{more}"),
        Verb::Copy
        | Verb::Move
        | Verb::Delete
        | Verb::Trash
        | Verb::Restore
        | Verb::Undo
        | Verb::Extract
        | Verb::Pack => format!("{does} {first}{more}{to}"),
    }
}

fn name(path: &Path) -> String {
    format!("'{}'", DisplayName::new(path))
}

/// Says what a question is about.
pub(super) fn subject(subject: &Subject) -> String {
    match subject {
        Subject::Conflict { kind, src, dst, just_created, .. } => {
            let (src, dst) = (name(&src.path.0), name(&dst.path.0));
            match kind {
                ConflictKind::File if *just_created => {
                    format!("this job has made {dst} from another source than {src}")
                }
                ConflictKind::File => format!("{dst} exists"),
                ConflictKind::Directory => format!("the folder {dst} exists"),
                ConflictKind::DirectoryInTheWay => {
                    format!("the file {src} would replace the folder {dst}")
                }
                ConflictKind::FileInTheWay => {
                    format!("the folder {src} would replace the file {dst}")
                }
            }
        }
        Subject::Error { error, .. } => error.to_string(),
        Subject::Removal { item, protected: true, .. } => {
            format!("delete {}, which is write-protected?", name(&item.path.0))
        }
        Subject::Removal { item, .. } => format!("delete {}?", name(&item.path.0)),
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code, OpError};
    use fcp_engine::event::{Answer, FileKind, Question, Side, Totals};

    use super::*;

    fn said(event: &Event) -> Option<String> {
        sentence(event).map(|(text, _)| text)
    }

    #[test]
    fn facts_are_sentences() {
        let spec = JobSpec::copy(["/a\n", "/b"], Destination::Into("/z".into()));
        let added = said(&Event::JobQueued { job: 1, spec: Box::new(spec) }).unwrap();
        assert_eq!(added, r"added: copy '/a\n' and 1 more into '/z'");
        let totals = Totals { items: 1_204, bytes: Some(3 << 30), complete: true };
        let told = said(&Event::JobTotals { job: 1, totals }).unwrap();
        assert_eq!(told, "1,204 items, 3.00 GiB in all");
        let error = OpError::refused(Action::Read, Code::Io, "/x\x1b");
        let failed = Event::ItemFailed { job: 1, src: "/x\x1b".into(), error };
        assert!(said(&failed).unwrap().starts_with(r"cannot read '/x\x1b': "));
        let progress = <_>::default();
        assert_eq!(said(&Event::Progress { job: 1, progress }), None);
    }

    #[test]
    fn questions_go_by_their_short_number() {
        let side = |path: &str| Side {
            path: path.into(),
            kind: FileKind::File,
            size: 1,
            mtime: 0,
            mode: 0,
        };
        let id = (3 << 24) + 5;
        let kind = ConflictKind::File;
        let subject = Subject::Conflict {
            kind,
            src: side("/s/x"),
            dst: side("/d/x"),
            staged: None,
            just_created: false,
        };
        let question = Box::new(Question { id, subject, waiting: 1 });
        let asked = said(&Event::QuestionAsked { job: 1, question }).unwrap();
        assert_eq!(asked, "question 5: '/d/x' exists");
        let answer = Some(Answer::Rename("\u{202e}{n}".into()));
        let answered = said(&Event::QuestionAnswered { job: 1, question: id, answer }).unwrap();
        assert_eq!(answered, r"question 5 answered: keep-both=\u{202e}{n}");
    }
}
