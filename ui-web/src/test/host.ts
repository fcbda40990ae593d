// Replaces `../host.ts` in tests of components: records requests, and sends the updates that a test gives.

import { vi } from "vitest";

import type { PanelSide } from "../bindings/desktop/PanelSide";
import type { PanelState } from "../bindings/desktop/PanelState";
import type { Preferences } from "../bindings/desktop/Preferences";
import type { Row } from "../bindings/desktop/Row";
import type { Update } from "../bindings/desktop/Update";
import type { View } from "../bindings/desktop/View";
import { checkGranted } from "../mock/granted";
import { preferences } from "../mock/samples";

export const view: View = "manager";

let listener: (update: Update) => void = () => {};

/** The requests, in order. What they answer is the test's; what the program does not grant is never answered. */
export const call = vi.fn<(name: string, args: unknown) => Promise<unknown>>(async (name) => {
  checkGranted(name);
  return null;
});

/** Gives what a command was asked with, each time. */
export const asked = (name: string) =>
  call.mock.calls.filter(([it]) => it === name).map(([, args]) => args);

/** Gives what a command was asked with last. */
export const lastAsked = (name: string) => asked(name).at(-1);

/** Takes the function that receives updates. */
export async function subscribe(told: (update: Update) => void): Promise<void> {
  listener = told;
}

/** Tells an update, as the program would. */
export function tell(update: Update): void {
  listener(update);
}

/** Gives the address of a thumbnail. */
export function thumb(id: number): string {
  return `thumb:${id}`;
}

/** Reads what a rejected call says. */
export function refusal(error: unknown): unknown {
  return error;
}

/** Tells what a window is told first. */
export function greet(change: Partial<Preferences> = {}): void {
  tell({
    type: "hello",
    view,
    version: "0",
    preferences: { ...preferences, ...change },
    keymap: {
      preset: "commander",
      typing: "search",
      panels: [
        ["up", "up"],
        ["down", "down"],
        ["end", "last"],
        ["f5", "copy"],
        ["f8", "trash"],
        ["space", "mark"],
        ["esc", "escape"],
        ["enter", "open"],
        ["tab", "switch-panel"],
        ["g g", "first"],
        ["alt-v", "mark-range"],
        ["alt-n", "search-next"],
      ],
      jobs: [["space", "pause"]],
      viewer: [
        ["n", "viewer-find-next"],
        ["f4", "viewer-hex"],
        ["w", "viewer-wrap"],
        ["E", "viewer-encoding"],
        ["ctrl-n", "viewer-next"],
        ["ctrl-c", "viewer-close"],
        ["q", "viewer-close"],
      ],
      commands: [],
    },
    mistakes: [],
    commands: [],
    plan: null,
  });
}

/** Makes a row of a test. */
export function row(id: number, name: string, change: Partial<Row> = {}): Row {
  const isFolder = change.kind === "directory";
  return {
    id,
    name: { text: name },
    kind: "file",
    icon: isFolder ? "folder" : "file",
    enters: isFolder,
    unpacks: false,
    size: isFolder ? null : 1000 * id,
    mtime: 1_700_000_000_000_000,
    mode: 0o644,
    marked: false,
    thumb: false,
    ...change,
  };
}

/** Makes a panel of a test: the way up, a folder, and files. */
export function panel(side: PanelSide, change: Partial<PanelState> = {}): PanelState {
  const rows = [
    { ...row(0, "Pictures", { kind: "directory" }), id: null, icon: "up" as const },
    row(1, "Day 1", { kind: "directory" }),
    row(2, "a.jpg"),
    row(3, "b.jpg", { marked: true }),
  ];
  return {
    side,
    tabs: [
      { id: 1, name: { text: "Fjord" } },
      { id: 2, name: { text: "Downloads" } },
    ],
    tab: 1,
    crumbs: [
      { name: { text: "/" }, up: 2 },
      { name: { text: "Pictures" }, up: 1 },
      { name: { text: "Fjord" }, up: 0 },
    ],
    path: "/Pictures/Fjord",
    place: 1,
    subject: { of: "directory" },
    len: rows.length,
    shown: 3,
    total: 3,
    cursor: 2,
    touch: 0,
    marked: 1,
    marked_bytes: 3000,
    sort: { key: "name", descending: false, directories_first: true },
    hidden: false,
    filter: "",
    loading: false,
    polled: false,
    error: null,
    free: 612_000_000_000,
    size: 2_000_000_000_000,
    filesystem: "btrfs",
    back: false,
    forward: false,
    from: 0,
    rows,
    ...change,
  };
}
