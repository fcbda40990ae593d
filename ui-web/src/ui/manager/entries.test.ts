import { fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, test, vi } from "vitest";

import { act, app } from "../../model/store.svelte";
import { TALLEST } from "../../model/tall.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, lastAsked, panel, row, tell } from "../../test/host";
import { click, cursor, entry, grid, key, left, part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

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

  test("shows the last of ten million rows, which no element is high enough for", async () => {
    await show({ len: 10_000_000, total: 9_999_999 });
    act({ type: "cursor", side: "left", row: 9_999_999 });
    await tick();
    const rows = grid().querySelector<HTMLElement>(".rows")!;
    const last = grid().querySelector<HTMLElement>("[data-row='9999999']")!;
    expect(parseFloat(rows.style.height)).toBe(TALLEST);
    expect(parseFloat(last.style.top)).toBe(TALLEST - 28);
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
  expect(part("#left-panel [role=gridcell]").textContent).toContain("a.jpg");
  await key({ key: "ArrowRight" });
  expect(cursor()).toBe(3);
  await expectAccessible();
});

test("rows that are not there any more are not what a drag or key means", async () => {
  await show({ rows: [row(9, "other")], from: 50, len: 60, cursor: 2 });
  await key({ key: "F2" });
  expect(app().renaming).toBeNull();
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
