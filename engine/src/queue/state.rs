//! Defines the states of a job in the queue, and which changes lead from one to another.
//!
//! A process that wants something of a job changes its row; the process that runs the job sees the
//! change and obeys. What a change means is decided here alone, without store and clock.

use super::entry::Stage;

/// Identifies a process that has a row in the queue; never used again.
pub(crate) type ProcessId = i64;

/// How a job stands.
///
/// Legal ones have an owner if they run and only then; a finished one is not paused; one that waits
/// and is cancelled has run before, since any other ends at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) stage: Stage,
    /// Whether it does nothing until it is resumed.
    pub(crate) paused: bool,
    /// Whether it was cancelled.
    pub(crate) cancelled: bool,
    /// Whether it ran before and has left something behind.
    pub(crate) interrupted: bool,
    /// The process that runs it.
    pub(crate) owner: Option<ProcessId>,
}

/// What happens to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The user pauses it.
    Pause,
    /// The user resumes it.
    Resume,
    /// The user cancels it.
    Cancel,
    /// A process takes it to run it.
    Claim(ProcessId),
    /// Its owner has stopped in the middle and hands it back.
    Release,
    /// Its owner cannot run it now, and hands it back until it is resumed.
    PutOff,
    /// Its owner has died.
    Lose,
    /// Its owner has come to the end.
    Finish,
}

impl State {
    /// A job that was added just now.
    pub(crate) fn new(paused: bool) -> Self {
        Self { stage: Stage::Waiting, paused, cancelled: false, interrupted: false, owner: None }
    }

    /// Makes a change; none if it changes nothing, which is harmless.
    pub(crate) fn apply(self, change: Change) -> Option<Self> {
        let next = match (self.stage, change) {
            (Stage::Waiting | Stage::Running, Change::Pause) => Self { paused: true, ..self },
            (Stage::Waiting | Stage::Running, Change::Resume) => Self { paused: false, ..self },
            // Nothing is left behind by what never ran.
            (Stage::Waiting, Change::Cancel) if !self.interrupted => {
                Self { cancelled: true, ..self.finished() }
            }
            (Stage::Waiting | Stage::Running, Change::Cancel) => Self { cancelled: true, ..self },
            // What is cancelled is taken only to be cleaned up, paused or not.
            (Stage::Waiting, Change::Claim(owner)) if !self.paused || self.cancelled => {
                Self { stage: Stage::Running, owner: Some(owner), ..self }
            }
            (Stage::Running, Change::Release | Change::Lose) => {
                Self { stage: Stage::Waiting, interrupted: true, owner: None, ..self }
            }
            (Stage::Running, Change::PutOff) => Self {
                stage: Stage::Waiting,
                paused: true,
                // One that is cancelled is taken again, to be cleaned up.
                interrupted: self.interrupted || self.cancelled,
                owner: None,
                ..self
            },
            (Stage::Running, Change::Finish) => self.finished(),
            (
                Stage::Waiting,
                Change::Claim(_) | Change::Release | Change::PutOff | Change::Lose | Change::Finish,
            )
            | (Stage::Running, Change::Claim(_))
            | (Stage::Finished, _) => self,
        };
        (next != self).then_some(next)
    }

    fn finished(self) -> Self {
        Self {
            stage: Stage::Finished,
            paused: false,
            cancelled: self.cancelled,
            interrupted: false,
            owner: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_legal(state: State) -> bool {
        (state.stage == Stage::Running) == state.owner.is_some()
            && !(state.stage == Stage::Finished && (state.paused || state.interrupted))
            && !(state.stage == Stage::Waiting && state.cancelled && !state.interrupted)
    }

    fn any_change() -> impl Strategy<Value = Change> {
        prop_oneof![
            Just(Change::Pause),
            Just(Change::Resume),
            Just(Change::Cancel),
            (1..4_i64).prop_map(Change::Claim),
            Just(Change::Release),
            Just(Change::PutOff),
            Just(Change::Lose),
            Just(Change::Finish),
        ]
    }

    proptest! {
        #[test]
        fn every_sequence_of_changes_is_legal(
            paused: bool,
            changes in prop::collection::vec(any_change(), 0..40),
        ) {
            let mut state = State::new(paused);
            prop_assert!(is_legal(state));
            for change in changes {
                let Some(next) = state.apply(change) else { continue };
                prop_assert!(is_legal(next), "{state:?} {change:?} {next:?}");
                prop_assert!(state.stage != Stage::Finished, "left the end: {change:?}");
                if let (Some(old), Some(new)) = (state.owner, next.owner) {
                    prop_assert_eq!(old, new, "a second owner");
                }
                prop_assert!(!state.cancelled || next.cancelled, "a cancel was taken back");
                let again = next.apply(change);
                prop_assert!(again.is_none(), "twice is not once: {next:?} {change:?}");
                state = next;
            }
        }
    }

    #[test]
    fn a_job_that_never_ran_ends_when_it_is_cancelled() {
        let state = State::new(true).apply(Change::Cancel).unwrap();
        assert_eq!((state.stage, state.cancelled), (Stage::Finished, true));
        assert_eq!(state.apply(Change::Cancel), None);
        assert_eq!(state.apply(Change::Pause), None);
    }

    #[test]
    fn a_cancelled_job_that_has_left_something_is_claimed_to_be_cleaned_up() {
        let lost = State::new(false).apply(Change::Claim(1)).unwrap().apply(Change::Lose).unwrap();
        let cancelled = lost.apply(Change::Pause).unwrap().apply(Change::Cancel).unwrap();
        assert_eq!((cancelled.stage, cancelled.interrupted), (Stage::Waiting, true));
        let claimed = cancelled.apply(Change::Claim(2)).unwrap();
        assert_eq!(claimed.owner, Some(2));
        assert_eq!(claimed.apply(Change::Finish).unwrap().stage, Stage::Finished);
    }

    #[test]
    fn a_paused_job_is_not_claimed() {
        assert_eq!(State::new(true).apply(Change::Claim(1)), None);
        let running = State::new(false).apply(Change::Claim(1)).unwrap();
        assert_eq!(running.apply(Change::Claim(2)), None);
        assert_eq!(running.apply(Change::Claim(1)), None);
    }
}
