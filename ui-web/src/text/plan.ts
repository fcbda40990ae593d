// What is about to be done, in words: for the dialogs, the card of a drop and the copier.

import type { ConflictKind } from "../bindings/ConflictKind";
import type { OnConflict } from "../bindings/desktop/OnConflict";
import type { OnError } from "../bindings/desktop/OnError";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Start } from "../bindings/desktop/Start";
import { count, counted, items, size } from "../model/format";

const VERBS: Record<PlanVerb, string> = {
  copy: "Copy",
  move: "Move",
  link: "Link",
  trash: "Trash",
  delete: "Delete",
  restore: "Restore",
};

const TAKEN: Record<ConflictKind, (n: number) => string> = {
  file: (n) => `${counted(n, "name is", "names are")} already taken`,
  directory: (n) => `${counted(n, "folder is", "folders are")} merged with one of that name`,
  directory_in_the_way: (n) => `${counted(n, "folder is", "folders are")} in the way of a file`,
  file_in_the_way: (n) => `${counted(n, "file is", "files are")} in the way of a folder`,
};

/** Words of a plan. */
export const plan = {
  verb: (verb: PlanVerb) => VERBS[verb],

  /** Starts what does not fit. */
  anyway: (verb: PlanVerb) => `${VERBS[verb]} anyway`,

  /** `Copy 4 items`, or `Copy notes.md` of a single one. */
  what: (verb: PlanVerb, plan: PlanState) =>
    `${VERBS[verb]} ${plan.items === 1 ? plan.first.text : items(plan.items)}`,

  /** `136 files and 2 folders`. */
  inside: ({ files, folders }: Pick<PlanState, "files" | "folders">) =>
    folders === 0
      ? counted(files, "file", "files")
      : `${counted(files, "file", "files")} and ${counted(folders, "folder", "folders")}`,

  size: (plan: PlanState) => size(plan.bytes),
  soFar: "so far",

  /** `Pictures / Fjord shoot`, of the last folders. */
  way: (crumbs: PlanState["to"], last = 2) =>
    crumbs
      .slice(-last)
      .map(({ name }) => name.text)
      .join(" / ")
      .replace(/^\/ \/ /, "/ "),

  reflinkLikely: "Reflink likely",
  reflinkWhy: (filesystem: string) => `on the same ${filesystem} disk: quick, and almost no space`,
  renames: "Same disk",
  renamesWhy: "moved by a rename, no byte is copied",

  free: (bytes: number) => `${size(bytes)} free`,
  freeAfter: (bytes: number) => `at least ${size(bytes)} after`,
  roomNow: (free: number, after: number) => `${size(free)} free, ${size(after)} after`,
  tooFull: (bytes: number, missing: number) => `Needs ${size(bytes)}, ${size(missing)} too little`,

  makes: "The folder is made first.",
  taken: (kind: ConflictKind, n: number) => TAKEN[kind](n),
  behind: (n: number) => `Starts after ${counted(n, "job", "jobs")}`,
  missing: (n: number) =>
    n === 1 ? "One dropped name does not exist" : `${count(n)} dropped names do not exist`,

  onConflict: [
    ["ask", "Ask, and go on with the rest"],
    ["skip", "Skip it"],
    ["overwrite", "Replace what is there"],
    ["overwrite_for_good", "Replace for good"],
    ["newer", "Replace what is older"],
    ["larger", "Replace what is smaller"],
    ["rename", "Keep both"],
  ] satisfies [OnConflict, string][],
  onError: [
    ["ask", "Ask, and go on with the rest"],
    ["skip", "Leave it out"],
    ["abort", "End the job"],
  ] satisfies [OnError, string][],
  start: [
    ["queue", "When its disks are free"],
    ["now", "At once"],
    ["first", "Before all that wait"],
    ["paused", "When I resume it"],
  ] satisfies [Start, string][],

  labels: {
    onConflict: "When a name is taken",
    onError: "When something fails",
    preserve: "Keep owner, times, attributes",
    preserveHint: "else the mode alone",
    verify: "Verify after copying",
    verifyHint: "reads it all back",
    follow: "Follow symlinks",
    followHint: "copies what they lead to",
    start: "Start",
  },
};
