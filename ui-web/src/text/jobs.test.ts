import { aJob } from "../mock/samples";
import { expect, test } from "vitest";

import type { JobState } from "../bindings/desktop/JobState";

import { jobs } from "./jobs";

/** What a row says from left to right. */
function said(change: Partial<JobState>): string {
  const job = { ...aJob, ...change };
  const parts = [jobs.stage, jobs.about, jobs.counts, jobs.speed, jobs.rest];
  return parts
    .map((part) => part(job))
    .join(" | ")
    .replaceAll("\u00a0", " ");
}

const ended = new Date(2026, 10, 21, 14, 7).getTime() * 1000;
const nothing = { bytes: 0, items: 0, kernel: 0, streamed: 0, in_flight: [], percent: 0 };
const over = {
  stage: "finished",
  bytes: 48_200_000_000,
  items: 138,
  active: 134_000_000,
  ended,
} as const;

test.each<[Partial<JobState>, string]>([
  [
    { stage: "queued", ...nothing },
    "Queued | waiting for its turn | 48.2 GB, 138 items | Queued | 29.8 GB to go",
  ],
  [
    { stage: "queued", interrupted: true },
    "Queued | continues where it stopped | 18.4 of 48.2 GB, 52 of 138 items | Queued | 29.8 GB to go",
  ],
  [
    { stage: "counting", bytes_total: null, items_total: null, eta: null },
    "Counting | kernel 47, read and written 5 | 18.4 GB, 52 items | 412 MB/s | ",
  ],
  [
    {},
    "Copying | kernel 47, read and written 5 | 18.4 of 48.2 GB, 52 of 138 items | 412 MB/s | 1–2 min left",
  ],
  [
    { verb: "trash", bytes: 0, bytes_total: 0, kernel: 0, streamed: 0 },
    "Moving to the trash |  | 52 of 138 items | 3 items/s | 1–2 min left",
  ],
  [
    { stage: "waiting", questions: 12 },
    "Needs you | 12 questions; everything else is done | 18.4 of 48.2 GB, 52 of 138 items | Waiting | 29.8 GB to go",
  ],
  [
    { stage: "stalled" },
    "Stalled | no progress for several seconds | 18.4 of 48.2 GB, 52 of 138 items | Stalled | 29.8 GB to go",
  ],
  [
    { stage: "cancelling" },
    "Cancelling | ends as soon as its disks answer | 18.4 of 48.2 GB, 52 of 138 items | Cancelling | ",
  ],
  [
    { stage: "paused" },
    "Paused | stopped in the middle of a file, kernel 47, read and written 5 | 18.4 of 48.2 GB, 52 of 138 items | Paused | 29.8 GB to go",
  ],
  [
    { stage: "flushing", bytes_left: 0, bytes: 48_200_000_000, items: 138, rate: 0, item_rate: 0 },
    "Flushing | all copied, being written to the disk | 48.2 GB, 138 items |  | 1–2 min left",
  ],
  [
    { stage: "flushing", bytes: 46_100_000_000, bytes_left: 2_100_000_000, items: 138 },
    "Flushing | all copied, 2.10 GB still to be written to the disk | 46.1 of 48.2 GB on disk, 138 items | 412 MB/s | 1–2 min left",
  ],
  [
    { stage: "verifying" },
    "Verifying | reading the copies back | 18.4 of 48.2 GB, 52 of 138 items | 412 MB/s | 1–2 min left",
  ],
  [
    { ...over, outcome: "completed", on_disk: true },
    "Completed | on disk | 48.2 GB, 138 items | 14:07 | in 2 min 14 s",
  ],
  [
    { ...over, outcome: "completed", on_disk: true, verify: true },
    "Completed | on disk, verified | 48.2 GB, 138 items | 14:07 | in 2 min 14 s",
  ],
  [
    { ...over, outcome: "completed_with_errors", failed: 3, skipped: 2 },
    "With errors | 3 failed, 2 skipped | 48.2 GB, 138 items | 14:07 | in 2 min 14 s",
  ],
  [
    { ...over, outcome: "failed", bytes: 18_400_000_000, items: 52 },
    "Failed |  | 18.4 of 48.2 GB, 52 of 138 items | 14:07 | in 2 min 14 s",
  ],
  [
    { ...over, outcome: "cancelled", bytes: 18_400_000_000, items: 52 },
    "Cancelled |  | 18.4 of 48.2 GB, 52 of 138 items | 14:07 | in 2 min 14 s",
  ],
])("%o", (change, words) => {
  expect(said(change)).toBe(words);
});

test("an undo is called after the job that it undoes", () => {
  const undo: JobState = { ...aJob, verb: "undo", undone: "copy", first: { text: "Album" } };
  expect(jobs.verb(undo)).toBe("Undo copy of");
  expect(jobs.verb({ ...undo, redo: true })).toBe("Redo copy of");
  expect(jobs.verb({ ...undo, undone: null })).toBe("Undo");
});
