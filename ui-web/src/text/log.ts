import type { JobLog } from "../bindings/desktop/JobLog";
import type { LogFact } from "../bindings/desktop/LogFact";
import * as format from "../model/format";
import { reason } from "./errors";
import { OUTCOMES } from "./jobs";
import { SKIPPED, WARNINGS } from "./report";

/** Says what happened, to follow the name of the item it is about. */
function fact(it: LogFact): string {
  switch (it.fact) {
    case "added":
      return "Added";
    case "waits":
      return "Waiting for its turn";
    case "started":
      return `Started with ${format.counted(it.workers, "worker", "workers")}`;
    case "counted":
      return it.bytes === null
        ? `${format.items(it.items)} in all`
        : `${format.items(it.items)}, ${format.size(it.bytes)} in all`;
    case "paused":
      return "Paused";
    case "resumed":
      return "Resumed";
    case "flushing":
      return "Flushing to disk";
    case "verifying":
      return "Comparing with the source";
    case "failed":
      return `failed: ${reason(it.error)}`;
    case "skipped":
      return `skipped: ${SKIPPED[it.why]}`;
    case "warning":
      return WARNINGS[it.kind] ?? it.kind;
    case "asked":
      return "needs an answer";
    case "answered":
      return "Answered";
    case "ended":
      return OUTCOMES[it.outcome];
  }
}

/** Words of the log of a job. */
export const log = {
  title: "Log",
  list: "What happened in this job",
  loading: "Loading the log",
  refused: (why: string): string => `The log could not be read. ${why}`,
  fact,
  more: ({ lines, count }: JobLog): string =>
    `${format.count(count)} lines in total; only the newest ${format.count(lines.length)} are shown`,
};
