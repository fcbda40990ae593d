// What the mock and the tests begin with: the preferences, a job and a plan, whole.

import type { JobState } from "../bindings/desktop/JobState";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { Preferences } from "../bindings/desktop/Preferences";

/** The preferences of a user who changed none, with the drawer shut. */
export const preferences: Preferences = {
  theme: "light",
  two_panels: true,
  places: true,
  preview: false,
  grid: false,
  compact: false,
  drawer: 0,
  split: 500,
  keys: "commander",
  choices: {
    on_conflict: "ask",
    on_error: "ask",
    preserve_all: true,
    verify: false,
    follow: false,
    start: "queue",
    remember: false,
  },
  drops: { same: "ask", other: "ask" },
  notifications: true,
};

/** A job: a copy of 48.2 GB at work. */
export const aJob: JobState = {
  job: 1,
  verb: "copy",
  links: false,
  first: { text: "Fjord shoot" },
  sources: 4,
  from: { text: "/home/ines/Pictures" },
  to: { text: "/media/Backup SSD" },
  stage: "working",
  outcome: null,
  percent: 38,
  bytes: 18_400_000_000,
  bytes_total: 48_200_000_000,
  bytes_left: 29_800_000_000,
  items: 52,
  items_total: 138,
  reflinked: 0,
  kernel: 47,
  streamed: 5,
  saved: 0,
  rate: 412_000_000,
  item_rate: 3,
  mean: 388_000_000,
  history: [300_000_000, 412_000_000],
  eta: { low: 60_000_000, high: 110_000_000 },
  active: 47_000_000,
  ended: null,
  in_flight: [
    { name: { text: "drone.mov" }, bytes: 71, size: 100, percent: 71, how: "copy_file_range" },
  ],
  questions: 0,
  failed: 0,
  skipped: 0,
  warnings: 0,
  limit: null,
  after: null,
  interrupted: false,
  process: null,
  verify: false,
  on_disk: false,
  undo: false,
  verifiable: false,
  unseen: false,
};

/** A plan: four items of 48.2 GB to another disk. */
export const aPlan: PlanState = {
  plan: 5,
  verb: "copy",
  items: 4,
  first: { text: "DSC_4410.NEF" },
  thumbs: [],
  from: [
    { name: { text: "Pictures" }, up: 1 },
    { name: { text: "Fjord shoot" }, up: 0 },
  ],
  to: [
    { name: { text: "Photos" }, up: 1 },
    { name: { text: "2026" }, up: 0 },
  ],
  to_path: "/run/media/ines/Backup SSD/Photos/2026/",
  device: { text: "Backup SSD" },
  makes: false,
  error: null,
  files: 136,
  folders: 2,
  bytes: 48_200_000_000,
  counted: true,
  free: 931_000_000_000,
  free_after: 882_800_000_000,
  room: 2_000_000_000_000,
  reflink: false,
  same_device: false,
  filesystem: "exfat",
  conflicts: [],
  default_verb: "copy",
  behind: 2,
};
