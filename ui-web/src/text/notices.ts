import type { JobState } from "../bindings/desktop/JobState";
import type { Notice } from "../bindings/desktop/Notice";
import { count, items, size } from "../model/format";
import { isVerified } from "../model/stage";

import { lastName, reason, sentence } from "./errors";
import { plan } from "./plan";
import { tr } from "./tr";

/** What a toast says: what happened, and more of it. */
export interface Said {
  title: string;
  more: string;
}

const REPLACED = tr("window-notice-replaced");

/**
 * Says what happened; `job` is the row of the job it is about, if that is still known, and `asking` are the jobs
 * that have open questions now.
 */
function say(notice: Notice, job: JobState | null, asking: readonly JobState[] = []): Said {
  const name = notice.name?.text ?? job?.first.text ?? "";
  const n = notice.count ?? 0;
  const why = notice.error ? sentence(reason(notice.error)) : (notice.detail ?? "");
  switch (notice.code) {
    case "job_done":
      return { title: done(job, name), more: job ? amount(job) : "" };
    case "job_errors":
      if (isReplaced(notice, job)) {
        const title = tr("window-notice-could-not", { verb: job?.verb ?? "job", name });
        return { title: job?.sources === 1 ? title : failures(1, name, job), more: REPLACED };
      }
      return withErrors(n || (job?.failed ?? 0), name, job, why);
    case "job_cancelled":
      return {
        title: tr("window-notice-cancelled", { verb: job?.verb ?? "job", name }),
        more: tr("window-notice-cancelled-more"),
      };
    case "job_failed":
      return {
        title: tr("window-notice-could-not", { verb: job?.verb ?? "job", name }),
        more: why,
      };
    case "needs_you":
      return needsYou(n, name, asking);
    case "put_off":
      return notice.error?.code === "other_device"
        ? {
            title: tr("window-notice-put-off-disk", { name }),
            more: tr("window-notice-put-off-disk-more"),
          }
        : {
            title: tr("window-notice-put-off", { name }),
            more: tr("window-notice-put-off-more", { why }),
          };
    case "renamed":
      return n > 1 || !name
        ? { title: tr("window-notice-renamed", { items: items(n) }), more: "" }
        : { title: tr("window-notice-renamed-to", { name }), more: "" };
    case "made":
      return { title: tr("window-notice-created", { name }), more: "" };
    case "changed":
      return {
        title: tr("window-notice-changed", { what: n > 1 || !name ? items(n) : name }),
        more: "",
      };
    case "change_errors":
      return {
        title: tr("window-notice-change-errors", {
          items: items(notice.done ?? 0),
          failed: count(n),
        }),
        more: why,
      };
    case "change_stopped":
      return { title: tr("window-notice-change-stopped", { items: items(n) }), more: "" };
    case "undo_done":
      return { title: tr("window-notice-undo-done", { items: items(n) }), more: name };
    case "undo_errors":
      return {
        title: tr("window-notice-undo-errors", {
          items: items(notice.done ?? 0),
          failed: count(n),
        }),
        more: why,
      };
    case "redo_done":
      return { title: tr("window-notice-redo-done", { items: items(n) }), more: name };
    case "redo_errors":
      return {
        title: tr("window-notice-redo-errors", {
          items: items(notice.done ?? 0),
          failed: count(n),
        }),
        more: why,
      };
    case "undone":
      return { title: tr("window-notice-undone"), more: n > 1 || !name ? items(n) : name };
    case "nothing_to_undo":
      return { title: tr("window-notice-nothing-to-undo"), more: "" };
    case "nothing_to_redo":
      return { title: tr("window-notice-nothing-to-redo"), more: "" };
    case "copied":
      return {
        title:
          n <= 1 && !name
            ? tr("window-notice-copied-it")
            : tr("window-notice-copied", { what: n > 1 ? items(n) : name }),
        more: why,
      };
    case "cut":
      return {
        title: tr("window-notice-cut", { what: n > 1 ? items(n) : name }),
        more: tr("window-notice-cut-more"),
      };
    case "nothing_to_paste":
      return { title: tr("window-notice-nothing-to-paste"), more: "" };
    case "failed": {
      const what = name || (notice.error && lastName(notice.error.path)) || "";
      return {
        title: what ? tr("window-notice-failed-of", { what }) : tr("window-notice-failed"),
        more: why,
      };
    }
    case "drop_missing":
      return {
        title: tr("window-notice-drop-missing", { count: n, shown: count(n) }),
        more: name,
      };
    case "not_found":
      return { title: tr("window-notice-not-found"), more: name };
    case "folder_left":
      return {
        title: tr("window-notice-folder-left", { name }),
        more: tr("window-notice-folder-left-more", { folder: why }),
      };
    case "compared":
      return n === 0
        ? { title: tr("window-notice-compared-same"), more: "" }
        : {
            title: tr("window-notice-compared", { count: n, shown: count(n) }),
            more: tr("window-notice-compared-more"),
          };
    case "handed_on":
      return { title: tr("window-notice-handed-on"), more: "" };
    case "reloaded":
      return { title: tr("window-notice-reloaded"), more: tr("window-notice-reloaded-more") };
    case "launch_missing":
      return {
        title: tr("window-notice-launch-missing", { count: n, shown: count(n) }),
        more: notice.detail ?? "",
      };
    case "elevation_done":
      return { title: tr("window-notice-elevation-done", { items: items(n) }), more: "" };
    case "elevation_errors":
      return {
        title: tr("window-notice-elevation-errors", {
          items: items(notice.done ?? 0),
          failed: count(n),
        }),
        more: why,
      };
    case "not_shown":
      return { title: plan.unseen({ count: n, names: why }), more: "" };
    case "command_ran":
      return { title: tr("window-notice-command-ran"), more: why };
    case "names_left_out":
      return {
        title: tr("window-notice-names-left-out", { count: n, shown: count(n) }),
        more: "",
      };
    case "listed_in_part":
      return { title: tr("window-notice-listed-in-part"), more: why };
    case "command_failed":
      return { title: tr("window-notice-command-failed"), more: why };
    case "after_dropped":
      return { title: tr("window-notice-after-dropped"), more: why };
    case "queue_trouble":
      return { title: tr("window-notice-queue-trouble"), more: why };
    case "settings_trouble":
      return { title: tr("window-notice-settings-trouble"), more: why };
  }
}

