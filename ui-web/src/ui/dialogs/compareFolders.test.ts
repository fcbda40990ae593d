import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { ComparisonAsk } from "../../bindings/desktop/ComparisonAsk";
import { MockComparison } from "../../mock/comparison";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, panel, tell } from "../../test/host";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const asks = () =>
  (asked("comparison") as { ask: ComparisonAsk }[])
    .map(({ ask }) => ask)
    .filter(({ ask }) => ask !== "look");
const settle = async () => {
  await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done));
  await tick();
};
const actionOf = (path: string) =>
  screen.getByRole<HTMLSelectElement>("combobox", { name: `Action for ${path}` });

/** Lists keep no room in a test without layout; this one has ten rows in sight. */
function withRoom(): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(328);
}

let mock: MockComparison;

beforeAll(follow);
beforeEach(async () => {
  withRoom();
  mock = new MockComparison();
  call.mockReset().mockImplementation(async (name, args) => {
    const { comparison, ask, from } = args as {
      comparison: number;
      ask: ComparisonAsk;
      from: number;
    };
    switch (name) {
      case "compare_folders":
        return mock.begin("update_right");
      case "comparison":
        return mock.ask(comparison, ask);
      case "comparison_rows":
        return mock.rows(comparison, from);
      default:
        return null;
    }
  });
  greet();
  tell({ type: "panel", ...panel("left") });
  act({ type: "dialog", dialog: { kind: "comparison", side: "left" } });
  render(Dialogs);
  await settle();
  await settle();
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
  vi.restoreAllMocks();
});

test("the plan is shown row by row, with what it comes to", async () => {
  expect(asked("compare_folders")).toEqual([{ side: "left" }]);
  const rows = within(screen.getByRole("region", { name: "Differences" }));
  expect(rows.getByText("2026/06 harbour")).toBeTruthy();
  expect(actionOf("2026/notes.md").value).toBe("row undecided");
  expect(screen.getByText(/Copy 50 files, 1.26 GB to the right/)).toBeTruthy();
  expect(screen.getByText(/1 row needs a decision/)).toBeTruthy();
  await expectAccessible(document.body);
});

test("an action is chosen for one row, for all of a kind, and taken back", async () => {
  await fireEvent.change(actionOf("2026/notes.md"), { target: { value: "row copy_left" } });
  await settle();
  await settle();
  expect(actionOf("2026/notes.md").value).toBe("row copy_left");
  await fireEvent.change(actionOf("2026/notes.md"), { target: { value: "proposal" } });
  await settle();
  await settle();
  expect(actionOf("2026/notes.md").value).toBe("row undecided");
  await fireEvent.change(actionOf("2026/06 harbour"), { target: { value: "all leave" } });
  await settle();
  await settle();
  expect(actionOf("2026/raw/DSC_0417.NEF").value).toBe("row leave");
  expect(asks()).toEqual([
    { ask: "choose", row: 2, order: 0, action: "copy_left" },
    { ask: "propose", row: 2, order: 0 },
    { ask: "choose_all", row: 0, order: 0, action: "leave" },
  ]);
});

test("nothing starts while rows are hidden, and the page closes when the job was added", async () => {
  await fireEvent.click(screen.getByRole("button", { name: "Left only 2" }));
  await settle();
  expect(screen.getByRole("button", { name: "Left only 2" }).getAttribute("aria-pressed")).toBe(
    "false",
  );
  await fireEvent.click(screen.getByRole("button", { name: "Start" }));
  await settle();
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("Some rows were hidden");
  expect(screen.getByRole("button", { name: "Left only 2" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await fireEvent.click(screen.getByRole("button", { name: "Start" }));
  await settle();
  expect(screen.getByText("Comparing once more before the job starts")).toBeTruthy();
  await vi.waitFor(() => expect(app().dialog).toBeNull());
  await settle();
  expect(asks().at(-1)).toEqual({ ask: "close" });
});

test("Enter on a switch starts nothing", async () => {
  const content = screen.getByRole("checkbox", { name: "Compare contents" });
  content.closest("form")!.requestSubmit();
  await settle();
  expect(asks()).toEqual([]);
  await fireEvent.click(content);
  await settle();
  expect(asks()).toEqual([{ ask: "again", content: true }]);
});

test("folders that are kept in step say so, and are forgotten", async () => {
  const direction = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Direction" });
  await fireEvent.change(direction(), { target: { value: "in_step" } });
  await settle();
  expect(asks()).toEqual([{ ask: "direct", direction: "in_step" }]);
  expect(screen.queryByRole("button", { name: "Forget" })).toBeNull();
  await act({ type: "dialog", dialog: null });
  mock.ask(mock.begin("update_right").comparison, { ask: "keep" });
  act({ type: "dialog", dialog: { kind: "comparison", side: "left" } });
  await settle();
  await settle();
  expect(screen.getByText(/^Kept in step/)).toBeTruthy();
  expect(direction().value).toBe("in_step");
  expect(actionOf("2026/raw/DSC_0398.NEF").value).toBe("row remove_right");
  expect(screen.getByText("Right only").title).toBe("removed on the left since the last sync");
  await expectAccessible(document.body);
  await fireEvent.click(screen.getByRole("button", { name: "Forget" }));
  await settle();
  expect(screen.queryByText(/^Kept in step/)).toBeNull();
  expect(direction().value).toBe("update_right");
});
