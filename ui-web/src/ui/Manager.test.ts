import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { PanelState } from "../bindings/desktop/PanelState";
import type { Preferences } from "../bindings/desktop/Preferences";
import { run } from "../model/actions";
import type { Gesture } from "../model/reduce";
import { act, app, follow } from "../model/store.svelte";
import { expectAccessible } from "../test/axe";
import { call, greet, panel, row, tell } from "../test/host";
import { session } from "./manager/session.svelte";
import Manager from "./Manager.svelte";

vi.mock("../host", () => import("../test/host"));

beforeAll(follow);
beforeEach(() => void call.mockReset().mockResolvedValue(null));
afterEach(cleanup);

/** Ends what a test before may have left. */
const calm: Gesture[] = [
  { type: "dialog", dialog: null },
  { type: "line", line: null },
  { type: "menu", menu: null },
  { type: "pressed", keys: [] },
  { type: "rename", id: null },
  { type: "anchor", side: "left", row: null },
  { type: "focus", side: "left" },
];

async function show(
  left: Partial<PanelState> = {},
  preferences: Partial<Preferences> = {},
): Promise<void> {
  for (const gesture of calm) act(gesture);
  greet(preferences);
  tell({ type: "panel", ...panel("left", { ...left, touch: app().touch.left }) });
  tell({ type: "panel", ...panel("right", { touch: app().touch.right }) });
  tell({
    type: "places",
    places: [
      {
        id: 1,
        section: "places",
        kind: "home",
        name: { text: "ines" },
        free: null,
        size: null,
        filesystem: "",
      },
      {
        id: 2,
        section: "devices",
        kind: "disk",
        name: { text: "System" },
        free: 612e9,
        size: 2e12,
        filesystem: "btrfs",
      },
    ],
  });
  render(Manager);
  await tick();
}

// By selector, since finding by role in a whole window is slow.
const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const left = () => within(part("#left-panel"));
const grid = () => part("#left-panel [role=grid]");
const key = (init: KeyboardEventInit & { key: string }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, init);
const asked = (name: string) =>
  call.mock.calls.filter(([it]) => it === name).map(([, args]) => args);
const lastAsked = (name: string) => asked(name).at(-1);
const mark = (mark: object) => ({ side: "left", ask: { ask: "mark", mark } });
const cursor = () => app().panels.left?.cursor;

