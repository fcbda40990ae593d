import { fireEvent, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { ColumnChoice } from "../../bindings/desktop/ColumnChoice";
import type { PanelColumn } from "../../bindings/desktop/PanelColumn";
import { preferences } from "../../mock/samples";
import { app } from "../../model/store.svelte";
import { when } from "../../model/when";
import { expectAccessible } from "../../test/axe";
import { asked, lastAsked, row, tell } from "../../test/host";
import { key, part, prepare, show } from "../../test/manager";

import {
  arranged,
  cellOf,
  fitting,
  longestSize,
  moved,
  shown,
  SIZE,
  slack,
  tracks,
} from "./columns";

vi.mock("../../host", () => import("../../test/host"));

prepare();
afterEach(() => vi.restoreAllMocks());

const file = row(7, "DSC_4410.NEF", {
  size: 4_200_000,
  mtime: 1_763_733_600_000_000,
  mode: 0o640,
  user: "ines",
  group: "users",
  links: 2,
});
const usual = preferences.columns;
const all = arranged(usual).map((it) => ({ ...it, shown: true }));
const names = (columns: readonly { name: PanelColumn }[]) => columns.map(({ name }) => name);
const texts = (of: typeof file) => shown(all).map((column) => cellOf(column, of).text);

/** Puts the choice of the user into the window, as the program does. */
const choose = (columns: ColumnChoice[]) =>
  tell({ type: "preferences", ...app().preferences!, columns });
/** The width that the program was asked to remember. */
const widthAsked = (name: PanelColumn) =>
  (lastAsked("prefer") as { change: { columns: ColumnChoice[] } }).change.columns.find(
    ({ column }) => column === name,
  )?.width;
const heads = () =>
  [...part("#left-panel .column-heads").children].map((it) => it.textContent.trim());
const edge = (name: string) =>
  within(part("#left-panel .column-heads")).getByRole("separator", {
    name: `Width of ${name} in pixels`,
  });

test("each column has a track behind those of the name", () => {
  expect(tracks(shown(usual))).toBe("16px 16px minmax(0, 1fr) 76px 136px");
  const wide = [{ column: "owner", shown: true, width: 200 } as const, ...usual];
  expect(tracks(shown(wide))).toBe("16px 16px minmax(0, 1fr) 200px 76px 136px");
});

test("the sizes have the width that they need, unless the user gave them one", () => {
  const width = (size: number, own = 0) =>
    shown([{ column: "size", shown: true, width: own }], size)[0]!.width;
  expect([width(0), width(40), width(98), width(900)]).toEqual([76, 76, 98, 160]);
  expect(width(98, 60)).toBe(60);
  const folder = row(9, "Archive", { kind: "directory", items: 1500 });
  expect(longestSize([undefined, file, folder])).toBe("1,500 items".length);
});

test("cells show what is known of an entry, and nothing of the way up", () => {
  const time = when(1_763_733_600_000_000);
  expect(texts(file)).toEqual(["4.20\u00a0MB", time, "rw-r-----", "ines", "users", "NEF", "2"]);
  const bare = row(8, ".bashrc", { size: null, mtime: null, mode: null });
  expect(texts(bare)).toEqual(["", "", "", "", "", "", ""]);
  expect(cellOf(SIZE, { ...file, size: null, items: 3 }).text).toBe("3 items");
  expect(texts({ ...file, id: null })).toEqual(["", "", "", "", "", "", ""]);
});

test("cells say how much of an entry a job has written", () => {
  expect(texts({ ...file, written: 62 }).slice(0, 2)).toEqual(["62\u00a0%", "Copying here"]);
});

test("a list that is too narrow leaves columns out from the right, the size last", () => {
  const columns = shown(all);
  expect(names(fitting(columns, 0))).toEqual(names(columns));
  expect(names(fitting(columns, 2000))).toEqual(names(columns));
  expect(names(fitting(columns, 430))).toEqual(["size", "time"]);
  expect(names(fitting(columns, 300))).toEqual(["size"]);
  const last = shown(moved(all, "size", 1));
  expect(names(last).slice(0, 2)).toEqual(["time", "size"]);
  expect(names(fitting(last, 300))).toEqual(["size"]);
  expect(slack(shown(usual), 440)).toBe(440 - 192 - 84 - 144);
});

test("the user chooses which columns stand where", async () => {
  await show();
  expect(heads()).toEqual(["Name", "Size", "Modified"]);
  choose([
    { column: "owner", shown: true, width: 0 },
    { column: "size", shown: false, width: 0 },
    { column: "time", shown: true, width: 0 },
  ]);
  await tick();
  expect(heads()).toEqual(["Name", "Owner", "Modified"]);
  await fireEvent.contextMenu(part("#left-panel .column-heads"));
  const menu = within(part("[role=menu]"));
  expect(menu.getByText("Size").closest("button")!.getAttribute("aria-checked")).toBe("false");
  await fireEvent.click(menu.getByText("Size"));
  const { columns } = (lastAsked("prefer") as { change: { columns: ColumnChoice[] } }).change;
  expect(columns[1]).toEqual({ column: "size", shown: true, width: 0 });
  expect(columns).toHaveLength(7);
});

test("the edge of a head is dragged, and takes arrow keys", async () => {
  await show();
  const size = edge("Size");
  expect(size.getAttribute("aria-valuenow")).toBe("76");
  await expectAccessible(part("#left-panel .column-heads"));
  size.setPointerCapture = () => undefined;
  const drag = (type: string, clientX: number) =>
    fireEvent(size, new MouseEvent(type, { bubbles: true, clientX }));
  await drag("pointerdown", 500);
  await drag("pointermove", 460);
  // What is told meanwhile does not let go of it.
  tell({ type: "panel", ...app().panels.left! });
  await tick();
  const grid = part("#left-panel [role=grid]");
  expect(grid.style.getPropertyValue("--columns")).toContain("116px 136px");
  expect(asked("prefer")).toEqual([]);
  await drag("pointerup", 460);
  expect(widthAsked("size")).toBe(116);
  choose([{ column: "size", shown: true, width: 116 }, usual[1]!]);
  await tick();
  await fireEvent.keyDown(edge("Size"), { key: "ArrowRight" });
  expect(widthAsked("size")).toBe(108);
  await fireEvent.keyDown(edge("Size"), { key: "Home" });
  expect(widthAsked("size")).toBe(48);
  // The cursor of the list stays where it is.
  expect(asked("panel").some((it) => (it as { ask: { ask: string } }).ask.ask === "cursor")).toBe(
    false,
  );
});

test("Esc lets go of the edge of a head where it was, and keeps the marks of the panel", async () => {
  await show();
  const size = edge("Size");
  size.setPointerCapture = () => undefined;
  const drag = (type: string, clientX: number) =>
    fireEvent(size, new MouseEvent(type, { bubbles: true, clientX }));
  await drag("pointerdown", 500);
  await drag("pointermove", 460);
  await key({ key: "Escape" });
  await drag("pointerup", 460);
  const grid = part("#left-panel [role=grid]");
  expect(grid.style.getPropertyValue("--columns")).toContain("76px 136px");
  expect(asked("prefer")).toEqual([]);
  expect(asked("panel").some((it) => (it as { ask: { ask: string } }).ask.ask === "mark")).toBe(
    false,
  );
});

test("a double click makes a column as wide as what is in it", async () => {
  await show();
  Range.prototype.getBoundingClientRect = function () {
    return { width: this.startContainer.textContent!.length * 9 } as DOMRect;
  };
  await fireEvent.dblClick(edge("Modified"));
  const widest = Math.max("Modified".length, when(1_700_000_000_000_000).length) * 9;
  expect(widthAsked("time")).toBe(widest);
  // No entry is opened by it.
  expect(asked("panel").some((it) => (it as { ask: { ask: string } }).ask.ask === "go")).toBe(
    false,
  );
});
