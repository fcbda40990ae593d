import { aPlan } from "../mock/samples";
import { describe, expect, test } from "vitest";

import type { PlanState } from "../bindings/desktop/PlanState";
import { panel, row } from "../test/host";

import {
  aimAt,
  isAcross,
  isSlip,
  taking,
  targetName,
  verbOfDrop,
  verbOfKeys,
  verbWithoutAsking,
} from "./drop";
import { reduce } from "./reduce";
import { initial } from "./state";

const ask = { same: "ask", other: "ask" } as const;
const done = { same: "move", other: "copy" } as const;

describe("where a drag points", () => {
  test("the innermost element that takes drops is meant", () => {
    document.body.innerHTML = `
      <section><div id="row"><b id="name">x</b></div><i id="free">y</i></section><p id="none"></p>`;
    document.querySelector("section")!.dataset.drop = taking({ target: "panel", side: "left" });
    document.querySelector<HTMLElement>("#row")!.dataset.drop = taking({ target: "entry", id: 7 });
    const at = (id: string) =>
      aimAt(0, 0, { elementFromPoint: () => document.querySelector(id) })?.target;
    expect(at("#name")).toEqual({ target: "entry", id: 7 });
    expect(at("#free")).toEqual({ target: "panel", side: "left" });
    expect(at("#none")).toBeUndefined();
  });

  test("a place and a panel have names", () => {
    expect(targetName(initial, { target: "panel", side: "left" })).toBeNull();
    const state = reduce(initial, {
      type: "places",
      places: [
        {
          id: 3,
          section: "devices",
          kind: "disk",
          name: { text: "Backup SSD" },
          free: 1,
          size: 2,
          filesystem: "exfat",
        },
      ],
    });
    expect(targetName(state, { target: "place", place: 3 })).toEqual({ text: "Backup SSD" });
  });
});

describe("what a drop does", () => {
  test.each([
    [false, false, null],
    [true, false, "copy"],
    [false, true, "move"],
    [true, true, "link"],
  ])("Ctrl %s and Shift %s", (ctrlKey, shiftKey, verb) => {
    expect(verbOfKeys({ ctrlKey, shiftKey })).toBe(verb);
  });

  test("keys come before the devices", () => {
    const plan: PlanState = { ...aPlan, default_verb: "move" };
    expect(verbOfDrop(null, plan)).toBe("move");
    expect(verbOfDrop("link", plan)).toBe("link");
    expect(verbOfDrop(null, null)).toBe("copy");
  });

  test("nothing happens without asking unless the user wished it for such devices", () => {
    const same: PlanState = { ...aPlan, same_device: true };
    const other: PlanState = { ...aPlan, same_device: false };
    expect(verbWithoutAsking(null, same, ask)).toBeNull();
    expect(verbWithoutAsking("copy", same, ask)).toBeNull();
    expect(verbWithoutAsking(null, same, done)).toBe("move");
    expect(verbWithoutAsking(null, other, done)).toBe("copy");
    expect(verbWithoutAsking("link", other, done)).toBe("link");
  });
});

test("a verb that is not possible is neither the usual one nor done without asking", () => {
  const why = { why: "not", text: "Archives are read-only" } as const;
  const plan: PlanState = { ...aPlan, default_verb: "move", refused: [{ verb: "move", why }] };
  expect(verbOfDrop(null, plan)).toBe("copy");
  expect(verbOfDrop("move", plan)).toBe("move");
  expect(verbWithoutAsking(null, plan, { same: "move", other: "move" })).toBeNull();
  expect(verbWithoutAsking("copy", plan, { same: "move", other: "move" })).toBe("copy");
});

test("files that are there already were let go by a slip, unless copies are asked for", () => {
  const error = { action: "target", code: "same_file", path: { text: "/a" }, errno: null } as const;
  const why = { why: "op", error } as const;
  const refused = (["move", "link"] as const).map((verb) => ({ verb, why }));
  const plan: PlanState = { ...aPlan, default_verb: "move", refused };
  expect(isSlip(plan, null)).toBe(true);
  expect(isSlip(plan, "copy")).toBe(false);
  expect(isSlip({ ...plan, from: [] }, null)).toBe(false);
});

test("a drop of another program names its files by the drop", () => {
  const drag = { x: 1, y: 2, count: 4, first: null, verb: null, missing: 0 };
  const over = reduce(initial, { type: "drag", drag: { ...drag, drop: null } });
  expect(over.drag).toMatchObject({ items: null, released: false, foreign: true });
  const dropped = reduce(over, { type: "drag", drag: { ...drag, drop: 9 } });
  expect(dropped.drag).toMatchObject({ items: { items: "drop", drop: 9 }, released: true });
  expect(reduce(dropped, { type: "drag", drag: null }).drag).toBeNull();
});

describe("between machines", () => {
  const plan: PlanState = { ...aPlan, machine: { text: "nas" }, default_verb: "move" };

  test("files are copied, whatever the devices say, and moved where the keys say so", () => {
    expect(verbOfDrop(null, plan)).toBe("copy");
    expect(verbOfDrop("link", plan)).toBe("copy");
    expect(verbOfDrop("move", plan)).toBe("move");
    expect(verbWithoutAsking(null, plan, { same: "ask", other: "move" })).toBeNull();
    expect(verbWithoutAsking(null, plan, { same: "ask", other: "copy" })).toBe("copy");
    expect(verbWithoutAsking("move", plan, { same: "ask", other: "copy" })).toBe("move");
  });

  test("both ends are looked at", () => {
    const machine = { host: { text: "nas" }, waits: false };
    const far = panel("right", { machine, rows: [row(7, "x", { kind: "directory" })] });
    const state = { ...initial, panels: { left: panel("left"), right: far } };
    const [here, there] = [
      { items: "marked", side: "left" },
      { items: "marked", side: "right" },
    ] as const;
    expect(isAcross(state, here, { target: "panel", side: "left" })).toBe(false);
    expect(isAcross(state, here, { target: "crumb", side: "right", up: 1 })).toBe(true);
    expect(isAcross(state, here, { target: "entry", id: 7 })).toBe(true);
    expect(isAcross(state, there, { target: "panel", side: "left" })).toBe(true);
    const bookmark = {
      id: 4,
      section: "bookmarks",
      kind: "network",
      name: { text: "nas:/" },
      free: null,
      size: null,
      filesystem: "",
    } as const;
    const share = { ...bookmark, id: 5, section: "devices" } as const;
    const places = { ...state, places: [bookmark, share] };
    expect(isAcross(places, here, { target: "place", place: 4 })).toBe(true);
    expect(isAcross(places, here, { target: "place", place: 5 })).toBe(false);
  });
});