/** Presses and lets go, as browsers tell it. */
async function click(element: Element, init: MouseEventInit = {}): Promise<void> {
  const event = (type: string) =>
    fireEvent(element, new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  await event("pointerdown");
  await event("pointerup");
  await event("click");
}

const entry = (name: string) => left().getByTitle(name).closest("[data-row]")!;

describe("a list", () => {
  test("is a grid that says how long it is and where the cursor is", async () => {
    await show();
    expect(grid().getAttribute("aria-rowcount")).toBe("5");
    expect(document.activeElement).toBe(grid());
    const row = document.getElementById(grid().getAttribute("aria-activedescendant")!);
    expect(row?.textContent).toContain("a.jpg");
    expect(row?.getAttribute("aria-rowindex")).toBe("4");
    expect(left().getByText("1 marked")).toBeTruthy();
    await expectAccessible();
  });

  test("draws few of a hundred thousand rows, unknown ones as placeholders", async () => {
    await show({ len: 100_000, total: 99_999 });
    expect(document.querySelectorAll("#left-panel [role=row]").length).toBeLessThan(60);
    expect(grid().querySelector(".skeleton")).not.toBeNull();
  });

  test("moves its cursor by keys, and tells the program how far it is", async () => {
    await show();
    await key({ key: "ArrowDown" });
    expect(cursor()).toBe(3);
    const { left: touch } = app().touch;
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "cursor", row: 3, id: 3, touch },
    });
    await key({ key: "ArrowDown" });
    expect(cursor()).toBe(3);
  });

  /** Waits until all commands are answered: each waits for the one before it. */
  const answered = () => new Promise((done) => setTimeout(done));

  /** The changes of marks that were asked for since the last look at them. */
  const marked = async () => {
    await answered();
    const all = asked("panel").map((it) => (it as { ask: { mark?: object } }).ask.mark);
    call.mockClear();
    return all.filter((it) => it !== undefined);
  };
  const unmarked = () => panel("left").rows.map((it) => ({ ...it, marked: false }));

  test("selects the entry that is clicked alone", async () => {
    await show();
    await click(entry("a.jpg"));
    expect(cursor()).toBe(2);
    expect(await marked()).toContainEqual({ mark: "none" });
    // Marked entries can be dragged, so their marks are cleared only when the click ends.
    await show();
    await fireEvent(entry("b.jpg"), new MouseEvent("pointerdown", { bubbles: true }));
    expect(await marked()).toEqual([]);
    await click(entry("b.jpg"));
    expect(await marked()).toEqual([{ mark: "none" }]);
  });

  test("counts the entry that was clicked first among those of Ctrl", async () => {
    await show({ marked: 0, rows: unmarked() });
    await click(entry("a.jpg"));
    await click(entry("b.jpg"), { ctrlKey: true });
    expect(await marked()).toEqual([
      { mark: "only", row: 2, id: 2 },
      { mark: "toggle", row: 3, id: 3 },
    ]);
    await click(entry("Day 1").querySelector(".checkbox")!);
    expect(await marked()).toEqual([{ mark: "toggle", row: 1, id: 1 }]);
  });

  test("does not count an entry that keys led to among those of Ctrl", async () => {
    await show({ marked: 0, rows: unmarked() });
    await click(entry("a.jpg"));
    await key({ key: "ArrowUp" });
    await click(entry("b.jpg"), { ctrlKey: true });
    expect(await marked()).toEqual([{ mark: "toggle", row: 3, id: 3 }]);
  });

  test("extends to Shift from the first click, and adds with Ctrl", async () => {
    await show();
    await click(entry("b.jpg"), { ctrlKey: true });
    await click(entry("a.jpg"), { shiftKey: true });
    await click(entry("Day 1"), { shiftKey: true });
    await click(entry("Day 1"), { shiftKey: true, ctrlKey: true });
    const range = (to: number) => ({ mark: "range", from: 3, from_id: 3, to, to_id: to, on: true });
    expect(await marked()).toEqual([
      { mark: "toggle", row: 3, id: 3 },
      { mark: "none" },
      range(2),
      { mark: "none" },
      range(1),
      range(1),
    ]);
  });

  test("has no marks after a click on blank space, and none after Esc", async () => {
    await show();
    await click(grid());
    expect(await marked()).toEqual([{ mark: "none" }]);
    await key({ key: "Escape" });
    expect(await marked()).toEqual([{ mark: "none" }]);
  });

  test("enters folders and opens files by a double click", async () => {
    await show();
    await click(entry("Day 1"));
    await fireEvent.dblClick(entry("Day 1"));
    await answered();
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "go", to: { to: "entry", id: 1 } },
    });
    await click(entry("a.jpg"));
    await fireEvent.dblClick(entry("a.jpg"));
    expect(asked("open")).toEqual([{ items: { items: "entries", ids: [2] } }]);
  });

  test("is dragged after a few pixels, marked rows together", async () => {
    await show();
    const move = (type: string, x: number) =>
      fireEvent(
        grid(),
        new MouseEvent(type, { bubbles: true, clientX: x, clientY: 10, buttons: 1, ctrlKey: true }),
      );
    await fireEvent(
      entry("b.jpg"),
      new MouseEvent("pointerdown", { bubbles: true, clientX: 10, clientY: 10 }),
    );
    await move("pointermove", 12);
    expect(app().drag).toBeNull();
    await move("pointermove", 20);
    expect(app().drag).toMatchObject({
      items: { items: "marked", side: "left" },
      count: 1,
      verb: "copy",
      released: false,
    });
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(app().drag).toBeNull();
  });

  test("tells why it is empty", async () => {
    await show({ rows: [], len: 0, total: 0 });
    expect(left().getByText("This folder is empty")).toBeTruthy();
    await expectAccessible(part("#left-panel"));
    tell({
      type: "panel",
      ...panel("left", {
        rows: [],
        len: 0,
        error: {
          action: "open_dir",
          code: "permission_denied",
          path: { text: "/root" },
          errno: 13,
        },
      }),
    });
    await tick();
    expect(part("#left-panel [role=alert]").textContent).toContain(
      "You do not have permission to open this folder. (13)",
    );
  });
});

test("a grid shows tiles, and arrows go sideways", async () => {
  await show({}, { grid: true });
  expect(part("#left-panel [role=gridcell]").textContent).toContain("Pictures");
  await key({ key: "ArrowRight" });
  expect(cursor()).toBe(3);
  await expectAccessible();
});

