import type { JobLog } from "../bindings/desktop/JobLog";
import type { LogFact } from "../bindings/desktop/LogFact";
import * as format from "../model/format";
import { reason } from "./errors";
import { outcome } from "./jobs";
import { skipped, WARNINGS } from "./report";
import { tr } from "./tr";

/** Says what happened, to follow the name of the item it is about. */
function fact(it: LogFact): string {
  switch (it.fact) {
    case "added":
      return tr("window-log-added");
    case "waits":
      return tr("window-log-waits");
    case "started":
      return tr("window-log-started", { count: it.workers, shown: format.count(it.workers) });
    case "counted":
      return it.bytes === null
        ? tr("window-log-counted", { items: format.items(it.items) })
        : tr("window-log-counted-size", {
            items: format.items(it.items),
            size: format.size(it.bytes),
          });
    case "paused":
      return tr("window-log-paused");
    case "resumed":
      return tr("window-log-resumed");
    case "flushing":
      return tr("window-log-flushing");
    case "verifying":
      return tr("window-log-verifying");
    case "failed":
      return tr("window-log-failed", { why: reason(it.error) });
    case "skipped":
      return tr("window-log-skipped", { why: skipped(it.why) });
    case "warning":
      return WARNINGS[it.kind] ?? it.kind;
    case "asked":
      return tr("window-log-asked");
    case "answered":
      return tr("window-log-answered");
    case "ended":
      return outcome(it.outcome);
  }
}

/** Words of the log of a job. */
export const log = {
  title: tr("window-log-title"),
  list: tr("window-log-list"),
  loading: tr("window-log-loading"),
  refused: (why: string): string => tr("window-log-refused", { why }),
  fact,
  more: ({ lines, count }: JobLog): string =>
    tr("window-log-more", { all: format.count(count), newest: format.count(lines.length) }),
};
