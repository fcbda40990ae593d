// Decides how high the drawer is.

import type { DrawerTab } from "./state";

/** The least height that shows something, and what is left of the panels. */
const LEAST = 120;
const PANELS = 200;
/** What a report needs. */
const REPORT = 372;
/** What stands above and below the rows of a panel: toolbar, tabs, path, heads, foot, and status. */
const AROUND = 184;
/** Ten rows of a panel. */
const ROWS = 280;

/** Gives a height that leaves room for the panels. */
export function clampHeight(height: number, room: number): number {
  return Math.round(Math.max(LEAST, Math.min(height, room - PANELS)));
}

/**
 * Gives the most that a drawer takes unless the user gave it more in a window of this height: panels have ten rows, or
 * half of a window that is lower.
 */
export function mostHeight(room: number): number {
  return Math.max(LEAST, room - AROUND - Math.min(ROWS, Math.round(room / 2)));
}

/**
 * Gives the least height of a drawer that is opened: a table of conflicts takes about 70 % of the window.
 * It stays until the drawer is closed or resized, since what shrinks moves under the pointer.
 */
export function openHeight(tab: DrawerTab, hasConflicts: boolean, room: number): number {
  if (tab === "questions" && hasConflicts) return Math.round(room * 0.7);
  return tab === "history" ? Math.min(REPORT, mostHeight(room)) : LEAST;
}
