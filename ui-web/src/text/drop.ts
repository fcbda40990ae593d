import type { DropVerb } from "../model/drop";
import { count, items } from "../model/format";

const VERBS: Record<DropVerb, string> = { copy: "Copy", move: "Move", link: "Link" };
const KEYS: Record<DropVerb, string> = { copy: "Ctrl", move: "Shift", link: "Ctrl Shift" };

/** Words of a drop. */
export const drop = {
  verb: (verb: DropVerb) => VERBS[verb],
  keys: (verb: DropVerb) => KEYS[verb],

  /** `Copy 4 items into 2026`; less while less is known. */
  title: (verb: DropVerb, n: number | null, first: string | null, into: string | null) => {
    const what = n === 1 ? (first ?? items(1)) : n === null ? "files" : items(n);
    return `${VERBS[verb]} ${what} ${into ? `into ${into}` : "here"}`;
  },

  /** `DSC_4410.NEF and 3 more`. */
  pill: (first: string, n: number) => (n > 1 ? `${first} and ${count(n - 1)} more` : first),

  cancel: "Cancel",
  escape: "Esc",
  always: (verb: DropVerb, same: boolean, device: string | null) =>
    `Always ${VERBS[verb].toLowerCase()} ${same ? "on the same disk" : device ? `to other disks (such as ${device})` : "to other disks"} without asking`,
};
