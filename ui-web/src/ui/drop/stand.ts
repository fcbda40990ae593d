// Finds the part of the window over which the card of a drop stands.

import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { Box } from "../../model/state";

/** A panel lower than this has no room for rows and a card. */
const TALL = 480;

/** Gives the panel that an element is in; places are in none, so their card stands over all panels. */
export function standOf(element: Element): Element {
  return element.closest(".panel") ?? element.closest("main") ?? document.body;
}

/** Gives the side of the panel over which a card stands; null where it stands over all panels. */
export function sideOf(stand: Element): PanelSide | null {
  const region = (stand as HTMLElement).dataset.region;
  return region === "left" || region === "right" ? region : null;
}

/** Gives what {@link sideOf} was asked about. */
export function standAt(side: PanelSide | null): Element {
  const panel = side && document.querySelector(`.panel[data-region="${side}"]`);
  return panel ?? document.querySelector("main") ?? document.body;
}

/** Gives where an element is. */
export function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** Gives the box at whose foot the card stands: the panel, or to the foot of the window where it would hide most rows. */
export function cardBox(stand: Element): Box {
  const panel = boxOf(stand);
  if (panel.height >= TALL) return panel;
  return { ...panel, height: window.innerHeight - panel.top };
}
