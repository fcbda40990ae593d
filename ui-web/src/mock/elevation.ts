// What the mock does as administrator: it asks for no password, and takes a moment for each stage.

import type { ElevationOf } from "../bindings/desktop/ElevationOf";
import type { ElevationPlan } from "../bindings/desktop/ElevationPlan";
import type { ElevationState } from "../bindings/desktop/ElevationState";
import type { JobState } from "../bindings/desktop/JobState";

import { gone, not, stale } from "./refusals";
import { name } from "./tree";

/** The process of the administrator. */
export class MockElevation {
  private last = 0;
  private plan: ElevationPlan | null = null;
  private state: ElevationState | null = null;

  /** `pace` is the time of a stage in milliseconds; 0 stays at the first one. */
  constructor(
    private readonly tell: (state: ElevationState) => void,
    private readonly pace: number,
  ) {}

  make(of: ElevationOf, job: JobState | null): ElevationPlan {
    if (of.of === "job" && !job) gone();
    if (of.of === "job" && !job?.denied)
      not("only copies, moves and deletes can be retried as administrator");
    this.plan = {
      plan: ++this.last,
      job: job?.job ?? null,
      verb: job?.verb ?? "copy",
      items: job?.failed ?? 1,
      whole: job === null,
      first: name("DSC_4417.NEF"),
      from: name("~/Pictures/2026"),
      to: [name("/media/Backup SSD/Photos/2026")],
      more_to: 0,
      replaces: false,
      keeps_replaced: true,
      of_root: false,
      program: name("/usr/bin/fcp-tui"),
    };
    return this.plan;
  }

  start(plan: number): null {
    if (this.plan?.plan !== plan) stale();
    const { verb, items } = this.plan!;
    this.plan = null;
    const none = { bytes: 0, done: 0, failed: 0, skipped: 0, error: null, trouble: null };
    this.go({ plan, stage: "asking", verb, items: 0, items_total: null, percent: null, ...none });
    if (this.pace === 0) return null;
    setTimeout(() => {
      if (this.state?.stage !== "asking") return;
      this.go({ ...this.state, stage: "running", items: 1, items_total: items, percent: 33 });
      setTimeout(() => {
        if (this.state?.stage !== "running") return;
        this.go({ ...this.state, stage: "ended", items, percent: 100, done: items });
      }, this.pace);
    }, this.pace);
    return null;
  }

  stop(plan: number): null {
    if (this.state?.plan !== plan || this.state.stage === "ended") gone();
    const trouble = this.state!.stage === "asking" ? "dismissed" : "cancelled";
    this.go({ ...this.state!, stage: "ended", trouble: { trouble } });
    return null;
  }

  private go(state: ElevationState): void {
    this.state = state;
    this.tell(state);
  }
}
