// Texts that describe a plan, for the dialogs, the card of a drop and the copier.

import type { ConflictKind } from "../bindings/ConflictKind";
import type { OnConflict } from "../bindings/desktop/OnConflict";
import type { OnError } from "../bindings/desktop/OnError";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Start } from "../bindings/desktop/Start";
import type { Unseen } from "../bindings/desktop/Unseen";
import { count, files as filesOf, items, size } from "../model/format";
import { dashed, tr } from "./tr";

const TAKEN: Record<ConflictKind, (n: number) => string> = {
  file: (n) => tr("window-plan-taken-file", { count: n, shown: count(n) }),
  directory: (n) => tr("window-plan-taken-directory", { count: n, shown: count(n) }),
  directory_in_the_way: (n) =>
    tr("window-plan-taken-directory-in-the-way", { count: n, shown: count(n) }),
  file_in_the_way: (n) => tr("window-plan-taken-file-in-the-way", { count: n, shown: count(n) }),
};

/** Words of a plan. */
export const plan = {
  verb: (verb: PlanVerb) => tr(`window-plan-verbs-${dashed(verb)}`),

  /** Starts what does not fit. */
  anyway: (verb: PlanVerb) => tr("window-plan-anyway", { verb }),

  /** `Copy 4 items`, or `Copy notes.md` of a single one. */
  what: (verb: PlanVerb, plan: PlanState) =>
    tr("window-plan-what", {
      verb,
      what: plan.items === 1 ? plan.first.text : items(plan.items),
    }),

  /** `in 136 files and 2 folders`, to follow a size. */
  inside: ({ files, folders }: Pick<PlanState, "files" | "folders">) =>
    folders === 0
      ? tr("window-plan-inside-files", { files: filesOf(files) })
      : tr("window-plan-inside", {
          files: filesOf(files),
          count: folders,
          shown: count(folders),
        }),

  /** Names marked items that a filter or hidden names keep off the panel. */
  unseen: ({ count: n, names }: Unseen) => tr("dialog-not-shown", { shown: count(n), names }),

  size: (plan: PlanState) => size(plan.bytes),
  soFar: tr("window-plan-so-far"),
  uncounted: (machine: string) => tr("window-plan-uncounted", { machine }),
  across: (machine: string) => tr("window-plan-across", { machine }),

  /** `Pictures / Fjord shoot`, of the last folders. */
  way: (crumbs: PlanState["to"], last = 2) =>
    crumbs
      .slice(-last)
      .map(({ name }) => name.text)
      .join(" / ")
      .replace(/^\/ \/ /, "/ "),

  reflinkLikely: tr("window-plan-reflink-likely"),
  reflinkWhy: (filesystem: string) => tr("window-plan-reflink-why", { filesystem }),
  renames: tr("window-plan-renames"),
  renamesWhy: tr("window-plan-renames-why"),

  free: (bytes: number) => tr("window-plan-free", { size: size(bytes) }),
  freeAfter: (bytes: number) => tr("window-plan-free-after", { size: size(bytes) }),
  roomNow: (free: number, after: number) =>
    tr("window-plan-room-now", { free: size(free), after: size(after) }),
  tooFull: (bytes: number, missing: number) =>
    tr("window-plan-too-full", { bytes: size(bytes), missing: size(missing) }),

  makes: tr("window-plan-makes"),
  taken: (kind: ConflictKind, n: number) => TAKEN[kind](n),
  behind: (n: number) => tr("window-plan-behind", { count: n, shown: count(n) }),
  missing: (n: number) => tr("window-plan-missing", { count: n, shown: count(n) }),

  onConflict: [
    ["ask", tr("window-plan-on-conflict-ask")],
    ["skip", tr("window-plan-on-conflict-skip")],
    ["overwrite", tr("window-plan-on-conflict-overwrite")],
    ["overwrite_for_good", tr("window-plan-on-conflict-overwrite-for-good")],
    ["newer", tr("window-plan-on-conflict-newer")],
    ["larger", tr("window-plan-on-conflict-larger")],
    ["rename", tr("window-plan-on-conflict-rename")],
  ] satisfies [OnConflict, string][],
  onError: [
    ["ask", tr("window-plan-on-error-ask")],
    ["skip", tr("window-plan-on-error-skip")],
    ["abort", tr("window-plan-on-error-abort")],
  ] satisfies [OnError, string][],
  start: [
    ["queue", tr("window-plan-start-queue")],
    ["now", tr("window-plan-start-now")],
    ["first", tr("window-plan-start-first")],
    ["paused", tr("window-plan-start-paused")],
  ] satisfies [Start, string][],

  labels: {
    onConflict: tr("window-plan-labels-on-conflict"),
    onError: tr("window-plan-labels-on-error"),
    preserve: tr("window-plan-labels-preserve"),
    preserveHint: tr("window-plan-labels-preserve-hint"),
    verify: tr("window-plan-labels-verify"),
    verifyHint: tr("window-plan-labels-verify-hint"),
    follow: tr("window-plan-labels-follow"),
    followHint: tr("window-plan-labels-follow-hint"),
    start: tr("window-plan-labels-start"),
  },
};
