import { aJob } from "../mock/samples";
import { expect, test } from "vitest";

import type { JobState } from "../bindings/desktop/JobState";

import { foremost, laneOf, waiting } from "./queue";

const lane = { name: "", detail: "", removable: false, rate: 0, paused: false };

function state(...rows: Partial<JobState>[]) {
  const jobs = rows.map((row, n) => ({ ...aJob, job: n + 1, ...row }));
  return {
    jobs: Object.fromEntries(jobs.map((job) => [job.job, job])),
    lanes: [
      {
        ...lane,
        key: "8:0",
        jobs: jobs.filter((it) => it.stage !== "finished").map((it) => it.job),
      },
      { ...lane, key: "", jobs: jobs.filter((it) => it.stage === "finished").map((it) => it.job) },
    ],
  };
}

test("a job at work comes before those that wait and those that are over", () => {
  const both = state({ stage: "queued" }, { stage: "paused" }, { stage: "finished", ended: 9 });
  expect(foremost(both, new Set())?.job).toBe(2);
  expect(waiting(both, 2).map((job) => job.job)).toEqual([1]);
  expect(foremost(state({ stage: "queued" }), new Set())?.job).toBe(1);
});

test("the newest end is shown until it is put away", () => {
  const ended = state({ stage: "finished", ended: 9 }, { stage: "finished", ended: 7 });
  expect(foremost(ended, new Set())?.job).toBe(1);
  expect(foremost(ended, new Set([1]))?.job).toBe(2);
  expect(foremost(ended, new Set([1, 2]))).toBeNull();
});

test("what is over has no lane", () => {
  const { lanes } = state({}, { stage: "finished" });
  expect(laneOf(lanes, 1)?.key).toBe("8:0");
  expect(laneOf(lanes, 2)).toBeNull();
});
