import type { ConflictKind } from "../bindings/ConflictKind";
import type { ForeseenPlan } from "../bindings/desktop/ForeseenPlan";
import { count, folders, items, size } from "../model/format";

import { reason } from "./errors";
import { plan as words } from "./plan";
import { tr } from "./tr";

function taken(kind: ConflictKind, n: number): string {
  return kind === "file"
    ? tr("window-rehearsal-taken-file", { count: n, shown: count(n) })
    : words.taken(kind, n);
}

/** Words of a dry run. */
export const rehearsal = {
  do: tr("window-rehearsal-do"),
  key: "F3",
  label: tr("window-rehearsal-label"),
  counting: tr("window-rehearsal-counting"),
  /** What the job would do, a line for each fact. */
  facts: ({ plan, makes, failing, failures }: ForeseenPlan, moves: boolean): string[] => {
    const { totals, directories, renamed } = plan;
    const [all, inside] = [items(totals.items), folders(directories)];
    const what =
      totals.bytes === null
        ? tr("window-rehearsal-all", { items: all, folders: inside })
        : tr("window-rehearsal-all-size", {
            items: all,
            folders: inside,
            size: size(totals.bytes),
          });
    const does = () => {
      if (!moves) return tr("window-rehearsal-copied", { all: what });
      return renamed === totals.items
        ? tr("window-rehearsal-renamed", { all: what })
        : tr("window-rehearsal-moved", { all: what, shown: count(renamed) });
    };
    const space = plan.reflink
      ? tr("window-rehearsal-shared")
      : tr("window-rehearsal-needs", {
          needed: size(plan.bytes_needed),
          free: size(plan.bytes_free),
        });
    const unchanged = plan.unchanged ?? 0;
    const stays = { count: unchanged, shown: count(unchanged) };
    const named = failures.map(({ name, error }) =>
      error
        ? tr("window-rehearsal-failing-item", { name: name.text, reason: reason(error) })
        : name.text,
    );
    const more = failing > failures.length ? ["…"] : [];
    const fails = {
      count: failing,
      shown: count(failing),
      reasons: [...named, ...more].join(", "),
    };
    return [
      does(),
      ...plan.conflicts.map(({ kind, count: n }) => taken(kind, n)),
      ...(unchanged > 0 ? [tr("window-rehearsal-unchanged", stays)] : []),
      ...(failing > 0 ? [tr("window-rehearsal-failing", fails)] : []),
      ...(makes ? [tr("window-rehearsal-makes")] : []),
      space,
    ];
  },
};
