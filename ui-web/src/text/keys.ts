import { count } from "../model/format";

import { tr } from "./tr";

/** Words of the page on which keys are changed. */
export const keys = {
  open: tr("window-change-keys-open"),
  title: tr("window-change-keys-title"),
  find: tr("window-change-keys-find"),
  stored: (preset: string) => tr("window-change-keys-stored", { preset }),
  nothing: tr("window-change-keys-nothing"),
  list: tr("window-change-keys-list"),
  change: (key: string, action: string) => tr("window-change-keys-change", { key, action }),
  remove: (key: string, action: string) => tr("window-change-keys-remove", { key, action }),
  add: (action: string) => tr("window-change-keys-add", { action }),
  addShort: tr("window-change-keys-add-short"),
  reset: (action: string) => tr("window-change-keys-reset", { action }),
  fixed: (key: string) => tr("window-change-keys-fixed", { key }),
  press: tr("window-change-keys-press"),
  pressHint: tr("window-change-keys-press-hint"),
  use: tr("window-change-keys-use"),
  more: tr("window-change-keys-more"),
  again: tr("window-change-keys-again"),
  cancel: tr("window-change-keys-cancel"),
  replace: tr("window-change-keys-replace"),
  /** What already has the keys. */
  /** A command of the user's own. */
  command: (name: string) => tr("window-change-keys-command", { name }),
  taken: (key: string, actions: string[]) =>
    tr("window-change-keys-taken", { key, actions: actions.join(", ") }),
  isFixed: (key: string, action: string) => tr("window-change-keys-is-fixed", { key, action }),
  resetAll: tr("window-change-keys-reset-all"),
  resetAllAsk: tr("window-change-keys-reset-all-ask"),
  bound: (key: string, action: string) => `${key}: ${action}`,
  removed: (key: string) => tr("window-change-keys-removed", { key }),
  wasReset: (n: number) => tr("window-change-keys-was-reset", { count: n, shown: count(n) }),
};
