//! Tells how large archives become that a job refused as too large.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fcp_engine::event::JobId;
use fcp_engine::spec::JobSpec;
use fcp_engine::usual_limit;
use fcp_presentation::rehearsal::Rehearsed;
use fcp_presentation::unlimited;

use super::{Plans, rehearsal};
use crate::names::name;
use crate::patience::within;
use crate::wire::{Refusal, TooLarge};

/// How long archives get to tell how large they become; some have to be read to their end.
const PATIENCE: Duration = Duration::from_secs(3);

impl Plans {
    /// Tells of the archives that a job refused, before the user allows them.
    pub(crate) fn too_large(&self, job: JobId) -> Result<TooLarge, Refusal> {
        let queue = self.engine.get()?.queue().ok_or(Refusal::Gone)?;
        let (spec, failures) = (queue.spec(job)?, queue.failed(job)?);
        let anyway = unlimited::again(&spec, &failures).ok_or(Refusal::Gone)?;
        let first = anyway.sources.first().ok_or(Refusal::Gone)?.0.clone();
        let archives = anyway.sources.len() as u64;
        let asked = spec.options.unpack_limit;
        let sizes = within(PATIENCE, {
            let sources = anyway.sources.clone();
            move || {
                let metas = sources.iter().filter_map(|source| source.0.metadata().ok());
                metas.map(|meta| meta.len()).collect::<Vec<_>>()
            }
        });
        let sizes = sizes.unwrap_or_default();
        let limit = |packed: &u64| asked.unwrap_or_else(|| usual_limit(*packed));
        Ok(TooLarge {
            archives,
            first: name(first.file_name().unwrap_or(first.as_os_str())),
            packed: sizes.iter().sum(),
            limit: sizes.iter().map(limit).sum(),
            unpacked: unpacked(anyway),
        })
    }
}

/// Gives how many bytes a job would unpack; none if it cannot tell in time.
fn unpacked(spec: JobSpec) -> Option<u64> {
    let stop = Arc::<AtomicBool>::default();
    let stops = Arc::clone(&stop);
    let bytes = within(PATIENCE, move || {
        let mut bytes = None;
        let ran = rehearsal::run(spec, None, None, &stops, |rehearsed| {
            if let Rehearsed::Plan(plan) = rehearsed {
                bytes = plan.totals.bytes;
            }
        });
        ran.and_then(Result::ok).and(bytes)
    });
    stop.store(true, Ordering::Relaxed);
    bytes?
}
