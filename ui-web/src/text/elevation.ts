import type { ElevationPlan } from "../bindings/desktop/ElevationPlan";
import type { ElevationState } from "../bindings/desktop/ElevationState";
import type { ElevationTrouble } from "../bindings/desktop/ElevationTrouble";
import { count, items, itemsOf, size } from "../model/format";

import { reason } from "./errors";
import { tr } from "./tr";

/** Says why nothing or not all was done. */
function trouble(why: ElevationTrouble): string {
  switch (why.trouble) {
    case "no_pkexec":
      return tr("window-elevation-no-pkexec");
    case "no_agent":
      return tr("window-elevation-no-agent");
    case "dismissed":
      return tr("window-elevation-dismissed");
    case "not_authorized":
      return tr("window-elevation-not-authorized");
    case "cancelled":
      return tr("window-elevation-cancelled");
    case "failed":
      return why.text;
  }
}

/** Words about what is done as administrator. */
export const elevation = {
  retry: tr("window-elevation-retry"),
  /** A failure that waits for an answer. */
  later: (n: number) => tr("window-elevation-later", { shown: count(n) }),
  laterHint: tr("window-elevation-later-hint"),
  /** A plan that was refused. */
  instead: (verb: string) => tr("window-elevation-instead", { verb }),
  title: ({ verb, items: n }: ElevationPlan) =>
    tr("window-elevation-title", { verb, items: items(n) }),
  loading: tr("window-elevation-retry"),
  failed: ({ items: n, whole, job, first }: ElevationPlan) =>
    job === null
      ? tr("window-elevation-refused")
      : whole
        ? tr("window-elevation-whole")
        : n === 1
          ? tr("window-elevation-one", { name: first.text })
          : tr("window-elevation-many", { items: items(n) }),
  from: (place: string) => tr("window-elevation-from", { place }),
  to: (place: string) => tr("window-elevation-to", { place }),
  moreTo: (n: number) => tr("window-elevation-more-to", { count: n, shown: count(n) }),
  /** What becomes of existing files, and to whom copies belong; what the user need not know is left out. */
  warnings: ({ replaces, keeps_replaced, of_root }: ElevationPlan): string[] =>
    [
      replaces &&
        (keeps_replaced ? tr("window-elevation-replaces-kept") : tr("window-elevation-replaces")),
      of_root && tr("window-elevation-of-root"),
    ].filter((it) => it !== false),
  how: (program: string) => tr("window-elevation-how", { program }),
  kept: tr("window-elevation-kept"),
  start: ({ verb }: ElevationPlan) => tr("window-elevation-start", { verb }),
  asking: tr("window-elevation-asking"),
  running: ({ verb, items: n, items_total: all, bytes }: ElevationState) =>
    tr("window-elevation-running", {
      verb,
      items: itemsOf(n, all ?? n),
      size: size(bytes),
    }),
  progress: tr("window-elevation-progress"),
  stop: tr("window-elevation-stop"),
  hide: tr("window-elevation-hide"),
  /** How it ended, if that is more than a notice says. */
  ended: (state: ElevationState): string => {
    if (state.trouble) return trouble(state.trouble);
    const [failed, skipped] = [items(state.failed), items(state.skipped)];
    const said = state.error
      ? tr("window-elevation-failed-why", { items: failed, why: reason(state.error) })
      : tr("window-elevation-failed", { items: failed });
    return [
      state.failed > 0 && said,
      state.skipped > 0 && tr("window-elevation-skipped", { items: skipped }),
    ]
      .filter(Boolean)
      .join(", ");
  },
};
