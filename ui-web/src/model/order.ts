// Keeps commands about panels in order. The program runs commands concurrently, so an older one could reach
// the panel after a newer one; here each waits until the previous one has been answered.

import type { PanelSide } from "../bindings/desktop/PanelSide";

import type { Commands } from "./commands";

/** Milliseconds after which a command that is not answered, as on a dead mount, holds up no other. */
const LIMIT = 3_000;

const BOTH: readonly PanelSide[] = ["left", "right"];

/** What arguments may say of panels. */
interface Named {
  side?: PanelSide;
  items?: { items: string; side?: PanelSide };
  target?: { target: string; side?: PanelSide };
  ask?: { side?: PanelSide };
  of?: { side?: PanelSide };
}

/** Gives the panels that a command is about. */
export function sidesOf<Name extends keyof Commands>(
  name: Name,
  args: Commands[Name]["args"],
): readonly PanelSide[] {
  if (name === "panels") return BOTH;
  const { side, items, target, ask, of } = args as Named;
  // One of two files may be in the other panel.
  if (of?.side) return BOTH;
  const sides = [side, items?.side, target?.side, ask?.side];
  return BOTH.filter((it) => sides.includes(it));
}

/** Commands about panels that are not answered yet. */
export class Order {
  /** Settles with the last command that changes a panel; null once it has. */
  private readonly last: Record<PanelSide, Promise<void> | null> = { left: null, right: null };

  /** Says whether a panel is about to change, so that it is not shown yet as the user wants it. */
  isBusy(side: PanelSide): boolean {
    return this.last[side] !== null;
  }

  /** Sends a command once those before it are answered; those that follow wait for one that `changes` a panel. */
  send<Result>(
    sides: readonly PanelSide[],
    changes: boolean,
    send: () => Promise<Result>,
  ): Promise<Result> {
    const before = sides.map((side) => this.last[side]).filter((it) => it !== null);
    const sent = before.length > 0 ? Promise.all(before).then(send) : send();
    if (changes && sides.length > 0) {
      const last = settled(sent).then(() => {
        for (const side of sides) if (this.last[side] === last) this.last[side] = null;
      });
      for (const side of sides) this.last[side] = last;
    }
    return sent;
  }
}

/** Waits for an answer, whatever it is, but no longer than the limit. */
function settled(answer: Promise<unknown>): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, LIMIT);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    answer.then(end, end);
  });
}
