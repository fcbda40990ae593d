import type { AllJobs } from "../bindings/desktop/AllJobs";
import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";
import type { OpError } from "../bindings/OpError";
import type { Mover } from "../bindings/Mover";
import type { Outcome } from "../bindings/Outcome";
import type { Verb } from "../bindings/Verb";
import * as format from "../model/format";
import { hasBytes } from "../model/stage";
import { clock } from "../model/when";
import { reason } from "./errors";
import { NOUN } from "./verbs";

const VERBS: Record<Verb, string> = {
  copy: "Copy",
  move: "Move",
  delete: "Delete",
  trash: "Trash",
  restore: "Restore",
  undo: "Undo",
  verify: "Verify",
  dedupe: "Share storage",
  extract: "Extract",
  pack: "Pack",
};

const AT_WORK: Record<Verb, string> = {
  copy: "Copying",
  move: "Moving",
  delete: "Deleting",
  trash: "Moving to the trash",
  restore: "Restoring",
  undo: "Undoing",
  verify: "Verifying",
  dedupe: "Sharing storage",
  extract: "Extracting",
  pack: "Packing",
};

/** How jobs end. */
export const OUTCOMES: Record<Outcome, string> = {
  completed: "Completed",
  completed_with_errors: "With errors",
  failed: "Failed",
  cancelled: "Cancelled",
};

const MOVERS: Record<Mover, string> = {
  reflink: "reflink",
  copy_file_range: "kernel",
  read_write: "streamed",
  mmap: "streamed",
  direct: "streamed",
  uncached: "streamed",
  snapshot: "snapshot",
};

/** Joins what is there: nothing, null and empty texts are left out. */
const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(", ");

function verb(job: Pick<JobState, "verb" | "links" | "undone">): string {
  if (job.verb === "undo" && job.undone) return `Undo ${NOUN[job.undone]} of`;
  return job.links ? "Link" : VERBS[job.verb];
}

/** The word of a job's stage: `Copying`, `Flushing`, `With errors`. */
function stage(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return "Queued";
    case "counting":
      return "Counting";
    case "working":
      return job.links ? "Linking" : AT_WORK[job.verb];
    case "waiting":
      return "Needs you";
    case "stalled":
      return "Stalled";
    case "paused":
      return "Paused";
    case "flushing":
      return "Flushing";
    case "verifying":
      return "Verifying";
    case "finished":
      return OUTCOMES[job.outcome ?? "failed"];
  }
}

/** How the items travelled: `reflinked 312, kernel 88, streamed 12`. */
function how(job: JobState): string {
  const { reflinked, kernel, streamed } = job;
  return joined(
    reflinked > 0 && `reflinked ${format.count(reflinked)}`,
    kernel > 0 && `kernel ${format.count(kernel)}`,
    streamed > 0 && `streamed ${format.count(streamed)}`,
  );
}

function ended(job: JobState): string {
  return joined(
    job.failed > 0 && `${format.count(job.failed)} failed`,
    job.skipped > 0 && `${format.count(job.skipped)} skipped`,
    job.on_disk && "on disk",
    job.verify && job.outcome === "completed" && "verified",
  );
}

/** What there is to say beside the stage. */
function about(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return joined(
        job.interrupted ? "continues where it stopped" : "waiting for its turn",
        asksAgain(job),
      );
    case "counting":
      return how(job);
    case "working":
      return how(job);
    case "waiting":
      return `${format.counted(job.questions, "question", "questions")}; everything else is done`;
    case "stalled":
      return "no progress for several seconds";
    case "paused":
      if (job.put_off) return heldBack(job.put_off);
      return joined(asksAgain(job), job.in_flight.length > 0 && "mid-file", how(job));
    case "flushing":
      return job.bytes_left
        ? `all copied, ${format.size(job.bytes_left)} still to be written to the disk`
        : "all copied, being written to the disk";
    case "verifying":
      return "reading the copies back";
    case "finished":
      return ended(job);
  }
}

/** Says what an interrupted job will ask when it continues. */
function asksAgain({ asks_again: n }: JobState): string | false {
  return n > 0 && `will ask ${format.counted(n, "question", "questions")} again`;
}

/** Says why a job cannot begin. */
function heldBack(error: OpError): string {
  return error.code === "other_device" ? "its disk is not connected" : reason(error);
}

/** How much is done: `255 of 413 GB, 412 of 688 items`. */
function counts(job: JobState): string {
  if (job.stage === "queued" && job.items === 0) {
    const { bytes_total: bytes, items_total: items } = job;
    return joined(bytes !== null && format.size(bytes), items !== null && format.items(items));
  }
  const items =
    job.items_total === null || job.items === job.items_total
      ? format.items(job.items)
      : format.itemsOf(job.items, job.items_total);
  if (!hasBytes(job)) return items;
  const total = job.bytes_total;
  const bytes =
    total === null || job.bytes === total
      ? format.size(job.bytes)
      : format.sizeOf(job.bytes, total);
  const isOnDisk = job.stage === "flushing" && total !== null && job.bytes !== total;
  return `${bytes}${isOnDisk ? " on disk" : ""}, ${items}`;
}

