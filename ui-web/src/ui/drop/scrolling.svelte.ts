import { edgeSpeed } from "../../model/edge";
import type { Drag } from "../../model/state";

/** Counts the steps of a list that scrolls below a drag; what is at the pointer is another row after each. */
export interface Scrolling {
  readonly steps: number;
}

/** Scrolls the list or grid of a panel while a drag is held near its upper or lower edge. */
export function scrolling(drag: () => Drag | null): Scrolling {
  let steps = $state(0);

  const pulled = $derived.by(() => {
    const held = drag();
    if (!held || held.released) return null;
    const list = document.elementFromPoint(held.x, held.y)?.closest<HTMLElement>(".list");
    if (!list) return null;
    const speed = edgeSpeed(held.y, list.getBoundingClientRect());
    return speed === 0 ? null : { list, speed };
  });
  const pulls = $derived(pulled !== null);

  $effect(() => {
    if (!pulls) return;
    let [before, rest, seen] = [performance.now(), 0, NaN];
    const step = (now: number) => {
      frame = requestAnimationFrame(step);
      if (!pulled) return;
      const { list, speed } = pulled;
      // The rows of the step before are drawn by now.
      if (list.scrollTop !== seen) steps++;
      seen = list.scrollTop;
      // Lists scroll by whole pixels; what is left of one is for the next step.
      rest += (speed * Math.max(now - before, 0)) / 1000;
      before = now;
      const whole = Math.trunc(rest);
      rest -= whole;
      list.scrollTop += whole;
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  });

  return {
    get steps() {
      return steps;
    },
  };
}