describe("keys", () => {
  test("of the keymap plan before they do", async () => {
    await show();
    call.mockImplementation(async (name) => (name === "plan" ? 7 : null));
    await key({ key: "F5" });
    expect(asked("plan")).toEqual([
      {
        verb: "copy",
        items: { items: "marked", side: "left" },
        target: { target: "panel", side: "right" },
      },
    ]);
    await vi.waitFor(() => expect(app().dialog).toEqual({ kind: "transfer", plan: 7 }));
  });

  test("follow each other, and unknown ones end it", async () => {
    await show();
    await key({ key: "g" });
    expect(app().pressed).toEqual(["g"]);
    expect(screen.getByText("First row")).toBeTruthy();
    await key({ key: "g" });
    expect(cursor()).toBe(0);
    await key({ key: "g" });
    await key({ key: "x" });
    expect(app().pressed).toEqual([]);
    expect(app().line).toBeNull();
  });

  test("without a meaning search as they are typed", async () => {
    await show();
    await key({ key: "b" });
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "seek", text: "b", here: true, backwards: false },
    });
    const field = screen.getByLabelText("Search in this folder");
    expect(document.activeElement).toBe(field);
    await key({ key: "Escape" });
    expect(document.activeElement).toBe(grid());
  });

  test("mark a range while it is held open", async () => {
    await show();
    await key({ key: "v", altKey: true });
    await key({ key: "ArrowUp" });
    const range = mark({ mark: "range", from: 2, from_id: 2, to: 1, to_id: 1, on: true });
    // The program gets it after the cursor.
    await vi.waitFor(() => expect(lastAsked("panel")).toEqual(range));
  });

  test("switch panels with the focus", async () => {
    await show();
    await key({ key: "Tab" });
    expect(app().focus).toBe("right");
    expect(document.activeElement?.closest("section")?.id).toBe("right-panel");
    expect(asked("panels")).toContainEqual({ ask: { ask: "focus", side: "right" } });
  });

  test("are a crumb's own, and lead back to the list", async () => {
    await show();
    const crumb = within(part("#left-panel nav")).getByText("Pictures").closest("button")!;
    crumb.focus();
    call.mockClear();
    await key({ key: "Enter" });
    expect(call).not.toHaveBeenCalled();
    await fireEvent.click(crumb);
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "go", to: { to: "up", up: 1 } },
    });
    expect(document.activeElement).toBe(grid());
  });

  test("are a button's own while it has the focus", async () => {
    await show();
    screen.getByText("Copy").closest("button")!.focus();
    call.mockClear();
    await key({ key: " " });
    await key({ key: "Enter" });
    expect(call).not.toHaveBeenCalled();
    await key({ key: "F6", ctrlKey: true });
    expect(document.activeElement?.closest("nav")?.getAttribute("aria-label")).toBe("Places");
  });
});

test("a name is edited in its row, and a refusal keeps the field", async () => {
  await show();
  call.mockImplementation(async (name) => {
    if (name === "spelled") return "a.jpg";
    throw { why: "not", text: "The name is taken." };
  });
  await key({ key: "F2" });
  const field = await screen.findByLabelText<HTMLInputElement>(/New name/);
  await vi.waitFor(() => expect(field.selectionEnd).toBe(1));
  field.value = "b.jpg";
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(asked("edit")).toEqual([{ ask: { edit: "rename", id: 2, to: "b.jpg" } }]);
  expect((await screen.findByText("The name is taken.")).role).toBe("alert");
  await fireEvent.keyDown(field, { key: "Escape" });
  expect(document.activeElement).toBe(grid());
});

test("the path bar becomes a field that completes", async () => {
  await show();
  call.mockImplementation(async (name) => (name === "complete" ? ["/Pictures/"] : null));
  await key({ key: "l", ctrlKey: true });
  const field = screen.getByLabelText<HTMLInputElement>("Go to a path");
  expect(field.value).toBe("/Pictures/Fjord");
  await fireEvent.input(field, { target: { value: "/Pi" } });
  await screen.findByText("/Pictures/");
  await expectAccessible(part("#left-panel"));
  await fireEvent.keyDown(field, { key: "Tab" });
  expect(field.value).toBe("/Pictures/");
  await fireEvent.keyDown(field, { key: "Enter" });
  expect(lastAsked("panel")).toEqual({
    side: "left",
    ask: { ask: "go", to: { to: "path", text: "/Pictures/" } },
  });
});

