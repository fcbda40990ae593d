// A mock panel over the fake tree, which answers as `desktop/src/panels.rs` does.

import type { FindAsk } from "../bindings/desktop/FindAsk";
import type { OpError } from "../bindings/OpError";
import type { Go } from "../bindings/desktop/Go";
import type { Name } from "../bindings/desktop/Name";
import type { PanelAsk } from "../bindings/desktop/PanelAsk";
import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PanelState } from "../bindings/desktop/PanelState";
import type { PanelSubject } from "../bindings/desktop/PanelSubject";
import type { Row } from "../bindings/desktop/Row";
import type { Sort } from "../bindings/desktop/Sort";
import type { TabAsk } from "../bindings/desktop/TabAsk";
import type { Unseen } from "../bindings/desktop/Unseen";

import { Marks } from "./marks";
import { compare, matches } from "./order";
import { gone, not } from "./refusals";
import { crumbs, measured, path, place, PLACES, rowOf, topOf, upTo, visible } from "./rows";
import { archive, entry, home, machine, name, trash, way, type Node } from "./tree";

/** What the panel tells of a machine that ssh does not reach. */
const UNREACHABLE: OpError = {
  action: "list_dir",
  code: "unreachable",
  path: { text: "/\0web/" },
  errno: null,
  said: "web: Permission denied (publickey).",
};

/** Tells of a tab which machine it shows, if that is another one. */
function hostOf(folder: Node): { host?: Name } {
  const host = topOf(folder)?.host;
  return host ? { host: name(host) } : {};
}

/** Rows that are told around those in sight. */
const AROUND = 40;

interface Tab {
  id: number;
  folder: Node;
}

/** A panel over the fake tree. */
export class Panel {
  private tabs: Tab[];
  private tab = 1;
  private subject: PanelSubject = { of: "directory" };
  private nodes: Node[] = [];
  private marks = new Marks();
  private sort: Sort = { key: "name", descending: false, directories_first: true };
  private hidden = false;
  private filter = "";
  private cursor = 0;
  private touch = 0;
  private from = 0;
  private count = 60;
  private before: Node[] = [];
  private after: Node[] = [];

  constructor(
    readonly side: PanelSide,
    public folder: Node,
    second: Node,
  ) {
    this.tabs = [
      { id: 1, folder },
      { id: 2, folder: second },
    ];
    this.list();
  }

  /** Refuses what cannot be done, as `desktop/src/panels.rs` does. */
  check(ask: PanelAsk): void {
    switch (ask.ask) {
      case "go":
        if (ask.to.to === "machine" && !/^[^-/]+$|^[^-/:]+:/.test(ask.to.text))
          not("This is no name of a machine");
        if (ask.to.to === "entry" && !entry(ask.to.id)) gone();
        if (ask.to.to === "entry" && this.folder === trash) not("Restore it first, then open it");
        break;
      case "find": {
        const { pattern, larger, smaller, days, contains, kinds } = ask.what;
        if (contains && kinds === "directories") not("Folders contain no text; find files instead");
        const given = contains || [larger, smaller, days].some((it) => it !== null);
        if (pattern === "" && !given) not("Type a pattern, a text, a size or a time first");
        break;
      }
      case "measure":
        if (this.folder === trash || !this.nodes.some((it) => it.kind === "directory"))
          not("No folder selected");
        break;
      case "tab":
        if (ask.tab.tab === "close" && this.tabs.length === 1) not("This is the only tab");
        break;
    }
  }

  /** Carries out a request. */
  ask(ask: PanelAsk): void {
    switch (ask.ask) {
      case "look":
        this.from = ask.from;
        this.count = ask.count;
        break;
      case "cursor":
        this.cursor = ask.row;
        this.touch = ask.touch;
        break;
      case "go":
        this.go(ask.to);
        break;
      case "mark":
        this.marks.change(ask.mark, this.nodes, this.under(), this.above());
        break;
      case "sort":
        this.sort = ask.sort;
        this.list();
        break;
      case "hidden":
        this.hidden = ask.shown;
        this.list();
        break;
      case "filter":
        this.filter = ask.text;
        this.list();
        break;
      case "seek":
        this.seek(ask.text, ask.here, ask.backwards);
        break;
      case "reload":
        this.list();
        break;
      case "measure":
        for (const node of this.chosen()) node.size ??= measured(node);
        break;
      case "find":
        this.find(ask.what);
        break;
      case "stop_listing":
        this.go({ to: "back" });
        break;
      case "stop_finding":
        this.subject = { of: "directory" };
        this.list();
        break;
      case "tab":
        this.turn(ask.tab);
        break;
    }
  }

