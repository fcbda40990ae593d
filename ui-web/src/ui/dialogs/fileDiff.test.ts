import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { DiffFound } from "../../bindings/desktop/DiffFound";
import { MockDiff } from "../../mock/diff";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, panel, tell } from "../../test/host";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

const files = { left: { text: "~/a" }, right: { text: "~/b" } };
let mock = new MockDiff(() => {});

beforeEach(async () => {
  mock = new MockDiff((state) => tell({ type: "diff", ...state }));
  call.mockReset().mockImplementation(async (name, args) => {
    const { of, ignores_space, id, from, row, back } = args as never as Record<string, never>;
    if (name === "diff") return mock.begin(of!, ignores_space!);
    if (name === "diff_rows") return mock.rows(id!, from!);
    return name === "diff_next" ? mock.next(id!, row!, back!) : null;
  });
  await follow();
  greet();
  tell({ type: "panel", ...panel("left") });
  act({ type: "dialog", dialog: { kind: "diff", of: { of: "panel", side: "left" } } });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

test("both files stand side by side, and keys go from one difference to the next", async () => {
  // jsdom has no sizes: what is in sight is what a page of 600 pixels would show.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  render(Dialogs);
  await screen.findByText("4 differences");
  await screen.findByText("Difference 1 of 4");
  expect(asked("diff")).toEqual([
    // The entry that the user saw under the cursor.
    { of: { of: "panel", side: "left", current: undefined }, ignores_space: false },
  ]);
  const table = screen.getByRole("region", { name: "Lines of both files" });
  const first = await within(table).findByText("changed");
  expect(first.closest("tr")!.textContent).toContain('"tide": "low"');
  expect(first.closest("tr")!.getAttribute("aria-rowindex")).toBe("8");
  within(table).getByText("only on the left");
  expect([...table.querySelectorAll("mark")].map((it) => it.textContent)).toEqual(["low", "high"]);
  await expectAccessible();
  await fireEvent.keyDown(table, { key: "n" });
  await screen.findByText("Difference 2 of 4");
  await fireEvent.keyDown(table, { key: "N" });
  await screen.findByText("Difference 1 of 4");
  await fireEvent.keyDown(table, { key: "N" });
  await screen.findByText("There is no other difference in this direction");
  await fireEvent.keyDown(table, { key: "w" });
  await screen.findByText("Only spaces differ.");
  await fireEvent.keyDown(await screen.findByRole("region"), { key: "Escape" });
  expect(app().dialog).toBeNull();
  await vi.waitFor(() => expect(asked("close_diff")).toContainEqual({ id: 2 }));
  vi.restoreAllMocks();
});

test("files that are no text tell the offset of the first difference", async () => {
  act({ type: "dialog", dialog: { kind: "diff", of: { of: "question", id: 3 } } });
  render(Dialogs);
  const region = await screen.findByRole("region", { name: "Bytes of both files" });
  const said = "At least one file is not text. The first difference is at offset 4,106 (0x100a).";
  within(region).getByText(said);
  expect(within(region).getAllByRole("row")).toHaveLength(4);
  await expectAccessible();
});

test("equal files, an end and a failure are said in words", async () => {
  const told = (found: DiffFound | null, error: unknown = null) =>
    tell({ type: "diff", id: 1, ...files, found, error: error as null });
  render(Dialogs);
  await screen.findByText("4 differences");
  told({ found: "same", bytes: 3 });
  await screen.findByText("Both files have the same content, 3 bytes.");
  const rest = { hex: "0x8", rows: [] };
  told({ found: "bytes", why: "large", offset: 8, ends: "left", sizes: [8, 9], ...rest });
  const large = "The files are too large to be compared line by line. ";
  expect(await screen.findAllByText(`${large}The left file ends after 8 bytes.`)).toHaveLength(2);
  told(null, { action: "open", code: "not_found", path: { text: "/a" }, errno: 2 });
  await screen.findByText("it does not exist");
});
