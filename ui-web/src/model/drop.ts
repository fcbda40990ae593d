// Finds the target of a drag over the window, and what a drop there would do.
//
// An element that takes drops says so by `data-drop`, a wire `Target` as JSON ({@link taking}); the innermost
// one under the pointer is meant. Panels tell of drags of their own rows by `act({ type: "dragged", drag })`: at
// each move of the pointer, once more with `released`, or with null when Esc ends it. `ui/drop/Drops.svelte`
// does the rest for them and for drags of other programs: ring, pill, plan and card, and lists
// that scroll while the pointer is held near their edge.

import type { DropRule } from "../bindings/desktop/DropRule";
import type { Drops } from "../bindings/desktop/Drops";
import type { Items } from "../bindings/desktop/Items";
import type { Name } from "../bindings/desktop/Name";
import type { PanelState } from "../bindings/desktop/PanelState";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Refusal } from "../bindings/desktop/Refusal";
import type { Target } from "../bindings/desktop/Target";

import type { State } from "./state";

/** The verbs of a drop. */
export type DropVerb = Exclude<DropRule, "ask">;

/** What is under the pointer of a drag. */
export interface Aim {
  element: Element;
  target: Target;
}

/** Gives the value of `data-drop` for an element that takes drops. */
export function taking(target: Target): string {
  return JSON.stringify(target);
}

/** Finds what takes a drop at a point of the page. */
export function aimAt(
  x: number,
  y: number,
  page: Pick<Document, "elementFromPoint"> = document,
): Aim | null {
  const element = page.elementFromPoint(x, y)?.closest("[data-drop]");
  const target = element?.getAttribute("data-drop");
  return element && target ? { element, target: JSON.parse(target) as Target } : null;
}

/** Says whether files would be dropped where they are: onto their own folder, the trash, or one of themselves. */
export function isOwn(state: State, items: Items | null, target: Target): boolean {
  const from = items && sourceOf(state, items);
  if (from?.subject.of === "trash") return isTrash(state, target);
  if (!from || from.subject.of !== "directory") return false;
  switch (target.target) {
    case "panel":
      return state.panels[target.side]?.path === from.path;
    case "crumb":
      return target.up === 0 && state.panels[target.side]?.path === from.path;
    case "entry":
      return items.items === "entries"
        ? items.ids.includes(target.id)
        : from.rows.some(({ id, marked }) => marked && id === target.id);
    case "place":
    case "path":
    case "archive":
    case "unknown":
      return false;
  }
}

/**
 * Says whether a drop would put copies of files beside them: Ctrl is held over their own folder, and not over one of the
 * files themselves, where a click that marks may shake. `row` is the entry under the pointer.
 */
export function isDuplicate(
  state: State,
  items: Items | null,
  target: Target,
  verb: PlanVerb | null,
  row: number | null,
): boolean {
  const from = items && sourceOf(state, items);
  if (verb !== "copy" || from?.subject.of !== "directory" || from.machine) return false;
  if (target.target !== "panel" && target.target !== "crumb") return false;
  const isItself = row !== null && isOwn(state, items, { target: "entry", id: row });
  return !isItself && isOwn(state, items, target);
}

/** Gives the entry under a point of the page; null if there is none, or the way up. */
export function entryAt(
  state: State,
  x: number,
  y: number,
  page: Pick<Document, "elementFromPoint"> = document,
): number | null {
  const row = page.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  const side = row?.closest<HTMLElement>("[data-region]")?.dataset.region;
  const panel = side === "left" || side === "right" ? state.panels[side] : null;
  return panel?.rows[Number(row?.dataset.row) - panel.from]?.id ?? null;
}

/** Says whether a drop there would move files to the trash. */
export function isTrash(state: Pick<State, "panels" | "places">, target: Target): boolean {
  switch (target.target) {
    case "panel":
    case "crumb":
      return state.panels[target.side]?.subject.of === "trash";
    case "place":
      return state.places.some(({ id, kind }) => id === target.place && kind === "trash");
    case "entry":
      return holderOf(state, [target.id])?.subject.of === "trash";
    case "path":
    case "archive":
    case "unknown":
      return false;
  }
}

/** Gives the panel that files are dragged from; null while another program holds them. */
function sourceOf({ panels }: Pick<State, "panels">, items: Items): PanelState | null {
  if (items.items === "marked") return panels[items.side];
  return items.items === "entries" ? holderOf({ panels }, items.ids) : null;
}

