// Decides how high the drawer is.

import type { DrawerTab } from "./state";

/** The least height that shows something, and what is left of the panels. */
const LEAST = 120;
const PANELS = 200;
/** What a report needs. */
const REPORT = 372;

/** Gives a height that leaves room for the panels. */
export function clampHeight(height: number, room: number): number {
  return Math.round(Math.max(LEAST, Math.min(height, room - PANELS)));
}

/**
 * Gives the least height of a drawer that is opened: a table of conflicts takes about 70 % of the window.
 * It stays until the drawer is closed or resized, since what shrinks moves under the pointer.
 */
export function openHeight(tab: DrawerTab, hasConflicts: boolean, room: number): number {
  if (tab === "questions" && hasConflicts) return Math.round(room * 0.7);
  return tab === "history" ? REPORT : LEAST;
}
