import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Notice } from "../bindings/desktop/Notice";
import { aJob } from "../mock/samples";
import { ARMING } from "../model/arming";
import { act, app, follow } from "../model/store.svelte";
import { expectAccessible } from "../test/axe";
import { call, greet, tell } from "../test/host";
import Dialogs from "./dialogs/Dialogs.svelte";
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
  tell({ type: "jobs", rows: [{ ...aJob, retry: true }], gone: [], lanes: [], all: app().all });
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

/** Presses a button once it takes clicks. */
async function press(name: string): Promise<void> {
  const button = screen.getByRole("button", { name });
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
  await fireEvent.click(button);
}

test("failures offer to try again, to take back and to look", async () => {
  render(Toast);
  await say(ERRORS);
  await expectAccessible();
  const buttons = screen.getAllByRole("button").map((button) => button.textContent?.trim());
  expect(buttons).toEqual(["Retry 3 failed", "Undo", "Show", ""]);
  await press("Retry 3 failed");
  expect(call).toHaveBeenCalledWith("job", { job: 1, ask: { ask: "retry" } });
  expect(app().toast).toBeNull();
});

test("what was replaced before it was deleted is not tried again", async () => {
  const row = { ...aJob, verb: "trash" as const, sources: 1, items: 1, failed: 1 };
  tell({ type: "jobs", rows: [row], gone: [], lanes: [], all: app().all });
  render(Toast);
  const error = { action: "trash", code: "changed_since", errno: null, path: { text: "/a" } };
  await say({ ...ERRORS, count: 1, error: error as Notice["error"] });
  screen.getByText("It was replaced after the dialog opened. Look at it and delete it again.");
  expect(screen.queryByRole("button", { name: /Retry/ })).toBeNull();
});

test("a click that was meant for what it covers does nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  await fireEvent.click(screen.getByRole("button", { name: "Retry 3 failed" }));
  expect(call).not.toHaveBeenCalled();
  expect(app().toast).not.toBeNull();
});

test("its buttons take clicks although jobs tell how far they are all the time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  const retry = screen.getByRole("button", { name: "Retry 3 failed" });
  for (let percent = 0; percent < 4; percent++) {
    vi.advanceTimersByTime(ARMING / 4);
    const rows = [{ ...aJob, retry: true, percent }];
    tell({ type: "jobs", rows, gone: [], lanes: [], all: app().all });
    await tick();
  }
  await fireEvent.click(retry);
  expect(call).toHaveBeenCalledWith("job", { job: 1, ask: { ask: "retry" } });
});

test("a small change is taken back, not a job", async () => {
  render(Toast);
  await say({ ...ERRORS, code: "renamed", job: null, change: 7 });
  await press("Undo");
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

test("a toast goes after a while also after a button of the one before it was used", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  // As in WebKit: the button gets the focus, and is removed without an event.
  await fireEvent.focusIn(screen.getByRole("button", { name: "Dismiss" }));
  act({ type: "dismiss" });
  await tick();
  await say({ ...ERRORS, code: "made" });
  vi.advanceTimersByTime(8000);
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

test("it does not go while the pointer is on its way to it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  await say(ERRORS);
  const box = new DOMRect(800, 400, 376, 100);
  vi.spyOn(document.querySelector(".toast")!, "getBoundingClientRect").mockReturnValue(box);
  const move = (clientX: number) =>
    fireEvent(window, new MouseEvent("pointermove", { clientX, clientY: 450 }));
  await move(760);
  vi.advanceTimersByTime(60_000);
  expect(app().toast).not.toBeNull();
  await move(100);
  vi.advanceTimersByTime(8000);
  expect(app().toast).toBeNull();
});

test("it is read aloud in a dialog that makes it inert, and stays until that is closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(Toast);
  render(Dialogs);
  await say(ERRORS);
  act({ type: "dialog", dialog: { kind: "output", output: "one" } });
  await tick();
  const dialog = screen.getByRole("dialog");
  const aloud = () => dialog.querySelector("[role=status]")!.textContent!.trim();
  expect(aloud(), "it was read before").toBe("");
  await say({ ...ERRORS, code: "made", job: null });
  expect(aloud()).toBe("Created Fjord shoot");
  vi.advanceTimersByTime(60_000);
  expect(app().toast?.notice.code).toBe("made");
  act({ type: "dialog", dialog: null });
  await tick();
  vi.advanceTimersByTime(8000);
  expect(app().toast).toBeNull();
});

test("a newer notice stands before that of questions, which comes back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asking = { ...app().all, questions: 3 };
  const jobs = { type: "jobs" as const, rows: [], gone: [], lanes: [] };
  act({ type: "drawer", tab: "jobs" });
  tell({ ...jobs, all: asking });
  render(Toast);
  await say({ ...ERRORS, code: "needs_you" });
  await say({ ...ERRORS, code: "made", job: null });
  await say({ ...ERRORS, code: "renamed", job: null });
  expect(app().toast?.notice.code).toBe("renamed");
  vi.advanceTimersByTime(8000);
  await tick();
  expect(app().toast?.notice.code).toBe("needs_you");
  await say({ ...ERRORS, code: "made", job: null });
  tell({ ...jobs, all: { ...asking, questions: 0 } });
  act({ type: "dismiss" });
  expect(app().toast).toBeNull();
});

test("questions stay told until the user looks at them", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act({ type: "drawer", tab: "jobs" });
  render(Toast);
  await say({ ...ERRORS, code: "needs_you" });
  vi.advanceTimersByTime(600_000);
  expect(app().toast).not.toBeNull();
  greet({ drawer: 316 });
  act({ type: "drawer", tab: "questions" });
  await tick();
  expect(app().toast).toBeNull();
  act({ type: "drawer", tab: "jobs" });
});

test("a notice of questions tells how many are open now, and goes when there are none", async () => {
  const jobs = { type: "jobs" as const, gone: [], lanes: [] };
  const ask = (questions: number[]) =>
    tell({
      ...jobs,
      rows: questions.map((n, at) => ({ ...aJob, job: at + 1, questions: n })),
      all: { ...app().all, questions: questions.reduce((a, b) => a + b, 0) },
    });
  act({ type: "drawer", tab: "jobs" });
  ask([2]);
  render(Toast);
  await say({ ...ERRORS, code: "needs_you", count: 2 });
  screen.getByText("2 questions about Fjord shoot");
  ask([18]);
  await tick();
  screen.getByText("18 questions about Fjord shoot");
  ask([18, 3]);
  await tick();
  screen.getByText("21 questions about 2 jobs");
  ask([0, 0]);
  await tick();
  expect(app().toast).toBeNull();
});
