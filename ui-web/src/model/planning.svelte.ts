// Holds a plan while the user looks at it: a change is sent once the previous one is answered, unless a newer
// one replaces it, and the job starts with the plan that was shown last.

import type { Choices } from "../bindings/desktop/Choices";
import type { Items } from "../bindings/desktop/Items";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Refusal } from "../bindings/desktop/Refusal";
import type { Target } from "../bindings/desktop/Target";

import { ask, attempt } from "./store.svelte";

/** A plan that a dialog or a drag shows and changes. */
export class Planning {
  /** Why the last change or the start was refused. */
  refusal = $state.raw<Refusal | null>(null);
  private id: Promise<number | null>;
  private used = false;
  /** How often it was changed; of changes that wait the last one counts. */
  private changes = 0;
  /** Whether the plan is not what the user sees, since a change of it was refused. */
  private isOther = false;

  private constructor(id: Promise<number | null>) {
    this.id = id;
  }

  /** Takes over a plan that is there. */
  static of(plan: number): Planning {
    return new Planning(Promise.resolve(plan));
  }

  /** Makes a plan; a refusal is told as a notice. */
  static make(verb: PlanVerb, items: Items, target: Target): Planning {
    return new Planning(ask("plan", { verb, items, target }));
  }

  /** Gives the plan once all changes so far are taken; null if it was refused. */
  settled(): Promise<number | null> {
    return this.id;
  }

  /** Changes what the plan does or where to. */
  change(verb: PlanVerb, target: Target): void {
    const change = ++this.changes;
    this.id = this.id.then(async (plan) => {
      if (plan === null || this.used || change !== this.changes) return plan;
      const tried = await attempt("replan", { plan, verb, target });
      this.refusal = "refused" in tried ? tried.refused : null;
      this.isOther = this.refusal !== null;
      return plan;
    });
  }

  /** Starts it; gives the job, or null if that was refused. */
  async start(choices: Choices): Promise<number | null> {
    const plan = await this.id;
    if (plan === null || this.used || this.isOther) return null;
    const tried = await attempt("start", { plan, choices });
    if ("refused" in tried) {
      this.refusal = tried.refused;
      return null;
    }
    this.used = true;
    return tried.done;
  }

  /** Leaves the plan to another dialog, which discards it. */
  keep(): void {
    this.used = true;
  }

  /** Forgets it, unless it was started. */
  async discard(): Promise<void> {
    const plan = await this.id;
    if (plan === null || this.used) return;
    this.used = true;
    await ask("discard", { plan });
  }
}
