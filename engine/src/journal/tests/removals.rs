//! Resuming jobs that remove their sources, of which no journal tells what is gone.

use super::*;
use crate::contract::event::Warning;

#[test]
fn a_removal_that_is_resumed_says_that_an_earlier_run_is_not_counted() {
    for finished in [0, 7] {
        let at = place();
        write(&at.src.join("left"), 1, 10);
        let spec = JobSpec { destination: None, ..spec(Verb::Delete, &at.src, &at.dst) };
        let past = Past { finished, ..Kept::new(&at.root).past() };
        let ran = start(&spec, past, None, |_| {}).end();
        let uncounted = ran.events.iter().find_map(|event| match event {
            Event::Warning { warning: Warning::NotCounted { path, items }, .. } => {
                Some((path.0.clone(), *items))
            }
            _ => None,
        });
        assert_eq!(uncounted, Some((at.src, finished)));
        let summary = ran.summary.unwrap();
        assert_eq!((summary.done, summary.outcome), (2, Outcome::Completed));
    }
}

#[test]
fn a_removal_that_runs_for_the_first_time_counts_all() {
    let at = place();
    let spec = JobSpec { destination: None, ..spec(Verb::Delete, &at.src, &at.dst) };
    let ran = start(&spec, Past::default(), None, |_| {}).end();
    assert!(!ran.events.iter().any(|event| matches!(event, Event::Warning { .. })));
}
