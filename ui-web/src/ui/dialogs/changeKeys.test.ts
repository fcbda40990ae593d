import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { KeysAsk } from "../../bindings/desktop/KeysAsk";
import { fixedOn, keyRows } from "../../model/keyRows";
import { MockKeys } from "../../mock/keys";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { call, greet, tell } from "../../test/host";
import Dialogs from "./Dialogs.svelte";

vi.mock("../../host", () => import("../../test/host"));

beforeEach(async () => {
  await follow();
  greet();
  const keys = new MockKeys(app().hello!.keymap);
  tell({ type: "hello", ...app().hello!, commands: ["Word count", "Open a shell here"] });
  call.mockReset().mockImplementation(async (name, args) => {
    if (name !== "edit_keys") return null;
    const clashes = keys.change((args as { ask: KeysAsk }).ask);
    if (clashes.length === 0) tell({ type: "keymap", keymap: keys.keymap(), mistakes: [] });
    return clashes;
  });
  act({ type: "dialog", dialog: { kind: "change-keys" } });
  render(Dialogs);
  // Few rows are looked through quickly.
  await show("Copy to the other panel");
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  cleanup();
});

const asked = () => call.mock.calls.map(([, args]) => (args as { ask: KeysAsk }).ask);
const button = (name: string) => screen.getByLabelText(name);
const named = (name: string) => screen.getByText(name, { selector: "button" });
const show = async (needle: string) =>
  fireEvent.input(screen.getByLabelText("Find an action or a key"), { target: { value: needle } });
const press = async (key: string, more: object = {}) =>
  fireEvent.keyDown(await screen.findByText(/Press a key…/), { key, ...more });

test("a key is added by pressing it, and stands in the list", async () => {
  await fireEvent.click(button("Add a key to Copy to the other panel…"));
  await press("x", { altKey: true });
  await fireEvent.click(await screen.findByText("Use"));
  await screen.findByText("Alt X: Copy to the other panel…");
  expect(asked()).toEqual([
    {
      ask: "bind",
      table: "panels",
      keys: "alt-x",
      action: "copy",
      instead_of: null,
      replaces: false,
    },
  ]);
  button("Change Alt X of Copy to the other panel…");
});

test("a key of another action is replaced only once the user agrees", async () => {
  await fireEvent.click(button("Change F5 of Copy to the other panel…"));
  await press("F8");
  await fireEvent.click(await screen.findByText("Use"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent!.trim()).toBe("F8 is used by Move to Trash… (F8).");
  await expectAccessible();
  await fireEvent.click(named("Replace"));
  await screen.findByText("F8: Copy to the other panel…");
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toMatchObject({ keys: "f8", instead_of: "f5", replaces: true });
  expect(screen.queryByLabelText("Change F8 of Move to Trash…")).toBeNull();
});

test("a command of the user's own is told by its name", async () => {
  call.mockResolvedValueOnce([{ keys: "g t", action: "copy", command: true }]);
  await fireEvent.click(button("Add a key to Copy to the other panel…"));
  await press("g");
  await fireEvent.click(await screen.findByText("Use"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent!.trim()).toBe("g is used by the command “copy” (g t).");
});

test("a command of the user's own gets a key, which others lose once the user agrees", async () => {
  await show("Word count");
  await fireEvent.click(button("Add a key to Word count"));
  await press("F8");
  await fireEvent.click(await screen.findByText("Use"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent!.trim()).toBe("F8 is used by Move to Trash… (F8).");
  await fireEvent.click(named("Replace"));
  await screen.findByText("F8: Word count");
  expect(asked().at(-1)).toEqual({
    ask: "bind_command",
    command: "Word count",
    keys: "f8",
    replaces: true,
  });
  // It has one key, and the preset has none for it.
  expect(screen.queryByLabelText("Add a key to Word count")).toBeNull();
  expect(screen.queryByLabelText("Reset keys of Word count")).toBeNull();
  await fireEvent.click(button("Remove F8 from Word count"));
  await screen.findByText("Removed F8");
  button("Add a key to Word count");
});

test("keys that every window has are refused, and Esc cancels without closing", async () => {
  await fireEvent.click(button("Add a key to Copy to the other panel…"));
  await press("c", { ctrlKey: true });
  const said = await screen.findByRole("alert");
  expect(said.textContent).toContain("in every window, and cannot be changed.");
  await press("Escape");
  expect(screen.queryByText(/Press a key…/)).toBeNull();
  expect(app().dialog).not.toBeNull();
  expect(asked()).toEqual([]);
});

test("keys that are pressed one after the other make one", async () => {
  await fireEvent.click(button("Add a key to Copy to the other panel…"));
  await press("y", { altKey: true });
  await fireEvent.click(await screen.findByText("Add a key of a sequence"));
  await press("j");
  await fireEvent.click(await screen.findByText("Use"));
  await screen.findByText("Alt Y j: Copy to the other panel…");
  expect(asked()[0]).toMatchObject({ keys: "alt-y j" });
});

test("keys are removed, reset, and all reset after a question", async () => {
  await fireEvent.click(button("Remove F5 from Copy to the other panel…"));
  await screen.findByText("Removed F5");
  expect(screen.queryByLabelText("Change F5 of Copy to the other panel…")).toBeNull();
  await fireEvent.click(button("Reset keys of Copy to the other panel…"));
  await screen.findByText("Reset the keys of 1 action");
  button("Change F5 of Copy to the other panel…");
  await fireEvent.click(named("Reset all…"));
  expect(asked()).toHaveLength(2);
  await fireEvent.click(named("Reset all"));
  await vi.waitFor(() => expect(asked()).toHaveLength(5));
  expect(
    asked()
      .slice(2)
      .map((ask) => "table" in ask && ask.table),
  ).toEqual(["panels", "jobs", "viewer"]);
});

test("actions are found by name and by key, and the page can be used by everybody", async () => {
  await show("");
  await expectAccessible();
  const list = screen.getByRole("region", { name: "Actions and their keys" });
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "F8" } });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  within(list).getByText("Move to Trash…");
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "nothing at all" } });
  within(list).getByText("No action was found");
});

test("every action of the window has a row, and fixed keys are known by their beginnings", () => {
  const rows = keyRows(app().hello!.keymap, []).flatMap(([, all]) => all);
  expect(rows.length).toBeGreaterThan(120);
  const copy = rows.find(({ table, action }) => table === "panels" && action === "copy")!;
  expect(copy.keys).toEqual([{ written: "f5", label: "F5", fixed: false }]);
  const trash = rows.find(({ table, action }) => table === "panels" && action === "trash")!;
  expect(trash.keys.map(({ label, fixed }) => [label, fixed])).toEqual([
    ["Del", true],
    ["F8", false],
  ]);
  expect([fixedOn("panels", "ctrl-x h"), fixedOn("jobs", "ctrl-x h")]).toEqual(["cut", null]);
});
