import type { JobState } from "../bindings/desktop/JobState";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { DropVerb } from "../model/drop";
import { count, files as filesOf, items, rate, size } from "../model/format";
import { drop } from "./drop";
import { inside, tr } from "./tr";

/** Words of the copier. */
export const copier = {
  empty: {
    title: tr("window-copier-empty-title"),
    note: tr("window-copier-empty-note"),
    files: tr("window-copier-empty-files"),
    folder: tr("window-copier-empty-folder"),
  },

  manager: tr("window-copier-manager"),

  ask: {
    /** `4 items, 48.2 GB`. */
    title: (plan: PlanState) =>
      `${plan.items === 1 ? plan.first.text : items(plan.items)}, ${size(plan.bytes)}`,
    /** `136 files in 2 folders, from Pictures / Fjord shoot`. */
    note: ({ files, folders, counted: isAll }: PlanState, from: string) => {
      const what = folders
        ? tr("window-copier-files-in-folders", {
            files: filesOf(files),
            count: folders,
            shown: count(folders),
          })
        : filesOf(files);
      const all = isAll ? what : tr("window-copier-so-far", { what });
      return from ? tr("window-copier-from", { what: all, from }) : all;
    },
    to: tr("window-copier-ask-to"),
    nowhere: tr("window-copier-ask-nowhere"),
    type: tr("window-copier-ask-type"),
    change: tr("window-copier-ask-change"),
    choose: tr("window-copier-ask-choose"),
    verbs: tr("window-copier-ask-verbs"),
    verb: (verb: DropVerb) => drop.verb(verb),
    letter: (verb: DropVerb) => verb.charAt(0).toUpperCase(),
    about: (verb: DropVerb, plan: PlanState) => {
      switch (verb) {
        case "copy":
          if (!plan.to_path) return tr("window-copier-about-copy");
          if (plan.reflink) return tr("window-copier-about-copy-shared");
          return plan.same_device
            ? tr("window-copier-about-copy-same-disk")
            : tr("window-copier-about-copy-other-disk");
        case "move":
          return plan.same_device && plan.to_path
            ? tr("window-copier-about-move-same-disk")
            : tr("window-copier-about-move");
        case "link":
          return tr("window-copier-about-link");
      }
    },
    always: (verb: DropVerb, device: string | null, same: boolean) =>
      drop.always(verb, same, device),
    cancel: tr("window-copier-ask-cancel"),
    escape: tr("window-key-esc"),
    enter: "⏎",
  },

  running: {
    /** `Copying 4 items to Backup SSD`. */
    title: (stage: string, job: JobState, device: string | null) => {
      const what = job.sources === 1 ? job.first.text : items(job.sources);
      return device && job.to
        ? tr("window-copier-running-title-to", { stage, what, device })
        : tr("window-copier-running-title", { stage, what });
    },
    speeds: (now: number, mean: number) =>
      tr("window-copier-running-speeds", { now: rate(now), mean: rate(mean) }),
    graph: tr("window-copier-running-graph"),
    inFlight: tr("window-copier-running-in-flight"),
    needsYou: (n: number) => tr("window-copier-running-needs-you", { shown: count(n) }),
    taken: (name: string) => tr("window-copier-running-taken", { name }),
    failed: (name: string) => tr("window-copier-running-failed", { name }),
    asked: (name: string) => tr("window-copier-running-asked", { name }),
    decide: tr("window-copier-running-decide"),
    next: (lane: string | null) =>
      lane ? tr("window-copier-running-next-on", { lane }) : tr("window-copier-running-next"),
    starts: (left: string) => tr("window-copier-running-starts", { left }),
    start: tr("window-copier-running-start"),
    more: tr("window-copier-running-more"),
    pause: tr("window-copier-running-pause"),
    resume: tr("window-copier-running-resume"),
    space: tr("window-copier-running-space"),
    cancel: (verb: string) => tr("window-copier-running-cancel", { verb: inside(verb) }),
  },

  questions: {
    note: tr("window-copier-questions-note"),
    back: tr("window-copier-questions-back"),
  },

  done: {
    show: tr("window-copier-done-show"),
    undo: tr("window-copier-done-undo"),
    retry: (n: number) => tr("window-copier-done-retry", { shown: count(n) }),
    command: tr("window-copier-done-command"),
    close: tr("window-copier-done-close"),
    drop: tr("window-copier-done-drop"),
    failed: (n: number) => tr("window-copier-done-failed", { items: items(n) }),
    skipped: (n: number) => tr("window-copier-done-skipped", { items: items(n) }),
    takenBack: tr("window-copier-done-taken-back"),
    onDisk: tr("window-copier-done-on-disk"),
    notOnDisk: tr("window-copier-done-not-on-disk"),
    verified: tr("window-copier-done-verified"),
    notVerified: tr("window-copier-done-not-verified"),
  },
};
