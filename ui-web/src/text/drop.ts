import type { DropVerb } from "../model/drop";
import { count, items } from "../model/format";
import { tr } from "./tr";

const VERBS: Record<DropVerb, string> = {
  copy: tr("window-drop-verb-copy"),
  move: tr("window-drop-verb-move"),
  link: tr("window-drop-verb-link"),
};
const KEYS: Record<DropVerb, string> = {
  copy: tr("window-key-ctrl"),
  move: tr("window-key-shift"),
  link: `${tr("window-key-ctrl")} ${tr("window-key-shift")}`,
};

/** Words of a drop. */
export const drop = {
  verb: (verb: DropVerb) => VERBS[verb],
  keys: (verb: DropVerb) => KEYS[verb],

  /** `Copy 4 items into 2026`; less while less is known. */
  title: (verb: DropVerb, n: number | null, first: string | null, into: string | null) => {
    const what = n === null ? tr("window-drop-files") : n === 1 ? (first ?? items(n)) : items(n);
    return into
      ? tr("window-drop-into", { verb, what, folder: into })
      : tr("window-drop-here", { verb, what });
  },

  /** Says of verbs that are not possible why they are not. */
  refused: (verbs: string[], reason: string) =>
    tr("window-drop-refused", { verbs: verbs.join(", "), reason }),

  /** `DSC_4410.NEF and 3 more`. */
  pill: (first: string, n: number) =>
    n > 1 ? tr("window-drop-pill", { first, shown: count(n - 1) }) : first,

  cancel: tr("window-drop-cancel"),
  escape: tr("window-key-esc"),
  always: (verb: DropVerb, same: boolean, device: string | null) => {
    if (same) return tr("window-drop-always-same-disk", { verb });
    return device
      ? tr("window-drop-always-other-disks-as", { verb, device })
      : tr("window-drop-always-other-disks", { verb });
  },
};
