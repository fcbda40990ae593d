import type { ElevationPlan } from "../bindings/desktop/ElevationPlan";
import type { ElevationState } from "../bindings/desktop/ElevationState";
import type { ElevationTrouble } from "../bindings/desktop/ElevationTrouble";
import type { Verb } from "../bindings/Verb";
import { count, counted, items, itemsOf, size } from "../model/format";

import { reason } from "./errors";

const DO: Partial<Record<Verb, string>> = { copy: "Copy", move: "Move", delete: "Delete" };
const DOING: Partial<Record<Verb, string>> = {
  copy: "Copying",
  move: "Moving",
  delete: "Deleting",
};

/** Says why nothing or not all was done. */
function trouble(why: ElevationTrouble): string {
  switch (why.trouble) {
    case "no_pkexec":
      return "pkexec is not installed. Install polkit, or use fcp-tui.";
    case "dismissed":
      return "You closed the question for the password. Nothing was changed.";
    case "not_authorized":
      return "The system did not allow it. Nothing was changed.";
    case "cancelled":
      return "Cancelled. What was already done is kept.";
    case "failed":
      return why.text;
  }
}

/** Words about what is done as administrator. */
export const elevation = {
  retry: "Retry as administrator",
  /** A failure that waits for an answer. */
  later: (n: number) => `Skip ${count(n)}, retry as administrator later`,
  laterHint: "When the job has finished, its report and its notice offer the retry",
  /** A plan that was refused. */
  instead: (verb: string) => `${DO[verb as Verb] ?? "Do it"} as administrator…`,
  title: ({ verb, items: n }: ElevationPlan) => `${DO[verb] ?? "Do"} ${items(n)} as administrator?`,
  loading: "Retry as administrator",
  failed: ({ items: n, whole, job, first }: ElevationPlan) =>
    job === null
      ? "You do not have permission to do this."
      : whole
        ? "The job failed. All of it is done again."
        : n === 1
          ? `${first.text} failed and is tried again.`
          : `${count(n)} items failed and are tried again.`,
  to: (place: string) => `To ${place}`,
  how: (program: string) =>
    `The system asks for the password, which fcp does not see. ${program} then does this one request, with the rights for files alone.`,
  kept: "Items that the job would ask about are skipped.",
  start: ({ verb }: ElevationPlan) => `${DO[verb] ?? "Do it"} as administrator`,
  asking: "Waiting for the password in the window of the system",
  running: ({ verb, items: n, items_total: all, bytes }: ElevationState) =>
    `${DOING[verb] ?? "Working"} as administrator: ${itemsOf(n, all ?? n)}, ${size(bytes)}`,
  progress: "Progress",
  stop: "Stop",
  hide: "Continue in background",
  /** How it ended, if that is more than a notice says. */
  ended: (state: ElevationState): string => {
    if (state.trouble) return trouble(state.trouble);
    const why = state.error ? `: ${reason(state.error)}` : "";
    const failed = state.failed > 0 ? `${counted(state.failed, "item", "items")} failed${why}` : "";
    const skipped = state.skipped > 0 ? `${items(state.skipped)} skipped` : "";
    return [failed, skipped].filter(Boolean).join(", ");
  },
};
