import type { AfterState } from "../bindings/desktop/AfterState";
import type { AllJobs } from "../bindings/desktop/AllJobs";
import type { JobState } from "../bindings/desktop/JobState";
import type { LaneState } from "../bindings/desktop/LaneState";
import type { OpError } from "../bindings/OpError";
import type { Travel } from "../bindings/desktop/Travel";
import type { Outcome } from "../bindings/Outcome";
import * as format from "../model/format";
import { hasBytes, isVerified } from "../model/stage";
import { clock } from "../model/when";
import { reason } from "./errors";
import { dashed, tr } from "./tr";

/** Says how a job ended. */
export function outcome(how: Outcome): string {
  return tr(`window-jobs-outcomes-${dashed(how)}`);
}

/** Joins what is there: nothing, null and empty texts are left out. */
const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(", ");

function verb(job: Pick<JobState, "verb" | "links" | "undone" | "redo">): string {
  if (job.verb === "undo" && job.undone)
    return tr(job.redo ? "window-jobs-verb-redo-of" : "window-jobs-verb-undo-of", {
      verb: job.undone,
    });
  return job.links ? tr("window-jobs-verb-link") : tr(`window-jobs-verbs-${job.verb}`);
}

/** The word of a job's stage: `Copying`, `Flushing`, `With errors`. */
function stage(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return tr("window-jobs-stage-queued");
    case "counting":
      return tr("window-jobs-stage-counting");
    case "working":
      return job.links ? tr("window-jobs-at-work-link") : tr(`window-jobs-at-work-${job.verb}`);
    case "waiting":
      return tr("window-jobs-stage-needs-you");
    case "stalled":
      return tr("window-jobs-stage-stalled");
    case "cancelling":
      return tr("window-jobs-stage-cancelling");
    case "paused":
      return tr("window-jobs-stage-paused");
    case "flushing":
      return tr("window-jobs-stage-flushing");
    case "verifying":
      return tr("window-jobs-stage-verifying");
    case "finished":
      return outcome(job.outcome ?? "failed");
  }
}

/** How the items travelled: `reflinked 312, kernel 88, streamed 12`. */
function how(job: JobState): string {
  const { reflinked, kernel, streamed } = job;
  return joined(
    reflinked > 0 && tr("window-jobs-how-reflinked", { shown: format.count(reflinked) }),
    kernel > 0 && tr("window-jobs-how-kernel", { shown: format.count(kernel) }),
    streamed > 0 && tr("window-jobs-how-streamed", { shown: format.count(streamed) }),
  );
}

function ended(job: JobState): string {
  return joined(
    job.taken_back && tr("window-jobs-taken-back"),
    job.failed > 0 && tr("window-jobs-failed", { shown: format.count(job.failed) }),
    job.skipped > 0 && tr("window-jobs-skipped", { shown: format.count(job.skipped) }),
    job.on_disk && tr("window-jobs-on-disk"),
    isVerified(job) && tr("window-jobs-verified"),
  );
}

/** What there is to say beside the stage. */
function about(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return joined(
        job.interrupted ? tr("window-jobs-about-interrupted") : tr("window-jobs-about-queued"),
        asksAgain(job),
      );
    case "counting":
      return how(job);
    case "working":
      return how(job);
    case "waiting":
      return tr("window-jobs-about-waiting", {
        count: job.questions,
        shown: format.count(job.questions),
      });
    case "stalled":
      return tr("window-jobs-about-stalled");
    case "cancelling":
      return tr("window-jobs-about-cancelling");
    case "paused":
      if (job.put_off) return heldBack(job.put_off);
      return joined(
        asksAgain(job),
        job.in_flight.length > 0 && tr("window-jobs-about-mid-file"),
        how(job),
      );
    case "flushing":
      return job.bytes_left
        ? tr("window-jobs-about-flushing-left", { size: format.size(job.bytes_left) })
        : tr("window-jobs-about-flushing");
    case "verifying":
      return tr("window-jobs-about-verifying");
    case "finished":
      return ended(job);
  }
}

