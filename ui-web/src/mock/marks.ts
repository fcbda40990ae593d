// The marks of a mock panel.

import type { Mark } from "../bindings/desktop/Mark";

import { extension, matches } from "./order";
import { entry, type Node } from "./tree";

/** The entries that are marked. */
export class Marks {
  private ids = new Set<number>();
  /** What was marked before the range that the cursor stretches, by its number. */
  private before: { range: number; ids: Set<number> } | null = null;

  has(node: Node): boolean {
    return this.ids.has(node.id);
  }

  clear(): void {
    this.ids.clear();
  }

  /** Marks these entries and no others. */
  only(nodes: Node[]): void {
    this.ids = new Set(nodes.map((node) => node.id));
  }

  /** Changes marks of the entries that are shown, of which one is under the cursor and the first in row `above`. */
  change(mark: Mark, nodes: Node[], under: Node | undefined, above: number): void {
    const set = (node: Node | undefined, on: boolean) => {
      if (node) this.ids[on ? "add" : "delete"](node.id);
    };
    const at = (row: number, id?: number | null) =>
      typeof id === "number" ? entry(id) : nodes[row - above];
    const range = mark.mark === "range" ? mark.range : null;
    if (typeof range !== "number") this.before = null;
    else if (this.before?.range === range) this.ids = new Set(this.before.ids);
    else this.before = { range, ids: new Set(this.ids) };
    switch (mark.mark) {
      case "toggle": {
        const node = at(mark.row, mark.id);
        set(node, node !== undefined && !this.has(node));
        break;
      }
      case "only":
        this.clear();
        set(at(mark.row, mark.id), true);
        break;
      case "range": {
        const [low, high] = [Math.min(mark.from, mark.to), Math.max(mark.from, mark.to)];
        for (let row = low; row <= high; row++) set(at(row), mark.on);
        break;
      }
      case "all":
        for (const node of nodes) set(node, true);
        break;
      case "files":
        for (const node of nodes) set(node, node.kind !== "directory");
        break;
      case "none":
        this.clear();
        break;
      case "invert":
        for (const node of nodes) set(node, !this.has(node));
        break;
      case "glob":
        for (const node of nodes) if (matches(node, mark.pattern)) set(node, mark.on);
        break;
      case "extension": {
        const end = under ? extension(under) : "";
        for (const node of nodes) if (node.name.text.endsWith(end)) set(node, true);
        break;
      }
    }
  }
}