  /** Goes to a folder. */
  enter(folder: Node): void {
    this.before.push(this.folder);
    this.show(folder);
  }

  /** Stands on an entry. */
  stand(node: Node): void {
    this.cursor = Math.max(this.nodes.indexOf(node) + this.above(), 0);
    this.from = Math.max(this.cursor - 10, 0);
  }

  /** Marks these entries and no others. */
  only(nodes: Node[]): void {
    this.marks.only(nodes);
  }

  /** Lists the folder again. */
  list(): void {
    const isShown = (node: Node) => this.filter === "" || matches(node, this.filter);
    const all = this.subject.of === "found" ? this.nodes : visible(this.folder, this.hidden);
    this.nodes = all.filter(isShown).sort((a, b) => compare(a, b, this.sort));
    this.cursor = Math.min(this.cursor, Math.max(this.nodes.length + this.above() - 1, 0));
  }

  /** Gives the entry under the cursor. */
  under(): Node | undefined {
    return this.nodes[this.cursor - this.above()];
  }

  /** Gives what is marked: first as it is shown, then what is not shown. */
  private marked(): Node[] {
    const isMarked = (node: Node) => this.marks.has(node);
    return [...this.nodes.filter(isMarked), ...this.hiddenMarks()];
  }

  private hiddenMarks(): Node[] {
    const isShown = (node: Node) => this.subject.of === "found" || this.nodes.includes(node);
    return this.folder.children.filter((node) => this.marks.has(node) && !isShown(node));
  }

  /** Gives what is marked and not shown. */
  unseen(): { unseen?: Unseen } {
    const [names, more] = [this.hiddenMarks().map((node) => node.name.text), 3];
    if (names.length === 0) return {};
    const told = [...names.slice(0, more), ...(names.length > more ? ["…"] : [])].join(", ");
    return { unseen: { count: names.length, names: told } };
  }

  /** Gives what is marked, or the entry under the cursor. */
  chosen(): Node[] {
    const marked = this.marked();
    const under = this.under();
    return marked.length > 0 || !under ? marked : [under];
  }

  /** Gives what is shown. */
  state(): PanelState {
    const marked = this.marked();
    const from = Math.max(this.from - AROUND, 0);
    const rows = this.rows(from, this.from + this.count + AROUND);
    const top = topOf(this.folder);
    const waits = top?.trouble === "silent";
    return {
      side: this.side,
      tabs: this.tabs.map(({ id, folder }) => ({ id, name: folder.name, ...hostOf(folder) })),
      tab: this.tab,
      crumbs: crumbs(this.folder),
      path: path(this.folder),
      ...(top?.host ? { machine: { host: name(top.host), waits } } : {}),
      place: place(this.folder),
      subject: this.subject,
      len: this.nodes.length + this.above(),
      shown: this.nodes.length,
      total: this.subject.of === "found" ? this.nodes.length : this.folder.children.length,
      cursor: this.cursor,
      touch: this.touch,
      marked: marked.length,
      marked_bytes: marked.reduce((sum, node) => sum + (node.size ?? 0), 0),
      ...this.unseen(),
      ...(this.folder === trash && {
        bytes: trash.children.reduce((sum, node) => sum + (node.size ?? measured(node)), 0),
      }),
      sort: this.sort,
      hidden: this.hidden,
      filter: this.filter,
      loading: waits,
      polled: false,
      error: top?.trouble === "unreachable" ? UNREACHABLE : null,
      free: top ? null : 612e9,
      size: top ? null : 1.9e12,
      filesystem: top ? "" : "btrfs",
      back: this.before.length > 0,
      forward: this.after.length > 0,
      from,
      rows,
    };
  }

  private above(): number {
    return this.folder.parent && this.subject.of === "directory" ? 1 : 0;
  }

