// Adds to commands the ids of the entries that the user saw. Rows may move while a command is on its way,
// since other programs change folders; entries keep their ids.

import type { DiffOf } from "../bindings/desktop/DiffOf";
import type { Items } from "../bindings/desktop/Items";
import type { Mark } from "../bindings/desktop/Mark";
import type { PanelAsk } from "../bindings/desktop/PanelAsk";
import type { PanelState } from "../bindings/desktop/PanelState";

import type { Commands } from "./commands";
import type { Order } from "./order";
import type { Gesture } from "./reduce";
import type { Dialog, State } from "./state";

/** Gives the id of the entry that is shown in a row; none of the way up, nor where it was not told. */
function idAt(panel: PanelState | null, row: number): number | undefined {
  return panel?.rows[row - panel.from]?.id ?? undefined;
}

function markMeant(panel: PanelState | null, mark: Mark): Mark {
  switch (mark.mark) {
    case "toggle":
    case "only":
      return { ...mark, id: idAt(panel, mark.row) };
    case "range":
      return { ...mark, from_id: idAt(panel, mark.from), to_id: idAt(panel, mark.to) };
    default:
      return mark;
  }
}

function askMeant(panel: PanelState | null, ask: PanelAsk): PanelAsk {
  if (ask.ask === "cursor") return { ...ask, id: idAt(panel, ask.row) };
  if (ask.ask === "mark") return { ...ask, mark: markMeant(panel, ask.mark) };
  return ask;
}

function itemsMeant(state: State, order: Order, items: Items): Items {
  // What a dialog or a drag was begun for is known already.
  if (items.items !== "marked" || items.current !== undefined) return items;
  const panel = state.panels[items.side];
  if (!panel) return items;
  // Where marks are seen they alone are meant, unless they are changing just now.
  if (panel.marked > 0 && !order.isBusy(items.side)) return { ...items, current: null };
  return { ...items, current: idAt(panel, panel.cursor) ?? null };
}

function diffMeant(state: State, order: Order, of: DiffOf): DiffOf {
  if (of.of !== "panel" || of.current !== undefined) return of;
  const items = itemsMeant(state, order, { items: "marked", side: of.side });
  const current = items.items === "marked" ? (items.current ?? undefined) : undefined;
  return { ...of, current };
}

function dialogMeant(state: State, order: Order, dialog: Dialog): Dialog {
  if (dialog.kind === "diff") return { ...dialog, of: diffMeant(state, order, dialog.of) };
  if ("items" in dialog) return { ...dialog, items: itemsMeant(state, order, dialog.items) };
  return dialog;
}

/**
 * Gives a gesture with the ids of the entries that a dialog is opened for. What the user confirms there is
 * done with these, even if other programs have changed the panel since.
 */
export function opened(state: State, order: Order, gesture: Gesture): Gesture {
  if (gesture.type !== "dialog" || gesture.dialog === null) return gesture;
  return { ...gesture, dialog: dialogMeant(state, order, gesture.dialog) };
}

/** Gives the arguments of a command with the ids of the entries that it is about, as they are shown now. */
export function meant<Name extends keyof Commands>(
  state: State,
  order: Order,
  name: Name,
  args: Commands[Name]["args"],
): Commands[Name]["args"] {
  if (name === "panel") {
    const { side, ask } = args as Commands["panel"]["args"];
    return { side, ask: askMeant(state.panels[side], ask) };
  }
  if (name === "diff") {
    const { of, ...rest } = args as Commands["diff"]["args"];
    return { ...rest, of: diffMeant(state, order, of) } as Commands[Name]["args"];
  }
  if ("items" in args && args.items)
    return { ...args, items: itemsMeant(state, order, args.items) };
  return args;
}

/** Gives the row in which a newer state shows what an older one showed in a row. */
export function rowNow(before: PanelState, now: PanelState, row: number): number {
  const id = idAt(before, row);
  const at = id === undefined ? -1 : now.rows.findIndex((it) => it.id === id);
  return at < 0 ? row : now.from + at;
}
