// Names of the operations of jobs, as nouns.

import type { Verb } from "../bindings/Verb";

/** The noun of each verb: `Undo copy of Album`. */
export const NOUN: Record<Verb, string> = {
  copy: "copy",
  move: "move",
  delete: "deletion",
  trash: "move to the trash",
  restore: "restore",
  undo: "undo",
  verify: "verification",
  dedupe: "sharing of storage",
  extract: "extraction",
  pack: "packing",
};