  private rows(from: number, to: number): Row[] {
    const above = this.above();
    const hit = this.subject.of === "found" ? this.subject.contains : undefined;
    const rows = this.nodes
      .slice(Math.max(from - above, 0), to - above)
      .map((node) => rowOf(node, { marked: this.marks.has(node), hidden: this.hidden, hit }));
    return from < above && this.folder.parent ? [upTo(this.folder.parent), ...rows] : rows;
  }

  private show(folder: Node): void {
    const left = this.folder;
    this.folder = folder;
    this.subject = folder === trash ? { of: "trash" } : { of: "directory" };
    this.marks.clear();
    this.filter = "";
    this.cursor = this.from = 0;
    const tab = this.tabs.find((it) => it.id === this.tab);
    if (tab) tab.folder = folder;
    this.list();
    if (left.parent === folder) this.stand(left);
  }

  private go(to: Go): void {
    switch (to.to) {
      case "entry": {
        const node = entry(to.id);
        if (node?.kind === "directory") this.enter(node);
        else if (node?.parent) {
          this.enter(node.parent);
          this.stand(node);
        }
        break;
      }
      case "up": {
        const nodes = way(this.folder);
        this.enter(nodes.at(-1 - Math.max(to.up, 1)) ?? nodes[0] ?? home);
        break;
      }
      case "back":
        this.step(this.before, this.after);
        break;
      case "forward":
        this.step(this.after, this.before);
        break;
      case "home":
        this.enter(home);
        break;
      case "place":
        this.enter(home.children.find((it) => it.name.text === PLACES[to.place]) ?? home);
        break;
      case "machine":
        this.enter(machine(to.text.split(":")[0]!));
        break;
      case "path":
        if (to.text.includes(":")) return this.go({ to: "machine", text: to.text });
        this.enter(
          home.children.find((it) => to.text.replace(/\/$/, "").endsWith(it.name.text)) ?? home,
        );
        break;
      case "trash":
        this.enter(trash);
        break;
      case "job":
        this.enter(archive);
        break;
    }
  }

  private step(from: Node[], to: Node[]): void {
    const folder = from.pop();
    if (!folder) return;
    to.push(this.folder);
    this.show(folder);
  }

  private seek(text: string, here: boolean, backwards: boolean): void {
    const count = this.nodes.length;
    const first = this.cursor - this.above() + (here ? 0 : backwards ? -1 : 1);
    for (let n = 0; n < count; n++) {
      const at = (((first + (backwards ? -n : n)) % count) + count) % count;
      if (!matches(this.nodes[at]!, text)) continue;
      this.cursor = at + this.above();
      return;
    }
  }

  private find(what: FindAsk): void {
    const hits: Node[] = [];
    const { contains } = what;
    const isText = ({ icon }: Node) => icon === "document" || icon === "code";
    let among = 0;
    const walk = (node: Node) => {
      for (const child of node.children) {
        if (!contains || child.kind === "file") among++;
        const isHit = matches(child, what.pattern) && (!contains || isText(child));
        if (isHit) hits.push(child);
        walk(child);
      }
    };
    walk(this.folder);
    this.subject = {
      of: "found",
      pattern: what.pattern,
      ...(contains ? { contains: contains.text } : {}),
      over: true,
      progress: { among, unlisted: 0, unread: contains ? 2 : 0, full: false, stopped: false },
    };
    this.nodes = hits;
    this.cursor = this.from = 0;
    this.list();
  }

  private turn(ask: TabAsk): void {
    const now = this.tabs.findIndex((tab) => tab.id === this.tab);
    const around = (step: number) =>
      this.tabs[(now + step + this.tabs.length) % this.tabs.length]!.id;
    switch (ask.tab) {
      case "new":
        this.tab = Math.max(...this.tabs.map((tab) => tab.id)) + 1;
        this.tabs.push({ id: this.tab, folder: this.folder });
        break;
      case "close":
        if (this.tabs.length > 1) {
          if (ask.id === this.tab) this.tab = around(now === 0 ? 1 : -1);
          this.tabs = this.tabs.filter((tab) => tab.id !== ask.id);
        }
        break;
      case "show":
        this.tab = ask.id;
        break;
      case "next":
        this.tab = around(1);
        break;
      case "previous":
        this.tab = around(-1);
        break;
    }
    const folder = this.tabs.find((tab) => tab.id === this.tab)?.folder;
    if (folder) this.show(folder);
  }
}
