// The viewer's keys, and what it shows: parts of a file that the program tells one after the other.

import { TERMINAL_ACTIONS } from "../bindings/desktop/actionNames";
import type { Keymap } from "../bindings/desktop/Keymap";
import type { ViewerState } from "../bindings/desktop/ViewerState";

import { bindings, over, type Binding } from "./keys";

/** What keys do in the viewer, by the names of `assets/keymaps/*.toml`. */
const ACTIONS = [
  "escape",
  "up",
  "down",
  "page-up",
  "page-down",
  "half-page-up",
  "half-page-down",
  "first",
  "last",
  ...TERMINAL_ACTIONS.filter((name) => isOfViewer(name)),
] as const;

function isOfViewer(
  name: string,
): name is Extract<(typeof TERMINAL_ACTIONS)[number], `viewer-${string}`> {
  return name.startsWith("viewer-");
}

/** What a key does in the viewer. */
export type ViewerAction = (typeof ACTIONS)[number];

function isAction(name: string): name is ViewerAction {
  return (ACTIONS as readonly string[]).includes(name);
}

/** Keys that every viewer of a desktop has, whatever the keymap says. */
const HABITS: readonly (readonly [string, ViewerAction])[] = [
  ["ctrl-f", "viewer-find"],
  ["ctrl-g", "viewer-go-to"],
  ["f3", "viewer-close"],
  ["esc", "escape"],
  ["ctrl-home", "first"],
  ["ctrl-end", "last"],
];

/** Keys that no keymap changes, with what they do. */
export const FIXED_IN_VIEWER: readonly (readonly [string, ViewerAction])[] = HABITS;

/** Gives what keys do in the viewer. */
export function viewerKeys(keymap: Keymap): Binding<ViewerAction>[] {
  // Ctrl+C closes the viewer of a terminal; here it copies the selected text.
  const own = keymap.viewer.filter(([keys]) => keys !== "ctrl-c");
  return over(bindings(own, isAction), bindings(HABITS, isAction));
}

/** What keys do, in the order of the list of all keys; two names of one thing are shown once. */
export const VIEWER_ACTIONS: readonly ViewerAction[] = ACTIONS.filter(
  (name) => name !== "escape" && name !== "viewer-find-back",
);

/** Adds what is new of a file to what is known of it. */
export function viewed(before: ViewerState | null, told: ViewerState): ViewerState {
  if (!before || told.file > before.file) return told;
  if (told.file < before.file) return before;
  const isSame = told.ticket === before.ticket;
  const about = told.about ?? before.about;
  const content = told.content ?? before.content;
  const found = told.found ?? before.found;
  const seeks = told.seeks ?? before.seeks;
  const place = told.place ?? (isSame ? before.place : undefined);
  const at_end = told.place === undefined && isSame ? before.at_end : told.at_end;
  return { ...told, about, content, found, seeks, place, at_end };
}