/** Gives the panel that shows entries. */
function holderOf({ panels }: Pick<State, "panels">, ids: number[]): PanelState | null {
  const holds = (panel: PanelState | null) =>
    panel?.rows.some(({ id }) => id !== null && ids.includes(id));
  return [panels.left, panels.right].find(holds) ?? null;
}

/** Says what held modifier keys ask for: Ctrl copies, Shift moves, both link. */
export function verbOfKeys(keys: { ctrlKey: boolean; shiftKey: boolean }): DropVerb | null {
  if (keys.ctrlKey) return keys.shiftKey ? "link" : "copy";
  return keys.shiftKey ? "move" : null;
}

/** Says whether files come from another machine or go to one: between machines they are copied, or moved if asked. */
export function isAcross(state: State, items: Items | null, target: Target): boolean {
  if (items && sourceOf(state, items)?.machine) return true;
  switch (target.target) {
    case "panel":
    case "crumb":
      return state.panels[target.side]?.machine !== undefined;
    case "entry":
      return holderOf(state, [target.id])?.machine !== undefined;
    case "place":
      // What is mounted from a server is a device.
      return state.places.some(
        ({ id, kind, section }) =>
          id === target.place && kind === "network" && section === "bookmarks",
      );
    case "path":
    case "archive":
    case "unknown":
      return false;
  }
}

/** Gives why a verb is not possible for a plan, as far as is known; null if it is. */
export function whyNot(plan: PlanState, verb: PlanVerb): Refusal | null {
  const refused = plan.refused.find((it) => it.verb === verb);
  if (refused) return refused.why;
  return verb === plan.verb && plan.error ? { why: "op", error: plan.error } : null;
}

/**
 * Gives the verb that a drop would have: the one asked for, else the one that fits the devices, and if that is not possible
 * the harmless copy.
 */
export function verbOfDrop(asked: PlanVerb | null, plan: PlanState | null): DropVerb {
  if (plan?.machine) return asked === "move" ? "move" : "copy";
  const usual = onlyDrops(plan?.default_verb ?? "copy");
  if (asked !== null) return onlyDrops(asked);
  return plan && whyNot(plan, usual) && !whyNot(plan, "copy") ? "copy" : usual;
}

/**
 * Says whether files were dropped where all of them are already, as when the pointer slips, unless the keys ask for
 * copies. Of files of several folders, which have no common one, only some are there.
 */
export function isSlip(plan: PlanState | null, asked: PlanVerb | null): boolean {
  if (!plan || plan.from.length === 0) return false;
  const why = whyNot(plan, onlyDrops(asked ?? plan.default_verb));
  return why?.why === "op" && why.error.code === "same_file";
}

/** Gives the verb of a drop that the user wants done without a card, or null if there is one. */
export function verbWithoutAsking(
  asked: PlanVerb | null,
  plan: PlanState,
  drops: Drops,
): DropVerb | null {
  const rule = plan.same_device ? drops.same : drops.other;
  if (rule === "ask") return null;
  // A rule to move or link is for devices of this machine.
  if (plan.machine && rule !== "copy") return null;
  const verb = plan.machine ? verbOfDrop(asked, plan) : onlyDrops(asked ?? rule);
  return whyNot(plan, verb) ? null : verb;
}

/** Gives the name of what a drop would go into, if it is on the screen. */
export function targetName(state: State, target: Target): Name | null {
  switch (target.target) {
    case "panel":
      return state.panels[target.side]?.crumbs.at(-1)?.name ?? null;
    case "crumb":
      return state.panels[target.side]?.crumbs.find(({ up }) => up === target.up)?.name ?? null;
    case "entry":
      return (
        [state.panels.left, state.panels.right]
          .flatMap((panel) => panel?.rows ?? [])
          .find(({ id }) => id === target.id)?.name ?? null
      );
    case "place":
      return state.places.find(({ id }) => id === target.place)?.name ?? null;
    case "path":
    case "archive":
    case "unknown":
      return null;
  }
}

/** Removals, restores and verifications are no drops: they count as the harmless copy. */
function onlyDrops(verb: PlanVerb): DropVerb {
  switch (verb) {
    case "move":
    case "link":
      return verb;
    case "copy":
    case "trash":
    case "delete":
    case "restore":
    case "verify":
    case "dedupe":
    case "extract":
    case "pack":
      return "copy";
  }
}
