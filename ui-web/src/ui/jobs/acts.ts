// The user's commands about jobs, which buttons, menus and keys all call.

import { tick } from "svelte";

import type { JobAsk } from "../../bindings/desktop/JobAsk";
import type { JobState } from "../../bindings/desktop/JobState";
import { isEnding, isOver, repeats } from "../../model/stage";
import { act, app, ask } from "../../model/store.svelte";
import { text } from "../../text";

/** Asks something of a job. */
export function tell(job: number, what: JobAsk): void {
  void ask("job", { job, ask: what });
}

/** Pauses or resumes a job. */
export function turn(job: JobState): void {
  if (isEnding(job)) return;
  tell(job.job, { ask: job.stage === "paused" ? "resume" : "pause" });
}

/** Cancels a job after asking the user; removes an ended job from the list. */
export function end(job: JobState): void {
  if (isOver(job)) tell(job.job, { ask: "clear" });
  else if (!isEnding(job)) act({ type: "dialog", dialog: { kind: "cancel", job: job.job } });
}

/** Puts the command line that does the same into the clipboard. */
export async function copyCommand(job: number): Promise<void> {
  const line = await ask("command_line", { job });
  if (line !== null) await ask("copy_line", { text: line });
}

/** Shows in the panel where a job took things from, or where it put them. */
export function show(job: number, source: boolean): void {
  void ask("panel", { side: app().focus, ask: { ask: "go", to: { to: "job", job, source } } });
}

/** Opens what a job left to tell. The keyboard follows, since the row or menu it was on gives way to the report. */
export async function openReport(job: number): Promise<void> {
  act({ type: "drawer", tab: "history" });
  act({ type: "report", job });
  await tick();
  document.getElementById("report")?.focus();
}

/** Lets the user retry what failed in a job as administrator. */
export function elevate(job: number): void {
  act({ type: "dialog", dialog: { kind: "elevation", of: { of: "job", job } } });
}

/** Lets the user extract archives that were refused as too large. */
export function extractAnyway(job: number): void {
  act({ type: "dialog", dialog: { kind: "anyway", job } });
}

/** Something that a menu offers. */
export interface Entry {
  label: string;
  icon: string;
  act: () => void;
  /** Whether the menu stays, to show other entries. */
  stays?: boolean;
}

/** Gives what can be done with a job; `hold` lets the user choose what it waits for, if there is something. */
export function entries(job: JobState, hold: (() => void) | null): Entry[] {
  const words = text.jobs;
  const one = (label: string, icon: string, what: JobAsk) => ({
    label,
    icon,
    act: () => tell(job.job, what),
  });
  const looks = [
    { label: words.command, icon: "term", act: () => void copyCommand(job.job) },
    { label: words.source, icon: "open", act: () => show(job.job, true) },
    ...(job.to ? [{ label: words.target, icon: "folder", act: () => show(job.job, false) }] : []),
  ];
  if (isOver(job)) {
    return [
      { label: words.report, icon: "doc", act: () => void openReport(job.job) },
      ...(job.retry ? [one(words.retry(job.failed), "retry", { ask: "retry" })] : []),
      ...(job.too_large
        ? [{ label: words.anyway, icon: "layers", act: () => extractAnyway(job.job) }]
        : []),
      ...(job.denied
        ? [{ label: text.elevation.retry, icon: "shield", act: () => elevate(job.job) }]
        : []),
      ...(repeats(job.verb) ? [one(words.repeat, "play", { ask: "repeat" })] : []),
      ...(job.verifiable ? [one(words.verifyAgain, "shield", { ask: "verify" })] : []),
      ...(job.undo ? [one(words.undo, "undo", { ask: "undo" })] : []),
      ...looks,
      one(words.forget, "x", { ask: "clear" }),
    ];
  }
  if (isEnding(job)) return looks;
  return [
    one(words.first, "up", { ask: "place", to: "first" }),
    one(words.up, "chev-u", { ask: "place", to: "up" }),
    one(words.down, "chev-d", { ask: "place", to: "down" }),
    ...(job.stage === "queued" ? [one(words.start, "fast", { ask: "start" })] : []),
    ...(job.after !== null ? [one(words.holdNot, "play", { ask: "hold", after: null })] : []),
    ...(job.after === null && hold
      ? [{ label: words.hold, icon: "history", act: hold, stays: true }]
      : []),
    {
      label: words.limitJob,
      icon: "gauge",
      act: () => act({ type: "dialog", dialog: { kind: "limit", job: job.job } }),
    },
    ...looks,
  ];
}
