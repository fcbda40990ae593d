import { innerWidth } from "svelte/reactivity/window";

import { fitting, type Panes } from "../../model/panes";
import { app } from "../../model/store.svelte";

const NONE: Panes = { two_panels: false, places: false, preview: false };

const shown = $derived.by(() => {
  const { preferences } = app();
  return preferences ? fitting(innerWidth.current ?? Infinity, preferences) : NONE;
});

/** Gives the parts of the manager that are wanted and that this window has room for. */
export function panes(): Panes {
  return shown;
}
