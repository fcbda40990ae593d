// Makes the rows of a mock panel of entries of the fake tree, and says where those are.

import type { Crumb } from "../bindings/desktop/Crumb";
import type { Row } from "../bindings/desktop/Row";
import type { RowLine } from "../bindings/desktop/RowLine";

import { archive, name, way, type Node } from "./tree";

/** Names of the folders that are places, by their numbers. */
export const PLACES = [
  "ines",
  "Documents",
  "Downloads",
  "Pictures",
  "Trash",
  "",
  "",
  "",
  "Archive",
];

/** Gives the way to a folder as it is shown. */
export function crumbs(node: Node): Crumb[] {
  const nodes = way(node);
  return nodes.map((it, n) => ({ name: it.name, up: nodes.length - 1 - n }));
}

/** Gives the path of a folder as it is typed. */
export function path(node: Node): string {
  const [top, ...rest] = way(node);
  const names = rest.map((it) => it.name.text);
  if (top?.host) return `${top.host}:/${names.join("/")}`;
  return ["/home", top?.name.text, ...names].join("/");
}

/** Gives the topmost folder of the machine that a folder is on, if it is another one. */
export function topOf(node: Node): Node | null {
  const [top] = way(node);
  return top?.host ? top : null;
}

/** Gives the place that a folder is, or else the nearest one that it is in. */
export function place(node: Node): number | null {
  const places = way(node).map((it) => PLACES.indexOf(it.name.text));
  return places.findLast((id) => id >= 0) ?? null;
}

/** Makes up the line of a file in which a text was found. */
function line(id: number, hit: string): RowLine {
  const before = id % 2 === 0 ? "" : "What all on the boat have to bring along, with ";
  const after = " for all days, and a little more than that";
  return { number: id * 7, before, hit, after, lines: (id % 3) + 1, more: false };
}

/** Gives what of a folder is shown while nothing is filtered. */
export function visible(folder: Node, hidden: boolean): Node[] {
  return folder.children.filter((it) => hidden || !it.name.text.startsWith("."));
}

/** Gives the row of an entry; `hit` is the text that a search found in it. */
export function rowOf(
  node: Node,
  { marked, hidden, hit }: { marked: boolean; hidden: boolean; hit: string | null | undefined },
): Row {
  const isArriving = node.parent === archive && node.name.text === "Fjord shoot";
  return {
    id: node.id,
    name: node.name,
    kind: node.kind,
    icon: node.icon,
    enters: node.kind === "directory",
    unpacks: node.icon === "archive",
    size: node.size,
    ...(node.kind === "directory" ? { items: visible(node, hidden).length } : {}),
    mtime: node.mtime,
    mode: node.kind === "directory" ? 0o755 : 0o644,
    ...(topOf(node) === null && { user: "ines", group: "users", links: 1 }),
    marked,
    ...(node.target ? { target: node.target } : {}),
    ...(isArriving ? { written: 62 } : {}),
    ...(hit ? { line: line(node.id, hit) } : {}),
    thumb: (node.icon === "image" || node.icon === "video") && topOf(node) === null,
  };
}

/** Gives the row of the way up. */
export function upTo(parent: Node): Row {
  return {
    id: null,
    name: name(parent.name.text),
    kind: "directory",
    icon: "up",
    enters: true,
    unpacks: false,
    size: null,
    mtime: null,
    mode: null,
    marked: false,
    thumb: false,
  };
}

/** Gives the bytes in an entry and below it. */
export function measured(node: Node): number {
  if (node.kind !== "directory") return node.size ?? 0;
  return node.children.reduce((sum, child) => sum + measured(child), 0);
}
