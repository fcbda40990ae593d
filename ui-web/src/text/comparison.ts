import type { ActionSum } from "../bindings/desktop/ActionSum";
import type { ComparisonState } from "../bindings/desktop/ComparisonState";
import type { SyncAction } from "../bindings/desktop/SyncAction";
import type { SyncDirection } from "../bindings/desktop/SyncDirection";
import type { SyncVerdict } from "../bindings/desktop/SyncVerdict";
import { count, counted, size } from "../model/format";

const VERDICTS: Record<SyncVerdict, string> = {
  left_only: "Left only",
  right_only: "Right only",
  left_newer: "Left newer",
  right_newer: "Right newer",
  different: "Different",
  type_changed: "Other type",
  failed: "Failed",
  same: "Same",
};

const ACTIONS: Record<SyncAction, string> = {
  copy_right: "Copy →",
  copy_left: "← Copy",
  remove_right: "Trash the right one",
  remove_left: "Trash the left one",
  leave: "Leave",
  undecided: "Decide",
};

/** Words of the page that brings two folders in step. */
export const comparison = {
  title: "Compare folders",
  direction: "Direction",
  directions: [
    ["update_right", "Update the right folder"],
    ["update_left", "Update the left folder"],
    ["both", "Update both folders"],
    ["in_step", "Keep both folders in step"],
    ["mirror_right", "Mirror to the right"],
    ["mirror_left", "Mirror to the left"],
  ] satisfies [SyncDirection, string][],
  content: "Compare contents",
  rows: "Differences",
  verdict: (verdict: SyncVerdict) => VERDICTS[verdict],
  verdictOf: (verdict: SyncVerdict, rows: number) => `${VERDICTS[verdict]} ${count(rows)}`,
  action: (action: SyncAction) => ACTIONS[action],
  actionOf: (path: string) => `What is done about ${path}`,
  all: (verdict: SyncVerdict, action: SyncAction) =>
    `${ACTIONS[action]} for all: ${VERDICTS[verdict]}`,
  proposal: "As proposed",
  path: "Path",
  left: "Left",
  right: "Right",
  do: "Action",
  kind: "Difference",
  folder: (files: number) => counted(files, "file", "files"),
  link: "link",
  special: "special",
  stop: "Stop",
  again: "Compare again",
  start: "Start",
  back: "Back",
  /** Says how far the comparison is, or that nothing differs. */
  stage({ stage, looked_at, rows, same, verdicts }: ComparisonState): string {
    const looked = counted(looked_at, "item", "items");
    switch (stage) {
      case "running":
        return `Comparing: ${looked}`;
      case "checking":
        return "Comparing once more before the job starts";
      case "stopped":
        return `Stopped after ${looked}`;
      case "failed":
        return "The comparison failed";
      case "started":
        return "Started";
      case "done":
        if (verdicts.length === 0) {
          return `Both folders are the same: ${counted(same, "file is", "files are")} in both`;
        }
        return rows === 0 ? "All differences are hidden" : `Compared ${looked}`;
    }
  },
  /** Says what an action comes to. */
  sum({ action, rows, files, bytes }: ActionSum): string {
    const amount = `${counted(files, "file", "files")}, ${size(bytes)}`;
    switch (action) {
      case "copy_right":
        return `Copy ${amount} to the right`;
      case "copy_left":
        return `Copy ${amount} to the left`;
      case "remove_right":
        return `Move ${amount} on the right to the trash`;
      case "remove_left":
        return `Move ${amount} on the left to the trash`;
      case "leave":
        return `Leave ${counted(rows, "row", "rows")}`;
      case "undecided":
        return `${counted(rows, "row needs", "rows need")} a decision`;
    }
  },
  keep: "Keep in step",
  forget: "Forget",
  kept: "Kept in step: what one folder lost since is removed from the other.",
  forgetHint: "Forget what both folders had in common, and keep them in step no more",
  doubt: (why: string) => `What these folders had in common does not count: ${why}.`,
  replaced: "Files that are replaced are moved to the trash.",
};
