import type { PanelSide } from "../../bindings/desktop/PanelSide";
import { ask } from "../../model/store.svelte";
import type { Run } from "../../model/window";

/** Tells the program which rows are in sight, at most once a frame. */
export function looking(side: PanelSide, seen: () => Run): void {
  let frame = 0;
  let told = "";
  $effect(() => {
    const { from, count } = seen();
    if (count === 0 || told === `${from} ${count}`) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      told = `${from} ${count}`;
      void ask("panel", { side, ask: { ask: "look", from, count } });
    });
  });
  $effect(() => () => cancelAnimationFrame(frame));
}
