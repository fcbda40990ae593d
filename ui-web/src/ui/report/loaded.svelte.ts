import { untrack } from "svelte";

import type { JobState } from "../../bindings/desktop/JobState";
import type { Report } from "../../bindings/desktop/Report";
import { ask } from "../../model/store.svelte";

/** What a job left to tell, read again when something is added to it. */
export interface Loaded {
  /** Null until it was read. */
  readonly report: Report | null;
  /** Changes whenever there is more to read. */
  readonly edition: string;
}

/** Follows the report of a job; call it while a component is made. */
export function reportOf(
  job: () => Pick<JobState, "job" | "stage" | "failed" | "skipped" | "warnings">,
): Loaded {
  let report = $state.raw<Report | null>(null);
  const edition = $derived.by(() => {
    const { job: id, stage, failed, skipped, warnings } = job();
    return `${id} ${stage} ${failed} ${skipped} ${warnings}`;
  });

  $effect(() => {
    const asked = edition;
    // Rates change all the time, and are not in what is asked.
    const id = untrack(() => job().job);
    void ask("report", { job: id }).then((told) => {
      if (asked === edition) report = told;
    });
  });
  return {
    get report() {
      return report;
    },
    get edition() {
      return edition;
    },
  };
}
