import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { DragState } from "../../bindings/desktop/DragState";
import type { PlanState } from "../../bindings/desktop/PlanState";
import type { Target } from "../../bindings/desktop/Target";
import { aPlan, preferences } from "../../mock/samples";
import { taking } from "../../model/drop";
import type { Drag } from "../../model/state";
import { act, app, follow } from "../../model/store.svelte";
import { expectAccessible } from "../../test/axe";
import { asked, call, greet, panel, tell } from "../../test/host";
import { ARMING } from "../../model/arming";
import Dialogs from "../dialogs/Dialogs.svelte";
import Drops from "./Drops.svelte";

vi.mock("../../host", () => import("../../test/host"));

const LEFT: Target = { target: "panel", side: "left" };
const RIGHT: Target = { target: "panel", side: "right" };
const NATIVE: DragState = {
  drop: null,
  x: 10,
  y: 10,
  count: 4,
  first: { text: "DSC_4410.NEF" },
  verb: null,
  missing: 0,
};
const OURS: Drag = {
  items: { items: "marked", side: "left", current: null },
  foreign: false,
  released: false,
  x: 10,
  y: 10,
  count: 4,
  first: { text: "DSC_4410.NEF" },
  verb: null,
  missing: 0,
};

/** What lies below the pointer: the left panel where x is under 100, the right one under 200, else nothing. */
function at(x: number): Element | null {
  return document.querySelector(x < 100 ? "#left" : x < 200 ? "#right" : "#none");
}

beforeAll(follow);
beforeEach(() => {
  document.body.innerHTML = `<section class="panel" data-region="left" id="left"></section>
    <section class="panel" data-region="right" id="right"></section><p id="none"></p>`;
  document.querySelector<HTMLElement>("#left")!.dataset.drop = taking(LEFT);
  document.querySelector<HTMLElement>("#right")!.dataset.drop = taking(RIGHT);
  vi.spyOn(document, "elementFromPoint").mockImplementation(at);
  call
    .mockReset()
    .mockImplementation(async (name) => (name === "plan" ? 5 : name === "start" ? 9 : null));
  greet();
  tell({ type: "panel", ...panel("left") });
});
afterEach(() => {
  act({ type: "dialog", dialog: null });
  tell({ type: "drag", drag: null });
  cleanup();
  vi.restoreAllMocks();
});

const settle = async () => {
  await new Promise((done) => setTimeout(done));
  await tick();
};

