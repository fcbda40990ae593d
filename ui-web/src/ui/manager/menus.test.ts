import { fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import { app } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, lastAsked, panel, tell } from "../../test/host";
import { entry, grid, key, part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

/** What the open menu offers. */
const offered = () =>
  [...part("[role=menu]").querySelectorAll("button")].map((it) => it.textContent.trim());

test("a menu offers what the entry can take, and gives the focus back", async () => {
  await show();
  await fireEvent.contextMenu(entry("a.jpg"));
  const items = part("[role=menu]").querySelectorAll("[role=menuitem]");
  expect(items[0]!.textContent).toContain("Open");
  await expectAccessible(part("[role=menu]"));
  await fireEvent.keyDown(items[0]!, { key: "Escape" });
  expect(part("[role=menu]")).toBeNull();
  expect(document.activeElement).toBe(grid());
});

test("a menu that a key opened on a place or a tab gives the focus back to that", async () => {
  await show();
  for (const selector of ["[data-region=places] .place-button", "#left-panel [data-tab='1']"]) {
    part(selector).focus();
    await fireEvent.contextMenu(part(selector));
    await fireEvent.keyDown(part("[role=menu]"), { key: "Escape" });
    expect(document.activeElement).toBe(part(selector));
  }
});

test("the menu of marked entries says how many it is about", async () => {
  const rows = panel("left").rows.map((it) => ({ ...it, marked: it.id === 2 || it.id === 3 }));
  await show({ marked: 2, rows });
  await fireEvent.contextMenu(entry("b.jpg"));
  expect(part("[role=menu]").textContent).toContain("2 marked");
  expect(offered().join()).not.toMatch(/Open/);
  await expectAccessible(part("[role=menu]"));
  await fireEvent.contextMenu(entry("Day 1"));
  expect(part("[role=menu]").textContent).not.toContain("2 marked");
});

test("the menu of a file offers no tab or panel to open it in, and chooses nothing itself", async () => {
  await show();
  await fireEvent.contextMenu(entry("a.jpg"));
  expect(offered().join()).not.toMatch(/tab|other panel, open/i);
  expect(document.activeElement?.role).toBe("menu");
  await fireEvent.keyDown(part("[role=menu]"), { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toContain("Open");
});

test("places, devices, tabs and columns have menus of their own", async () => {
  await show();
  const places = within(part("[data-region=places]"));
  const removable = { ...app().places[1]!, id: 7, kind: "removable", name: { text: "Stick" } };
  tell({ type: "places", places: [...app().places, removable as never] });
  await tick();
  await fireEvent.contextMenu(places.getByText("System"));
  expect(offered()).toEqual(["Open", "Open in a new tab", "Open in the other panel"]);
  await fireEvent.contextMenu(places.getByText("Stick"));
  await fireEvent.click(within(part("[role=menu]")).getByText("Eject"));
  expect(asked("eject")).toEqual([{ place: 7 }]);

  await fireEvent.contextMenu(part("#left-panel [data-tab='1']"));
  expect(offered()).toEqual(["Close", "Close others", "New tab"]);
  await fireEvent.click(within(part("[role=menu]")).getByText("Close others"));
  expect(lastAsked("panel")).toEqual({
    side: "left",
    ask: { ask: "tab", tab: { tab: "close", id: 2 } },
  });

  await fireEvent.contextMenu(part("#left-panel .column-heads"));
  const name = within(part("[role=menu]")).getByText("Sort by name").closest("button")!;
  expect(name.getAttribute("aria-checked")).toBe("true");
  await expectAccessible(part("[role=menu]"));
  await fireEvent.click(within(part("[role=menu]")).getByText("Folders first"));
  expect(lastAsked("panel")).toMatchObject({ ask: { sort: { directories_first: false } } });
});

test("a menu stays open when the button that opened it is let go, and closes by a press elsewhere", async () => {
  await show();
  const folder = part("#left-panel [data-row='1']");
  await fireEvent.pointerDown(folder, { button: 2 });
  await fireEvent.contextMenu(folder);
  const menu = part("[role=menu]");
  expect(menu.getAttribute("popover")).toBe("manual");
  await fireEvent.pointerUp(folder, { button: 2 });
  await fireEvent.pointerDown(menu.querySelector("button")!);
  expect(app().menu).not.toBeNull();
  await fireEvent.pointerDown(part("#right-panel"));
  expect(app().menu).toBeNull();
});

test("the menu opens by its key, and searching goes on with what was sought", async () => {
  await show();
  await key({ key: "F10", shiftKey: true });
  expect(part("[role=menu]").textContent).toContain("Rename");
  await fireEvent.keyDown(part("[role=menu]"), { key: "Escape" });
  await key({ key: "b" });
  const field = screen.getByLabelText("Search in this folder");
  await fireEvent.input(field, { target: { value: "b." } });
  await fireEvent.keyDown(field, { key: "Escape" });
  await key({ key: "n", altKey: true });
  expect(lastAsked("panel")).toMatchObject({ ask: { ask: "seek", text: "b.", here: false } });
});
