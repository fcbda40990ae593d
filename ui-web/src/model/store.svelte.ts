// The one state of this window, for components to read and gestures to change.

import { call, refusal, subscribe } from "../host";

import type { Commands } from "./commands";
import { reduce, type Gesture } from "./reduce";
import { initial, type State } from "./state";

let state = $state.raw<State>(initial);

/** Gives the state; components that read it follow it. */
export function app(): State {
  return state;
}

/** Changes the state. */
export function act(gesture: Gesture): void {
  state = reduce(state, gesture);
}

/** Asks the program for something; a refusal becomes a notice, and gives null. */
export async function ask<Name extends keyof Commands>(
  name: Name,
  args: Commands[Name]["args"],
): Promise<Commands[Name]["result"] | null> {
  try {
    return await call(name, args);
  } catch (error) {
    const why = refusal(error);
    state = reduce(state, {
      type: "notice",
      tone: "bad",
      code: "failed",
      name: null,
      count: null,
      job: null,
      error: why.why === "op" ? why.error : null,
      detail: why.why === "not" ? why.text : why.why,
      undo: false,
    });
    return null;
  }
}

/** Begins to follow what the program tells. */
export function follow(): Promise<void> {
  return subscribe((update) => (state = reduce(state, update)));
}
