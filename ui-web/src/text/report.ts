import type { JobState } from "../bindings/desktop/JobState";
import type { Reason } from "../bindings/desktop/Reason";
import type { SkipReason } from "../bindings/SkipReason";
import * as format from "../model/format";
import { isVerified } from "../model/stage";
import { clock } from "../model/when";
import { reason as why } from "./errors";
import { dashed, tr } from "./tr";

/** Says why an item was left alone. */
export function skipped(why: SkipReason): string {
  return tr(`window-report-skipped-${dashed(why)}`);
}

/** What was worth telling, by the kind of the warning. */
export const WARNINGS: Record<string, string> = {
  duplicate_source: tr("window-report-warnings-duplicate-source"),
  metadata: tr("window-report-warnings-metadata"),
  not_flushed: tr("window-report-warnings-not-flushed"),
  source_changed: tr("window-report-warnings-source-changed"),
  not_shared: tr("window-report-warnings-not-shared"),
  put_off: tr("window-report-warnings-put-off"),
  not_snapshot: tr("window-report-warnings-not-snapshot"),
  not_journaled: tr("window-report-warnings-not-journaled"),
  queue_set_aside: tr("window-report-warnings-queue-set-aside"),
  not_recorded: tr("window-report-warnings-not-recorded"),
  part_kept: tr("window-report-warnings-part-kept"),
  no_manifest: tr("window-report-warnings-no-manifest"),
  partial_manifest: tr("window-report-warnings-partial-manifest"),
  not_trashed: tr("window-report-warnings-not-trashed"),
  interrupted: tr("window-report-warnings-interrupted"),
  nothing_removed: tr("window-report-warnings-nothing-removed"),
  not_linked: tr("window-report-warnings-not-linked"),
  not_counted: tr("window-report-warnings-not-counted"),
};

function title(job: JobState): string {
  const all = job.items_total ?? job.items;
  const skipped =
    job.skipped > 0 && tr("window-report-title-skipped", { shown: format.count(job.skipped) });
  const verb = job.links ? "link" : job.verb;
  const parts = () => {
    switch (job.outcome) {
      case "completed":
        return [
          tr("window-report-title-completed", { verb, items: format.items(all - job.skipped) }),
          job.skipped > 0 &&
            tr("window-report-title-skipped-also", { shown: format.count(job.skipped) }),
        ];
      case "completed_with_errors":
        return [
          tr("window-report-title-errors", {
            count: all,
            failed: format.count(job.failed),
            shown: format.count(all),
          }),
          skipped,
          tr("window-report-title-rest", { verb }),
        ];
      case "cancelled":
        return [
          tr("window-report-title-cancelled", { amount: format.itemsOf(job.items, all) }),
          skipped,
        ];
      case "failed":
      case null:
        return [
          tr("window-report-title-failed", { amount: format.itemsOf(job.items, all) }),
          skipped,
        ];
    }
  };
  return parts().filter(Boolean).join(", ");
}

/** Says of what was copied whether all of it was read back. */
function verified(job: JobState): string {
  if ((job.verb !== "copy" && job.verb !== "move") || job.taken_back) return "";
  return isVerified(job) ? tr("window-report-verified") : tr("window-report-not-verified");
}

/** Words of the report. */
export const report = {
  title,
  subtitle: (job: JobState): string =>
    [
      job.to ? `${job.first.text} → ${job.to.text}` : job.first.text,
      job.ended === null ? "" : tr("window-report-finished-at", { time: clock(job.ended) }),
      job.taken_back ? tr("window-jobs-taken-back") : "",
      job.on_disk ? tr("window-report-on-disk") : "",
      verified(job),
    ]
      .filter(Boolean)
      .join(", "),
  back: tr("window-report-back"),
  loading: tr("window-report-loading"),
  show: tr("window-report-show"),
  filter: tr("window-report-filter"),
  retry: (n: number): string => tr("window-report-retry", { shown: format.count(n) }),
  stats: {
    label: tr("window-report-stats-label"),
    took: (micros: number): string =>
      tr("window-report-stats-took", { duration: format.duration(micros) }),
    reflinked: tr("window-report-stats-reflinked"),
    kernel: tr("window-report-stats-kernel"),
    streamed: tr("window-report-stats-streamed"),
    saved: tr("window-report-stats-saved"),
    failed: tr("window-report-stats-failed"),
    skipped: tr("window-report-stats-skipped"),
    items: tr("window-report-stats-items"),
  },
  group: (reason: Reason, count: number): string => {
    switch (reason.reason) {
      case "failed":
        return tr("window-report-group-failed", {
          shown: format.count(count),
          why: why(reason.error),
        });
      case "skipped":
        return tr("window-report-group-skipped", {
          shown: format.count(count),
          why: skipped(reason.why),
        });
      case "finished":
        return tr("window-report-group-finished", { items: format.items(count) });
      case "warning":
        return tr("window-report-group-warning", {
          count,
          shown: format.count(count),
          what: WARNINGS[reason.kind] ?? reason.kind,
        });
    }
  },
  groups: tr("window-report-groups"),
  more: (n: number): string => tr("window-report-more", { shown: format.count(n) }),
  clean: tr("window-report-clean"),
  rate: tr("window-report-rate"),
  rates: (mean: number, peak: number): string =>
    tr("window-report-rates", { mean: format.rate(mean), peak: format.rate(peak) }),
  lastMinute: tr("window-report-last-minute"),
  how: tr("window-report-how"),
  reflinked: tr("window-report-reflinked"),
  kernel: tr("window-report-kernel"),
  streamed: tr("window-report-streamed"),
};
