import { fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import type { ColumnChoice } from "../../bindings/desktop/ColumnChoice";
import { app } from "../../model/store.svelte";
import { button, open, prepare } from "../../test/dialogs";
import { lastAsked, tell } from "../../test/host";

vi.mock("../../host", () => import("../../test/host"));

prepare();

const chosen = () =>
  (lastAsked("prefer") as { change: { columns: ColumnChoice[] } }).change.columns;
const order = () => chosen().map(({ column }) => column);

/** Lets the program take what was asked for. */
async function take() {
  tell({ type: "preferences", ...app().preferences!, columns: chosen() });
  await tick();
}

test("columns are shown, moved and widened by keys alone", async () => {
  await open({ kind: "columns" });
  await fireEvent.click(screen.getByRole("switch", { name: "Owner" }));
  expect(chosen().find(({ column }) => column === "owner")?.shown).toBe(true);
  await take();
  await fireEvent.click(button(/^Move Owner to the left/));
  expect(order().slice(0, 4)).toEqual(["size", "time", "owner", "permissions"]);
  await take();
  expect(button<HTMLButtonElement>(/^Move Size to the left/).disabled).toBe(true);
  const width = screen.getByRole<HTMLInputElement>("spinbutton", { name: /^Width of Owner/ });
  expect(width.value).toBe("96");
  await fireEvent.change(width, { target: { value: "9999" } });
  expect(chosen()[2]).toEqual({ column: "owner", shown: true, width: 600 });
  await take();
  await fireEvent.click(button(/^Usual widths/));
  expect(chosen().every(({ width }) => width === 0)).toBe(true);
});
