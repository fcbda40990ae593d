// Shows the whole manager in tests of its parts, and acts on it as a user does.

import { cleanup, fireEvent, render, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach } from "vitest";

import type { PanelState } from "../bindings/desktop/PanelState";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { Gesture } from "../model/reduce";
import { act, app, follow } from "../model/store.svelte";
import Manager from "../ui/Manager.svelte";

import { call, greet, panel, tell } from "./host";

/** Begins each test of a file with a program that answers nothing. */
export function prepare(): void {
  beforeAll(follow);
  beforeEach(() => void call.mockReset().mockResolvedValue(null));
  afterEach(cleanup);
}

/** Ends what a test before may have left. */
const calm: Gesture[] = [
  { type: "dialog", dialog: null },
  { type: "line", line: null },
  { type: "menu", menu: null },
  { type: "pressed", keys: [] },
  { type: "rename", id: null },
  { type: "anchor", side: "left", row: null },
  { type: "focus", side: "left" },
];

/** Shows two panels and two places. */
export async function show(
  left: Partial<PanelState> = {},
  preferences: Partial<Preferences> = {},
): Promise<void> {
  for (const gesture of calm) act(gesture);
  greet(preferences);
  tell({ type: "panel", ...panel("left", { ...left, touch: app().touch.left }) });
  tell({ type: "panel", ...panel("right", { touch: app().touch.right }) });
  tell({
    type: "places",
    places: [
      {
        id: 1,
        section: "places",
        kind: "home",
        name: { text: "ines" },
        free: null,
        size: null,
        filesystem: "",
      },
      {
        id: 2,
        section: "devices",
        kind: "disk",
        name: { text: "System" },
        free: 612e9,
        size: 2e12,
        filesystem: "btrfs",
      },
    ],
  });
  render(Manager);
  await tick();
}

/** Finds a part of the window by its selector, since finding by role in a whole window is slow. */
export const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;
/** Looks in the left panel. */
export const left = () => within(part("#left-panel"));
/** The list of the left panel, or its tiles. */
export const grid = () => part("#left-panel [role=grid]");
/** Presses a key where the focus is. */
export const key = (init: KeyboardEventInit & { key: string }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, init);
/** The row of the cursor in the left panel. */
export const cursor = () => app().panels.left?.cursor;

/** Presses and lets go, as browsers tell it. */
export async function click(element: Element, init: MouseEventInit = {}): Promise<void> {
  const event = (type: string) =>
    fireEvent(element, new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  await event("pointerdown");
  await event("pointerup");
  await event("click");
}

/** The row of an entry in the left panel. */
export const entry = (name: string) => left().getByTitle(name).closest("[data-row]")!;
