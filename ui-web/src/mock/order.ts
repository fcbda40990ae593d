// Orders the entries of a mock panel, and finds them by their names.

import type { Sort } from "../bindings/desktop/Sort";

import type { Node } from "./tree";

const ORDER = new Intl.Collator("en", { numeric: true });

/** Tells whether a name is as a pattern says: like it as a whole if that has a star, or else with it anywhere. */
export function matches(node: Node, pattern: string): boolean {
  const glob = pattern.toLowerCase().replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const source = /[*?]/.test(glob) ? `^${glob.replaceAll("*", ".*").replaceAll("?", ".")}$` : glob;
  return new RegExp(source).test(node.name.text.toLowerCase());
}

/** Gives the last dot of a name and what follows it. */
export function extension(node: Node): string {
  return /\.[^.]+$/.exec(node.name.text)?.[0] ?? "";
}

/** Says which of two entries comes first. */
export function compare(a: Node, b: Node, { key, descending, directories_first }: Sort): number {
  const isFolder = (node: Node) => Number(node.kind === "directory");
  if (directories_first && isFolder(a) !== isFolder(b)) return isFolder(b) - isFolder(a);
  const byName = ORDER.compare(a.name.text, b.name.text);
  const by = {
    name: byName,
    size: (a.size ?? -1) - (b.size ?? -1),
    time: a.mtime - b.mtime,
    extension: ORDER.compare(extension(a), extension(b)),
  }[key];
  return (descending ? -by : by) || byName;
}
