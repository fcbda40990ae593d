// The appearance of each stage of a job: icon, tone and fill, so that it never depends on colour alone.

import type { JobState } from "../bindings/desktop/JobState";
import type { Outcome } from "../bindings/Outcome";
import type { Verb } from "../bindings/Verb";

/** How a bar is filled; each fill has its own pattern. */
export type Fill =
  | "empty"
  | "counting"
  | "moving"
  | "flushing"
  | "verifying"
  | "held"
  | "completed"
  | "errors"
  | "failed"
  | "cancelled";

/** How a job looks. */
export interface StageLook {
  /** A symbol of `icons.svg`. */
  icon: string;
  /** A class of colour. */
  tone: "accent-text" | "good-text" | "warning-text" | "bad-text" | "secondary" | "faint";
  fill: Fill;
}

const VERBS: Record<Verb, string> = {
  copy: "copy",
  move: "move",
  delete: "trash",
  trash: "trash",
  restore: "undo",
  undo: "undo",
  verify: "shield",
  dedupe: "layers",
  extract: "layers",
  pack: "layers",
};

const OUTCOMES: Record<Outcome, StageLook> = {
  completed: { icon: "check", tone: "good-text", fill: "completed" },
  completed_with_errors: { icon: "alert", tone: "warning-text", fill: "errors" },
  failed: { icon: "bad", tone: "bad-text", fill: "failed" },
  cancelled: { icon: "x", tone: "secondary", fill: "cancelled" },
};

/** Gives the icon of what a job does. */
export function verbIcon(job: Pick<JobState, "verb" | "links">): string {
  return job.links ? "link" : VERBS[job.verb];
}

/** Gives how a job looks at its stage. */
export function stageLook(
  job: Pick<
    JobState,
    "stage" | "outcome" | "verb" | "links" | "percent" | "items" | "failed" | "skipped"
  >,
): StageLook {
  const moving = job.percent === null ? "counting" : "moving";
  switch (job.stage) {
    case "queued":
      return { icon: "history", tone: "faint", fill: "empty" };
    case "counting":
      return { icon: "search", tone: "accent-text", fill: "counting" };
    case "working":
      return { icon: verbIcon(job), tone: "accent-text", fill: moving };
    case "waiting":
      return { icon: "inbox", tone: "warning-text", fill: "moving" };
    case "stalled":
      return { icon: "alert", tone: "warning-text", fill: moving };
    case "cancelling":
      return { icon: "x", tone: "secondary", fill: "held" };
    case "paused":
      return { icon: "pause", tone: "secondary", fill: "held" };
    case "flushing":
      return { icon: "todisk", tone: "accent-text", fill: "flushing" };
    case "verifying":
      return { icon: "shield", tone: "good-text", fill: "verifying" };
    case "finished": {
      const look = OUTCOMES[job.outcome ?? "failed"];
      // Where nothing but failures came of it, no bar is full.
      const isDone = job.items > job.failed + job.skipped;
      return look.fill === "errors" && !isDone ? { ...look, fill: "failed" } : look;
    }
  }
}

/** Tells whether a job has ended. */
export function isOver(job: Pick<JobState, "stage">): boolean {
  return job.stage === "finished";
}

/** Tells whether a job has ended or was cancelled: it takes no command about how it runs any more. */
export function isEnding(job: Pick<JobState, "stage">): boolean {
  return isOver(job) || job.stage === "cancelling";
}

/** Tells whether a copy was read back to its end and is still there; what was only renamed was not. */
export function isVerified(job: JobState): boolean {
  const isCopied = job.verb !== "move" || job.bytes > 0;
  return job.verify && job.outcome === "completed" && !job.taken_back && isCopied;
}

/**
 * Tells whether a job can be run once more: another item that has come to the place of a removed one was not meant,
 * and the record that an undo acts on is used up.
 */
export function repeats(verb: Verb): boolean {
  switch (verb) {
    case "copy":
    case "move":
    case "verify":
    case "dedupe":
    case "extract":
    case "pack":
      return true;
    case "delete":
    case "trash":
    case "restore":
    case "undo":
      return false;
  }
}

/** Tells whether a job moves nothing at its stage, so that its graph stands still. */
export function isStill({ stage }: Pick<JobState, "stage">): boolean {
  return ["paused", "queued", "waiting", "stalled", "cancelling", "finished"].includes(stage);
}

/** Gives the percentage to show: none in line, and no 100 % before everything is on the disk. */
export function shownPercent({
  stage,
  percent,
}: Pick<JobState, "stage" | "percent">): number | null {
  const isTooEarly = stage === "queued" || (stage === "flushing" && percent === 100);
  return isTooEarly ? null : percent;
}

/** Gives the jobs that are not over. */
export function open(jobs: Record<number, JobState>): JobState[] {
  return Object.values(jobs).filter((job) => !isOver(job));
}

/** Gives what is left to ask of several jobs: to pause, unless each is paused; null where none takes either. */
export function turnOf(jobs: readonly Pick<JobState, "stage">[]): "pause" | "resume" | null {
  const all = jobs.filter((job) => !isEnding(job));
  if (all.length === 0) return null;
  return all.some((job) => job.stage !== "paused") ? "pause" : "resume";
}

/** Gives the jobs that have open questions. */
export function asking(jobs: Record<number, JobState>): JobState[] {
  return open(jobs).filter((job) => job.questions > 0);
}

/** Gives the paused jobs that will ask the questions of an interrupted run again. */
export function asksAgain(jobs: Record<number, JobState>): JobState[] {
  return open(jobs).filter((job) => job.stage === "paused" && job.asks_again > 0);
}

/** Counts the jobs that do nothing any more until they are answered. */
export function heldUp(jobs: Record<number, JobState>): number {
  return open(jobs).filter((job) => job.stage === "waiting").length;
}

/** Tells whether a job is about bytes; deleting and links are about items. */
export function hasBytes(job: Pick<JobState, "bytes_total" | "bytes">): boolean {
  return (job.bytes_total ?? job.bytes) > 0;
}
