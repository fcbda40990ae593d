// Handles the keys of this window: by the keymap from the program, and by the usual keys of the desktop.

import { jobKeys, panelKeys, run, type Meant } from "../../model/actions";
import { askPanel } from "../../model/actions/session";
import { keyOf, keysOf, step, type Binding } from "../../model/keys";
import { act, app } from "../../model/store.svelte";

import { openMenuByKey } from "./entries";
import { session } from "./session.svelte";

const inLists = $derived.by(() => {
  const keymap = app().hello?.keymap;
  return keymap ? panelKeys(keymap, app().preferences?.grid ?? false) : [];
});
const inJobs = $derived.by(() => {
  const keymap = app().hello?.keymap;
  return keymap ? jobKeys(keymap) : [];
});

/** Gives the keys of the panels, or of the drawer. */
export function keymap(of: "panels" | "jobs"): Binding<Meant>[] {
  return of === "panels" ? inLists : inJobs;
}

/** Gives the key to show beside an action or a command of the user's own. */
export function keyFor(meant: Meant): string | null {
  return keysOf(inLists, meant)[0] ?? keysOf<Meant>(inJobs, meant)[0] ?? null;
}

/** Says whether the user types there. */
export function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** Says whether a key is one that buttons and lists need for themselves. */
function isPlain(key: string): boolean {
  return key !== "esc" && !/^(?:shift-)?f\d+$/.test(key) && !/^(?:ctrl|alt)-/.test(key);
}

/** Does what a key means that no component took. */
export function keydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || writes(event.target)) return;
  if (app().menu || document.querySelector("dialog[open]")) return;
  const { region } = session;
  // Crumbs, tabs and buttons of a panel need their own keys, as those elsewhere do.
  const inList = region === null || document.activeElement?.role === "grid";
  if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) {
    // What has the focus elsewhere has a menu of its own or none; the key means nothing else.
    if (!inList) return;
    event.preventDefault();
    return openMenuByKey();
  }
  const key = keyOf(event);
  if (key === null) return;
  const before = app().pressed;
  const owns = inList || (region === "drawer" && session.job !== null && key !== "tab");
  if (!owns && before.length === 0 && isPlain(key)) return;

  const meant = step(keymap(region === "drawer" ? "jobs" : "panels"), [...before, key]);
  if ("more" in meant) {
    act({ type: "pressed", keys: [...before, key] });
  } else if (meant.does !== null) {
    act({ type: "pressed", keys: [] });
    run(meant.does, session);
  } else if (before.length > 0) {
    act({ type: "pressed", keys: [] });
  } else if (!inList || !type(key)) {
    return;
  }
  event.preventDefault();
}

/** Searches or filters by a character that has no meaning of its own. */
function type(key: string): boolean {
  const what = app().hello?.keymap.typing;
  if ([...key].length !== 1 || (what !== "search" && what !== "filter")) return false;
  act({ type: "line", line: { side: app().focus, what, text: key } });
  const ask =
    what === "search"
      ? ({ ask: "seek", text: key, here: true, backwards: false } as const)
      : ({ ask: "filter", text: key } as const);
  void askPanel(session, ask);
  return true;
}
