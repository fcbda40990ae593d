import type { DiffFound } from "../bindings/desktop/DiffFound";
import type { DiffRow } from "../bindings/desktop/DiffRow";
import { bytes, count } from "../model/format";

import { tr } from "./tr";

/** Words of the page that shows how two files differ. */
export const diff = {
  title: tr("window-diff-title"),
  loading: tr("window-diff-loading"),
  table: tr("window-diff-table"),
  bytes: tr("window-diff-bytes"),
  left: tr("window-diff-left"),
  right: tr("window-diff-right"),
  line: tr("window-diff-line"),
  change: tr("window-diff-change"),
  next: tr("window-diff-next"),
  previous: tr("window-diff-previous"),
  withKey: (label: string, key: string) => `${label} (${key})`,
  ignoreSpace: tr("window-diff-ignore-space"),
  wrap: tr("window-diff-wrap"),
  again: tr("window-diff-again"),
  open: tr("window-diff-open"),
  none: tr("window-diff-none"),
  at: (n: number, all: number) => tr("window-diff-at", { nth: count(n), all: count(all) }),
  noBreak: tr("window-diff-no-break"),
  cut: "…",
  /** What a row is, for people who do not see the marks. */
  kind: ({ left, right, same }: DiffRow): string =>
    same
      ? ""
      : left === null
        ? tr("window-diff-only-right")
        : right === null
          ? tr("window-diff-only-left")
          : tr("window-diff-changed"),
  found: (found: DiffFound): string => {
    switch (found.found) {
      case "same":
        return tr("window-diff-same", { bytes: bytes(found.bytes) });
      case "lines": {
        if (found.differences === 0) return tr("window-diff-spaces");
        const differences = tr("window-diff-differences", {
          count: found.differences,
          shown: count(found.differences),
        });
        return found.rough ? tr("window-diff-rough", { differences }) : differences;
      }
      case "bytes": {
        const where = found.ends
          ? tr("window-diff-ends", { side: found.ends, bytes: bytes(found.offset) })
          : tr("window-diff-offset", { offset: count(found.offset), hex: found.hex });
        return found.why === "large"
          ? tr("window-diff-large", { where })
          : tr("window-diff-not-text", { where });
      }
    }
  },
  size: bytes,
};
