import type { JobState } from "../bindings/desktop/JobState";
import type { Notice } from "../bindings/desktop/Notice";
import type { Verb } from "../bindings/Verb";
import { count, counted, items, size } from "../model/format";

import { lastName, reason } from "./errors";
import { NOUN } from "./verbs";

const DID: Record<Verb, string> = {
  copy: "Copied",
  move: "Moved",
  delete: "Deleted",
  trash: "Moved",
  restore: "Restored",
  undo: "Undid",
  verify: "Verified",
  dedupe: "Shared the storage of",
  extract: "Extracted",
  pack: "Packed",
};

const DONE: Record<Verb, string> = {
  copy: "copied",
  move: "moved",
  delete: "deleted",
  trash: "moved to the trash",
  restore: "restored",
  undo: "undone",
  verify: "verified",
  dedupe: "stored with an equal one",
  extract: "extracted",
  pack: "packed",
};

/** What a toast says: what happened, and more of it. */
export interface Said {
  title: string;
  more: string;
}

/**
 * Says what happened; `job` is the row of the job it is about, if that is still known, and `asking` are the jobs
 * that have open questions now.
 */
function say(notice: Notice, job: JobState | null, asking: readonly JobState[] = []): Said {
  const name = notice.name?.text ?? job?.first.text ?? "";
  const n = notice.count ?? 0;
  const why = notice.error ? `${reason(notice.error)}.` : (notice.detail ?? "");
  switch (notice.code) {
    case "job_done":
      return { title: done(job, name), more: job ? amount(job) : "" };
    case "job_errors":
      return withErrors(n || (job?.failed ?? 0), name, job, why);
    case "job_cancelled":
      return {
        title: `Cancelled the ${job ? NOUN[job.verb] : "job"} of ${name}`,
        more: "What was already done is kept.",
      };
    case "job_failed":
      return { title: `${name} could not be ${job ? DONE[job.verb] : "done"}`, more: why };
    case "needs_you":
      return needsYou(n, name, asking);
    case "put_off":
      return notice.error?.code === "other_device"
        ? {
            title: `${name} cannot continue: its disk is not connected`,
            more: "Connect the disk, then resume the job. Resume it without the disk to copy to the folder that is there instead.",
          }
        : { title: `${name} cannot continue`, more: `${why} Resume the job when this is solved.` };
    case "renamed":
      return n > 1
        ? { title: `Renamed ${items(n)}`, more: "" }
        : { title: `Renamed to ${name}`, more: "" };
    case "made":
      return { title: `Created ${name}`, more: "" };
    case "changed":
      return { title: n > 1 ? `Changed ${items(n)}` : `Changed ${name}`, more: "" };
    case "undo_done":
      return { title: `Undo: ${items(n)} undone`, more: name };
    case "undo_errors":
      return {
        title: `Undo: ${items(notice.done ?? 0)} undone, ${count(n)} could not be undone`,
        more: why,
      };
    case "redo_done":
      return { title: `Redo: ${items(n)} redone`, more: name };
    case "redo_errors":
      return {
        title: `Redo: ${items(notice.done ?? 0)} redone, ${count(n)} could not be redone`,
        more: why,
      };
    case "undone":
      return { title: "Undone", more: name };
    case "nothing_to_undo":
      return { title: "Nothing to undo", more: "" };
    case "nothing_to_redo":
      return { title: "Nothing to redo", more: "" };
    case "copied":
      return { title: `Copied ${n > 1 ? items(n) : name || "it"} to the clipboard`, more: "" };
    case "cut":
      return { title: `Cut ${n > 1 ? items(n) : name}`, more: "Paste moves it." };
    case "nothing_to_paste":
      return { title: "The clipboard holds no files", more: "" };
    case "failed": {
      const what = name || (notice.error && lastName(notice.error.path)) || "";
      return { title: what ? `Not possible: ${what}` : "Not possible", more: why };
    }
    case "drop_missing":
      return {
        title: `${counted(n, "dropped name does", "dropped names do")} not exist`,
        more: name,
      };
    case "not_found":
      return { title: "Nothing found", more: name };
    case "compared":
      return n === 0
        ? { title: "Both panels have the same items", more: "" }
        : { title: `${counted(n, "item differs", "items differ")}`, more: "They are marked." };
    case "handed_on":
      return { title: "The jobs continue in the background", more: "" };
    case "reloaded":
      return { title: "The window was reloaded", more: "Its page had crashed. The jobs continue." };
    case "launch_missing":
      return {
        title: `${counted(n, "item does", "items do")} not exist`,
        more: notice.detail ?? "",
      };
    case "elevation_done":
      return { title: `Done as administrator: ${items(n)}`, more: "" };
    case "elevation_errors":
      return {
        title: `As administrator: ${items(notice.done ?? 0)} done, ${count(n)} failed`,
        more: why,
      };
    case "queue_trouble":
      return { title: "The queue could not be restored", more: why };
  }
}

