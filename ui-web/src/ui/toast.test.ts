import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Notice } from "../bindings/desktop/Notice";
import { aJob } from "../mock/samples";
import { act, app, follow } from "../model/store.svelte";
import { expectAccessible } from "../test/axe";
import { call, greet, tell } from "../test/host";
import Toast from "./Toast.svelte";

vi.mock("../host", () => import("../test/host"));

const ERRORS: Notice = {
  tone: "warn",
  code: "job_errors",
  name: { text: "Fjord shoot" },
  count: 3,
  job: 1,
  error: null,
  detail: null,
  undo: true,
};

beforeAll(follow);
beforeEach(() => {
  call.mockReset().mockResolvedValue(null);
  greet();
  tell({ type: "jobs", rows: [aJob], gone: [], lanes: [], all: app().all });
  act({ type: "dismiss" });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function say(notice: Notice): Promise<void> {
  tell({ type: "notice", ...notice });
  await tick();
}

test("failures offer to try again, to take back and to look", async () => {
  render(Toast);
  await say(ERRORS);
  await expectAccessible();
  const buttons = screen.getAllByRole("button").map((button) => button.textContent?.trim());
  expect(buttons).toEqual(["Retry 3 failed", "Undo", "Show", ""]);
  await fireEvent.click(screen.getByRole("button", { name: "Retry 3 failed" }));
  expect(call).toHaveBeenCalledWith("job", { job: 1, ask: { ask: "retry" } });
  expect(app().toast).toBeNull();
});

test("a small change is taken back, not a job", async () => {
  render(Toast);
  await say({ ...ERRORS, code: "renamed", job: null, change: 7 });
  await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(call).toHaveBeenCalledWith("undo", { change: 7 });
});

test("it goes after a while, but not while it is looked at", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  const toast = document.querySelector(".toast")!;
  vi.advanceTimersByTime(7900);
  await fireEvent.pointerEnter(toast);
  vi.advanceTimersByTime(60_000);
  expect(app().toast).not.toBeNull();
  await fireEvent.pointerLeave(toast);
  vi.advanceTimersByTime(7900);
  expect(app().toast).not.toBeNull();
  vi.advanceTimersByTime(100);
  expect(app().toast).toBeNull();
});

test("a newer notice stands as long as any", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  vi.advanceTimersByTime(7900);
  await say({ ...ERRORS, code: "made" });
  vi.advanceTimersByTime(7900);
  expect(app().toast?.notice.code).toBe("made");
});
