import type { ActionSum } from "../bindings/desktop/ActionSum";
import type { ComparisonState } from "../bindings/desktop/ComparisonState";
import type { SyncAction } from "../bindings/desktop/SyncAction";
import type { SyncDirection } from "../bindings/desktop/SyncDirection";
import type { SyncVerdict } from "../bindings/desktop/SyncVerdict";
import { count, files as filesOf, size } from "../model/format";
import { dashed, tr } from "./tr";

const verdictOf = (verdict: SyncVerdict): string =>
  tr(`window-comparison-verdicts-${dashed(verdict)}`);

const actionOf = (action: SyncAction): string => tr(`window-comparison-actions-${dashed(action)}`);

/** Words of the page that brings two folders in step. */
export const comparison = {
  title: tr("window-comparison-title"),
  direction: tr("window-comparison-direction"),
  directions: [
    ["update_right", tr("window-comparison-directions-update-right")],
    ["update_left", tr("window-comparison-directions-update-left")],
    ["both", tr("window-comparison-directions-both")],
    ["in_step", tr("window-comparison-directions-in-step")],
    ["mirror_right", tr("window-comparison-directions-mirror-right")],
    ["mirror_left", tr("window-comparison-directions-mirror-left")],
  ] satisfies [SyncDirection, string][],
  content: tr("window-comparison-content"),
  rows: tr("window-comparison-rows"),
  verdict: verdictOf,
  verdictOf: (verdict: SyncVerdict, rows: number) =>
    tr("window-comparison-verdict-of", { verdict: verdictOf(verdict), shown: count(rows) }),
  action: actionOf,
  actionOf: (path: string) => tr("window-comparison-action-of", { path }),
  all: (verdict: SyncVerdict, action: SyncAction) =>
    tr("window-comparison-all", { action: actionOf(action), verdict: verdictOf(verdict) }),
  proposal: tr("window-comparison-proposal"),
  path: tr("window-comparison-path"),
  left: tr("window-comparison-left"),
  right: tr("window-comparison-right"),
  do: tr("window-comparison-do"),
  kind: tr("window-comparison-kind"),
  folder: (files: number) => filesOf(files),
  link: tr("window-comparison-link"),
  special: tr("window-comparison-special"),
  stop: tr("window-comparison-stop"),
  again: tr("window-comparison-again"),
  start: tr("window-comparison-start"),
  back: tr("window-comparison-back"),
  /** Says how far the comparison is, or that nothing differs. */
  stage({ stage, looked_at, rows, same, verdicts, content }: ComparisonState): string {
    switch (stage) {
      case "running":
        return tr("window-comparison-stage-running", { count: looked_at, shown: count(looked_at) });
      case "checking":
        return tr("window-comparison-stage-checking");
      case "stopped":
        return tr("window-comparison-stage-stopped", { count: looked_at, shown: count(looked_at) });
      case "failed":
        return tr("window-comparison-stage-failed");
      case "started":
        return tr("window-comparison-stage-started");
      case "done":
        if (verdicts.length === 0) {
          const files = { count: same, shown: count(same) };
          return content
            ? tr("window-comparison-stage-same", files)
            : tr("window-comparison-stage-same-sizes", files);
        }
        return rows === 0
          ? tr("window-comparison-stage-hidden")
          : tr("window-comparison-stage-done", { count: looked_at, shown: count(looked_at) });
    }
  },
  /** Says what an action comes to. */
  sum({ action, rows, files, bytes }: ActionSum): string {
    switch (action) {
      case "copy_right":
      case "copy_left":
      case "remove_right":
      case "remove_left":
        return tr("window-comparison-sum-files", {
          action,
          files: filesOf(files),
          size: size(bytes),
        });
      case "leave":
        return tr("window-comparison-sum-leave", { count: rows, shown: count(rows) });
      case "undecided":
        return tr("window-comparison-sum-undecided", { count: rows, shown: count(rows) });
    }
  },
  keep: tr("window-comparison-keep"),
  forget: tr("window-comparison-forget"),
  kept: tr("window-comparison-kept"),
  forgetHint: tr("window-comparison-forget-hint"),
  doubt: (why: string) => tr("window-comparison-doubt", { why }),
  replaced: tr("window-comparison-replaced"),
};