describe("a drag of another program", () => {
  test("is taken where something takes it, and nowhere else", async () => {
    render(Drops);
    tell({ type: "drag", drag: NATIVE });
    await settle();
    expect(document.querySelectorAll(".aim")).toHaveLength(1);
    expect(document.body.textContent).toContain("Copy 4 items into Fjord");
    tell({ type: "drag", drag: { ...NATIVE, x: 300 } });
    await settle();
    expect(document.querySelectorAll(".aim")).toHaveLength(0);
    expect(asked("drag_over")).toEqual([{ takes: true }, { takes: false }]);
    expect(asked("plan")).toEqual([]);
  });

  test("becomes a plan when it is let go, and the card asks", async () => {
    render(Drops);
    render(Dialogs);
    tell({ type: "drag", drag: { ...NATIVE, drop: 7, missing: 1 } });
    await settle();
    const items = { items: "drop", drop: 7 };
    expect(asked("plan")).toEqual([{ verb: "copy", items, target: LEFT }]);
    tell({ type: "plan", ...aPlan });
    await settle();
    const card = screen.getByRole("dialog", { name: "Copy 4 items into 2026" });
    expect(card.textContent).toContain("One dropped item is not on this computer");
    await expectAccessible(card);
    expect(asked("discard")).toEqual([]);
  });

  test("is asked about after an earlier one, which keeps its card", async () => {
    let plans = 4;
    call.mockImplementation(async (name) => (name === "plan" ? ++plans : null));
    render(Drops);
    render(Dialogs);
    tell({ type: "drag", drag: { ...NATIVE, drop: 7 } });
    await settle();
    tell({ type: "plan", ...aPlan });
    await settle();
    tell({ type: "drag", drag: { ...NATIVE, x: 110, drop: 8 } });
    await settle();
    tell({ type: "plan", ...aPlan, plan: 6, items: 1, first: { text: "later.mov" } });
    await settle();
    const card = () => screen.getByRole("dialog").getAttribute("aria-label");
    expect(card()).toBe("Copy 4 items into 2026");
    expect(asked("discard")).toEqual([]);
    await fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await settle();
    expect(card()).toBe("Copy later.mov into 2026");
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("has a card that stays where it is until another panel is meant", async () => {
    const box = new DOMRect(0, 0, 400, 600);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(box);
    render(Drops);
    const isHigh = async (x: number, y: number) => {
      tell({ type: "drag", drag: { ...NATIVE, x, y } });
      await settle();
      return document.querySelector(".drop-zone:not(.over)")!.classList.contains("high");
    };
    expect(await isHigh(10, 100)).toBe(false);
    expect(await isHigh(10, 550)).toBe(false);
    expect(await isHigh(110, 550)).toBe(true);
    expect(await isHigh(110, 100)).toBe(true);
  });

  test("let go where nothing takes it, does nothing", async () => {
    render(Drops);
    tell({ type: "drag", drag: { ...NATIVE, x: 300, drop: 7 } });
    await settle();
    expect(asked("plan")).toEqual([]);
    expect(app().dialog).toBeNull();
    expect(app().drag).toBeNull();
  });
});

describe("a drag in the window", () => {
  test("onto the trash asks whether to move the files there, and copies nothing into it", async () => {
    tell({
      type: "places",
      places: [
        {
          id: 2,
          section: "places",
          kind: "trash",
          name: { text: "Trash" },
          free: null,
          size: null,
          filesystem: "",
        },
      ],
    });
    render(Drops);
    const place: Target = { target: "place", place: 2 };
    document.querySelector<HTMLElement>("#left")!.dataset.drop = taking(place);
    act({ type: "dragged", drag: { ...OURS, verb: "copy" } });
    await settle();
    expect(document.querySelectorAll(".aim")).toHaveLength(1);
    expect(document.querySelector(".drop-zone:not(.over)")).toBeNull();
    act({ type: "dragged", drag: { ...OURS, verb: "copy", released: true } });
    await settle();
    const target: Target = { target: "unknown" };
    expect(asked("plan")).toEqual([{ verb: "trash", items: OURS.items, target }]);
    expect(app().dialog).toEqual({ kind: "removal", plan: 5 });
  });

  test("that may not go where it is let go makes no job for where it was before", async () => {
    const refusal = { why: "not", text: "Choose another folder" };
    call.mockImplementation(async (name) => {
      if (name === "replan") throw refusal;
      return name === "plan" ? 5 : null;
    });
    render(Drops);
    act({ type: "dragged", drag: { ...OURS, x: 150 } });
    await settle();
    document.querySelector<HTMLElement>("#left")!.dataset.drop = taking({
      target: "place",
      place: 9,
    });
    act({ type: "dragged", drag: { ...OURS, x: 20 } });
    await settle();
    act({ type: "dragged", drag: { ...OURS, x: 20, released: true } });
    await settle();
    expect(app().dialog).toBeNull();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("has one plan, which follows the target", async () => {
    render(Drops);
    const place: Target = { target: "place", place: 2 };
    document.querySelector<HTMLElement>("#left")!.dataset.drop = taking(place);
    act({ type: "dragged", drag: OURS });
    await settle();
    act({ type: "dragged", drag: { ...OURS, x: 20 } });
    act({ type: "dragged", drag: { ...OURS, x: 150 } });
    await settle();
    expect(asked("plan")).toHaveLength(1);
    expect(asked("replan")).toEqual([{ plan: 5, verb: "copy", target: RIGHT }]);
    expect(document.querySelector(".carried")!.textContent).toContain("DSC_4410.NEF and 3 more");
  });

  test.each<[string, Drag]>([
    ["the panel it comes from", OURS],
    [
      "an entry that is dragged",
      { ...OURS, x: 150, items: { items: "entries", ids: [2] } satisfies Drag["items"] },
    ],
  ])("onto %s shows nothing and does nothing", async (_, drag) => {
    render(Drops);
    document.querySelector<HTMLElement>("#right")!.dataset.drop = taking({
      target: "entry",
      id: 2,
    });
    act({ type: "dragged", drag });
    await settle();
    expect(document.querySelectorAll(".aim, .drop-card")).toHaveLength(0);
    act({ type: "dragged", drag: { ...drag, released: true } });
    await settle();
    expect(asked("plan")).toEqual([]);
    expect(app().dialog).toBeNull();
  });

  test("with Ctrl in its own folder duplicates at once", async () => {
    render(Drops);
    act({ type: "dragged", drag: { ...OURS, verb: "copy" } });
    await settle();
    expect(document.querySelectorAll(".aim")).toHaveLength(1);
    expect(asked("plan")).toEqual([{ verb: "copy", items: OURS.items, target: LEFT }]);
    act({ type: "dragged", drag: { ...OURS, verb: "copy", released: true } });
    await settle();
    expect(asked("start")).toEqual([{ plan: 5, choices: preferences.choices }]);
    expect(app().dialog).toBeNull();
    expect(asked("discard")).toEqual([]);
  });

  test("whose Ctrl is let go in its own folder does nothing, and leaves no plan", async () => {
    render(Drops);
    act({ type: "dragged", drag: { ...OURS, verb: "copy" } });
    await settle();
    act({ type: "dragged", drag: { ...OURS, verb: null } });
    await settle();
    expect(document.querySelectorAll(".aim")).toHaveLength(0);
    act({ type: "dragged", drag: { ...OURS, verb: null, released: true } });
    await settle();
    expect([asked("start"), app().dialog]).toEqual([[], null]);
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("with Ctrl on the dragged item itself is the shake of a click, and does nothing", async () => {
    document.querySelector("#left")!.innerHTML = `<div data-row="3"></div><div data-row="2"></div>`;
    const on = (row: number) =>
      vi
        .mocked(document.elementFromPoint)
        .mockImplementation(() => document.querySelector(`[data-row="${row}"]`));
    render(Drops);
    // The row of a marked entry, and that of another.
    on(3);
    act({ type: "dragged", drag: { ...OURS, verb: "copy", released: true } });
    await settle();
    expect(asked("plan")).toEqual([]);
    on(2);
    act({ type: "dragged", drag: { ...OURS, verb: "copy" } });
    await settle();
    expect(asked("plan")).toHaveLength(1);
  });

  test("that would copy marked items which are not shown is asked about", async () => {
    const unseen = { count: 1, names: ".hidden" };
    tell({ type: "panel", ...panel("left", { unseen }) });
    render(Drops);
    act({ type: "dragged", drag: { ...OURS, verb: "copy" } });
    await settle();
    act({ type: "dragged", drag: { ...OURS, verb: "copy", released: true } });
    await settle();
    expect(asked("start")).toEqual([]);
    expect(app().dialog).toMatchObject({ kind: "drop", plan: 5 });
  });

  test("that Esc ends leaves no plan", async () => {
    render(Drops);
    act({ type: "dragged", drag: { ...OURS, x: 150 } });
    await settle();
    act({ type: "dragged", drag: null });
    await settle();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });
});

describe("a drag near the edge of a list", () => {
  const ROW = 28;
  const HEIGHT = 300;
  let list: HTMLElement;

  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"],
    });
    document.body.innerHTML = `<section class="panel"><div class="list"></div></section>`;
    list = document.querySelector<HTMLElement>(".list")!;
    for (let id = 0; id < 100; id++) {
      const row = document.createElement("div");
      row.dataset.drop = taking({ target: "entry", id });
      list.append(row);
    }
    list.getBoundingClientRect = () => new DOMRect(0, 0, 500, HEIGHT);
    vi.mocked(document.elementFromPoint).mockImplementation(
      (_, y) => list.children[Math.floor((list.scrollTop + y) / ROW)] ?? null,
    );
  });
  afterEach(() => vi.useRealTimers());

  /** Holds the drag at a height for some milliseconds; gives how far the list scrolled. */
  async function hold(y: number, milliseconds = 400): Promise<number> {
    const before = list.scrollTop;
    act({ type: "dragged", drag: { ...OURS, y } });
    await settle();
    vi.advanceTimersByTime(milliseconds);
    await settle();
    return list.scrollTop - before;
  }

  test("scrolls it, the faster the nearer, and aims at the row that came", async () => {
    render(Drops);
    expect(await hold(HEIGHT / 2)).toBe(0);
    const slow = await hold(HEIGHT - 30);
    expect(slow).toBeGreaterThan(0);
    expect(await hold(HEIGHT - 5)).toBeGreaterThan(2 * slow);
    const last = asked("replan").at(-1) as { target: { id: number } };
    expect(last.target.id).toBeGreaterThan(Math.floor(HEIGHT / ROW));
    expect(await hold(5)).toBeLessThan(0);
  });

  test.each([
    ["Esc", null],
    ["a drop", { ...OURS, y: HEIGHT - 5, released: true }],
  ])("stands still after %s", async (_, drag) => {
    render(Drops);
    expect(await hold(HEIGHT - 5)).toBeGreaterThan(0);
    act({ type: "dragged", drag });
    await settle();
    const before = list.scrollTop;
    vi.advanceTimersByTime(400);
    expect(list.scrollTop).toBe(before);
  });
});

describe("the card", () => {
  async function drop(change: Partial<PlanState> = {}, verb: Drag["verb"] = null) {
    tell({ type: "plan", ...aPlan, ...change });
    act({
      type: "dialog",
      dialog: {
        kind: "drop",
        plan: 5,
        target: LEFT,
        asked: verb,
        missing: 0,
        over: "left",
        high: false,
      },
    });
    render(Dialogs);
    await settle();
  }
  const armed = () =>
    waitFor(() =>
      expect(screen.getByRole("button", { name: /^Copy/ }).getAttribute("aria-disabled")).toBe(
        "false",
      ),
    );

  test("stays over its panel when that gets another size", async () => {
    let resized = () => {};
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(told: () => void) {
          resized = told;
        }
        observe() {}
        disconnect() {}
      },
    );
    const box = vi.spyOn(document.querySelector("#left")!, "getBoundingClientRect");
    box.mockReturnValue(new DOMRect(208, 48, 500, 700));
    await drop();
    const zone = () => document.querySelector<HTMLElement>(".drop-zone")!.style;
    expect([zone().left, zone().width]).toEqual(["208px", "500px"]);
    box.mockReturnValue(new DOMRect(0, 48, 300, 700));
    resized();
    await settle();
    expect([zone().left, zone().width]).toEqual(["0px", "300px"]);
    vi.unstubAllGlobals();
  });

  test("takes no key for a moment, and then Enter", async () => {
    await drop();
    const card = screen.getByRole("dialog");
    expect(document.activeElement).toBe(card);
    await fireEvent.keyDown(card, { key: "Enter" });
    await settle();
    expect(asked("start")).toEqual([]);
    await armed();
    await fireEvent.keyDown(card, { key: "Enter" });
    await settle();
    const choices = { ...preferences.choices, remember: false };
    expect(asked("start")).toEqual([{ plan: 5, choices }]);
    expect(asked("replan")).toEqual([]);
    expect(app().dialog).toBeNull();
  });

  test("Shift moves, and the wish is remembered", async () => {
    await drop();
    await armed();
    await fireEvent.click(screen.getByRole("checkbox"));
    const card = screen.getByRole("dialog");
    await fireEvent.keyDown(card, { key: "Shift", shiftKey: true });
    expect(card.getAttribute("aria-label")).toBe("Move 4 items into 2026");
    await fireEvent.keyDown(card, { key: "Enter", shiftKey: true });
    await settle();
    expect(asked("replan")).toEqual([{ plan: 5, verb: "move", target: LEFT }]);
    expect(asked("start")).toMatchObject([{ choices: { remember: true } }]);
  });

  test("Esc forgets the drop", async () => {
    await drop();
    await fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await settle();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
    expect(asked("start")).toEqual([]);
  });

  test("is cancelled by Esc wherever the keyboard is", async () => {
    await drop();
    (document.activeElement as HTMLElement).blur();
    await fireEvent.keyDown(document.body, { key: "Escape" });
    await settle();
    expect(app().dialog).toBeNull();
    expect(asked("discard")).toEqual([{ plan: 5 }]);
  });

  test("does not come for files that are in this folder already", async () => {
    const error = { action: "copy", code: "same_file", path: { text: "/a" }, errno: null } as const;
    await drop({ error });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(app().dialog).toBeNull();
  });

  test("comes for files of several folders, and says which of them is here already", async () => {
    const path = { text: "/home/ines/Fjord/a.jpg" };
    const error = { action: "target", code: "same_file", path, errno: null } as const;
    await drop({ error, from: [], items: 4 });
    expect(screen.getByRole("dialog").textContent).toContain("a.jpg: ");
    expect(asked("discard")).toEqual([]);
  });

  const verbButton = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

  test("turns off only what is not possible, says why, and offers the rest", async () => {
    const path = { text: "/home/ines/Fjord/a.jpg" };
    const error = { action: "target", code: "same_file", path, errno: null } as const;
    const refused = (["move", "link"] as const).map((verb) => ({
      verb,
      why: { why: "op", error } as const,
    }));
    await drop({ from: [], default_verb: "move", refused });
    await armed();
    const off = [/^Copy/, /^Move/, /^Link/].map((name) => verbButton(name).disabled);
    expect(off).toEqual([false, true, true]);
    const card = screen.getByRole("dialog");
    expect(card.textContent).toContain("Move, Link: a.jpg: source and destination are the same");
    await expectAccessible(card);
    await fireEvent.keyDown(card, { key: "Enter" });
    await settle();
    expect(asked("start")).toHaveLength(1);
    expect(asked("replan")).toEqual([]);
  });

  test("does something else after what was chosen was refused", async () => {
    call.mockImplementation(async (name, args) => {
      if (name === "replan" && (args as { verb: string }).verb === "move")
        throw { why: "not", text: "Archives are read-only" };
      return name === "start" ? 9 : null;
    });
    await drop();
    await armed();
    await fireEvent.click(verbButton(/^Move/));
    await settle();
    expect(screen.getByRole("alert").textContent).toContain("Archives are read-only");
    expect(asked("start")).toEqual([]);
    await fireEvent.click(verbButton(/^Copy/));
    await settle();
    expect(asked("start")).toHaveLength(1);
    expect(app().dialog).toBeNull();
  });

  test("starts nothing by Enter that does not fit, and says by how much", async () => {
    await drop({
      bytes: 1_000_000_000,
      free: 314_000_000,
      free_after: 0,
      lacks_to_copy: 686_000_000,
    });
    await armed();
    const card = screen.getByRole("dialog");
    expect(card.textContent).toContain("Needs 1.00\u00a0GB; 686\u00a0MB is missing");
    expect(card.querySelector(".primary")).toBeNull();
    await fireEvent.keyDown(card, { key: "Enter" });
    await settle();
    expect(asked("start")).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: /^Copy/ }));
    await settle();
    expect(asked("start")).toHaveLength(1);
  });

  test("does not come where the user wants no card", async () => {
    greet({ drops: { same: "ask", other: "move" } });
    await drop();
    expect(screen.queryByRole("dialog")).toBeNull();
    await settle();
    expect(asked("replan")).toEqual([{ plan: 5, verb: "move", target: LEFT }]);
    expect(asked("start")).toHaveLength(1);
    expect(app().dialog).toBeNull();
  });

  test("arms as long as any button that changes files", () => expect(ARMING).toBe(300));
});
