// A comparison of two folders of the mock's fake tree: a plan of a few rows that can be changed.

import type { ComparisonAsk } from "../bindings/desktop/ComparisonAsk";
import type { ComparisonRow } from "../bindings/desktop/ComparisonRow";
import type { ComparisonState } from "../bindings/desktop/ComparisonState";
import type { SyncAction } from "../bindings/desktop/SyncAction";
import type { SyncDirection } from "../bindings/desktop/SyncDirection";
import type { SyncFacts } from "../bindings/desktop/SyncFacts";
import type { SyncVerdict } from "../bindings/desktop/SyncVerdict";

import { not, stale } from "./refusals";
import { name } from "./tree";

type Pair = [SyncFacts | null, SyncFacts | null];

const JUNE = Date.UTC(2026, 5, 20) * 1000;
const file = (size: number): SyncFacts => ({ kind: "file", size, mtime: JUNE, files: 1 });
const folder = (files: number, size: number): SyncFacts => ({
  kind: "directory",
  size,
  mtime: JUNE,
  files,
});

const FOUND: [string, SyncVerdict, Pair][] = [
  ["2026/06 harbour", "left_only", [folder(48, 1_210_000_000), null]],
  ["2026/call sheet.txt", "left_newer", [file(2_400), file(2_100)]],
  ["2026/notes.md", "different", [file(812), file(840)]],
  ["2026/raw/DSC_0417.NEF", "left_only", [file(51_200_000), null]],
  ["2026/raw/DSC_0398.NEF", "right_only", [null, file(50_900_000)]],
  ["2026/weather.json", "right_newer", [file(9_800), file(10_400)]],
];

/** What has happened since both folders were in step, if they ever were. */
const SINCE: Record<string, string> = {
  "2026/raw/DSC_0398.NEF": "removed on the left since the last sync",
  "2026/weather.json": "changed on the right since the last sync",
  "2026/call sheet.txt": "changed on the left since the last sync",
};

const POSSIBLE: Record<SyncVerdict, SyncAction[]> = {
  left_only: ["copy_right", "remove_left", "leave"],
  right_only: ["copy_left", "remove_right", "leave"],
  left_newer: ["copy_right", "copy_left", "leave"],
  right_newer: ["copy_right", "copy_left", "leave"],
  different: ["copy_right", "copy_left", "leave"],
  type_changed: ["copy_right", "copy_left", "leave"],
  failed: ["leave"],
  same: ["leave"],
};

function proposed(verdict: SyncVerdict, direction: SyncDirection): SyncAction {
  const both = direction === "both" || direction === "in_step";
  const right = direction === "update_right" || both;
  const left = direction === "update_left" || both;
  if (direction === "mirror_right") return verdict === "right_only" ? "remove_right" : "copy_right";
  if (direction === "mirror_left") return verdict === "left_only" ? "remove_left" : "copy_left";
  if (verdict === "different") return "undecided";
  if (right && (verdict === "left_only" || verdict === "left_newer")) return "copy_right";
  if (left && (verdict === "right_only" || verdict === "right_newer")) return "copy_left";
  return "leave";
}

/** The comparison that is shown. */
export class MockComparison {
  private id = 0;
  private direction: SyncDirection = "update_right";
  private content = false;
  private kept = false;
  private stage: ComparisonState["stage"] = "done";
  private revision = 0;
  private order = 0;
  private chosen = new Map<number, SyncAction>();
  private hidden = new Set<SyncVerdict>();

  begin(direction: SyncDirection): ComparisonState {
    this.id += 1;
    this.direction = this.kept ? "in_step" : direction;
    this.stage = "done";
    this.chosen.clear();
    this.hidden.clear();
    return this.state();
  }