/** Says what an interrupted job will ask when it continues. */
function asksAgain({ asks_again: n }: JobState): string | false {
  return n > 0 && tr("window-jobs-asks-again", { count: n, shown: format.count(n) });
}

/** Says why a job cannot begin. */
function heldBack(error: OpError): string {
  return error.code === "other_device" ? tr("window-jobs-disk-missing") : reason(error);
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
  return `${isOnDisk ? tr("window-jobs-size-on-disk", { size: bytes }) : bytes}, ${items}`;
}

/** How fast it is, or why it is not. */
function speed(job: JobState): string {
  switch (job.stage) {
    case "queued":
      return tr("window-jobs-stage-queued");
    case "paused":
      return tr("window-jobs-stage-paused");
    case "waiting":
      return tr("window-jobs-speed-waiting");
    case "stalled":
      return tr("window-jobs-stage-stalled");
    case "cancelling":
      return tr("window-jobs-stage-cancelling");
    case "finished":
      return job.ended === null ? "" : clock(job.ended);
    case "counting":
    case "working":
    case "flushing":
    case "verifying":
      if (job.rate === 0 && job.item_rate === 0) return "";
      return hasBytes(job)
        ? format.rate(job.rate)
        : tr("window-jobs-speed-items", { shown: format.count(job.item_rate) });
  }
}

/** What comes after the speed: time left, bytes left, or how long it took. */
function rest(job: JobState): string {
  switch (job.stage) {
    case "queued":
    case "paused":
    case "waiting":
    case "stalled":
      return job.bytes_left
        ? tr("window-jobs-rest-left", { size: format.size(job.bytes_left) })
        : "";
    case "counting":
    case "working":
    case "flushing":
    case "verifying":
      return job.eta ? format.left(job.eta) : "";
    case "cancelling":
      return "";
    case "finished":
      return tr("window-jobs-rest-took", { duration: format.duration(job.active) });
  }
}

/** Names a job among those that another one may wait for; two of one name by where their items go. */
function holdFor(job: JobState, among: readonly JobState[]): string {
  const name = { verb: verb(job), name: job.first.text };
  const isMeant = (it: JobState) => verb(it) === name.verb && it.first.text === name.name;
  return job.to && among.filter(isMeant).length > 1
    ? tr("window-jobs-hold-for-to", { ...name, target: job.to.text })
    : tr("window-jobs-hold-for", name);
}

