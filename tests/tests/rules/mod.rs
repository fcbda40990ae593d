//! Checks the rules that every stream of events obeys.

#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::{BTreeMap, BTreeSet};

use fcp_engine::event::{Envelope, Event, JobId, Summary};
use serde_json::Value;

/// Gives the JSON Schema of a wire type.
pub fn schema<T: schemars::JsonSchema>(title: &str) -> Value {
    let mut schema = schemars::schema_for!(T);
    schema.insert("title".to_owned(), title.into());
    schema.into()
}

/// Gives the JSON Schema of a line of the stream.
pub fn events_schema() -> Value {
    schema::<Envelope>("A line of fcp's event stream")
}

/// Terminal events of items, by kind.
#[derive(Default)]
struct Told {
    done: u64,
    skipped: u64,
    failed: u64,
    bytes: u64,
}

/// Checks what holds for every stream: order, gapless numbers, and sums that agree.
pub fn check_stream(name: &str, events: &[Envelope]) {
    assert!(matches!(events[0].event, Event::Hello { .. }), "{name}: no hello");
    assert!(matches!(events[events.len() - 1].event, Event::Bye { .. }), "{name}: no bye");
    let facts = events.iter().filter(|e| e.event.is_fact());
    for (expected, fact) in (0..).zip(facts) {
        assert_eq!(fact.seq, Some(expected), "{name}: the numbers of facts have a gap");
    }
    assert!(events.iter().all(|e| e.seq.is_some() == e.event.is_fact()), "{name}");
    assert!(events.is_sorted_by_key(|e| e.at), "{name}: time runs backwards");

    let mut told: BTreeMap<JobId, Told> = BTreeMap::new();
    let mut ended: BTreeMap<JobId, Summary> = BTreeMap::new();
    let mut asked = BTreeSet::new();
    let mut all = false;
    for envelope in events {
        let job = envelope.event.job();
        let forgets = matches!(envelope.event, Event::JobRemoved { .. });
        let is_over = job.is_some_and(|job| ended.contains_key(&job));
        assert!(!is_over || forgets, "{name}: after the summary");
        match &envelope.event {
            Event::JobQueued { spec, .. } => all |= spec.options.events > <_>::default(),
            Event::ItemDone { job, bytes, .. } => {
                let told = told.entry(*job).or_default();
                told.done += 1;
                told.bytes += bytes;
            }
            Event::ItemSkipped { job, .. } => told.entry(*job).or_default().skipped += 1,
            Event::ItemFailed { job, .. } => told.entry(*job).or_default().failed += 1,
            Event::QuestionAsked { question, .. } => {
                assert!(asked.insert(question.id), "{name}: asked twice");
            }
            Event::QuestionAnswered { question, .. } => {
                assert!(asked.remove(question), "{name}: answered without a question");
            }
            Event::JobSummary { job, summary } => {
                ended.insert(*job, summary.clone());
            }
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobPlaced { .. }
            | Event::JobRemoved { .. }
            | Event::JobStarted { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase { .. }
            | Event::JobPlan { .. }
            | Event::ItemStarted { .. }
            | Event::Warning { .. }
            | Event::Progress { .. } => {}
        }
    }
    assert!(asked.is_empty(), "{name}: open questions at the end");
    assert!(!ended.is_empty(), "{name}: no summary");
    for (job, summary) in &ended {
        let told = told.remove(job).unwrap_or_default();
        assert_eq!(told.skipped, summary.skipped, "{name}: skipped");
        assert_eq!(told.failed, summary.failed, "{name}: failed");
        if all {
            assert_eq!(told.done, summary.done, "{name}: done");
            assert_eq!(told.bytes, summary.bytes, "{name}: bytes");
        }
    }
}