/** How fast it is, or why it is not. */
function speed(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return "Queued";
    case "paused":
      return "Paused";
    case "waiting":
      return "Waiting";
    case "stalled":
      return "Stalled";
    case "finished":
      return job.ended === null ? "" : clock(job.ended);
    case "counting":
    case "working":
    case "flushing":
    case "verifying":
      if (job.rate === 0 && job.item_rate === 0) return "";
      return hasBytes(job) ? format.rate(job.rate) : `${format.count(job.item_rate)} items/s`;
  }
}

/** What comes after the speed: time left, bytes left, or how long it took. */
function rest(job: JobState): string {
  switch (job.stage) {
    case "queued":
    case "paused":
    case "waiting":
    case "stalled":
      return job.bytes_left ? `${format.size(job.bytes_left)} to go` : "";
    case "counting":
    case "working":
    case "flushing":
    case "verifying":
      return job.eta ? format.left(job.eta) : "";
    case "finished":
      return `in ${format.duration(job.active)}`;
  }
}

/** Words of the jobs. */
export const jobs = {
  drawer: "Jobs",
  resize: "Height of the drawer",
  hide: "Hide (Ctrl J)",
  show: "Show (Ctrl J)",
  tabs: { jobs: "Jobs", questions: "Needs you", history: "History" },
  tablist: "Jobs, questions and history",

  verb,
  stage,
  about,
  counts,
  speed,
  rest,
  how,
  mover: (mover: Mover): string => MOVERS[mover],
  saved: (bytes: number): string => `${format.size(bytes)} of space saved`,
  sources: (n: number): string => `and ${format.count(n)} more`,
  needsYou: (n: number): string => `Needs you: ${format.count(n)}`,
  failed: (n: number): string => `${format.count(n)} failed`,
  limited: (rate: number): string => `limit ${format.rate(rate)}`,
  after: (name: string): string => `after ${name}`,
  otherProcess: (process: number): string => `by another fcp, process ${process}`,
  verifies: "will be verified",
  /** The name of a row, for users of a screen reader. */
  row: (job: JobState): string =>
    joined(
      `${verb(job)} ${job.first.text}${job.to ? ` to ${job.to.text}` : ""}`,
      stage(job),
      job.percent !== null && format.percent(job.percent),
    ),
  progress: (job: JobState): string => `${stage(job)} ${job.first.text}`,

  lane: (lane: LaneState): string =>
    joined(
      format.counted(lane.jobs.length, "job", "jobs"),
      lane.rate > 0 && format.rate(lane.rate),
    ),
  over: "Finished",
  pauseLane: (name: string): string => `Pause all on ${name}`,
  resumeLane: (name: string): string => `Resume all on ${name}`,

  noLimit: "No limit",
  limit: (rate: number | null): string => (rate === null ? "No limit" : format.rate(rate)),
  limitTitle: "Speed limit of all jobs",
  pauseAll: "Pause all",
  resumeAll: "Resume all",
  clear: "Clear finished",
  /** How many jobs move, and how many cannot until they are answered. */
  busy: (working: number, heldUp: number): string =>
    joined(
      working > 0 && `${format.count(working)} working`,
      heldUp > 0 && `${format.count(heldUp)} waiting for you`,
    ),

  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel…",
  more: "More",
  moreOf: (name: string): string => `More for ${name}`,
  first: "Move to the front",
  up: "Move up",
  down: "Move down",
  start: "Start now",
  hold: "Hold until…",
  holdNot: "Stop holding",
  holdFor: (job: JobState): string => `${verb(job)} ${job.first.text} has finished`,
  limitJob: "Speed limit…",
  command: "Copy as command",
  source: "Show source",
  target: "Show target",
  report: "Report",
  retry: (n: number): string => `Retry ${format.count(n)} failed`,
  repeat: "Run again",
  verifyAgain: "Verify again",
  undo: "Undo",
  forget: "Clear",
  details: "Details",
  drag: "Drag to move in the queue, or press Alt and an arrow key",

  empty: "Nothing is running",
  emptyWhy: "Copies, moves and deletions are listed here by disk.",
  emptyThen: "Questions are collected under Needs you while the rest continues.",

  history: {
    list: "Finished jobs",
    forget: "Forget history…",
    filter: "Which jobs are listed",
    all: "All",
    troubled: "With errors",
    noTrouble: "All of these jobs completed.",
    empty: "No finished jobs yet",
    emptyWhy: "Finished jobs are kept here: open a report, run a job again, or undo it.",
    loading: "Loading the history",
    open: "Open the report",
  },

  /** What the live region says. */
  spoken: (all: AllJobs): string =>
    joined(
      all.working > 0 && `${format.count(all.working)} working`,
      all.paused > 0 && `${format.count(all.paused)} paused`,
      all.questions > 0 && `needs you: ${format.count(all.questions)}`,
      all.failed > 0 && `${format.count(all.failed)} failed`,
    ),
};
