// What the program refuses, and the mock with it: the same words for the same reasons.

import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Refusal } from "../bindings/desktop/Refusal";

import { path, topOf } from "./rows";
import { trash, type Node } from "./tree";

function refuse(why: Refusal): never {
  throw why;
}

/** Refuses in words. */
export function not(text: string): never {
  return refuse({ why: "not", text });
}

/** Refuses what no longer exists. */
export function gone(): never {
  return refuse({ why: "gone" });
}

/** Refuses a plan that no longer exists. */
export function stale(): never {
  return refuse({ why: "stale_plan" });
}

/** Refuses a name that an entry of a folder cannot get, as `desktop/src/edits.rs` does; `deep` lets it have slashes. */
export function checkName(name: string, folder: Node | null, own: Node | null, deep = false): void {
  if (name === "" || name === "." || name === "..") not("Type a name first");
  if (!deep && name.includes("/")) not("Names can't contain “/”; use Move to change folders");
  if (folder === trash) not("Items in the trash keep their names until they are restored");
  const taken = folder?.children.find((child) => child !== own && child.name.text === name);
  if (taken) {
    const error = { action: "create_file", code: "exists", path: { text: path(taken) } } as const;
    refuse({ why: "op", error: { ...error, errno: 17 } });
  }
}

/** Refuses a plan for nothing, or one that would part items of the trash from what describes them. */
export function checkPlan(verb: PlanVerb, nodes: readonly Node[], to: Node | null): void {
  if (nodes.length === 0) not("No item selected");
  const isAcross = [...nodes, ...(to ? [to] : [])].some((node) => topOf(node) !== null);
  const travels = verb === "copy" || verb === "move" || verb === "trash" || verb === "delete";
  if (isAcross && !travels) not("This works on this machine alone; copy the items here first");
  const parts = verb === "move" || verb === "link" || verb === "trash";
  if (parts && nodes.some((node) => node.parent === trash))
    not("Restore items from the trash first");
}

/** Refuses to start a plan without a destination, or with one where it cannot go. */
export function checkStart({ verb, to_path, error }: PlanState): void {
  if (error) refuse({ why: "op", error });
  const goes =
    verb === "copy" ||
    verb === "extract" ||
    verb === "pack" ||
    verb === "move" ||
    verb === "link" ||
    verb === "verify";
  if (goes && to_path === "") not("Choose a folder first");
}
