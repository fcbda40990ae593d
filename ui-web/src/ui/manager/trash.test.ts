import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import { aPlan } from "../../mock/samples";
import { app } from "../../model/store.svelte";
import { settle } from "../../test/dialogs";
import { asked, call, tell } from "../../test/host";
import { entry, grid, part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

const IN_TRASH = { subject: { of: "trash" }, bytes: 3_400_000_000, shown: 9, total: 9 } as const;

test("the trash says when items were deleted, and how much all of them take", async () => {
  await show(IN_TRASH);
  const heads = within(part("#left-panel .column-heads"));
  expect(heads.queryByText("Modified")).toBeNull();
  expect(heads.getByText("Deleted")).toBeTruthy();
  expect(part("#left-panel .foot").textContent).toContain("9 items, 3.40\u00a0GB in all");
  // The other panel shows a folder.
  expect(within(part("#right-panel .column-heads")).getByText("Modified")).toBeTruthy();
  // Until its folders are measured, nothing is known of all.
  tell({ type: "panel", ...app().panels.left!, bytes: undefined });
  await tick();
  expect(part("#left-panel .foot").textContent).not.toContain("in all");
});

test("the trash is emptied after a question that a quick Enter does not answer", async () => {
  call.mockImplementation(async (name) => (name === "plan" ? 5 : null));
  await show(IN_TRASH);
  await fireEvent.click(screen.getByText("Empty trash…"));
  expect(asked("plan")).toEqual([
    { verb: "delete", items: { items: "trash" }, target: { target: "unknown" } },
  ]);
  tell({ type: "plan", ...aPlan, verb: "delete", items: 9, files: 40, bytes: 3_400_000_000 });
  await settle();
  const dialog = screen.getByRole("dialog", { name: "Empty the trash" });
  expect(dialog.textContent).toContain("3.40\u00a0GB");
  expect(dialog.textContent).toContain("All 9 items in the trash are deleted permanently");
  expect(document.activeElement?.textContent).toContain("Keep");
});

test("the menus of the trash empty it, and make nothing in it", async () => {
  await show(IN_TRASH);
  const offered = () =>
    [...part("[role=menu]").querySelectorAll("button")].map((it) => it.textContent.trim());
  await fireEvent.contextMenu(grid());
  expect(offered().join()).toMatch(/^Empty trash….*Refresh/);
  expect(offered().join()).not.toMatch(/New folder/);
  await fireEvent.contextMenu(entry("a.jpg"));
  expect(offered().join()).toMatch(/^Restore/);
});