  ask(id: number, ask: ComparisonAsk): ComparisonState {
    if (id !== this.id) stale();
    if ("order" in ask && ask.order !== this.order) stale();
    switch (ask.ask) {
      case "look":
        // The second comparison has ended by the next look.
        if (this.stage === "checking") {
          this.stage = "started";
          this.kept ||= this.direction === "in_step";
        }
        break;
      case "again":
        this.content = ask.content;
        this.chosen.clear();
        break;
      case "choose":
        if (!this.can(ask.row, ask.action)) not("This action is not possible for this row");
        this.chosen.set(this.shown()[ask.row]!, ask.action);
        break;
      case "choose_all": {
        const verdict = FOUND[this.shown()[ask.row]!]![1];
        FOUND.forEach(([, it], at) => {
          if (it === verdict) this.chosen.set(at, ask.action);
        });
        break;
      }
      case "propose":
        this.chosen.delete(this.shown()[ask.row]!);
        break;
      case "direct":
        this.direction = ask.direction;
        this.chosen.clear();
        break;
      case "toggle":
        if (!this.hidden.delete(ask.verdict)) this.hidden.add(ask.verdict);
        this.order += 1;
        break;
      case "start":
        if (this.hidden.size > 0) {
          this.hidden.clear();
          this.revision += 1;
          this.order += 1;
          not("Some rows were hidden; look at all of them first");
        }
        if (ask.revision !== this.revision) not("The plan has changed; look at it again");
        this.stage = "checking";
        break;
      case "keep":
        this.kept = true;
        break;
      case "forget":
        this.kept = false;
        this.direction = "update_right";
        break;
      case "stop":
        this.stage = this.stage === "checking" ? "done" : this.stage;
        break;
      case "close":
        this.id += 1;
        break;
    }
    this.revision += ask.ask === "look" ? 0 : 1;
    return this.state();
  }

  rows(id: number, from: number): ComparisonRow[] {
    if (id !== this.id) stale();
    return this.shown()
      .slice(from)
      .map((at) => {
        const [path, verdict, [left, right]] = FOUND[at]!;
        const action = this.action(at);
        return {
          path: name(path),
          verdict,
          left,
          right,
          action,
          chosen: this.chosen.has(at),
          possible: POSSIBLE[verdict].filter((it) => it !== action),
          since: this.kept ? (SINCE[path] ?? null) : null,
          problem: null,
        };
      });
  }

  private shown(): number[] {
    return FOUND.flatMap(([, verdict], at) => (this.hidden.has(verdict) ? [] : [at]));
  }

  private can(row: number, action: SyncAction): boolean {
    const at = this.shown()[row];
    return at !== undefined && POSSIBLE[FOUND[at]![1]].includes(action);
  }

  private action(at: number): SyncAction {
    const [path, verdict] = FOUND[at]!;
    const isGone = this.direction === "in_step" && this.kept && SINCE[path]?.startsWith("removed");
    return this.chosen.get(at) ?? (isGone ? "remove_right" : proposed(verdict, this.direction));
  }

  private state(): ComparisonState {
    const sums: ComparisonState["sums"] = [];
    FOUND.forEach(([, , [left, right]], at) => {
      const action = this.action(at);
      const side = action === "copy_left" || action === "remove_right" ? right : (left ?? right);
      let sum = sums.find((it) => it.action === action);
      if (!sum) sums.push((sum = { action, rows: 0, files: 0, bytes: 0 }));
      sum.rows += 1;
      sum.files += side?.files ?? 0;
      sum.bytes += side?.size ?? 0;
    });
    const verdicts = [...new Set(FOUND.map(([, verdict]) => verdict))];
    return {
      comparison: this.id,
      left: name("/home/ines/Pictures/Fjord shoot"),
      right: name("/media/archive/Fjord shoot"),
      stage: this.stage,
      problem: null,
      content: this.content,
      looked_at: 1_204,
      same: 1_198,
      verdicts: verdicts.map((verdict) => ({
        verdict,
        rows: FOUND.filter(([, it]) => it === verdict).length,
        shown: !this.hidden.has(verdict),
      })),
      direction: this.direction,
      rows: this.shown().length,
      revision: this.revision,
      order: this.order,
      sums,
      kept: this.kept,
      keepable: false,
      doubt: null,
      ready: this.stage === "done" && sums.some(({ action }) => /^(copy|remove)/.test(action)),
      job: this.stage === "started" ? 1 : null,
    };
  }
}
