// Converts keys between browser events, the spelling of keymaps (`ctrl-p`, `shift-f6`, `A`, `ctrl-x h`) and
// the labels that people read.

import { tr } from "../text/tr";

const NAMES: Record<string, string> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  PageUp: "pageup",
  PageDown: "pagedown",
  Home: "home",
  End: "end",
  Insert: "insert",
  Delete: "delete",
  Enter: "enter",
  Backspace: "backspace",
  Tab: "tab",
  Escape: "esc",
  " ": "space",
};

const READ: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: tr("window-key-page-up"),
  pagedown: tr("window-key-page-down"),
  insert: tr("window-key-insert"),
  delete: tr("window-key-delete"),
  home: tr("window-key-home"),
  end: tr("window-key-end"),
  enter: tr("window-key-enter"),
  esc: tr("window-key-esc"),
  space: tr("window-key-space"),
  tab: tr("window-key-tab"),
  backspace: tr("window-key-backspace"),
};

const MODIFIERS = {
  ctrl: tr("window-key-ctrl"),
  alt: tr("window-key-alt"),
  shift: tr("window-key-shift"),
};

/** What of a keyboard event says which key it is. */
export type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey"> & {
  isComposing?: boolean;
  getModifierState?: (key: string) => boolean;
};

/** Writes a key as keymaps do; null for a modifier alone and for what an input method composes. */
export function keyOf(event: Pressed): string | null {
  if (event.isComposing || event.metaKey || event.key === "Dead") return null;
  // AltGr types characters, and the browser shows it as Ctrl with Alt.
  const types = event.getModifierState?.("AltGraph") && event.key.length === 1;
  const name =
    NAMES[event.key] ?? (/^F\d{1,2}$/.test(event.key) ? event.key.toLowerCase() : event.key);
  if (!NAMES[event.key] && [...name].length > 1 && !/^f\d/.test(name)) return null;
  return spell(name, !types && event.ctrlKey, !types && event.altKey, event.shiftKey);
}

function spell(name: string, ctrl: boolean, alt: boolean, shift: boolean): string {
  const isCharacter = [...name].length === 1;
  const isLetter = isCharacter && name.toLowerCase() !== name.toUpperCase();
  const shown = isCharacter && shift && isLetter && !ctrl ? name.toUpperCase() : name;
  // Shift is part of a character already, but Ctrl hides it.
  const keepsShift = shift && (isCharacter ? ctrl && isLetter : true);
  return `${ctrl ? "ctrl-" : ""}${alt ? "alt-" : ""}${keepsShift ? "shift-" : ""}${
    isCharacter && ctrl ? shown.toLowerCase() : shown
  }`;
}

/** Writes a key of a keymap in the one way that {@link keyOf} does. */
export function named(written: string): string {
  let rest = written;
  const held = { ctrl: false, alt: false, shift: false };
  for (let found = true; found;) {
    found = false;
    for (const modifier of ["ctrl", "alt", "shift"] as const) {
      if (rest.length > modifier.length + 1 && rest.toLowerCase().startsWith(`${modifier}-`)) {
        rest = rest.slice(modifier.length + 1);
        held[modifier] = found = true;
      }
    }
  }
  const name = [...rest].length === 1 ? rest : rest.toLowerCase();
  return spell(name, held.ctrl, held.alt, held.shift);
}

/** Reads a key to people: `Ctrl P`, `Shift F6`, `A`. */
export function shown(key: string): string {
  const parts = /^((?:ctrl-|alt-|shift-)*)(.+)$/s.exec(key);
  const isModifier = (name: string): name is keyof typeof MODIFIERS => name in MODIFIERS;
  const modifiers = (parts?.[1] ?? "").split("-").filter(isModifier);
  const name = parts?.[2] ?? key;
  const isHeld = modifiers.length > 0;
  const isCharacter = [...name].length === 1;
  const label =
    READ[name] ??
    (isCharacter ? (isHeld ? name.toUpperCase() : name) : name[0]!.toUpperCase() + name.slice(1));
  const shift = isCharacter && modifiers.includes("alt") && name !== name.toLowerCase();
  return [...modifiers, ...(shift ? ["shift" as const] : [])]
    .map((modifier) => MODIFIERS[modifier])
    .concat(label)
    .join(" ");
}

/** Keys that are pressed one after the other, and what they do. */
export interface Binding<Action extends string = string> {
  keys: string[];
  action: Action;
}

/** Reads a keymap; what `isAction` does not know is left out. */
export function bindings<Action extends string>(
  pairs: readonly (readonly [string, string])[],
  isAction: (name: string) => name is Action,
): Binding<Action>[] {
  return pairs.flatMap(([keys, action]) =>
    // Terminals need `esc 1` for keys that a window gets as they are.
    isAction(action) && !keys.startsWith("esc ")
      ? [{ keys: keys.split(/\s+/).map(named), action }]
      : [],
  );
}

/** Puts habits over a keymap: their keys mean nothing else any more, and begin no sequence. They are shown first. */
export function over<Action extends string>(
  keymap: Binding<Action>[],
  habits: Binding<Action>[],
): Binding<Action>[] {
  const taken = new Set(habits.map((habit) => habit.keys.join(" ")));
  const isFree = ({ keys }: Binding<Action>) =>
    !keys.some((_, n) => taken.has(keys.slice(0, n + 1).join(" ")));
  return [...habits, ...keymap.filter(isFree)];
}

/** What keys that were pressed mean. */
export type Step<Action extends string> =
  { does: Action } | { more: Binding<Action>[] } | { does: null };

/** Says what keys mean that were pressed one after the other. */
export function step<Action extends string>(
  keymap: Binding<Action>[],
  pressed: string[],
): Step<Action> {
  const begun = keymap.filter((it) => pressed.every((key, n) => it.keys[n] === key));
  const exact = begun.find((binding) => binding.keys.length === pressed.length);
  if (exact) return { does: exact.action };
  return begun.length > 0 ? { more: begun } : { does: null };
}

/** Gives all keys of an action, the one to show first: a function key, else the first one written. */
export function keysOf<Action extends string>(keymap: Binding<Action>[], action: Action): string[] {
  const all = keymap.filter((it) => it.action === action).map((it) => it.keys.join(" "));
  const isFunction = (keys: string) => /^f\d+$/.test(keys);
  return [...all.filter(isFunction), ...all.filter((keys) => !isFunction(keys))].map((keys) =>
    keys.split(" ").map(shown).join(" "),
  );
}
