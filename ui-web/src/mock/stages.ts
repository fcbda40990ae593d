// Mock jobs: one in each stage, and one with each outcome.

import type { Flight } from "../bindings/desktop/Flight";
import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";
import type { OpError } from "../bindings/OpError";

import { aJob } from "./samples";
import { at, name } from "./tree";

/** Bytes of a gigabyte. */
export const GB = 1e9;

/** A lane without its jobs. */
export type Lane = Pick<LaneState, "key" | "name" | "detail" | "removable">;

/** The lanes of the fake machine. */
export const LANES: Lane[] = [
  { key: "nvme0n1", name: "System", detail: "nvme0n1, btrfs", removable: false },
  { key: "sdb", name: "Backup SSD", detail: "sdb, USB, exfat", removable: true },
];

/** A job and the lane it is in. */
export interface Job {
  lane: string;
  state: JobState;
}

/** What is told of a job; the rest is as for a copy that works. */
export type Given = Omit<Partial<JobState>, "first"> & { job: number; first: string };

/** Makes a job. */
export function job(lane: string, given: Given): Job {
  return { lane, state: { ...WORKING, ...given, first: name(given.first) } };
}

function flight(text: string, gb: number, percent: number, how: Flight["how"]): Flight {
  const size = Math.round(gb * GB);
  return { name: name(text), size, bytes: Math.round((size * percent) / 100), percent, how };
}

const wave = (top: number) =>
  Array.from({ length: 60 }, (_, n) => Math.round(top * (0.85 + 0.15 * Math.sin(n / 3))));

const WORKING: JobState = {
  ...aJob,
  sources: 1,
  to: name("/home/ines/Archive/2026"),
  percent: 62,
  bytes: 255.9 * GB,
  bytes_total: 412.8 * GB,
  bytes_left: 156.9 * GB,
  items: 412,
  items_total: 688,
  reflinked: 312,
  kernel: 88,
  streamed: 12,
  saved: 186 * GB,
  rate: 1.24 * GB,
  item_rate: 0,
  mean: 1.1 * GB,
  history: wave(1.24 * GB),
  eta: { low: 120e6, high: 170e6 },
  active: 230e6,
  in_flight: [],
};

/** What is told of a job that did nothing so far. */
export const NOTHING_YET = {
  percent: 0,
  bytes: 0,
  items: 0,
  reflinked: 0,
  kernel: 0,
  streamed: 0,
  saved: 0,
  rate: 0,
  mean: 0,
  history: [],
  eta: null,
  active: 0,
} satisfies Partial<JobState>;

const OVER = {
  stage: "finished",
  percent: 100,
  bytes: 412.8 * GB,
  bytes_left: 0,
  items: 688,
  rate: 0,
  eta: null,
  ended: at("2026-11-21 14:07"),
  on_disk: true,
  undo: true,
  verifiable: true,
} satisfies Partial<JobState>;

const flights = [
  flight("A012_C004_1114_drone-pass-north-ungraded.mov", 18.2, 71, "kernel"),
  flight("A012_C007_1115_harbour-approach.mov", 9.4, 18, "kernel"),
  flight("A013_C001_1115_ridge-line-tracking-shot.mov", 22.1, 46, "kernel"),
  flight("panorama-stitched-12-frames.tif", 2.8, 93, "streamed"),
];

const copying: Given = { job: 1, first: "Fjord shoot", in_flight: flights, questions: 12 };
const flushing: Given = {
  job: 2,
  first: "Documents",
  stage: "flushing",
  percent: 89,
  to: name("/media/Backup SSD/Documents"),
  bytes: 16.5 * GB,
  bytes_total: 18.6 * GB,
  bytes_left: 2.1 * GB,
  items: 12_408,
  items_total: 12_408,
  reflinked: 0,
  kernel: 0,
  streamed: 12_408,
  saved: 0,
  rate: 0.38 * GB,
  history: wave(0.38 * GB),
  eta: { low: 5e6, high: 8e6 },
};
const paused: Given = {
  job: 3,
  verb: "move",
  first: "Raw footage",
  stage: "paused",
  percent: 34,
  to: name("/media/Backup SSD/Footage"),
  bytes: 88.2 * GB,
  bytes_total: 259_400e6,
  bytes_left: 171.2 * GB,
  items: 71,
  items_total: 208,
  saved: 0,
  rate: 0,
  history: [...wave(0.4 * GB).slice(20), 0, 0],
  eta: null,
};

/** The jobs of the manager: one copies, one flushes, one is paused. */
export const usual = (): Job[] => [
  job("nvme0n1", copying),
  job("sdb", flushing),
  job("sdb", paused),
];

/** A job that ended with failures. */
export const ended = (): Job[] => [
  job("", {
    ...OVER,
    job: 1,
    first: "Fjord shoot",
    outcome: "completed_with_errors",
    items: 683,
    failed: 3,
    skipped: 2,
    warnings: 1,
    unseen: true,
    denied: true,
    retry: true,
  }),
];

/** A job in each stage and with each end. */
export const allStages = (): Job[] => [
  job("nvme0n1", { ...copying, questions: 0 }),
  job("nvme0n1", {
    ...NOTHING_YET,
    job: 4,
    first: "Music library",
    stage: "counting",
    percent: null,
    bytes_total: null,
    bytes_left: null,
    items: 41_208,
    items_total: null,
  }),
  job("nvme0n1", {
    job: 5,
    first: "Street, Lisbon",
    stage: "verifying",
    percent: 48,
    verify: true,
  }),
  job("nvme0n1", {
    job: 6,
    first: "Exports",
    stage: "waiting",
    percent: 97,
    questions: 12,
    rate: 0,
    eta: null,
  }),
  job("nvme0n1", { job: 7, first: "Scans", stage: "stalled", rate: 0, eta: null }),
  job("sdb", flushing),
  job("sdb", paused),
  job("sdb", {
    ...paused,
    job: 14,
    verb: "copy",
    first: "Wedding",
    interrupted: true,
    asks_again: 2,
    history: [],
  }),
  job("sdb", { ...NOTHING_YET, job: 8, first: "Invoices", stage: "queued", after: 3 }),
  job("", { ...OVER, job: 9, first: "Portraits", outcome: "completed" }),
  job("", {
    ...OVER,
    job: 10,
    first: "Fjord shoot",
    outcome: "completed_with_errors",
    failed: 3,
    retry: true,
  }),
  job("", { ...OVER, job: 11, first: "NAS", outcome: "failed", percent: 22, on_disk: false }),
  job("", { ...OVER, job: 12, first: "Trailer", outcome: "cancelled", percent: 41 }),
  job("", {
    ...OVER,
    job: 13,
    verb: "trash",
    first: "old-contract.pdf",
    to: null,
    outcome: "completed",
  }),
];

/** A failure. */
export const denied = (path: string): OpError => ({
  action: "open",
  code: "permission_denied",
  path: { text: path },
  errno: 13,
});