/** Says what failed: by its name where it is the only item, and else by number. */
function withErrors(failed: number, name: string, job: JobState | null, why: string): Said {
  const isAll = job !== null && failed >= job.items;
  if (isAll && job.sources === 1 && failed === 1) {
    return { title: tr("window-notice-could-not", { verb: job.verb, name }), more: why };
  }
  const title = failures(failed, name, job);
  return { title, more: isAll ? why : tr("window-notice-errors-rest") };
}

/** Says how many items of a job failed. */
function failures(failed: number, name: string, job: JobState | null): string {
  // Of several operands the first one is no name for all.
  const counts = { count: failed, shown: count(failed) };
  return job !== null && job.sources > 1
    ? tr("window-notice-errors", counts)
    : tr("window-notice-errors-of", { ...counts, name });
}

/** Whether an item was not deleted because another has its name since: a retry refuses it, too. */
function isReplaced({ count, error }: Notice, job: JobState | null): boolean {
  const deletes = job?.verb === "delete" || job?.verb === "trash";
  return deletes && count === 1 && error?.code === "changed_since";
}

/** Says how many questions are open now; what the notice counted is only the beginning. */
function needsYou(first: number, name: string, asking: readonly JobState[]): Said {
  const open = asking.reduce((sum, job) => sum + job.questions, 0) || first;
  const about =
    asking.length > 1
      ? tr("window-notice-jobs", { shown: count(asking.length) })
      : (asking[0]?.first.text ?? name);
  const waits = asking.length > 0 && asking.every((job) => job.stage === "waiting");
  return {
    title: tr("window-notice-needs-you", { count: open, shown: count(open), about }),
    more: tr(waits ? "window-notice-needs-you-done" : "window-notice-needs-you-more", {
      count: asking.length,
    }),
  };
}

/** Says what a job did: `Copied 16 items (3 replaced), removed 1, skipped 2`; where it went is told beside it. */
function done(job: JobState | null, name: string): string {
  const verb = job?.verb ?? "copy";
  const removed = job?.removed ?? 0;
  const n = job ? job.items - job.skipped - job.failed - removed : 0;
  const what = job && (job.sources > 1 || job.items > 1) ? items(n) : name;
  const notes = [
    job && job.replaced > 0 && tr("window-notice-done-replaced", { shown: count(job.replaced) }),
    job && job.renamed > 0 && tr("window-notice-done-renamed", { shown: count(job.renamed) }),
  ].filter(Boolean);
  const noted = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  const skipped =
    job && job.skipped > 0 && tr("window-notice-done-skipped", { shown: count(job.skipped) });
  const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(", ");
  // Nothing was packed, though something was to be: the archive itself was skipped.
  if (verb === "pack" && job && job.skipped > 0 && n <= 0 && job.items_total !== 0) {
    return tr("window-notice-done-no-archive");
  }
  const did = tr("window-notice-done", { verb: job?.links ? "link" : verb, what });
  if (verb === "trash") return joined(did, skipped);
  if (removed > 0 && n <= 0) {
    return joined(tr("window-notice-done-removed", { items: items(removed) }), skipped);
  }
  const also = removed > 0 && tr("window-notice-done-removed-also", { shown: count(removed) });
  return joined(`${did}${noted}`, also, skipped);
}

/** Says how much that was, and what is certain of it. */
function amount(job: JobState): string {
  if (job.taken_back) return "";
  const place = job.to?.text.split("/").filter(Boolean).at(-1);
  const isThere = (job.verb === "copy" || job.verb === "move") && place;
  const parts = [
    isThere &&
      (job.on_disk
        ? tr("window-notice-amount-on-disk", { place })
        : tr("window-notice-amount-to", { place })),
    job.bytes > 0 && size(job.bytes),
    isVerified(job) && tr("window-notice-amount-verified"),
  ];
  const told = parts.filter(Boolean).join(", ");
  return told && `${told}.`;
}

/** Words of the notices. */
export const notices = {
  say,
  output: tr("window-notice-output"),
  undo: tr("window-notice-undo"),
  show: tr("window-notice-show"),
  retry: (n: number) => tr("window-notice-retry", { shown: count(n) }),
  decide: tr("window-notice-decide"),
  dismiss: tr("window-notice-dismiss"),
};
