// Mock plans, in the form that `desktop/src/plans.rs` sends.

import type { ArchiveFormat } from "../bindings/desktop/ArchiveFormat";
import type { ArchiveState } from "../bindings/desktop/ArchiveState";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PlanState } from "../bindings/desktop/PlanState";
import type { PlanVerb } from "../bindings/desktop/PlanVerb";
import type { Items } from "../bindings/desktop/Items";
import type { OpError } from "../bindings/OpError";
import type { Target } from "../bindings/desktop/Target";

import type { Panel } from "./panel";
import { crumbs, path, topOf } from "./rows";
import { aPlan } from "./samples";
import { archive, entry, fjord, home, nas, trash, way, type Node } from "./tree";

/** Says why items cannot go to a folder, as `desktop/src/plans/goal.rs` does. */
function cannotGo({ from, to }: PlanState, verb: PlanVerb, into: Node): OpError | null {
  const names = (crumbs: PlanState["to"]) => crumbs.map(({ name }) => name.text).join("/");
  const isThere = names(from) === names(to);
  if (!isThere || (verb !== "move" && verb !== "link" && verb !== "verify")) return null;
  return { action: "target", code: "same_file", path: { text: path(into) } };
}

const ENDINGS: Record<ArchiveFormat, string> = {
  zip: ".zip",
  tar: ".tar",
  tar_gz: ".tar.gz",
  tar_xz: ".tar.xz",
  tar_zst: ".tar.zst",
};

/** Gives the archive of a target, as `desktop/src/plans/goal.rs` does: a typed ending chooses the format. */
function archiveOf(target: Target, usual: string): ArchiveState {
  if (target.target !== "archive") return { name: usual, format: "tar_zst" };
  const { name, format } = target;
  const typed = (Object.entries(ENDINGS) as [ArchiveFormat, string][]).find(
    ([, ending]) => name.endsWith(ending) && name !== ending,
  );
  if (!typed) return { name, format };
  return {
    name: name.slice(0, -typed[1].length),
    format: target.over_ending ? format : typed[0],
  };
}

/** What is about to be done on the fake machine. */
export class Plans {
  private plans = new Map<number, PlanState>();
  private last = 0;

  constructor(private panels: Record<PanelSide, Panel>) {}

  /** Plans something, and gives the plan. */
  make(verb: PlanVerb, items: Items, target: Target): PlanState {
    const nodes = this.nodes(items);
    const plan = ++this.last;
    const folders = nodes.filter((node) => node.kind === "directory").length;
    const state: PlanState = {
      ...aPlan,
      plan,
      verb,
      items: nodes.length,
      ...(items.items === "marked" && this.panels[items.side].unseen()),
      first: (nodes[0] ?? fjord).name,
      thumbs: nodes.filter((node) => node.icon === "image").map((node) => node.id),
      from: crumbs(nodes[0]?.parent ?? home),
      to: [],
      to_path: "",
      device: null,
      folders,
      free: 612e9,
      free_after: 563.8e9,
      room: 1.9e12,
      reflink: true,
      same_device: true,
      filesystem: "btrfs",
      conflicts: verb === "copy" || verb === "move" ? [{ kind: "file", count: 2 }] : [],
    };
    const from = nodes[0] && topOf(nodes[0]);
    if (from?.host) {
      const unknown = { uncounted: true, free_after: null, reflink: false, same_device: false };
      Object.assign(state, { machine: { text: from.host }, ...unknown, conflicts: [] });
    }
    this.plans.set(plan, state);
    return this.change(plan, verb, target) ?? state;
  }

  /** Changes what a plan does or where to. */
  change(plan: number, verb: PlanVerb, target: Target): PlanState | null {
    const state = this.plans.get(plan);
    if (!state) return null;
    state.verb = verb;
    const to = this.folder(target);
    const host = to && topOf(to)?.host;
    if (host) Object.assign(state, { machine: { text: host }, same_device: false, reflink: false });
    const isRemoval = verb === "trash" || verb === "delete";
    if (verb === "dedupe") state.sharing ??= { plan: null, possible: true, unreadable: 0 };
    state.to = to && !isRemoval ? crumbs(to) : [];
    state.to_path = to && !isRemoval ? `${path(to)}/` : "";
    state.device = to ? { text: "System" } : null;
    state.error = to && cannotGo(state, verb, to);
    state.refused = (["copy", "move", "link"] as const).flatMap((verb) => {
      const error = to && cannotGo(state, verb, to);
      return error ? [{ verb, why: { why: "op", error } as const }] : [];
    });
    if (verb === "pack") {
      // The name of the only item, or of its folder, until the user types another.
      const named = state.items === 1 ? state.first : state.from.at(-1)?.name;
      state.archive = archiveOf(target, named?.text ?? "archive");
      const file = `${state.archive.name}${ENDINGS[state.archive.format]}`;
      const taken = to?.children.some((child) => child.name.text === file);
      state.conflicts = taken ? [{ kind: "file", count: 1 }] : [];
      state.makes = to === null;
      if (target.target === "archive") state.to_path = target.folder;
    }
    if (target.target === "path") {
      state.to_path = target.text;
      state.makes = to === null;
    }
    return state;
  }

  /** Gives what is known of a plan once its files were compared. */
  found({ plan, verb }: PlanState): Partial<PlanState> {
    if (verb !== "dedupe") return {};
    const equal = { groups: 3, files: 5, bytes: 9.4e9, bytes_freed: 6.2e9, shared: 1 };
    const sharing = { plan: equal, possible: true, unreadable: 0 };
    const state = this.plans.get(plan);
    if (state) state.sharing = sharing;
    return { sharing };
  }

  /** Gives a plan. */
  find(plan: number): PlanState | null {
    return this.plans.get(plan) ?? null;
  }

  /** Gives a plan, which is used up. */
  take(plan: number): PlanState | null {
    const state = this.plans.get(plan) ?? null;
    this.plans.delete(plan);
    return state;
  }

  /** Gives what items mean. */
  nodes(items: Items): Node[] {
    switch (items.items) {
      case "marked":
        return this.panels[items.side].chosen();
      case "entries":
        return items.ids.map(entry).filter((node) => node !== undefined);
      case "trash":
        return trash.children;
      case "drop":
      case "held":
      case "clipboard":
      case "plan":
        return fjord.children.slice(2, 6);
    }
  }

  /** Gives the folder that a target means. */
  folder(target: Target): Node | null {
    switch (target.target) {
      case "panel":
        return this.panels[target.side].folder;
      case "entry":
        return entry(target.id) ?? null;
      case "crumb":
        return way(this.panels[target.side].folder).at(-1 - target.up) ?? home;
      case "place":
        return archive;
      case "path":
      case "archive": {
        const text = target.target === "path" ? target.text : target.folder;
        const typed = text.replace(/\/$/, "");
        return [archive, fjord, home, nas].find((node) => path(node) === typed) ?? null;
      }
      case "unknown":
        return null;
    }
  }
}
