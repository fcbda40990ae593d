// Decides which parts of the manager are shown in a window of a given width.

import type { Preferences } from "../bindings/desktop/Preferences";

/** Least widths in CSS pixels: below them names can no longer be read. */
const PANEL = 260;
const PLACES = 208;
const PREVIEW = 320;

/** The parts beside the first panel. */
export type Panes = Pick<Preferences, "two_panels" | "places" | "preview">;

/** Gives the parts that fit: the preview gives way first, then the places, then the second panel. */
export function fitting(width: number, wanted: Panes): Panes {
  let room = width - PANEL;
  const fits = (wants: boolean, least: number) => {
    if (!wants || room < least) return false;
    room -= least;
    return true;
  };
  return {
    two_panels: fits(wanted.two_panels, PANEL),
    places: fits(wanted.places, PLACES),
    preview: fits(wanted.preview, PREVIEW),
  };
}
