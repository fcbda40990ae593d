// Holds what actions need besides the state: the part of the page with the focus, and the size of a page.

import { flushSync } from "svelte";

import type { Region, Session } from "../../model/actions/session";
import type { PanelSide } from "../../bindings/desktop/PanelSide";
import { act, app, ask } from "../../model/store.svelte";

/** How much a panel shows at once; the panel that is drawn says so. */
export const shape: Record<PanelSide, { page: number; beside: number }> = {
  left: { page: 20, beside: 1 },
  right: { page: 20, beside: 1 },
};

/** Says which panel is in use. */
export function usePanel(side: PanelSide): void {
  if (app().focus === side) return;
  act({ type: "focus", side });
  void ask("panels", { ask: { ask: "focus", side } });
}

/** What in a part of the window gets the keyboard, the best first. */
const FIRST = [
  "[data-first]",
  // Of questions, where the answers beside their table have no room.
  "[role='grid']",
  "[data-job][tabindex='0']",
  "[role='tab'][aria-selected='true']",
  "button:not(:disabled), [tabindex='0']",
];

function regionOf(element: Element | null): Region | null {
  const region = element?.closest<HTMLElement>("[data-region]")?.dataset.region;
  if (region) return region as Region;
  return element?.closest(".drawer") ? "drawer" : null;
}

/** Takes the keyboard to a part of the window; gives false where it is not shown. */
export function focusRegion(region: Region): boolean {
  const part = document.querySelector(
    region === "drawer" ? ".drawer" : `[data-region="${region}"]`,
  );
  if (!part) return false;
  return FIRST.some((it) => [...part.querySelectorAll<HTMLElement>(it)].some(takesFocus));
}

/** Takes the keyboard to an element; gives false where a narrow window leaves that out. */
function takesFocus(element: HTMLElement): boolean {
  element.focus();
  return document.activeElement === element;
}

/** The session of this window. */
export const session: Session = {
  get state() {
    return app();
  },
  get region() {
    return regionOf(document.activeElement);
  },
  get page() {
    return shape[app().focus].page;
  },
  get beside() {
    return shape[app().focus].beside;
  },
  get job() {
    const job = document.activeElement?.closest<HTMLElement>("[data-job]")?.dataset.job;
    return job === undefined ? null : Number(job);
  },
  act,
  ask,
  focus(region) {
    // The action may have just changed what the part shows.
    flushSync();
    return focusRegion(region);
  },
};
