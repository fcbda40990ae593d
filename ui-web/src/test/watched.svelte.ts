import { flushSync } from "svelte";

import { steady } from "../model/steady.svelte";

/** A number that is followed outside of any component. */
export function watched(gap: number, atOnce?: (before: number, after: number) => boolean) {
  let value = $state(0);
  let shown = () => 0;
  const end = $effect.root(() => {
    const it = steady(() => value, gap, atOnce);
    shown = () => it.shown;
  });
  flushSync();
  return {
    set(next: number) {
      value = next;
      flushSync();
    },
    shown: () => shown(),
    end,
  };
}
