// All actions of keys, the palette, menus and buttons, by their names in `assets/keymaps/*.toml`.
//
// Actions that only a terminal has are missing here; a few names here belong to the window alone.

import type { Keymap } from "../bindings/desktop/Keymap";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import { HERE, HERE_IN_BOTH } from "../bindings/desktop/actionNames";
import { text } from "../text";

import { browse } from "./actions/browse";
import { files } from "./actions/files";
import { jobs } from "./actions/jobs";
import { program } from "./actions/program";
import { isMet, other, runCommand, type Action, type Need, type Session } from "./actions/session";
import { bindings, named, over, type Binding } from "./keys";
import type { State } from "./state";

const groups = { browse, files, jobs, program };

/** A group of actions, for the help. */
export type Group = keyof typeof groups;

/** The name of an action. */
export type ActionName = {
  [G in Group]: keyof (typeof groups)[G];
}[Group];

/** A command of the user's own. */
export type Command = `run ${string}`;

/** What a key, an entry of a menu or the palette means. */
export type Meant = ActionName | Command;

/** Gives what runs a command of the user's own. */
export function command(name: string): Command {
  return `run ${name}`;
}

/** Gives the name of a command of the user's own; null for an action. */
export function commandName(meant: Meant): string | null {
  return meant.startsWith("run ") ? meant.slice(4) : null;
}

const all: Record<ActionName, Action> = { ...browse, ...files, ...jobs, ...program };

/** Names two times what is done once; the second is not shown. */
const TWICE: ReadonlySet<ActionName> = new Set([
  "mode",
  "owner",
  "menu",
  "quit-here",
  "drawer",
  "answer",
  "mounts",
]);

/** The groups in the order in which they are shown, each with its actions. */
export const grouped: readonly (readonly [Group, readonly ActionName[]])[] = (
  Object.keys(groups) as Group[]
).map((group) => [
  group,
  (Object.keys(groups[group]) as ActionName[]).filter((name) => !TWICE.has(name)),
]);

/** Says whether a name is that of an action. */
export function isAction(name: string): name is ActionName {
  return Object.hasOwn(all, name);
}

/** Gives the icon of an action. */
export function iconOf(name: ActionName): string | null {
  return all[name].icon ?? null;
}

/** Gives what an action must have something of. */
export function needOf(name: ActionName): Need | undefined {
  return all[name].needs;
}

/** Says whether an action works on this machine alone, where a panel that it is about shows another. */
export function isMisplaced(name: ActionName, state: State): boolean {
  const isFar = (side: PanelSide) => state.panels[side]?.machine !== undefined;
  const here = isFar(state.focus);
  const there = isFar(other(state.focus));
  return (here && HERE.includes(name)) || ((here || there) && HERE_IN_BOTH.includes(name));
}

/** Says whether an action has something to be about, and can be done there. */
export function canRun(name: ActionName, session: Pick<Session, "state" | "job">): boolean {
  return isMet(all[name].needs, session) && !isMisplaced(name, session.state);
}

/** Does it, if there is something that it can be about; else a notice tells what is missing. */
export function run(meant: Meant, session: Session): void {
  const own = commandName(meant);
  const name: ActionName = own === null ? (meant as ActionName) : "user-menu";
  if (isMisplaced(name, session.state)) session.act({ type: "refused", why: text.palette.here });
  else if (own !== null) runCommand(session, own);
  else {
    const { needs, quiet } = all[name];
    if (isMet(needs, session)) all[name].run(session);
    else if (needs && !quiet) session.act({ type: "refused", why: text.palette.needs[needs] });
  }
}

/** Keys that every window has, whatever the keymap says. */
const HABITS: readonly (readonly [string, ActionName])[] = [
  ["f1", "help"],
  ["f2", "rename"],
  ["ctrl-c", "yank"],
  ["ctrl-x", "cut"],
  ["ctrl-v", "paste"],
  ["ctrl-d", "duplicate"],
  ["ctrl-shift-c", "copy-name"],
  ["ctrl-t", "tab-new"],
  ["ctrl-w", "tab-close"],
  ["ctrl-tab", "tab-next"],
  ["ctrl-shift-tab", "tab-previous"],
  ["ctrl-l", "go-to"],
  ["ctrl-h", "hidden"],
  ["backspace", "parent"],
  ["alt-up", "parent"],
  ["alt-left", "back"],
  ["alt-right", "forward"],
  ["alt-enter", "properties"],
  ["delete", "trash"],
  ["shift-delete", "delete"],
  ["ctrl-a", "mark-all"],
  ["ctrl-z", "undo"],
  ["ctrl-shift-z", "redo"],
  ["ctrl-j", "jobs"],
  ["ctrl-p", "palette"],
  ["ctrl-q", "quit"],
  ["ctrl-,", "preferences"],
  ["ctrl-1", "list"],
  ["ctrl-2", "grid"],
  ["ctrl-f6", "region-next"],
  ["ctrl-shift-f6", "region-previous"],
];

/** Keys that no keymap changes, with what they do. */
export const FIXED: readonly (readonly [string, ActionName])[] = HABITS;

/** Keys of tiles, which stand beside each other. */
const TILES: readonly (readonly [string, ActionName])[] = [
  ["left", "left"],
  ["right", "right"],
];

/** Habits that stay in the drawer, where other keys mean other things. */
const EVERYWHERE: ReadonlySet<ActionName> = new Set<ActionName>([
  "help",
  "jobs",
  "palette",
  "quit",
  "preferences",
  "region-next",
  "region-previous",
]);

/** The same in the drawer. */
export const FIXED_IN_JOBS: typeof FIXED = HABITS.filter(([, action]) => EVERYWHERE.has(action));

/** Gives the keys of the user's own commands. */
export function commandKeys(keymap: Keymap): Binding<Command>[] {
  return keymap.commands.map(([keys, name]) => ({
    keys: keys.split(/\s+/).map(named),
    action: command(name),
  }));
}

/** Gives what keys do in the panels. */
export function panelKeys(keymap: Keymap, grid: boolean): Binding<Meant>[] {
  const habits = bindings(grid ? [...HABITS, ...TILES] : HABITS, isAction);
  const own = over<Meant>(bindings(keymap.panels, isAction), commandKeys(keymap));
  return over<Meant>(own, habits);
}

/** Gives what keys do in the drawer, whose rows move their focus themselves. */
export function jobKeys(keymap: Keymap): Binding<ActionName>[] {
  const isMeant = (name: string): name is ActionName =>
    name === "escape" || Object.hasOwn(jobs, name) || Object.hasOwn(program, name);
  return over(bindings(keymap.jobs, isMeant), bindings(FIXED_IN_JOBS, isAction));
}