test("the place that the folder is in is marked among the places", async () => {
  await show();
  const places = part("[data-region=places]");
  expect(places.querySelectorAll("[aria-current]").length).toBe(1);
  expect(places.querySelector("[aria-current]")?.textContent).toContain("Home");
  await fireEvent.click(within(places).getByText("System"));
  expect(lastAsked("panel")).toMatchObject({ ask: { ask: "go", to: { to: "place", place: 2 } } });
  expect(document.activeElement).toBe(grid());
});

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

/** What the open menu offers. */
const offered = () =>
  [...part("[role=menu]").querySelectorAll("button")].map((it) => it.textContent.trim());

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

describe("the palette", () => {
  test("finds actions with their keys, and runs them", async () => {
    await show();
    await key({ key: "p", ctrlKey: true });
    const field = part("dialog input");
    await fireEvent.input(field, { target: { value: "trash move" } });
    const offer = part("dialog [role=option]");
    expect(offer.textContent).toContain("Move to Trash");
    expect(offer.textContent).toContain("F8");
    await expectAccessible(part("dialog"));
    call.mockResolvedValue(3);
    await fireEvent.keyDown(field, { key: "Enter" });
    expect(lastAsked("plan")).toMatchObject({ verb: "trash" });
  });

  test.each([
    ["undo", "Undo"],
    ["settings", "Preferences…"],
    ["unzip", "Extract archives here"],
    ["delete", "Delete permanently…"],
    ["remove", "Move to Trash…"],
    ["clone", "Duplicate"],
    ["previous", "Previous"],
  ])("finds %s", async (needle, label) => {
    await show();
    await key({ key: "p", ctrlKey: true });
    await fireEvent.input(part("dialog input"), { target: { value: needle } });
    const labels = [...part("dialog").querySelectorAll("[role=option]")].map(
      (it) => it.textContent,
    );
    expect(labels.join("\n")).toContain(label);
    if (needle === "undo") expect(labels[0]).toContain("Undo");
  });

  test("shows what cannot be done now with the reason, and does nothing for it", async () => {
    await show({ marked: 0, cursor: 0 });
    await key({ key: "p", ctrlKey: true });
    const field = part("dialog input");
    const options = () => [...part("dialog").querySelectorAll("[role=option]")];
    expect(options().some((it) => it.hasAttribute("aria-disabled"))).toBe(false);
    await fireEvent.input(field, { target: { value: "move to trash" } });
    expect(options()[0]!.getAttribute("aria-disabled")).toBe("true");
    expect(options()[0]!.textContent).toContain("Select an item first");
    await expectAccessible(part("dialog"));
    await fireEvent.keyDown(field, { key: "Enter" });
    expect(asked("plan")).toEqual([]);
    expect(app().dialog).not.toBeNull();
  });

  test("goes to places", async () => {
    await show();
    act({ type: "dialog", dialog: { kind: "palette", only: "places" } });
    await tick();
    await fireEvent.click(within(part("dialog")).getByText(/System/));
    expect(lastAsked("panel")).toMatchObject({ ask: { to: { to: "place", place: 2 } } });
    expect(app().dialog).toBeNull();
  });
});

test("an action that shows another tab of the drawer takes the keyboard to it", async () => {
  await show();
  greet({ drawer: 316 });
  run("questions", session);
  await tick();
  run("finished", session);
  expect(document.activeElement?.id).toBe("drawer-history");
});

test("the list of keys is the live keymap's", async () => {
  await show();
  await key({ key: "F1" });
  const help = within(part("dialog"));
  expect(help.getByText("First row").closest("div")?.textContent).toContain("g g");
  expect(help.queryByText("Swap the panels")).toBeNull();
  await expectAccessible(part("dialog"));
});

test("rows that are not there any more are not what a drag or key means", async () => {
  await show({ rows: [row(9, "other")], from: 50, len: 60, cursor: 2 });
  await key({ key: "F2" });
  expect(app().renaming).toBeNull();
});