/** Words of the jobs. */
export const jobs = {
  drawer: tr("window-jobs-drawer"),
  resize: tr("window-jobs-resize"),
  hide: tr("window-jobs-hide"),
  show: tr("window-jobs-show"),
  tabs: {
    jobs: tr("window-jobs-drawer"),
    questions: tr("window-jobs-stage-needs-you"),
    history: tr("window-jobs-tab-history"),
  },
  tablist: tr("window-jobs-tablist"),

  verb,
  stage,
  about,
  counts,
  speed,
  rest,
  how,
  travel: (travel: Travel): string => tr(`window-jobs-travel-${dashed(travel)}`),
  saved: (bytes: number): string => tr("window-jobs-saved", { size: format.size(bytes) }),
  sources: (n: number): string => tr("window-jobs-sources", { shown: format.count(n) }),
  needsYou: (n: number): string => tr("window-jobs-needs-you", { shown: format.count(n) }),
  failed: (n: number): string => tr("window-jobs-failed", { shown: format.count(n) }),
  limited: (rate: number): string => tr("window-jobs-limited", { rate: format.rate(rate) }),
  after: (name: string): string => tr("window-jobs-after", { name }),
  otherProcess: (process: number): string =>
    tr("window-jobs-other-process", { process: `${process}` }),
  verifies: tr("window-jobs-verifies"),
  /** The name of a row, for users of a screen reader. */
  row: (job: JobState): string =>
    joined(
      job.to
        ? tr("window-jobs-row-to", { verb: verb(job), name: job.first.text, target: job.to.text })
        : tr("window-jobs-row", { verb: verb(job), name: job.first.text }),
      stage(job),
      job.percent !== null && format.percent(job.percent),
    ),
  progress: (job: JobState): string =>
    tr("window-jobs-row", { verb: stage(job), name: job.first.text }),

  lane: (lane: LaneState): string =>
    joined(format.jobs(lane.jobs.length), lane.rate > 0 && format.rate(lane.rate)),
  over: tr("window-jobs-over"),
  pauseLane: (name: string): string => tr("window-jobs-pause-lane", { name }),
  resumeLane: (name: string): string => tr("window-jobs-resume-lane", { name }),

  noLimit: tr("window-jobs-no-limit"),
  limit: (rate: number | null): string =>
    rate === null ? tr("window-jobs-no-limit") : format.rate(rate),
  limitTitle: tr("window-jobs-limit-title"),
  pauseAll: tr("window-jobs-pause-all"),
  resumeAll: tr("window-jobs-resume-all"),
  clear: tr("window-jobs-clear"),
  /** How many jobs move, and how many cannot until they are answered. */
  busy: (working: number, heldUp: number): string =>
    joined(
      working > 0 && tr("window-jobs-working", { shown: format.count(working) }),
      heldUp > 0 &&
        tr("window-jobs-waiting-for-you", { count: heldUp, shown: format.count(heldUp) }),
    ),

  pause: tr("window-jobs-pause"),
  resume: tr("window-jobs-resume"),
  cancel: tr("window-jobs-cancel"),
  more: tr("window-jobs-more"),
  moreOf: (name: string): string => tr("window-jobs-more-of", { name }),
  first: tr("window-jobs-first"),
  up: tr("window-jobs-up"),
  down: tr("window-jobs-down"),
  start: tr("window-jobs-start"),
  hold: tr("window-jobs-hold"),
  holdNot: tr("window-jobs-hold-not"),
  holdFor,
  limitJob: tr("window-jobs-limit-job"),
  command: tr("window-jobs-command"),
  source: tr("window-jobs-source"),
  target: tr("window-jobs-target"),
  report: tr("window-jobs-report"),
  retry: (n: number): string => tr("window-jobs-retry", { shown: format.count(n) }),
  anyway: tr("window-jobs-anyway"),
  /** What follows the queue. */
  follows: {
    then: ({ action, command }: AfterState): string =>
      tr("window-after-then", { action, command: command ?? "" }),
    counts: ({ action, command }: AfterState): string =>
      tr("window-after-counts", { action, command: command ?? "" }),
    seconds: (n: number): string => tr("window-after-seconds", { shown: format.count(n) }),
    stops: tr("window-after-stops"),
    stop: tr("window-after-stop"),
  },
  repeat: tr("window-jobs-repeat"),
  verifyAgain: tr("window-jobs-verify-again"),
  undo: tr("window-jobs-undo"),
  forget: tr("window-jobs-forget"),
  details: tr("window-jobs-details"),
  drag: tr("window-jobs-drag"),

  empty: tr("window-jobs-empty"),
  emptyWhy: tr("window-jobs-empty-why"),
  emptyThen: tr("window-jobs-empty-then"),

  history: {
    list: tr("window-jobs-history-list"),
    forget: tr("window-jobs-history-forget"),
    filter: tr("window-jobs-history-filter"),
    all: tr("window-jobs-history-all"),
    troubled: tr("window-jobs-history-troubled"),
    noTrouble: tr("window-jobs-history-no-trouble"),
    empty: tr("window-jobs-history-empty"),
    emptyWhy: tr("window-jobs-history-empty-why"),
    loading: tr("window-jobs-history-loading"),
    open: tr("window-jobs-history-open"),
  },

  /** What the live region says. */
  spoken: (all: AllJobs): string =>
    joined(
      all.working > 0 && tr("window-jobs-working", { shown: format.count(all.working) }),
      all.paused > 0 && tr("window-jobs-paused", { shown: format.count(all.paused) }),
      all.questions > 0 &&
        tr("window-jobs-spoken-needs-you", { shown: format.count(all.questions) }),
      all.failed > 0 && tr("window-jobs-failed", { shown: format.count(all.failed) }),
    ),
};
