import type { JobState } from "../bindings/desktop/JobState";
import type { Notice } from "../bindings/desktop/Notice";
import type { Verb } from "../bindings/Verb";
import { count, counted, items, size } from "../model/format";

import { lastName, reason } from "./errors";
import { NOUN } from "./verbs";

const DONE: Record<Verb, string> = {
  copy: "copied",
  move: "moved",
  delete: "deleted",
  trash: "in the trash",
  restore: "restored",
  undo: "taken back",
  verify: "verified",
};

/** What a toast says: what happened, and more of it. */
export interface Said {
  title: string;
  more: string;
}

/** Says what happened; `job` is the row of the job it is about, if that is still known. */
function say(notice: Notice, job: JobState | null): Said {
  const name = notice.name?.text ?? job?.first.text ?? "";
  const n = notice.count ?? 0;
  const why = notice.error ? `${reason(notice.error)}.` : (notice.detail ?? "");
  switch (notice.code) {
    case "job_done":
      return { title: done(job, name), more: job ? amount(job) : "" };
    case "job_errors":
      return {
        title: `${counted(n || (job?.failed ?? 0), "item", "items")} of ${name} failed`,
        more: "The rest is done.",
      };
    case "job_cancelled":
      return {
        title: `The ${job ? NOUN[job.verb] : "job"} of ${name} was ended`,
        more: "What was done stays.",
      };
    case "job_failed":
      return { title: `${name} could not be ${job ? DONE[job.verb] : "done"}`, more: why };
    case "needs_you":
      return { title: `${counted(n, "answer is", "answers are")} needed`, more: name };
    case "renamed":
      return n > 1
        ? { title: `${counted(n, "name", "names")} changed`, more: "" }
        : { title: `It is named ${name} now`, more: "" };
    case "made":
      return { title: `${name} is there`, more: "" };
    case "changed":
      return { title: n > 1 ? `${items(n)} changed` : `${name} changed`, more: "" };
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
      return { title: "Taken back", more: name };
    case "nothing_to_undo":
      return { title: "Nothing to undo", more: "" };
    case "nothing_to_redo":
      return { title: "Nothing to redo", more: "" };
    case "copied":
      return { title: `${n > 1 ? items(n) : name || "It"} copied to the clipboard`, more: "" };
    case "cut":
      return { title: `${n > 1 ? items(n) : name} cut`, more: "The next paste moves it." };
    case "nothing_to_paste":
      return { title: "The clipboard holds no files", more: "" };
    case "failed": {
      const what = name || (notice.error && lastName(notice.error.path)) || "";
      return { title: what ? `That did not work: ${what}` : "That did not work", more: why };
    }
    case "drop_missing":
      return {
        title: `${counted(n, "dropped name does", "dropped names do")} not exist`,
        more: name,
      };
    case "not_found":
      return { title: "Nothing was found", more: name };
    case "compared":
      return n === 0
        ? { title: "Both panels hold the same", more: "" }
        : { title: `${counted(n, "entry differs", "entries differ")}`, more: "They are marked." };
    case "handed_on":
      return { title: "The jobs go on in the background", more: "" };
    case "queue_trouble":
      return { title: "The queue could not be opened as it was", more: why };
  }
}

function done(job: JobState | null, name: string): string {
  const what = job && job.sources > 1 ? items(job.sources) : name;
  const place = job?.to?.text.split("/").filter(Boolean).at(-1);
  const verb = job?.verb ?? "copy";
  const isThere = (verb === "copy" || verb === "move") && job?.on_disk && place;
  const be = job && job.sources > 1 ? "are" : "is";
  return isThere ? `${what} ${be} on ${place}` : `${what} ${be} ${DONE[verb]}`;
}

function amount(job: JobState): string {
  const parts = [items(job.items)];
  if (job.bytes > 0) parts.push(size(job.bytes));
  if (job.verify) parts.push("verified");
  return `${parts.join(", ")}.`;
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
