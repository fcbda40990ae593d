import type { DiffFound } from "../bindings/desktop/DiffFound";
import type { DiffRow } from "../bindings/desktop/DiffRow";
import { count, counted } from "../model/format";

const SIDE = { left: "left", right: "right" } as const;

/** Words of the page that shows how two files differ. */
export const diff = {
  title: "Compare files",
  loading: "Reading both files",
  table: "Lines of both files",
  bytes: "Bytes of both files",
  left: "Left file",
  right: "Right file",
  line: "Line",
  change: "Change",
  next: "Next difference",
  previous: "Previous difference",
  withKey: (label: string, key: string) => `${label} (${key})`,
  ignoreSpace: "Ignore spaces",
  wrap: "Wrap lines",
  again: "Compare again",
  open: "Show differences",
  none: "There is no other difference in this direction",
  at: (n: number, all: number) => `Difference ${count(n)} of ${count(all)}`,
  noBreak: "no line break",
  cut: "…",
  /** What a row is, for people who do not see the marks. */
  kind: ({ left, right, same }: DiffRow): string =>
    same
      ? ""
      : left === null
        ? "only on the right"
        : right === null
          ? "only on the left"
          : "changed",
  found: (found: DiffFound): string => {
    switch (found.found) {
      case "same":
        return `Both files have the same content, ${counted(found.bytes, "byte", "bytes")}.`;
      case "lines": {
        const rough = found.rough ? ", found roughly: the files differ much" : "";
        return found.differences === 0
          ? "The files differ in spaces alone."
          : `${counted(found.differences, "difference", "differences")}${rough}`;
      }
      case "bytes": {
        const why =
          found.why === "large"
            ? "The files are too large to be compared line by line. "
            : "At least one file is not text. ";
        const where = found.ends
          ? `The ${SIDE[found.ends]} file ends after ${counted(found.offset, "byte", "bytes")}.`
          : `The first difference is at offset ${count(found.offset)} (${found.hex}).`;
        return why + where;
      }
    }
  },
  size: (n: number) => counted(n, "byte", "bytes"),
};
