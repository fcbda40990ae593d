import { expect, test } from "vitest";

import type { Mark } from "../bindings/desktop/Mark";
import { panel, row } from "../test/host";

import { meant, opened } from "./meant";
import { Order } from "./order";
import { reduce } from "./reduce";
import { initial, type State } from "./state";

const showing = (marked: number): State => ({
  ...initial,
  panels: { left: panel("left", { marked }), right: panel("right") },
});
const marks = (mark: Mark) =>
  meant(showing(0), new Order(), "panel", { side: "left", ask: { ask: "mark", mark } }).ask;

test("the cursor and marks name entries beside their rows", () => {
  const cursor = { side: "left", ask: { ask: "cursor", row: 3, touch: 1 } } as const;
  expect(meant(showing(0), new Order(), "panel", cursor).ask).toMatchObject({ row: 3, id: 3 });
  expect(marks({ mark: "toggle", row: 2 })).toMatchObject({ mark: { row: 2, id: 2 } });
  expect(marks({ mark: "only", row: 1 })).toMatchObject({ mark: { row: 1, id: 1 } });
  const range = marks({ mark: "range", from: 3, to: 1, on: true });
  expect(range).toMatchObject({ mark: { from: 3, from_id: 3, to: 1, to_id: 1 } });
  // The way up is no entry, and of what is far out of sight the page knows none.
  expect(marks({ mark: "toggle", row: 0 })).toEqual({
    ask: "mark",
    mark: { mark: "toggle", row: 0, id: undefined },
  });
  expect(marks({ mark: "range", from: 1, to: 5000, on: true })).toMatchObject({
    mark: { to_id: undefined },
  });
});

test("without marks, what is done is done with the entry that the user sees under the cursor", () => {
  const items = { items: "marked", side: "left" } as const;
  const order = new Order();
  expect(meant(showing(0), order, "properties", { items }).items).toEqual({ ...items, current: 2 });
  expect(meant(showing(1), order, "properties", { items }).items).toEqual({
    ...items,
    current: null,
  });
  // While a change of marks is on its way, no mark may be left when the program handles the command.
  void order.send(["left"], true, () => new Promise(() => {}));
  expect(meant(showing(1), order, "properties", { items }).items).toEqual({ ...items, current: 2 });
});

test("a dialog is about the entry that the user saw when it opened, whatever is confirmed there later", () => {
  const items = { items: "marked", side: "left" } as const;
  const order = new Order();
  const open = (marked: number) =>
    opened(showing(marked), order, {
      type: "dialog",
      dialog: { kind: "properties", items, checksum: false },
    });
  const pinned = { ...items, current: 2 };
  expect(open(0)).toMatchObject({ dialog: { items: pinned } });
  expect(open(1)).toMatchObject({ dialog: { items: { ...items, current: null } } });
  // The cursor is on another entry now.
  const moved = reduce(showing(0), { type: "cursor", side: "left", row: 3 });
  expect(meant(moved, order, "properties", { items: pinned }).items).toEqual(pinned);
  const none = { ...items, current: null };
  expect(meant(moved, order, "properties", { items: none }).items).toEqual(none);
});

test("a cursor that the program has not heard of, and a range, stay with their entries", () => {
  let state = reduce(showing(0), { type: "cursor", side: "left", row: 3 });
  state = reduce(state, { type: "anchor", side: "left", row: 2 });
  const rows = [...panel("left").rows];
  rows.splice(1, 0, row(9, "a new one"));
  const grown = panel("left", { rows, len: 5, touch: 0 });
  state = reduce(state, { type: "panel", ...grown });
  expect(state.panels.left?.cursor).toBe(4);
  expect(state.anchor.left).toBe(3);
});
