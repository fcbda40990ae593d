// Chooses the job that the compact window shows, and the jobs that wait after it.

import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";

import { isOver } from "./stage";
import type { State } from "./state";

/** Gives the job to show: one at work, else the next that waits, else the one that ended last and is not put away. */
export function foremost(state: Pick<State, "jobs" | "lanes">, away: Set<number>): JobState | null {
  const all = inOrder(state);
  const begun = all.find((job) => !isOver(job) && job.stage !== "queued");
  const next = begun ?? all.find((job) => !isOver(job));
  if (next) return next;
  return all
    .filter((job) => isOver(job) && !away.has(job.job))
    .reduce<JobState | null>((last, job) => (later(job, last) ? job : last), null);
}

/** Gives the lane of a job, if it uses devices. */
export function laneOf(lanes: LaneState[], job: number): LaneState | null {
  return lanes.find(({ key, jobs }) => key !== "" && jobs.includes(job)) ?? null;
}

/** Gives the jobs that wait, in order, without the one that is shown. */
export function waiting(state: Pick<State, "jobs" | "lanes">, shown: number): JobState[] {
  return inOrder(state).filter((job) => job.stage === "queued" && job.job !== shown);
}

function inOrder({ jobs, lanes }: Pick<State, "jobs" | "lanes">): JobState[] {
  return lanes.flatMap((lane) => lane.jobs).flatMap((job) => jobs[job] ?? []);
}

function later(job: JobState, than: JobState | null): boolean {
  return than === null || (job.ended ?? 0) > (than.ended ?? 0);
}
