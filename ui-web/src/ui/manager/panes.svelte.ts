import { fitting, type Panes } from "../../model/panes";
import { app } from "../../model/store.svelte";

const NONE: Panes = { two_panels: false, places: false, preview: false };

let width = $state(window.innerWidth);
window.addEventListener("resize", () => (width = window.innerWidth));

const shown = $derived.by(() => {
  const { preferences } = app();
  return preferences ? fitting(width, preferences) : NONE;
});

/** Gives the parts of the manager that are wanted and that this window has room for. */
export function panes(): Panes {
  return shown;
}
