//! Compares folders that are kept in step: recalls what they had in common, and remembers what they have now.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fcp_browse::{self as browse, CompareBatch, CompareEnd, CompareSpec, Verdict};
use fcp_engine::error::OpError;

use super::memory::recorder::Recorder;
use super::memory::{Memory, Recall, recall};

/// How a comparison of folders ended that may be kept in step.
#[derive(Debug, PartialEq)]
pub struct KeptEnd {
    /// How it ended.
    pub end: CompareEnd,
    /// Why what they have in common could not be stored.
    pub unkept: Option<OpError>,
}

/// Compares two folders; if they are kept in step, what they have in common now is stored at the end.
///
/// `recalled` gets what they had in common before the first row comes, if anything is known of it; `told`
/// gets what differs, as from [`fcp_browse::compare_trees`].
///
/// # Errors
/// One folder is the other or inside it, or those of [`fcp_browse::compare_trees`].
pub fn compare(
    roots: [&Path; 2],
    spec: &CompareSpec,
    state: Option<&Path>,
    stop: &AtomicBool,
    recalled: impl FnOnce(Recalled),
    told: impl FnMut(CompareBatch) + Send,
) -> Result<KeptEnd, OpError> {
    let spec = &CompareSpec { apart: true, ..spec.clone() };
    let (state, memory) = match state.map(|state| (state, recall(state, roots))) {
        Some((state, Recall::Known(memory))) => (state, Arc::new(memory)),
        other => {
            if let Some((_, Recall::Doubted(why))) = other {
                recalled(Recalled::Doubted(why));
            }
            let [left, right] = roots;
            let end = browse::compare_trees(left, right, spec, stop, told)?;
            return Ok(KeptEnd { end, unkept: None });
        }
    };
    recalled(Recalled::Known(Arc::clone(&memory)));
    let recorder = Recorder::new(roots, Some(memory), state);
    let (end, recorder) = recorded(roots, spec, recorder, stop, told)?;
    // Where something could not be read, what is known of it would be lost; what was stored before still holds.
    let is_whole = !end.stopped && end.compared.failed.rows == 0;
    let unkept = if is_whole { recorder.store(state).err() } else { None };
    Ok(KeptEnd { end, unkept })
}

/// What is known of two folders that are kept in step.
#[derive(Clone, Debug, PartialEq)]
pub enum Recalled {
    /// What they had in common.
    Known(Arc<Memory>),
    /// It must not be believed; this is why.
    Doubted(&'static str),
}

/// Stores what two folders have in common, which are kept in step from now on.
///
/// # Errors
/// One of the folders could not be read, or the file not be written.
pub fn remember(
    roots: [&Path; 2],
    spec: &CompareSpec,
    state: &Path,
    stop: &AtomicBool,
) -> Result<(), OpError> {
    let old = match recall(state, roots) {
        Recall::Known(memory) => Some(Arc::new(memory)),
        Recall::Unknown | Recall::Doubted(_) => None,
    };
    let (end, recorder) = recorded(roots, spec, Recorder::new(roots, old, state), stop, |_| ())?;
    if end.stopped { Ok(()) } else { recorder.store(state) }
}

/// Compares two folders, tells what differs, and records what does not.
fn recorded(
    roots: [&Path; 2],
    spec: &CompareSpec,
    mut recorder: Recorder,
    stop: &AtomicBool,
    mut told: impl FnMut(CompareBatch) + Send,
) -> Result<(CompareEnd, Recorder), OpError> {
    let [left, right] = roots;
    let spec = CompareSpec { same: true, directories: true, ..spec.clone() };
    let end = browse::compare_trees(left, right, &spec, stop, |mut batch| {
        batch.rows.iter().for_each(|row| recorder.note(row));
        batch.rows.retain(|row| row.verdict != Verdict::Same);
        told(batch);
    })?;
    Ok((end, recorder))
}
