// Computes whether the files of a plan fit on the destination disk.

import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";

/** Says whether bytes are written for a verb: a rename, a link and a removal write none. */
function writes(plan: PlanState, verb: PlanVerb): boolean {
  return verb === "copy" || (verb === "move" && !plan.same_device);
}

/** Gives the bytes that are too few on the disk; 0 where it fits, or where the free space is not known. */
export function tooLittle(plan: PlanState, verb: PlanVerb): number {
  if (!writes(plan, verb) || plan.reflink || plan.free === null) return 0;
  return Math.max(plan.bytes - plan.free, 0);
}
