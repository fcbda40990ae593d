import type { AfterAction } from "../bindings/desktop/AfterAction";
import type { TooLarge } from "../bindings/desktop/TooLarge";
import { items, size } from "../model/format";

import { tr } from "./tr";

/** Words of the dialog about what follows the jobs. */
export const after = {
  title: tr("window-after-title"),
  note: tr("window-after-note"),
  label: tr("window-after-label"),
  actions: [
    ["nothing", tr("window-after-actions-nothing")],
    ["command", tr("window-after-actions-command")],
    ["suspend", tr("window-after-actions-suspend")],
    ["quit", tr("window-after-actions-quit")],
  ] satisfies [AfterAction | "nothing", string][],
  command: tr("window-after-command"),
  commandHint: tr("window-after-command-hint"),
  do: tr("window-after-do"),
};

/** Words of the question about archives that were refused as too large. */
export const anyway = {
  title: tr("window-anyway-title"),
  looking: tr("window-anyway-looking"),
  what: ({ archives, first }: TooLarge) => (archives === 1 ? first.text : items(archives)),
  packed: ({ packed }: TooLarge) => tr("window-anyway-packed", { size: size(packed) }),
  becomes: ({ unpacked, limit }: TooLarge) =>
    unpacked === null
      ? tr("window-anyway-becomes-more", { limit: size(limit) })
      : tr("window-anyway-becomes", { size: size(unpacked), limit: size(limit) }),
  note: tr("window-anyway-note"),
  do: tr("window-anyway-do"),
  keep: tr("window-anyway-keep"),
};

/** Words of the dialog that shows what a command printed. */
export const output = { title: tr("window-output-title") };
