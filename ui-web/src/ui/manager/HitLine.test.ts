import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../../test/axe";
import { lastAsked, row } from "../../test/host";
import { part, prepare, show } from "../../test/manager";

vi.mock("../../host", () => import("../../test/host"));

prepare();

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
    expect(
      [...left!.querySelectorAll("[role=columnheader]")].map((it) => it.textContent.trim()),
    ).toEqual([expect.stringContaining("Name"), "Line"]);
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
