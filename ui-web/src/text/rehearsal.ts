import type { ConflictKind } from "../bindings/ConflictKind";
import type { ForeseenPlan } from "../bindings/desktop/ForeseenPlan";
import { count, counted, items, size } from "../model/format";

const TAKEN: Record<ConflictKind, (n: number) => string> = {
  file: (n) => counted(n, "file already exists", "files already exist"),
  directory: (n) => `${counted(n, "folder", "folders")} will be merged with existing ones`,
  directory_in_the_way: (n) =>
    `${counted(n, "file has", "files have")} the name of an existing folder`,
  file_in_the_way: (n) =>
    `${counted(n, "folder has", "folders have")} the name of an existing file`,
};

/** Words of a dry run. */
export const rehearsal = {
  do: "Dry run",
  key: "F3",
  label: "Dry run: what the job would do",
  counting: "Counting; nothing is changed",
  /** What the job would do, a line for each fact. */
  facts: ({ plan, makes }: ForeseenPlan, moves: boolean): string[] => {
    const { totals, directories, renamed } = plan;
    const inside = counted(directories, "folder", "folders");
    const bytes = totals.bytes === null ? "" : `, ${size(totals.bytes)}`;
    const all = `${items(totals.items)}, of them ${inside}${bytes}`;
    const what = moves
      ? `${all}; ${count(renamed)} renamed at once, the others copied`
      : `${all} will be copied`;
    const space = plan.reflink
      ? "Storage will be shared with the originals"
      : `Needs ${size(plan.bytes_needed)}, ${size(plan.bytes_free)} free`;
    return [
      moves && renamed === totals.items ? `${all} will be renamed at once` : what,
      ...plan.conflicts.map(({ kind, count: n }) => TAKEN[kind](n)),
      ...(plan.unreadable > 0
        ? [`${counted(plan.unreadable, "item", "items")} cannot be read and will fail`]
        : []),
      ...(makes ? ["The folder will be created"] : []),
      space,
    ];
  },
};
