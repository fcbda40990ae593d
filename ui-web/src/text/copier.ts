import type { JobState } from "../bindings/desktop/JobState";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { DropVerb } from "../model/drop";
import { count, counted, items, rate, size } from "../model/format";

const VERBS: Record<DropVerb, string> = { copy: "Copy", move: "Move", link: "Link" };

/** Words of the copier. */
export const copier = {
  empty: {
    title: "Drop files here",
    note: "or choose what to copy, move or link",
    files: "Choose files…",
    folder: "Choose a folder…",
  },

  manager: "Open the manager",

  ask: {
    /** `4 items, 48.2 GB`. */
    title: (plan: PlanState) =>
      `${plan.items === 1 ? plan.first.text : items(plan.items)}, ${size(plan.bytes)}`,
    /** `136 files in 2 folders, from Pictures / Fjord shoot`. */
    note: ({ files, folders, counted: isAll }: PlanState, from: string) => {
      const inside = counted(files, "file", "files");
      const all = folders ? `${inside} in ${counted(folders, "folder", "folders")}` : inside;
      return `${all}${isAll ? "" : " so far"}${from ? `, from ${from}` : ""}`;
    },
    to: "To",
    nowhere: "Choose a destination",
    type: "Type a path",
    change: "Change…",
    choose: "Choose…",
    verbs: "Action",
    verb: (verb: DropVerb) => VERBS[verb],
    letter: (verb: DropVerb) => VERBS[verb].charAt(0),
    about: (verb: DropVerb, plan: PlanState) => {
      switch (verb) {
        case "copy":
          if (!plan.to_path) return "Originals are kept.";
          if (plan.reflink) return "Originals are kept. Same disk: blocks can be shared.";
          return plan.same_device
            ? "Originals are kept. Same disk: read and written."
            : "Originals are kept. Another disk: every byte is written.";
        case "move":
          return plan.same_device && plan.to_path
            ? "Same disk: renamed immediately."
            : "Originals are removed only after the copy is on the disk.";
        case "link":
          return "Small links that point to the originals.";
      }
    },
    always: (verb: DropVerb, device: string | null, same: boolean) =>
      `Always ${VERBS[verb].toLowerCase()} ${same ? "on the same disk" : device ? `to other disks (such as ${device})` : "to other disks"} without asking`,
    cancel: "Cancel",
    escape: "Esc",
    enter: "⏎",
  },

  running: {
    /** `Copying 4 items to Backup SSD`. */
    title: (stage: string, job: JobState, device: string | null) =>
      `${stage} ${job.sources === 1 ? job.first.text : items(job.sources)}${device && job.to ? ` to ${device}` : ""}`,
    speeds: (now: number, mean: number) => `${rate(now)} now, ${rate(mean)} average`,
    graph: "Speed in the last minute",
    inFlight: "In flight",
    needsYou: (n: number) => `Needs you: ${count(n)}.`,
    taken: (name: string) => `${name} already exists.`,
    failed: (name: string) => `${name} failed.`,
    asked: (name: string) => `${name} needs an answer.`,
    decide: "Decide",
    next: (lane: string | null) => (lane ? `Next on ${lane}` : "Next"),
    starts: (left: string) => `starts next, ${left}`,
    start: "Start now",
    more: "More",
    pause: "Pause",
    resume: "Resume",
    space: "Space",
    cancel: (verb: string) => `Cancel ${verb.toLowerCase()}`,
  },

  questions: {
    note: "The rest continues.",
    back: "Back",
  },

  done: {
    show: "Show",
    undo: "Undo",
    retry: (n: number) => `Retry ${count(n)} failed`,
    command: "Copy as command",
    close: "Done",
    drop: "Drop more files here at any time.",
    failed: (n: number) => `${items(n)} failed`,
    skipped: (n: number) => `${items(n)} skipped`,
    onDisk: "On disk",
    notOnDisk: "Not yet flushed to disk",
    verified: "verified",
    notVerified: "not verified",
  },
};
