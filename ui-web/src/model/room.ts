// Tells whether the files of a plan fit on the destination disk, as the program computed it.

import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";

/** Gives the bytes that are too few on the disk; 0 where it fits, or where the free space is not known. */
export function tooLittle(plan: PlanState, verb: PlanVerb): number {
  if (verb === "copy") return plan.lacks_to_copy;
  // A link and a removal write nothing.
  return verb === "move" ? plan.lacks_to_move : 0;
}
