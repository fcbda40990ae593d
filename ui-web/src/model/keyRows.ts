// The rows of the page on which keys are changed: every action of the window, with the keys that can be changed and
// those that every window has.

import type { Keymap } from "../bindings/desktop/Keymap";
import type { KeyTable } from "../bindings/desktop/KeyTable";

import {
  command,
  commandKeys,
  FIXED,
  FIXED_IN_JOBS,
  grouped,
  isAction,
  type Group,
} from "./actions";
import { bindings, named, over, shown, type Binding } from "./keys";
import { FIXED_IN_VIEWER, VIEWER_ACTIONS } from "./viewer";

/** A key of an action. */
export interface KeyOf {
  /** As keymaps write it. */
  written: string;
  /** As people read it. */
  label: string;
  /** Whether every window has it, whatever the keymap says. */
  fixed: boolean;
}

/** An action and its keys. */
export interface KeyRow {
  table: KeyTable;
  /** The name of the action, or of the command. */
  action: string;
  /** Whether it is a command of the user's own, which has one key at most. */
  command: boolean;
  keys: KeyOf[];
}

/** Reads keys that are pressed one after the other to people. */
export function label(written: string): string {
  return written.split(/\s+/).map(named).map(shown).join(" ");
}

function fixedOf(table: KeyTable): readonly (readonly [string, string])[] {
  if (table === "viewer") return FIXED_IN_VIEWER;
  return table === "panels" ? FIXED : FIXED_IN_JOBS;
}

/** Gives the action that every window has on keys, or on what they begin with. */
export function fixedOn(table: KeyTable, written: string): string | null {
  const keys = written.split(/\s+/).map(named);
  const found = fixedOf(table).find(([fixed]) => {
    const other = fixed.split(" ").map(named);
    return other.every((key, n) => keys[n] === key) || keys.every((key, n) => other[n] === key);
  });
  return found?.[1] ?? null;
}

function rowsOf(table: KeyTable, keymap: Keymap, actions: readonly string[]): KeyRow[] {
  const known = (name: string): name is string => actions.includes(name);
  const fixed = bindings(fixedOf(table), known);
  // Keys of the keymap that every window has for something else mean nothing here.
  const all: Binding[] = over(bindings(keymap[table], known), bindings(fixedOf(table), isAny));
  const isFixed = (keys: string) => fixed.some((it) => it.keys.join(" ") === keys);
  return actions.map((action) => {
    const mine = all.filter((it) => it.action === action).map((it) => it.keys.join(" "));
    const keys = [...new Set(mine)].map((written) => ({
      written,
      label: label(written),
      fixed: isFixed(written),
    }));
    return { table, action, command: false, keys };
  });
}

function commandRows(keymap: Keymap, names: readonly string[]): KeyRow[] {
  // Keys that every window has for something else run no command here.
  const all = over<string>(commandKeys(keymap), bindings(FIXED, isAny));
  return names.map((name) => {
    const written = all.find((it) => it.action === command(name))?.keys.join(" ");
    const keys = written ? [{ written, label: label(written), fixed: false }] : [];
    return { table: "panels", action: name, command: true, keys };
  });
}

function isAny(name: string): name is string {
  return name !== "";
}

/** Gives the rows, group by group; the commands are those of the user's own. */
export function keyRows(
  keymap: Keymap,
  commands: readonly string[],
): (readonly [Group | "commands" | "viewer", KeyRow[]])[] {
  const groups = grouped.map(([group, names]) => {
    const table: KeyTable = group === "jobs" ? "jobs" : "panels";
    return [group, rowsOf(table, keymap, names.filter(isAction))] as const;
  });
  return [
    ...groups,
    ["commands", commandRows(keymap, commands)] as const,
    ["viewer", rowsOf("viewer", keymap, VIEWER_ACTIONS)] as const,
  ];
}
