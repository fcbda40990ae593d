import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { act, app } from "../../model/store.svelte";
import { call } from "../../test/host";
import { carry, type Load } from "./carry";

vi.mock("../../host", () => import("../../test/host"));

const LOAD: Load = {
  items: { items: "marked", side: "left", current: null },
  count: 4,
  first: { text: "DSC_4410.NEF" },
};

let list: HTMLElement;
const begun = vi.fn();

// The page of tests has no events of pointers, which differ in nothing that matters here.
function pointer(type: string, x: number, y: number, on: EventTarget = document.body) {
  const buttons = type === "pointerup" ? 0 : 1;
  const init = { bubbles: true, clientX: x, clientY: y, buttons };
  on.dispatchEvent(new MouseEvent(type, init));
}

beforeEach(() => {
  call.mockClear();
  begun.mockClear();
  document.body.innerHTML = "<div></div>";
  list = document.querySelector("div")!;
  Object.assign(list, {
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
    hasPointerCapture: () => false,
  });
  list.addEventListener("pointerdown", (event) => carry(event, LOAD, begun), { once: true });
  pointer("pointerdown", 100, 100, list);
});
afterEach(() => {
  pointer("pointerup", 0, 0);
  act({ type: "dragged", drag: null });
});

test("a pointer that leaves the list at once drags", () => {
  pointer("pointermove", 300, 100);
  expect(begun).toHaveBeenCalledOnce();
  expect(app().drag).toMatchObject({ ...LOAD, x: 300, y: 100, released: false });
  pointer("pointerup", 310, 100);
  expect(app().drag).toMatchObject({ x: 310, released: true });
});

test("a shake drags nothing", () => {
  pointer("pointermove", 102, 101);
  pointer("pointerup", 102, 101);
  expect(begun).not.toHaveBeenCalled();
  expect(app().drag).toBeNull();
});

test("a pointer whose button came up unseen ends the drag", () => {
  pointer("pointermove", 300, 100);
  window.dispatchEvent(new MouseEvent("pointermove", { clientX: 310, clientY: 100, buttons: 0 }));
  expect(app().drag).toBeNull();
  pointer("pointermove", 320, 100);
  expect(app().drag).toBeNull();
});

test("what is dragged out of the window is for other programs", () => {
  pointer("pointermove", 300, 100);
  pointer("pointermove", -1, 100);
  expect(app().drag).toBeNull();
  expect(call).toHaveBeenCalledWith("drag_out", { items: LOAD.items });
});
