import type { JobState } from "../bindings/desktop/JobState";
import type { Reason } from "../bindings/desktop/Reason";
import type { SkipReason } from "../bindings/SkipReason";
import type { Verb } from "../bindings/Verb";
import * as format from "../model/format";
import { clock } from "../model/when";
import { reason as why } from "./errors";

const DONE: Record<Verb, string> = {
  copy: "Copied",
  move: "Moved",
  delete: "Deleted",
  trash: "Moved to the trash",
  restore: "Restored",
  undo: "Undone",
  verify: "Verified",
  dedupe: "Shared the storage of",
  extract: "Extracted",
  pack: "Packed",
};

/** Why items were left alone. */
export const SKIPPED: Record<SkipReason, string> = {
  policy: "existing file kept, as you chose",
  not_newer: "existing file is not older",
  same: "identical",
  filtered: "excluded by a filter",
  unanswered: "not answered",
  cancelled: "the job was cancelled",
  duplicate: "named more than once",
  missing: "did not exist",
  not_empty: "some of its items were kept",
  special: "a socket, FIFO or device, which is not extracted, or which the archive cannot hold",
};

/** What was worth telling, by the kind of the warning. */
export const WARNINGS: Record<string, string> = {
  duplicate_source: "named more than once",
  metadata: "not all of the metadata was kept",
  not_flushed: "not all of the data may be on the disk",
  source_changed: "the source changed while it was read",
  put_off: "postponed, something it needs is missing",
  not_journaled: "progress could not be stored",
  queue_set_aside: "the queue could not be read and was set aside",
  not_recorded: "cannot be undone, it was not recorded",
  no_manifest: "no list of checksums was written",
  partial_manifest: "the list of checksums has only the copies that were verified",
  not_trashed: "deleted permanently, since it could not be moved to the trash",
  not_snapshot: "its items were copied, since no snapshot could be taken",
  interrupted: "the job was killed, and what it did in its last moments was not recorded",
  nothing_removed: "nothing was removed: an item failed, or too many would be removed",
};

function title(job: JobState): string {
  const done = job.links ? "Linked" : DONE[job.verb];
  const items = format.items(job.items_total ?? job.items);
  const skipped = job.skipped > 0 ? `, ${format.count(job.skipped)} skipped` : "";
  switch (job.outcome) {
    case "completed": {
      const all = job.items_total ?? job.items;
      const left = job.skipped > 0 ? `, skipped ${format.count(job.skipped)}` : "";
      return `${done} ${format.items(all - job.skipped)}${left}`;
    }
    case "completed_with_errors":
      return `${format.count(job.failed)} of ${items} failed${skipped}, the rest was ${done.toLowerCase()}`;
    case "cancelled":
      return `Cancelled after ${format.itemsOf(job.items, job.items_total ?? job.items)}${skipped}`;
    case "failed":
    case null:
      return `Failed after ${format.itemsOf(job.items, job.items_total ?? job.items)}${skipped}`;
  }
}

/** Words of the report. */
export const report = {
  title,
  subtitle: (job: JobState): string =>
    [
      job.to ? `${job.first.text} → ${job.to.text}` : job.first.text,
      job.ended === null ? "" : `finished ${clock(job.ended)}`,
      job.on_disk ? "on disk" : "",
      ["verify", "dedupe", "extract", "pack"].includes(job.verb)
        ? ""
        : job.verify
          ? "verified"
          : "not verified",
    ]
      .filter(Boolean)
      .join(", "),
  back: "Back to the history",
  loading: "Loading the report",
  show: "Show",
  filter: "Filter by name",
  retry: (n: number): string => `Retry ${format.count(n)} failed`,
  stats: {
    label: "Summary",
    took: (micros: number): string => `in ${format.duration(micros)}`,
    reflinked: "reflinked",
    kernel: "kernel",
    streamed: "streamed",
    saved: "space saved",
    failed: "failed",
    skipped: "skipped",
    items: "items",
  },
  group: (reason: Reason, count: number): string => {
    switch (reason.reason) {
      case "failed":
        return `${format.count(count)} failed: ${why(reason.error)}`;
      case "skipped":
        return `${format.count(count)} skipped: ${SKIPPED[reason.why]}`;
      case "finished":
        return `${format.items(count)} finished`;
      case "warning":
        return `${format.counted(count, "warning", "warnings")}: ${WARNINGS[reason.kind] ?? reason.kind}`;
    }
  },
  groups: "Failed, warned about, skipped and finished",
  more: (n: number): string => `${format.count(n)} in total; only the first are shown`,
  clean: "Nothing failed or was skipped.",
  rate: "Rate",
  rates: (mean: number, peak: number): string =>
    `average ${format.rate(mean)}, peak ${format.rate(peak)}`,
  lastMinute: "last minute",
  how: "Copy methods",
  reflinked: "reflinked, no space used",
  kernel: "copied in the kernel",
  streamed: "streamed",
};
