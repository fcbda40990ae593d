// Limits how often the page shows updates of jobs, so that drawing them does not slow the jobs down.

import type { Update } from "./bindings/desktop/Update";

/** Times that showing numbers took which pass before there are new ones: a tenth of one processor at most. */
const REST = 9;
/** The longest rest, in milliseconds. */
const LONGEST = 1000;

/** Resolves just after the next animation frame, or after a timeout, since hidden pages draw no frames. */
function painted(): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, LONGEST);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(done);
    });
  });
}

/** Hands updates on in their order: numbers of jobs when the page has rested, all others at once. */
export function paced(told: (update: Update) => void, shown = painted): (update: Update) => void {
  let waiting: Update[] = [];
  let rests = false;

  function show(): void {
    const updates = waiting;
    waiting = [];
    for (const update of updates) told(update);
    if (rests) return;
    rests = true;
    const began = performance.now();
    void shown().then(() =>
      setTimeout(over, Math.min((performance.now() - began) * REST, LONGEST)),
    );
  }

  function over(): void {
    rests = false;
    if (waiting.length > 0) show();
  }

  return (update) => {
    waiting.push(update);
    if (update.type !== "jobs" || !rests) show();
  };
}
