import { tick } from "svelte";
import { expect, test, vi } from "vitest";

import { act, app } from "../../model/store.svelte";
import { lastAsked, tell } from "../../test/host";
import { part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

test("a tab that files are held over is shown although its folder changes all the time", async () => {
  await show({ marked: 0 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const other = part("#left-panel [data-tab='2']");
  document.elementFromPoint = () => other;
  const drag = {
    items: { items: "entries" as const, ids: [2] },
    foreign: false,
    released: false,
    x: 1,
    y: 1,
    count: 1,
    first: null,
    verb: null,
    missing: 0,
  };
  act({ type: "dragged", drag });
  await tick();
  for (let total = 0; total < 4; total++) {
    vi.advanceTimersByTime(150);
    tell({ type: "panel", ...app().panels.left!, total });
    await tick();
  }
  expect(lastAsked("panel")).toEqual({
    side: "left",
    ask: { ask: "tab", tab: { tab: "show", id: 2 } },
  });
  act({ type: "dragged", drag: null });
  vi.useRealTimers();
});
