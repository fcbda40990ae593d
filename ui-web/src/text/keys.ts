import { counted } from "../model/format";

/** Words of the page on which keys are changed. */
export const keys = {
  open: "Change keys…",
  title: "Keys",
  find: "Find an action or a key",
  stored: (preset: string) =>
    `Changes of the keymap ${preset} are stored in config.toml, which fcp-tui reads as well.`,
  nothing: "No action was found",
  list: "Actions and their keys",
  change: (key: string, action: string) => `Change ${key} of ${action}`,
  remove: (key: string, action: string) => `Remove ${key} from ${action}`,
  add: (action: string) => `Add a key to ${action}`,
  addShort: "Add",
  reset: (action: string) => `Reset keys of ${action}`,
  fixed: (key: string) => `${key}: every window has this key`,
  press: "Press a key",
  pressHint: "Esc cancels",
  use: "Use",
  more: "Add a key of a sequence",
  again: "Press another key",
  cancel: "Cancel",
  replace: "Replace",
  /** What already has the keys. */
  taken: (key: string, actions: string[]) => `${key} is used by ${actions.join(", ")}.`,
  isFixed: (key: string, action: string) =>
    `${key} is ${action} in every window, and cannot be changed.`,
  resetAll: "Reset all",
  resetAllAsk: "Remove all your changes of keys that are listed here?",
  bound: (key: string, action: string) => `${key}: ${action}`,
  removed: (key: string) => `Removed ${key}`,
  wasReset: (n: number) => `Reset the keys of ${counted(n, "action", "actions")}`,
};
