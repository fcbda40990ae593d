// Drags rows with the pointer: starts after a few pixels, and reports each move to `ui/drop`.

import type { Items } from "../../bindings/desktop/Items";
import type { Name } from "../../bindings/desktop/Name";
import { verbOfKeys } from "../../model/drop";
import { act, ask } from "../../model/store.svelte";

/** Pixels that the pointer may shake before it drags. */
const THRESHOLD = 4;

/** What is carried. */
export interface Load {
  items: Items;
  count: number;
  first: Name;
}

/** Follows a pointer that went down on a row; `begun` is called once it drags. */
export function carry(down: PointerEvent, load: Load, begun: () => void): void {
  const node = down.currentTarget as HTMLElement;
  let drags = false;
  let at: MouseEvent = down;

  const tell = (keys: { ctrlKey: boolean; shiftKey: boolean }, released = false) =>
    act({
      type: "dragged",
      drag: {
        ...load,
        foreign: false,
        released,
        x: at.clientX,
        y: at.clientY,
        verb: verbOfKeys(keys),
        missing: 0,
      },
    });

  const move = (event: PointerEvent) => {
    // It was let go where no event tells so, as after a drag to another program.
    if (event.buttons === 0) return lost();
    at = event;
    if (!drags) {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (far < THRESHOLD) return;
      drags = true;
      node.setPointerCapture(down.pointerId);
      begun();
    }
    const { clientX: x, clientY: y } = event;
    const isOutside = x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    if (isOutside) {
      // Another program may take them, which the page cannot ask.
      end();
      act({ type: "dragged", drag: null });
      void ask("drag_out", { items: load.items });
    } else tell(event);
  };
  const key = (event: KeyboardEvent) => {
    if (!drags) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "keydown" && event.key === "Escape") {
      end();
      act({ type: "dragged", drag: null });
    } else tell(event);
  };
  const up = (event: PointerEvent) => {
    end();
    at = event;
    if (drags) tell(event, true);
  };
  const lost = () => {
    end();
    if (drags) act({ type: "dragged", drag: null });
  };
  const end = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", lost);
    window.removeEventListener("keydown", key, true);
    window.removeEventListener("keyup", key, true);
    if (node.hasPointerCapture(down.pointerId)) node.releasePointerCapture(down.pointerId);
  };
  // Of the window, since a fast pointer is out of the list before it has moved far enough to drag.
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", lost);
  window.addEventListener("keydown", key, true);
  window.addEventListener("keyup", key, true);
}