/** Says what failed: by its name where it is the only item, and else by number. */
function withErrors(failed: number, name: string, job: JobState | null, why: string): Said {
  const isAll = job !== null && failed >= job.items;
  if (isAll && job.sources === 1 && failed === 1) {
    return { title: `${name} could not be ${DONE[job.verb]}`, more: why };
  }
  // Of several operands the first one is no name for all.
  const where = job !== null && job.sources > 1 ? "" : ` of ${name}`;
  const title = `${counted(failed, "item", "items")}${where} failed`;
  return { title, more: isAll ? why : "The rest is done." };
}

/** Says how many questions are open now; what the notice counted is only the beginning. */
function needsYou(first: number, name: string, asking: readonly JobState[]): Said {
  const open = asking.reduce((sum, job) => sum + job.questions, 0) || first;
  const about = asking.length > 1 ? `${count(asking.length)} jobs` : asking[0]?.first.text;
  const waits = asking.length > 0 && asking.every((job) => job.stage === "waiting");
  const rest = asking.length > 1 ? "The rest of these jobs" : "The rest of the job";
  return {
    title: `${counted(open, "question", "questions")} about ${about ?? name}`,
    more: waits ? `${rest} is done.` : `${rest} continues.`,
  };
}

/** Says what a job did: `Copied 16 items (3 replaced), removed 1, skipped 2`; where it went is told beside it. */
function done(job: JobState | null, name: string): string {
  const verb = job?.verb ?? "copy";
  const removed = job?.removed ?? 0;
  const n = job ? job.items - job.skipped - job.failed - removed : 0;
  const what = job && (job.sources > 1 || job.items > 1) ? items(n) : name;
  const notes = [
    job && job.replaced > 0 && `${count(job.replaced)} replaced`,
    job && job.renamed > 0 && `${count(job.renamed)} renamed`,
  ].filter(Boolean);
  const noted = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  const skipped = job && job.skipped > 0 ? `, skipped ${count(job.skipped)}` : "";
  const did = job?.links ? "Linked" : DID[verb];
  if (verb === "trash") return `Moved ${what} to the trash${skipped}`;
  if (removed > 0 && n <= 0) return `Removed ${items(removed)}${skipped}`;
  const also = removed > 0 ? `, removed ${count(removed)}` : "";
  return `${did} ${what}${noted}${also}${skipped}`;
}

/** Says how much that was, and what is certain of it. */
function amount(job: JobState): string {
  const place = job.to?.text.split("/").filter(Boolean).at(-1);
  const isThere = (job.verb === "copy" || job.verb === "move") && place;
  const parts = [
    isThere && (job.on_disk ? `On disk in ${place}` : `To ${place}`),
    job.bytes > 0 && size(job.bytes),
    job.verify && "verified",
  ];
  const told = parts.filter(Boolean).join(", ");
  return told && `${told}.`;
}

/** Words of the notices. */
export const notices = {
  say,
  undo: "Undo",
  show: "Show",
  retry: (n: number) => `Retry ${n} failed`,
  decide: "Decide",
  dismiss: "Dismiss",
};
