// Texts that describe a plan, for the dialogs, the card of a drop and the copier.

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
  verify: "Verify",
  dedupe: "Share storage",
  extract: "Extract",
  pack: "Pack",
};

const TAKEN: Record<ConflictKind, (n: number) => string> = {
  file: (n) => `${counted(n, "item already exists", "items already exist")} there`,
  directory: (n) => `${counted(n, "folder", "folders")} will be merged with existing ones`,
  directory_in_the_way: (n) =>
    `${counted(n, "file has", "files have")} the name of an existing folder`,
  file_in_the_way: (n) =>
    `${counted(n, "folder has", "folders have")} the name of an existing file`,
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
  renamesWhy: "moved by a rename, without copying",

  free: (bytes: number) => `${size(bytes)} free`,
  freeAfter: (bytes: number) => `at least ${size(bytes)} after`,
  roomNow: (free: number, after: number) => `${size(free)} free, ${size(after)} after`,
  tooFull: (bytes: number, missing: number) => `Needs ${size(bytes)}, ${size(missing)} too little`,

  makes: "The folder will be created.",
  taken: (kind: ConflictKind, n: number) => TAKEN[kind](n),
  behind: (n: number) => `Starts after ${counted(n, "job", "jobs")}`,
  missing: (n: number) =>
    n === 1 ? "One dropped name does not exist" : `${count(n)} dropped names do not exist`,

  onConflict: [
    ["ask", "Ask, and continue with the rest"],
    ["skip", "Skip"],
    ["overwrite", "Replace"],
    ["overwrite_for_good", "Replace for good"],
    ["newer", "Replace if newer"],
    ["larger", "Replace if larger"],
    ["rename", "Keep both"],
  ] satisfies [OnConflict, string][],
  onError: [
    ["ask", "Ask, and continue with the rest"],
    ["skip", "Skip"],
    ["abort", "Cancel the job"],
  ] satisfies [OnError, string][],
  start: [
    ["queue", "When the disks are free"],
    ["now", "Immediately"],
    ["first", "First in the queue"],
    ["paused", "When I resume it"],
  ] satisfies [Start, string][],

  labels: {
    onConflict: "If an item already exists",
    onError: "If something fails",
    preserve: "Keep owner, times, attributes",
    preserveHint: "otherwise only permissions",
    verify: "Verify after copying",
    verifyHint: "reads every copy back",
    follow: "Follow symlinks",
    followHint: "copies their targets",
    start: "Start",
  },
};
