// Holds the one state of this window, which components read and gestures change.

import { untrack } from "svelte";

import type { Refusal } from "../bindings/desktop/Refusal";
import type { UndoAsk } from "../bindings/desktop/UndoAsk";
import { call, refusal, subscribe } from "../host";
import { refused } from "../text/errors";

import type { Commands } from "./commands";
import { meant, opened } from "./meant";
import { Order, sidesOf } from "./order";
import { reduce, type Gesture } from "./reduce";
import { initial, type State } from "./state";

let state = $state.raw<State>(initial);
const order = new Order();

/** Gives the state; components that read it follow it. */
export function app(): State {
  return state;
}

/** Says whether something is asked in front of the rest of the window, which then takes no keys. */
export function isAsked(): boolean {
  return state.dialog !== null || state.quitting !== null;
}

/** Changes the state. */
export function act(gesture: Gesture): void {
  state = reduce(state, opened(state, order, gesture));
}

/** What came of a command: its result, or why there is none. */
export type Tried<Result> = { done: Result } | { refused: Refusal };

/**
 * Asks the program for something, for callers that tell the user themselves why it was refused.
 *
 * What is about panels reaches the program in the order in which it was asked for, with the ids of the entries
 * that the user saw.
 */
export async function attempt<Name extends keyof Commands>(
  name: Name,
  args: Commands[Name]["args"],
): Promise<Tried<Commands[Name]["result"]>> {
  // An effect that asks does not follow everything for that.
  const known = untrack(() => meant(state, order, name, args));
  const changes = name === "panel" || name === "panels";
  try {
    return {
      done: await order.send(sidesOf(name, known), changes, async () => call(name, known)),
    };
  } catch (error) {
    return { refused: refusal(error) };
  }
}

/**
 * Asks the program for something; a refusal becomes a notice, and gives null.
 *
 * An undo that the user has to agree to becomes a dialog, in this window alone.
 */
export async function ask<Name extends keyof Commands>(
  name: Name,
  args: Commands[Name]["args"],
): Promise<Commands[Name]["result"] | null> {
  const tried = await attempt(name, args);
  if ("done" in tried) {
    const undo = name === "job" || name === "undo" ? (tried.done as UndoAsk | null) : null;
    if (undo) act({ type: "dialog", dialog: { kind: "undo", undo } });
    return tried.done;
  }
  const why = tried.refused;
  const error = why.why === "op" ? why.error : undefined;
  act({ type: "refused", why: refused(why), error });
  return null;
}

/** Begins to follow what the program tells. */
export function follow(): Promise<void> {
  return subscribe((update) => (state = reduce(state, update)));
}