describe("the path bar", () => {
  /** What the crumbs are called, and whether they have an icon. */
  const crumbs = () =>
    [...document.querySelectorAll("#left-panel nav button")].map((crumb) => [
      crumb.textContent,
      crumb.querySelector("svg") !== null,
    ]);
  const way = (...names: string[]) => ({
    crumbs: names.map((text, n) => ({ name: { text }, up: names.length - 1 - n })),
  });

  test("begins at the root outside of the home folder", async () => {
    await show(way("/", "srv"));
    expect(crumbs()).toEqual([
      ["/", true],
      ["srv", false],
    ]);
  });

  test("begins at Home inside of it, and says so there, too", async () => {
    await show(way("ines", "Pictures"));
    expect(crumbs()).toEqual([
      ["Home", true],
      ["Pictures", false],
    ]);
    await fireEvent.click(within(part("#left-panel nav")).getByRole("button", { name: "Home" }));
    expect(lastAsked("panel")).toEqual({
      side: "left",
      ask: { ask: "go", to: { to: "up", up: 1 } },
    });
    cleanup();
    await show(way("ines"));
    expect(crumbs()).toEqual([["Home", true]]);
    expect(part("#left-panel [data-row='0']").textContent).toContain("Parent folder");
  });

  test("does not take the trash for the home folder", async () => {
    await show({ ...way("Trash"), subject: { of: "trash" } });
    expect(crumbs()).toEqual([["Trash", false]]);
  });
});

describe("what a search found in files", () => {
  const line = { number: 1234, before: "a ", hit: "<b>needle</b>", after: " here", lines: 3 };
  const found = (over: boolean, change: object = {}) => ({
    subject: {
      of: "found" as const,
      pattern: "*.txt",
      contains: "<b>needle</b>",
      over,
      progress: { among: 4321, unlisted: 0, unread: 0, full: false, stopped: false, ...change },
    },
    rows: [row(1, "a/one.txt", { line: { ...line, more: true } })],
    len: 1,
    total: 1,
    shown: 1,
    cursor: 0,
    marked: 0,
  });
  const foot = () => part("#left-panel .foot").textContent;

  test("is shown with its line and the match, as text", async () => {
    await show(found(true), { grid: true });
    const cells = part("#left-panel [data-row='0'] .line");
    expect(cells.textContent).toContain("1234");
    expect(cells.textContent).toContain("a <b>needle</b> here");
    expect(cells.querySelector("mark")?.textContent).toBe("<b>needle</b>");
    expect(cells.querySelector("b")).toBeNull();
    expect(cells.textContent).toContain("3+ lines");
    const [left] = screen.getAllByRole("grid");
    expect([...left!.querySelectorAll("[role=columnheader]")].map((it) => it.textContent)).toEqual([
      expect.stringContaining("Name"),
      "Line",
    ]);
    await expectAccessible();
  });

  test("is counted while the search runs, which can be stopped", async () => {
    await show(found(false));
    expect(foot()).toContain("Searching for “<b>needle</b>” in *.txt: 4,321 files, 1 found");
    await fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(lastAsked("panel")).toEqual({ side: "left", ask: { ask: "stop_finding" } });
  });

  test("says how the search ended", async () => {
    await show(found(true, { unread: 2, unlisted: 1, full: true }));
    const files = "1 hit for “<b>needle</b>” in *.txt among 4,321 files";
    const rest = "stopped here, there may be more; 1 folder and 2 files could not be read";
    expect(foot()).toContain(`${files}; ${rest}`);
    cleanup();
    await show(found(true, { stopped: true }));
    expect(foot()).toContain(`Stopped: ${files}`);
  });
});

describe.each([
  ["list", { grid: false }],
  ["grid", { grid: true }],
] as const)("a %s that was scrolled", (_, preferences) => {
  const rows = Array.from({ length: 80 }, (_, n) => row(n + 1, `DSC_${n}.NEF`));
  const scrolled = async () => {
    await show({ rows, len: 80, cursor: 2 }, preferences);
    const [list] = screen.getAllByRole("grid");
    list!.scrollTop = 900;
    return list!;
  };

  test("stays where it is when rows are told", async () => {
    const list = await scrolled();
    tell({
      type: "panel",
      ...panel("left", { rows, len: 80, cursor: 2, touch: app().touch.left }),
    });
    await tick();
    expect(list.scrollTop).toBe(900);
  });

  test("shows the cursor when that moves", async () => {
    const list = await scrolled();
    act({ type: "cursor", side: "left", row: 4 });
    await tick();
    expect(list.scrollTop).not.toBe(900);
  });
});
