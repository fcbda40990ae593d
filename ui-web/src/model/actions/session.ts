// The interface that actions use: the state, the program, and where the keyboard focus is.

import type { PanelAsk } from "../../bindings/desktop/PanelAsk";
import type { PanelSide } from "../../bindings/desktop/PanelSide";
import type { PanelState } from "../../bindings/desktop/PanelState";
import type { Preferences } from "../../bindings/desktop/Preferences";
import type { Row } from "../../bindings/desktop/Row";
import type { Commands } from "../commands";
import type { Gesture } from "../reduce";
import { open, turnOf } from "../stage";
import type { State } from "../state";

/** A part of the window that the keyboard can be in, in the order of Ctrl+F6. */
export const REGIONS = [
  "toolbar",
  "places",
  "left",
  "right",
  "preview",
  "notice",
  "drawer",
] as const;

/** A part of the window that the keyboard can be in. */
export type Region = (typeof REGIONS)[number];

/** What actions work with. */
export interface Session {
  readonly state: State;
  /** Where the keyboard is. */
  readonly region: Region | null;
  /** Rows of the panel in use that are seen at once. */
  readonly page: number;
  /** Tiles beside each other; 1 in a list. */
  readonly beside: number;
  /** The job that the keyboard is on. */
  readonly job: number | null;
  act(gesture: Gesture): void;
  ask<Name extends keyof Commands>(
    name: Name,
    args: Commands[Name]["args"],
  ): Promise<Commands[Name]["result"] | null>;
  /** Takes the keyboard to a region; gives false where it is not shown. */
  focus(region: Region): boolean;
}

/** What an action can be about; without it, it is not offered. */
export type Need = "items" | "entry" | "trashed" | "panels" | "pair" | "job" | "jobs";

/** Something that can be done. */
export interface Action {
  /** Its name in `icons.svg`. */
  icon?: string;
  needs?: Need;
  /** Whether nothing is told where what it needs is missing, as of a key that is pressed row by row. */
  quiet?: boolean;
  run(session: Session): unknown;
}

/** Gives the panel in use. */
export function panel(state: State): PanelState | null {
  return state.panels[state.focus];
}

/** Gives the panel that is not in use. */
export function other(side: PanelSide): PanelSide {
  return side === "left" ? "right" : "left";
}

/** Gives the row of a panel, if it was told. */
export function rowAt(panel: PanelState | null, at: number): Row | undefined {
  return panel?.rows[at - panel.from];
}

/** Gives the row under the cursor of the panel in use. */
export function current(state: State): Row | undefined {
  const shown = panel(state);
  return shown ? rowAt(shown, shown.cursor) : undefined;
}

/** Says whether there is something that an action can be about. */
export function isMet(
  need: Need | undefined,
  { state, job }: Pick<Session, "state" | "job">,
): boolean {
  switch (need) {
    case undefined:
      return true;
    case "items":
      return (panel(state)?.marked ?? 0) > 0 || (current(state)?.id ?? null) !== null;
    case "entry":
      return (current(state)?.id ?? null) !== null;
    case "trashed":
      return panel(state)?.subject.of === "trash" && isMet("items", { state, job });
    case "panels":
      return state.preferences?.two_panels ?? false;
    case "pair":
      return isMet("items", { state, job }) && isMet("panels", { state, job });
    case "job":
      return job !== null;
    case "jobs":
      return turnOf(open(state.jobs)) !== null;
  }
}

/** Asks something of the panel in use. */
export function askPanel(session: Session, ask: PanelAsk): Promise<null> {
  return session.ask("panel", { side: session.state.focus, ask });
}

/** Stands on a row; a range that was begun grows or shrinks with it. */
export function cursorTo(session: Session, side: PanelSide, row: number): void {
  session.act({ type: "cursor", side, row });
  const { panels, touch, anchor, ranges } = session.state;
  const shown = panels[side];
  if (!shown) return;
  const ask: PanelAsk = { ask: "cursor", row: shown.cursor, touch: touch[side] };
  void session.ask("panel", { side, ask });
  const from = anchor[side];
  if (from !== null) {
    const range = { mark: "range", from, to: shown.cursor, on: true, range: ranges } as const;
    void session.ask("panel", { side, ask: { ask: "mark", mark: range } });
  }
}

/** Runs a command of the user's configuration for what is marked, or under the cursor. */
export function runCommand(session: Session, name: string): void {
  const { state } = session;
  const side = state.focus;
  const isSome = isMet("items", { state, job: null });
  void session.ask("run_command", {
    name,
    side,
    ...(isSome && { items: { items: "marked", side } as const }),
  });
}

/** Remembers other preferences. */
export function prefer(session: Session, change: Partial<Preferences>): Promise<null> {
  return session.ask("prefer", { change });
}
