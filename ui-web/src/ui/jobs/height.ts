import type { DrawerTab } from "../../model/state";

/** The height of a drawer that was never resized. */
export const OPEN = 316;

/** The least height that shows something, and what is left of the panels. */
const LEAST = 120;
const PANELS = 200;
/** What a report needs. */
const REPORT = 372;

/** Gives a height that leaves room for the panels. */
export function clampHeight(height: number, room: number): number {
  return Math.round(Math.max(LEAST, Math.min(height, room - PANELS)));
}

/** Gives the height that a tab asks for: questions take about 70 % until the user says otherwise. */
export function drawerHeight(
  tab: DrawerTab,
  kept: number,
  questions: number,
  tall: number | null,
  room: number,
): number {
  if (tab === "questions" && questions > 0) return tall ?? Math.max(kept, room * 0.7);
  return tab === "history" ? Math.max(kept, REPORT) : kept;
}
