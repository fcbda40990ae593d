import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { PlanState } from "../../bindings/desktop/PlanState";
import type { Dialog } from "../../model/state";
import { expectAccessible } from "../../test/axe";
import { anUndo, dialog, open, prepare, quit, settle } from "../../test/dialogs";
import { asked } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

const EACH: [string, Dialog, Partial<PlanState>][] = [
  ["Copy 4 items", { kind: "transfer", plan: 5 }, {}],
  ["Link 4 items", { kind: "transfer", plan: 5 }, { verb: "link" }],
  ["Move 4 items to the trash", { kind: "removal", plan: 5 }, { verb: "trash" }],
  ["Delete 4 items permanently", { kind: "removal", plan: 5 }, { verb: "delete" }],
  ["Restore DSC_4410.NEF", { kind: "removal", plan: 5 }, { verb: "restore", items: 1 }],
  ["New folder", { kind: "make", what: "directory", side: "left" }, {}],
  ["New file", { kind: "make", what: "file", side: "left" }, {}],
  [
    "Create a link",
    { kind: "link", items: { items: "entries", ids: [2] }, id: 2, hard: false },
    {},
  ],
  ["Open with", { kind: "open-with", items: { items: "entries", ids: [2] } }, {}],
  ["Rename 1 item", { kind: "bulk", side: "left" }, {}],
  [
    "Properties of notes.md",
    { kind: "properties", items: { items: "marked", side: "left" }, checksum: false },
    {},
  ],
  ["Share storage in 4 items", { kind: "share", plan: 5 }, { verb: "dedupe" }],
  ["Find in Fjord", { kind: "find", side: "left" }, {}],
  ["Mark by name", { kind: "marks", side: "left", on: true }, {}],
  ["Unmark by name", { kind: "marks", side: "left", on: false }, {}],
  ["Speed limit of Fjord shoot", { kind: "limit", job: 1 }, {}],
  ["Speed limit of all jobs", { kind: "limit", job: null }, {}],
  ["Cancel copying Fjord shoot?", { kind: "cancel", job: 1 }, {}],
  ["Undo copy of 4 items?", { kind: "undo", undo: anUndo }, {}],
  ["Preferences", { kind: "preferences" }, {}],
  ["Columns", { kind: "columns" }, {}],
  ["When jobs finish", { kind: "after" }, {}],
  ["Extract without a limit", { kind: "anyway", job: 1 }, {}],
  ["Output of the command", { kind: "output", output: "one\ntwo\n" }, {}],
  [
    "Copy 4 items into 2026",
    {
      kind: "drop",
      plan: 5,
      target: { target: "panel", side: "left" },
      asked: null,
      missing: 1,
      over: "left",
      high: false,
    },
    {},
  ],
];

describe("every dialog", () => {
  test.each(EACH)("%s has a name, can be used by everybody, and goes by Esc", async (...given) => {
    const [name, subject, plan] = given;
    await open(subject, plan);
    await expectUsable(name);
  });

  test.each([
    ["2 jobs are not finished", { jobs: 2 }],
    ["3 jobs are not finished", { jobs: 2, elevated: 1, changes: 1 }],
  ])("before the program quits, too: %s", async (name, work) => {
    await quit(work);
    await expectUsable(name);
  });
});

async function expectUsable(name: string): Promise<void> {
  const shown = screen.getByRole("dialog", { name });
  await expectAccessible();
  expect(shown.contains(document.activeElement)).toBe(true);
  await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  await settle();
  expect(dialog()).toBeNull();
}

test("a preference counts at once", async () => {
  await open({ kind: "preferences" });
  await fireEvent.click(screen.getByRole("switch", { name: "Compact rows" }));
  expect(asked("prefer")).toEqual([{ change: { compact: true } }]);
  await fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(asked("prefer").at(-1)).toEqual({ change: { theme: "dark" } });
});
