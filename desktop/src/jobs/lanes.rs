//! Names the lanes of jobs by the devices that they use.

use std::collections::BTreeMap;

use fcp_engine::event::JobId;
use fcp_presentation::jobs::{self as common, Lane};

use super::work::Work;
use crate::wire::{JobStage, JobState, LaneState};

/// Key of the lane of jobs whose devices the queue does not tell.
const ELSEWHERE: &str = "elsewhere";

/// Gives the jobs by lane, those at work first, and at the end those that have ended, the newest first.
pub(super) fn of(work: &mut Work, states: &BTreeMap<JobId, JobState>) -> Vec<LaneState> {
    let lanes = common::lanes(work.view.rows());
    let over: Vec<JobId> = common::over(work.view.rows()).iter().map(|row| row.job).collect();
    let names = &mut work.devices;
    names.keep_only(lanes.iter().flat_map(|lane| &lane.devices));
    let mut shown: Vec<LaneState> = lanes
        .into_iter()
        .map(|Lane { devices, jobs }| {
            let key = key(&devices);
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
            jobs: over,
            rate: 0,
            paused: false,
        });
    }
    shown
}

/// Gives the jobs of a lane that have not ended.
pub(super) fn jobs(work: &Work, lane: &str) -> Vec<JobId> {
    let lanes = common::lanes(work.view.rows());
    lanes.into_iter().find(|it| key(&it.devices) == lane).map(|it| it.jobs).unwrap_or_default()
}

fn key(devices: &[String]) -> String {
    match devices {
        [] => ELSEWHERE.to_owned(),
        devices => devices.join(" "),
    }
}
