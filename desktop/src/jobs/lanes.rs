//! Groups jobs by the devices they use.

use std::collections::BTreeMap;

use fcp_engine::event::{JobId, Phase};
use fcp_engine::view::JobRow;

use super::{Work, is_rehearsal};
use crate::wire::{JobStage, JobState, LaneState};

/// Key of the lane of jobs whose devices the queue does not tell.
const ELSEWHERE: &str = "elsewhere";

/// Gives the jobs by lane, those at work first, and at the end those that have ended, the newest first.
pub(super) fn of(work: &mut Work, states: &BTreeMap<JobId, JobState>) -> Vec<LaneState> {
    let mut lanes: Vec<(String, Vec<String>, Vec<JobId>)> = Vec::new();
    for row in busy(work) {
        let key = key(row);
        match lanes.iter_mut().find(|(known, ..)| *known == key) {
            Some((.., jobs)) => jobs.push(row.job),
            None => lanes.push((key, devices(row).to_vec(), vec![row.job])),
        }
    }
    let over = work.view.rows().filter(|row| row.is_over() && !is_rehearsal(row));
    let mut over: Vec<(u64, JobId)> = over.map(|row| (row.heard_at, row.job)).collect();
    over.sort_unstable_by(|one, other| other.cmp(one));
    let names = &mut work.devices;
    names.keep_only(lanes.iter().flat_map(|(_, devices, _)| devices));
    let mut shown: Vec<LaneState> = lanes
        .into_iter()
        .map(|(key, devices, jobs)| {
            let devices: Vec<_> = devices.iter().map(|lane| names.of(lane)).collect();
            let joined = |part: fn(&super::device::Device) -> &str| {
                devices.iter().map(part).collect::<Vec<_>>().join(" + ")
            };
            let states = || jobs.iter().filter_map(|job| states.get(job));
            LaneState {
                name: joined(|device| &device.name),
                detail: joined(|device| &device.detail),
                removable: devices.iter().any(|device| device.removable),
                rate: states().map(|state| state.rate).sum(),
                paused: states().all(|state| state.stage == JobStage::Paused),
                key,
                jobs,
            }
        })
        .collect();
    if !over.is_empty() {
        shown.push(LaneState {
            key: String::new(),
            name: String::new(),
            detail: String::new(),
            removable: false,
            jobs: over.into_iter().map(|(_, job)| job).collect(),
            rate: 0,
            paused: false,
        });
    }
    shown
}

/// Gives the jobs of a lane that have not ended.
pub(super) fn jobs(work: &Work, lane: &str) -> Vec<JobId> {
    busy(work).into_iter().filter(|row| key(row) == lane).map(|row| row.job).collect()
}

/// Gives the jobs that have not ended, those at work first.
fn busy(work: &Work) -> Vec<&JobRow> {
    let open = work.view.rows().filter(|row| !row.is_over() && !is_rehearsal(row));
    let mut busy: Vec<&JobRow> = open.collect();
    let rank = |row: &JobRow| row.place.as_ref().map_or(0, |place| place.rank);
    busy.sort_by_key(|row| (row.phase == Phase::Queued, rank(row), row.job));
    busy
}

fn devices(row: &JobRow) -> &[String] {
    row.place.as_ref().map_or(&[], |place| &place.lanes)
}

fn key(row: &JobRow) -> String {
    match devices(row) {
        [] => ELSEWHERE.to_owned(),
        devices => devices.join(" "),
    }
}
