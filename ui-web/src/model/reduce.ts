// The reducer: state × message → state. A pure function: no requests, no clock, no access to the page.

import type { DragState } from "../bindings/desktop/DragState";
import type { Items } from "../bindings/desktop/Items";
import type { Notice } from "../bindings/desktop/Notice";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { OpError } from "../bindings/OpError";
import type { Update } from "../bindings/desktop/Update";

import { rowNow } from "./meant";
import { viewed } from "./viewer";
import type { Dialog, Drag, DrawerTab, Menu, PanelLine, Quitting, State, Toast } from "./state";

/** What the user did that the program need not know. */
export type Gesture =
  | { type: "focus"; side: PanelSide }
  | { type: "cursor"; side: PanelSide; row: number }
  | { type: "rename"; id: number | null }
  | { type: "anchor"; side: PanelSide; row: number | null }
  | { type: "line"; line: PanelLine | null }
  | { type: "menu"; menu: Menu | null }
  | { type: "pressed"; keys: string[] }
  | { type: "dragged"; drag: Drag | null }
  | { type: "dialog"; dialog: Dialog | null }
  | { type: "quitting"; quitting: Quitting | null }
  | { type: "drawer"; tab: DrawerTab }
  | { type: "report"; job: number | null }
  | { type: "refused"; why: string; error?: OpError }
  | { type: "dismiss" };

/** Gives the state after an update or a gesture; what did not change keeps its identity. */
export function reduce(state: State, message: Update | Gesture): State {
  switch (message.type) {
    case "hello":
      return reduce({ ...state, hello: message }, { type: "preferences", ...message.preferences });
    case "preferences":
      return { ...state, preferences: message, drawerHeight: message.drawer || state.drawerHeight };
    case "panel": {
      const { side } = message;
      const before = state.panels[side];
      const now = (row: number) => (before ? rowNow(before, message, row) : row);
      // A cursor that moved since is further than what the program knew.
      const isNewer = before !== null && message.touch < state.touch[side];
      const cursor = isNewer ? now(before.cursor) : message.cursor;
      const panel = { ...message, cursor: Math.min(cursor, Math.max(message.len - 1, 0)) };
      // Rows of another folder are other rows.
      const from = state.anchor[side];
      const isHere = from !== null && before?.path === message.path;
      const anchor =
        from === null ? state.anchor : { ...state.anchor, [side]: isHere ? now(from) : null };
      return { ...state, anchor, panels: { ...state.panels, [side]: panel } };
    }
    case "places":
      return { ...state, places: message.places };
    case "jobs": {
      const jobs = { ...state.jobs };
      for (const row of message.rows) jobs[row.job] = row;
      for (const gone of message.gone) delete jobs[gone];
      const beneath = message.all.questions > 0 ? state.beneath : null;
      return { ...state, jobs, lanes: message.lanes, all: message.all, beneath };
    }
    case "questions":
      return { ...state, questions: message };
    case "plan":
      return { ...state, plans: { ...state.plans, [message.plan]: message } };
    case "checksum":
      return { ...state, checksum: message };
    case "keymap": {
      const { keymap, mistakes } = message;
      return { ...state, hello: state.hello && { ...state.hello, keymap, mistakes } };
    }
    case "diff":
      return { ...state, diff: message };
    case "elevation":
      return { ...state, elevation: message };
    case "changing":
      return { ...state, changing: message.count };
    case "viewer":
      return { ...state, viewer: viewed(state.viewer, message) };
    case "drag":
      return { ...state, drag: message.drag && foreign(message.drag) };
    case "dragged":
      return { ...state, drag: message.drag };
    case "notice":
      return noticed(state, message);
    case "refused": {
      const { why, error = null } = message;
      const nothing = { name: null, count: null, job: null, undo: false };
      const detail = error ? null : why;
      return noticed(state, { ...nothing, tone: "bad", code: "failed", error, detail });
    }
    case "quit": {
      const { jobs, elevated, changes } = message;
      return { ...state, quitting: { jobs, elevated, changes } };
    }
    case "focus":
      return { ...state, focus: message.side };
    case "cursor": {
      const panel = state.panels[message.side];
      if (!panel) return state;
      const cursor = Math.min(Math.max(message.row, 0), Math.max(panel.len - 1, 0));
      return {
        ...state,
        panels: { ...state.panels, [message.side]: { ...panel, cursor } },
        touch: { ...state.touch, [message.side]: state.touch[message.side] + 1 },
      };
    }
    case "rename":
      return { ...state, renaming: message.id };
    case "anchor":
      return {
        ...state,
        anchor: { ...state.anchor, [message.side]: message.row },
        ranges: state.ranges + (message.row === null ? 0 : 1),
      };
    case "line":
      return {
        ...state,
        line: message.line,
        sought: message.line?.what === "search" ? message.line.text : state.sought,
      };
    case "menu":
      return { ...state, menu: message.menu };
    case "pressed":
      return { ...state, pressed: message.keys };
    case "dialog":
      return { ...state, dialog: message.dialog };
    case "quitting":
      return { ...state, quitting: message.quitting };
    case "drawer":
      return { ...state, drawer: message.tab };
    case "report":
      return { ...state, report: message.job };
    case "dismiss":
      // Questions are told again until the user looks at them.
      return state.beneath
        ? { ...state, toast: toastOf(state, state.beneath), beneath: null }
        : { ...state, toast: null };
    default:
      return unreachable(message);
  }
}

/** Shows a notice; one of questions waits beneath it. */
function noticed(state: State, notice: Notice): State {
  const shown = state.toast?.notice ?? null;
  const beneath = shown?.code === "needs_you" ? shown : state.beneath;
  return {
    ...state,
    toast: toastOf(state, notice),
    beneath: notice.code === "needs_you" ? null : beneath,
  };
}

function toastOf(state: State, notice: Notice): Toast {
  return { id: (state.toast?.id ?? 0) + 1, notice };
}

function foreign({ drop, ...drag }: DragState): Drag {
  const items: Items | null = drop === null ? null : { items: "drop", drop };
  return { ...drag, items, foreign: true, released: drop !== null };
}

function unreachable(message: never): never {
  throw new Error(`unknown message: ${JSON.stringify(message)}`);
}
